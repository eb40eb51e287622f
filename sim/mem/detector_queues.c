/* SPDX-License-Identifier: Apache-2.0 */
/* detector_queues.c: see detector_queues.h. */
#include "sim/mem/detector_queues.h"

#include <assert.h>

#include "cmodel/scord_params.h"

static uint64_t bit(uint32_t number) { return UINT64_C(1) << number; }
static uint32_t lowest(uint64_t set) { return (uint32_t)__builtin_ctzll(set); }

/* ---- request FIFOs and arbiter ---- */

static uint32_t place_of(const request_queues_t *q, const request_fifo_t *fifo, uint32_t number) {
    const uint32_t place = fifo->first + number;
    return place >= q->depth ? place - q->depth : place;
}

bool request_queues_room(const request_queues_t *q, uint32_t sm) {
    assert(sm < DETECTOR_TIMING_MAX_SMS);
    return q->fifo[sm].level != q->depth && (q->pushed & bit(sm)) == 0;
}

uint32_t request_queues_push(request_queues_t *q, uint32_t sm,
                             const detector_timing_request_t *request) {
    assert(request_queues_room(q, sm));
    request_fifo_t *fifo = &q->fifo[sm];
    const uint32_t place = place_of(q, fifo, fifo->level);
    fifo->request[place] = *request;
    q->pushed |= bit(sm);
    return place;
}

uint64_t request_queues_candidates(const request_queues_t *q) {
    return q->waiting & (~q->grant | q->more);
}

uint32_t request_queues_next(const request_queues_t *q, uint32_t sm) {
    return place_of(q, &q->fifo[sm], (q->grant & bit(sm)) != 0);
}

void request_queues_grant(request_queues_t *q, uint64_t candidates) {
    const uint64_t preferred = candidates & q->later;
    const uint64_t pool = preferred != 0 ? preferred : candidates;
    q->grant = pool & -pool;
    if (q->grant != 0) q->later = ~(q->grant | (q->grant - 1));
}

static void note_level(request_queues_t *q, uint32_t sm) {
    assert(q->fifo[sm].level <= q->depth);
    const uint32_t level = q->fifo[sm].level;
    q->waiting = level > 0 ? q->waiting | bit(sm) : q->waiting & ~bit(sm);
    q->more = level > 1 ? q->more | bit(sm) : q->more & ~bit(sm);
}

void request_queues_clock(request_queues_t *q, uint64_t popped) {
    for (uint64_t left = q->pushed; left != 0; left &= left - 1) q->fifo[lowest(left)].level++;
    if (popped != 0) {
        request_fifo_t *fifo = &q->fifo[lowest(popped)];
        assert(fifo->level > 0 && (popped & (popped - 1)) == 0);
        fifo->first = place_of(q, fifo, 1);
        fifo->level--;
    }
    for (uint64_t left = q->pushed | popped; left != 0; left &= left - 1)
        note_level(q, lowest(left));
    q->pushed = 0;
}

const detector_timing_request_t *request_queues_granted(const request_queues_t *q) {
    const request_fifo_t *fifo = &q->fifo[lowest(q->grant)];
    return &fifo->request[fifo->first];
}

/* ---- the next burst ---- */

uint32_t detector_span(uint32_t missing, uint32_t requested, uint32_t beat_shift, bool *covered) {
    assert(missing != 0);
    const uint32_t first = (uint32_t)__builtin_ctz(missing),
                   blockers = requested & UINT32_MAX << first;
    const uint32_t reachable = blockers == 0 ? missing : missing & ((blockers & -blockers) - 1);
    const uint32_t first_beat = first >> beat_shift,
                   last_beat = (31u - (uint32_t)__builtin_clz(reachable)) >> beat_shift;
    const uint32_t count = (last_beat - first_beat + 1) << beat_shift;
    *covered = reachable == missing;
    return UINT32_MAX >> (SCORD_SEGMENT_WORDS - count) << (first_beat << beat_shift);
}

/* ---- the write channel ---- */

void write_turn_clock(write_turn_t *turn, bool aw_valid, const detector_port_out_t *out,
                      const detector_port_in_t *in) {
    if (!turn->owns) { /* no other write is in progress */
        turn->owns = aw_valid;
        return;
    }
    const bool address_done = turn->address_sent || (out->aw_valid && in->aw_ready);
    const bool data_done = turn->data_sent || (out->w_valid && in->w_ready && out->w_last);
    const bool burst_done = address_done && data_done;
    turn->address_sent = address_done && !burst_done;
    turn->data_sent = data_done && !burst_done;
}
