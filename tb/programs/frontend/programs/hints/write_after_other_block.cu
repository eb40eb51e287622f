// Two blocks read a word, and the first one writes it when a relaxed flag says that the second one
// has read: relaxed atomics order nothing. The other side of the race is block 1's read.
// hint: put __threadfence() after the
// cuda: -DWEAK
// hint: one behind the wait for it in this block
// owner: block (1,0,0) warp 0
#include <cstdio>

#ifdef FIXED
#define FENCE() __threadfence()
#else
#define FENCE()
#endif

#ifdef WEAK // where volatile accesses are as strong as relaxed atomics
typedef int word_t;
#else
typedef volatile int word_t;
#endif

__global__ void increment(word_t *p, int *turn, int *out) {
    while (blockIdx.x == 1 && atomicAdd(turn, 0) == 0) continue;
    const int v = *p; // RACE
    out[blockIdx.x] = v;
    if (blockIdx.x == 0) {
        atomicExch(turn, 1);
        while (atomicAdd(turn, 0) != 2) continue;
        FENCE();
        *p = v + 1; // RACE
    } else {
        FENCE();
        atomicExch(turn, 2);
    }
}

int main() {
    int *words;
    cudaMalloc(&words, 4 * sizeof *words);
    cudaMemset(words, 0, 4 * sizeof *words);
    increment<<<2, 1>>>(words, words + 1, words + 2);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
