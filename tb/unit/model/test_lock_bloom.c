/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/sm/lock_bloom.c and cmodel/detector/lockset.h: D21, D22, D31. */
#include "tb/unit/model/model_test.h"

#include "cmodel/sm/lock_bloom.h"
#include "cmodel/detector/lockset.h"

enum { PART_MASK = (1 << SCORD_BLOOM_PART_WIDTH) - 1, HASHES = 1 << SCORD_LOCK_HASH_WIDTH };

static uint16_t bloom_of(uint8_t hash, scord_lock_state_t state) {
    return scord_lock_bloom_insert(0, hash, state);
}

/* D21: the word address folded by XOR in 6-bit chunks. */
TEST(test_hash_folds_word_address) {
    assert_int_equal(scord_lock_hash(0), 0);
    for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
        assert_int_equal(scord_lock_hash(0x15 * SCORD_WORD_BYTES + byte),
                         0x15); /* one word, one hash */
    for (unsigned bit = 2; bit < SCORD_ADDRESS_WIDTH; bit++)
        assert_int_equal(scord_lock_hash(UINT64_C(1) << bit),
                         1 << (bit - 2) % SCORD_LOCK_HASH_WIDTH);
    assert_int_equal(scord_lock_hash(UINT64_C(1) << SCORD_ADDRESS_WIDTH),
                     0); /* above the address width */
    uint64_t seed = 21;
    for (unsigned i = 0; i < 1000; i++) { /* XOR is linear */
        const uint64_t a = scord_split_next(&seed) >> 24, b = scord_split_next(&seed) >> 24;
        assert_int_equal(scord_lock_hash(a ^ b), scord_lock_hash(a) ^ scord_lock_hash(b));
    }
}

/* D21: "padded locks must not collide": 32 locks, one per 128-byte segment, have 32 hashes. */
TEST(test_padded_locks_have_different_hashes) {
    const uint64_t bases[] = {0, UINT64_C(0x10000000), UINT64_C(0x7fff000000)};
    for (unsigned i = 0; i < sizeof bases / sizeof *bases; i++) {
        uint64_t seen = 0;
        for (unsigned lock = 0; lock < 32; lock++) {
            const uint64_t bit = UINT64_C(1)
                                 << scord_lock_hash(bases[i] + lock * SCORD_SEGMENT_BYTES);
            assert_false(seen & bit);
            seen |= bit;
        }
    }
}

/* Each part has one bit in each of its two fields of four, and the 16 values of h4 give 16 parts,
 * four hashes each. */
TEST(test_parts) {
    unsigned uses[PART_MASK + 1] = {0};
    for (unsigned hash = 0; hash < HASHES; hash++) {
        const unsigned part = scord_lock_bloom_part((uint8_t)hash);
        assert_int_equal(__builtin_popcount(part & 0xf), 1);
        assert_int_equal(__builtin_popcount(part >> 4), 1);
        uses[part]++;
    }
    unsigned distinct = 0;
    for (unsigned part = 0; part <= PART_MASK; part++) {
        distinct += uses[part] != 0;
        assert_true(uses[part] == 0 || uses[part] == HASHES / 16);
    }
    assert_int_equal(distinct, 16);
}

/* D21 literally, for a hash chosen so that every term matters: hash6 = 10_0111: h4 = 0111 ^ 1000 =
 * 1111. */
TEST(test_worked_example) {
    assert_int_equal(scord_lock_bloom_part(0x27), 0x88);
    assert_int_equal(scord_lock_bloom_part(0x00), 0x11);
    assert_int_equal(scord_lock_bloom_part(0x01), 0x12); /* h4[1:0] selects field 0 (D31) */
    assert_int_equal(scord_lock_bloom_part(0x04), 0x21); /* h4[3:2] selects field 1 */
    assert_int_equal(scord_lock_bloom_part(0x10), 0x21); /* hash6[4] joins h4[2] */
}

TEST(test_states_insert_into_their_parts) {
    const uint8_t hash = 0x2b;
    const unsigned part = scord_lock_bloom_part(hash);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_EMPTY), 0);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_BLOCK), 0);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_DEVICE), 0);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_BLOCK_ACTIVE), part);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK), part);
    assert_int_equal(bloom_of(hash, SCORD_LOCK_STATE_DEVICE_ACTIVE),
                     part << SCORD_BLOOM_PART_WIDTH | part);
    assert_int_equal(scord_lock_bloom_insert(0x1111, hash, SCORD_LOCK_STATE_BLOCK_ACTIVE),
                     0x1111 | part);
}

/* D22: a part is empty when either field is zero; a set when its block part is. All 2^16 sets. */
TEST(test_empty) {
    for (unsigned set = 0; set <= UINT16_MAX; set++)
        assert_int_equal(scord_lockset_empty((uint16_t)set),
                         (set & 0x000f) == 0 || (set & 0x00f0) == 0);
}

/* D21: a device lock and a block lock on one word are common inside a block and never across
 * blocks. */
TEST(test_device_lock_meets_block_lock) {
    for (unsigned hash = 0; hash < HASHES; hash++) {
        const uint16_t device = bloom_of((uint8_t)hash, SCORD_LOCK_STATE_DEVICE_ACTIVE);
        const uint16_t block = bloom_of((uint8_t)hash, SCORD_LOCK_STATE_BLOCK_ACTIVE);
        assert_false(scord_lockset_disjoint(device, block, true));
        assert_true(scord_lockset_disjoint(device, block, false));
        assert_true(scord_lockset_disjoint(block, block, false));
        assert_false(scord_lockset_disjoint(device, device, false));
    }
}

/* D21: different device locks look common in 1 of 16 pairs; of adjacent words none of these 64 (w
 * mod 256 = 127 would). */
TEST(test_false_common_rate) {
    unsigned common = 0;
    for (unsigned a = 0; a < HASHES; a++) {
        for (unsigned b = 0; b < HASHES; b++)
            common += !scord_lockset_disjoint(bloom_of((uint8_t)a, SCORD_LOCK_STATE_DEVICE_ACTIVE),
                                              bloom_of((uint8_t)b, SCORD_LOCK_STATE_DEVICE_ACTIVE),
                                              false);
        const uint64_t address = UINT64_C(0x10000000) + a * SCORD_WORD_BYTES;
        assert_true(scord_lockset_disjoint(
            bloom_of(scord_lock_hash(address), SCORD_LOCK_STATE_DEVICE_ACTIVE),
            bloom_of(scord_lock_hash(address + SCORD_WORD_BYTES), SCORD_LOCK_STATE_DEVICE_ACTIVE),
            false));
    }
    assert_int_equal(common, HASHES * HASHES / 16);
}

/* D22, against a bit-by-bit reading of its text. */
TEST(test_refine) {
    uint64_t seed = 22;
    for (unsigned i = 0; i < 200000; i++) {
        const uint16_t a = (uint16_t)scord_split_next(&seed),
                       b = (uint16_t)(scord_split_next(&seed) >> 40);
        unsigned parts[2];
        for (unsigned part = 0; part < 2; part++) {
            const unsigned both = (unsigned)(a & b) >> 8 * part & 0xff;
            parts[part] = (both & 0x0f) && (both & 0xf0) ? both : 0;
        }
        assert_int_equal(scord_lockset_refine(a, b, true), parts[1] << 8 | parts[0]);
        assert_int_equal(scord_lockset_refine(a, b, false), parts[1] << 8 | parts[1]);
        assert_int_equal(scord_lockset_disjoint(a, b, true), parts[0] == 0);
        assert_int_equal(scord_lockset_disjoint(a, b, false), parts[1] == 0);
        assert_int_equal(scord_lockset_refine(a, b, true), scord_lockset_refine(b, a, true));
    }
}

TEST_MAIN("lock_bloom")
