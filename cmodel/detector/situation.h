/* situation.h: everything of an entry and an access that rules 1 to 9 look at (docs/semantics.md
 * section 3), one bit each.
 *
 * The rules of detection_logic.c see nothing else, so that equal situations have equal outcomes and
 * one that was decided once need not be decided again (outcome_table.h). Entries are looked at as
 * the 64 bits they are kept in (Figure 7): fields that are compared meet in one XOR with what the
 * access would write.
 */
#ifndef SCORD_SITUATION_H
#define SCORD_SITUATION_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/lockset.h"
#include "cmodel/detector/rule_trace.h"
#include "cmodel/scord_params.h"

/* x: what the detector knows of the access to one word (D8). */
typedef struct scord_check {
    uint8_t block_id, warp_id, barrier_id;
    uint8_t tag;         /* of the word's metadata (D23) */
    uint16_t lock_bloom; /* xl: locks held */
    bool write;          /* wr: store or atomic */
    bool atomic;
    bool block_scope;         /* bit 0 of the access's scope (D29) */
    bool strong;              /* xs (D6) */
    bool both_scopes;         /* option of rule 4 (D39) */
    bool independent_threads; /* the next three count (D40) */
    bool has_diverged;        /* of the warp, now (D41) */
    bool several_threads;     /* several lanes touch one byte of the word */
    uint8_t thread_id;        /* the lowest lane on the word */
    bool acquire_release; /* acquire and release order accesses (D60); without it entries carry no
                             release */
    bool stated;  /* acquire_release: x states its semantics, and synchronises as an atomic does
                     (D60) */
    bool ordered; /* acquire_release: x has acquired what the owner released after its access (D63)
                   */
    scord_fence_entry_t accessor_fences; /* accessor's fence file entry now (D1) */
    scord_fence_entry_t owner_fences;    /* OF: owner's fence file entry now (D1) */
    scord_rule_trace_t *trace;           /* takes the way of the decision; NULL: nobody asks */
} scord_check_t;

/* Bits of a situation. What differs from word to word stands lowest: situations of one program lie
 * together in a table. */
typedef enum scord_situation_bit {
    /* flags of the entry, in its order */
    SCORD_SITUATION_MODIFIED = 1 << 0,
    SCORD_SITUATION_BLK_SHARED = 1 << 1,
    SCORD_SITUATION_DEV_SHARED = 1 << 2,
    SCORD_SITUATION_IS_ATOM = 1 << 3,
    SCORD_SITUATION_SCOPE = 1 << 4,
    SCORD_SITUATION_OWNER_STRONG = 1 << 5,
    /* owner beside accessor */
    SCORD_SITUATION_WRITE = 1 << 6,
    SCORD_SITUATION_SAME_BLOCK = 1 << 7,
    SCORD_SITUATION_SAME_WARP = 1 << 8, /* of the same block */
    SCORD_SITUATION_BARRIER_DIFFERS = 1 << 9,
    SCORD_SITUATION_NO_BLOCK_FENCE_SINCE = 1
                                           << 10, /* the owner has executed none since its access */
    SCORD_SITUATION_NO_DEVICE_FENCE_SINCE = 1 << 11,
    SCORD_SITUATION_ACCESS_STRONG = 1 << 12,
    SCORD_SITUATION_ATOMIC = 1 << 13,
    SCORD_SITUATION_BLOCK_SCOPE = 1 << 14,
    /* locks (D22) */
    SCORD_SITUATION_OWNER_LOCKS = 1 << 15, /* the entry's lockset is not empty */
    SCORD_SITUATION_ACCESSOR_LOCKS = 1 << 16,
    SCORD_SITUATION_COMMON_BLOCK_LOCK =
        1 << 17, /* some lock may be in both, for accesses of one block */
    SCORD_SITUATION_COMMON_DEVICE_LOCK = 1 << 18,
    SCORD_SITUATION_BOTH_SCOPES = 1 << 19,
    /* independent_threads */
    SCORD_SITUATION_INDEPENDENT_THREADS = 1 << 20,
    SCORD_SITUATION_HAS_DIVERGED = 1 << 21,
    SCORD_SITUATION_SYNCWARP_DIFFERS = 1 << 22, /* of the __syncwarp epochs */
    SCORD_SITUATION_SAME_THREAD = 1 << 23,
    SCORD_SITUATION_SEVERAL_THREADS = 1 << 24,
    /* acquire_release */
    SCORD_SITUATION_ACQUIRE_RELEASE = 1 << 25,
    SCORD_SITUATION_STATED = 1 << 26,
    SCORD_SITUATION_ORDERED = 1 << 27,
    SCORD_SITUATION_RELEASE = 1 << 28, /* the word carries one */
} scord_situation_bit_t;

enum {
    SCORD_SITUATION_FLAGS = 0x3f, /* those of the entry */
    SCORD_SITUATION_PLAIN_BITS =
        20 /* without independent_threads and acquire_release the others are 0 */
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

/* The fields of an entry that says that x owns its word, without flags: OWN(x) with x's tag and
 * lockset. */
static inline uint64_t scord_situation_owner(const scord_check_t *x) {
    const scord_metadata_t owner = {.block_id = x->block_id,
                                    .warp_id = x->warp_id,
                                    .barrier_id = x->barrier_id,
                                    .blk_fence_id = x->accessor_fences.blk_fence_id,
                                    .dev_fence_id = x->accessor_fences.dev_fence_id,
                                    .thread_id = x->independent_threads ? x->thread_id : 0,
                                    .tag = x->tag,
                                    .lock_bloom = x->lock_bloom};
    return scord_metadata_to_bits(&owner);
}

/* BIT where VALUE holds, else 0. */
static inline uint32_t scord_situation_where(bool value, scord_situation_bit_t bit) {
    return value ? (uint32_t)bit : 0;
}

/* Where neither side has a lock, which most programs' words always say, nothing else is asked. */
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

/* What only the options add: the parts of a BarrierID (D41), threads, semantics. */
static inline uint32_t scord_situation_of_options(uint64_t entry, uint64_t differs,
                                                  const scord_check_t *x) {
    const uint64_t syncwarp = SCORD_METADATA_FIELD_MASK(BARRIER_ID) &
                              SCORD_METADATA_FIELD_MASK(BARRIER_ID) << SCORD_EPOCH_BARRIER_WIDTH;
    return scord_situation_where(x->independent_threads, SCORD_SITUATION_INDEPENDENT_THREADS) |
           scord_situation_where(x->independent_threads && x->has_diverged,
                                 SCORD_SITUATION_HAS_DIVERGED) |
           scord_situation_where(x->independent_threads && (differs & syncwarp),
                                 SCORD_SITUATION_SYNCWARP_DIFFERS) |
           scord_situation_where(x->independent_threads &&
                                     !(differs & SCORD_METADATA_FIELD_MASK(THREAD_ID)),
                                 SCORD_SITUATION_SAME_THREAD) |
           scord_situation_where(x->independent_threads && x->several_threads,
                                 SCORD_SITUATION_SEVERAL_THREADS) |
           scord_situation_where(x->acquire_release, SCORD_SITUATION_ACQUIRE_RELEASE) |
           scord_situation_where(x->stated, SCORD_SITUATION_STATED) |
           scord_situation_where(x->ordered, SCORD_SITUATION_ORDERED) |
           scord_situation_where(x->acquire_release && entry >> SCORD_METADATA_RELEASE_SHIFT & 1,
                                 SCORD_SITUATION_RELEASE);
}

/* The situation in which x meets ENTRY, the bits of its word's metadata after the tag check. OWNER:
 * scord_situation_owner(x). */
static inline uint32_t scord_situation(uint64_t entry, uint64_t owner, const scord_check_t *x) {
    const scord_metadata_t fences_now = {.blk_fence_id = x->owner_fences.blk_fence_id,
                                         .dev_fence_id = x->owner_fences.dev_fence_id};
    const uint64_t differs = entry ^ owner, fenced = entry ^ scord_metadata_to_bits(&fences_now);
    const uint64_t block = SCORD_METADATA_FIELD_MASK(BLOCK_ID),
                   warp = SCORD_METADATA_FIELD_MASK(WARP_ID);
    const uint64_t barrier = SCORD_METADATA_FIELD_MASK(BARRIER_ID);
    /* with independent_threads the upper part of a BarrierID is the warp's, not the block's (D41)
     */
    const uint64_t block_barrier = x->independent_threads
                                       ? barrier & ~(barrier << SCORD_EPOCH_BARRIER_WIDTH)
                                       : barrier;
    const uint16_t owner_locks = (uint16_t)(entry >> SCORD_METADATA_LOCK_BLOOM_SHIFT);
    return ((uint32_t)(entry >> SCORD_METADATA_MODIFIED_SHIFT) & SCORD_SITUATION_FLAGS) |
           scord_situation_where(x->write, SCORD_SITUATION_WRITE) |
           scord_situation_where(!(differs & block), SCORD_SITUATION_SAME_BLOCK) |
           scord_situation_where(!(differs & (block | warp)), SCORD_SITUATION_SAME_WARP) |
           scord_situation_where(differs & block_barrier, SCORD_SITUATION_BARRIER_DIFFERS) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(BLK_FENCE_ID)),
                                 SCORD_SITUATION_NO_BLOCK_FENCE_SINCE) |
           scord_situation_where(!(fenced & SCORD_METADATA_FIELD_MASK(DEV_FENCE_ID)),
                                 SCORD_SITUATION_NO_DEVICE_FENCE_SINCE) |
           scord_situation_where(x->strong, SCORD_SITUATION_ACCESS_STRONG) |
           scord_situation_where(x->atomic, SCORD_SITUATION_ATOMIC) |
           scord_situation_where(x->block_scope, SCORD_SITUATION_BLOCK_SCOPE) |
           scord_situation_of_locks(owner_locks, x->lock_bloom) |
           scord_situation_where(x->both_scopes, SCORD_SITUATION_BOTH_SCOPES) |
           scord_situation_of_options(entry, differs, x);
}

#endif
