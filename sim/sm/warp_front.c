/* SPDX-License-Identifier: Apache-2.0 */
/* warp_front.c: see warp_front.h. */
#include "sim/sm/warp_front.h"

#include <stdlib.h>
#include <string.h>

void fronts_free(warp_fronts_t *fronts) { free(fronts->front[0].pending); /* of all warps */ }

void fronts_clear(warp_fronts_t *fronts) {
    const gpu_machine_t *machine = &fronts->context->machine;
    warp_fronts_t fresh = {
        .context = fronts->context, .sm = fronts->sm, .register_words = fronts->register_words};
    for (unsigned warp = 0; warp < machine->warps; warp++) {
        fresh.unit_warps[warp % machine->schedulers] |= gpu_warp_bit(warp);
        fresh.front[warp].pending = fronts->front[warp].pending;
        fresh.front[warp].pending_long = fronts->front[warp].pending_long;
    }
    *fronts = fresh;
}

bool fronts_reserve(warp_fronts_t *fronts, uint32_t registers) {
    const uint32_t words = registers / 64 + 1, warps = fronts->context->machine.warps;
    warp_front_t *front = fronts->front;
    assert(fronts->resident == 0);
    if (words <= fronts->register_words) return true;
    free(front[0].pending);
    fronts->register_words = 0;
    uint64_t *block = calloc((size_t)warps * 2 * words, sizeof *block);
    if (!(front[0].pending = block)) return false;
    for (unsigned warp = 0; warp < warps; warp++) {
        front[warp].pending = block + (size_t)warp * 2 * words;
        front[warp].pending_long = front[warp].pending + words;
    }
    fronts->register_words = words;
    return true;
}

void fronts_launch(warp_fronts_t *fronts, uint64_t warps) {
    assert((fronts->resident & warps) == 0 && (fronts->filled & warps) == 0);
    for (uint64_t left = warps; left != 0; left &= left - 1) {
        warp_front_t *front = &fronts->front[gpu_lowest(left)];
        front->held = 0;
        front->fetch_pc = fronts->context->first;
        front->memory_outstanding = front->atomics_outstanding = 0;
        front->fence_waits = false;
        memset(front->pending, 0, fronts->register_words * 2 * sizeof *front->pending);
    }
    fronts->resident |= warps;
}

void fronts_exit(warp_fronts_t *fronts, unsigned warp) {
    const uint64_t bit = gpu_warp_bit(warp);
    assert((fronts->resident & bit) != 0);
    fronts->front[warp].held = 0;
    fronts->filled &= ~bit;
    fronts->stale &= ~bit;
    fronts->flushed &= ~bit;
    fronts->hazard &= ~bit;
    fronts->long_wait &= ~bit;
    fronts->held_back &= ~bit;
}

/* ---- scoreboard ---- */

static bool is_set(const uint64_t *bits, uint32_t number) {
    return bits[number / 64] >> number % 64 & 1;
}

static void set_bit(uint64_t *bits, uint32_t number, bool value) {
    if (value)
        bits[number / 64] |= UINT64_C(1) << number % 64;
    else
        bits[number / 64] &= ~(UINT64_C(1) << number % 64);
}

/* Read after write and write after write; there is no write after read, since registers are read in
 * order. */
static bool has_hazard(const warp_front_t *front, const instruction_timing_t *timing) {
    for (unsigned i = 0; i < timing->sources; i++)
        if (is_set(front->pending, timing->source[i])) return true;
    for (unsigned i = 0; i < timing->destinations; i++)
        if (is_set(front->pending, timing->destination[i])) return true;
    return false;
}

static bool waits_long(const warp_front_t *front, const instruction_timing_t *timing) { /* W8 */
    for (unsigned i = 0; i < timing->sources; i++)
        if (is_set(front->pending_long, timing->source[i])) return true;
    return false;
}

void fronts_mark(warp_fronts_t *fronts, unsigned warp, const instruction_timing_t *timing) {
    warp_front_t *front = &fronts->front[warp];
    for (unsigned i = 0; i < timing->destinations; i++) {
        assert(timing->destination[i] / 64 < fronts->register_words);
        set_bit(front->pending, timing->destination[i], true);
        set_bit(front->pending_long, timing->destination[i], timing->long_latency);
    }
}

/* W8: GPGPU-Sim 3.2.2 clears the mark of a long-latency result only when a short operation writes
 * the register (sticky). */
void fronts_unmark(warp_fronts_t *fronts, unsigned warp, const instruction_timing_t *timing) {
    warp_front_t *front = &fronts->front[warp];
    for (unsigned i = 0; i < timing->destinations; i++) {
        set_bit(front->pending, timing->destination[i], false);
        if (!(fronts->context->schedule.sticky && timing->long_latency))
            set_bit(front->pending_long, timing->destination[i], false);
    }
}

/* ---- I-buffers ---- */

static void put(uint64_t *mask, uint64_t bit, bool value) {
    *mask = value ? *mask | bit : *mask & ~bit;
}

void fronts_look_at_head(warp_fronts_t *fronts, unsigned warp) {
    const warp_front_t *front = &fronts->front[warp];
    const uint64_t bit = gpu_warp_bit(warp);
    assert(((fronts->filled & bit) != 0) == (front->held > 0));
    if ((fronts->filled & bit) == 0) {
        fronts->stale &= ~bit;
        fronts->hazard &= ~bit;
        fronts->long_wait &= ~bit;
        return;
    }
    const instruction_timing_t *timing = &fronts->context->timings[front->ibuffer[0]];
    const uint32_t next = core_warp_next(fronts->sm->warps[warp].core);
    put(&fronts->stale, bit, next != UINT32_MAX && next != front->ibuffer[0]);
    put(&fronts->hazard, bit, has_hazard(front, timing));
    put(&fronts->long_wait, bit, waits_long(front, timing));
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        put(&fronts->head[unit], bit, timing->unit == unit);
}

/* The path is what it was: the warp has not been stepped. */
void fronts_results_came(warp_fronts_t *fronts, unsigned warp) {
    const warp_front_t *front = &fronts->front[warp];
    const uint64_t bit = gpu_warp_bit(warp);
    if (((fronts->hazard | fronts->long_wait) & bit) == 0) return;
    assert((fronts->filled & bit) != 0);
    const instruction_timing_t *timing = &fronts->context->timings[front->ibuffer[0]];
    put(&fronts->hazard, bit, has_hazard(front, timing));
    put(&fronts->long_wait, bit, waits_long(front, timing));
}

uint32_t fronts_take_head(warp_fronts_t *fronts, unsigned warp) {
    warp_front_t *front = &fronts->front[warp];
    assert(front->held > 0);
    const uint32_t head = front->ibuffer[0];
    front->held--;
    memmove(front->ibuffer, front->ibuffer + 1, front->held * sizeof *front->ibuffer);
    if (front->held == 0) fronts->filled &= ~gpu_warp_bit(warp);
    return head;
}

void fronts_flush(warp_fronts_t *fronts, unsigned warp) {
    warp_front_t *front = &fronts->front[warp];
    assert(front->held > 0 && (fronts->filled & gpu_warp_bit(warp)) != 0);
    fronts->context->statistics->flushed_instructions += front->held;
    front->held = 0;
    front->fetch_pc = core_warp_next(fronts->sm->warps[warp].core);
    fronts->filled &= ~gpu_warp_bit(warp);
    fronts->flushed |= gpu_warp_bit(warp);
    fronts_look_at_head(fronts, warp);
}
