// Block 1 stores to words of an array of 1 MiB when block 0 has done so, without any order: relaxed
// atomics order no data. The range has 2^16 entries (D36), so words 5 and 65541 share one. Block 0's
// second store, and both of block 1, find the entry of the other word: three owners are forgotten,
// and the two races with them. -DALL: all 262,144 words; of each block's stores, all but the first
// quarter of block 0's find another word's entry.
// options: --config gtx480
// acted: forgotten_owners
// count: 3
// removed by: --config nocache
// then: 2
#include <cstdio>

enum { WORDS = 1 << 18, FAR = 1 << 16 };

__device__ void wait_for(int *turn, int mine) {
    while (atomicAdd(turn, 0) != mine) continue;
}

__global__ void store(int *turn, int *words) {
    if (threadIdx.x == 0) wait_for(turn, blockIdx.x);
    __syncthreads();
#ifdef ALL
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x) words[i] = i;
#else
    if (threadIdx.x == 0) {
        words[5] = 1;
        words[5 + FAR] = 1;
    }
#endif
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(turn, 1);
}

int main() {
    int *turn, *words;
    cudaMalloc(&turn, sizeof *turn);
    cudaMalloc(&words, WORDS * sizeof *words);
    cudaMemset(turn, 0, sizeof *turn);
#ifdef ALL
    store<<<2, 1024>>>(turn, words);
#else
    store<<<2, 1>>>(turn, words);
#endif
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
