/* detection_logic.c: rules 1 to 9 of docs/semantics.md section 3, literally and in that order.
 *
 *   rule  function                                  ScoRD                                  decisions
 *   1     rule_1_initialization                     Table III(a)
 *   2     rule_2_barrier                            Table III(c)                           D10, D4
 *   3     rule_3_program_order                      Table III(b)                           D12, D13
 *   4     rule_4_scoped_atomic                      Table IV(d)                            D30
 *   5     rule_5_atomic_after_atomic                section IV-A                           D14
 *   6     rule_6_fences_and_strength                Table IV(a), Table IV(b), Table IV(c)
 *   7     rule_7_common_lock                        Table IV(e), Table IV(f)               D22
 *   8     rule_8_after_race                         -                                      D16
 *   9     rule_9_after_store, rule_9_after_load     -                                      D11, D15, D28
 *
 * With independent threads (section VI; D40 to D43) `same` also looks at threads, and an entry may say WarpShared.
 * With acquire_release (section VI) accesses that state their semantics synchronise as atomics do (D60), a word may carry a
 * release (D61), and what acquire_release.c finds ordered is no race (D63). Without it
 * `stated`, `ordered` and the release flag are 0.
 */
#include "detection_logic.h"

#include "lockset.h"

/* ---- terms of section 3; each tells the trace what it came to, for those who want the decision in words -------------- */

static bool term(const scord_check_t *x, scord_term_t name, bool value)
{
    return scord_trace_term(x->trace, name, value);
}

static bool rule(const scord_check_t *x, scord_rule_t name, bool value)
{
    return scord_trace_rule(x->trace, name, value);
}
/* What `own` leaves in the release flag until the rules are done. */
enum { JUST_OWNED = 2 };

static bool same_block(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_SAME_BLOCK, md->block_id == x->block_id);
}

static bool same_warp(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_SAME_WARP, md->block_id == x->block_id && md->warp_id == x->warp_id);
}

/* The parts of a BarrierID: the barrier counter of the block and, with independent threads, the __syncwarp epoch (D41). */
static unsigned barrier_part(uint8_t barrier_id, const scord_check_t *x)
{
    return x->independent_threads ? barrier_id & ((1u << SCORD_EPOCH_BARRIER_WIDTH) - 1) : barrier_id;
}

static unsigned syncwarp_part(uint8_t barrier_id)
{
    return barrier_id >> SCORD_EPOCH_BARRIER_WIDTH;
}

/* WarpShared (D42): several threads of the owner's warp, and of no other, have read the word since it was clean. The code
 * that says so, sharing flags without Modified, means nothing otherwise. */
static bool warp_shared(const scord_metadata_t *md, const scord_check_t *x)
{
    return x->independent_threads && !md->modified && md->blk_shared && md->dev_shared;
}

/* Of one warp: is the owner's access ordered before x? D41: hasDiverged is clear only where all lanes have met since they
 * parted, and another epoch says that lanes have met in between. Else only a thread's own accesses are in program order. */
static bool threads_ordered(const scord_metadata_t *md, const scord_check_t *x)
{
    if (!x->has_diverged)
        return true;
    if (syncwarp_part(md->barrier_id) != syncwarp_part(x->barrier_id))
        return true;
    return !warp_shared(md, x) && !x->several_threads && md->thread_id == x->thread_id;
}

/* "same" of section 3. */
static bool same(const scord_metadata_t *md, const scord_check_t *x)
{
    return same_warp(md, x) &&
           (!x->independent_threads || term(x, SCORD_TERM_THREADS_ORDERED, threads_ordered(md, x)));
}

/* The owner has executed no fence of that kind since its access. */
static bool no_block_fence_since(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_NO_BLOCK_FENCE_SINCE, md->blk_fence_id == x->owner_fences.blk_fence_id);
}

static bool no_device_fence_since(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_NO_DEVICE_FENCE_SINCE, md->dev_fence_id == x->owner_fences.dev_fence_id);
}

static bool synchronises(const scord_check_t *x)
{
    return x->atomic || x->stated;
}

/* "protected": a lock was held, now or before. */
static bool protected_by_lock(const scord_metadata_t *md, const scord_check_t *x)
{
    const bool held = !scord_lockset_empty(md->lock_bloom) || !scord_lockset_empty(x->lock_bloom);
    return term(x, SCORD_TERM_PROTECTED, held);
}

/* Flags of the entry, and of x, as they stand. */
static bool modified(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_MODIFIED, md->modified);
}

static bool blk_shared(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_BLK_SHARED, md->blk_shared && !warp_shared(md, x));
}

static bool dev_shared(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_DEV_SHARED, md->dev_shared && !warp_shared(md, x));
}

static bool is_atom(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_IS_ATOM, md->is_atom);
}

static bool owner_strong(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_OWNER_STRONG, md->strong);
}

static bool write(const scord_check_t *x)
{
    return term(x, SCORD_TERM_WRITE, x->write);
}

static bool access_strong(const scord_check_t *x)
{
    return term(x, SCORD_TERM_ACCESS_STRONG, x->strong);
}

/* own: x becomes the owner, with its IsAtom and Scope whatever its op (D29). Strong only stays when x is strong too (D13). */
static void own(scord_metadata_t *md, const scord_check_t *x)
{
    md->block_id = x->block_id;
    md->warp_id = x->warp_id;
    md->barrier_id = x->barrier_id;
    md->blk_fence_id = x->accessor_fences.blk_fence_id;
    md->dev_fence_id = x->accessor_fences.dev_fence_id;
    md->thread_id = x->independent_threads ? x->thread_id : 0;
    md->is_atom = synchronises(x);
    md->scope = x->block_scope;
    md->release = JUST_OWNED;
    md->strong = md->strong && x->strong;
    if (x->trace)
        x->trace->owned = true;
}

/* x alone has accessed the word: no sharing, unless it is a load of several threads (D42). */
static void share_with_own_warp(scord_metadata_t *md, const scord_check_t *x)
{
    const bool readers = x->independent_threads && x->several_threads && !x->write && !md->modified;
    md->blk_shared = readers;
    md->dev_shared = readers;
}

/* RESET(x): history starts anew with x. */
static void reset_entry(scord_metadata_t *md, const scord_check_t *x)
{
    own(md, x);
    md->modified = x->write;
    share_with_own_warp(md, x);
    md->lock_bloom = x->lock_bloom;
    md->strong = x->strong;
}

/* ---- preliminary checks: Table III --------------------------------------------------------------------------------- */

/* Rule 1, Table III(a): first access after (re-)initialisation. */
static bool rule_1_initialization(scord_metadata_t *md, const scord_check_t *x)
{
    if (!term(x, SCORD_TERM_RESET_IMAGE, md->modified && md->blk_shared && md->dev_shared))
        return false;
    reset_entry(md, x);
    return true;
}

static bool barrier_differs(const scord_metadata_t *md, const scord_check_t *x)
{
    return term(x, SCORD_TERM_BARRIER_DIFFERS, barrier_part(md->barrier_id, x) != barrier_part(x->barrier_id, x));
}

/* Rule 2, Table III(c): only this block so far, and a barrier lies between. Tested before program order (D10). */
static bool rule_2_barrier(scord_metadata_t *md, const scord_check_t *x)
{
    if (!(same_block(md, x) && barrier_differs(md, x) && !dev_shared(md, x)))
        return false;
    reset_entry(md, x);
    return true;
}

/* Rule 3, Table III(b): only this warp so far. */
static bool rule_3_program_order(scord_metadata_t *md, const scord_check_t *x)
{
    if (!(same(md, x) && !blk_shared(md, x) && !dev_shared(md, x)))
        return false;
    /* D12: a load of its own unpublished store (no device fence since) leaves that store's stamps and Modified, else the
     * missing fence between that store and another warp's access would be forgotten; nor does it take the release away that
     * its word carries (D61). */
    const bool own_store_unpublished =
        !write(x) && modified(md, x) && (md->release || no_device_fence_since(md, x));
    if (!own_store_unpublished) {
        own(md, x);
        md->modified = x->write;
        share_with_own_warp(md, x);
    }
    md->strong = x->strong; /* D13: overwritten, not ANDed */
    md->lock_bloom = x->lock_bloom;
    return true;
}

static scord_path_t preliminary_check(scord_metadata_t *md, const scord_check_t *x)
{
    if (rule(x, SCORD_RULE_INITIALIZATION, rule_1_initialization(md, x)))
        return SCORD_PATH_INITIALIZATION;
    if (rule(x, SCORD_RULE_BARRIER, rule_2_barrier(md, x)))
        return SCORD_PATH_BARRIER;
    if (rule(x, SCORD_RULE_PROGRAM_ORDER, rule_3_program_order(md, x)))
        return SCORD_PATH_PROGRAM_ORDER;
    return SCORD_PATH_FULL;
}

/* ---- race conditions: Table IV ------------------------------------------------------------------------------------- */

/* Another warp of the block, or another thread of the owner's warp (D42), has read too. */
static void share_inside_block(scord_metadata_t *md, const scord_check_t *x)
{
    const bool own_warp_only = same_warp(md, x) && !md->modified && !blk_shared(md, x);
    md->blk_shared = 1;
    md->dev_shared = own_warp_only;
}

/* Another reader: the owner stays (D11). */
static void share(scord_metadata_t *md, const scord_check_t *x)
{
    if (same_block(md, x) && !dev_shared(md, x)) {
        if (!same(md, x))
            share_inside_block(md, x);
    } else {
        md->dev_shared = 1;
        md->blk_shared = 0;
    }
}

/* Rule 4, Table IV(d): the last access was an atomic that another block cannot rely on; with D39 also: x is one that the last
 * atomic's block cannot rely on. */
static scord_verdict_t rule_4_scoped_atomic(const scord_metadata_t *md, const scord_check_t *x)
{
    const bool too_narrow = md->scope || ((x->both_scopes || x->stated) && synchronises(x) && x->block_scope);
    const bool race = is_atom(md, x) && term(x, SCORD_TERM_SCOPE_TOO_NARROW, too_narrow) && !same_block(md, x);
    return rule(x, SCORD_RULE_SCOPED_ATOMIC, race) ? SCORD_VERDICT_SCOPED_ATOMIC : SCORD_VERDICT_CLEAN;
}

/* Rule 5 (D14): atomics of sufficient scope do not race with each other; the later one owns cleanly. */
static bool rule_5_atomic_after_atomic(scord_metadata_t *md, const scord_check_t *x)
{
    if (!(is_atom(md, x) && term(x, SCORD_TERM_ATOMIC, synchronises(x))))
        return false;
    if (!x->write) {
        share(md, x); /* D60: a synchronising load; what it read stays for the next reader */
        return true;
    }
    own(md, x);
    md->modified = 1;
    md->blk_shared = 0;
    md->dev_shared = 0;
    md->strong = 1;
    md->lock_bloom = x->lock_bloom;
    return true;
}

/* Table IV(a): inside the block a block fence is enough, unless a store meets readers of other blocks. */
static bool missing_block_fence(const scord_metadata_t *md, const scord_check_t *x)
{
    const bool block_fence_does_not_help = no_block_fence_since(md, x) || (write(x) && dev_shared(md, x));
    return same_block(md, x) && block_fence_does_not_help && no_device_fence_since(md, x);
}

/* Table IV(b). */
static bool missing_device_fence(const scord_metadata_t *md, const scord_check_t *x)
{
    return !same_block(md, x) && no_device_fence_since(md, x);
}

static bool conflicts(const scord_metadata_t *md, const scord_check_t *x)
{
    return write(x) || (modified(md, x) && !same(md, x));
}

/* Rule 6, Table IV(a), Table IV(b), Table IV(c), in this priority, for conflicting accesses. */
static scord_verdict_t rule_6_fences_and_strength(const scord_metadata_t *md, const scord_check_t *x)
{
    if (!rule(x, SCORD_RULE_CONFLICT, conflicts(md, x)))
        return SCORD_VERDICT_CLEAN;
    if (rule(x, SCORD_RULE_MISSING_BLOCK_FENCE, missing_block_fence(md, x)))
        return SCORD_VERDICT_MISSING_BLOCK_FENCE;
    if (rule(x, SCORD_RULE_MISSING_DEVICE_FENCE, missing_device_fence(md, x)))
        return SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (rule(x, SCORD_RULE_NOT_STRONG, !owner_strong(md, x) || !access_strong(x)))
        return SCORD_VERDICT_NOT_STRONG;
    return SCORD_VERDICT_CLEAN;
}

static bool no_common_lock(const scord_metadata_t *md, const scord_check_t *x)
{
    const bool disjoint = scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, same_block(md, x));
    return term(x, SCORD_TERM_LOCKSETS_DISJOINT, disjoint);
}

/* Rule 7, Table IV(e), Table IV(f): locks are in use, but none is common to the conflicting accesses (D22). */
static scord_verdict_t rule_7_common_lock(const scord_metadata_t *md, const scord_check_t *x)
{
    const bool race = protected_by_lock(md, x) && (write(x) || modified(md, x)) && no_common_lock(md, x);
    if (!rule(x, SCORD_RULE_NO_COMMON_LOCK, race))
        return SCORD_VERDICT_CLEAN;
    return x->write ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
}

/* ---- updates ------------------------------------------------------------------------------------------------------- */

/* Rule 8 (D16): after a race the entry starts anew with the racing access, so that execution can go on. */
static void rule_8_after_race(scord_metadata_t *md, const scord_check_t *x)
{
    reset_entry(md, x);
    rule(x, SCORD_RULE_AFTER_RACE, true);
}

/* Rule 9, store or atomic (D15: clears the sharing flags). */
static void rule_9_after_store(scord_metadata_t *md, const scord_check_t *x)
{
    md->lock_bloom =
        protected_by_lock(md, x) ? scord_lockset_refine(md->lock_bloom, x->lock_bloom, same_block(md, x)) : 0;
    own(md, x);
    md->modified = 1;
    md->blk_shared = 0;
    md->dev_shared = 0;
    rule(x, SCORD_RULE_AFTER_STORE, true);
}

/* The lockset after a protected load: the first set known, then the intersection. */
static uint16_t refined_by_load(const scord_metadata_t *md, const scord_check_t *x)
{
    if (scord_lockset_empty(md->lock_bloom))
        return x->lock_bloom;
    if (scord_lockset_empty(x->lock_bloom))
        return md->lock_bloom;
    return scord_lockset_refine(md->lock_bloom, x->lock_bloom, same_block(md, x));
}

/* Rule 9, load. A synchronised reader of modified data becomes owner of clean data; readers of unmodified or protected
 * data leave the first owner and mark the sharing (D11, D15, D28). */
static void rule_9_after_load(scord_metadata_t *md, const scord_check_t *x)
{
    const bool is_protected = protected_by_lock(md, x);
    if (is_protected)
        md->lock_bloom = refined_by_load(md, x);
    if (modified(md, x) && !is_protected) {
        if (!same(md, x))
            md->modified = 0;
        share_with_own_warp(md, x);
        own(md, x);
    } else {
        share(md, x);
    }
    rule(x, SCORD_RULE_AFTER_LOAD, true);
}

/* No race, and rule 5 does not apply. */
static void rule_9(scord_metadata_t *md, const scord_check_t *x)
{
    if (md->release && !x->write)
        share(md, x); /* D61 */
    else if (x->ordered && conflicts(md, x))
        reset_entry(md, x); /* D63: history starts anew with x, all before it is ordered */
    else if (x->write)
        rule_9_after_store(md, x);
    else
        rule_9_after_load(md, x);
}

/* ---- the check ----------------------------------------------------------------------------------------------------- */

/* Section 6: a race is of block scope when only the block of the accessor is involved. */
static bool race_has_block_scope(const scord_metadata_t *md, const scord_check_t *x)
{
    return md->block_id == x->block_id && !(md->dev_shared && !warp_shared(md, x)); /* no condition of a rule */
}

/* Rules 4 to 9, for accesses that no preliminary check let pass. */
static void full_check(const scord_metadata_t *md, const scord_check_t *x, scord_decision_t *decision)
{
    const bool ordered = x->acquire_release && term(x, SCORD_TERM_ORDERED, x->ordered);
    scord_verdict_t verdict = ordered ? SCORD_VERDICT_CLEAN : rule_4_scoped_atomic(md, x);
    if (verdict == SCORD_VERDICT_CLEAN &&
        rule(x, SCORD_RULE_ATOMIC_AFTER_ATOMIC, rule_5_atomic_after_atomic(&decision->metadata, x))) {
        decision->path = SCORD_PATH_ATOMIC_AFTER_ATOMIC;
        return;
    }
    if (verdict == SCORD_VERDICT_CLEAN && !x->ordered)
        verdict = rule_6_fences_and_strength(md, x);
    if (verdict == SCORD_VERDICT_CLEAN && !x->ordered)
        verdict = rule_7_common_lock(md, x);

    decision->verdict = verdict;
    if (verdict != SCORD_VERDICT_CLEAN) {
        decision->block_scope = race_has_block_scope(md, x);
        rule_8_after_race(&decision->metadata, x);
    } else {
        rule_9(&decision->metadata, x);
    }
}

static scord_decision_t decide(const scord_metadata_t *metadata, const scord_check_t *x)
{
    scord_decision_t decision = {.metadata = *metadata, .verdict = SCORD_VERDICT_CLEAN};
    decision.metadata.tag = x->tag;     /* "Tag always = tag of x" (D23, D29) */
    if (!x->independent_threads)
        decision.metadata.thread_id = 0; /* D29 */
    if (!x->acquire_release)
        decision.metadata.release = 0; /* D29 */
    decision.path = preliminary_check(&decision.metadata, x);
    if (decision.path == SCORD_PATH_FULL)
        full_check(metadata, x, &decision);
    decision.owned = decision.metadata.release == JUST_OWNED;
    if (decision.owned)
        decision.metadata.release = 0; /* D61: what x carries is acquire_release.c's */
    return decision;
}

/* The same where nobody asks for the way of the decision: inlined as a whole, without a trace of it (make bench). */
__attribute__((flatten)) static scord_decision_t decide_untraced(const scord_metadata_t *metadata, const scord_check_t *x)
{
    scord_check_t untraced = *x;
    untraced.trace = NULL;
    return decide(metadata, &untraced);
}

scord_decision_t scord_detection_logic(const scord_metadata_t *metadata, const scord_check_t *x)
{
    return x->trace ? decide(metadata, x) : decide_untraced(metadata, x);
}
