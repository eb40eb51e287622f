/* SPDX-License-Identifier: Apache-2.0 */
/* lanes_plain.c: the vector functions for every processor, and which set this one takes. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#endif
#define LANES_SET lanes_plain
#include "sim/core/lanes_body.h"

const lanes_set_t *lanes_for_processor(void) {
#ifdef LANES_BY_PROCESSOR
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("fma"))
        return &lanes_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &lanes_avx2;
#endif
    return &lanes_plain;
}
