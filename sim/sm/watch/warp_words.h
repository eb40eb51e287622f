/* SPDX-License-Identifier: Apache-2.0 */
/* warp_words.h: words that threads of one warp have touched since its lanes last met, and which no
 * __syncwarp() orders (docs/findings.md, warp/not-synchronised).
 *
 * From sm_70 on the threads of a warp need not run in step: what one writes and another touches is
 * ordered by __syncwarp() and barriers only. The detector tells threads apart while their warp has
 * diverged (D40). This looks at the rest, code that no branch has divided, beside the detector
 * (D74).
 *
 *   access of a warp in step ──► log ──► its places, by segment ──► another lane, one of the two
 *                           (warp_log.h)    (where a filter says so)   writes: a finding
 *
 * A place is a word, or for accesses of less than four bytes a byte. What is remembered of it are
 * the last lanes that wrote it and that read it, with the instruction. It ends at a meeting of the
 * warp's lanes, a barrier, and an acquire: an access that says so, or an atomic or flag and then a
 * fence. (A fence alone orders no other thread.) Memory is bounded: places grow with the segments
 * that warps have touched since, up to WARP_SEGMENTS_MAX; then a later one forgets an earlier one,
 * which can hide a finding and never invent one, and is counted.
 */
#ifndef SIM_WARP_WORDS_H
#define SIM_WARP_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sim/core/core.h"
#include "sim/sm/watch/warp_log.h"

enum {
    WARP_SEGMENTS_LOG2 = 11, /* at first */
    WARP_SEGMENTS_LOG2_MAX = 16,
    WARP_SEGMENTS_MAX = 1 << WARP_SEGMENTS_LOG2_MAX,
    WARP_WORDS_WARPS = 1 << SCORD_FENCE_FILE_INDEX_WIDTH /* of the device */
};

/* Mostly one instruction has written all of a segment's places, or read them, each lane the one
 * beside its neighbour's: then that is kept, instead of an entry a place. */
typedef struct warp_segment {
    uint64_t step;                  /* the last instruction that wrote … */
    uint32_t now;                   /* … and its places so far */
    uint32_t wrote, read;           /* places that lanes have written, read */
    uint32_t even_write, even_read; /* packed; of all of them, by lane (place >> by) + shift */
    int8_t write_shift, read_shift;
    uint8_t write_by, read_by;
    bool write_is_even, read_is_even; /* else each has its own, in warp_places_t */
    bool all_synchronise;             /* all that wrote */
} warp_segment_t;

/* Whose segment it is; those of a set lie in one line of the processor's cache. */
typedef struct warp_tag {
    uint64_t key;   /* warp and places: warp_words.c */
    uint64_t stamp; /* of the warp's last meeting; 0: empty */
} warp_tag_t;

typedef struct warp_places {
    uint32_t last_write[SCORD_SEGMENT_WORDS], last_read[SCORD_SEGMENT_WORDS]; /* packed */
} warp_places_t;

typedef struct warp_words {
    warp_tag_t *tag; /* NULL: none yet. Apart, as each access uses the first two, … */
    warp_segment_t *segment;
    warp_places_t *places;              /* … and few the third */
    warp_log_t *log;                    /* of each warp; NULL: none yet */
    uint32_t grown;                     /* entries of logs beyond what each may have */
    unsigned log2;                      /* of how many */
    uint64_t stamps, steps;             /* given so far; instructions looked at */
    uint64_t forgotten;                 /* segments, for want of room */
    uint64_t current[WARP_WORDS_WARPS]; /* stamps of the warps' last meetings; 0: no warp */
    /* By warp and lane: the lanes that it has met since, directly or by others. NULL: only all
     * lanes can meet. */
    uint32_t (*met)[SCORD_THREADS_PER_WARP];
} warp_words_t; /* zeroed = empty */

/* For a warp that begins, or whose lanes have met: its accesses before are ordered. */
static inline void warp_words_meet(warp_words_t *words, uint32_t warp) {
    words->current[warp] = ++words->stamps;
    if (words->met) memset(words->met[warp], 0, sizeof words->met[warp]);
}
/* From now on meetings of some lanes count. What two lanes touch is then a finding if the two have
 * not met, all have not met, and some lanes have met: without such a meeting it is a finding of
 * the other table.
 * Stays as it is when there is no memory. */
void warp_words_tell_parts(warp_words_t *words);
/* Lanes LANES have met; their accesses before are ordered behind each other. */
void warp_words_meet_some(warp_words_t *words, uint32_t warp, uint32_t lanes);
static inline void warp_words_end(warp_words_t *words, uint32_t warp) { words->current[warp] = 0; }
/* An access of WARP is about to be looked at: what is kept of its places comes to the cache. */
void warp_words_prefetch(const warp_words_t *words, uint32_t warp,
                         const scord_event_access_t *access);
/* RESULT is an access (CORE_ACCESS) of a WARP in step, which has begun. True: *finding is one.
 * Without memory nothing is found. */
bool warp_words_access(warp_words_t *words, uint32_t warp, const core_step_result_t *result,
                       core_finding_t *finding);
void warp_words_free(warp_words_t *words);

#endif
