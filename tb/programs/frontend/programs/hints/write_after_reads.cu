// Two warps read a word, and the first one writes it: the other side of the race is the read of warp
// 1, though warp 0 owns the word (D11). A __syncwarp() does not order warps.
// hint: put a __syncthreads() between the load at
// owner: warp 1 lane 0 thread (32,0,0)
#include <cstdio>

__global__ void increment(int *p, int *out) {
    int v = *p; // RACE
    out[threadIdx.x] = v;
#ifdef FIXED
    __syncthreads();
#else
    __syncwarp();
#endif
    if (threadIdx.x == 0) *p = v + 1; // RACE
}

int main() {
    int *words;
    cudaMalloc(&words, 65 * sizeof *words);
    cudaMemset(words, 0, 65 * sizeof *words);
    increment<<<1, 64>>>(words, words + 1);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
