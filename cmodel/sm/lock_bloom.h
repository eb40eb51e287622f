/* SPDX-License-Identifier: Apache-2.0 */
/* lock_bloom.h: hash of a lock's address and the 16-bit bloom filter of active locks (D21).
 *
 * bloom = {device part, block part}, each part two one-hot fields of four bits (D31):
 *
 *     15        12 11         8 7          4 3          0
 *     | field 1    | field 0    | field 1    | field 0    |
 *     |      device part        |       block part        |
 *
 * Every active lock sets one bit in each field of the block part; a device lock that is fully
 * active sets the same bits in the device part too. So locks of different blocks are compared in
 * the device part only.
 */
#ifndef SCORD_LOCK_BLOOM_H
#define SCORD_LOCK_BLOOM_H

#include <stdint.h>

#include "cmodel/scord_params.h"

enum { SCORD_LOCK_HASH_MASK = (1 << SCORD_LOCK_HASH_WIDTH) - 1 };

/* hash6: the word address (byte address without its lowest two bits, SCORD_ADDRESS_WIDTH bits)
 * folded by XOR. */
uint8_t scord_lock_hash(uint64_t address);
/* One part with the two bits that `hash` selects. */
uint8_t scord_lock_bloom_part(uint8_t hash);
/* `bloom` with a lock entry of `state` inserted: nothing when it is not active. */
uint16_t scord_lock_bloom_insert(uint16_t bloom, uint8_t hash, scord_lock_state_t state);

#endif
