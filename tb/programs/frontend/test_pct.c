/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of sim/machine/pct.h (names) and sim/sm/schedule/pct_order.h (the draw): on a small
 * model, bugs of depth 1, 2 and 3 show at least as often as Burckhardt et al. prove, 1 / (n
 * k^(d-1)). */
#include "tb/unit/model/model_test.h"

#include <string.h>

#include "sim/sm/schedule/pct_order.h"

/* ---- names ---- */

TEST(a_name_is_read_and_written) {
    pct_options_t pct = {0};
    char name[PCT_NAME];
    assert_true(pct_named("pct:2:7:410", &pct));
    assert_int_equal(pct.depth, 2);
    assert_int_equal(pct.draw, 7);
    assert_int_equal(pct.steps, 410);
    assert_false(pct.lanes);
    assert_string_equal(pct_name(&pct, name), "pct:2:7:410");
    assert_true(pct_named("pct-lanes:16:18446744073709551615", &pct));
    assert_true(pct.lanes);
    assert_string_equal(pct_name(&pct, name), "pct-lanes:16:18446744073709551615:1000");
}

TEST(what_is_no_name_is_refused) {
    static const char *const bad[] = {
        "",         "pct",       "pct:",      "pct:2",      "pct:2:",      "pct:0:1",
        "pct:17:1", "pct:2:1:",  "pct:2:1:0", "pct:2:1:2:", "pct:2:1:2:3", "pct:2:x",
        "pctx:2:1", "lanes:2:1", "pct:-2:1",  "pct: 2:1"};
    pct_options_t pct = {.depth = 5};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(pct_named(bad[i], &pct));
    assert_int_equal(pct.depth, 5); /* as it was */
}

/* ---- the draw ---- */

TEST(the_same_name_draws_the_same) {
    const pct_options_t pct = {.depth = 4, .draw = 9, .steps = 100};
    pct_order_t a, b;
    pct_order_start(&a, &pct);
    pct_order_start(&b, &pct);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(pct_order_priority(&a), pct_order_priority(&b));
        assert_int_equal(pct_order_step(&a), pct_order_step(&b));
    }
}

/* d - 1 change points, all within the steps, and below every priority that is drawn; one that is
 * given to a unit that starves the others is below all. */
TEST(change_points_lower_a_priority) {
    for (uint64_t draw = 0; draw < 200; draw++) {
        const pct_options_t pct = {.depth = 3, .draw = draw, .steps = 10};
        pct_order_t order;
        unsigned changes = 0;
        pct_order_start(&order, &pct);
        const uint64_t drawn = pct_order_priority(&order), lowest = pct_order_lowest(&order);
        for (int step = 0; step < 10; step++) {
            const uint64_t priority = pct_order_step(&order);
            if (priority == 0) continue;
            changes++;
            assert_true(priority < drawn);
            assert_true(priority > lowest);
        }
        assert_in_range(changes, 1, 2); /* two may be at one step */
        assert_int_equal(pct_order_step(&order), 0);
        assert_true(pct_order_lowest(&order) < lowest);
    }
}

/* ---- the bound ---- */

enum { THREADS = 3, STEPS = 8, DRAWS = 20000 };

/* Runs THREADS threads of STEPS steps each; at[thread][step]: when that step was made. */
static void run_model(uint64_t draw, unsigned depth, unsigned at[THREADS][STEPS]) {
    const pct_options_t pct = {.depth = depth, .draw = draw, .steps = THREADS * STEPS};
    pct_order_t order;
    uint64_t priority[THREADS];
    unsigned made[THREADS] = {0};
    pct_order_start(&order, &pct);
    for (int i = 0; i < THREADS; i++) priority[i] = pct_order_priority(&order);
    for (unsigned time = 0; time < THREADS * STEPS; time++) {
        int best = -1;
        for (int i = 0; i < THREADS; i++)
            if (made[i] < STEPS && (best < 0 || priority[i] > priority[best])) best = i;
        at[best][made[best]++] = time;
        const uint64_t changed = pct_order_step(&order);
        if (changed != 0) priority[best] = changed;
    }
}

/* How often a bug of that depth showed. Depth 1: all of thread 0 before thread 1. Depth 2: all of
 * thread 1 within two steps of thread 0 that follow each other. Depth 3: thread 2's last step
 * within such a pair of thread 0, and within one of thread 1. */
static double frequency(unsigned depth) {
    unsigned shown = 0, at[THREADS][STEPS];
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        run_model(draw, depth, at);
        const unsigned last = at[2][STEPS - 1];
        if (depth == 1)
            shown += at[0][STEPS - 1] < at[1][0];
        else if (depth == 2)
            shown += at[0][3] < at[1][0] && at[1][STEPS - 1] < at[0][4];
        else
            shown += at[0][3] < last && last < at[0][4] && at[1][3] < last && last < at[1][4];
    }
    return (double)shown / DRAWS;
}

/* With 20,000 draws, three standard deviations of a frequency of 1/3 are 0.01, of 1/72 0.0025. */
TEST(bugs_show_as_often_as_proved) {
    const double n = THREADS, k = THREADS * STEPS;
    assert_true(frequency(1) >= 1 / n - 0.01);
    assert_true(frequency(2) >= 1 / (n * k));
    assert_true(frequency(3) >= 1 / (n * k * k));
}

/* No schedule without a change point shows a bug of depth 2: threads run one after the other. */
TEST(depth_one_never_shows_depth_two) {
    unsigned at[THREADS][STEPS];
    for (uint64_t draw = 0; draw < 1000; draw++) {
        run_model(draw, 1, at);
        for (int i = 0; i < THREADS; i++) assert_int_equal(at[i][STEPS - 1] - at[i][0], STEPS - 1);
    }
}

TEST_MAIN("pct")
