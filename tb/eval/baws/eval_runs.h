/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.h: the results of an evaluation (run_experiments.sh): one record a run, found by what
 * was run.
 *
 * Only counts are taken from the JSON of `scord sim`; what is divided by what stands here and in
 * eval_measures.h.
 */
#ifndef TB_BAWS_EVAL_RUNS_H
#define TB_BAWS_EVAL_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/evaluation.h"

/* Why a scheduler is idle (W14), in the order of Figure 10. */
typedef enum eval_reason {
    REASON_CONTROL,
    REASON_DATA,
    REASON_STRUCTURAL,
    REASON_BARRIER,
    REASON_EXIT,
    REASON_FETCH,
    REASON_COUNT
} eval_reason_t;
extern const char *const eval_reason_names[REASON_COUNT]; /* as in the JSON */

/* What ran a program: settings as machine.def orders them, "-" for none; names of `--sched` and
 * `--fetch`. */
typedef struct eval_config {
    const char *settings, *issue, *fetch;
} eval_config_t;

typedef struct eval_run {
    eval_key_t key; /* settings are config's */
    eval_config_t config;
    unsigned seed;
    double cycles, warp_instructions, thread_instructions;
    double barrier_share, exit_share; /* W12, parts of a warp's life: 0 to 1 */
    double rtru, rtru_mean; /* W12: weighted by length, and the mean of all phases; 0 to 1 */
    double idle[REASON_COUNT], idle_empty; /* scheduler cycles without an issue */
    double issue_slots, fetch_slots, fetch_hits, fetch_misses, blocks_per_sm, warps_per_block;
} eval_run_t;

/* NULL: there is none. */
const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program, eval_config_t config,
                                 unsigned seed);
/* Issue policies of the runs of a group; seeds: those of any run, at most LIMIT. */
eval_list_t eval_runs_policies(const eval_runs_t *runs, const char *group);
unsigned eval_runs_seeds(const eval_runs_t *runs, unsigned *seeds, unsigned limit);

#endif
