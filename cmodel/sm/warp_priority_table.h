/* SPDX-License-Identifier: Apache-2.0 */
/* warp_priority_table.h: BAWS section 4.1.2, Table 1: warps of each block that wait at the block's
 * barrier, in one SM.
 */
#ifndef SCORD_WARP_PRIORITY_TABLE_H
#define SCORD_WARP_PRIORITY_TABLE_H

#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_warp_priority_table {
    /* by slot, SCORD_PRIORITY_WIDTH bits, wrapping (D33) */
    uint8_t priority[SCORD_MAX_BLOCKS_PER_SM];
} scord_warp_priority_table_t;

/* D5: all zero. */
void scord_warp_priority_table_start(scord_warp_priority_table_t *table);
/* +1: a warp of `slot` reached the barrier. slot 0 .. SCORD_MAX_BLOCKS_PER_SM - 1. */
void scord_warp_priority_table_arrive(scord_warp_priority_table_t *table, unsigned slot);
/* 0: the barrier of `slot` released, or a new block took it. */
void scord_warp_priority_table_clear(scord_warp_priority_table_t *table, unsigned slot);
uint8_t scord_warp_priority_table_read(const scord_warp_priority_table_t *table, unsigned slot);

#endif
