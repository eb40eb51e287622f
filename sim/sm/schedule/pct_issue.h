/* SPDX-License-Identifier: Apache-2.0 */
/* pct_issue.h: which warp of the functional machine runs under PCT (pct_order.h): of all SMs, one
 * warp a cycle.
 *
 * The paper's threads block or run; warps spin. So that the one of highest priority does not wait
 * for ever for one that may never run:
 *   a warp that spins (it came to the same read twice, and changed nothing in between) stands
 *   aside, as if it were blocked, until memory changes or all others stand aside too;
 *   a warp that has made `patience` steps, as many as the whole program has, gets the lowest
 *   priority of all while others can run: it waits in a way that the first rule does not see. A
 *   program without such waits never comes to this.
 */
#ifndef SIM_PCT_ISSUE_H
#define SIM_PCT_ISSUE_H

#include "sim/sm/schedule/pct_order.h"
#include "sim/sm/sm_state.h"

typedef struct pct_issue {
    pct_order_t order;
    bool lanes;
    uint64_t patience; /* steps */
    bool choose;       /* who goes next is not known */
    bool aside;        /* some warp stands aside */
    unsigned sm, warp; /* the current one … */
    uint64_t rank;     /* … and its priority when it was chosen */
} pct_issue_t;

/* Start of the program. */
void pct_issue_start(pct_issue_t *issue, const pct_options_t *options);
/* WARP of a block begins. */
void pct_issue_born(pct_issue_t *issue, gpu_warp_t *warp);
/* The warp that goes next, in issue->sm and issue->warp; false: none can. */
bool pct_issue_choose(pct_issue_t *issue, gpu_sm_t *sms, unsigned count);
/* That warp has executed an instruction. CHANGED: a value that others can read. GONE: it has
 * exited. */
void pct_issue_stepped(pct_issue_t *issue, gpu_sm_t *sms, unsigned count,
                       const core_step_result_t *result, bool changed, bool gone);
#endif
