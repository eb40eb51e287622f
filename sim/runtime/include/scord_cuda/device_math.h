/* SPDX-License-Identifier: Apache-2.0 */
/* device_math.h: the device side of math.h and CUDA's own mathematics. Part of scord_cuda.h, included before the host's
 * math.h, so that std:: sees both overloads. Errors of every function: docs/cuda.md, "Mathematics". */
#ifndef SCORD_CUDA_DEVICE_MATH_H
#define SCORD_CUDA_DEVICE_MATH_H

#include "math_codes.h"

extern "C" {
__device__ float __scord_mathf(int function, float a, float b) __attribute__((const));
__device__ double __scord_math(int function, double a, double b) __attribute__((const));
__device__ double __scord_norm(int function, double a, double b, double c, double d) __attribute__((const));
}

/* ---- single PTX instructions ---- */
#define SCORD_DIRECT(name, single, twice)                               \
    SCORD_DEVICE float name##f(float a) { return single(a); }           \
    SCORD_DEVICE float name(float a) { return single(a); }              \
    SCORD_DEVICE double name(double a) { return twice(a); }
SCORD_DIRECT(sqrt, __nvvm_sqrt_rn_f, __nvvm_sqrt_rn_d)
SCORD_DIRECT(rsqrt, __nvvm_rsqrt_approx_f, __nvvm_rsqrt_approx_d) /* as precise as 1 / sqrt in one rounding (sim/core/float.c) */
SCORD_DIRECT(fabs, __builtin_fabsf, __builtin_fabs)
SCORD_DIRECT(floor, __builtin_floorf, __builtin_floor)
SCORD_DIRECT(ceil, __builtin_ceilf, __builtin_ceil)
SCORD_DIRECT(trunc, __builtin_truncf, __builtin_trunc)
SCORD_DIRECT(rint, __builtin_rintf, __builtin_rint)
SCORD_DIRECT(nearbyint, __builtin_rintf, __builtin_rint)
#undef SCORD_DIRECT
SCORD_DEVICE float abs(float a) { return __builtin_fabsf(a); }
SCORD_DEVICE double abs(double a) { return __builtin_fabs(a); }

#define SCORD_DIRECT_BINARY(name, single, twice)                                 \
    SCORD_DEVICE float name##f(float a, float b) { return single(a, b); }        \
    SCORD_DEVICE float name(float a, float b) { return single(a, b); }           \
    SCORD_DEVICE double name(double a, double b) { return twice(a, b); }
SCORD_DIRECT_BINARY(fmin, __nvvm_fmin_f, __nvvm_fmin_d)
SCORD_DIRECT_BINARY(fmax, __nvvm_fmax_f, __nvvm_fmax_d)
SCORD_DIRECT_BINARY(copysign, __builtin_copysignf, __builtin_copysign)
#undef SCORD_DIRECT_BINARY

SCORD_DEVICE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
SCORD_DEVICE float fma(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
SCORD_DEVICE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }

/* ---- evaluated on the host, but for four that the .approx instructions give (which the model evaluates so, too) ---- */
#define SCORD_MATH_CALLF(name, a, b) __scord_mathf(SCORD_MATH_##name, a, b)
#define SCORD_MATH_UNARY_DEVICE(name)                                                              \
    SCORD_DEVICE float name##f(float a) {                                                          \
        return SCORD_MATH_##name == SCORD_MATH_sin    ? __nvvm_sin_approx_f(a)                     \
               : SCORD_MATH_##name == SCORD_MATH_cos  ? __nvvm_cos_approx_f(a)                     \
               : SCORD_MATH_##name == SCORD_MATH_exp2 ? __nvvm_ex2_approx_f(a)                     \
               : SCORD_MATH_##name == SCORD_MATH_log2 ? __nvvm_lg2_approx_f(a)                     \
                                                      : SCORD_MATH_CALLF(name, a, 0.0f);           \
    }                                                                                              \
    SCORD_DEVICE float name(float a) { return name##f(a); }                                        \
    SCORD_DEVICE double name(double a) { return __scord_math(SCORD_MATH_##name, a, 0.0); }
#define SCORD_MATH_BINARY_DEVICE(name)                                                             \
    SCORD_DEVICE float name##f(float a, float b) { return SCORD_MATH_CALLF(name, a, b); }          \
    SCORD_DEVICE float name(float a, float b) { return SCORD_MATH_CALLF(name, a, b); }             \
    SCORD_DEVICE double name(double a, double b) { return __scord_math(SCORD_MATH_##name, a, b); }
SCORD_MATH_UNARY(SCORD_MATH_UNARY_DEVICE)
SCORD_MATH_BINARY_LIBM(SCORD_MATH_BINARY_DEVICE)
SCORD_MATH_BINARY_DEVICE(rhypot)
#undef SCORD_MATH_UNARY_DEVICE
#undef SCORD_MATH_BINARY_DEVICE

SCORD_DEVICE float jnf(int n, float a) { return SCORD_MATH_CALLF(jn, a, (float)n); }
SCORD_DEVICE double jn(int n, double a) { return __scord_math(SCORD_MATH_jn, a, n); }
SCORD_DEVICE float ynf(int n, float a) { return SCORD_MATH_CALLF(yn, a, (float)n); }
SCORD_DEVICE double yn(int n, double a) { return __scord_math(SCORD_MATH_yn, a, n); }
SCORD_DEVICE double norm3d(double a, double b, double c) { return __scord_norm(SCORD_MATH_norm3d, a, b, c, 0); }
SCORD_DEVICE double norm4d(double a, double b, double c, double d) { return __scord_norm(SCORD_MATH_norm4d, a, b, c, d); }
SCORD_DEVICE double rnorm3d(double a, double b, double c) { return __scord_norm(SCORD_MATH_rnorm3d, a, b, c, 0); }
SCORD_DEVICE double rnorm4d(double a, double b, double c, double d) { return __scord_norm(SCORD_MATH_rnorm4d, a, b, c, d); }
SCORD_DEVICE float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
SCORD_DEVICE float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
SCORD_DEVICE float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
SCORD_DEVICE float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
SCORD_DEVICE double norm(int n, const double *a) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum = hypot(sum, a[i]);
    return sum;
}
SCORD_DEVICE float normf(int n, const float *a) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)a[i] * a[i];
    return (float)__nvvm_sqrt_rn_d(sum);
}

SCORD_DEVICE void sincosf(float a, float *s, float *c) { *s = sinf(a); *c = cosf(a); }
SCORD_DEVICE void sincos(float a, float *s, float *c) { *s = sinf(a); *c = cosf(a); }
SCORD_DEVICE void sincos(double a, double *s, double *c) { *s = sin(a); *c = cos(a); }
SCORD_DEVICE void sincospif(float a, float *s, float *c) { *s = sinpif(a); *c = cospif(a); }
SCORD_DEVICE void sincospi(float a, float *s, float *c) { *s = sinpif(a); *c = cospif(a); }
SCORD_DEVICE void sincospi(double a, double *s, double *c) { *s = sinpi(a); *c = cospi(a); }
SCORD_DEVICE float pow(float a, int n) { return powf(a, (float)n); }
SCORD_DEVICE double pow(double a, int n) { return pow(a, (double)n); }

/* ---- exponents and parts: exact ---- */
SCORD_DEVICE float ldexpf(float a, int n) { return SCORD_MATH_CALLF(ldexp, a, (float)(n > 999 ? 999 : n < -999 ? -999 : n)); }
SCORD_DEVICE float ldexp(float a, int n) { return ldexpf(a, n); }
SCORD_DEVICE double ldexp(double a, int n) { return __scord_math(SCORD_MATH_ldexp, a, n); }
SCORD_DEVICE float scalbnf(float a, int n) { return ldexpf(a, n); }
SCORD_DEVICE float scalbn(float a, int n) { return ldexpf(a, n); }
SCORD_DEVICE double scalbn(double a, int n) { return ldexp(a, n); }
SCORD_DEVICE float scalblnf(float a, long n) { return ldexpf(a, (int)(n > 999 ? 999 : n < -999 ? -999 : n)); }
SCORD_DEVICE double scalbln(double a, long n) { return ldexp(a, (int)(n > 9999 ? 9999 : n < -9999 ? -9999 : n)); }
SCORD_DEVICE int ilogb(double a) {
    if (a == 0) return -2147483647 - 1;
    if (!(__builtin_fabs(a) <= 1.7976931348623157e308)) return a != a ? -2147483647 - 1 : 2147483647;
    return (int)logb(a);
}
SCORD_DEVICE int ilogbf(float a) { return ilogb((double)a); }
SCORD_DEVICE int ilogb(float a) { return ilogb((double)a); }
SCORD_DEVICE double frexp(double a, int *exponent) {
    *exponent = 0;
    if (a == 0 || !(__builtin_fabs(a) <= 1.7976931348623157e308)) return a;
    *exponent = ilogb(a) + 1;
    return ldexp(a, -*exponent);
}
SCORD_DEVICE float frexpf(float a, int *exponent) { return (float)frexp((double)a, exponent); }
SCORD_DEVICE float frexp(float a, int *exponent) { return (float)frexp((double)a, exponent); }
SCORD_DEVICE double modf(double a, double *whole) {
    *whole = __builtin_trunc(a);
    return __builtin_copysign(__builtin_fabs(a) > 1.7976931348623157e308 ? 0.0 : a - *whole, a);
}
SCORD_DEVICE float modff(float a, float *whole) {
    *whole = __builtin_truncf(a);
    return __builtin_copysignf(__builtin_fabsf(a) > 3.4028234e38f ? 0.0f : a - *whole, a);
}
SCORD_DEVICE float modf(float a, float *whole) { return modff(a, whole); }
SCORD_DEVICE double remquo(double a, double b, int *quotient) {
    *quotient = (int)__scord_math(SCORD_MATH_quotient, a, b);
    return remainder(a, b);
}
SCORD_DEVICE float remquof(float a, float b, int *quotient) { return (float)remquo((double)a, (double)b, quotient); }
SCORD_DEVICE float remquo(float a, float b, int *quotient) { return remquof(a, b, quotient); }
SCORD_DEVICE double nan(const char *) { return __builtin_nan(""); }
SCORD_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

/* ---- kinds of numbers, by the names of the host's library ---- */
SCORD_DEVICE int __isnan(double a) { return a != a; }
SCORD_DEVICE int __isnanf(float a) { return a != a; }
SCORD_DEVICE int __isinf(double a) { return __builtin_fabs(a) > 1.7976931348623157e308; }
SCORD_DEVICE int __isinff(float a) { return __builtin_fabsf(a) > 3.4028234663852886e38f; }
SCORD_DEVICE int __finite(double a) { return __builtin_fabs(a) <= 1.7976931348623157e308; }
SCORD_DEVICE int __finitef(float a) { return __builtin_fabsf(a) <= 3.4028234663852886e38f; }
SCORD_DEVICE int __signbit(double a) { return __builtin_bit_cast(long long, a) < 0; }
SCORD_DEVICE int __signbitf(float a) { return __builtin_bit_cast(int, a) < 0; }

/* ---- to integers ---- */
#define SCORD_TO_INTEGER(name, type, step)                                  \
    SCORD_DEVICE type name##f(float a) { return (type)step##f(a); }         \
    SCORD_DEVICE type name(float a) { return (type)step##f(a); }            \
    SCORD_DEVICE type name(double a) { return (type)step(a); }
SCORD_TO_INTEGER(lround, long, round)
SCORD_TO_INTEGER(llround, long long, round)
SCORD_TO_INTEGER(lrint, long, rint)
SCORD_TO_INTEGER(llrint, long long, rint)
#undef SCORD_TO_INTEGER

/* ---- the fast intrinsics: no less accurate here than the SDK's ---- */
SCORD_DEVICE float __sinf(float a) { return sinf(a); }
SCORD_DEVICE float __cosf(float a) { return cosf(a); }
SCORD_DEVICE float __tanf(float a) { return tanf(a); }
SCORD_DEVICE void __sincosf(float a, float *s, float *c) { sincosf(a, s, c); }
SCORD_DEVICE float __expf(float a) { return expf(a); }
SCORD_DEVICE float __exp10f(float a) { return exp10f(a); }
SCORD_DEVICE float __logf(float a) { return logf(a); }
SCORD_DEVICE float __log2f(float a) { return log2f(a); }
SCORD_DEVICE float __log10f(float a) { return log10f(a); }
SCORD_DEVICE float __powf(float a, float b) { return powf(a, b); }
SCORD_DEVICE float __tanhf(float a) { return tanhf(a); }
SCORD_DEVICE float __fdividef(float a, float b) { return a / b; }
SCORD_DEVICE float fdividef(float a, float b) { return a / b; }
SCORD_DEVICE float __saturatef(float a) { return __nvvm_saturate_f(a); }
SCORD_DEVICE float __frsqrt_rn(float a) { return rsqrtf(a); }

/* ---- arithmetic with a stated rounding: PTX, since clang would join a product and a sum ---- */
#ifdef SCORD_FLUSHES /* -ftz=true */
#define SCORD_FTZ ".ftz"
#else
#define SCORD_FTZ ""
#endif
#define SCORD_PTX2(function, T, text, letter)                                                                       \
    SCORD_DEVICE T function(T a, T b) {                                                                             \
        T result;                                                                                                   \
        __asm__(text " %0, %1, %2;" : "=" letter (result) : letter (a), letter (b));                                \
        return result;                                                                                              \
    }
#define SCORD_PTX1(function, T, text, letter)                                                                       \
    SCORD_DEVICE T function(T a) {                                                                                  \
        T result;                                                                                                   \
        __asm__(text " %0, %1;" : "=" letter (result) : letter (a));                                                \
        return result;                                                                                              \
    }
#define SCORD_ROUNDED(mode, cuda)                                                                                   \
    SCORD_PTX2(__fadd_##cuda, float, "add." #mode SCORD_FTZ ".f32", "f")                                            \
    SCORD_PTX2(__fsub_##cuda, float, "sub." #mode SCORD_FTZ ".f32", "f")                                            \
    SCORD_PTX2(__fmul_##cuda, float, "mul." #mode SCORD_FTZ ".f32", "f")                                            \
    SCORD_PTX2(__fdiv_##cuda, float, "div." #mode SCORD_FTZ ".f32", "f")                                            \
    SCORD_PTX1(__fsqrt_##cuda, float, "sqrt." #mode SCORD_FTZ ".f32", "f")                                          \
    SCORD_PTX1(__frcp_##cuda, float, "rcp." #mode SCORD_FTZ ".f32", "f")                                            \
    SCORD_DEVICE float __fmaf_##cuda(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); }          \
    SCORD_PTX2(__dadd_##cuda, double, "add." #mode ".f64", "d")                                                     \
    SCORD_PTX2(__dsub_##cuda, double, "sub." #mode ".f64", "d")                                                     \
    SCORD_PTX2(__dmul_##cuda, double, "mul." #mode ".f64", "d")                                                     \
    SCORD_PTX2(__ddiv_##cuda, double, "div." #mode ".f64", "d")                                                     \
    SCORD_PTX1(__dsqrt_##cuda, double, "sqrt." #mode ".f64", "d")                                                   \
    SCORD_PTX1(__drcp_##cuda, double, "rcp." #mode ".f64", "d")                                                     \
    SCORD_DEVICE double __fma_##cuda(double a, double b, double c) { return __nvvm_fma_##mode##_d(a, b, c); }
SCORD_ROUNDED(rn, rn)
SCORD_ROUNDED(rz, rz)
SCORD_ROUNDED(rp, ru)
SCORD_ROUNDED(rm, rd)
#undef SCORD_ROUNDED
#undef SCORD_PTX1
#undef SCORD_PTX2
#undef SCORD_FTZ
#undef SCORD_MATH_CALLF

/* ---- what CUDA has for the host, too, and libm has not ---- */
extern "C" __attribute__((host)) double scord_host_math(int function, double a) __attribute__((const));
#define SCORD_HOST_MATH(name)                                                                                             \
    static __inline__ __attribute__((host)) double name(double a) { return scord_host_math(SCORD_MATH_##name, a); }       \
    static __inline__ __attribute__((host)) float name(float a) { return (float)scord_host_math(SCORD_MATH_##name, a); }  \
    static __inline__ __attribute__((host)) float name##f(float a) { return name(a); }
SCORD_HOST_MATH(rcbrt)
SCORD_HOST_MATH(sinpi)
SCORD_HOST_MATH(cospi)
SCORD_HOST_MATH(erfinv)
SCORD_HOST_MATH(erfcinv)
SCORD_HOST_MATH(erfcx)
SCORD_HOST_MATH(normcdf)
SCORD_HOST_MATH(normcdfinv)
#undef SCORD_HOST_MATH
static __inline__ __attribute__((host)) double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
static __inline__ __attribute__((host)) float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
static __inline__ __attribute__((host)) float rsqrtf(float a) { return 1 / __builtin_sqrtf(a); }
static __inline__ __attribute__((host)) void sincospi(double a, double *s, double *c) { *s = sinpi(a); *c = cospi(a); }
static __inline__ __attribute__((host)) void sincospi(float a, float *s, float *c) { *s = sinpi(a); *c = cospi(a); }
static __inline__ __attribute__((host)) void sincospif(float a, float *s, float *c) { *s = sinpi(a); *c = cospi(a); }

#endif
