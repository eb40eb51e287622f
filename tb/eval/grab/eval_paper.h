/* SPDX-License-Identifier: Apache-2.0 */
/* eval_paper.h: what GRAB's Tables 4 and 5 say, a row a version of a program.
 */
#ifndef TB_GRAB_EVAL_EVAL_PAPER_H
#define TB_GRAB_EVAL_EVAL_PAPER_H

#include "tb/eval/grab/eval_runs.h"

enum { EVAL_POLICIES = 3, EVAL_UNKNOWN = -1 };

typedef struct eval_row {
    const char *version; /* as eval_runs_find has it */
    const char *name;    /* the paper's */
    int faults[FAULT_TYPES],
        roots[FAULT_TYPES];    /* Table 4; EVAL_UNKNOWN: not legible in our copy */
    int cycles[EVAL_POLICIES]; /* Table 5, by eval_policies; EVAL_UNKNOWN: not in it */
} eval_row_t;

extern const eval_row_t eval_rows[];
extern const unsigned eval_row_count;
extern const char *const eval_policies[EVAL_POLICIES];     /* words of `scord sim --sched` */
extern const char *const eval_policy_names[EVAL_POLICIES]; /* the paper's */
extern const char *const eval_type_names[FAULT_TYPES];     /* keys in the JSON of `scord grab` */

#endif
