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

#endif
