/* SPDX-License-Identifier: Apache-2.0 */
/* eval_measures.h: what the tables are made of: ratios of two runs, means over programs (W12),
 * spreads over seeds (W13).
 *
 * Everything in percent (points); NAN where a run is missing. A mean needs every program of its
 * list.
 */
#ifndef TB_BAWS_EVAL_MEASURES_H
#define TB_BAWS_EVAL_MEASURES_H

#include "tb/eval/baws/eval_runs.h"

/* Over the seeds that have a value. */
typedef struct eval_spread {
    double median, least, most; /* NAN when seeds is 0 */
    unsigned seeds;
} eval_spread_t;

/* How two runs of a program are compared: by IPC (equation 2), which is by time where both execute
 * the same instructions (W12); or by time in any case: they differ where a program polls. */
typedef enum eval_by { EVAL_BY_IPC, EVAL_BY_TIME } eval_by_t;

/* Of one run. */
typedef enum eval_share {
    SHARE_BARRIER_AND_EXIT, /* Figure 1: waiting at barriers and for the block's end */
    SHARE_BARRIER,
    SHARE_EXIT,
    SHARE_RTRU,
    SHARE_RTRU_MEAN,
    SHARE_FETCH_USE,   /* fetch slots with an access */
    SHARE_ICACHE_MISS, /* of the accesses */
    SHARE_ISSUE_USE    /* issue slots used */
} eval_share_t;

double eval_share(const eval_run_t *run, eval_share_t share);

/* Speedup of NEW over OLD, in percent. */
double eval_speedup(const eval_runs_t *runs, const char *program, eval_config_t new,
                    eval_config_t old, unsigned seed, eval_by_t by);
/* The geometric mean over PROGRAMS. */
double eval_mean_speedup(const eval_runs_t *runs, const eval_list_t *programs, eval_config_t new,
                         eval_config_t old, unsigned seed, eval_by_t by);
/* Idle scheduler cycles of REASON, cycles of the machine x schedulers, in percent of all issue
 * slots of the run under BASE: Figure 10's bars. */
double eval_idle(const eval_runs_t *runs, const char *program, eval_config_t config,
                 eval_config_t base, unsigned seed, eval_reason_t reason);

/* The same over the seeds. */
eval_spread_t eval_spread_speedup(const eval_runs_t *runs, const char *program, eval_config_t new,
                                  eval_config_t old, eval_by_t by);
eval_spread_t eval_spread_mean_speedup(const eval_runs_t *runs, const eval_list_t *programs,
                                       eval_config_t new, eval_config_t old, eval_by_t by);
/* Points by which NEW's mean speedup over BASE is above OLD's. */
eval_spread_t eval_spread_points(const eval_runs_t *runs, const eval_list_t *programs,
                                 eval_config_t new, eval_config_t old, eval_config_t base);
eval_spread_t eval_spread_share(const eval_runs_t *runs, const char *program, eval_config_t config,
                                eval_share_t share);
/* Arithmetic mean over the programs; MOST: the largest. */
eval_spread_t eval_spread_mean_share(const eval_runs_t *runs, const eval_list_t *programs,
                                     eval_config_t config, eval_share_t share);
eval_spread_t eval_spread_most_share(const eval_runs_t *runs, const eval_list_t *programs,
                                     eval_config_t config, eval_share_t share);
eval_spread_t eval_spread_idle(const eval_runs_t *runs, const char *program, eval_config_t config,
                               eval_config_t base, eval_reason_t reason);
eval_spread_t eval_spread_mean_idle(const eval_runs_t *runs, const eval_list_t *programs,
                                    eval_config_t config, eval_config_t base, eval_reason_t reason);

#endif
