/* SPDX-License-Identifier: Apache-2.0 */
/* decision_table.h: an accelerator for detection_logic.c: each decision is made once and then
 * looked up.
 *
 * Idea. Rules 1 to 9 look at 20 facts of an entry and an access when no option is on, and at 27
 * with all: flags, whether block, warp and fence numbers are equal, which locks are held, whether
 * threads are ordered (D40), what carries a release (D61). Together they are a *situation*. The
 * *outcome* holds what the rules decide in it. It contains no values, only where each value comes
 * from (the owner's fields or x's, one of five locksets), so it is the same for every word in that
 * situation. A program has a few hundred situations, in an order that branch predictors cannot
 * predict: looking an outcome up is cheaper than deciding again (docs/speed.md).
 *
 *   entry, 64 bits ─┐                        table: 2^12 places, by a hash
 *   x ──────────────┴► situation, 27 bits ──►│ situation │ outcome │──► entry afterwards, path,
 *                                            │           │    0    │    verdict; 0: not in use
 *
 *   situation   26..6 facts (SCORD_SITUATION_WRITE and following) | 5..0 flags as in the entry
 *   outcome     17..15 verdict | 14..12 path | 11..9 lockset | 8 decided | 7 race of block scope
 *               | 6 owned | 5..0 flags of the entry afterwards
 *
 * Entries are handled as 64-bit numbers (Figure 7): one XOR with the entry that the access would
 * write compares all fields.
 *
 * With acquire_release the entry is the one that the rules see, scord_situation_entry, and
 * scord_outcome_number puts the number back, as acquire_release.c does around the rules.
 *
 * Filling. This file contains no rule. A situation that is not found is filled in by making a
 * representative entry and access of it, calling scord_detection_logic with them, and recording
 * where each part of the result came from (decision_table.c). tb/unit/model/test_decision_table.c
 * compares the table with the plain rules for every situation that can occur without options, and
 * for a sample of those with options.
 *
 * Lifetime. Each detector (scord_detector.c) has one table. Kernel starts keep it, since rules do
 * not change. While an observer is set, the table is bypassed and the plain rules decide every
 * word.
 */
#ifndef SCORD_DECISION_TABLE_H
#define SCORD_DECISION_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/acquire_release.h"
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
    /* with independent_threads */
    SCORD_SITUATION_UNORDERED_THREADS = 1 << 20, /* of the same warp (D40, D41) */
    SCORD_SITUATION_SEVERAL_THREADS = 1 << 21,
    /* with acquire_release */
    SCORD_SITUATION_STATED = 1 << 22,  /* the access's semantics (D60) */
    SCORD_SITUATION_ORDERED = 1 << 23, /* D63 */
    SCORD_SITUATION_RELEASE = 1 << 24, /* the word carries one (D61) */
    SCORD_SITUATION_INDEPENDENT_THREADS = 1 << 25,
    SCORD_SITUATION_ACQUIRE_RELEASE = 1 << 26,
} scord_situation_bit_t;

enum {
    SCORD_SITUATIONS = 1 << 27,
    SCORD_SITUATIONS_WITHOUT_OPTIONS = 1 << 20,
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
                                    .thread_id = x->independent_threads ? x->thread_id : 0,
                                    .lock_bloom = x->lock_bloom};
    return scord_metadata_to_bits(&owner);
}

/* The entry as the rules see it: with acquire_release without its number (D62). */
static inline uint64_t scord_situation_entry(uint64_t entry, bool acquire_release) {
    const uint64_t bloom = SCORD_METADATA_FIELD_MASK(LOCK_BLOOM);
    return acquire_release && scord_lockset_empty((uint16_t)entry) ? entry & ~bloom : entry;
}

/* Facts that only options look at. SAME_WARP: of entry and x. */
static inline uint32_t scord_situation_of_options(uint64_t entry, const scord_check_t *x,
                                                  bool same_warp) {
    uint32_t facts = 0;
    if (x->independent_threads) {
        facts = SCORD_SITUATION_INDEPENDENT_THREADS |
                scord_situation_where(x->several_threads, SCORD_SITUATION_SEVERAL_THREADS);
        if (same_warp && x->has_diverged) {
            const scord_metadata_t md = scord_metadata_from_bits(entry);
            facts |= scord_situation_where(!scord_threads_ordered(&md, x),
                                           SCORD_SITUATION_UNORDERED_THREADS);
        }
    }
    if (x->acquire_release)
        facts |= SCORD_SITUATION_ACQUIRE_RELEASE |
                 scord_situation_where(x->stated, SCORD_SITUATION_STATED) |
                 scord_situation_where(x->ordered, SCORD_SITUATION_ORDERED) |
                 scord_situation_where(entry >> SCORD_METADATA_RELEASE_SHIFT & 1,
                                       SCORD_SITUATION_RELEASE);
    return facts;
}

/* The situation of x and ENTRY, its word's metadata after the tag check, as the rules see them.
 * OWNER: scord_situation_owner(x). */
static inline uint32_t scord_situation(uint64_t entry, uint64_t owner, const scord_check_t *x) {
    const scord_metadata_t fences_now = {.blk_fence_id = x->owner_fences.blk_fence_id,
                                         .dev_fence_id = x->owner_fences.dev_fence_id};
    const uint64_t differs = entry ^ owner, fenced = entry ^ scord_metadata_to_bits(&fences_now);
    const uint64_t block = SCORD_METADATA_FIELD_MASK(BLOCK_ID),
                   warp = SCORD_METADATA_FIELD_MASK(WARP_ID),
                   epoch = x->independent_threads
                               ? UINT64_C(0) - (UINT64_C(1) << SCORD_METADATA_BARRIER_ID_SHIFT
                                                            << SCORD_EPOCH_BARRIER_WIDTH)
                               : 0, /* and above: no barrier of the block (D41) */
        barrier = SCORD_METADATA_FIELD_MASK(BARRIER_ID) & ~epoch;
    const uint16_t owner_locks = (uint16_t)(entry >> SCORD_METADATA_LOCK_BLOOM_SHIFT);
    return ((uint32_t)(entry >> SCORD_METADATA_MODIFIED_SHIFT) & SCORD_SITUATION_FLAGS) |
           scord_situation_where(x->write, SCORD_SITUATION_WRITE) |
           scord_situation_where(!(differs & block), SCORD_SITUATION_SAME_BLOCK) |
           scord_situation_where(!(differs & (block | warp)), SCORD_SITUATION_SAME_WARP) |
           scord_situation_where(differs & barrier, SCORD_SITUATION_BARRIER_DIFFERS) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID)),
                                 SCORD_SITUATION_NO_BLOCK_FENCE_SINCE) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID)),
                                 SCORD_SITUATION_NO_DEVICE_FENCE_SINCE) |
           scord_situation_where(x->strong, SCORD_SITUATION_ACCESS_STRONG) |
           scord_situation_where(x->atomic, SCORD_SITUATION_ATOMIC) |
           scord_situation_where(x->block_scope, SCORD_SITUATION_BLOCK_SCOPE) |
           scord_situation_of_locks(owner_locks, x->lock_bloom) |
           scord_situation_where(x->both_scopes, SCORD_SITUATION_BOTH_SCOPES) |
           scord_situation_of_options(entry, x, !(differs & (block | warp)));
}

/* Where one of EITHER holds, all of OTHERS do. */
static inline bool scord_situation_implies(uint32_t situation, uint32_t either, uint32_t others) {
    return !(situation & either) || (situation & others) == others;
}

/* Can SITUATION (0 .. SCORD_SITUATIONS - 1) occur? An equal warp is of an equal block, and a common
 * lock of the block parts is held by both. Facts of an option need the option; and an entry that
 * holds no lock has no lockset with acquire_release. */
static inline bool scord_situation_possible(uint32_t situation) {
    const uint32_t both = SCORD_SITUATION_OWNER_LOCKS | SCORD_SITUATION_ACCESSOR_LOCKS,
                   releases = SCORD_SITUATION_STATED | SCORD_SITUATION_ORDERED |
                              SCORD_SITUATION_RELEASE;
    return scord_situation_implies(situation, SCORD_SITUATION_UNORDERED_THREADS,
                                   SCORD_SITUATION_SAME_WARP |
                                       SCORD_SITUATION_INDEPENDENT_THREADS) &&
           scord_situation_implies(situation, SCORD_SITUATION_SEVERAL_THREADS,
                                   SCORD_SITUATION_INDEPENDENT_THREADS) &&
           scord_situation_implies(situation, releases, SCORD_SITUATION_ACQUIRE_RELEASE) &&
           !(situation & SCORD_SITUATION_ACQUIRE_RELEASE &&
             situation & SCORD_SITUATION_COMMON_DEVICE_LOCK &&
             !(situation & SCORD_SITUATION_OWNER_LOCKS)) &&
           (!(situation & SCORD_SITUATION_SAME_WARP) || situation & SCORD_SITUATION_SAME_BLOCK) &&
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

/* The entry after OUTCOME, as bits. ENTRY: before; OWNER: scord_situation_owner(x). Of an option
 * that is off, ThreadID and the release flag are 0 (D29); Tag is x's (D23, D29). */
static inline uint64_t scord_outcome_entry(scord_outcome_t outcome, uint64_t entry, uint64_t owner,
                                           const scord_check_t *x) {
    const uint64_t thread = x->independent_threads ? SCORD_METADATA_FIELD_MASK(THREAD_ID) : 0,
                   release = x->acquire_release ? SCORD_METADATA_FIELD_MASK(RELEASE) : 0;
    const uint64_t fields = SCORD_METADATA_FIELD_MASK(BLOCK_ID) |
                            SCORD_METADATA_FIELD_MASK(WARP_ID) |
                            SCORD_METADATA_FIELD_MASK(BARRIER_ID) |
                            SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID) |
                            SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID) | thread | release;
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

/* What acquire_release.c puts back behind the rules (D61, D62), as scord_acquire_release_finish.
 * BEFORE: the entry, with its number; AFTER: that of the rules; CARRIED: the number of the release
 * that x writes, 0: none. */
static inline uint64_t scord_outcome_number(uint64_t after, uint64_t before, bool owned,
                                            scord_release_number_t carried,
                                            scord_release_number_t newest) {
    const uint64_t release = SCORD_METADATA_FIELD_MASK(RELEASE),
                   bloom = SCORD_METADATA_FIELD_MASK(LOCK_BLOOM);
    const bool empty = scord_lockset_empty((uint16_t)after);
    uint64_t number = (uint64_t)newest << SCORD_RELEASE_NUMBER_SHIFT, carries = 0;
    if (!owned) {
        carries = before & release;
        if (!carries && !empty) return after;
        if (scord_lockset_empty((uint16_t)before)) /* as number_of: its other bits are dropped */
            number = (before & bloom) >> SCORD_RELEASE_NUMBER_SHIFT << SCORD_RELEASE_NUMBER_SHIFT;
    } else if (carried != 0) {
        number = (uint64_t)carried << SCORD_RELEASE_NUMBER_SHIFT;
        carries = release;
    } else if (!empty) {
        return after;
    }
    return (after & ~(bloom | release)) | number | carries;
}

/* ---- the table ---- */

enum { SCORD_DECISION_PLACES = 1 << 12, SCORD_DECISION_PROBES = 4 };

typedef struct scord_decision_place {
    uint32_t situation;
    scord_outcome_t outcome; /* 0: the place is not in use */
} scord_decision_place_t;

/* A situation is at its place by the hash or, where others have that, at one of the next ones. When
 * all SCORD_DECISION_PROBES places have other situations, the first is given up for it. */
typedef struct scord_decision_table {
    scord_decision_place_t *place; /* SCORD_DECISION_PLACES of them */
} scord_decision_table_t;

/* Room for the table, unless it has it already. False: no memory. A zeroed table is valid input. */
bool scord_decision_table_start(scord_decision_table_t *table);
void scord_decision_table_destroy(scord_decision_table_t *table);
/* The outcome of SITUATION, a possible one, that is not at its first place: found further on, or
 * filled in from the plain rules. */
scord_outcome_t scord_decision_table_fill(const scord_decision_table_t *table, uint32_t situation);

static inline uint32_t scord_decision_table_place(uint32_t situation) {
    return situation * UINT32_C(0x9e3779b1) >> 20;
}
_Static_assert(SCORD_DECISION_PLACES == 1 << (32 - 20), "a hash is a place");

/* The outcome of SITUATION, a possible one. The table must have been started. */
static inline scord_outcome_t scord_decision_table_find(const scord_decision_table_t *table,
                                                        uint32_t situation) {
    const scord_decision_place_t *at = &table->place[scord_decision_table_place(situation)];
    return __builtin_expect(at->situation == situation && at->outcome != 0, 1)
               ? at->outcome
               : scord_decision_table_fill(table, situation);
}

#endif
