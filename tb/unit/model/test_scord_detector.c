/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/scord_detector.c and cmodel/detector/race_reporter.c: total order
 * (D1), counters (D33), untracked words (D24), tag misses (D23, D26), what a race report carries
 * (section 6), checks that are not performed (D27), the log ring (D38).
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/scord_detector.h"

enum { LOG2_WORDS = 8, WORDS = 1 << LOG2_WORDS, CAPACITY = 3, BASE = 0x10000000 };

static scord_detector_t *start(unsigned log2_cache_ratio) {
    scord_detector_t *detector = calloc(1, sizeof *detector);
    assert_non_null(detector);
    assert_true(scord_race_reporter_create(&detector->race_log, CAPACITY));
    assert_true(scord_detector_start(detector, BASE, LOG2_WORDS, log2_cache_ratio));
    return detector;
}

static void stop(scord_detector_t *detector) {
    scord_detector_destroy(detector);
    free(detector);
}

static scord_detector_request_t store_by(unsigned block_id, unsigned warp_id) {
    return (scord_detector_request_t){.kind = SCORD_REQUEST_KIND_ACCESS,
                                      .block_id = (uint8_t)block_id,
                                      .warp_id = (uint8_t)warp_id,
                                      .op = SCORD_OP_STORE,
                                      .strong = 1,
                                      .address = BASE,
                                      .mask = 1};
}

static scord_retire_t check(scord_detector_t *detector, scord_detector_request_t request) {
    scord_retire_t retire;
    memset(&retire, 0xa5, sizeof retire);
    scord_detector_check(detector, &request, (unsigned)__builtin_ctz(request.mask), 1234, &retire);
    return retire;
}

static scord_retire_t fence(scord_detector_t *detector, unsigned block_id, unsigned warp_id,
                            scord_scope_t scope) {
    scord_detector_request_t request = store_by(block_id, warp_id);
    request.kind = SCORD_REQUEST_KIND_FENCE;
    request.scope = (uint8_t)scope;
    scord_retire_t retire;
    memset(&retire, 0xa5, sizeof retire);
    scord_detector_fence(detector, &request, &retire);
    return retire;
}

/* Section 6: owner and DevShared before the update, everything that the record names. */
TEST(test_race_record) {
    scord_detector_t *detector = start(0);
    check(detector, store_by(0x08, 2));
    scord_detector_request_t request = store_by(0x11, 5);
    request.sequence = 99;
    request.pc = 0x40;
    const scord_retire_t retire = check(detector, request);
    assert_int_equal(retire.verdict, SCORD_VERDICT_MISSING_DEVICE_FENCE);
    assert_int_equal(detector->race_log.tail, 1);
    const scord_race_record_t expected = {.sequence = 99,
                                          .pc = 0x40,
                                          .address = BASE,
                                          .op = SCORD_OP_STORE,
                                          .verdict = SCORD_VERDICT_MISSING_DEVICE_FENCE,
                                          .scope = 0,
                                          .block_id = 0x11,
                                          .warp_id = 5,
                                          .owner_block_id = 0x08,
                                          .owner_warp_id = 2,
                                          .cycle = 1234};
    assert_record_equal(race_record, RACE_RECORD, &detector->race_log.record[0], &expected);
    const scord_retire_t inside = check(detector,
                                        store_by(0x11, 6)); /* same block, no other: block scope */
    assert_int_equal(inside.verdict, SCORD_VERDICT_MISSING_BLOCK_FENCE);
    assert_int_equal(inside.scope, 1);
    assert_int_equal(detector->race_log.record[1].scope, 1);
    stop(detector);
}

/* The log keeps what fits and counts the rest; a reset empties it. */
TEST(test_full_log_counts_drops) {
    scord_detector_t *detector = start(0);
    for (unsigned i = 0; i < CAPACITY + 3; i++) check(detector, store_by(i << SCORD_SLOT_WIDTH, 0));
    assert_int_equal(detector->counters.log_tail, CAPACITY);
    assert_int_equal(detector->counters.log_dropped, 2); /* the first store is no race */
    assert_int_equal(detector->counters.verdict[SCORD_VERDICT_MISSING_DEVICE_FENCE], CAPACITY + 2);
    for (unsigned i = 0; i < CAPACITY; i++)
        assert_int_equal(detector->race_log.record[i].block_id, (i + 1) << SCORD_SLOT_WIDTH);
    scord_race_reporter_reset(&detector->race_log);
    assert_int_equal(detector->race_log.tail, 0);
    assert_int_equal(detector->race_log.dropped, 0);
    stop(detector);
}

/* D38: consumed slots are used again, in order; only a full ring drops. */
TEST(test_log_ring) {
    scord_detector_t *detector = start(0);
    scord_race_reporter_t *log = &detector->race_log;
    assert_true(!scord_race_reporter_record(log, 0));
    for (unsigned i = 0; i < CAPACITY + 2; i++) /* races 0 .. CAPACITY, the last one dropped */
        check(detector, store_by(i << SCORD_SLOT_WIDTH, 0));
    assert_int_equal(log->dropped, 1);
    assert_false(scord_race_reporter_consume(log, CAPACITY + 1));
    assert_true(scord_race_reporter_consume(log, 2));
    assert_false(scord_race_reporter_consume(log, 1));
    for (unsigned i = 0; i < 3; i++) /* two more fit */
        check(detector, store_by((8 + i) << SCORD_SLOT_WIDTH, 0));
    assert_int_equal(log->tail, CAPACITY + 2);
    assert_int_equal(log->dropped, 2);
    assert_true(!scord_race_reporter_record(log, 1)); /* overwritten */
    assert_int_equal(scord_race_reporter_record(log, 2)->block_id, 3 << SCORD_SLOT_WIDTH);
    assert_int_equal(scord_race_reporter_record(log, CAPACITY)->block_id, 8 << SCORD_SLOT_WIDTH);
    assert_int_equal(scord_race_reporter_record(log, CAPACITY + 1)->block_id,
                     9 << SCORD_SLOT_WIDTH);
    assert_true(!scord_race_reporter_record(log, CAPACITY + 2));
    assert_ptr_equal(scord_race_reporter_record(log, CAPACITY),
                     &log->record[0]); /* i mod capacity */
    scord_race_reporter_reset(log);
    assert_int_equal(log->head + log->tail + log->dropped, 0);
    stop(detector);
}

/* D27, D33: no verdict, no owner, metadata as they were; a record and a counter of its own. */
TEST(test_not_performed) {
    scord_detector_t *detector = start(0);
    const scord_retire_t first = check(detector, store_by(0x08, 2));
    scord_detector_request_t request = store_by(0x11, 5);
    request.sequence = 99;
    request.pc = 0x40;
    request.scope = SCORD_SCOPE_SYSTEM;
    const scord_model_counters_t before = detector->counters;
    scord_retire_t retire;
    memset(&retire, 0xa5, sizeof retire);
    scord_detector_check_not_performed(detector, &request, 0, 77, &retire);
    const scord_retire_t expected = {.kind = SCORD_REQUEST_KIND_ACCESS,
                                     .sequence = 99,
                                     .block_id = 0x11,
                                     .warp_id = 5,
                                     .address = BASE,
                                     .path = SCORD_PATH_NOT_PERFORMED,
                                     .verdict = SCORD_VERDICT_NOT_PERFORMED};
    assert_record_equal(retire, RETIRE, &retire, &expected);
    const scord_race_record_t record = {.sequence = 99,
                                        .pc = 0x40,
                                        .address = BASE,
                                        .op = SCORD_OP_STORE,
                                        .verdict = SCORD_VERDICT_NOT_PERFORMED,
                                        .block_id = 0x11,
                                        .warp_id = 5,
                                        .cycle = 77};
    assert_record_equal(race_record, RACE_RECORD,
                        scord_race_reporter_record(&detector->race_log, 0), &record);
    scord_model_counters_t counted = before;
    counted.not_performed = counted.log_tail = counted.system_scope = 1;
    assert_memory_equal(&detector->counters, &counted, sizeof counted);
    assert_false(scord_verdict_is_race(retire.verdict));
    const scord_retire_t next =
        check(detector, store_by(0x11, 5)); /* the first store's history is still there */
    assert_true(next.metadata_before == first.metadata_after);
    assert_int_equal(next.verdict, SCORD_VERDICT_MISSING_DEVICE_FENCE);
    stop(detector);
}

/* D1: the owner's fence counts when it reaches the detector, not when anyone else's does. */
TEST(test_fences_are_read_at_the_decision) {
    for (unsigned fences_first = 0; fences_first < 2; fences_first++) {
        scord_detector_t *detector = start(0);
        check(detector, store_by(0x08, 2));
        if (fences_first) fence(detector, 0x08, 2, SCORD_SCOPE_DEVICE);
        const scord_retire_t retire = check(detector, store_by(0x11, 5));
        assert_int_equal(retire.verdict,
                         fences_first ? SCORD_VERDICT_CLEAN : SCORD_VERDICT_MISSING_DEVICE_FENCE);
        stop(detector);
    }
    scord_detector_t *detector = start(0);
    check(detector, store_by(0x08, 2));
    fence(detector, 0x11, 5, SCORD_SCOPE_DEVICE); /* the accessor's fence does not help */
    fence(detector, 0x08, 3, SCORD_SCOPE_DEVICE); /* nor another warp's of the owner's block */
    assert_int_equal(check(detector, store_by(0x11, 5)).verdict,
                     SCORD_VERDICT_MISSING_DEVICE_FENCE);
    stop(detector);
}

/* own: the accessor's fence file entry at the decision. */
TEST(test_entry_takes_the_accessors_fences) {
    scord_detector_t *detector = start(0);
    for (unsigned i = 0; i < 3; i++) fence(detector, 0x11, 5, SCORD_SCOPE_BLOCK);
    for (unsigned i = 0; i < 4; i++) fence(detector, 0x11, 5, SCORD_SCOPE_DEVICE);
    const scord_metadata_t after =
        scord_metadata_from_bits(check(detector, store_by(0x11, 5)).metadata_after);
    assert_int_equal(after.blk_fence_id, 3);
    assert_int_equal(after.dev_fence_id, 4);
    stop(detector);
}

/* D9: exactly 64 fences between conflicting accesses give the false race of the paper. */
TEST(test_fence_counter_alias) {
    for (unsigned fences = 63; fences <= 65; fences++) {
        scord_detector_t *detector = start(0);
        check(detector, store_by(0x08, 2));
        for (unsigned i = 0; i < fences; i++) fence(detector, 0x08, 2, SCORD_SCOPE_DEVICE);
        assert_int_equal(check(detector, store_by(0x11, 5)).verdict,
                         fences == 64 ? SCORD_VERDICT_MISSING_DEVICE_FENCE : SCORD_VERDICT_CLEAN);
        stop(detector);
    }
}

/* D24, D30, D33: nothing but the untracked counter moves. */
TEST(test_untracked) {
    scord_detector_t *detector = start(0);
    scord_detector_request_t request = store_by(0x08, 2);
    request.address = BASE + WORDS * SCORD_WORD_BYTES;
    const scord_retire_t retire = check(detector, request);
    const scord_retire_t expected = {.kind = SCORD_REQUEST_KIND_ACCESS,
                                     .block_id = 0x08,
                                     .warp_id = 2,
                                     .address = request.address,
                                     .path = SCORD_PATH_UNTRACKED};
    assert_record_equal(retire, RETIRE, &retire, &expected);
    const scord_model_counters_t counted = {.untracked = 1};
    assert_memory_equal(&detector->counters, &counted, sizeof counted);
    stop(detector);
}

TEST(test_fence_retire) {
    scord_detector_t *detector = start(0);
    for (unsigned scope = 0; scope < SCORD_SCOPE_COUNT; scope++) {
        const scord_retire_t retire = fence(detector, 0x08, 2, (scord_scope_t)scope);
        const scord_retire_t expected = {.kind = SCORD_REQUEST_KIND_FENCE,
                                         .block_id = 0x08,
                                         .warp_id = 2,
                                         .scope = scope == SCORD_SCOPE_BLOCK};
        assert_record_equal(retire, RETIRE, &retire, &expected);
    }
    assert_int_equal(detector->counters.fences, 3);
    assert_int_equal(detector->counters.system_scope, 1); /* D7 */
    stop(detector);
}

/* D33: system scope is counted once a request, whatever its words; checks and paths count words. */
TEST(test_counters) {
    scord_detector_t *detector = start(0);
    scord_detector_request_t request = store_by(0x08, 2);
    request.op = SCORD_OP_ATOMIC;
    request.scope = SCORD_SCOPE_SYSTEM;
    request.mask = 0x90;
    scord_retire_t retire;
    scord_detector_check(detector, &request, 4, 0, &retire);
    scord_detector_check(detector, &request, 7, 0, &retire);
    assert_true(retire.address == BASE + 7 * SCORD_WORD_BYTES);
    assert_int_equal(scord_metadata_from_bits(retire.metadata_after).scope, 0); /* D7: device */
    assert_int_equal(detector->counters.system_scope, 1);
    assert_int_equal(detector->counters.checks, 2);
    assert_int_equal(detector->counters.path[SCORD_PATH_INITIALIZATION], 2);
    assert_int_equal(detector->counters.verdict[SCORD_VERDICT_CLEAN], 2);
    stop(detector);
}

/* D23, D26: an alias replaces the first word's owner, so its race is missed, and the misses are
 * counted. */
TEST(test_tag_alias_loses_history) {
    scord_detector_t *detector = start(4);
    scord_detector_request_t alias = store_by(0x08, 2);
    alias.address = BASE + WORDS / 16 * SCORD_WORD_BYTES;
    check(detector, store_by(0x08, 2));
    const scord_retire_t evicting = check(detector, alias);
    assert_int_equal(evicting.tag_miss, 1);
    assert_true(evicting.metadata_before == scord_metadata_reset(1));
    assert_int_equal(evicting.path, SCORD_PATH_INITIALIZATION);
    const scord_retire_t missed = check(detector, store_by(0x11, 5));
    assert_int_equal(missed.verdict, SCORD_VERDICT_CLEAN);
    assert_int_equal(missed.tag_miss, 1);
    assert_int_equal(detector->counters.tag_miss, 2);
    stop(detector);
}

TEST_MAIN("scord_detector")
