/* fetch_stage.c: the I-cache port, and decode into the I-buffers (pipeline.h). BAWS section 2.2;
 * W9–W11. */
#include <string.h>

#include "sim/sm/pipeline.h"

/* Code lives where no data does; only which lines it shares matters. */
#define CODE_BASE (UINT64_C(1) << 44)

static uint64_t code_address(const gpu_t *gpu, uint32_t instruction) {
    return CODE_BASE +
           (uint64_t)gpu_pc(gpu, instruction) * gpu->pipelines->machine.instruction_bytes;
}

/* Instructions that one access from PC on gives: to the end of the access, of the line, and of the
 * code. */
static uint32_t fetch_count(const gpu_t *gpu, uint32_t pc) {
    const gpu_machine_t *machine = &gpu->pipelines->machine;
    const uint32_t left_of_line =
        (uint32_t)(machine->icache_line - code_address(gpu, pc) % machine->icache_line) /
        machine->instruction_bytes;
    uint32_t count = machine->fetch_bytes / machine->instruction_bytes;
    const uint32_t left_of_code = gpu->pipelines->module->code_count - pc;
    if (count > left_of_line) count = left_of_line;
    return count < left_of_code ? count : left_of_code;
}

/* ---- I-cache ---- */

static void fill_lines(gpu_t *gpu, pipeline_t *pipeline) {
    for (uint32_t i = 0; i < gpu->pipelines->machine.icache_mshrs; i++) {
        if (pipeline->icache_missing[i] == 0 || pipeline->icache_ready[i] > gpu->cycle) continue;
        cache_replace(&pipeline->icache, pipeline->icache_missing[i] - 1);
        pipeline->miss_pending &= ~pipeline->icache_waiting[i];
        pipeline->icache_missing[i] = pipeline->icache_waiting[i] = 0;
    }
}

/* The MSHR of LINE, or a free one; -1: neither. */
static int mshr_of(const gpu_t *gpu, const pipeline_t *pipeline, uint64_t line) {
    int free_one = -1;
    for (uint32_t i = 0; i < gpu->pipelines->machine.icache_mshrs; i++) {
        if (pipeline->icache_missing[i] == line + 1) return (int)i;
        if (pipeline->icache_missing[i] == 0 && free_one < 0) free_one = (int)i;
    }
    return free_one;
}

static void miss(gpu_t *gpu, unsigned sm, unsigned warp, uint64_t line, uint64_t address) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    gpu_cycle_statistics_t *statistics = gpu->pipelines->statistics;
    const int mshr = mshr_of(gpu, pipeline, line);
    if (mshr < 0) {
        statistics->fetch_refused++;
        return;
    }
    statistics->fetch_misses++;
    pipeline->miss_pending |= gpu_warp_bit(warp);
    pipeline->icache_waiting[mshr] |= gpu_warp_bit(warp);
    if (pipeline->icache_missing[mshr] != 0) return;
    pipeline->icache_missing[mshr] = line + 1;
    pipeline->icache_ready[mshr] =
        memory_load(&gpu->pipelines->memory, statistics, sm, address / MEMORY_LINE,
                    gpu->pipelines->machine.icache_line, false, gpu->cycle);
}

static void hit(gpu_t *gpu, pipeline_t *pipeline, fetch_latch_t *latch, unsigned warp,
                uint32_t pc) {
    const uint32_t room = gpu->pipelines->machine.ibuffer_slots - pipeline->front[warp].held;
    const uint32_t count = fetch_count(gpu, pc);
    *latch = (fetch_latch_t){.warp = (int)warp, .first = pc, .count = count < room ? count : room};
    gpu->pipelines->statistics->fetch_hits++;
}

static void fetch_warp(gpu_t *gpu, unsigned sm, fetch_latch_t *latch, unsigned warp) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    warp_front_t *front = &pipeline->front[warp];
    if (front->fetch_pc >= gpu->pipelines->module->code_count)
        front->fetch_pc = gpu->launch->kernel->first; /* a path not taken ran off the end */
    const uint64_t address = code_address(gpu, front->fetch_pc),
                   line = address / gpu->pipelines->machine.icache_line;
    if (gpu->pipelines->machine.icache_ideal || cache_find(&pipeline->icache, line))
        hit(gpu, pipeline, latch, warp, front->fetch_pc);
    else
        miss(gpu, sm, warp, line, address);
}

/* ---- the port ---- */

/* Warps of OPEN whose I-buffer has a slot free. */
static uint64_t warps_with_room(const gpu_t *gpu, const pipeline_t *pipeline, uint64_t open) {
    uint64_t room = open & ~pipeline->filled;
    for (uint64_t left = open & pipeline->filled; left != 0; left &= left - 1)
        if (pipeline->front[gpu_lowest(left)].held < gpu->pipelines->machine.ibuffer_slots)
            room |= left & (~left + 1);
    return room;
}

/* W9, W15: an empty I-buffer; FEF looks for any free slot, and a port that refills does when no
 * I-buffer is empty. */
static uint64_t eligible_warps(const gpu_t *gpu, unsigned sm, uint64_t latched) {
    const pipeline_t *pipeline = pipeline_of(gpu, sm);
    const gpu_schedule_t *schedule = &gpu->options.schedule;
    const uint64_t open = gpu->sms[sm].occupied & ~pipeline->miss_pending & ~latched,
                   empty = open & ~pipeline->filled;
    if (schedule->fetch == SCORD_FETCH_FEWEST_ENTRIES || (schedule->refill && empty == 0))
        return warps_with_room(gpu, pipeline, open);
    return empty;
}

bool fetch_possible(const gpu_t *gpu, unsigned sm) {
    for (uint32_t port = 0; port < gpu->pipelines->machine.fetch_ports; port++)
        if (pipeline_of(gpu, sm)->fetched[port].warp >= 0) return true;
    return eligible_warps(gpu, sm, 0) != 0;
}

gpu_status_t fetch_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    uint64_t latched = 0;
    int last = SCORD_SCHEDULER_NO_WARP;
    fill_lines(gpu, pipeline);
    for (uint32_t port = 0; port < gpu->pipelines->machine.fetch_ports; port++) {
        const uint64_t eligible = eligible_warps(gpu, sm, latched);
        gpu->pipelines->statistics->fetch_slots++;
        if (eligible == 0) {
            gpu->pipelines->statistics->fetch_idle++;
            continue;
        }
        int warp;
        const gpu_status_t status = schedule_fetch(gpu, sm, eligible,
                                                   eligible & pipeline_waiting(gpu, sm), &warp);
        if (status != GPU_OK) return status;
        latched |= gpu_warp_bit((unsigned)warp);
        last = warp;
        fetch_warp(gpu, sm, &pipeline->fetched[port], (unsigned)warp);
    }
    if (last != SCORD_SCHEDULER_NO_WARP) schedule_fetched(gpu, sm, last);
    return GPU_OK;
}

/* ---- decode ---- */

static void decode(gpu_t *gpu, unsigned sm, const fetch_latch_t *latch) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const unsigned warp = (unsigned)latch->warp;
    warp_front_t *front = &pipeline->front[warp];
    if ((gpu->sms[sm].occupied & gpu_warp_bit(warp)) == 0) return; /* it ended meanwhile */
    if (front->fetch_pc != latch->first) return;                   /* FEF: flushed meanwhile */
    for (uint32_t i = 0; i < latch->count; i++) front->ibuffer[front->held++] = latch->first + i;
    front->fetch_pc = latch->first + latch->count;
    gpu->pipelines->statistics->fetched_instructions += latch->count;
    pipeline->filled |= gpu_warp_bit(warp);
    pipeline->flushed &= ~gpu_warp_bit(warp);
    issue_look_at_head(gpu, sm, warp);
}

void decode_stage(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    for (uint32_t port = 0; port < gpu->pipelines->machine.fetch_ports; port++) {
        if (pipeline->fetched[port].warp >= 0) decode(gpu, sm, &pipeline->fetched[port]);
        pipeline->fetched[port].warp = -1;
    }
}
