/* SPDX-License-Identifier: Apache-2.0 */
/* test_coalescer.c: the lanes of a memory instruction into segments (M1), against a second way to
 * say the same: a set of words. */
#include "tb/unit/pipeline/bench.h"

#include <string.h>

#include "sim/mem/coalescer.h"
#include "cmodel/base/random.h"

static scord_event_access_t lanes(uint32_t mask, uint64_t base, uint64_t stride, unsigned size) {
    scord_event_access_t access = {.mask = mask, .size = (uint8_t)size};
    for (unsigned lane = 0; lane < 32; lane++) access.address[lane] = base + lane * stride;
    return access;
}

/* One segment, and what of it travels. */
static void travels(const char *name, uint32_t mask, uint64_t base, uint64_t stride, unsigned size,
                    uint32_t words, unsigned bytes) {
    const scord_event_access_t access = lanes(mask, base, stride, size);
    coalesced_t out;
    coalesce(&access, &out);
    check_equal(out.count, 1, "%s: segments", name);
    check_equal(out.segment[0], base / 128, "%s: segment", name);
    check_equal(out.words[0], words, "%s: words", name);
    check_equal(coalescer_bytes(coalescer_sectors(out.words[0])), bytes, "%s: bytes", name);
}

/* A quarter is words 0 to 7, a half is 0 to 15 or 16 to 31; the two middle quarters lie in
 * different halves: the whole travels. */
static void sizes(void) {
    travels("32 words", 0xffffffff, 4096, 4, 4, 0xffffffff, 128);
    travels("the lower half", 0xffff, 4096, 4, 4, 0xffff, 64);
    travels("the upper half", 0xffff0000, 4096, 4, 4, 0xffff0000, 64);
    travels("the lower quarter", 0xff, 4096, 4, 4, 0xff, 32);
    travels("the last quarter", 0xff000000, 4096, 4, 4, 0xff000000, 32);
    travels("the two middle quarters", 0x00ffff00, 4096, 4, 4, 0x00ffff00, 128);
    travels("the second and the last quarter", 0xff00ff00, 4096, 4, 4, 0xff00ff00, 128);
    travels("one lane", 1u << 9, 4096, 4, 4, 1u << 9, 32);
    travels("first and last word", 0x80000001, 4096, 4, 4, 0x80000001, 128);
    travels("a broadcast", 0xffffffff, 4096 + 124, 0, 4, UINT32_C(1) << 31, 32);
    travels("bytes", 0xffffffff, 4096, 1, 1, 0xff, 32);
    travels("halfwords", 0xffffffff, 4096, 2, 2, 0xffff, 64);
    travels("double words of 16 lanes", 0xffff, 4096, 8, 8, 0xffffffff, 128);
    travels("vectors of 8 lanes", 0xff, 4096, 16, 16, 0xffffffff, 128);
    travels("two words of a lane in two quarters", 1, 4096 + 28, 0, 8, 3u << 7, 64);
    travels("a lane across the middle", 1, 4096 + 60, 0, 8, 3u << 15, 128);
}

static void order(void) {
    scord_event_access_t access = lanes(0, 0, 0, 4);
    coalesced_t out;
    const uint64_t segment[4] = {9, 2, 9, 5};
    access.mask = 0xf0;
    for (unsigned i = 0; i < 4; i++) access.address[4 + i] = segment[i] * 128 + 4 * i;
    coalesce(&access, &out);
    check_equal(out.count, 3, "three segments of four lanes");
    check_equal(out.segment[0], 9, "the first lane's segment first");
    check_equal(out.segment[1], 2, "then the second's, whatever its address");
    check_equal(out.segment[2], 5, "then the fourth's");
    check_equal(out.words[0], 1u | 1u << 2, "lanes 4 and 6");
    access.mask = 0;
    coalesce(&access, &out);
    check_equal(out.count, 0, "no lane, no segment");
}

/* A lane of 8 bytes from the last word of a segment on; 32 of them, 128 bytes apart: 33 segments;
 * 256 apart: 64. */
static void straddling(void) {
    coalesced_t out;
    scord_event_access_t access = lanes(0xffffffff, 4096 + 124, 128, 8);
    coalesce(&access, &out);
    check_equal(out.count, 33, "32 lanes, each across an end");
    check_equal(out.words[0], UINT32_C(1) << 31, "the first segment: its last word");
    check_equal(out.words[1], UINT32_C(1) << 31 | 1, "the second: its first and last word");
    check_equal(out.words[32], 1, "the last: its first word");
    access = lanes(0xffffffff, 4096 + 124, 256, 8);
    coalesce(&access, &out);
    check_equal(out.count, SEGMENTS_MAX, "the most there can be");
    for (unsigned i = 0; i < out.count; i++) check_equal(out.segment[i], 32 + i, "segment %u", i);
}

static void one_word(void) {
    scord_event_access_t access = lanes(0xffffffff, 4096, 4, 4);
    check_equal(coalescer_lanes_on_one_word(&access), 1, "32 words");
    access = lanes(0xffffffff, 4096, 0, 4);
    check_equal(coalescer_lanes_on_one_word(&access), 32, "one word");
    access.mask = 0x00f0;
    check_equal(coalescer_lanes_on_one_word(&access), 4, "of the active lanes only");
    access = lanes(0xffffffff, 4096, 4, 4);
    access.address[31] = access.address[7] = access.address[3];
    check_equal(coalescer_lanes_on_one_word(&access), 3, "three lanes on one of 30 words");
    access.address[30] = access.address[20];
    check_equal(coalescer_lanes_on_one_word(&access), 3, "the most, not all that share");
}

/* Random lanes: the segments' words are exactly those that the lanes' bytes lie in, no segment
 * comes twice. */
static void random_lanes(void) {
    uint64_t state = 20260730;
    for (unsigned round = 0; round < 400; round++) {
        static const uint8_t size_of[] = {1, 2, 4, 8, 16};
        scord_event_access_t access = lanes((uint32_t)scord_split_next(&state), 0, 0,
                                            size_of[round % 5]);
        uint8_t touched[4096 / 4 + 8] = {0};
        for (unsigned lane = 0; lane < 32; lane++) {
            access.address[lane] = scord_split_next(&state) % (round % 3 == 0 ? 4080 : 500);
            for (unsigned i = 0; (access.mask >> lane & 1) != 0 && i < access.size; i++)
                touched[(access.address[lane] + i) / 4] = 1;
        }
        coalesced_t out;
        coalesce(&access, &out);
        unsigned wrong = 0, words = 0, expected = 0;
        for (unsigned i = 0; i < sizeof touched; i++) expected += touched[i];
        for (unsigned i = 0; i < out.count; i++) {
            for (unsigned j = 0; j < i; j++) wrong += out.segment[j] == out.segment[i];
            for (unsigned word = 0; word < 32; word++)
                if ((out.words[i] >> word & 1) != 0)
                    words++, wrong += touched[out.segment[i] * 32 + word] == 0;
        }
        check(wrong == 0 && words == expected, "round %u: %u words, %u touched, %u wrong", round,
              words, expected, wrong);
    }
}

int main(void) {
    sizes();
    order();
    straddling();
    one_word();
    random_lanes();
    return check_summary();
}
