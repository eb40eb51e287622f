/* lockset.h: set operations on the 16-bit bloom of held locks (D22). Layout: lock_bloom.h.
 *
 * Inside a block both kinds of lock protect, so the block parts count; across blocks only device locks do, so the device
 * parts count.
 */
#ifndef SCORD_LOCKSET_H
#define SCORD_LOCKSET_H

#include <stdbool.h>
#include <stdint.h>

#include "scord_params.h"

/* "No lock held": the block part is empty, that is, either of its two fields is zero. */
bool scord_lockset_empty(uint16_t set);
/* The intersection of two sets is empty. same_block: owner and accessor are of one block. */
bool scord_lockset_disjoint(uint16_t first, uint16_t second, bool same_block);
/* The set kept in metadata: per part the AND, an empty part becoming zero; across blocks the block part becomes the
 * device part's result. */
uint16_t scord_lockset_refine(uint16_t first, uint16_t second, bool same_block);

#endif
