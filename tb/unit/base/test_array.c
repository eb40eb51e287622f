/* SPDX-License-Identifier: Apache-2.0 */
/* test_array.c: cmodel/base/array.h: elements stay, room doubles, both kinds of count, no memory.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tb/unit/model/model_test.h"
#include "cmodel/base/array.h"

/* Appends 0 .. 9999 and reads them back; the room changes seldom. */
#define APPEND_ALL(count_type, element_type)                                                       \
    do {                                                                                           \
        element_type *item = NULL;                                                                 \
        count_type items = 0, allocated = 0, before = 0;                                           \
        unsigned moves = 0;                                                                        \
        for (; items < 10000; items++) {                                                           \
            assert_true(SCORD_ARRAY_ROOM(item, allocated, items + 1));                             \
            assert_true(allocated > items);                                                        \
            moves += allocated != before;                                                          \
            before = allocated;                                                                    \
            item[items] = (element_type)items;                                                     \
        }                                                                                          \
        for (items = 0; items < 10000; items++)                                                    \
            assert_int_equal(item[items], (element_type)items);                                    \
        assert_true(moves <= 14);                                                                  \
        free(item);                                                                                \
    } while (0)

TEST(elements_stay) {
    APPEND_ALL(uint32_t, uint8_t);
    APPEND_ALL(uint32_t, uint64_t);
    APPEND_ALL(size_t, uint16_t);
    APPEND_ALL(size_t, uint64_t);
}

TEST(first_room) {
    struct large {
        char bytes[100];
    } *large = NULL;
    uint64_t *word = NULL;
    uint32_t larges = 0;
    size_t words = 0, none = 0;
    assert_true(SCORD_ARRAY_ROOM(word, words, none)); /* nothing is needed */
    assert_null(word);
    assert_true(SCORD_ARRAY_ROOM(word, words, 1));
    assert_int_equal(words, 16);
    assert_true(SCORD_ARRAY_ROOM(word, words, 100)); /* more than double */
    assert_int_equal(words, 100);
    assert_true(SCORD_ARRAY_ROOM(large, larges, 1));
    assert_int_equal(larges, 1);
    assert_true(SCORD_ARRAY_ROOM(large, larges, 2));
    assert_int_equal(larges, 2);
    free(word);
    free(large);
}

/* Nothing changes without memory, nor when a count cannot hold the room. */
TEST(too_much) {
    uint64_t *item = NULL;
    size_t wide = 0;
    uint32_t narrow = 0;
    size_t more = (size_t)UINT32_MAX + 1;
    assert_true(SCORD_ARRAY_ROOM(item, wide, 3));
    item[2] = 7;
    uint64_t *const before = item;
    assert_false(SCORD_ARRAY_ROOM(item, wide, SIZE_MAX));
    assert_false(SCORD_ARRAY_ROOM(item, wide, SIZE_MAX / 8));
    assert_ptr_equal(item, before);
    assert_int_equal(wide, 16);
    assert_int_equal(item[2], 7);
    free(item);
    item = NULL;
    assert_false(SCORD_ARRAY_ROOM(item, narrow, more));
    assert_int_equal(narrow, 0);
    assert_null(item);
}

TEST_MAIN("array")
