/* SPDX-License-Identifier: Apache-2.0 */
/* scord_sm.c: see scord_sm.h. */
#include "cmodel/sm/scord_sm.h"

#include <assert.h>

#include "cmodel/semantics.h"

enum { INDEPENDENT_THREADS_ALWAYS = 2 }; /* every warp counts as diverged (D41) */

static void block_launch(scord_sm_t *unit, const scord_sm_event_t *event) {
    if (!unit->as_printed) {                                                       /* D91 */
        scord_barrier_counters_block_launch(&unit->barrier_counters, event->slot); /* D4 */
        scord_lock_table_block_launch(&unit->lock_table, event->mask);             /* D25 */
    }
    scord_warp_priority_table_clear(&unit->warp_priority_table, event->slot);
    scord_block_order_launch(&unit->block_order, event->slot);                            /* W1 */
    scord_issue_scheduler_block_launch(&unit->issue_scheduler, event->slot, event->mask); /* D32 */
    scord_warp_convergence_block_launch(&unit->warp_convergence, event->mask);            /* D41 */
}

static void barrier_release(scord_sm_t *unit, const scord_sm_event_t *event) {
    scord_barrier_counters_release(&unit->barrier_counters, event->slot); /* D4 */
    scord_warp_priority_table_clear(&unit->warp_priority_table, event->slot);
}

static uint8_t block_id(const scord_sm_t *unit, const scord_sm_event_t *event) {
    return (uint8_t)(unit->sm << SCORD_SLOT_WIDTH | event->slot);
}

/* D40, D41: the threads of the words, hasDiverged, and in the upper bits of BarrierID the
 * __syncwarp epoch. */
static void fill_threads(const scord_sm_t *unit, const scord_sm_event_t *event,
                         scord_detector_request_t *request) {
    const unsigned epoch = scord_warp_convergence_syncwarp_id(&unit->warp_convergence, event->warp);
    const uint8_t barrier_id = request->barrier_id & ((1 << SCORD_EPOCH_BARRIER_WIDTH) - 1);
    request->barrier_id = (uint8_t)(epoch << SCORD_EPOCH_BARRIER_WIDTH | barrier_id);
    request->has_diverged = unit->independent_threads == INDEPENDENT_THREADS_ALWAYS ||
                            scord_warp_convergence_diverged(&unit->warp_convergence, event->warp);
    request->thread_bit_0 = event->thread_bit_0;
    request->thread_bit_1 = event->thread_bit_1;
    request->thread_bit_2 = event->thread_bit_2;
    request->thread_bit_3 = event->thread_bit_3;
    request->thread_bit_4 = event->thread_bit_4;
    request->several_threads = event->several_threads;
    request->lanes_differ = event->lanes_differ;
}

/* D8: a snapshot of everything, before the event itself changes the SM's state. */
static void fill_access(const scord_sm_t *unit, const scord_sm_event_t *event,
                        scord_detector_request_t *request) {
    *request = (scord_detector_request_t){
        .kind = SCORD_REQUEST_KIND_ACCESS,
        .block_id = block_id(unit, event),
        .warp_id = event->warp,
        .barrier_id = scord_barrier_counters_read(&unit->barrier_counters, event->slot),
        .lock_bloom = scord_lock_table_bloom(&unit->lock_table, event->warp),
        .op = event->op,
        .scope = event->scope,
        .strong = event->strong,
        .semantics = unit->acquire_release ? event->semantics : 0,
        .sequence = event->sequence,
        .pc = event->pc,
        .address = event->address,
        .mask = event->mask,
    };
    if (unit->independent_threads) fill_threads(unit, event, request);
}

/* A fence carries the same fields as an access; the detector uses block, warp and scope. */
static void fill_fence(const scord_sm_t *unit, const scord_sm_event_t *event,
                       scord_detector_request_t *request) {
    fill_access(unit, event, request);
    request->kind = SCORD_REQUEST_KIND_FENCE;
}

void scord_sm_start(scord_sm_t *unit, unsigned sm, unsigned warps) {
    assert(sm < SCORD_MAX_SMS && warps >= 1 && warps <= SCORD_MAX_WARPS_PER_SM);
    unit->sm = (uint8_t)sm;
    unit->acquire_release = unit->as_printed = false;
    scord_barrier_counters_start(&unit->barrier_counters);
    scord_lock_table_start(&unit->lock_table);
    scord_warp_priority_table_start(&unit->warp_priority_table);
    scord_block_order_start(&unit->block_order);
    scord_issue_scheduler_start(&unit->issue_scheduler, UINT64_MAX >> (64 - warps));
    unit->independent_threads = 0;
    scord_warp_convergence_start(&unit->warp_convergence);
}

void scord_sm_independent_threads(scord_sm_t *unit, unsigned value) {
    unit->independent_threads = value;
}

void scord_sm_acquire_release(scord_sm_t *unit) { unit->acquire_release = true; }

void scord_sm_many_locks(scord_sm_t *unit) { scord_lock_table_many_locks(&unit->lock_table); }

void scord_sm_as_printed(scord_sm_t *unit) {
    unit->as_printed = true;
    scord_lock_table_as_printed(&unit->lock_table);
}

/* D64: an acquire orders accesses itself, so no lock is inferred. */
static bool infers_lock(const scord_sm_t *unit, const scord_sm_event_t *event) {
    return !unit->acquire_release ||
           !scord_acquires(SCORD_OP_ATOMIC, (scord_semantics_t)event->semantics);
}

bool scord_sm_take_event(scord_sm_t *unit, const scord_sm_event_t *event,
                         scord_detector_request_t *request) {
    const scord_scope_t scope = (scord_scope_t)event->scope;
    switch ((scord_sm_event_kind_t)event->kind) {
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH: block_launch(unit, event); return false;
    case SCORD_SM_EVENT_KIND_ACCESS: fill_access(unit, event, request); return true;
    case SCORD_SM_EVENT_KIND_FENCE:
        fill_fence(unit, event, request);
        scord_lock_table_fence(&unit->lock_table, event->warp, scope); /* D18 */
        return true;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE:
        scord_warp_priority_table_arrive(&unit->warp_priority_table, event->slot);
        scord_warp_convergence_arrive(&unit->warp_convergence, event->warp); /* D41 */
        return false;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE: barrier_release(unit, event); return false;
    case SCORD_SM_EVENT_KIND_CAS:
        if (infers_lock(unit, event))
            unit->locks_without_room += scord_lock_table_cas(&unit->lock_table, event->warp,
                                                             event->address, scope, event->compare,
                                                             event->value, event->returned);
        return false;
    case SCORD_SM_EVENT_KIND_CONVERGENCE:
        scord_warp_convergence_change(&unit->warp_convergence, event->warp, event->mask); /* D41 */
        return false;
    case SCORD_SM_EVENT_KIND_EXCH:
        scord_lock_table_exch(&unit->lock_table, event->warp, event->address, scope, event->value);
        return false;
    }
    assert(!"scord_sm_event_kind_t out of range");
    return false;
}

int scord_sm_issue_pick(scord_sm_t *unit, scord_issue_policy_t policy, uint32_t ready) {
    const scord_block_sequence_t sequence = scord_block_sequence(policy, &unit->warp_priority_table,
                                                                 &unit->block_order);
    const int warp = scord_issue_scheduler_peek(&unit->issue_scheduler, &sequence, policy, ready);
    if (warp != SCORD_NO_WARP) scord_issue_scheduler_issued(&unit->issue_scheduler, warp);
    return warp;
}
