/* SPDX-License-Identifier: Apache-2.0 */
/* warp_ways.c: see warp_ways.h. */
#include "cmodel/report/history/warp_ways.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/detector/fence_file.h"

/* A block with these warps. Of the arrays only what a bit names is read, or told_at. */
static void begin_arrivals(scord_block_arrivals_t *arrivals, uint32_t warps) {
    if (arrivals->told) memset(arrivals->told_at, 0, sizeof arrivals->told_at);
    arrivals->live = warps;
    arrivals->waiting = arrivals->gone_on = arrivals->passed = 0;
    arrivals->told = false;
}

/* Kernels can be short: 120 KB that nothing reads are not cleared. */
void scord_warp_ways_start(scord_warp_ways_t *ways, uint64_t sequence) {
    memset(ways, 0, offsetof(scord_warp_ways_t, arrivals));
    for (unsigned i = 0; i < SCORD_BLOCK_IDS; i++) begin_arrivals(&ways->arrivals[i], 0);
    scord_warp_clocks_start(&ways->clocks, sequence);
}

void scord_warp_ways_destroy(scord_warp_ways_t *ways) { scord_warp_clocks_destroy(&ways->clocks); }

static void take_barrier(scord_warp_ways_t *ways, const scord_way_barrier_t *barrier) {
    scord_block_way_t *block = &ways->block[barrier->block_id];
    if (barrier->warps != 0 && !barrier->launch) {
        block->parts = true;
        scord_warp_clocks_meet(&ways->clocks, barrier->block_id, barrier->warps, barrier->told,
                               ways->arrivals[barrier->block_id].told_at);
        return;
    }
    if (barrier->launch) block->parts = false;
    block->barrier = barrier->sequence;
    block->observed_barrier = barrier->launch ? barrier->sequence : block->observed;
    if (barrier->launch) {
        block->barrier_published = barrier->sequence;
        scord_warp_clocks_launch(&ways->clocks, barrier->block_id, barrier->warps,
                                 barrier->sequence);
    } else {
        scord_warp_clocks_barrier(&ways->clocks, barrier->block_id, barrier->sequence);
    }
}

/* Those before event NOW, and the first MANY in any case. */
static void take_barriers(scord_warp_ways_t *ways, uint64_t now, uint32_t many) {
    while (ways->count > 0 && (many > 0 || ways->queue[ways->first].sequence < now)) {
        take_barrier(ways, &ways->queue[ways->first]);
        ways->first = (ways->first + 1) % SCORD_WAYS_QUEUE;
        ways->count--;
        many -= many > 0;
    }
}

static void add_barrier(scord_warp_ways_t *ways, scord_way_barrier_t barrier) {
    assert(barrier.block_id < SCORD_BLOCK_IDS);
    if (ways->count == SCORD_WAYS_QUEUE) take_barriers(ways, 0, 1);
    ways->queue[(ways->first + ways->count++) % SCORD_WAYS_QUEUE] = barrier;
}

void scord_warp_ways_launch(scord_warp_ways_t *ways, unsigned block_id, uint32_t warps,
                            uint64_t sequence) {
    begin_arrivals(&ways->arrivals[block_id], warps);
    add_barrier(ways, (scord_way_barrier_t){.sequence = sequence,
                                            .warps = warps,
                                            .block_id = (uint8_t)block_id,
                                            .launch = true});
}

/* WARPS may have arrived, without waiting, at barriers that are not complete yet. */
static void pass(scord_block_arrivals_t *arrivals, uint32_t warps) {
    arrivals->passed |= warps;
    for (; warps != 0; warps &= warps - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(warps);
        arrivals->passed_at[warp_id] = arrivals->arrived[warp_id];
    }
}

void scord_warp_ways_lanes_meet(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id,
                                uint64_t sequence) {
    scord_warp_clocks_lanes_meet(&ways->clocks, block_id, warp_id, sequence);
}

void scord_warp_ways_arrive(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id,
                            uint64_t sequence) {
    scord_block_arrivals_t *arrivals = &ways->arrivals[block_id];
    pass(arrivals, arrivals->waiting & UINT32_C(1) << warp_id);
    arrivals->waiting |= UINT32_C(1) << warp_id;
    arrivals->gone_on &= ~(UINT32_C(1) << warp_id);
    arrivals->arrived[warp_id] = sequence;
    scord_warp_ways_lanes_meet(ways, block_id, warp_id, sequence);
}

void scord_warp_ways_exit(scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id) {
    ways->arrivals[block_id].live &= ~(UINT32_C(1) << warp_id);
}

/* The warps whose arrivals are the events right before SEQUENCE. */
static uint32_t arrived_together(const scord_block_arrivals_t *arrivals, uint64_t sequence) {
    uint32_t together = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t left = arrivals->waiting & ~together; left != 0 && !more; left &= left - 1)
            if (arrivals->arrived[__builtin_ctz(left)] + 1 == sequence) {
                together |= left & (0 - left);
                more = true;
            }
        sequence--;
    }
    return together;
}

/* Whether all warps of the block wait: none, also of those that ended, has gone on behind an
 * arrival without waiting. */
static bool all_wait(const scord_warp_ways_t *ways, unsigned block_id) {
    const scord_block_arrivals_t *arrivals = &ways->arrivals[block_id];
    return ((arrivals->waiting & arrivals->gone_on) | (arrivals->live & ~arrivals->waiting)) == 0;
}

void scord_warp_ways_barrier(scord_warp_ways_t *ways, unsigned block_id, uint64_t sequence) {
    scord_block_arrivals_t *arrivals = &ways->arrivals[block_id];
    scord_way_barrier_t barrier = {.sequence = sequence, .block_id = (uint8_t)block_id};
    const uint32_t together = arrived_together(arrivals, sequence);
    if (all_wait(ways, block_id) || together == 0) {
        pass(arrivals, arrivals->waiting & ~together);
        arrivals->waiting = 0;
        add_barrier(ways, barrier);
        return;
    }
    barrier.warps = together;
    barrier.told = (arrivals->waiting | arrivals->passed) & ~together;
    arrivals->told = true;
    for (uint32_t left = barrier.warps | barrier.told; left != 0; left &= left - 1) {
        const unsigned warp_id = (unsigned)__builtin_ctz(left);
        const bool waits = arrivals->waiting >> warp_id & 1;
        arrivals->told_at[warp_id] = waits ? arrivals->arrived[warp_id]
                                           : arrivals->passed_at[warp_id];
    }
    arrivals->waiting &= ~together;
    add_barrier(ways, barrier);
}

static void observe(scord_block_way_t *block, scord_warp_way_t *warp, uint64_t sequence) {
    warp->observed = sequence;
    block->observed = sequence;
}

void scord_warp_ways_retire(scord_warp_ways_t *ways, const scord_event_t *event, unsigned block_id,
                            unsigned warp_id) {
    scord_warp_way_t *warp = &ways->warp[scord_fence_file_index(block_id, warp_id)];
    scord_block_way_t *block = &ways->block[block_id];
    if (ways->taken == event->sequence) return;
    ways->taken = event->sequence;
    take_barriers(ways, event->sequence, 0);
    if (event->kind == SCORD_EVENT_KIND_FENCE) {
        observe(block, warp, event->sequence);
        warp->fenced = true;
        scord_warp_clocks_fence(&ways->clocks, block_id, warp_id, event->sequence);
        return;
    }
    const scord_event_access_t *access = &event->access;
    const bool weak = scord_access_is_weak(access);
    warp->accessed = event->sequence;
    if (!weak) scord_warp_clocks_signal(&ways->clocks, event, block_id, warp_id);
    if (access->op != SCORD_OP_STORE && !weak) observe(block, warp, event->sequence);
    if (access->op == SCORD_OP_LOAD) return;
    if (!weak || warp->fenced) {
        warp->published = event->sequence;
        block->barrier_published = block->barrier;
    }
    warp->fenced = false;
}

scord_apart_t scord_warp_ways_lane_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                         unsigned first_warp, unsigned lane, uint64_t first,
                                         unsigned block_id, unsigned warp_id) {
    assert(first_block < SCORD_BLOCK_IDS && block_id < SCORD_BLOCK_IDS);
    const scord_block_way_t *from = &ways->block[first_block], *to = &ways->block[block_id];
    const scord_warp_clocks_t *clocks = &ways->clocks;
    if (from == to && from->barrier > first) return SCORD_APART_NOT;
    if (scord_warp_clocks_ordered(clocks, first_block, first_warp, lane, first, block_id, warp_id))
        return SCORD_APART_NOT;
    if (scord_warp_clocks_ordered(clocks, first_block, first_warp, SCORD_SOME_LANE, first, block_id,
                                  warp_id))
        return SCORD_APART_LANES;
    if (ways->warp[scord_fence_file_index(first_block, first_warp)].published < first &&
        from->barrier_published < first)
        return SCORD_APART_NO_SIGNAL;
    if (ways->warp[scord_fence_file_index(block_id, warp_id)].observed < first &&
        to->observed_barrier < first)
        return SCORD_APART_NO_WAIT;
    if (scord_warp_clocks_by_mate(clocks, first_block, first_warp, first, block_id, warp_id, true))
        return SCORD_APART_NO_SIGNAL;
    if (scord_warp_clocks_by_mate(clocks, first_block, first_warp, first, block_id, warp_id, false))
        return SCORD_APART_NO_WAIT;
    return SCORD_APART_OTHER;
}

scord_apart_t scord_warp_ways_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                    unsigned first_warp, uint64_t first, unsigned block_id,
                                    unsigned warp_id) {
    return scord_warp_ways_lane_apart(ways, first_block, first_warp, SCORD_ANY_LANE, first,
                                      block_id, warp_id);
}

void scord_warp_ways_join(scord_warp_ways_t *ways, unsigned first_block, unsigned first_warp,
                          unsigned block_id, unsigned warp_id) {
    if (first_block != block_id || first_warp != warp_id)
        scord_warp_clocks_join(&ways->clocks, first_block, first_warp, block_id, warp_id);
}

uint64_t scord_warp_ways_last(const scord_warp_ways_t *ways, unsigned block_id, unsigned warp_id) {
    return ways->warp[scord_fence_file_index(block_id, warp_id)].accessed;
}
