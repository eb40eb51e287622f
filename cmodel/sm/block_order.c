/* SPDX-License-Identifier: Apache-2.0 */
/* block_order.c: see block_order.h. */
#include "cmodel/sm/block_order.h"

#include <assert.h>
#include <string.h>

void scord_block_order_start(scord_block_order_t *order) {
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        order->slot[slot] = (uint8_t)slot;
}

void scord_block_order_launch(scord_block_order_t *order, unsigned slot) {
    const unsigned rank = scord_block_order_rank(order, slot);
    memmove(order->slot + rank, order->slot + rank + 1, SCORD_MAX_BLOCKS_PER_SM - 1 - rank);
    order->slot[SCORD_MAX_BLOCKS_PER_SM - 1] = (uint8_t)slot;
    assert(scord_block_order_rank(order, slot) == SCORD_MAX_BLOCKS_PER_SM - 1);
}

uint8_t scord_block_order_rank(const scord_block_order_t *order, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    uint8_t rank = 0;
    while (order->slot[rank] != slot) {
        rank++;
        assert(rank < SCORD_MAX_BLOCKS_PER_SM); /* every slot has a rank */
    }
    return rank;
}
