/* barrier.c: see barrier.h. */
#include "sim/sm/barrier.h"

#include "sim/sm/diagnose.h"
#include "sim/sm/gpu_state.h"

static bool complete(const gpu_slot_t *slot, const gpu_barrier_t *barrier) {
    if (barrier->arrived == 0) return false;
    if (barrier->threads == 0 || barrier->threads >= slot->threads)
        return (slot->live & ~barrier->arrived) == 0;
    return (uint32_t)__builtin_popcountll(barrier->arrived) * SCORD_THREADS_PER_WARP >=
           barrier->threads;
}

static gpu_status_t release(gpu_t *gpu, unsigned sm_number, unsigned slot_number, unsigned id) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    gpu_barrier_t *barrier = &sm->slots[slot_number].barriers[id];
    const gpu_barrier_t released = *barrier;
    assert((released.waiting & ~released.arrived) == 0);
    assert((released.arrived & ~sm->slots[slot_number].live) == 0 || released.threads != 0);
    *barrier = (gpu_barrier_t){0};
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
    gpu_status_t status = gpu_emit_location(&gpu->emitter, result->instruction);
    if (status == GPU_OK)
        status = gpu_emit_warp(&gpu->emitter, SCORD_EVENT_KIND_BARRIER_ARRIVE, sm_number,
                               slot_number, warp, gpu_pc(gpu->launch, result->instruction));
    if (status != GPU_OK) return status;
    barrier->arrived |= gpu_warp_bit(warp);
    barrier->threads = arrival->threads;
    barrier->lanes += arrival->lanes;
    barrier->predicate_true += arrival->predicate_true;
    if (!arrival->arrive_only) barrier->waiting |= gpu_warp_bit(warp);
    if (!arrival->arrive_only && gpu->hooks) gpu->hooks->arrived(gpu, sm_number, warp);
    if (core_warp_next(sm->warps[warp].core) == UINT32_MAX) sm->ready &= ~gpu_warp_bit(warp);
    return gpu_barrier_retest(gpu, sm_number, slot_number);
}
