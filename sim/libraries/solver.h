/* SPDX-License-Identifier: Apache-2.0 */
/* solver.h: what the functions of cuSOLVER share: the handle, and LAPACK by its Fortran interface
 * (of OpenBLAS, or another one that the system has). Operands are those of cuBLAS (blas.h). */
#ifndef SIM_LIBRARIES_SOLVER_H
#define SIM_LIBRARIES_SOLVER_H

#include "sim/libraries/blas.h"
#include "sim/runtime/include/cusolverDn.h"

struct cusolverDnContext {
    struct cublasContext blas;
};

void *solver_function(const char *name);
/* False: return solver_status(blas). */
bool solver_begin(blas_call_t *blas, cusolverDnHandle_t handle, const char *name);
cusolverStatus_t solver_end(blas_call_t *blas);
cusolverStatus_t solver_status(const blas_call_t *blas);
/* The caller's workspace, of which the call may write all: LAPACK's own is the host's. */
void solver_workspace(blas_call_t *blas, const void *work, int elements, size_t size);
/* Of the host, given back by free(); ends the program when there is none. */
void *solver_memory(size_t elements, size_t size);
/* ROWS x COLUMNS elements, at least one: what a workspace is said to need. */
cusolverStatus_t solver_size(cusolverDnHandle_t handle, int rows, int columns, int *size);

/* Of solver_type.h, for the interface whose sizes have 64 bits. */
#define SOLVER_64(L)                                                                               \
    cusolverStatus_t solver_getrf_64_##L(cusolverDnHandle_t handle, int m, int n, void *a,         \
                                         int lda, void *work, int length, int64_t *pivots,         \
                                         int *info);                                               \
    cusolverStatus_t solver_getrs_64_##L(cusolverDnHandle_t handle, cublasOperation_t op, int n,   \
                                         int columns, const void *a, int lda,                      \
                                         const int64_t *pivots, void *b, int ldb, int *info);      \
    cusolverStatus_t solver_trtri_##L(cusolverDnHandle_t handle, cublasFillMode_t fill,            \
                                      cublasDiagType_t diagonal, int n, void *a, int lda,          \
                                      void *work, int length, int *info);
SOLVER_64(S) SOLVER_64(D) SOLVER_64(C) SOLVER_64(Z)
#undef SOLVER_64

#endif
