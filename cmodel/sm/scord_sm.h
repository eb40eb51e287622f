/* SPDX-License-Identifier: Apache-2.0 */
/* scord_sm.h: what scord adds to one SM (rtl/sm/scord_sm.v): barrier counters, lock table, warp
 * priority table, block order and issue scheduler. Turns SM events, in program order, into detector
 * requests with all fields of an access (D8).
 */
#ifndef SCORD_SM_H
#define SCORD_SM_H

#include <stdbool.h>

#include "cmodel/sm/barrier_counters.h"
#include "cmodel/sm/block_order.h"
#include "cmodel/sm/issue_scheduler.h"
#include "cmodel/sm/lock_table.h"
#include "cmodel/scord_params.h"
#include "cmodel/sm/warp_convergence.h"
#include "cmodel/sm/warp_priority_table.h"

typedef struct scord_sm {
    uint8_t sm; /* its number: the upper part of BlockIDs */
    scord_barrier_counters_t barrier_counters;
    scord_lock_table_t lock_table;
    scord_warp_priority_table_t warp_priority_table;
    scord_block_order_t block_order;
    scord_issue_scheduler_t issue_scheduler;
    unsigned independent_threads; /* configuration key; not 0: the next member counts */
    scord_warp_convergence_t warp_convergence;
    bool acquire_release;        /* D60 */
    bool as_printed;             /* D91 */
    uint64_t locks_without_room; /* in its lock table, in all launches: for reports */
} scord_sm_t;

/* D5. sm: 0 .. SCORD_MAX_SMS - 1; warps: warp slots of the SM. Without independent threads. */
void scord_sm_start(scord_sm_t *unit, unsigned sm, unsigned warps);
/* After a start. value: of the configuration key; when not 0, accesses carry their threads,
 * hasDiverged and the __syncwarp epoch (D40, D41). */
void scord_sm_independent_threads(scord_sm_t *unit, unsigned value);
/* After the start, with acquire_release: an atomicCAS with acquire semantics is no inferred lock
 * (D64). */
void scord_sm_acquire_release(scord_sm_t *unit);
/* After the start, with many_locks: its lock table counts locks that find no room (D71). */
void scord_sm_many_locks(scord_sm_t *unit);
/* After the start: barrier counters and lock table to the paper's letter (D91). */
void scord_sm_as_printed(scord_sm_t *unit);
/* One event. True: *request was filled and goes to the detector. */
bool scord_sm_take_event(scord_sm_t *unit, const scord_sm_event_t *event,
                         scord_detector_request_t *request);
/* Issue stage: picks one of `ready` and remembers it. SCORD_NO_WARP and no change when there is no
 * candidate. */
int scord_sm_issue_pick(scord_sm_t *unit, scord_issue_policy_t policy, uint32_t ready);

#endif
