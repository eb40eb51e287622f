/* SPDX-License-Identifier: Apache-2.0 */
/* shared_tracking.c: see shared_tracking.h. */
#include "sim/sm/watch/shared_tracking.h"

#include <assert.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "cmodel/stream/shared_object.h"

static uint64_t round_to_16(uint64_t bytes) { /* accesses of 16 bytes stay aligned */
    return (bytes + 15) / 16 * 16;
}

bool shared_tracking_begin(shared_tracking_t *tracking, device_memory_t *memory, uint64_t bytes,
                           uint64_t blocks, uint32_t sms) {
    assert(bytes > 0 && blocks > 0 && tracking->base == 0);
    *tracking = (shared_tracking_t){
        .memory = memory, .stride = round_to_16(bytes), .pieces = blocks, .sms = sms};
    tracking->base = device_memory_allocate(memory, blocks * tracking->stride,
                                            DEVICE_MEMORY_ADDRESSES,
                                            "shared memory of a running kernel");
    return tracking->base != 0;
}

void shared_tracking_end(shared_tracking_t *tracking) {
    if (tracking->base != 0) device_memory_release(tracking->memory, tracking->base);
    tracking->base = 0;
}

uint64_t shared_tracking_address(const shared_tracking_t *tracking, unsigned sm, unsigned slot) {
    const uint64_t piece = (uint64_t)slot * tracking->sms + sm;
    if (tracking->base == 0) return 0;
    assert(piece < tracking->pieces);
    return tracking->base + piece * tracking->stride;
}

static gpu_status_t name_variable(emitter_t *emitter, uint64_t address, uint64_t bytes,
                                  const char *variable) {
    char name[SCORD_NAME_MAX + 1], readable[SCORD_NAME_MAX + 1];
    snprintf(name, sizeof name, SCORD_SHARED_OBJECT ", %.*s",
             (int)(sizeof name - sizeof SCORD_SHARED_OBJECT - 2),
             scord_demangle(variable, readable, sizeof readable));
    return gpu_emit_object(emitter, address, bytes, name);
}

/* All `extern __shared__` arrays begin at one place: the name is known only if the program has
 * one. */
static const char *dynamic_name(const ptx_module_t *module) {
    const char *name = NULL;
    for (uint32_t i = 0; i < ptx_variable_count(module); i++) {
        const ptx_variable_t *variable = ptx_variable(module, i);
        if (!variable->dynamic_shared) continue;
        if (name && strcmp(name, variable->name) != 0) return "extern __shared__";
        name = variable->name;
    }
    return !name ? "extern __shared__" : name;
}

static gpu_status_t name_static(emitter_t *emitter, const core_block_t *block) {
    const ptx_module_t *module = emitter->launch->module;
    gpu_status_t status = GPU_OK;
    for (uint32_t i = 0; status == GPU_OK && i < ptx_variable_count(module); i++) {
        const ptx_variable_t *variable = ptx_variable(module, i);
        if (variable->space == PTX_SPACE_SHARED && !variable->dynamic_shared &&
            emitter->launch->kernel->uses[i])
            status = name_variable(emitter, block->shared_address + variable->address,
                                   variable->size, variable->name);
    }
    return status;
}

gpu_status_t shared_tracking_name(emitter_t *emitter, const core_block_t *block) {
    if (block->shared_address == 0) return GPU_OK;
    gpu_status_t status = gpu_emit_object(emitter, block->shared_address, block->shared_bytes,
                                          SCORD_SHARED_OBJECT);
    if (status == GPU_OK) status = name_static(emitter, block);
    const uint32_t dynamic = emitter->launch->dynamic_shared;
    if (status != GPU_OK || dynamic == 0) return status;
    return name_variable(emitter, block->shared_address + block->shared_bytes - dynamic, dynamic,
                         dynamic_name(emitter->launch->module));
}
