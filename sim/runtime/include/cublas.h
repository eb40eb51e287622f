/* SPDX-License-Identifier: Apache-2.0 */
/* cublas.h: cuBLAS' first interface, for C++: no handle, letters for modes, scalars by value, and a status that is asked for.
 * Each call is one of the second interface (cublas_v2.h) by a handle of the program's. */
#ifndef SCORD_CUBLAS_H
#define SCORD_CUBLAS_H

#include "cublas_v2.h"

namespace scord_cublas {
struct state_t { cublasHandle_t handle; cublasStatus_t status; };
inline state_t &state() {
    static state_t it = {0, CUBLAS_STATUS_SUCCESS};
    return it;
}
inline cublasHandle_t handle() {
    if (!state().handle) cublasCreate(&state().handle);
    return state().handle;
}
inline void note(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) state().status = status;
}
inline cublasOperation_t operation(char c) {
    return c == 'T' || c == 't' ? CUBLAS_OP_T : c == 'C' || c == 'c' ? CUBLAS_OP_C : CUBLAS_OP_N;
}
inline cublasFillMode_t fill(char c) { return c == 'L' || c == 'l' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER; }
inline cublasSideMode_t side(char c) { return c == 'R' || c == 'r' ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT; }
inline cublasDiagType_t diagonal(char c) { return c == 'U' || c == 'u' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT; }
} // namespace scord_cublas

static inline cublasStatus cublasInit() { return scord_cublas::handle() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED; }
static inline cublasStatus cublasShutdown() {
    const cublasHandle_t handle = scord_cublas::state().handle;
    scord_cublas::state().handle = 0;
    return handle ? cublasDestroy(handle) : CUBLAS_STATUS_NOT_INITIALIZED;
}
static inline cublasStatus cublasGetError() {
    const cublasStatus_t status = scord_cublas::state().status;
    scord_cublas::state().status = CUBLAS_STATUS_SUCCESS;
    return status;
}
static inline cublasStatus cublasSetKernelStream(cudaStream_t stream) { return cublasSetStream(scord_cublas::handle(), stream); }
static inline cublasStatus cublasAlloc(int n, int element, void **pointer) {
    return cudaMalloc(pointer, (size_t)n * (size_t)element) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
static inline cublasStatus cublasFree(void *pointer) {
    return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

#define SCORD_L static inline void
#define SCORD_CALL(name, ...) scord_cublas::note(name(scord_cublas::handle(), __VA_ARGS__))
#define SCORD_RESULT(type, name, ...) \
    type result = type(); \
    scord_cublas::note(name(scord_cublas::handle(), __VA_ARGS__, &result)); \
    return result

/* Of one type: its letter, large and small, the type, the letter of real results and their type. */
#define SCORD_LEGACY(L, l, T, R, REAL) \
    static inline int cublasI##l##amax(int n, const T *x, int incx) { SCORD_RESULT(int, cublasI##l##amax, n, x, incx); } \
    static inline int cublasI##l##amin(int n, const T *x, int incx) { SCORD_RESULT(int, cublasI##l##amin, n, x, incx); } \
    static inline REAL cublas##R##asum(int n, const T *x, int incx) { SCORD_RESULT(REAL, cublas##R##asum, n, x, incx); } \
    static inline REAL cublas##R##nrm2(int n, const T *x, int incx) { SCORD_RESULT(REAL, cublas##R##nrm2, n, x, incx); } \
    SCORD_L cublas##L##axpy(int n, T alpha, const T *x, int incx, T *y, int incy) { \
        SCORD_CALL(cublas##L##axpy, n, &alpha, x, incx, y, incy); \
    } \
    SCORD_L cublas##L##copy(int n, const T *x, int incx, T *y, int incy) { SCORD_CALL(cublas##L##copy, n, x, incx, y, incy); } \
    SCORD_L cublas##L##swap(int n, T *x, int incx, T *y, int incy) { SCORD_CALL(cublas##L##swap, n, x, incx, y, incy); } \
    SCORD_L cublas##L##scal(int n, T alpha, T *x, int incx) { SCORD_CALL(cublas##L##scal, n, &alpha, x, incx); } \
    SCORD_L cublas##L##gemv(char op, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy) { \
        SCORD_CALL(cublas##L##gemv, scord_cublas::operation(op), m, n, &alpha, a, lda, x, incx, &beta, y, incy); \
    } \
    SCORD_L cublas##L##trmv(char uplo, char op, char diag, int n, const T *a, int lda, T *x, int incx) { \
        SCORD_CALL(cublas##L##trmv, scord_cublas::fill(uplo), scord_cublas::operation(op), scord_cublas::diagonal(diag), n, a, \
                   lda, x, incx); \
    } \
    SCORD_L cublas##L##trsv(char uplo, char op, char diag, int n, const T *a, int lda, T *x, int incx) { \
        SCORD_CALL(cublas##L##trsv, scord_cublas::fill(uplo), scord_cublas::operation(op), scord_cublas::diagonal(diag), n, a, \
                   lda, x, incx); \
    } \
    SCORD_L cublas##L##gemm(char opa, char opb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, \
                            T *c, int ldc) { \
        SCORD_CALL(cublas##L##gemm, scord_cublas::operation(opa), scord_cublas::operation(opb), m, n, k, &alpha, a, lda, b, \
                   ldb, &beta, c, ldc); \
    } \
    SCORD_L cublas##L##symm(char side, char uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, \
                            int ldc) { \
        SCORD_CALL(cublas##L##symm, scord_cublas::side(side), scord_cublas::fill(uplo), m, n, &alpha, a, lda, b, ldb, &beta, c, \
                   ldc); \
    } \
    SCORD_L cublas##L##syrk(char uplo, char op, int n, int k, T alpha, const T *a, int lda, T beta, T *c, int ldc) { \
        SCORD_CALL(cublas##L##syrk, scord_cublas::fill(uplo), scord_cublas::operation(op), n, k, &alpha, a, lda, &beta, c, ldc); \
    } \
    SCORD_L cublas##L##syr2k(char uplo, char op, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, \
                             int ldc) { \
        SCORD_CALL(cublas##L##syr2k, scord_cublas::fill(uplo), scord_cublas::operation(op), n, k, &alpha, a, lda, b, ldb, &beta, \
                   c, ldc); \
    } \
    SCORD_L cublas##L##trsm(char side, char uplo, char op, char diag, int m, int n, T alpha, const T *a, int lda, T *b, int ldb) { \
        SCORD_CALL(cublas##L##trsm, scord_cublas::side(side), scord_cublas::fill(uplo), scord_cublas::operation(op), \
                   scord_cublas::diagonal(diag), m, n, &alpha, a, lda, b, ldb); \
    } \
    SCORD_L cublas##L##trmm(char side, char uplo, char op, char diag, int m, int n, T alpha, const T *a, int lda, T *b, int ldb) { \
        SCORD_CALL(cublas##L##trmm, scord_cublas::side(side), scord_cublas::fill(uplo), scord_cublas::operation(op), \
                   scord_cublas::diagonal(diag), m, n, &alpha, a, lda, b, ldb, b, ldb); \
    }
#define SCORD_LEGACY_REAL(L, T) \
    static inline T cublas##L##dot(int n, const T *x, int incx, const T *y, int incy) { \
        SCORD_RESULT(T, cublas##L##dot, n, x, incx, y, incy); \
    } \
    SCORD_L cublas##L##rot(int n, T *x, int incx, T *y, int incy, T c, T s) { \
        SCORD_CALL(cublas##L##rot, n, x, incx, y, incy, &c, &s); \
    } \
    SCORD_L cublas##L##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { \
        SCORD_CALL(cublas##L##ger, m, n, &alpha, x, incx, y, incy, a, lda); \
    } \
    SCORD_L cublas##L##symv(char uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy) { \
        SCORD_CALL(cublas##L##symv, scord_cublas::fill(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy); \
    } \
    SCORD_L cublas##L##syr(char uplo, int n, T alpha, const T *x, int incx, T *a, int lda) { \
        SCORD_CALL(cublas##L##syr, scord_cublas::fill(uplo), n, &alpha, x, incx, a, lda); \
    }
#define SCORD_LEGACY_COMPLEX(L, T) \
    static inline T cublas##L##dotu(int n, const T *x, int incx, const T *y, int incy) { \
        SCORD_RESULT(T, cublas##L##dotu, n, x, incx, y, incy); \
    } \
    static inline T cublas##L##dotc(int n, const T *x, int incx, const T *y, int incy) { \
        SCORD_RESULT(T, cublas##L##dotc, n, x, incx, y, incy); \
    }
SCORD_LEGACY(S, s, float, S, float)
SCORD_LEGACY(D, d, double, D, double)
SCORD_LEGACY(C, c, cuComplex, Sc, float)
SCORD_LEGACY(Z, z, cuDoubleComplex, Dz, double)
SCORD_LEGACY_REAL(S, float)
SCORD_LEGACY_REAL(D, double)
SCORD_LEGACY_COMPLEX(C, cuComplex)
SCORD_LEGACY_COMPLEX(Z, cuDoubleComplex)
#undef SCORD_LEGACY
#undef SCORD_LEGACY_REAL
#undef SCORD_LEGACY_COMPLEX
#undef SCORD_RESULT
#undef SCORD_CALL
#undef SCORD_L

#endif
