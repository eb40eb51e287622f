/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_bf16.h: floats of 16 bits with the exponent of float, host and device.
 *
 * A __nv_bfloat16 is the upper half of a float. Every operation is computed in float (fma in double) and rounded once to
 * nearest even: float has more than twice the fraction bits, so that is the correctly rounded result.
 */
#ifndef SCORD_CUDA_BF16_H
#define SCORD_CUDA_BF16_H
#define __CUDA_BF16_H__ /* as the SDK's header: programs ask */

#include "scord_cuda.h"

typedef struct __nv_bfloat16_raw { unsigned short x; } __nv_bfloat16_raw;
typedef struct __nv_bfloat162_raw { unsigned short x, y; } __nv_bfloat162_raw;

SCORD_HOST_DEVICE unsigned short scord_bf16_bits(float value) {
    const unsigned int bits = __builtin_bit_cast(unsigned int, value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
SCORD_HOST_DEVICE float scord_bf16_value(unsigned short bits) { return __builtin_bit_cast(float, (unsigned int)bits << 16); }
/* Rounded to odd: what a second rounding to fewer bits makes right of it. */
SCORD_HOST_DEVICE float scord_bf16_odd(double value) {
    float low = (float)value;
    const double rest = value - (double)low;
    unsigned int bits = __builtin_bit_cast(unsigned int, low);
    if (rest != 0 && rest == rest && low != 0 && (bits & 1u) == 0) bits = (rest > 0) == (low > 0) ? bits | 1u : bits - 1u;
    return __builtin_bit_cast(float, bits);
}

#define SCORD_BF16 __host__ __device__ __attribute__((always_inline, nodebug))
struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    SCORD_BF16 constexpr __nv_bfloat16(__nv_bfloat16_raw raw) : __x(raw.x) {}
    SCORD_BF16 __nv_bfloat16(float value) : __x(scord_bf16_bits(value)) {}
    SCORD_BF16 __nv_bfloat16(double value) : __x(scord_bf16_bits(scord_bf16_odd(value))) {}
    SCORD_BF16 __nv_bfloat16(int value) : __x(scord_bf16_bits(scord_bf16_odd(value))) {}
    SCORD_BF16 __nv_bfloat16(unsigned int value) : __x(scord_bf16_bits(scord_bf16_odd(value))) {}
    SCORD_BF16 __nv_bfloat16(long long value) : __x(scord_bf16_bits((float)value)) {}
    SCORD_BF16 operator float() const { return scord_bf16_value(__x); }
    SCORD_BF16 operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
    SCORD_BF16 __nv_bfloat16 &operator=(float value) { __x = scord_bf16_bits(value); return *this; }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    SCORD_BF16 __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

/* ---- conversions ---- */
SCORD_HOST_DEVICE __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
SCORD_HOST_DEVICE __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
SCORD_HOST_DEVICE __nv_bfloat16 __float2bfloat16_rz(float a) {
    return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)(a != a ? 0x7fff : __builtin_bit_cast(unsigned int, a) >> 16)});
}
SCORD_HOST_DEVICE __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
SCORD_HOST_DEVICE float __bfloat162float(__nv_bfloat16 a) { return scord_bf16_value(a.__x); }
SCORD_HOST_DEVICE __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
SCORD_HOST_DEVICE __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
SCORD_HOST_DEVICE __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
SCORD_HOST_DEVICE float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
SCORD_HOST_DEVICE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
SCORD_HOST_DEVICE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SCORD_HOST_DEVICE __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SCORD_HOST_DEVICE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
SCORD_HOST_DEVICE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
SCORD_HOST_DEVICE float __low2float(__nv_bfloat162 a) { return (float)a.x; }
SCORD_HOST_DEVICE float __high2float(__nv_bfloat162 a) { return (float)a.y; }
SCORD_HOST_DEVICE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
SCORD_HOST_DEVICE unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
SCORD_HOST_DEVICE short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
SCORD_HOST_DEVICE __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __nv_bfloat16(__nv_bfloat16_raw{a}); }
SCORD_HOST_DEVICE __nv_bfloat16 __short_as_bfloat16(short a) { return __ushort_as_bfloat16((unsigned short)a); }
SCORD_HOST_DEVICE __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }
SCORD_HOST_DEVICE __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) { return __nv_bfloat16(a); }
SCORD_DEVICE int __bfloat162int_rn(__nv_bfloat16 a) { return __float2int_rn((float)a); }
SCORD_DEVICE int __bfloat162int_rz(__nv_bfloat16 a) { return __float2int_rz((float)a); }
SCORD_DEVICE unsigned int __bfloat162uint_rn(__nv_bfloat16 a) { return __float2uint_rn((float)a); }

/* ---- arithmetic ---- */
#define SCORD_BF16_BINARY(name, symbol)                                                                                     \
    SCORD_HOST_DEVICE __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a symbol (float)b); } \
    SCORD_HOST_DEVICE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                                          \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                                              \
    }                                                                                                                       \
    SCORD_HOST_DEVICE __nv_bfloat16 operator symbol(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }                \
    SCORD_HOST_DEVICE __nv_bfloat16 &operator symbol##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = name(a, b); }       \
    SCORD_HOST_DEVICE __nv_bfloat162 operator symbol(__nv_bfloat162 a, __nv_bfloat162 b) { return name##2(a, b); }          \
    SCORD_HOST_DEVICE __nv_bfloat162 &operator symbol##=(__nv_bfloat162 &a, __nv_bfloat162 b) { return a = name##2(a, b); }
SCORD_BF16_BINARY(__hadd, +)
SCORD_BF16_BINARY(__hsub, -)
SCORD_BF16_BINARY(__hmul, *)
SCORD_BF16_BINARY(__hdiv, /)
#undef SCORD_BF16_BINARY
SCORD_HOST_DEVICE __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __hdiv2(a, b); }
SCORD_HOST_DEVICE __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000)); }
SCORD_HOST_DEVICE __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x & 0x7fff)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
SCORD_HOST_DEVICE __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }
SCORD_HOST_DEVICE __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
SCORD_HOST_DEVICE __nv_bfloat162 operator-(__nv_bfloat162 a) { return __hneg2(a); }
/* The product has 16 bits, exact in double; what the sum loses decides only when it lies between two floats. */
SCORD_HOST_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    const double product = (double)(float)a * (double)(float)b, addend = (double)(float)c, sum = product + addend;
    const double back = sum - addend, lost = (product - back) + (addend - (sum - back));
    unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
    if (lost != 0 && lost == lost && sum != 0 && (bits & 1u) == 0) bits = (lost > 0) == (sum > 0) ? bits | 1u : bits - 1u;
    return __nv_bfloat16(__builtin_bit_cast(double, bits));
}
SCORD_HOST_DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

/* ---- comparison ---- */
#define SCORD_BF16_COMPARE(name, symbol)                                                                          \
    SCORD_HOST_DEVICE bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a symbol (float)b; }            \
    SCORD_HOST_DEVICE bool operator symbol(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }               \
    SCORD_HOST_DEVICE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                                \
        return __nv_bfloat162(__nv_bfloat16(name(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(name(a.y, b.y) ? 1.0f : 0.0f)); \
    }
SCORD_BF16_COMPARE(__heq, ==)
SCORD_BF16_COMPARE(__hne, !=)
SCORD_BF16_COMPARE(__hlt, <)
SCORD_BF16_COMPARE(__hle, <=)
SCORD_BF16_COMPARE(__hgt, >)
SCORD_BF16_COMPARE(__hge, >=)
#undef SCORD_BF16_COMPARE
SCORD_HOST_DEVICE bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }
SCORD_HOST_DEVICE int __hisinf(__nv_bfloat16 a) { return (a.__x & 0x7fff) == 0x7f80 ? (a.__x >> 15 ? -1 : 1) : 0; }
/* Of a number and NaN the number; -0 < +0. */
SCORD_HOST_DEVICE __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
    if (__hisnan(a) || __hisnan(b)) return !__hisnan(a) ? a : !__hisnan(b) ? b : __ushort_as_bfloat16((unsigned short)0x7fff);
    return (float)a == (float)b ? __ushort_as_bfloat16((unsigned short)(a.__x & b.__x)) : (float)a < (float)b ? b : a;
}
SCORD_HOST_DEVICE __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
    if (__hisnan(a) || __hisnan(b)) return !__hisnan(a) ? a : !__hisnan(b) ? b : __ushort_as_bfloat16((unsigned short)0x7fff);
    return (float)a == (float)b ? __ushort_as_bfloat16((unsigned short)(a.__x | b.__x)) : (float)b < (float)a ? b : a;
}
SCORD_HOST_DEVICE __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }

SCORD_HOST_DEVICE __nv_bfloat16 scord_bf16_saturated(__nv_bfloat16 a) {
    return !((float)a > 0.0f) ? __nv_bfloat16(0.0f) : (float)a > 1.0f ? __nv_bfloat16(1.0f) : a; /* NaN: 0 */
}
#define SCORD_BF16_VARIANTS(name)                                                                                  \
    SCORD_HOST_DEVICE __nv_bfloat16 name##_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }             \
    SCORD_HOST_DEVICE __nv_bfloat16 name##_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return scord_bf16_saturated(name(a, b)); } \
    SCORD_HOST_DEVICE __nv_bfloat162 name##2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return name##2(a, b); }      \
    SCORD_HOST_DEVICE __nv_bfloat162 name##2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {                             \
        return __nv_bfloat162(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                         \
    }
SCORD_BF16_VARIANTS(__hadd)
SCORD_BF16_VARIANTS(__hsub)
SCORD_BF16_VARIANTS(__hmul)
#undef SCORD_BF16_VARIANTS
SCORD_HOST_DEVICE __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return scord_bf16_saturated(__hfma(a, b, c));
}
SCORD_HOST_DEVICE __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    const __nv_bfloat16 value = __hfma(a, b, c);
    return __hisnan(value) || (float)value > 0.0f ? value : __nv_bfloat16(0.0f);
}
#define SCORD_BF16_BOTH(name)                                                                                      \
    SCORD_HOST_DEVICE bool __hb##name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
SCORD_BF16_BOTH(eq)
SCORD_BF16_BOTH(ne)
SCORD_BF16_BOTH(lt)
SCORD_BF16_BOTH(le)
SCORD_BF16_BOTH(gt)
SCORD_BF16_BOTH(ge)
#undef SCORD_BF16_BOTH
SCORD_HOST_DEVICE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
SCORD_HOST_DEVICE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
SCORD_HOST_DEVICE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
SCORD_HOST_DEVICE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }

/* ---- what the other names of CUDA do: unordered comparison, masks, NaN that is passed on, further conversions ---- */
#define SCORD_BF16_UNORDERED(name, ordered)                                                                             \
    SCORD_HOST_DEVICE bool name##u(__nv_bfloat16 a, __nv_bfloat16 b) { return __hisnan(a) || __hisnan(b) || ordered(a, b); }          \
    SCORD_HOST_DEVICE __nv_bfloat162 name##u2(__nv_bfloat162 a, __nv_bfloat162 b) {                                                              \
        return __nv_bfloat162(__nv_bfloat16(name##u(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(name##u(a.y, b.y) ? 1.0f : 0.0f));                   \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int name##2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {                                                  \
        return (ordered(a.x, b.x) ? 0xffffu : 0u) | (ordered(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int name##u2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {                                                 \
        return (name##u(a.x, b.x) ? 0xffffu : 0u) | (name##u(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }
SCORD_BF16_UNORDERED(__heq, __heq)
SCORD_BF16_UNORDERED(__hne, __hne)
SCORD_BF16_UNORDERED(__hlt, __hlt)
SCORD_BF16_UNORDERED(__hle, __hle)
SCORD_BF16_UNORDERED(__hgt, __hgt)
SCORD_BF16_UNORDERED(__hge, __hge)
#undef SCORD_BF16_UNORDERED
#define SCORD_BF16_BOTH_UNORDERED(name)                                                                                 \
    SCORD_HOST_DEVICE bool __hb##name##u2(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); }
SCORD_BF16_BOTH_UNORDERED(eq)
SCORD_BF16_BOTH_UNORDERED(ne)
SCORD_BF16_BOTH_UNORDERED(lt)
SCORD_BF16_BOTH_UNORDERED(le)
SCORD_BF16_BOTH_UNORDERED(gt)
SCORD_BF16_BOTH_UNORDERED(ge)
#undef SCORD_BF16_BOTH_UNORDERED
SCORD_HOST_DEVICE __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16((unsigned short)0x7fff) : __hmax(a, b);
}
SCORD_HOST_DEVICE __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16((unsigned short)0x7fff) : __hmin(a, b);
}
SCORD_HOST_DEVICE __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hisnan2(__nv_bfloat162 a) { return __nv_bfloat162(__nv_bfloat16(__hisnan(a.x) ? 1.0f : 0.0f), __nv_bfloat16(__hisnan(a.y) ? 1.0f : 0.0f)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); }
SCORD_HOST_DEVICE __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); }
/* The product of complex numbers, and a sum, in the order of operations that CUDA states. */
SCORD_HOST_DEVICE __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    const __nv_bfloat16 real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
    return __nv_bfloat162(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
SCORD_HOST_DEVICE __nv_bfloat162 operator+(__nv_bfloat162 a) { return a; }
SCORD_HOST_DEVICE __nv_bfloat16 operator+(__nv_bfloat16 a) { return a; }
SCORD_HOST_DEVICE __nv_bfloat16 &operator++(__nv_bfloat16 &a) { return a = a + __nv_bfloat16(1.0f); }
SCORD_HOST_DEVICE __nv_bfloat16 &operator--(__nv_bfloat16 &a) { return a = a - __nv_bfloat16(1.0f); }
SCORD_HOST_DEVICE __nv_bfloat16 operator++(__nv_bfloat16 &a, int) { const __nv_bfloat16 old = a; ++a; return old; }
SCORD_HOST_DEVICE __nv_bfloat16 operator--(__nv_bfloat16 &a, int) { const __nv_bfloat16 old = a; --a; return old; }
#define SCORD_BF16_FROM(type, name, cast, mode) SCORD_DEVICE type __bfloat162##name##_##mode(__nv_bfloat16 a) { return (type)cast##_##mode((float)a); }
#define SCORD_BF16_FROM_ALL(type, name, cast) SCORD_BF16_FROM(type, name, cast, rd) SCORD_BF16_FROM(type, name, cast, ru)
#define SCORD_BF16_FROM_EVERY(type, name, cast) SCORD_BF16_FROM_ALL(type, name, cast) SCORD_BF16_FROM(type, name, cast, rn) SCORD_BF16_FROM(type, name, cast, rz)
SCORD_BF16_FROM_EVERY(long long, ll, __float2ll)
SCORD_BF16_FROM_EVERY(unsigned long long, ull, __float2ull)
#undef SCORD_BF16_FROM_EVERY
#undef SCORD_BF16_FROM_ALL
#undef SCORD_BF16_FROM
/* To 16 bits: what does not fit becomes the nearest that does. */
#define SCORD_BF16_SHORT(mode)                                                                                          \
    SCORD_DEVICE short __bfloat162short_##mode(__nv_bfloat16 a) {                                                                 \
        const int i = __float2int_##mode((float)a);                                                                \
        return (short)(i < -32768 ? -32768 : i > 32767 ? 32767 : i);                                               \
    }                                                                                                             \
    SCORD_DEVICE unsigned short __bfloat162ushort_##mode(__nv_bfloat16 a) {                                                       \
        const unsigned int i = __float2uint_##mode((float)a);                                                      \
        return (unsigned short)(i > 65535u ? 65535u : i);                                                          \
    }
SCORD_BF16_SHORT(rn)
SCORD_BF16_SHORT(rz)
SCORD_BF16_SHORT(rd)
SCORD_BF16_SHORT(ru)
#undef SCORD_BF16_SHORT
SCORD_DEVICE signed char __bfloat162char_rz(__nv_bfloat16 a) {
    const int i = __float2int_rz((float)a);
    return (signed char)(i < -128 ? -128 : i > 127 ? 127 : i);
}
SCORD_DEVICE unsigned char __bfloat162uchar_rz(__nv_bfloat16 a) {
    const unsigned int i = __float2uint_rz((float)a);
    return (unsigned char)(i > 255u ? 255u : i);
}
SCORD_DEVICE int __bfloat162int_rd(__nv_bfloat16 a) { return __float2int_rd((float)a); }
SCORD_DEVICE int __bfloat162int_ru(__nv_bfloat16 a) { return __float2int_ru((float)a); }
SCORD_DEVICE unsigned int __bfloat162uint_rz(__nv_bfloat16 a) { return __float2uint_rz((float)a); }
SCORD_DEVICE unsigned int __bfloat162uint_rd(__nv_bfloat16 a) { return __float2uint_rd((float)a); }
SCORD_DEVICE unsigned int __bfloat162uint_ru(__nv_bfloat16 a) { return __float2uint_ru((float)a); }
/* One step from the nearest, when that lies on the other side. */
SCORD_HOST_DEVICE __nv_bfloat16 scord_bf16_toward(double a, bool up, bool zero) {
    const __nv_bfloat16 near = __nv_bfloat16(a);
    const double value = (double)(float)near;
    if (value == a || value != value) return near;
    const bool wants_up = zero ? a < 0 : up;
    if (wants_up == (value > a)) return near;
    const unsigned short bits = near.__x;
    if ((bits & 0x7fffu) == 0) return __ushort_as_bfloat16((unsigned short)(wants_up ? 1 : 0x8001));
    return __ushort_as_bfloat16((unsigned short)((bits >> 15 != 0) == wants_up ? bits - 1 : bits + 1));
}
SCORD_HOST_DEVICE __nv_bfloat16 __float2bfloat16_rd(float a) { return scord_bf16_toward(a, false, false); }
SCORD_HOST_DEVICE __nv_bfloat16 __float2bfloat16_ru(float a) { return scord_bf16_toward(a, true, false); }
#define SCORD_BF16_TO(mode, up, zero)                                                                              \
    SCORD_HOST_DEVICE __nv_bfloat16 __int2bfloat16_##mode(int a) { return scord_bf16_toward(a, up, zero); }        \
    SCORD_HOST_DEVICE __nv_bfloat16 __uint2bfloat16_##mode(unsigned int a) { return scord_bf16_toward(a, up, zero); } \
    SCORD_HOST_DEVICE __nv_bfloat16 __short2bfloat16_##mode(short a) { return scord_bf16_toward(a, up, zero); }    \
    SCORD_HOST_DEVICE __nv_bfloat16 __ushort2bfloat16_##mode(unsigned short a) { return scord_bf16_toward(a, up, zero); }
SCORD_BF16_TO(rz, false, true)
SCORD_BF16_TO(rd, false, false)
SCORD_BF16_TO(ru, true, false)
#undef SCORD_BF16_TO
SCORD_HOST_DEVICE __nv_bfloat16 __short2bfloat16_rn(short a) { return __nv_bfloat16((float)a); }
SCORD_HOST_DEVICE __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return __nv_bfloat16((float)a); }
SCORD_HOST_DEVICE __nv_bfloat16 __ll2bfloat16_rn(long long a) { return __nv_bfloat16(a); }
SCORD_HOST_DEVICE __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) { return __nv_bfloat16((float)a); }

/* ---- functions, exchange, memory ---- */
#define SCORD_BF16_FUNCTION(name)                                                             \
    SCORD_DEVICE __nv_bfloat16 h##name(__nv_bfloat16 a) { return __nv_bfloat16(name##f((float)a)); } \
    SCORD_DEVICE __nv_bfloat162 h2##name(__nv_bfloat162 a) { return __nv_bfloat162(h##name(a.x), h##name(a.y)); }
SCORD_BF16_FUNCTION(sqrt)
SCORD_BF16_FUNCTION(rsqrt)
SCORD_BF16_FUNCTION(exp)
SCORD_BF16_FUNCTION(exp2)
SCORD_BF16_FUNCTION(exp10)
SCORD_BF16_FUNCTION(log)
SCORD_BF16_FUNCTION(log2)
SCORD_BF16_FUNCTION(log10)
SCORD_BF16_FUNCTION(sin)
SCORD_BF16_FUNCTION(cos)
SCORD_BF16_FUNCTION(tanh)
SCORD_BF16_FUNCTION(floor)
SCORD_BF16_FUNCTION(ceil)
SCORD_BF16_FUNCTION(trunc)
SCORD_BF16_FUNCTION(rint)
#undef SCORD_BF16_FUNCTION
SCORD_DEVICE __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / (float)a); }
SCORD_DEVICE __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __nv_bfloat162(hrcp(a.x), hrcp(a.y)); }
#define SCORD_BF16_SHUFFLE(name, lane_type)                                                                             \
    SCORD_DEVICE __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 value, lane_type lane, int width = 32) {           \
        return __ushort_as_bfloat16((unsigned short)name(mask, (unsigned int)value.__x, lane, width));                  \
    }                                                                                                                   \
    SCORD_DEVICE __nv_bfloat162 name(unsigned int mask, __nv_bfloat162 value, lane_type lane, int width = 32) {         \
        return __nv_bfloat162(name(mask, value.x, lane, width), name(mask, value.y, lane, width));                      \
    }
SCORD_BF16_SHUFFLE(__shfl_sync, int)
SCORD_BF16_SHUFFLE(__shfl_up_sync, unsigned int)
SCORD_BF16_SHUFFLE(__shfl_down_sync, unsigned int)
SCORD_BF16_SHUFFLE(__shfl_xor_sync, int)
#undef SCORD_BF16_SHUFFLE
SCORD_DEVICE __nv_bfloat16 __ldg(const __nv_bfloat16 *place) { return __ushort_as_bfloat16(*(const unsigned short *)place); }
SCORD_DEVICE __nv_bfloat162 __ldg(const __nv_bfloat162 *place) {
    return __builtin_bit_cast(__nv_bfloat162, *(const unsigned int *)place);
}
/* By compare-and-swap of the word that holds it, as the SDK does where the instruction is missing. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
SCORD_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value) {
    unsigned int *word = (unsigned int *)address, old = atomicOr(word, 0u), seen;
    do {
        seen = old;
        old = atomicCAS(word, seen, __builtin_bit_cast(unsigned int, __builtin_bit_cast(__nv_bfloat162, seen) + value));
    } while (old != seen);
    return __builtin_bit_cast(__nv_bfloat162, seen);
}
SCORD_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value) {
    bool high = (size_t)address & 2;
    unsigned int *word = (unsigned int *)((size_t)address & ~(size_t)3), old = atomicOr(word, 0u), seen;
    do {
        seen = old;
        unsigned short sum = (__ushort_as_bfloat16((unsigned short)(high ? seen >> 16 : seen)) + value).__x;
        old = atomicCAS(word, seen, high ? (seen & 0xffffu) | (unsigned int)sum << 16 : (seen & 0xffff0000u) | sum);
    } while (old != seen);
    return __ushort_as_bfloat16((unsigned short)(high ? seen >> 16 : seen));
}
#endif
#undef SCORD_BF16

#endif
