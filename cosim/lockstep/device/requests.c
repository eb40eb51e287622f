/* SPDX-License-Identifier: Apache-2.0 */
/* requests.c: see requests.h. */
#include "cosim/lockstep/device/requests.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert(SCORD_MAX_SMS - 1 <= UINT8_MAX, "an SM's number is a byte of `order`");

bool scord_requests_make(scord_requests_t *requests, scord_kept_events_t *pool, unsigned num_sms) {
    assert(num_sms >= 1 && num_sms <= SCORD_MAX_SMS);
    requests->pool = pool;
    requests->num_sms = num_sms;
    requests->sm = calloc(num_sms, sizeof *requests->sm);
    return requests->sm;
}

void scord_requests_destroy(scord_requests_t *requests) { free(requests->sm); }

bool scord_requests_add(scord_requests_t *requests, unsigned sm,
                        const scord_detector_request_t *request, scord_kept_event_t *source) {
    assert(sm < requests->num_sms);
    scord_sm_requests_t *of = &requests->sm[sm];
    if (of->count == SCORD_REQUESTS) return false;
    const bool fence = request->kind == SCORD_REQUEST_KIND_FENCE;
    scord_kept_event_hold(source);
    of->ring[(of->head + of->count++) % SCORD_REQUESTS] = (scord_pending_request_t){
        .request = *request, .remaining = fence ? 1 : request->mask, .source = source};
    of->ungranted++;
    requests->ungranted++;
    assert(of->ungranted <= of->count);
    return true;
}

bool scord_requests_grant(scord_requests_t *requests, unsigned sm) {
    assert(sm < requests->num_sms);
    scord_sm_requests_t *of = &requests->sm[sm];
    if (!of->ungranted) return false;
    assert(requests->ungranted >= of->ungranted);
    assert(requests->order_count < sizeof requests->order);
    of->ungranted--;
    requests->ungranted--;
    requests->order[(requests->order_head + requests->order_count++) % sizeof requests->order] =
        (uint8_t)sm;
    return true;
}

static scord_sm_requests_t *of_oldest(scord_requests_t *requests) {
    assert(requests->order_count > 0);
    scord_sm_requests_t *of = &requests->sm[requests->order[requests->order_head]];
    assert(of->count > of->ungranted);
    return of;
}

scord_pending_request_t *scord_requests_oldest(scord_requests_t *requests) {
    scord_sm_requests_t *of = of_oldest(requests);
    return &of->ring[of->head];
}

void scord_requests_finish_oldest(scord_requests_t *requests) {
    scord_sm_requests_t *of = of_oldest(requests);
    const scord_pending_request_t *oldest = &of->ring[of->head];
    assert(!oldest->remaining);
    requests->line_lookups += oldest->tracked;
    scord_kept_event_release(requests->pool, oldest->source);
    of->head = (of->head + 1) % SCORD_REQUESTS;
    of->count--;
    requests->order_head = (requests->order_head + 1) % sizeof requests->order;
    requests->order_count--;
}
