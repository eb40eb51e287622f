/* SPDX-License-Identifier: Apache-2.0 */
/* random_program.h: seed → a readable program of steps → events, the same on every machine.
 *
 * Phase one draws steps ("sm0 warp3 takes device lock 2", "64 block fences"); phase two lowers each
 * step to stream events. Both are deterministic, so a step list explains a failing stream. The
 * knobs make every rule of Tables III and IV, lock table overflow, tag aliases, counter wraps, slot
 * reuse, tiny metadata, untracked addresses and all scopes come up; docs/coverage.md measures it.
 * docs/architecture.md, "Lockstep".
 */
#ifndef SCORD_RANDOM_PROGRAM_H
#define SCORD_RANDOM_PROGRAM_H

#include <stdio.h>

#include "cmodel/stream/event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_random_program scord_random_program_t;

/* A program moves through phases; each has its own weights of steps and its own small set of warps
 * and words, because races, refined locksets and shared states need the same few warps to meet on
 * the same few words. */
typedef enum scord_random_phase {
    SCORD_RANDOM_PHASE_MIXED,    /* every warp, every kind of step, wide and strided accesses */
    SCORD_RANDOM_PHASE_DUEL,     /* a few warps on a few words */
    SCORD_RANDOM_PHASE_LOCKS,    /* locks taken, completed by fences, released */
    SCORD_RANDOM_PHASE_FENCES,   /* fence counters come round */
    SCORD_RANDOM_PHASE_BARRIERS, /* barrier counters come round */
    SCORD_RANDOM_PHASE_CHURN,    /* blocks come and go: slots are used again */
    SCORD_RANDOM_PHASE_RULES,    /* three warps of two blocks on one word, mostly strong, fenced and
                                    locked: rules 4 to 9 */
    SCORD_RANDOM_PHASE_BURST,    /* whole segments and 32 segments at once: FIFOs fill, memory lines
                                    change */
    SCORD_RANDOM_PHASE_COUNT
} scord_random_phase_t;

typedef struct scord_random_knobs {
    uint64_t seed;
    uint64_t events; /* the program ends with the first kernel end at or after that many events */
    uint32_t log2_tracked_words; /* 4..20; 0: drawn per kernel, mostly from 7..11 */
    bool sparse; /* ranges of 2^25 to 2^36 words; neighbours of a word differ in one bit anywhere */
    uint32_t steps_per_kernel; /* mean; 0: 400 */
    uint32_t phases;           /* bit p: phase p may be drawn; 0: all */
} scord_random_knobs_t;

/* NULL: no memory. CONFIG is copied. */
scord_random_program_t *scord_random_program_create(const scord_config_t *config,
                                                    const scord_random_knobs_t *knobs);
void scord_random_program_destroy(scord_random_program_t *program);
/* Next event; false at the end. Strings in it stay valid until the next call. */
bool scord_random_program_next(scord_random_program_t *program, scord_event_t *event);
/* Where to print each step, one a line, as it is lowered; NULL = nowhere. */
void scord_random_program_print_to(scord_random_program_t *program, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
