/* SPDX-License-Identifier: Apache-2.0 */
// repairs.h: kernels of one array, launched so that grid.sync() is allowed in all of them.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <stdio.h>

namespace cg = cooperative_groups;
enum { WORDS = 1 << 14 };

static void run(void (*kernel)(int *), int blocks, int threads) {
    int *word;
    cudaMalloc(&word, WORDS * sizeof *word);
    cudaMemset(word, 0, WORDS * sizeof *word);
    void *argument[] = {&word};
    const cudaError_t error = cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks),
                                                          dim3(threads), argument, 0, 0);
    if (error != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        printf("launch failed: %d\n", (int)error);
    cudaFree(word);
}
