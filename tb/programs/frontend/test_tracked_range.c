/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of scord_log2_tracked_words (cmodel/stream/tracked_range.h), D36: the tracked range for
 * the bytes that a program has allocated. Expected values are derived by hand: 1 << log2 words, of
 * 4 bytes each, 1 << ratio of them for one metadata entry. */
#include "tb/unit/model/model_test.h"

#include "cmodel/stream/tracked_range.h"

static uint32_t words_for(uint64_t span, uint32_t log2_cache_ratio) {
    const scord_config_t config = {.log2_cache_ratio = log2_cache_ratio};
    return scord_log2_tracked_words(span, &config);
}

/* 2^10 entries at least: 4 KB, times the ratio. */
TEST(a_small_program_gets_the_least_range) {
    assert_int_equal(words_for(1, 4), 10 + 4);
    assert_int_equal(words_for(4096, 4), 10 + 4);
    assert_int_equal(words_for(1, 0), 10);
}

/* Up to 2^16 entries the power of two above the span, times the ratio: every used word has an entry
 * of its own. */
TEST(the_range_is_the_next_power_of_two_times_the_ratio) {
    assert_int_equal(words_for(4097, 4), 11 + 4);
    assert_int_equal(words_for(8192, 4), 11 + 4);
    assert_int_equal(words_for(UINT64_C(4) << 16, 4), 16 + 4);
    assert_int_equal(words_for(UINT64_C(4) << 16, 0), 16);
}

/* Above, the entries stay 2^16 until the program itself is larger than what they cover. */
TEST(a_large_program_shares_entries) {
    assert_int_equal(words_for((UINT64_C(4) << 16) + 1, 4), 16 + 4);
    assert_int_equal(words_for(UINT64_C(4) << 20, 4), 20);
    assert_int_equal(words_for((UINT64_C(4) << 20) + 1, 4), 21);
    assert_int_equal(words_for((UINT64_C(4) << 16) + 1, 0), 17); /* nocache never shares */
}

/* D51: with shared memory up to 2^18 entries. */
TEST(shared_memory_gets_more_entries) {
    const scord_config_t config = {.log2_cache_ratio = 4};
    assert_int_equal(scord_log2_tracked_words_with_shared(1, &config), 10 + 4);
    assert_int_equal(scord_log2_tracked_words_with_shared((UINT64_C(4) << 16) + 1, &config),
                     17 + 4);
    assert_int_equal(scord_log2_tracked_words_with_shared(UINT64_C(4) << 18, &config), 18 + 4);
    assert_int_equal(scord_log2_tracked_words_with_shared((UINT64_C(4) << 18) + 1, &config),
                     18 + 4);
}

TEST_MAIN("tracked_range")
