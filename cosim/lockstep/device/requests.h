/* SPDX-License-Identifier: Apache-2.0 */
/* requests.h: requests between an SM unit and the end of their last item.
 *
 *           ┌────────── ring of an SM, oldest first ──────────┐
 *   retire ◄┤ granted, in `order` │ ungranted, in SM's FIFO   ├◄ add
 *           └─────────────────────┴───────────────────────────┘
 *
 * The detector decides requests in the order of their grants (D1): `order` has the SM of each
 * granted request, and the oldest granted one of that SM is the one meant.
 *
 * Invariants: count of all SMs = order_count + ungranted; ungranted = Σ ungranted of the SMs.
 */
#ifndef SCORD_REQUESTS_H
#define SCORD_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_model.h"
#include "cosim/lockstep/kept_events.h"

enum {
    SCORD_REQUESTS = 512 /* of an SM; > 64 (largest request FIFO) + those inside the detector, at
                            most 2 × 128 lines + 2 */
};

typedef struct scord_pending_request {
    scord_detector_request_t request;
    uint32_t remaining;         /* words that have not retired, a bit each; fence: 1 */
    bool tracked;               /* a word of it was in the tracked range */
    scord_kept_event_t *source; /* with a reference */
} scord_pending_request_t;

typedef struct scord_sm_requests {
    scord_pending_request_t ring[SCORD_REQUESTS];
    unsigned head, count;
    unsigned ungranted; /* the newest of them: they wait for the arbiter */
} scord_sm_requests_t;

typedef struct scord_requests {
    scord_sm_requests_t *sm; /* num_sms */
    scord_kept_events_t *pool;
    unsigned num_sms, ungranted;
    uint8_t order[SCORD_MAX_SMS * SCORD_REQUESTS]; /* ring */
    unsigned order_head, order_count;
    uint64_t line_lookups; /* finished requests with a tracked word */
} scord_requests_t;

/* False: no memory. POOL outlives the requests. */
bool scord_requests_make(scord_requests_t *requests, scord_kept_events_t *pool, unsigned num_sms);
void scord_requests_destroy(scord_requests_t *requests);
/* The newest request of an SM; takes a reference to its source. False: more than a device can
 * have, and nothing changes. */
bool scord_requests_add(scord_requests_t *requests, unsigned sm,
                        const scord_detector_request_t *request, scord_kept_event_t *source);
/* The detector takes the oldest ungranted request of the SM. False: there is none. */
bool scord_requests_grant(scord_requests_t *requests, unsigned sm);
/* The request that is decided next; there is one (order_count > 0). */
scord_pending_request_t *scord_requests_oldest(scord_requests_t *requests);
/* That request is over: nothing of it remains. */
void scord_requests_finish_oldest(scord_requests_t *requests);

/* Is any request under way? */
static inline bool scord_requests_in_flight(const scord_requests_t *requests) {
    return requests->order_count + requests->ungranted > 0;
}

#endif
