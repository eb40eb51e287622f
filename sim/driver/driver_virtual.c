/* SPDX-License-Identifier: Apache-2.0 */
/* driver_virtual.c: virtual memory: ranges of addresses, and memory that is mapped there.
 *
 *   cuMemAddressReserve   device memory of that size; nothing else may lie there
 *   cuMemCreate           a handle: its bytes lie on the host while it is mapped nowhere
 *   cuMemMap, cuMemUnmap  move them to the range and back, so that memory which is mapped elsewhere
 *                         (a vector that grows) has what it had
 *
 * One place at a time: a second mapping of a handle is CUDA_ERROR_NOT_SUPPORTED. Access rights are
 * taken, and not looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/driver.h"

enum { GRANULARITY = 2 << 20 };

typedef struct physical {
    CUmemAllocationProp properties;
    size_t bytes;
    unsigned owners;   /* cuMemCreate, cuMemRetainAllocationHandle, and the mapping */
    CUdeviceptr place; /* 0: mapped nowhere */
    void *content;     /* then, of what has been mapped before; else NULL */
    struct physical *next;
} physical_t;
static physical_t *first;

static physical_t *of_handle(CUmemGenericAllocationHandle handle) {
    physical_t *at = first;
    while (at && (uintptr_t)at != handle) at = at->next;
    return at;
}
static physical_t *at_place(CUdeviceptr place) {
    physical_t *at = first;
    while (at && !(at->place != 0 && place >= at->place && place - at->place < at->bytes))
        at = at->next;
    return at;
}
static void give_up(physical_t *memory) {
    if (--memory->owners > 0) return;
    physical_t **at = &first;
    while (*at != memory) at = &(*at)->next;
    *at = memory->next;
    free(memory->content);
    free(memory);
}

/* ---- addresses ---- */

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags) {
    (void)alignment, (void)wanted; /* a hint */
    void *place = NULL;
    if (!pointer || bytes == 0 || bytes % GRANULARITY != 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuMemAddressReserve");
    const cudaError_t error = memory_allocate(&place, bytes, DEVICE_MEMORY_DEVICE,
                                              "cuMemAddressReserve");
    *pointer = (CUdeviceptr)(uintptr_t)place;
    return driver_end(call, error);
}
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
    if (at_place(pointer) || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuMemAddressFree");
    return driver_end(call, memory_release(driver_pointer(pointer), "cuMemAddressFree", true));
}

/* ---- memory ---- */

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags option) {
    (void)option;
    if (!bytes || !properties) return CUDA_ERROR_INVALID_VALUE;
    *bytes = GRANULARITY;
    return CUDA_SUCCESS;
}
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags) {
    if (!handle || !properties || bytes == 0 || bytes % GRANULARITY != 0 || flags != 0 ||
        properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE && properties->location.id != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    physical_t *made = calloc(1, sizeof *made);
    if (!made) return CUDA_ERROR_OUT_OF_MEMORY;
    *made = (physical_t){.properties = *properties, .bytes = bytes, .owners = 1, .next = first};
    first = made;
    *handle = (uintptr_t)made;
    return CUDA_SUCCESS;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    physical_t *memory = of_handle(handle);
    if (!memory) return CUDA_ERROR_INVALID_VALUE;
    give_up(memory);
    return CUDA_SUCCESS;
}
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address) {
    physical_t *memory = at_place((CUdeviceptr)(uintptr_t)address);
    if (!handle || !memory) return CUDA_ERROR_INVALID_VALUE;
    memory->owners++;
    *handle = (uintptr_t)memory;
    return CUDA_SUCCESS;
}
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle) {
    const physical_t *memory = of_handle(handle);
    if (!properties || !memory) return CUDA_ERROR_INVALID_VALUE;
    *properties = memory->properties;
    return CUDA_SUCCESS;
}

/* ---- mapping ---- */

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
    physical_t *memory = of_handle(handle);
    if (!memory || offset != 0 || bytes != memory->bytes || flags != 0 || at_place(pointer))
        return CUDA_ERROR_INVALID_VALUE;
    if (memory->place != 0) return CUDA_ERROR_NOT_SUPPORTED;
    const driver_call_t call = driver_begin("cuMemMap");
    uint8_t *place = device_memory_translate(call.session->memory, pointer, bytes);
    if (place) {
        memory->place = pointer;
        memory->owners++;
        if (memory->content) memcpy(place, memory->content, bytes);
        unwritten_set(&call.session->unwritten, pointer, bytes, !memory->content);
        free(memory->content);
        memory->content = NULL;
    }
    return driver_end(call, place ? cudaSuccess : cudaErrorInvalidValue);
}
/* Everything that is mapped in the range; work on it has ended. */
CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
    const driver_call_t call = driver_begin("cuMemUnmap");
    cudaError_t error = cudaDeviceSynchronize();
    for (physical_t *at = first, *next; at && error == cudaSuccess; at = next) {
        next = at->next;
        if (at->place == 0 || at->place < pointer || at->place - pointer >= bytes) continue;
        const void *place = device_memory_translate(call.session->memory, at->place, at->bytes);
        at->content = at->owners > 1 ? malloc(at->bytes) : NULL;
        if (at->owners > 1 && !at->content) error = cudaErrorMemoryAllocation;
        if (at->content) memcpy(at->content, place, at->bytes);
        at->place = 0;
        give_up(at);
    }
    return driver_end(call, error);
}
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t count) {
    if (!access || count == 0 || bytes == 0 || !at_place(pointer)) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr pointer) {
    if (!flags || !location || !at_place(pointer)) return CUDA_ERROR_INVALID_VALUE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}
