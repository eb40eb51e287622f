/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/scord_sm.c: what an access carries (D8), program order of its side
 * effects, block launch. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/lock_bloom.h"
#include "cmodel/sm/scord_sm.h"

enum { SM = 11, WARPS = 32, LOCK = 0x1000, WARP = 6, SLOT = 2 };

static scord_sm_t start(void) {
    scord_sm_t unit;
    memset(&unit, 0xa5, sizeof unit);
    scord_sm_start(&unit, SM, WARPS);
    return unit;
}

static scord_sm_event_t event_of(scord_sm_event_kind_t kind) {
    return (scord_sm_event_t){.kind = (uint8_t)kind, .warp = WARP, .slot = SLOT};
}

static bool send(scord_sm_t *unit, scord_sm_event_t event) {
    scord_detector_request_t request;
    return scord_sm_take_event(unit, &event, &request);
}

static scord_detector_request_t request_of(scord_sm_t *unit, scord_sm_event_t event) {
    scord_detector_request_t request;
    assert_true(scord_sm_take_event(unit, &event, &request));
    return request;
}

static scord_sm_event_t cas(void) {
    scord_sm_event_t event = event_of(SCORD_SM_EVENT_KIND_CAS);
    event.address = LOCK;
    event.value = 1;
    return event;
}

static scord_sm_event_t exch(void) {
    scord_sm_event_t event = event_of(SCORD_SM_EVENT_KIND_EXCH);
    event.address = LOCK;
    return event;
}

/* D5: whatever was there before, everything is empty. */
TEST(test_start) {
    const scord_sm_t unit = start();
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        assert_true(scord_lock_table_bits(&unit.lock_table, warp) == 0);
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++) {
        assert_int_equal(scord_barrier_counters_read(&unit.barrier_counters, slot), 0);
        assert_int_equal(scord_warp_priority_table_read(&unit.warp_priority_table, slot), 0);
        assert_int_equal(unit.issue_scheduler.slot_warps[slot], 0);
        assert_int_equal(unit.issue_scheduler.slot_last[slot], SCORD_NO_WARP);
        assert_int_equal(scord_block_order_rank(&unit.block_order, slot), slot);
    }
    assert_int_equal(unit.issue_scheduler.last, SCORD_NO_WARP);
    assert_int_equal(unit.issue_scheduler.warps, UINT32_MAX); /* WARPS of them */
}

/* D40, D41: with the key an access carries its threads, hasDiverged and {epoch, barrier}; without
 * it none of that. */
TEST(test_independent_threads) {
    scord_sm_t unit = start();
    scord_sm_event_t access = event_of(SCORD_SM_EVENT_KIND_ACCESS),
                     meet = event_of(SCORD_SM_EVENT_KIND_CONVERGENCE);
    const scord_sm_event_t part = meet;
    access.mask = 1;
    access.thread_bit_0 = access.several_threads = 1;
    meet.mask = 0x3;
    assert_false(send(&unit, part));
    assert_int_equal(request_of(&unit, access).has_diverged, 0);
    assert_int_equal(request_of(&unit, access).several_threads, 0);
    scord_sm_independent_threads(&unit, 1);
    assert_int_equal(request_of(&unit, access).has_diverged, 1);
    assert_int_equal(request_of(&unit, access).several_threads, 1);
    assert_int_equal(request_of(&unit, access).thread_bit_0, 1);
    send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_RELEASE));
    send(&unit, meet);
    assert_int_equal(request_of(&unit, access).barrier_id, 1 << SCORD_EPOCH_BARRIER_WIDTH | 1);
    assert_int_equal(request_of(&unit, access).has_diverged, 1); /* some lanes only */
    meet.mask = UINT32_MAX;
    send(&unit, meet);
    assert_int_equal(request_of(&unit, access).barrier_id, 2 << SCORD_EPOCH_BARRIER_WIDTH | 1);
    assert_int_equal(request_of(&unit, access).has_diverged, 0);
    for (unsigned i = 0; i < 14; i++) send(&unit, meet);
    assert_int_equal(request_of(&unit, access).barrier_id, 1); /* D9 */
    send(&unit, part);
    send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_ARRIVE));
    assert_int_equal(request_of(&unit, access).has_diverged, 0);
    send(&unit, part);
    scord_sm_event_t launch = event_of(SCORD_SM_EVENT_KIND_BLOCK_LAUNCH);
    launch.mask = 1u << WARP;
    send(&unit, launch);
    assert_int_equal(request_of(&unit, access).has_diverged, 0);
    scord_sm_independent_threads(&unit, 2);
    assert_int_equal(request_of(&unit, access).has_diverged, 1); /* always */
}

/* D8: every field of the request. */
TEST(test_access_carries_its_snapshot) {
    scord_sm_t unit = start();
    send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_RELEASE));
    assert_false(send(&unit, cas()));
    request_of(&unit, event_of(SCORD_SM_EVENT_KIND_FENCE));
    scord_sm_event_t access = event_of(SCORD_SM_EVENT_KIND_ACCESS);
    access.op = SCORD_OP_ATOMIC;
    access.scope = SCORD_SCOPE_BLOCK;
    access.strong = 1;
    access.sequence = 77;
    access.pc = 88;
    access.address = UINT64_C(0x1234567880);
    access.mask = 0xf0;
    const scord_detector_request_t request = request_of(&unit, access);
    assert_int_equal(request.kind, SCORD_REQUEST_KIND_ACCESS);
    assert_int_equal(request.block_id, SM << SCORD_SLOT_WIDTH | SLOT);
    assert_int_equal(request.warp_id, WARP);
    assert_int_equal(request.barrier_id, 1);
    assert_int_equal(request.lock_bloom, scord_lock_bloom_insert(0, scord_lock_hash(LOCK),
                                                                 SCORD_LOCK_STATE_DEVICE_ACTIVE));
    assert_int_equal(request.op, SCORD_OP_ATOMIC);
    assert_int_equal(request.scope, SCORD_SCOPE_BLOCK);
    assert_int_equal(request.strong, 1);
    assert_int_equal(request.sequence, 77);
    assert_int_equal(request.pc, 88);
    assert_true(request.address == access.address);
    assert_int_equal(request.mask, 0xf0);
}

/* The fence goes to the detector, and its own effect on the lock table comes after its snapshot. */
TEST(test_fence) {
    scord_sm_t unit = start();
    send(&unit, cas());
    scord_sm_event_t fence = event_of(SCORD_SM_EVENT_KIND_FENCE);
    fence.scope = SCORD_SCOPE_SYSTEM;
    const scord_detector_request_t first = request_of(&unit, fence),
                                   second = request_of(&unit, fence);
    assert_int_equal(first.kind, SCORD_REQUEST_KIND_FENCE);
    assert_int_equal(first.scope, SCORD_SCOPE_SYSTEM);
    assert_int_equal(first.block_id, SM << SCORD_SLOT_WIDTH | SLOT);
    assert_int_equal(first.warp_id, WARP);
    assert_int_equal(first.lock_bloom, 0);
    assert_int_not_equal(second.lock_bloom, 0);
}

/* D19: the Exch's own access still carries the lock; the release takes effect after it. */
TEST(test_release_takes_effect_after_its_access) {
    scord_sm_t unit = start();
    send(&unit, cas());
    request_of(&unit, event_of(SCORD_SM_EVENT_KIND_FENCE));
    assert_int_not_equal(request_of(&unit, event_of(SCORD_SM_EVENT_KIND_ACCESS)).lock_bloom, 0);
    assert_false(send(&unit, exch()));
    assert_int_equal(request_of(&unit, event_of(SCORD_SM_EVENT_KIND_ACCESS)).lock_bloom, 0);
}

/* D4, D25: a launch steps the barrier counter of its slot, empties the locks of its warps and its
 * priority. */
TEST(test_block_launch) {
    scord_sm_t unit = start();
    send(&unit, cas());
    send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_ARRIVE));
    scord_sm_event_t launch = event_of(SCORD_SM_EVENT_KIND_BLOCK_LAUNCH);
    launch.mask = 1u << (WARP + 1);
    assert_false(send(&unit, launch));
    assert_int_equal(scord_barrier_counters_read(&unit.barrier_counters, SLOT), 1);
    assert_int_equal(scord_warp_priority_table_read(&unit.warp_priority_table, SLOT), 0);
    assert_true(scord_lock_table_bits(&unit.lock_table, WARP) != 0); /* not one of its warps */
    launch.mask = 1u << WARP;
    send(&unit, launch);
    assert_int_equal(scord_barrier_counters_read(&unit.barrier_counters, SLOT), 2);
    assert_true(scord_lock_table_bits(&unit.lock_table, WARP) == 0);
    assert_int_equal(unit.issue_scheduler.slot_warps[SLOT], 1u << WARP);
    assert_int_equal(scord_block_order_rank(&unit.block_order, SLOT),
                     SCORD_MAX_BLOCKS_PER_SM - 1); /* W1 */
}

/* D4: once per release, not per arriving warp. BAWS 4.1.2: the priority counts arrivals and clears
 * at the release. */
TEST(test_barrier) {
    scord_sm_t unit = start();
    for (unsigned i = 1; i <= 3; i++) {
        assert_false(send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_ARRIVE)));
        assert_int_equal(scord_warp_priority_table_read(&unit.warp_priority_table, SLOT), i);
        assert_int_equal(scord_barrier_counters_read(&unit.barrier_counters, SLOT), 0);
    }
    assert_false(send(&unit, event_of(SCORD_SM_EVENT_KIND_BARRIER_RELEASE)));
    assert_int_equal(scord_warp_priority_table_read(&unit.warp_priority_table, SLOT), 0);
    assert_int_equal(scord_barrier_counters_read(&unit.barrier_counters, SLOT), 1);
}

TEST_MAIN("scord_sm")
