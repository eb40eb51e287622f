// Plain data that one block writes before grid.sync() and others read behind it: clean in CUDA, and
// reported by the rules of the paper, which let fences order strong accesses only. -DFIXED makes them
// volatile; with the order of acquires and releases the program is clean as it is.
// cuda: none
// hint: --acquire-release
// cleared by: --acquire-release
#include <cooperative_groups.h>
#include <cstdio>

#ifdef FIXED
typedef volatile int word_t;
#else
typedef int word_t;
#endif

__global__ void exchange(word_t *words, int *out) {
    words[blockIdx.x] = blockIdx.x; // RACE
    cooperative_groups::this_grid().sync();
    out[blockIdx.x] = words[(blockIdx.x + 1) % gridDim.x]; // RACE
}

int main() {
    int *words, *out;
    cudaMalloc(&words, 4 * sizeof *words);
    cudaMalloc(&out, 4 * sizeof *out);
    void *arguments[] = {&words, &out};
    cudaLaunchCooperativeKernel((const void *)exchange, dim3(4), dim3(1), arguments, 0, 0);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
