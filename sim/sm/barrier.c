/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.c: see barrier.h. */
#include "sim/sm/barrier.h"

#include "sim/sm/watch/diagnose.h"
#include "sim/sm/gpu_state.h"

static bool complete(const gpu_slot_t *slot, const gpu_barrier_t *barrier) {
    if (barrier->arrived == 0) return false;
    if (barrier->threads == 0 || barrier->threads >= slot->threads)
        return (slot->live & ~barrier->arrived) == 0;
    return (uint32_t)__builtin_popcountll(barrier->arrived) * SCORD_THREADS_PER_WARP >=
           barrier->threads;
}

/* ---- what is misused (docs/findings.md) ---- */

/* __syncthreads() at two lines: a template or an inlined function is one. */
static bool different_lines(const ptx_module_t *module, uint32_t a, uint32_t b) {
    const ptx_location_t at = ptx_location(module, a), other = ptx_location(module, b);
    return a != b && (at.line != other.line || at.file != other.file);
}

static uint32_t thread_count(const gpu_slot_t *slot, uint32_t threads) {
    const uint32_t whole = (slot->threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP *
                           SCORD_THREADS_PER_WARP;
    return threads == 0 || threads > whole ? whole : threads;
}

/* WARP arrives at a barrier at which others have arrived before. */
static bool find_disagreement(const gpu_t *gpu, const gpu_slot_t *slot,
                              const gpu_barrier_t *barrier, const core_step_result_t *result,
                              core_finding_t *finding) {
    const core_barrier_t *arrival = &result->barrier;
    *finding = (core_finding_t){.instruction = result->instruction,
                                .other_instruction = barrier->instruction,
                                .other_lanes = UINT32_MAX,
                                .value = {thread_count(slot, arrival->threads),
                                          thread_count(slot, barrier->threads), arrival->id}};
    finding->rule = SCORD_FINDING_BARRIER_COUNTS;
    if (finding->value[0] != finding->value[1]) return true;
    finding->rule = SCORD_FINDING_BARRIER_PLACES;
    return arrival->threads == 0 && barrier->threads == 0 && arrival->aligned && barrier->aligned &&
           different_lines(gpu->launch->module, result->instruction, barrier->instruction);
}

static bool looks_for_barriers(const gpu_t *gpu) {
    return gpu->core.findings >> SCORD_FINDING_KIND_BARRIER & 1;
}

static gpu_status_t look_at_arrival(gpu_t *gpu, unsigned sm_number, unsigned warp,
                                    const gpu_barrier_t *barrier,
                                    const core_step_result_t *result) {
    const gpu_sm_t *sm = &gpu->sms[sm_number];
    const unsigned slot = sm->warps[warp].slot;
    core_finding_t finding;
    if (!looks_for_barriers(gpu) || barrier->arrived == 0 ||
        !find_disagreement(gpu, &sm->slots[slot], barrier, result, &finding))
        return GPU_OK;
    finding.lanes = core_warp_live(sm->warps[warp].core);
    return gpu_findings_add(&gpu->findings, &gpu->emitter, &finding, "", sm_number, slot, warp);
}

/* Whole warps have returned instead of arriving. */
static gpu_status_t look_at_release(gpu_t *gpu, unsigned sm_number, unsigned slot_number,
                                    const gpu_barrier_t *barrier) {
    const gpu_sm_t *sm = &gpu->sms[sm_number];
    const gpu_slot_t *slot = &sm->slots[slot_number];
    const uint64_t returned = slot->born & ~slot->live;
    if (!looks_for_barriers(gpu) || barrier->threads != 0 || barrier->waiting == 0 || returned == 0)
        return GPU_OK;
    const unsigned warp = gpu_lowest(barrier->waiting);
    const core_finding_t finding = {
        .rule = SCORD_FINDING_BARRIER_RETURNED,
        .instruction = barrier->instruction,
        .lanes = core_warp_live(sm->warps[warp].core),
        .value = {(uint64_t)__builtin_popcountll(returned), UINT64_MAX, UINT32_MAX}};
    return gpu_findings_add(&gpu->findings, &gpu->emitter, &finding, "", sm_number, slot_number,
                            warp);
}

static gpu_status_t emit_arrival(gpu_t *gpu, unsigned sm, unsigned warp, uint32_t instruction) {
    return gpu_emit_warp(&gpu->emitter, SCORD_EVENT_KIND_BARRIER_ARRIVE, sm,
                         gpu->sms[sm].warps[warp].slot, warp, gpu_pc(gpu->launch, instruction));
}

/* The records of warps that wait at a barrier with a count of threads come together, right before
 * it is complete: a stream does not say at which barrier of its block a warp arrives. */
static gpu_status_t emit_waiting(gpu_t *gpu, unsigned sm, const gpu_barrier_t *barrier) {
    gpu_status_t status = GPU_OK;
    for (uint64_t left = barrier->waiting; left != 0 && status == GPU_OK; left &= left - 1) {
        const unsigned warp = gpu_lowest(left);
        status = emit_arrival(gpu, sm, warp, gpu->sms[sm].warps[warp].barrier_instruction);
    }
    return status;
}

static gpu_status_t release(gpu_t *gpu, unsigned sm_number, unsigned slot_number, unsigned id) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    gpu_barrier_t *barrier = &sm->slots[slot_number].barriers[id];
    const gpu_barrier_t released = *barrier;
    assert((released.waiting & ~released.arrived) == 0);
    assert((released.arrived & ~sm->slots[slot_number].live) == 0 || released.threads != 0);
    *barrier = (gpu_barrier_t){0};
    gpu_status_t status = look_at_release(gpu, sm_number, slot_number, &released);
    if (status == GPU_OK && released.threads != 0) status = emit_waiting(gpu, sm_number, &released);
    if (status != GPU_OK) return status;
    progress_sign(&gpu->progress);
    for (uint64_t left = released.waiting; left != 0; left &= left - 1) {
        const unsigned warp = gpu_lowest(left);
        core_barrier_release(sm->warps[warp].core, id, released.predicate_true, released.lanes);
        if (core_warp_next(sm->warps[warp].core) != UINT32_MAX) sm->ready |= gpu_warp_bit(warp);
    }
    if (gpu->hooks) gpu->hooks->released(gpu, sm_number, slot_number, released.waiting);
    return gpu_emit_warp(&gpu->emitter, SCORD_EVENT_KIND_BARRIER_RELEASE, sm_number, slot_number, 0,
                         0);
}

gpu_status_t gpu_barrier_retest(gpu_t *gpu, unsigned sm_number, unsigned slot_number) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    gpu_slot_t *slot = &sm->slots[slot_number];
    for (unsigned id = 0; id < GPU_BARRIERS; id++) {
        if (!complete(slot, &slot->barriers[id])) continue;
        const gpu_status_t status = release(gpu, sm_number, slot_number, id);
        if (status != GPU_OK) return status;
    }
    if (slot->live != 0 && (slot->live & sm->ready) == 0)
        return gpu_report_deadlock(gpu, sm_number, slot_number);
    return GPU_OK;
}

gpu_status_t gpu_barrier_arrive(gpu_t *gpu, unsigned sm_number, unsigned warp,
                                const core_step_result_t *result) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    const unsigned slot_number = sm->warps[warp].slot;
    const core_barrier_t *arrival = &result->barrier;
    gpu_barrier_t *barrier = &sm->slots[slot_number].barriers[arrival->id % GPU_BARRIERS];
    gpu_status_t status = look_at_arrival(gpu, sm_number, warp, barrier, result);
    if (status == GPU_OK) status = gpu_emit_location(&gpu->emitter, result->instruction);
    if (status == GPU_OK && (arrival->arrive_only || arrival->threads == 0))
        status = emit_arrival(gpu, sm_number, warp, result->instruction);
    if (status == GPU_OK && arrival->arrive_only)
        status = gpu_emit_goes_on(&gpu->emitter, result->instruction);
    sm->warps[warp].barrier_instruction = result->instruction;
    if (status != GPU_OK) return status;
    if (barrier->arrived == 0) {
        barrier->instruction = result->instruction;
        barrier->aligned = arrival->aligned;
    }
    barrier->arrived |= gpu_warp_bit(warp);
    barrier->threads = arrival->threads;
    barrier->lanes += arrival->lanes;
    barrier->predicate_true += arrival->predicate_true;
    if (!arrival->arrive_only) barrier->waiting |= gpu_warp_bit(warp);
    if (!arrival->arrive_only && gpu->hooks) gpu->hooks->arrived(gpu, sm_number, warp);
    if (core_warp_next(sm->warps[warp].core) == UINT32_MAX) sm->ready &= ~gpu_warp_bit(warp);
    return gpu_barrier_retest(gpu, sm_number, slot_number);
}
