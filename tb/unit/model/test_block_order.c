/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/block_order.c and cmodel/sm/block_sequence.c: W1 (age is launch order,
 * ties to the lowest slot), W4. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/block_order.h"
#include "cmodel/sm/block_sequence.h"

enum { SLOTS = SCORD_MAX_BLOCKS_PER_SM };

/* Before a launch: the slot numbers. A launch makes its slot the youngest and leaves the others in
 * their order. */
TEST(test_w1_launch_order) {
    scord_block_order_t order;
    memset(&order, 0xff, sizeof order);
    scord_block_order_start(&order);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        assert_int_equal(scord_block_order_rank(&order, slot), slot);
    scord_block_order_launch(&order, 2);
    scord_block_order_launch(&order, 0);
    const unsigned rank[SLOTS] = {7, 0, 6, 1, 2, 3, 4, 5};
    for (unsigned slot = 0; slot < SLOTS; slot++)
        assert_int_equal(scord_block_order_rank(&order, slot), rank[slot]);
}

/* Any launches: a permutation, by the number of the slot's last launch. */
TEST(test_w1_permutation) {
    scord_block_order_t order;
    unsigned launched[SLOTS];
    uint64_t random = 5;
    scord_block_order_start(&order);
    for (unsigned slot = 0; slot < SLOTS; slot++) launched[slot] = slot;
    for (unsigned number = SLOTS; number < 20000; number++) {
        const unsigned now = scord_split_below(&random, SLOTS);
        scord_block_order_launch(&order, now);
        launched[now] = number;
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            unsigned older = 0;
            for (unsigned other = 0; other < SLOTS; other++)
                older += launched[other] < launched[slot];
            assert_int_equal(scord_block_order_rank(&order, slot), older);
        }
    }
}

static scord_block_sequence_t sequence_of(scord_issue_policy_t policy,
                                          const unsigned waiting[SLOTS]) {
    scord_warp_priority_table_t table;
    scord_block_order_t order;
    scord_warp_priority_table_start(&table);
    scord_block_order_start(&order);
    scord_block_order_launch(&order, 0);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        for (unsigned i = 0; i < waiting[slot]; i++) scord_warp_priority_table_arrive(&table, slot);
    return scord_block_sequence(policy, &table, &order);
}

/* W4: most waiting first, equal ones by slot, whatever their age; GTO by age, whatever waits. */
TEST(test_w4_sequences) {
    const unsigned waiting[SLOTS] = {3, 0, 5, 3, 0, 5, 1, 3};
    const uint8_t most_waiting[SLOTS] = {2, 5, 0, 3, 7, 6, 1, 4},
                  oldest[SLOTS] = {1, 2, 3, 4, 5, 6, 7, 0};
    const scord_block_sequence_t lrr = sequence_of(SCORD_ISSUE_POLICY_MWF_LRR, waiting);
    const scord_block_sequence_t greedy = sequence_of(SCORD_ISSUE_POLICY_MWF_GTO, waiting);
    const scord_block_sequence_t gto = sequence_of(SCORD_ISSUE_POLICY_GTO, waiting);
    assert_memory_equal(lrr.slot, most_waiting, SLOTS);
    assert_memory_equal(greedy.slot, most_waiting, SLOTS);
    assert_memory_equal(gto.slot, oldest, SLOTS);
}

/* No warp waits: MWF is "lowest slot first" (BAWS section 6.5). */
TEST(test_w4_no_warp_waits) {
    const unsigned waiting[SLOTS] = {0};
    const scord_block_sequence_t sequence = sequence_of(SCORD_ISSUE_POLICY_MWF_LRR, waiting);
    for (unsigned place = 0; place < SLOTS; place++) assert_int_equal(sequence.slot[place], place);
}

TEST_MAIN("block_order")
