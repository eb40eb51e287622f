/* SPDX-License-Identifier: Apache-2.0 */
/* early_accesses.h: accesses under a lock that is taken, before the fence that makes it hold (D82).
 *
 * A critical section without a fence behind its CAS may be executed before the lock is its own.
 * When it runs before a section of another warp that takes the same lock rightly, its own release
 * orders the two, and rules 6 and 7 find nothing; in the other order they do. So the report keeps
 * what warps access between a CAS that takes a lock and their next fence or barrier, and compares
 * it with later accesses by other warps under that lock.
 *
 * Bounded: the last SCORD_EARLY_WORDS such words of a launch, SCORD_EARLY_LOCKS locks a warp.
 */
#ifndef SCORD_EARLY_ACCESSES_H
#define SCORD_EARLY_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"
#include "cmodel/stream/event.h"

enum { SCORD_EARLY_LOCKS = 4, SCORD_EARLY_WORDS = 256 };

typedef struct scord_early_word {
    uint64_t place, lock, sequence; /* sequence: of the access */
    uint32_t pc, lock_pc;           /* of the access, of the CAS */
    uint8_t block_id, warp_id, lane;
    bool wrote;
} scord_early_word_t;

typedef struct scord_early_warp {
    uint64_t lock[SCORD_EARLY_LOCKS]; /* addresses; 0: none */
    uint32_t pc[SCORD_EARLY_LOCKS];   /* of their CAS */
    uint8_t lane[SCORD_EARLY_LOCKS];  /* that has taken them */
    uint32_t fenced;                  /* a bit each: a fence or barrier has followed */
} scord_early_warp_t;

typedef struct scord_early_accesses {
    scord_early_warp_t warp[1 << SCORD_FENCE_FILE_INDEX_WIDTH];
    scord_early_word_t word[SCORD_EARLY_WORDS];
    uint32_t words; /* all that were kept in this launch: the newest replace the oldest */
    uint64_t taken; /* the event last looked at */
    bool used;      /* a lock has been taken */
} scord_early_accesses_t;

/* A kernel starts: nothing is known. */
void scord_early_start(scord_early_accesses_t *early);
/* A block takes this warp slot. */
void scord_early_launch(scord_early_accesses_t *early, unsigned block_id, unsigned warp_id);
/* The warp fences, or arrives at a barrier: its locks hold. */
void scord_early_fence(scord_early_accesses_t *early, unsigned block_id, unsigned warp_id);
/* An access of the warp, once an event: locks that it takes and gives back. */
void scord_early_access(scord_early_accesses_t *early, const scord_event_t *event,
                        unsigned block_id, unsigned warp_id);
/* LANES of the warp access PLACE by no atomic. A lane's locks are its own. The earlier access that
 * it meets under its lock, or NULL; it is kept itself when its own lock does not hold yet. */
const scord_early_word_t *scord_early_meet(scord_early_accesses_t *early,
                                           const scord_event_t *event, uint64_t place,
                                           unsigned block_id, unsigned warp_id, uint32_t lanes);

#endif
