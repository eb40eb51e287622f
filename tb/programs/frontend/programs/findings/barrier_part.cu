// The odd threads of a warp reach a __syncthreads(), the even ones go on to what is behind it, and end.
// right: -DFIXED, the barrier is outside of the branch.
// finding: barrier/part-of-warp 1
#include <cstdio>
__global__ void odd(int *out) {
    int value = threadIdx.x;
    if (threadIdx.x % 2) {
        value *= 3;
#ifndef FIXED
        __syncthreads(); // FOUND
#endif
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[threadIdx.x] = value;
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    odd<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i % 2 ? 3 * i : i);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
