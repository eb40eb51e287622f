/* Unit test of sim/sm/progress.h (endless spins) and sim/sm/issue.c (who issues). */
#include "tb/unit/model/model_test.h"

#include <string.h>

#include "sim/sm/gpu_internal.h"

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

static void a_spin_is_found_at_the_limit(void **state) {
    (void)state;
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    assert_false(found_waiting(&progress, &warp, LIMIT - 1, 3));
    assert_true(found_waiting(&progress, &warp, 1, 3));
}

static void a_sign_starts_the_count_again(void **state) {
    (void)state;
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    for (int i = 0; i < 20; i++) {
        assert_false(found_waiting(&progress, &warp, LIMIT - 1, 1));
        progress_sign(&progress);
    }
    assert_true(found_waiting(&progress, &warp, LIMIT, 1));
}

static void reading_new_words_is_work(void **state) {
    (void)state;
    progress_t progress = {0};
    progress_warp_t warp = {0};
    progress_start(&progress, LIMIT);
    assert_false(found_waiting(&progress, &warp, 20 * LIMIT, 1000000));
}

static void reading_nothing_is_given_up_late(void **state) {
    (void)state;
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

static void another_instruction_or_lane_is_another_read(void **state) {
    (void)state;
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

/* ---- issue ---- */

static gpu_t machine(uint64_t seed) {
    gpu_t gpu = {.options = {.seed = seed, .config = scord_configs[0]}};
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++) gpu.sms[sm].last = -1;
    gpu_random_start(&gpu);
    return gpu;
}

static void seed_zero_is_round_robin(void **state) {
    (void)state;
    static gpu_t gpu;
    gpu = machine(0);
    gpu.sms[2].ready = UINT32_C(1) << 0 | UINT32_C(1) << 5 | UINT32_C(1) << 31;
    const int expected[] = {0, 5, 31, 0, 5};
    for (int i = 0; i < 5; i++) assert_int_equal(gpu_choose_warp(&gpu, 2), expected[i]);
    assert_int_equal(gpu_first_sm(&gpu), 0);
    gpu.sms[2].ready = 0;
    assert_int_equal(gpu_choose_warp(&gpu, 2), -1);
}

static void every_ready_warp_gets_its_turn(void **state) {
    (void)state;
    static gpu_t gpu;
    for (uint64_t seed = 0; seed < 50; seed++) {
        gpu = machine(seed);
        gpu.sms[0].ready = 0x80010011;
        uint32_t seen = 0;
        for (int i = 0; i < 2000; i++) {
            const int warp = gpu_choose_warp(&gpu, 0);
            if (warp >= 0) seen |= UINT32_C(1) << warp;
        }
        assert_int_equal(seen, 0x80010011);
    }
}

static void a_seed_repeats_itself_and_differs_from_others(void **state) {
    (void)state;
    static gpu_t first, second, other;
    int same = 0, different = 0;
    first = machine(7), second = machine(7), other = machine(8);
    first.sms[0].ready = second.sms[0].ready = other.sms[0].ready = UINT32_MAX;
    for (int i = 0; i < 200; i++) {
        const int warp = gpu_choose_warp(&first, 0);
        same += warp == gpu_choose_warp(&second, 0);
        different += warp != gpu_choose_warp(&other, 0);
    }
    assert_int_equal(same, 200);
    assert_true(different > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spin_is_found_at_the_limit),
        cmocka_unit_test(a_sign_starts_the_count_again),
        cmocka_unit_test(reading_new_words_is_work),
        cmocka_unit_test(reading_nothing_is_given_up_late),
        cmocka_unit_test(another_instruction_or_lane_is_another_read),
        cmocka_unit_test(seed_zero_is_round_robin),
        cmocka_unit_test(every_ready_warp_gets_its_turn),
        cmocka_unit_test(a_seed_repeats_itself_and_differs_from_others)};
    return RUN_TESTS("progress", tests);
}
