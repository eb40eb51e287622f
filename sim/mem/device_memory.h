/* SPDX-License-Identifier: Apache-2.0 */
/* device_memory.h: the device's global memory: a deterministic allocator over one fixed address
 * range.
 *
 * Addresses begin at DEVICE_MEMORY_BASE whatever the host does (no ASLR), so that event streams of
 * equal runs are equal byte by byte. First fit, 256-byte aligned, at least DEVICE_MEMORY_GUARD
 * unused bytes after every allocation: an access just past an array hits no other one. Fresh memory
 * reads as zero.
 *
 * The bytes lie in an anonymous file mapped twice: the device's view anywhere, and the host's view
 * at the device addresses themselves, where only managed and pinned allocations are accessible
 * (host code that dereferences a cudaMalloc pointer faults, as it does on a real machine).
 */
#ifndef SIM_DEVICE_MEMORY_H
#define SIM_DEVICE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DEVICE_MEMORY_BASE                                                                         \
    UINT64_C(0x700000000) /* byte address, multiple of the largest tracked range */
#define DEVICE_MEMORY_BYTES          (UINT64_C(1) << 32) /* size of the range */
#define DEVICE_MEMORY_ALIGNMENT      UINT64_C(256)       /* CUDA's promise for cudaMalloc */
#define DEVICE_MEMORY_GUARD          UINT64_C(256)       /* unused bytes after an allocation */
#define DEVICE_MEMORY_HEAP_ALIGNMENT UINT64_C(32)        /* both, of malloc in kernels */
#define DEVICE_MEMORY_HEAP_KEPT      (UINT64_C(1) << 28)

typedef enum device_memory_kind {
    DEVICE_MEMORY_DEVICE,   /* cudaMalloc, device only */
    DEVICE_MEMORY_HOST,     /* managed or pinned: host and device, page granular */
    DEVICE_MEMORY_HEAP,     /* malloc in kernels */
    DEVICE_MEMORY_VARIABLE, /* a __device__ variable */
    DEVICE_MEMORY_ADDRESSES /* only addresses: nothing can be read or written there */
} device_memory_kind_t;

typedef struct device_allocation {
    uint64_t address, bytes;
    device_memory_kind_t kind;
    bool host_writes; /* the host may write it while a kernel runs: HOST, or it is a mirror */
    char name[64];    /* "cudaMalloc#3", or a variable's name */
} device_allocation_t;

typedef struct device_memory device_memory_t;

/* NULL: the host refuses the mappings. Without host view (HOST_VIEW false) managed allocations
 * fail. */
device_memory_t *device_memory_create(bool host_view);
void device_memory_destroy(device_memory_t *memory);

/* Takes BYTES (>= 1) zeroed bytes; `name` is copied (cut at 63 characters). 0: no space is left. */
uint64_t device_memory_allocate(device_memory_t *memory, uint64_t bytes, device_memory_kind_t kind,
                                const char *name);
/* Kernels end: what they have freed may be given out again. Until then it is not, so that its next
 * use cannot meet the one before: CUDA's allocator orders the two, and nothing here shows it. After
 * DEVICE_MEMORY_HEAP_KEPT bytes it is all the same. */
void device_memory_end_launch(device_memory_t *memory);
/* Gives the allocation that begins at ADDRESS back. False: none begins there. */
bool device_memory_release(device_memory_t *memory, uint64_t address);

/* Says that the allocation at ADDRESS stands for memory of the host, which the host may write. */
void device_memory_mirrors_host(device_memory_t *memory, uint64_t address);

/* The allocation that holds ADDRESS; NULL: none. Valid until the next allocate or release. */
const device_allocation_t *device_memory_find(const device_memory_t *memory, uint64_t address);
/* The last released allocation that held ADDRESS, for messages on use after free; NULL: none. */
const device_allocation_t *device_memory_find_released(const device_memory_t *memory,
                                                       uint64_t address);
/* The allocation nearest below ADDRESS, for messages on accesses past its end; NULL: none. */
const device_allocation_t *device_memory_below(const device_memory_t *memory, uint64_t address);
/* The first allocation that begins above ADDRESS, for messages on accesses before its begin; NULL:
 * none. */
const device_allocation_t *device_memory_above(const device_memory_t *memory, uint64_t address);

/* Whether managed or pinned memory has ever been given out. */
bool device_memory_shared(const device_memory_t *memory);
/* Whether any side has touched the page of ADDRESS since its allocation, by managed or pinned
 * memory. */
bool device_memory_has_bytes(const device_memory_t *memory, uint64_t address);

/* Host pointer to [address, address + bytes), NULL when it is not inside one allocation. */
uint8_t *device_memory_translate(device_memory_t *memory, uint64_t address, uint64_t bytes);

/* The allocation number INDEX by address, from 0; NULL: there are no more. */
const device_allocation_t *device_memory_allocation(const device_memory_t *memory, uint32_t index);
/* A hash of what ALLOCATION, a live one, holds. Equal bytes have equal hashes, in every run. Parts
 * that nothing has written cost nothing. */
uint64_t device_memory_hash(const device_memory_t *memory, const device_allocation_t *allocation);

/* Bytes from the base to the end of the highest allocation now live, at least 1; and bytes in use.
 */
uint64_t device_memory_span(const device_memory_t *memory);
uint64_t device_memory_used(const device_memory_t *memory);
/* The same without managed and pinned memory, which a GPU has in the host. */
uint64_t device_memory_used_without_host(const device_memory_t *memory);

#ifdef __cplusplus
}
#endif
#endif
