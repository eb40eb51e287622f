/* SPDX-License-Identifier: Apache-2.0 */
/* lanes_avx512.c: the vector functions for processors with AVX-512. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#pragma GCC target("avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")
#include <immintrin.h>
#define LANES_512
#define LANES_SET lanes_avx512
#include "sim/core/lanes_body.h"
#else
typedef int lanes_avx512_is_not_here_t; /* no empty file */
#endif
