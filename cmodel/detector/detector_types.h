/* SPDX-License-Identifier: Apache-2.0 */
/* detector_types.h: inputs and outputs of the detector that are part of the library's interface;
 * scord_model.h includes it for its users.
 */
#ifndef SCORD_DETECTOR_TYPES_H
#define SCORD_DETECTOR_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

/* Is it one of Table IV's races, or that of lanes (D72)? A check that was not performed (D27) has
 * no verdict, so it is not a race. */
static inline bool scord_verdict_is_race(unsigned verdict) {
    return verdict != SCORD_VERDICT_CLEAN && verdict != SCORD_VERDICT_NOT_PERFORMED;
}

/* Is it one of Table IV's, a race of two accesses? Lanes of one store (D72) are one access. */
static inline bool scord_verdict_is_conflict(unsigned verdict) {
    return scord_verdict_is_race(verdict) && verdict != SCORD_VERDICT_LANES_DIFFER;
}

/* Byte address of word `word` (bit of the mask, 0 .. SCORD_SEGMENT_WORDS - 1) of an access request.
 */
static inline uint64_t scord_word_address(const scord_detector_request_t *request, unsigned word) {
    return request->address + (uint64_t)word * SCORD_WORD_BYTES;
}

/* Counters, named as the APB registers. */
typedef struct scord_model_counters {
    uint64_t checks, fences, untracked, not_performed, tag_miss, system_scope;
    uint64_t path[SCORD_PATH_COUNT];       /* by scord_path_t */
    uint64_t verdict[SCORD_VERDICT_COUNT]; /* by scord_verdict_t */
    uint64_t log_head, log_tail, log_dropped;
} scord_model_counters_t;

/* What approximations lost in all launches, for reports; no state of the hardware. */
typedef struct scord_model_losses {
    uint64_t forgotten_owners; /* checks that took the reset image in place of another word's entry
                                  that had an owner (D23); a part of tag_miss */
    uint64_t dropped_locks;    /* by full lock tables (D20) */
    uint64_t counted_locks;    /* by lock tables that had no entry for them (many_locks, D71) */
    /* checks for which a counter that had wrapped looked as if it had not stepped (D9): BarrierID,
     * FenceIDs, epoch of __syncwarp */
    uint64_t barrier_wraps, fence_wraps, epoch_wraps;
    uint64_t release_wraps; /* times that the newest release number began anew (D62) */
    bool no_memory;         /* wraps could not be counted: the counts are too low */
} scord_model_losses_t;

/* Called for every decision, with the rules that were tried: decision_observer.h. */
struct scord_decided_check;
typedef void scord_decision_observe_t(void *context, const struct scord_decided_check *check);

#endif
