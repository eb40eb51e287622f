/* SPDX-License-Identifier: Apache-2.0 */
/* warp_step.c: see warp_step.h. */
#include "sim/sm/warp_step.h"

#include "cmodel/semantics.h"
#include "sim/sm/barrier.h"
#include "sim/sm/block_dispatch.h"
#include "sim/sm/watch/diagnose.h"
#include "sim/sm/gpu_state.h"

static gpu_status_t emit_access(gpu_t *gpu, unsigned sm, unsigned warp) {
    return gpu_emit_access(&gpu->emitter, &gpu->result, sm, gpu->sms[sm].warps[warp].slot, warp);
}

/* Whether the read may see what the host writes meanwhile: only asked while nothing progresses. */
static void note_host_memory(gpu_t *gpu, progress_warp_t *warp,
                             const scord_event_access_t *access) {
    uint64_t last = 0; /* lanes mostly read one place */
    for (uint32_t lanes = access->mask; lanes != 0 && !warp->reads_host; lanes &= lanes - 1) {
        const uint64_t address = access->address[__builtin_ctz(lanes)];
        if (address == last) continue;
        last = address;
        const device_allocation_t *object = device_memory_find(gpu->options.memory, address);
        warp->reads_host = object && (object->host_writes || gpu->launch->own_stream);
    }
}

static bool looks_at_words(const gpu_t *gpu) {
    return (gpu->core.findings >> SCORD_FINDING_KIND_WARP & 1) && gpu->core.independent_threads &&
           gpu->options.config.independent_threads == 1; /* 2: the detector itself does it */
}

/* What the warp's lanes have touched so far is ordered before what comes. */
static void meet(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu_lanes_met(gpu, sm, warp);
    gpu->sms[sm].warps[warp].may_acquire = false;
}

/* Lanes that a mask names have met; what others did before they ended is not ordered by that. The
 * detector takes it for a meeting of all (D41). */
static void meet_in_part(gpu_t *gpu, unsigned sm, unsigned warp, uint32_t lanes) {
    warp_words_meet(&gpu->words, gpu_warp_number(sm, warp));
    gpu->sms[sm].warps[warp].may_acquire = false;
    if (!gpu->parts_words.met) return;
    warp_words_meet_some(&gpu->parts_words, gpu_warp_number(sm, warp), lanes);
}

/* While lanes run apart the detector tells them apart, but for what a meeting of some lanes hides.
 */
static bool look_at_warp(gpu_t *gpu, unsigned sm, unsigned warp, core_finding_t *finding) {
    const bool apart = gpu->sms[sm].warps[warp].apart;
    const uint32_t number = gpu_warp_number(sm, warp);
    core_finding_t hidden;
    if (!ptx_parts_meet(gpu->launch->module))
        return !apart && warp_words_access(&gpu->words, number, &gpu->result, finding);
    if (!gpu->parts_words.met) warp_words_tell_parts(&gpu->parts_words);
    const bool found = warp_words_access(&gpu->words, number, &gpu->result, finding);
    const bool behind = gpu->parts_words.met &&
                        warp_words_access(&gpu->parts_words, number, &gpu->result, &hidden);
    if (found || !behind) return found && !apart;
    *finding = hidden;
    return true;
}

static gpu_status_t look_at_words(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu_warp_t *state = &gpu->sms[sm].warps[warp];
    const scord_event_access_t *access = &gpu->result.access;
    core_finding_t finding;
    if (!looks_at_words(gpu)) return GPU_OK;
    const bool found = look_at_warp(gpu, sm, warp, &finding);
    if (scord_acquires((scord_op_t)access->op, (scord_semantics_t)access->semantics))
        meet(gpu, sm, warp);
    else if (access->op == SCORD_OP_ATOMIC ||
             (access->op == SCORD_OP_LOAD && access->semantics != SCORD_SEMANTICS_NONE))
        state->may_acquire = true;
    if (!found) return GPU_OK;
    return gpu_findings_add(&gpu->findings, &gpu->emitter, &finding, "", sm, state->slot, warp);
}

/* Progress is seen in global memory. */
static void look_for_progress(gpu_t *gpu, unsigned sm, unsigned warp) {
    const scord_event_access_t *access = &gpu->result.access;
    if (access->op != SCORD_OP_LOAD && memory_watch_changed(&gpu->watch))
        progress_sign(&gpu->progress);
    if (access->op != SCORD_OP_STORE) {
        gpu->result.access.pc = gpu_pc(gpu->launch, gpu->result.instruction);
        progress_read(&gpu->sms[sm].warps[warp].progress, access);
        if (gpu->progress.watching)
            note_host_memory(gpu, &gpu->sms[sm].warps[warp].progress, access);
    }
}

static gpu_status_t after_access(gpu_t *gpu, unsigned sm, unsigned warp) {
    const scord_event_access_t *access = &gpu->result.access;
    if (looks_at_words(gpu)) warp_words_prefetch(&gpu->words, gpu_warp_number(sm, warp), access);
    if (access->mask != gpu->result.shared) look_for_progress(gpu, sm, warp);
    const gpu_status_t status = look_at_words(gpu, sm, warp);
    return status == GPU_OK ? emit_access(gpu, sm, warp) : status;
}

/* Nothing can be executed: the warp waits until a barrier of its block releases. */
static gpu_status_t after_blocked(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu->sms[sm].ready &= ~gpu_warp_bit(warp);
    return gpu_barrier_retest(gpu, sm, gpu->sms[sm].warps[warp].slot);
}

static gpu_status_t after_step(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t outcome) {
    switch (outcome) {
    case CORE_EXECUTED: return GPU_OK;
    case CORE_ACCESS: return after_access(gpu, sm, warp);
    case CORE_FENCE:
        if (gpu->sms[sm].warps[warp].may_acquire) meet(gpu, sm, warp);
        memory_watch_fence(&gpu->watch, &gpu->result.fence);
        return gpu_emit_fence(&gpu->emitter, &gpu->result, sm, gpu->sms[sm].warps[warp].slot, warp);
    case CORE_BARRIER: return gpu_barrier_arrive(gpu, sm, warp, &gpu->result);
    case CORE_BLOCKED: return after_blocked(gpu, sm, warp);
    case CORE_EXITED: return gpu_retire_warp(gpu, sm, warp);
    case CORE_FAULT: return gpu_report_fault(gpu, sm, warp);
    }
    assert(!"an outcome of core.h");
    return GPU_FAULT;
}

/* D44. The record `diverge` is due whenever lanes run apart and the detector takes the warp for
 * converged; it is nothing to the oracle, which needs the other one (D43). */
static gpu_status_t after_convergence(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu_warp_t *state = &gpu->sms[sm].warps[warp];
    const core_step_result_t *result = &gpu->result;
    gpu_status_t status = GPU_OK;
    if (!gpu->core.independent_threads && !gpu->options.syncwarps) return GPU_OK;
    for (uint32_t i = 0; i < result->met_count && status == GPU_OK; i++) {
        status = gpu_emit_lanes(&gpu->emitter, SCORD_EVENT_KIND_RECONVERGE, result->instruction, sm,
                                state->slot, warp, result->met[i]);
        if (result->met[i] == UINT32_MAX) state->apart = false;
        if (result->met_named[i] == UINT32_MAX)
            meet(gpu, sm, warp);
        else
            meet_in_part(gpu, sm, warp, result->met_named[i]);
    }
    if (result->outcome == CORE_BARRIER) {
        state->apart = false; /* its arrival says so */
        meet(gpu, sm, warp);
    }
    if (!gpu->core.independent_threads) return status;
    const uint32_t together = core_warp_apart(state->core);
    if (status != GPU_OK || state->apart || together == 0) return status;
    state->apart = true;
    return gpu_emit_lanes(&gpu->emitter, SCORD_EVENT_KIND_DIVERGE, result->instruction, sm,
                          state->slot, warp, together);
}

/* Before the records of the instruction itself: its warp may then be gone. */
static gpu_status_t after_findings(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu_status_t status = GPU_OK;
    for (uint32_t i = 0; i < gpu->result.finding_count && status == GPU_OK; i++) {
        core_finding_t *finding = &gpu->result.finding[i];
        char seen[256] = "";
        if (scord_finding_rule_kind(finding->rule) == SCORD_FINDING_KIND_MEMORY)
            gpu_memory_words(gpu, finding, seen, sizeof seen);
        status = gpu_findings_add(&gpu->findings, &gpu->emitter, finding, seen, sm,
                                  gpu->sms[sm].warps[warp].slot, warp);
    }
    return status;
}

static bool everyone_waits(const gpu_t *gpu) {
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (uint64_t ready = gpu->sms[i].ready; ready != 0; ready &= ready - 1) {
            const gpu_warp_t *warp = &gpu->sms[i].warps[gpu_lowest(ready)];
            if (!progress_waits(&gpu->progress, &warp->progress, warp->core)) return false;
        }
    return true;
}

/* Some ready warp reads memory that the host can write. */
static bool host_is_awaited(const gpu_t *gpu) {
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (uint64_t ready = gpu->sms[i].ready; ready != 0; ready &= ready - 1)
            if (gpu->sms[i].warps[gpu_lowest(ready)].progress.reads_host) return true;
    return false;
}

static gpu_status_t check_progress(gpu_t *gpu, gpu_warp_t *warp, bool pauses) {
    if (progress_count(&gpu->progress, &warp->progress, warp->core, &gpu->result, pauses) ==
        PROGRESS_GOES_ON)
        return GPU_OK;
    if (everyone_waits(gpu))
        return gpu->may_wait && host_is_awaited(gpu) ? GPU_WAITS : gpu_report_no_progress(gpu);
    progress_next_window(&gpu->progress);
    return GPU_OK;
}

/* Whether a turn ends with the last step, its LENGTH-th instruction. */
static bool ends_turn(const gpu_t *gpu, core_outcome_t outcome, uint32_t length) {
    return length == GPU_LONGEST_TURN || outcome == CORE_EXITED || gpu->called ||
           core_step_noticed(&gpu->result);
}

/* LENGTH: instructions of the turn with this one. */
static gpu_status_t step(gpu_t *gpu, unsigned sm, unsigned warp, uint32_t length,
                         core_outcome_t *outcome) {
    assert((gpu->sms[sm].ready & gpu_warp_bit(warp)) != 0);
    memory_watch_begin(&gpu->watch, sm, warp);
    *outcome = core_step(gpu->sms[sm].warps[warp].core, &gpu->result);
    if (*outcome != CORE_BLOCKED) {
        gpu->statistics.warp_instructions++;
        gpu->statistics.steps += core_step_noticed(&gpu->result);
        const uint32_t active = gpu->result.active;
        gpu->statistics.thread_instructions += active == UINT32_MAX
                                                   ? SCORD_THREADS_PER_WARP
                                                   : (uint64_t)__builtin_popcount(active);
    }
    if (*outcome != CORE_BLOCKED && gpu->result.dropped != 0) gpu_note_dropped(gpu, sm, warp);
    gpu_status_t status = after_findings(gpu, sm, warp);
    if (status == GPU_OK) status = after_step(gpu, sm, warp, *outcome);
    if (status == GPU_OK && *outcome != CORE_EXITED) status = after_convergence(gpu, sm, warp);
    if (status != GPU_OK || *outcome == CORE_BLOCKED) return status;
    return check_progress(gpu, &gpu->sms[sm].warps[warp], ends_turn(gpu, *outcome, length));
}

gpu_status_t gpu_step_warp(gpu_t *gpu, unsigned sm, unsigned warp, core_outcome_t *outcome) {
    return step(gpu, sm, warp, GPU_LONGEST_TURN, outcome);
}

/* Up to MOST instructions of the warp that only take time; how many. */
static uint32_t go_on(gpu_t *gpu, gpu_warp_t *warp, uint32_t most) {
    progress_t *progress = &gpu->progress;
    core_trace_t trace = {.executed = progress->slice.executed,
                          .stage = progress->stage,
                          .looks = progress->watching};
    const uint64_t room = progress_room(progress);
    const uint32_t count = core_go(warp->core, room < most ? (uint32_t)room : most, &trace);
    progress_pass(progress, &warp->progress, &trace, count);
    gpu->statistics.warp_instructions += count;
    gpu->statistics.thread_instructions += trace.threads;
    return count;
}

gpu_status_t gpu_take_turn(gpu_t *gpu, unsigned sm, unsigned number, uint32_t *length) {
    gpu_warp_t *warp = &gpu->sms[sm].warps[number];
    gpu->called = false;
    for (*length = 0;;) {
        *length += go_on(gpu, warp, GPU_LONGEST_TURN - *length);
        if (*length == GPU_LONGEST_TURN) {
            progress_pause(&gpu->progress, &warp->progress, warp->core);
            return GPU_OK;
        }
        core_outcome_t outcome;
        gpu->clock = gpu->cycle + *length;
        const gpu_status_t status = step(gpu, sm, number, *length + 1, &outcome);
        if (status != GPU_OK || outcome == CORE_BLOCKED) return status;
        ++*length;
        if (ends_turn(gpu, outcome, *length)) return GPU_OK;
    }
}
