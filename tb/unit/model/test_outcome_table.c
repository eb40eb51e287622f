/* Unit test of cmodel/detector/outcome_table.c, situation.h and outcome.h: what the table says is
 * what the rules say, in every situation that it has room for, when it is asked first and again;
 * and a model that looks outcomes up decides as one that is looked on, which asks the rules about
 * every word.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/decision_observer.h"
#include "cmodel/detector/detection_logic.h"
#include "cmodel/detector/outcome_table.h"
#include "cmodel/scord_model.h"

enum {
    BASE = 0x10000000,
    LOG2_WORDS = 10,
    WORDS = 1 << LOG2_WORDS,
    LOG2_RATIO = 2,
    ENTRIES = WORDS >> LOG2_RATIO,
    SEED = 12
};

static uint32_t said_by_rules(uint32_t situation) {
    const scord_outcome_t outcome = scord_rules(situation, NULL);
    return scord_outcome_to_bits(&outcome);
}

static void test_every_situation(void **state) {
    (void)state;
    scord_outcome_table_t table = {0};
    assert_true(scord_outcome_table_start(&table));
    for (uint32_t situation = 0; situation < SCORD_OUTCOME_TABLE_ENTRIES; situation++) {
        const uint32_t expected = said_by_rules(situation),
                       first = scord_outcome_table_find(&table, situation);
        if (first != expected || first == 0 || table.outcome[situation] != expected)
            fail_msg("situation %x: found %x, remembered %x, the rules say %x", situation, first,
                     table.outcome[situation], expected);
    }
    for (uint32_t situation = 0; situation < SCORD_OUTCOME_TABLE_ENTRIES;
         situation++) /* all are there now, each in its place */
        if (scord_outcome_table_find(&table, situation) != said_by_rules(situation))
            fail_msg("situation %x is found otherwise the second time", situation);
    scord_outcome_table_destroy(&table);
    assert_null(table.outcome);
}

/* With options a situation has more bits than the table's: it must neither be looked up nor stored
 * under the lower ones. */
static void test_situations_of_options(void **state) {
    (void)state;
    scord_outcome_table_t table = {0};
    assert_true(scord_outcome_table_start(&table));
    for (uint32_t situation = 0; situation < SCORD_OUTCOME_TABLE_ENTRIES; situation++)
        scord_outcome_table_find(&table, situation);
    uint64_t seed = SEED;
    for (unsigned i = 0; i < 200000; i++) {
        const uint32_t plain = (uint32_t)scord_split_next(&seed) % SCORD_OUTCOME_TABLE_ENTRIES;
        const uint32_t situation = plain | (1u + scord_split_below(&seed, (1u << 9) - 1))
                                               << SCORD_SITUATION_PLAIN_BITS;
        assert_int_equal(scord_outcome_table_find(&table, situation), said_by_rules(situation));
        assert_int_equal(table.outcome[plain], said_by_rules(plain));
    }
    scord_outcome_table_destroy(&table);
}

static scord_model_t *start_model(unsigned both_scopes) {
    scord_config_t config = scord_configs[0];
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
static void compare_models(unsigned both_scopes, uint64_t seed) {
    unsigned decided = 0, checks = 0;
    scord_model_t *looked_up = start_model(both_scopes), *looked_on = start_model(both_scopes);
    scord_model_observe_decisions(looked_on, count_decision, &decided);
    for (unsigned i = 0; i < 300000; i++) {
        if (scord_split_below(&seed, 8) == 0) {
            const uint64_t index = scord_split_below(&seed, ENTRIES),
                           bits = scord_split_next(&seed);
            scord_model_metadata_restore(looked_up, index, bits);
            scord_model_metadata_restore(looked_on, index, bits);
        }
        const scord_detector_request_t request = random_request(&seed);
        const scord_retire_t first = retire_of(looked_up, &request),
                             second = retire_of(looked_on, &request);
        assert_record_equal(retire, RETIRE, &first, &second);
        checks += request.kind == SCORD_REQUEST_KIND_ACCESS;
    }
    assert_int_equal(decided, checks); /* of the model that is looked on, every word */
    assert_memory_equal(scord_model_counters(looked_up), scord_model_counters(looked_on),
                        sizeof(scord_model_counters_t));
    for (unsigned path = SCORD_PATH_FULL; path <= SCORD_PATH_ATOMIC_AFTER_ATOMIC; path++)
        assert_true(scord_model_counters(looked_up)->path[path] > 100);
    scord_model_destroy(looked_up);
    scord_model_destroy(looked_on);
}

static void test_looked_up_as_looked_on(void **state) {
    (void)state;
    printf("seed %d\n", SEED);
    compare_models(0, SEED);
    compare_models(1, SEED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_situation),
        cmocka_unit_test(test_situations_of_options),
        cmocka_unit_test(test_looked_up_as_looked_on),
    };
    return RUN_TESTS("outcome_table", tests);
}
