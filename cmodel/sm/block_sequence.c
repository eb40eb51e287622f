/* SPDX-License-Identifier: Apache-2.0 */
/* block_sequence.c: see block_sequence.h. */
#include "cmodel/sm/block_sequence.h"

#include <assert.h>
#include <string.h>

scord_block_sequence_t scord_block_sequence_by_slot(void) {
    scord_block_sequence_t sequence;
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        sequence.slot[slot] = (uint8_t)slot;
    return sequence;
}

scord_block_sequence_t scord_block_sequence_by_age(const scord_block_order_t *order) {
    scord_block_sequence_t sequence;
    memcpy(sequence.slot, order->slot, sizeof sequence.slot);
    return sequence;
}

/* Insertion sort: eight entries, mostly in order already, and stable. */
void scord_block_sequence_sort(scord_block_sequence_t *sequence,
                               const uint64_t key[SCORD_MAX_BLOCKS_PER_SM]) {
    for (unsigned i = 1; i < SCORD_MAX_BLOCKS_PER_SM; i++) {
        const uint8_t slot = sequence->slot[i];
        assert(slot < SCORD_MAX_BLOCKS_PER_SM);
        unsigned place = i;
        for (; place > 0 && key[sequence->slot[place - 1]] > key[slot]; place--)
            sequence->slot[place] = sequence->slot[place - 1];
        sequence->slot[place] = slot;
    }
}

scord_block_sequence_t scord_block_sequence(scord_issue_policy_t policy,
                                            const scord_warp_priority_table_t *priorities,
                                            const scord_block_order_t *order) {
    if (policy == SCORD_ISSUE_POLICY_LRR || policy == SCORD_ISSUE_POLICY_GTO)
        return scord_block_sequence_by_age(order);
    uint64_t running[SCORD_MAX_BLOCKS_PER_SM];
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        running[slot] = UINT8_MAX - scord_warp_priority_table_read(priorities, slot);
    scord_block_sequence_t sequence = scord_block_sequence_by_slot();
    scord_block_sequence_sort(&sequence, running);
    return sequence;
}
