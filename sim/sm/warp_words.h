/* warp_words.h: words that threads of one warp have touched since its lanes last met, and which no
 * __syncwarp() orders (docs/findings.md, warp/not-synchronised).
 *
 * From sm_70 on the threads of a warp need not run in step: what one writes and another touches is
 * ordered by __syncwarp() and barriers only. The detector tells threads apart while their warp has
 * diverged (D40). This looks at the rest, code that no branch has divided, beside the detector
 * (D74).
 *
 *   access of a warp in step ──► its places, by segment ──► another lane, one of the two writes:
 *                                                           a finding
 *
 * A place is a word, or for accesses of less than four bytes a byte. What is remembered of it are
 * the last lanes that wrote it and that read it, with the instruction. It ends at a meeting of the
 * warp's lanes, a barrier, and an acquire: an access that says so, or an atomic or flag and then a
 * fence. (A fence alone orders no other thread.) Memory is bounded: segments share
 * WARP_SEGMENTS places, and the later one forgets the earlier, which can hide a finding and never
 * invent one.
 */
#ifndef SIM_WARP_WORDS_H
#define SIM_WARP_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/core.h"

enum { WARP_SEGMENTS = 1 << 11 };

/* Mostly one instruction has written all of a segment's places, or read them, each lane the one
 * beside its neighbour's: then that is kept, instead of an entry a place. */
typedef struct warp_segment {
    uint64_t key;                   /* which places: warp_words.c */
    uint64_t stamp;                 /* of the warp and its last meeting; 0: empty */
    uint64_t step;                  /* the last instruction that wrote … */
    uint32_t now;                   /* … and its places so far */
    uint32_t wrote, read;           /* places that lanes have written, read */
    uint32_t even_write, even_read; /* packed; of all of them, by lane place + shift */
    int8_t write_shift, read_shift;
    bool write_is_even, read_is_even; /* else each has its own, in: */
} warp_segment_t;

typedef struct warp_places {
    uint32_t last_write[SCORD_SEGMENT_WORDS], last_read[SCORD_SEGMENT_WORDS]; /* packed */
} warp_places_t;

typedef struct warp_words {
    warp_segment_t *segment; /* WARP_SEGMENTS of them; NULL: none yet. Apart, as each access uses */
    warp_places_t *places;   /* the first of the two, and few the second */
    uint64_t stamps, steps;  /* given so far; instructions looked at */
} warp_words_t;              /* zeroed = empty */

/* For a warp that begins, or whose lanes have met: its accesses before are ordered. */
static inline uint64_t warp_words_stamp(warp_words_t *words) { return ++words->stamps; }
/* RESULT is an access (CORE_ACCESS) of a warp in step with STAMP. True: *finding is one. Without
 * memory nothing is found. */
bool warp_words_access(warp_words_t *words, uint64_t stamp, const core_step_result_t *result,
                       core_finding_t *finding);
void warp_words_free(warp_words_t *words);

#endif
