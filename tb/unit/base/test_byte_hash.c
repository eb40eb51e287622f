/* SPDX-License-Identifier: Apache-2.0 */
/* Test of cmodel/base/byte_hash.h against the published values of FNV-1a, 64 bits
 * (draft-eastlake-fnv, "Test Code"), and its step over words. */
#include "tb/unit/model/model_test.h"

#include "cmodel/base/byte_hash.h"

static uint64_t hash_of(const char *text) {
    return scord_byte_hash(SCORD_BYTE_HASH_START, text, strlen(text));
}

TEST(has_the_published_values) {
    assert_true(hash_of("") == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_of("a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_of("foobar") == UINT64_C(0x85944171f73967e8));
    assert_true(hash_of("chongo was here!\n") == UINT64_C(0x46810940eff5f915));
}

TEST(continues_where_it_ended) {
    assert_true(scord_byte_hash(hash_of("foo"), "bar", 3) == hash_of("foobar"));
}

TEST(takes_bytes_as_unsigned) {
    const char byte = (char)0xff;
    assert_true(scord_byte_hash(SCORD_BYTE_HASH_START, &byte, 1) ==
                scord_word_hash(SCORD_BYTE_HASH_START, 0xff));
}

TEST(a_word_is_one_step) {
    assert_true(scord_word_hash(SCORD_BYTE_HASH_START, 'a') == hash_of("a"));
    assert_true(scord_word_hash(0, UINT64_C(1) << 40) == UINT64_C(0x1b3) << 40);
}

TEST_MAIN("byte_hash")
