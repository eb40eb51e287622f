/* SPDX-License-Identifier: Apache-2.0 */
/* blas_complex.h: blas_type.h for complex numbers, and what only they have. REAL_LETTER: the letter
 * of their real parts. Undefines all names of both. */
#define MV  hemv
#define BMV hbmv
#define PMV hpmv
#define R1  her
#define R2  her2
#define PR1 hpr
#define PR2 hpr2
#include "sim/libraries/blas_type.h"

OUTER(geru)
OUTER(gerc)
SIDED(hemm)
RANK_K(herk, REAL, REAL, REAL_VALUE)
RANK_2K(her2k, REAL, REAL, REAL_VALUE)

#define DOT(f)                                                                                     \
    cublasStatus_t V2(f)(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy, \
                         T *result) {                                                              \
        SCORD_LIBRARY_CALLED(V2(f));                                                               \
        BEGIN(f);                                                                                  \
        const T *px = VECTOR(x, n, incx, LIBRARY_READS), *py = VECTOR(y, n, incy, LIBRARY_READS);  \
        T *out = blas_scalar(&blas, result, sizeof(T), LIBRARY_WRITES);                            \
        if (blas_ready(&blas) && !px) *out = (T){0, 0};                                            \
        if (blas_ready(&blas) && px)                                                               \
            ((void (*)(int, const T *, int, const T *, int, T *))blas_function(                    \
                "cblas_" TEXT(LOWER) #f "_sub"))(n, px, incx, py, incy, out);                      \
        return blas_end(&blas);                                                                    \
    }
DOT(dotu)
DOT(dotc)
cublasStatus_t V2(NAMED(REAL_LETTER, scal, , ))(cublasHandle_t handle, int n, const REAL *alpha,
                                                T *x, int incx) {
    SCORD_LIBRARY_CALLED(V2(NAMED(REAL_LETTER, scal, , )));
    BEGIN(NAMED(REAL_LETTER, scal, , ));
    const REAL *a = REAL_OF(alpha);
    T *px = VECTOR(x, n, incx, BOTH);
    if (blas_ready(&blas) && px)
        ((void (*)(int, REAL, T *, int))blas_function(
            "cblas_" TEXT(LOWER) TEXT(REAL_LETTER) "scal"))(n, *a, px, incx);
    return blas_end(&blas);
}
cublasStatus_t V2(NAMED(REAL_LETTER, rot, , ))(cublasHandle_t handle, int n, T *x, int incx, T *y,
                                               int incy, const REAL *c, const REAL *s) {
    SCORD_LIBRARY_CALLED(V2(NAMED(REAL_LETTER, rot, , )));
    BEGIN(NAMED(REAL_LETTER, rot, , ));
    E *one = VECTOR(x, n, incx, BOTH), *other = VECTOR(y, n, incy, BOTH);
    const REAL *pc = REAL_OF(c), *ps = REAL_OF(s);
    if (blas_ready(&blas) && one) NAMED(turn_, UPPER, , )(n, one, incx, other, incy, *pc, *ps);
    return blas_end(&blas);
}
#include "sim/libraries/blas_undefine.h"
