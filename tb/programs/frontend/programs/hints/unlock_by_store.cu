// A lock that is released by a plain store: it races with the compare-and-swap of the next block, and
// no fence changes that.
// hint: make the store at
// hint: an atomicExch
#include <cstdio>

__global__ void count(int *lock, volatile int *sum) {
    while (atomicCAS(lock, 0, 1) != 0) continue; // RACE
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
#ifdef FIXED
    atomicExch(lock, 0);
#else
    *lock = 0; // RACE
#endif
}

int main() {
    int *words;
    cudaMalloc(&words, 2 * sizeof *words);
    cudaMemset(words, 0, 2 * sizeof *words);
    count<<<4, 1>>>(words, words + 1);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
