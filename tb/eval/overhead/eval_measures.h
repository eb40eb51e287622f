/* SPDX-License-Identifier: Apache-2.0 */
/* eval_measures.h: what tables, plots and claims are made of: values of a program, means over
 * programs.
 *
 * In percent; NAN where a run is missing or there is nothing to divide.
 */
#ifndef TB_OVERHEAD_EVAL_MEASURES_H
#define TB_OVERHEAD_EVAL_MEASURES_H

#include "tb/eval/overhead/eval_runs.h"

/* Settings that tb/eval/overhead/experiments must name so. */
#define EVAL_PLAIN    "-"                           /* no detection */
#define EVAL_SCORD    "detector=1"                  /* ScoRD: metadata cached 1:16 */
#define EVAL_UNCACHED "detector=1,metadata_ratio=1" /* the base design: an entry a word */

typedef enum eval_kind {
    MEASURE_CONSTANT,
    MEASURE_OVERHEAD,   /* execution cycles above those of the base: Figures 8, 11 */
    MEASURE_WITH_CLEAR, /* the same with the metadata's clear at kernel start */
    MEASURE_DRAM_DATA,  /* DRAM accesses in percent of all of the base: Figure 9 */
    MEASURE_DRAM_METADATA,
    MEASURE_DRAM,       /* both */
    MEASURE_UPLIFT_LHD, /* how much faster a run is when this source of overhead is not timed:
                           Figure 10 */
    MEASURE_UPLIFT_NOC,
    MEASURE_UPLIFT_MD,
    MEASURE_SHARE_LHD, /* relative contribution: an uplift (a negative one counts 0) of the sum of
                          the three */
    MEASURE_SHARE_NOC,
    MEASURE_SHARE_MD,
    MEASURE_FLITS /* flits in 100 cycles, base machine or not: both subnets, all ports */
} eval_kind_t;

/* Machine: NULL, new and base are settings; else a group, in which new is the settings with
 * detector=1 and base those without. */
typedef struct eval_measure {
    eval_kind_t kind;
    const char *new, *base, *machine;
    double constant;
} eval_measure_t;

double eval_value(const eval_runs_t *runs, const char *program, const eval_measure_t *measure);
/* Arithmetic mean over PROGRAMS; NAN when a run of one is missing. Shares: over the programs that
 * have some overhead to share. */
double eval_mean(const eval_runs_t *runs, const eval_list_t *programs,
                 const eval_measure_t *measure);
/* For overheads: geometric mean of the ratios, minus 100 %. */
double eval_geometric_mean(const eval_runs_t *runs, const eval_list_t *programs,
                           const eval_measure_t *measure);
/* Sum of uplifts, in points, below which shares say nothing. */
double eval_least_uplift(void);

#endif
