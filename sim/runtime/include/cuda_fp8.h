/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_fp8.h: floats of 8 bits, host and device: E4M3 (4 bits of exponent, no infinity, largest 448) and E5M2 (as half's
 * exponent, largest 57344). They are stored and converted; arithmetic is done in other types.
 *
 * A conversion rounds once to nearest even, from the double that holds the source exactly. Too large a number becomes the
 * largest one (__NV_SATFINITE) or what IEEE says (__NV_NOSAT: infinity; of E4M3, which has none, NaN). NaN is 0x7f; a
 * double's keeps its sign and, as E5M2, a bit of its payload.
 */
#ifndef SCORD_CUDA_FP8_H
#define SCORD_CUDA_FP8_H
#define __CUDA_FP8_H__ /* as the SDK's header: programs ask */

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

/* Bits of fraction, and the exponent of the smallest normal number. */
#define SCORD_FP8_FRACTION(kind) ((kind) == __NV_E4M3 ? 3 : 2)
#define SCORD_FP8_LEAST(kind) ((kind) == __NV_E4M3 ? -6 : -14)

SCORD_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind) {
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, x), size = bits & 0x7fffffffffffffffull;
    const unsigned int sign = (unsigned int)(bits >> 56) & 0x80u;
    const unsigned int largest = kind == __NV_E4M3 ? 0x7eu : 0x7bu, beyond = kind == __NV_E4M3 ? 0x7fu : 0x7cu;
    if (size > 0x7ff0000000000000ull) return (__nv_fp8_storage_t)(sign | (kind == __NV_E4M3 ? 0x7fu : 0x7eu | (unsigned int)((size & 1ull << 50) != 0)));
    const int fraction = SCORD_FP8_FRACTION(kind), least = SCORD_FP8_LEAST(kind);
    const int exponent = (int)(size >> 52) - 1023;
    if (exponent < least - fraction - 1) return (__nv_fp8_storage_t)sign; /* below half of the smallest */
    unsigned int result;
    if (exponent > 15) {
        result = beyond;
    } else { /* in units of the last place: a number of at most fraction + 1 bits, and what is rounded away */
        const int dropped = 52 - fraction + (exponent < least ? least - exponent : 0);
        const unsigned long long all = (size & 0xfffffffffffffull) | 0x10000000000000ull;
        unsigned long long units = all >> dropped;
        const unsigned long long rest = all & ((1ull << dropped) - 1), half = 1ull << (dropped - 1);
        if (rest > half || (rest == half && (units & 1))) units++;
        const int at = exponent < least ? 0 : exponent - least;
        result = ((unsigned int)at << fraction) + (unsigned int)units; /* a carry goes into the exponent */
        if (result > largest) result = beyond;
    }
    if (result > largest && saturate == __NV_SATFINITE) result = largest;
    return (__nv_fp8_storage_t)(sign | result);
}
SCORD_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
    return x != x ? (__nv_fp8_storage_t)0x7f : __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
SCORD_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(scord_half_value(x.x), saturate, kind);
}
SCORD_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                                 __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(scord_bf16_value(x.x), saturate, kind);
}
SCORD_HOST_DEVICE __nv_fp8x2_storage_t scord_fp8_pair(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
    return (__nv_fp8x2_storage_t)(low | (unsigned int)high << 8);
}
SCORD_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                                __nv_fp8_interpretation_t kind) {
    return scord_fp8_pair(__nv_cvt_float_to_fp8(x.x, saturate, kind), __nv_cvt_float_to_fp8(x.y, saturate, kind));
}
SCORD_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                                 __nv_fp8_interpretation_t kind) {
    return scord_fp8_pair(__nv_cvt_double_to_fp8(x.x, saturate, kind), __nv_cvt_double_to_fp8(x.y, saturate, kind));
}
SCORD_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind) {
    return scord_fp8_pair(__nv_cvt_halfraw_to_fp8(__half_raw{x.x}, saturate, kind),
                          __nv_cvt_halfraw_to_fp8(__half_raw{x.y}, saturate, kind));
}
SCORD_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                                      __nv_fp8_interpretation_t kind) {
    return scord_fp8_pair(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.x}, saturate, kind),
                          __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.y}, saturate, kind));
}

/* Every number of 8 bits is one of half: E5M2 is its upper half. */
SCORD_HOST_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
    const unsigned int sign = (x & 0x80u) << 8, size = x & 0x7fu;
    if (kind == __NV_E5M2) return __half_raw{(unsigned short)(size > 0x7cu ? 0x7fffu : sign | size << 8)};
    if (size == 0x7fu) return __half_raw{(unsigned short)0x7fff};
    const float value = size < 8u ? (float)size * 0.001953125f /* 2^-9 */
                                  : __builtin_bit_cast(float, (size << 20) + ((127u - 7u) << 23));
    return __half_raw{(unsigned short)(sign | scord_half_bits(value))};
}
SCORD_HOST_DEVICE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
    return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
                       __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

#define SCORD_FP8 __host__ __device__ __attribute__((always_inline, nodebug))
/* Conversions between two numbers of eight bits and others: integers as in C, to the nearest of their type towards zero. */
#define SCORD_FP8_TYPE(name, kind, saturation)                                                                            \
    struct __attribute__((aligned(1))) name {                                                                              \
        __nv_fp8_storage_t __x;                                                                                           \
        name() = default;                                                                                                 \
        SCORD_FP8 explicit name(float f) : __x(__nv_cvt_float_to_fp8(f, saturation, kind)) {}                             \
        SCORD_FP8 explicit name(double f) : __x(__nv_cvt_double_to_fp8(f, saturation, kind)) {}                           \
        SCORD_FP8 explicit name(__half f) : __x(__nv_cvt_float_to_fp8((float)f, saturation, kind)) {}                     \
        SCORD_FP8 explicit name(__nv_bfloat16 f) : __x(__nv_cvt_float_to_fp8((float)f, saturation, kind)) {}              \
        SCORD_FP8 explicit name(int i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}                      \
        SCORD_FP8 explicit name(unsigned int i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}             \
        SCORD_FP8 explicit name(long i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}                     \
        SCORD_FP8 explicit name(unsigned long i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}            \
        SCORD_FP8 explicit name(long long i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}                \
        SCORD_FP8 explicit name(unsigned long long i) : __x(__nv_cvt_double_to_fp8((double)i, saturation, kind)) {}       \
        SCORD_FP8 explicit name(short i) : __x(__nv_cvt_float_to_fp8((float)i, saturation, kind)) {}                      \
        SCORD_FP8 explicit name(unsigned short i) : __x(__nv_cvt_float_to_fp8((float)i, saturation, kind)) {}             \
        SCORD_FP8 explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, kind)); }                 \
        SCORD_FP8 explicit operator float() const { return scord_half_value(__nv_cvt_fp8_to_halfraw(__x, kind).x); }      \
        SCORD_FP8 explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)*this); }                         \
        SCORD_FP8 explicit operator double() const { return (double)(float)*this; }                                       \
        SCORD_FP8 explicit operator int() const { return (int)(float)*this; }                                             \
        SCORD_FP8 explicit operator unsigned int() const { return (unsigned int)(float)*this; }                           \
        SCORD_FP8 explicit operator long long() const { return (long long)(float)*this; }                                 \
        SCORD_FP8 explicit operator short() const { return (short)(float)*this; }                                         \
        SCORD_FP8 explicit operator bool() const { return (__x & 0x7fu) != 0; }                                           \
    };
SCORD_FP8_TYPE(__nv_fp8_e4m3, __NV_E4M3, __NV_SATFINITE)
SCORD_FP8_TYPE(__nv_fp8_e5m2, __NV_E5M2, __NV_SATFINITE)
#undef SCORD_FP8_TYPE
#define SCORD_FP8_PAIRS(name, one, kind)                                                                                  \
    struct __attribute__((aligned(2))) __nv_fp8x2_##name {                                                                 \
        __nv_fp8x2_storage_t __x;                                                                                         \
        __nv_fp8x2_##name() = default;                                                                                    \
        SCORD_FP8 explicit __nv_fp8x2_##name(float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, kind)) {}        \
        SCORD_FP8 explicit __nv_fp8x2_##name(double2 f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, kind)) {}      \
        SCORD_FP8 explicit __nv_fp8x2_##name(__half2 f)                                                                   \
            : __x(__nv_cvt_halfraw2_to_fp8x2(__half2_raw{f.x.__x, f.y.__x}, __NV_SATFINITE, kind)) {}                     \
        SCORD_FP8 explicit __nv_fp8x2_##name(__nv_bfloat162 f)                                                            \
            : __x(__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw{f.x.__x, f.y.__x}, __NV_SATFINITE, kind)) {}          \
        SCORD_FP8 explicit operator __half2() const {                                                                     \
            const __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2(__x, kind);                                                \
            return __half2(__half(__half_raw{raw.x}), __half(__half_raw{raw.y}));                                         \
        }                                                                                                                 \
        SCORD_FP8 explicit operator float2() const {                                                                      \
            const __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2(__x, kind);                                                \
            return make_float2(scord_half_value(raw.x), scord_half_value(raw.y));                                         \
        }                                                                                                                 \
    };                                                                                                                    \
    struct __attribute__((aligned(4))) __nv_fp8x4_##name {                                                                 \
        __nv_fp8x4_storage_t __x;                                                                                         \
        __nv_fp8x4_##name() = default;                                                                                    \
        SCORD_FP8 explicit __nv_fp8x4_##name(float4 f)                                                                    \
            : __x(__nv_cvt_float2_to_fp8x2(make_float2(f.x, f.y), __NV_SATFINITE, kind) |                                 \
                  (unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(f.z, f.w), __NV_SATFINITE, kind) << 16) {}           \
        SCORD_FP8 explicit operator float4() const {                                                                      \
            const __half2_raw low = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)__x, kind),                          \
                              high = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(__x >> 16), kind);                 \
            return make_float4(scord_half_value(low.x), scord_half_value(low.y), scord_half_value(high.x),                \
                               scord_half_value(high.y));                                                                 \
        }                                                                                                                 \
    };
SCORD_FP8_PAIRS(e4m3, __nv_fp8_e4m3, __NV_E4M3)
SCORD_FP8_PAIRS(e5m2, __nv_fp8_e5m2, __NV_E5M2)
#undef SCORD_FP8_PAIRS
#undef SCORD_FP8

#endif
