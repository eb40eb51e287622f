// What is right: warps with different tasks at a barrier with a number and a count, one that only arrives, a barrier
// that need not be aligned at two places of one warp, a branch and a loop that all threads of the block take alike.
// fixed: none
#include <cstdio>
__global__ void right(int *out) {
    __shared__ int value[96];
    const unsigned warp = threadIdx.x / 32;
    value[threadIdx.x] = threadIdx.x;
    if (warp == 0)
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    else if (warp == 1)
        asm volatile("bar.sync 2, 64;" ::: "memory");
    for (unsigned round = 0; round < gridDim.x + 2; round++) {
        if (gridDim.x == 1) __syncthreads();
        const int other = value[(threadIdx.x + 32) % 96];
        __syncthreads();
        value[threadIdx.x] = other;
    }
    __syncthreads();
    if (threadIdx.x % 2)
        asm volatile("barrier.sync 3;" ::: "memory");
    else
        asm volatile("barrier.sync 3;" ::: "memory");
    out[threadIdx.x] = value[threadIdx.x] + __syncthreads_or(0);
}
int main() {
    int *out, host[96], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    right<<<1, 96>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) wrong += host[i] != i;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
