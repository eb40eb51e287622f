/* SPDX-License-Identifier: Apache-2.0 */
/* pct_order.c: see pct_order.h.
 *
 *     0 │  given by pct_order_lowest, from above  │ change points: CHANGED + i │ drawn … 2^64
 */
#include "sim/sm/schedule/pct_order.h"

#include <assert.h>

#include "cmodel/base/random.h"

static const uint64_t changed_priorities = UINT64_C(1) << 40, drawn_priorities = UINT64_C(1) << 41;

/* 1 … STEPS. The bias of the remainder is below STEPS / 2^64. */
static uint64_t draw_step(uint64_t *state, uint64_t steps) {
    return scord_split_next(state) % steps + 1;
}

void pct_order_start(pct_order_t *order, const pct_options_t *options) {
    assert(options->depth >= 1 && options->depth <= PCT_DEEPEST && options->steps >= 1);
    *order = (pct_order_t){.state = scord_mix64(options->draw + SCORD_GOLDEN64 * options->depth),
                           .changes = options->depth - 1};
    for (uint32_t i = 0; i < order->changes; i++)
        order->change[i] = draw_step(&order->state, options->steps);
}

uint64_t pct_order_priority(pct_order_t *order) {
    const uint64_t drawn = scord_split_next(&order->state);
    return drawn < drawn_priorities ? drawn + drawn_priorities : drawn;
}

uint64_t pct_order_step(pct_order_t *order) {
    uint64_t priority = 0;
    order->step++;
    for (uint32_t i = 0; i < order->changes; i++)
        if (order->change[i] == order->step) priority = changed_priorities + i;
    return priority;
}

uint64_t pct_order_lowest(pct_order_t *order) {
    assert(order->lowered + 1 < changed_priorities);
    return changed_priorities - ++order->lowered;
}
