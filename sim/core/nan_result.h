/* SPDX-License-Identifier: Apache-2.0 */
/* nan_result.h: which NaN a 64-bit operation gives, as the processor's own choice depends on the
 * order in which a compiler hands it the operands. Private to sim/core. */
#ifndef SIM_CORE_NAN_RESULT_H
#define SIM_CORE_NAN_RESULT_H

#include <stdint.h>

/* The first operand that is a NaN, made quiet; without one (0 × infinity, …) the processor's own.
 */
static inline uint64_t nan_result(uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t magnitude = UINT64_C(0x7fffffffffffffff), infinity = UINT64_C(0x7ff) << 52,
                   quiet = UINT64_C(1) << 51;
    return (a & magnitude) > infinity   ? a | quiet
           : (b & magnitude) > infinity ? b | quiet
           : (c & magnitude) > infinity ? c | quiet
                                        : UINT64_C(0xfff8000000000000);
}

#endif
