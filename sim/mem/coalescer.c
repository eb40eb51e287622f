/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.c: the lanes of a memory instruction into segments (coalescer.h).
 *
 *     lanes   0: 0x100   1: 0x104   2: 0x2f8 (8 bytes)   …
 *     segment 2: words 0, 1    segment 5: words 30, 31    one packet each, in this order
 *
 * Lanes are taken in ascending order and a segment has its place by the first lane that touches
 * it; that order is the order of the packets, so it is part of the timing. A lane whose access
 * crosses a segment's end touches two, so that 32 lanes touch at most SEGMENTS_MAX = 64. The packet
 * carries the smallest aligned part of the segment, of 32, 64 or 128 bytes, that holds all touched
 * words.
 *
 * A new segment is looked for from the newest one back: neighbouring lanes mostly share the
 * newest, so a coalesced access costs a comparison a word. Scattered accesses cost up to 64 × 32.
 * lanes_on_one_word compares all pairs, for atomics only.
 * Reference: docs/memory-system.md M1; compute capability 2.0.
 */
#include "sim/mem/coalescer.h"

#include <assert.h>

static void touch(coalesced_t *out, uint64_t address, uint64_t last) {
    for (uint64_t word = address / 4; word <= last / 4; word++) {
        const uint64_t segment = word / (MEMORY_SEGMENT / 4);
        uint32_t at = out->count;
        while (at > 0 && out->segment[at - 1] != segment) at--;
        if (at == 0) {
            assert(out->count < SEGMENTS_MAX);
            at = ++out->count;
            out->segment[at - 1] = segment;
            out->words[at - 1] = 0;
        }
        out->words[at - 1] |= UINT32_C(1) << word % (MEMORY_SEGMENT / 4);
    }
}

void coalesce(const scord_event_access_t *access, coalesced_t *out) {
    assert(access->size > 0);
    out->count = 0;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        const uint64_t address = access->address[__builtin_ctz(left)];
        touch(out, address, address + access->size - 1);
    }
}

uint8_t coalescer_lanes_on_one_word(const scord_event_access_t *access) {
    unsigned most = 1;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned same = 0;
        for (uint32_t other = left; other != 0; other &= other - 1)
            same += access->address[__builtin_ctz(other)] == access->address[__builtin_ctz(left)];
        most = same > most ? same : most;
    }
    return (uint8_t)most;
}
