/* SPDX-License-Identifier: Apache-2.0 */
/* block_sequence.h: threadblock slots of one SM in the order in which an issue policy serves them,
 * first goes first.
 *
 * MWF: most waiting warps first, ties to the lowest slot (BAWS section 4.1.1, W1, W4). GTO: oldest
 * first. LRR does not use it. One sequence serves all issue schedulers of an SM and its fetch port,
 * because they share table and block order (W5). The same as rtl/sm/block_sequence.v.
 */
#ifndef SCORD_BLOCK_SEQUENCE_H
#define SCORD_BLOCK_SEQUENCE_H

#include <stdint.h>

#include "cmodel/sm/block_order.h"
#include "cmodel/scord_params.h"
#include "cmodel/sm/warp_priority_table.h"

typedef struct scord_block_sequence {
    uint8_t slot[SCORD_MAX_BLOCKS_PER_SM];
} scord_block_sequence_t;

/* By slot number. */
scord_block_sequence_t scord_block_sequence_by_slot(void);
/* By launch, oldest first. */
scord_block_sequence_t scord_block_sequence_by_age(const scord_block_order_t *order);
/* Sorts by `key` of a slot, least first; slots of equal keys stay as they were. */
void scord_block_sequence_sort(scord_block_sequence_t *sequence,
                               const uint64_t key[SCORD_MAX_BLOCKS_PER_SM]);
/* The sequence of a policy of the hardware. */
scord_block_sequence_t scord_block_sequence(scord_issue_policy_t policy,
                                            const scord_warp_priority_table_t *priorities,
                                            const scord_block_order_t *order);

#endif
