/* SPDX-License-Identifier: Apache-2.0 */
/* word_threads.h: which threads touch each word of a coalesced request (independent_threads; D40).
 *
 * A request names, for each word, the first lane that touches it, and says whether several lanes
 * touch the same byte of the word. Both are bit planes: a bit for each word, like the mask. Lanes
 * that share a word but no byte of it do not count as several: as long as they split the word the
 * same way, each lane accesses its own bytes in program order. A third plane marks the words to
 * which lanes of a store write different values (D72).
 */
#ifndef SCORD_WORD_THREADS_H
#define SCORD_WORD_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/repeat_bits.h"
#include "cmodel/scord_params.h"

_Static_assert(SCORD_LANE_WIDTH == 5 && SCORD_WORD_THREADS_WIDTH == 7 * SCORD_SEGMENT_WORDS,
               "a plane thread_bit_0 .. thread_bit_4 for each bit of a ThreadID, several_threads, "
               "lanes_differ");

/* `lane` touches `words` of the event's segment: called in ascending lane order, before the words
 * enter the event's mask. overlap: bytes of them were touched by a lane before. */
static inline void scord_word_threads_add(scord_sm_event_t *event, unsigned lane, uint32_t words,
                                          bool overlap) {
    const uint32_t first = words & ~event->mask;
    event->thread_bit_0 |= lane >> 0 & 1 ? first : 0;
    event->thread_bit_1 |= lane >> 1 & 1 ? first : 0;
    event->thread_bit_2 |= lane >> 2 & 1 ? first : 0;
    event->thread_bit_3 |= lane >> 3 & 1 ? first : 0;
    event->thread_bit_4 |= lane >> 4 & 1 ? first : 0;
    event->several_threads |= overlap ? words & event->mask : 0;
}

/* ThreadID of the lowest lane on `word` of the segment of MADE_OF: a request, or the SM event that
 * it is made of. */
#define SCORD_WORD_THREAD(made_of, word)                                                           \
    (((made_of)->thread_bit_0 >> (word)&1) | ((made_of)->thread_bit_1 >> (word)&1) << 1 |          \
     ((made_of)->thread_bit_2 >> (word)&1) << 2 | ((made_of)->thread_bit_3 >> (word)&1) << 3 |     \
     ((made_of)->thread_bit_4 >> (word)&1) << 4)
static inline uint8_t scord_word_thread(const scord_detector_request_t *request, unsigned word) {
    return (uint8_t)SCORD_WORD_THREAD(request, word);
}

/* A byte for each of the eight lowest bits of `plane`: 1 << bit where it is set. */
static inline uint64_t scord_word_threads_spread(uint32_t plane, unsigned bit) {
    const uint64_t each = UINT64_C(0x0101010101010101),
                   own = (plane & 0xff) * each & UINT64_C(0x8040201008040201);
    return ((own + 0x7f * each) >> 7 & each) << bit;
}

/* The same of all words, a byte each. */
#define SCORD_WORD_THREADS(made_of, thread)                                                        \
    scord_word_threads((const uint32_t[]){(made_of)->thread_bit_0, (made_of)->thread_bit_1,        \
                                          (made_of)->thread_bit_2, (made_of)->thread_bit_3,        \
                                          (made_of)->thread_bit_4},                                \
                       thread)
static inline void scord_word_threads(const uint32_t plane[SCORD_LANE_WIDTH],
                                      uint8_t thread[SCORD_SEGMENT_WORDS]) {
    for (unsigned word = 0; word < SCORD_SEGMENT_WORDS; word += 8) {
        uint64_t eight = 0;
        for (unsigned bit = 0; bit < SCORD_LANE_WIDTH; bit++)
            eight |= scord_word_threads_spread(plane[bit] >> word, bit);
#pragma GCC unroll 8 /* one store */
        for (unsigned i = 0; i < 8; i++) thread[word + i] = (uint8_t)(eight >> 8 * i);
    }
}

/* Bit BIT of the numbers FIRST, FIRST + 1, ... modulo 32: a plane of words with a lane each. */
static inline uint32_t scord_word_numbers(unsigned first, unsigned bit) {
    const uint32_t from_0[] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
    const unsigned right = first % SCORD_THREADS_PER_WARP;
    return from_0[bit] >> right | from_0[bit] << (32 - right) % 32;
}

/* Whether the lanes of WORDS, not 0, follow each other, 2^LOG2 words each, at most 4: then that of
 * word w is *lane_of_0 + (w >> LOG2), modulo 32. */
#define SCORD_WORD_THREADS_FOLLOW(made_of, words, log2, lane_of_0)                                 \
    scord_word_threads_follow((const uint32_t[]){(made_of)->thread_bit_0, (made_of)->thread_bit_1, \
                                                 (made_of)->thread_bit_2, (made_of)->thread_bit_3, \
                                                 (made_of)->thread_bit_4},                         \
                              words, log2, lane_of_0)
static inline bool scord_word_threads_follow(const uint32_t plane[SCORD_LANE_WIDTH], uint32_t words,
                                             unsigned log2, unsigned *lane_of_0) {
    const unsigned first = (unsigned)__builtin_ctz(words);
    unsigned lane = 0;
    uint32_t others = 0;
    for (unsigned bit = 0; bit < SCORD_LANE_WIDTH; bit++) lane |= (plane[bit] >> first & 1) << bit;
    lane = (lane - (first >> log2)) % SCORD_THREADS_PER_WARP;
    for (unsigned bit = 0; bit < SCORD_LANE_WIDTH; bit++)
        others |= plane[bit] ^ scord_repeat_bits(scord_word_numbers(lane, bit), 1u << log2);
    *lane_of_0 = lane;
    return (others & words) == 0;
}

/* Whether several lanes touch one byte of `word`. */
static inline bool scord_word_several(const scord_detector_request_t *request, unsigned word) {
    return request->several_threads >> word & 1;
}

/* Whether lanes of the store write different values to `word` (D72). */
static inline bool scord_word_differs(const scord_detector_request_t *request, unsigned word) {
    return request->lanes_differ >> word & 1;
}

#endif
