/* SPDX-License-Identifier: Apache-2.0 */
// kernels.h: products y = A x by format; pointers of the device.
#ifndef KERNELS_H
#define KERNELS_H

#include <cuda_runtime.h>

void csr_by_threads(int rows, const int *offsets, const int *indices, const float *values,
                    const float *x, float *y);
// A row by 2 to 32 threads, as many as a row has entries on average; x through a texture of linear
// memory.
void csr_by_groups(int rows, int entries, const int *offsets, const int *indices,
                   const float *values, cudaTextureObject_t x, float *y);
void ell(int rows, int width, const int *indices, const float *values, const float *x, float *y);
// Adds to y: a warp walks its part of the list and adds up runs of one row.
void coo_adds(int entries, const int *row, const int *column, const float *values, const float *x,
              float *y);
void dia(int rows, int columns, int diagonals, const int *offsets, const float *values,
         const float *x, float *y);

#endif
