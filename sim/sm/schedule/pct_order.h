/* SPDX-License-Identifier: Apache-2.0 */
/* pct_order.h: the draw of probabilistic concurrency testing (PCT): Burckhardt, Kothari,
 * Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding bugs",
 * ASPLOS 2010, section 2.4.
 *
 * Every unit (a warp, or lanes of a warp that run apart) has a priority; of all that can run, the
 * one with the highest priority runs, until it waits or ends. Priorities are drawn at the unit's
 * start, all above d. Of the program's k steps, d - 1 are drawn as change points: the unit that
 * makes the i-th of these steps has priority i from there on, below all that were drawn.
 *
 * A bug of depth d is one that shows whenever d orders of two steps hold. Each schedule drawn so
 * shows it with a probability of at least 1 / (n k^(d-1)), for n units and k steps. A step is a
 * warp instruction that others can notice: an access, a fence, a barrier. What lies between two of
 * these commutes with all others, so that a change point anywhere else adds nothing.
 *
 * The draws depend on the options alone, in the order of the calls: the same name, the same run.
 * Who runs is decided in pct_issue.h.
 */
#ifndef SIM_PCT_ORDER_H
#define SIM_PCT_ORDER_H

#include "sim/machine/pct.h"

typedef struct pct_order {
    uint64_t state;                   /* of the draws */
    uint64_t step;                    /* steps so far, of all launches of the program */
    uint64_t change[PCT_DEEPEST - 1]; /* change points, not sorted: steps from 1 on */
    uint32_t changes;                 /* how many: d - 1 */
    uint64_t lowered;                 /* priorities given by pct_order_lowest */
} pct_order_t;

void pct_order_start(pct_order_t *order, const pct_options_t *options);
/* The priority of a unit that starts: higher goes first. */
uint64_t pct_order_priority(pct_order_t *order);
/* A step has been made. Its unit's priority from here on; 0: as it was. */
uint64_t pct_order_step(pct_order_t *order);
/* A priority below all others, for a unit that would keep the others from ever running. */
uint64_t pct_order_lowest(pct_order_t *order);

#endif
