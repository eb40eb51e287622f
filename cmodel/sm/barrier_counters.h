/* SPDX-License-Identifier: Apache-2.0 */
/* barrier_counters.h: BarrierID per resident threadblock slot of one SM (ScoRD section IV; D4, D9).
 *
 * A BarrierID tells barrier epochs of a block apart. It also steps at block launch, so that a block
 * that reuses a slot does not inherit program order from the slot's last user (D4).
 */
#ifndef SCORD_BARRIER_COUNTERS_H
#define SCORD_BARRIER_COUNTERS_H

#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_barrier_counters {
    /* by slot, SCORD_BARRIER_ID_WIDTH bits, wrapping (D9) */
    uint8_t count[SCORD_MAX_BLOCKS_PER_SM];
} scord_barrier_counters_t;

/* D5: all zero. */
void scord_barrier_counters_start(scord_barrier_counters_t *counters);
/* D4: +1 when a block takes `slot`, and when the barrier of `slot` releases. slot 0 ..
 * SCORD_MAX_BLOCKS_PER_SM - 1. */
void scord_barrier_counters_block_launch(scord_barrier_counters_t *counters, unsigned slot);
void scord_barrier_counters_release(scord_barrier_counters_t *counters, unsigned slot);
/* BarrierID of `slot` now. */
uint8_t scord_barrier_counters_read(const scord_barrier_counters_t *counters, unsigned slot);

#endif
