/* detection_logic.c: rules 1 to 9 of docs/semantics.md section 3, literally and in that order.
 *
 *   rule  function                                  ScoRD decisions 1     rule_1_initialization
 * Table III(a) 2     rule_2_barrier                            Table III(c) D10, D4 3
 * rule_3_program_order                      Table III(b)                           D12, D13 4
 * rule_4_scoped_atomic                      Table IV(d)                            D30 5
 * rule_5_atomic_after_atomic                section IV-A                           D14 6
 * rule_6_fences_and_strength                Table IV(a), Table IV(b), Table IV(c) 7
 * rule_7_common_lock                        Table IV(e), Table IV(f)               D22 8
 * rule_8_after_race                         -                                      D16 9
 * rule_9_after_store, rule_9_after_load     -                                      D11, D15, D28
 *
 * With independent threads (section VI; D40 to D43) `same` also looks at threads, and an entry may
 * say WarpShared. With acquire_release (section VI) accesses that state their semantics synchronise
 * as atomics do (D60), a word may carry a release (D61), and what acquire_release.c finds ordered
 * is no race (D63). Without it `stated`, `ordered` and the release flag are 0.
 *
 * The rules look at a situation (situation.h) and say where the entry afterwards comes from
 * (outcome.h), called `md` here. The golden model asks them once a situation (outcome_table.h); who
 * wants the way of a decision asks them again, with a trace.
 */
#include "cmodel/detector/detection_logic.h"

/* A situation, and who wants to know what is looked at. */
typedef struct situation {
    uint32_t bits; /* scord_situation_bit_t */
    scord_rule_trace_t *trace;
} situation_t;

/* ---- terms of section 3; each tells the trace what it came to, for those who want the decision in
 * words -------------- */

static bool holds(const situation_t *s, scord_situation_bit_t bit) { return (s->bits & bit) != 0; }

static bool term(const situation_t *s, scord_term_t name, bool value) {
    return scord_trace_term(s->trace, name, value);
}

static bool rule(const situation_t *s, scord_rule_t name, bool value) {
    return scord_trace_rule(s->trace, name, value);
}

static bool same_block(const situation_t *s) {
    return term(s, SCORD_TERM_SAME_BLOCK, holds(s, SCORD_SITUATION_SAME_BLOCK));
}

static bool same_warp(const situation_t *s) {
    return term(s, SCORD_TERM_SAME_WARP, holds(s, SCORD_SITUATION_SAME_WARP));
}

/* WarpShared (D42): several threads of the owner's warp, and of no other, have read the word since
 * it was clean. The code that says so, sharing flags without Modified, means nothing otherwise. */
static bool warp_shared(const situation_t *s) {
    return holds(s, SCORD_SITUATION_INDEPENDENT_THREADS) && !holds(s, SCORD_SITUATION_MODIFIED) &&
           holds(s, SCORD_SITUATION_BLK_SHARED) && holds(s, SCORD_SITUATION_DEV_SHARED);
}

/* Of one warp: is the owner's access ordered before x? D41: hasDiverged is clear only where all
 * lanes have met since they parted, and another epoch says that lanes have met in between. Else
 * only a thread's own accesses are in program order. */
static bool threads_ordered(const situation_t *s) {
    if (!holds(s, SCORD_SITUATION_HAS_DIVERGED)) return true;
    if (holds(s, SCORD_SITUATION_SYNCWARP_DIFFERS)) return true;
    return !warp_shared(s) && !holds(s, SCORD_SITUATION_SEVERAL_THREADS) &&
           holds(s, SCORD_SITUATION_SAME_THREAD);
}

/* "same" of section 3. */
static bool same(const situation_t *s) {
    return same_warp(s) && (!holds(s, SCORD_SITUATION_INDEPENDENT_THREADS) ||
                            term(s, SCORD_TERM_THREADS_ORDERED, threads_ordered(s)));
}

/* The owner has executed no fence of that kind since its access. */
static bool no_block_fence_since(const situation_t *s) {
    return term(s, SCORD_TERM_NO_BLOCK_FENCE_SINCE, holds(s, SCORD_SITUATION_NO_BLOCK_FENCE_SINCE));
}

static bool no_device_fence_since(const situation_t *s) {
    return term(s, SCORD_TERM_NO_DEVICE_FENCE_SINCE,
                holds(s, SCORD_SITUATION_NO_DEVICE_FENCE_SINCE));
}

static bool synchronises(const situation_t *s) {
    return holds(s, SCORD_SITUATION_ATOMIC) || holds(s, SCORD_SITUATION_STATED);
}

/* "protected": a lock was held, now or before. */
static bool protected_by_lock(const situation_t *s) {
    const bool held = holds(s, SCORD_SITUATION_OWNER_LOCKS) ||
                      holds(s, SCORD_SITUATION_ACCESSOR_LOCKS);
    return term(s, SCORD_TERM_PROTECTED, held);
}

/* Flags of the entry, and of x, as they stand. */
static bool modified(const situation_t *s) {
    return term(s, SCORD_TERM_MODIFIED, holds(s, SCORD_SITUATION_MODIFIED));
}

static bool blk_shared(const situation_t *s) {
    return term(s, SCORD_TERM_BLK_SHARED, holds(s, SCORD_SITUATION_BLK_SHARED) && !warp_shared(s));
}

static bool dev_shared(const situation_t *s) {
    return term(s, SCORD_TERM_DEV_SHARED, holds(s, SCORD_SITUATION_DEV_SHARED) && !warp_shared(s));
}

static bool is_atom(const situation_t *s) {
    return term(s, SCORD_TERM_IS_ATOM, holds(s, SCORD_SITUATION_IS_ATOM));
}

static bool owner_strong(const situation_t *s) {
    return term(s, SCORD_TERM_OWNER_STRONG, holds(s, SCORD_SITUATION_OWNER_STRONG));
}

static bool write(const situation_t *s) {
    return term(s, SCORD_TERM_WRITE, holds(s, SCORD_SITUATION_WRITE));
}

static bool access_strong(const situation_t *s) {
    return term(s, SCORD_TERM_ACCESS_STRONG, holds(s, SCORD_SITUATION_ACCESS_STRONG));
}

/* ---- what becomes of the entry: `md` is what the outcome says of it
 * -------------------------------------------------- */

/* own: x becomes the owner, with its IsAtom and Scope whatever its op (D29). Strong only stays when
 * x is strong too (D13). */
static void own(scord_outcome_t *md, const situation_t *s) {
    md->owned = true;
    md->is_atom = synchronises(s);
    md->scope = holds(s, SCORD_SITUATION_BLOCK_SCOPE);
    md->strong = md->strong && holds(s, SCORD_SITUATION_ACCESS_STRONG);
    if (s->trace) s->trace->owned = true;
}

/* x alone has accessed the word: no sharing, unless it is a load of several threads (D42). */
static void share_with_own_warp(scord_outcome_t *md, const situation_t *s) {
    const bool readers = holds(s, SCORD_SITUATION_SEVERAL_THREADS) &&
                         !holds(s, SCORD_SITUATION_WRITE) && !md->modified;
    md->blk_shared = readers;
    md->dev_shared = readers;
}

/* RESET(x): history starts anew with x. */
static void reset_entry(scord_outcome_t *md, const situation_t *s) {
    own(md, s);
    md->modified = holds(s, SCORD_SITUATION_WRITE);
    share_with_own_warp(md, s);
    md->lockset = SCORD_LOCKSET_OF_ACCESSOR;
    md->strong = holds(s, SCORD_SITUATION_ACCESS_STRONG);
}

/* The locks of both: block parts inside a block, device parts across blocks (D22). */
static scord_lockset_source_t common_locks(const situation_t *s) {
    return same_block(s) ? SCORD_LOCKSET_COMMON_BLOCK : SCORD_LOCKSET_COMMON_DEVICE;
}

/* ---- preliminary checks: Table III
 * --------------------------------------------------------------------------------- */

/* Rule 1, Table III(a): first access after (re-)initialisation. */
static bool rule_1_initialization(scord_outcome_t *md, const situation_t *s) {
    const bool reset_image = holds(s, SCORD_SITUATION_MODIFIED) &&
                             holds(s, SCORD_SITUATION_BLK_SHARED) &&
                             holds(s, SCORD_SITUATION_DEV_SHARED);
    if (!term(s, SCORD_TERM_RESET_IMAGE, reset_image)) return false;
    reset_entry(md, s);
    return true;
}

static bool barrier_differs(const situation_t *s) {
    return term(s, SCORD_TERM_BARRIER_DIFFERS, holds(s, SCORD_SITUATION_BARRIER_DIFFERS));
}

/* Rule 2, Table III(c): only this block so far, and a barrier lies between. Tested before program
 * order (D10). */
static bool rule_2_barrier(scord_outcome_t *md, const situation_t *s) {
    if (!(same_block(s) && barrier_differs(s) && !dev_shared(s))) return false;
    reset_entry(md, s);
    return true;
}

/* Rule 3, Table III(b): only this warp so far. */
static bool rule_3_program_order(scord_outcome_t *md, const situation_t *s) {
    if (!(same(s) && !blk_shared(s) && !dev_shared(s))) return false;
    /* D12: a load of its own unpublished store (no device fence since) leaves that store's stamps
     * and Modified, else the missing fence between that store and another warp's access would be
     * forgotten; nor does it take the release away that its word carries (D61). */
    const bool own_store_unpublished =
        !write(s) && modified(s) && (holds(s, SCORD_SITUATION_RELEASE) || no_device_fence_since(s));
    if (!own_store_unpublished) {
        own(md, s);
        md->modified = holds(s, SCORD_SITUATION_WRITE);
        share_with_own_warp(md, s);
    }
    md->strong = holds(s, SCORD_SITUATION_ACCESS_STRONG); /* D13: overwritten, not ANDed */
    md->lockset = SCORD_LOCKSET_OF_ACCESSOR;
    return true;
}

static scord_path_t preliminary_check(scord_outcome_t *md, const situation_t *s) {
    if (rule(s, SCORD_RULE_INITIALIZATION, rule_1_initialization(md, s)))
        return SCORD_PATH_INITIALIZATION;
    if (rule(s, SCORD_RULE_BARRIER, rule_2_barrier(md, s))) return SCORD_PATH_BARRIER;
    if (rule(s, SCORD_RULE_PROGRAM_ORDER, rule_3_program_order(md, s)))
        return SCORD_PATH_PROGRAM_ORDER;
    return SCORD_PATH_FULL;
}

/* ---- race conditions: Table IV
 * ------------------------------------------------------------------------------------- */

/* Another warp of the block, or another thread of the owner's warp (D42), has read too. */
static void share_inside_block(scord_outcome_t *md, const situation_t *s) {
    const bool own_warp_only = same_warp(s) && !holds(s, SCORD_SITUATION_MODIFIED) &&
                               !blk_shared(s);
    md->blk_shared = true;
    md->dev_shared = own_warp_only;
}

/* Another reader: the owner stays (D11). */
static void share(scord_outcome_t *md, const situation_t *s) {
    if (same_block(s) && !dev_shared(s)) {
        if (!same(s)) share_inside_block(md, s);
    } else {
        md->dev_shared = true;
        md->blk_shared = false;
    }
}

/* Rule 4, Table IV(d): the last access was an atomic that another block cannot rely on; with D39
 * also: x is one that the last atomic's block cannot rely on. */
static scord_verdict_t rule_4_scoped_atomic(const situation_t *s) {
    const bool both = holds(s, SCORD_SITUATION_BOTH_SCOPES) || holds(s, SCORD_SITUATION_STATED);
    const bool too_narrow = holds(s, SCORD_SITUATION_SCOPE) ||
                            (both && synchronises(s) && holds(s, SCORD_SITUATION_BLOCK_SCOPE));
    const bool race = is_atom(s) && term(s, SCORD_TERM_SCOPE_TOO_NARROW, too_narrow) &&
                      !same_block(s);
    return rule(s, SCORD_RULE_SCOPED_ATOMIC, race) ? SCORD_VERDICT_SCOPED_ATOMIC
                                                   : SCORD_VERDICT_CLEAN;
}

/* Rule 5 (D14): atomics of sufficient scope do not race with each other; the later one owns
 * cleanly. */
static bool rule_5_atomic_after_atomic(scord_outcome_t *md, const situation_t *s) {
    if (!(is_atom(s) && term(s, SCORD_TERM_ATOMIC, synchronises(s)))) return false;
    if (!holds(s, SCORD_SITUATION_WRITE)) {
        share(md, s); /* D60: a synchronising load; what it read stays for the next reader */
        return true;
    }
    own(md, s);
    md->modified = true;
    md->blk_shared = false;
    md->dev_shared = false;
    md->strong = true;
    md->lockset = SCORD_LOCKSET_OF_ACCESSOR;
    return true;
}

/* Table IV(a): inside the block a block fence is enough, unless a store meets readers of other
 * blocks. */
static bool missing_block_fence(const situation_t *s) {
    const bool block_fence_does_not_help = no_block_fence_since(s) || (write(s) && dev_shared(s));
    return same_block(s) && block_fence_does_not_help && no_device_fence_since(s);
}

/* Table IV(b). */
static bool missing_device_fence(const situation_t *s) {
    return !same_block(s) && no_device_fence_since(s);
}

static bool conflicts(const situation_t *s) { return write(s) || (modified(s) && !same(s)); }

/* Rule 6, Table IV(a), Table IV(b), Table IV(c), in this priority, for conflicting accesses. */
static scord_verdict_t rule_6_fences_and_strength(const situation_t *s) {
    if (!rule(s, SCORD_RULE_CONFLICT, conflicts(s))) return SCORD_VERDICT_CLEAN;
    if (rule(s, SCORD_RULE_MISSING_BLOCK_FENCE, missing_block_fence(s)))
        return SCORD_VERDICT_MISSING_BLOCK_FENCE;
    if (rule(s, SCORD_RULE_MISSING_DEVICE_FENCE, missing_device_fence(s)))
        return SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (rule(s, SCORD_RULE_NOT_STRONG, !owner_strong(s) || !access_strong(s)))
        return SCORD_VERDICT_NOT_STRONG;
    return SCORD_VERDICT_CLEAN;
}

static bool no_common_lock(const situation_t *s) {
    const bool common = holds(s, same_block(s) ? SCORD_SITUATION_COMMON_BLOCK_LOCK
                                               : SCORD_SITUATION_COMMON_DEVICE_LOCK);
    return term(s, SCORD_TERM_LOCKSETS_DISJOINT, !common);
}

/* Rule 7, Table IV(e), Table IV(f): locks are in use, but none is common to the conflicting
 * accesses (D22). */
static scord_verdict_t rule_7_common_lock(const situation_t *s) {
    const bool race = protected_by_lock(s) && (write(s) || modified(s)) && no_common_lock(s);
    if (!rule(s, SCORD_RULE_NO_COMMON_LOCK, race)) return SCORD_VERDICT_CLEAN;
    return holds(s, SCORD_SITUATION_WRITE) ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE
                                           : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
}

/* ---- updates
 * -------------------------------------------------------------------------------------------------------
 */

/* Rule 8 (D16): after a race the entry starts anew with the racing access, so that execution can go
 * on. */
static void rule_8_after_race(scord_outcome_t *md, const situation_t *s) {
    reset_entry(md, s);
    rule(s, SCORD_RULE_AFTER_RACE, true);
}

/* Rule 9, store or atomic (D15: clears the sharing flags). */
static void rule_9_after_store(scord_outcome_t *md, const situation_t *s) {
    md->lockset = protected_by_lock(s) ? common_locks(s) : SCORD_LOCKSET_NONE;
    own(md, s);
    md->modified = true;
    md->blk_shared = false;
    md->dev_shared = false;
    rule(s, SCORD_RULE_AFTER_STORE, true);
}

/* The lockset after a protected load: the first set known, then the intersection. */
static scord_lockset_source_t refined_by_load(const situation_t *s) {
    if (!holds(s, SCORD_SITUATION_OWNER_LOCKS)) return SCORD_LOCKSET_OF_ACCESSOR;
    if (!holds(s, SCORD_SITUATION_ACCESSOR_LOCKS)) return SCORD_LOCKSET_KEPT;
    return common_locks(s);
}

/* Rule 9, load. A synchronised reader of modified data becomes owner of clean data; readers of
 * unmodified or protected data leave the first owner and mark the sharing (D11, D15, D28). */
static void rule_9_after_load(scord_outcome_t *md, const situation_t *s) {
    const bool is_protected = protected_by_lock(s);
    if (is_protected) md->lockset = refined_by_load(s);
    if (modified(s) && !is_protected) {
        if (!same(s)) md->modified = false;
        share_with_own_warp(md, s);
        own(md, s);
    } else {
        share(md, s);
    }
    rule(s, SCORD_RULE_AFTER_LOAD, true);
}

/* No race, and rule 5 does not apply. */
static void rule_9(scord_outcome_t *md, const situation_t *s) {
    if (holds(s, SCORD_SITUATION_RELEASE) && !holds(s, SCORD_SITUATION_WRITE))
        share(md, s); /* D61 */
    else if (holds(s, SCORD_SITUATION_ORDERED) && conflicts(s))
        reset_entry(md, s); /* D63: history starts anew with x, all before it is ordered */
    else if (holds(s, SCORD_SITUATION_WRITE))
        rule_9_after_store(md, s);
    else
        rule_9_after_load(md, s);
}

/* ---- the check
 * -----------------------------------------------------------------------------------------------------
 */

/* Section 6: a race is of block scope when only the block of the accessor is involved. */
static bool race_has_block_scope(const situation_t *s) {
    return holds(s, SCORD_SITUATION_SAME_BLOCK) &&
           !(holds(s, SCORD_SITUATION_DEV_SHARED) && !warp_shared(s)); /* no condition of a rule */
}

/* Rules 4 to 9, for accesses that no preliminary check let pass. */
static void full_check(scord_outcome_t *md, const situation_t *s) {
    const bool ordered = holds(s, SCORD_SITUATION_ACQUIRE_RELEASE) &&
                         term(s, SCORD_TERM_ORDERED, holds(s, SCORD_SITUATION_ORDERED));
    scord_verdict_t verdict = ordered ? SCORD_VERDICT_CLEAN : rule_4_scoped_atomic(s);
    if (verdict == SCORD_VERDICT_CLEAN &&
        rule(s, SCORD_RULE_ATOMIC_AFTER_ATOMIC, rule_5_atomic_after_atomic(md, s))) {
        md->path = SCORD_PATH_ATOMIC_AFTER_ATOMIC;
        return;
    }
    if (verdict == SCORD_VERDICT_CLEAN && !ordered) verdict = rule_6_fences_and_strength(s);
    if (verdict == SCORD_VERDICT_CLEAN && !ordered) verdict = rule_7_common_lock(s);

    md->verdict = verdict;
    if (verdict != SCORD_VERDICT_CLEAN) {
        md->block_scope = race_has_block_scope(s);
        rule_8_after_race(md, s);
    } else {
        rule_9(md, s);
    }
}

static scord_outcome_t decide(uint32_t situation, scord_rule_trace_t *trace) {
    const situation_t s = {.bits = situation, .trace = trace};
    scord_outcome_t md = {
        .modified = holds(&s, SCORD_SITUATION_MODIFIED),
        .blk_shared = holds(&s, SCORD_SITUATION_BLK_SHARED),
        .dev_shared = holds(&s, SCORD_SITUATION_DEV_SHARED),
        .is_atom = holds(&s, SCORD_SITUATION_IS_ATOM),
        .scope = holds(&s, SCORD_SITUATION_SCOPE),
        .strong = holds(&s, SCORD_SITUATION_OWNER_STRONG),
        .lockset = SCORD_LOCKSET_KEPT,
        .verdict = SCORD_VERDICT_CLEAN,
    };
    md.path = preliminary_check(&md, &s);
    if (md.path == SCORD_PATH_FULL) full_check(&md, &s);
    return md;
}

/* The same where nobody asks for the way of the decision: inlined as a whole, without a trace of
 * it. */
__attribute__((flatten)) static scord_outcome_t decide_untraced(uint32_t situation) {
    return decide(situation, NULL);
}

scord_outcome_t scord_rules(uint32_t situation, scord_rule_trace_t *trace) {
    return trace ? decide(situation, trace) : decide_untraced(situation);
}

scord_decision_t scord_detection_logic(const scord_metadata_t *metadata, const scord_check_t *x) {
    const uint64_t entry = scord_metadata_to_bits(metadata), owner = scord_situation_owner(x);
    const scord_outcome_t outcome = scord_rules(scord_situation(entry, owner, x), x->trace);
    const uint64_t after = scord_outcome_entry(scord_outcome_to_bits(&outcome), entry, owner,
                                               x->independent_threads, x->acquire_release);
    return (scord_decision_t){.metadata = scord_metadata_from_bits(after),
                              .path = outcome.path,
                              .verdict = outcome.verdict,
                              .owned = outcome.owned,
                              .block_scope = outcome.block_scope};
}
