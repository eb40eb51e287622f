/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/metadata.h and cmodel/detector/metadata_accessor.c: reset image, D5,
 * D23, D24, D26. */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/metadata_accessor.h"
#include "cmodel/detector/metadata_run.h"

static const uint64_t base = UINT64_C(0x7f00000000);

static scord_metadata_accessor_t start(unsigned log2_words, unsigned log2_ratio) {
    scord_metadata_accessor_t accessor = {0};
    assert_true(scord_metadata_accessor_start(&accessor, base, log2_words, log2_ratio));
    return accessor;
}

static scord_metadata_place_t place_of(const scord_metadata_accessor_t *accessor, uint64_t word) {
    scord_metadata_place_t place;
    assert_true(scord_metadata_accessor_locate(accessor, base + word * SCORD_WORD_BYTES, &place));
    return place;
}

/* Section 1: all zero, but Modified = BlkShared = DevShared = 1. */
TEST(test_reset_image) {
    const scord_metadata_t reset = scord_metadata_from_bits(scord_metadata_reset(0));
    const scord_metadata_t expected = {.modified = 1, .blk_shared = 1, .dev_shared = 1};
    assert_record_equal(metadata, METADATA, &reset, &expected);
    for (unsigned tag = 0; tag < 1u << SCORD_TAG_WIDTH; tag++) {
        assert_int_equal(scord_metadata_tag(scord_metadata_reset(tag)), tag);
        assert_int_equal(scord_metadata_from_bits(scord_metadata_reset(tag)).tag, tag);
    }
}

TEST(test_start_is_the_reset_image) {
    scord_metadata_accessor_t accessor = start(8, 2);
    assert_int_equal(scord_metadata_accessor_entries(&accessor), 1 << (8 - 2));
    for (uint64_t i = 0; i < scord_metadata_accessor_entries(&accessor); i++)
        assert_true(scord_metadata_accessor_entry(&accessor, i) == SCORD_METADATA_RESET_IMAGE);
    scord_metadata_accessor_clear(&accessor);
    assert_int_equal(scord_metadata_accessor_entries(&accessor), 0);
}

/* D23: index = w mod N, Tag = w div N, for every ratio; every word has a place of its own {index,
 * tag}. */
TEST(test_index_and_tag) {
    enum { LOG2_WORDS = 8, WORDS = 1 << LOG2_WORDS };
    for (unsigned ratio = 0; ratio <= SCORD_TAG_WIDTH; ratio++) {
        scord_metadata_accessor_t accessor = start(LOG2_WORDS, ratio);
        const uint64_t entries = scord_metadata_accessor_entries(&accessor);
        assert_int_equal(entries, WORDS >> ratio);
        for (uint64_t word = 0; word < WORDS; word++) {
            const scord_metadata_place_t place = place_of(&accessor, word);
            assert_int_equal(place.index, word % entries);
            assert_int_equal(place.tag, word / entries);
        }
        scord_metadata_accessor_clear(&accessor);
    }
}

/* A table far larger than the machine's memory: the highest entry, none lost with it. */
TEST(test_largest_range) {
    scord_metadata_accessor_t accessor = {0};
    const uint64_t words = UINT64_C(1) << SCORD_LOG2_TRACKED_WORDS_MAX;
    assert_true(scord_metadata_accessor_start(&accessor, 0, SCORD_LOG2_TRACKED_WORDS_MAX, 0));
    assert_true(scord_metadata_accessor_entries(&accessor) == words);
    scord_metadata_place_t last = {0}, first = {1, 0};
    assert_true(scord_metadata_accessor_locate(&accessor, SCORD_WORD_BYTES * (words - 1), &last));
    assert_true(scord_metadata_accessor_locate(&accessor, 0, &first));
    assert_true(last.index == words - 1 && first.index == 0);
    scord_metadata_accessor_write(&accessor, &last, 0);
    assert_true(scord_metadata_accessor_entry(&accessor, last.index) == 0);
    assert_true(scord_metadata_accessor_entry(&accessor, first.index) ==
                SCORD_METADATA_RESET_IMAGE);
    scord_metadata_accessor_clear(&accessor);
    assert_int_equal(scord_metadata_accessor_entries(&accessor), 0);
}

/* D24: both ends of the range; an address below the base must not wrap into it. */
TEST(test_outside_the_range) {
    scord_metadata_accessor_t accessor = start(8, 4);
    scord_metadata_place_t place;
    const uint64_t bytes = SCORD_WORD_BYTES << 8;
    assert_true(scord_metadata_accessor_locate(&accessor, base, &place));
    assert_true(scord_metadata_accessor_locate(&accessor, base + bytes - 1, &place));
    assert_false(scord_metadata_accessor_locate(&accessor, base + bytes, &place));
    assert_false(scord_metadata_accessor_locate(&accessor, base - 1, &place));
    assert_false(scord_metadata_accessor_locate(&accessor, 0, &place));
    scord_metadata_accessor_clear(&accessor);
    assert_false(scord_metadata_accessor_locate(&accessor, base,
                                                &place)); /* nothing is tracked before a start */
}

/* D23: an alias takes the reset image with its own tag, and the evicted word's history is lost.
 * D26: a first access with tag != 0 is a tag miss too, one with tag 0 is not. */
TEST(test_tag_miss) {
    scord_metadata_accessor_t accessor = start(8, 4);
    const scord_metadata_place_t first = place_of(&accessor, 3),
                                 alias = place_of(&accessor, 3 + 16);
    assert_int_equal(first.index, alias.index);
    bool miss;
    assert_true(scord_metadata_accessor_read(&accessor, &first, &miss) ==
                SCORD_METADATA_RESET_IMAGE);
    assert_false(miss);
    assert_true(scord_metadata_accessor_read(&accessor, &alias, &miss) == scord_metadata_reset(1));
    assert_true(miss);
    scord_metadata_accessor_write(&accessor, &first, 0x1234);
    assert_true(scord_metadata_accessor_read(&accessor, &first, &miss) == 0x1234);
    assert_false(miss);
    const uint64_t evicting = UINT64_C(1) << SCORD_METADATA_TAG_SHIFT | 0x55;
    scord_metadata_accessor_write(&accessor, &alias, evicting);
    assert_true(scord_metadata_accessor_entry(&accessor, first.index) == evicting);
    assert_true(scord_metadata_accessor_read(&accessor, &first, &miss) == scord_metadata_reset(0));
    assert_true(miss);
    scord_metadata_accessor_clear(&accessor);
}

/* D5: a new start clears all metadata, whatever its size. */
TEST(test_restart) {
    scord_metadata_accessor_t accessor = start(8, 0);
    const scord_metadata_place_t place = place_of(&accessor, 9);
    scord_metadata_accessor_write(&accessor, &place, 0);
    assert_true(scord_metadata_accessor_start(&accessor, base, 8, 0));
    assert_true(scord_metadata_accessor_entry(&accessor, place.index) ==
                SCORD_METADATA_RESET_IMAGE);
    scord_metadata_accessor_clear(&accessor);
}

/* D5: a table that stays for the next launch is the reset image again wherever it was written: by
 * one word, by a restored one, by runs, also over the end of a chunk. */
TEST(test_restart_of_a_kept_table) {
    const unsigned log2_words = SCORD_LOG2_CHUNK_ENTRIES + 3;
    const uint64_t chunk = UINT64_C(1) << SCORD_LOG2_CHUNK_ENTRIES, other = 1;
    scord_metadata_accessor_t accessor = start(log2_words, 0);
    const uint64_t *const kept = accessor.entries;
    for (unsigned way = 0; way < 4; way++) {
        const scord_metadata_place_t place = place_of(&accessor, chunk + 5);
        const scord_run_threads_t threads = scord_run_threads(3, 0, 0);
        switch (way) {
        case 0: scord_metadata_accessor_write(&accessor, &place, other); break;
        case 1: scord_metadata_accessor_restore(&accessor, 8 * chunk - 1, other); break;
        case 2: scord_metadata_run_set(&accessor, 3 * chunk - 7, 32, other, threads); break;
        default: scord_metadata_run_keep(&accessor, 5 * chunk - 1, 2, other); break;
        }
        assert_true(scord_metadata_accessor_start(&accessor, base, log2_words, 0));
        assert_ptr_equal(accessor.entries, kept);
        for (uint64_t i = 0; i < 8 * chunk; i++)
            assert_true(scord_metadata_accessor_entry(&accessor, i) == SCORD_METADATA_RESET_IMAGE);
    }
    scord_metadata_accessor_clear(&accessor);
}

TEST_MAIN("metadata_accessor")
