/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_schedule.c: a mismatch of the issue scheduler depends on the ready masks that the harness
 * draws in every cycle: whatever is left out of the stream gives other cycles and other masks. So
 * every pick becomes a schedule record before the event in whose cycles it was asked for, and the
 * schedulers see these records only.
 *
 *   run 1:  e0      e1            e2          random masks, recorded by the observer of cycles
 *   merged: s s s e0  s e1  s s s s e2        then shrunk as any other stream
 *
 * Invariant: picks[i] comes before event picks[i].before, which does not fall. When the merged
 * stream does not show the mismatch (a record takes a cycle of its own), the stream stays as it
 * was.
 */
#include <assert.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cosim/shrink/shrink_internal.h"

typedef struct pick {
    scord_event_t event; /* a schedule record */
    size_t before;       /* index of the event that it comes before */
} pick_t;

typedef struct recorder {
    const scord_lockstep_t *lockstep;
    unsigned num_sms;
    pick_t *picks; /* in order */
    size_t count, capacity, index;
    bool no_memory;
} recorder_t;

static bool make_room(recorder_t *recorder) {
    if (!SCORD_ARRAY_ROOM(recorder->picks, recorder->capacity, recorder->count + 1))
        recorder->no_memory = true;
    return !recorder->no_memory;
}

static void record_cycle(void *context, const struct scord_device *device) {
    recorder_t *recorder = context;
    (void)device;
    if (!recorder->lockstep) return; /* the cycles before the first event */
    for (unsigned sm = 0; sm < recorder->num_sms; sm++) {
        uint32_t ready;
        scord_issue_policy_t policy;
        if (!scord_lockstep_drawn_mask(recorder->lockstep, sm, &ready, &policy) ||
            !make_room(recorder))
            continue;
        assert(!recorder->count || recorder->picks[recorder->count - 1].before <= recorder->index);
        recorder->picks[recorder->count++] = (pick_t){
            .event = {.kind = SCORD_EVENT_KIND_SCHEDULE,
                      .schedule = {.sm = (uint8_t)sm, .policy = (uint8_t)policy, .ready = ready}},
            .before = recorder->index};
    }
}

static void record_event(scord_shrink_t *shrink, scord_lockstep_t *lockstep, size_t index) {
    recorder_t *recorder = shrink->context;
    recorder->lockstep = lockstep;
    recorder->index = index;
}

/* The kept events with the picks in front of them; what was left out is gone. */
static bool merge(scord_shrink_t *shrink, const recorder_t *recorder, scord_event_list_t *merged) {
    size_t pick = 0;
    *merged = shrink->list;
    merged->count = 0;
    merged->capacity = shrink->list.count + recorder->count + 1;
    merged->events = malloc(merged->capacity * sizeof *merged->events);
    for (size_t i = 0; merged->events && i < shrink->list.count; i++) {
        while (pick < recorder->count && recorder->picks[pick].before == i)
            merged->events[merged->count++] = recorder->picks[pick++].event;
        assert(merged->count < merged->capacity);
        merged->events[merged->count++] =
            shrink->list.events[i]; /* also those left out: their strings are the list's */
    }
    return merged->events;
}

static bool *merged_flags(const scord_shrink_t *shrink, const recorder_t *recorder, size_t count) {
    bool *keep = malloc(count + 1);
    for (size_t i = 0, pick = 0, out = 0; keep && i < shrink->list.count; i++) {
        for (; pick < recorder->count && recorder->picks[pick].before == i; pick++)
            keep[out++] = true;
        keep[out++] = shrink->keep[i];
    }
    return keep;
}

static bool adopt(scord_shrink_t *shrink, const recorder_t *recorder) {
    scord_event_list_t merged;
    if (!merge(shrink, recorder, &merged)) return false;
    bool *keep = merged_flags(shrink, recorder, merged.count);
    size_t *order = malloc((merged.count + 1) * sizeof *order);
    scord_shrink_t tried = *shrink;
    tried.list.events = merged.events;
    tried.list.count = merged.count;
    tried.keep = keep;
    tried.order = order;
    tried.options.scheduled_issue = true;
    const bool better = keep && order && scord_shrink_fails(&tried);
    shrink->runs = tried.runs;
    if (!better) {
        free(merged.events);
        free(keep);
        free(order);
        return false;
    }
    free(shrink->list.events); /* the strings went along */
    free(shrink->keep);
    free(shrink->order);
    tried.list.capacity = merged.capacity;
    tried.options.config = shrink->options.config;
    *shrink = tried;
    return true;
}

bool scord_shrink_record_picks(scord_shrink_t *shrink) {
    recorder_t recorder = {.num_sms = shrink->options.config->num_sms};
    if (shrink->options.scheduled_issue) return false;
    shrink->on_event = record_event;
    shrink->on_cycle = record_cycle;
    shrink->context = &recorder;
    const bool reproduced = scord_shrink_fails(shrink);
    shrink->on_event = NULL;
    shrink->on_cycle = NULL;
    shrink->context = NULL;
    const bool adopted = reproduced && !recorder.no_memory && adopt(shrink, &recorder);
    free(recorder.picks);
    return adopted;
}
