// Warp 0 reads a word; 256 barriers later warp 1 reads it, and the block's count of 8 bits looks as
// if there had been none: warp 0 stays the owner. Warp 0 stores, without any order behind the read of
// warp 1 (a relaxed flag orders nothing): a race that is hidden, since the owner has its own fence.
// With 255 barriers warp 1 becomes the owner, and the race is found.
// options: --config gtx480
// acted: barrier_wraps
// count: 1
// removed by: -DBARRIERS=255
// then: 1
#include <cstdio>

#ifndef BARRIERS
#define BARRIERS 256
#endif

__global__ void wrap(volatile int *word, int *flag, int *seen) {
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) seen[0] = *word;
    for (int i = 0; i < BARRIERS; i++) __syncthreads();
    if (threadIdx.x == 32) {
        seen[1] = *word;
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) continue;
        __threadfence_block();
        *word = warp;
    }
}

int main() {
    int *words;
    cudaMalloc(&words, 4 * sizeof *words);
    cudaMemset(words, 0, 4 * sizeof *words);
    wrap<<<1, 64>>>(words, words + 1, words + 2);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
