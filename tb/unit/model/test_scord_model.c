/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/scord_model.c: the whole model through its handle. Every numbered decision
 * that a sequence of SM events can show has a directed test; the order is that of
 * docs/semantics.md.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/scord_model.h"

enum {
    BASE = 0x10000000,
    LOG2_WORDS = 10,
    DATA = BASE + 0x40,
    LOCK = BASE + 0x200,
    OTHER_LOCK = LOCK + 4,
    WARPS_OF_BLOCK = 4
};

/* A thread's place: SM, slot, warp slot. Blocks have four warps, slot s takes warps 4s to 4s + 3.
 */
typedef struct place {
    unsigned sm, slot, warp;
} place_t;

static const place_t a = {0, 0, 0}, b = {0, 0, 1},
                     c = {1, 0, 0}; /* a, b: one block; c: another block */

typedef struct machine {
    scord_model_t *model;
    uint32_t sequence;
} machine_t;

static void launch(machine_t *machine, unsigned sm, unsigned slot) {
    const scord_sm_event_t event = {.kind = SCORD_SM_EVENT_KIND_BLOCK_LAUNCH,
                                    .slot = (uint8_t)slot,
                                    .mask = 0xfu << slot * WARPS_OF_BLOCK};
    assert_false(scord_model_sm_event(machine->model, sm, &event, NULL));
}

static void start_kernel(machine_t *machine) {
    assert_int_equal(scord_model_kernel_start(machine->model, BASE, LOG2_WORDS), SCORD_MODEL_OK);
    for (unsigned sm = 0; sm < 2; sm++)
        for (unsigned slot = 0; slot < 2; slot++) launch(machine, sm, slot);
}

static machine_t start_ratio(unsigned log2_cache_ratio) {
    scord_config_t config = scord_configs[0];
    config.log2_cache_ratio = log2_cache_ratio;
    scord_model_status_t status;
    machine_t machine = {.model = scord_model_create(&config, &status)};
    assert_int_equal(status, SCORD_MODEL_OK);
    start_kernel(&machine);
    return machine;
}

static machine_t start(void) { return start_ratio(0); }

static scord_sm_event_t event_of(machine_t *machine, place_t who, scord_sm_event_kind_t kind) {
    return (scord_sm_event_t){.kind = (uint8_t)kind,
                              .warp = (uint8_t)(who.slot * WARPS_OF_BLOCK + who.warp),
                              .slot = (uint8_t)who.slot,
                              .sequence = machine->sequence++};
}

/* One word access; returns what retired. */
static scord_retire_t access_word(machine_t *machine, place_t who, scord_op_t op,
                                  scord_scope_t scope, bool strong, uint64_t address) {
    scord_sm_event_t event = event_of(machine, who, SCORD_SM_EVENT_KIND_ACCESS);
    event.op = (uint8_t)op;
    event.scope = (uint8_t)scope;
    event.strong = strong;
    event.address = address / SCORD_SEGMENT_BYTES * SCORD_SEGMENT_BYTES;
    const unsigned word = (unsigned)(address % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES);
    event.mask = 1u << word;
    scord_detector_request_t request;
    assert_true(scord_model_sm_event(machine->model, who.sm, &event, &request));
    scord_retire_t retire;
    scord_model_check(machine->model, &request, word, 0, &retire);
    return retire;
}

static scord_retire_t load(machine_t *machine, place_t who) {
    return access_word(machine, who, SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, true, DATA);
}

static scord_retire_t store(machine_t *machine, place_t who) {
    return access_word(machine, who, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, true, DATA);
}

static scord_retire_t atomic(machine_t *machine, place_t who, scord_scope_t scope) {
    return access_word(machine, who, SCORD_OP_ATOMIC, scope, true, DATA);
}

static void fence(machine_t *machine, place_t who, scord_scope_t scope) {
    scord_sm_event_t event = event_of(machine, who, SCORD_SM_EVENT_KIND_FENCE);
    event.scope = (uint8_t)scope;
    scord_detector_request_t request;
    assert_true(scord_model_sm_event(machine->model, who.sm, &event, &request));
    scord_retire_t retire;
    scord_model_fence(machine->model, &request, &retire);
}

static void fences(machine_t *machine, place_t who, scord_scope_t scope, unsigned count) {
    while (count--) fence(machine, who, scope);
}

static void barrier(machine_t *machine, place_t who, unsigned count) {
    while (count--) {
        const scord_sm_event_t event = event_of(machine, who, SCORD_SM_EVENT_KIND_BARRIER_RELEASE);
        assert_false(scord_model_sm_event(machine->model, who.sm, &event, NULL));
    }
}

/* A lane's successful CAS 0→1 with the access that it is. */
static void cas(machine_t *machine, place_t who, scord_scope_t scope, uint64_t lock) {
    access_word(machine, who, SCORD_OP_ATOMIC, scope, true, lock);
    scord_sm_event_t event = event_of(machine, who, SCORD_SM_EVENT_KIND_CAS);
    event.scope = (uint8_t)scope;
    event.address = lock;
    event.value = 1;
    scord_model_sm_event(machine->model, who.sm, &event, NULL);
}

static scord_retire_t exch(machine_t *machine, place_t who, scord_scope_t scope, uint64_t lock,
                           uint32_t value) {
    const scord_retire_t retire = access_word(machine, who, SCORD_OP_ATOMIC, scope, true, lock);
    scord_sm_event_t event = event_of(machine, who, SCORD_SM_EVENT_KIND_EXCH);
    event.scope = (uint8_t)scope;
    event.address = lock;
    event.value = value;
    scord_model_sm_event(machine->model, who.sm, &event, NULL);
    return retire;
}

/* lock(): CAS, fence. unlock(): fence, Exch (ScoRD section III). */
static void take(machine_t *machine, place_t who, scord_scope_t scope, uint64_t lock) {
    cas(machine, who, scope, lock);
    fence(machine, who, scope);
}

static void release(machine_t *machine, place_t who, scord_scope_t scope, uint64_t lock) {
    fence(machine, who, scope);
    exch(machine, who, scope, lock, 0);
}

static void stop(machine_t *machine) { scord_model_destroy(machine->model); }

#define expect_clean(retire)      assert_int_equal((retire).verdict, SCORD_VERDICT_CLEAN)
#define expect_race(retire, NAME) assert_int_equal((retire).verdict, SCORD_VERDICT_##NAME)
#define expect_path(retire, NAME) assert_int_equal((retire).path, SCORD_PATH_##NAME)

/* ---- handle ---- */

TEST(test_create_checks_the_configuration) {
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        for (unsigned above = 0; above < 2; above++) {
            const scord_config_key_t *key = &scord_config_keys[i];
            scord_config_t config = scord_configs[0];
            const uint32_t wrong = above ? key->maximum + 1
                                         : key->minimum - 1; /* below 0 wraps to too large */
            memcpy((char *)&config + key->offset, &wrong, sizeof wrong);
            scord_model_status_t status;
            assert_null(scord_model_create(&config, &status));
            assert_int_equal(status, SCORD_MODEL_BAD_ARGUMENT);
        }
    }
}

/* Lanes, metadata lines and entries of a beat are powers of two. */
TEST(test_create_checks_powers_of_two) {
    for (uint32_t value = 1; value <= SCORD_SEGMENT_WORDS; value++) {
        scord_config_t lanes = scord_configs[0], lines = scord_configs[0], beats = scord_configs[0];
        scord_model_status_t status;
        lanes.lanes = value;
        lines.metadata_lines = value;
        beats.beat_entries = value;
        const bool power = value == 1 || value == 2 || value == 4 || value == 8 || value == 16 ||
                           value == 32;
        scord_model_t *wide = scord_model_create(&lanes, &status);
        assert_int_equal(!!wide, power);
        scord_model_t *buffered = scord_model_create(&lines, &status);
        assert_int_equal(!!buffered, power && value >= 2 && value <= SCORD_MAX_METADATA_LINES);
        assert_int_equal(status, buffered ? SCORD_MODEL_OK : SCORD_MODEL_BAD_ARGUMENT);
        scord_model_t *burst = scord_model_create(&beats, &status);
        assert_int_equal(!!burst, power && value <= SCORD_MAX_BEAT_ENTRIES);
        scord_model_destroy(wide);
        scord_model_destroy(buffered);
        scord_model_destroy(burst);
    }
}

TEST(test_kernel_start_checks_the_range) {
    machine_t m = start();
    assert_int_equal(scord_model_kernel_start(m.model, BASE + 4, LOG2_WORDS),
                     SCORD_MODEL_BAD_ARGUMENT);
    assert_int_equal(scord_model_kernel_start(m.model, BASE, 3), SCORD_MODEL_BAD_ARGUMENT);
    assert_int_equal(scord_model_kernel_start(m.model, 0, 37), SCORD_MODEL_BAD_ARGUMENT);
    assert_int_equal(scord_model_kernel_start(m.model, UINT64_C(1) << SCORD_ADDRESS_WIDTH, 4),
                     SCORD_MODEL_BAD_ARGUMENT);
    assert_int_equal(scord_model_kernel_start(m.model, 0, 4), SCORD_MODEL_OK);
    stop(&m);
}

/* Every named machine works. */
TEST(test_named_configurations) {
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++) {
        scord_model_status_t status;
        machine_t m = {.model = scord_model_create(&scord_configs[i], &status)};
        assert_non_null(m.model);
        assert_string_equal(scord_model_config(m.model)->name, scord_configs[i].name);
        assert_int_equal(scord_model_kernel_start(m.model, BASE, LOG2_WORDS), SCORD_MODEL_OK);
        assert_int_equal(scord_model_metadata_entries(m.model),
                         1 << (LOG2_WORDS - scord_configs[i].log2_cache_ratio));
        launch(&m, 0, 0);
        store(&m, a);
        if (scord_configs[i].num_sms > 1) {
            launch(&m, 1, 0);
            expect_race(load(&m, c), MISSING_DEVICE_FENCE);
        }
        stop(&m);
    }
}

/* Section 1: the state counts behind the paper's "3000 bytes", from the generated widths. */
TEST(test_state_of_the_default_machine) {
    const unsigned lock_bits = SCORD_MAX_WARPS_PER_SM * SCORD_LOCK_TABLE_ENTRIES *
                               SCORD_LOCK_ENTRY_WIDTH;
    const unsigned barrier_bits = SCORD_MAX_BLOCKS_PER_SM * SCORD_BARRIER_ID_WIDTH;
    const unsigned fence_bits = SCORD_DEFAULT_NUM_SMS * SCORD_MAX_WARPS_PER_SM *
                                SCORD_FENCE_ENTRY_WIDTH;
    assert_int_equal((SCORD_DEFAULT_NUM_SMS * (lock_bits + barrier_bits) + fence_bits) / 8, 3000);
    assert_int_equal(SCORD_MAX_BLOCKS_PER_SM * SCORD_PRIORITY_WIDTH / 8, 6); /* BAWS 4.1.2 */
}

/* Before the first kernel start nothing is tracked, and everything works. */
TEST(test_before_the_first_kernel) {
    scord_model_status_t status;
    machine_t m = {.model = scord_model_create(&scord_configs[0], &status)};
    assert_int_equal(scord_model_metadata_entries(m.model), 0);
    expect_path(store(&m, a), UNTRACKED);
    assert_int_equal(scord_model_issue_pick(m.model, 0, SCORD_ISSUE_POLICY_LRR, 0x80000000), 31);
    stop(&m);
    scord_model_destroy(NULL);
}

/* The log is full at its configured capacity; a reset clears the count of drops too. */
TEST(test_log_capacity) {
    scord_config_t config = scord_configs[1];
    config.log_capacity = 1;
    scord_model_status_t status;
    machine_t m = {.model = scord_model_create(&config, &status)};
    start_kernel(&m);
    for (unsigned i = 0; i < 2; i++) {
        store(&m, a);
        store(&m, c);
    }
    assert_int_equal(scord_model_race_count(m.model), 1);
    assert_int_equal(scord_model_counters(m.model)->log_dropped, 2);
    scord_model_log_reset(m.model);
    assert_int_equal(scord_model_counters(m.model)->log_dropped, 0);
    store(&m, a);
    assert_int_equal(scord_model_race_count(m.model), 1);
    stop(&m);
}

/* Two models side by side share nothing. */
TEST(test_models_are_independent) {
    machine_t first = start(), second = start();
    store(&first, a);
    expect_path(load(&second, c), INITIALIZATION);
    expect_race(load(&first, c), MISSING_DEVICE_FENCE);
    assert_int_equal(scord_model_race_count(second.model), 0);
    stop(&first);
    stop(&second);
}

/* ---- decisions ---- */

TEST(test_d1_owner_fence_order) {
    machine_t m = start();
    store(&m, a);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    stop(&m);
    m = start();
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_DEVICE);
    expect_clean(load(&m, c));
    stop(&m);
}

/* Each word has metadata of its own. */
TEST(test_d2_words_are_checked_apart) {
    machine_t m = start();
    store(&m, a);
    expect_path(access_word(&m, c, SCORD_OP_LOAD, SCORD_SCOPE_DEVICE, true, DATA + 4),
                INITIALIZATION);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    stop(&m);
}

TEST(test_d3_d24_tracked_range) {
    machine_t m = start();
    const uint64_t end = BASE + ((uint64_t)SCORD_WORD_BYTES << LOG2_WORDS);
    expect_path(access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, true, end - 4),
                INITIALIZATION);
    expect_path(access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, true, end), UNTRACKED);
    expect_path(access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, true, BASE - 4), UNTRACKED);
    assert_int_equal(scord_model_counters(m.model)->untracked, 2);
    assert_int_equal(scord_model_counters(m.model)->checks, 1);
    stop(&m);
}

TEST(test_d4_barrier_orders) {
    machine_t m = start();
    store(&m, a);
    barrier(&m, a, 1);
    expect_path(store(&m, b), BARRIER);
    barrier(&m, c, 1); /* another block's barrier orders nothing here */
    expect_race(store(&m, a), MISSING_BLOCK_FENCE);
    stop(&m);
}

/* A new block on the slot does not inherit program order from the slot's last user. */
TEST(test_d4_slot_reuse) {
    machine_t m = start();
    store(&m, a);
    launch(&m, a.sm, a.slot);
    expect_path(store(&m, a), BARRIER);
    stop(&m);
}

TEST(test_d5_kernel_start) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    store(&m, a);
    load(&m, c);
    barrier(&m, a, 3);
    assert_int_equal(scord_model_race_count(m.model), 1);
    start_kernel(&m);
    expect_path(load(&m, c), INITIALIZATION);
    assert_int_equal(scord_model_fence_entry(m.model, 0), 0);
    scord_model_sm_state_t sm;
    scord_model_sm_state(m.model, 0, &sm);
    assert_int_equal(sm.barrier_counters[0], 1); /* the launch after the start */
    assert_true(sm.lock_table[0] == 0);
    assert_int_equal(scord_model_race_count(m.model), 1); /* the log is kept until reset */
    scord_model_log_reset(m.model);
    assert_int_equal(scord_model_race_count(m.model), 0);
    assert_int_equal(scord_model_counters(m.model)->log_tail, 0);
    assert_int_equal(scord_model_counters(m.model)->log_dropped, 0);
    stop(&m);
}

TEST(test_d6_strong) {
    for (unsigned weak = 0; weak < 4; weak++) {
        machine_t m = start();
        access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, !(weak & 1), DATA);
        fence(&m, a, SCORD_SCOPE_DEVICE);
        const scord_retire_t retire = access_word(&m, c, SCORD_OP_LOAD, SCORD_SCOPE_DEVICE,
                                                  !(weak & 2), DATA);
        assert_int_equal(retire.verdict, weak ? SCORD_VERDICT_NOT_STRONG : SCORD_VERDICT_CLEAN);
        stop(&m);
    }
}

TEST(test_d7_system_scope) {
    machine_t m = start();
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_SYSTEM);
    expect_clean(load(&m, c));
    atomic(&m, c, SCORD_SCOPE_SYSTEM);
    expect_clean(atomic(&m, a, SCORD_SCOPE_DEVICE));
    assert_int_equal(scord_model_counters(m.model)->system_scope, 2);
    stop(&m);
}

/* The bloom is the one before the very instruction (also D19: an Exch still carries the lock it
 * releases). */
TEST(test_d8_d19_snapshot) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    fence(&m, a, SCORD_SCOPE_DEVICE);
    const scord_retire_t releasing = exch(&m, a, SCORD_SCOPE_DEVICE, LOCK, 0);
    assert_int_not_equal(scord_metadata_from_bits(releasing.metadata_after).lock_bloom, 0);
    assert_int_equal(scord_metadata_from_bits(store(&m, a).metadata_after).lock_bloom, 0);
    stop(&m);
}

/* 64 fences look like none (a false race), 256 barriers like none (program order and races come
 * back). */
TEST(test_d9_wraps) {
    machine_t m = start();
    store(&m, a);
    fences(&m, a, SCORD_SCOPE_DEVICE, 1 << SCORD_FENCE_ID_WIDTH);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    stop(&m);
    m = start();
    store(&m, a);
    fences(&m, a, SCORD_SCOPE_BLOCK, 1 << SCORD_FENCE_ID_WIDTH);
    expect_race(load(&m, b), MISSING_BLOCK_FENCE);
    stop(&m);
    m = start();
    store(&m, a);
    barrier(&m, a, 1 << SCORD_BARRIER_ID_WIDTH);
    expect_race(load(&m, b), MISSING_BLOCK_FENCE);
    stop(&m);
    m = start();
    store(&m, a);
    barrier(&m, a, (1 << SCORD_BARRIER_ID_WIDTH) - 1);
    expect_path(load(&m, b), BARRIER);
    stop(&m);
}

/* st; bar; own ld against an unsynchronised store of the same block. */
TEST(test_d10_barrier_before_program_order) {
    machine_t m = start();
    store(&m, a);
    barrier(&m, a, 1);
    expect_path(load(&m, a), BARRIER);
    expect_race(store(&m, b), MISSING_BLOCK_FENCE);
    stop(&m);
}

/* HRF-indirect: a's data goes to c through b, who synchronised with both. */
TEST(test_d11_transitivity) {
    machine_t m = start();
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_BLOCK);
    expect_clean(load(&m, b)); /* b owns clean data now */
    expect_clean(load(&m, c)); /* nothing is modified for c any more */
    const scord_metadata_t md = scord_metadata_from_bits(load(&m, c).metadata_after);
    assert_int_equal(md.warp_id, b.warp);
    assert_int_equal(md.dev_shared, 1);
    stop(&m);
}

/* st; blockfence; own ld; other-block ld: the simulator of the authors misses it. */
TEST(test_d12_own_load_after_block_fence) {
    machine_t m = start();
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_BLOCK);
    expect_path(load(&m, a), PROGRAM_ORDER);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    stop(&m);
    m = start();
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_DEVICE);
    expect_path(load(&m, a), PROGRAM_ORDER);
    expect_clean(load(&m, c));
    stop(&m);
}

/* Overwritten by the preliminary pass of a's second store, then ANDed by b's weak ... which is a
 * race. */
TEST(test_d13_strong_overwritten_then_anded) {
    machine_t m = start();
    access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, false, DATA);
    const scord_retire_t second = store(&m, a);
    expect_path(second, PROGRAM_ORDER);
    assert_int_equal(scord_metadata_from_bits(second.metadata_after).strong, 1);
    fence(&m, a, SCORD_SCOPE_DEVICE);
    expect_clean(load(&m, c));
    stop(&m);
}

TEST(test_d14_atomic_after_atomic) {
    machine_t m = start();
    atomic(&m, a, SCORD_SCOPE_DEVICE);
    expect_path(atomic(&m, c, SCORD_SCOPE_BLOCK), ATOMIC_AFTER_ATOMIC);
    expect_race(atomic(&m, a, SCORD_SCOPE_DEVICE),
                SCOPED_ATOMIC); /* c's, the last, has block scope */
    stop(&m);
}

/* A protected load marks the sharing; a race-free store clears it. */
TEST(test_d15_sharing_flags) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    store(&m, a);
    release(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    take(&m, c, SCORD_SCOPE_DEVICE, LOCK);
    scord_retire_t retire = load(&m, c);
    expect_clean(retire);
    assert_int_equal(scord_metadata_from_bits(retire.metadata_after).dev_shared, 1);
    retire = store(&m, c);
    expect_clean(retire);
    assert_int_equal(scord_metadata_from_bits(retire.metadata_after).dev_shared, 0);
    stop(&m);
}

/* After a race by a load the entry is unmodified, after one by a store modified. */
TEST(test_d16_reset_by_the_racing_access) {
    machine_t m = start();
    store(&m, a);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    expect_clean(load(&m, a)); /* a's store is forgotten */
    expect_race(store(&m, a), MISSING_DEVICE_FENCE);
    expect_race(load(&m, c), MISSING_DEVICE_FENCE);
    assert_int_equal(scord_model_race_count(m.model), 3);
    stop(&m);
}

/* No fence after the CAS: the lock never becomes active, so the data look unprotected. */
TEST(test_d17_d18_lock_needs_its_fence) {
    machine_t m = start();
    cas(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    assert_int_equal(scord_metadata_from_bits(store(&m, a).metadata_after).lock_bloom, 0);
    stop(&m);
}

/* A device lock behind a block fence protects inside the block only. */
TEST(test_d18_device_lock_with_block_fence) {
    for (unsigned other_block = 0; other_block < 2; other_block++) {
        const place_t second = other_block ? c : b;
        machine_t m = start();
        cas(&m, a, SCORD_SCOPE_DEVICE, LOCK);
        fence(&m, a, SCORD_SCOPE_BLOCK);
        store(&m, a);
        release(&m, a, SCORD_SCOPE_DEVICE, LOCK);
        take(&m, second, SCORD_SCOPE_DEVICE, LOCK);
        const scord_retire_t retire = store(&m, second);
        assert_int_equal(retire.verdict,
                         other_block ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_CLEAN);
        stop(&m);
    }
}

/* A block Exch does not release a device lock. */
TEST(test_d19_release_scope) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    exch(&m, a, SCORD_SCOPE_BLOCK, LOCK, 0);
    scord_model_sm_state_t sm;
    scord_model_sm_state(m.model, 0, &sm);
    assert_true(sm.lock_table[0] != 0);
    exch(&m, a, SCORD_SCOPE_SYSTEM, LOCK, 0);
    scord_model_sm_state(m.model, 0, &sm);
    assert_true(sm.lock_table[0] == 0);
    stop(&m);
}

/* Five nested locks: the first is dropped, so a store under it alone has no common lock any more.
 */
TEST(test_d20_overflow) {
    /* words whose hashes are 1, then 16, 20, 24, 28: h4 = 0001, then 01xx, 00xx, 11xx, 10xx with
     * low bits 00 */
    const uint64_t locks[] = {1 * 4, 16 * 4, 20 * 4, 24 * 4, 28 * 4};
    for (unsigned count = 4; count <= 5; count++) {
        machine_t m = start();
        for (unsigned i = 0; i < count; i++)
            take(&m, a, SCORD_SCOPE_DEVICE,
                 locks[i]); /* outside the tracked range: a lock all the same */
        store(&m, a);
        fence(&m, a, SCORD_SCOPE_DEVICE);
        take(&m, c, SCORD_SCOPE_DEVICE, locks[0]);
        assert_int_equal(store(&m, c).verdict,
                         count == 5 ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_CLEAN);
        stop(&m);
    }
}

/* One lock at both ends is common; adjacent locks are not. */
TEST(test_d21_d22_common_lock) {
    for (unsigned same = 0; same < 2; same++) {
        machine_t m = start();
        take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
        store(&m, a);
        release(&m, a, SCORD_SCOPE_DEVICE, LOCK);
        take(&m, c, SCORD_SCOPE_DEVICE, same ? LOCK : OTHER_LOCK);
        assert_int_equal(load(&m, c).verdict,
                         same ? SCORD_VERDICT_CLEAN : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD);
        stop(&m);
    }
}

/* A block-scope lock between blocks. */
TEST(test_d22_block_lock_across_blocks) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_BLOCK, LOCK);
    store(&m, a);
    fence(&m, a, SCORD_SCOPE_DEVICE);
    exch(&m, a, SCORD_SCOPE_BLOCK, LOCK, 0);
    take(&m, c, SCORD_SCOPE_DEVICE, LOCK);
    expect_race(store(&m, c), NO_COMMON_LOCK_ON_STORE);
    stop(&m);
}

TEST(test_d23_d26_tags) {
    machine_t m = start_ratio(4);
    const uint64_t alias = DATA + ((uint64_t)SCORD_WORD_BYTES << (LOG2_WORDS - 4));
    store(&m, a);
    const scord_retire_t retire = access_word(&m, a, SCORD_OP_STORE, SCORD_SCOPE_DEVICE, true,
                                              alias);
    assert_int_equal(retire.tag_miss, 1);
    assert_int_equal(scord_metadata_from_bits(retire.metadata_after).tag, 1);
    expect_path(load(&m, c), INITIALIZATION); /* the race with a's first store is lost */
    assert_int_equal(scord_model_counters(m.model)->tag_miss, 2);
    stop(&m);
}

TEST(test_d25_launch_empties_locks) {
    machine_t m = start();
    take(&m, a, SCORD_SCOPE_DEVICE, LOCK);
    launch(&m, a.sm, a.slot);
    assert_int_equal(scord_metadata_from_bits(store(&m, a).metadata_after).lock_bloom, 0);
    stop(&m);
}

/* D27: after a lost write-back the entry is what memory holds, and later checks see that history.
 */
TEST(test_d27_lost_write_back) {
    machine_t m = start();
    uint64_t index;
    assert_true(scord_model_metadata_index(m.model, DATA, &index));
    assert_int_equal(index, (DATA - BASE) / SCORD_WORD_BYTES);
    assert_false(scord_model_metadata_index(m.model, BASE - 4, &index));
    const uint64_t older = scord_model_metadata(m.model, index);
    store(&m, a);
    scord_model_metadata_restore(m.model, index, older);
    expect_path(store(&m, c), INITIALIZATION); /* a's store is forgotten, its race missed */
    const uint64_t by_c = scord_model_metadata(m.model, index);
    store(&m, a);
    scord_model_metadata_restore(m.model, index, by_c);
    expect_race(load(&m, a), MISSING_DEVICE_FENCE); /* c is the owner again */
    stop(&m);
}

TEST(test_d38_consumed_slots_are_used_again) {
    scord_config_t config = scord_configs[1];
    config.log_capacity = 2;
    scord_model_status_t status;
    machine_t m = {.model = scord_model_create(&config, &status)};
    start_kernel(&m);
    for (unsigned i = 0; i < 2; i++) {
        store(&m, a);
        store(&m, c);
    }
    const scord_model_counters_t *counters = scord_model_counters(m.model);
    assert_int_equal(counters->log_tail, 2);
    assert_int_equal(counters->log_dropped, 1);
    assert_false(scord_model_log_consume(m.model, 3));
    assert_true(scord_model_log_consume(m.model, 1));
    assert_int_equal(counters->log_head, 1);
    store(&m, a);
    store(&m, c);
    assert_int_equal(counters->log_tail, 3);
    assert_int_equal(counters->log_dropped, 2);
    assert_int_equal(scord_model_race(m.model, 2)->warp_id, a.warp);
    stop(&m);
}

/* Section 6: DevShared widens the scope of a race inside the block. */
TEST(test_section_6_scope) {
    machine_t m = start();
    load(&m, a);
    load(&m, c);
    const scord_retire_t retire = store(&m, b);
    expect_race(retire, MISSING_BLOCK_FENCE);
    assert_int_equal(retire.scope, 0);
    assert_int_equal(scord_model_race(m.model, 0)->scope, 0);
    assert_int_equal(scord_model_race(m.model, 0)->owner_warp_id, a.warp);
    assert_int_equal(scord_model_race(m.model, 0)->warp_id, b.warp);
    stop(&m);
}

/* The state functions show what the RTL's registers hold. */
TEST(test_state_functions) {
    machine_t m = start();
    fence(&m, c, SCORD_SCOPE_BLOCK);
    assert_int_equal(scord_model_fence_entry(m.model, 1 << SCORD_WARP_WIDTH),
                     1 << SCORD_FENCE_ENTRY_BLK_FENCE_ID_SHIFT);
    const scord_retire_t retire = store(&m, a);
    assert_true(scord_model_metadata(m.model, (DATA - BASE) / SCORD_WORD_BYTES) ==
                retire.metadata_after);
    cas(&m, b, SCORD_SCOPE_DEVICE, 5 * SCORD_WORD_BYTES);
    scord_model_sm_state_t sm;
    scord_model_sm_state(m.model, 0, &sm);
    assert_true(sm.lock_table[b.warp] == (SCORD_LOCK_STATE_DEVICE << SCORD_LOCK_ENTRY_STATE_SHIFT |
                                          5 << SCORD_LOCK_ENTRY_HASH_SHIFT));
    assert_int_equal(sm.barrier_counters[0], 1);
    assert_int_equal(sm.barrier_counters[2], 0);
    const scord_sm_event_t arrive = event_of(&m, a, SCORD_SM_EVENT_KIND_BARRIER_ARRIVE);
    assert_int_equal(sm.warp_priority_table[0], 0);
    scord_model_sm_event(m.model, a.sm, &arrive, NULL);
    scord_model_sm_state(m.model, 0, &sm);
    assert_int_equal(sm.warp_priority_table[0], 1);
    assert_int_equal(scord_model_issue_pick(m.model, 0, SCORD_ISSUE_POLICY_MWF_LRR, 0x20), 5);
    stop(&m);
}

TEST_MAIN("scord_model")
