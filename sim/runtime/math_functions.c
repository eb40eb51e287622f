/* SPDX-License-Identifier: Apache-2.0 */
/* math_functions.c: see math_functions.h. What libm lacks is computed in long double (64-bit
 * fraction), so that its own error stays far below the last place of a double; docs/cuda.md holds
 * the measured errors. */
#include "sim/runtime/math_functions.h"

#include <math.h>
#include <stdlib.h>

#include "sim/runtime/include/scord_cuda/math_codes.h"

static const long double pi = 3.14159265358979323846264338327950288L,
                         root_pi = 1.77245385090551602729816748334114518L;

/* ---- functions of half turns: the argument is reduced exactly ---- */

static double own_sinpi(double a) {
    if (!isfinite(a)) return NAN;
    long double turn = remainderl(a, 2); /* in [-1, 1] */
    if (turn > 0.5L)
        turn = 1 - turn;
    else if (turn < -0.5L)
        turn = -1 - turn;
    return turn == 0 ? copysign(0, a) : (double)sinl(pi * turn);
}

static double own_cospi(double a) {
    if (!isfinite(a)) return NAN;
    const long double turn = fabsl(remainderl(a, 2));
    if (turn <= 0.25L) return (double)cosl(pi * turn);
    if (turn >= 0.75L) return (double)-cosl(pi * (1 - turn));
    return (double)sinl(pi * (0.5L - turn)); /* exact near the zero */
}

static double own_tanpi(double a) {
    if (!isfinite(a)) return NAN;
    const long double turn = remainderl(a, 1); /* in [-1/2, 1/2] */
    if (fabsl(turn) <= 0.25L) return (double)tanl(pi * turn);
    return (double)(1 / tanl(pi * (copysignl(0.5L, turn) - turn)));
}

/* ---- the error function's kin ---- */

/* exp(x²) erfc(x). Beyond 10 by the asymptotic series, whose terms fall below 2^-64 before they
 * grow again. */
static double own_erfcx(double a) {
    if (isnan(a)) return a;
    if (a < -27) return INFINITY;
    const long double x = a;
    if (a < 10) {
        const long double square = x * x, rest = fmal(x, x, -square);
        return (double)(expl(square) * (1 + rest) * erfcl(x));
    }
    long double term = 1, sum = 1;
    for (int k = 1; k < 60 && fabsl(term) > 1e-21L; k++) {
        term *= -(2 * k - 1) / (2 * x * x);
        sum += term;
    }
    return (double)(sum / (x * root_pi));
}

static long double normcdf_long(long double a) { return erfcl(-a / sqrtl(2)) / 2; }
static double own_normcdf(double a) { return (double)normcdf_long(a); }

/* erfc's inverse for 0 < p <= 1: Newton's method on log erfc, which is nearly a parabola there. */
static long double erfcinv_upper(long double p) {
    long double y = p > 0.5L ? (1 - p) * root_pi / 2 : sqrtl(-logl(p));
    for (int step = 0; step < 40; step++) {
        const long double value = erfcl(y), slope = -2 / root_pi * expl(-y * y);
        const long double change = p > 0.5L ? (value - p) / slope : value * logl(value / p) / slope;
        y -= change;
        if (fabsl(change) <= 1e-19L * fabsl(y)) break;
    }
    return y;
}

static long double erfinv_long(long double a) { /* |a| < 1 */
    const long double size = fabsl(a);
    if (size > 0.5L) return copysignl(erfcinv_upper(1 - size), a);
    long double y = size * root_pi / 2;
    for (int step = 0; step < 40; step++) {
        const long double change = (erfl(y) - size) * root_pi / 2 * expl(y * y);
        y -= change;
        if (fabsl(change) <= 1e-19L * y) break;
    }
    return copysignl(y, a);
}

static double own_erfinv(double a) {
    if (isnan(a) || fabs(a) > 1) return NAN;
    return fabs(a) == 1 ? copysign(INFINITY, a) : a == 0 ? a : (double)erfinv_long(a);
}

static long double erfcinv_long(long double p) {
    if (p > 0.5L && p < 1.5L) return erfinv_long(1 - p);
    return p <= 1 ? erfcinv_upper(p) : -erfcinv_upper(2 - p);
}

static double own_erfcinv(double p) {
    if (isnan(p) || p < 0 || p > 2) return NAN;
    return p == 0 ? INFINITY : p == 2 ? -INFINITY : p == 1 ? 0 : (double)erfcinv_long(p);
}

static double own_normcdfinv(double p) {
    if (isnan(p) || p < 0 || p > 1) return NAN;
    return p == 0     ? -INFINITY
           : p == 1   ? INFINITY
           : p == 0.5 ? 0
                      : (double)(-sqrtl(2) * erfcinv_long(2 * (long double)p));
}

/* ---- others ---- */

/* Σ (x/2)^(2k + order) / (k! (k + order)!): every term has one sign. */
static double bessel_i(int order, double a) {
    if (fabs(a) > 720) return isnan(a) ? a : order == 1 ? copysign(INFINITY, a) : INFINITY;
    const long double half = (long double)a / 2;
    long double term = order == 1 ? half : 1, sum = term;
    for (int k = 1; fabsl(term) > 1e-22L * fabsl(sum); k++) {
        term *= half * half / ((long double)k * (k + order));
        sum += term;
    }
    return (double)sum;
}
static double own_cyl_bessel_i0(double a) { return bessel_i(0, a); }
static double own_cyl_bessel_i1(double a) { return bessel_i(1, a); }
static double own_rcbrt(double a) { return (double)(1 / cbrtl(a)); }
static double own_rhypot(double a, double b) { return (double)(1 / hypotl(a, b)); }
static double own_quotient(double a, double b) {
    int low = 0;
    remquo(a, b, &low);
    return low;
}

bool scord_math_norm(uint32_t function, const double *a, double *result) {
    long double norm = hypotl(hypotl(a[0], a[1]), hypotl(a[2], a[3]));
    switch (function) {
    case SCORD_MATH_norm3d:
    case SCORD_MATH_norm4d: break;
    case SCORD_MATH_rnorm3d:
    case SCORD_MATH_rnorm4d: norm = 1 / norm; break;
    default: return false;
    }
    *result = (double)norm;
    return true;
}

/* ---- by number ---- */

#define UNARY(name)                                                                                \
    case SCORD_MATH_##name:                                                                        \
        *result = name(a);                                                                         \
        return true;
#define UNARY_LONG(name)                                                                           \
    case SCORD_MATH_##name:                                                                        \
        *result = (double)name##l(a);                                                              \
        return true;
#define UNARY_OWN(name)                                                                            \
    case SCORD_MATH_##name:                                                                        \
        *result = own_##name(a);                                                                   \
        return true;
#define BINARY(name)                                                                               \
    case SCORD_MATH_##name:                                                                        \
        *result = name(a, b);                                                                      \
        return true;
#define BINARY_OWN(name)                                                                           \
    case SCORD_MATH_##name: *result = own_##name(a, b); return true;
bool scord_math_evaluate(uint32_t function, double a, double b, double *result) {
    switch (function) {
        SCORD_MATH_UNARY_LIBM(UNARY)
        SCORD_MATH_UNARY_LONG(UNARY_LONG)
        SCORD_MATH_UNARY_OWN(UNARY_OWN)
        SCORD_MATH_BINARY_LIBM(BINARY)
        SCORD_MATH_BINARY_OWN(BINARY_OWN)
    case SCORD_MATH_jn: *result = (double)jnl((int)b, a); return true;
    case SCORD_MATH_yn: *result = (double)ynl((int)b, a); return true;
    case SCORD_MATH_ldexp: *result = ldexp(a, (int)b); return true;
    default: return false;
    }
}

/* For host code of programs (include/scord_cuda/device_math.h). */
double scord_host_math(int function, double a) {
    double result = NAN;
    scord_math_evaluate((uint32_t)function, a, 0, &result);
    return result;
}

/* Functions of our own go through double: the float result is the correctly rounded one but for a
 * double rounding. */
#define UNARYF(name)                                                                               \
    case SCORD_MATH_##name:                                                                        \
        *result = name##f(a);                                                                      \
        return true;
#define BINARYF(name)                                                                              \
    case SCORD_MATH_##name: *result = name##f(a, b); return true;
bool scord_math_evaluatef(uint32_t function, float a, float b, float *result) {
    double wide;
    switch (function) {
        SCORD_MATH_UNARY_LIBM(UNARYF)
        SCORD_MATH_UNARY_LONG(UNARYF)
        SCORD_MATH_BINARY_LIBM(BINARYF)
    case SCORD_MATH_ldexp: *result = ldexpf(a, (int)b); return true;
    default: break;
    }
    if (!scord_math_evaluate(function, a, b, &wide)) return false;
    *result = (float)wide;
    return true;
}
