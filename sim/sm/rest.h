/* SPDX-License-Identifier: Apache-2.0 */
/* rest.h: an SM that can do nothing. What its stages from operand collection on would count is
 * counted, and they do not run.
 *
 * An SM rests when no collector can go on, no warp can be issued or flushed, and no I-buffer can be
 * filled: every warp waits for a result, a line of the I-cache, a unit or a block. The waits end
 * in four ways, and each wakes it:
 *
 *     a result       the wheel has operations that complete in this cycle     rest_wake
 *     a line         its cycle has come (`end`)                               rest_wake
 *     a unit         took an operation out of its latch (`latched` falls)     rest_cycle
 *     a block        was launched                                             rest_end
 *
 * Writeback and execution run all the time: the load/store unit tries again every cycle, and an
 * answer of memory goes onto the wheel. Nothing that stall_count reads changes during rest, so the
 * counts of the first cycle hold for every one.
 *
 * Rest is an optimisation only: the statistics are those of a machine without it. SMs wait for
 * memory most of the time, so it pays.
 */
#ifndef SIM_REST_H
#define SIM_REST_H

#include "sim/sm/pipeline/stall_account.h"

typedef struct rest { /* of one SM */
    bool resting;
    unsigned latched;                            /* operations that wait for a unit */
    uint64_t end;                                /* cycle of the next I-cache line */
    stall_count_t stalls[SCORD_SCHEDULER_UNITS]; /* in each cycle of rest */
} rest_t;

/* At the end of a cycle: it rests from the next one on; *rest's stalls are filled. */
void rest_begin(rest_t *rest, unsigned latched, uint64_t end);
static inline void rest_end(rest_t *rest) { rest->resting = false; }
/* Before writeback. DUE: operations complete in this cycle. */
void rest_wake(rest_t *rest, bool due, uint64_t cycle);
/* After execution: it rests, and the cycle is counted; false: its other stages run. */
bool rest_cycle(rest_t *rest, const pipeline_context_t *context, unsigned latched);

#endif
