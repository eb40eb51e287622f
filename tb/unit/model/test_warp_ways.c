/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report/history/warp_ways.c and warp_clocks.c (D76, D77): what each warp must
 * have done before its accesses are ordered, each way taken away by itself. Blocks 0 and 8 (SM 0
 * and SM 1), warps 0 and 1. All signals are of one word but where a test says so.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/report/history/warp_ways.h"

enum { FIRST = 0, SECOND = 1 << SCORD_SLOT_WIDTH, FLAG = 0x100, DATA = 0x200 };

typedef struct bench {
    scord_warp_ways_t ways;
    uint64_t sequence;
} bench_t;

static uint64_t take(bench_t *bench, unsigned block, unsigned warp, scord_event_t event) {
    event.sequence = ++bench->sequence;
    if (event.kind == SCORD_EVENT_KIND_ACCESS) scord_warp_ways_goes_on(&bench->ways, block, warp);
    scord_warp_ways_retire(&bench->ways, &event, block, warp);
    return bench->sequence;
}

static uint64_t fence(bench_t *bench, unsigned block, unsigned warp) {
    return take(bench, block, warp, (scord_event_t){.kind = SCORD_EVENT_KIND_FENCE});
}

static uint64_t access_at(bench_t *bench, unsigned block, unsigned warp, scord_op_t op,
                          scord_semantics_t semantics, uint64_t address) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access.op = (uint8_t)op;
    event.access.strong = op == SCORD_OP_ATOMIC || semantics != SCORD_SEMANTICS_NONE;
    event.access.semantics = (uint8_t)semantics;
    event.access.size = SCORD_WORD_BYTES;
    event.access.mask = 1;
    event.access.address[0] = address;
    return take(bench, block, warp, event);
}

static uint64_t access_word(bench_t *bench, unsigned block, unsigned warp, scord_op_t op) {
    return access_at(bench, block, warp, op, SCORD_SEMANTICS_NONE,
                     op == SCORD_OP_ATOMIC ? FLAG : DATA);
}

static void barrier(bench_t *bench, unsigned block) {
    scord_warp_ways_barrier(&bench->ways, block, ++bench->sequence);
}

static bench_t *start(void) {
    bench_t *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    scord_warp_ways_start(&bench->ways, 0);
    for (unsigned block = FIRST; block <= SECOND; block += SECOND)
        scord_warp_ways_launch(&bench->ways, block, 3, ++bench->sequence);
    return bench;
}

static void end(bench_t *bench) {
    scord_warp_ways_destroy(&bench->ways);
    free(bench);
}

/* Accesses of these tests are of lane 0. */
static scord_apart_t lane_0_apart(const scord_warp_ways_t *ways, unsigned first_block,
                                  unsigned first_warp, uint64_t first, unsigned block_id,
                                  unsigned warp_id) {
    return scord_warp_ways_lane_apart(ways, first_block, first_warp, 0, first, block_id, warp_id);
}

/* WRITTEN of warp 1 of the first block, against warp 1 of the second one now. */
static scord_apart_t apart(const bench_t *bench, uint64_t written) {
    return lane_0_apart(&bench->ways, FIRST, 1, written, SECOND, 1);
}

/* Warp 1 of the first block writes, its warp 0 sets a flag; warp 0 of the second block waits for
 * it, its warp 1 reads. */
static scord_apart_t hand_on(bool before, bool behind, bool fences) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    if (fences) fence(bench, FIRST, 1);
    if (before) barrier(bench, FIRST);
    fence(bench, FIRST, 0);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 0, SCORD_OP_ATOMIC);
    fence(bench, SECOND, 0);
    if (behind) barrier(bench, SECOND);
    access_word(bench, SECOND, 1, SCORD_OP_LOAD);
    const scord_apart_t found = apart(bench, written);
    assert_int_equal(scord_warp_ways_last(&bench->ways, FIRST, 1), written);
    end(bench);
    return found;
}

/* D80: lane 0 signals; what lane 5 has written before is covered when the two have met. */
TEST(lanes_signal) {
    for (unsigned meets = 0; meets < 2; meets++) {
        bench_t *bench = start();
        const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
        if (meets) scord_warp_ways_lanes_meet(&bench->ways, FIRST, 1, ++bench->sequence);
        fence(bench, FIRST, 1);
        access_word(bench, FIRST, 1, SCORD_OP_ATOMIC);
        access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
        const scord_apart_t other = meets ? SCORD_APART_NOT : SCORD_APART_LANES;
        assert_int_equal(apart(bench, written), SCORD_APART_NOT);
        assert_int_equal(scord_warp_ways_lane_apart(&bench->ways, FIRST, 1, 5, written, SECOND, 1),
                         other);
        assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1), other);
        end(bench);
    }
}

TEST(barriers_hand_on) {
    assert_int_equal(hand_on(true, true, false), SCORD_APART_NOT);
    assert_int_equal(hand_on(false, true, false), SCORD_APART_NO_SIGNAL);
    assert_int_equal(hand_on(false, true, true),
                     SCORD_APART_NO_SIGNAL); /* a fence alone orders nothing */
    assert_int_equal(hand_on(true, false, false), SCORD_APART_NO_WAIT);
}

/* A barrier that comes behind the flag hands nothing on, until somebody signals again. */
TEST(barrier_behind_the_flag) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    fence(bench, FIRST, 0);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    barrier(bench, FIRST);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(lane_0_apart(&bench->ways, FIRST, 1, written, SECOND, 1),
                     SCORD_APART_NO_SIGNAL);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(apart(bench, written), SCORD_APART_NO_SIGNAL); /* its fence was before */
    fence(bench, FIRST, 0);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(apart(bench, written), SCORD_APART_NOT);
    end(bench);
}

/* A warp's own way: a fence and a write, or a release, of the word that the other one reads. */
TEST(own_ways) {
    static const scord_semantics_t semantics[] = {SCORD_SEMANTICS_NONE, SCORD_SEMANTICS_RELAXED,
                                                  SCORD_SEMANTICS_RELEASE};
    for (unsigned way = 0; way < 3 * 2 * 2 * 2; way++) {
        bench_t *bench = start();
        const bool fences = way & 1, same_word = way & 2, by_store = way & 4;
        const scord_semantics_t said = semantics[way / 8];
        const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
        if (fences) fence(bench, FIRST, 1);
        access_at(bench, FIRST, 1, by_store ? SCORD_OP_STORE : SCORD_OP_ATOMIC, said, FLAG);
        access_at(bench, SECOND, 1, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE,
                  same_word ? FLAG : FLAG + 4);
        access_word(bench, SECOND, 1, SCORD_OP_LOAD);
        const bool signals = !by_store || said != SCORD_SEMANTICS_NONE || fences;
        const bool ordered = (said == SCORD_SEMANTICS_RELEASE || fences) && same_word &&
                             !(by_store && said == SCORD_SEMANTICS_NONE);
        assert_int_equal(apart(bench, written), ordered   ? SCORD_APART_NOT
                                                : signals ? SCORD_APART_OTHER
                                                          : SCORD_APART_NO_SIGNAL);
        end(bench);
    }
}

/* Fences of each warp, a barrier, and the leader's flag without a fence of its own. */
TEST(fences_before_the_barrier) {
    for (unsigned fences = 0; fences < 2; fences++) {
        bench_t *bench = start();
        const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
        if (fences) fence(bench, FIRST, 1);
        barrier(bench, FIRST);
        access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
        access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
        assert_int_equal(apart(bench, written), fences ? SCORD_APART_NOT : SCORD_APART_OTHER);
        end(bench);
    }
}

/* From the first block by way of the second one's warp 0 and another word; a read-modify-write in
 * between hands on, a store does not; a compare-and-swap that fails changes nothing. */
TEST(chains) {
    for (unsigned way = 0; way < 4; way++) {
        bench_t *bench = start();
        const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
        fence(bench, FIRST, 1);
        access_word(bench, FIRST, 1, SCORD_OP_ATOMIC);
        scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
        event.access = (scord_event_access_t){.op = way == 2 ? SCORD_OP_STORE : SCORD_OP_ATOMIC,
                                              .strong = 1,
                                              .size = SCORD_WORD_BYTES,
                                              .mask = 1,
                                              .address[0] = FLAG};
        if (way == 3) {
            event.access.atomic_kind = SCORD_ATOMIC_KIND_CAS;
            event.access.has_returned = event.access.has_operands = 1;
            event.access.returned[0] = 1;
        }
        if (way > 0) take(bench, SECOND, 0, event); /* without a fence */
        if (way == 0) {
            access_word(bench, SECOND, 0, SCORD_OP_ATOMIC);
            fence(bench, SECOND, 0);
            access_at(bench, SECOND, 0, SCORD_OP_STORE, SCORD_SEMANTICS_RELAXED, FLAG + 8);
        }
        access_at(bench, SECOND, 1, SCORD_OP_LOAD, SCORD_SEMANTICS_ACQUIRE,
                  way == 0 ? FLAG + 8 : FLAG);
        assert_int_equal(apart(bench, written), way == 2 ? SCORD_APART_OTHER : SCORD_APART_NOT);
        end(bench);
    }
}

/* Another block in the second one's place knows nothing of what that one has waited for. */
TEST(next_block) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    fence(bench, FIRST, 1);
    access_word(bench, FIRST, 1, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(apart(bench, written), SCORD_APART_NOT);
    scord_warp_ways_launch(&bench->ways, SECOND, 3, ++bench->sequence);
    access_word(bench, SECOND, 0, SCORD_OP_LOAD);
    assert_int_equal(apart(bench, written), SCORD_APART_OTHER);
    end(bench);
}

/* More flags than have a place count as one; what has one keeps it. */
TEST(many_flags) {
    bench_t *bench = start();
    fence(bench, FIRST, 0);
    for (unsigned i = 0; i < SCORD_CLOCK_PLACES; i++)
        access_at(bench, FIRST, 0, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, 0x10000 + 4 * i);
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    fence(bench, FIRST, 1);
    access_at(bench, FIRST, 1, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, FLAG);
    access_at(bench, SECOND, 1, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, 0x10000);
    assert_int_equal(apart(bench, written), SCORD_APART_OTHER);
    access_at(bench, SECOND, 1, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, FLAG + 4);
    assert_int_equal(apart(bench, written), SCORD_APART_NOT);
    end(bench);
}

/* More clocks than are kept: the same. */
TEST(many_clocks) {
    bench_t *bench = start();
    for (unsigned i = 0; i < 2 * SCORD_CLOCKS; i++) {
        fence(bench, FIRST, 0);
        access_at(bench, FIRST, 0, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, 0x10000 + 4 * i);
    }
    assert_true(bench->ways.clocks.live <= SCORD_CLOCKS + 2);
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    fence(bench, FIRST, 1);
    access_word(bench, FIRST, 1, SCORD_OP_ATOMIC);
    access_at(bench, SECOND, 1, SCORD_OP_ATOMIC, SCORD_SEMANTICS_NONE, 0x10000);
    assert_int_equal(apart(bench, written), SCORD_APART_OTHER);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(apart(bench, written), SCORD_APART_NOT);
    end(bench);
}

/* Inside a block a barrier is enough. A barrier that the stream has, and that no retired item is
 * behind yet, does not count. */
TEST(one_block) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    const uint64_t ahead = ++bench->sequence;
    scord_warp_ways_barrier(&bench->ways, FIRST, ahead + 1);
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS, .sequence = ahead};
    scord_warp_ways_retire(&bench->ways, &event, FIRST, 0);
    assert_int_equal(lane_0_apart(&bench->ways, FIRST, 1, written, FIRST, 0),
                     SCORD_APART_NO_SIGNAL);
    bench->sequence += 1;
    access_word(bench, FIRST, 0, SCORD_OP_LOAD);
    assert_int_equal(lane_0_apart(&bench->ways, FIRST, 1, written, FIRST, 0), SCORD_APART_NOT);
    end(bench);
}

/* Warp 2 arrives without waiting, and then waits at another barrier with warp 1: its arrival still
 * counts for the first one, which warps 0 and 1 complete. */
TEST(arrival_before_another_barrier) {
    bench_t *bench = start();
    scord_warp_ways_launch(&bench->ways, FIRST, 7, ++bench->sequence);
    const uint64_t written = access_word(bench, FIRST, 2, SCORD_OP_STORE);
    scord_warp_ways_arrive(&bench->ways, FIRST, 2, ++bench->sequence);
    scord_warp_ways_arrive(&bench->ways, FIRST, 1, ++bench->sequence);
    scord_warp_ways_arrive(&bench->ways, FIRST, 2, ++bench->sequence);
    barrier(bench, FIRST);
    scord_warp_ways_arrive(&bench->ways, FIRST, 0, ++bench->sequence);
    scord_warp_ways_arrive(&bench->ways, FIRST, 1, ++bench->sequence);
    barrier(bench, FIRST);
    access_word(bench, FIRST, 0, SCORD_OP_LOAD);
    assert_true(scord_warp_ways_in_parts(&bench->ways, FIRST));
    assert_int_equal(lane_0_apart(&bench->ways, FIRST, 2, written, FIRST, 0), SCORD_APART_NOT);
    end(bench);
}

/* A barrier of warps 0 and 1 orders these, not warp 2; one that warp 2 has arrived at without
 * waiting orders its access before the others. Warps that end are not waited for. */
TEST(barriers_of_some_warps) {
    for (unsigned way = 0; way < 4; way++) {
        bench_t *bench = start();
        scord_warp_ways_launch(&bench->ways, FIRST, 7, ++bench->sequence);
        uint64_t written[3];
        for (unsigned warp = 0; warp < 3; warp++)
            written[warp] = access_word(bench, FIRST, warp, SCORD_OP_STORE);
        if (way == 1) scord_warp_ways_arrive(&bench->ways, FIRST, 2, ++bench->sequence);
        const uint64_t later = access_word(bench, FIRST, 2, SCORD_OP_STORE);
        if (way == 2) scord_warp_ways_exit(&bench->ways, FIRST, 2);
        scord_warp_ways_arrive(&bench->ways, FIRST, 0, ++bench->sequence);
        scord_warp_ways_arrive(&bench->ways, FIRST, 1, ++bench->sequence);
        barrier(bench, FIRST);
        access_word(bench, FIRST, 0, SCORD_OP_LOAD);
        const scord_warp_ways_t *ways = &bench->ways;
        assert_int_equal(scord_warp_ways_in_parts(ways, FIRST), way != 2);
        assert_int_equal(lane_0_apart(ways, FIRST, 1, written[1], FIRST, 0), SCORD_APART_NOT);
        assert_int_equal(lane_0_apart(ways, FIRST, 2, written[2], FIRST, 0) == SCORD_APART_NOT,
                         way == 1 || way == 2);
        assert_int_equal(lane_0_apart(ways, FIRST, 2, later, FIRST, 0) == SCORD_APART_NOT,
                         way == 2);
        assert_int_not_equal(lane_0_apart(ways, FIRST, 1, written[1], FIRST, 2),
                             way == 2 ? SCORD_APART_NO_WAIT : SCORD_APART_NOT);
        if (way == 3) { /* all of them, then */
            for (unsigned warp = 0; warp < 3; warp++)
                scord_warp_ways_arrive(&bench->ways, FIRST, warp, ++bench->sequence);
            barrier(bench, FIRST);
            access_word(bench, FIRST, 0, SCORD_OP_LOAD);
            assert_int_equal(lane_0_apart(ways, FIRST, 2, later, FIRST, 0), SCORD_APART_NOT);
        }
        end(bench);
    }
}

/* More barriers than the queue holds: the oldest count at once. */
TEST(full_queue) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    for (unsigned i = 0; i < 3 * SCORD_WAYS_QUEUE; i++) barrier(bench, FIRST);
    fence(bench, FIRST, 0);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(lane_0_apart(&bench->ways, FIRST, 1, written, SECOND, 1), SCORD_APART_NOT);
    assert_int_equal(bench->ways.count, 0);
    end(bench);
}

TEST_MAIN("warp_ways")
