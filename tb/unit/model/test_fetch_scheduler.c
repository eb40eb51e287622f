/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/fetch_scheduler.c: W9 (round robin, FEF), W10 (CFF), W11 (its fair turns).
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/fetch_scheduler.h"

enum { WARPS = 48, SCHEDULERS = 2, FAIRNESS = 16 };

static scord_fetch_scheduler_t start(void) {
    scord_fetch_scheduler_t fetch;
    memset(&fetch, 0xa5, sizeof fetch);
    scord_fetch_scheduler_start(&fetch, SCHEDULERS, FAIRNESS);
    return fetch;
}

static scord_fetch_critical_t critical_of(int warp_0, unsigned priority_0, int warp_1,
                                          unsigned priority_1) {
    return (scord_fetch_critical_t){{warp_0, warp_1}, {(uint8_t)priority_0, (uint8_t)priority_1}};
}

static int serve(scord_fetch_scheduler_t *fetch, uint64_t eligible,
                 scord_fetch_critical_t critical) {
    const int warp = scord_fetch_scheduler_critical_first(fetch, eligible, &critical);
    if (warp != SCORD_NO_WARP) scord_fetch_scheduler_fetched(fetch, warp, true);
    return warp;
}

TEST(test_w9_round_robin) {
    scord_fetch_scheduler_t fetch = start();
    const int order[] = {3, 4, 47, 3};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(scord_fetch_scheduler_round_robin(&fetch, UINT64_C(0x800000000018)),
                         order[i]);
        scord_fetch_scheduler_fetched(&fetch, order[i], false);
    }
    assert_int_equal(scord_fetch_scheduler_round_robin(&fetch, 1u << 3),
                     3); /* itself, when it is alone */
    assert_int_equal(scord_fetch_scheduler_round_robin(&fetch, 0), SCORD_NO_WARP);
}

/* FEF: fewest entries; ties after the last served. */
TEST(test_w9_fewest_entries) {
    scord_fetch_scheduler_t fetch = start();
    uint8_t entries[WARPS] = {[1] = 1, [2] = 0, [3] = 1, [5] = 0};
    assert_int_equal(scord_fetch_scheduler_fewest_entries(&fetch, 0x2e, entries), 2);
    scord_fetch_scheduler_fetched(&fetch, 2, false);
    assert_int_equal(scord_fetch_scheduler_fewest_entries(&fetch, 0x2e, entries), 5);
    assert_int_equal(scord_fetch_scheduler_fewest_entries(&fetch, 0x0a, entries), 3);
    scord_fetch_scheduler_fetched(&fetch, 5, false);
    assert_int_equal(scord_fetch_scheduler_fewest_entries(&fetch, 0x0a, entries), 1); /* around */
    assert_int_equal(scord_fetch_scheduler_fewest_entries(&fetch, 0, entries), SCORD_NO_WARP);
}

/* W10: the higher priority, whoever was served last; among equals the schedulers alternate, the
 * other one's turns aside. */
TEST(test_w10_two_schedulers) {
    scord_fetch_scheduler_t fetch = start();
    const uint64_t eligible = 1u << 4 | 1u << 7;
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 2, 7, 3)), 7);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 2, 7, 3)), 7);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 3, 7, 3)), 4);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 3, 7, 3)), 7);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 3, 7, 2)), 4);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 0, SCORD_NO_WARP, 9)),
                     4); /* no warp has this priority */
    assert_int_equal(serve(&fetch, eligible, critical_of(SCORD_NO_WARP, 9, 7, 0)), 7);
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 0, 7, 0)), 4);
    fetch = start();
    assert_int_equal(serve(&fetch, eligible, critical_of(4, 0, 7, 0)),
                     4); /* scheduler 0 has the first tie */
}

/* W10: no warp is critical (all eligible warps wait): round robin, from the warp served last. */
TEST(test_w10_all_wait) {
    scord_fetch_scheduler_t fetch = start();
    const scord_fetch_critical_t none = critical_of(SCORD_NO_WARP, 0, SCORD_NO_WARP, 0);
    const uint64_t eligible = 1u << 4 | 1u << 7 | 1u << 9;
    assert_int_equal(serve(&fetch, eligible, critical_of(SCORD_NO_WARP, 0, 7, 0)), 7);
    const int order[] = {9, 4, 7, 9};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        assert_int_equal(serve(&fetch, eligible, none), order[i]);
    assert_int_equal(serve(&fetch, 0, none), SCORD_NO_WARP);
}

/* W11: every 16th grant, with a pointer that only these turns move. */
TEST(test_w11_fair_turns) {
    scord_fetch_scheduler_t fetch = start();
    const uint64_t eligible = 1u << 4 | 1u << 5 | 1u << 8 | 1u << 20;
    const int fair[] = {4, 5, 8, 20, 4};
    for (unsigned turn = 0; turn < sizeof fair / sizeof *fair; turn++) {
        for (unsigned grant = 1; grant < FAIRNESS; grant++)
            assert_int_equal(serve(&fetch, eligible, critical_of(20, 1, 5, 0)), 20);
        assert_int_equal(serve(&fetch, eligible, critical_of(20, 1, 5, 0)), fair[turn]);
    }
}

/* W11: a warp that stays eligible is served within 16 × 48 grants, whatever else is eligible and
 * critical; and the bound is reached: in the worst order it takes all of them but the first fair
 * turn's start. */
TEST(test_w11_bound) {
    uint64_t random = 11;
    for (unsigned run = 0; run < 300; run++) {
        scord_fetch_scheduler_t fetch = start();
        const unsigned starving = scord_split_below(&random, WARPS);
        unsigned grants = 0;
        for (int warp = SCORD_NO_WARP; warp != (int)starving; grants++) {
            uint64_t eligible = (scord_split_next(&random) | scord_split_next(&random)) &
                                UINT64_C(0xffffffffffff);
            eligible |= UINT64_C(1) << starving;
            const uint64_t others = eligible & ~(UINT64_C(1) << starving);
            const int critical = others ? __builtin_ctzll(others) : SCORD_NO_WARP;
            warp = serve(&fetch, eligible,
                         critical % 2 ? critical_of(SCORD_NO_WARP, 0, critical, 1)
                                      : critical_of(critical, 1, SCORD_NO_WARP, 0));
            assert_true(grants < FAIRNESS * WARPS);
        }
    }
    scord_fetch_scheduler_t fetch = start();
    const uint64_t everyone = UINT64_C(0xffffffffffff);
    unsigned grants = 1;
    while (serve(&fetch, everyone, critical_of(0, 1, SCORD_NO_WARP, 0)) != WARPS - 1) grants++;
    assert_int_equal(grants, FAIRNESS * WARPS);
}

TEST_MAIN("fetch_scheduler")
