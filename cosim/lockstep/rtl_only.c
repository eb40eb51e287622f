/* rtl_only.c: the books of a run without model: which requests are on their way, so that a drain
 * ends and the watchdog sees progress. Items are counted as the RTL gives them; nothing is
 * compared. */
#include "cosim/lockstep/lockstep_internal.h"

/* The model's SM unit turns these two kinds into a request, and no other. */
void scord_rtl_only_accepted(scord_lockstep_t *lockstep, unsigned sm,
                             const scord_queued_event_t *queued) {
    const scord_sm_event_t *event = &queued->event;
    if (event->kind != SCORD_SM_EVENT_KIND_ACCESS && event->kind != SCORD_SM_EVENT_KIND_FENCE)
        return;
    const bool fence = event->kind == SCORD_SM_EVENT_KIND_FENCE;
    const scord_detector_request_t request = {
        .kind = fence ? SCORD_REQUEST_KIND_FENCE : SCORD_REQUEST_KIND_ACCESS, .mask = event->mask};
    scord_scoreboard_add_pending(lockstep, sm, &request, queued->source);
}

void scord_rtl_only_retired(scord_lockstep_t *lockstep, uint64_t valid) {
    scord_sm_channel_t *channel = &lockstep->sm[lockstep->order[lockstep->order_head]];
    scord_pending_request_t *pending = &channel->pending[channel->pending_head];
    for (unsigned lane = 0; valid >> lane & 1; lane++) {
        uint32_t words[SCORD_RETIRE_WORDS];
        scord_retire_t item;
        if (!pending->remaining) {
            scord_scoreboard_leftover(lockstep, lane);
            return;
        }
        scord_scoreboard_lane_item(lockstep, lane, words);
        scord_scoreboard_hash_item(lockstep, words);
        scord_retire_unpack(&item, words);
        pending->remaining &= pending->remaining - 1;
        lockstep->statistics.checks += pending->request.kind == SCORD_REQUEST_KIND_ACCESS;
        lockstep->statistics.fences += pending->request.kind == SCORD_REQUEST_KIND_FENCE;
        if (scord_verdict_is_race(item.verdict) && lockstep->statistics.races++ == 0)
            lockstep->statistics.first_race_cycle = lockstep->cycle;
    }
    if (!pending->remaining) scord_scoreboard_finish_pending(lockstep, channel);
}
