/* SPDX-License-Identifier: Apache-2.0 */
/* blas_mixed.c: products of matrices of 16, 8 or mixed bits: cublasGemmEx and its kin, cublasHgemm.
 * Elements become float (double where 64 bits or integers take part), which BLAS multiplies; the
 * result is rounded once.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/libraries/blas.h"
#include "sim/libraries/elements.h"

typedef struct product {
    cublasOperation_t opa, opb;
    int m, n, k, lda, ldb, ldc;
    cudaDataType a_type, b_type, c_type, scale_type;
    const void *alpha, *beta; /* where the host finds them */
} product_t;

/* False: not of types that cuBLAS has, or that scord has. */
static bool types_are_known(const product_t *p) {
    return element_bytes(p->a_type) && element_bytes(p->b_type) && element_bytes(p->c_type);
}

static bool has_op(cublasOperation_t op) { return op != CUBLAS_OP_N; }

/* ROWS x COLUMNS without gaps. */
static double *widened(const void *matrix, cudaDataType type, int rows, int columns, int ld) {
    double *wide = malloc((size_t)rows * (size_t)columns * sizeof *wide + 1);
    for (int j = 0; wide && j < columns; j++)
        elements_widen(wide + (size_t)j * (size_t)rows,
                       (const char *)matrix + (size_t)j * (size_t)ld * element_bytes(type), type,
                       (size_t)rows);
    return wide;
}

static void narrow_to_float(const double *from, float *to, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (float)from[i];
}

/* C of doubles, exact where the sums are. In float when nothing of 64 bits or integers takes
 * part: as the GPU's accumulators. */
static bool compute(const product_t *p, double *a, double *b, double *c, double alpha,
                    double beta) {
    const size_t as = (size_t)p->m * (size_t)p->k, bs = (size_t)p->k * (size_t)p->n,
                 cs = (size_t)p->m * (size_t)p->n;
    const int lda = has_op(p->opa) ? p->k : p->m, ldb = has_op(p->opb) ? p->n : p->k;
    const int la = lda > 0 ? lda : 1, lb = ldb > 0 ? ldb : 1;
    if (p->scale_type == CUDA_R_64F || p->scale_type == CUDA_R_32I || p->a_type == CUDA_R_8I) {
        ((void (*)(int, int, int, int, int, int, double, const double *, int, const double *, int,
                   double, double *, int))blas_function("cblas_dgemm"))(
            BLAS_COLUMNS, blas_operation(p->opa), blas_operation(p->opb), p->m, p->n, p->k, alpha,
            a, la, b, lb, beta, c, p->m);
        return true;
    }
    float *all = malloc((as + bs + cs + 1) * sizeof *all), *fb = all + as, *fc = fb + bs;
    if (!all) return false;
    narrow_to_float(a, all, as);
    narrow_to_float(b, fb, bs);
    narrow_to_float(c, fc, cs);
    ((void (*)(int, int, int, int, int, int, float, const float *, int, const float *, int, float,
               float *, int))blas_function("cblas_sgemm"))(
        BLAS_COLUMNS, blas_operation(p->opa), blas_operation(p->opb), p->m, p->n, p->k,
        (float)alpha, all, la, fb, lb, (float)beta, fc, p->m);
    for (size_t i = 0; i < cs; i++) c[i] = fc[i];
    free(all);
    return true;
}

static void multiply(blas_call_t *blas, const product_t *p, const void *a, const void *b, void *c) {
    const bool ta = has_op(p->opa), tb = has_op(p->opb);
    const int ar = ta ? p->k : p->m, ac = ta ? p->m : p->k, br = tb ? p->n : p->k,
              bc = tb ? p->k : p->n;
    double alpha, beta;
    elements_widen(&alpha, p->alpha, p->scale_type, 1);
    elements_widen(&beta, p->beta, p->scale_type, 1);
    const void *pa = blas_matrix(blas, a, ar, ac, p->lda, element_bytes(p->a_type), LIBRARY_READS),
               *pb = blas_matrix(blas, b, br, bc, p->ldb, element_bytes(p->b_type), LIBRARY_READS);
    const size_t size = element_bytes(p->c_type);
    char *pc = blas_matrix(blas, c, p->m, p->n, p->ldc, size,
                           LIBRARY_WRITES | (beta == 0 ? 0 : LIBRARY_READS));
    if (!blas_ready(blas) || !pc) return;
    double *wa = widened(pa, p->a_type, ar, ac, p->lda),
           *wb = widened(pb, p->b_type, br, bc, p->ldb),
           *wc = widened(pc, p->c_type, p->m, p->n, p->ldc);
    if (beta == 0 && wc) memset(wc, 0, (size_t)p->m * (size_t)p->n * sizeof *wc);
    if (!wa || !wb || !wc || !compute(p, wa, wb, wc, alpha, beta))
        blas->status = CUBLAS_STATUS_ALLOC_FAILED;
    for (int j = 0; j < p->n && blas_ready(blas); j++)
        elements_narrow(pc + (size_t)j * (size_t)p->ldc * size, wc + (size_t)j * (size_t)p->m,
                        p->c_type, (size_t)p->m);
    free(wa);
    free(wb);
    free(wc);
}

/* The type of alpha and beta. */
static cudaDataType scale_of(cublasComputeType_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC: return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    default: return CUDA_R_32F;
    }
}
static bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

/* The product's numbers become the host's. */
static bool prepare(blas_call_t *blas, product_t *p) {
    if (!types_are_known(p)) blas->status = CUBLAS_STATUS_NOT_SUPPORTED;
    p->alpha = blas_scalar(blas, p->alpha, element_bytes(p->scale_type), LIBRARY_READS);
    p->beta = blas_scalar(blas, p->beta, element_bytes(p->scale_type), LIBRARY_READS);
    return blas_ready(blas);
}
static const char *at(const void *base, long long stride, int i, cudaDataType type) {
    return (const char *)base + (long long)i * stride * (long long)element_bytes(type);
}
static cublasStatus_t strided(cublasHandle_t handle, const char *name, product_t p, const void *a,
                              long long stride_a, const void *b, long long stride_b, void *c,
                              long long stride_c, int count) {
    blas_call_t blas;
    if (!blas_begin(&blas, handle, name)) return blas.status;
    const bool ready = prepare(&blas, &p);
    for (int i = 0; ready && i < count && blas_ready(&blas); i++)
        multiply(&blas, &p, at(a, stride_a, i, p.a_type), at(b, stride_b, i, p.b_type),
                 (void *)(uintptr_t)at(c, stride_c, i, p.c_type));
    return blas_end(&blas);
}
static cublasStatus_t batched(cublasHandle_t handle, const char *name, product_t p,
                              const void *const a[], const void *const b[], void *const c[],
                              int count) {
    blas_call_t blas;
    if (!blas_begin(&blas, handle, name)) return blas.status;
    const bool ready = prepare(&blas, &p);
    const void *const *as = blas_vector(&blas, a, count, 1, sizeof *as, LIBRARY_READS),
                      *const *bs = blas_vector(&blas, b, count, 1, sizeof *bs, LIBRARY_READS);
    void *const *cs = blas_vector(&blas, c, count, 1, sizeof *cs, LIBRARY_READS);
    for (int i = 0; ready && i < count && blas_ready(&blas); i++)
        multiply(&blas, &p, as[i], bs[i], cs[i]);
    return blas_end(&blas);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa,
                                          cublasOperation_t opb, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType a_type,
                                          int lda, long long stride_a, const void *b,
                                          cudaDataType b_type, int ldb, long long stride_b,
                                          const void *beta, void *c, cudaDataType c_type, int ldc,
                                          long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
    SCORD_LIBRARY_CALLED(cublasGemmStridedBatchedEx);
    (void)algorithm;
    if (is_complex(a_type)) {
        if (a_type != b_type || a_type != c_type) return CUBLAS_STATUS_NOT_SUPPORTED;
        return a_type == CUDA_C_32F
                   ? cublasCgemmStridedBatched(handle, opa, opb, m, n, k, alpha, a, lda, stride_a,
                                               b, ldb, stride_b, beta, c, ldc, stride_c, count)
                   : cublasZgemmStridedBatched(handle, opa, opb, m, n, k, alpha, a, lda, stride_a,
                                               b, ldb, stride_b, beta, c, ldc, stride_c, count);
    }
    return strided(handle, "cublasGemmStridedBatchedEx",
                   (product_t){opa, opb, m, n, k, lda, ldb, ldc, a_type, b_type, c_type,
                               scale_of(compute), alpha, beta},
                   a, stride_a, b, stride_b, c, stride_c, count);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                            int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
    SCORD_LIBRARY_CALLED(cublasGemmEx);
    if (is_complex(a_type))
        return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, 0, b,
                                          b_type, ldb, 0, beta, c, c_type, ldc, 0, 1, compute,
                                          algorithm);
    return strided(handle, "cublasGemmEx",
                   (product_t){opa, opb, m, n, k, lda, ldb, ldc, a_type, b_type, c_type,
                               scale_of(compute), alpha, beta},
                   a, 0, b, 0, c, 0, 1);
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa,
                                   cublasOperation_t opb, int m, int n, int k, const void *alpha,
                                   const void *const a[], cudaDataType a_type, int lda,
                                   const void *const b[], cudaDataType b_type, int ldb,
                                   const void *beta, void *const c[], cudaDataType c_type, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm) {
    SCORD_LIBRARY_CALLED(cublasGemmBatchedEx);
    (void)algorithm;
    if (is_complex(a_type)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return batched(handle, "cublasGemmBatchedEx",
                   (product_t){opa, opb, m, n, k, lda, ldb, ldc, a_type, b_type, c_type,
                               scale_of(compute), alpha, beta},
                   a, b, c, count);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                             int m, int n, int k, const float *alpha, const void *a,
                             cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                             int ldb, const float *beta, void *c, cudaDataType c_type, int ldc) {
    SCORD_LIBRARY_CALLED(cublasSgemmEx);
    return strided(handle, "cublasSgemmEx",
                   (product_t){opa, opb, m, n, k, lda, ldb, ldc, a_type, b_type, c_type, CUDA_R_32F,
                               alpha, beta},
                   a, 0, b, 0, c, 0, 1);
}

/* ---- halves; their type is C++'s ---- */

#define HALVES                                                                                     \
    (product_t) {                                                                                  \
        opa, opb, m, n, k, lda, ldb, ldc, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, alpha,   \
            beta                                                                                   \
    }
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                           int m, int n, int k, const void *alpha, const void *a, int lda,
                           const void *b, int ldb, const void *beta, void *c, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t opa,
                                  cublasOperation_t opb, int m, int n, int k, const void *alpha,
                                  const void *const a[], int lda, const void *const b[], int ldb,
                                  const void *beta, void *const c[], int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa,
                                         cublasOperation_t opb, int m, int n, int k,
                                         const void *alpha, const void *a, int lda,
                                         long long stride_a, const void *b, int ldb,
                                         long long stride_b, const void *beta, void *c, int ldc,
                                         long long stride_c, int count);
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                           int m, int n, int k, const void *alpha, const void *a, int lda,
                           const void *b, int ldb, const void *beta, void *c, int ldc) {
    SCORD_LIBRARY_CALLED(cublasHgemm);
    return strided(handle, "cublasHgemm", HALVES, a, 0, b, 0, c, 0, 1);
}
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t opa,
                                  cublasOperation_t opb, int m, int n, int k, const void *alpha,
                                  const void *const a[], int lda, const void *const b[], int ldb,
                                  const void *beta, void *const c[], int ldc, int count) {
    SCORD_LIBRARY_CALLED(cublasHgemmBatched);
    return batched(handle, "cublasHgemmBatched", HALVES, a, b, c, count);
}
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa,
                                         cublasOperation_t opb, int m, int n, int k,
                                         const void *alpha, const void *a, int lda,
                                         long long stride_a, const void *b, int ldb,
                                         long long stride_b, const void *beta, void *c, int ldc,
                                         long long stride_c, int count) {
    SCORD_LIBRARY_CALLED(cublasHgemmStridedBatched);
    return strided(handle, "cublasHgemmStridedBatched", HALVES, a, stride_a, b, stride_b, c,
                   stride_c, count);
}
