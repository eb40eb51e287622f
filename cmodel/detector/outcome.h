/* outcome.h: what rules 1 to 9 make of a situation (situation.h), and the entry that it makes of
 * the one before.
 *
 * An outcome names no values but where they come from, so that it is the same for every word in
 * that situation.
 */
#ifndef SCORD_OUTCOME_H
#define SCORD_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/lockset.h"
#include "cmodel/scord_params.h"
#include "cmodel/detector/situation.h"

/* Where the lockset of the entry afterwards comes from. */
typedef enum scord_lockset_source {
    SCORD_LOCKSET_KEPT, /* as it was */
    SCORD_LOCKSET_NONE,
    SCORD_LOCKSET_OF_ACCESSOR,
    SCORD_LOCKSET_COMMON_BLOCK,  /* what both have, inside a block (D22) */
    SCORD_LOCKSET_COMMON_DEVICE, /* what both have, across blocks */
} scord_lockset_source_t;

typedef struct scord_outcome {
    bool modified, blk_shared, dev_shared, is_atom, scope,
        strong;       /* flags of the entry afterwards */
    bool owned;       /* x has become the owner */
    bool block_scope; /* scope of the race: block; false for a race of device scope, and when clean
                         (D30) */
    scord_lockset_source_t lockset;
    scord_path_t path;
    scord_verdict_t verdict;
} scord_outcome_t;

/* An outcome in a word, never 0: the flags as they lie in an entry, then the rest. */
typedef uint32_t scord_outcome_bits_t;

enum {
    SCORD_OUTCOME_OWNED = 1 << 6,
    SCORD_OUTCOME_BLOCK_SCOPE = 1 << 7,
    SCORD_OUTCOME_DECIDED = 1 << 8,
    SCORD_OUTCOME_LOCKSET_SHIFT = 9,
    SCORD_OUTCOME_PATH_SHIFT = 12,
    SCORD_OUTCOME_VERDICT_SHIFT = 15,
    SCORD_OUTCOME_FIELD_MASK = 7 /* of the last three */
};
_Static_assert(SCORD_PATH_WIDTH <= 3 && SCORD_VERDICT_WIDTH <= 3,
               "a path and a verdict have three bits each in an outcome");

static inline scord_outcome_bits_t scord_outcome_to_bits(const scord_outcome_t *outcome) {
    return (uint32_t)outcome->modified << 0 | (uint32_t)outcome->blk_shared << 1 |
           (uint32_t)outcome->dev_shared << 2 | (uint32_t)outcome->is_atom << 3 |
           (uint32_t)outcome->scope << 4 | (uint32_t)outcome->strong << 5 |
           (outcome->owned ? SCORD_OUTCOME_OWNED : 0) |
           (outcome->block_scope ? SCORD_OUTCOME_BLOCK_SCOPE : 0) | SCORD_OUTCOME_DECIDED |
           (uint32_t)outcome->lockset << SCORD_OUTCOME_LOCKSET_SHIFT |
           (uint32_t)outcome->path << SCORD_OUTCOME_PATH_SHIFT |
           (uint32_t)outcome->verdict << SCORD_OUTCOME_VERDICT_SHIFT;
}

static inline scord_path_t scord_outcome_path(scord_outcome_bits_t outcome) {
    return (scord_path_t)(outcome >> SCORD_OUTCOME_PATH_SHIFT & SCORD_OUTCOME_FIELD_MASK);
}

static inline scord_verdict_t scord_outcome_verdict(scord_outcome_bits_t outcome) {
    return (scord_verdict_t)(outcome >> SCORD_OUTCOME_VERDICT_SHIFT & SCORD_OUTCOME_FIELD_MASK);
}

/* The lockset afterwards, where SOURCE says: most often there was none and is none. */
static inline uint16_t scord_outcome_lockset(uint16_t before, uint16_t accessor,
                                             scord_lockset_source_t source) {
    if (!(before | accessor)) return 0;
    const uint16_t common = scord_lockset_refine(before, accessor,
                                                 source == SCORD_LOCKSET_COMMON_BLOCK);
    const uint16_t other = source == SCORD_LOCKSET_OF_ACCESSOR ? accessor : common;
    const uint16_t changed = source == SCORD_LOCKSET_NONE ? 0 : other;
    return source == SCORD_LOCKSET_KEPT ? before : changed;
}

/* The entry after OUTCOME, as bits. ENTRY: before; OWNER: scord_situation_owner(x). What an option
 * does not use is 0 (D29); a release stays with a word whose owner stays (D61). */
static inline uint64_t scord_outcome_entry(scord_outcome_bits_t outcome, uint64_t entry,
                                           uint64_t owner, bool independent_threads,
                                           bool acquire_release) {
    const uint64_t fields = SCORD_METADATA_FIELD_MASK(BLOCK_ID) |
                            SCORD_METADATA_FIELD_MASK(WARP_ID) |
                            SCORD_METADATA_FIELD_MASK(BARRIER_ID) |
                            SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID) |
                            SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID) |
                            (independent_threads ? SCORD_METADATA_FIELD_MASK(THREAD_ID) : 0) |
                            (acquire_release ? SCORD_METADATA_FIELD_MASK(RELEASE) : 0);
    const uint16_t lockset =
        scord_outcome_lockset((uint16_t)(entry >> SCORD_METADATA_LOCK_BLOOM_SHIFT),
                              (uint16_t)(owner >> SCORD_METADATA_LOCK_BLOOM_SHIFT),
                              (scord_lockset_source_t)(outcome >> SCORD_OUTCOME_LOCKSET_SHIFT &
                                                       SCORD_OUTCOME_FIELD_MASK));
    return ((outcome & SCORD_OUTCOME_OWNED ? owner : entry) & fields) |
           (uint64_t)(outcome & SCORD_SITUATION_FLAGS) << SCORD_METADATA_MODIFIED_SHIFT |
           (owner & SCORD_METADATA_FIELD_MASK(TAG)) | /* "Tag always = tag of x" (D23, D29) */
           (uint64_t)lockset << SCORD_METADATA_LOCK_BLOOM_SHIFT;
}

#endif
