/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.h: the lanes of a memory instruction into segments (docs/memory-system.md, M1; compute
 * capability 2.0).
 */
#ifndef SIM_COALESCER_H
#define SIM_COALESCER_H

#include "cmodel/stream/event.h"
#include "sim/mem/memory_packet.h"

enum { SEGMENTS_MAX = SCORD_THREADS_PER_WARP * 2 }; /* every lane across a segment's end */

typedef struct coalesced {
    uint32_t count;
    uint64_t segment[SEGMENTS_MAX]; /* address / MEMORY_SEGMENT, in the order of the first lane that
                                       touches each */
    uint32_t words[SEGMENTS_MAX];   /* bit i: word i of the segment is touched */
} coalesced_t;

/* ACCESS's segments. */
void coalesce(const scord_event_access_t *access, coalesced_t *out);

/* Sectors that WORDS lie in. */
static inline uint8_t coalescer_sectors(uint32_t words) {
    return (uint8_t)(((words & 0xff) != 0) | ((words & 0xff00) != 0) << 1 |
                     ((words & 0xff0000) != 0) << 2 | ((words & 0xff000000) != 0) << 3);
}
/* Bytes to transfer: the whole segment, or the half or quarter of it that contains SECTORS. */
static inline uint8_t coalescer_bytes(uint8_t sectors) {
    if ((sectors & (sectors - 1)) == 0) return MEMORY_SECTOR;
    return (sectors & 3) == sectors || (sectors & 12) == sectors ? 2 * MEMORY_SECTOR
                                                                 : MEMORY_SEGMENT;
}
/* The largest number of lanes of ACCESS on one word: their atomics execute one after another. */
uint8_t coalescer_lanes_on_one_word(const scord_event_access_t *access);

#endif
