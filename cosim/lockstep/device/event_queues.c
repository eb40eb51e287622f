/* SPDX-License-Identifier: Apache-2.0 */
/* event_queues.c: see event_queues.h. */
#include "cosim/lockstep/device/event_queues.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert(SCORD_EVENT_QUEUE > SCORD_LOOKAHEAD + SCORD_LOWER_MAX,
               "one stream event more than the look-ahead fits, at one SM");
_Static_assert(SCORD_MAX_SMS <= 32, "a bit an SM");

bool scord_event_queues_make(scord_event_queues_t *queues, scord_kept_events_t *pool,
                             unsigned num_sms) {
    assert(num_sms >= 1 && num_sms <= SCORD_MAX_SMS);
    queues->pool = pool;
    queues->num_sms = num_sms;
    queues->sm = calloc(num_sms, sizeof *queues->sm);
    return queues->sm;
}

void scord_event_queues_destroy(scord_event_queues_t *queues) { free(queues->sm); }

void scord_event_queues_put(scord_event_queues_t *queues, unsigned sm,
                            const scord_sm_event_t *event, scord_kept_event_t *source) {
    assert(sm < queues->num_sms);
    scord_event_queue_t *queue = &queues->sm[sm];
    assert(queue->count < SCORD_EVENT_QUEUE);
    scord_kept_event_hold(source);
    queue->events[(queue->head + queue->count++) % SCORD_EVENT_QUEUE] =
        (scord_queued_event_t){*event, source};
    queues->count++;
    queues->waiting_sms |= 1u << sm;
}

scord_queued_event_t scord_event_queues_take(scord_event_queues_t *queues, unsigned sm) {
    scord_event_queue_t *queue = &queues->sm[sm];
    assert(queues->presented_sms & queues->waiting_sms & 1u << sm);
    assert(queue->count > 0 && queues->count >= queue->count);
    const scord_queued_event_t taken = queue->events[queue->head];
    queue->head = (queue->head + 1) % SCORD_EVENT_QUEUE;
    if (--queue->count == 0) queues->waiting_sms &= ~(1u << sm);
    queues->count--;
    queues->presented_sms &= ~(1u << sm);
    scord_kept_event_release(queues->pool, queue->last_taken);
    queue->last_taken = taken.source; /* its reference moves here */
    return taken;
}
