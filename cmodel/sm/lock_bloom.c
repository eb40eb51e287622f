/* SPDX-License-Identifier: Apache-2.0 */
/* lock_bloom.c: see lock_bloom.h. */
#include "cmodel/sm/lock_bloom.h"

enum {
    FIELD_BITS = SCORD_BLOOM_PART_WIDTH / 2, /* one-hot: 4 bits name one of 4 */
    SELECT_BITS = 2,                         /* bits that select one of FIELD_BITS */
    SELECT_MASK = (1 << SELECT_BITS) - 1
};
_Static_assert(FIELD_BITS == 1 << SELECT_BITS,
               "D21 is about fields of four bits: another bloom needs another fold here");

uint8_t scord_lock_hash(uint64_t address) {
    const uint64_t address_mask = (UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1;
    uint8_t hash = 0;
    for (uint64_t word = (address & address_mask) / SCORD_WORD_BYTES; word;
         word >>= SCORD_LOCK_HASH_WIDTH)
        hash ^= (uint8_t)(word & SCORD_LOCK_HASH_MASK);
    return hash;
}

uint8_t scord_lock_bloom_part(uint8_t hash) {
    /* D21: h4 = hash6[3:0] XOR {hash6[5:4], 00} */
    const unsigned low = hash & ((1 << 2 * SELECT_BITS) - 1);
    const unsigned h4 = low ^ (unsigned)hash >> 2 * SELECT_BITS << SELECT_BITS;
    const unsigned field_0 = 1u << (h4 & SELECT_MASK);
    const unsigned field_1 = 1u << (h4 >> SELECT_BITS & SELECT_MASK);
    return (uint8_t)(field_1 << FIELD_BITS | field_0);
}

uint16_t scord_lock_bloom_insert(uint16_t bloom, uint8_t hash, scord_lock_state_t state) {
    const unsigned part = scord_lock_bloom_part(hash);
    switch (state) {
    case SCORD_LOCK_STATE_BLOCK_ACTIVE:
    case SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK: return (uint16_t)(bloom | part);
    case SCORD_LOCK_STATE_DEVICE_ACTIVE:
        return (uint16_t)(bloom | part << SCORD_BLOOM_PART_WIDTH | part);
    default: /* empty, or acquired without the fence that completes a lock (ScoRD section III) */
        return bloom;
    }
}
