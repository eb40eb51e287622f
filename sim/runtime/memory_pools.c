/* SPDX-License-Identifier: Apache-2.0 */
/* memory_pools.c: memory pools. An allocation comes from the device's memory and goes back there at
 * once: a pool keeps nothing back, but counts what is in use. */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/runtime/session.h"

enum { ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };

struct CUmemPoolHandle_st {
    uint64_t attributes[ATTRIBUTES]; /* those that programs set */
};

/* Of the one device; NULL: not used yet. It lives as long as the program. */
static struct CUmemPoolHandle_st *default_pool, *current_pool;

/* Memory in use, in no order; a program has few such blocks at a time. */
typedef struct pool_block {
    const void *pointer;
    size_t bytes;
    cudaMemPool_t pool;
} pool_block_t;
static pool_block_t *blocks;
static size_t blocks_used, blocks_room;

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
    for (size_t i = blocks_used; i-- > 0;)
        if (blocks[i].pool == pool) blocks[i] = blocks[--blocks_used];
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
void memory_pool_allocated(cudaMemPool_t pool, const void *pointer, size_t bytes) {
    memory_pool_freed(pointer);
    if (!pool && cudaDeviceGetMemPool(&pool, 0) != cudaSuccess) return;
    if (!SCORD_ARRAY_ROOM(blocks, blocks_room, blocks_used + 1)) return;
    blocks[blocks_used++] = (pool_block_t){pointer, bytes, pool};
    uint64_t used = 0;
    for (size_t i = 0; i < blocks_used; i++)
        if (blocks[i].pool == pool) used += blocks[i].bytes;
    for (int i = cudaMemPoolAttrReservedMemCurrent; i <= cudaMemPoolAttrUsedMemHigh; i++)
        if (i % 2 == cudaMemPoolAttrReservedMemCurrent % 2 || pool->attributes[i] < used)
            pool->attributes[i] = used; /* what is now, and the most there was */
}
void memory_pool_freed(const void *pointer) {
    for (size_t i = 0; i < blocks_used; i++) {
        if (blocks[i].pointer != pointer) continue;
        uint64_t *now = blocks[i].pool->attributes;
        now[cudaMemPoolAttrReservedMemCurrent] -= blocks[i].bytes;
        now[cudaMemPoolAttrUsedMemCurrent] -= blocks[i].bytes;
        blocks[i] = blocks[--blocks_used];
        return;
    }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    session_t *session = session_enter();
    if (!is_attribute(pool, attribute, value)) return session_leave(session, cudaErrorInvalidValue);
    memcpy(value, &pool->attributes[attribute], attribute_bytes(attribute));
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
    if (pool) {
        const cudaError_t error = cudaMallocAsync(pointer, bytes, stream);
        if (error == cudaSuccess && *pointer && !graph_captures(stream))
            memory_pool_allocated(pool, *pointer, bytes);
        return error;
    }
    session_t *session = session_enter();
    return session_leave(session, cudaErrorInvalidValue);
}
