/* SPDX-License-Identifier: Apache-2.0 */
/* random_internal.h: what the two phases of the random program share (random_program.h).
 *
 *   random_program.c  life, the stream of events
 *   random_draw.c     phase one: seed → steps
 *   random_play.c     phase one: scenes of several steps
 *   random_threads.c  phase one: what independent threads add
 *   random_lower.c    phase two: a step → events
 */
#ifndef SCORD_RANDOM_INTERNAL_H
#define SCORD_RANDOM_INTERNAL_H

#include "cosim/random/random_program.h"
#include "cmodel/base/random.h"

enum {
    SCORD_RANDOM_WORDS = 24,
    SCORD_RANDOM_LOCKS = 7,
    SCORD_RANDOM_PARTIES = 4,
    SCORD_RANDOM_PLAY = 32, /* steps of the longest play */
    SCORD_RANDOM_REPEATS_MAX = 260,
    SCORD_RANDOM_PENDING = 4 * SCORD_RANDOM_REPEATS_MAX + 64 /* events of the longest step */
};

typedef enum step_kind {
    STEP_KERNEL,
    STEP_LAUNCH,
    STEP_EXIT,
    STEP_WARP_EXIT,
    STEP_LOAD,
    STEP_STORE,
    STEP_ATOMIC,
    STEP_FENCE,
    STEP_ACQUIRE_LOCK,
    STEP_RELEASE_LOCK,
    STEP_ARRIVE,
    STEP_BARRIERS,
    STEP_GATHER,
    STEP_UNTRACKED,
    STEP_CONVERGENCE,
    STEP_KIND_COUNT
} step_kind_t;

/* log2 of the words of a sparse range: more entries than the bench lets the device clear at any
 * ratio, up to all there can be. */
enum { SCORD_RANDOM_SPARSE_MIN = 25, SCORD_RANDOM_SPARSE_MAX = 36 };

/* Phase one's product: everything phase two needs. Unused members are 0. */
typedef struct step {
    step_kind_t kind;
    uint8_t sm, slot, warp;
    uint8_t scope, strong, atomic_kind, size, success;
    uint32_t warps, lanes, repeats, pc;
    uint64_t address, stride;
} step_t;

typedef struct block {
    bool resident;
    uint32_t warps, live, waiting;
} block_t;

typedef struct party {
    uint8_t sm, slot, warp;
} party_t;

struct scord_random_program {
    scord_config_t config;
    scord_random_knobs_t knobs;
    scord_random_t random;
    FILE *print;
    block_t blocks[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
    uint64_t tracked_base, words[SCORD_RANDOM_WORDS], locks[SCORD_RANDOM_LOCKS];
    uint32_t log2_tracked_words, kernel, steps_left, next_cta, next_pc;
    scord_random_phase_t phase;
    uint32_t phase_left, phase_words, phase_strong, party_count;
    party_t parties[SCORD_RANDOM_PARTIES];
    step_t play[SCORD_RANDOM_PLAY]; /* steps drawn together, to come before any other */
    unsigned play_count, play_next;
    bool follow; /* the next step is a fence of the party that made the last one */
    party_t follower;
    uint64_t produced;
    bool kernel_open, finished;
    /* events of the step being lowered */
    scord_event_t *pending;
    unsigned pending_count, pending_next;
};

static inline uint32_t scord_random_draw_below(scord_random_program_t *program, uint32_t bound) {
    return scord_random_below(&program->random, bound);
}
static inline bool scord_random_chance(scord_random_program_t *program, uint32_t of_64) {
    return scord_random_draw_below(program, 64) < of_64;
}

/* ---- random_draw.c ---- */
uint8_t scord_random_scope(scord_random_program_t *program); /* of a fence or an atomic */
uint32_t scord_random_pc(scord_random_program_t *program);
void scord_random_draw_step(scord_random_program_t *program, step_t *step);

bool scord_random_draw_party(scord_random_program_t *program,
                             party_t *party); /* a warp that runs, of the phase if it can be */

/* ---- random_threads.c ---- */
/* With independent threads, now and then a step of its own: lanes of a warp part, or meet at a
 * __syncwarp. */
bool scord_random_draw_convergence(scord_random_program_t *program, step_t *step);
/* ... and for a drawn access: one of few lanes, or several of them on a word. */
void scord_random_draw_threads(scord_random_program_t *program, step_t *step);

/* ---- random_play.c ---- */
/* Fills program->play for the parties of the phase; at least one party. */
void scord_random_draw_play(scord_random_program_t *program);

/* ---- random_lower.c ---- */
/* Appends the step's events to program->pending. */
void scord_random_lower(scord_random_program_t *program, const step_t *step);
void scord_random_lower_kernel_end(scord_random_program_t *program);
void scord_random_print_step(const scord_random_program_t *program, const step_t *step);

#endif
