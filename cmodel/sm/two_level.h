/* SPDX-License-Identifier: Apache-2.0 */
/* two_level.h: the two sets of one issue scheduler under TLS: up to `capacity` active warps, the
 * others pending in a queue (W8 of docs/warp-scheduling.md). A model only, there is no RTL of it.
 */
#ifndef SCORD_TWO_LEVEL_H
#define SCORD_TWO_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

typedef struct scord_two_level {
    uint64_t warps, active;                   /* of the scheduler; the active set */
    uint8_t capacity;                         /* active warps at most */
    uint8_t pending;                          /* length of the queue */
    uint8_t queue[SCORD_SCHEDULER_MAX_WARPS]; /* pending warps, oldest first */
} scord_two_level_t;

/* No warp yet. warps: those of the scheduler; capacity: 1 or more. */
void scord_two_level_start(scord_two_level_t *level, uint64_t warps, unsigned capacity);
/* A block takes warp slots: its warps go to the end of the queue, in the order of their slots. */
void scord_two_level_launch(scord_two_level_t *level, uint64_t warps);
/* A cycle: active warps of `waiting` go to the end of the queue in the order of their slots, then
 * the oldest pending warp that is not in `waiting` becomes active if there is room. untested:
 * instead, the oldest warps fill all free places, waiting or not, as in GPGPU-Sim 3.2.2; needed if
 * a warp may count as waiting until it has issued (the sticky rule, W8). */
void scord_two_level_clock(scord_two_level_t *level, uint64_t waiting, bool untested);
/* The first of `candidates` in the queue, or -1. */
int scord_two_level_first_pending(const scord_two_level_t *level, uint64_t candidates);

#endif
