/* SPDX-License-Identifier: Apache-2.0 */
/* grab_tally.h: counts of faults, by type, for pairs of sites (GRAB, Figure 8).
 *
 * Open addressing with linear probing, doubled when half full.
 */
#ifndef SIM_GRAB_TALLY_H
#define SIM_GRAB_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fault types, Table 1. */
typedef enum grab_fault {
    GRAB_FAULT_MH,      /* a miss, and a hit alone */
    GRAB_FAULT_FULL_MH, /* m*h: a miss of a full cache, and a hit alone */
    GRAB_FAULT_MM,      /* a miss in both */
    GRAB_FAULT_COUNT,
    GRAB_NO_FAULT = GRAB_FAULT_COUNT
} grab_fault_t;

typedef struct grab_entry {
    uint64_t first, second;            /* the keys */
    uint64_t faults[GRAB_FAULT_COUNT]; /* all 0: a free place */
} grab_entry_t;

typedef struct grab_tally {
    grab_entry_t *place;
    size_t places, used;
} grab_tally_t; /* zeroed = empty */

/* One more fault of TYPE for the keys. False: out of memory. */
bool grab_tally_add(grab_tally_t *tally, uint64_t first, uint64_t second, grab_fault_t type);
void grab_tally_free(grab_tally_t *tally);
static inline bool grab_entry_is_free(const grab_entry_t *entry) {
    return (entry->faults[0] | entry->faults[1] | entry->faults[2]) == 0;
}

#endif
