/* SPDX-License-Identifier: Apache-2.0 */
/* history.c: see history.h. */
#include "cosim/lockstep/history.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/scord_params.h"

bool scord_history_make(scord_history_t *history, scord_kept_events_t *pool, unsigned num_sms) {
    assert(num_sms >= 1 && num_sms <= SCORD_MAX_SMS);
    history->pool = pool;
    history->num_sms = num_sms;
    history->warps = calloc((size_t)num_sms * SCORD_MAX_WARPS_PER_SM, sizeof *history->warps);
    return history->warps;
}

void scord_history_destroy(scord_history_t *history) { free(history->warps); }

static scord_warp_history_t *warp_history(const scord_history_t *history, unsigned sm,
                                          unsigned warp) {
    assert(sm < history->num_sms && warp < SCORD_MAX_WARPS_PER_SM);
    return &history->warps[sm * SCORD_MAX_WARPS_PER_SM + warp];
}

/* SM and warp of an event that belongs to one warp; false for events of blocks. */
static bool warp_of(const scord_event_t *event, unsigned *sm, unsigned *warp) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_ACCESS:
        *sm = event->access.sm;
        *warp = event->access.warp;
        return true;
    case SCORD_EVENT_KIND_FENCE:
        *sm = event->fence.sm;
        *warp = event->fence.warp;
        return true;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_WARP_EXIT:
        *sm = event->warp.sm;
        *warp = event->warp.warp;
        return true;
    default: return false;
    }
}

static void remember(scord_history_t *history, unsigned sm, unsigned warp,
                     scord_kept_event_t *kept) {
    scord_warp_history_t *ring = warp_history(history, sm, warp);
    scord_kept_event_release(history->pool, ring->events[ring->next]);
    scord_kept_event_hold(kept);
    ring->events[ring->next] = kept;
    ring->next = (ring->next + 1) % SCORD_HISTORY_EVENTS;
}

static void remember_for_block(scord_history_t *history, unsigned sm, uint32_t warps,
                               scord_kept_event_t *kept) {
    for (; warps; warps &= warps - 1) remember(history, sm, (unsigned)__builtin_ctz(warps), kept);
}

void scord_history_add(scord_history_t *history, scord_kept_event_t *kept, uint32_t slot_warps) {
    const scord_event_t *event = &kept->event;
    unsigned sm, warp;
    if (warp_of(event, &sm, &warp))
        remember(history, sm, warp, kept);
    else if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH)
        remember_for_block(history, event->block_launch.sm, event->block_launch.warps, kept);
    else if (event->kind == SCORD_EVENT_KIND_BARRIER_RELEASE ||
             event->kind == SCORD_EVENT_KIND_BLOCK_EXIT)
        remember_for_block(history, event->warp.sm, slot_warps, kept);
}

const scord_warp_history_t *scord_history_of(const scord_history_t *history,
                                             const scord_event_t *event, unsigned *sm,
                                             unsigned *warp) {
    return warp_of(event, sm, warp) ? warp_history(history, *sm, *warp) : NULL;
}
