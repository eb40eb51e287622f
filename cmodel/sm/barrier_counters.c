/* SPDX-License-Identifier: Apache-2.0 */
/* barrier_counters.c: see barrier_counters.h. */
#include "cmodel/sm/barrier_counters.h"

#include <assert.h>

enum { BARRIER_ID_MASK = (1 << SCORD_BARRIER_ID_WIDTH) - 1 };

static void step(scord_barrier_counters_t *counters, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    counters->count[slot] = (uint8_t)((counters->count[slot] + 1) &
                                      BARRIER_ID_MASK); /* D9: wraps */
}

void scord_barrier_counters_start(scord_barrier_counters_t *counters) {
    *counters = (scord_barrier_counters_t){{0}};
}

void scord_barrier_counters_block_launch(scord_barrier_counters_t *counters, unsigned slot) {
    step(counters, slot);
}

void scord_barrier_counters_release(scord_barrier_counters_t *counters, unsigned slot) {
    step(counters, slot);
}

uint8_t scord_barrier_counters_read(const scord_barrier_counters_t *counters, unsigned slot) {
    assert(slot < SCORD_MAX_BLOCKS_PER_SM);
    return counters->count[slot];
}
