/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.h: the results of the evaluation of ScoRD's price: one record for a program on a
 * machine, found by these two.
 *
 * The runs of several seeds are added up, so that a ratio of two records is one of their means.
 * Only counts are taken from the JSON of `scord sim`; what is divided by what stands in
 * eval_measures.h.
 */
#ifndef TB_OVERHEAD_EVAL_RUNS_H
#define TB_OVERHEAD_EVAL_RUNS_H

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/evaluation.h"

/* What is taken from the member "total" (sim/machine/cycle_statistics.def); one that is not there
 * is an error. */
#define EVAL_STATISTICS(X)                                                                         \
    X(cycles)                                                                                      \
    X(warp_instructions)                                                                           \
    X(thread_instructions)                                                                         \
    X(segments)                                                                                    \
    X(l1_hits) X(l1_misses) X(l2_hits) X(l2_misses) X(l2_metadata_hits) X(l2_metadata_misses)      \
        X(stall_mshr) X(stall_noc) X(stall_detector_hit) X(stall_detector_other)                   \
            X(noc_request_flits) X(noc_reply_flits) X(noc_waits) X(dram_reads) X(dram_writes)      \
                X(dram_metadata_reads) X(dram_metadata_writes) X(dram_row_hits) X(dram_row_misses) \
                    X(dram_busy) X(detector_requests) X(detector_words) X(detector_drain_cycles)   \
                        X(detector_clear_cycles)

typedef struct eval_statistics {
#define STATISTIC(name) double name;
    EVAL_STATISTICS(STATISTIC)
#undef STATISTIC
} eval_statistics_t;

typedef struct eval_run {
    eval_key_t key; /* words of tb/eval/overhead/experiments: PROGRAM or PROGRAM:ARGUMENTS; "-" for
                       no settings */
    eval_statistics_t total; /* over the seeds */
} eval_run_t;

/* Of any group; NULL: there is none, or a seed is missing. */
const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program,
                                 const char *settings);
/* The name in a program's word; the buffer is returned. */
enum { EVAL_NAME_MAX = 32 };
const char *eval_program_name(const char *program, char name[EVAL_NAME_MAX]);

#endif
