/* SPDX-License-Identifier: Apache-2.0 */
/* blas_type.h: the functions of cuBLAS for one type of elements. blas_types.c includes it four
 * times, with
 *     UPPER, LOWER   the type's letter: S, s
 *     T, REAL        its C type as the interface has it, and that of its real part
 *     E              the same for arithmetic (complex numbers of C)
 *     V, VALUE(p)    how CBLAS takes a number of it: by value, or by address
 *     CONJUGATE(e), MAGNITUDE(e)
 *     MV, BMV, …     the names of the symmetric or hermitian functions of level 2
 */
#define NAMED_(a, b, c, d) a##b##c##d
#define NAMED(a, b, c, d)  NAMED_(a, b, c, d)
#define V2(f)              NAMED(cublas, UPPER, f, _v2)
#define PLAIN(f)           NAMED(cublas, UPPER, f, )
#define TEXT_(f)           #f
#define TEXT(f)            TEXT_(f)
#define SAID(f)            "cublas" TEXT(UPPER) TEXT(f)
/* The function of CBLAS as a pointer to one of these arguments. */
#define BLAS(f, ...) ((void (*)(__VA_ARGS__))blas_function("cblas_" TEXT(LOWER) TEXT(f)))
#define BEGIN_AS(name)                                                                             \
    blas_call_t blas;                                                                              \
    if (!blas_begin(&blas, handle, name)) return blas.status
#define BEGIN(f)                      BEGIN_AS(SAID(f))
#define SCALAR(p)                     blas_scalar(&blas, p, sizeof(T), LIBRARY_READS)
#define REAL_OF(p)                    blas_scalar(&blas, p, sizeof(REAL), LIBRARY_READS)
#define CHANGED(b)                    (is_zero(b) ? LIBRARY_WRITES : LIBRARY_READS | LIBRARY_WRITES)
#define BOTH                          (LIBRARY_READS | LIBRARY_WRITES)
#define VECTOR(x, n, inc, use)        blas_vector(&blas, x, n, inc, sizeof(T), use)
#define MATRIX(a, m, n, ld, use)      blas_matrix(&blas, a, m, n, ld, sizeof(T), use)
#define TRIANGLE(a, fill, n, ld, use) blas_triangle(&blas, a, fill, n, ld, sizeof(T), use)
#define is_zero                       NAMED(zero_, UPPER, , )
#define PACKED(n)                     ((n) * ((n) + 1) / 2)

static bool is_zero(const void *number) { return !number || *(const E *)number == 0; }

/* ---- level 1 ---- */

cublasStatus_t NAMED(cublasI, LOWER, amin, _v2)(cublasHandle_t handle, int n, const T *x, int incx,
                                                int *result) {
    SCORD_LIBRARY_CALLED(NAMED(cublasI, LOWER, amin, _v2));
    BEGIN_AS("cublasI" TEXT(LOWER) "amin");
    const E *in = VECTOR(x, n, incx, LIBRARY_READS);
    int *out = blas_scalar(&blas, result, sizeof *out, LIBRARY_WRITES), best = 0;
    if (blas_ready(&blas)) {
        for (int i = 1; in && i < n && incx > 0; i++)
            if (MAGNITUDE(in[(size_t)i * (size_t)incx]) <
                MAGNITUDE(in[(size_t)best * (size_t)incx]))
                best = i;
        *out = in && incx > 0 ? best + 1 : 0;
    }
    return blas_end(&blas);
}
cublasStatus_t NAMED(cublasI, LOWER, amax, _v2)(cublasHandle_t handle, int n, const T *x, int incx,
                                                int *result) {
    SCORD_LIBRARY_CALLED(NAMED(cublasI, LOWER, amax, _v2));
    BEGIN_AS("cublasI" TEXT(LOWER) "amax");
    const E *in = VECTOR(x, n, incx, LIBRARY_READS);
    int *out = blas_scalar(&blas, result, sizeof *out, LIBRARY_WRITES), best = 0;
    if (blas_ready(&blas)) {
        for (int i = 1; in && i < n && incx > 0; i++)
            if (MAGNITUDE(in[(size_t)i * (size_t)incx]) >
                MAGNITUDE(in[(size_t)best * (size_t)incx]))
                best = i;
        *out = in && incx > 0 ? best + 1 : 0;
    }
    return blas_end(&blas);
}
cublasStatus_t NAMED(cublas, REAL_LETTERS, asum, _v2)(cublasHandle_t handle, int n, const T *x,
                                                      int incx, REAL *result) {
    SCORD_LIBRARY_CALLED(NAMED(cublas, REAL_LETTERS, asum, _v2));
    BEGIN_AS("cublas" TEXT(REAL_LETTERS) "asum");
    const E *in = VECTOR(x, n, incx, LIBRARY_READS);
    REAL *out = blas_scalar(&blas, result, sizeof *out, LIBRARY_WRITES);
    if (blas_ready(&blas)) {
        double sum = 0;
        for (int i = 0; in && i < n && incx > 0; i++)
            sum += (double)MAGNITUDE(in[(size_t)i * (size_t)incx]);
        *out = (REAL)sum;
    }
    return blas_end(&blas);
}
cublasStatus_t NAMED(cublas, REAL_LETTERS, nrm2, _v2)(cublasHandle_t handle, int n, const T *x,
                                                      int incx, REAL *result) {
    SCORD_LIBRARY_CALLED(NAMED(cublas, REAL_LETTERS, nrm2, _v2));
    BEGIN_AS("cublas" TEXT(REAL_LETTERS) "nrm2");
    const T *in = VECTOR(x, n, incx, LIBRARY_READS);
    REAL *out = blas_scalar(&blas, result, sizeof *out, LIBRARY_WRITES);
    if (blas_ready(&blas))
        *out = !in ? 0 : ((REAL(*)(int, const T *, int))blas_function(NORM))(n, in, incx);
    return blas_end(&blas);
}
cublasStatus_t V2(axpy)(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,
                        int incy) {
    SCORD_LIBRARY_CALLED(V2(axpy));
    BEGIN(axpy);
    const T *a = SCALAR(alpha), *in = VECTOR(x, n, incx, LIBRARY_READS);
    T *out = VECTOR(y, n, incy, BOTH);
    if (blas_ready(&blas) && in)
        BLAS(axpy, int, V, const T *, int, T *, int)(n, VALUE(a), in, incx, out, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(copy)(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(copy));
    BEGIN(copy);
    const T *in = VECTOR(x, n, incx, LIBRARY_READS);
    T *out = VECTOR(y, n, incy, LIBRARY_WRITES);
    if (blas_ready(&blas) && in) BLAS(copy, int, const T *, int, T *, int)(n, in, incx, out, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(swap)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(swap));
    BEGIN(swap);
    T *one = VECTOR(x, n, incx, BOTH), *other = VECTOR(y, n, incy, BOTH);
    if (blas_ready(&blas) && one) BLAS(swap, int, T *, int, T *, int)(n, one, incx, other, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(scal)(cublasHandle_t handle, int n, const T *alpha, T *x, int incx) {
    SCORD_LIBRARY_CALLED(V2(scal));
    BEGIN(scal);
    const T *a = SCALAR(alpha);
    T *in = VECTOR(x, n, incx, BOTH);
    if (blas_ready(&blas) && in) BLAS(scal, int, V, T *, int)(n, VALUE(a), in, incx);
    return blas_end(&blas);
}
cublasStatus_t V2(rotg)(cublasHandle_t handle, T *a, T *b, REAL *c, T *s) {
    SCORD_LIBRARY_CALLED(V2(rotg));
    BEGIN(rotg);
    T *pa = blas_scalar(&blas, a, sizeof *a, BOTH), *pb = blas_scalar(&blas, b, sizeof *b, BOTH),
      *ps = blas_scalar(&blas, s, sizeof *s, LIBRARY_WRITES);
    REAL *pc = blas_scalar(&blas, c, sizeof *c, LIBRARY_WRITES);
    if (blas_ready(&blas)) BLAS(rotg, T *, T *, REAL *, T *)(pa, pb, pc, ps);
    return blas_end(&blas);
}

/* x = c x + s y, y = c y - conjugate(s) x; a negative step begins at the end. */
static void NAMED(turn_, UPPER, , )(int n, E *x, int incx, E *y, int incy, REAL c, E s) {
    if (incx < 0) x += (ptrdiff_t)(1 - n) * incx;
    if (incy < 0) y += (ptrdiff_t)(1 - n) * incy;
    for (int i = 0; i < n; i++, x += incx, y += incy) {
        const E was = *x;
        *x = c * was + s * *y;
        *y = c * *y - CONJUGATE(s) * was;
    }
}
cublasStatus_t V2(rot)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const REAL *c,
                       const T *s) {
    SCORD_LIBRARY_CALLED(V2(rot));
    BEGIN(rot);
    E *one = VECTOR(x, n, incx, BOTH), *other = VECTOR(y, n, incy, BOTH);
    const REAL *pc = REAL_OF(c);
    const E *ps = SCALAR(s);
    if (blas_ready(&blas) && one) NAMED(turn_, UPPER, , )(n, one, incx, other, incy, *pc, *ps);
    return blas_end(&blas);
}

/* ---- level 2 ---- */

cublasStatus_t V2(gemv)(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T *alpha,
                        const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(gemv));
    BEGIN(gemv);
    const bool turned = op != CUBLAS_OP_N;
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta), *pm = MATRIX(a, m, n, lda, LIBRARY_READS),
            *px = VECTOR(x, turned ? m : n, incx, LIBRARY_READS);
    T *py = VECTOR(y, turned ? n : m, incy, CHANGED(pb));
    if (blas_ready(&blas) && m > 0 && n > 0)
        BLAS(gemv, int, int, int, int, V, const T *, int, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_operation(op), m, n, VALUE(pa), pm, lda, px, incx, VALUE(pb), py, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(gbmv)(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl, int ku,
                        const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta,
                        T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(gbmv));
    BEGIN(gbmv);
    const bool turned = op != CUBLAS_OP_N;
    blas_require(&blas, kl >= 0 && ku >= 0 && m >= 0);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta),
            *pm = MATRIX(a, kl + ku + 1, n, lda, LIBRARY_READS),
            *px = VECTOR(x, turned ? m : n, incx, LIBRARY_READS);
    T *py = VECTOR(y, turned ? n : m, incy, CHANGED(pb));
    if (blas_ready(&blas) && m > 0 && n > 0)
        BLAS(gbmv, int, int, int, int, int, int, V, const T *, int, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_operation(op), m, n, kl, ku, VALUE(pa), pm, lda, px, incx, VALUE(pb), py,
     incy);
    return blas_end(&blas);
}

/* A triangular matrix and a vector. */
#define TRIANGULAR(f)                                                                              \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,       \
                         cublasDiagType_t diag, int n, const T *a, int lda, T *x, int incx) {      \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const T *pm = TRIANGLE(a, fill, n, lda, LIBRARY_READS);                                    \
        T *px = VECTOR(x, n, incx, BOTH);                                                          \
        if (blas_ready(&blas) && n > 0) BLAS(f, int, int, int, int, int, const T *, int, T *, int) \
        (BLAS_COLUMNS, blas_fill(fill), blas_operation(op), BLAS_DIAGONAL + (int)diag, n, pm, lda, \
         px, incx);                                                                                \
        return blas_end(&blas);                                                                    \
    }
#define TRIANGULAR_BAND(f)                                                                         \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,       \
                         cublasDiagType_t diag, int n, int k, const T *a, int lda, T *x,           \
                         int incx) {                                                               \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        blas_require(&blas, k >= 0);                                                               \
        const T *pm = MATRIX(a, k + 1, n, lda, LIBRARY_READS);                                     \
        T *px = VECTOR(x, n, incx, BOTH);                                                          \
        if (blas_ready(&blas) && n > 0)                                                            \
            BLAS(f, int, int, int, int, int, int, const T *, int, T *, int)                        \
        (BLAS_COLUMNS, blas_fill(fill), blas_operation(op), BLAS_DIAGONAL + (int)diag, n, k, pm,   \
         lda, px, incx);                                                                           \
        return blas_end(&blas);                                                                    \
    }
#define TRIANGULAR_PACKED(f)                                                                       \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,       \
                         cublasDiagType_t diag, int n, const T *a, T *x, int incx) {               \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        blas_require(&blas, n >= 0);                                                               \
        const T *pm = VECTOR(a, PACKED(n), 1, LIBRARY_READS);                                      \
        T *px = VECTOR(x, n, incx, BOTH);                                                          \
        if (blas_ready(&blas) && n > 0) BLAS(f, int, int, int, int, int, const T *, T *, int)      \
        (BLAS_COLUMNS, blas_fill(fill), blas_operation(op), BLAS_DIAGONAL + (int)diag, n, pm, px,  \
         incx);                                                                                    \
        return blas_end(&blas);                                                                    \
    }
TRIANGULAR(trmv)
TRIANGULAR(trsv)
TRIANGULAR_BAND(tbmv)
TRIANGULAR_BAND(tbsv)
TRIANGULAR_PACKED(tpmv)
TRIANGULAR_PACKED(tpsv)

cublasStatus_t V2(MV)(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha,
                      const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(MV));
    BEGIN(MV);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta), *pm = TRIANGLE(a, fill, n, lda, LIBRARY_READS),
            *px = VECTOR(x, n, incx, LIBRARY_READS);
    T *py = VECTOR(y, n, incy, CHANGED(pb));
    if (blas_ready(&blas) && n > 0)
        BLAS(MV, int, int, int, V, const T *, int, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_fill(fill), n, VALUE(pa), pm, lda, px, incx, VALUE(pb), py, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(BMV)(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const T *alpha,
                       const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(BMV));
    BEGIN(BMV);
    blas_require(&blas, k >= 0);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta), *pm = MATRIX(a, k + 1, n, lda, LIBRARY_READS),
            *px = VECTOR(x, n, incx, LIBRARY_READS);
    T *py = VECTOR(y, n, incy, CHANGED(pb));
    if (blas_ready(&blas) && n > 0)
        BLAS(BMV, int, int, int, int, V, const T *, int, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_fill(fill), n, k, VALUE(pa), pm, lda, px, incx, VALUE(pb), py, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(PMV)(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha,
                       const T *a, const T *x, int incx, const T *beta, T *y, int incy) {
    SCORD_LIBRARY_CALLED(V2(PMV));
    BEGIN(PMV);
    blas_require(&blas, n >= 0);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta), *pm = VECTOR(a, PACKED(n), 1, LIBRARY_READS),
            *px = VECTOR(x, n, incx, LIBRARY_READS);
    T *py = VECTOR(y, n, incy, CHANGED(pb));
    if (blas_ready(&blas) && n > 0)
        BLAS(PMV, int, int, int, V, const T *, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_fill(fill), n, VALUE(pa), pm, px, incx, VALUE(pb), py, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(R1)(cublasHandle_t handle, cublasFillMode_t fill, int n, const REAL *alpha,
                      const T *x, int incx, T *a, int lda) {
    SCORD_LIBRARY_CALLED(V2(R1));
    BEGIN(R1);
    const REAL *pa = REAL_OF(alpha);
    const T *px = VECTOR(x, n, incx, LIBRARY_READS);
    T *pm = TRIANGLE(a, fill, n, lda, BOTH);
    if (blas_ready(&blas) && n > 0) BLAS(R1, int, int, int, REAL, const T *, int, T *, int)
    (BLAS_COLUMNS, blas_fill(fill), n, *pa, px, incx, pm, lda);
    return blas_end(&blas);
}
cublasStatus_t V2(R2)(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha,
                      const T *x, int incx, const T *y, int incy, T *a, int lda) {
    SCORD_LIBRARY_CALLED(V2(R2));
    BEGIN(R2);
    const T *pa = SCALAR(alpha), *px = VECTOR(x, n, incx, LIBRARY_READS),
            *py = VECTOR(y, n, incy, LIBRARY_READS);
    T *pm = TRIANGLE(a, fill, n, lda, BOTH);
    if (blas_ready(&blas) && n > 0)
        BLAS(R2, int, int, int, V, const T *, int, const T *, int, T *, int)
    (BLAS_COLUMNS, blas_fill(fill), n, VALUE(pa), px, incx, py, incy, pm, lda);
    return blas_end(&blas);
}
cublasStatus_t V2(PR1)(cublasHandle_t handle, cublasFillMode_t fill, int n, const REAL *alpha,
                       const T *x, int incx, T *a) {
    SCORD_LIBRARY_CALLED(V2(PR1));
    BEGIN(PR1);
    blas_require(&blas, n >= 0);
    const REAL *pa = REAL_OF(alpha);
    const T *px = VECTOR(x, n, incx, LIBRARY_READS);
    T *pm = VECTOR(a, PACKED(n), 1, BOTH);
    if (blas_ready(&blas) && n > 0) BLAS(PR1, int, int, int, REAL, const T *, int, T *)
    (BLAS_COLUMNS, blas_fill(fill), n, *pa, px, incx, pm);
    return blas_end(&blas);
}
cublasStatus_t V2(PR2)(cublasHandle_t handle, cublasFillMode_t fill, int n, const T *alpha,
                       const T *x, int incx, const T *y, int incy, T *a) {
    SCORD_LIBRARY_CALLED(V2(PR2));
    BEGIN(PR2);
    blas_require(&blas, n >= 0);
    const T *pa = SCALAR(alpha), *px = VECTOR(x, n, incx, LIBRARY_READS),
            *py = VECTOR(y, n, incy, LIBRARY_READS);
    T *pm = VECTOR(a, PACKED(n), 1, BOTH);
    if (blas_ready(&blas) && n > 0) BLAS(PR2, int, int, int, V, const T *, int, const T *, int, T *)
    (BLAS_COLUMNS, blas_fill(fill), n, VALUE(pa), px, incx, py, incy, pm);
    return blas_end(&blas);
}
#define OUTER(f)                                                                                   \
    cublasStatus_t V2(f)(cublasHandle_t handle, int m, int n, const T *alpha, const T *x,          \
                         int incx, const T *y, int incy, T *a, int lda) {                          \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const T *pa = SCALAR(alpha), *px = VECTOR(x, m, incx, LIBRARY_READS),                      \
                *py = VECTOR(y, n, incy, LIBRARY_READS);                                           \
        T *pm = MATRIX(a, m, n, lda, BOTH);                                                        \
        if (blas_ready(&blas) && m > 0 && n > 0)                                                   \
            BLAS(f, int, int, int, V, const T *, int, const T *, int, T *, int)                    \
        (BLAS_COLUMNS, m, n, VALUE(pa), px, incx, py, incy, pm, lda);                              \
        return blas_end(&blas);                                                                    \
    }

/* ---- level 3 ---- */

#define multiply NAMED(multiply_, UPPER, , )
static void multiply(blas_call_t *call, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                     int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,
                     T *c, int ldc) {
    blas_call_t *const saved = call;
    const bool ta = opa != CUBLAS_OP_N, tb = opb != CUBLAS_OP_N;
    const T *pa = blas_matrix(saved, a, ta ? k : m, ta ? m : k, lda, sizeof(T), LIBRARY_READS),
            *pb = blas_matrix(saved, b, tb ? n : k, tb ? k : n, ldb, sizeof(T), LIBRARY_READS);
    T *pc = blas_matrix(saved, c, m, n, ldc, sizeof(T), CHANGED(beta));
    if (blas_ready(saved) && pc)
        BLAS(gemm, int, int, int, int, int, int, V, const T *, int, const T *, int, V, T *, int)
    (BLAS_COLUMNS, blas_operation(opa), blas_operation(opb), m, n, k, VALUE(alpha), pa, lda, pb,
     ldb, VALUE(beta), pc, ldc);
}
cublasStatus_t V2(gemm)(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                        int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,
                        const T *beta, T *c, int ldc) {
    SCORD_LIBRARY_CALLED(V2(gemm));
    BEGIN(gemm);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta);
    if (blas_ready(&blas)) multiply(&blas, opa, opb, m, n, k, pa, a, lda, b, ldb, pb, c, ldc);
    return blas_end(&blas);
}
/* The arrays of addresses are device memory. */
#define ADDRESSES(p) blas_vector(&blas, p, count, 1, sizeof(void *), LIBRARY_READS)
cublasStatus_t PLAIN(gemmBatched)(cublasHandle_t handle, cublasOperation_t opa,
                                  cublasOperation_t opb, int m, int n, int k, const T *alpha,
                                  const T *const a[], int lda, const T *const b[], int ldb,
                                  const T *beta, T *const c[], int ldc, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(gemmBatched));
    BEGIN(gemmBatched);
    const T *pa = SCALAR(alpha),
            *pb = SCALAR(beta), *const *as = ADDRESSES(a), *const *bs = ADDRESSES(b);
    T *const *cs = ADDRESSES(c);
    for (int i = 0; i < count && blas_ready(&blas); i++)
        multiply(&blas, opa, opb, m, n, k, pa, as[i], lda, bs[i], ldb, pb, cs[i], ldc);
    return blas_end(&blas);
}
cublasStatus_t PLAIN(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t opa,
                                         cublasOperation_t opb, int m, int n, int k, const T *alpha,
                                         const T *a, int lda, long long stride_a, const T *b,
                                         int ldb, long long stride_b, const T *beta, T *c, int ldc,
                                         long long stride_c, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(gemmStridedBatched));
    BEGIN(gemmStridedBatched);
    const T *pa = SCALAR(alpha), *pb = SCALAR(beta);
    for (int i = 0; i < count && blas_ready(&blas); i++)
        multiply(&blas, opa, opb, m, n, k, pa, a + i * stride_a, lda, b + i * stride_b, ldb, pb,
                 c + i * stride_c, ldc);
    return blas_end(&blas);
}

#define SIDED(f)                                                                                   \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,      \
                         int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb,   \
                         const T *beta, T *c, int ldc) {                                           \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const T *pa = SCALAR(alpha), *pb = SCALAR(beta),                                           \
                *ma = TRIANGLE(a, fill, side == CUBLAS_SIDE_LEFT ? m : n, lda, LIBRARY_READS),     \
                *mb = MATRIX(b, m, n, ldb, LIBRARY_READS);                                         \
        T *mc = MATRIX(c, m, n, ldc, CHANGED(pb));                                                 \
        if (blas_ready(&blas) && mc)                                                               \
            BLAS(f, int, int, int, int, int, V, const T *, int, const T *, int, V, T *, int)       \
        (BLAS_COLUMNS, BLAS_SIDE + (int)side, blas_fill(fill), m, n, VALUE(pa), ma, lda, mb, ldb,  \
         VALUE(pb), mc, ldc);                                                                      \
        return blas_end(&blas);                                                                    \
    }
/* FACTOR, SCALE: the types of alpha and beta; _V: how CBLAS takes them. */
#define RANK_K(f, SCALE, SCALE_V, SCALE_OF)                                                        \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,       \
                         int n, int k, const SCALE *alpha, const T *a, int lda, const SCALE *beta, \
                         T *c, int ldc) {                                                          \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const bool turned = op != CUBLAS_OP_N;                                                     \
        const SCALE *pa = blas_scalar(&blas, alpha, sizeof *alpha, LIBRARY_READS),                 \
                    *pb = blas_scalar(&blas, beta, sizeof *beta, LIBRARY_READS);                   \
        const T *ma = MATRIX(a, turned ? k : n, turned ? n : k, lda, LIBRARY_READS);               \
        T *mc = TRIANGLE(c, fill, n, ldc, BOTH);                                                   \
        if (blas_ready(&blas) && mc)                                                               \
            BLAS(f, int, int, int, int, int, SCALE_V, const T *, int, SCALE_V, T *, int)           \
        (BLAS_COLUMNS, blas_fill(fill), blas_operation(op), n, k, SCALE_OF(pa), ma, lda,           \
         SCALE_OF(pb), mc, ldc);                                                                   \
        return blas_end(&blas);                                                                    \
    }
#define RANK_2K(f, SCALE, SCALE_V, SCALE_OF)                                                       \
    cublasStatus_t V2(f)(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,       \
                         int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,   \
                         const SCALE *beta, T *c, int ldc) {                                       \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const bool turned = op != CUBLAS_OP_N;                                                     \
        const T *pa = SCALAR(alpha);                                                               \
        const SCALE *pb = blas_scalar(&blas, beta, sizeof *beta, LIBRARY_READS);                   \
        const T *ma = MATRIX(a, turned ? k : n, turned ? n : k, lda, LIBRARY_READS),               \
                *mb = MATRIX(b, turned ? k : n, turned ? n : k, ldb, LIBRARY_READS);               \
        T *mc = TRIANGLE(c, fill, n, ldc, BOTH);                                                   \
        if (blas_ready(&blas) && mc)                                                               \
            BLAS(f, int, int, int, int, int, V, const T *, int, const T *, int, SCALE_V, T *, int) \
        (BLAS_COLUMNS, blas_fill(fill), blas_operation(op), n, k, VALUE(pa), ma, lda, mb, ldb,     \
         SCALE_OF(pb), mc, ldc);                                                                   \
        return blas_end(&blas);                                                                    \
    }
#define REAL_VALUE(p) (*(p))
SIDED(symm)
RANK_K(syrk, T, V, VALUE)
RANK_2K(syr2k, T, V, VALUE)

/* B = alpha op(A) B or alpha B op(A), in place; A alone is a triangle. */
#define in_place NAMED(in_place_, UPPER, , )
static void in_place(const char *function, cublasSideMode_t side, cublasFillMode_t fill,
                     cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                     const T *a, int lda, T *b, int ldb) {
    ((void (*)(int, int, int, int, int, int, int, V, const T *, int, T *, int))blas_function(
        function))(BLAS_COLUMNS, BLAS_SIDE + (int)side, blas_fill(fill), blas_operation(op),
                   BLAS_DIAGONAL + (int)diag, m, n, VALUE(alpha), a, lda, b, ldb);
}
cublasStatus_t V2(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                        cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                        const T *a, int lda, const T *b, int ldb, T *c, int ldc) {
    SCORD_LIBRARY_CALLED(V2(trmm));
    BEGIN(trmm);
    const T *pa = SCALAR(alpha),
            *ma = TRIANGLE(a, fill, side == CUBLAS_SIDE_LEFT ? m : n, lda, LIBRARY_READS),
            *mb = MATRIX(b, m, n, ldb, LIBRARY_READS);
    T *mc = MATRIX(c, m, n, ldc, LIBRARY_WRITES);
    if (blas_ready(&blas) && mc) {
        for (int j = 0; j < n && mb != mc; j++)
            memmove(mc + (size_t)j * (size_t)ldc, mb + (size_t)j * (size_t)ldb,
                    (size_t)m * sizeof(T));
        in_place("cblas_" TEXT(LOWER) "trmm", side, fill, op, diag, m, n, pa, ma, lda, mc, ldc);
    }
    return blas_end(&blas);
}
#define solve NAMED(solve_, UPPER, , )
static void solve(blas_call_t *call, cublasSideMode_t side, cublasFillMode_t fill,
                  cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                  const T *a, int lda, T *b, int ldb) {
    const T *ma = blas_triangle(call, a, fill, side == CUBLAS_SIDE_LEFT ? m : n, lda, sizeof(T),
                                LIBRARY_READS);
    T *mb = blas_matrix(call, b, m, n, ldb, sizeof(T), BOTH);
    if (blas_ready(call) && mb)
        in_place("cblas_" TEXT(LOWER) "trsm", side, fill, op, diag, m, n, alpha, ma, lda, mb, ldb);
}
cublasStatus_t V2(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                        cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                        const T *a, int lda, T *b, int ldb) {
    SCORD_LIBRARY_CALLED(V2(trsm));
    BEGIN(trsm);
    const T *pa = SCALAR(alpha);
    if (blas_ready(&blas)) solve(&blas, side, fill, op, diag, m, n, pa, a, lda, b, ldb);
    return blas_end(&blas);
}
cublasStatus_t PLAIN(trsmBatched)(cublasHandle_t handle, cublasSideMode_t side,
                                  cublasFillMode_t fill, cublasOperation_t op,
                                  cublasDiagType_t diag, int m, int n, const T *alpha,
                                  const T *const a[], int lda, T *const b[], int ldb, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(trsmBatched));
    BEGIN(trsmBatched);
    const T *pa = SCALAR(alpha), *const *as = ADDRESSES(a);
    T *const *bs = ADDRESSES(b);
    for (int i = 0; i < count && blas_ready(&blas); i++)
        solve(&blas, side, fill, op, diag, m, n, pa, as[i], lda, bs[i], ldb);
    return blas_end(&blas);
}

/* Element (i, j) of op(A). */
#define element NAMED(element_, UPPER, , )
static E element(const E *a, cublasOperation_t op, int ld, int i, int j) {
    const E at = op == CUBLAS_OP_N ? a[(size_t)j * (size_t)ld + (size_t)i]
                                   : a[(size_t)i * (size_t)ld + (size_t)j];
    return op == CUBLAS_OP_C ? CONJUGATE(at) : at;
}
/* C may be A or B when neither is transposed: element by element. */
cublasStatus_t PLAIN(geam)(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                           int m, int n, const T *alpha, const T *a, int lda, const T *beta,
                           const T *b, int ldb, T *c, int ldc) {
    SCORD_LIBRARY_CALLED(PLAIN(geam));
    BEGIN(geam);
    const bool ta = opa != CUBLAS_OP_N, tb = opb != CUBLAS_OP_N;
    const E *pa = SCALAR(alpha), *pb = SCALAR(beta), *ma = NULL, *mb = NULL;
    if (!is_zero(pa)) ma = MATRIX(a, ta ? n : m, ta ? m : n, lda, LIBRARY_READS);
    if (!is_zero(pb)) mb = MATRIX(b, tb ? n : m, tb ? m : n, ldb, LIBRARY_READS);
    E *mc = MATRIX(c, m, n, ldc, LIBRARY_WRITES);
    for (int j = 0; j < n && blas_ready(&blas) && mc; j++)
        for (int i = 0; i < m; i++) {
            const E x = ma ? *pa * element(ma, opa, lda, i, j) : 0,
                    y = mb ? *pb * element(mb, opb, ldb, i, j) : 0;
            mc[(size_t)j * (size_t)ldc + (size_t)i] = x + y;
        }
    return blas_end(&blas);
}
cublasStatus_t PLAIN(dgmm)(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *a,
                           int lda, const T *x, int incx, T *c, int ldc) {
    SCORD_LIBRARY_CALLED(PLAIN(dgmm));
    BEGIN(dgmm);
    const bool left = side == CUBLAS_SIDE_LEFT;
    const E *ma = MATRIX(a, m, n, lda, LIBRARY_READS);
    const E *px = VECTOR(x, left ? m : n, incx, LIBRARY_READS);
    E *mc = MATRIX(c, m, n, ldc, LIBRARY_WRITES);
    if (px && incx < 0) px += (ptrdiff_t)(1 - (left ? m : n)) * incx;
    for (int j = 0; j < n && blas_ready(&blas) && mc; j++)
        for (int i = 0; i < m; i++)
            mc[(size_t)j * (size_t)ldc + (size_t)i] = ma[(size_t)j * (size_t)lda + (size_t)i] *
                                                      px[(ptrdiff_t)(left ? i : j) * incx];
    return blas_end(&blas);
}

/* ---- LU of small matrices ---- */

#define AT(a, ld, i, j) (a)[(size_t)(j) * (size_t)(ld) + (size_t)(i)]
/* In place with partial pivoting (pivots NULL: none), rows numbered from 1; 0, or the first column
 * whose pivot is 0. */
#define factor NAMED(factor_, UPPER, , )
static int factor(E *a, int n, int ld, int *pivots) {
    int singular = 0;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; pivots && i < n; i++)
            if (MAGNITUDE(AT(a, ld, i, k)) > MAGNITUDE(AT(a, ld, best, k))) best = i;
        if (pivots) pivots[k] = best + 1;
        for (int j = 0; best != k && j < n; j++) {
            const E kept = AT(a, ld, k, j);
            AT(a, ld, k, j) = AT(a, ld, best, j);
            AT(a, ld, best, j) = kept;
        }
        if (AT(a, ld, k, k) == 0) {
            if (singular == 0) singular = k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++) {
            AT(a, ld, i, k) /= AT(a, ld, k, k);
            for (int j = k + 1; j < n; j++) AT(a, ld, i, j) -= AT(a, ld, i, k) * AT(a, ld, k, j);
        }
    }
    return singular;
}
/* The column X becomes what A^-1 (P L U) makes of it. */
#define substitute NAMED(substitute_, UPPER, , )
static void substitute(const E *lu, int n, int ld, const int *pivots, E *x) {
    for (int k = 0; pivots && k < n; k++) {
        const E kept = x[k];
        x[k] = x[pivots[k] - 1];
        x[pivots[k] - 1] = kept;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) x[i] -= AT(lu, ld, i, k) * x[k];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= AT(lu, ld, i, k) * x[k];
        x[i] /= AT(lu, ld, i, i);
    }
}
#define invert NAMED(invert_, UPPER, , )
static void invert(const E *lu, int n, int ld, const int *pivots, E *c, int ldc) {
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) AT(c, ldc, i, j) = i == j;
        substitute(lu, n, ld, pivots, &AT(c, ldc, 0, j));
    }
}
cublasStatus_t PLAIN(getrfBatched)(cublasHandle_t handle, int n, T *const a[], int lda, int *pivots,
                                   int *info, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(getrfBatched));
    BEGIN(getrfBatched);
    T *const *as = ADDRESSES(a);
    blas_require(&blas, n >= 0 && count >= 0);
    int *rows = pivots ? blas_vector(&blas, pivots, n * count, 1, sizeof(int), LIBRARY_WRITES)
                       : NULL;
    int *out = blas_vector(&blas, info, count, 1, sizeof(int), LIBRARY_WRITES);
    for (int i = 0; i < count && blas_ready(&blas); i++) {
        E *m = MATRIX(as[i], n, n, lda, BOTH);
        if (blas_ready(&blas))
            out[i] = factor(m, n, lda, rows ? rows + (size_t)i * (size_t)n : NULL);
    }
    return blas_end(&blas);
}
cublasStatus_t PLAIN(getrsBatched)(cublasHandle_t handle, cublasOperation_t op, int n, int columns,
                                   const T *const a[], int lda, const int *pivots, T *const b[],
                                   int ldb, int *info, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(getrsBatched));
    BEGIN(getrsBatched);
    if (op != CUBLAS_OP_N)
        scord_library_lacks(SAID(getrsBatched), "transposed matrices are not there");
    const T *const *as = ADDRESSES(a);
    T *const *bs = ADDRESSES(b);
    const int *rows = pivots ? blas_vector(&blas, pivots, n * count, 1, sizeof(int), LIBRARY_READS)
                             : NULL;
    blas_require(&blas, info);
    if (info) *info = 0; /* of the host, and of the call: 0 is right */
    for (int i = 0; i < count && blas_ready(&blas); i++) {
        const E *m = MATRIX(as[i], n, n, lda, LIBRARY_READS);
        E *x = MATRIX(bs[i], n, columns, ldb, BOTH);
        for (int j = 0; j < columns && blas_ready(&blas); j++)
            substitute(m, n, lda, rows ? rows + (size_t)i * (size_t)n : NULL, &AT(x, ldb, 0, j));
    }
    return blas_end(&blas);
}
cublasStatus_t PLAIN(getriBatched)(cublasHandle_t handle, int n, const T *const a[], int lda,
                                   const int *pivots, T *const c[], int ldc, int *info, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(getriBatched));
    BEGIN(getriBatched);
    const T *const *as = ADDRESSES(a);
    T *const *cs = ADDRESSES(c);
    const int *rows = pivots ? blas_vector(&blas, pivots, n * count, 1, sizeof(int), LIBRARY_READS)
                             : NULL;
    int *out = blas_vector(&blas, info, count, 1, sizeof(int), LIBRARY_WRITES);
    for (int i = 0; i < count && blas_ready(&blas); i++) {
        const E *m = MATRIX(as[i], n, n, lda, LIBRARY_READS);
        E *to = MATRIX(cs[i], n, n, ldc, LIBRARY_WRITES);
        if (!blas_ready(&blas)) break;
        out[i] = 0;
        for (int k = 0; k < n && out[i] == 0; k++)
            if (AT(m, lda, k, k) == 0) out[i] = k + 1;
        if (out[i] == 0) invert(m, n, lda, rows ? rows + (size_t)i * (size_t)n : NULL, to, ldc);
    }
    return blas_end(&blas);
}
cublasStatus_t PLAIN(matinvBatched)(cublasHandle_t handle, int n, const T *const a[], int lda,
                                    T *const c[], int ldc, int *info, int count) {
    SCORD_LIBRARY_CALLED(PLAIN(matinvBatched));
    BEGIN(matinvBatched);
    const T *const *as = ADDRESSES(a);
    T *const *cs = ADDRESSES(c);
    blas_require(&blas, n >= 0 && n <= 32); /* as cuBLAS */
    int *out = blas_vector(&blas, info, count, 1, sizeof(int), LIBRARY_WRITES);
    for (int i = 0; i < count && blas_ready(&blas); i++) {
        E lu[32 * 32];
        int pivots[32];
        const E *m = MATRIX(as[i], n, n, lda, LIBRARY_READS);
        E *to = MATRIX(cs[i], n, n, ldc, LIBRARY_WRITES);
        if (!blas_ready(&blas)) break;
        for (int j = 0; j < n; j++)
            memcpy(&AT(lu, n, 0, j), &AT(m, lda, 0, j), (size_t)n * sizeof(E));
        out[i] = factor(lu, n, n, pivots);
        if (out[i] == 0) invert(lu, n, n, pivots, to, ldc);
    }
    return blas_end(&blas);
}
