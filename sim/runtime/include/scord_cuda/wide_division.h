/* SPDX-License-Identifier: Apache-2.0 */
/* wide_division.h: division of integers of 128 bits: what clang calls for / and % of __int128, by these names. They stay in
 * every module, since calls arise after functions without callers are gone.
 */
#ifndef SCORD_CUDA_WIDE_DIVISION_H
#define SCORD_CUDA_WIDE_DIVISION_H

#if defined(__CUDA_ARCH__) && defined(__SIZEOF_INT128__)
#define SCORD_WIDE extern "C" __device__ __attribute__((used, weak, noinline, nodebug))
typedef unsigned __int128 scord_u128;

/* Bit by bit: the quotient; the remainder to REST. */
static __device__ __attribute__((always_inline, nodebug)) inline scord_u128 scord_divide(scord_u128 a, scord_u128 b,
                                                                                         scord_u128 *rest) {
    scord_u128 quotient = 0, left = 0;
    for (int i = 127; i >= 0; i--) {
        const bool over = (unsigned long long)(left >> 127) != 0;
        left = left << 1 | (a >> i & 1);
        quotient <<= 1;
        if (over || left >= b) left -= b, quotient |= 1;
    }
    *rest = left;
    return quotient;
}
SCORD_WIDE scord_u128 __udivti3(scord_u128 a, scord_u128 b) {
    scord_u128 rest;
    return scord_divide(a, b, &rest);
}
SCORD_WIDE scord_u128 __umodti3(scord_u128 a, scord_u128 b) {
    scord_u128 rest;
    scord_divide(a, b, &rest);
    return rest;
}
SCORD_WIDE __int128 __divti3(__int128 a, __int128 b) {
    scord_u128 rest;
    const scord_u128 q = scord_divide(a < 0 ? -(scord_u128)a : (scord_u128)a, b < 0 ? -(scord_u128)b : (scord_u128)b, &rest);
    return (__int128)((a < 0) != (b < 0) ? -q : q);
}
SCORD_WIDE __int128 __modti3(__int128 a, __int128 b) {
    scord_u128 rest;
    scord_divide(a < 0 ? -(scord_u128)a : (scord_u128)a, b < 0 ? -(scord_u128)b : (scord_u128)b, &rest);
    return (__int128)(a < 0 ? -rest : rest);
}
#undef SCORD_WIDE
#endif

#endif
