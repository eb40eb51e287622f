/* SPDX-License-Identifier: Apache-2.0 */
/* lockset.h: set operations on the 16-bit bloom of held locks (D22). Layout: lock_bloom.h.
 *
 * Inside a block both kinds of lock protect, so the block parts are compared; across blocks only
 * device locks do, so the device parts are compared. A lock sets a bit in both fields of a part, so
 * one zero field means that the part holds no lock.
 */
#ifndef SCORD_LOCKSET_H
#define SCORD_LOCKSET_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

enum {
    SCORD_LOCKSET_FIELD_BITS = SCORD_BLOOM_PART_WIDTH / 2,
    SCORD_LOCKSET_PART_MASK = (1 << SCORD_BLOOM_PART_WIDTH) - 1,
    SCORD_LOCKSET_BLOCK_PART = 1, /* the parts, each by its lowest bit */
    SCORD_LOCKSET_DEVICE_PART = 1 << SCORD_BLOOM_PART_WIDTH
};
_Static_assert(SCORD_LOCKSET_FIELD_BITS == 4 && SCORD_BLOOM_WIDTH == 2 * SCORD_BLOOM_PART_WIDTH,
               "four fields of four bits");

/* The parts of `set` that are not empty, of SCORD_LOCKSET_BLOCK_PART and SCORD_LOCKSET_DEVICE_PART:
 * all four fields at once. */
static inline unsigned scord_lockset_parts(unsigned set) {
    const unsigned pairs = set | set >> 1,
                   fields = pairs | pairs >> 2; /* lowest bit of a field: any of its four */
    return fields & fields >> SCORD_LOCKSET_FIELD_BITS &
           (SCORD_LOCKSET_BLOCK_PART | SCORD_LOCKSET_DEVICE_PART);
}

/* "No lock held": the block part is empty, that is, either of its two fields is zero. */
static inline bool scord_lockset_empty(uint16_t set) {
    return !(scord_lockset_parts(set) & SCORD_LOCKSET_BLOCK_PART);
}

/* The intersection of two sets is empty. same_block: owner and accessor are of one block. */
static inline bool scord_lockset_disjoint(uint16_t first, uint16_t second, bool same_block) {
    const unsigned parts = scord_lockset_parts((unsigned)first & second);
    return !(parts & (same_block ? SCORD_LOCKSET_BLOCK_PART : SCORD_LOCKSET_DEVICE_PART));
}

/* The set stored in metadata: the AND of each part, an empty part as zero; across blocks the block
 * part also gets the device part's result. */
static inline uint16_t scord_lockset_refine(uint16_t first, uint16_t second, bool same_block) {
    const unsigned common = (unsigned)first & second;
    const unsigned kept = common & scord_lockset_parts(common) * SCORD_LOCKSET_PART_MASK;
    const unsigned device = kept & SCORD_LOCKSET_PART_MASK << SCORD_BLOOM_PART_WIDTH;
    return (uint16_t)(same_block ? kept : device | device >> SCORD_BLOOM_PART_WIDTH);
}

#endif
