/* SPDX-License-Identifier: Apache-2.0 */
/* launches.c: operations that kernels ask for while they run (order.h).
 *
 *     host's launch a:  touches │ launches b, c │ touches       a's parts: 0 │ 1
 *                        part 0     ╲    ╲          part 1
 *                                    b    c                     behind a's part 0, beside part 1
 *
 * All that a launch of the host's leads to has one component in clocks, and one value there, which
 * the stream has from the launch on: what is behind the launch is behind all of it. Inside of it
 * order is that of a tree: an operation is behind the parts of its launcher that came before, and
 * so is all that it launches itself; of one launcher's, those of a chain run in turn.
 *
 * Invariants: number 0 is no launch. A launch has a smaller number than those that it asks for.
 * Reference: CUDA programming guide, "CUDA Dynamic Parallelism", memory coherence and consistency.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/order/relation.h"

/* ORDER_NONE: no memory */
static uint32_t add(order_t *order, const order_launched_t *what) {
    if (order->launches == 0) order->launches = 1;
    if (!SCORD_ARRAY_ROOM(order->launch, order->launches_allocated, order->launches + 1)) {
        order->failed = true;
        return ORDER_NONE;
    }
    order->launch[order->launches] = *what;
    return order->launches++;
}

void order_launches_forget(order_t *order) {
    for (uint32_t i = 1; i < order->launches; i++) free(order->launch[i].start);
    order->launches = 0;
}

void order_may_launch(order_t *order, order_operation_t *operation) {
    order_stream_t *stream = &order->stream[operation->stream];
    assert(operation->start && operation->launch == 0);
    uint32_t *start = malloc((operation->lanes + 1) * sizeof *start);
    if (stream->launch_lane == 0) stream->launch_lane = order->lanes++;
    if (!start || !order_reach(order, &stream->tail, stream->launch_lane + 1)) {
        free(start);
        order->failed = true;
        return;
    }
    memcpy(start, operation->start, operation->lanes * sizeof *start);
    stream->tail.at[stream->launch_lane] = ++stream->launch_time;
    operation->launch = add(order, &(order_launched_t){.root = order->operations,
                                                       .stream = operation->stream,
                                                       .lane = stream->launch_lane,
                                                       .time = stream->launch_time,
                                                       .start = start,
                                                       .lanes = operation->lanes});
    if (operation->launch != ORDER_NONE) return;
    operation->launch = 0;
    free(start);
}

bool order_launch(order_t *order, order_operation_t *operation, order_launch_t *launch) {
    if (operation->launch == 0) return false;
    order_launched_t *of = &order->launch[operation->launch];
    launch->launcher = operation->launch;
    launch->parts = order_fence(order, operation);
    launch->sequence = of->launched++;
    launch->behind = of->waited;
    return true;
}

order_operation_t *order_begin_launched(order_t *order, uint32_t thread, order_kind_t kind,
                                        const order_launch_t *launch, const void *site,
                                        const void *what) {
    const order_launched_t of = order->launch[launch->launcher];
    uint32_t top = launch->launcher;
    while (order->launch[top].launcher != 0) top = order->launch[top].launcher;
    const uint32_t lanes = order->launch[top].lanes;
    order_operation_t *operation = malloc(sizeof *operation);
    uint32_t *start = malloc((lanes + 1) * sizeof *start);
    const uint32_t number = operation && start
                                ? add(order, &(order_launched_t){.launcher = launch->launcher,
                                                                 .root = of.root,
                                                                 .depth = of.depth + 1,
                                                                 .parts = launch->parts,
                                                                 .sequence = launch->sequence,
                                                                 .behind = launch->behind,
                                                                 .chain = launch->chain,
                                                                 .tail = launch->tail,
                                                                 .stream = of.stream,
                                                                 .lane = of.lane,
                                                                 .time = of.time})
                                : ORDER_NONE;
    if (number == ORDER_NONE) {
        free(operation);
        free(start);
        order->failed = true;
        return NULL;
    }
    memcpy(start, order->launch[top].start, lanes * sizeof *start);
    *operation = (order_operation_t){.kind = kind,
                                     .stream = of.stream,
                                     .number = order->operations++,
                                     .site = site,
                                     .what = what,
                                     .lane = of.lane,
                                     .time = of.time,
                                     .thread = thread,
                                     .start = start,
                                     .lanes = lanes,
                                     .references = 1,
                                     .launch = number};
    order->running++;
    return operation;
}

void order_launches_wait(order_t *order, order_operation_t *operation) {
    if (operation->launch != 0)
        order->launch[operation->launch].waited = order->launch[operation->launch].launched;
}

/* ---- order ---- */

typedef struct branch {
    uint32_t at, below; /* below: the launch of AT's that leads to the operation; 0: it is AT */
} branch_t;

static void up(const order_t *order, branch_t *branch) {
    branch->below = branch->at;
    branch->at = order->launch[branch->at].launcher;
}

/* Where the ways up from both meet. False: they are of different launches of the host's. */
static bool find_fork(const order_t *order, const order_operation_t *a, const order_operation_t *b,
                      branch_t *p, branch_t *q) {
    if (a->launch == 0 || b->launch == 0 ||
        order->launch[a->launch].root != order->launch[b->launch].root)
        return false;
    *p = (branch_t){a->launch, 0};
    *q = (branch_t){b->launch, 0};
    while (order->launch[p->at].depth > order->launch[q->at].depth) up(order, p);
    while (order->launch[q->at].depth > order->launch[p->at].depth) up(order, q);
    while (p->at != q->at) {
        up(order, p);
        up(order, q);
    }
    return true;
}

/* Part PART of a launcher, and what its launch BELOW leads to. */
static bool part_and_launch(const order_t *order, uint32_t part, uint32_t below) {
    const order_launched_t *of = &order->launch[below];
    return of->tail || part < of->parts;
}

static bool launches_in_turn(const order_t *order, uint32_t a, uint32_t b) {
    const order_launched_t *p = &order->launch[a], *q = &order->launch[b];
    const order_launched_t *later = p->sequence > q->sequence ? p : q,
                           *earlier = later == p ? q : p;
    return p->tail || q->tail || (p->chain != 0 && p->chain == q->chain) ||
           earlier->sequence < later->behind;
}

bool order_launched_in_order(const order_t *order, const order_operation_t *a, uint32_t a_part,
                             const order_operation_t *b, uint32_t b_part) {
    branch_t p, q;
    if (!find_fork(order, a, b, &p, &q)) return false;
    if (p.below != 0 && q.below != 0) return launches_in_turn(order, p.below, q.below);
    if (p.below == 0) return part_and_launch(order, a_part, q.below);
    /* a launch that has ended has met what its launcher did beside it; the rest is behind a wait */
    return !a->start || part_and_launch(order, b_part, p.below);
}

order_launches_t order_launches_of(const order_t *order, const order_race_t *race) {
    branch_t p, q;
    if (!race->later || !find_fork(order, race->earlier, race->later, &p, &q))
        return ORDER_LAUNCHES_NONE;
    return p.below != 0 && q.below != 0 ? ORDER_LAUNCHES_TWO : ORDER_LAUNCHES_ONE;
}
