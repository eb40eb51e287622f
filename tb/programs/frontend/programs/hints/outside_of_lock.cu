// A warp reads the sum again behind its critical section. A block that takes the lock then leaves it in
// the word's entry: the hint still has to name the lock, not a fence behind the read.
// cuda: --only race
// hint: hold the lock of the volatile
// hint: at the volatile load at
#include <cstdio>

__global__ void count(int *lock, volatile int *sum, int *out) {
    while (atomicCAS(lock, 0, 1) != 0) continue;
    __threadfence();
    const int own = *sum + 1;
    *sum = own; // RACE
    __threadfence();
#ifdef FIXED
    out[blockIdx.x] = own;
    atomicExch(lock, 0);
#else
    atomicExch(lock, 0);
    out[blockIdx.x] = *sum; // RACE
#endif
}

int main() {
    int *words;
    cudaMalloc(&words, 8 * sizeof *words);
    cudaMemset(words, 0, 8 * sizeof *words);
    count<<<4, 1>>>(words, words + 1, words + 2);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
