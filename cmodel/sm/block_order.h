/* SPDX-License-Identifier: Apache-2.0 */
/* block_order.h: threadblock slots of one SM by age, the block assigned to the SM first being the
 * oldest (GTO's "oldest"; W1).
 *
 * A launch makes its slot the youngest; before the first launch the order is that of the slot
 * numbers, so that it is a permutation of all slots at any time. The same as rtl/sm/block_order.v.
 * W1: docs/warp-scheduling.md.
 */
#ifndef SCORD_BLOCK_ORDER_H
#define SCORD_BLOCK_ORDER_H

#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_block_order {
    uint8_t slot[SCORD_MAX_BLOCKS_PER_SM]; /* by rank, 0: oldest */
} scord_block_order_t;

/* D5: the slots by number. */
void scord_block_order_start(scord_block_order_t *order);
/* A block takes `slot`, 0 .. SCORD_MAX_BLOCKS_PER_SM - 1. */
void scord_block_order_launch(scord_block_order_t *order, unsigned slot);
/* Blocks older than that of `slot`: 0 .. SCORD_MAX_BLOCKS_PER_SM - 1. */
uint8_t scord_block_order_rank(const scord_block_order_t *order, unsigned slot);

#endif
