// Lane 0 stores a word; 16 __syncwarp() later lane 1 reads it in a branch of its own, and the warp's
// count of 4 bits looks as if there had been none: the detector reports it, and the report leaves it out. With 17: nothing.
// options: --independent-threads
// rtl: --config tinyits
// acted: wrapped_races
// count: 1
// races: 0
// removed by: -DSYNCS=17
// then: 0
#include <cstdio>

#ifndef SYNCS
#define SYNCS 16
#endif

__global__ void wrap(int *word, int *seen) {
    if (threadIdx.x == 0) *word = 1;
    for (int i = 0; i < SYNCS; i++) __syncwarp();
    if (threadIdx.x == 1)
        *seen = *word;
    else
        seen[threadIdx.x + 1] = 0;
}

int main() {
    int *words;
    cudaMalloc(&words, 64 * sizeof *words);
    cudaMemset(words, 0, 64 * sizeof *words);
    wrap<<<1, 32>>>(words, words + 1);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
