/* SPDX-License-Identifier: Apache-2.0 */
/* blas_types.c: the functions of cuBLAS for each of the four types: blas_type.h has them for one.
 */
#include "sim/libraries/blas.h"

#include <complex.h>
#include <stddef.h>
#include <string.h>

#undef I

/* What each inclusion defines anew. */
#define UPPER        S
#define LOWER        s
#define REAL_LETTERS S
#define T            float
#define REAL         float
#define E            float
#define V            float
#define VALUE(p)     (*(p))
#define CONJUGATE(e) (e)
#define MAGNITUDE(e) __builtin_fabsf(e)
#define NORM         "cblas_snrm2"
#include "sim/libraries/blas_real.h"

#define UPPER        D
#define LOWER        d
#define REAL_LETTERS D
#define T            double
#define REAL         double
#define E            double
#define V            double
#define VALUE(p)     (*(p))
#define CONJUGATE(e) (e)
#define MAGNITUDE(e) __builtin_fabs(e)
#define NORM         "cblas_dnrm2"
#include "sim/libraries/blas_real.h"

#define UPPER        C
#define LOWER        c
#define REAL_LETTERS Sc
#define REAL_LETTER  s
#define T            cuComplex
#define REAL         float
#define E            float _Complex
#define V            const void *
#define VALUE(p)     (p)
#define CONJUGATE(e) conjf(e)
#define MAGNITUDE(e) (__builtin_fabsf(crealf(e)) + __builtin_fabsf(cimagf(e)))
#define NORM         "cblas_scnrm2"
#include "sim/libraries/blas_complex.h"

#define UPPER        Z
#define LOWER        z
#define REAL_LETTERS Dz
#define REAL_LETTER  d
#define T            cuDoubleComplex
#define REAL         double
#define E            double _Complex
#define V            const void *
#define VALUE(p)     (p)
#define CONJUGATE(e) conj(e)
#define MAGNITUDE(e) (__builtin_fabs(creal(e)) + __builtin_fabs(cimag(e)))
#define NORM         "cblas_dznrm2"
#include "sim/libraries/blas_complex.h"
