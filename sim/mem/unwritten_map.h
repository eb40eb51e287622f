/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_map.h: a bit for each byte of device memory: nothing has written it since its
 * allocation (docs/findings.md, "uninitialised"). A page of the bitmap exists once it is touched.
 *
 * The host writes pinned and managed memory without a call. A page of such memory of which the file
 * of device memory has no bytes is one that nothing has touched. The device's own accesses make
 * bytes of it, too; so it asks before the access, and keeps the answer until the host may have been
 * at it again. A page that both have touched counts as written.
 */
#ifndef SIM_UNWRITTEN_MAP_H
#define SIM_UNWRITTEN_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct device_memory;

typedef struct unwritten {
    uint8_t *bits; /* of DEVICE_MEMORY_BASE and the bytes behind it; NULL: not kept */
    /* pages that the host had not touched when the device was about to; and a bit for each page */
    uint32_t *page, pages, pages_allocated;
    uint8_t *looked_at;
} unwritten_t;

bool unwritten_start(unwritten_t *unwritten); /* all of it counts as written; false: no memory */
void unwritten_end(unwritten_t *unwritten);
/* [address, address + bytes) of device memory is allocated (IS true), or written. Nothing when not
 * kept. */
void unwritten_set(unwritten_t *unwritten, uint64_t address, uint64_t bytes, bool is);
/* How many of these bytes nothing has written, and the first of them. */
uint64_t unwritten_count(const unwritten_t *unwritten, uint64_t address, uint64_t bytes,
                         uint64_t *first);
/* A copy inside device memory: what was not written is not written at its new place. */
void unwritten_copy(unwritten_t *unwritten, uint64_t to, uint64_t from, uint64_t bytes);

/* The device, or a copy, is about to touch these bytes. Of pinned and managed memory,
 * what the host has touched counts as written. */
void unwritten_see_host(unwritten_t *unwritten, const struct device_memory *memory,
                        uint64_t address, uint64_t bytes);
/* The host has run since. */
void unwritten_host_ran(unwritten_t *unwritten);

#endif
