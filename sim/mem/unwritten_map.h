/* unwritten_map.h: a bit for each byte of device memory: nothing has written it since its
 * allocation (docs/findings.md, "uninitialised"). A page of the bitmap exists once it is touched.
 */
#ifndef SIM_UNWRITTEN_MAP_H
#define SIM_UNWRITTEN_MAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct unwritten {
    uint8_t *bits; /* of DEVICE_MEMORY_BASE and the bytes behind it; NULL: not kept */
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

#endif
