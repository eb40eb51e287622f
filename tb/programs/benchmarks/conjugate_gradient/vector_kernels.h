/* SPDX-License-Identifier: Apache-2.0 */
// vector_kernels.h: vectors and compressed rows on the device; each call is in the stream that it
// is given.
#ifndef VECTOR_KERNELS_H
#define VECTOR_KERNELS_H

#include <cuda_runtime.h>

struct DeviceCsr {
    int rows;
    const int *begin, *column;
    const double *value;
};

// y = A x, a warp a row.
void multiply(const DeviceCsr &matrix, const double *x, double *y, cudaStream_t stream);
// *result = x . y; partial: a place for each of DOT_BLOCKS blocks.
enum { DOT_BLOCKS = 8 };
void dot(int n, const double *x, const double *y, double *partial, double *result,
         cudaStream_t stream);
// y = y + (*over / *under) * sign * x, scalars of the device
void add_scaled(int n, const double *over, const double *under, double sign, const double *x,
                double *y, cudaStream_t stream);
// p = z + (*over / *under) * p
void new_direction(int n, const double *over, const double *under, const double *z, double *p,
                   cudaStream_t stream);
// z = r / diagonal of A
void precondition(const DeviceCsr &matrix, const double *r, double *z, cudaStream_t stream);

#endif
