/* SPDX-License-Identifier: Apache-2.0 */
/* printed_logic.c: see printed_logic.h. Each function cites the sentence of ScoRD section IV-A that
 * it is.
 *
 * What the paper leaves open is decided as in detection_logic.c: one verdict a check, in that order
 * of priority, and IsAtom and Scope are those of the last access ("the previous access to the
 * memory location was via an atomic").
 */
#include "cmodel/detector/printed_logic.h"

#include <assert.h>

static bool term(const scord_check_t *x, scord_term_t name, bool value) {
    return scord_trace_term(x->trace, name, value);
}

static bool rule(const scord_check_t *x, scord_rule_t name, bool value) {
    return scord_trace_rule(x->trace, name, value);
}

static bool same_block(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_SAME_BLOCK, md->block_id == x->block_id);
}

static bool same_warp(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_SAME_WARP, md->block_id == x->block_id && md->warp_id == x->warp_id);
}

/* ---- Table III, in the order of the text ---- */

/* "(1) It checks if the access is the first access after (re-) initialization … if three flags in
 * the metadata (Modified, BlkShared, DevShared) are all set" */
static bool first_access(const scord_metadata_t *md, const scord_check_t *x) {
    return rule(x, SCORD_RULE_INITIALIZATION,
                term(x, SCORD_TERM_RESET_IMAGE, md->modified && md->blk_shared && md->dev_shared));
}

/* "(2) Next, it checks for program order … by first matching the WarpID and the BlockID … It also
 * makes sure that both BlkShared, and DevShared are unset" */
static bool program_order(const scord_metadata_t *md, const scord_check_t *x) {
    const bool unshared = !term(x, SCORD_TERM_BLK_SHARED, md->blk_shared) &&
                          !term(x, SCORD_TERM_DEV_SHARED, md->dev_shared);
    return rule(x, SCORD_RULE_PROGRAM_ORDER, same_warp(md, x) && unshared);
}

/* "(3) Finally, it checks if the previous accesses to the memory location were from the same
 * threadblock and whether a barrier separates" */
static bool barrier_between(const scord_metadata_t *md, const scord_check_t *x) {
    const bool differs = term(x, SCORD_TERM_BARRIER_DIFFERS, md->barrier_id != x->barrier_id);
    return rule(x, SCORD_RULE_BARRIER,
                same_block(md, x) && differs && !term(x, SCORD_TERM_DEV_SHARED, md->dev_shared));
}

static scord_path_t preliminary_check(const scord_metadata_t *md, const scord_check_t *x) {
    if (first_access(md, x)) return SCORD_PATH_INITIALIZATION;
    if (program_order(md, x)) return SCORD_PATH_PROGRAM_ORDER;
    if (barrier_between(md, x)) return SCORD_PATH_BARRIER;
    return SCORD_PATH_FULL;
}

/* ---- Table IV ---- */

/* Table IV(d): "IsAtom flag set in the metadata, the scope of the operation was block … and BlockID
 * is different" */
static bool scoped_atomic(const scord_metadata_t *md, const scord_check_t *x) {
    return rule(x, SCORD_RULE_SCOPED_ATOMIC,
                term(x, SCORD_TERM_IS_ATOM, md->is_atom) &&
                    term(x, SCORD_TERM_SCOPE_TOO_NARROW, md->scope) && !same_block(md, x));
}

/* "if both the previous access and the current access to a memory location are atomic … Otherwise,
 * the atomic accesses are race-free" */
static bool atomic_after_atomic(const scord_metadata_t *md, const scord_check_t *x) {
    return rule(x, SCORD_RULE_ATOMIC_AFTER_ATOMIC,
                term(x, SCORD_TERM_IS_ATOM, md->is_atom) && term(x, SCORD_TERM_ATOMIC, x->atomic));
}

/* "On a load, if the Modified flag in the metadata is unset, then no further check is required" */
static bool may_conflict(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_WRITE, x->write) || term(x, SCORD_TERM_MODIFIED, md->modified);
}

/* Table IV(a) to (c): "If the WarpID in the metadata is different from the warp ID of the current
 * access"; "even if they are separated by a fence" */
static scord_verdict_t fences_and_strength(const scord_metadata_t *md, const scord_check_t *x) {
    const bool no_block_fence = term(x, SCORD_TERM_NO_BLOCK_FENCE_SINCE,
                                     md->blk_fence_id == x->owner_fences.blk_fence_id),
               no_device_fence = term(x, SCORD_TERM_NO_DEVICE_FENCE_SINCE,
                                      md->dev_fence_id == x->owner_fences.dev_fence_id);
    if (!rule(x, SCORD_RULE_CONFLICT, may_conflict(md, x) && !same_warp(md, x)))
        return SCORD_VERDICT_CLEAN;
    if (rule(x, SCORD_RULE_MISSING_BLOCK_FENCE,
             same_block(md, x) && no_block_fence && no_device_fence))
        return SCORD_VERDICT_MISSING_BLOCK_FENCE;
    if (rule(x, SCORD_RULE_MISSING_DEVICE_FENCE, !same_block(md, x) && no_device_fence))
        return SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (rule(x, SCORD_RULE_NOT_STRONG,
             !term(x, SCORD_TERM_OWNER_STRONG, md->strong) ||
                 !term(x, SCORD_TERM_ACCESS_STRONG, x->strong)))
        return SCORD_VERDICT_NOT_STRONG;
    return SCORD_VERDICT_CLEAN;
}

/* Table IV(e), (f): "If either the bloom filter content in the metadata or that of the current
 * access is non-empty, then lockset-based race detection is triggered"; "the intersection (bitwise
 * AND) … is empty" */
static scord_verdict_t common_lock(const scord_metadata_t *md, const scord_check_t *x) {
    const bool held = term(x, SCORD_TERM_PROTECTED, md->lock_bloom != 0 || x->lock_bloom != 0),
               disjoint = term(x, SCORD_TERM_LOCKSETS_DISJOINT,
                               (md->lock_bloom & x->lock_bloom) == 0);
    if (!rule(x, SCORD_RULE_NO_COMMON_LOCK, held && may_conflict(md, x) && disjoint))
        return SCORD_VERDICT_CLEAN;
    return x->write ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
}

static scord_verdict_t race_of(const scord_metadata_t *md, const scord_check_t *x,
                               scord_path_t *path) {
    if (scoped_atomic(md, x)) return SCORD_VERDICT_SCOPED_ATOMIC;
    if (atomic_after_atomic(md, x)) {
        *path = SCORD_PATH_ATOMIC_AFTER_ATOMIC;
        return SCORD_VERDICT_CLEAN;
    }
    const scord_verdict_t verdict = fences_and_strength(md, x);
    return verdict != SCORD_VERDICT_CLEAN ? verdict : common_lock(md, x);
}

/* ---- the entry afterwards, whatever the verdict ---- */

/* "Memory access instructions also update the WarpID, BlockID, BarrierID, and FenceIDs of the
 * metadata entry even if no race is detected. Atomic operations set the IsAtom flag and set Scope";
 * the Lock Bloom Filter is "of the locks held by the warp that last accessed the location". */
static void update_owner(scord_metadata_t *md, const scord_check_t *x) {
    md->block_id = x->block_id;
    md->warp_id = x->warp_id;
    md->barrier_id = x->barrier_id;
    md->blk_fence_id = x->accessor_fences.blk_fence_id;
    md->dev_fence_id = x->accessor_fences.dev_fence_id;
    md->is_atom = x->atomic;
    md->scope = x->block_scope;
    md->lock_bloom = x->lock_bloom;
}

/* "A store or atomic instruction further sets the Modified flag. On a load, the DevShared flag is
 * set if the BlockID in the metadata differs … Otherwise, the BlkShared flag is set if the WarpID
 * in the metadata is different": nothing clears them but the first access. "the first access with a
 * volatile qualifier or an atomic after (re-)initialization sets the Strong bit … Any access that
 * is not strong unsets this bit" */
static void update_flags(scord_metadata_t *md, const scord_check_t *x, bool first) {
    if (first) {
        md->modified = x->write;
        md->blk_shared = md->dev_shared = false;
        md->strong = x->strong;
        return;
    }
    md->modified |= x->write;
    if (!x->write && md->block_id != x->block_id)
        md->dev_shared = true;
    else if (!x->write && md->warp_id != x->warp_id)
        md->blk_shared = true;
    md->strong = md->strong && x->strong;
}

scord_decision_t scord_printed_logic(const scord_metadata_t *metadata, const scord_check_t *x) {
    assert(!x->both_scopes && !x->independent_threads && !x->acquire_release);
    const scord_metadata_t *md = metadata;
    scord_decision_t d = {.metadata = *md, .verdict = SCORD_VERDICT_CLEAN, .owned = true};
    d.path = preliminary_check(md, x);
    const bool first = d.path == SCORD_PATH_INITIALIZATION;
    if (d.path == SCORD_PATH_FULL) d.verdict = race_of(md, x, &d.path);
    d.block_scope = d.verdict != SCORD_VERDICT_CLEAN && md->block_id == x->block_id &&
                    !md->dev_shared;
    update_flags(&d.metadata, x, first); /* compares with the owner before */
    update_owner(&d.metadata, x);
    d.metadata.tag = x->tag;
    d.metadata.thread_id = 0;
    d.metadata.release = 0;
    if (x->trace) x->trace->owned = true;
    return d;
}
