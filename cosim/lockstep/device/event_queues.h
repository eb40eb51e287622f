/* SPDX-License-Identifier: Apache-2.0 */
/* event_queues.h: SM events that wait at the event ports of the SMs.
 *
 *   stream event ── scord_lower ──► put ──► queue of its SM ──► head is presented ──► take
 *                                                               (valid, until ready)
 *
 * An event that is presented stays on the pins until the SM takes it. Bits of `waiting_sms` and
 * `presented_sms` say which SMs have something to do, so that a cycle visits these alone.
 */
#ifndef SCORD_EVENT_QUEUES_H
#define SCORD_EVENT_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_replay.h"
#include "cosim/lockstep/kept_events.h"

enum {
    SCORD_LOOKAHEAD = 96,   /* free order: SM events waiting at all SMs before the device runs */
    SCORD_EVENT_QUEUE = 256 /* of an SM, > SCORD_LOOKAHEAD + SCORD_LOWER_MAX */
};

typedef struct scord_queued_event {
    scord_sm_event_t event;
    scord_kept_event_t *source; /* with a reference */
} scord_queued_event_t;

typedef struct scord_event_queue {
    scord_queued_event_t events[SCORD_EVENT_QUEUE]; /* ring */
    unsigned head, count;
    scord_kept_event_t *last_taken; /* the SM's last event, with a reference; NULL: none yet */
} scord_event_queue_t;

typedef struct scord_event_queues {
    scord_event_queue_t *sm; /* num_sms */
    scord_kept_events_t *pool;
    unsigned num_sms;
    unsigned count;         /* events waiting at all SMs */
    uint32_t waiting_sms;   /* a bit an SM: its queue is not empty */
    uint32_t presented_sms; /* a bit an SM: the head of its queue is on the pins; of waiting_sms */
} scord_event_queues_t;

/* False: no memory. POOL outlives the queues. */
bool scord_event_queues_make(scord_event_queues_t *queues, scord_kept_events_t *pool,
                             unsigned num_sms);
void scord_event_queues_destroy(scord_event_queues_t *queues);
/* Adds an SM event and takes a reference to its source. The queue has room. */
void scord_event_queues_put(scord_event_queues_t *queues, unsigned sm,
                            const scord_sm_event_t *event, scord_kept_event_t *source);
/* The event that the SM accepts in this cycle: removes the presented head. The source stays valid
 * until the SM's next event is taken. */
scord_queued_event_t scord_event_queues_take(scord_event_queues_t *queues, unsigned sm);

static inline const scord_sm_event_t *scord_event_queues_head(const scord_event_queues_t *queues,
                                                              unsigned sm) {
    return &queues->sm[sm].events[queues->sm[sm].head].event;
}

#endif
