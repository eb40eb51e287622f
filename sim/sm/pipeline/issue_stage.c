/* SPDX-License-Identifier: Apache-2.0 */
/* issue_stage.c: see issue_stage.h. */
#include "sim/sm/pipeline/issue_stage.h"

#include <assert.h>
#include <string.h>

#include "sim/sm/gpu_state.h"
#include "sim/sm/warp_step.h"

/* ---- memory accesses ---- */

/* Cycles of a shared memory access: the most distinct words in one bank. Each bank's words are a
 * list (place + 1 in `words`, 0 ends). */
static uint8_t bank_conflicts(const core_step_result_t *result, uint32_t banks) {
    assert(banks >= 1 && banks <= 64);
    uint32_t words[SCORD_THREADS_PER_WARP * 4];
    uint8_t link[SCORD_THREADS_PER_WARP * 4], first[64] = {0}, in_bank[64] = {0};
    unsigned count = 0, most = 1;
    for (uint32_t left = result->shared; left != 0; left &= left - 1)
        for (uint32_t byte = 0; byte < result->bytes; byte += 4) {
            const uint32_t word = (result->shared_offset[gpu_lowest(left)] + byte) / 4,
                           bank = word % banks;
            unsigned i = first[bank];
            while (i > 0 && words[i - 1] != word) i = link[i - 1];
            if (i > 0) continue;
            words[count] = word;
            link[count] = first[bank];
            first[bank] = (uint8_t)++count;
            const unsigned here = ++in_bank[bank];
            most = here > most ? here : most;
        }
    return (uint8_t)most;
}

/* An access that acquires or releases blocks its warp as a fence does, until memory has answered
 * all of the warp's accesses. For a release the wait comes one access too late: it takes effect
 * when it is issued, before the accesses that it orders are answered (docs/cycle-model.md). */
static bool orders(const scord_event_access_t *access) {
    return access->semantics >= SCORD_SEMANTICS_ACQUIRE;
}

static bool releases(uint8_t semantics) {
    return semantics == SCORD_SEMANTICS_RELEASE || semantics >= SCORD_SEMANTICS_ACQ_REL;
}
static bool acquires(uint8_t semantics) {
    return semantics == SCORD_SEMANTICS_ACQUIRE || semantics >= SCORD_SEMANTICS_ACQ_REL;
}

/* S2, S3. A fence that states nothing (membar) does both. */
static void describe_scope(operation_t *operation, uint8_t scope, uint8_t semantics, bool fence) {
    const bool device = scope != SCORD_SCOPE_BLOCK,
               both = fence && semantics == SCORD_SEMANTICS_NONE;
    operation->releases = device && (both || releases(semantics));
    operation->acquires = device && (both || acquires(semantics));
}

/* What core_step told about the instruction goes into OPERATION. */
static void describe(issue_stage_t *stage, operation_t *operation, core_outcome_t outcome) {
    const core_step_result_t *result = &stage->gpu->result;
    warp_front_t *front = &stage->fronts->front[operation->warp];
    if (outcome == CORE_ACCESS) {
        const scord_event_access_t *access = &result->access;
        coalesced_t segments;
        coalesce(access, &segments);
        operation->segments = (uint8_t)segments.count;
        memcpy(operation->line, segments.segment, segments.count * sizeof *segments.segment);
        memcpy(operation->words, segments.words, segments.count * sizeof *segments.words);
        operation->kind = access->op == SCORD_OP_LOAD    ? OPERATION_LOAD
                          : access->op == SCORD_OP_STORE ? OPERATION_STORE
                                                         : OPERATION_ATOMIC;
        operation->cached = !access->strong;
        operation->at_l1 = access->strong && access->scope == SCORD_SCOPE_BLOCK;
        describe_scope(operation, access->scope, access->semantics, false);
        if (operation->kind == OPERATION_ATOMIC)
            operation->conflicts = coalescer_lanes_on_one_word(access);
        if (orders(access)) front->fence_waits = true;
    } else if (outcome == CORE_FENCE) {
        operation->kind = OPERATION_FENCE;
        describe_scope(operation, result->fence.scope, result->fence.semantics, true);
        front->fence_waits = true;
    } else if (result->shared != 0) {
        operation->conflicts = bank_conflicts(result, stage->context->machine.shared_banks);
        stage->context->statistics->shared_accesses++;
        stage->context->statistics->shared_conflict_cycles += operation->conflicts - 1u;
    }
    if (operation->kind < OPERATION_LOAD) return;
    if (stage->system) operation->carried = memory_system_carried(stage->system);
    front->memory_outstanding++;
    if (operation->kind == OPERATION_ATOMIC) front->atomics_outstanding++;
    if (operation->kind >= OPERATION_ATOMIC || front->fence_waits)
        stage->fronts->held_back |= gpu_warp_bit(operation->warp);
}

/* ---- issue ---- */

/* The operation exists before the step, so that a block whose last warp exits in it is seen to have
 * something in flight. */
static gpu_status_t issue(issue_stage_t *stage, unsigned warp) {
    assert((stage->sm->ready & gpu_warp_bit(warp)) != 0);
    warp_fronts_t *fronts = stage->fronts;
    const instruction_timing_t *timing = &stage->context->timings[fronts_take_head(fronts, warp)];
    const uint32_t number = operation_new(stage->operations, stage->sm->warps[warp].slot);
    if (number == NO_OPERATION) return GPU_NO_MEMORY;
    operation_t *operation = &stage->operations->items[number];
    operation->timing = timing;
    operation->kind = timing->unit == UNIT_MEM ? OPERATION_LOCAL : OPERATION_ALU;
    operation->warp = (uint8_t)warp;
    operation->segments = operation->conflicts = operation->cached = 0;
    operation->at_l1 = operation->releases = operation->acquires = false;
    latch_put(&stage->ports[timing->unit], number);
    fronts_mark(fronts, warp, timing);
    stage->context->last_issue = stage->context->cycle;
    stage->context->statistics->warp_instructions++;
    core_outcome_t outcome;
    const gpu_status_t status = gpu_step_warp(stage->gpu, stage->sm->number, warp, &outcome);
    stage->context->statistics->thread_instructions +=
        (uint64_t)__builtin_popcount(stage->gpu->result.active);
    describe(stage, operation, outcome);
    if ((stage->sm->occupied & gpu_warp_bit(warp)) != 0) fronts_look_at_head(fronts, warp);
    if (status != GPU_WAITS) return status;
    stage->host_awaited = true; /* after this cycle */
    return GPU_OK;
}

/* Warps whose unit's port has room. */
static uint64_t ports_free(const issue_stage_t *stage) {
    uint64_t warps = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        if (!latch_full(&stage->ports[unit])) warps |= stage->fronts->head[unit];
    return warps;
}

issue_masks_t issue_masks(const issue_stage_t *stage, unsigned unit) {
    const warp_fronts_t *fronts = stage->fronts;
    const uint64_t here = stage->sm->ready & fronts->filled & fronts->unit_warps[unit] &
                          ~fronts->held_back;
    const uint64_t stale = here & fronts->stale, clear = here & ~stale & ~fronts->hazard;
    return (issue_masks_t){.stale = stale, .clear = clear, .ready = clear & ports_free(stage)};
}

static gpu_status_t issue_unit(issue_stage_t *stage, unsigned unit) {
    const issue_masks_t masks = issue_masks(stage, unit);
    const uint64_t stale = masks.stale, clear = masks.clear, ready = masks.ready;
    uint64_t visited = 0;
    int pick = SCORD_SCHEDULER_NO_WARP;
    if ((ready | stale) != 0) {
        const gpu_status_t status = schedule_pick(stage->schedule, unit, ready, stale, &visited,
                                                  &pick);
        if (status != GPU_OK) return status;
    }
    stall_account(stage->context->statistics, stage->fronts, unit, pick, clear, ready);
    for (; visited != 0; visited &= visited - 1) fronts_flush(stage->fronts, gpu_lowest(visited));
    stage->schedule->issued[unit] = pick;
    return pick == SCORD_SCHEDULER_NO_WARP ? GPU_OK : issue(stage, (unsigned)pick);
}

gpu_status_t issue_stage(issue_stage_t *stage) {
    const gpu_machine_t *machine = &stage->context->machine;
    const unsigned units = machine->schedulers,
                   first = machine->port_turns != 0 ? (unsigned)(stage->context->cycle % units) : 0;
    for (unsigned i = 0; i < units; i++) {
        const gpu_status_t status = issue_unit(stage, (first + i) % units);
        if (status != GPU_OK) return status;
    }
    return GPU_OK;
}
