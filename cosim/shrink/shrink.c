/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.c: delta debugging of event streams (Zeller, Hildebrandt: Simplifying and Isolating
 * Failure-Inducing Input, TSE 2002); see shrink.h for the interface.
 *
 * The idea: leave something out, run the lockstep on the rest, keep the smaller stream when it
 * still shows the same mismatch. Large parts first, because a run costs time in proportion to its
 * events:
 *
 *   what comes after the mismatch ─► the beginning ─► kernels ─► blocks ─► chunks of events, halved
 *   down to one ─► pairs that only go together; in between, simpler options and machines
 *   (shrink_simplify.c); at the end, simpler events. Again, until nothing more goes.
 *
 *   list.events   e0 e1 e2 e3 e4 …     the stream as read; never moved, only simplified in place
 *   keep           1  0  1  1  0 …     the candidate: a flag an event
 *   order         indices of the events that the current round may drop
 *
 * Invariants: a flag is cleared for good only after a run without the event showed the mismatch;
 * kernel_begin goes with its whole kernel alone, as nothing is tracked without it; a run renumbers
 * the kept events, so that the written stream has the numbers of the last run.
 *
 * "The same mismatch" is unit and field, apart from numbers in them. Mismatches that depend on the
 * memory's timing vanish when events move: then some other seeds and latencies are tried for a
 * candidate (`variants`), and the one that fails becomes the candidate's. Those of the issue
 * scheduler depend on random ready masks: shrink_schedule.c puts these into the stream first.
 * What is expensive: runs, all else is nothing; the deadline is in processor seconds, so that a
 * busy machine does not shrink less.
 */
#include "cosim/shrink/shrink_internal.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    EVENTS_MAX = 60000,
    PAIRS_MAX = 40 /* events, so that all pairs of them can be tried */,
    FEW = 20,
    VARIANTS = 9,
    BEGINNING_VARIANTS = 60
};

/* Of the processor, so that a busy machine does not shrink less. */
static double seconds_used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool scord_shrink_in_time(const scord_shrink_t *shrink) {
    return seconds_used() < shrink->deadline;
}

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

static void feed(scord_shrink_t *shrink, scord_lockstep_t *lockstep,
                 scord_lockstep_status_t *status) {
    uint64_t sequence = 0;
    for (size_t i = 0; i < shrink->list.count && *status == SCORD_LOCKSTEP_OK; i++) {
        if (!shrink->keep[i]) continue;
        shrink->used = i + 1;
        shrink->list.events[i].sequence = sequence++;
        if (shrink->on_event) shrink->on_event(shrink, lockstep, i);
        *status = scord_lockstep_event(lockstep, &shrink->list.events[i]);
    }
    if (*status == SCORD_LOCKSTEP_OK) *status = scord_lockstep_finish(lockstep);
}

bool scord_shrink_fails(scord_shrink_t *shrink) {
    char message[256];
    scord_lockstep_status_t status;
    scord_lockstep_options_t options = shrink->options;
    options.config = &shrink->list.config;
    options.observe_cycle = shrink->on_cycle;
    options.context = shrink->context;
    scord_lockstep_t *lockstep = scord_lockstep_create(&options, &status, message, sizeof message);
    if (!lockstep) return false;
    shrink->runs++;
    feed(shrink, lockstep, &status);
    assert(shrink->used <= shrink->list.count);
    const bool same = status != SCORD_LOCKSTEP_OK &&
                      scord_same_mismatch(scord_lockstep_mismatch(lockstep), shrink->mismatch);
    scord_lockstep_destroy(lockstep);
    return same;
}

/* A mismatch that depends on the memory's timing may be there still, with other latencies: those
 * become the candidate's. */
static bool fails_somehow(scord_shrink_t *shrink) {
    const scord_lockstep_options_t before = shrink->options;
    if (scord_shrink_fails(shrink)) return true;
    for (unsigned variant = 0; variant < shrink->variants && scord_shrink_in_time(shrink);
         variant++) {
        static const uint32_t latencies[] = {0, 1, 30};
        shrink->options.seed = 1 + variant / 3;
        shrink->options.max_latency = latencies[variant % 3];
        if (scord_shrink_fails(shrink)) return true;
    }
    shrink->options = before;
    return false;
}

/* Drops these events if the mismatch stays without them; all or none. */
static bool try_drop(scord_shrink_t *shrink, const size_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert(indices[i] < shrink->list.count && shrink->keep[indices[i]]);
        shrink->keep[indices[i]] = false;
    }
    if (scord_shrink_in_time(shrink) && fails_somehow(shrink)) return true;
    for (size_t i = 0; i < count; i++) shrink->keep[indices[i]] = true;
    return false;
}

/* ---- whole kernels, whole blocks ---- */

/* The last kernels alone may do, mostly the very one in which it showed: a stream of many is short
 * at once. */
static void drop_beginning(scord_shrink_t *shrink) {
    size_t kernels = 0;
    for (size_t i = shrink->list.count; i-- > 0;) {
        if (!shrink->keep[i] || shrink->list.events[i].kind != SCORD_EVENT_KIND_KERNEL_BEGIN)
            continue;
        kernels++;
        if ((kernels & (kernels - 1)) != 0) continue; /* the last 1, 2, 4, 8, … */
        size_t count = 0;
        for (size_t before = 0; before < i; before++)
            if (shrink->keep[before]) shrink->order[count++] = before;
        if (!count || try_drop(shrink, shrink->order, count)) return;
    }
}

static void drop_kernels(scord_shrink_t *shrink) {
    for (size_t first = 0; first < shrink->list.count;) {
        size_t next = first + 1, count = 0;
        while (next < shrink->list.count &&
               shrink->list.events[next].kind != SCORD_EVENT_KIND_KERNEL_BEGIN)
            next++;
        for (size_t i = first; i < next; i++)
            if (shrink->keep[i]) shrink->order[count++] = i;
        if (count) try_drop(shrink, shrink->order, count);
        first = next;
    }
}

/* SM and slot that an event belongs to. */
static bool place_of(const scord_event_t *event, unsigned *sm, unsigned *slot) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        *sm = event->block_launch.sm;
        *slot = event->block_launch.slot;
        return true;
    case SCORD_EVENT_KIND_ACCESS:
        *sm = event->access.sm;
        *slot = event->access.slot;
        return true;
    case SCORD_EVENT_KIND_FENCE:
        *sm = event->fence.sm;
        *slot = event->fence.slot;
        return true;
    case SCORD_EVENT_KIND_BLOCK_EXIT:
    case SCORD_EVENT_KIND_WARP_EXIT:
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
    case SCORD_EVENT_KIND_DIVERGE:
    case SCORD_EVENT_KIND_RECONVERGE:
        *sm = event->warp.sm;
        *slot = event->warp.slot;
        return true;
    default: return false;
    }
}

static void drop_blocks(scord_shrink_t *shrink) {
    for (unsigned place = 0; place < SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM; place++) {
        size_t count = 0;
        for (size_t i = 0; i < shrink->list.count; i++) {
            unsigned sm, slot;
            if (shrink->keep[i] && place_of(&shrink->list.events[i], &sm, &slot) &&
                sm * SCORD_MAX_BLOCKS_PER_SM + slot == place)
                shrink->order[count++] = i;
        }
        if (count) try_drop(shrink, shrink->order, count);
    }
}

/* ---- single events ---- */

/* kernel_begin stays: nothing is tracked without it. */
static size_t droppable(scord_shrink_t *shrink) {
    size_t count = 0;
    for (size_t i = 0; i < shrink->list.count; i++)
        if (shrink->keep[i] && shrink->list.events[i].kind != SCORD_EVENT_KIND_KERNEL_BEGIN)
            shrink->order[count++] = i;
    return count;
}

/* Many events are left that cannot go in larger chunks: the mismatch depends on when they come. */
static bool is_stuck(size_t chunk, size_t count) { return count > 200 && chunk < count / 32; }

/* A short beginning of the stream may show it as well, with the right latencies; it is quickly
 * tried with many. */
static void try_beginnings(scord_shrink_t *shrink) {
    const size_t count = droppable(shrink);
    size_t *events = malloc((count + 1) * sizeof *events);
    if (events) memcpy(events, shrink->order, count * sizeof *events);
    bool found = false;
    shrink->variants = BEGINNING_VARIANTS;
    for (size_t part = 64; events && part >= 2 && !found; part /= 2)
        found = try_drop(shrink, events + count / part, count - count / part);
    shrink->variants = VARIANTS;
    free(events);
}

/* Chunks from the end (late events matter least for what came before), halved until single events.
 */
static void drop_events(scord_shrink_t *shrink) {
    for (size_t chunk = droppable(shrink); chunk > 0 && scord_shrink_in_time(shrink);) {
        const size_t count = droppable(shrink);
        bool dropped = false;
        for (size_t end = count; end > 0;) {
            const size_t begin = end > chunk ? end - chunk : 0;
            dropped |= try_drop(shrink, shrink->order + begin, end - begin);
            end = begin;
        }
        if (!dropped || chunk > 1) chunk /= 2;
        if (!shrink->variants && is_stuck(chunk, droppable(shrink))) {
            try_beginnings(shrink);
            chunk = droppable(shrink) / 2;
        }
    }
}

/* Two events that only go together: a barrier's arrival and release, a lock's taking and giving
 * back. */
static void drop_pairs(scord_shrink_t *shrink) {
    const size_t count = droppable(shrink);
    assert(count <= shrink->list.count);
    size_t events[PAIRS_MAX];
    if (count > PAIRS_MAX) return;
    memcpy(events, shrink->order, count * sizeof *events);
    for (size_t i = count; i-- > 0;)
        for (size_t k = i; k-- > 0 && scord_shrink_in_time(shrink);) {
            const size_t pair[] = {events[i], events[k]};
            if (shrink->keep[pair[0]] && shrink->keep[pair[1]]) try_drop(shrink, pair, 2);
        }
}

static size_t count_kept(const scord_shrink_t *shrink) {
    size_t count = 0;
    for (size_t i = 0; i < shrink->list.count; i++) count += shrink->keep[i];
    return count;
}

/* Until nothing more can be left out, or the time is over. */
static void drop_all(scord_shrink_t *shrink) {
    size_t before;
    do {
        before = count_kept(shrink);
        drop_kernels(shrink);
        drop_blocks(shrink);
        drop_events(shrink);
        drop_pairs(shrink);
    } while (count_kept(shrink) < before && scord_shrink_in_time(shrink));
}

static void reduce(scord_shrink_t *shrink, scord_shrink_result_t *result) {
    result->before = shrink->list.count + shrink->list.left_out;
    shrink->variants =
        shrink->list.left_out
            ? VARIANTS
            : 0; /* without its beginning a stream meets other latencies of the memory */
    result->reproduced = fails_somehow(shrink);
    shrink->variants = 0;
    if (result->reproduced) {
        for (size_t i = shrink->used; i < shrink->list.count; i++)
            shrink->keep[i] = false; /* never reached */
        if (strcmp(shrink->mismatch->unit, "issue_scheduler") == 0)
            scord_shrink_record_picks(shrink);
        drop_beginning(shrink);
        scord_shrink_environment(shrink);
        drop_all(shrink);
        scord_shrink_environment(shrink); /* a small stream needs less */
        scord_shrink_events(shrink);
        if (count_kept(shrink) > FEW)
            shrink->variants = VARIANTS; /* what software draws from the seed decides, too */
        drop_all(shrink);
        scord_shrink_events(shrink);
        result->reproduced = scord_shrink_fails(shrink); /* numbers the events of the result */
    }
    assert(!result->reproduced || count_kept(shrink) <= shrink->list.count);
    result->after = count_kept(shrink);
    result->runs = shrink->runs;
}

/* The environment as options of `scord cosim`; what the stream says itself is not there. */
static void options_text(const scord_shrink_t *shrink, char *text, size_t size) {
    const scord_lockstep_options_t *options = &shrink->options;
    bool schedule = false;
    size_t used = (size_t)snprintf(text, size, "--seed %llu", (unsigned long long)options->seed);
    for (size_t i = 0; i < shrink->list.count; i++)
        schedule |= shrink->keep[i] && shrink->list.events[i].kind == SCORD_EVENT_KIND_SCHEDULE;
    if (options->free_order) used += (size_t)snprintf(text + used, size - used, " --free-order");
    if (options->max_latency)
        used += (size_t)snprintf(text + used, size - used, " --max-latency %u",
                                 options->max_latency);
    if (options->axi_error_permille)
        used += (size_t)snprintf(text + used, size - used, " --axi-errors %u",
                                 options->axi_error_permille);
    if (options->consume_log) used += (size_t)snprintf(text + used, size - used, " --consume-log");
    if (options->scheduled_issue != schedule)
        snprintf(text + used, size - used, " --issue %s",
                 options->scheduled_issue ? "stream" : "random");
}

static scord_shrink_status_t read_list(scord_shrink_t *shrink, const char *stream, char *message,
                                       size_t size) {
    scord_stream_error_t error;
    if (scord_event_list_read(&shrink->list, stream, shrink->mismatch->events, EVENTS_MAX,
                              &error) != 0) {
        snprintf(message, size, "%s", error.message);
        return SCORD_SHRINK_BAD_STREAM;
    }
    if (shrink->options.config) {
        shrink->list.config = *shrink->options.config;
        snprintf(shrink->list.config_name, sizeof shrink->list.config_name, "%s",
                 shrink->options.config->name);
        shrink->list.config.name = shrink->list.config_name;
    }
    shrink->keep = malloc(shrink->list.count + 1);
    shrink->order = malloc((shrink->list.count + 1) * sizeof *shrink->order);
    if (!shrink->keep || !shrink->order) {
        snprintf(message, size, "no memory to shrink %zu events", shrink->list.count);
        return SCORD_SHRINK_NO_MEMORY;
    }
    memset(shrink->keep, 1, shrink->list.count);
    return SCORD_SHRINK_OK;
}

static scord_shrink_status_t write_list(scord_shrink_t *shrink, const char *path,
                                        const scord_shrink_result_t *result, char *message,
                                        size_t size) {
    scord_stream_error_t error;
    if (!result->reproduced) {
        snprintf(message, size,
                 "the mismatch did not show again in the %zu events before it: not shrunk",
                 shrink->list.count);
        return SCORD_SHRINK_NOT_REPRODUCED;
    }
    if (scord_event_list_write(&shrink->list, shrink->keep, path, &error) == 0)
        return SCORD_SHRINK_OK;
    snprintf(message, size, "%s", error.message);
    return SCORD_SHRINK_NOT_WRITTEN;
}

scord_shrink_status_t scord_shrink(const char *stream, const scord_lockstep_options_t *options,
                                   const scord_lockstep_mismatch_t *mismatch, unsigned seconds,
                                   const char *path, scord_shrink_result_t *result, char *message,
                                   size_t message_size) {
    scord_shrink_t shrink = {
        .options = *options, .mismatch = mismatch, .deadline = seconds_used() + seconds};
    shrink.options.observe = NULL;
    shrink.options.observe_cycle = NULL;
    shrink.options.wave_path = NULL;
    shrink.options.output_directory = NULL;
    *result = (scord_shrink_result_t){0};
    scord_shrink_status_t status = read_list(&shrink, stream, message, message_size);
    if (!status) reduce(&shrink, result);
    if (!status) options_text(&shrink, result->options, sizeof result->options);
    if (!status) status = write_list(&shrink, path, result, message, message_size);
    free(shrink.keep);
    free(shrink.order);
    scord_event_list_free(&shrink.list);
    return status;
}
