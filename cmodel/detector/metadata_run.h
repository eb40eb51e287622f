/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_run.h: entries of neighbouring words at once, four in each step.
 *
 * Idea. A warp mostly finds the words of a segment alike and leaves them alike, but for the
 * ThreadID, which then is that of the word before or one more. Comparing and writing such entries
 * is the same operation on each: vectors of the compiler's, which every processor has in some form.
 *
 * No rule is here: scord_detector_check_alike says which entries may be taken so, and
 * unit-like-words compares what becomes of them with the plain rules.
 */
#ifndef SCORD_METADATA_RUN_H
#define SCORD_METADATA_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cmodel/detector/like_words.h"
#include "cmodel/detector/metadata_accessor.h"

/* Of WORDS, not 0, a bit each, the lowest one and its neighbours above. */
static inline uint32_t scord_lowest_run(uint32_t words) {
    return words & ~(words + (words & (0 - words)));
}

enum { SCORD_RUN_STEP = 4 };
typedef uint64_t scord_run_t __attribute__((vector_size(SCORD_RUN_STEP * sizeof(uint64_t))));

/* ThreadIDs of a run, shifted to their field: those of its first SCORD_RUN_STEP words, and what is
 * added to them for the next SCORD_RUN_STEP. Both 0: all have thread 0. */
typedef struct scord_run_threads {
    scord_run_t first;
    uint64_t step;
} scord_run_threads_t;

/* Word WORD and those behind it, when that of word 0 is LANE_OF_0 and a lane has 2^LOG2_PER_LANE
 * words, at most 4. */
static inline scord_run_threads_t scord_run_threads(unsigned lane_of_0, unsigned word,
                                                    unsigned log2_per_lane) {
    scord_run_threads_t threads;
    for (unsigned i = 0; i < SCORD_RUN_STEP; i++)
        threads.first[i] = (uint64_t)(lane_of_0 + ((word + i) >> log2_per_lane))
                           << SCORD_METADATA_THREAD_ID_SHIFT;
    threads.step = (uint64_t)(SCORD_RUN_STEP >> log2_per_lane) << SCORD_METADATA_THREAD_ID_SHIFT;
    return threads;
}

/* What COUNT entries from INDEX on differ in from ENTRY, whose ThreadID is 0, with THREADS. */
typedef struct scord_run_difference {
    uint64_t bits; /* in which one of them differs */
    bool none;     /* one differs in nothing; known when the bits are of a ThreadID */
} scord_run_difference_t;

static inline scord_run_difference_t
scord_metadata_run_differs(const scord_metadata_accessor_t *accessor, uint64_t index,
                           unsigned count, uint64_t entry, scord_run_threads_t threads) {
    const uint64_t *at = &accessor->entries[index], plain = entry ^ SCORD_METADATA_RESET_IMAGE;
    scord_run_t bits = {0}, below = {0}, thread = threads.first;
    assert(index + count <= scord_metadata_accessor_entries(accessor));
    for (; count >= SCORD_RUN_STEP; count -= SCORD_RUN_STEP, at += SCORD_RUN_STEP) {
        scord_run_t entries;
        memcpy(&entries, at, sizeof entries);
        entries ^= plain ^ (thread & SCORD_LIKE_THREAD_MASK);
        bits |= entries;
        below |= entries - 1;   /* its highest bit: of 0, since a ThreadID does not reach it */
        thread += threads.step; /* what it has beyond a ThreadID is masked */
    }
    uint64_t any = 0, zero = 0;
    for (unsigned i = 0; i < SCORD_RUN_STEP; i++) any |= bits[i], zero |= below[i];
    for (unsigned i = 0; i < count; i++) {
        const uint64_t one = at[i] ^ plain ^ (thread[i] & SCORD_LIKE_THREAD_MASK);
        any |= one, zero |= one - 1;
    }
    return (scord_run_difference_t){.bits = any, .none = zero >> 63};
}

/* The same entries become ENTRY, each with its own ThreadID as it was. */
static inline void scord_metadata_run_keep(scord_metadata_accessor_t *accessor, uint64_t index,
                                           unsigned count, uint64_t entry) {
    uint64_t *at = &accessor->entries[index];
    const uint64_t plain = entry ^ SCORD_METADATA_RESET_IMAGE;
    scord_metadata_accessor_use(accessor, index);
    scord_metadata_accessor_use(accessor, index + count - 1);
    for (; count >= SCORD_RUN_STEP; count -= SCORD_RUN_STEP, at += SCORD_RUN_STEP) {
        scord_run_t entries;
        memcpy(&entries, at, sizeof entries);
        entries = (entries & SCORD_LIKE_THREAD_MASK) | plain;
        memcpy(at, &entries, sizeof entries);
    }
    for (; count > 0; count--, at++) *at = (*at & SCORD_LIKE_THREAD_MASK) | plain;
}

/* The same entries become ENTRY with THREADS. */
static inline void scord_metadata_run_set(scord_metadata_accessor_t *accessor, uint64_t index,
                                          unsigned count, uint64_t entry,
                                          scord_run_threads_t threads) {
    uint64_t *at = &accessor->entries[index];
    const uint64_t plain = entry ^ SCORD_METADATA_RESET_IMAGE;
    scord_metadata_accessor_use(accessor, index);
    scord_metadata_accessor_use(accessor, index + count - 1);
    scord_run_t thread = threads.first;
    for (; count >= SCORD_RUN_STEP; count -= SCORD_RUN_STEP, at += SCORD_RUN_STEP) {
        const scord_run_t entries = (thread & SCORD_LIKE_THREAD_MASK) | plain;
        memcpy(at, &entries, sizeof entries);
        thread += threads.step; /* what it has beyond a ThreadID is masked */
    }
    for (unsigned i = 0; i < count; i++) *at++ = (thread[i] & SCORD_LIKE_THREAD_MASK) | plain;
}

#endif
