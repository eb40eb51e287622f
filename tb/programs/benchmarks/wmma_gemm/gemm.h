/* SPDX-License-Identifier: Apache-2.0 */
// gemm.h: D = alpha A B + beta C, A and B of half or bfloat16, C and D of float, all row by row.
#ifndef GEMM_H
#define GEMM_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 32 };

template <typename T>
cudaError_t gemm(int m, int n, int k, float alpha, const T *a, const T *b, float beta,
                 const float *c, float *d, cudaStream_t stream);

#endif
