/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/report/history/access_history.c, access_log.c and index_map.c: last access
 * and last write, bounds, forgetting, segments at once. */
#include "tb/unit/model/model_test.h"

#include "cmodel/base/random.h"
#include "cmodel/report/history/access_log.h"

static void add(scord_access_history_t *history, uint64_t address, unsigned warp, uint64_t sequence,
                bool write) {
    assert_true(scord_access_history_add(history, address, 1, (uint8_t)warp, sequence,
                                         (uint32_t)sequence + 100, (unsigned)sequence % 32, write));
}

static bool known(const scord_access_history_t *history, uint64_t address, unsigned block,
                  unsigned warp) {
    scord_past_warp_t past;
    return scord_access_history_find(history, address, (uint8_t)block, (uint8_t)warp, &past);
}

static scord_past_warp_t past_of(const scord_access_history_t *history, uint64_t address,
                                 unsigned block, unsigned warp) {
    scord_past_warp_t past = {0};
    assert_true(scord_access_history_find(history, address, (uint8_t)block, (uint8_t)warp, &past));
    return past;
}

TEST(test_last_access_and_last_write) {
    scord_access_history_t history = {0};
    assert_false(known(&history, 0x100, 1, 2));
    add(&history, 0x100, 2, 1, false);
    assert_false(past_of(&history, 0x100, 1, 2).wrote);
    add(&history, 0x100, 2, 2, true);
    add(&history, 0x100, 2, 3, false);
    const scord_past_warp_t past = past_of(&history, 0x100, 1, 2);
    assert_true(past.wrote);
    assert_int_equal(past.access_sequence, 3);
    assert_int_equal(past.access_pc, 103);
    assert_int_equal(past.write_sequence, 2);
    assert_int_equal(past.write_pc, 102);
    assert_int_equal(past.access_lane, 3);
    assert_int_equal(past.write_lane, 2);
    assert_false(known(&history, 0x104, 1, 2)); /* another word */
    assert_false(known(&history, 0x100, 2, 2)); /* another block */
    scord_access_history_destroy(&history);
}

/* All warps of a word are kept: those beyond the first by their slots. */
TEST(test_all_warps_of_a_word) {
    scord_access_history_t history = {0};
    scord_past_walk_t walk;
    scord_past_warp_t past;
    unsigned warps = 0;
    uint64_t sum = 0;
    for (unsigned i = 0; i < 128; i++) /* blocks of sixteen SMs */
        assert_true(scord_access_history_add(&history, 0x100, (uint8_t)(i % 16 << SCORD_SLOT_WIDTH),
                                             (uint8_t)(i / 16 * 4 + i % 3), 10 + i, 100 + i, i % 32,
                                             i % 2));
    for (unsigned i = 0; i < 128; i++) {
        past = past_of(&history, 0x100, i % 16 << SCORD_SLOT_WIDTH, i / 16 * 4 + i % 3);
        assert_int_equal(past.access_sequence, 10 + i);
        assert_int_equal(past.access_pc, 100 + i);
        assert_int_equal(past.access_lane, i % 32);
        assert_int_equal(past.wrote, i % 2);
    }
    assert_false(known(&history, 0x100, 1, 3));
    assert_false(known(&history, 0x104, 0, 0));
    for (scord_access_history_start(&history, 0x100, &walk);
         scord_access_history_next(&walk, &past); warps++)
        sum += past.access_sequence;
    assert_int_equal(warps, 128);
    assert_int_equal(sum, 128 * 10 + 128 * 127 / 2);
    assert_true(scord_access_history_other(&history, 0x100, 0, 0, true, &past));
    assert_int_equal(past.access_sequence, 10 + 112);
    assert_false(walk.lost);
    scord_access_history_clear(&history);
    assert_false(known(&history, 0x100, 0, 0));
    scord_access_history_destroy(&history);
}

/* The words of a segment have their warps in common; the first access of another shape parts them.
 */
TEST(test_further_warps_of_alike_words) {
    scord_access_history_t history = {0};
    scord_past_segment_t segment = {
        .address = 0x100, .pc = 8, .words = UINT32_MAX, .size = 4, .follow = true};
    for (unsigned warp = 0; warp < 9; warp++) {
        segment.sequence = 1 + warp;
        segment.warp_id = (uint8_t)warp;
        segment.block_id = 1;
        segment.lane_of_0 = (uint8_t)warp;
        assert_true(scord_access_history_add_segment(&history, &segment));
    }
    for (unsigned parted = 0; parted < 2; parted++) {
        for (unsigned word = 0; word < 32; word++)
            for (unsigned warp = 0; warp < 9; warp++) {
                const scord_past_warp_t past = past_of(&history, 0x100 + 4 * word, 1, warp);
                assert_int_equal(past.access_sequence, 1 + warp);
                assert_int_equal(past.access_lane, (warp + word) % 32);
            }
        add(&history, 0x104, 20, 30, true);
    }
    assert_true(known(&history, 0x104, 1, 20));
    assert_false(known(&history, 0x108, 1, 20));
    scord_access_history_destroy(&history);
}

/* Without room the warp whose last access is oldest, of the first four, makes it. */
TEST(test_oldest_warp_makes_room) {
    scord_access_history_t history = {.units = SCORD_HISTORY_UNITS};
    for (unsigned warp = 0; warp < SCORD_HISTORY_WARPS; warp++)
        add(&history, 0x100, warp, 10 + warp, true);
    add(&history, 0x100, 0, 20, false); /* warp 1 is the oldest now */
    add(&history, 0x100, 9, 21, false);
    assert_true(known(&history, 0x100, 1, 0));
    assert_false(known(&history, 0x100, 1, 1));
    assert_true(known(&history, 0x100, 1, 9));
    assert_false(past_of(&history, 0x100, 1, 9).wrote); /* nothing of warp 1 is left in its place */
    scord_past_walk_t walk;
    scord_access_history_start(&history, 0x100, &walk);
    assert_true(walk.lost);
    scord_access_history_destroy(&history);
}

TEST(test_clear_forgets) {
    scord_access_history_t history = {0};
    add(&history, 0x100, 0, 1, true);
    scord_access_history_clear(&history);
    assert_false(known(&history, 0x100, 1, 0));
    add(&history, 0x100, 0, 2, false);
    assert_false(past_of(&history, 0x100, 1, 0).wrote);
    scord_access_history_destroy(&history);
}

/* Memory is bounded: with one word too many it drops history, reports that, and goes on. */
TEST(test_bound) {
    scord_access_history_t history = {0};
    for (uint64_t word = 0; word < SCORD_HISTORY_WORDS; word++)
        assert_true(scord_access_history_add(&history, word * 4, 1, 0, word, 8, 0, true));
    assert_false(history.full);
    assert_true(known(&history, 0, 1, 0));
    add(&history, (uint64_t)SCORD_HISTORY_WORDS * 4, 0, SCORD_HISTORY_WORDS, true);
    assert_true(history.full);
    assert_false(known(&history, 0, 1, 0));
    assert_true(known(&history, (uint64_t)SCORD_HISTORY_WORDS * 4, 1, 0));
    scord_access_history_destroy(&history);
}

/* Sequences that need more than 32 bits from the first on, and more PCs than have numbers: what was
 * kept is dropped and reported. */
TEST(test_wide_numbers) {
    scord_access_history_t history = {0};
    const uint64_t far = UINT64_C(7) << 33;
    add(&history, 0x100, 0, far, true);
    add(&history, 0x104, 0, far + UINT32_MAX, true);
    assert_int_equal(past_of(&history, 0x104, 1, 0).write_sequence, far + UINT32_MAX);
    assert_int_equal(past_of(&history, 0x100, 1, 0).access_sequence, far);
    add(&history, 0x108, 0, far + UINT32_MAX + 1, true);
    assert_true(history.full);
    assert_false(known(&history, 0x100, 1, 0));
    assert_int_equal(past_of(&history, 0x108, 1, 0).access_sequence, far + UINT32_MAX + 1);
    scord_access_history_clear(&history);
    for (uint64_t i = 0; i < SCORD_HISTORY_PCS; i++) add(&history, 0x100, 0, i, true);
    assert_false(history.full);
    assert_int_equal(past_of(&history, 0x100, 1, 0).write_pc, SCORD_HISTORY_PCS + 99);
    add(&history, 0x104, 0, SCORD_HISTORY_PCS, true);
    assert_true(history.full);
    assert_int_equal(past_of(&history, 0x104, 1, 0).write_pc, SCORD_HISTORY_PCS + 100);
    scord_access_history_destroy(&history);
}

/* By member: what is between them is not said. */
static void assert_past_equal(const scord_past_warp_t *a, const scord_past_warp_t *b) {
    assert_int_equal(a->access_sequence, b->access_sequence);
    assert_int_equal(a->write_sequence, b->write_sequence);
    assert_int_equal(a->access_pc, b->access_pc);
    assert_int_equal(a->write_pc, b->write_pc);
    assert_int_equal(a->block_id, b->block_id);
    assert_int_equal(a->warp_id, b->warp_id);
    assert_int_equal(a->access_lane, b->access_lane);
    assert_int_equal(a->write_lane, b->write_lane);
    assert_int_equal(a->wrote, b->wrote);
    assert_int_equal(a->changed_nothing, b->changed_nothing);
}

static scord_past_segment_t random_segment(uint64_t *seed, uint64_t sequence) {
    static const uint8_t sizes[] = {1, 2, 4, 4, 4, 8, 16};
    scord_past_segment_t segment = {
        .address = (1 + scord_split_below(seed, 3)) * SCORD_SEGMENT_BYTES,
        .sequence = sequence,
        .pc = (uint32_t)(8 * scord_split_below(seed, 5)),
        .words = scord_split_below(seed, 4) ? UINT32_MAX : (uint32_t)scord_split_next(seed) | 1,
        .block_id = (uint8_t)scord_split_below(seed, 2),
        .warp_id = (uint8_t)scord_split_below(seed, 3),
        .size = sizes[scord_split_below(seed, sizeof sizes)],
        .write = scord_split_below(seed, 2)};
    const unsigned lane = (unsigned)scord_split_below(seed, 32), any = !scord_split_below(seed, 8);
    for (unsigned word = 0; word < SCORD_HISTORY_PAGE_WORDS; word++)
        segment.first[word] = (uint8_t)(any ? scord_split_below(seed, 32)
                                            : (lane + word * SCORD_WORD_BYTES / segment.size) % 32);
    return segment;
}

/* Segments taken at once against the same words one by one. Few segments, so that pages are alike,
 * part, and are dropped by a clear. */
TEST(test_segments) {
    scord_access_history_t at_once = {0}, one_by_one = {0};
    uint64_t seed = 20261125;
    unsigned known_words = 0;
    for (uint64_t sequence = 1; sequence < 40000; sequence++) {
        const scord_past_segment_t segment = random_segment(&seed, sequence);
        if (scord_split_below(&seed, 40) == 0) {
            scord_access_history_clear(&at_once);
            scord_access_history_clear(&one_by_one);
        }
        assert_true(scord_access_history_add_segment(&at_once, &segment));
        for (unsigned word = 0; word < SCORD_HISTORY_PAGE_WORDS; word++)
            if (segment.words >> word & 1)
                assert_true(scord_access_history_add(
                    &one_by_one, segment.address + word * SCORD_WORD_BYTES, segment.block_id,
                    segment.warp_id, sequence, segment.pc, segment.first[word], segment.write));
        const uint64_t address = SCORD_SEGMENT_BYTES + 4 * scord_split_below(&seed, 96);
        for (unsigned warp = 0; warp < 6; warp++) {
            scord_past_warp_t a = {0}, b = {0};
            const bool known_at_once = scord_access_history_find(
                           &at_once, address, (uint8_t)(warp / 3), (uint8_t)(warp % 3), &a),
                       known_one_by_one = scord_access_history_find(
                           &one_by_one, address, (uint8_t)(warp / 3), (uint8_t)(warp % 3), &b);
            assert_int_equal(known_at_once, known_one_by_one);
            assert_past_equal(&a, &b);
            known_words += known_at_once;
            scord_past_warp_t c = {0}, d = {0};
            assert_int_equal(scord_access_history_other(&at_once, address, (uint8_t)(warp / 3),
                                                        (uint8_t)(warp % 3), warp & 1, &c),
                             scord_access_history_other(&one_by_one, address, (uint8_t)(warp / 3),
                                                        (uint8_t)(warp % 3), warp & 1, &d));
            assert_past_equal(&c, &d);
        }
    }
    assert_true(known_words > 10000);
    assert_true(at_once.part_count <= 3 && at_once.count <= one_by_one.count + 3);
    scord_access_history_destroy(&at_once);
    scord_access_history_destroy(&one_by_one);
}

static void assert_same_past(const scord_access_history_t *a, const scord_access_history_t *b,
                             uint64_t address, unsigned *known_words) {
    for (unsigned warp = 0; warp < 6; warp++) {
        const uint8_t block_id = (uint8_t)(warp / 3), warp_id = (uint8_t)(warp % 3);
        scord_past_warp_t past[2] = {{0}, {0}};
        const bool is_known = scord_access_history_find(a, address, block_id, warp_id, &past[0]);
        assert_int_equal(is_known,
                         scord_access_history_find(b, address, block_id, warp_id, &past[1]));
        assert_past_equal(&past[0], &past[1]);
        *known_words += is_known;
    }
}

/* A history that is asked now and then, by way of its log, against one that takes each access at
 * once: segments, and single words of far addresses. */
TEST(test_log) {
    const uint64_t far = UINT64_C(1) << 62;
    scord_access_history_t later = {0}, at_once = {0};
    scord_access_log_t log = {0};
    uint64_t seed = 20261126;
    unsigned known_words = 0;
    for (uint64_t sequence = 1; sequence < 60000; sequence++) {
        scord_past_segment_t segment = random_segment(&seed, sequence / 2);
        if (scord_split_below(&seed, 4) == 0) segment.words &= 0 - segment.words;
        const uint64_t place = far + 4 * scord_split_below(&seed, 64);
        const unsigned lane = (unsigned)scord_split_below(&seed, 32);
        assert_true(scord_access_log_segment(&log, &later, &segment));
        assert_true(scord_access_history_add_segment(&at_once, &segment));
        if (scord_split_below(&seed, 3) == 0) {
            assert_true(scord_access_log_word(&log, &later, place, 1, segment.warp_id, sequence,
                                              segment.pc, lane, segment.write));
            assert_true(scord_access_history_add(&at_once, place, 1, segment.warp_id, sequence,
                                                 segment.pc, lane, segment.write));
        }
        if (scord_split_below(&seed, 200) == 0) {
            scord_access_history_clear(&at_once);
            scord_access_history_clear(&later);
            scord_access_log_clear(&log);
        }
        if (scord_split_below(&seed, 9) != 0) continue;
        assert_true(scord_access_log_settle(&log, &later));
        assert_same_past(&later, &at_once, place, &known_words);
        assert_same_past(&later, &at_once, SCORD_SEGMENT_BYTES + 4 * scord_split_below(&seed, 96),
                         &known_words);
    }
    assert_true(known_words > 10000);
    scord_access_log_destroy(&log);
    scord_access_history_destroy(&later);
    scord_access_history_destroy(&at_once);
}

/* A log that is full settles itself, and is as large as it may be. */
TEST(test_log_bound) {
    scord_access_history_t later = {0}, at_once = {0};
    scord_access_log_t log = {0};
    unsigned known_words = 0;
    for (uint64_t i = 0; i < SCORD_LOG_SLOTS / 2; i++) {
        const uint64_t address = i % 1000 * 4;
        assert_true(
            scord_access_log_word(&log, &later, address, 1, (uint8_t)(i % 3), i, 8, 0, i & 1));
        assert_true(
            scord_access_history_add(&at_once, address, 1, (uint8_t)(i % 3), i, 8, 0, i & 1));
    }
    assert_true(later.count == 1000 && log.count != 0 && log.count <= SCORD_LOG_SLOTS);
    assert_true(scord_access_log_settle(&log, &later));
    for (uint64_t word = 0; word < 1000; word++)
        assert_same_past(&later, &at_once, word * 4, &known_words);
    assert_int_equal(known_words, 3000);
    scord_access_log_destroy(&log);
    scord_access_history_destroy(&later);
    scord_access_history_destroy(&at_once);
}

/* The map against an array, with keys that collide in any simple hash: multiples of large powers of
 * two. */
TEST(test_index_map) {
    scord_index_map_t map = {0};
    assert_true(scord_index_map_find(&map, 7) == SCORD_INDEX_NONE);
    for (unsigned shift = 0; shift < 60; shift += 12) {
        for (uint32_t i = 0; i < 2000; i++)
            assert_true(scord_index_map_add(&map, (uint64_t)(2 * i + 1) << shift, i));
        for (uint32_t i = 0; i < 2000; i++) {
            assert_true(scord_index_map_find(&map, (uint64_t)(2 * i + 1) << shift) == i);
            assert_true(scord_index_map_find(&map, (uint64_t)(2 * i + 4001) << shift) ==
                        SCORD_INDEX_NONE);
        }
        scord_index_map_clear(&map);
        assert_true(scord_index_map_find(&map, (uint64_t)1 << shift) == SCORD_INDEX_NONE);
    }
    scord_index_map_destroy(&map);
}

TEST_MAIN("access_history")
