/* Unit test of cmodel/report/access_history.c and index_map.c: last access and last write, bounds,
 * forgetting. */
#include "tb/unit/model/model_test.h"

#include "cmodel/report/access_history.h"

static void add(scord_access_history_t *history, uint64_t address, unsigned warp, uint64_t sequence,
                bool write) {
    assert_true(scord_access_history_add(history, address, 1, (uint8_t)warp, sequence,
                                         (uint32_t)sequence + 100, (unsigned)sequence % 32, write));
}

TEST(test_last_access_and_last_write) {
    scord_access_history_t history = {0};
    assert_null(scord_access_history_find(&history, 0x100, 1, 2));
    add(&history, 0x100, 2, 1, false);
    assert_false(scord_access_history_find(&history, 0x100, 1, 2)->wrote);
    add(&history, 0x100, 2, 2, true);
    add(&history, 0x100, 2, 3, false);
    const scord_past_warp_t *past = scord_access_history_find(&history, 0x100, 1, 2);
    assert_non_null(past);
    assert_true(past->wrote);
    assert_int_equal(past->access_sequence, 3);
    assert_int_equal(past->access_pc, 103);
    assert_int_equal(past->write_sequence, 2);
    assert_int_equal(past->write_pc, 102);
    assert_int_equal(past->access_lane, 3);
    assert_int_equal(past->write_lane, 2);
    assert_null(scord_access_history_find(&history, 0x104, 1, 2)); /* another word */
    assert_null(scord_access_history_find(&history, 0x100, 2, 2)); /* another block */
    scord_access_history_destroy(&history);
}

/* The warp whose last access is oldest makes room. */
TEST(test_oldest_warp_makes_room) {
    scord_access_history_t history = {0};
    for (unsigned warp = 0; warp < SCORD_HISTORY_WARPS; warp++)
        add(&history, 0x100, warp, 10 + warp, true);
    add(&history, 0x100, 0, 20, false); /* warp 1 is the oldest now */
    add(&history, 0x100, 9, 21, false);
    assert_non_null(scord_access_history_find(&history, 0x100, 1, 0));
    assert_null(scord_access_history_find(&history, 0x100, 1, 1));
    assert_non_null(scord_access_history_find(&history, 0x100, 1, 9));
    assert_false(scord_access_history_find(&history, 0x100, 1, 9)
                     ->wrote); /* nothing of warp 1 is left in its place */
    scord_access_history_destroy(&history);
}

TEST(test_clear_forgets) {
    scord_access_history_t history = {0};
    add(&history, 0x100, 0, 1, true);
    scord_access_history_clear(&history);
    assert_null(scord_access_history_find(&history, 0x100, 1, 0));
    add(&history, 0x100, 0, 2, false);
    assert_false(scord_access_history_find(&history, 0x100, 1, 0)->wrote);
    scord_access_history_destroy(&history);
}

/* Memory is bounded: with one word too many it drops history, reports that, and goes on. */
TEST(test_bound) {
    scord_access_history_t history = {0};
    for (uint64_t word = 0; word < SCORD_HISTORY_WORDS; word++)
        add(&history, word * 4, 0, word, true);
    assert_false(history.full);
    assert_non_null(scord_access_history_find(&history, 0, 1, 0));
    add(&history, (uint64_t)SCORD_HISTORY_WORDS * 4, 0, SCORD_HISTORY_WORDS, true);
    assert_true(history.full);
    assert_null(scord_access_history_find(&history, 0, 1, 0));
    assert_non_null(scord_access_history_find(&history, (uint64_t)SCORD_HISTORY_WORDS * 4, 1, 0));
    scord_access_history_destroy(&history);
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
