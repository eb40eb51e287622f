/* its_program.h: random programs whose warps diverge, for the choice of the entry's encoding (D41
 * to D43).
 *
 * One block or two of two warps of which lanes 0 to 3 act, on a few words. A program is a run of
 * scenes: a warp (converged, or parted into two groups of lanes) accesses a word or two, and then
 * synchronises: not at all, by one or several __syncwarp of all lanes or of one group's, or by a
 * barrier; now and then with fences around strong accesses.
 */
#ifndef SCORD_ITS_PROGRAM_H
#define SCORD_ITS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

enum { ITS_EVENTS_MAX = 512, ITS_WORDS = 3, ITS_BASE = 0x10000000 };

typedef struct its_program {
    scord_event_t event[ITS_EVENTS_MAX];
    bool converged[ITS_EVENTS_MAX]; /* of an access: its warp has not diverged since its lanes last
                                       met */
    unsigned count;
} its_program_t;

/* Classes of programs: what they may contain. */
typedef struct its_class {
    const char *name;
    bool partial;   /* __syncwarp of some lanes */
    bool bytes;     /* accesses smaller than a word, each lane its own byte */
    unsigned syncs; /* most __syncwarps (or barriers) in a row */
} its_class_t;

/* Program SEED of CLASS; the same on every machine. */
void its_program_make(its_program_t *program, const its_class_t *class, uint64_t seed);

#endif
