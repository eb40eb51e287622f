/* shrink.c: see shrink.h. The events stay in memory; a candidate is a set of keep flags. */
#include "shrink.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "seconds.h"

enum { EVENTS_MAX = 60000 }; /* about 1.1 KB each */

typedef struct shrink {
    scord_event_list_t list;
    scord_lockstep_options_t options;
    const scord_lockstep_mismatch_t *mismatch;
    bool *keep;
    size_t *order; /* kept indices of one round */
    size_t used; /* events that the last run came to before it ended */
    unsigned runs;
    double deadline;
} shrink_t;

static bool in_time(const shrink_t *shrink) { return scord_seconds_now() < shrink->deadline; }

static bool same_but_numbers(const char *a, const char *b) {
    while (*a || *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            while (isdigit((unsigned char)*a)) a++;
            while (isdigit((unsigned char)*b)) b++;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return true;
}

bool scord_same_mismatch(const scord_lockstep_mismatch_t *a, const scord_lockstep_mismatch_t *b) {
    return same_but_numbers(a->unit, b->unit) && same_but_numbers(a->field, b->field);
}

/* Does the stream of the kept events still show the mismatch? Events are renumbered, as a written stream would be. */
static bool still_fails(shrink_t *shrink) {
    char message[256];
    scord_lockstep_status_t status;
    scord_lockstep_t *lockstep = scord_lockstep_create(&shrink->options, &status, message, sizeof message);
    if (!lockstep) return false;
    uint64_t sequence = 0;
    shrink->runs++;
    for (size_t i = 0; i < shrink->list.count && status == SCORD_LOCKSTEP_OK; i++) {
        if (!shrink->keep[i]) continue;
        shrink->used = i + 1;
        shrink->list.events[i].sequence = sequence++;
        status = scord_lockstep_event(lockstep, &shrink->list.events[i]);
    }
    if (status == SCORD_LOCKSTEP_OK) status = scord_lockstep_finish(lockstep);
    const bool same = status != SCORD_LOCKSTEP_OK && scord_same_mismatch(scord_lockstep_mismatch(lockstep), shrink->mismatch);
    scord_lockstep_destroy(lockstep);
    return same;
}

/* Drops events [from, to) of the order for which the drop keeps the mismatch. */
static bool try_drop(shrink_t *shrink, const size_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++) shrink->keep[indices[i]] = false;
    if (in_time(shrink) && still_fails(shrink)) return true;
    for (size_t i = 0; i < count; i++) shrink->keep[indices[i]] = true;
    return false;
}

/* ---- whole kernels, whole blocks ------------------------------------------------------------------------------------- */

static void drop_kernels(shrink_t *shrink) {
    for (size_t first = 0; first < shrink->list.count;) {
        size_t next = first + 1, count = 0;
        while (next < shrink->list.count && shrink->list.events[next].kind != SCORD_EVENT_KIND_KERNEL_BEGIN) next++;
        for (size_t i = first; i < next; i++)
            if (shrink->keep[i]) shrink->order[count++] = i;
        if (count) try_drop(shrink, shrink->order, count);
        first = next;
    }
}

/* SM and slot that an event belongs to. */
static bool place_of(const scord_event_t *event, unsigned *sm, unsigned *slot) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: *sm = event->block_launch.sm; *slot = event->block_launch.slot; return true;
    case SCORD_EVENT_KIND_ACCESS: *sm = event->access.sm; *slot = event->access.slot; return true;
    case SCORD_EVENT_KIND_FENCE: *sm = event->fence.sm; *slot = event->fence.slot; return true;
    case SCORD_EVENT_KIND_BLOCK_EXIT:
    case SCORD_EVENT_KIND_WARP_EXIT:
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
    case SCORD_EVENT_KIND_DIVERGE:
    case SCORD_EVENT_KIND_RECONVERGE: *sm = event->warp.sm; *slot = event->warp.slot; return true;
    default: return false;
    }
}

static void drop_blocks(shrink_t *shrink) {
    for (unsigned place = 0; place < SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM; place++) {
        size_t count = 0;
        for (size_t i = 0; i < shrink->list.count; i++) {
            unsigned sm, slot;
            if (shrink->keep[i] && place_of(&shrink->list.events[i], &sm, &slot) && sm * SCORD_MAX_BLOCKS_PER_SM + slot == place)
                shrink->order[count++] = i;
        }
        if (count) try_drop(shrink, shrink->order, count);
    }
}

/* ---- single events ------------------------------------------------------------------------------------------------------ */

/* kernel_begin stays: nothing is tracked without it. */
static size_t droppable(shrink_t *shrink) {
    size_t count = 0;
    for (size_t i = 0; i < shrink->list.count; i++)
        if (shrink->keep[i] && shrink->list.events[i].kind != SCORD_EVENT_KIND_KERNEL_BEGIN) shrink->order[count++] = i;
    return count;
}

/* Chunks from the end (late events matter least for what came before), halved until single events. */
static void drop_events(shrink_t *shrink) {
    for (size_t chunk = droppable(shrink); chunk > 0 && in_time(shrink);) {
        const size_t count = droppable(shrink);
        bool dropped = false;
        for (size_t end = count; end > 0;) {
            const size_t begin = end > chunk ? end - chunk : 0;
            dropped |= try_drop(shrink, shrink->order + begin, end - begin);
            end = begin;
        }
        if (!dropped || chunk > 1) chunk /= 2;
    }
}

/* One lane is easier to read than 32. */
static void drop_lanes(shrink_t *shrink) {
    for (size_t i = 0; i < shrink->list.count; i++) {
        scord_event_t *event = &shrink->list.events[i];
        if (!shrink->keep[i] || event->kind != SCORD_EVENT_KIND_ACCESS) continue;
        for (uint32_t lanes = event->access.mask; lanes & (lanes - 1) && in_time(shrink); lanes &= lanes - 1) {
            const uint32_t whole = event->access.mask;
            event->access.mask &= ~(lanes & -lanes);
            if (!event->access.mask || !still_fails(shrink)) event->access.mask = whole;
        }
    }
}

static size_t count_kept(const shrink_t *shrink) {
    size_t count = 0;
    for (size_t i = 0; i < shrink->list.count; i++) count += shrink->keep[i];
    return count;
}

static void reduce(shrink_t *shrink, scord_shrink_result_t *result) {
    result->before = shrink->list.count;
    result->reproduced = still_fails(shrink);
    if (result->reproduced) {
        for (size_t i = shrink->used; i < shrink->list.count; i++) shrink->keep[i] = false; /* never reached */
        drop_kernels(shrink);
        drop_blocks(shrink);
        drop_events(shrink);
        drop_lanes(shrink);
    }
    result->after = count_kept(shrink);
    result->runs = shrink->runs;
}

static int read_list(shrink_t *shrink, const char *stream, char *message, size_t size) {
    scord_stream_error_t error;
    bool truncated;
    /* everything up to the mismatch; its end is found by the run itself, so no `last` is needed */
    if (scord_event_list_read(&shrink->list, stream, UINT64_MAX, EVENTS_MAX, &truncated, &error) != 0) {
        snprintf(message, size, "%s", error.message);
        return SCORD_EXIT_BAD_INPUT;
    }
    if (shrink->options.config) shrink->list.config = *shrink->options.config;
    shrink->options.config = &shrink->list.config;
    shrink->keep = malloc(shrink->list.count + 1);
    shrink->order = malloc((shrink->list.count + 1) * sizeof *shrink->order);
    if (!shrink->keep || !shrink->order) {
        snprintf(message, size, "no memory to shrink %zu events", shrink->list.count);
        return SCORD_EXIT_ENVIRONMENT;
    }
    memset(shrink->keep, 1, shrink->list.count);
    return 0;
}

static int write_list(shrink_t *shrink, const char *path, const scord_shrink_result_t *result, char *message, size_t size) {
    scord_stream_error_t error;
    if (!result->reproduced) {
        snprintf(message, size, "the mismatch did not show again in the first %d events: not shrunk", EVENTS_MAX);
        return SCORD_EXIT_ENVIRONMENT;
    }
    if (scord_event_list_write(&shrink->list, shrink->keep, path, &error) == 0) return 0;
    snprintf(message, size, "%s", error.message);
    return SCORD_EXIT_ENVIRONMENT;
}

int scord_shrink(const char *stream, const scord_lockstep_options_t *options, const scord_lockstep_mismatch_t *mismatch,
                 unsigned seconds, const char *path, scord_shrink_result_t *result, char *message, size_t message_size) {
    shrink_t shrink = {.options = *options, .mismatch = mismatch, .deadline = scord_seconds_now() + seconds};
    shrink.options.observe = NULL;
    shrink.options.wave_path = NULL;
    shrink.options.output_directory = NULL;
    *result = (scord_shrink_result_t){0};
    int code = read_list(&shrink, stream, message, message_size);
    if (!code) reduce(&shrink, result);
    if (!code) code = write_list(&shrink, path, result, message, message_size);
    free(shrink.keep);
    free(shrink.order);
    scord_event_list_free(&shrink.list);
    return code;
}
