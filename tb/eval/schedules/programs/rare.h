/* rare.h: what the programs with rare races share. One thread a block; all words but those that
 * race are accessed by atomics, so that a race shows only where the rare path is taken. */
#ifndef RARE_H
#define RARE_H

#include <cstdio>

#define LOOK(word)       atomicAdd(&(word), 0)
#define SET(word, value) atomicExch(&(word), (value))

__device__ int pastime[64];

/* Work that takes COUNT steps and touches no one else's memory. */
__device__ static void pass_time(int count) {
    for (int i = 0; i < count; i++) atomicAdd(&pastime[blockIdx.x], 1);
}

/* All stores before are seen by whoever sees the atomic after it, and the other way round. */
#define PUBLISH __threadfence()

#define RUN(kernel, blocks, result)                                                                \
    int main() {                                                                                   \
        int found = 0;                                                                             \
        kernel<<<blocks, 1>>>();                                                                   \
        if (cudaDeviceSynchronize() != cudaSuccess) return 2;                                      \
        cudaMemcpyFromSymbol(&found, result, sizeof found);                                        \
        printf("%d\n", found);                                                                     \
        return 0;                                                                                  \
    }

#endif
