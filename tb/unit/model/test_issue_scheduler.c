/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/issue_scheduler.c: BAWS section 4.1.1, Figure 7; docs/rtl-interface.md;
 * D32; W1, W4, W5. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/issue_scheduler.h"

enum { ALL_WARPS = SCORD_MAX_WARPS_PER_SM, WARPS_OF_BLOCK = 4 };

typedef struct sm {
    scord_issue_scheduler_t scheduler;
    scord_warp_priority_table_t priorities;
    scord_block_order_t order;
} sm_t;

static sm_t start(unsigned warps) {
    sm_t sm;
    scord_issue_scheduler_start(&sm.scheduler, UINT64_MAX >> (64 - warps));
    scord_warp_priority_table_start(&sm.priorities);
    scord_block_order_start(&sm.order);
    return sm;
}

static void launch(sm_t *sm, unsigned slot, uint64_t warps) {
    scord_block_order_launch(&sm->order, slot);
    scord_issue_scheduler_block_launch(&sm->scheduler, slot, warps);
}

/* BAWS Figure 7: three blocks of four warps: TB0 = w0..w3, TB1 = w4..w7, TB2 = w8..w11. */
static sm_t start_figure_7(void) {
    sm_t sm = start(ALL_WARPS);
    for (unsigned slot = 0; slot < 3; slot++) launch(&sm, slot, 0xfu << slot * WARPS_OF_BLOCK);
    return sm;
}

static int pick(sm_t *sm, scord_issue_policy_t policy, uint64_t ready) {
    const scord_block_sequence_t sequence = scord_block_sequence(policy, &sm->priorities,
                                                                 &sm->order);
    const int warp = scord_issue_scheduler_peek(&sm->scheduler, &sequence, policy, ready);
    if (warp != SCORD_NO_WARP) scord_issue_scheduler_issued(&sm->scheduler, warp);
    return warp;
}

static void arrive(sm_t *sm, unsigned slot, unsigned warps) {
    while (warps--) scord_warp_priority_table_arrive(&sm->priorities, slot);
}

/* w2 of TB0, w5 and w7 of TB1, w9, w10 and w11 of TB2 wait. Last issued: w0 in TB0, w7 in TB1. Each
 * warp issues and then is not ready for the rest: the paper's order is w8 w4 w6 w1 w3 w0. */
TEST(test_figure_7_order) {
    sm_t sm = start_figure_7();
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 1u << 0), 0);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 1u << 7), 7);
    arrive(&sm, 0, 1);
    arrive(&sm, 1, 2);
    arrive(&sm, 2, 3);
    const int order[] = {8, 4, 6, 1, 3, 0};
    uint32_t ready = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 4 | 1u << 6 | 1u << 8;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        const int warp = pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, ready);
        assert_int_equal(warp, order[i]);
        ready &= ~(1u << warp);
    }
    assert_int_equal(ready, 0);
}

/* The same with MWF(GTO): inside a block the last issued, then the oldest. */
TEST(test_figure_7_greedy) {
    sm_t sm = start_figure_7();
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, 1u << 1), 1);
    arrive(&sm, 0, 1);
    arrive(&sm, 1, 2);
    const uint32_t ready = 0xf | 1u << 5 | 1u << 6;
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, ready),
                     5); /* TB1 first, its oldest ready warp */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, ready), 5);     /* greedy */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, 0xf), 1);       /* TB0: w1 was last */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, 0xf & ~2u), 0); /* then the oldest */
}

/* BAWS 4.1.1: equal priority goes to the smallest TB-id (TB1 before TB3). */
TEST(test_tie_goes_to_the_lowest_slot) {
    sm_t sm = start_figure_7();
    launch(&sm, 3, 0xf000);
    arrive(&sm, 3, 2);
    arrive(&sm, 1, 2);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xffff), 4);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xf00f),
                     12); /* TB1 stalled: TB3 before TB0 */
}

TEST(test_lrr_is_cyclic) {
    sm_t sm = start_figure_7();
    const int order[] = {0, 5, 31, 0, 5, 31};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, 1u << 0 | 1u << 5 | 1u << 31), order[i]);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, 1u << 31),
                     31); /* itself, when nothing else is ready */
}

TEST(test_gto) {
    sm_t sm = start_figure_7();
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0x60), 5);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0x61), 5);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0x41), 0);
}

/* W1: oldest is the block that was launched first, whatever its slot; warps of no block come after
 * all blocks. */
TEST(test_gto_follows_launches) {
    sm_t sm = start_figure_7();
    launch(&sm, 0, 0xf); /* TB0 ends, another block takes its slot: now TB1 is the oldest, then TB2,
                            then TB0 */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0x8008), 3); /* w15 is of no block */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0xf0f0 | 0x4), 4);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0xff0f), 8);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0xf00f), 0);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 0xf000), 12);
}

/* W5: a scheduler looks at its own warps only, those beyond 32 too; LRR is cyclic over these. */
TEST(test_warps_of_another_scheduler) {
    sm_t sm = start(1);
    scord_issue_scheduler_start(&sm.scheduler, UINT64_C(0xaaaaaaaaaaaa));
    launch(&sm, 0, UINT64_C(0xf00000000000));
    const int order[] = {1, 43, 45, 1};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, UINT64_C(0x380000000007)), order[i]);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, UINT64_MAX), 47); /* after w45 */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, UINT64_C(0x555555555555)),
                     SCORD_NO_WARP);
}

TEST(test_nothing_ready_changes_nothing) {
    sm_t sm = start_figure_7();
    pick(&sm, SCORD_ISSUE_POLICY_LRR, 1u << 5);
    const sm_t before = sm;
    for (unsigned policy = 0; policy < SCORD_ISSUE_POLICY_COUNT; policy++)
        assert_int_equal(pick(&sm, (scord_issue_policy_t)policy, 0), SCORD_NO_WARP);
    assert_memory_equal(&sm, &before, sizeof sm);
}

/* D32: warps of no block, and bits beyond the SM's warp slots. */
TEST(test_warps_that_are_no_candidates) {
    sm_t sm = start(4);
    launch(&sm, 0, 0x3);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0x4), SCORD_NO_WARP);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0x6), 1);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, 0xfffffff0), SCORD_NO_WARP);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, 0xfffffff4),
                     2); /* LRR does not look at blocks */
}

/* D32: the block that took a warp slot last has it; its slot starts without a last warp. */
TEST(test_launch_takes_warp_slots_over) {
    sm_t sm = start_figure_7();
    pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 1u << 1);
    launch(&sm, 5, 0x3);
    arrive(&sm, 5, 1);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xf), 0);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xf), 1);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xc), 2); /* TB0 still has w2 and w3 */
    arrive(&sm, 0, 3);
    arrive(&sm, 1, 2);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 1u << 0 | 1u << 4),
                     4); /* w0 has TB5's priority, not TB0's */
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0x3), 0);
    launch(&sm, 5, 0x3);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0x3), 0); /* fresh: not after w0 */
}

/* Any policy remembers the block's last warp too. */
TEST(test_policies_share_their_memory) {
    sm_t sm = start_figure_7();
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_GTO, 1u << 5), 5);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_LRR, 0xf0), 6);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_LRR, 0xf0), 7);
    assert_int_equal(pick(&sm, SCORD_ISSUE_POLICY_MWF_GTO, 0xf0), 7);
}

TEST_MAIN("issue_scheduler")
