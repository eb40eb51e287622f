/* SPDX-License-Identifier: Apache-2.0 */
/* integer_functions.h: integer and bit intrinsics, dot products, SIMD within a word. Part of scord_cuda.h. */
#ifndef SCORD_CUDA_INTEGER_FUNCTIONS_H
#define SCORD_CUDA_INTEGER_FUNCTIONS_H

/* ---- bits ---- */
SCORD_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
SCORD_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SCORD_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned int)x); }
SCORD_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
SCORD_DEVICE int __ffs(int x) { return x == 0 ? 0 : 32 - __clz(x & -x); }
SCORD_DEVICE int __ffsll(long long x) { return x == 0 ? 0 : 64 - __clzll(x & -x); }
SCORD_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
SCORD_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
SCORD_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    return (unsigned int)__nvvm_prmt((int)x, (int)y, (int)(selector & 0x7777u)); /* no copies of signs, as the SDK */
}
SCORD_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
SCORD_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x * y) >> 32);
}
SCORD_DEVICE long long __mul64hi(long long x, long long y) { return (long long)(((__int128)x * y) >> 64); }
SCORD_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
SCORD_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
SCORD_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
SCORD_DEVICE unsigned int __sad(int x, int y, unsigned int z) { return z + (unsigned int)(x > y ? x - y : y - x); }
SCORD_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }
SCORD_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
SCORD_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
SCORD_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((((unsigned long long)high << 32) | low) << (shift & 31)) >> 32);
}
SCORD_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)((((unsigned long long)high << 32) | low) >> (shift & 31));
}

SCORD_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y) { return (x & y) + ((x ^ y) >> 1); }
SCORD_DEVICE unsigned int __urhadd(unsigned int x, unsigned int y) { return (x | y) - ((x ^ y) >> 1); }
SCORD_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SCORD_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
/* The position of the offset-th set bit of mask from position base upward (offset > 0), downward (< 0), base itself
 * when it is set (0); 0xffffffff: there is none. */
SCORD_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    if (offset == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
    int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
    for (int at = (int)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return (unsigned int)at;
    return 0xffffffffu;
}

/* ---- dot products of bytes ---- */
#define SCORD_DP4A(type, packed_type, instruction)                                                                \
    SCORD_DEVICE type __dp4a(type a, type b, type c) {                                                            \
        type d;                                                                                                   \
        __asm__(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));                               \
        return d;                                                                                                 \
    }                                                                                                             \
    SCORD_DEVICE type __dp4a(packed_type a, packed_type b, type c) {                                              \
        return __dp4a(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c);                               \
    }
SCORD_DP4A(int, char4, "dp4a.s32.s32")
SCORD_DP4A(unsigned int, uchar4, "dp4a.u32.u32")
#undef SCORD_DP4A
SCORD_DEVICE int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }
SCORD_DEVICE int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
SCORD_DEVICE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * (b >> 8 & 0xffu);
}
SCORD_DEVICE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) { return __dp2a_lo(a, b >> 16, c); }

/* ---- SIMD within a word: `bits` wide parts x and y of a and b, each made by an expression ---- */
#define SCORD_SIMD(name, bits, type, expression)                                                                  \
    SCORD_DEVICE unsigned int name(unsigned int a, unsigned int b) {                                              \
        unsigned int result = 0;                                                                                  \
        for (int at = 0; at < 32; at += bits) {                                                                   \
            int x = (type)(a >> at), y = (type)(b >> at);                                                         \
            result |= ((unsigned int)(expression) & (0xffffffffu >> (32 - bits))) << at;                          \
        }                                                                                                         \
        return result;                                                                                            \
    }
#define SCORD_SIMD_SIZE(size, bits, stype, utype)                                                                 \
    SCORD_SIMD(__vadd##size, bits, utype, x + y)                                                                  \
    SCORD_SIMD(__vsub##size, bits, utype, x - y)                                                                  \
    SCORD_SIMD(__vaddus##size, bits, utype, x + y > (1 << bits) - 1 ? (1 << bits) - 1 : x + y)                    \
    SCORD_SIMD(__vsubus##size, bits, utype, x > y ? x - y : 0)                                                    \
    SCORD_SIMD(__vaddss##size, bits, stype, x + y >= 1 << (bits - 1) ? (1 << (bits - 1)) - 1                      \
                                            : x + y < -(1 << (bits - 1)) ? -(1 << (bits - 1)) : x + y)            \
    SCORD_SIMD(__vsubss##size, bits, stype, x - y >= 1 << (bits - 1) ? (1 << (bits - 1)) - 1                      \
                                            : x - y < -(1 << (bits - 1)) ? -(1 << (bits - 1)) : x - y)            \
    SCORD_SIMD(__vmaxu##size, bits, utype, x > y ? x : y)                                                         \
    SCORD_SIMD(__vminu##size, bits, utype, x < y ? x : y)                                                         \
    SCORD_SIMD(__vmaxs##size, bits, stype, x > y ? x : y)                                                         \
    SCORD_SIMD(__vmins##size, bits, stype, x < y ? x : y)                                                         \
    SCORD_SIMD(__vavgu##size, bits, utype, (x + y + 1) >> 1)                                                      \
    SCORD_SIMD(__vhaddu##size, bits, utype, (x + y) >> 1)                                                         \
    SCORD_SIMD(__vabsdiffu##size, bits, utype, x > y ? x - y : y - x)                                             \
    SCORD_SIMD(__vabsdiffs##size, bits, stype, x > y ? x - y : y - x)                                             \
    SCORD_SIMD(__vcmpeq##size, bits, utype, x == y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmpne##size, bits, utype, x != y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmpgtu##size, bits, utype, x > y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmpgeu##size, bits, utype, x >= y ? -1 : 0)                                                     \
    SCORD_SIMD(__vcmpltu##size, bits, utype, x < y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmpleu##size, bits, utype, x <= y ? -1 : 0)                                                     \
    SCORD_SIMD(__vcmpgts##size, bits, stype, x > y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmpges##size, bits, stype, x >= y ? -1 : 0)                                                     \
    SCORD_SIMD(__vcmplts##size, bits, stype, x < y ? -1 : 0)                                                      \
    SCORD_SIMD(__vcmples##size, bits, stype, x <= y ? -1 : 0)                                                     \
    SCORD_SIMD(__vseteq##size, bits, utype, x == y)                                                               \
    SCORD_SIMD(__vsetne##size, bits, utype, x != y)                                                               \
    SCORD_SIMD(__vsetgtu##size, bits, utype, x > y)                                                               \
    SCORD_SIMD(__vsetltu##size, bits, utype, x < y)                                                               \
    SCORD_SIMD(__vsetgeu##size, bits, utype, x >= y)                                                              \
    SCORD_SIMD(__vsetleu##size, bits, utype, x <= y)                                                              \
    SCORD_SIMD(__vsetgts##size, bits, stype, x > y)                                                               \
    SCORD_SIMD(__vsetges##size, bits, stype, x >= y)                                                              \
    SCORD_SIMD(__vsetlts##size, bits, stype, x < y)                                                               \
    SCORD_SIMD(__vsetles##size, bits, stype, x <= y)                                                              \
    SCORD_SIMD(__vavgs##size, bits, stype, (x + y + (x + y >= 0)) >> 1)                                           \
    SCORD_DEVICE unsigned int __vnegss##size(unsigned int a) { return __vsubss##size(0, a); }                     \
    SCORD_DEVICE unsigned int __vabsss##size(unsigned int a) { return __vmaxs##size(a, __vsubss##size(0, a)); }   \
    SCORD_DEVICE unsigned int __vneg##size(unsigned int a) { return __vsub##size(0, a); }                         \
    SCORD_DEVICE unsigned int __vabs##size(unsigned int a) { return __vmaxs##size(a, __vsub##size(0, a)); }       \
    SCORD_DEVICE unsigned int __vsadu##size(unsigned int a, unsigned int b) {                                     \
        unsigned int parts = __vabsdiffu##size(a, b), sum = 0;                                                    \
        for (int at = 0; at < 32; at += bits) sum += parts >> at & (0xffffffffu >> (32 - bits));                  \
        return sum;                                                                                               \
    }                                                                                                             \
    SCORD_DEVICE unsigned int __vsads##size(unsigned int a, unsigned int b) {                                     \
        unsigned int parts = __vabsdiffs##size(a, b), sum = 0;                                                    \
        for (int at = 0; at < 32; at += bits) sum += parts >> at & (0xffffffffu >> (32 - bits));                  \
        return sum;                                                                                               \
    }
SCORD_SIMD_SIZE(2, 16, short, unsigned short)
SCORD_SIMD_SIZE(4, 8, signed char, unsigned char)
#undef SCORD_SIMD
#undef SCORD_SIMD_SIZE

/* ---- dynamic programming ("DPX"), host and device: minima and maxima of sums and of three, those that say which ---- */
#define SCORD_DPX_ORDER(order, compare, type, suffix)                                                             \
    SCORD_HOST_DEVICE type __vi##order##3_##suffix(type a, type b, type c) {                                      \
        const type d = a compare b ? a : b;                                                                       \
        return d compare c ? d : c;                                                                               \
    }                                                                                                             \
    SCORD_HOST_DEVICE type __viadd##order##_##suffix(type a, type b, type c) {                                    \
        const type sum = (type)((unsigned int)a + (unsigned int)b);                                               \
        return sum compare c ? sum : c;                                                                           \
    }                                                                                                             \
    SCORD_HOST_DEVICE type __vib##order##_##suffix(type a, type b, bool *first) {                                 \
        *first = a compare##= b;                                                                                  \
        return *first ? a : b;                                                                                    \
    }
#define SCORD_DPX_RELU(order, compare)                                                                            \
    SCORD_HOST_DEVICE int __vi##order##_s32_relu(int a, int b) {                                                  \
        const int d = a compare b ? a : b;                                                                        \
        return d > 0 ? d : 0;                                                                                     \
    }                                                                                                             \
    SCORD_HOST_DEVICE int __vi##order##3_s32_relu(int a, int b, int c) {                                          \
        const int d = __vi##order##3_s32(a, b, c);                                                                \
        return d > 0 ? d : 0;                                                                                     \
    }                                                                                                             \
    SCORD_HOST_DEVICE int __viadd##order##_s32_relu(int a, int b, int c) {                                        \
        const int d = __viadd##order##_s32(a, b, c);                                                              \
        return d > 0 ? d : 0;                                                                                     \
    }
SCORD_DPX_ORDER(max, >, int, s32)
SCORD_DPX_ORDER(min, <, int, s32)
SCORD_DPX_ORDER(max, >, unsigned int, u32)
SCORD_DPX_ORDER(min, <, unsigned int, u32)
SCORD_DPX_RELU(max, >)
SCORD_DPX_RELU(min, <)
#undef SCORD_DPX_ORDER
#undef SCORD_DPX_RELU
/* Two halves of 16 bits, each by itself. */
#define SCORD_DPX_HALVES(name, type, expression)                                                                  \
    SCORD_HOST_DEVICE unsigned int name(unsigned int a, unsigned int b, unsigned int c) {                         \
        unsigned int result = 0;                                                                                  \
        for (int at = 0; at < 32; at += 16) {                                                                     \
            const type x = (type)(a >> at), y = (type)(b >> at), z = (type)(c >> at), sum = (type)(x + y);        \
            const type larger = x > y ? x : y, smaller = x < y ? x : y;                                           \
            (void)sum, (void)larger, (void)smaller;                                                               \
            const type value = (expression);                                                                      \
            result |= (unsigned int)(unsigned short)value << at;                                                  \
        }                                                                                                         \
        return result;                                                                                            \
    }
#define SCORD_DPX_HALVES_BOTH(suffix, type)                                                                       \
    SCORD_DPX_HALVES(__vimax3_##suffix, type, larger > z ? larger : z)                                            \
    SCORD_DPX_HALVES(__vimin3_##suffix, type, smaller < z ? smaller : z)                                          \
    SCORD_DPX_HALVES(__viaddmax_##suffix, type, sum > z ? sum : z)                                                \
    SCORD_DPX_HALVES(__viaddmin_##suffix, type, sum < z ? sum : z)
SCORD_DPX_HALVES_BOTH(s16x2, short)
SCORD_DPX_HALVES_BOTH(u16x2, unsigned short)
#undef SCORD_DPX_HALVES_BOTH
SCORD_DPX_HALVES(scord_relu_s16x2, short, x > 0 ? x : (short)0)
SCORD_DPX_HALVES(scord_max_s16x2, short, larger)
SCORD_DPX_HALVES(scord_min_s16x2, short, smaller)
SCORD_DPX_HALVES(scord_max_u16x2, unsigned short, larger)
SCORD_DPX_HALVES(scord_min_u16x2, unsigned short, smaller)
#undef SCORD_DPX_HALVES
#define SCORD_DPX_HALVES_RELU(order)                                                                              \
    SCORD_HOST_DEVICE unsigned int __vi##order##_s16x2_relu(unsigned int a, unsigned int b) {                     \
        return scord_relu_s16x2(scord_##order##_s16x2(a, b, 0), 0, 0);                                            \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int __vi##order##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {    \
        return scord_relu_s16x2(__vi##order##3_s16x2(a, b, c), 0, 0);                                             \
    }                                                                                                             \
    SCORD_HOST_DEVICE unsigned int __viadd##order##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {  \
        return scord_relu_s16x2(__viadd##order##_s16x2(a, b, c), 0, 0);                                           \
    }
SCORD_DPX_HALVES_RELU(max)
SCORD_DPX_HALVES_RELU(min)
#undef SCORD_DPX_HALVES_RELU
#define SCORD_DPX_HALVES_WHICH(order, compare, suffix, type)                                                      \
    SCORD_HOST_DEVICE unsigned int __vib##order##_##suffix(unsigned int a, unsigned int b, bool *high, bool *low) { \
        *high = (type)(a >> 16) compare (type)(b >> 16);                                                          \
        *low = (type)a compare (type)b;                                                                           \
        return scord_##order##_##suffix(a, b, 0);                                                                 \
    }
SCORD_DPX_HALVES_WHICH(max, >=, s16x2, short)
SCORD_DPX_HALVES_WHICH(min, <=, s16x2, short)
SCORD_DPX_HALVES_WHICH(max, >=, u16x2, unsigned short)
SCORD_DPX_HALVES_WHICH(min, <=, u16x2, unsigned short)
#undef SCORD_DPX_HALVES_WHICH

/* ---- the order of bytes ---- */
SCORD_HOST_DEVICE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
SCORD_HOST_DEVICE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
SCORD_HOST_DEVICE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

#endif
