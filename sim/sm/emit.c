/* emit.c: the machine's records in the event stream (cmodel/stream/event.h). */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/sm/gpu_internal.h"
#include "cmodel/stream/tracked_range.h"

gpu_status_t gpu_emit(gpu_t *gpu, scord_event_kind_t kind) {
    if (!gpu->options.sink) return GPU_OK;
    gpu->event.kind = kind;
    gpu->event.cycle = gpu->cycle;
    gpu->statistics.events++;
    return gpu->options.sink(gpu->options.sink_context, &gpu->event) == 0 ? GPU_OK
                                                                          : GPU_SINK_CLOSED;
}

gpu_status_t gpu_emit_warp(gpu_t *gpu, scord_event_kind_t kind, unsigned sm, unsigned slot,
                           unsigned warp, uint32_t pc) {
    gpu->event.warp = (scord_event_warp_t){
        .sm = (uint8_t)sm, .slot = (uint8_t)slot, .warp = (uint8_t)warp, .pc = pc};
    return gpu_emit(gpu, kind);
}

/* True the first time it is asked for PC. */
static bool first_use(gpu_t *gpu, uint32_t pc) {
    const uint64_t byte = pc / 8;
    if (byte >= gpu->located_bytes) {
        const uint64_t bytes = 2 * byte + 64;
        uint8_t *located = realloc(gpu->located, bytes);
        if (!located)
            return false; /* a missing location record costs a line in a report, not a verdict */
        memset(located + gpu->located_bytes, 0, bytes - gpu->located_bytes);
        gpu->located = located;
        gpu->located_bytes = bytes;
    }
    const uint8_t bit = (uint8_t)(1u << pc % 8);
    if ((gpu->located[byte] & bit) != 0) return false;
    gpu->located[byte] |= bit;
    return true;
}

gpu_status_t gpu_emit_location(gpu_t *gpu, uint32_t instruction) {
    const uint32_t pc = gpu_pc(gpu, instruction);
    if (!gpu->options.sink || !first_use(gpu, pc)) return GPU_OK;
    const ptx_location_t at = ptx_location(gpu->launch->module, instruction);
    char file[SCORD_NAME_MAX + 1], function[SCORD_NAME_MAX + 1];
    strncpy(file, !at.file ? "" : gpu_file_name(at.file), sizeof file - 1);
    file[sizeof file - 1] = '\0';
    gpu->event.location = (scord_event_location_t){
        .pc = pc,
        .line = at.line,
        .file = file,
        .function = scord_demangle(at.function, function, sizeof function)};
    return gpu_emit(gpu, SCORD_EVENT_KIND_LOCATION);
}

gpu_status_t gpu_emit_kernel_begin(gpu_t *gpu) {
    const gpu_launch_t *launch = gpu->launch;
    scord_event_kernel_begin_t *begin = &gpu->event.kernel_begin;
    memset(begin, 0, sizeof *begin);
    begin->kernel = (uint32_t)gpu->statistics.launches;
    memcpy(begin->grid, launch->grid, sizeof begin->grid);
    memcpy(begin->block, launch->block, sizeof begin->block);
    begin->dynamic_shared = launch->dynamic_shared;
    begin->tracked_base = DEVICE_MEMORY_BASE;
    const uint64_t span = device_memory_span(gpu->options.memory);
    begin->log2_tracked_words =
        gpu->shared_base != 0 ? scord_log2_tracked_words_with_shared(span, &gpu->options.config)
                              : scord_log2_tracked_words(span, &gpu->options.config);
    char name[SCORD_NAME_MAX + 1];
    begin->name = scord_demangle(launch->name, name, sizeof name);
    return gpu_emit(gpu, SCORD_EVENT_KIND_KERNEL_BEGIN);
}

gpu_status_t gpu_emit_kernel_end(gpu_t *gpu) {
    memset(&gpu->event.kernel_begin, 0, sizeof gpu->event.kernel_begin);
    gpu->event.kernel_begin.kernel = (uint32_t)gpu->statistics.launches;
    return gpu_emit(gpu, SCORD_EVENT_KIND_KERNEL_END);
}

/* Values are three quarters of a record, and few accesses have them: where none are there, and none
 * are left to be zeroed, only the rest is copied. No other kind of record reaches that far into the
 * union. */
static void take_access(gpu_t *gpu) {
    const scord_event_access_t *access = &gpu->result.access;
    const bool values = access->has_returned != 0 || access->has_operands != 0;
    memcpy(&gpu->event.access, access,
           values || gpu->event_has_values ? sizeof *access
                                           : offsetof(scord_event_access_t, returned));
    gpu->event_has_values = values;
}

gpu_status_t gpu_emit_access(gpu_t *gpu, unsigned sm, unsigned warp) {
    if (!gpu->options.sink) return GPU_OK;
    const gpu_status_t status = gpu_emit_location(gpu, gpu->result.instruction);
    if (status != GPU_OK) return status;
    scord_event_access_t *access = &gpu->event.access;
    take_access(gpu);
    access->sm = (uint8_t)sm;
    access->slot = gpu->sms[sm].warps[warp].slot;
    access->warp = (uint8_t)warp;
    access->pc = gpu_pc(gpu, gpu->result.instruction);
    return gpu_emit(gpu, SCORD_EVENT_KIND_ACCESS);
}

gpu_status_t gpu_emit_fence(gpu_t *gpu, unsigned sm, unsigned warp) {
    const gpu_status_t status = gpu_emit_location(gpu, gpu->result.instruction);
    if (status != GPU_OK) return status;
    scord_event_fence_t *fence = &gpu->event.fence;
    *fence = gpu->result.fence;
    fence->sm = (uint8_t)sm;
    fence->slot = gpu->sms[sm].warps[warp].slot;
    fence->warp = (uint8_t)warp;
    fence->pc = gpu_pc(gpu, gpu->result.instruction);
    return gpu_emit(gpu, SCORD_EVENT_KIND_FENCE);
}

static gpu_status_t emit_lanes(gpu_t *gpu, scord_event_kind_t kind, unsigned sm, unsigned warp,
                               uint32_t lanes) {
    gpu_status_t status = gpu_emit_location(gpu, gpu->result.instruction);
    if (status != GPU_OK) return status;
    gpu->event.warp = (scord_event_warp_t){.sm = (uint8_t)sm,
                                           .slot = gpu->sms[sm].warps[warp].slot,
                                           .warp = (uint8_t)warp,
                                           .pc = gpu_pc(gpu, gpu->result.instruction),
                                           .mask = lanes};
    return gpu_emit(gpu, kind);
}

/* D44. The record `diverge` is due whenever lanes run apart and the detector takes the warp for
 * converged. */
gpu_status_t gpu_emit_convergence(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu_warp_t *state = &gpu->sms[sm].warps[warp];
    gpu_status_t status = GPU_OK;
    if (!gpu->options.independent_threads) return GPU_OK;
    for (uint32_t i = 0; i < gpu->result.met_count && status == GPU_OK; i++) {
        status = emit_lanes(gpu, SCORD_EVENT_KIND_RECONVERGE, sm, warp, gpu->result.met[i]);
        if (gpu->result.met[i] == UINT32_MAX) state->apart = false;
    }
    if (gpu->result.outcome == CORE_BARRIER) state->apart = false; /* its arrival says so */
    const uint32_t together = core_warp_apart(state->core);
    if (status != GPU_OK || state->apart || together == 0) return status;
    state->apart = true;
    return emit_lanes(gpu, SCORD_EVENT_KIND_DIVERGE, sm, warp, together);
}

gpu_status_t gpu_name_object(gpu_t *gpu, uint64_t address, uint64_t bytes, const char *name) {
    gpu->event.object = (scord_event_object_t){.address = address, .bytes = bytes, .name = name};
    return gpu_emit(gpu, SCORD_EVENT_KIND_OBJECT);
}
