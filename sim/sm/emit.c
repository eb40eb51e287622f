/* SPDX-License-Identifier: Apache-2.0 */
/* emit.c: see emit.h. */
#include "sim/sm/emit.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/demangle.h"

gpu_status_t gpu_emit(emitter_t *emitter, scord_event_kind_t kind) {
    if (!emitter->sink) return GPU_OK;
    emitter->event.kind = kind;
    emitter->event.cycle = *emitter->cycle;
    (*emitter->count)++;
    return emitter->sink(emitter->sink_context, &emitter->event) == 0 ? GPU_OK : GPU_SINK_CLOSED;
}

gpu_status_t gpu_emit_warp(emitter_t *emitter, scord_event_kind_t kind, unsigned sm, unsigned slot,
                           unsigned warp, uint32_t pc) {
    emitter->event.warp = (scord_event_warp_t){
        .sm = (uint8_t)sm, .slot = (uint8_t)slot, .warp = (uint8_t)warp, .pc = pc};
    return gpu_emit(emitter, kind);
}

/* True the first time it is asked for PC. */
static bool first_use(emitter_t *emitter, uint32_t pc) {
    const size_t byte = pc / 8;
    if (byte >= emitter->located_bytes) {
        const size_t zeroed = emitter->located_bytes;
        if (!SCORD_ARRAY_ROOM(emitter->located, emitter->located_bytes, byte + 1))
            return false; /* a missing location record costs a line in a report, not a verdict */
        memset(emitter->located + zeroed, 0, emitter->located_bytes - zeroed);
    }
    const uint8_t bit = (uint8_t)(1u << pc % 8);
    if ((emitter->located[byte] & bit) != 0) return false;
    emitter->located[byte] |= bit;
    return true;
}

static gpu_status_t emit_location(emitter_t *emitter, uint32_t instruction) {
    const uint32_t pc = gpu_pc(emitter->launch, instruction);
    const ptx_location_t at = ptx_location(emitter->launch->module, instruction);
    char file[SCORD_NAME_MAX + 1], function[SCORD_NAME_MAX + 1];
    strncpy(file, !at.file ? "" : gpu_file_name(at.file), sizeof file - 1);
    file[sizeof file - 1] = '\0';
    emitter->event.location = (scord_event_location_t){
        .pc = pc,
        .line = at.line,
        .file = file,
        .function = scord_demangle(at.function, function, sizeof function)};
    return gpu_emit(emitter, SCORD_EVENT_KIND_LOCATION);
}

gpu_status_t gpu_emit_location(emitter_t *emitter, uint32_t instruction) {
    assert(emitter->launch);
    if (!emitter->sink || !first_use(emitter, gpu_pc(emitter->launch, instruction))) return GPU_OK;
    return emit_location(emitter, instruction);
}

gpu_status_t gpu_emit_goes_on(emitter_t *emitter, uint32_t instruction) {
    return emitter->sink ? emit_location(emitter, instruction) : GPU_OK;
}

gpu_status_t gpu_emit_kernel_begin(emitter_t *emitter, uint64_t number,
                                   uint32_t log2_tracked_words) {
    const gpu_launch_t *launch = emitter->launch;
    scord_event_kernel_begin_t *begin = &emitter->event.kernel_begin;
    memset(begin, 0, sizeof *begin);
    begin->kernel = (uint32_t)number;
    memcpy(begin->grid, launch->grid, sizeof begin->grid);
    memcpy(begin->block, launch->block, sizeof begin->block);
    begin->dynamic_shared = launch->dynamic_shared;
    begin->tracked_base = DEVICE_MEMORY_BASE;
    begin->log2_tracked_words = log2_tracked_words;
    char name[SCORD_NAME_MAX + 1];
    begin->name = scord_demangle(launch->name, name, sizeof name);
    return gpu_emit(emitter, SCORD_EVENT_KIND_KERNEL_BEGIN);
}

gpu_status_t gpu_emit_kernel_end(emitter_t *emitter, uint64_t number) {
    memset(&emitter->event.kernel_begin, 0, sizeof emitter->event.kernel_begin);
    emitter->event.kernel_begin.kernel = (uint32_t)number;
    return gpu_emit(emitter, SCORD_EVENT_KIND_KERNEL_END);
}

/* The arrays of values are three quarters of a record, and few accesses have values: an access has
 * none of them in RESULT then, and they stay zero here. No other kind of record uses that part of
 * the union. */
static void take_access(emitter_t *emitter, const core_step_result_t *result) {
    const scord_event_access_t *access = &result->access;
    const size_t without = offsetof(scord_event_access_t, returned);
    const bool values = access->has_returned != 0 || access->has_operands != 0;
    memcpy(&emitter->event.access, access, values ? sizeof *access : without);
    if (!values && emitter->has_values)
        memset(emitter->event.access.returned, 0, sizeof *access - without);
    emitter->has_values = values;
}

gpu_status_t gpu_emit_access(emitter_t *emitter, const core_step_result_t *result, unsigned sm,
                             unsigned slot, unsigned warp) {
    if (!emitter->sink) return GPU_OK;
    const gpu_status_t status = gpu_emit_location(emitter, result->instruction);
    if (status != GPU_OK) return status;
    scord_event_access_t *access = &emitter->event.access;
    take_access(emitter, result);
    access->sm = (uint8_t)sm;
    access->slot = (uint8_t)slot;
    access->warp = (uint8_t)warp;
    access->pc = gpu_pc(emitter->launch, result->instruction);
    return gpu_emit(emitter, SCORD_EVENT_KIND_ACCESS);
}

gpu_status_t gpu_emit_fence(emitter_t *emitter, const core_step_result_t *result, unsigned sm,
                            unsigned slot, unsigned warp) {
    const gpu_status_t status = gpu_emit_location(emitter, result->instruction);
    if (status != GPU_OK) return status;
    scord_event_fence_t *fence = &emitter->event.fence;
    *fence = result->fence;
    fence->sm = (uint8_t)sm;
    fence->slot = (uint8_t)slot;
    fence->warp = (uint8_t)warp;
    fence->pc = gpu_pc(emitter->launch, result->instruction);
    return gpu_emit(emitter, SCORD_EVENT_KIND_FENCE);
}

gpu_status_t gpu_emit_lanes(emitter_t *emitter, scord_event_kind_t kind, uint32_t instruction,
                            unsigned sm, unsigned slot, unsigned warp, uint32_t lanes) {
    const gpu_status_t status = gpu_emit_location(emitter, instruction);
    if (status != GPU_OK) return status;
    emitter->event.warp = (scord_event_warp_t){.sm = (uint8_t)sm,
                                               .slot = (uint8_t)slot,
                                               .warp = (uint8_t)warp,
                                               .pc = gpu_pc(emitter->launch, instruction),
                                               .mask = lanes};
    return gpu_emit(emitter, kind);
}

gpu_status_t gpu_emit_object(emitter_t *emitter, uint64_t address, uint64_t bytes,
                             const char *name) {
    emitter->event.object =
        (scord_event_object_t){.address = address, .bytes = bytes, .name = name};
    return gpu_emit(emitter, SCORD_EVENT_KIND_OBJECT);
}
