/* SPDX-License-Identifier: Apache-2.0 */
/* blas_real.h: blas_type.h for real numbers, and what only they have. Undefines all names of both.
 */
#define MV  symv
#define BMV sbmv
#define PMV spmv
#define R1  syr
#define R2  syr2
#define PR1 spr
#define PR2 spr2
#include "sim/libraries/blas_type.h"

OUTER(ger)

cublasStatus_t V2(dot)(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,
                       T *result) {
    SCORD_LIBRARY_CALLED(V2(dot));
    BEGIN(dot);
    const T *px = VECTOR(x, n, incx, LIBRARY_READS), *py = VECTOR(y, n, incy, LIBRARY_READS);
    T *out = blas_scalar(&blas, result, sizeof(T), LIBRARY_WRITES);
    if (blas_ready(&blas))
        *out = !px ? 0
                   : ((T(*)(int, const T *, int, const T *, int))blas_function(
                         "cblas_" TEXT(LOWER) "dot"))(n, px, incx, py, incy);
    return blas_end(&blas);
}
cublasStatus_t V2(rotm)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,
                        const T *parameters) {
    SCORD_LIBRARY_CALLED(V2(rotm));
    BEGIN(rotm);
    T *px = VECTOR(x, n, incx, BOTH), *py = VECTOR(y, n, incy, BOTH);
    const T *p = blas_scalar(&blas, parameters, 5 * sizeof(T), LIBRARY_READS);
    if (blas_ready(&blas) && px)
        BLAS(rotm, int, T *, int, T *, int, const T *)(n, px, incx, py, incy, p);
    return blas_end(&blas);
}
cublasStatus_t V2(rotmg)(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, T *parameters) {
    SCORD_LIBRARY_CALLED(V2(rotmg));
    BEGIN(rotmg);
    T *p1 = blas_scalar(&blas, d1, sizeof(T), BOTH), *p2 = blas_scalar(&blas, d2, sizeof(T), BOTH),
      *px = blas_scalar(&blas, x1, sizeof(T), BOTH),
      *p = blas_scalar(&blas, parameters, 5 * sizeof(T), LIBRARY_WRITES);
    const T *py = SCALAR(y1);
    if (blas_ready(&blas)) BLAS(rotmg, T *, T *, T *, T, T *)(p1, p2, px, *py, p);
    return blas_end(&blas);
}
#include "sim/libraries/blas_undefine.h"
