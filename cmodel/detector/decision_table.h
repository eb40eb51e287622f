/* decision_table.h: an accelerator for detection_logic.c: each decision is made once and then
 * looked up.
 *
 * Idea. Rules 1 to 9 look at 20 facts of an entry and an access when no option is on: six flags,
 * whether block, warp and fence numbers are equal, and which locks are held. Together they are a
 * *situation*. The *outcome* holds what the rules decide in it. It contains no values, only where
 * each value comes from (the owner's fields or x's, one of five locksets), so it is the same for
 * every word in that situation. A program has a few hundred situations, in an order that branch
 * predictors cannot predict: looking an outcome up is cheaper than deciding again (docs/speed.md).
 *
 *   entry, 64 bits ─┐                        table: 2^20 words
 *   x ──────────────┴► situation, 20 bits ──►│ outcome │──► entry afterwards, path, verdict
 *                                            │    0    │    0: not decided yet
 *
 *   situation   19..6 facts (SCORD_SITUATION_WRITE and following) | 5..0 flags as in the entry
 *   outcome     17..15 verdict | 14..12 path | 11..9 lockset | 8 decided | 7 race of block scope
 *               | 6 owned | 5..0 flags of the entry afterwards
 *
 * Entries are handled as 64-bit numbers (Figure 7): one XOR with the entry that the access would
 * write compares all fields.
 *
 * Filling. This file contains no rule. An empty place is filled by making a representative entry
 * and access of the situation, calling scord_detection_logic with them, and recording where each
 * part of the result came from (decision_table.c). tb/unit/model/test_decision_table.c compares the
 * table with the plain rules for every situation that can occur, by several entries and accesses
 * each.
 *
 * Lifetime. Each detector (scord_detector.c) has one table. Kernel starts keep it, since rules do
 * not change. With independent_threads, with acquire_release, and while an observer is set, the
 * table is bypassed and the plain rules decide every word.
 *
 * Cost: the table reserves 4 MB of address space; only pages that are used take memory.
 */
#ifndef SCORD_DECISION_TABLE_H
#define SCORD_DECISION_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/detection_logic.h"
#include "cmodel/detector/lockset.h"
#include "cmodel/scord_params.h"

/* ---- situations ---- */

typedef enum scord_situation_bit {
    /* flags of the entry, in its order */
    SCORD_SITUATION_MODIFIED = 1 << 0,
    SCORD_SITUATION_BLK_SHARED = 1 << 1,
    SCORD_SITUATION_DEV_SHARED = 1 << 2,
    SCORD_SITUATION_IS_ATOM = 1 << 3,
    SCORD_SITUATION_SCOPE = 1 << 4,
    SCORD_SITUATION_OWNER_STRONG = 1 << 5,
    /* the access, and the access beside the entry */
    SCORD_SITUATION_WRITE = 1 << 6,
    SCORD_SITUATION_SAME_BLOCK = 1 << 7,
    SCORD_SITUATION_SAME_WARP = 1 << 8, /* of the same block */
    SCORD_SITUATION_BARRIER_DIFFERS = 1 << 9,
    SCORD_SITUATION_NO_BLOCK_FENCE_SINCE = 1 << 10,
    SCORD_SITUATION_NO_DEVICE_FENCE_SINCE = 1 << 11,
    SCORD_SITUATION_ACCESS_STRONG = 1 << 12,
    SCORD_SITUATION_ATOMIC = 1 << 13,
    SCORD_SITUATION_BLOCK_SCOPE = 1 << 14,
    SCORD_SITUATION_OWNER_LOCKS = 1 << 15, /* a lock is held (D22) */
    SCORD_SITUATION_ACCESSOR_LOCKS = 1 << 16,
    SCORD_SITUATION_COMMON_BLOCK_LOCK = 1 << 17,
    SCORD_SITUATION_COMMON_DEVICE_LOCK = 1 << 18,
    SCORD_SITUATION_BOTH_SCOPES = 1 << 19, /* option of rule 4 (D39) */
} scord_situation_bit_t;

enum {
    SCORD_SITUATIONS = 1 << 20,
    SCORD_SITUATION_FLAGS = 0x3f /* those of the entry */
};

/* A field of the entry, in place. */
#define SCORD_METADATA_FIELD_MASK(NAME)                                                            \
    (((UINT64_C(1) << SCORD_METADATA_##NAME##_WIDTH) - 1) << SCORD_METADATA_##NAME##_SHIFT)

_Static_assert(SCORD_METADATA_BLK_SHARED_SHIFT == SCORD_METADATA_MODIFIED_SHIFT + 1 &&
                   SCORD_METADATA_DEV_SHARED_SHIFT == SCORD_METADATA_MODIFIED_SHIFT + 2 &&
                   SCORD_METADATA_IS_ATOM_SHIFT == SCORD_METADATA_MODIFIED_SHIFT + 3 &&
                   SCORD_METADATA_SCOPE_SHIFT == SCORD_METADATA_MODIFIED_SHIFT + 4 &&
                   SCORD_METADATA_STRONG_SHIFT == SCORD_METADATA_MODIFIED_SHIFT + 5,
               "the six flags of an entry lie side by side, in the order of the situation's");

/* BIT where VALUE holds, else 0. */
static inline uint32_t scord_situation_where(bool value, scord_situation_bit_t bit) {
    return value ? (uint32_t)bit : 0;
}

/* The facts about locks. Most accesses involve no locks: the first line handles them. */
static inline uint32_t scord_situation_of_locks(uint16_t owner, uint16_t accessor) {
    if (!(owner | accessor)) return 0;
    const unsigned common = scord_lockset_parts((unsigned)owner & accessor);
    return scord_situation_where(!scord_lockset_empty(owner), SCORD_SITUATION_OWNER_LOCKS) |
           scord_situation_where(!scord_lockset_empty(accessor), SCORD_SITUATION_ACCESSOR_LOCKS) |
           scord_situation_where(common & SCORD_LOCKSET_BLOCK_PART,
                                 SCORD_SITUATION_COMMON_BLOCK_LOCK) |
           scord_situation_where(common & SCORD_LOCKSET_DEVICE_PART,
                                 SCORD_SITUATION_COMMON_DEVICE_LOCK);
}

/* The entry that `own` would make of x, with x's tag and lockset and without flags. */
static inline uint64_t scord_situation_owner(const scord_check_t *x) {
    const scord_metadata_t owner = {.block_id = x->block_id,
                                    .warp_id = x->warp_id,
                                    .barrier_id = x->barrier_id,
                                    .blk_fence_id = x->accessor_fences.blk_fence_id,
                                    .dev_fence_id = x->accessor_fences.dev_fence_id,
                                    .tag = x->tag,
                                    .lock_bloom = x->lock_bloom};
    return scord_metadata_to_bits(&owner);
}

/* The situation of x and ENTRY, the bits of its word's metadata after the tag check. OWNER:
 * scord_situation_owner(x). Neither independent_threads nor acquire_release may be on. */
static inline uint32_t scord_situation(uint64_t entry, uint64_t owner, const scord_check_t *x) {
    assert(!x->independent_threads && !x->acquire_release);
    const scord_metadata_t fences_now = {.blk_fence_id = x->owner_fences.blk_fence_id,
                                         .dev_fence_id = x->owner_fences.dev_fence_id};
    const uint64_t differs = entry ^ owner, fenced = entry ^ scord_metadata_to_bits(&fences_now);
    const uint64_t block = SCORD_METADATA_FIELD_MASK(BLOCK_ID),
                   warp = SCORD_METADATA_FIELD_MASK(WARP_ID);
    const uint16_t owner_locks = (uint16_t)(entry >> SCORD_METADATA_LOCK_BLOOM_SHIFT);
    return ((uint32_t)(entry >> SCORD_METADATA_MODIFIED_SHIFT) & SCORD_SITUATION_FLAGS) |
           scord_situation_where(x->write, SCORD_SITUATION_WRITE) |
           scord_situation_where(!(differs & block), SCORD_SITUATION_SAME_BLOCK) |
           scord_situation_where(!(differs & (block | warp)), SCORD_SITUATION_SAME_WARP) |
           scord_situation_where(differs & SCORD_METADATA_FIELD_MASK(BARRIER_ID),
                                 SCORD_SITUATION_BARRIER_DIFFERS) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID)),
                                 SCORD_SITUATION_NO_BLOCK_FENCE_SINCE) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID)),
                                 SCORD_SITUATION_NO_DEVICE_FENCE_SINCE) |
           scord_situation_where(x->strong, SCORD_SITUATION_ACCESS_STRONG) |
           scord_situation_where(x->atomic, SCORD_SITUATION_ATOMIC) |
           scord_situation_where(x->block_scope, SCORD_SITUATION_BLOCK_SCOPE) |
           scord_situation_of_locks(owner_locks, x->lock_bloom) |
           scord_situation_where(x->both_scopes, SCORD_SITUATION_BOTH_SCOPES);
}

/* Can SITUATION (0 .. SCORD_SITUATIONS - 1) occur? An equal warp is of an equal block, and a common
 * lock of the block parts is held by both. */
static inline bool scord_situation_possible(uint32_t situation) {
    const uint32_t both = SCORD_SITUATION_OWNER_LOCKS | SCORD_SITUATION_ACCESSOR_LOCKS;
    return (!(situation & SCORD_SITUATION_SAME_WARP) || situation & SCORD_SITUATION_SAME_BLOCK) &&
           (!(situation & SCORD_SITUATION_COMMON_BLOCK_LOCK) || (situation & both) == both);
}

/* ---- outcomes ---- */

typedef uint32_t scord_outcome_t; /* laid out as above; never 0 */

/* Where the lockset of the entry afterwards comes from. */
typedef enum scord_lockset_source {
    SCORD_LOCKSET_KEPT, /* as it was */
    SCORD_LOCKSET_NONE,
    SCORD_LOCKSET_OF_ACCESSOR,
    SCORD_LOCKSET_COMMON_BLOCK,  /* common inside a block (D22) */
    SCORD_LOCKSET_COMMON_DEVICE, /* common across blocks */
    SCORD_LOCKSET_SOURCES
} scord_lockset_source_t;

enum {
    SCORD_OUTCOME_OWNED = 1 << 6,
    SCORD_OUTCOME_BLOCK_SCOPE = 1 << 7,
    SCORD_OUTCOME_DECIDED = 1 << 8,
    SCORD_OUTCOME_LOCKSET_SHIFT = 9,
    SCORD_OUTCOME_PATH_SHIFT = 12,
    SCORD_OUTCOME_VERDICT_SHIFT = 15,
    SCORD_OUTCOME_FIELD_MASK = 7 /* of the last three */
};
_Static_assert(SCORD_PATH_WIDTH <= 3 &&
                   (int)SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE <= (int)SCORD_OUTCOME_FIELD_MASK,
               "a path and a verdict of Table IV have three bits each in an outcome");

static inline scord_path_t scord_outcome_path(scord_outcome_t outcome) {
    return (scord_path_t)(outcome >> SCORD_OUTCOME_PATH_SHIFT & SCORD_OUTCOME_FIELD_MASK);
}

static inline scord_verdict_t scord_outcome_verdict(scord_outcome_t outcome) {
    return (scord_verdict_t)(outcome >> SCORD_OUTCOME_VERDICT_SHIFT & SCORD_OUTCOME_FIELD_MASK);
}

/* The lockset afterwards, from SOURCE. Most often there was none and is none. */
static inline uint16_t scord_outcome_lockset(uint16_t before, uint16_t accessor,
                                             scord_lockset_source_t source) {
    if (!(before | accessor)) return 0;
    const uint16_t common = scord_lockset_refine(before, accessor,
                                                 source == SCORD_LOCKSET_COMMON_BLOCK);
    const uint16_t other = source == SCORD_LOCKSET_OF_ACCESSOR ? accessor : common;
    const uint16_t changed = source == SCORD_LOCKSET_NONE ? 0 : other;
    return source == SCORD_LOCKSET_KEPT ? before : changed;
}

/* The entry after OUTCOME, as bits. ENTRY: before; OWNER: scord_situation_owner(x). ThreadID and
 * the release flag are 0 (D29), Tag is x's (D23, D29). */
static inline uint64_t scord_outcome_entry(scord_outcome_t outcome, uint64_t entry,
                                           uint64_t owner) {
    const uint64_t fields = SCORD_METADATA_FIELD_MASK(BLOCK_ID) |
                            SCORD_METADATA_FIELD_MASK(WARP_ID) |
                            SCORD_METADATA_FIELD_MASK(BARRIER_ID) |
                            SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID) |
                            SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID);
    const uint16_t lockset =
        scord_outcome_lockset((uint16_t)(entry >> SCORD_METADATA_LOCK_BLOOM_SHIFT),
                              (uint16_t)(owner >> SCORD_METADATA_LOCK_BLOOM_SHIFT),
                              (scord_lockset_source_t)(outcome >> SCORD_OUTCOME_LOCKSET_SHIFT &
                                                       SCORD_OUTCOME_FIELD_MASK));
    return ((outcome & SCORD_OUTCOME_OWNED ? owner : entry) & fields) |
           (uint64_t)(outcome & SCORD_SITUATION_FLAGS) << SCORD_METADATA_MODIFIED_SHIFT |
           (owner & SCORD_METADATA_FIELD_MASK(TAG)) |
           (uint64_t)lockset << SCORD_METADATA_LOCK_BLOOM_SHIFT;
}

/* ---- the table ---- */

typedef struct scord_decision_table {
    scord_outcome_t *outcome; /* SCORD_SITUATIONS of them, by situation; 0: not decided yet */
} scord_decision_table_t;

/* Room for the table, unless it has it already. False: no memory. A zeroed table is valid input. */
bool scord_decision_table_start(scord_decision_table_t *table);
void scord_decision_table_destroy(scord_decision_table_t *table);
/* Fills the place of SITUATION, a possible one, from the plain rules; returns the outcome. */
scord_outcome_t scord_decision_table_fill(scord_decision_table_t *table, uint32_t situation);

/* The outcome of SITUATION, a possible one. The table must have been started. */
static inline scord_outcome_t scord_decision_table_find(scord_decision_table_t *table,
                                                        uint32_t situation) {
    const scord_outcome_t known = table->outcome[situation];
    return __builtin_expect(known != 0, 1) ? known : scord_decision_table_fill(table, situation);
}

#endif
