/* SPDX-License-Identifier: Apache-2.0 */
/* issue_order.h: which SM goes first in a round of the functional machine, and which ready warp an
 * SM issues.
 *
 * Seed 0: SMs in order, loose round robin over ready warps. Any other seed: SM and warp are drawn.
 * How often an SM stays with its last warp and how often it pauses is drawn for each launch, so
 * that seeds differ in shape and not only in detail: a uniform choice alone keeps all warps at
 * nearly the same speed and hides rare orders. Every ready warp has a positive probability in every
 * cycle, so all resident blocks make progress.
 */
#ifndef SIM_ISSUE_ORDER_H
#define SIM_ISSUE_ORDER_H

#include "sim/sm/sm_state.h"

typedef struct issue_order {
    uint64_t state;
    bool drawn;          /* the seed is not 0 */
    uint32_t stickiness; /* of 16: how often an SM goes on with the warp it issued last */
    uint32_t skips;      /* of 16: how often an SM gives no turn in a round */
} issue_order_t;

void issue_order_start(issue_order_t *order, uint64_t seed, uint64_t launch); /* kernel start */
unsigned issue_order_first_sm(issue_order_t *order, unsigned sms);            /* of this round */
/* A ready warp slot of SM by the seed; -1: it gives no turn in this round. */
int issue_order_draw(issue_order_t *order, gpu_sm_t *sm);

/* The next ready warp behind LAST. */
static inline int issue_order_round_robin(uint64_t ready, int last) {
    const uint64_t after = last < 0 || last == GPU_MAX_WARPS - 1
                               ? ready
                               : ready & (UINT64_MAX << (last + 1));
    return (int)gpu_lowest(after != 0 ? after : ready);
}

/* A warp slot of SM; -1: it gives no turn in this round. */
static inline int issue_order_choose(issue_order_t *order, gpu_sm_t *sm) {
    assert((sm->ready & ~sm->occupied) == 0);
    if (sm->ready == 0) return -1;
    if (order->drawn) return issue_order_draw(order, sm);
    return sm->last = issue_order_round_robin(sm->ready, sm->last);
}

#endif
