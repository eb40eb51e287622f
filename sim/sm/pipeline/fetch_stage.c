/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_stage.c: see fetch_stage.h. */
#include "sim/sm/pipeline/fetch_stage.h"

#include <string.h>

/* Code lives where no data does; only which lines it shares matters. */
#define CODE_BASE (UINT64_C(1) << 44)

static uint64_t code_address(const fetch_t *fetch, uint32_t instruction) {
    return CODE_BASE + ((uint64_t)fetch->context->pc_base + instruction) *
                           fetch->context->machine.instruction_bytes;
}

/* Instructions that one access from PC on gives: to the end of the access, of the line, and of the
 * code. */
static uint32_t fetch_count(const fetch_t *fetch, uint32_t pc) {
    const gpu_machine_t *machine = &fetch->context->machine;
    const uint32_t left_of_line =
        (uint32_t)(machine->icache_line - code_address(fetch, pc) % machine->icache_line) /
        machine->instruction_bytes;
    uint32_t count = machine->fetch_bytes / machine->instruction_bytes;
    const uint32_t left_of_code = fetch->context->code_count - pc;
    if (count > left_of_line) count = left_of_line;
    return count < left_of_code ? count : left_of_code;
}

void fetch_clear(fetch_t *fetch) {
    memset(fetch->missing, 0, sizeof fetch->missing);
    memset(fetch->waiting, 0, sizeof fetch->waiting);
    fetch->miss_pending = 0;
    fetch->next_line = UINT64_MAX;
    for (unsigned port = 0; port < PORTS_MAX; port++) fetch->latches[port].warp = -1;
}

/* ---- I-cache ---- */

static void line_comes(fetch_t *fetch, uint64_t cycle) {
    if (cycle < fetch->next_line) fetch->next_line = cycle;
}

static void fill_lines(fetch_t *fetch) {
    if (fetch->next_line > fetch->context->cycle) return;
    fetch->next_line = UINT64_MAX;
    for (uint32_t i = 0; i < fetch->context->machine.icache_mshrs; i++) {
        if (fetch->missing[i] == 0) continue;
        if (fetch->ready[i] > fetch->context->cycle) {
            line_comes(fetch, fetch->ready[i]);
            continue;
        }
        cache_replace(&fetch->icache, fetch->missing[i] - 1);
        fetch->miss_pending &= ~fetch->waiting[i];
        fetch->missing[i] = fetch->waiting[i] = 0;
    }
}

/* The MSHR of LINE, or a free one; -1: neither. */
static int mshr_of(const fetch_t *fetch, uint64_t line) {
    int free_one = -1;
    for (uint32_t i = 0; i < fetch->context->machine.icache_mshrs; i++) {
        if (fetch->missing[i] == line + 1) return (int)i;
        if (fetch->missing[i] == 0 && free_one < 0) free_one = (int)i;
    }
    return free_one;
}

static void miss(fetch_t *fetch, unsigned warp, uint64_t line, uint64_t address) {
    gpu_cycle_statistics_t *statistics = fetch->context->statistics;
    const int mshr = mshr_of(fetch, line);
    if (mshr < 0) {
        statistics->fetch_refused++;
        return;
    }
    statistics->fetch_misses++;
    fetch->miss_pending |= gpu_warp_bit(warp);
    fetch->waiting[mshr] |= gpu_warp_bit(warp);
    if (fetch->missing[mshr] != 0) return;
    fetch->missing[mshr] = line + 1;
    fetch->ready[mshr] = memory_load(fetch->memory, statistics, fetch->sm->number,
                                     address / MEMORY_LINE, fetch->context->machine.icache_line,
                                     false, fetch->context->cycle);
    line_comes(fetch, fetch->ready[mshr]);
}

static void hit(fetch_t *fetch, fetch_latch_t *latch, unsigned warp, uint32_t pc) {
    const uint32_t room = fetch->context->machine.ibuffer_slots - fetch->fronts->front[warp].held;
    const uint32_t count = fetch_count(fetch, pc);
    assert(room > 0 && count > 0);
    *latch = (fetch_latch_t){.warp = (int)warp, .first = pc, .count = count < room ? count : room};
    fetch->context->statistics->fetch_hits++;
}

static void fetch_warp(fetch_t *fetch, fetch_latch_t *latch, unsigned warp) {
    warp_front_t *front = &fetch->fronts->front[warp];
    if (front->fetch_pc >= fetch->context->code_count)
        front->fetch_pc = fetch->context->first; /* a path not taken ran off the end */
    const uint64_t address = code_address(fetch, front->fetch_pc),
                   line = address / fetch->context->machine.icache_line;
    if (fetch->context->machine.icache_ideal || cache_find(&fetch->icache, line))
        hit(fetch, latch, warp, front->fetch_pc);
    else
        miss(fetch, warp, line, address);
}

void fetch_forget(fetch_t *fetch, uint64_t warps) {
    fetch->miss_pending &= ~warps;
    for (uint32_t i = 0; i < fetch->context->machine.icache_mshrs; i++) fetch->waiting[i] &= ~warps;
}

/* ---- the port ---- */

/* Warps of OPEN whose I-buffer has a slot free. */
static uint64_t warps_with_room(const fetch_t *fetch, uint64_t open) {
    uint64_t room = open & ~fetch->fronts->filled;
    for (uint64_t left = open & fetch->fronts->filled; left != 0; left &= left - 1)
        if (fetch->fronts->front[gpu_lowest(left)].held < fetch->context->machine.ibuffer_slots)
            room |= left & (~left + 1);
    return room;
}

/* W9, W15: an empty I-buffer; FEF looks for any free slot, and a port that refills does when no
 * I-buffer is empty. */
static uint64_t eligible_warps(const fetch_t *fetch, uint64_t latched) {
    const gpu_schedule_t *schedule = &fetch->context->schedule;
    const uint64_t open = fetch->sm->occupied & ~fetch->miss_pending & ~latched,
                   empty = open & ~fetch->fronts->filled;
    if (schedule->fetch == SCORD_FETCH_FEWEST_ENTRIES || (schedule->refill && empty == 0))
        return warps_with_room(fetch, open);
    return empty;
}

bool fetch_possible(const fetch_t *fetch) {
    for (uint32_t port = 0; port < fetch->context->machine.fetch_ports; port++)
        if (fetch->latches[port].warp >= 0) return true;
    return eligible_warps(fetch, 0) != 0;
}

gpu_status_t fetch_stage(fetch_t *fetch) {
    uint64_t latched = 0;
    int last = SCORD_SCHEDULER_NO_WARP;
    fill_lines(fetch);
    for (uint32_t port = 0; port < fetch->context->machine.fetch_ports; port++) {
        const uint64_t eligible = eligible_warps(fetch, latched);
        fetch->context->statistics->fetch_slots++;
        if (eligible == 0) {
            fetch->context->statistics->fetch_idle++;
            continue;
        }
        int warp;
        const gpu_status_t status = schedule_fetch(fetch->schedule, eligible,
                                                   eligible & ~fetch->sm->ready, &warp);
        if (status != GPU_OK) return status;
        latched |= gpu_warp_bit((unsigned)warp);
        last = warp;
        fetch_warp(fetch, &fetch->latches[port], (unsigned)warp);
    }
    if (last != SCORD_SCHEDULER_NO_WARP) schedule_fetched(fetch->schedule, last);
    return GPU_OK;
}

/* ---- decode ---- */

static void decode(fetch_t *fetch, const fetch_latch_t *latch) {
    const unsigned warp = (unsigned)latch->warp;
    warp_front_t *front = &fetch->fronts->front[warp];
    if ((fetch->sm->occupied & gpu_warp_bit(warp)) == 0) return; /* it ended meanwhile */
    if (front->fetch_pc != latch->first) return;                 /* FEF: flushed meanwhile */
    assert(latch->count > 0 && front->held + latch->count <= IBUFFER_MAX);
    for (uint32_t i = 0; i < latch->count; i++) front->ibuffer[front->held++] = latch->first + i;
    front->fetch_pc = latch->first + latch->count;
    fetch->context->statistics->fetched_instructions += latch->count;
    fetch->fronts->filled |= gpu_warp_bit(warp);
    fetch->fronts->flushed &= ~gpu_warp_bit(warp);
    fronts_look_at_head(fetch->fronts, warp);
}

void decode_stage(fetch_t *fetch) {
    for (uint32_t port = 0; port < fetch->context->machine.fetch_ports; port++) {
        if (fetch->latches[port].warp >= 0) decode(fetch, &fetch->latches[port]);
        fetch->latches[port].warp = -1;
    }
}
