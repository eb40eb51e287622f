/* SPDX-License-Identifier: Apache-2.0 */
/* memory_pools.c: memory pools. An allocation comes from the device's memory and goes back there at
 * once: a pool keeps nothing back, and only its attributes are remembered. */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/session.h"

enum { ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };

struct scord_cuda_pool {
    uint64_t attributes[ATTRIBUTES]; /* those that programs set */
};

/* Of the one device; NULL: not used yet. It lives as long as the program. */
static struct scord_cuda_pool *default_pool, *current_pool;

static cudaError_t make_pool(cudaMemPool_t *pool) {
    *pool = calloc(1, sizeof **pool);
    return *pool ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    session_t *session = session_enter();
    cudaError_t error = device == 0 && pool ? cudaSuccess : cudaErrorInvalidDevice;
    if (error == cudaSuccess && !default_pool) error = make_pool(&default_pool);
    if (error == cudaSuccess) *pool = default_pool;
    return session_leave(session, error);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    const cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (error == cudaSuccess && current_pool) *pool = current_pool;
    return error;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    session_t *session = session_enter();
    if (device == 0) current_pool = pool;
    return session_leave(session, device == 0 && pool ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    session_t *session = session_enter();
    if (!pool || !properties) return session_leave(session, cudaErrorInvalidValue);
    return session_leave(session, make_pool(pool));
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    session_t *session = session_enter();
    if (!pool || pool == default_pool) return session_leave(session, cudaErrorInvalidValue);
    if (current_pool == pool) current_pool = NULL;
    free(pool);
    return session_leave(session, cudaSuccess);
}

/* The first three are int, the others 64 bits. */
static size_t attribute_bytes(enum cudaMemPoolAttr attribute) {
    return attribute < cudaMemPoolAttrReleaseThreshold ? sizeof(int) : sizeof(uint64_t);
}
static bool is_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value) {
    return pool && value && attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolAttrUsedMemHigh;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    session_t *session = session_enter();
    const bool known = is_attribute(pool, attribute, value);
    if (known) memcpy(&pool->attributes[attribute], value, attribute_bytes(attribute));
    return session_leave(session, known ? cudaSuccess : cudaErrorInvalidValue);
}
/* What is used and reserved is the device's memory. */
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    session_t *session = session_enter();
    if (!is_attribute(pool, attribute, value)) return session_leave(session, cudaErrorInvalidValue);
    uint64_t held = pool->attributes[attribute];
    if (attribute >= cudaMemPoolAttrReservedMemCurrent)
        held = device_memory_used_without_host(session->memory);
    memcpy(value, &held, attribute_bytes(attribute));
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
                                 size_t count) {
    (void)list, (void)count; /* one device, which has access */
    session_t *session = session_enter();
    return session_leave(session, pool ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *place) {
    session_t *session = session_enter();
    if (!flags || !pool || !place) return session_leave(session, cudaErrorInvalidValue);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return session_leave(session, cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
    (void)bytes;
    session_t *session = session_enter();
    return session_leave(session, pool ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    if (pool) return cudaMallocAsync(pointer, bytes, stream);
    session_t *session = session_enter();
    return session_leave(session, cudaErrorInvalidValue);
}
