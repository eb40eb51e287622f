/* SPDX-License-Identifier: Apache-2.0 */
/* l2_slice.c: a slice of the L2 and the DRAM channel behind it (l2_slice.h).
 *
 *     requests[0] (network)  ─► latency ─┐                  ┌─► answers
 *     requests[1] (detector) ─► latency ─┴ port, in turn ─► line ─┤
 *                                                           └─► waiting ─► DRAM ─► returns ─►
 * answers
 *
 *     lines[set × ways + way]: segment, sectors here / dirty / pending, first of its waiters
 *     waiting[]: packets that wait for the DRAM, a list for each line; the rest are the free list
 *
 * A request is served when everything that it could need is there: a waiter, room in the DRAM's
 * queue for a dirty line and a fetch, and room among the answers. Otherwise it stays at the head
 * of its pipeline, and so does all behind it. Every waiter has room among the answers reserved
 * (queue + waiters places), so a return from the DRAM never waits and the slice cannot deadlock.
 *
 * Stores fetch nothing: a written sector is whole, since the hierarchy carries byte masks. A load
 * that misses fetches the whole line once; later requests of it join its waiters.
 *
 * Invariants: pending ≠ 0 exactly while the line has waiters; such a line is never replaced; the
 * waiters_left is the length of the free list; the port is free when a request is served.
 * Expensive: find, a walk over the ways of a set, twice a request at most. Reference:
 * docs/memory-system.md M4; ScoRD Table V.
 */
#include "sim/mem/l2_slice.h"

#include <assert.h>

enum { NOBODY = UINT32_MAX, ALL_SECTORS = 15 };

bool l2_slice_make(l2_slice_t *slice, const l2_options_t *options, const dram_timing_t *timing) {
    assert(options->ways > 0 && options->waiters > 0);
    *slice = (l2_slice_t){.sets = options->bytes / MEMORY_SEGMENT / options->ways,
                          .ways = options->ways,
                          .latency = {options->latency[0], options->latency[1]},
                          .port_bytes = options->port_bytes,
                          .queue = options->queue,
                          .dram_return = options->dram_return,
                          .dram_clock = options->dram_clock,
                          .dram.timing = timing,
                          .waiters_left = options->waiters};
    slice->lines = calloc((size_t)slice->sets * slice->ways, sizeof *slice->lines);
    slice->waiting = calloc(options->waiters, sizeof *slice->waiting);
    bool made = slice->lines && slice->waiting;
    for (unsigned i = 0; i < 2; i++)
        made = packet_queue_make(&slice->requests[i], options->latency[i] + options->queue) && made;
    made = packet_queue_make(&slice->answers, options->queue + options->waiters) && made;
    made = packet_queue_make(&slice->metadata_answers, options->queue + options->waiters) && made;
    made = packet_queue_make(&slice->returns, options->waiters) && made;
    if (!made) return false;
    for (uint32_t i = 0; i < slice->sets * slice->ways; i++) slice->lines[i].waiters = NOBODY;
    for (uint32_t i = 0; i < options->waiters; i++)
        slice->waiting[i].next = i + 1 < options->waiters ? i + 1 : NOBODY;
    return true;
}

void l2_slice_free(l2_slice_t *slice) {
    free(slice->lines);
    free(slice->waiting);
    for (unsigned i = 0; i < 2; i++) packet_queue_free(&slice->requests[i]);
    packet_queue_free(&slice->answers);
    packet_queue_free(&slice->metadata_answers);
    packet_queue_free(&slice->returns);
}

/* ---- lines ---- */

static bool is_metadata(const memory_packet_t *packet) {
    return packet->kind == MEMORY_METADATA_READ || packet->kind == MEMORY_METADATA_WRITE;
}

void l2_slice_put(l2_slice_t *slice, const memory_packet_t *packet, uint64_t now) {
    assert(l2_slice_has_room(slice, is_metadata(packet)));
    packet_queue_t *pipeline = &slice->requests[is_metadata(packet)];
    packet_queue_put(pipeline, packet);
    packet_queue_at(pipeline, pipeline->count - 1)->ready = now +
                                                            slice->latency[is_metadata(packet)];
}

static l2_line_t *find(const l2_slice_t *slice, uint64_t segment, uint64_t local) {
    l2_line_t *set = &slice->lines[local % slice->sets * slice->ways];
    for (uint32_t way = 0; way < slice->ways; way++)
        if (set[way].segment == segment + 1) return &set[way];
    return NULL;
}

/* The least recently used line of the set without waiters; NULL: all have waiters. */
static l2_line_t *victim(const l2_slice_t *slice, uint64_t local) {
    l2_line_t *set = &slice->lines[local % slice->sets * slice->ways], *oldest = NULL;
    for (uint32_t way = 0; way < slice->ways; way++)
        if (set[way].pending == 0 && (!oldest || set[way].used < oldest->used)) oldest = &set[way];
    return oldest;
}

/* Gives LINE to SEGMENT. The DRAM's queue has room for the old contents if they are dirty. */
static void replace(l2_slice_t *slice, l2_line_t *line, const memory_packet_t *packet,
                    uint32_t slices) {
    assert(line->pending == 0 && line->waiters == NOBODY /* nobody loses an answer */);
    if (line->dirty != 0) {
        slice->counts.dram_writes[line->metadata]++;
        dram_channel_put(&slice->dram, l2_local(line->segment - 1, slices), true, 0);
    }
    *line = (l2_line_t){
        .segment = packet->segment + 1, .metadata = is_metadata(packet), .waiters = NOBODY};
}

/* ---- a request at the port ---- */

static void answer(l2_slice_t *slice, const memory_packet_t *packet, uint64_t ready) {
    memory_packet_t reply = *packet;
    reply.ready = ready;
    packet_queue_put(is_metadata(packet) ? &slice->metadata_answers : &slice->answers, &reply);
}

static void hold_port(l2_slice_t *slice, const memory_packet_t *packet, uint64_t now) {
    assert(slice->port_free <= now);
    const uint32_t cycles = (packet->bytes + slice->port_bytes - 1) / slice->port_bytes;
    slice->port_free = now + cycles + (packet->kind == MEMORY_ATOMIC ? packet->conflicts : 0u);
}

static bool fetches(const memory_packet_t *packet) {
    return packet->kind != MEMORY_STORE && packet->kind != MEMORY_METADATA_WRITE;
}

/* LINE gets what PACKET asks for from the DRAM, unless it is on its way. */
static void wait_for_dram(l2_slice_t *slice, l2_line_t *line, const memory_packet_t *packet,
                          uint32_t slices) {
    const uint32_t waiter = slice->free_waiter;
    assert(waiter != NOBODY && slice->waiters_left > 0);
    slice->free_waiter = slice->waiting[waiter].next;
    slice->waiters_left--;
    slice->waiting[waiter] = (l2_waiter_t){.packet = *packet, .next = line->waiters};
    line->waiters = waiter;
    if (line->pending != 0) return;
    line->pending = ALL_SECTORS;
    slice->counts.dram_reads[line->metadata]++;
    dram_channel_put(&slice->dram, l2_local(packet->segment, slices), false,
                     (uint32_t)(line - slice->lines));
}

/* Room for the worst that a request can need: a waiter, and in the DRAM's queue a dirty line and a
 * fetch. */
static bool has_resources(const l2_slice_t *slice) {
    return slice->waiters_left > 0 && slice->dram.count + 2 <= slice->dram.timing->queue;
}

/* False: it has to wait. */
static bool serve(l2_slice_t *slice, const memory_packet_t *packet, uint64_t now, uint32_t slices) {
    const uint64_t local = l2_local(packet->segment, slices);
    const bool metadata = is_metadata(packet), reads = fetches(packet);
    l2_line_t *line = find(slice, packet->segment, local);
    const bool hit = line && (!reads || (packet->sectors & ~line->here) == 0);
    if (!hit && !has_resources(slice)) return false;
    if (!line) {
        line = victim(slice, local);
        if (!line) return false;
        replace(slice, line, packet, slices);
    }
    line->used = ++slice->stamp;
    hold_port(slice, packet, now);
    if (packet->kind != MEMORY_LOAD && packet->kind != MEMORY_METADATA_READ)
        line->dirty |= packet->sectors;
    if (!reads) line->here |= packet->sectors;
    if (hit)
        slice->counts.hits[metadata]++;
    else
        slice->counts.misses[metadata]++;
    if (hit || !reads)
        answer(slice, packet, slice->port_free);
    else
        wait_for_dram(slice, line, packet, slices);
    return true;
}

/* ---- the DRAM's answers ---- */

static void take_return(l2_slice_t *slice, uint64_t now) {
    const memory_packet_t *back = packet_queue_head(&slice->returns, now);
    if (!back) return;
    l2_line_t *line = &slice->lines[back->segment];
    assert(line->pending != 0 && line->waiters != NOBODY);
    line->here = ALL_SECTORS;
    line->pending = 0;
    for (uint32_t waiter = line->waiters; waiter != NOBODY;) {
        const uint32_t next = slice->waiting[waiter].next;
        answer(slice, &slice->waiting[waiter].packet, now);
        slice->waiting[waiter].next = slice->free_waiter;
        slice->free_waiter = waiter;
        slice->waiters_left++;
        waiter = next;
    }
    line->waiters = NOBODY;
    packet_queue_drop(&slice->returns);
}

memory_packet_t *l2_slice_clock_dram(l2_slice_t *slice, uint64_t dram_now, uint64_t now) {
    uint32_t line;
    uint64_t done;
    if (!dram_channel_clock(&slice->dram, dram_now, &line, &done)) return NULL;
    const uint64_t here = now + (done - dram_now) * 100 / slice->dram_clock + slice->dram_return;
    packet_queue_put(&slice->returns, &(memory_packet_t){.segment = line, .ready = here});
    return packet_queue_at(&slice->returns, slice->returns.count - 1);
}

/* ---- a cycle ---- */

/* The pipeline whose head takes the port, in turn. With `queue` answers waiting nothing more is
 * served, so that all requests that wait for the DRAM find room. -1: none. */
static int next_pipeline(const l2_slice_t *slice, uint64_t now) {
    const packet_queue_t *answers[2] = {&slice->answers, &slice->metadata_answers};
    for (unsigned i = 0; i < 2; i++) {
        const unsigned pipeline = (slice->turn + i) % 2;
        if (packet_queue_head(&slice->requests[pipeline], now) &&
            answers[pipeline]->count < slice->queue)
            return (int)pipeline;
    }
    return -1;
}

void l2_slice_clock(l2_slice_t *slice, uint64_t now, uint32_t slices) {
    if (slice->returns.count > 0) take_return(slice, now);
    if (slice->port_free > now) return;
    const int pipeline = next_pipeline(slice, now);
    if (pipeline < 0) return;
    slice->turn = 1u - (unsigned)pipeline;
    if (serve(slice, packet_queue_head(&slice->requests[pipeline], now), now, slices))
        packet_queue_drop(&slice->requests[pipeline]);
}

bool l2_slice_idle(const l2_slice_t *slice) {
    return slice->requests[0].count == 0 && slice->requests[1].count == 0 &&
           slice->answers.count == 0 && slice->metadata_answers.count == 0 &&
           slice->returns.count == 0 && slice->dram.count == 0;
}

bool l2_slice_owes(const l2_slice_t *slice) {
    const uint32_t waiters = slice->returns.capacity;
    return slice->requests[0].count > 0 || slice->requests[1].count > 0 ||
           slice->answers.count > 0 || slice->metadata_answers.count > 0 ||
           slice->waiters_left < waiters;
}
