/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_map.c: see unwritten_map.h. */
#include "sim/mem/unwritten_map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cmodel/base/array.h"
#include "sim/mem/device_memory.h"

enum { PAGE = 4096 };

bool unwritten_start(unwritten_t *unwritten) {
    void *place = mmap(NULL, DEVICE_MEMORY_BYTES / 8, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unwritten->bits = place == MAP_FAILED ? NULL : place;
    unwritten->looked_at = calloc(DEVICE_MEMORY_BYTES / PAGE / 8, 1);
    if (unwritten->bits && unwritten->looked_at) return true;
    unwritten_end(unwritten);
    return false;
}

void unwritten_end(unwritten_t *unwritten) {
    if (unwritten->bits) munmap(unwritten->bits, DEVICE_MEMORY_BYTES / 8);
    free(unwritten->page);
    free(unwritten->looked_at);
    *unwritten = (unwritten_t){.bits = NULL};
}

static bool get(const unwritten_t *unwritten, uint64_t at) {
    return unwritten->bits[at / 8] >> at % 8 & 1;
}
static void put(unwritten_t *unwritten, uint64_t at, bool is) {
    const uint8_t bit = (uint8_t)(1u << at % 8);
    uint8_t *byte = &unwritten->bits[at / 8];
    *byte = (uint8_t)(is ? *byte | bit : *byte & ~bit);
}

void unwritten_set(unwritten_t *unwritten, uint64_t address, uint64_t bytes, bool is) {
    if (!unwritten->bits || bytes == 0) return;
    assert(address >= DEVICE_MEMORY_BASE);
    uint64_t at = address - DEVICE_MEMORY_BASE;
    const uint64_t end = at + bytes;
    assert(end <= DEVICE_MEMORY_BYTES);
    for (; at < end && at % 8 != 0; at++) put(unwritten, at, is);
    const uint64_t whole = (end - at) / 8;
    memset(unwritten->bits + at / 8, is ? 0xff : 0, whole);
    for (at += whole * 8; at < end; at++) put(unwritten, at, is);
}

uint64_t unwritten_count(const unwritten_t *unwritten, uint64_t address, uint64_t bytes,
                         uint64_t *first) {
    uint64_t count = 0;
    if (!unwritten->bits || bytes == 0) return 0;
    const uint64_t begin = address - DEVICE_MEMORY_BASE, end = begin + bytes;
    assert(end <= DEVICE_MEMORY_BYTES);
    for (uint64_t at = begin; at < end;) {
        if (at % 64 == 0 && end - at >= 64 && count == 0) { /* mostly all of it is written */
            uint64_t word;
            memcpy(&word, unwritten->bits + at / 8, sizeof word);
            if (word == 0) {
                at += 64;
                continue;
            }
        }
        if (get(unwritten, at) && count++ == 0) *first = DEVICE_MEMORY_BASE + at;
        at++;
    }
    return count;
}

void unwritten_copy(unwritten_t *unwritten, uint64_t to, uint64_t from, uint64_t bytes) {
    if (!unwritten->bits || bytes == 0) return;
    const uint64_t target = to - DEVICE_MEMORY_BASE, source = from - DEVICE_MEMORY_BASE;
    if (target % 8 == 0 && source % 8 == 0 && bytes % 8 == 0) {
        memmove(unwritten->bits + target / 8, unwritten->bits + source / 8, bytes / 8);
    } else if (target <= source) {
        for (uint64_t i = 0; i < bytes; i++) put(unwritten, target + i, get(unwritten, source + i));
    } else {
        for (uint64_t i = bytes; i-- > 0;) put(unwritten, target + i, get(unwritten, source + i));
    }
}

/* ---- memory that the host writes, too ---- */

/* False: no memory. */
static bool keep_page(unwritten_t *unwritten, uint32_t page) {
    if (!SCORD_ARRAY_ROOM(unwritten->page, unwritten->pages_allocated, unwritten->pages + 1))
        return false;
    unwritten->page[unwritten->pages++] = page;
    unwritten->looked_at[page / 8] |= (uint8_t)(1u << page % 8);
    return true;
}

void unwritten_see_host(unwritten_t *unwritten, const device_memory_t *memory, uint64_t address,
                        uint64_t bytes) {
    uint64_t first;
    if (!unwritten->bits || bytes == 0) return;
    const uint64_t end = address + bytes;
    for (uint64_t at = address / PAGE * PAGE; at < end; at += PAGE) {
        const uint32_t page = (uint32_t)((at - DEVICE_MEMORY_BASE) / PAGE);
        const uint64_t from = at < address ? address : at, to = at + PAGE < end ? at + PAGE : end;
        if (unwritten_count(unwritten, from, to - from, &first) == 0) continue;
        if (unwritten->looked_at[page / 8] >> page % 8 & 1) continue;
        const device_allocation_t *allocation = device_memory_find(memory, first);
        if (!allocation || allocation->kind != DEVICE_MEMORY_HOST) continue;
        if (device_memory_has_bytes(memory, at) || !keep_page(unwritten, page))
            unwritten_set(unwritten, at, PAGE, false);
    }
}

void unwritten_host_ran(unwritten_t *unwritten) {
    for (uint32_t i = 0; i < unwritten->pages; i++) {
        const uint32_t page = unwritten->page[i];
        unwritten_set(unwritten, DEVICE_MEMORY_BASE + (uint64_t)page * PAGE, PAGE, false);
        unwritten->looked_at[page / 8] &= (uint8_t) ~(1u << page % 8);
    }
    unwritten->pages = 0;
}
