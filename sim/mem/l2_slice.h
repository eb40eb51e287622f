/* SPDX-License-Identifier: Apache-2.0 */
/* l2_slice.h: a slice of the L2 cache and the DRAM channel behind it (docs/memory-system.md, M4;
 * ScoRD Table V).
 *
 * Requests come from the interconnect and, beside them, from the detector (metadata). Each kind
 * first passes a pipeline of its own, then they take the slice's port in turn, 32 bytes a cycle.
 * Write-back and write-allocate; a written sector is whole (byte masks), so a store fetches
 * nothing. Atomics are done here. Least recently used is replaced.
 */
#ifndef SIM_L2_SLICE_H
#define SIM_L2_SLICE_H

#include "sim/mem/dram_channel.h"
#include "sim/mem/memory_packet.h"

typedef struct l2_line {
    uint64_t segment; /* + 1; 0: empty */
    uint64_t used;
    uint8_t here, dirty; /* sectors */
    uint8_t pending;     /* sectors asked of the DRAM */
    bool metadata;
    uint32_t waiters; /* first of those that wait for it, in `waiting`; UINT32_MAX: none */
} l2_line_t;

typedef struct l2_waiter {
    memory_packet_t packet;
    uint32_t next;
} l2_waiter_t;

typedef struct l2_counts { /* [0] data, [1] metadata; lines */
    uint64_t hits[2], misses[2], dram_reads[2], dram_writes[2];
} l2_counts_t;

typedef struct l2_slice {
    l2_line_t *lines;
    uint32_t sets, ways;
    uint64_t stamp;
    packet_queue_t
        requests[2];        /* in the pipelines: [0] from the interconnect, [1] from the detector */
    unsigned turn;          /* which of them takes the port first */
    packet_queue_t answers; /* to the interconnect */
    packet_queue_t metadata_answers;
    packet_queue_t returns; /* from the DRAM: segment = index of the line */
    l2_waiter_t *waiting;
    uint32_t free_waiter, waiters_left;
    uint64_t port_free;
    uint32_t latency[2], port_bytes, queue, dram_return, dram_clock; /* l2_options_t */
    dram_channel_t dram;
    l2_counts_t counts;
} l2_slice_t;

typedef struct l2_options {
    uint32_t bytes, ways; /* of this slice */
    /* cycles before the port: [0] from the interconnect, [1] from the detector */
    uint32_t latency[2];
    uint32_t port_bytes;  /* a cycle */
    uint32_t waiters;     /* requests that may wait for the DRAM */
    uint32_t queue;       /* answers that may wait */
    uint32_t dram_return; /* cycles on the way back from the DRAM */
    uint32_t dram_clock;  /* command cycles in 100 cycles */
} l2_options_t;

/* timing must outlive the slice. False: out of memory (l2_slice_free even then). */
bool l2_slice_make(l2_slice_t *slice, const l2_options_t *options, const dram_timing_t *timing);
void l2_slice_free(l2_slice_t *slice);

static inline bool l2_slice_has_room(const l2_slice_t *slice, bool metadata) {
    return !packet_queue_full(&slice->requests[metadata]);
}
/* Only with room. */
void l2_slice_put(l2_slice_t *slice, const memory_packet_t *packet, uint64_t now);
/* One cycle. SLICES: how many there are (M4's mapping). */
void l2_slice_clock(l2_slice_t *slice, uint64_t now, uint32_t slices);
/* One command cycle of the DRAM, during core cycle NOW. A read that went out: its way back, whose
 * `ready` may still be varied. */
memory_packet_t *l2_slice_clock_dram(l2_slice_t *slice, uint64_t dram_now, uint64_t now);
/* Nothing is under way, the DRAM's writes included. */
bool l2_slice_idle(const l2_slice_t *slice);
/* A request waits for its answer. */
bool l2_slice_owes(const l2_slice_t *slice);

/* Slice of a segment, and its number there: 256 bytes a slice in turn (M4). */
static inline uint32_t l2_slice_of(uint64_t segment, uint32_t slices) {
    return (uint32_t)(segment / 2 % slices);
}
static inline uint64_t l2_local(uint64_t segment, uint32_t slices) {
    return segment / 2 / slices * 2 + segment % 2;
}
static inline uint64_t l2_global(uint64_t local, uint32_t slice, uint32_t slices) {
    return (local / 2 * slices + slice) * 2 + local % 2;
}

#endif
