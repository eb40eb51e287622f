/* SPDX-License-Identifier: Apache-2.0 */
// styles.h: kernels of one array, as pairs: wrong as they stand, and right with -DFIXED.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <stdio.h>

namespace cg = cooperative_groups;
enum { WORDS = 1 << 14 };
#ifdef FIXED
#define RIGHT(...) __VA_ARGS__
#define WRONG(...)
#else
#define RIGHT(...)
#define WRONG(...) __VA_ARGS__
#endif

static int *zeros() {
    int *word;
    cudaMalloc(&word, WORDS * sizeof *word);
    cudaMemset(word, 0, WORDS * sizeof *word);
    return word;
}
static void end(int *word) {
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("launch failed: %s\n", cudaGetErrorString(error));
    cudaFree(word);
}
static inline void run(void (*kernel)(int *), int blocks, int threads) {
    int *word = zeros();
    kernel<<<blocks, threads>>>(word);
    end(word);
}
static inline void run_grid(void (*kernel)(int *), int blocks,
                            int threads) { // grid.sync() is allowed
    int *word = zeros();
    void *argument[] = {&word};
    cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(threads), argument, 0, 0);
    end(word);
}
