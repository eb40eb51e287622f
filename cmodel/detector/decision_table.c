/* SPDX-License-Identifier: Apache-2.0 */
/* decision_table.c: see decision_table.h. */
#include "cmodel/detector/decision_table.h"

#include <assert.h>
#include <stdlib.h>

bool scord_decision_table_start(scord_decision_table_t *table) {
    if (!table->place) table->place = calloc(SCORD_DECISION_PLACES, sizeof *table->place);
    return table->place;
}

void scord_decision_table_destroy(scord_decision_table_t *table) {
    free(table->place);
    *table = (scord_decision_table_t){0};
}

/* ---- a representative entry and access of a situation ---- */

/* An access of block 1, warp 1, thread 1; values of the entry are 1 where they equal those of x,
 * else 2. */
enum { OF_ACCESS = 1, OTHER = 2 };
_Static_assert(OTHER < 1 << SCORD_EPOCH_BARRIER_WIDTH, "both are BarrierIDs of one epoch (D41)");

/* Locksets chosen so that the five possible sources of an outcome's lockset give different results
 * wherever the situation allows it. A part has two fields of four bits and holds a lock when both
 * have a bit set (D22).
 *
 *                         bits of a field
 *   entry's own bit       2                 KEPT differs from every other source
 *   x's own bit           4                 OF_ACCESSOR is not empty
 *   common, block part    1                 differs from the device part's, so that
 *   common, device part   8                 COMMON_BLOCK is not COMMON_DEVICE
 *
 * Without a common lock of either part both COMMON_ sources are empty, as NONE is, whatever the
 * locksets. */
enum {
    ENTRYS_FIELD = 2,
    ACCESSS_FIELD = 4,
    COMMON_BLOCK_PART = 0x11,
    COMMON_DEVICE_PART = 0x88,
    BOTH_FIELDS = 0x11
};

/* OWN: the side's own bit; HOLDS: its block part holds a lock. The device part always holds a lock;
 * an empty block part has a bit in one field only. */
static uint16_t lockset_of(uint32_t situation, unsigned own, bool holds) {
    unsigned device = own * BOTH_FIELDS, block = holds ? own * BOTH_FIELDS : own;
    if (situation & SCORD_SITUATION_COMMON_DEVICE_LOCK) device |= COMMON_DEVICE_PART;
    if (situation & SCORD_SITUATION_COMMON_BLOCK_LOCK) block |= COMMON_BLOCK_PART;
    return (uint16_t)(device << SCORD_BLOOM_PART_WIDTH | block);
}

static uint8_t equal_where(bool equal) { return equal ? OF_ACCESS : OTHER; }

static scord_check_t representative_access(uint32_t situation) {
    return (scord_check_t){
        .block_id = OF_ACCESS,
        .warp_id = OF_ACCESS,
        .barrier_id = OF_ACCESS,
        .lock_bloom = lockset_of(situation, ACCESSS_FIELD,
                                 situation & SCORD_SITUATION_ACCESSOR_LOCKS),
        .write = situation & SCORD_SITUATION_WRITE,
        .atomic = situation & SCORD_SITUATION_ATOMIC,
        .block_scope = situation & SCORD_SITUATION_BLOCK_SCOPE,
        .strong = situation & SCORD_SITUATION_ACCESS_STRONG,
        .both_scopes = situation & SCORD_SITUATION_BOTH_SCOPES,
        .independent_threads = situation & SCORD_SITUATION_INDEPENDENT_THREADS,
        .has_diverged = situation & SCORD_SITUATION_UNORDERED_THREADS,
        .several_threads = situation & SCORD_SITUATION_SEVERAL_THREADS,
        .thread_id = OF_ACCESS,
        .acquire_release = situation & SCORD_SITUATION_ACQUIRE_RELEASE,
        .stated = situation & SCORD_SITUATION_STATED,
        .ordered = situation & SCORD_SITUATION_ORDERED,
        .accessor_fences = {.blk_fence_id = 3, .dev_fence_id = 3},
        .owner_fences = {.blk_fence_id = OF_ACCESS, .dev_fence_id = OF_ACCESS},
    };
}

static scord_metadata_t representative_entry(uint32_t situation) {
    const bool same_block = situation & SCORD_SITUATION_SAME_BLOCK,
               same_warp = situation & SCORD_SITUATION_SAME_WARP,
               locks = situation & SCORD_SITUATION_OWNER_LOCKS;
    return (scord_metadata_t){
        .block_id = equal_where(same_block),
        .warp_id = equal_where(same_warp || !same_block), /* not compared across blocks */
        .barrier_id = equal_where(!(situation & SCORD_SITUATION_BARRIER_DIFFERS)),
        .blk_fence_id = equal_where(situation & SCORD_SITUATION_NO_BLOCK_FENCE_SINCE),
        .dev_fence_id = equal_where(situation & SCORD_SITUATION_NO_DEVICE_FENCE_SINCE),
        .lock_bloom = locks || !(situation & SCORD_SITUATION_ACQUIRE_RELEASE)
                          ? lockset_of(situation, ENTRYS_FIELD, locks)
                          : 0, /* no number (D62) */
        .thread_id = situation & SCORD_SITUATION_INDEPENDENT_THREADS ? OTHER : 0,
        .release = (situation & SCORD_SITUATION_RELEASE) != 0,
        .modified = (situation & SCORD_SITUATION_MODIFIED) != 0,
        .blk_shared = (situation & SCORD_SITUATION_BLK_SHARED) != 0,
        .dev_shared = (situation & SCORD_SITUATION_DEV_SHARED) != 0,
        .is_atom = (situation & SCORD_SITUATION_IS_ATOM) != 0,
        .scope = (situation & SCORD_SITUATION_SCOPE) != 0,
        .strong = (situation & SCORD_SITUATION_OWNER_STRONG) != 0,
    };
}

/* ---- the rules' decision about it as an outcome ---- */

/* The source that gives the lockset AFTER. */
static scord_lockset_source_t source_of(uint16_t after, uint16_t before, uint16_t accessor) {
    unsigned source = 0;
    while (after != scord_outcome_lockset(before, accessor, (scord_lockset_source_t)source)) {
        source++;
        assert(source < SCORD_LOCKSET_SOURCES);
    }
    return (scord_lockset_source_t)source;
}

/* The outcome by the plain rules. */
static scord_outcome_t decide(uint32_t situation) {
    const scord_check_t x = representative_access(situation);
    const scord_metadata_t entry = representative_entry(situation);
    const uint64_t before = scord_metadata_to_bits(&entry), owner = scord_situation_owner(&x);
    assert(scord_situation(before, owner, &x) == situation);

    const scord_decision_t decision = scord_detection_logic(&entry, &x);
    const uint64_t after = scord_metadata_to_bits(&decision.metadata);
    const scord_lockset_source_t source = source_of(decision.metadata.lock_bloom, entry.lock_bloom,
                                                    x.lock_bloom);
    const scord_outcome_t outcome =
        ((uint32_t)(after >> SCORD_METADATA_MODIFIED_SHIFT) & SCORD_SITUATION_FLAGS) |
        (decision.owned ? SCORD_OUTCOME_OWNED : 0) |
        (decision.block_scope ? SCORD_OUTCOME_BLOCK_SCOPE : 0) | SCORD_OUTCOME_DECIDED |
        (uint32_t)source << SCORD_OUTCOME_LOCKSET_SHIFT |
        (uint32_t)decision.path << SCORD_OUTCOME_PATH_SHIFT |
        (uint32_t)decision.verdict << SCORD_OUTCOME_VERDICT_SHIFT;
    assert(scord_outcome_entry(outcome, before, owner, &x) == after);
    return outcome;
}

scord_outcome_t scord_decision_table_fill(const scord_decision_table_t *table, uint32_t situation) {
    assert(situation < SCORD_SITUATIONS && scord_situation_possible(situation));
    const uint32_t first = scord_decision_table_place(situation);
    scord_decision_place_t *at = &table->place[first];
    for (uint32_t i = 0; i < SCORD_DECISION_PROBES; i++) {
        scord_decision_place_t *next = &table->place[(first + i) % SCORD_DECISION_PLACES];
        if (next->outcome == 0) at = next;
        if (next->outcome == 0) break;
        if (next->situation == situation) return next->outcome;
    }
    *at = (scord_decision_place_t){.situation = situation, .outcome = decide(situation)};
    return at->outcome;
}
