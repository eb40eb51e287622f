// The threads of one warp take both sides of a branch, and each side has a __syncthreads().
// right: -DFIXED, one behind the branch.
// finding: barrier/warp-at-different-barriers 1
#include <cstdio>
__global__ void sides(int *out) {
    __shared__ int value[32];
#ifdef FIXED
    value[threadIdx.x] = threadIdx.x % 2 ? threadIdx.x : 2 * threadIdx.x;
    __syncthreads();
#else
    if (threadIdx.x % 2) {
        value[threadIdx.x] = threadIdx.x;
        __syncthreads(); // FOUND
    } else {
        value[threadIdx.x] = 2 * threadIdx.x;
        __syncthreads(); // FOUND
    }
#endif
    out[threadIdx.x] = value[threadIdx.x];
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    sides<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i % 2 ? i : 2 * i);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
