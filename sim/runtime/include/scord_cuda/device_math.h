/* device_math.h: the device side of math.h. Part of scord_cuda.h, included before the host's math.h. */
#ifndef SCORD_CUDA_DEVICE_MATH_H
#define SCORD_CUDA_DEVICE_MATH_H

#include "math_codes.h"

extern "C" {
__device__ float __scord_mathf(int function, float a, float b) __attribute__((const));
__device__ double __scord_math(int function, double a, double b) __attribute__((const));
}

/* ---- evaluated by the host's libm ---- */
#define SCORD_MATH_UNARY_DEVICE(name)                                                              \
    SCORD_DEVICE float name##f(float a) { return __scord_mathf(SCORD_MATH_##name, a, 0.0f); }      \
    SCORD_DEVICE float name(float a) { return __scord_mathf(SCORD_MATH_##name, a, 0.0f); }         \
    SCORD_DEVICE double name(double a) { return __scord_math(SCORD_MATH_##name, a, 0.0); }
#define SCORD_MATH_BINARY_DEVICE(name)                                                             \
    SCORD_DEVICE float name##f(float a, float b) { return __scord_mathf(SCORD_MATH_##name, a, b); } \
    SCORD_DEVICE float name(float a, float b) { return __scord_mathf(SCORD_MATH_##name, a, b); }   \
    SCORD_DEVICE double name(double a, double b) { return __scord_math(SCORD_MATH_##name, a, b); }
SCORD_MATH_UNARY(SCORD_MATH_UNARY_DEVICE)
SCORD_MATH_BINARY(SCORD_MATH_BINARY_DEVICE)
#undef SCORD_MATH_UNARY_DEVICE
#undef SCORD_MATH_BINARY_DEVICE

/* ---- single PTX instructions ---- */
#define SCORD_DIRECT(name, single, twice)                               \
    SCORD_DEVICE float name##f(float a) { return single(a); }           \
    SCORD_DEVICE float name(float a) { return single(a); }              \
    SCORD_DEVICE double name(double a) { return twice(a); }
SCORD_DIRECT(sqrt, __nvvm_sqrt_rn_f, __nvvm_sqrt_rn_d)
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
SCORD_DEVICE float rsqrtf(float a) { return 1.0f / __nvvm_sqrt_rn_f(a); }
SCORD_DEVICE double rsqrt(double a) { return 1.0 / __nvvm_sqrt_rn_d(a); }
SCORD_DEVICE void sincosf(float a, float *s, float *c) { *s = sinf(a); *c = cosf(a); }
SCORD_DEVICE void sincos(double a, double *s, double *c) { *s = sin(a); *c = cos(a); }
SCORD_DEVICE float powif(float a, int n) { return powf(a, (float)n); }
SCORD_DEVICE float pow(float a, int n) { return powf(a, (float)n); }
SCORD_DEVICE double pow(double a, int n) { return pow(a, (double)n); }
SCORD_DEVICE float ldexpf(float a, int n) { return a * exp2f((float)n); }
SCORD_DEVICE double ldexp(double a, int n) { return a * exp2((double)n); }
SCORD_DEVICE long lroundf(float a) { return (long)roundf(a); }
SCORD_DEVICE long lround(double a) { return (long)round(a); }
SCORD_DEVICE long lrintf(float a) { return (long)rintf(a); }
SCORD_DEVICE long lrint(double a) { return (long)rint(a); }
SCORD_DEVICE float normcdff(float a) { return 0.5f * erfcf(-0.70710678f * a); }
SCORD_DEVICE double normcdf(double a) { return 0.5 * erfc(-0.70710678118654752 * a); }

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
SCORD_DEVICE float __fdividef(float a, float b) { return a / b; }
SCORD_DEVICE float fdividef(float a, float b) { return a / b; }
SCORD_DEVICE float __saturatef(float a) { return __nvvm_saturate_f(a); }
SCORD_DEVICE float __frsqrt_rn(float a) { return rsqrtf(a); }

/* ---- arithmetic with a stated rounding ---- */
#define SCORD_ROUNDED(mode, cuda)                                                                                   \
    SCORD_DEVICE float __fadd_##cuda(float a, float b) { return __nvvm_add_##mode##_f(a, b); }                      \
    SCORD_DEVICE float __fsub_##cuda(float a, float b) { return __nvvm_add_##mode##_f(a, -b); }                     \
    SCORD_DEVICE float __fmul_##cuda(float a, float b) { return __nvvm_mul_##mode##_f(a, b); }                      \
    SCORD_DEVICE float __fdiv_##cuda(float a, float b) { return __nvvm_div_##mode##_f(a, b); }                      \
    SCORD_DEVICE float __fsqrt_##cuda(float a) { return __nvvm_sqrt_##mode##_f(a); }                                \
    SCORD_DEVICE float __frcp_##cuda(float a) { return __nvvm_rcp_##mode##_f(a); }                                  \
    SCORD_DEVICE float __fmaf_##cuda(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); }          \
    SCORD_DEVICE double __dadd_##cuda(double a, double b) { return __nvvm_add_##mode##_d(a, b); }                   \
    SCORD_DEVICE double __dsub_##cuda(double a, double b) { return __nvvm_add_##mode##_d(a, -b); }                  \
    SCORD_DEVICE double __dmul_##cuda(double a, double b) { return __nvvm_mul_##mode##_d(a, b); }                   \
    SCORD_DEVICE double __ddiv_##cuda(double a, double b) { return __nvvm_div_##mode##_d(a, b); }                   \
    SCORD_DEVICE double __dsqrt_##cuda(double a) { return __nvvm_sqrt_##mode##_d(a); }                              \
    SCORD_DEVICE double __drcp_##cuda(double a) { return __nvvm_rcp_##mode##_d(a); }                                \
    SCORD_DEVICE double __fma_##cuda(double a, double b, double c) { return __nvvm_fma_##mode##_d(a, b, c); }
SCORD_ROUNDED(rn, rn)
SCORD_ROUNDED(rz, rz)
SCORD_ROUNDED(rp, ru)
SCORD_ROUNDED(rm, rd)
#undef SCORD_ROUNDED

#endif
