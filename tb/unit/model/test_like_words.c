/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/like_words.h: requests of many words, decided with the outcome of
 * the word before or all at once, and, by a second model with an observer, each by the rules. Every
 * retired item, every entry, the counters and what is said of wraps are equal, on machines with
 * each option.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/alike_words.h"
#include "cmodel/base/random.h"
#include "cmodel/detector/decision_observer.h"
#include "cmodel/detector/word_threads.h"
#include "cmodel/scord_model.h"

enum { LOG2_WORDS = 7, SEGMENTS = (1 << LOG2_WORDS) / SCORD_SEGMENT_WORDS, BASE = 0x10000000 };
enum { SEED = 20261125, REQUESTS = 40000 };

static unsigned at_once; /* words */

static scord_model_t *start_model(const scord_config_t *config) {
    scord_model_status_t status;
    scord_model_t *model = scord_model_create(config, &status);
    assert_non_null(model);
    assert_int_equal(scord_model_kernel_start(model, BASE, LOG2_WORDS), SCORD_MODEL_OK);
    return model;
}

static void count_decision(void *context, const scord_decided_check_t *check) {
    (void)check;
    ++*(unsigned *)context;
}

/* A word a lane, lanes in any order, two a word, one for all, or two or four words a lane. */
static void random_threads(scord_detector_request_t *request, uint64_t *seed) {
    const unsigned form = (unsigned)scord_split_below(seed, 6),
                   shift = (unsigned)scord_split_below(seed, 2);
    for (unsigned word = 0; word < SCORD_SEGMENT_WORDS; word++) {
        const unsigned lane = form == 0   ? word
                              : form == 1 ? (unsigned)scord_split_below(seed, 32)
                              : form == 2 ? word / 2 * 2
                              : form == 3 ? 0
                                          : word / (form == 4 ? 2 : 4),
                       thread = (lane + shift) % SCORD_THREADS_PER_WARP;
        request->thread_bit_0 |= (thread >> 0 & 1u) << word;
        request->thread_bit_1 |= (thread >> 1 & 1u) << word;
        request->thread_bit_2 |= (thread >> 2 & 1u) << word;
        request->thread_bit_3 |= (thread >> 3 & 1u) << word;
        request->thread_bit_4 |= (thread >> 4 & 1u) << word;
    }
    if (form == 3) request->several_threads = UINT32_MAX;
    if (form == 1) request->several_threads = (uint32_t)scord_split_next(seed);
    if (request->op == SCORD_OP_STORE && scord_split_below(seed, 2))
        request->lanes_differ = request->several_threads & (uint32_t)scord_split_next(seed);
}

/* Whole segments and parts of them by a few warps, fences between. */
static scord_detector_request_t random_request(uint64_t *seed) {
    static const uint16_t locks[] = {0, 0, 0, 0x1111, 0x0011, 0x2121};
    static const uint32_t masks[] = {UINT32_MAX, UINT32_MAX, 0xffff,     0xff00ff00,
                                     0x7ffe7ffe, 0xffffcfff, 0x55555555, 1};
    const bool fence = scord_split_below(seed, 4) == 0;
    scord_detector_request_t request = {
        .kind = fence ? SCORD_REQUEST_KIND_FENCE : SCORD_REQUEST_KIND_ACCESS,
        .block_id = (uint8_t)(scord_split_below(seed, 2) << SCORD_SLOT_WIDTH |
                              scord_split_below(seed, 2)),
        .warp_id = (uint8_t)scord_split_below(seed, 2),
        .barrier_id = (uint8_t)(scord_split_below(seed, 2) << 4 | scord_split_below(seed, 2)),
        .lock_bloom = locks[scord_split_below(seed, 6)],
        .op = (uint8_t)scord_split_below(seed, SCORD_OP_COUNT),
        .scope = (uint8_t)scord_split_below(seed, SCORD_SCOPE_COUNT),
        .strong = scord_split_below(seed, 4) != 0,
        .semantics = (uint8_t)(scord_split_below(seed, 2) ? scord_split_below(seed, 6) : 0),
        .sequence = (uint32_t)scord_split_next(seed),
        .address = BASE + scord_split_below(seed, SEGMENTS) * SCORD_SEGMENT_BYTES,
        .mask = fence ? 0 : masks[scord_split_below(seed, sizeof masks / sizeof *masks)],
        .has_diverged = scord_split_below(seed, 2),
    };
    random_threads(&request, seed);
    return request;
}

/* The BarrierID of a block wraps, and is 0 again, as it is in half of the requests. */
static void step_barriers(scord_model_t *model[2], uint64_t *seed) {
    const unsigned steps = 1 << SCORD_BARRIER_ID_WIDTH, sm = (unsigned)scord_split_below(seed, 2);
    const scord_sm_event_t event = {.kind = SCORD_SM_EVENT_KIND_BARRIER_RELEASE,
                                    .slot = (uint8_t)scord_split_below(seed, 2)};
    scord_detector_request_t none;
    for (unsigned m = 0; m < 2; m++)
        for (unsigned i = 0; i < steps; i++) scord_model_sm_event(model[m], sm, &event, &none);
}

/* The words that model[0] decides at once behind WORD, by the rules in model[1]. Returns them. */
static uint32_t compare_alike(scord_model_t *model[2], const scord_detector_request_t *request,
                              unsigned word, const scord_retire_t *retire) {
    scord_alike_words_t kept;
    const uint32_t alike = scord_model_check_alike(model[0], request, word, retire, &kept);
    assert_int_equal(alike & ~(request->mask & UINT32_MAX << 1 << word), 0);
    for (uint32_t words = alike; words; words &= words - 1) {
        scord_retire_t by_rules, item;
        const unsigned other = (unsigned)__builtin_ctz(words);
        uint64_t index;
        scord_model_check(model[1], request, other, 7, &by_rules);
        scord_alike_item(&kept, retire, other, scord_word_thread(request, other), &item);
        assert_record_equal(retire, RETIRE, &item, &by_rules);
        assert_int_equal(by_rules.verdict, SCORD_VERDICT_CLEAN);
        assert_int_equal(by_rules.path, retire->path);
        assert_true(scord_model_metadata_index(model[0], by_rules.address, &index));
        assert_int_equal(scord_model_metadata(model[0], index), by_rules.metadata_after);
        at_once++;
    }
    return alike;
}

/* Every word of the request, in both models; a fence comes between two words now and then. Some
 * requests are followed by others that differ in nothing but their words. */
static void compare_request(scord_model_t *model[2], uint64_t *seed) {
    static scord_detector_request_t last;
    scord_detector_request_t request = random_request(seed);
    if (scord_split_below(seed, 3) == 0 && last.kind == SCORD_REQUEST_KIND_ACCESS && last.mask) {
        request = last;
        request.address = BASE + scord_split_below(seed, SEGMENTS) * SCORD_SEGMENT_BYTES;
    }
    last = request;
    if (scord_split_below(seed, 64) == 0) step_barriers(model, seed);
    for (uint32_t words = request.mask; words;) {
        scord_retire_t retire[2];
        const unsigned word = (unsigned)__builtin_ctz(words);
        for (unsigned m = 0; m < 2; m++) scord_model_check(model[m], &request, word, 7, &retire[m]);
        assert_record_equal(retire, RETIRE, &retire[0], &retire[1]);
        assert_int_equal(scord_model_race_by_wrap(model[0]), scord_model_race_by_wrap(model[1]));
        words &= words - 1;
        if (scord_split_below(seed, 4) != 0)
            words &= ~compare_alike(model, &request, word, &retire[0]);
        if (scord_split_below(seed, 256) != 0) continue;
        scord_detector_request_t fence = random_request(seed);
        fence.kind = SCORD_REQUEST_KIND_FENCE;
        for (unsigned m = 0; m < 2; m++) scord_model_fence(model[m], &fence, &retire[m]);
    }
    if (request.kind != SCORD_REQUEST_KIND_FENCE) return;
    for (unsigned m = 0; m < 2; m++) {
        scord_retire_t retire;
        scord_model_fence(model[m], &request, &retire);
    }
}

static void compare_models(const scord_config_t *config) {
    unsigned decided = 0;
    uint64_t seed = SEED;
    scord_model_t *model[2] = {start_model(config), start_model(config)};
    scord_model_observe_decisions(model[1], count_decision, &decided);
    for (unsigned i = 0; i < REQUESTS; i++) compare_request(model, &seed);
    const scord_model_losses_t losses[] = {scord_model_losses(model[0]),
                                           scord_model_losses(model[1])};
    assert_memory_equal(&losses[0], &losses[1], sizeof losses[0]);
    assert_true(losses[0].barrier_wraps > 5);
    const scord_model_counters_t *counters = scord_model_counters(model[0]);
    assert_memory_equal(counters, scord_model_counters(model[1]), sizeof *counters);
    assert_int_equal(decided, counters->checks); /* every word of the observed model */
    for (unsigned path = SCORD_PATH_FULL; path <= SCORD_PATH_ATOMIC_AFTER_ATOMIC; path++)
        assert_true(counters->path[path] > 100);
    for (unsigned verdict = SCORD_VERDICT_MISSING_BLOCK_FENCE;
         verdict <= SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE; verdict++)
        assert_true(counters->verdict[verdict] > 10);
    assert_true(!config->independent_threads || counters->verdict[SCORD_VERDICT_LANES_DIFFER] > 10);
    for (unsigned m = 0; m < 2; m++) scord_model_destroy(model[m]);
}

TEST(test_like_words) {
    printf("seed %d\n", SEED);
    for (unsigned options = 0; options < 8; options++) {
        scord_config_t config = scord_configs[0];
        config.independent_threads = options & 1;
        config.acquire_release = options >> 1 & 1;
        config.log2_cache_ratio = options & 4 ? 1 : 0;
        at_once = 0;
        compare_models(&config);
        assert_true(options & 4 ? at_once == 0 : at_once > 100000);
    }
}

TEST_MAIN("like_words")
