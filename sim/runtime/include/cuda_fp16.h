/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_fp16.h: 16-bit floating point, host and device: storage, conversions, arithmetic and comparison.
 *
 * Every operation is computed in float (fma in double) and rounded once to 16 bits, which is the correctly rounded result:
 * float has more than twice the fraction bits of half.
 */
#ifndef SCORD_CUDA_FP16_H
#define SCORD_CUDA_FP16_H
#define __CUDA_FP16_H__ /* as the SDK's header: programs ask */

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
/* Of a number and NaN the number; -0 < +0. */
SCORD_HOST_DEVICE __half __hmax(__half a, __half b) {
    if (__hisnan(a) || __hisnan(b)) return !__hisnan(a) ? a : !__hisnan(b) ? b : __ushort_as_half((unsigned short)0x7fff);
    return (float)a == (float)b ? __ushort_as_half((unsigned short)(a.__x & b.__x)) : (float)a < (float)b ? b : a;
}
SCORD_HOST_DEVICE __half __hmin(__half a, __half b) {
    if (__hisnan(a) || __hisnan(b)) return !__hisnan(a) ? a : !__hisnan(b) ? b : __ushort_as_half((unsigned short)0x7fff);
    return (float)a == (float)b ? __ushort_as_half((unsigned short)(a.__x | b.__x)) : (float)b < (float)a ? b : a;
}

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

/* ---- what the other names of CUDA do: unordered comparison, masks, NaN that is passed on, further conversions ---- */
#define SCORD_HALF_UNORDERED(name, ordered)                                                                             \
    SCORD_HOST_DEVICE bool name##u(__half a, __half b) { return __hisnan(a) || __hisnan(b) || ordered(a, b); }          \
    SCORD_HOST_DEVICE __half2 name##u2(__half2 a, __half2 b) {                                                              \
        return __half2(__half(name##u(a.x, b.x) ? 1.0f : 0.0f), __half(name##u(a.y, b.y) ? 1.0f : 0.0f));                   \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int name##2_mask(__half2 a, __half2 b) {                                                  \
        return (ordered(a.x, b.x) ? 0xffffu : 0u) | (ordered(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int name##u2_mask(__half2 a, __half2 b) {                                                 \
        return (name##u(a.x, b.x) ? 0xffffu : 0u) | (name##u(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }
SCORD_HALF_UNORDERED(__heq, __heq)
SCORD_HALF_UNORDERED(__hne, __hne)
SCORD_HALF_UNORDERED(__hlt, __hlt)
SCORD_HALF_UNORDERED(__hle, __hle)
SCORD_HALF_UNORDERED(__hgt, __hgt)
SCORD_HALF_UNORDERED(__hge, __hge)
#undef SCORD_HALF_UNORDERED
#define SCORD_HALF_BOTH_UNORDERED(name)                                                                                 \
    SCORD_HOST_DEVICE bool __hb##name##u2(__half2 a, __half2 b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); }
SCORD_HALF_BOTH_UNORDERED(eq)
SCORD_HALF_BOTH_UNORDERED(ne)
SCORD_HALF_BOTH_UNORDERED(lt)
SCORD_HALF_BOTH_UNORDERED(le)
SCORD_HALF_BOTH_UNORDERED(gt)
SCORD_HALF_BOTH_UNORDERED(ge)
#undef SCORD_HALF_BOTH_UNORDERED
SCORD_HOST_DEVICE __half __hmax_nan(__half a, __half b) {
    return __hisnan(a) || __hisnan(b) ? __ushort_as_half((unsigned short)0x7fff) : __hmax(a, b);
}
SCORD_HOST_DEVICE __half __hmin_nan(__half a, __half b) {
    return __hisnan(a) || __hisnan(b) ? __ushort_as_half((unsigned short)0x7fff) : __hmin(a, b);
}
SCORD_HOST_DEVICE __half2 __hmax2_nan(__half2 a, __half2 b) { return __half2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }
SCORD_HOST_DEVICE __half2 __hmin2_nan(__half2 a, __half2 b) { return __half2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }
SCORD_HOST_DEVICE __half2 __hisnan2(__half2 a) { return __half2(__half(__hisnan(a.x) ? 1.0f : 0.0f), __half(__hisnan(a.y) ? 1.0f : 0.0f)); }
SCORD_HOST_DEVICE __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) { return __half2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); }
SCORD_HOST_DEVICE __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) { return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); }
/* The product of complex numbers, and a sum, in the order of operations that CUDA states. */
SCORD_HOST_DEVICE __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
    const __half real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
    return __half2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
SCORD_HOST_DEVICE __half2 operator+(__half2 a) { return a; }
SCORD_HOST_DEVICE __half operator+(__half a) { return a; }
SCORD_HOST_DEVICE __half &operator++(__half &a) { return a = a + __half(1.0f); }
SCORD_HOST_DEVICE __half &operator--(__half &a) { return a = a - __half(1.0f); }
SCORD_HOST_DEVICE __half operator++(__half &a, int) { const __half old = a; ++a; return old; }
SCORD_HOST_DEVICE __half operator--(__half &a, int) { const __half old = a; --a; return old; }
#define SCORD_HALF_FROM(type, name, cast, mode) SCORD_DEVICE type __half2##name##_##mode(__half a) { return (type)cast##_##mode((float)a); }
#define SCORD_HALF_FROM_ALL(type, name, cast) SCORD_HALF_FROM(type, name, cast, rd) SCORD_HALF_FROM(type, name, cast, ru)
#define SCORD_HALF_FROM_EVERY(type, name, cast) SCORD_HALF_FROM_ALL(type, name, cast) SCORD_HALF_FROM(type, name, cast, rn) SCORD_HALF_FROM(type, name, cast, rz)
SCORD_HALF_FROM_EVERY(long long, ll, __float2ll)
SCORD_HALF_FROM_EVERY(unsigned long long, ull, __float2ull)
#undef SCORD_HALF_FROM_EVERY
#undef SCORD_HALF_FROM_ALL
#undef SCORD_HALF_FROM
/* To 16 bits: what does not fit becomes the nearest that does. */
#define SCORD_HALF_SHORT(mode)                                                                                          \
    SCORD_DEVICE short __half2short_##mode(__half a) {                                                                 \
        const int i = __float2int_##mode((float)a);                                                                \
        return (short)(i < -32768 ? -32768 : i > 32767 ? 32767 : i);                                               \
    }                                                                                                             \
    SCORD_DEVICE unsigned short __half2ushort_##mode(__half a) {                                                       \
        const unsigned int i = __float2uint_##mode((float)a);                                                      \
        return (unsigned short)(i > 65535u ? 65535u : i);                                                          \
    }
SCORD_HALF_SHORT(rn)
SCORD_HALF_SHORT(rz)
SCORD_HALF_SHORT(rd)
SCORD_HALF_SHORT(ru)
#undef SCORD_HALF_SHORT
SCORD_DEVICE signed char __half2char_rz(__half a) {
    const int i = __float2int_rz((float)a);
    return (signed char)(i < -128 ? -128 : i > 127 ? 127 : i);
}
SCORD_DEVICE unsigned char __half2uchar_rz(__half a) {
    const unsigned int i = __float2uint_rz((float)a);
    return (unsigned char)(i > 255u ? 255u : i);
}
SCORD_DEVICE unsigned int __half2uint_rd(__half a) { return __float2uint_rd((float)a); }
SCORD_DEVICE unsigned int __half2uint_ru(__half a) { return __float2uint_ru((float)a); }
/* From integers: the double holds 53 bits, of which the float keeps the direction that the last rounding needs. */
#define SCORD_HALF_TO(mode, up, zero)                                                                              \
    SCORD_HOST_DEVICE __half scord_half_from_##mode(double a) {                                                    \
        const float near = (float)a;                                                                               \
        return scord_half_toward(near, up, zero);                                                                  \
    }                                                                                                              \
    SCORD_HOST_DEVICE __half __int2half_##mode(int a) { return scord_half_from_##mode(a); }                        \
    SCORD_HOST_DEVICE __half __uint2half_##mode(unsigned int a) { return scord_half_from_##mode(a); }              \
    SCORD_HOST_DEVICE __half __short2half_##mode(short a) { return scord_half_from_##mode(a); }                    \
    SCORD_HOST_DEVICE __half __ushort2half_##mode(unsigned short a) { return scord_half_from_##mode(a); }          \
    SCORD_HOST_DEVICE __half __ll2half_##mode(long long a) { return scord_half_from_##mode((double)a); }           \
    SCORD_HOST_DEVICE __half __ull2half_##mode(unsigned long long a) { return scord_half_from_##mode((double)a); }
SCORD_HALF_TO(rz, false, true)
SCORD_HALF_TO(rd, false, false)
SCORD_HALF_TO(ru, true, false)
#undef SCORD_HALF_TO
SCORD_HOST_DEVICE __half __ll2half_rn(long long a) { return __half((float)a); }
SCORD_HOST_DEVICE __half __ull2half_rn(unsigned long long a) { return __half((float)a); }

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
