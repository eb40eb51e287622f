/* SPDX-License-Identifier: Apache-2.0 */
/* order.c: which operations are ordered (order.h).
 *
 *     host thread 0  ──●launch a────●record e────●launch b, stream 2────●synchronise 1──►
 *                       ╲            ╲                    ╲             ╱
 *     stream 1           a ───────────e ─────────────────── ───────────╱
 *                                      ╲ wait                ╲
 *     stream 2                          ●──────────────────── b
 *
 * The relation is kept in vector clocks. Each stream has a lane, a place in every clock, and counts
 * its operations there; an operation is {lane, time}. A clock says for each lane how many of its
 * operations lie before: an operation is before everything whose clock has its time, or more, in
 * its lane. Host threads and streams carry a clock; the host's own steps need no lane, since what
 * the host does is looked at when it does it.
 *
 * An operation begins with stream's tail and thread's clock joined, plus the legacy stream's tail
 * in a blocking stream; in the legacy stream, plus the tails of all blocking ones. It becomes the
 * stream's tail. An event keeps the tail at its record; a wait joins it to the waiting stream. To
 * synchronise joins the tail to the thread's clock. Streams that are destroyed go on.
 *
 * Invariants: a tail has its own lane's last time; clocks only grow; lanes are never given away
 * anew, so that a destroyed stream's operations stay what they are.
 * Costs: a join is linear in the number of streams.
 * Reference: Mattern, "Virtual time and global states of distributed systems"; for CUDA's rules
 * docs/launch-order.md.
 */
#include "sim/order/order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/order/relation.h"

/* ---- clocks ---- */

bool order_reach(order_t *order, order_clock_t *clock, uint32_t lanes) {
    if (lanes <= clock->lanes) return true;
    if (!SCORD_ARRAY_ROOM(clock->at, clock->allocated, lanes)) {
        order->failed = true;
        return false;
    }
    memset(clock->at + clock->lanes, 0, (lanes - clock->lanes) * sizeof *clock->at);
    clock->lanes = lanes;
    return true;
}

static void join(order_t *order, order_clock_t *clock, const order_clock_t *other) {
    if (clock == other || !order_reach(order, clock, other->lanes)) return;
    for (uint32_t i = 0; i < other->lanes; i++)
        if (other->at[i] > clock->at[i]) clock->at[i] = other->at[i];
}

/* ---- life ---- */

order_t *order_create(order_report_t *report, void *context) {
    order_t *order = calloc(1, sizeof *order);
    if (!order) return NULL;
    order->report = report;
    order->context = context;
    if (order_thread_create(order, ORDER_NONE) == ORDER_MAIN_THREAD &&
        order_stream_create(order, ORDER_MAIN_THREAD, true, NULL) == ORDER_LEGACY_STREAM)
        return order;
    order_destroy(order);
    return NULL;
}

void order_destroy(order_t *order) {
    if (!order) return;
    order_launches_forget(order);
    order_forget(order);
    for (uint32_t i = 0; i < order->threads; i++) free(order->thread[i].at);
    for (uint32_t i = 0; i < order->streams; i++) {
        free(order->stream[i].tail.at);
        free(order->stream[i].ahead.at);
    }
    for (uint32_t i = 0; i < order->events; i++) free(order->event[i].clock.at);
    free(order->thread);
    free(order->ended);
    free(order->stream);
    free(order->event);
    free(order->page);
    free(order->touched);
    free(order->launch);
    free(order->word);
    free(order->fact);
    free(order->host_taken);
    free(order->host);
    scord_index_map_destroy(&order->word_of);
    scord_index_map_destroy(&order->page_of);
    free(order);
}

bool order_failed(const order_t *order) { return order->failed; }

/* ---- threads, streams, events ---- */

/* One that has ended, else a new one; ORDER_NONE without memory. */
static uint32_t free_thread(order_t *order) {
    for (uint32_t i = 0; i < order->threads; i++)
        if (order->ended[i]) return i;
    if (!SCORD_ARRAY_ROOM(order->thread, order->threads_allocated, order->threads + 1) ||
        !SCORD_ARRAY_ROOM(order->ended, order->ended_allocated, order->threads + 1)) {
        order->failed = true;
        return ORDER_NONE;
    }
    order->thread[order->threads] = (order_clock_t){0};
    return order->threads++;
}

uint32_t order_thread_create(order_t *order, uint32_t parent) {
    const uint32_t number = free_thread(order);
    if (number == ORDER_NONE) return ORDER_NONE;
    order->ended[number] = false;
    order->thread[number].lanes = 0;
    if (parent != ORDER_NONE) join(order, &order->thread[number], &order->thread[parent]);
    return number;
}

void order_thread_end(order_t *order, uint32_t thread) { order->ended[thread] = true; }

void order_thread_follow(order_t *order, uint32_t to, uint32_t from) {
    join(order, &order->thread[to], &order->thread[from]);
}

const uint32_t *order_thread_clock(const order_t *order, uint32_t thread, uint32_t *lanes) {
    *lanes = order->thread[thread].lanes;
    return order->thread[thread].at;
}

void order_thread_raise(order_t *order, uint32_t thread, const uint32_t *clock, uint32_t lanes) {
    const order_clock_t other = {.at = (uint32_t *)(uintptr_t)clock, .lanes = lanes};
    join(order, &order->thread[thread], &other);
}

void order_thread_runs(order_t *order, uint32_t thread, const order_operation_t *operation) {
    order_clock_t *clock = &order->thread[thread];
    assert(operation->start);
    order_thread_raise(order, thread, operation->start, operation->lanes);
    if (order_reach(order, clock, operation->lane + 1) &&
        clock->at[operation->lane] < operation->time)
        clock->at[operation->lane] = operation->time;
}

uint32_t order_stream_create(order_t *order, uint32_t thread, bool blocking, const void *site) {
    (void)thread;
    if (!SCORD_ARRAY_ROOM(order->stream, order->streams_allocated, order->streams + 1)) {
        order->failed = true;
        return ORDER_NONE;
    }
    order->stream[order->streams] =
        (order_stream_t){.lane = order->lanes++, .blocking = blocking, .site = site};
    return order->streams++;
}

void order_stream_destroy(order_t *order, uint32_t stream) {
    assert(stream != ORDER_LEGACY_STREAM && stream < order->streams);
    order->stream[stream].destroyed = true;
}

bool order_stream_blocks(const order_t *order, uint32_t stream) {
    return order->stream[stream].blocking;
}
const void *order_stream_site(const order_t *order, uint32_t stream) {
    return order->stream[stream].site;
}

uint32_t order_event_create(order_t *order) {
    for (uint32_t i = 0; i < order->events; i++)
        if (order->event[i].destroyed) {
            order->event[i].recorded = order->event[i].destroyed = false;
            return i;
        }
    if (!SCORD_ARRAY_ROOM(order->event, order->events_allocated, order->events + 1)) {
        order->failed = true;
        return ORDER_NONE;
    }
    order->event[order->events] = (order_event_t){0};
    return order->events++;
}

void order_event_destroy(order_t *order, uint32_t event) { order->event[event].destroyed = true; }

/* ---- order ---- */

/* What an action in STREAM comes behind, into its tail. */
static order_stream_t *act(order_t *order, uint32_t thread, uint32_t number) {
    order_stream_t *stream = &order->stream[number];
    join(order, &stream->tail, &order->thread[thread]);
    if (number == ORDER_LEGACY_STREAM) {
        for (uint32_t i = 1; i < order->streams; i++)
            if (order->stream[i].blocking) join(order, &stream->tail, &order->stream[i].tail);
    } else if (stream->blocking) {
        join(order, &stream->tail, &order->stream[ORDER_LEGACY_STREAM].tail);
    }
    return stream;
}

static uint32_t own_time(const order_stream_t *stream) {
    return stream->lane < stream->tail.lanes ? stream->tail.at[stream->lane] : 0;
}

void order_event_record(order_t *order, uint32_t thread, uint32_t event, uint32_t stream,
                        const void *site) {
    order_stream_t *from = act(order, thread, stream);
    if (site) from->ahead_of = 0; /* the next kernel is not directly behind the last */
    order_event_t *to = &order->event[event];
    to->clock.lanes = 0; /* only the last record counts */
    join(order, &to->clock, &from->tail);
    to->recorded = true;
    to->site = site;
    to->lane = from->lane;
    to->time = own_time(from);
}

static void note_wait(order_t *order, uint32_t event, uint32_t stream, const void *site) {
    const order_event_t *of = &order->event[event];
    order->wait[order->waits++ % ORDER_WAITS_KEPT] = (order_wait_t){.event = event,
                                                                    .lane = of->lane,
                                                                    .time = of->time,
                                                                    .stream = stream,
                                                                    .recorded = of->site,
                                                                    .waited = site};
}

void order_stream_wait(order_t *order, uint32_t thread, uint32_t stream, uint32_t event,
                       const void *site) {
    order_stream_t *waiting = act(order, thread, stream);
    if (site) waiting->ahead_of = 0;
    if (!order->event[event].recorded) return;
    join(order, &waiting->tail, &order->event[event].clock);
    note_wait(order, event, stream, site);
}

void order_event_synchronise(order_t *order, uint32_t thread, uint32_t event, const void *site) {
    if (!order->event[event].recorded) return;
    join(order, &order->thread[thread], &order->event[event].clock);
    note_wait(order, event, ORDER_NONE, site);
}

void order_stream_synchronise(order_t *order, uint32_t thread, uint32_t stream) {
    order_clock_t *clock = &order->thread[thread];
    join(order, clock, &order->stream[stream].tail);
    for (uint32_t i = 1; i < order->streams && stream == ORDER_LEGACY_STREAM; i++)
        if (order->stream[i].blocking) join(order, clock, &order->stream[i].tail);
}

static bool is_within(const order_clock_t *clock, const order_clock_t *bound) {
    for (uint32_t i = 0; i < clock->lanes; i++)
        if (clock->at[i] > (i < bound->lanes ? bound->at[i] : 0)) return false;
    return true;
}

bool order_event_is_done(const order_t *order, uint32_t thread, uint32_t event) {
    return !order->event[event].recorded ||
           is_within(&order->event[event].clock, &order->thread[thread]);
}

bool order_stream_is_done(const order_t *order, uint32_t thread, uint32_t stream) {
    const order_clock_t *clock = &order->thread[thread];
    bool done = is_within(&order->stream[stream].tail, clock);
    for (uint32_t i = 1; i < order->streams && done && stream == ORDER_LEGACY_STREAM; i++)
        done = !order->stream[i].blocking || is_within(&order->stream[i].tail, clock);
    return done;
}

void order_device_synchronise(order_t *order, uint32_t thread) {
    for (uint32_t i = 0; i < order->streams; i++)
        join(order, &order->thread[thread], &order->stream[i].tail);
    for (uint32_t i = 0; i < order->threads; i++)
        if (!order->ended[i] && !order_is_quiet(order, i)) return;
    order_forget(order);
}

bool order_is_quiet(const order_t *order, uint32_t thread) {
    const order_clock_t *clock = &order->thread[thread];
    for (uint32_t i = 0; i < order->streams; i++) {
        const order_stream_t *stream = &order->stream[i];
        const uint32_t last = own_time(stream);
        if (last > 0 && (stream->lane >= clock->lanes || clock->at[stream->lane] < last))
            return false;
    }
    return true;
}

/* ---- operations ---- */

order_operation_t *order_begin_ahead(order_t *order, uint32_t thread, uint32_t number,
                                     const void *site, const void *what) {
    order_stream_t *stream = &order->stream[number];
    if (stream->ahead_of == 0 || stream->ahead_of != own_time(stream)) return NULL;
    if (stream->ahead_lane == 0) stream->ahead_lane = order->lanes++;
    order_clock_t *clock = &stream->ahead;
    join(order, clock, &order->thread[thread]);
    for (uint32_t i = 0; i < order->streams; i++)
        if (i != number && order->stream[i].blocking && stream->blocking &&
            (number == ORDER_LEGACY_STREAM || i == ORDER_LEGACY_STREAM))
            join(order, clock, &order->stream[i].tail);
    order_operation_t *operation = malloc(sizeof *operation);
    uint32_t *start = NULL;
    if (operation && order_reach(order, clock, stream->ahead_lane + 1) &&
        order_reach(order, &stream->tail, stream->ahead_lane + 1))
        start = malloc(clock->lanes * sizeof *start);
    if (!start) {
        free(operation);
        order->failed = true;
        return NULL;
    }
    memcpy(start, clock->at, clock->lanes * sizeof *start);
    stream->tail.at[stream->ahead_lane] = ++stream->ahead_time;
    *operation = (order_operation_t){.kind = ORDER_KERNEL,
                                     .stream = number,
                                     .number = order->operations++,
                                     .site = site,
                                     .what = what,
                                     .lane = stream->ahead_lane,
                                     .time = stream->ahead_time,
                                     .thread = thread,
                                     .start = start,
                                     .lanes = clock->lanes,
                                     .references = 1,
                                     .ahead = true};
    order->running++;
    stream->begins_ahead = true;
    return operation;
}

void order_no_kernel_in_front(order_t *order, uint32_t stream) {
    order->stream[stream].ahead_of = 0;
}

void order_has_waited(order_t *order, const order_operation_t *operation) {
    order_stream_t *stream = &order->stream[operation->stream];
    assert(operation->start);
    if (stream->ahead_of != operation->time) return;
    stream->ahead.lanes = 0;
    const order_clock_t start = {.at = operation->start, .lanes = operation->lanes};
    join(order, &stream->ahead, &start);
}

order_operation_t *order_begin(order_t *order, uint32_t thread, uint32_t stream, order_kind_t kind,
                               const void *site, const void *what) {
    order_operation_t *operation = malloc(sizeof *operation);
    order_stream_t *in = act(order, thread, stream);
    const bool room = operation && order_reach(order, &in->tail, in->lane + 1);
    if (kind == ORDER_KERNEL && !in->begins_ahead) {
        in->ahead.lanes = 0;
        join(order, &in->ahead, &in->tail);
    }
    in->begins_ahead = false;
    in->ahead_of = kind == ORDER_KERNEL ? own_time(in) + 1 : 0;
    uint32_t *start = room ? malloc(in->tail.lanes * sizeof *start) : NULL;
    if (!start) {
        free(operation);
        order->failed = true;
        return NULL;
    }
    memcpy(start, in->tail.at, in->tail.lanes * sizeof *start);
    *operation = (order_operation_t){.kind = kind,
                                     .stream = stream,
                                     .number = order->operations++,
                                     .site = site,
                                     .what = what,
                                     .lane = in->lane,
                                     .time = ++in->tail.at[in->lane],
                                     .thread = thread,
                                     .start = start,
                                     .lanes = in->tail.lanes,
                                     .references = 1};
    order->running++;
    order_host_gives(order, operation);
    return operation;
}

bool order_is_before(const order_operation_t *earlier, const order_operation_t *later) {
    assert(later->start);
    return earlier->lane < later->lanes && later->start[earlier->lane] >= earlier->time;
}

bool order_stream_waits_for(const order_t *order, uint32_t stream,
                            const order_operation_t *operation) {
    if (order_is_behind(&order->stream[stream].tail, operation)) return true;
    for (uint32_t i = 1; i < order->streams && stream == ORDER_LEGACY_STREAM; i++)
        if (order->stream[i].blocking && order_is_behind(&order->stream[i].tail, operation))
            return true;
    return false;
}

bool order_event_waits_for(const order_t *order, uint32_t event,
                           const order_operation_t *operation) {
    return order->event[event].recorded && order_is_behind(&order->event[event].clock, operation);
}

/* ---- why not ---- */

bool order_near_miss(const order_t *order, const order_race_t *race, order_near_miss_t *miss) {
    const uint32_t kept = order->waits < ORDER_WAITS_KEPT ? order->waits : ORDER_WAITS_KEPT;
    const uint32_t waiting = !race->later ? ORDER_NONE : race->later->stream;
    for (uint32_t age = 1; age <= kept; age++) {
        const order_wait_t *wait = &order->wait[(order->waits - age) % ORDER_WAITS_KEPT];
        if (!wait->waited || wait->stream != waiting || wait->lane != race->earlier->lane ||
            wait->time >= race->earlier->time)
            continue;
        *miss = (order_near_miss_t){wait->event, wait->recorded, wait->waited};
        return true;
    }
    return false;
}
