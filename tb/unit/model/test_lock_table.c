/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/lock_table.c: D17 to D21, D25, D71, directed and against a naive
 * reference.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/lock_bloom.h"
#include "cmodel/sm/lock_table.h"

/* Addresses whose hash is i, for i = 0 .. 63. */
static uint64_t lock_address(unsigned i) { return (uint64_t)i * SCORD_WORD_BYTES; }

static void lock(scord_lock_table_t *table, unsigned warp, unsigned i, scord_scope_t scope) {
    scord_lock_table_cas(table, warp, lock_address(i), scope, 0, 1, 0);
}

static void unlock(scord_lock_table_t *table, unsigned warp, unsigned i, scord_scope_t scope) {
    scord_lock_table_exch(table, warp, lock_address(i), scope, 0);
}

/* Entry by entry, oldest first, {state, hash} pairs; the rest must be empty. */
static void expect_queue(const scord_lock_table_t *table, unsigned warp, unsigned count,
                         const unsigned pairs[][2]) {
    uint64_t expected = 0;
    for (unsigned i = 0; i < count; i++)
        expected |= ((uint64_t)pairs[i][0] << SCORD_LOCK_ENTRY_STATE_SHIFT |
                     (uint64_t)pairs[i][1] << SCORD_LOCK_ENTRY_HASH_SHIFT)
                    << i * SCORD_LOCK_ENTRY_WIDTH;
    assert_true(scord_lock_table_bits(table, warp) == expected);
}

/* D17: succeeded 0→1 only. */
TEST(test_only_a_successful_cas_inserts) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    scord_lock_table_cas(&table, 0, lock_address(1), SCORD_SCOPE_DEVICE, 0, 1,
                         1); /* failed: it was taken */
    scord_lock_table_cas(&table, 0, lock_address(1), SCORD_SCOPE_DEVICE, 1, 1, 1); /* not from 0 */
    scord_lock_table_cas(&table, 0, lock_address(1), SCORD_SCOPE_DEVICE, 0, 2, 0); /* not to 1 */
    expect_queue(&table, 0, 0, NULL);
    lock(&table, 0, 1, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 1, (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 1}});
}

/* D17: an equal {hash, scope} keeps its place and its activation; the other scope is another lock.
 */
TEST(test_equal_lock_is_kept) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    lock(&table, 4, 9, SCORD_SCOPE_BLOCK);
    scord_lock_table_fence(&table, 4, SCORD_SCOPE_BLOCK);
    lock(&table, 4, 9, SCORD_SCOPE_BLOCK);
    expect_queue(&table, 4, 1, (const unsigned[][2]){{SCORD_LOCK_STATE_BLOCK_ACTIVE, 9}});
    lock(&table, 4, 9, SCORD_SCOPE_SYSTEM); /* D7: a device lock */
    lock(&table, 4, 9, SCORD_SCOPE_DEVICE);
    expect_queue(
        &table, 4, 2,
        (const unsigned[][2]){{SCORD_LOCK_STATE_BLOCK_ACTIVE, 9}, {SCORD_LOCK_STATE_DEVICE, 9}});
    expect_queue(&table, 3, 0, NULL); /* other warps are untouched */
}

/* D18: the whole transition table of fences. */
TEST(test_activation) {
    const scord_lock_state_t after_block_fence[SCORD_LOCK_STATE_COUNT] = {
        [SCORD_LOCK_STATE_EMPTY] = SCORD_LOCK_STATE_EMPTY,
        [SCORD_LOCK_STATE_BLOCK] = SCORD_LOCK_STATE_BLOCK_ACTIVE,
        [SCORD_LOCK_STATE_BLOCK_ACTIVE] = SCORD_LOCK_STATE_BLOCK_ACTIVE,
        [SCORD_LOCK_STATE_DEVICE] = SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK,
        [SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK] = SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK,
        [SCORD_LOCK_STATE_DEVICE_ACTIVE] = SCORD_LOCK_STATE_DEVICE_ACTIVE,
        [SCORD_LOCK_STATE_MANY_BLOCK] =
            SCORD_LOCK_STATE_MANY_BLOCK, /* D71: active is in its hash */
        [SCORD_LOCK_STATE_MANY_DEVICE] = SCORD_LOCK_STATE_MANY_DEVICE,
    };
    const scord_lock_state_t after_device_fence[SCORD_LOCK_STATE_COUNT] = {
        [SCORD_LOCK_STATE_EMPTY] = SCORD_LOCK_STATE_EMPTY,
        [SCORD_LOCK_STATE_BLOCK] = SCORD_LOCK_STATE_BLOCK_ACTIVE,
        [SCORD_LOCK_STATE_BLOCK_ACTIVE] = SCORD_LOCK_STATE_BLOCK_ACTIVE,
        [SCORD_LOCK_STATE_DEVICE] = SCORD_LOCK_STATE_DEVICE_ACTIVE,
        [SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK] = SCORD_LOCK_STATE_DEVICE_ACTIVE,
        [SCORD_LOCK_STATE_DEVICE_ACTIVE] = SCORD_LOCK_STATE_DEVICE_ACTIVE,
        [SCORD_LOCK_STATE_MANY_BLOCK] =
            SCORD_LOCK_STATE_MANY_BLOCK, /* D71: active is in its hash */
        [SCORD_LOCK_STATE_MANY_DEVICE] = SCORD_LOCK_STATE_MANY_DEVICE,
    };
    for (unsigned before = 0; before < SCORD_LOCK_STATE_COUNT; before++) {
        for (unsigned scope = 0; scope < SCORD_SCOPE_COUNT; scope++) {
            scord_lock_table_t table;
            scord_lock_table_start(&table);
            table.warp[0].entry[0].state = (uint8_t)before;
            scord_lock_table_fence(&table, 0, (scord_scope_t)scope);
            assert_int_equal(table.warp[0].entry[0].state, scope == SCORD_SCOPE_BLOCK
                                                               ? after_block_fence[before]
                                                               : after_device_fence[before]);
        }
    }
}

/* D19: equal hash, scope not wider than the Exch's; an Exch of another value releases nothing. */
TEST(test_release) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    lock(&table, 0, 7, SCORD_SCOPE_DEVICE);
    lock(&table, 0, 7, SCORD_SCOPE_BLOCK);
    scord_lock_table_exch(&table, 0, lock_address(7), SCORD_SCOPE_DEVICE, 1);
    unlock(&table, 0, 8, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 2,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 7}, {SCORD_LOCK_STATE_BLOCK, 7}});
    unlock(&table, 0, 7, SCORD_SCOPE_BLOCK);
    expect_queue(&table, 0, 1, (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 7}});
    lock(&table, 0, 7, SCORD_SCOPE_BLOCK);
    unlock(&table, 0, 7, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 0, NULL);
    lock(&table, 0, 7, SCORD_SCOPE_DEVICE);
    unlock(&table, 0, 7, SCORD_SCOPE_SYSTEM); /* D7 */
    expect_queue(&table, 0, 0, NULL);
}

/* D20: release closes the hole wherever it is, also several at once. */
TEST(test_holes_close) {
    for (unsigned released = 1; released <= SCORD_LOCK_TABLE_ENTRIES; released++) {
        scord_lock_table_t table;
        scord_lock_table_start(&table);
        for (unsigned i = 1; i <= SCORD_LOCK_TABLE_ENTRIES; i++)
            lock(&table, 0, i, SCORD_SCOPE_DEVICE);
        unlock(&table, 0, released, SCORD_SCOPE_DEVICE);
        unsigned left[SCORD_LOCK_TABLE_ENTRIES][2], count = 0;
        for (unsigned i = 1; i <= SCORD_LOCK_TABLE_ENTRIES; i++) {
            if (i == released) continue;
            left[count][0] = SCORD_LOCK_STATE_DEVICE;
            left[count++][1] = i;
        }
        expect_queue(&table, 0, count, (const unsigned(*)[2])left);
    }
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    lock(&table, 0, 5, SCORD_SCOPE_DEVICE);
    lock(&table, 0, 1, SCORD_SCOPE_DEVICE);
    lock(&table, 0, 5, SCORD_SCOPE_BLOCK);
    lock(&table, 0, 2, SCORD_SCOPE_BLOCK);
    unlock(&table, 0, 5, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 2,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 1}, {SCORD_LOCK_STATE_BLOCK, 2}});
}

/* D20: inserting into a full table drops the oldest. */
TEST(test_overflow_drops_the_oldest) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    for (unsigned i = 1; i <= SCORD_LOCK_TABLE_ENTRIES + 2; i++)
        lock(&table, 31, i, SCORD_SCOPE_BLOCK);
    expect_queue(&table, 31, 4,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_BLOCK, 3},
                                       {SCORD_LOCK_STATE_BLOCK, 4},
                                       {SCORD_LOCK_STATE_BLOCK, 5},
                                       {SCORD_LOCK_STATE_BLOCK, 6}});
}

/* D25: a launch empties exactly the warp slots it takes. */
TEST(test_launch_empties) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        lock(&table, warp, warp, SCORD_SCOPE_DEVICE);
    const uint32_t warps = 0x8001000f;
    scord_lock_table_block_launch(&table, warps);
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        assert_int_equal(scord_lock_table_bits(&table, warp) == 0, warps >> warp & 1);
}

/* Only active locks are in the bloom (ScoRD section IV). */
TEST(test_bloom) {
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    lock(&table, 0, 1, SCORD_SCOPE_DEVICE);
    assert_int_equal(scord_lock_table_bloom(&table, 0), 0);
    scord_lock_table_fence(&table, 0, SCORD_SCOPE_DEVICE);
    lock(&table, 0, 2, SCORD_SCOPE_BLOCK);
    assert_int_equal(scord_lock_table_bloom(&table, 0),
                     scord_lock_bloom_insert(0, 1, SCORD_LOCK_STATE_DEVICE_ACTIVE));
    scord_lock_table_fence(&table, 0, SCORD_SCOPE_BLOCK);
    assert_int_equal(
        scord_lock_table_bloom(&table, 0),
        scord_lock_bloom_insert(scord_lock_bloom_insert(0, 1, SCORD_LOCK_STATE_DEVICE_ACTIVE), 2,
                                SCORD_LOCK_STATE_BLOCK_ACTIVE));
}

/* ---- many locks (D71) ---- */

enum { BLOCK_PART = 0xff, BOTH_PARTS = 0xffff, ACTIVE = 1 << SCORD_LOCK_COUNT_WIDTH, UNKNOWN = 31 };

static void start_many(scord_lock_table_t *table) {
    scord_lock_table_start(table);
    scord_lock_table_many_locks(table);
}

/* Without room: the two oldest are counted first, since the entry that counts takes a place; then
 * one more for each lock. An Exch of a lock with an entry frees that, any other one counts down. */
TEST(test_many_locks) {
    scord_lock_table_t table;
    start_many(&table);
    for (unsigned i = 1; i <= 4; i++) lock(&table, 0, i, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 4,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 1},
                                       {SCORD_LOCK_STATE_DEVICE, 2},
                                       {SCORD_LOCK_STATE_DEVICE, 3},
                                       {SCORD_LOCK_STATE_DEVICE, 4}});
    assert_true(scord_lock_table_cas(&table, 0, lock_address(5), SCORD_SCOPE_DEVICE, 0, 1, 0));
    expect_queue(&table, 0, 4,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_MANY_DEVICE, 2},
                                       {SCORD_LOCK_STATE_DEVICE, 3},
                                       {SCORD_LOCK_STATE_DEVICE, 4},
                                       {SCORD_LOCK_STATE_DEVICE, 5}});
    lock(&table, 0, 6, SCORD_SCOPE_DEVICE);
    unlock(&table, 0, 5, SCORD_SCOPE_DEVICE);
    unlock(&table, 0, 1, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 3,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_MANY_DEVICE, 2},
                                       {SCORD_LOCK_STATE_DEVICE, 4},
                                       {SCORD_LOCK_STATE_DEVICE, 6}});
    assert_false(scord_lock_table_cas(&table, 0, lock_address(7), SCORD_SCOPE_DEVICE, 0, 1, 0));
    unlock(&table, 0, 2, SCORD_SCOPE_DEVICE);
    unlock(&table, 0, 3, SCORD_SCOPE_DEVICE);
    expect_queue(&table, 0, 3,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_DEVICE, 4},
                                       {SCORD_LOCK_STATE_DEVICE, 6},
                                       {SCORD_LOCK_STATE_DEVICE, 7}});
    lock(&table, 0, 4, SCORD_SCOPE_DEVICE); /* another one of its hash */
    expect_queue(&table, 0, 4,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_MANY_DEVICE, 1},
                                       {SCORD_LOCK_STATE_DEVICE, 4},
                                       {SCORD_LOCK_STATE_DEVICE, 6},
                                       {SCORD_LOCK_STATE_DEVICE, 7}});
    scord_lock_table_block_launch(&table, 1); /* D25 */
    expect_queue(&table, 0, 0, NULL);
    expect_queue(&table, 1, 0, NULL);
}

/* An equal lock in a full table: its lock and the oldest are counted; the others keep their places.
 */
TEST(test_many_equal_when_full) {
    scord_lock_table_t table;
    start_many(&table);
    for (unsigned i = 1; i <= 4; i++) lock(&table, 0, i, SCORD_SCOPE_BLOCK);
    lock(&table, 0, 3, SCORD_SCOPE_BLOCK);
    expect_queue(&table, 0, 4,
                 (const unsigned[][2]){{SCORD_LOCK_STATE_MANY_BLOCK, 2},
                                       {SCORD_LOCK_STATE_BLOCK, 2},
                                       {SCORD_LOCK_STATE_BLOCK, 3},
                                       {SCORD_LOCK_STATE_BLOCK, 4}});
}

/* Which parts of the bloom are full, by the scopes of the locks and fences. */
TEST(test_many_activation) {
    static const struct {
        scord_scope_t first, second;                 /* of the two locks that are counted */
        bool active_before;                          /* a device fence behind the first */
        uint16_t taken, block_fenced, device_fenced; /* the bloom then */
    } cases[] = {
        {SCORD_SCOPE_BLOCK, SCORD_SCOPE_BLOCK, false, 0, BLOCK_PART, BLOCK_PART},
        {SCORD_SCOPE_BLOCK, SCORD_SCOPE_BLOCK, true, BLOCK_PART, BLOCK_PART, BLOCK_PART},
        {SCORD_SCOPE_DEVICE, SCORD_SCOPE_BLOCK, false, BLOCK_PART, BLOCK_PART, BOTH_PARTS},
        {SCORD_SCOPE_BLOCK, SCORD_SCOPE_DEVICE, true, BLOCK_PART, BLOCK_PART, BOTH_PARTS},
        {SCORD_SCOPE_DEVICE, SCORD_SCOPE_DEVICE, true, BOTH_PARTS, BOTH_PARTS, BOTH_PARTS},
        {SCORD_SCOPE_DEVICE, SCORD_SCOPE_BLOCK, true, BOTH_PARTS, BOTH_PARTS, BOTH_PARTS},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned fence = 0; fence < 2; fence++) {
            scord_lock_table_t table;
            start_many(&table);
            lock(&table, 0, 1, cases[i].first);
            if (cases[i].active_before) scord_lock_table_fence(&table, 0, SCORD_SCOPE_DEVICE);
            lock(&table, 0, 2, cases[i].second);
            for (unsigned k = 3; k <= 5; k++) lock(&table, 0, k, SCORD_SCOPE_BLOCK);
            assert_int_equal(table.warp[0].entry[0].hash & UNKNOWN, 2);
            for (unsigned k = 3; k <= 5; k++) unlock(&table, 0, k, SCORD_SCOPE_BLOCK);
            assert_int_equal(scord_lock_table_bloom(&table, 0), cases[i].taken);
            scord_lock_table_fence(&table, 0, fence ? SCORD_SCOPE_SYSTEM : SCORD_SCOPE_BLOCK);
            assert_int_equal(scord_lock_table_bloom(&table, 0),
                             fence ? cases[i].device_fenced : cases[i].block_fenced);
            for (unsigned k = 0; k < 2; k++) unlock(&table, 0, k + 1, SCORD_SCOPE_BLOCK);
            assert_int_equal(scord_lock_table_bits(&table, 0), 0);
        }
}

/* A lock a lane and one more are counted rightly; 34 of them are too many to count: then only a
 * launch ends what is unknown. */
TEST(test_many_count_is_bounded) {
    for (unsigned locks = 32; locks <= 35; locks++) {
        scord_lock_table_t table;
        start_many(&table);
        for (unsigned i = 0; i < locks; i++) lock(&table, 0, i, SCORD_SCOPE_DEVICE);
        scord_lock_table_fence(&table, 0, SCORD_SCOPE_DEVICE);
        for (unsigned i = 0; i < locks; i++) {
            assert_int_equal(scord_lock_table_bloom(&table, 0) == BOTH_PARTS,
                             i + 3 < locks || locks > 33);
            unlock(&table, 0, i, SCORD_SCOPE_DEVICE);
        }
        if (locks <= 33)
            expect_queue(&table, 0, 0, NULL);
        else
            expect_queue(&table, 0, 1,
                         (const unsigned[][2]){{SCORD_LOCK_STATE_MANY_DEVICE, ACTIVE | UNKNOWN}});
    }
}

/* What D71 is for: a warp whose lanes take locks of one scope and give each back by an Exch of it
 * never has a set that lacks one of them, whatever hashes they have. */
static void expect_protection(scord_scope_t scope, uint64_t seed) {
    enum { LOCKS = 96, HELD = 32, STEPS = 20000 };
    scord_lock_table_t table;
    bool taken[LOCKS] = {false};
    scord_lock_state_t state[LOCKS] = {0};
    unsigned held = 0;
    start_many(&table);
    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned i = scord_split_below(&seed, LOCKS);
        const uint64_t address = (uint64_t)(i % 7 + 64 * i) * SCORD_WORD_BYTES; /* hashes repeat */
        if (scord_split_below(&seed, 8) == 0) {
            scord_lock_table_fence(&table, 0, scope);
            for (unsigned k = 0; k < LOCKS; k++)
                state[k] = scope == SCORD_SCOPE_BLOCK ? SCORD_LOCK_STATE_BLOCK_ACTIVE
                                                      : SCORD_LOCK_STATE_DEVICE_ACTIVE;
        } else if (taken[i]) {
            scord_lock_table_exch(&table, 0, address, scope, 0);
            taken[i] = false;
            held--;
        } else if (held < HELD) {
            scord_lock_table_cas(&table, 0, address, scope, 0, 1, 0);
            taken[i] = true;
            state[i] = scope == SCORD_SCOPE_BLOCK ? SCORD_LOCK_STATE_BLOCK
                                                  : SCORD_LOCK_STATE_DEVICE;
            held++;
        }
        uint16_t demanded = 0;
        for (unsigned k = 0; k < LOCKS; k++)
            if (taken[k])
                demanded = scord_lock_bloom_insert(
                    demanded, scord_lock_hash((uint64_t)(k % 7 + 64 * k) * SCORD_WORD_BYTES),
                    state[k]);
        assert_int_equal(scord_lock_table_bloom(&table, 0) & demanded, demanded);
        if (held == 0) assert_int_equal(scord_lock_table_bits(&table, 0), 0);
    }
}
TEST(test_many_locks_protect) {
    for (unsigned seed = 1; seed <= 4; seed++) {
        expect_protection(SCORD_SCOPE_DEVICE, seed);
        expect_protection(SCORD_SCOPE_BLOCK, seed + 100);
    }
}

/* ---- naive reference: a growing list of locks in order of acquisition ---- */

typedef struct reference_lock {
    unsigned hash;
    bool device, active_block, active_device;
} reference_lock_t;

typedef struct reference {
    reference_lock_t list[1024];
    unsigned first, end; /* locks held: list[first..end); only the last four of them count */
} reference_t;

static void reference_drop(reference_t *reference, unsigned at) {
    for (unsigned i = at; i + 1 < reference->end; i++) reference->list[i] = reference->list[i + 1];
    reference->end--;
}

static void reference_lock_taken(reference_t *reference, unsigned hash, bool device) {
    for (unsigned i = reference->first; i < reference->end; i++)
        if (reference->list[i].hash == hash && reference->list[i].device == device) return;
    reference->list[reference->end++] = (reference_lock_t){.hash = hash, .device = device};
    if (reference->end - reference->first > SCORD_LOCK_TABLE_ENTRIES) reference->first++;
}

static void reference_released(reference_t *reference, unsigned hash, bool device) {
    for (unsigned i = reference->end; i-- > reference->first;)
        if (reference->list[i].hash == hash && (device || !reference->list[i].device))
            reference_drop(reference, i);
}

static void reference_fence(reference_t *reference, bool device) {
    for (unsigned i = reference->first; i < reference->end; i++) {
        reference->list[i].active_block = true;
        reference->list[i].active_device |= device && reference->list[i].device;
    }
}

static unsigned reference_state(const reference_lock_t *held) {
    if (!held->device)
        return held->active_block ? SCORD_LOCK_STATE_BLOCK_ACTIVE : SCORD_LOCK_STATE_BLOCK;
    if (held->active_device) return SCORD_LOCK_STATE_DEVICE_ACTIVE;
    return held->active_block ? SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK : SCORD_LOCK_STATE_DEVICE;
}

static void compare_with_reference(const scord_lock_table_t *table, const reference_t *reference) {
    unsigned pairs[SCORD_LOCK_TABLE_ENTRIES][2], count = 0;
    uint16_t bloom = 0;
    for (unsigned i = reference->first; i < reference->end; i++, count++) {
        pairs[count][0] = reference_state(&reference->list[i]);
        pairs[count][1] = reference->list[i].hash;
        bloom = scord_lock_bloom_insert(bloom, (uint8_t)pairs[count][1],
                                        (scord_lock_state_t)pairs[count][0]);
    }
    expect_queue(table, 0, count, (const unsigned(*)[2])pairs);
    assert_int_equal(scord_lock_table_bloom(table, 0), bloom);
}

/* One of 2 × (locks × 2 + 1) operations: take, release, fence, each at both scopes. */
static void operate(scord_lock_table_t *table, reference_t *reference, unsigned locks,
                    unsigned operation) {
    const bool device = operation & 1;
    const scord_scope_t scope = device ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK;
    const unsigned what = operation / 2;
    if (what == 2 * locks) {
        scord_lock_table_fence(table, 0, scope);
        reference_fence(reference, device);
    } else if (what < locks) {
        lock(table, 0, what, scope);
        reference_lock_taken(reference, what, device);
    } else {
        unlock(table, 0, what - locks, scope);
        reference_released(reference, what - locks, device);
    }
    if (reference->end ==
        sizeof reference->list / sizeof *reference->list) { /* remove what has been dropped */
        memmove(reference->list, reference->list + reference->first,
                (reference->end - reference->first) * sizeof *reference->list);
        reference->end -= reference->first;
        reference->first = 0;
    }
}

/* Every sequence of 5 operations on two locks. */
TEST(test_exhaustive_against_reference) {
    enum { LOCKS = 2, OPERATIONS = 2 * (2 * LOCKS + 1), LENGTH = 5 };
    unsigned sequences = 1;
    for (unsigned i = 0; i < LENGTH; i++) sequences *= OPERATIONS;
    static reference_t reference;
    for (unsigned sequence = 0; sequence < sequences; sequence++) {
        scord_lock_table_t table;
        scord_lock_table_start(&table);
        reference.first = reference.end = 0;
        for (unsigned i = 0, rest = sequence; i < LENGTH; i++, rest /= OPERATIONS)
            operate(&table, &reference, LOCKS, rest % OPERATIONS);
        compare_with_reference(&table, &reference);
    }
}

/* Long random runs on seven locks: overflow with every activation state. */
TEST(test_random_against_reference) {
    enum { LOCKS = 7, OPERATIONS = 2 * (2 * LOCKS + 1), STEPS = 200000 };
    static reference_t reference;
    scord_lock_table_t table;
    scord_lock_table_start(&table);
    reference.first = reference.end = 0;
    uint64_t seed = 20;
    for (unsigned i = 0; i < STEPS; i++) {
        operate(&table, &reference, LOCKS, scord_split_below(&seed, OPERATIONS));
        compare_with_reference(&table, &reference);
    }
}

TEST_MAIN("lock_table")
