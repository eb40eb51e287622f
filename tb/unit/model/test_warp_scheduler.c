/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/warp_scheduler.c: the decisions W1 … W11 of docs/warp-scheduling.md, each
 * with a directed test that names it, and every policy against the sorted orders of
 * scheduler_reference.h over random events. */
#include "tb/unit/model/model_test.h"

#include "tb/unit/model/scheduler_reference.h"

enum { WARPS = 48, CYCLES = 6000 };

typedef struct pair {
    scord_warp_scheduler_t model;
    reference_t reference;
    uint64_t random;
} pair_t;

static uint32_t draw(pair_t *pair, uint32_t below) {
    return scord_split_below(&pair->random, below);
}

static uint64_t draw_mask(pair_t *pair, unsigned density) {
    uint64_t mask = 0;
    for (unsigned warp = 0; warp < SCORD_SCHEDULER_WARPS; warp++)
        mask |= (uint64_t)(draw(pair, density) == 0) << warp;
    return mask;
}

static scord_warp_scheduler_config_t config_of(scord_schedule_policy_t issue,
                                               scord_fetch_policy_t fetch) {
    return (scord_warp_scheduler_config_t){.blocks = 8,
                                           .warps = WARPS,
                                           .schedulers = 2,
                                           .issue_policy = issue,
                                           .fetch_policy = fetch,
                                           .active_warps = 6,
                                           .fetch_fairness = 16};
}

static void random_issue(pair_t *pair) {
    for (unsigned unit = 0; unit < pair->model.config.schedulers; unit++) {
        const uint64_t ready = draw_mask(pair, 1 + draw(pair, 8));
        const int warp = scord_warp_scheduler_peek(&pair->model, unit, ready);
        assert_int_equal(warp, reference_pick(&pair->reference, (int)unit, ready));
        if (warp == SCORD_SCHEDULER_NO_WARP || draw(pair, 4) == 0) continue;
        scord_warp_scheduler_issued(&pair->model, unit, warp);
        reference_issued(&pair->reference, (int)unit, warp);
    }
}

static void random_fetch(pair_t *pair) {
    uint8_t entries[SCORD_SCHEDULER_WARPS];
    for (unsigned warp = 0; warp < SCORD_SCHEDULER_WARPS; warp++)
        entries[warp] = (uint8_t)draw(pair, 2);
    const uint64_t eligible = draw_mask(pair, 1 + draw(pair, 20)),
                   blocked = draw_mask(pair, 1 + draw(pair, 3));
    const int warp = scord_warp_scheduler_fetch_peek(&pair->model, eligible, blocked, entries);
    assert_int_equal(warp, reference_fetch(&pair->reference, eligible, blocked, entries));
    assert_int_equal(warp == SCORD_SCHEDULER_NO_WARP,
                     (eligible & ((UINT64_C(1) << pair->model.config.warps) - 1)) == 0);
    if (warp == SCORD_SCHEDULER_NO_WARP || draw(pair, 4) == 0) return;
    scord_warp_scheduler_fetched(&pair->model, warp);
    reference_fetched(&pair->reference, warp);
}

/* The reference takes events in the order of their effect (W3): arrivals, exits, releases, launch.
 */
static void random_events(pair_t *pair) {
    const unsigned blocks = pair->model.config.blocks;
    for (unsigned i = draw(pair, 3); i > 0; i--) {
        const unsigned slot = draw(pair, blocks);
        if (pair->reference.waiting[slot] > 20) continue;
        scord_warp_scheduler_arrive(&pair->model, slot);
        reference_arrive(&pair->reference, (int)slot);
    }
    for (unsigned slot = 0; slot < blocks; slot++) {
        const unsigned warp = draw(pair, pair->model.config.warps);
        if (draw(pair, 50) == 0 &&
            pair->reference.warps[slot] & ~pair->reference.ended[slot] & UINT64_C(1) << warp) {
            scord_warp_scheduler_exit(&pair->model, slot);
            pair->reference.ended[slot] |= UINT64_C(1) << warp;
        }
        if (draw(pair, 40)) continue;
        scord_warp_scheduler_release(&pair->model, slot);
        reference_release(&pair->reference, (int)slot);
    }
}

static void random_launch(pair_t *pair) {
    const unsigned slot = draw(pair, pair->model.config.blocks);
    const uint64_t warps = draw_mask(pair, 6) & ((UINT64_C(1) << pair->model.config.warps) - 1);
    if (draw(pair, 30)) return;
    uint64_t others = 0;
    for (unsigned other = 0; other < SCORD_MAX_BLOCKS_PER_SM; other++)
        others |= other == slot ? 0 : pair->reference.warps[other];
    scord_warp_scheduler_launch(&pair->model, slot, warps & ~others);
    reference_launch(&pair->reference, (int)slot, warps & ~others);
}

static void compare_state(const pair_t *pair) {
    for (unsigned slot = 0; slot < pair->model.config.blocks; slot++) {
        unsigned older = 0;
        for (unsigned other = 0; other < SCORD_MAX_BLOCKS_PER_SM; other++)
            older += pair->reference.launched[other] < pair->reference.launched[slot];
        assert_int_equal(scord_warp_scheduler_priority(&pair->model, slot),
                         reference_waiting(&pair->reference, (int)slot));
        assert_int_equal(scord_warp_scheduler_block_rank(&pair->model, slot), older);
    }
}

static void run_random(const scord_warp_scheduler_config_t *config, uint64_t seed) {
    pair_t *pair = test_malloc(sizeof *pair);
    memset(pair, 0xa5, sizeof *pair);
    pair->random = seed;
    scord_warp_scheduler_start(&pair->model, config);
    reference_start(&pair->reference, config);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        random_fetch(pair); /* first: the reference has no clock, and the fetch port reads the state
                               before this cycle's picks */
        random_issue(pair);
        random_events(pair);
        random_launch(pair);
        scord_warp_scheduler_clock(&pair->model);
        pair->reference.cycle++;
        compare_state(pair);
    }
    test_free(pair);
}

/* W4: every policy of issue and fetch is the sorted order, on several shapes of SM. */
TEST(test_w4_reference_sort) {
    const scord_schedule_policy_t policies[] = {SCORD_SCHEDULE_LRR, SCORD_SCHEDULE_GTO,
                                                SCORD_SCHEDULE_MWF_LRR, SCORD_SCHEDULE_MWF_GTO,
                                                SCORD_SCHEDULE_SAWS};
    const uint8_t shapes[][3] = {{8, 48, 2}, {8, 48, 1}, {3, 12, 4}, {1, 2, 2}};
    for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++)
        for (unsigned shape = 0; shape < sizeof shapes / sizeof *shapes; shape++)
            for (unsigned fetch = 0; fetch <= SCORD_FETCH_CRITICAL_FIRST; fetch++) {
                scord_warp_scheduler_config_t config = config_of(policies[i],
                                                                 (scord_fetch_policy_t)fetch);
                config.blocks = shapes[shape][0], config.warps = shapes[shape][1],
                config.schedulers = shapes[shape][2];
                config.tie_by_age = fetch == 1;
                config.exits_count = fetch == 2 && shape == 0;
                run_random(&config, 1 + 17 * i + 5 * shape + fetch);
            }
}

/* ---- directed: one decision each ---- */

enum { BLOCK = 6 }; /* warps of a block here: block s has warps 6 s .. 6 s + 5 */

static uint64_t warps_of(unsigned slot) { return UINT64_C(0x3f) << BLOCK * slot; }

static void launch(scord_warp_scheduler_t *scheduler, unsigned slot) {
    scord_warp_scheduler_launch(scheduler, slot, warps_of(slot));
    scord_warp_scheduler_clock(scheduler);
}

static void arrive(scord_warp_scheduler_t *scheduler, unsigned slot, unsigned warps) {
    while (warps--) scord_warp_scheduler_arrive(scheduler, slot);
    scord_warp_scheduler_clock(scheduler);
}

static void issue(scord_warp_scheduler_t *scheduler, int warp) {
    scord_warp_scheduler_issued(scheduler, (unsigned)warp % 2, warp);
    scord_warp_scheduler_clock(scheduler);
}

static scord_warp_scheduler_t start(const scord_warp_scheduler_config_t *config) {
    scord_warp_scheduler_t scheduler;
    memset(&scheduler, 0xa5, sizeof scheduler);
    scord_warp_scheduler_start(&scheduler, config);
    for (unsigned slot = 0; slot < 3; slot++) launch(&scheduler, slot);
    return scheduler;
}

static scord_warp_scheduler_t start_policy(scord_schedule_policy_t issue_policy) {
    const scord_warp_scheduler_config_t config = config_of(issue_policy, SCORD_FETCH_ROUND_ROBIN);
    return start(&config);
}

#define assert_pick(scheduler, candidates, warp)                                                   \
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 0, candidates), warp)

/* MWF breaks ties by slot, GTO by launch; tie_by_age makes MWF do so too. */
TEST(test_w1_slot_and_age) {
    scord_warp_scheduler_config_t config = config_of(SCORD_SCHEDULE_MWF_GTO,
                                                     SCORD_FETCH_ROUND_ROBIN);
    for (unsigned age = 0; age < 2; age++) {
        config.tie_by_age = age;
        scord_warp_scheduler_t scheduler = start(&config);
        launch(&scheduler, 0); /* slot 0 again: now the youngest */
        assert_pick(scheduler, UINT64_MAX, age ? BLOCK : 0);
        arrive(&scheduler, 0, 1);
        assert_pick(scheduler, UINT64_MAX, 0);
        arrive(&scheduler, 2, 1);
        assert_pick(scheduler, UINT64_MAX, age ? 2 * BLOCK : 0);
    }
    scord_warp_scheduler_t scheduler = start_policy(SCORD_SCHEDULE_GTO);
    launch(&scheduler, 0);
    arrive(&scheduler, 0, 5);
    assert_pick(scheduler, UINT64_MAX, BLOCK);
}

/* An exited warp does not count as waiting, unless exits_count is set (W15); then until a new
 * block takes the slot. */
TEST(test_w2_exits) {
    scord_warp_scheduler_config_t config = config_of(SCORD_SCHEDULE_MWF_LRR,
                                                     SCORD_FETCH_ROUND_ROBIN);
    for (unsigned count = 0; count < 2; count++) {
        config.exits_count = count;
        scord_warp_scheduler_t scheduler = start(&config);
        arrive(&scheduler, 0, 1);
        for (unsigned warp = BLOCK; warp < BLOCK + 2; warp++)
            scord_warp_scheduler_exit(&scheduler, 1);
        arrive(&scheduler, 1, 1);
        assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), count ? 3 : 1);
        assert_pick(scheduler, UINT64_MAX, count ? BLOCK : 0);
        scord_warp_scheduler_release(&scheduler, 1);
        scord_warp_scheduler_clock(&scheduler);
        assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), count ? 2 : 0);
        for (unsigned warp = BLOCK + 2; warp < 2 * BLOCK; warp++)
            scord_warp_scheduler_exit(&scheduler, 1);
        scord_warp_scheduler_clock(&scheduler);
        assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), count ? BLOCK : 0);
        launch(&scheduler, 1);
        assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), 0);
    }
}

/* Nothing of a cycle is seen before its end; a release wins over arrivals, a launch clears its
 * slot. */
TEST(test_w3_registered) {
    scord_warp_scheduler_t scheduler = start_policy(SCORD_SCHEDULE_MWF_LRR);
    issue(&scheduler, 0);
    scord_warp_scheduler_arrive(&scheduler, 1);
    scord_warp_scheduler_arrive(&scheduler, 1);
    scord_warp_scheduler_issued(&scheduler, 0, 2);
    assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), 0);
    assert_pick(scheduler, UINT64_MAX, 2); /* after w0, still */
    scord_warp_scheduler_clock(&scheduler);
    assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), 2);
    assert_pick(scheduler, UINT64_MAX, BLOCK);
    assert_pick(scheduler, warps_of(0), 4); /* after w2, now */
    scord_warp_scheduler_release(&scheduler, 1);
    arrive(&scheduler, 1, 1);
    assert_int_equal(scord_warp_scheduler_priority(&scheduler, 1), 0);
    scord_warp_scheduler_launch(&scheduler, 0, warps_of(0));
    arrive(&scheduler, 0, 1);
    assert_int_equal(scord_warp_scheduler_priority(&scheduler, 0), 0);
    assert_int_equal(scord_warp_scheduler_block_rank(&scheduler, 0), SCORD_MAX_BLOCKS_PER_SM - 1);
}

/* No warp waits: MWF takes the lowest slot; inside it LRR from the scheduler's last warp of that
 * block; no block, no pick. */
TEST(test_w4_blocks_and_warps) {
    scord_warp_scheduler_t scheduler = start_policy(SCORD_SCHEDULE_MWF_LRR);
    issue(&scheduler, 2);
    issue(&scheduler, 2 * BLOCK); /* of another block: block 0 still goes on after w2 */
    assert_pick(scheduler, UINT64_MAX, 4);
    assert_pick(scheduler, ~warps_of(0), BLOCK);
    assert_pick(scheduler, UINT64_MAX << 3 * BLOCK, SCORD_SCHEDULER_NO_WARP);
    scheduler = start_policy(SCORD_SCHEDULE_SAWS);
    assert_pick(scheduler, UINT64_MAX << 3 * BLOCK, SCORD_SCHEDULER_NO_WARP);
    scheduler = start_policy(SCORD_SCHEDULE_GTO);
    assert_pick(scheduler, UINT64_MAX << 3 * BLOCK, 3 * BLOCK);
}

/* The schedulers have their own warps and last ones, the table is common: an arrival is an arrival
 * for both. */
TEST(test_w5_two_schedulers) {
    scord_warp_scheduler_t scheduler = start_policy(SCORD_SCHEDULE_MWF_GTO);
    issue(&scheduler, 3);
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 0, UINT64_MAX), 0);
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 1, UINT64_MAX), 3);
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 1, UINT64_C(0x555555555555)),
                     SCORD_SCHEDULER_NO_WARP);
    arrive(&scheduler, 2, 1);
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 0, UINT64_MAX), 2 * BLOCK);
    assert_int_equal(scord_warp_scheduler_peek(&scheduler, 1, UINT64_MAX), 2 * BLOCK + 1);
}

/* SAWS: the block whose barrier was hit first stays first however many wait elsewhere (BAWS Figure
 * 13); the same cycle: slot; a release clears. MWF turns to the block with more waiting warps. */
TEST(test_w7_first_hit) {
    scord_warp_scheduler_t scheduler = start_policy(SCORD_SCHEDULE_SAWS);
    arrive(&scheduler, 1, 1);
    arrive(&scheduler, 0, 3);
    assert_pick(scheduler, UINT64_MAX, BLOCK);
    assert_pick(scheduler, ~warps_of(1), 0);
    scord_warp_scheduler_release(&scheduler, 1);
    scord_warp_scheduler_clock(&scheduler);
    assert_pick(scheduler, UINT64_MAX, 0);
    assert_pick(scheduler, ~warps_of(0), BLOCK); /* no warp waits there: by slot */
    scord_warp_scheduler_arrive(&scheduler, 2);
    arrive(&scheduler, 1, 1);
    assert_pick(scheduler, ~warps_of(0), BLOCK);
    issue(&scheduler, BLOCK + 4);
    assert_pick(scheduler, ~warps_of(0), BLOCK + 4); /* greedy inside the block */
}

/* TLS: only active warps issue, LRR among them; those that wait make room. */
TEST(test_w8_two_levels) {
    scord_warp_scheduler_config_t config = config_of(SCORD_SCHEDULE_TLS,
                                                     SCORD_FETCH_CRITICAL_FIRST);
    config.active_warps = 2;
    scord_warp_scheduler_t scheduler = start(&config);
    scord_warp_scheduler_clock(&scheduler);
    assert_pick(scheduler, UINT64_MAX, 0);
    issue(&scheduler, 0);
    assert_pick(scheduler, UINT64_MAX, 2);
    assert_pick(scheduler, ~UINT64_C(5), SCORD_SCHEDULER_NO_WARP);
    assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, 1u << 8 | 1u << 6, 0, NULL),
                     6); /* pending ones are fetched */
    scord_warp_scheduler_long_latency(&scheduler, 1u << 2);
    scord_warp_scheduler_clock(&scheduler);
    assert_pick(scheduler, UINT64_MAX, 4);
    assert_pick(scheduler, 1u << 2, SCORD_SCHEDULER_NO_WARP);
}

/* CFF follows the issue order; what waits comes last; the block with more waiting warps first,
 * under MWF only. */
TEST(test_w10_critical_first) {
    const scord_schedule_policy_t policies[] = {SCORD_SCHEDULE_MWF_LRR, SCORD_SCHEDULE_GTO};
    for (unsigned i = 0; i < 2; i++) {
        const scord_warp_scheduler_config_t config = config_of(policies[i],
                                                               SCORD_FETCH_CRITICAL_FIRST);
        scord_warp_scheduler_t scheduler = start(&config);
        const bool mwf = i == 0;
        arrive(&scheduler, 1, 2);
        const uint64_t first =
            1u << 2 |
            1u << (BLOCK + 1); /* scheduler 0: w2 of block 0; scheduler 1: w7 of block 1 */
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, first, 0, NULL),
                         mwf ? BLOCK + 1 : 2);
        assert_int_equal(
            scord_warp_scheduler_fetch_peek(&scheduler, first, 1u << (BLOCK + 1), NULL), 2);
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, first, first, NULL), 2);
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, 0, 0, NULL),
                         SCORD_SCHEDULER_NO_WARP);
        const uint64_t unit_0 = 1u << 4 | 1u << (BLOCK + 2);
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, unit_0, 0, NULL),
                         mwf ? BLOCK + 2 : 4);
        const uint64_t no_block = UINT64_C(1) << 40;
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, no_block, 0, NULL),
                         40); /* no order: round robin */
    }
}

/* The fairness of the configuration: every second grant here. */
TEST(test_w11_fairness) {
    scord_warp_scheduler_config_t config = config_of(SCORD_SCHEDULE_MWF_LRR,
                                                     SCORD_FETCH_CRITICAL_FIRST);
    config.fetch_fairness = 2;
    scord_warp_scheduler_t scheduler = start(&config);
    arrive(&scheduler, 2, 1);
    const uint64_t eligible = 1u << 1 | 1u << 3 | 1u << 2 * BLOCK;
    const int order[] = {2 * BLOCK, 1, 2 * BLOCK, 3, 2 * BLOCK, 2 * BLOCK, 2 * BLOCK, 1};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(scord_warp_scheduler_fetch_peek(&scheduler, eligible, 0, NULL), order[i]);
        scord_warp_scheduler_fetched(&scheduler, order[i]);
        scord_warp_scheduler_clock(&scheduler);
    }
}

TEST_MAIN("warp_scheduler")
