/* SPDX-License-Identifier: Apache-2.0 */
/* kept_events.h: stream events that outlive the call that fed them.
 *
 * An event is needed until its last item has retired, and longer by the reports: the last events of
 * each warp are on the screen of a mismatch. Who needs one holds a reference. The pool is made
 * once, large enough for every reference that the parts can hold at a time (scord_lockstep_create),
 * so that feeding an event never allocates.
 */
#ifndef SCORD_KEPT_EVENTS_H
#define SCORD_KEPT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cmodel/stream/event.h"

typedef struct scord_kept_event {
    unsigned references; /* 0: in the free list */
    scord_event_t event;
    struct scord_kept_event *next_free;
} scord_kept_event_t;

typedef struct scord_kept_events {
    scord_kept_event_t *all, *free_list;
} scord_kept_events_t; /* zeroed = empty */

/* COUNT events, at least 1; false: no memory. */
bool scord_kept_events_make(scord_kept_events_t *pool, size_t count);
void scord_kept_events_destroy(scord_kept_events_t *pool);
/* A copy with one reference, the caller's. Only events of warps, blocks and fences may come here:
 * the name of a kernel is not copied. */
scord_kept_event_t *scord_kept_events_copy(scord_kept_events_t *pool, const scord_event_t *event);
/* One reference more. */
void scord_kept_event_hold(scord_kept_event_t *kept);
/* One reference less; NULL is allowed. */
void scord_kept_event_release(scord_kept_events_t *pool, scord_kept_event_t *kept);

#endif
