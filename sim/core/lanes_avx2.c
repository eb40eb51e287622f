/* SPDX-License-Identifier: Apache-2.0 */
/* lanes_avx2.c: the vector functions for processors with AVX2. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#define LANES_256
#define LANES_SET lanes_avx2
#include "sim/core/lanes_body.h"
#else
typedef int lanes_avx2_is_not_here_t; /* no empty file */
#endif
