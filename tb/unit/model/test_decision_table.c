/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/decision_table.[ch]: the accelerator says what the plain rules of
 * detection_logic.c say. Compared are all situations without options that can occur, each by
 * several entries and accesses; of those with options a sample; then entries and accesses of any
 * bits; and a model that looks decisions up with one that is observed, which applies the rules to
 * every word.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/decision_observer.h"
#include "cmodel/detector/decision_table.h"
#include "cmodel/detector/detection_logic.h"
#include "cmodel/scord_model.h"

enum {
    BASE = 0x10000000,
    LOG2_WORDS = 10,
    WORDS = 1 << LOG2_WORDS,
    LOG2_RATIO = 2,
    ENTRIES = WORDS >> LOG2_RATIO,
    MEMBERS = 3,     /* entries and accesses compared in each situation */
    SAMPLE = 500000, /* situations with options */
    SEED = 12
};

/* What the table says of the entry BEFORE and access X, beside what the rules say. */
static void compare(scord_decision_table_t *table, const scord_metadata_t *before,
                    const scord_check_t *x, uint32_t expected_situation) {
    const uint64_t entry = scord_metadata_to_bits(before), owner = scord_situation_owner(x);
    assert_int_equal(scord_situation_entry(entry, x->acquire_release), entry);
    const uint32_t situation = scord_situation(entry, owner, x);
    const scord_outcome_t outcome = scord_decision_table_find(table, situation);
    const scord_decision_t plain = scord_detection_logic(before, x);
    const uint64_t after = scord_outcome_entry(outcome, entry, owner, x);
    if (situation != expected_situation || !scord_situation_possible(situation) ||
        after != scord_metadata_to_bits(&plain.metadata) ||
        scord_outcome_path(outcome) != plain.path ||
        scord_outcome_verdict(outcome) != plain.verdict ||
        !(outcome & SCORD_OUTCOME_OWNED) != !plain.owned ||
        !(outcome & SCORD_OUTCOME_BLOCK_SCOPE) != !plain.block_scope)
        fail_msg("situation %x, expected %x: entry %016llx: table %016llx, %s, %s; rules %016llx, "
                 "%s, %s",
                 situation, expected_situation, (unsigned long long)entry,
                 (unsigned long long)after, scord_path_name(scord_outcome_path(outcome)),
                 scord_verdict_name(scord_outcome_verdict(outcome)),
                 (unsigned long long)scord_metadata_to_bits(&plain.metadata),
                 scord_path_name(plain.path), scord_verdict_name(plain.verdict));
}

/* A value of WIDTH bits, EQUAL to `value` or not. */
static uint8_t related(uint64_t *seed, unsigned width, unsigned value, bool equal) {
    const unsigned values = 1u << width;
    return (uint8_t)(equal ? value : (value + 1 + scord_split_below(seed, values - 1)) % values);
}

/* Is a part of SET, of eight bits, held (D22)? */
static bool held(unsigned set) { return (set & 0x0f) != 0 && (set & 0xf0) != 0; }

/* Any locksets of SITUATION: bits are drawn until they fit. With acquire_release the rules see no
 * number in place of an empty one (D62). */
static void random_locksets(uint64_t *seed, uint32_t situation, uint16_t *owner,
                            uint16_t *accessor) {
    bool fits;
    do {
        const uint64_t r = scord_split_next(seed);
        const uint16_t common = (uint16_t)(r >> 32);
        *owner = (uint16_t)(r & (r >> 48)) | common;
        *accessor = (uint16_t)(r >> 16 & r >> 40) | common;
        if (r >> 62 & 1) *owner &= (uint16_t) ~*accessor; /* often nothing in common */
        if (r >> 63) *owner &= 0xff0f, *accessor &= 0xfff0;
        if (situation & SCORD_SITUATION_ACQUIRE_RELEASE && !held(*owner & 0xff)) *owner = 0;
        const unsigned both = *owner & *accessor;
        fits = held(*owner & 0xff) == !!(situation & SCORD_SITUATION_OWNER_LOCKS) &&
               held(*accessor & 0xff) == !!(situation & SCORD_SITUATION_ACCESSOR_LOCKS) &&
               held(both & 0xff) == !!(situation & SCORD_SITUATION_COMMON_BLOCK_LOCK) &&
               held(both >> 8) == !!(situation & SCORD_SITUATION_COMMON_DEVICE_LOCK);
    } while (!fits);
}

/* What SITUATION says of options. Threads that are not ordered are others in one epoch (D40, D41).
 */
static void random_options(uint64_t *seed, uint32_t situation, scord_metadata_t *entry,
                           scord_check_t *x) {
    const unsigned shift = SCORD_EPOCH_BARRIER_WIDTH, low = (1u << shift) - 1;
    const bool unordered = situation & SCORD_SITUATION_UNORDERED_THREADS;
    x->acquire_release = situation & SCORD_SITUATION_ACQUIRE_RELEASE;
    x->stated = situation & SCORD_SITUATION_STATED;
    x->ordered = situation & SCORD_SITUATION_ORDERED;
    if (x->acquire_release) entry->release = (situation & SCORD_SITUATION_RELEASE) != 0;
    x->thread_id = (uint8_t)scord_split_below(seed, SCORD_THREADS_PER_WARP);
    if (!(situation & SCORD_SITUATION_INDEPENDENT_THREADS)) return;
    x->independent_threads = true;
    x->several_threads = situation & SCORD_SITUATION_SEVERAL_THREADS;
    x->has_diverged = unordered;
    if (unordered && entry->thread_id == x->thread_id)
        entry->thread_id = (entry->thread_id + 1) % SCORD_THREADS_PER_WARP;
    const unsigned epoch = unordered ? (unsigned)entry->barrier_id >> shift
                                     : (unsigned)scord_split_below(seed, low + 1);
    x->barrier_id = (uint8_t)(epoch << shift |
                              related(seed, shift, entry->barrier_id & low,
                                      !(situation & SCORD_SITUATION_BARRIER_DIFFERS)));
}

/* Any entry and access of SITUATION. */
static void random_member(uint64_t *seed, uint32_t situation, scord_metadata_t *entry,
                          scord_check_t *x) {
    *entry = scord_metadata_from_bits(scord_split_next(seed));
    entry->modified = situation >> 0 & 1;
    entry->blk_shared = situation >> 1 & 1;
    entry->dev_shared = situation >> 2 & 1;
    entry->is_atom = situation >> 3 & 1;
    entry->scope = situation >> 4 & 1;
    entry->strong = situation >> 5 & 1;
    const bool same_block = situation & SCORD_SITUATION_SAME_BLOCK,
               same_warp = situation & SCORD_SITUATION_SAME_WARP;
    *x = (scord_check_t){
        .block_id = related(seed, SCORD_METADATA_BLOCK_ID_WIDTH, entry->block_id, same_block),
        .warp_id = related(seed, SCORD_METADATA_WARP_ID_WIDTH, entry->warp_id,
                           same_block ? same_warp : scord_split_below(seed, 2)),
        .barrier_id = related(seed, SCORD_METADATA_BARRIER_ID_WIDTH, entry->barrier_id,
                              !(situation & SCORD_SITUATION_BARRIER_DIFFERS)),
        .tag = (uint8_t)scord_split_below(seed, 1 << SCORD_METADATA_TAG_WIDTH),
        .write = situation & SCORD_SITUATION_WRITE,
        .atomic = situation & SCORD_SITUATION_ATOMIC,
        .block_scope = situation & SCORD_SITUATION_BLOCK_SCOPE,
        .strong = situation & SCORD_SITUATION_ACCESS_STRONG,
        .both_scopes = situation & SCORD_SITUATION_BOTH_SCOPES,
        .accessor_fences = scord_fence_entry_from_bits(scord_split_next(seed)),
        .owner_fences = {.blk_fence_id = related(seed, SCORD_METADATA_BLK_FENCE_ID_WIDTH,
                                                 entry->blk_fence_id,
                                                 situation & SCORD_SITUATION_NO_BLOCK_FENCE_SINCE),
                         .dev_fence_id =
                             related(seed, SCORD_METADATA_DEV_FENCE_ID_WIDTH, entry->dev_fence_id,
                                     situation & SCORD_SITUATION_NO_DEVICE_FENCE_SINCE)},
    };
    random_locksets(seed, situation, &entry->lock_bloom, &x->lock_bloom);
    random_options(seed, situation, entry, x);
}

TEST(test_every_situation) {
    scord_decision_table_t table = {0};
    assert_true(scord_decision_table_start(&table));
    uint64_t seed = SEED;
    unsigned compared = 0;
    for (unsigned round = 0; round < MEMBERS; round++) /* from the second on all are in the table */
        for (uint32_t situation = 0; situation < SCORD_SITUATIONS_WITHOUT_OPTIONS; situation++) {
            if (!scord_situation_possible(situation)) continue;
            scord_metadata_t entry;
            scord_check_t x;
            random_member(&seed, situation, &entry, &x);
            compare(&table, &entry, &x, situation);
            compared++;
        }
    /* of four relations one cannot be, of sixteen lock bits six */
    assert_int_equal(compared, MEMBERS * (SCORD_SITUATIONS_WITHOUT_OPTIONS / 4 * 3 / 16 * 10));
    scord_decision_table_destroy(&table);
    assert_null(table.place);
}

TEST(test_situations_with_options) {
    scord_decision_table_t table = {0};
    assert_true(scord_decision_table_start(&table));
    uint64_t seed = SEED;
    unsigned compared[4] = {0};
    for (unsigned i = 0; i < SAMPLE; i++) {
        const uint32_t situation = (uint32_t)scord_split_below(&seed, SCORD_SITUATIONS);
        if (!scord_situation_possible(situation)) continue;
        scord_metadata_t entry;
        scord_check_t x;
        for (unsigned member = 0; member < MEMBERS; member++) { /* the second time from the table */
            random_member(&seed, situation, &entry, &x);
            compare(&table, &entry, &x, situation);
        }
        compared[x.independent_threads | x.acquire_release << 1]++;
    }
    for (unsigned options = 1; options < 4; options++) assert_true(compared[options] > 2000);
    scord_decision_table_destroy(&table);
}

/* A situation is found again where others have its place, until more do than are looked at. */
TEST(test_one_place) {
    scord_decision_table_t table = {0};
    assert_true(scord_decision_table_start(&table));
    uint32_t situation[SCORD_DECISION_PROBES + 1];
    unsigned count = 0;
    for (uint32_t i = 0; count <= SCORD_DECISION_PROBES; i++)
        if (scord_situation_possible(i) && scord_decision_table_place(i) == 5)
            situation[count++] = i;
    for (unsigned i = 0; i < SCORD_DECISION_PROBES; i++)
        scord_decision_table_find(&table, situation[i]);
    for (unsigned i = 0; i < SCORD_DECISION_PROBES; i++)
        assert_int_equal(table.place[5 + i].situation, situation[i]);
    scord_decision_table_find(&table, situation[SCORD_DECISION_PROBES]);
    assert_int_equal(table.place[5].situation, situation[SCORD_DECISION_PROBES]);
    assert_int_equal(table.place[5 + SCORD_DECISION_PROBES].outcome, 0);
    scord_decision_table_destroy(&table);
}

/* Any bits of entry and access: no situation is possible that is called impossible. */
TEST(test_random_bits) {
    scord_decision_table_t table = {0};
    assert_true(scord_decision_table_start(&table));
    uint64_t seed = SEED;
    for (unsigned i = 0; i < 500000; i++) {
        const uint64_t r = scord_split_next(&seed), relation = r & 3;
        const uint64_t bits = scord_split_next(&seed), options = scord_split_next(&seed);
        const bool acquire_release = options & 1;
        const scord_metadata_t entry =
            scord_metadata_from_bits(scord_situation_entry(bits, acquire_release));
        const scord_check_t x = {
            .block_id = relation < 3 ? entry.block_id : (uint8_t)(r >> 2 & 0x7f),
            .warp_id = relation < 2 ? entry.warp_id : (uint8_t)(r >> 9 & 0x1f),
            .barrier_id = r >> 14 & 1 ? entry.barrier_id : (uint8_t)(r >> 15),
            .tag = r >> 23 & 0xf,
            .lock_bloom = (uint16_t)(r >> 27),
            .write = r >> 43 & 1,
            .atomic = r >> 44 & 1,
            .block_scope = r >> 45 & 1,
            .strong = r >> 46 & 1,
            .both_scopes = r >> 47 & 1,
            .acquire_release = acquire_release,
            .stated = acquire_release && (options >> 1 & 1),
            .ordered = acquire_release && (options >> 2 & 1),
            .independent_threads = options >> 3 & 1,
            .has_diverged = options >> 4 & 1,
            .several_threads = options >> 5 & 1,
            .thread_id = options >> 6 & 1 ? entry.thread_id : (uint8_t)(options >> 7 & 0x1f),
            .accessor_fences = scord_fence_entry_from_bits(r >> 48),
            .owner_fences = {r >> 60 & 1 ? entry.dev_fence_id : (uint8_t)(r >> 48 & 0x3f),
                             r >> 61 & 1 ? entry.blk_fence_id : (uint8_t)(r >> 54 & 0x3f)},
        };
        compare(&table, &entry, &x,
                scord_situation(scord_metadata_to_bits(&entry), scord_situation_owner(&x), &x));
    }
    scord_decision_table_destroy(&table);
}

static scord_model_t *start_model(unsigned both_scopes, unsigned options) {
    scord_config_t config = scord_configs[0];
    config.independent_threads = options & 1;
    config.acquire_release = options >> 1;
    config.log2_cache_ratio = LOG2_RATIO;
    config.both_scopes = both_scopes;
    scord_model_status_t status;
    scord_model_t *model = scord_model_create(&config, &status);
    assert_non_null(model);
    assert_int_equal(scord_model_kernel_start(model, BASE, LOG2_WORDS), SCORD_MODEL_OK);
    return model;
}

static void count_decision(void *context, const scord_decided_check_t *check) {
    (void)check;
    ++*(unsigned *)context;
}

/* One word, or a fence, of a few warps of a few blocks: near enough to each other for every
 * relation. */
static scord_detector_request_t random_request(uint64_t *seed) {
    const uint16_t locks[] = {0, 0, 0x1111, 0x0011, 0x2121, (uint16_t)scord_split_next(seed)};
    const bool fence = scord_split_below(seed, 6) == 0;
    return (scord_detector_request_t){
        .kind = fence ? SCORD_REQUEST_KIND_FENCE : SCORD_REQUEST_KIND_ACCESS,
        .block_id = (uint8_t)(scord_split_below(seed, 2) << SCORD_SLOT_WIDTH |
                              scord_split_below(seed, 2)),
        .warp_id = (uint8_t)scord_split_below(seed, 3),
        .barrier_id = (uint8_t)scord_split_below(seed, 2),
        .lock_bloom = locks[scord_split_below(seed, 6)],
        .op = (uint8_t)scord_split_below(seed, SCORD_OP_COUNT),
        .scope = (uint8_t)scord_split_below(seed, SCORD_SCOPE_COUNT),
        .strong = scord_split_below(seed, 4) != 0,
        .semantics = (uint8_t)(scord_split_below(seed, 2) ? scord_split_below(seed, 6) : 0),
        .thread_bit_0 = (uint32_t)scord_split_next(seed),
        .several_threads = (uint32_t)scord_split_next(seed),
        .has_diverged = scord_split_below(seed, 2),
        .sequence = (uint32_t)scord_split_next(seed),
        .address = BASE +
                   scord_split_below(seed, WORDS / SCORD_SEGMENT_WORDS) * SCORD_SEGMENT_BYTES,
        .mask = fence ? 0 : 1u << scord_split_below(seed, SCORD_SEGMENT_WORDS),
    };
}

static scord_retire_t retire_of(scord_model_t *model, const scord_detector_request_t *request) {
    scord_retire_t retire;
    memset(&retire, 0xa5, sizeof retire);
    if (request->kind == SCORD_REQUEST_KIND_FENCE)
        scord_model_fence(model, request, &retire);
    else
        scord_model_check(model, request, (unsigned)__builtin_ctz(request->mask), 7, &retire);
    return retire;
}

/* The same requests; now and then an entry of arbitrary bits, as no history gives them. */
static void compare_models(unsigned both_scopes, unsigned options, uint64_t seed) {
    unsigned decided = 0, checks = 0;
    scord_model_t *by_table = start_model(both_scopes, options),
                  *by_rules = start_model(both_scopes, options);
    scord_model_observe_decisions(by_rules, count_decision, &decided);
    for (unsigned i = 0; i < 120000; i++) {
        if (scord_split_below(&seed, 8) == 0) {
            const uint64_t index = scord_split_below(&seed, ENTRIES),
                           bits = scord_split_next(&seed);
            scord_model_metadata_restore(by_table, index, bits);
            scord_model_metadata_restore(by_rules, index, bits);
        }
        const scord_detector_request_t request = random_request(&seed);
        const scord_retire_t first = retire_of(by_table, &request),
                             second = retire_of(by_rules, &request);
        assert_record_equal(retire, RETIRE, &first, &second);
        checks += request.kind == SCORD_REQUEST_KIND_ACCESS;
    }
    assert_int_equal(decided, checks); /* every word of the observed model */
    assert_memory_equal(scord_model_counters(by_table), scord_model_counters(by_rules),
                        sizeof(scord_model_counters_t));
    for (unsigned path = SCORD_PATH_FULL; path <= SCORD_PATH_ATOMIC_AFTER_ATOMIC; path++)
        assert_true(scord_model_counters(by_table)->path[path] > 100);
    scord_model_destroy(by_table);
    scord_model_destroy(by_rules);
}

TEST(test_model_by_table_and_by_rules) {
    printf("seed %d\n", SEED);
    compare_models(1, 0, SEED);
    for (unsigned options = 0; options < 4; options++) compare_models(0, options, SEED);
}

TEST_MAIN("decision_table")
