/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_fp16.h: 16-bit floating point, host and device: storage, conversions, arithmetic and comparison.
 *
 * Every operation is computed in float (fma in double) and rounded once to 16 bits, which is the correctly rounded result:
 * float has more than twice the fraction bits of half.
 */
#ifndef SCORD_CUDA_FP16_H
#define SCORD_CUDA_FP16_H

#include "scord_cuda.h"

typedef struct __half_raw { unsigned short x; } __half_raw;

/* float → half with rounding to nearest even, half → float; the device's are single instructions. */
SCORD_HOST_DEVICE unsigned short scord_half_bits(float value) {
#ifdef __CUDA_ARCH__
    unsigned short bits;
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    unsigned int word = __builtin_bit_cast(unsigned int, value), sign = word >> 16 & 0x8000u, size = word & 0x7fffffffu;
    if (size > 0x7f800000u) return 0x7fff;
    if (size >= 0x477ff000u) return (unsigned short)(sign | 0x7c00u); /* 65520 and above: infinity */
    if (size < 0x38800000u) { /* subnormal: units of 2^-24 */
        float units = __builtin_rintf(__builtin_bit_cast(float, size) * 16777216.0f);
        return (unsigned short)(sign | (unsigned int)units);
    }
    size += 0xfffu + (size >> 13 & 1);
    return (unsigned short)(sign | ((size - 0x38000000u) >> 13));
#endif
}
SCORD_HOST_DEVICE float scord_half_value(unsigned short bits) {
#ifdef __CUDA_ARCH__
    float value;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    unsigned int sign = (bits & 0x8000u) << 16, size = bits & 0x7fffu;
    if (size >= 0x7c00u) return __builtin_bit_cast(float, sign | 0x7f800000u | (size & 0x3ffu) << 13);
    if (size < 0x400u) return (sign ? -1.0f : 1.0f) * (float)size * (1.0f / 16777216.0f);
    return __builtin_bit_cast(float, sign | ((size << 13) + 0x38000000u));
#endif
}

#define SCORD_HALF __host__ __device__ __attribute__((always_inline, nodebug))
struct __attribute__((aligned(2))) __half {
    unsigned short __x;
    __half() = default;
    SCORD_HALF constexpr __half(__half_raw raw) : __x(raw.x) {}
    SCORD_HALF __half(float value) : __x(scord_half_bits(value)) {}
    SCORD_HALF __half(double value) : __x(scord_half_bits((float)value)) {}
    SCORD_HALF __half(int value) : __x(scord_half_bits((float)value)) {}
    SCORD_HALF __half(unsigned int value) : __x(scord_half_bits((float)value)) {}
    SCORD_HALF __half(long long value) : __x(scord_half_bits((float)value)) {}
    SCORD_HALF operator float() const { return scord_half_value(__x); }
    SCORD_HALF operator __half_raw() const { return __half_raw{__x}; }
    SCORD_HALF __half &operator=(float value) { __x = scord_half_bits(value); return *this; }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    SCORD_HALF __half2(__half a, __half b) : x(a), y(b) {}
};
typedef struct __half2_raw { unsigned short x, y; } __half2_raw;
typedef __half half;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half2 half2;

/* ---- conversions ---- */
SCORD_HOST_DEVICE __half __float2half(float a) { return __half(a); }
SCORD_HOST_DEVICE __half __float2half_rn(float a) { return __half(a); }
SCORD_HOST_DEVICE __half __double2half(double a) { return __half(a); }
SCORD_HOST_DEVICE float __half2float(__half a) { return scord_half_value(a.__x); }
SCORD_HOST_DEVICE __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
SCORD_HOST_DEVICE __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
SCORD_HOST_DEVICE __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
SCORD_HOST_DEVICE float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }
SCORD_HOST_DEVICE __half2 __half2half2(__half a) { return __half2(a, a); }
SCORD_HOST_DEVICE __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
SCORD_HOST_DEVICE __half2 make_half2(__half a, __half b) { return __half2(a, b); }
SCORD_HOST_DEVICE __half __low2half(__half2 a) { return a.x; }
SCORD_HOST_DEVICE __half __high2half(__half2 a) { return a.y; }
SCORD_HOST_DEVICE float __low2float(__half2 a) { return (float)a.x; }
SCORD_HOST_DEVICE float __high2float(__half2 a) { return (float)a.y; }
SCORD_HOST_DEVICE __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
SCORD_HOST_DEVICE unsigned short __half_as_ushort(__half a) { return a.__x; }
SCORD_HOST_DEVICE short __half_as_short(__half a) { return (short)a.__x; }
SCORD_HOST_DEVICE __half __ushort_as_half(unsigned short a) { return __half(__half_raw{a}); }
SCORD_HOST_DEVICE __half __short_as_half(short a) { return __half(__half_raw{(unsigned short)a}); }
SCORD_DEVICE int __half2int_rn(__half a) { return __float2int_rn((float)a); }
SCORD_DEVICE int __half2int_rz(__half a) { return __float2int_rz((float)a); }
SCORD_DEVICE int __half2int_rd(__half a) { return __float2int_rd((float)a); }
SCORD_DEVICE int __half2int_ru(__half a) { return __float2int_ru((float)a); }
SCORD_DEVICE unsigned int __half2uint_rn(__half a) { return __float2uint_rn((float)a); }
SCORD_DEVICE unsigned int __half2uint_rz(__half a) { return __float2uint_rz((float)a); }
SCORD_HOST_DEVICE __half __int2half_rn(int a) { return __half((float)a); }
SCORD_HOST_DEVICE __half __uint2half_rn(unsigned int a) { return __half((float)a); }
SCORD_HOST_DEVICE __half __short2half_rn(short a) { return __half((float)a); }
SCORD_HOST_DEVICE __half __ushort2half_rn(unsigned short a) { return __half((float)a); }
/* One step from the nearest, when that lies on the other side. */
SCORD_HOST_DEVICE __half scord_half_toward(float a, bool up, bool zero) {
    const __half near = __half(a);
    const float value = (float)near;
    if (value == a || value != value) return near;
    const bool wants_up = zero ? a < 0 : up;
    if (wants_up == (value > a)) return near;
    const unsigned short bits = near.__x;
    if ((bits & 0x7fffu) == 0) return __half(__half_raw{(unsigned short)(wants_up ? 1 : 0x8001)});
    return __half(__half_raw{(unsigned short)((bits >> 15 != 0) == wants_up ? bits - 1 : bits + 1)});
}
SCORD_HOST_DEVICE __half __float2half_rz(float a) { return scord_half_toward(a, false, true); }
SCORD_HOST_DEVICE __half __float2half_rd(float a) { return scord_half_toward(a, false, false); }
SCORD_HOST_DEVICE __half __float2half_ru(float a) { return scord_half_toward(a, true, false); }
SCORD_HOST_DEVICE __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
SCORD_HOST_DEVICE __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
SCORD_HOST_DEVICE __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
SCORD_HOST_DEVICE __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }

/* ---- arithmetic ---- */
#define SCORD_HALF_BINARY(name, symbol)                                                                    \
    SCORD_HOST_DEVICE __half name(__half a, __half b) { return __half((float)a symbol (float)b); }         \
    SCORD_HOST_DEVICE __half2 name##2(__half2 a, __half2 b) { return __half2(name(a.x, b.x), name(a.y, b.y)); } \
    SCORD_HOST_DEVICE __half operator symbol(__half a, __half b) { return name(a, b); }                    \
    SCORD_HOST_DEVICE __half &operator symbol##=(__half &a, __half b) { return a = name(a, b); }           \
    SCORD_HOST_DEVICE __half2 operator symbol(__half2 a, __half2 b) { return name##2(a, b); }              \
    SCORD_HOST_DEVICE __half2 &operator symbol##=(__half2 &a, __half2 b) { return a = name##2(a, b); }
SCORD_HALF_BINARY(__hadd, +)
SCORD_HALF_BINARY(__hsub, -)
SCORD_HALF_BINARY(__hmul, *)
SCORD_HALF_BINARY(__hdiv, /)
#undef SCORD_HALF_BINARY
SCORD_HOST_DEVICE __half2 __h2div(__half2 a, __half2 b) { return __hdiv2(a, b); }
SCORD_HOST_DEVICE __half __hneg(__half a) { return __half(__half_raw{(unsigned short)(a.__x ^ 0x8000)}); }
SCORD_HOST_DEVICE __half __habs(__half a) { return __half(__half_raw{(unsigned short)(a.__x & 0x7fff)}); }
SCORD_HOST_DEVICE __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
SCORD_HOST_DEVICE __half operator-(__half a) { return __hneg(a); }
SCORD_HOST_DEVICE __half2 operator-(__half2 a) { return __hneg2(a); }
SCORD_HOST_DEVICE __half __hfma(__half a, __half b, __half c) { /* product exact in double; rounded to odd before the last rounding */
    double product = (double)(float)a * (double)(float)b, sum = product + (double)(float)c;
    double lost = product - (sum - (double)(float)c) + ((double)(float)c - (sum - (sum - (double)(float)c)));
    float low = (float)sum;
    double rest = sum - (double)low;
    if (rest == 0) rest = lost;
    unsigned int bits = __builtin_bit_cast(unsigned int, low);
    if (rest != 0 && rest == rest && (bits & 1) == 0) {
        bool outward = (rest > 0) == (low > 0);
        bits = low == 0 ? bits : outward ? bits | 1 : bits - 1;
    }
    return __half(__builtin_bit_cast(float, bits));
}
SCORD_HOST_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }

/* ---- comparison ---- */
#define SCORD_HALF_COMPARE(name, symbol)                                                                   \
    SCORD_HOST_DEVICE bool name(__half a, __half b) { return (float)a symbol (float)b; }                   \
    SCORD_HOST_DEVICE bool operator symbol(__half a, __half b) { return name(a, b); }                      \
    SCORD_HOST_DEVICE __half2 name##2(__half2 a, __half2 b) {                                              \
        return __half2(__half(name(a.x, b.x) ? 1.0f : 0.0f), __half(name(a.y, b.y) ? 1.0f : 0.0f));        \
    }
SCORD_HALF_COMPARE(__heq, ==)
SCORD_HALF_COMPARE(__hne, !=)
SCORD_HALF_COMPARE(__hlt, <)
SCORD_HALF_COMPARE(__hle, <=)
SCORD_HALF_COMPARE(__hgt, >)
SCORD_HALF_COMPARE(__hge, >=)
#undef SCORD_HALF_COMPARE
SCORD_HOST_DEVICE bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
SCORD_HOST_DEVICE int __hisinf(__half a) { return (a.__x & 0x7fff) == 0x7c00 ? (a.__x >> 15 ? -1 : 1) : 0; }
SCORD_HOST_DEVICE __half __hmax(__half a, __half b) { return __hisnan(a) || (float)a < (float)b ? b : a; }
SCORD_HOST_DEVICE __half __hmin(__half a, __half b) { return __hisnan(a) || (float)b < (float)a ? b : a; }

SCORD_HOST_DEVICE __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
SCORD_HOST_DEVICE __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
SCORD_HOST_DEVICE __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
SCORD_HOST_DEVICE __half scord_half_saturated(__half a) {
    return !((float)a > 0.0f) ? __half(0.0f) : (float)a > 1.0f ? __half(1.0f) : a; /* NaN: 0 */
}
#define SCORD_HALF_VARIANTS(name)                                                                                   \
    SCORD_HOST_DEVICE __half name##_rn(__half a, __half b) { return name(a, b); }                                   \
    SCORD_HOST_DEVICE __half name##_sat(__half a, __half b) { return scord_half_saturated(name(a, b)); }            \
    SCORD_HOST_DEVICE __half2 name##2_rn(__half2 a, __half2 b) { return name##2(a, b); }                            \
    SCORD_HOST_DEVICE __half2 name##2_sat(__half2 a, __half2 b) {                                                   \
        return __half2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                                 \
    }
SCORD_HALF_VARIANTS(__hadd)
SCORD_HALF_VARIANTS(__hsub)
SCORD_HALF_VARIANTS(__hmul)
#undef SCORD_HALF_VARIANTS
SCORD_HOST_DEVICE __half __hfma_sat(__half a, __half b, __half c) { return scord_half_saturated(__hfma(a, b, c)); }
SCORD_HOST_DEVICE __half __hfma_relu(__half a, __half b, __half c) {
    const __half value = __hfma(a, b, c);
    return __hisnan(value) || (float)value > 0.0f ? value : __half(0.0f);
}
#define SCORD_HALF_BOTH(name)                                                                              \
    SCORD_HOST_DEVICE bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
SCORD_HALF_BOTH(eq)
SCORD_HALF_BOTH(ne)
SCORD_HALF_BOTH(lt)
SCORD_HALF_BOTH(le)
SCORD_HALF_BOTH(gt)
SCORD_HALF_BOTH(ge)
#undef SCORD_HALF_BOTH

/* ---- functions, exchange, memory ---- */
#define SCORD_HALF_FUNCTION(name)                                                  \
    SCORD_DEVICE __half h##name(__half a) { return __half(name##f((float)a)); }    \
    SCORD_DEVICE __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
SCORD_HALF_FUNCTION(sqrt)
SCORD_HALF_FUNCTION(rsqrt)
SCORD_HALF_FUNCTION(exp)
SCORD_HALF_FUNCTION(exp2)
SCORD_HALF_FUNCTION(exp10)
SCORD_HALF_FUNCTION(log)
SCORD_HALF_FUNCTION(log2)
SCORD_HALF_FUNCTION(log10)
SCORD_HALF_FUNCTION(sin)
SCORD_HALF_FUNCTION(cos)
SCORD_HALF_FUNCTION(floor)
SCORD_HALF_FUNCTION(ceil)
SCORD_HALF_FUNCTION(trunc)
SCORD_HALF_FUNCTION(rint)
SCORD_HALF_FUNCTION(tanh)
#undef SCORD_HALF_FUNCTION
SCORD_DEVICE __half hrcp(__half a) { return __half(1.0f / (float)a); }
SCORD_DEVICE __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }
#define SCORD_HALF_SHUFFLE(name, lane_type)                                                                       \
    SCORD_DEVICE __half name(unsigned int mask, __half value, lane_type lane, int width = 32) {                   \
        return __ushort_as_half((unsigned short)name(mask, (unsigned int)value.__x, lane, width));                \
    }                                                                                                             \
    SCORD_DEVICE __half2 name(unsigned int mask, __half2 value, lane_type lane, int width = 32) {                 \
        return __half2(name(mask, value.x, lane, width), name(mask, value.y, lane, width));                       \
    }
SCORD_HALF_SHUFFLE(__shfl_sync, int)
SCORD_HALF_SHUFFLE(__shfl_up_sync, unsigned int)
SCORD_HALF_SHUFFLE(__shfl_down_sync, unsigned int)
SCORD_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef SCORD_HALF_SHUFFLE
SCORD_DEVICE __half __ldg(const __half *place) { return __ushort_as_half(*(const unsigned short *)place); }
SCORD_DEVICE __half2 __ldg(const __half2 *place) { return __builtin_bit_cast(__half2, *(const unsigned int *)place); }
/* By compare-and-swap of the word that holds it, as the SDK does where the instruction is missing. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
SCORD_DEVICE __half2 atomicAdd(__half2 *address, __half2 value) {
    unsigned int *word = (unsigned int *)address, old = atomicOr(word, 0u), seen;
    do {
        seen = old;
        old = atomicCAS(word, seen, __builtin_bit_cast(unsigned int, __builtin_bit_cast(__half2, seen) + value));
    } while (old != seen);
    return __builtin_bit_cast(__half2, seen);
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SCORD_DEVICE __half atomicAdd(__half *address, __half value) {
    bool high = (size_t)address & 2;
    unsigned int *word = (unsigned int *)((size_t)address & ~(size_t)3), old = atomicOr(word, 0u), seen;
    do {
        seen = old;
        unsigned short sum = (__ushort_as_half((unsigned short)(high ? seen >> 16 : seen)) + value).__x;
        old = atomicCAS(word, seen, high ? (seen & 0xffffu) | (unsigned int)sum << 16 : (seen & 0xffff0000u) | sum);
    } while (old != seen);
    return __ushort_as_half((unsigned short)(high ? seen >> 16 : seen));
}
#endif
#undef SCORD_HALF

#endif
