// Block 0 stores a word and executes 64 device fences before it signals; its count of 6 bits looks as
// if there had been none when block 1 reads the word: the detector reports it, and the report leaves it out. With 65 fences: nothing.
// options: --config gtx480
// acted: wrapped_races
// count: 1
// races: 0
// removed by: -DFENCES=65
// then: 0
#include <cstdio>

#ifndef FENCES
#define FENCES 64
#endif

__global__ void wrap(volatile int *word, int *flag, int *seen) {
    if (blockIdx.x == 0) {
        *word = 1;
        for (int i = 0; i < FENCES; i++) __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) continue;
        *seen = *word;
    }
}

int main() {
    int *words;
    cudaMalloc(&words, 3 * sizeof *words);
    cudaMemset(words, 0, 3 * sizeof *words);
    wrap<<<2, 1>>>(words, words + 1, words + 2);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
