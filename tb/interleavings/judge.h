/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h: runs every feasible interleaving of an event program through the golden model and holds
 * the verdicts against the catalogue: a racy program must be reported in every interleaving, with
 * accepted rules and scope only; a clean one in none (docs/semantics.md section 9).
 */
#ifndef SCORD_TB_JUDGE_H
#define SCORD_TB_JUDGE_H

#include "tb/interleavings/catalogue.h"
#include "tb/interleavings/event_program.h"
#include "cmodel/scord_replay.h"

typedef struct judge judge_t;

/* Sums over all runs of one program. */
typedef struct judge_result {
    bool passed;
    uint64_t interleavings; /* feasible ones, with up to max_failed failed reads a spin */
    uint64_t runs;          /* interleavings × placements × what is tracked */
    unsigned rules_seen;    /* bit = scord_verdict_t */
    char message[2048];     /* when not passed: the first wrong interleaving, event by event */
} judge_result_t;

/* A judge with a golden model of the machine without metadata caching, so that no history is lost
 * (D23). NULL when memory is short. */
judge_t *judge_create(void);
void judge_destroy(judge_t *judge);

/* Judges PROGRAM against ENTRY, spins failing at most 0 .. max_failed times. */
void judge_program(judge_t *judge, const event_program_t *program, const catalogue_entry_t *entry,
                   unsigned max_failed, judge_result_t *result);

#endif
