/* SPDX-License-Identifier: Apache-2.0 */
/* cublas_v2.h: dense linear algebra by cuBLAS' host interface, computed by the system's BLAS (docs/cuda.md). */
#ifndef SCORD_CUBLAS_V2_H
#define SCORD_CUBLAS_V2_H
#define CUBLAS_V2_H_
#define CUBLAS_API_H_ /* helper_cuda.h asks for it */

#include "cuComplex.h"
#include "library_types.h"

#define CUBLASAPI
#define CUBLASWINAPI
#define CUBLAS_VER_MAJOR 11
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 11000

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2,
    CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8,
    CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10, CUBLAS_GEMM_ALGO11, CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13,
    CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15, CUBLAS_GEMM_ALGO16, CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18,
    CUBLAS_GEMM_ALGO19, CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22, CUBLAS_GEMM_ALGO23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP, CUBLAS_GEMM_ALGO2_TENSOR_OP, CUBLAS_GEMM_ALGO3_TENSOR_OP, CUBLAS_GEMM_ALGO4_TENSOR_OP,
    CUBLAS_GEMM_ALGO5_TENSOR_OP, CUBLAS_GEMM_ALGO6_TENSOR_OP, CUBLAS_GEMM_ALGO7_TENSOR_OP, CUBLAS_GEMM_ALGO8_TENSOR_OP,
    CUBLAS_GEMM_ALGO9_TENSOR_OP, CUBLAS_GEMM_ALGO10_TENSOR_OP, CUBLAS_GEMM_ALGO11_TENSOR_OP,
    CUBLAS_GEMM_ALGO12_TENSOR_OP, CUBLAS_GEMM_ALGO13_TENSOR_OP, CUBLAS_GEMM_ALGO14_TENSOR_OP,
    CUBLAS_GEMM_ALGO15_TENSOR_OP
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

/* The name of the second interface, which this is, and the plain one that stands for it. */
#define SCORD_BLAS(name, ...) \
    cublasStatus_t name##_v2(__VA_ARGS__); \
    cublasStatus_t name(__VA_ARGS__) __asm__(#name "_v2")

SCORD_BLAS(cublasCreate, cublasHandle_t *handle);
SCORD_BLAS(cublasDestroy, cublasHandle_t handle);
SCORD_BLAS(cublasGetVersion, cublasHandle_t handle, int *version);
SCORD_BLAS(cublasSetStream, cublasHandle_t handle, cudaStream_t stream);
SCORD_BLAS(cublasGetStream, cublasHandle_t handle, cudaStream_t *stream);
SCORD_BLAS(cublasSetPointerMode, cublasHandle_t handle, cublasPointerMode_t mode);
SCORD_BLAS(cublasGetPointerMode, cublasHandle_t handle, cublasPointerMode_t *mode);
SCORD_BLAS(cublasSetWorkspace, cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
const char *cublasGetStatusString(cublasStatus_t status);
const char *cublasGetStatusName(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int element, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasGetVector(int n, int element, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int element, const void *from, int from_ld, void *to, int to_ld);
cublasStatus_t cublasGetMatrix(int rows, int columns, int element, const void *from, int from_ld, void *to, int to_ld);
cublasStatus_t cublasSetVectorAsync(int n, int element, const void *from, int from_step, void *to, int to_step,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int element, const void *from, int from_step, void *to, int to_step,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element, const void *from, int from_ld, void *to,
                                    int to_ld, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element, const void *from, int from_ld, void *to,
                                    int to_ld, cudaStream_t stream);

#define SCORD_H cublasHandle_t handle
#define SCORD_FILL cublasFillMode_t fill
#define SCORD_OP cublasOperation_t op
#define SCORD_DIAG cublasDiagType_t diag

/* ---- level 1: vectors ---- */
#define SCORD_BLAS1(L, R, T, REAL) /* letter, letters of real results ("Sc" for C), type, its real type */ \
    SCORD_BLAS(cublasI##L##amax, SCORD_H, int n, const T *x, int incx, int *result); \
    SCORD_BLAS(cublasI##L##amin, SCORD_H, int n, const T *x, int incx, int *result); \
    SCORD_BLAS(cublas##R##asum, SCORD_H, int n, const T *x, int incx, REAL *result); \
    SCORD_BLAS(cublas##R##nrm2, SCORD_H, int n, const T *x, int incx, REAL *result)
#define SCORD_BLAS1_ALL(L, T, REAL) \
    SCORD_BLAS(cublas##L##axpy, SCORD_H, int n, const T *alpha, const T *x, int incx, T *y, int incy); \
    SCORD_BLAS(cublas##L##copy, SCORD_H, int n, const T *x, int incx, T *y, int incy); \
    SCORD_BLAS(cublas##L##swap, SCORD_H, int n, T *x, int incx, T *y, int incy); \
    SCORD_BLAS(cublas##L##scal, SCORD_H, int n, const T *alpha, T *x, int incx); \
    SCORD_BLAS(cublas##L##rot, SCORD_H, int n, T *x, int incx, T *y, int incy, const REAL *c, const T *s); \
    SCORD_BLAS(cublas##L##rotg, SCORD_H, T *a, T *b, REAL *c, T *s)
#define SCORD_BLAS1_REAL(L, T) \
    SCORD_BLAS(cublas##L##dot, SCORD_H, int n, const T *x, int incx, const T *y, int incy, T *result); \
    SCORD_BLAS(cublas##L##rotm, SCORD_H, int n, T *x, int incx, T *y, int incy, const T *parameters); \
    SCORD_BLAS(cublas##L##rotmg, SCORD_H, T *d1, T *d2, T *x1, const T *y1, T *parameters)
#define SCORD_BLAS1_COMPLEX(L, R, T, REAL) \
    SCORD_BLAS(cublas##L##dotu, SCORD_H, int n, const T *x, int incx, const T *y, int incy, T *result); \
    SCORD_BLAS(cublas##L##dotc, SCORD_H, int n, const T *x, int incx, const T *y, int incy, T *result); \
    SCORD_BLAS(cublas##L##R##scal, SCORD_H, int n, const REAL *alpha, T *x, int incx); \
    SCORD_BLAS(cublas##L##R##rot, SCORD_H, int n, T *x, int incx, T *y, int incy, const REAL *c, const REAL *s)

/* ---- level 2: a matrix and vectors ---- */
#define SCORD_BLAS2(L, T) \
    SCORD_BLAS(cublas##L##gemv, SCORD_H, SCORD_OP, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, \
               const T *beta, T *y, int incy); \
    SCORD_BLAS(cublas##L##gbmv, SCORD_H, SCORD_OP, int m, int n, int kl, int ku, const T *alpha, const T *a, int lda, \
               const T *x, int incx, const T *beta, T *y, int incy); \
    SCORD_BLAS(cublas##L##trmv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, const T *a, int lda, T *x, int incx); \
    SCORD_BLAS(cublas##L##trsv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, const T *a, int lda, T *x, int incx); \
    SCORD_BLAS(cublas##L##tbmv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, int k, const T *a, int lda, T *x, \
               int incx); \
    SCORD_BLAS(cublas##L##tbsv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, int k, const T *a, int lda, T *x, \
               int incx); \
    SCORD_BLAS(cublas##L##tpmv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, const T *a, T *x, int incx); \
    SCORD_BLAS(cublas##L##tpsv, SCORD_H, SCORD_FILL, SCORD_OP, SCORD_DIAG, int n, const T *a, T *x, int incx)
#define SCORD_BLAS2_SYMMETRIC(L, T, REAL, mv, bmv, pmv, r, r2, pr, pr2) \
    SCORD_BLAS(cublas##L##mv, SCORD_H, SCORD_FILL, int n, const T *alpha, const T *a, int lda, const T *x, int incx, \
               const T *beta, T *y, int incy); \
    SCORD_BLAS(cublas##L##bmv, SCORD_H, SCORD_FILL, int n, int k, const T *alpha, const T *a, int lda, const T *x, \
               int incx, const T *beta, T *y, int incy); \
    SCORD_BLAS(cublas##L##pmv, SCORD_H, SCORD_FILL, int n, const T *alpha, const T *a, const T *x, int incx, \
               const T *beta, T *y, int incy); \
    SCORD_BLAS(cublas##L##r, SCORD_H, SCORD_FILL, int n, const REAL *alpha, const T *x, int incx, T *a, int lda); \
    SCORD_BLAS(cublas##L##r2, SCORD_H, SCORD_FILL, int n, const T *alpha, const T *x, int incx, const T *y, int incy, \
               T *a, int lda); \
    SCORD_BLAS(cublas##L##pr, SCORD_H, SCORD_FILL, int n, const REAL *alpha, const T *x, int incx, T *a); \
    SCORD_BLAS(cublas##L##pr2, SCORD_H, SCORD_FILL, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a)
#define SCORD_BLAS2_GER(L, name, T) \
    SCORD_BLAS(cublas##L##name, SCORD_H, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, \
               int lda)

/* ---- level 3: matrices ---- */
#define SCORD_BLAS3(L, T) \
    SCORD_BLAS(cublas##L##gemm, SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, \
               const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##symm, SCORD_H, cublasSideMode_t side, SCORD_FILL, int m, int n, const T *alpha, const T *a, \
               int lda, const T *b, int ldb, const T *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##syrk, SCORD_H, SCORD_FILL, SCORD_OP, int n, int k, const T *alpha, const T *a, int lda, \
               const T *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##syr2k, SCORD_H, SCORD_FILL, SCORD_OP, int n, int k, const T *alpha, const T *a, int lda, \
               const T *b, int ldb, const T *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##trmm, SCORD_H, cublasSideMode_t side, SCORD_FILL, SCORD_OP, SCORD_DIAG, int m, int n, \
               const T *alpha, const T *a, int lda, const T *b, int ldb, T *c, int ldc); \
    SCORD_BLAS(cublas##L##trsm, SCORD_H, cublasSideMode_t side, SCORD_FILL, SCORD_OP, SCORD_DIAG, int m, int n, \
               const T *alpha, const T *a, int lda, T *b, int ldb); \
    cublasStatus_t cublas##L##gemmBatched(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, \
                                          const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, \
                                          const T *beta, T *const c[], int ldc, int count); \
    cublasStatus_t cublas##L##gemmStridedBatched( \
        SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const T *alpha, const T *a, int lda, \
        long long stride_a, const T *b, int ldb, long long stride_b, const T *beta, T *c, int ldc, long long stride_c, \
        int count); \
    cublasStatus_t cublas##L##geam(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const T *alpha, \
                                   const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc); \
    cublasStatus_t cublas##L##dgmm(SCORD_H, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x, \
                                   int incx, T *c, int ldc); \
    cublasStatus_t cublas##L##trsmBatched(SCORD_H, cublasSideMode_t side, SCORD_FILL, SCORD_OP, SCORD_DIAG, int m, int n, \
                                          const T *alpha, const T *const a[], int lda, T *const b[], int ldb, int count); \
    cublasStatus_t cublas##L##getrfBatched(SCORD_H, int n, T *const a[], int lda, int *pivots, int *info, int count); \
    cublasStatus_t cublas##L##getrsBatched(SCORD_H, SCORD_OP, int n, int columns, const T *const a[], int lda, \
                                           const int *pivots, T *const b[], int ldb, int *info, int count); \
    cublasStatus_t cublas##L##getriBatched(SCORD_H, int n, const T *const a[], int lda, const int *pivots, T *const c[], \
                                           int ldc, int *info, int count); \
    cublasStatus_t cublas##L##matinvBatched(SCORD_H, int n, const T *const a[], int lda, T *const c[], int ldc, int *info, \
                                            int count)
#define SCORD_BLAS3_HERMITIAN(L, T, REAL) \
    SCORD_BLAS(cublas##L##hemm, SCORD_H, cublasSideMode_t side, SCORD_FILL, int m, int n, const T *alpha, const T *a, \
               int lda, const T *b, int ldb, const T *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##herk, SCORD_H, SCORD_FILL, SCORD_OP, int n, int k, const REAL *alpha, const T *a, int lda, \
               const REAL *beta, T *c, int ldc); \
    SCORD_BLAS(cublas##L##her2k, SCORD_H, SCORD_FILL, SCORD_OP, int n, int k, const T *alpha, const T *a, int lda, \
               const T *b, int ldb, const REAL *beta, T *c, int ldc)

#define SCORD_BLAS_REAL(L, T) \
    SCORD_BLAS1_ALL(L, T, T); \
    SCORD_BLAS1_REAL(L, T); \
    SCORD_BLAS2(L, T); \
    SCORD_BLAS2_SYMMETRIC(L, T, T, symv, sbmv, spmv, syr, syr2, spr, spr2); \
    SCORD_BLAS2_GER(L, ger, T); \
    SCORD_BLAS3(L, T)
#define SCORD_BLAS_COMPLEX(L, R, T, REAL) \
    SCORD_BLAS1_ALL(L, T, REAL); \
    SCORD_BLAS1_COMPLEX(L, R, T, REAL); \
    SCORD_BLAS2(L, T); \
    SCORD_BLAS2_SYMMETRIC(L, T, REAL, hemv, hbmv, hpmv, her, her2, hpr, hpr2); \
    SCORD_BLAS2_GER(L, geru, T); \
    SCORD_BLAS2_GER(L, gerc, T); \
    SCORD_BLAS3(L, T); \
    SCORD_BLAS3_HERMITIAN(L, T, REAL)
SCORD_BLAS1(s, S, float, float);
SCORD_BLAS1(d, D, double, double);
SCORD_BLAS1(c, Sc, cuComplex, float);
SCORD_BLAS1(z, Dz, cuDoubleComplex, double);
SCORD_BLAS_REAL(S, float);
SCORD_BLAS_REAL(D, double);
SCORD_BLAS_COMPLEX(C, s, cuComplex, float);
SCORD_BLAS_COMPLEX(Z, d, cuDoubleComplex, double);

/* ---- elements of several types ---- */
cublasStatus_t cublasGemmEx(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,
                            const void *a, cudaDataType a_type, int lda, const void *b, cudaDataType b_type, int ldb,
                            const void *beta, void *c, cudaDataType c_type, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                   const void *alpha, const void *const a[], cudaDataType a_type, int lda,
                                   const void *const b[], cudaDataType b_type, int ldb, const void *beta, void *const c[],
                                   cudaDataType c_type, int ldc, int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType a_type, int lda,
                                          long long stride_a, const void *b, cudaDataType b_type, int ldb,
                                          long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc,
                                          long long stride_c, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemmEx(SCORD_H, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                             const float *alpha, const void *a, cudaDataType a_type, int lda, const void *b,
                             cudaDataType b_type, int ldb, const float *beta, void *c, cudaDataType c_type, int ldc);
#undef SCORD_H
#undef SCORD_FILL
#undef SCORD_OP
#undef SCORD_DIAG

#ifdef __cplusplus
}
#endif

/* Half precision needs its type, which cuda_fp16.h has in C++ alone. */
#if defined(__cplusplus) && defined(__CUDA__)
#include "cuda_fp16.h"
extern "C" {
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const __half *alpha, const __half *a, int lda, const __half *b, int ldb, const __half *beta,
                           __half *c, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                  const __half *alpha, const __half *const a[], int lda, const __half *const b[], int ldb,
                                  const __half *beta, __half *const c[], int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                         int n, int k, const __half *alpha, const __half *a, int lda, long long stride_a,
                                         const __half *b, int ldb, long long stride_b, const __half *beta, __half *c,
                                         int ldc, long long stride_c, int count);
}
/* CUDA 10 and before named the type of the computation as one of elements. */
static inline cublasComputeType_t scord_blas_compute(cudaDataType type) {
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                      : CUBLAS_COMPUTE_32F;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                          int k, const void *alpha, const void *a, cudaDataType a_type, int lda,
                                          const void *b, cudaDataType b_type, int ldb, const void *beta, void *c,
                                          cudaDataType c_type, int ldc, cudaDataType compute, cublasGemmAlgo_t algorithm) {
    return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc,
                        scord_blas_compute(compute), algorithm);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,
    const void *a, cudaDataType a_type, int lda, long long stride_a, const void *b, cudaDataType b_type, int ldb,
    long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc, long long stride_c, int count,
    cudaDataType compute, cublasGemmAlgo_t algorithm) {
    return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, stride_a, b, b_type, ldb, stride_b,
                                      beta, c, c_type, ldc, stride_c, count, scord_blas_compute(compute), algorithm);
}
#endif
#endif
