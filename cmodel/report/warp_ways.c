/* SPDX-License-Identifier: Apache-2.0 */
/* warp_ways.c: see warp_ways.h. */
#include "cmodel/report/warp_ways.h"

#include <assert.h>
#include <string.h>

#include "cmodel/detector/fence_file.h"

void scord_warp_ways_start(scord_warp_ways_t *ways) { memset(ways, 0, sizeof *ways); }

static void take_barrier(scord_warp_ways_t *ways, const scord_way_barrier_t *barrier) {
    scord_block_way_t *block = &ways->block[barrier->block_id];
    block->barrier = barrier->sequence;
    block->observed_barrier = barrier->launch ? barrier->sequence : block->observed;
    if (barrier->launch) block->barrier_published = barrier->sequence;
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

void scord_warp_ways_barrier(scord_warp_ways_t *ways, unsigned block_id, uint64_t sequence,
                             bool launch) {
    assert(block_id < SCORD_BLOCK_IDS);
    if (ways->count == SCORD_WAYS_QUEUE) take_barriers(ways, 0, 1);
    ways->queue[(ways->first + ways->count++) % SCORD_WAYS_QUEUE] = (scord_way_barrier_t){
        .sequence = sequence, .block_id = (uint8_t)block_id, .launch = launch};
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
        return;
    }
    const scord_event_access_t *access = &event->access;
    const bool weak = scord_access_is_weak(access);
    if (weak) warp->accessed = event->sequence;
    if (access->op != SCORD_OP_STORE && !weak) observe(block, warp, event->sequence);
    if (access->op == SCORD_OP_LOAD) return;
    if (!weak || warp->fenced) {
        warp->published = event->sequence;
        block->barrier_published = block->barrier;
    }
    warp->fenced = false;
}

scord_apart_t scord_warp_ways_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                    unsigned first_warp, uint64_t first, unsigned block_id,
                                    unsigned warp_id) {
    assert(first_block < SCORD_BLOCK_IDS && block_id < SCORD_BLOCK_IDS);
    const scord_block_way_t *from = &ways->block[first_block], *to = &ways->block[block_id];
    if (from == to && from->barrier > first) return SCORD_APART_NOT;
    if (ways->warp[scord_fence_file_index(first_block, first_warp)].published < first &&
        from->barrier_published < first)
        return SCORD_APART_NO_SIGNAL;
    if (ways->warp[scord_fence_file_index(block_id, warp_id)].observed < first &&
        to->observed_barrier < first)
        return SCORD_APART_NO_WAIT;
    return SCORD_APART_NOT;
}

scord_apart_t scord_warp_ways_latest(const scord_warp_ways_t *ways, unsigned first_block,
                                     unsigned first_warp, unsigned block_id, unsigned warp_id) {
    const uint64_t latest = ways->warp[scord_fence_file_index(first_block, first_warp)].accessed;
    return scord_warp_ways_apart(ways, first_block, first_warp, latest, block_id, warp_id);
}
