/* SPDX-License-Identifier: Apache-2.0 */
/* device_memory.c: the device's memory as one array of allocations (device_memory.h).
 *
 *     live[], ascending:   | A | guard | B | guard |   gap   | C | guard | …
 *     bytes ─► device's view of an anonymous file       host's view: the same file, mapped at
 *                                                       DEVICE_MEMORY_BASE, accessible by page
 *
 * The allocator is first fit over the gaps. It must be deterministic, so that equal runs write
 * equal event streams; it need not be fast, since programs allocate seldom. A guard behind every
 * allocation keeps an access just past an array from hitting another one.
 *
 * translate is the hot function, once a lane and access: accesses are local, so the last hit is
 * tried first, and then a binary search.
 *
 * Fresh memory reads as zero without being written: a new file is zero, and only the part below
 * `touched`, which an earlier allocation may have written, is cleared. The last RELEASED_KEPT
 * released allocations are remembered for messages about use after free.
 *
 * Invariants: live is sorted, no two overlap, guards included; `last` may be stale and is checked
 * at every use; used is the sum of the live sizes; pages of the host's view are accessible exactly
 * where a live allocation is of kind HOST.
 */
#include "sim/mem/device_memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cmodel/base/random.h"

enum { RELEASED_KEPT = 64 };
static const uint64_t page_bytes = 4096;

struct device_memory {
    uint8_t *bytes; /* the device's view */
    int file;       /* the anonymous file behind both views */
    bool host_view, shared;
    device_allocation_t *live; /* ascending address */
    uint32_t count, capacity;
    uint32_t last;                               /* index of the last hit: accesses are local */
    device_allocation_t released[RELEASED_KEPT]; /* ring, oldest overwritten */
    uint32_t released_count;
    uint64_t used;
    uint64_t heap;    /* malloc in kernels takes from here on: below lies what this launch freed */
    uint64_t touched; /* end of what was ever handed out: above it the file is still zero */
};

static uint64_t round_up(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

static bool map_views(device_memory_t *memory) {
    memory->file = memfd_create("scord-device-memory", MFD_CLOEXEC);
    if (memory->file < 0 || ftruncate(memory->file, (off_t)DEVICE_MEMORY_BYTES) != 0) return false;
    void *device = mmap(NULL, DEVICE_MEMORY_BYTES, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE, memory->file, 0);
    if (device == MAP_FAILED) return false;
    memory->bytes = device;
    if (!memory->host_view) return true;
    void *wanted = (void *)(uintptr_t)DEVICE_MEMORY_BASE;
    void *host = mmap(wanted, DEVICE_MEMORY_BYTES, PROT_NONE,
                      MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, memory->file, 0);
    if (host != MAP_FAILED && host != wanted) munmap(host, DEVICE_MEMORY_BYTES);
    return host == wanted;
}

device_memory_t *device_memory_create(bool host_view) {
    device_memory_t *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->host_view = host_view;
    if (map_views(memory)) return memory;
    memory->host_view = false;
    device_memory_destroy(memory);
    return NULL;
}

void device_memory_destroy(device_memory_t *memory) {
    if (!memory) return;
    if (memory->bytes) munmap(memory->bytes, DEVICE_MEMORY_BYTES);
    if (memory->host_view) munmap((void *)(uintptr_t)DEVICE_MEMORY_BASE, DEVICE_MEMORY_BYTES);
    if (memory->file >= 0) close(memory->file);
    free(memory->live);
    free(memory);
}

/* Host-visible allocations own whole pages, since protection is by page. */
static uint64_t alignment_of(device_memory_kind_t kind) {
    return kind == DEVICE_MEMORY_HOST   ? page_bytes
           : kind == DEVICE_MEMORY_HEAP ? DEVICE_MEMORY_HEAP_ALIGNMENT
                                        : DEVICE_MEMORY_ALIGNMENT;
}
static uint64_t guard_of(device_memory_kind_t kind) {
    return kind == DEVICE_MEMORY_HEAP ? DEVICE_MEMORY_HEAP_ALIGNMENT : DEVICE_MEMORY_GUARD;
}
static uint64_t end_with_guard(const device_allocation_t *allocation) {
    return round_up(allocation->address + allocation->bytes + guard_of(allocation->kind),
                    alignment_of(allocation->kind));
}

/* First gap from FROM on that takes BYTES: its index in the array and its address. False: none. */
static bool first_fit(const device_memory_t *memory, uint64_t bytes, device_memory_kind_t kind,
                      uint64_t from, uint32_t *index, uint64_t *address) {
    uint64_t start = DEVICE_MEMORY_BASE;
    const uint64_t alignment = alignment_of(kind), end = DEVICE_MEMORY_BASE + DEVICE_MEMORY_BYTES;
    for (uint32_t i = 0; i <= memory->count; i++) {
        const uint64_t limit = i < memory->count ? memory->live[i].address : end;
        const uint64_t candidate = round_up(start > from ? start : from, alignment);
        const uint64_t needed = round_up(bytes + guard_of(kind), alignment);
        if (candidate <= limit && needed <= limit - candidate) {
            *index = i;
            *address = candidate;
            return true;
        }
        if (i < memory->count) start = end_with_guard(&memory->live[i]);
    }
    return false;
}

static bool insert(device_memory_t *memory, uint32_t index, const device_allocation_t *allocation) {
    assert(index <= memory->count && memory->count <= memory->capacity);
    assert(index == 0 || memory->live[index - 1].address < allocation->address);
    assert(index == memory->count || allocation->address < memory->live[index].address);
    if (!SCORD_ARRAY_ROOM(memory->live, memory->capacity, memory->count + 1)) return false;
    memmove(&memory->live[index + 1], &memory->live[index],
            (memory->count - index) * sizeof *memory->live);
    memory->live[index] = *allocation;
    memory->count++;
    return true;
}

static void protect(device_memory_t *memory, const device_allocation_t *allocation,
                    int protection) {
    if (!memory->host_view || allocation->kind != DEVICE_MEMORY_HOST) return;
    const int failed = mprotect((void *)(uintptr_t)allocation->address,
                                round_up(allocation->bytes, page_bytes), protection);
    assert(failed == 0 && "pages inside our own mapping");
    (void)failed;
}

/* Whole pages become holes of the file again; false: the system cannot. */
static bool drop_pages(device_memory_t *memory, uint64_t begin, uint64_t bytes) {
    return fallocate(memory->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)begin,
                     (off_t)round_up(bytes, page_bytes)) == 0;
}

/* Zeroes the part of an allocation that an earlier one may have written. */
static void clear_reused(device_memory_t *memory, const device_allocation_t *allocation) {
    if (allocation->kind == DEVICE_MEMORY_ADDRESSES) return;
    const uint64_t begin = allocation->address - DEVICE_MEMORY_BASE,
                   end = begin + allocation->bytes;
    assert(end <= DEVICE_MEMORY_BYTES);
    const uint64_t dirty = end < memory->touched ? end : memory->touched;
    if (begin < dirty &&
        !(allocation->kind == DEVICE_MEMORY_HOST && drop_pages(memory, begin, allocation->bytes)))
        memset(memory->bytes + begin, 0, dirty - begin);
    if (end > memory->touched) memory->touched = end;
}

/* Above what this launch has freed, while there is room. */
static bool find_room(device_memory_t *memory, uint64_t bytes, device_memory_kind_t kind,
                      uint32_t *index, uint64_t *address) {
    if (kind == DEVICE_MEMORY_HEAP && first_fit(memory, bytes, kind, memory->heap, index, address))
        return true;
    return first_fit(memory, bytes, kind, 0, index, address);
}

void device_memory_end_launch(device_memory_t *memory) { memory->heap = 0; }

uint64_t device_memory_allocate(device_memory_t *memory, uint64_t bytes, device_memory_kind_t kind,
                                const char *name) {
    assert(bytes >= 1);
    device_allocation_t allocation = {
        .bytes = bytes, .kind = kind, .host_writes = kind == DEVICE_MEMORY_HOST};
    uint32_t index;
    if (kind == DEVICE_MEMORY_HOST && !memory->host_view) return 0;
    if (bytes > DEVICE_MEMORY_BYTES || !find_room(memory, bytes, kind, &index, &allocation.address))
        return 0;
    snprintf(allocation.name, sizeof allocation.name, "%s", name);
    if (!insert(memory, index, &allocation)) return 0;
    memory->used += bytes;
    clear_reused(memory, &allocation);
    memory->shared |= kind == DEVICE_MEMORY_HOST;
    protect(memory, &allocation, PROT_READ | PROT_WRITE);
    return allocation.address;
}

/* Index of the last allocation that begins at or below ADDRESS, or count when there is none. */
static uint32_t index_below(const device_memory_t *memory, uint64_t address) {
    uint32_t low = 0, high = memory->count; /* answer + 1 in [low, high] */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (memory->live[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? memory->count : low - 1;
}

void device_memory_mirrors_host(device_memory_t *memory, uint64_t address) {
    const uint32_t index = index_below(memory, address);
    if (index != memory->count) memory->live[index].host_writes = true;
}

bool device_memory_release(device_memory_t *memory, uint64_t address) {
    const uint32_t index = index_below(memory, address);
    if (index == memory->count || memory->live[index].address != address) return false;
    protect(memory, &memory->live[index], PROT_NONE);
    assert(memory->used >= memory->live[index].bytes);
    memory->used -= memory->live[index].bytes;
    const uint64_t end = end_with_guard(&memory->live[index]);
    if (memory->live[index].kind == DEVICE_MEMORY_HEAP && end > memory->heap)
        memory->heap = end - DEVICE_MEMORY_BASE > DEVICE_MEMORY_HEAP_KEPT ? 0 : end;
    memory->released[memory->released_count++ % RELEASED_KEPT] = memory->live[index];
    memory->count--;
    memmove(&memory->live[index], &memory->live[index + 1],
            (memory->count - index) * sizeof *memory->live);
    memory->last = 0;
    return true;
}

static bool holds(const device_allocation_t *allocation, uint64_t address) {
    return address >= allocation->address && address - allocation->address < allocation->bytes;
}

const device_allocation_t *device_memory_below(const device_memory_t *memory, uint64_t address) {
    const uint32_t index = index_below(memory, address);
    return index == memory->count ? NULL : &memory->live[index];
}

const device_allocation_t *device_memory_above(const device_memory_t *memory, uint64_t address) {
    const uint32_t below = index_below(memory, address),
                   index = below == memory->count ? 0 : below + 1;
    return index == memory->count ? NULL : &memory->live[index];
}

const device_allocation_t *device_memory_find(const device_memory_t *memory, uint64_t address) {
    const device_allocation_t *below = device_memory_below(memory, address);
    return below && holds(below, address) ? below : NULL;
}

const device_allocation_t *device_memory_find_released(const device_memory_t *memory,
                                                       uint64_t address) {
    const device_allocation_t *below = device_memory_below(memory, address);
    /* behind a live one, which has the place of what was freed before it */
    if (below && address < end_with_guard(below)) return NULL;
    const uint32_t kept = memory->released_count < RELEASED_KEPT ? memory->released_count
                                                                 : RELEASED_KEPT;
    for (uint32_t age = 1; age <= kept; age++) {
        const device_allocation_t *allocation =
            &memory->released[(memory->released_count - age) % RELEASED_KEPT];
        if (holds(allocation, address)) return allocation;
    }
    return NULL;
}

static bool holds_all(const device_allocation_t *allocation, uint64_t address, uint64_t bytes) {
    return allocation->kind != DEVICE_MEMORY_ADDRESSES && holds(allocation, address) &&
           bytes <= allocation->bytes - (address - allocation->address);
}

uint8_t *device_memory_translate(device_memory_t *memory, uint64_t address, uint64_t bytes) {
    uint32_t index = memory->last;
    if (index >= memory->count || !holds_all(&memory->live[index], address, bytes)) {
        index = index_below(memory, address);
        if (index == memory->count || !holds_all(&memory->live[index], address, bytes)) return NULL;
        memory->last = index;
    }
    return memory->bytes + (address - DEVICE_MEMORY_BASE);
}

/* ---- what it holds ---- */

bool device_memory_shared(const device_memory_t *memory) { return memory->shared; }

bool device_memory_has_bytes(const device_memory_t *memory, uint64_t address) {
    const off_t page = (off_t)((address - DEVICE_MEMORY_BASE) / page_bytes * page_bytes),
                data = lseek(memory->file, page, SEEK_DATA);
    return data == page || (data < 0 && errno != ENXIO); /* ENXIO: nothing but holes behind it */
}

const device_allocation_t *device_memory_allocation(const device_memory_t *memory, uint32_t index) {
    return index < memory->count ? &memory->live[index] : NULL;
}

/* A change of any bit of any word reaches all bits: it is rotated into place before it is
 * multiplied. */
static uint64_t add_word(uint64_t hash, uint64_t word) {
    return scord_mix64((hash << 29 | hash >> 35) ^ word);
}

/* Of the page that begins at BEGIN, from there to END; HASH as it was when all bytes are zero, so
 * that a page that was never written is one of zeros. */
static uint64_t add_page(uint64_t hash, const uint8_t *bytes, uint64_t begin, uint64_t end) {
    uint64_t page = 0, any = 0, word;
    for (uint64_t at = begin; at < end; at += sizeof word) {
        word = 0;
        memcpy(&word, bytes + at, end - at < sizeof word ? end - at : sizeof word);
        page = add_word(page, word);
        any |= word;
    }
    return any == 0 ? hash : add_word(add_word(hash, begin), page);
}

/* Pages count from the allocation's begin. */
uint64_t device_memory_hash(const device_memory_t *memory, const device_allocation_t *allocation) {
    uint64_t hash = 0;
    if (allocation->kind == DEVICE_MEMORY_ADDRESSES) return 0;
    const uint64_t base = allocation->address - DEVICE_MEMORY_BASE;
    const uint8_t *bytes = memory->bytes + base;
    for (uint64_t at = 0; at < allocation->bytes;) {
        const off_t data = lseek(memory->file, (off_t)(base + at), SEEK_DATA);
        if (data < 0 || (uint64_t)data >= base + allocation->bytes) break; /* nothing but holes */
        at = ((uint64_t)data - base) / page_bytes * page_bytes;
        const uint64_t end = at + page_bytes < allocation->bytes ? at + page_bytes
                                                                 : allocation->bytes;
        hash = add_page(hash, bytes, at, end);
        at = end;
    }
    return hash;
}

uint64_t device_memory_span(const device_memory_t *memory) {
    if (memory->count == 0) return 1;
    const device_allocation_t *highest = &memory->live[memory->count - 1];
    return highest->address + highest->bytes - DEVICE_MEMORY_BASE;
}

uint64_t device_memory_used(const device_memory_t *memory) { return memory->used; }

uint64_t device_memory_used_without_host(const device_memory_t *memory) {
    uint64_t used = memory->used;
    for (uint32_t i = 0; i < memory->count; i++)
        if (memory->live[i].kind == DEVICE_MEMORY_HOST) used -= memory->live[i].bytes;
    return used;
}
