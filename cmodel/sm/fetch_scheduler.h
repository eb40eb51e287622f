/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_scheduler.h: which warp of an SM the fetch port serves: round robin, FEF, or BAWS's CFF
 * (BAWS section 4.2; W9, W10, W11 of docs/warp-scheduling.md). The same as
 * rtl/sm/fetch_scheduler.v, which has no FEF.
 *
 * CFF chooses among the critical warps: of each issue scheduler the first eligible warp in its
 * issue order that does not wait at a barrier. Every `fairness`-th grant uses plain round robin
 * with a separate pointer, so that a warp that stays eligible is served within fairness × warps
 * grants (W11).
 */
#ifndef SCORD_FETCH_SCHEDULER_H
#define SCORD_FETCH_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sm/issue_scheduler.h"

typedef struct scord_fetch_scheduler {
    int8_t last;       /* warp served last, by any rule, or SCORD_NO_WARP */
    int8_t fair_last;  /* warp served last by a fair turn, or SCORD_NO_WARP */
    uint8_t unit_last; /* issue scheduler of the warp that the critical turns served last */
    uint8_t grants;    /* since the last fair turn: 0 .. fairness - 1 */
    uint8_t
        schedulers;   /* issue schedulers of the SM: warp w is of scheduler w mod schedulers (W5) */
    uint8_t fairness; /* CFF: one of so many grants is a fair turn */
} scord_fetch_scheduler_t;

/* The critical warp of each issue scheduler (or SCORD_NO_WARP) and the priority of its block: its
 * waiting warps under MWF, the same number for all under other policies (W10). */
typedef struct scord_fetch_critical {
    int warp[SCORD_SCHEDULER_MAX_UNITS];
    uint8_t priority[SCORD_SCHEDULER_MAX_UNITS];
} scord_fetch_critical_t;

/* Nothing served yet. schedulers: 1 .. SCORD_SCHEDULER_MAX_UNITS; fairness: 2 .. 255. */
void scord_fetch_scheduler_start(scord_fetch_scheduler_t *fetch, unsigned schedulers,
                                 unsigned fairness);

/* Each of these: the warp of `eligible` to serve, SCORD_NO_WARP exactly when there is none. They
 * change nothing. */
/* W9: from the last served + 1, cyclic. */
int scord_fetch_scheduler_round_robin(const scord_fetch_scheduler_t *fetch, uint64_t eligible);
/* W9, FEF: fewest entries (I-buffer entries in use by warp) first, ties by round robin. */
int scord_fetch_scheduler_fewest_entries(const scord_fetch_scheduler_t *fetch, uint64_t eligible,
                                         const uint8_t *entries);
/* W10, W11, CFF. */
int scord_fetch_scheduler_critical_first(const scord_fetch_scheduler_t *fetch, uint64_t eligible,
                                         const scord_fetch_critical_t *critical);

/* `warp` was served. fair_turns: CFF, where one of `fairness` grants is the fair turn's. */
void scord_fetch_scheduler_fetched(scord_fetch_scheduler_t *fetch, int warp, bool fair_turns);

#endif
