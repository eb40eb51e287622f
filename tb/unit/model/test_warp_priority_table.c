/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/warp_priority_table.c: BAWS Table 1 and Figure 13. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/warp_priority_table.h"

static void arrive(scord_warp_priority_table_t *table, unsigned slot, unsigned warps) {
    while (warps--) scord_warp_priority_table_arrive(table, slot);
}

static unsigned most_waiting(const scord_warp_priority_table_t *table) {
    unsigned best = 0;
    for (unsigned slot = 1; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if (scord_warp_priority_table_read(table, slot) >
            scord_warp_priority_table_read(table, best))
            best = slot;
    return best;
}

/* BAWS Table 1: TB0, TB1, TB2 have 1, 2, 3 warps at their barriers. */
TEST(test_table_1) {
    scord_warp_priority_table_t table;
    scord_warp_priority_table_start(&table);
    for (unsigned slot = 0; slot < 3; slot++) arrive(&table, slot, slot + 1);
    assert_int_equal(scord_warp_priority_table_read(&table, 0), 1);
    assert_int_equal(scord_warp_priority_table_read(&table, 1), 2);
    assert_int_equal(scord_warp_priority_table_read(&table, 2), 3);
    assert_int_equal(scord_warp_priority_table_read(&table, 3), 0);
}

/* BAWS Figure 13: TB0 leads at t0, TB1 at t1 with two waiting, TB2 at t2 with three (SAWS would
 * stay with TB0). */
TEST(test_figure_13) {
    scord_warp_priority_table_t table;
    scord_warp_priority_table_start(&table);
    arrive(&table, 0, 1);
    assert_int_equal(most_waiting(&table), 0);
    arrive(&table, 1, 2);
    assert_int_equal(most_waiting(&table), 1);
    arrive(&table, 2, 3);
    assert_int_equal(most_waiting(&table), 2);
}

TEST(test_release_clears_its_slot_only) {
    scord_warp_priority_table_t table;
    memset(&table, 0xff, sizeof table);
    scord_warp_priority_table_start(&table);
    arrive(&table, 1, 5);
    arrive(&table, 2, 7);
    scord_warp_priority_table_clear(&table, 1);
    assert_int_equal(scord_warp_priority_table_read(&table, 1), 0);
    assert_int_equal(scord_warp_priority_table_read(&table, 2), 7);
}

/* BAWS 4.1.2: 6 bits hold a block of 48 warps; a full SM of ours fits without a wrap. Beyond that
 * it wraps (D9, D33). */
TEST(test_width) {
    scord_warp_priority_table_t table;
    scord_warp_priority_table_start(&table);
    arrive(&table, 7, SCORD_MAX_WARPS_PER_SM);
    assert_int_equal(scord_warp_priority_table_read(&table, 7), SCORD_MAX_WARPS_PER_SM);
    arrive(&table, 7, (1 << SCORD_PRIORITY_WIDTH) - SCORD_MAX_WARPS_PER_SM);
    assert_int_equal(scord_warp_priority_table_read(&table, 7), 0);
}

TEST_MAIN("warp_priority_table")
