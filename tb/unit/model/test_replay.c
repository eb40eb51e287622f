/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/scord_replay.c: coalescing (D2), lock words (D17, D19, D34), expectations. */
#include "tb/unit/model/model_test.h"

#include "cmodel/base/random.h"
#include "cmodel/detector/word_threads.h"
#include "cmodel/scord_replay.h"

enum { BASE = 0x10000000 };

static scord_event_t access_event(scord_op_t op, unsigned size, uint32_t mask) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS, .sequence = UINT64_C(0x300000007)};
    event.access.sm = 1;
    event.access.slot = 2;
    event.access.warp = 3;
    event.access.pc = 0x50;
    event.access.op = (uint8_t)op;
    event.access.size = (uint8_t)size;
    event.access.mask = mask;
    return event;
}

/* Lane addresses first, first + stride, … */
static void set_addresses(scord_event_t *event, uint64_t first, int64_t stride) {
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        if (event->access.mask >> lane & 1)
            event->access.address[lane] = first + (uint64_t)(stride * lane);
}

static unsigned lower(const scord_event_t *event, scord_sm_event_t lowered[SCORD_LOWER_MAX]) {
    unsigned sm = 99;
    memset(lowered, 0xa5, SCORD_LOWER_MAX * sizeof *lowered);
    const unsigned n = scord_lower(event, &sm, lowered);
    if (n) assert_int_equal(sm, 1);
    return n;
}

/* What D2, D40 and D72 say of one word, lane by lane. */
typedef struct literal_word {
    bool touched, several, differs;
    unsigned lane; /* the lowest on it */
} literal_word_t;

static literal_word_t literal_word(const scord_event_access_t *access, uint64_t address) {
    literal_word_t word = {.touched = false};
    unsigned on_byte[SCORD_WORD_BYTES] = {0};
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        const uint64_t first = access->address[lane];
        if (!(access->mask >> lane & 1) || first >= address + SCORD_WORD_BYTES ||
            first + access->size <= address)
            continue;
        if (!word.touched) word.lane = lane;
        word.touched = true;
        for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
            if (address + byte >= first && address + byte < first + access->size)
                word.several |= on_byte[byte]++ != 0;
        const unsigned part = address > first ? (unsigned)(address - first) / SCORD_WORD_BYTES : 0;
        word.differs |= access->differ[part] >> lane & 1;
    }
    return word;
}

static uint32_t random_mask(uint64_t *seed) {
    switch (scord_split_below(seed, 3)) {
    case 0: return UINT32_MAX;
    case 1: return UINT32_MAX >> scord_split_below(seed, 32) << scord_split_below(seed, 16) | 8;
    default: return (uint32_t)scord_split_next(seed) | 8;
    }
}

/* Lanes that follow each other, in pieces, backward, scattered, at a few places, or far apart. */
static scord_event_t random_access(uint64_t *seed) {
    static const uint8_t sizes[] = {1, 2, 4, 4, 4, 8, 16};
    scord_event_t event = access_event(SCORD_OP_STORE, sizes[scord_split_below(seed, 7)],
                                       random_mask(seed));
    scord_event_access_t *access = &event.access;
    const unsigned form = (unsigned)scord_split_below(seed, 6), size = access->size;
    uint64_t next = BASE + scord_split_below(seed, 64) * size;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++, next += size) {
        if (form == 1 && scord_split_below(seed, 6) == 0)
            next = BASE + scord_split_below(seed, 64) * size;
        if (form == 2) next -= 2 * size;
        if (form == 3) next = BASE + scord_split_below(seed, 4096) * size;
        if (form == 4) next = BASE + scord_split_below(seed, 5) * size;
        if (form == 5)
            next = BASE + ((uint64_t)scord_split_below(seed, 8) << 33) +
                   scord_split_below(seed, 64) * size;
        if (access->mask >> lane & 1) access->address[lane] = next;
    }
    if (scord_split_below(seed, 4) == 0)
        for (unsigned i = 0; i < (size + 3) / SCORD_WORD_BYTES; i++)
            access->differ[i] = access->mask & (uint32_t)scord_split_next(seed);
    return event;
}

TEST(test_random_accesses) {
    enum { ACCESSES = 3000 };
    uint64_t seed = 20261126;
    for (unsigned i = 0; i < ACCESSES; i++) {
        scord_sm_event_t lowered[SCORD_LOWER_MAX];
        const scord_event_t event = random_access(&seed);
        const unsigned n = lower(&event, lowered);
        unsigned words = 0, expected = 0;
        for (unsigned r = 0; r < n; r++) {
            uint8_t thread[SCORD_SEGMENT_WORDS];
            SCORD_WORD_THREADS(&lowered[r], thread);
            assert_true(r == 0 || lowered[r - 1].address < lowered[r].address);
            assert_true(lowered[r].mask != 0);
            for (unsigned w = 0; w < SCORD_SEGMENT_WORDS; w++) {
                const literal_word_t word = literal_word(&event.access, lowered[r].address + 4 * w);
                assert_int_equal(lowered[r].mask >> w & 1, word.touched);
                assert_int_equal(thread[w], word.touched ? word.lane : 0);
                assert_int_equal(lowered[r].several_threads >> w & 1, word.several);
                assert_int_equal(lowered[r].lanes_differ >> w & 1, word.differs);
                words += word.touched;
            }
        }
        for (uint64_t at = BASE - 2048; at < BASE + 128 * 1024; at += SCORD_WORD_BYTES)
            if (i % 50 == 0) expected += literal_word(&event.access, at).touched;
        if (i % 50 == 0 && lowered[n - 1].address < BASE + 128 * 1024)
            assert_int_equal(words, expected);
    }
}

/* A warp's 32 consecutive words are one request; every field is passed on. */
TEST(test_one_segment) {
    scord_event_t event = access_event(SCORD_OP_STORE, 4, UINT32_MAX);
    event.access.scope = SCORD_SCOPE_SYSTEM;
    event.access.strong = 1;
    set_addresses(&event, BASE, 4);
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    assert_int_equal(lower(&event, lowered), 1);
    const scord_sm_event_t expected = {.kind = SCORD_SM_EVENT_KIND_ACCESS,
                                       .warp = 3,
                                       .slot = 2,
                                       .op = SCORD_OP_STORE,
                                       .scope = SCORD_SCOPE_SYSTEM,
                                       .strong = 1,
                                       .sequence = 7,
                                       .pc = 0x50,
                                       .address = BASE,
                                       .mask = UINT32_MAX,
                                       /* D40: word w is of lane w, bit by bit */
                                       .thread_bit_0 = 0xaaaaaaaa,
                                       .thread_bit_1 = 0xcccccccc,
                                       .thread_bit_2 = 0xf0f0f0f0,
                                       .thread_bit_3 = 0xff00ff00,
                                       .thread_bit_4 = 0xffff0000};
    assert_record_equal(sm_event, SM_EVENT, &lowered[0], &expected);
}

/* The ThreadID of word `word` in an SM event. */
static unsigned thread_of(const scord_sm_event_t *event, unsigned word) {
    return (event->thread_bit_0 >> word & 1) | (event->thread_bit_1 >> word & 1) << 1 |
           (event->thread_bit_2 >> word & 1) << 2 | (event->thread_bit_3 >> word & 1) << 3 |
           (event->thread_bit_4 >> word & 1) << 4;
}

/* D40: the lowest lane of each word, and whether several lanes touch one byte of it. */
TEST(test_threads_of_words) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = access_event(SCORD_OP_LOAD, 4, 0x80000030);
    set_addresses(&event, BASE + 8, 0); /* lanes 4, 5 and 31 on one word */
    event.access.address[31] = BASE + 12;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(thread_of(&lowered[0], 2), 4);
    assert_int_equal(thread_of(&lowered[0], 3), 31);
    assert_int_equal(lowered[0].several_threads, 1u << 2);
    event = access_event(SCORD_OP_STORE, 1, 0xff);
    set_addresses(&event, BASE, 1); /* a byte each: two words of four lanes, none of several */
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(thread_of(&lowered[0], 0), 0);
    assert_int_equal(thread_of(&lowered[0], 1), 4);
    assert_int_equal(lowered[0].several_threads, 0);
    event.access.address[6] = event.access.address[5];
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].several_threads, 1u << 1);
    event = access_event(SCORD_OP_LOAD, 8, 0x3);
    set_addresses(&event, BASE, 8); /* wide: both words of a lane are its own */
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(thread_of(&lowered[0], 1), 0);
    assert_int_equal(thread_of(&lowered[0], 3), 1);
    assert_int_equal(lowered[0].several_threads, 0);
}

/* D72: the words that lanes of a store write different values to, by lane and word of its access.
 */
TEST(test_words_that_differ) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = access_event(SCORD_OP_STORE, 4, 0x80000031);
    set_addresses(&event, BASE + 8, 0); /* lanes 0, 4, 5 and 31 on word 2 */
    event.access.address[0] = BASE + 12;
    event.access.differ[0] = 0x30;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].lanes_differ, 1u << 2);
    event = access_event(SCORD_OP_STORE, 16, 0x3);
    set_addresses(&event, BASE + 16, 0); /* the third of the words 4 to 7 */
    event.access.differ[2] = 0x3;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].lanes_differ, 1u << 6);
    event = access_event(SCORD_OP_STORE, 8, 0xf);
    set_addresses(&event, BASE + SCORD_SEGMENT_BYTES - 8, 8); /* lane 0 in another segment */
    event.access.address[1] = event.access.address[0];
    event.access.address[3] = event.access.address[2];
    event.access.differ[0] = 0xc;
    event.access.differ[1] = 0x3;
    assert_int_equal(lower(&event, lowered), 2);
    assert_int_equal(lowered[0].lanes_differ, 1u << 31);
    assert_int_equal(lowered[1].lanes_differ, 1u << 2);
}

/* D41: lanes part, lanes meet. */
TEST(test_convergence) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = {.kind = SCORD_EVENT_KIND_DIVERGE,
                           .warp = {.sm = 1, .slot = 4, .warp = 9, .pc = 8, .mask = 0xf}};
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_CONVERGENCE);
    assert_int_equal(lowered[0].warp, 9);
    assert_int_equal(lowered[0].mask, 0);
    event.kind = SCORD_EVENT_KIND_RECONVERGE;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_CONVERGENCE);
    assert_int_equal(lowered[0].mask, 0xf);
}

/* D2: lanes on one word, and on bytes of one word, are one check. */
TEST(test_lanes_on_one_word) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = access_event(SCORD_OP_LOAD, 4, UINT32_MAX);
    set_addresses(&event, BASE + 8, 0);
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].mask, 1 << 2);
    event = access_event(SCORD_OP_LOAD, 1, UINT32_MAX);
    set_addresses(&event, BASE, 1);
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].mask, 0xff);
    event = access_event(SCORD_OP_LOAD, 2, 0x8);
    set_addresses(&event, BASE + 2, 0);
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].mask, 1);
}

/* D2: a wide access checks every word. */
TEST(test_wide_access) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = access_event(SCORD_OP_LOAD, 16, 0x2);
    event.access.address[1] = BASE + 128 - 16;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].mask, 0xf0000000);
    event = access_event(SCORD_OP_LOAD, 16, UINT32_MAX);
    set_addresses(&event, BASE, 16);
    assert_int_equal(lower(&event, lowered), 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(lowered[i].address == BASE + i * 128u);
        assert_int_equal(lowered[i].mask, UINT32_MAX);
    }
}

/* D2: ascending address whatever the lanes' order; inactive lanes do not count. */
TEST(test_segments_ascend) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = access_event(SCORD_OP_LOAD, 4, UINT32_MAX);
    set_addresses(&event, BASE + 31 * 128, -128);
    assert_int_equal(lower(&event, lowered), 32);
    for (unsigned i = 0; i < 32; i++) {
        assert_true(lowered[i].address == BASE + i * 128u);
        assert_int_equal(lowered[i].mask, 1);
    }
    event = access_event(SCORD_OP_LOAD, 4, 1u << 4 | 1u << 9 | 1u << 20);
    event.access.address[4] = BASE + 0x204;
    event.access.address[9] = BASE + 0x100;
    event.access.address[20] = BASE + 0x208;
    assert_int_equal(lower(&event, lowered), 2);
    assert_true(lowered[0].address == BASE + 0x100);
    assert_true(lowered[1].address == BASE + 0x200);
    assert_int_equal(lowered[1].mask, 1u << 1 | 1u << 2);
}

/* A random check that the words of all requests are exactly the words that active lanes touch. */
TEST(test_words_are_exact) {
    uint64_t seed = 2;
    for (unsigned i = 0; i < 20000; i++) {
        const unsigned sizes[] = {1, 2, 4, 8, 16};
        scord_event_t event = access_event(SCORD_OP_LOAD, sizes[scord_split_below(&seed, 5)],
                                           (uint32_t)scord_split_next(&seed));
        bool touched[512] = {false};
        for (unsigned lane = 0; lane < 32; lane++) {
            if (!(event.access.mask >> lane & 1)) continue;
            const unsigned at = scord_split_below(&seed, 2048) / event.access.size *
                                event.access.size;
            event.access.address[lane] = BASE + at;
            for (unsigned byte = 0; byte < event.access.size; byte++)
                touched[(at + byte) / 4] = true;
        }
        scord_sm_event_t lowered[SCORD_LOWER_MAX];
        const unsigned n = lower(&event, lowered);
        for (unsigned r = 0; r < n; r++) {
            assert_true(r == 0 || lowered[r].address > lowered[r - 1].address);
            for (uint32_t words = lowered[r].mask; words; words &= words - 1) {
                const unsigned word = (unsigned)((lowered[r].address - BASE) / 4) +
                                      (unsigned)__builtin_ctz(words);
                assert_true(touched[word]);
                touched[word] = false;
            }
        }
        for (unsigned word = 0; word < 512; word++) assert_false(touched[word]);
    }
}

/* D17: an entry per lane in ascending lane order, after the requests. D34: equal words stay apart.
 */
TEST(test_cas_lanes) {
    scord_event_t event = access_event(SCORD_OP_ATOMIC, 4, 0x80000101);
    event.access.atomic_kind = SCORD_ATOMIC_KIND_CAS;
    event.access.scope = SCORD_SCOPE_BLOCK;
    event.access.has_operands = event.access.has_returned = 1;
    const unsigned lanes[] = {0, 8, 31};
    for (unsigned i = 0; i < 3; i++) {
        event.access.address[lanes[i]] = BASE + (i == 1 ? 0x80 : 0);
        event.access.compare[lanes[i]] = 10 + i;
        event.access.value[lanes[i]] = 20 + i;
        event.access.returned[lanes[i]] = 30 + i;
    }
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    assert_int_equal(lower(&event, lowered), 2 + 3);
    for (unsigned i = 0; i < 3; i++) {
        const scord_sm_event_t expected = {.kind = SCORD_SM_EVENT_KIND_CAS,
                                           .warp = 3,
                                           .slot = 2,
                                           .scope = SCORD_SCOPE_BLOCK,
                                           .sequence = 7,
                                           .pc = 0x50,
                                           .address = BASE + (i == 1 ? 0x80 : 0),
                                           .compare = 10 + i,
                                           .value = 20 + i,
                                           .returned = 30 + i};
        assert_record_equal(sm_event, SM_EVENT, &lowered[2 + i], &expected);
    }
}

/* D34: 64-bit operands saturate: 2^32 must not look like 0 nor 2^32 + 1 like 1. */
TEST(test_wide_lock_words_saturate) {
    scord_event_t event = access_event(SCORD_OP_ATOMIC, 8, 0x1);
    event.access.atomic_kind = SCORD_ATOMIC_KIND_CAS;
    event.access.has_operands = event.access.has_returned = 1;
    event.access.address[0] = BASE + 8;
    event.access.compare[0] = UINT64_C(1) << 32;
    event.access.value[0] = (UINT64_C(1) << 32) + 1;
    event.access.returned[0] = UINT64_MAX;
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    assert_int_equal(lower(&event, lowered), 2);
    assert_int_equal(lowered[0].mask, 3u << 2);
    assert_true(lowered[1].address == BASE + 8);
    assert_int_equal(lowered[1].compare, UINT32_MAX);
    assert_int_equal(lowered[1].value, UINT32_MAX);
    assert_int_equal(lowered[1].returned, UINT32_MAX);
}

/* D34: an Exch needs its operand only; other atomics and accesses without values have no lock
 * words. */
TEST(test_which_accesses_have_lock_words) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    for (unsigned kind = 0; kind < SCORD_ATOMIC_KIND_COUNT; kind++) {
        for (unsigned values = 0; values < 4; values++) {
            scord_event_t event = access_event(kind ? SCORD_OP_ATOMIC : SCORD_OP_STORE, 4, 0x1);
            event.access.atomic_kind = (uint8_t)kind;
            event.access.has_operands = values & 1;
            event.access.has_returned = values >> 1 & 1;
            event.access.address[0] = BASE;
            const bool has = (kind == SCORD_ATOMIC_KIND_CAS && values == 3) ||
                             (kind == SCORD_ATOMIC_KIND_EXCH && (values & 1));
            assert_int_equal(lower(&event, lowered), has ? 2 : 1);
        }
    }
}

TEST(test_other_records) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
    event.block_launch = (scord_event_block_launch_t){.sm = 1, .slot = 4, .warps = 0xf0};
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_BLOCK_LAUNCH);
    assert_int_equal(lowered[0].slot, 4);
    assert_int_equal(lowered[0].mask, 0xf0);
    event = (scord_event_t){.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){
        .sm = 1, .slot = 4, .warp = 9, .scope = SCORD_SCOPE_BLOCK, .pc = 8, .mask = 1};
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_FENCE);
    assert_int_equal(lowered[0].warp, 9);
    assert_int_equal(lowered[0].scope, SCORD_SCOPE_BLOCK);
    event = (scord_event_t){.kind = SCORD_EVENT_KIND_BARRIER_ARRIVE,
                            .warp = {.sm = 1, .slot = 4, .warp = 9, .pc = 8}};
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_BARRIER_ARRIVE);
    assert_int_equal(lowered[0].slot, 4);
    assert_int_equal(lowered[0].warp, 9);
    event.kind = SCORD_EVENT_KIND_BARRIER_RELEASE;
    assert_int_equal(lower(&event, lowered), 1);
    assert_int_equal(lowered[0].kind, SCORD_SM_EVENT_KIND_BARRIER_RELEASE);
    assert_int_equal(lowered[0].slot, 4);
    assert_int_equal(lowered[0].warp, 0); /* a block's release is no warp's */
    const scord_event_kind_t unseen[] = {SCORD_EVENT_KIND_BLOCK_EXIT, SCORD_EVENT_KIND_WARP_EXIT,
                                         SCORD_EVENT_KIND_LOCATION, SCORD_EVENT_KIND_KERNEL_END};
    for (unsigned i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        event = (scord_event_t){.kind = unseen[i]};
        assert_int_equal(lower(&event, lowered), 0);
    }
}

/* ---- replay ---- */

typedef struct observed {
    unsigned items;
    scord_retire_t last;
} observed_t;

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    observed_t *observed = context;
    assert_non_null(event);
    observed->items++;
    observed->last = *retire;
}

static scord_replay_t start(observed_t *observed) {
    scord_model_status_t status;
    scord_model_t *model = scord_model_create(&scord_configs[0], &status);
    assert_non_null(model);
    scord_replay_t replay;
    *observed = (observed_t){0};
    scord_replay_init(&replay, model, observe, observed);
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin.tracked_base = BASE;
    begin.kernel_begin.log2_tracked_words = 10;
    char message[200];
    assert_int_equal(scord_replay_event(&replay, &begin, message, sizeof message), SCORD_REPLAY_OK);
    return replay;
}

static scord_replay_status_t expect(scord_replay_t *replay, scord_event_expect_t expected,
                                    char message[200]) {
    const scord_event_t event = {.kind = SCORD_EVENT_KIND_EXPECT, .expect = expected};
    message[0] = 0;
    return scord_replay_event(replay, &event, message, 200);
}

/* Two racy words of one instruction, both observed, and each part of an expectation tested. */
TEST(test_expectations) {
    observed_t observed;
    scord_replay_t replay = start(&observed);
    char message[200];
    scord_event_t event = access_event(SCORD_OP_STORE, 8, 0x1);
    event.access.address[0] = BASE;
    assert_int_equal(scord_replay_event(&replay, &event, message, sizeof message), SCORD_REPLAY_OK);
    assert_int_equal(
        expect(&replay, (scord_event_expect_t){.path = SCORD_PATH_INITIALIZATION}, message),
        SCORD_REPLAY_OK);
    assert_int_equal(expect(&replay, (scord_event_expect_t){.path = SCORD_PATH_FULL}, message),
                     SCORD_REPLAY_EXPECTATION);
    assert_string_equal(message, "expected 0 races, path full; seen 0 races, path initialization");
    event.access.sm = 0;
    assert_int_equal(scord_replay_event(&replay, &event, message, sizeof message), SCORD_REPLAY_OK);
    assert_int_equal(observed.items, 4);
    scord_event_expect_t right = {.races = 2,
                                  .verdict = SCORD_VERDICT_MISSING_DEVICE_FENCE,
                                  .scope = SCORD_SCOPE_DEVICE,
                                  .path = SCORD_EXPECT_ANY};
    assert_int_equal(expect(&replay, right, message), SCORD_REPLAY_OK);
    scord_event_expect_t wrong = right;
    wrong.races = 1;
    assert_int_equal(expect(&replay, wrong, message), SCORD_REPLAY_EXPECTATION);
    assert_string_equal(message,
                        "expected 1 race, first missing_device_fence, device scope; "
                        "seen 2 races, first missing_device_fence, device scope, path full");
    wrong = right;
    wrong.verdict = SCORD_VERDICT_NOT_STRONG;
    assert_int_equal(expect(&replay, wrong, message), SCORD_REPLAY_EXPECTATION);
    wrong = right;
    wrong.scope = SCORD_SCOPE_BLOCK;
    assert_int_equal(expect(&replay, wrong, message), SCORD_REPLAY_EXPECTATION);
    wrong.scope = SCORD_EXPECT_ANY;
    assert_int_equal(expect(&replay, wrong, message), SCORD_REPLAY_OK);
    scord_model_destroy(replay.model);
}

/* The outcome is that of the last access alone, and of this kernel; fences are observed and leave
 * it. */
TEST(test_outcome_of_the_last_access) {
    observed_t observed;
    scord_replay_t replay = start(&observed);
    char message[200];
    scord_event_t event = access_event(SCORD_OP_STORE, 8, 0x1);
    event.access.address[0] = BASE;
    scord_replay_event(&replay, &event, message, sizeof message);
    event.access.sm = 0;
    scord_replay_event(&replay, &event, message, sizeof message);
    const scord_event_t fence = {
        .kind = SCORD_EVENT_KIND_FENCE,
        .fence = {.sm = 0, .slot = 2, .warp = 3, .scope = SCORD_SCOPE_BLOCK}};
    scord_replay_event(&replay, &fence, message, sizeof message);
    assert_int_equal(observed.items, 5);
    assert_int_equal(observed.last.kind, SCORD_REQUEST_KIND_FENCE);
    assert_int_equal(scord_model_counters(replay.model)->fences, 1);
    assert_int_equal(replay.races, 2);
    assert_int_equal(replay.first_race.address, BASE);
    assert_int_equal(replay.first_word.address, BASE);
    scord_replay_event(&replay, &event, message, sizeof message); /* program order now */
    assert_int_equal(replay.races, 0);
    assert_int_equal(replay.first_word.path, SCORD_PATH_PROGRAM_ORDER);
    event.access.sm = 1;
    scord_replay_event(&replay, &event, message, sizeof message);
    assert_int_equal(replay.races, 2);
    replay.pick = 5;
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin.log2_tracked_words = 10;
    scord_replay_event(&replay, &begin, message, sizeof message);
    assert_int_equal(replay.races, 0);
    assert_int_equal(replay.pick, -1);
    assert_int_equal(replay.first_race.verdict, SCORD_VERDICT_CLEAN);
    scord_model_destroy(replay.model);
}

TEST(test_schedule_and_expect_pick) {
    observed_t observed;
    scord_replay_t replay = start(&observed);
    char message[200];
    scord_event_t pick = {.kind = SCORD_EVENT_KIND_EXPECT_PICK, .expect = {.warp = 2}};
    assert_int_equal(scord_replay_event(&replay, &pick, message, sizeof message),
                     SCORD_REPLAY_EXPECTATION);
    assert_string_equal(message, "expected the scheduler to pick warp 2; seen no pick");
    const scord_event_t schedule = {
        .kind = SCORD_EVENT_KIND_SCHEDULE,
        .schedule = {.sm = 1, .policy = SCORD_ISSUE_POLICY_LRR, .ready = 0xc}};
    scord_replay_event(&replay, &schedule, message, sizeof message);
    assert_int_equal(scord_replay_event(&replay, &pick, message, sizeof message), SCORD_REPLAY_OK);
    scord_replay_event(&replay, &schedule, message, sizeof message);
    assert_int_equal(scord_replay_event(&replay, &pick, message, sizeof message),
                     SCORD_REPLAY_EXPECTATION);
    assert_string_equal(message, "expected the scheduler to pick warp 2; seen warp 3");
    scord_model_destroy(replay.model);
}

TEST(test_kernel_begin_out_of_range) {
    observed_t observed;
    scord_replay_t replay = start(&observed);
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin.tracked_base = BASE + 4;
    begin.kernel_begin.log2_tracked_words = 10;
    char message[200] = "";
    assert_int_equal(scord_replay_event(&replay, &begin, message, sizeof message),
                     SCORD_REPLAY_INVALID);
    assert_non_null(strstr(message, "0x10000004"));
    scord_model_destroy(replay.model);
}

TEST_MAIN("replay")
