/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/barrier_counters.c: D4, D5, D9. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/barrier_counters.h"

enum { EPOCHS = 1 << SCORD_BARRIER_ID_WIDTH };

TEST(test_start_is_zero) {
    scord_barrier_counters_t counters;
    memset(&counters, 0xa5, sizeof counters);
    scord_barrier_counters_start(&counters);
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        assert_int_equal(scord_barrier_counters_read(&counters, slot), 0);
}

/* D4: once per release, and once per launch. */
TEST(test_release_and_launch_step_their_slot_only) {
    scord_barrier_counters_t counters;
    scord_barrier_counters_start(&counters);
    scord_barrier_counters_block_launch(&counters, 3);
    scord_barrier_counters_release(&counters, 3);
    scord_barrier_counters_release(&counters, 5);
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        assert_int_equal(scord_barrier_counters_read(&counters, slot), slot == 3   ? 2
                                                                       : slot == 5 ? 1
                                                                                   : 0);
}

/* D9: 8 bits, then the same epoch number again. */
TEST(test_counter_wraps) {
    scord_barrier_counters_t counters;
    scord_barrier_counters_start(&counters);
    for (unsigned i = 0; i < EPOCHS - 1; i++) scord_barrier_counters_release(&counters, 0);
    assert_int_equal(scord_barrier_counters_read(&counters, 0), EPOCHS - 1);
    scord_barrier_counters_release(&counters, 0);
    assert_int_equal(scord_barrier_counters_read(&counters, 0), 0);
}

TEST_MAIN("barrier_counters")
