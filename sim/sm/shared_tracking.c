/* shared_tracking.c: see shared_tracking.h. */
#include "sim/sm/shared_tracking.h"

#include <assert.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "cmodel/stream/shared_object.h"

static uint64_t round_to_16(uint64_t bytes) {
    return (bytes + 15) / 16 * 16;
} /* accesses of 16 bytes stay aligned */

/* Pieces that can be in use at once. Blocks go round robin over the SMs to the lowest slot
 * (block_dispatch.c), so that a grid smaller than the machine takes the first ones. */
static uint64_t pieces(const gpu_t *gpu, uint64_t bytes) {
    const uint32_t *block = gpu->launch->block;
    const uint64_t resident = (uint64_t)gpu->options.config.num_sms *
                              gpu_blocks_per_sm(gpu, (uint64_t)block[0] * block[1] * block[2],
                                                bytes, gpu->launch->kernel->register_demand);
    return gpu->block_count < resident ? gpu->block_count : resident;
}

gpu_status_t shared_tracking_begin(gpu_t *gpu) {
    const uint64_t bytes = gpu_block_shared_bytes(gpu->launch->kernel, gpu->launch->dynamic_shared);
    gpu->shared_base = 0;
    if (!gpu->options.track_shared || bytes == 0) return GPU_OK;
    gpu->shared_stride = round_to_16(bytes);
    gpu->shared_pieces = pieces(gpu, bytes);
    gpu->shared_base =
        device_memory_allocate(gpu->options.memory, gpu->shared_pieces * gpu->shared_stride,
                               DEVICE_MEMORY_ADDRESSES, "shared memory of a running kernel");
    if (gpu->shared_base != 0) return GPU_OK;
    snprintf(gpu->error->message, sizeof gpu->error->message,
             "the program's allocations leave no addresses for the shared memory of kernel %s; "
             "check without --shared",
             gpu->launch->name);
    return GPU_FAULT;
}

void shared_tracking_end(gpu_t *gpu) {
    if (gpu->shared_base != 0) device_memory_release(gpu->options.memory, gpu->shared_base);
    gpu->shared_base = 0;
}

uint64_t shared_tracking_address(const gpu_t *gpu, unsigned sm, unsigned slot) {
    const uint64_t piece = (uint64_t)slot * gpu->options.config.num_sms + sm;
    if (gpu->shared_base == 0) return 0;
    assert(piece < gpu->shared_pieces);
    return gpu->shared_base + piece * gpu->shared_stride;
}

static gpu_status_t name_variable(gpu_t *gpu, uint64_t address, uint64_t bytes,
                                  const char *variable) {
    char name[SCORD_NAME_MAX + 1], readable[SCORD_NAME_MAX + 1];
    snprintf(name, sizeof name, SCORD_SHARED_OBJECT ", %.*s",
             (int)(sizeof name - sizeof SCORD_SHARED_OBJECT - 2),
             scord_demangle(variable, readable, sizeof readable));
    return gpu_name_object(gpu, address, bytes, name);
}

/* All `extern __shared__` arrays begin at one place: the name is known when the program has one
 * only. */
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

static gpu_status_t name_static(gpu_t *gpu, const core_block_t *block) {
    const ptx_module_t *module = gpu->launch->module;
    gpu_status_t status = GPU_OK;
    for (uint32_t i = 0; status == GPU_OK && i < ptx_variable_count(module); i++) {
        const ptx_variable_t *variable = ptx_variable(module, i);
        if (variable->space == PTX_SPACE_SHARED && !variable->dynamic_shared &&
            gpu->launch->kernel->uses[i])
            status = name_variable(gpu, block->shared_address + variable->address, variable->size,
                                   variable->name);
    }
    return status;
}

gpu_status_t shared_tracking_name(gpu_t *gpu, const core_block_t *block) {
    if (block->shared_address == 0) return GPU_OK;
    gpu_status_t status = gpu_name_object(gpu, block->shared_address, block->shared_bytes,
                                          SCORD_SHARED_OBJECT);
    if (status == GPU_OK) status = name_static(gpu, block);
    const uint32_t dynamic = gpu->launch->dynamic_shared;
    if (status != GPU_OK || dynamic == 0) return status;
    return name_variable(gpu, block->shared_address + block->shared_bytes - dynamic, dynamic,
                         dynamic_name(gpu->launch->module));
}
