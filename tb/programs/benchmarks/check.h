/* SPDX-License-Identifier: Apache-2.0 */
// check.h: an error of the runtime ends the program with its place.
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline void check_call(cudaError_t error, const char *call, const char *file, int line) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define CHECK(call) check_call((call), #call, __FILE__, __LINE__)

#endif
