/* SPDX-License-Identifier: Apache-2.0 */
/* blas.h: what the functions of cuBLAS share: handle, operands, and BLAS itself (the C interface of
 * OpenBLAS, or of another one that the system has). */
#ifndef SIM_LIBRARIES_BLAS_H
#define SIM_LIBRARIES_BLAS_H

#include "sim/runtime/include/cublas_v2.h"
#include "sim/runtime/library_calls.h"

/* CBLAS' numbers. */
enum {
    BLAS_COLUMNS = 102,
    BLAS_OPERATION = 111, /* plus cublasOperation_t */
    BLAS_UPPER = 121,
    BLAS_LOWER = 122,
    BLAS_DIAGONAL = 131, /* plus cublasDiagType_t */
    BLAS_SIDE = 141      /* plus cublasSideMode_t */
};

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
    bool local; /* of one call, on its stack */
};

typedef struct blas_call {
    scord_library_call_t call;
    cublasHandle_t handle;
    cublasStatus_t status;
} blas_call_t;

void *blas_function(const char *name);

/* False: return blas->status. */
bool blas_begin(blas_call_t *blas, cublasHandle_t handle, const char *name);
/* ROWS x COLUMNS elements of SIZE bytes, columns LD elements apart. */
void *blas_matrix(blas_call_t *blas, const void *a, int rows, int columns, int ld, size_t size,
                  unsigned use);
/* Of a square one the triangle that FILL names. */
void *blas_triangle(blas_call_t *blas, const void *a, cublasFillMode_t fill, int n, int ld,
                    size_t size, unsigned use);
void *blas_vector(blas_call_t *blas, const void *x, int n, int step, size_t size, unsigned use);
/* alpha and beta, and results of one number: on the side that the handle's pointer mode names. */
void *blas_scalar(blas_call_t *blas, const void *scalar, size_t size, unsigned use);
void blas_require(blas_call_t *blas, bool valid); /* else the status is "invalid value" */
/* Everything is there: compute. */
bool blas_ready(const blas_call_t *blas);
cublasStatus_t blas_end(blas_call_t *blas);

int blas_operation(cublasOperation_t op);
int blas_fill(cublasFillMode_t fill);

#endif
