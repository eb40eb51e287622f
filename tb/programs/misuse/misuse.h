/* SPDX-License-Identifier: Apache-2.0 */
// misuse.h: of every pair one program is wrong, and with -DFIXED it is right; see README.md.
#include <cooperative_groups.h>
#ifdef FIXED
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#else
#define WRONG(...) __VA_ARGS__
#define RIGHT(...)
#endif
#ifndef CASE
#define CASE 0 // all of them
#endif
static int *out, *in; // words for 1024 threads; `in` is written
static void begin() {
    cudaMalloc(&out, 4096 * sizeof *out);
    cudaMalloc(&in, 4096 * sizeof *in);
    cudaMemset(out, 0, 4096 * sizeof *out);
    cudaMemset(in, 1, 4096 * sizeof *in);
}
static int end() {
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
    return error;
}
