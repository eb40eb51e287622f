/* Unit test of sim/sm/progress.h (endless spins) and sim/sm/issue_order.h (who issues). */
#include "tb/unit/model/model_test.h"

#include <string.h>

#include "sim/sm/issue_order.h"

enum { LIMIT = 100 };

static scord_event_access_t read_of(uint32_t pc, uint64_t address) {
    scord_event_access_t access = {.op = SCORD_OP_LOAD, .size = 4, .pc = pc, .mask = 1};
    access.address[0] = address;
    return access;
}

/* Runs `steps` warp instructions, each of which reads address + (step % distinct) * 4; says whether
 * the warp is found to wait at any look on the way. */
static bool found_waiting(progress_t *progress, progress_warp_t *warp, unsigned steps,
                          unsigned distinct) {
    for (unsigned step = 0; step < steps; step++) {
        const scord_event_access_t access = read_of(7, 1024 + step % distinct * 4);
        progress_read(progress, warp, &access);
        if (progress_count(progress) != PROGRESS_LOOK) continue;
        if (progress_waits(progress, warp)) return true;
        progress_next_window(progress);
    }
    return false;
}

TEST(a_spin_is_found_at_the_limit) {
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    assert_false(found_waiting(&progress, &warp, LIMIT - 1, 3));
    assert_true(found_waiting(&progress, &warp, 1, 3));
}

TEST(a_sign_starts_the_count_again) {
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    for (int i = 0; i < 20; i++) {
        assert_false(found_waiting(&progress, &warp, LIMIT - 1, 1));
        progress_sign(&progress);
    }
    assert_true(found_waiting(&progress, &warp, LIMIT, 1));
}

TEST(reading_new_words_is_work) {
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    assert_false(found_waiting(&progress, &warp, 20 * LIMIT, 1000000));
}

TEST(reading_nothing_is_given_up_late) {
    progress_t progress = {0};
    progress_warp_t warp = {0};
    unsigned steps = 1;
    progress_start(&progress, LIMIT);
    for (progress_verdict_t verdict; (verdict = progress_count(&progress)) != PROGRESS_EXHAUSTED;
         steps++) {
        if (verdict != PROGRESS_LOOK) continue;
        assert_false(progress_waits(&progress, &warp));
        progress_next_window(&progress);
    }
    assert_int_equal(steps, LIMIT * PROGRESS_HARD_FACTOR);
}

TEST(another_instruction_or_lane_is_another_read) {
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    scord_event_access_t access = read_of(1, 64);
    progress_read(&progress, &warp, &access);
    progress_read(&progress, &warp, &access);
    assert_true(warp.repeated);
    warp.fresh = false;
    access.mask = 2;
    progress_read(&progress, &warp, &access);
    assert_true(warp.fresh);
    warp.fresh = false;
    access.pc = 2;
    progress_read(&progress, &warp, &access);
    assert_true(warp.fresh);
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
