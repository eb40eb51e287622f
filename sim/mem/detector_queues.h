/* SPDX-License-Identifier: Apache-2.0 */
/* detector_queues.h: what the two timing models of the detector (detector_timing.c,
 * grouped_timing.c) have in common, register by register: the SMs' request FIFOs with the
 * round-robin arbiter (rtl/common/fifo.v, round_robin_arbiter.v), the next burst of a line
 * (metadata_accessor.v) and the turn at the write channel (axi_write_arbiter.v, as the writer sees
 * it).
 *
 * The functions named …_clock give the registers their next values.
 */
#ifndef SIM_DETECTOR_QUEUES_H
#define SIM_DETECTOR_QUEUES_H

#include "sim/mem/detector_timing.h"

typedef struct request_fifo { /* of an SM */
    detector_timing_request_t *request;
    uint32_t first, level; /* level: without what came in this cycle */
} request_fifo_t;

typedef struct request_queues {
    request_fifo_t fifo[DETECTOR_TIMING_MAX_SMS];
    uint32_t depth;                 /* of each FIFO */
    uint64_t waiting, more, pushed; /* SMs: level 1 or more, 2 or more, pushed in this cycle */
    uint64_t grant, later;          /* the arbiter: SM granted, SMs after the one granted last */
} request_queues_t;

bool request_queues_room(const request_queues_t *queues, uint32_t sm);
/* With room: REQUEST is SM's newest. Returns its place in the FIFO. */
uint32_t request_queues_push(request_queues_t *queues, uint32_t sm,
                             const detector_timing_request_t *request);
/* SMs that may be granted next, from the levels as they were in this cycle. */
uint64_t request_queues_candidates(const request_queues_t *queues);
/* The place of the request of SM that would be granted next: behind its head when that is being
 * taken. */
uint32_t request_queues_next(const request_queues_t *queues, uint32_t sm);
/* One of CANDIDATES is granted, in turn; none: nobody is. */
void request_queues_grant(request_queues_t *queues, uint64_t candidates);
/* POPPED: SMs, at most one. */
void request_queues_clock(request_queues_t *queues, uint64_t popped);
/* The request that is granted. */
const detector_timing_request_t *request_queues_granted(const request_queues_t *queues);

/* Entries of the next burst, in whole beats of 1 << BEAT_SHIFT: from the first one MISSING to the
 * last before an entry that was asked for. *covered: no other burst is needed after it. */
uint32_t detector_span(uint32_t missing, uint32_t requested, uint32_t beat_shift, bool *covered);

typedef struct write_turn {
    bool owns, address_sent, data_sent; /* owns: the metadata have the channel */
} write_turn_t;
/* AW_VALID: the writer has an address to send; OUT: what the master shows. */
void write_turn_clock(write_turn_t *turn, bool aw_valid, const detector_port_out_t *out,
                      const detector_port_in_t *in);

#endif
