/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/two_level.c: W8, the active and the pending warps of an issue scheduler
 * under TLS. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/two_level.h"

enum { EVEN = 0x5555, CAPACITY = 3 };

static scord_two_level_t start(uint64_t launched) {
    scord_two_level_t level;
    memset(&level, 0xa5, sizeof level);
    scord_two_level_start(&level, EVEN, CAPACITY);
    scord_two_level_launch(&level, launched);
    return level;
}

static void clock_many(scord_two_level_t *level, unsigned cycles) {
    while (cycles--) scord_two_level_clock(level, 0, false);
}

/* One warp a cycle becomes active, oldest first, until the set is full; warps of other schedulers
 * never. */
TEST(test_w8_one_a_cycle) {
    scord_two_level_t level = start(0xff);
    const uint64_t active[] = {0x01, 0x05, 0x15, 0x15};
    for (unsigned i = 0; i < sizeof active / sizeof *active; i++) {
        scord_two_level_clock(&level, 0, false);
        assert_int_equal(level.active, active[i]);
    }
    assert_int_equal(scord_two_level_first_pending(&level, 0xff), 6);
    assert_int_equal(scord_two_level_first_pending(&level, 0x3f), -1);
}

/* A warp that waits goes to the end of the queue; the oldest that does not wait takes its place in
 * the same cycle. */
TEST(test_w8_demotion) {
    scord_two_level_t level = start(0x555);
    clock_many(&level, CAPACITY);
    scord_two_level_clock(&level, 1u << 2 | 1u << 6,
                          false); /* w6 is pending and waits, too: w8 comes before it */
    assert_int_equal(level.active, 0x111);
    assert_int_equal(scord_two_level_first_pending(&level, UINT64_MAX), 6);
    scord_two_level_clock(&level, 1u << 0 | 1u << 4 | 1u << 6, false); /* two leave, one comes */
    assert_int_equal(level.active, 0x500);
    scord_two_level_clock(&level, 0, false);
    assert_int_equal(level.active, 0x540);
    assert_int_equal(scord_two_level_first_pending(&level, UINT64_MAX), 2); /* then w0, w4 */
    assert_int_equal(scord_two_level_first_pending(&level, 0x11), 0);
}

/* A block that takes the slots of warps that have ended begins at the end of the queue. */
TEST(test_w8_launch) {
    scord_two_level_t level = start(0x55);
    clock_many(&level, CAPACITY);
    scord_two_level_clock(&level, 0x15, false);
    assert_int_equal(level.active, 0x40);
    scord_two_level_launch(&level, 0x11);
    assert_int_equal(level.pending, 3);
    assert_int_equal(scord_two_level_first_pending(&level, UINT64_MAX), 2);
    clock_many(&level, 2);
    assert_int_equal(level.active, 0x45);
}

/* The sticky rule: who was sent away comes back untested, all room at once (GPGPU-Sim 3.2.2). */
TEST(test_w8_untested) {
    scord_two_level_t level = start(0x55);
    scord_two_level_clock(&level, UINT64_MAX, true);
    assert_int_equal(level.active, 0x15); /* CAPACITY of four, though all wait */
    scord_two_level_clock(&level, UINT64_MAX, true);
    assert_int_equal(level.active, 0x45); /* w6 was first in the queue, then w0 and w2 again */
}

TEST_MAIN("two_level")
