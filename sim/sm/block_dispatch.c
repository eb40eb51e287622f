/* SPDX-License-Identifier: Apache-2.0 */
/* block_dispatch.c: see block_dispatch.h. */
#include "sim/sm/block_dispatch.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/barrier.h"
#include "sim/sm/gpu_state.h"

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint32_t shared_bytes(const gpu_t *gpu) {
    return (uint32_t)gpu_block_shared_bytes(gpu->launch->kernel, gpu->launch->dynamic_shared);
}

static uint32_t threads_of(const gpu_t *gpu) {
    return gpu->launch->block[0] * gpu->launch->block[1] * gpu->launch->block[2];
}

static uint32_t warps_of(const gpu_t *gpu) {
    return (threads_of(gpu) + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
}

static int lowest_free_slot(const gpu_sm_t *sm, unsigned slots) {
    for (unsigned slot = 0; slot < slots; slot++)
        if (!sm->slots[slot].used) return (int)slot;
    return -1;
}

/* Shared memory of an SM, for blocks of BYTES of it. */
static uint64_t capacity(uint64_t bytes) {
    return bytes > GPU_SHARED_BYTES ? bytes : GPU_SHARED_BYTES;
}

/* Lowest free slot of an SM that has room for a block of the launch, -1: none. */
static int room(const gpu_t *gpu, const gpu_sm_t *sm) {
    if (gpu->options.machine) return lowest_free_slot(sm, gpu->resident_limit);
    const scord_config_t *config = &gpu->options.config;
    const uint64_t free_warps = ~sm->occupied & mask_of(config->warps_per_sm);
    if ((uint32_t)__builtin_popcountll(free_warps) < warps_of(gpu)) return -1;
    if (sm->shared_used + shared_bytes(gpu) > capacity(shared_bytes(gpu))) return -1;
    return lowest_free_slot(sm, config->blocks_per_sm);
}

uint64_t gpu_slot_warps(const gpu_t *gpu, unsigned slot) {
    return mask_of(warps_of(gpu)) << slot * warps_of(gpu);
}

static bool start_warps(gpu_t *gpu, gpu_sm_t *sm, unsigned slot_number) {
    gpu_slot_t *slot = &sm->slots[slot_number];
    uint64_t free_warps = gpu->options.machine
                              ? gpu_slot_warps(gpu, slot_number)
                              : ~sm->occupied & mask_of(gpu->options.config.warps_per_sm);
    for (uint32_t number = 0; number < warps_of(gpu); number++, free_warps &= free_warps - 1) {
        const unsigned place = gpu_lowest(free_warps);
        gpu_warp_t *warp = &sm->warps[place];
        warp->slot = (uint8_t)slot_number;
        warp->number = number;
        warp->apart = false;
        gpu_lanes_met(gpu, sm->number, place);
        warp->may_acquire = false;
        warp->progress.window = 0;
        /* the first warps of all SMs side by side: a small launch touches few pages */
        const size_t in_memory = (size_t)place * gpu->options.config.num_sms + sm->number;
        if (!warp->core && !(warp->core = warp_memory_new(&gpu->warp_memory, in_memory)))
            return false;
        sm->cores[place] = warp->core;
        warp_memory_lend(&gpu->warp_memory, warp->core, in_memory);
        if (!core_warp_start(warp->core, &gpu->core, &slot->block, number, place)) return false;
        if (gpu->options.pct.depth != 0) pct_issue_born(&gpu->pct, warp);
        gpu->statistics.warps++;
        slot->live |= gpu_warp_bit(place);
    }
    slot->born = slot->live;
    assert((sm->occupied & slot->live) == 0);
    sm->occupied |= slot->live;
    sm->ready |= slot->live;
    return true;
}

static gpu_status_t launch_block(gpu_t *gpu, unsigned sm_number, unsigned slot_number) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    gpu_slot_t *slot = &sm->slots[slot_number];
    const uint32_t *grid = gpu->launch->grid;
    assert(!slot->used && gpu->next_block < gpu->block_count);
    const uint64_t block = gpu->next_block++;
    memset(slot, 0, sizeof *slot);
    slot->used = true;
    slot->threads = threads_of(gpu);
    slot->block = (core_block_t){
        .cta = {(uint32_t)(block % grid[0]), (uint32_t)(block / grid[0] % grid[1]),
                (uint32_t)(block / grid[0] / grid[1])},
        .sm = sm_number,
        .shared_bytes = shared_bytes(gpu),
        .shared_address = shared_tracking_address(&gpu->shared, sm_number, slot_number)};
    slot->block.shared = calloc(1, slot->block.shared_bytes + 16);
    if (!slot->block.shared) return GPU_NO_MEMORY;
    if (gpu->options.unwritten && gpu->options.unwritten->bits && slot->block.shared_bytes > 0) {
        const size_t bits = slot->block.shared_bytes / 8 + 16;
        slot->block.unwritten = malloc(bits);
        if (!slot->block.unwritten) return GPU_NO_MEMORY;
        memset(slot->block.unwritten, 0xff, bits);
        const uint32_t end = gpu->core.kernel->reserved_shared_end; /* begins with 0 */
        if (end != 0)
            memset(slot->block.unwritten + (end - PTX_RESERVED_SHARED_BYTES) / 8, 0,
                   PTX_RESERVED_SHARED_BYTES / 8);
    }
    if (gpu->core.findings >> SCORD_FINDING_KIND_BARRIER & 1 &&
        !(slot->block.watch = core_watch_new()))
        return GPU_NO_MEMORY;
    sm->shared_used += slot->block.shared_bytes;
    gpu->resident++;
    gpu->statistics.blocks++;
    if (!start_warps(gpu, sm, slot_number)) return GPU_NO_MEMORY;
    if (gpu->hooks) gpu->hooks->block_launched(gpu, sm_number, slot_number);
    progress_sign(&gpu->progress);
    scord_event_block_launch_t *launch = &gpu->emitter.event.block_launch;
    *launch = (scord_event_block_launch_t){.sm = (uint8_t)sm_number,
                                           .slot = (uint8_t)slot_number,
                                           .warps = (uint32_t)slot->live,
                                           .threads = slot->threads};
    memcpy(launch->cta, slot->block.cta, sizeof launch->cta);
    const gpu_status_t status = gpu_emit(&gpu->emitter, SCORD_EVENT_KIND_BLOCK_LAUNCH);
    return status == GPU_OK ? shared_tracking_name(&gpu->emitter, &slot->block) : status;
}

gpu_status_t gpu_dispatch_blocks(gpu_t *gpu) {
    const unsigned sms = gpu->options.config.num_sms;
    /* Visits: cycle by cycle, an SM takes one block. */
    const unsigned most = gpu->options.machine ? sms : UINT_MAX;
    unsigned full = 0; /* SMs in a row without room */
    for (unsigned visits = 0; gpu->next_block < gpu->block_count && full < sms && visits < most;
         visits++) {
        const unsigned sm = gpu->next_sm;
        const int slot = room(gpu, &gpu->sms[sm]);
        gpu->next_sm = (sm + 1) % sms;
        full = slot < 0 ? full + 1 : 0;
        if (slot < 0) continue;
        const gpu_status_t status = launch_block(gpu, sm, (unsigned)slot);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}

static void free_slot(gpu_t *gpu, gpu_sm_t *sm, gpu_slot_t *slot) {
    assert(slot->used && gpu->resident > 0 && sm->shared_used >= slot->block.shared_bytes);
    free(slot->block.shared);
    free(slot->block.unwritten);
    core_watch_free(slot->block.watch);
    sm->shared_used -= slot->block.shared_bytes;
    *slot = (gpu_slot_t){0};
    gpu->resident--;
}

gpu_status_t gpu_retire_warp(gpu_t *gpu, unsigned sm_number, unsigned warp) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    const unsigned slot_number = sm->warps[warp].slot;
    gpu_slot_t *slot = &sm->slots[slot_number];
    const uint64_t bit = gpu_warp_bit(warp);
    assert((slot->live & bit) != 0);
    slot->live &= ~bit;
    warp_words_end(&gpu->words, gpu_warp_number(sm_number, warp));
    warp_words_end(&gpu->parts_words, gpu_warp_number(sm_number, warp));
    sm->occupied &= ~bit;
    sm->ready &= ~bit;
    progress_sign(&gpu->progress);
    gpu_status_t status = gpu_emit_warp(&gpu->emitter, SCORD_EVENT_KIND_WARP_EXIT, sm_number,
                                        slot_number, warp, 0);
    if (status == GPU_OK && gpu->hooks) gpu->hooks->warp_exited(gpu, sm_number, warp);
    if (status == GPU_OK && slot->live != 0) return gpu_barrier_retest(gpu, sm_number, slot_number);
    if (status != GPU_OK || (gpu->hooks && !gpu->hooks->drained(gpu, sm_number, slot_number)))
        return status;
    return gpu_free_block(gpu, sm_number, slot_number);
}

gpu_status_t gpu_free_block(gpu_t *gpu, unsigned sm_number, unsigned slot_number) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    sm_check(sm, slot_number);
    assert(sm->slots[slot_number].live == 0);
    if (gpu->hooks) gpu->hooks->block_freed(gpu, sm_number, slot_number);
    free_slot(gpu, sm, &sm->slots[slot_number]);
    return gpu_emit_warp(&gpu->emitter, SCORD_EVENT_KIND_BLOCK_EXIT, sm_number, slot_number, 0, 0);
}

void gpu_clear_sms(gpu_t *gpu) {
    for (unsigned i = 0; i < SCORD_MAX_SMS; i++) {
        gpu_sm_t *sm = &gpu->sms[i];
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            if (sm->slots[slot].used) free_slot(gpu, sm, &sm->slots[slot]);
        sm->occupied = sm->ready = 0;
        sm->last = -1;
    }
    gpu->next_sm = 0;
}

unsigned gpu_blocks_per_sm(const gpu_t *gpu, uint64_t threads, uint64_t bytes, uint32_t registers) {
    const scord_config_t *config = &gpu->options.config;
    const uint64_t warps = (threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    if (threads == 0 || threads > GPU_MAX_THREADS_PER_BLOCK || bytes > GPU_SHARED_MOST) return 0;
    uint64_t blocks = config->blocks_per_sm;
    if (config->warps_per_sm / warps < blocks) blocks = config->warps_per_sm / warps;
    if (bytes > 0 && capacity(bytes) / bytes < blocks) blocks = capacity(bytes) / bytes;
    const gpu_machine_t *machine = gpu->options.machine;
    if (machine) {
        const uint64_t needed = warps * SCORD_THREADS_PER_WARP * registers;
        if (needed > 0 && machine->registers / needed < blocks)
            blocks = machine->registers / needed;
        if (bytes > 0 && machine->shared_bytes / bytes < blocks)
            blocks = machine->shared_bytes / bytes;
    }
    return (unsigned)blocks;
}

unsigned gpu_slots_per_sm(const gpu_t *gpu, uint64_t threads, uint64_t bytes) {
    const scord_config_t *config = &gpu->options.config;
    const uint64_t warps = (threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    assert(warps > 0 && warps <= config->warps_per_sm && bytes <= GPU_SHARED_MOST);
    /* every other block has one warp left, and the newest all of its own */
    uint64_t slots = config->warps_per_sm - warps + 1;
    if (config->blocks_per_sm < slots) slots = config->blocks_per_sm;
    if (bytes > 0 && capacity(bytes) / bytes < slots) slots = capacity(bytes) / bytes;
    assert(slots > 0);
    return (unsigned)slots;
}
