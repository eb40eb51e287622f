// Warps of a block that end at different times, in a grid of more blocks than are resident at once:
// while thread 0 of a block adds up what its warps left, the other warps have ended, and their warp
// slots take the next block. More blocks are in slots then than whole blocks fit (D50).
// Without FIXED, no barrier stands between the stores and the sum: a race in shared memory.
#include <cstdio>

enum { BLOCKS = 80, THREADS = 256 };

#ifdef FIXED
#define BARRIER() __syncthreads()
#else
#define BARRIER()
#endif

__global__ void sums(int *sum) {
    __shared__ int part[THREADS];
    part[threadIdx.x] = (int)threadIdx.x; // RACE
    BARRIER();
    if (threadIdx.x != 0) return;
    int total = 0;
    for (int i = 0; i < THREADS; i++) total += part[i]; // RACE
    sum[blockIdx.x] = total;
}

int main() {
    int *sum, host[BLOCKS], wrong = 0;
    cudaMalloc(&sum, sizeof host);
    sums<<<BLOCKS, THREADS>>>(sum);
    cudaMemcpy(host, sum, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS; i++) wrong += host[i] != THREADS * (THREADS - 1) / 2;
    printf("wrong %d\n", wrong);
    cudaFree(sum);
    return 0;
}
