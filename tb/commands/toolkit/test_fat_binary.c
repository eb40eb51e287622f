/* SPDX-License-Identifier: Apache-2.0 */
/* test_fat_binary.c: fat binaries, assembled here byte by byte from the layout that fat_binary.h
 * states: entries of every kind, both compressions, and each field out of its bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/toolkit/fat_binary.h"

enum { HEAD = 72 }; /* of an entry here: longer than what is read of it */

typedef struct image {
    uint8_t bytes[1024];
    size_t size;
} image_t;

static void put(image_t *image, size_t at, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++) image->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

static void begin(image_t *image) {
    memset(image, 0, sizeof *image);
    put(image, 0, 0xba55ed50, 4);
    put(image, 4, 1, 2);
    put(image, 6, 16, 2);
    image->size = 16;
}

/* PADDED: of the content, in the image. Returns where the entry begins. */
static size_t add(image_t *image, unsigned kind, unsigned architecture, uint64_t flags,
                  const void *content, size_t bytes, size_t padded, uint64_t text_bytes) {
    const size_t at = image->size;
    put(image, at, kind, 2);
    put(image, at + 4, HEAD, 4);
    put(image, at + 8, padded, 8);
    put(image, at + 16, text_bytes != 0 ? bytes : 0, 4);
    put(image, at + 28, architecture, 4);
    put(image, at + 40, flags, 8);
    put(image, at + 56, text_bytes, 8);
    memcpy(image->bytes + at + HEAD, content, bytes);
    image->size += HEAD + padded;
    put(image, 8, image->size - 16, 8);
    return at;
}

static const char plain[] = ".version 9.0";

/* 3 letters, then 9 more from 3 before, then the last 12: an LZ4 block. */
static const char lz4_text[] = "abcabcabcabcdefghijklmno";
static const uint8_t lz4_block[] = {0x35, 'a', 'b', 'c', 3,   0,   0xc0, 'd', 'e', 'f',
                                    'g',  'h', 'i', 'j', 'k', 'l', 'm',  'n', 'o'};
/* One segment of 5 bytes: a raw block of 2, then a last one, 3 times 'z'. */
static const char zstd_text[] = "xyzzz";
static const uint8_t zstd_frame[] = {
    0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, 2 << 3, 0, 0, 'x', 'y', (3 << 3) | (1 << 1) | 1, 0, 0, 'z'};

static fat_entry_t only_entry(const image_t *image) {
    fat_entry_t entry;
    uint64_t at = 0;
    bool damaged = false;
    assert_true(fat_binary_next(image->bytes, image->size, &at, &entry, &damaged));
    fat_entry_t next;
    assert_false(fat_binary_next(image->bytes, image->size, &at, &next, &damaged));
    assert_false(damaged);
    return entry;
}

static void text_is(const image_t *image, const char *expected) {
    const char *why;
    const fat_entry_t entry = only_entry(image);
    char *text = fat_entry_text(&entry, &why);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void test_entries(void **state) {
    (void)state;
    image_t image;
    fat_entry_t entry;
    uint64_t at = 0;
    bool damaged = false;
    begin(&image);
    add(&image, 2, 80, 0x11, "\177ELF", 4, 8, 0);
    add(&image, 1, 75, 0x11, plain, sizeof plain - 1, 16, 0);
    assert_int_equal(fat_binary_bytes(image.bytes), image.size);
    assert_true(fat_binary_next(image.bytes, image.size, &at, &entry, &damaged));
    assert_int_equal(entry.kind, FAT_MACHINE_CODE);
    assert_int_equal(entry.architecture, 80);
    assert_int_equal(entry.bytes, 8);
    assert_true(fat_binary_next(image.bytes, image.size, &at, &entry, &damaged));
    assert_int_equal(entry.kind, FAT_PTX);
    assert_int_equal(entry.architecture, 75);
    assert_memory_equal(entry.content, plain, sizeof plain - 1);
    assert_false(fat_binary_next(image.bytes, image.size, &at, &entry, &damaged));
    assert_false(damaged);
}

static void test_texts(void **state) {
    (void)state;
    image_t image;
    begin(&image);
    add(&image, 1, 80, 0x11, plain, sizeof plain - 1, 16, 0); /* padded by zeros */
    text_is(&image, plain);
    begin(&image);
    add(&image, 1, 80, 0x2011, lz4_block, sizeof lz4_block, 24, sizeof lz4_text - 1);
    text_is(&image, lz4_text);
    begin(&image);
    add(&image, 1, 80, 0x8011, zstd_frame, sizeof zstd_frame, 16, sizeof zstd_text - 1);
    text_is(&image, zstd_text);
}

static void no_text(const image_t *image) {
    const char *why = NULL;
    const fat_entry_t entry = only_entry(image);
    assert_null(fat_entry_text(&entry, &why));
    assert_non_null(why);
}

/* Sizes that are not those of the text, a block that goes back too far, a text of 2^40 bytes. */
static void test_damaged_texts(void **state) {
    (void)state;
    image_t image;
    uint8_t block[sizeof lz4_block];
    memcpy(block, lz4_block, sizeof block);
    block[4] = 4;
    begin(&image);
    add(&image, 1, 80, 0x2011, block, sizeof block, 24, sizeof lz4_text - 1);
    no_text(&image);
    for (int off = -1; off <= 1; off += 2) {
        begin(&image);
        add(&image, 1, 80, 0x2011, lz4_block, sizeof lz4_block, 24,
            (uint64_t)((int)sizeof lz4_text - 1 + off));
        no_text(&image);
        begin(&image);
        add(&image, 1, 80, 0x8011, zstd_frame, sizeof zstd_frame, 16,
            (uint64_t)((int)sizeof zstd_text - 1 + off));
        no_text(&image);
    }
    begin(&image);
    add(&image, 1, 80, 0x8011, zstd_frame, sizeof zstd_frame, 16, UINT64_C(1) << 40);
    no_text(&image);
}

static void is_damaged(const image_t *image, size_t size) {
    fat_entry_t entry;
    uint64_t at = 0;
    bool damaged = false;
    while (fat_binary_next(image->bytes, size, &at, &entry, &damaged)) continue;
    assert_true(damaged);
}

static void test_damaged_fields(void **state) {
    (void)state;
    image_t image;
    static const struct {
        size_t at; /* behind the entry's beginning, 0: in the header */
        unsigned size;
        uint64_t value;
    } wrong[] = {{4, 4, 63},  {4, 4, 1000},       {4, 4, UINT32_MAX},
                 {8, 8, 25},  {8, 8, UINT64_MAX}, {8, 8, UINT64_MAX - HEAD + 1},
                 {16, 4, 25}, {16, 4, UINT32_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin(&image);
        const size_t at = add(&image, 1, 80, 0x2011, lz4_block, sizeof lz4_block, 24,
                              sizeof lz4_text - 1);
        put(&image, at + wrong[i].at, wrong[i].value, wrong[i].size);
        is_damaged(&image, image.size);
    }
    begin(&image);
    add(&image, 1, 80, 0x11, plain, sizeof plain - 1, 16, 0);
    for (size_t size = 0; size < image.size; size++) is_damaged(&image, size); /* cut */
    put(&image, 0, 0x466243b1, 4);
    is_damaged(&image, image.size);
    begin(&image);
    put(&image, 6, 15, 2); /* a header shorter than itself */
    assert_int_equal(fat_binary_bytes(image.bytes), 0);
    put(&image, 6, 16, 2);
    put(&image, 8, UINT64_MAX - 8, 8);
    assert_int_equal(fat_binary_bytes(image.bytes), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_entries), cmocka_unit_test(test_texts),
                                       cmocka_unit_test(test_damaged_texts),
                                       cmocka_unit_test(test_damaged_fields)};
    const int count = sizeof tests / sizeof *tests,
              failed = cmocka_run_group_tests(tests, NULL, NULL);
    fflush(stderr);
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed != 0;
}
