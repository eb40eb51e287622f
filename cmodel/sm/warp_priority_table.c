/* SPDX-License-Identifier: Apache-2.0 */
/* warp_priority_table.c: see warp_priority_table.h. */
#include "cmodel/sm/warp_priority_table.h"

#include <assert.h>

enum { PRIORITY_MASK = (1 << SCORD_PRIORITY_WIDTH) - 1 };

void scord_warp_priority_table_start(scord_warp_priority_table_t *table) {
    *table = (scord_warp_priority_table_t){{0}};
}

void scord_warp_priority_table_arrive(scord_warp_priority_table_t *table, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    table->priority[slot] = (uint8_t)((table->priority[slot] + 1) & PRIORITY_MASK);
}

void scord_warp_priority_table_clear(scord_warp_priority_table_t *table, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    table->priority[slot] = 0;
}

uint8_t scord_warp_priority_table_read(const scord_warp_priority_table_t *table, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    return table->priority[slot];
}
