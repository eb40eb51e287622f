/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report/warp_ways.c (D76): what each warp must have done before anything can
 * order its accesses, each way taken away by itself. Blocks 0 and 8 (SM 0 and SM 1), warps 0 and 1.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/report/warp_ways.h"

enum { FIRST = 0, SECOND = 1 << SCORD_SLOT_WIDTH };

typedef struct bench {
    scord_warp_ways_t ways;
    uint64_t sequence;
} bench_t;

static uint64_t take(bench_t *bench, unsigned block, unsigned warp, scord_event_t event) {
    event.sequence = ++bench->sequence;
    scord_warp_ways_retire(&bench->ways, &event, block, warp);
    return bench->sequence;
}

static uint64_t fence(bench_t *bench, unsigned block, unsigned warp) {
    return take(bench, block, warp, (scord_event_t){.kind = SCORD_EVENT_KIND_FENCE});
}

static uint64_t access_word(bench_t *bench, unsigned block, unsigned warp, scord_op_t op) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access.op = (uint8_t)op;
    event.access.strong = op == SCORD_OP_ATOMIC;
    return take(bench, block, warp, event);
}

static void barrier(bench_t *bench, unsigned block) {
    scord_warp_ways_barrier(&bench->ways, block, ++bench->sequence, false);
}

static bench_t *start(void) {
    bench_t *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    for (unsigned block = FIRST; block <= SECOND; block += SECOND)
        scord_warp_ways_barrier(&bench->ways, block, ++bench->sequence, true);
    return bench;
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
    const scord_apart_t apart = scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1);
    assert_int_equal(scord_warp_ways_latest(&bench->ways, FIRST, 1, SECOND, 1), apart);
    free(bench);
    return apart;
}

TEST(barriers_hand_on) {
    assert_int_equal(hand_on(true, true, false), SCORD_APART_NOT);
    assert_int_equal(hand_on(false, true, false), SCORD_APART_NO_SIGNAL);
    assert_int_equal(hand_on(false, true, true),
                     SCORD_APART_NO_SIGNAL); /* a fence alone orders nothing */
    assert_int_equal(hand_on(true, false, false), SCORD_APART_NO_WAIT);
}

/* A barrier that comes behind the flag hands nothing on, until somebody tells again. */
TEST(barrier_behind_the_flag) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    barrier(bench, FIRST);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1),
                     SCORD_APART_NO_SIGNAL);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1),
                     SCORD_APART_NOT);
    free(bench);
}

/* A warp's own ways: an atomic, or a write behind a fence; a read that synchronises, or a fence. */
TEST(own_ways) {
    for (unsigned way = 0; way < 4; way++) {
        bench_t *bench = start();
        const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
        if (way % 2 == 1) fence(bench, FIRST, 1);
        access_word(bench, FIRST, 1, way % 2 == 1 ? SCORD_OP_STORE : SCORD_OP_ATOMIC);
        if (way / 2 == 1)
            fence(bench, SECOND, 1);
        else
            access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
        access_word(bench, SECOND, 1, SCORD_OP_LOAD);
        assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1),
                         SCORD_APART_NOT);
        free(bench);
    }
}

/* Inside a block a barrier is enough. A barrier that the stream has, and that no retired item is
 * behind yet, does not count. */
TEST(one_block) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    const uint64_t ahead = ++bench->sequence;
    scord_warp_ways_barrier(&bench->ways, FIRST, ahead + 1, false);
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS, .sequence = ahead};
    scord_warp_ways_retire(&bench->ways, &event, FIRST, 0);
    assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, FIRST, 0),
                     SCORD_APART_NO_SIGNAL);
    bench->sequence += 1;
    access_word(bench, FIRST, 0, SCORD_OP_LOAD);
    assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, FIRST, 0),
                     SCORD_APART_NOT);
    free(bench);
}

/* More barriers than the queue holds: the oldest count at once. */
TEST(full_queue) {
    bench_t *bench = start();
    const uint64_t written = access_word(bench, FIRST, 1, SCORD_OP_STORE);
    for (unsigned i = 0; i < 3 * SCORD_WAYS_QUEUE; i++) barrier(bench, FIRST);
    access_word(bench, FIRST, 0, SCORD_OP_ATOMIC);
    access_word(bench, SECOND, 1, SCORD_OP_ATOMIC);
    assert_int_equal(scord_warp_ways_apart(&bench->ways, FIRST, 1, written, SECOND, 1),
                     SCORD_APART_NOT);
    assert_int_equal(bench->ways.count, 0);
    free(bench);
}

TEST_MAIN("warp_ways")
