/* SPDX-License-Identifier: Apache-2.0 */
/* grab_marks.h: the blocks involved in faults of a pair of program locations, by fault type: the
 * pairs <loc, addr> of the bug report (GRAB, Figure 8), as one bit each. Up to a stated number of
 * entries of 64 neighbouring blocks; faults that no longer fit are counted as lost.
 */
#ifndef SIM_GRAB_MARKS_H
#define SIM_GRAB_MARKS_H

#include "sim/grab/grab_tally.h"

enum { GRAB_MARK_BLOCKS = 64 };

typedef struct grab_mark {
    uint64_t page, key;              /* block / GRAB_MARK_BLOCKS, and what the caller says */
    uint64_t bits[GRAB_FAULT_COUNT]; /* all 0: a free place */
} grab_mark_t;

typedef struct grab_marks {
    grab_mark_t *place;        /* open addressing, at most half full */
    size_t places, used, most; /* most: entries at most; 0: no limit */
    size_t last;               /* place found last */
    uint64_t lost;             /* faults without room for an entry */
} grab_marks_t;                /* zeroed = empty, without a limit */

/* BLOCK had a fault of TYPE under KEY. False: out of memory. */
bool grab_marks_add(grab_marks_t *marks, uint64_t block, uint64_t key, grab_fault_t type);
void grab_marks_free(grab_marks_t *marks);
static inline bool grab_mark_is_free(const grab_mark_t *mark) {
    return (mark->bits[0] | mark->bits[1] | mark->bits[2]) == 0;
}

#endif
