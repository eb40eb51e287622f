/* SPDX-License-Identifier: Apache-2.0 */
/* event_program.h: a two-thread program as a sequence of events per thread, read from a small text
 * file.
 *
 * The microbenchmarks of ScoRD Table I exist twice: as CUDA programs (sim/kernels/micro) and, of
 * the same names, as event programs here, so that every interleaving of their events can be tried
 * (docs/semantics.md section 9).
 *
 * Text form, one statement a line, '#' starts a comment:
 *   placement same_block|other_block      where thread 1 runs, seen from thread 0
 *   data NAME...                          words under test
 *   sync NAME...                          locks and flags; tracked by the detector only in the "all
 * words" runs thread 0|1                            the statements that follow are this thread's
 *   load weak|volatile NAME
 *   store weak|volatile NAME
 *   add SCOPE NAME                        atomicAdd
 *   exch SCOPE NAME VALUE                 atomicExch
 *   lock SCOPE NAME                       atomicCAS 0 -> 1 until it succeeds
 *   await SCOPE NAME VALUE                atomicAdd of 0 until the word is VALUE
 *   fence SCOPE                           SCOPE: block, device or system
 */
#ifndef SCORD_TB_EVENT_PROGRAM_H
#define SCORD_TB_EVENT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_THREADS = 2, PROGRAM_MAX_STEPS = 32, PROGRAM_MAX_WORDS = 16, PROGRAM_NAME_MAX = 47 };

typedef enum step_kind {
    STEP_LOAD,
    STEP_STORE,
    STEP_ADD,
    STEP_EXCH,
    STEP_LOCK,
    STEP_AWAIT,
    STEP_FENCE
} step_kind_t;

typedef struct step {
    step_kind_t kind;
    uint8_t scope;  /* scord_scope_t */
    bool strong;    /* load, store: volatile */
    unsigned word;  /* index into event_program_t.words */
    uint32_t value; /* exch: written; await: waited for */
    unsigned line;  /* of the program's file */
} step_t;

typedef struct program_word {
    char name[PROGRAM_NAME_MAX + 1];
    bool sync;
} program_word_t;

typedef struct event_program {
    bool same_block;
    unsigned words;
    program_word_t word[PROGRAM_MAX_WORDS];
    unsigned steps[PROGRAM_THREADS];
    step_t step[PROGRAM_THREADS][PROGRAM_MAX_STEPS];
} event_program_t;

/* Reads PATH. Returns 0, or -1 with one line in MESSAGE that names file, line and remedy. */
int event_program_read(const char *path, event_program_t *program, char *message,
                       size_t message_size);

#endif
