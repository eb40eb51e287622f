/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: the last events of every warp, for reports. */
#ifndef SCORD_HISTORY_H
#define SCORD_HISTORY_H

#include "cosim/lockstep/kept_events.h"

enum { SCORD_HISTORY_EVENTS = 8 }; /* of a warp */

typedef struct scord_warp_history {
    scord_kept_event_t *events[SCORD_HISTORY_EVENTS]; /* ring; NULL where nothing was yet */
    unsigned next;                                    /* the oldest, and the place of the next */
} scord_warp_history_t;

typedef struct scord_history {
    scord_warp_history_t *warps; /* num_sms × SCORD_MAX_WARPS_PER_SM */
    scord_kept_events_t *pool;
    unsigned num_sms;
} scord_history_t;

/* False: no memory. POOL outlives the history. */
bool scord_history_make(scord_history_t *history, scord_kept_events_t *pool, unsigned num_sms);
void scord_history_destroy(scord_history_t *history);
/* Adds the event to each warp that it concerns. slot_warps: the warps of the event's block slot, a
 * bit each; read for barrier_release and block_exit alone. */
void scord_history_add(scord_history_t *history, scord_kept_event_t *kept, uint32_t slot_warps);
/* The history of the one warp that EVENT belongs to, and that warp; NULL for events of blocks. */
const scord_warp_history_t *scord_history_of(const scord_history_t *history,
                                             const scord_event_t *event, unsigned *sm,
                                             unsigned *warp);

#endif
