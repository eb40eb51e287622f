/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.h: the results of the evaluation of GRAB: one record for a program, settings and an
 * analysis, found by these.
 *
 * An analysis is `faults`, of which the faults of the L1 are taken from the JSON of `scord grab`
 * (docs/grab.md), or an issue policy, of which the cycles are taken from the JSON of `scord sim`.
 * Cycles of several seeds are added up; so are faults.
 */
#ifndef TB_GRAB_EVAL_EVAL_RUNS_H
#define TB_GRAB_EVAL_EVAL_RUNS_H

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/evaluation.h"

#define EVAL_FAULTS "faults"
#define EVAL_INTERLEAVING                                                                          \
    "gto" /* of these: issue policy of the cycle-level machine that gives the order of requests    \
             (run_experiments.sh) */

/* GRAB Table 1. */
typedef enum eval_type { FAULT_MH, FAULT_MSH, FAULT_MM, FAULT_TYPES } eval_type_t;

typedef struct eval_fault {
    double count; /* all of Table 1 */
    double cold;  /* of them first accesses to their block, which nothing has caused; mm only */
    double roots, affected; /* source lines */
} eval_fault_t;

typedef struct eval_run {
    eval_key_t key;          /* words of tb/eval/grab/experiments */
    double cycles, requests; /* over the seeds */
    eval_fault_t fault[FAULT_TYPES];
} eval_run_t;

/* The run of a group whose program is VERSION, "matmult:best", whatever its sizes; SETTINGS NULL:
 * any. NULL: there is none, or a seed is missing. */
const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *group, const char *version,
                                 const char *settings, const char *analysis);
/* Of the settings of a run of `faults`, "l1=2048": 2048. */
double eval_l1_bytes(const char *settings);
/* mh and m*h: those that threads cause to each other. */
double eval_interference(const eval_run_t *run);
/* All types; without those that nothing has caused. */
double eval_faults(const eval_run_t *run);
double eval_caused(const eval_run_t *run);

#endif
