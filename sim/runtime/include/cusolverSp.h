/* SPDX-License-Identifier: Apache-2.0 */
/* cusolverSp.h: systems of equations with a sparse matrix (CSR) by cuSOLVER's host interface, computed as banded ones by the
 * system's LAPACK (docs/cuda.md). */
#ifndef SCORD_CUSOLVERSP_H
#define SCORD_CUSOLVERSP_H
#define CUSOLVERSP_H_
#include "cusolver_common.h"
#include "cusparse.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cusolverSpContext *cusolverSpHandle_t;
#define SCORD_S cusolverStatus_t
#define SCORD_H cusolverSpHandle_t handle
SCORD_S cusolverSpCreate(cusolverSpHandle_t *handle);
SCORD_S cusolverSpDestroy(SCORD_H);
SCORD_S cusolverSpSetStream(SCORD_H, cudaStream_t stream);
SCORD_S cusolverSpGetStream(SCORD_H, cudaStream_t *stream);
/* x of A x = b. Singular gets -1, or the row at which the factorisation found no pivot above the tolerance. Functions with
 * `Host` take memory of the host, the others of the device. */
#define SCORD_SOLVE(L, T, R, method) \
    SCORD_S cusolverSp##L##csrlsv##method(SCORD_H, int n, int nonzeros, const cusparseMatDescr_t descriptor, const T *values, const int *rows, const int *columns, const T *b, R tolerance, int reorder, T *x, int *singular);
#define SCORD_SPARSE(L, T, R) \
    SCORD_SOLVE(L, T, R, luHost) SCORD_SOLVE(L, T, R, qr) SCORD_SOLVE(L, T, R, qrHost) SCORD_SOLVE(L, T, R, chol) SCORD_SOLVE(L, T, R, cholHost)
SCORD_SPARSE(S, float, float)
SCORD_SPARSE(D, double, double)
SCORD_SPARSE(C, cuComplex, float)
SCORD_SPARSE(Z, cuDoubleComplex, double)
/* Of the host: whether the pattern is symmetric; a permutation that makes the band narrow (reverse Cuthill-McKee); rows and
 * columns of a pattern permuted, with where each element came from. */
SCORD_S cusolverSpXcsrissymHost(SCORD_H, int n, int nonzeros, const cusparseMatDescr_t descriptor, const int *rows, const int *ends, const int *columns, int *symmetric);
SCORD_S cusolverSpXcsrsymrcmHost(SCORD_H, int n, int nonzeros, const cusparseMatDescr_t descriptor, const int *rows, const int *columns, int *permutation);
SCORD_S cusolverSpXcsrperm_bufferSizeHost(SCORD_H, int m, int n, int nonzeros, const cusparseMatDescr_t descriptor, const int *rows, const int *columns, const int *p, const int *q, size_t *bytes);
SCORD_S cusolverSpXcsrpermHost(SCORD_H, int m, int n, int nonzeros, const cusparseMatDescr_t descriptor, int *rows, int *columns, const int *p, const int *q, int *map, void *buffer);
#undef SCORD_SPARSE
#undef SCORD_SOLVE
#undef SCORD_S
#undef SCORD_H
#ifdef __cplusplus
}
#endif
#endif
