// Each warp takes its own side of a branch, and each side has a __syncthreads().
// right: -DFIXED, one behind the branch.
// finding: barrier/different-places 1
#include <cstdio>
__global__ void sides(int *out) {
    __shared__ int value[64];
#ifdef FIXED
    value[threadIdx.x] = threadIdx.x < 32 ? threadIdx.x : 2 * threadIdx.x;
    __syncthreads();
#else
    if (threadIdx.x < 32) {
        value[threadIdx.x] = threadIdx.x;
        __syncthreads(); // FOUND
    } else {
        value[threadIdx.x] = 2 * threadIdx.x;
        __syncthreads(); // FOUND
    }
#endif
    out[threadIdx.x] = value[63 - threadIdx.x];
}
int main() {
    int *out, host[64], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    sides<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] != (i > 31 ? 63 - i : 2 * (63 - i));
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
