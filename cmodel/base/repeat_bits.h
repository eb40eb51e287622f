/* SPDX-License-Identifier: Apache-2.0 */
/* repeat_bits.h: a mask of lanes as a mask of words, where each lane has 1, 2 or 4 of them. */
#ifndef SCORD_REPEAT_BITS_H
#define SCORD_REPEAT_BITS_H

#include <stdint.h>

/* The lowest 32 / TIMES bits of BITS, each repeated TIMES times: 1, 2 or 4. */
static inline uint32_t scord_repeat_bits(uint32_t bits, unsigned times) {
    for (; times > 1; times /= 2) {
        bits &= 0xffff;
        bits = (bits | bits << 8) & 0x00ff00ff;
        bits = (bits | bits << 4) & 0x0f0f0f0f;
        bits = (bits | bits << 2) & 0x33333333;
        bits = (bits | bits << 1) & 0x55555555;
        bits |= bits << 1;
    }
    return bits;
}

#endif
