/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of sim/sm/watch/progress.h (endless spins) and sim/sm/schedule/issue_order.h (who
 * issues). */
#include "tb/unit/model/model_test.h"

#include <stdio.h>
#include <string.h>

#include "sim/sm/schedule/issue_order.h"

enum { LIMIT = 100, WORDS = 16 };

/* One warp that runs the BODY of a kernel, a loop from L on, with %rd1 the address of WORDS words.
 */
typedef struct bench {
    progress_t progress;
    progress_warp_t state;
    ptx_module_t *module;
    core_warp_t *warp;
    core_launch_t launch;
    core_block_t block;
    core_step_result_t result;
    uint64_t cycle;
    uint8_t memory[4 * WORDS];
} bench_t;

static uint8_t *translate(void *context, uint64_t address, uint32_t bytes) {
    bench_t *bench = context;
    return address + bytes <= sizeof bench->memory ? bench->memory + address : NULL;
}

static void begin(bench_t *bench, const char *body) {
    char text[2048];
    ptx_error_t error;
    static const uint8_t parameters[8];
    snprintf(text, sizeof text,
             ".version 6.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n"
             "{\n.reg .pred %%p<4>;\n.reg .b32 %%r<8>;\n.reg .b64 %%rd<4>;\n"
             "ld.param.u64 %%rd1, [a];\nmov.u32 %%r1, %%tid.x;\nL: %s\nret;\n}\n",
             body);
    memset(bench, 0, sizeof *bench);
    bench->module = ptx_parse(text, strlen(text), &error);
    assert_non_null(bench->module);
    ptx_link(bench->module);
    bench->launch = (core_launch_t){.module = bench->module,
                                    .kernel = ptx_find_function(bench->module, "k"),
                                    .grid = {1, 1, 1},
                                    .block = {32, 1, 1},
                                    .parameters = parameters,
                                    .memory = {bench, translate},
                                    .cycle = &bench->cycle,
                                    .num_sms = 1};
    bench->warp = core_warp_new();
    assert_true(core_warp_start(bench->warp, &bench->launch, &bench->block, 0, 0));
    assert_true(progress_start(&bench->progress, LIMIT, bench->module));
}

/* Whether the warp is found to wait within that many instructions. */
static bool found_waiting(bench_t *bench, unsigned steps) {
    for (unsigned step = 0; step < steps; step++) {
        bench->cycle++;
        const core_outcome_t outcome = core_step(bench->warp, &bench->result);
        if (outcome == CORE_EXITED) return false;
        if (progress_count(&bench->progress, &bench->state, bench->warp, &bench->result, true) !=
            PROGRESS_LOOK)
            continue;
        if (progress_waits(&bench->progress, &bench->state, bench->warp)) return true;
        progress_next_window(&bench->progress);
    }
    return false;
}

static void end(bench_t *bench) {
    progress_end(&bench->progress);
    core_warp_free(bench->warp);
    ptx_free(bench->module);
}

static bool waits(const char *body, unsigned steps) {
    static bench_t bench;
    begin(&bench, body);
    const bool found = found_waiting(&bench, steps);
    end(&bench);
    return found;
}

#define POLL "ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; "

TEST(a_spin_is_found_at_the_limit) {
    assert_false(waits(POLL "@%p1 bra L;", LIMIT - 1));
    assert_true(waits(POLL "@%p1 bra L;", LIMIT));
    assert_true(waits("bra L;", LIMIT)); /* without a read */
}

TEST(a_counter_that_nothing_depends_on_is_no_work) {
    assert_true(
        waits("add.u32 %r3, %r3, 1; " POLL "@%p1 bra L; st.global.u32 [%rd1], %r3;", LIMIT));
}

TEST(a_counter_of_the_exit_is_work) {
    assert_false(waits("add.u32 %r3, %r3, 1; " POLL "setp.lt.and.u32 %p1, %r3, 100000, %p1; "
                       "@%p1 bra L;",
                       50 * LIMIT));
}

TEST(an_address_or_a_clock_that_changes_is_work) {
    assert_false(waits("add.u32 %r3, %r3, 4; and.b32 %r4, %r3, 4; cvt.u64.u32 %rd2, %r4; add.u64 "
                       "%rd2, %rd2, %rd1; ld.global.u32 %r2, [%rd2]; setp.ne.u32 %p1, %r3, 0; @%p1 "
                       "bra L;",
                       20 * LIMIT));
    assert_false(waits("mov.u32 %r3, %clock; setp.ne.u32 %p1, %r3, 0; @%p1 bra L;", 20 * LIMIT));
}

#define TIMED(limit, behind)                                                                       \
    "mov.u64 %rd3, %globaltimer; M: " POLL "@!%p1 bra X; mov.u64 %rd2, %globaltimer; sub.s64 "     \
    "%rd0, %rd2, %rd3; setp.lt.s64 %p2, %rd0, " limit "; @%p2 bra M; " behind " X: "

TEST(a_time_that_has_run_out_is_no_work) {
    assert_false(waits(TIMED("300", "st.global.u32 [%rd1+4], 1; bra M;"), 300));
    assert_true(waits(TIMED("300", "st.global.u32 [%rd1+4], 1; bra M;"), 16 * LIMIT));
    assert_true(waits(TIMED("%rd1", "st.global.u32 [%rd1+4], 1; bra M;"), /* a register, 0 */
                      16 * LIMIT));
}

/* As libcu++ waits: first without a pause, then with one, for ever. The time decides nothing. */
TEST(a_time_until_a_pause_is_no_work) {
    assert_true(waits(TIMED("300", "nanosleep.u32 20; bra M;"), 4 * LIMIT));
}

TEST(a_time_that_will_run_out_is_work) {
    assert_false(waits(TIMED("100000", ""), 200 * LIMIT));
    /* it begins anew in each turn */
    assert_false(
        waits("mov.u64 %rd3, %globaltimer; mov.u64 %rd2, %globaltimer; sub.s64 %rd0, %rd2, "
              "%rd3; add.u64 %rd0, %rd0, %rd2; setp.lt.s64 %p2, %rd0, 100000; @%p2 bra L;",
              200 * LIMIT));
}

/* 64 turns of a loop: windows double until one holds them. */
TEST(a_long_period_is_found) {
    assert_true(waits("add.u32 %r3, %r3, 1; and.b32 %r3, %r3, 63; setp.ne.u32 %p1, %r3, 99; @%p1 "
                      "bra L;",
                      40 * LIMIT));
}

TEST(memory_of_the_block_that_changes_is_work) {
    static uint8_t shared[16];
    static bench_t bench;
    begin(&bench, "atom.shared.add.u32 %r2, [0], 1; bra L;");
    bench.block = (core_block_t){.shared = shared, .shared_bytes = sizeof shared};
    assert_false(found_waiting(&bench, 20 * LIMIT));
    end(&bench);
}

TEST(a_sign_starts_the_count_again) {
    static bench_t bench;
    begin(&bench, POLL "@%p1 bra L;");
    for (int i = 0; i < 20; i++) {
        assert_false(found_waiting(&bench, LIMIT - 1));
        progress_sign(&bench.progress);
    }
    assert_true(found_waiting(&bench, LIMIT));
    end(&bench);
}

/* Lanes 1 to 31 leave and store: what led there is forgotten a window later. */
TEST(what_lanes_did_before_they_left_is_forgotten) {
    assert_true(waits("add.u32 %r3, %r3, 1; setp.eq.u32 %p2, %r1, 0; ld.volatile.global.u32 %r2, "
                      "[%rd1]; @%p2 bra L; st.global.u32 [%rd1], %r3;",
                      8 * LIMIT));
}

/* ---- issue order ---- */

/* An SM with the warps READY and nothing issued yet, and the order of a seed's first launch. */
typedef struct machine {
    issue_order_t order;
    gpu_sm_t sm;
} machine_t;

static void start(machine_t *machine, uint64_t seed, uint64_t ready) {
    memset(machine, 0, sizeof *machine);
    machine->sm.last = -1;
    machine->sm.occupied = machine->sm.ready = ready;
    issue_order_start(&machine->order, seed, 0);
}

static int choose(machine_t *machine) { return issue_order_choose(&machine->order, &machine->sm); }

TEST(seed_zero_is_round_robin) {
    static machine_t machine;
    start(&machine, 0, UINT32_C(1) << 0 | UINT32_C(1) << 5 | UINT32_C(1) << 31);
    const int expected[] = {0, 5, 31, 0, 5};
    for (int i = 0; i < 5; i++) assert_int_equal(choose(&machine), expected[i]);
    assert_int_equal(issue_order_first_sm(&machine.order, 15), 0);
    machine.sm.ready = 0;
    assert_int_equal(choose(&machine), -1);
}

TEST(every_ready_warp_gets_its_turn) {
    static machine_t machine;
    for (uint64_t seed = 0; seed < 50; seed++) {
        start(&machine, seed, 0x80010011);
        uint32_t seen = 0;
        for (int i = 0; i < 2000; i++) {
            const int warp = choose(&machine);
            if (warp >= 0) seen |= UINT32_C(1) << warp;
        }
        assert_int_equal(seen, 0x80010011);
    }
}

TEST(a_seed_repeats_itself_and_differs_from_others) {
    static machine_t first, second, other;
    int same = 0, different = 0;
    start(&first, 7, UINT32_MAX), start(&second, 7, UINT32_MAX), start(&other, 8, UINT32_MAX);
    for (int i = 0; i < 200; i++) {
        const int warp = choose(&first);
        same += warp == choose(&second);
        different += warp != choose(&other);
    }
    assert_int_equal(same, 200);
    assert_true(different > 0);
}

TEST_MAIN("progress")
