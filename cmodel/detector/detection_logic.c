/* SPDX-License-Identifier: Apache-2.0 */
/* detection_logic.c: rules 1 to 9 of docs/semantics.md section 3, literally and in that order.
 *
 *   rule  function                      ScoRD                        decisions
 *   1     rule_1_initialization         Table III(a)
 *   2     rule_2_barrier                Table III(c)                 D10, D4
 *   3     rule_3_program_order          Table III(b)                 D12, D13
 *   4     rule_4_scoped_atomic          Table IV(d)                  D30, D39
 *   5     rule_5_atomic_after_atomic    section IV-A                 D14
 *   6     rule_6_fences_and_strength    Table IV(a), IV(b), IV(c)
 *   7     rule_7_common_lock            Table IV(e), IV(f)           D22
 *   8     rule_8_after_race             -                            D16
 *   9     rule_9_after_store, _load     -                            D11, D15, D28
 *
 * A check is one pass: rules 1 to 3 (preliminary check) pass most accesses and update the entry.
 * The rest go through the race conditions 4, 6 and 7, with rule 5 in between, and then rule 8 or 9
 * updates the entry.
 *
 * Data: `d` is the decision in progress. d->metadata starts as the entry before the access; only
 * the rule that applies changes it, and that rule is the last. Functions that only test a condition
 * take the entry `md` and x and change nothing.
 *
 * Invariants: one rule at most updates the entry; the tag afterwards is x's (D29); a race is
 * reported by rules 4, 6 and 7 only, and then rule 8 resets the entry.
 *
 * Options. With independent threads (D40 to D43) "same" also compares threads, and an entry may be
 * WarpShared. With acquire_release (D60 to D64) accesses that state their semantics synchronise as
 * atomics do, a word may carry a release, and accesses that acquire_release.c finds ordered do not
 * race.
 *
 * When x->trace is set (`scord cosim --explain`), every term and every rule records its value
 * there; the trace changes nothing else.
 *
 * This file is written to be read, not to be fast. The model looks most decisions up in
 * decision_table.h, which is filled from here. Independent statements of the same rules:
 * tb/unit/model/test_detection_logic.c, tb/bench/parts/detection_reference.vh.
 */
#include "cmodel/detector/detection_logic.h"

#include <assert.h>

#include "cmodel/detector/lockset.h"

/* ---- the terms of section 3: each records its value in the trace ---- */

static bool term(const scord_check_t *x, scord_term_t name, bool value) {
    return scord_trace_term(x->trace, name, value);
}

static bool rule(const scord_check_t *x, scord_rule_t name, bool value) {
    return scord_trace_rule(x->trace, name, value);
}

/* same_b */
static bool same_block(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_SAME_BLOCK, md->block_id == x->block_id);
}

static bool same_warp(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_SAME_WARP, md->block_id == x->block_id && md->warp_id == x->warp_id);
}

/* WarpShared (D42): several threads of the owner's warp, and of no other, have read the word since
 * it was clean. It is encoded as both sharing flags without Modified, a combination that has no
 * other meaning. */
static bool warp_shared(const scord_metadata_t *md, const scord_check_t *x) {
    return x->independent_threads && !md->modified && md->blk_shared && md->dev_shared;
}

/* With independent_threads a BarrierID is {epoch of __syncwarp, barriers of the block} (D41). */
static unsigned syncwarp_epoch(unsigned barrier_id) {
    return barrier_id >> SCORD_EPOCH_BARRIER_WIDTH;
}

static unsigned block_barriers(unsigned barrier_id, const scord_check_t *x) {
    return x->independent_threads ? barrier_id & ((1u << SCORD_EPOCH_BARRIER_WIDTH) - 1)
                                  : barrier_id;
}

static bool barrier_differs(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_BARRIER_DIFFERS,
                block_barriers(md->barrier_id, x) != block_barriers(x->barrier_id, x));
}

/* Of one warp: is the owner's access ordered before x? D41: hasDiverged is clear only if all lanes
 * have met since they diverged; a different epoch means that lanes have met in between. Otherwise
 * only accesses of the same thread are in program order (D40). */
bool scord_threads_ordered(const scord_metadata_t *md, const scord_check_t *x) {
    if (!x->independent_threads || !x->has_diverged) return true;
    if (syncwarp_epoch(md->barrier_id) != syncwarp_epoch(x->barrier_id)) return true;
    return !warp_shared(md, x) && !x->several_threads && md->thread_id == x->thread_id;
}

/* "same" of section 3. */
static bool same(const scord_metadata_t *md, const scord_check_t *x) {
    return same_warp(md, x) && (!x->independent_threads ||
                                term(x, SCORD_TERM_THREADS_ORDERED, scord_threads_ordered(md, x)));
}

/* BlkFenceID == OF.Blk: the owner has executed no block fence since its access. */
static bool no_block_fence_since(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_NO_BLOCK_FENCE_SINCE,
                md->blk_fence_id == x->owner_fences.blk_fence_id);
}

/* DevFenceID == OF.Dev: and no device fence. */
static bool no_device_fence_since(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_NO_DEVICE_FENCE_SINCE,
                md->dev_fence_id == x->owner_fences.dev_fence_id);
}

/* An atomic, or with acquire_release an access that states its semantics (D60). */
static bool synchronises(const scord_check_t *x) { return x->atomic || x->stated; }

/* The word carries a release (D61). */
static bool carries_release(const scord_metadata_t *md, const scord_check_t *x) {
    return x->acquire_release && md->release;
}

/* "protected": a lock was held, now or before. */
static bool protected_by_lock(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_PROTECTED,
                !scord_lockset_empty(md->lock_bloom) || !scord_lockset_empty(x->lock_bloom));
}

/* "lockset AND xl": inside a block all common locks, across blocks those of device scope (D22). */
static uint16_t common_locks(const scord_metadata_t *md, const scord_check_t *x) {
    return scord_lockset_refine(md->lock_bloom, x->lock_bloom, same_block(md, x));
}

/* Flags of the entry and of x. */
static bool modified(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_MODIFIED, md->modified);
}

static bool blk_shared(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_BLK_SHARED, md->blk_shared && !warp_shared(md, x));
}

static bool dev_shared(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_DEV_SHARED, md->dev_shared && !warp_shared(md, x));
}

static bool is_atom(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_IS_ATOM, md->is_atom);
}

static bool owner_strong(const scord_metadata_t *md, const scord_check_t *x) {
    return term(x, SCORD_TERM_OWNER_STRONG, md->strong);
}

static bool write(const scord_check_t *x) { return term(x, SCORD_TERM_WRITE, x->write); }

static bool access_strong(const scord_check_t *x) {
    return term(x, SCORD_TERM_ACCESS_STRONG, x->strong);
}

/* ---- updates of the entry that several rules share ---- */

/* own: x becomes the owner, with its IsAtom and Scope whatever its op (D29). Strong only stays when
 * x is strong too (D13). */
static void own(scord_decision_t *d, const scord_check_t *x) {
    scord_metadata_t *md = &d->metadata;
    md->block_id = x->block_id;
    md->warp_id = x->warp_id;
    md->barrier_id = x->barrier_id;
    md->blk_fence_id = x->accessor_fences.blk_fence_id;
    md->dev_fence_id = x->accessor_fences.dev_fence_id;
    md->thread_id = x->independent_threads ? x->thread_id : 0;
    md->release = 0; /* D61: acquire_release.c says what the new owner's word carries */
    md->is_atom = synchronises(x);
    md->scope = x->block_scope;
    md->strong = md->strong && x->strong;
    d->owned = true;
    if (x->trace) x->trace->owned = true;
}

/* Modified = `value`, not shared; but a clean word that several threads read is WarpShared (D42).
 */
static void set_unshared(scord_metadata_t *md, const scord_check_t *x, bool value) {
    const bool readers = x->independent_threads && x->several_threads && !x->write && !value;
    md->modified = value;
    md->blk_shared = readers;
    md->dev_shared = readers;
}

/* RESET(x): the history begins again with x. */
static void reset_entry(scord_decision_t *d, const scord_check_t *x) {
    own(d, x);
    set_unshared(&d->metadata, x, x->write);
    d->metadata.lock_bloom = x->lock_bloom;
    d->metadata.strong = x->strong;
}

/* Another reader; the owner stays (D11). Inside the block BlkShared, or WarpShared when it is
 * another thread of the owner's warp (D42); across blocks DevShared. */
static void share(scord_metadata_t *md, const scord_check_t *x) {
    if (same_block(md, x) && !dev_shared(md, x)) {
        if (same(md, x)) return;
        const bool own_warp_only = same_warp(md, x) && !md->modified && !blk_shared(md, x);
        md->blk_shared = true;
        md->dev_shared = own_warp_only;
    } else {
        md->dev_shared = true;
        md->blk_shared = false;
    }
}

/* ---- preliminary check: Table III ---- */

/* Rule 1, Table III(a): first access after (re-)initialisation. */
static bool rule_1_initialization(scord_decision_t *d, const scord_check_t *x) {
    const scord_metadata_t *md = &d->metadata;
    const bool reset_image = md->modified && md->blk_shared && md->dev_shared;
    if (!term(x, SCORD_TERM_RESET_IMAGE, reset_image)) return false;
    reset_entry(d, x);
    return true;
}

/* Rule 2, Table III(c): only this block so far, and a barrier lies between. Tested before program
 * order (D10). */
static bool rule_2_barrier(scord_decision_t *d, const scord_check_t *x) {
    const scord_metadata_t *md = &d->metadata;
    if (!(same_block(md, x) && barrier_differs(md, x) && !dev_shared(md, x))) return false;
    reset_entry(d, x);
    return true;
}

/* Rule 3, Table III(b): only this warp so far. */
static bool rule_3_program_order(scord_decision_t *d, const scord_check_t *x) {
    scord_metadata_t *md = &d->metadata;
    if (!(same(md, x) && !blk_shared(md, x) && !dev_shared(md, x))) return false;
    /* D12: a load of the warp's own store, with no device fence since, keeps that store's stamps
     * and Modified: otherwise the missing fence between the store and another warp's access would
     * be lost. It also keeps the release that the word carries (D61). */
    const bool own_store_unpublished = !write(x) && modified(md, x) &&
                                       (carries_release(md, x) || no_device_fence_since(md, x));
    if (!own_store_unpublished) {
        own(d, x);
        set_unshared(md, x, x->write);
    }
    md->strong = x->strong; /* D13: overwritten, not ANDed */
    md->lock_bloom = x->lock_bloom;
    return true;
}

static scord_path_t preliminary_check(scord_decision_t *d, const scord_check_t *x) {
    if (rule(x, SCORD_RULE_INITIALIZATION, rule_1_initialization(d, x)))
        return SCORD_PATH_INITIALIZATION;
    if (rule(x, SCORD_RULE_BARRIER, rule_2_barrier(d, x))) return SCORD_PATH_BARRIER;
    if (rule(x, SCORD_RULE_PROGRAM_ORDER, rule_3_program_order(d, x)))
        return SCORD_PATH_PROGRAM_ORDER;
    return SCORD_PATH_FULL;
}

/* ---- race conditions: Table IV ---- */

/* Rule 4, Table IV(d): the last access was an atomic whose scope does not include x's block; with
 * D39 also: x is an atomic whose scope does not include the owner's block. */
static scord_verdict_t rule_4_scoped_atomic(const scord_metadata_t *md, const scord_check_t *x) {
    const bool both = x->both_scopes || x->stated;
    const bool too_narrow = md->scope || (both && synchronises(x) && x->block_scope);
    const bool race = is_atom(md, x) && term(x, SCORD_TERM_SCOPE_TOO_NARROW, too_narrow) &&
                      !same_block(md, x);
    return rule(x, SCORD_RULE_SCOPED_ATOMIC, race) ? SCORD_VERDICT_SCOPED_ATOMIC
                                                   : SCORD_VERDICT_CLEAN;
}

/* Rule 5 (D14): atomics of sufficient scope do not race with each other; the later one becomes
 * owner of clean data. */
static bool rule_5_atomic_after_atomic(scord_decision_t *d, const scord_check_t *x) {
    scord_metadata_t *md = &d->metadata;
    if (!(is_atom(md, x) && term(x, SCORD_TERM_ATOMIC, synchronises(x)))) return false;
    if (!x->write) {
        share(md, x); /* D60: a synchronising load; what it read remains for the next reader */
        return true;
    }
    own(d, x);
    set_unshared(md, x, true);
    md->strong = true;
    md->lock_bloom = x->lock_bloom;
    return true;
}

/* Table IV(a): inside the block a block fence is enough, unless a store meets readers of other
 * blocks. */
static bool missing_block_fence(const scord_metadata_t *md, const scord_check_t *x) {
    const bool block_fence_does_not_help = no_block_fence_since(md, x) ||
                                           (write(x) && dev_shared(md, x));
    return same_block(md, x) && block_fence_does_not_help && no_device_fence_since(md, x);
}

/* Table IV(b). */
static bool missing_device_fence(const scord_metadata_t *md, const scord_check_t *x) {
    return !same_block(md, x) && no_device_fence_since(md, x);
}

static bool conflicts(const scord_metadata_t *md, const scord_check_t *x) {
    return write(x) || (modified(md, x) && !same(md, x));
}

/* "intersection empty" of the two locksets (D22). */
static bool no_lock_in_common(const scord_metadata_t *md, const scord_check_t *x) {
    const bool disjoint = scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, same_block(md, x));
    return term(x, SCORD_TERM_LOCKSETS_DISJOINT, disjoint);
}

/* Table IV(c). A lock that both hold orders weak accesses, too: it is active only behind a fence
 * (D18), and the fence before its release was looked for just before (D68). */
static bool not_strong(const scord_metadata_t *md, const scord_check_t *x) {
    const bool weak = !owner_strong(md, x) || !access_strong(x);
    return weak && !(x->acquire_release && !no_lock_in_common(md, x));
}

/* Rule 6, Table IV(a), Table IV(b), Table IV(c), in this priority, for conflicting accesses. */
static scord_verdict_t rule_6_fences_and_strength(const scord_metadata_t *md,
                                                  const scord_check_t *x) {
    if (!rule(x, SCORD_RULE_CONFLICT, conflicts(md, x))) return SCORD_VERDICT_CLEAN;
    if (rule(x, SCORD_RULE_MISSING_BLOCK_FENCE, missing_block_fence(md, x)))
        return SCORD_VERDICT_MISSING_BLOCK_FENCE;
    if (rule(x, SCORD_RULE_MISSING_DEVICE_FENCE, missing_device_fence(md, x)))
        return SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (rule(x, SCORD_RULE_NOT_STRONG, not_strong(md, x))) return SCORD_VERDICT_NOT_STRONG;
    return SCORD_VERDICT_CLEAN;
}

/* Rule 7, Table IV(e), Table IV(f): locks are in use, but none is common to the conflicting
 * accesses. */
static scord_verdict_t rule_7_common_lock(const scord_metadata_t *md, const scord_check_t *x) {
    const bool race = protected_by_lock(md, x) && (write(x) || modified(md, x)) &&
                      no_lock_in_common(md, x);
    if (!rule(x, SCORD_RULE_NO_COMMON_LOCK, race)) return SCORD_VERDICT_CLEAN;
    return x->write ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
}

/* ---- updates ---- */

/* Section 6: a race is of block scope when only the block of the accessor is involved. */
static bool race_has_block_scope(const scord_metadata_t *md, const scord_check_t *x) {
    return md->block_id == x->block_id && !(md->dev_shared && !warp_shared(md, x));
}

/* Rule 8 (D16): after a race the entry is reset to the racing access, so that execution can
 * continue. */
static void rule_8_after_race(scord_decision_t *d, const scord_check_t *x) {
    d->block_scope = race_has_block_scope(&d->metadata, x);
    reset_entry(d, x);
    rule(x, SCORD_RULE_AFTER_RACE, true);
}

/* Rule 9, store or atomic (D15: clears the sharing flags). */
static void rule_9_after_store(scord_decision_t *d, const scord_check_t *x) {
    scord_metadata_t *md = &d->metadata;
    md->lock_bloom = protected_by_lock(md, x) ? common_locks(md, x) : 0;
    own(d, x);
    set_unshared(md, x, true);
    rule(x, SCORD_RULE_AFTER_STORE, true);
}

/* The lockset after a protected load: the first set known, then the intersection. */
static uint16_t refined_by_load(const scord_metadata_t *md, const scord_check_t *x) {
    if (scord_lockset_empty(md->lock_bloom)) return x->lock_bloom;
    if (scord_lockset_empty(x->lock_bloom)) return md->lock_bloom;
    return common_locks(md, x);
}

/* Rule 9, load. A synchronised reader of modified data becomes owner of clean data; readers of
 * unmodified or protected data leave the first owner and mark the sharing (D11, D15, D28). */
static void rule_9_after_load(scord_decision_t *d, const scord_check_t *x) {
    scord_metadata_t *md = &d->metadata;
    const bool is_protected = protected_by_lock(md, x);
    if (is_protected) md->lock_bloom = refined_by_load(md, x);
    if (modified(md, x) && !is_protected) {
        set_unshared(md, x, same(md, x));
        own(d, x);
    } else {
        share(md, x);
    }
    rule(x, SCORD_RULE_AFTER_LOAD, true);
}

/* Rule 9: no race, and rule 5 does not apply. */
static void rule_9(scord_decision_t *d, const scord_check_t *x) {
    if (carries_release(&d->metadata, x) && !x->write)
        share(&d->metadata, x); /* D61 */
    else if (x->ordered && conflicts(&d->metadata, x))
        reset_entry(d, x); /* D63: all earlier accesses happen before x */
    else if (x->write)
        rule_9_after_store(d, x);
    else
        rule_9_after_load(d, x);
}

/* ---- the check ---- */

/* Rules 4 to 9, for accesses that rules 1 to 3 did not pass. */
static void full_check(scord_decision_t *d, const scord_check_t *x) {
    const scord_metadata_t *md = &d->metadata;
    const bool ordered = x->acquire_release && term(x, SCORD_TERM_ORDERED, x->ordered);
    if (!ordered) d->verdict = rule_4_scoped_atomic(md, x);
    if (d->verdict == SCORD_VERDICT_CLEAN &&
        rule(x, SCORD_RULE_ATOMIC_AFTER_ATOMIC, rule_5_atomic_after_atomic(d, x))) {
        d->path = SCORD_PATH_ATOMIC_AFTER_ATOMIC;
        return;
    }
    if (d->verdict == SCORD_VERDICT_CLEAN && !ordered)
        d->verdict = rule_6_fences_and_strength(md, x);
    if (d->verdict == SCORD_VERDICT_CLEAN && !ordered) d->verdict = rule_7_common_lock(md, x);
    if (d->verdict != SCORD_VERDICT_CLEAN)
        rule_8_after_race(d, x);
    else
        rule_9(d, x);
}

scord_decision_t scord_detection_logic(const scord_metadata_t *metadata, const scord_check_t *x) {
    assert(x->acquire_release || (!x->stated && !x->ordered));
    scord_decision_t d = {.metadata = *metadata, .verdict = SCORD_VERDICT_CLEAN};
    d.metadata.tag = x->tag; /* D29, also for an option that is off: */
    if (!x->independent_threads) d.metadata.thread_id = 0;
    if (!x->acquire_release) d.metadata.release = 0;
    d.path = preliminary_check(&d, x);
    if (d.path == SCORD_PATH_FULL) full_check(&d, x);
    assert(d.verdict == SCORD_VERDICT_CLEAN || (d.path == SCORD_PATH_FULL && d.owned));
    assert(!d.block_scope || d.verdict != SCORD_VERDICT_CLEAN); /* D30 */
    assert(d.metadata.tag == x->tag);
    return d;
}
