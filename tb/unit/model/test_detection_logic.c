/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/detection_logic.c: every rule of docs/semantics.md section 3
 * directed, then the whole input space of flags, relations, fences and locks against a second
 * implementation, written from the pseudo-code in one piece.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/detection_logic.h"
#include "cmodel/sm/lock_bloom.h"

enum { BLOCK = 0x21, OTHER_BLOCK = 0x22, WARP = 3, OTHER_WARP = 4, BARRIER = 9, TAG = 5 };

/* The owner: BLOCK, WARP; it wrote with a strong store and has executed no fence since. */
static scord_metadata_t owned(void) {
    return (scord_metadata_t){.dev_fence_id = 7,
                              .blk_fence_id = 8,
                              .barrier_id = BARRIER,
                              .warp_id = WARP,
                              .block_id = BLOCK,
                              .modified = 1,
                              .strong = 1,
                              .tag = TAG};
}

/* x: a strong load of `block`, `warp` in the owner's barrier epoch. */
static scord_check_t strong_load(unsigned block, unsigned warp) {
    return (scord_check_t){.block_id = (uint8_t)block,
                           .warp_id = (uint8_t)warp,
                           .barrier_id = BARRIER,
                           .tag = TAG,
                           .strong = true,
                           .accessor_fences = {.dev_fence_id = 40, .blk_fence_id = 41},
                           .owner_fences = {.dev_fence_id = 7, .blk_fence_id = 8}};
}

static scord_check_t strong_store(unsigned block, unsigned warp) {
    scord_check_t x = strong_load(block, warp);
    x.write = true;
    return x;
}

static scord_check_t atomic(unsigned block, unsigned warp, bool block_scope) {
    scord_check_t x = strong_store(block, warp);
    x.atomic = true;
    x.block_scope = block_scope;
    return x;
}

static scord_check_t after_owner_fence(scord_check_t x, scord_scope_t scope) {
    if (scope == SCORD_SCOPE_BLOCK)
        x.owner_fences.blk_fence_id++;
    else
        x.owner_fences.dev_fence_id++;
    return x;
}

static uint16_t lock_of(uint8_t hash, bool device) {
    return scord_lock_bloom_insert(
        0, hash, device ? SCORD_LOCK_STATE_DEVICE_ACTIVE : SCORD_LOCK_STATE_BLOCK_ACTIVE);
}

static scord_decision_t decide(scord_metadata_t md, scord_check_t x) {
    scord_rule_trace_t trace = {.steps = 0};
    const scord_decision_t decision = scord_detection_logic(&md, &x);
    x.trace = &trace;
    const scord_decision_t traced = scord_detection_logic(&md, &x);
    assert_int_equal(scord_metadata_to_bits(&decision.metadata),
                     scord_metadata_to_bits(&traced.metadata));
    assert_true(decision.path == traced.path && decision.verdict == traced.verdict &&
                decision.block_scope == traced.block_scope);
    assert_in_range(trace.steps, 1, SCORD_TRACE_STEPS - 1); /* none was lost */
    assert_true(trace.step[trace.steps - 1].is_rule);
    return decision;
}

static void expect(scord_decision_t decision, scord_path_t path, scord_verdict_t verdict) {
    assert_int_equal(decision.path, path);
    assert_int_equal(decision.verdict, verdict);
}

/* The entry holds x as its owner, with x's fences now (D1). */
static void expect_owner(const scord_metadata_t *md, const scord_check_t *x) {
    assert_int_equal(md->block_id, x->block_id);
    assert_int_equal(md->warp_id, x->warp_id);
    assert_int_equal(md->barrier_id, x->barrier_id);
    assert_int_equal(md->blk_fence_id, x->accessor_fences.blk_fence_id);
    assert_int_equal(md->dev_fence_id, x->accessor_fences.dev_fence_id);
    assert_int_equal(md->is_atom, x->atomic);
    assert_int_equal(md->scope, x->block_scope);
}

/* RESET(x). */
static void expect_reset(const scord_metadata_t *md, const scord_check_t *x) {
    expect_owner(md, x);
    assert_int_equal(md->modified, x->write);
    assert_int_equal(md->blk_shared, 0);
    assert_int_equal(md->dev_shared, 0);
    assert_int_equal(md->strong, x->strong);
    assert_int_equal(md->lock_bloom, x->lock_bloom);
    assert_int_equal(md->tag, x->tag);
}

static void expect_unchanged_owner(const scord_metadata_t *after, const scord_metadata_t *before) {
    assert_int_equal(after->block_id, before->block_id);
    assert_int_equal(after->warp_id, before->warp_id);
    assert_int_equal(after->barrier_id, before->barrier_id);
    assert_int_equal(after->blk_fence_id, before->blk_fence_id);
    assert_int_equal(after->dev_fence_id, before->dev_fence_id);
    assert_int_equal(after->strong, before->strong);
}

/* ---- rules 1 to 3: Table III ---- */

TEST(test_rule_1_initialization) {
    const scord_metadata_t fresh = {.modified = 1, .blk_shared = 1, .dev_shared = 1};
    const scord_check_t accesses[] = {strong_load(OTHER_BLOCK, 1), strong_store(BLOCK, WARP),
                                      atomic(BLOCK, 9, true)};
    for (unsigned i = 0; i < 3; i++) {
        const scord_decision_t decision = decide(fresh, accesses[i]);
        expect(decision, SCORD_PATH_INITIALIZATION, SCORD_VERDICT_CLEAN);
        expect_reset(&decision.metadata, &accesses[i]);
    }
}

TEST(test_rule_2_barrier) {
    scord_check_t x = strong_store(BLOCK, OTHER_WARP);
    x.barrier_id = BARRIER + 1;
    const scord_decision_t decision = decide(owned(), x);
    expect(decision, SCORD_PATH_BARRIER, SCORD_VERDICT_CLEAN);
    expect_reset(&decision.metadata, &x);
    scord_metadata_t shared = owned();
    shared.dev_shared = 1; /* readers of other blocks did not take part in the barrier */
    expect(decide(shared, x), SCORD_PATH_FULL, SCORD_VERDICT_MISSING_BLOCK_FENCE);
    x.block_id = OTHER_BLOCK;
    expect(decide(owned(), x), SCORD_PATH_FULL, SCORD_VERDICT_MISSING_DEVICE_FENCE);
}

/* D10: a warp's own load after a barrier takes the barrier path, so that a store of the same block
 * in the new epoch meets it. */
TEST(test_rule_2_is_tested_before_rule_3) {
    scord_check_t own_load = strong_load(BLOCK, WARP);
    own_load.barrier_id = BARRIER + 1;
    const scord_decision_t decision = decide(owned(), own_load);
    expect(decision, SCORD_PATH_BARRIER, SCORD_VERDICT_CLEAN);
    scord_check_t store = strong_store(BLOCK, OTHER_WARP);
    store.barrier_id = BARRIER + 1;
    store.owner_fences = own_load.accessor_fences;
    expect(decide(decision.metadata, store), SCORD_PATH_FULL, SCORD_VERDICT_MISSING_BLOCK_FENCE);
}

/* D12: an own load without device fence keeps Modified and every stamp of the store; D13: Strong is
 * overwritten. */
TEST(test_rule_3_load_of_own_unpublished_store) {
    scord_check_t x = strong_load(BLOCK, WARP);
    x.strong = false;
    x.lock_bloom = lock_of(3, true);
    scord_metadata_t md = owned();
    md.is_atom = 1;
    md.scope = 1;
    for (unsigned block_fence = 0; block_fence < 2; block_fence++) {
        const scord_decision_t decision =
            decide(md, block_fence ? after_owner_fence(x, SCORD_SCOPE_BLOCK) : x);
        expect(decision, SCORD_PATH_PROGRAM_ORDER, SCORD_VERDICT_CLEAN);
        scord_metadata_t expected = md;
        expected.strong = 0;
        expected.lock_bloom = x.lock_bloom;
        assert_record_equal(metadata, METADATA, &decision.metadata, &expected);
    }
}

TEST(test_rule_3_load_after_device_fence) {
    scord_check_t x = after_owner_fence(strong_load(BLOCK, WARP), SCORD_SCOPE_DEVICE);
    scord_metadata_t md = owned();
    md.strong = 0;
    const scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_PROGRAM_ORDER, SCORD_VERDICT_CLEAN);
    expect_reset(&decision.metadata, &x); /* Strong = xs although it was 0 (D13) */
}

TEST(test_rule_3_store) {
    scord_check_t x = strong_store(BLOCK, WARP);
    scord_metadata_t md = owned();
    md.modified = 0;
    md.strong = 0;
    const scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_PROGRAM_ORDER, SCORD_VERDICT_CLEAN);
    expect_reset(&decision.metadata, &x);
    md.blk_shared = 1; /* another warp has read it: no longer program order alone */
    expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_MISSING_BLOCK_FENCE);
}

/* ---- rules 4 and 5: atomics ---- */

TEST(test_rule_4_scoped_atomic) {
    scord_metadata_t md = owned();
    md.is_atom = 1;
    md.scope = 1;
    const scord_check_t others[] = {strong_load(OTHER_BLOCK, 1), strong_store(OTHER_BLOCK, 1),
                                    atomic(OTHER_BLOCK, 1, false), atomic(OTHER_BLOCK, 1, true)};
    for (unsigned i = 0; i < 4; i++) { /* a device fence of the owner does not help: (d) comes
                                          first, before rule 5 (D30) */
        const scord_decision_t decision = decide(md,
                                                 after_owner_fence(others[i], SCORD_SCOPE_DEVICE));
        expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_SCOPED_ATOMIC);
        assert_false(decision.block_scope);
        expect_reset(&decision.metadata, &others[i]); /* rule 8, D16 */
    }
    expect(decide(md, atomic(BLOCK, OTHER_WARP, true)), SCORD_PATH_ATOMIC_AFTER_ATOMIC,
           SCORD_VERDICT_CLEAN);
    md.scope = 0;
    expect(decide(md, atomic(OTHER_BLOCK, 1, false)), SCORD_PATH_ATOMIC_AFTER_ATOMIC,
           SCORD_VERDICT_CLEAN);
}

/* D39: with the option, a block-scope atomic after another block's atomic is too narrow, whatever
 * that one's scope. */
TEST(test_rule_4_both_scopes) {
    scord_metadata_t md = owned();
    md.is_atom = 1;
    for (unsigned option = 0; option < 2; option++) {
        scord_check_t x = atomic(OTHER_BLOCK, 1, true);
        x.both_scopes = option;
        const scord_decision_t decision = decide(md, after_owner_fence(x, SCORD_SCOPE_DEVICE));
        expect(decision, option ? SCORD_PATH_FULL : SCORD_PATH_ATOMIC_AFTER_ATOMIC,
               option ? SCORD_VERDICT_SCOPED_ATOMIC : SCORD_VERDICT_CLEAN);
        assert_int_equal(decision.metadata.scope, 1); /* the access's, either way */
        scord_check_t others[] = {atomic(OTHER_BLOCK, 1, false), atomic(BLOCK, OTHER_WARP, true)};
        for (unsigned i = 0; i < 2; i++) { /* device scope; inside the block */
            others[i].both_scopes = option;
            expect(decide(md, others[i]), SCORD_PATH_ATOMIC_AFTER_ATOMIC, SCORD_VERDICT_CLEAN);
        }
        scord_check_t load = strong_load(OTHER_BLOCK, 1); /* no atomic: its scope means nothing */
        load.block_scope = true;
        load.both_scopes = option;
        expect(decide(md, after_owner_fence(load, SCORD_SCOPE_DEVICE)), SCORD_PATH_FULL,
               SCORD_VERDICT_CLEAN);
    }
    scord_metadata_t plain = owned(); /* the last access was no atomic */
    scord_check_t x = after_owner_fence(atomic(OTHER_BLOCK, 1, true), SCORD_SCOPE_DEVICE);
    x.both_scopes = true;
    expect(decide(plain, x), SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
}

/* D14: re-owned cleanly, without fences or common locks; only the *last* atomic's scope is tested.
 */
TEST(test_rule_5_atomic_after_atomic) {
    scord_metadata_t md = owned();
    md.is_atom = 1;
    md.dev_shared = 1;
    md.strong = 0;
    md.lock_bloom = lock_of(1, true);
    scord_check_t x = atomic(OTHER_BLOCK, 1, true);
    x.lock_bloom = lock_of(2, true);
    const scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_ATOMIC_AFTER_ATOMIC, SCORD_VERDICT_CLEAN);
    expect_reset(&decision.metadata, &x);
}

/* D29: own copies IsAtom and Scope whatever the op, but Scope counts only together with IsAtom; Tag
 * is the access's, ThreadID and the release flag are 0. */
TEST(test_scope_is_read_only_with_is_atom) {
    scord_metadata_t md = owned();
    md.is_atom = 1;
    md.thread_id = 17;
    md.release = 1;
    scord_check_t store = strong_store(BLOCK, WARP);
    store.block_scope = true;
    store.tag = TAG + 1;
    const scord_decision_t own_store = decide(md, store);
    expect(own_store, SCORD_PATH_PROGRAM_ORDER, SCORD_VERDICT_CLEAN);
    assert_int_equal(own_store.metadata.is_atom, 0);
    assert_int_equal(own_store.metadata.scope, 1);
    assert_int_equal(own_store.metadata.tag, TAG + 1);
    assert_int_equal(own_store.metadata.thread_id, 0);
    assert_int_equal(own_store.metadata.release, 0);
    scord_check_t load = strong_load(OTHER_BLOCK,
                                     1); /* no scoped atomic: the owner's fence is what counts */
    load.owner_fences = store.accessor_fences;
    expect(decide(own_store.metadata, load), SCORD_PATH_FULL, SCORD_VERDICT_MISSING_DEVICE_FENCE);
    expect(decide(own_store.metadata, after_owner_fence(load, SCORD_SCOPE_DEVICE)), SCORD_PATH_FULL,
           SCORD_VERDICT_CLEAN);
}

/* An atomic after a plain store is treated as a store. */
TEST(test_atomic_after_store_is_a_store) {
    expect(decide(owned(), atomic(OTHER_BLOCK, 1, false)), SCORD_PATH_FULL,
           SCORD_VERDICT_MISSING_DEVICE_FENCE);
}

/* ---- rule 6: fences and strength ---- */

TEST(test_rule_6a_missing_block_fence) {
    const scord_check_t x = strong_load(BLOCK, OTHER_WARP);
    const scord_decision_t decision = decide(owned(), x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_MISSING_BLOCK_FENCE);
    assert_true(decision.block_scope);
    expect_reset(&decision.metadata, &x); /* D16: a load leaves Modified = 0 */
    expect(decide(owned(), after_owner_fence(x, SCORD_SCOPE_BLOCK)), SCORD_PATH_FULL,
           SCORD_VERDICT_CLEAN);
    expect(decide(owned(), after_owner_fence(x, SCORD_SCOPE_DEVICE)), SCORD_PATH_FULL,
           SCORD_VERDICT_CLEAN);
}

/* A write that meets readers of other blocks needs a device fence; the race is then of device scope
 * (section 6). */
TEST(test_rule_6a_write_and_dev_shared) {
    scord_metadata_t md = owned();
    md.modified = 0;
    md.dev_shared = 1;
    const scord_check_t x = strong_store(BLOCK, OTHER_WARP);
    const scord_decision_t decision = decide(md, after_owner_fence(x, SCORD_SCOPE_BLOCK));
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_MISSING_BLOCK_FENCE);
    assert_false(decision.block_scope);
    expect(decide(md, after_owner_fence(x, SCORD_SCOPE_DEVICE)), SCORD_PATH_FULL,
           SCORD_VERDICT_CLEAN);
}

TEST(test_rule_6b_missing_device_fence) {
    const scord_check_t x = strong_load(OTHER_BLOCK, WARP);
    const scord_decision_t decision = decide(owned(), after_owner_fence(x, SCORD_SCOPE_BLOCK));
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_MISSING_DEVICE_FENCE);
    assert_false(decision.block_scope);
    expect(decide(owned(), after_owner_fence(x, SCORD_SCOPE_DEVICE)), SCORD_PATH_FULL,
           SCORD_VERDICT_CLEAN);
}

TEST(test_rule_6c_not_strong) {
    for (unsigned other = 0; other < 2; other++) {
        scord_check_t x = strong_load(other ? OTHER_BLOCK : BLOCK, OTHER_WARP);
        expect(decide(owned(), x), SCORD_PATH_FULL,
               other ? SCORD_VERDICT_MISSING_DEVICE_FENCE
                     : SCORD_VERDICT_MISSING_BLOCK_FENCE); /* (a)/(b) > (c) */
        x = after_owner_fence(x, SCORD_SCOPE_DEVICE);
        scord_metadata_t weak = owned();
        weak.strong = 0;
        const scord_decision_t decision = decide(weak, x);
        expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_NOT_STRONG);
        assert_int_equal(decision.block_scope, !other);
        x.strong = false;
        expect(decide(owned(), x), SCORD_PATH_FULL, SCORD_VERDICT_NOT_STRONG);
    }
}

/* Loads alone cannot conflict; a warp cannot race with itself by loading. */
TEST(test_rule_6_needs_a_conflict) {
    scord_metadata_t md = owned();
    md.modified = 0;
    scord_check_t x = strong_load(OTHER_BLOCK, 1);
    x.strong = false;
    expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    md.modified = 1;
    md.blk_shared = 1;
    expect(decide(md, strong_load(BLOCK, WARP)), SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
}

/* ---- rule 7: locks ---- */

TEST(test_rule_7_no_common_lock) {
    scord_metadata_t md = owned();
    md.lock_bloom = lock_of(1, true);
    for (unsigned other = 0; other < 2; other++) {
        scord_check_t x = after_owner_fence(strong_load(other ? OTHER_BLOCK : BLOCK, OTHER_WARP),
                                            SCORD_SCOPE_DEVICE);
        expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD);
        x.lock_bloom = lock_of(2, true);
        expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD);
        x.write = true;
        expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE);
        x.lock_bloom = lock_of(1, true);
        expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
        x.lock_bloom = lock_of(1,
                               false); /* D21, D22: a block lock protects inside the block only */
        expect(decide(md, x), SCORD_PATH_FULL,
               other ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE : SCORD_VERDICT_CLEAN);
    }
}

/* (c) > (e)/(f); and a load of unmodified data needs no locks. */
TEST(test_rule_7_comes_last) {
    scord_metadata_t md = owned();
    md.lock_bloom = lock_of(1, true);
    scord_check_t x = after_owner_fence(strong_load(OTHER_BLOCK, 1), SCORD_SCOPE_DEVICE);
    x.strong = false;
    expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_NOT_STRONG);
    md.modified = 0;
    expect(decide(md, x), SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
}

/* ---- rule 9: updates ---- */

/* D11: a synchronised reader of modified data becomes the owner of clean data. */
TEST(test_rule_9_load_of_modified_data) {
    const scord_check_t x = after_owner_fence(strong_load(OTHER_BLOCK, 1), SCORD_SCOPE_DEVICE);
    const scord_decision_t decision = decide(owned(), x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    expect_reset(&decision.metadata, &x);
}

/* D28: the owner's own load of shared modified data keeps Modified. */
TEST(test_rule_9_own_load_keeps_modified) {
    scord_metadata_t md = owned();
    md.dev_shared = 1;
    const scord_check_t x = strong_load(BLOCK, WARP);
    const scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    expect_owner(&decision.metadata, &x);
    assert_int_equal(decision.metadata.modified, 1);
    assert_int_equal(decision.metadata.dev_shared, 0);
}

/* D11: readers of unmodified data leave the first owner. */
TEST(test_rule_9_load_of_unmodified_data) {
    scord_metadata_t md = owned();
    md.modified = 0;
    scord_decision_t decision = decide(md, strong_load(BLOCK, OTHER_WARP));
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    expect_unchanged_owner(&decision.metadata, &md);
    assert_int_equal(decision.metadata.blk_shared, 1);
    assert_int_equal(decision.metadata.dev_shared, 0);
    decision = decide(decision.metadata,
                      strong_load(BLOCK, WARP)); /* the owner again: still BlkShared */
    assert_int_equal(decision.metadata.blk_shared, 1);
    decision = decide(decision.metadata, strong_load(OTHER_BLOCK, 1));
    expect_unchanged_owner(&decision.metadata, &md);
    assert_int_equal(decision.metadata.blk_shared, 0);
    assert_int_equal(decision.metadata.dev_shared, 1);
    decision = decide(decision.metadata, strong_load(BLOCK, OTHER_WARP));
    assert_int_equal(decision.metadata.dev_shared, 1); /* stays */
}

/* D15: a protected load refines the lockset and marks the sharing; the owner and Modified stay. */
TEST(test_rule_9_protected_load) {
    scord_metadata_t md = owned();
    md.lock_bloom = lock_of(1, true) | lock_of(2, true);
    scord_check_t x = after_owner_fence(strong_load(OTHER_BLOCK, 1), SCORD_SCOPE_DEVICE);
    x.lock_bloom = lock_of(1, true);
    scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    expect_unchanged_owner(&decision.metadata, &md);
    assert_int_equal(decision.metadata.modified, 1);
    assert_int_equal(decision.metadata.dev_shared, 1);
    assert_int_equal(decision.metadata.lock_bloom, lock_of(1, true));
    md.modified = 0;
    md.lock_bloom = 0; /* "xl if empty" */
    decision = decide(md, x);
    assert_int_equal(decision.metadata.lock_bloom, x.lock_bloom);
    md.lock_bloom = lock_of(2, true); /* "unchanged if xl empty" */
    x.lock_bloom = 0;
    decision = decide(md, x);
    assert_int_equal(decision.metadata.lock_bloom, md.lock_bloom);
    x.lock_bloom = lock_of(1,
                           true); /* nothing in common, unmodified: no race, but nothing is left */
    decision = decide(md, x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    assert_int_equal(decision.metadata.lock_bloom, 0);
}

/* D15: a race-free store clears the sharing, owns, and intersects; D22: across blocks only device
 * locks are left. */
TEST(test_rule_9_store) {
    scord_metadata_t md = owned();
    md.dev_shared = 1;
    md.lock_bloom = lock_of(1, true) | lock_of(2, false);
    scord_check_t x = after_owner_fence(strong_store(OTHER_BLOCK, 1), SCORD_SCOPE_DEVICE);
    x.lock_bloom = lock_of(1, true) | lock_of(2, false);
    const scord_decision_t decision = decide(md, x);
    expect(decision, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN);
    expect_owner(&decision.metadata, &x);
    assert_int_equal(decision.metadata.modified, 1);
    assert_int_equal(decision.metadata.dev_shared, 0);
    assert_int_equal(decision.metadata.strong, 1);
    assert_int_equal(decision.metadata.lock_bloom, lock_of(1, true));
}

/* ---- the second implementation ---- */

/* D22 by fields, one part: AND, zero when a field is missing. */
static unsigned common_part(unsigned a, unsigned b) {
    const unsigned both = a & b & 0xff;
    return (both & 0x0f) != 0 && (both & 0xf0) != 0 ? both : 0;
}

typedef struct reference {
    scord_metadata_t md;
    unsigned path, verdict, block_scope;
} reference_t;

/* Section 3 as one column of pseudo-code. */
static reference_t reference(const scord_metadata_t *before, const scord_check_t *x) {
    const scord_metadata_t m = *before;
    const unsigned same_b = m.block_id == x->block_id, same = same_b && m.warp_id == x->warp_id,
                   wr = x->write;
    const unsigned dev_equal = m.dev_fence_id == x->owner_fences.dev_fence_id;
    const unsigned blk_equal = m.blk_fence_id == x->owner_fences.blk_fence_id;
    const unsigned xl = x->lock_bloom, ls = m.lock_bloom;
    const unsigned ls_empty = !common_part(ls, ls), xl_empty = !common_part(xl, xl);
    const unsigned device = common_part(ls >> 8, xl >> 8),
                   block = same_b ? common_part(ls, xl) : device;

    scord_metadata_t own = m;
    own.block_id = x->block_id, own.warp_id = x->warp_id, own.barrier_id = x->barrier_id;
    own.blk_fence_id = x->accessor_fences.blk_fence_id,
    own.dev_fence_id = x->accessor_fences.dev_fence_id;
    own.is_atom = x->atomic, own.scope = x->block_scope, own.strong = m.strong & x->strong;
    own.tag = x->tag, own.thread_id = 0, own.release = 0;
    scord_metadata_t reset = own;
    reset.modified = (uint8_t)wr, reset.blk_shared = reset.dev_shared = 0,
    reset.lock_bloom = (uint16_t)xl;
    reset.strong = x->strong;
    scord_metadata_t kept = m;
    kept.tag = x->tag, kept.thread_id = 0, kept.release = 0;

    if (m.modified & m.blk_shared & m.dev_shared)
        return (reference_t){reset, SCORD_PATH_INITIALIZATION, SCORD_VERDICT_CLEAN, 0};
    if (same_b && m.barrier_id != x->barrier_id && !m.dev_shared)
        return (reference_t){reset, SCORD_PATH_BARRIER, SCORD_VERDICT_CLEAN, 0};
    if (same && !m.blk_shared && !m.dev_shared) {
        reference_t r = {reset, SCORD_PATH_PROGRAM_ORDER, SCORD_VERDICT_CLEAN, 0};
        if (!wr && m.modified && dev_equal) {
            r.md = kept;
            r.md.strong = x->strong;
            r.md.lock_bloom = (uint16_t)xl;
        }
        return r;
    }
    unsigned race = 0;
    const unsigned narrow = m.scope || (x->both_scopes && x->atomic && x->block_scope); /* D39 */
    if (m.is_atom && narrow && !same_b)
        race = SCORD_VERDICT_SCOPED_ATOMIC;
    else if (m.is_atom && x->atomic) {
        reset.strong = 1, reset.modified = 1;
        return (reference_t){reset, SCORD_PATH_ATOMIC_AFTER_ATOMIC, SCORD_VERDICT_CLEAN, 0};
    } else {
        if (wr || (m.modified && !same))
            race = same_b && (blk_equal || (wr && m.dev_shared)) && dev_equal
                       ? SCORD_VERDICT_MISSING_BLOCK_FENCE
                   : !same_b && dev_equal    ? SCORD_VERDICT_MISSING_DEVICE_FENCE
                   : !m.strong || !x->strong ? SCORD_VERDICT_NOT_STRONG
                                             : 0;
        if (!race && (!ls_empty || !xl_empty) && (wr || m.modified) && !block)
            race = wr ? SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE
                      : SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD;
    }
    if (race) return (reference_t){reset, SCORD_PATH_FULL, race, same_b && !m.dev_shared};

    const unsigned is_protected = !ls_empty || !xl_empty;
    const uint16_t and_set = (uint16_t)(device << 8 | block);
    reference_t r = {own, SCORD_PATH_FULL, SCORD_VERDICT_CLEAN, 0};
    if (wr) {
        r.md.modified = 1, r.md.blk_shared = r.md.dev_shared = 0;
        r.md.lock_bloom = is_protected ? and_set : 0;
        return r;
    }
    const uint16_t refined = !is_protected ? m.lock_bloom
                             : ls_empty    ? (uint16_t)xl
                             : xl_empty    ? m.lock_bloom
                                           : and_set;
    if (m.modified && !is_protected) {
        r.md.modified = (uint8_t)same;
        r.md.blk_shared = r.md.dev_shared = 0;
    } else {
        r.md = kept;
        if (same_b && !m.dev_shared)
            r.md.blk_shared = (uint8_t)(m.blk_shared || !same);
        else
            r.md.dev_shared = 1, r.md.blk_shared = 0;
    }
    r.md.lock_bloom = refined;
    return r;
}

static void compare_with_reference(const scord_metadata_t *md, const scord_check_t *x) {
    const scord_decision_t decision = decide(*md, *x);
    const reference_t expected = reference(md, x);
    const uint64_t after = scord_metadata_to_bits(&decision.metadata),
                   wanted = scord_metadata_to_bits(&expected.md);
    if (after != wanted || decision.path != expected.path || decision.verdict != expected.verdict ||
        decision.block_scope != expected.block_scope)
        fail_msg("before %016llx: after %016llx, %s, %s; reference %016llx, %s, %s",
                 (unsigned long long)scord_metadata_to_bits(md), (unsigned long long)after,
                 scord_path_name(decision.path), scord_verdict_name(decision.verdict),
                 (unsigned long long)wanted, scord_path_name(expected.path),
                 scord_verdict_name(expected.verdict));
}

/* Six locksets: none, block lock 1, device lock 1, device lock 2, both device locks, device lock 1
 * with block lock 2. */
static uint16_t lockset(unsigned i) {
    const uint16_t sets[] = {0,
                             lock_of(1, false),
                             lock_of(1, true),
                             lock_of(2, true),
                             lock_of(1, true) | lock_of(2, true),
                             lock_of(1, true) | lock_of(2, false)};
    return sets[i];
}

/* Takes the next digit of a mixed-radix number. */
static unsigned digit(unsigned *number, unsigned radix) {
    const unsigned value = *number % radix;
    *number /= radix;
    return value;
}

/* Everything that a rule looks at, in every combination. */
TEST(test_every_combination_against_reference) {
    enum {
        LOCKSETS = 6,
        RELATIONS = 3,
        COMBINATIONS = 64 * RELATIONS * 8 * 3 * 8 * LOCKSETS * LOCKSETS
    };
    for (unsigned i = 0; i < COMBINATIONS; i++) {
        unsigned n = i;
        scord_metadata_t md = owned();
        md.modified = (uint8_t)digit(&n, 2);
        md.blk_shared = (uint8_t)digit(&n, 2);
        md.dev_shared = (uint8_t)digit(&n, 2);
        md.is_atom = (uint8_t)digit(&n, 2);
        md.scope = (uint8_t)digit(&n, 2);
        md.strong = (uint8_t)digit(&n, 2);
        const unsigned relation = digit(&n, RELATIONS); /* own warp, own block, other block */
        scord_check_t x = strong_load(relation == 2 ? OTHER_BLOCK : BLOCK,
                                      relation ? OTHER_WARP : WARP);
        x.barrier_id = (uint8_t)(BARRIER + digit(&n, 2));
        x.owner_fences.blk_fence_id = (uint8_t)(md.blk_fence_id + digit(&n, 2));
        x.owner_fences.dev_fence_id = (uint8_t)(md.dev_fence_id + digit(&n, 2));
        const unsigned op = digit(&n, 3); /* load, store, atomic */
        x.write = op > 0;
        x.atomic = op == 2;
        x.strong = digit(&n, 2);
        x.block_scope = digit(&n, 2);
        x.both_scopes = digit(&n, 2);
        md.lock_bloom = lockset(digit(&n, LOCKSETS));
        x.lock_bloom = lockset(digit(&n, LOCKSETS));
        compare_with_reference(&md, &x);
    }
}

/* Arbitrary bits everywhere, also entries that no history gives. */
TEST(test_random_bits_against_reference) {
    uint64_t seed = 3;
    for (unsigned i = 0; i < 500000; i++) {
        const scord_metadata_t md = scord_metadata_from_bits(scord_split_next(&seed));
        const uint64_t r = scord_split_next(&seed);
        const unsigned relation = r & 3;
        const scord_check_t x = {
            .block_id = relation < 3 ? md.block_id : (uint8_t)(r >> 2 & 0x7f),
            .warp_id = relation < 2 ? md.warp_id : (uint8_t)(r >> 9 & 0x1f),
            .barrier_id = r >> 14 & 1 ? md.barrier_id : (uint8_t)(r >> 15),
            .tag = r >> 23 & 0xf,
            .lock_bloom = r >> 27 & 1 ? (uint16_t)(r >> 28) : md.lock_bloom & (uint16_t)(r >> 28),
            .write = r >> 44 & 1,
            .atomic = (r >> 44 & 3) == 3,
            .block_scope = r >> 46 & 1,
            .strong = r >> 47 & 1,
            .accessor_fences = scord_fence_entry_from_bits(r >> 48),
            .owner_fences = {.dev_fence_id = r >> 60 & 1 ? md.dev_fence_id
                                                         : (uint8_t)(r >> 48 & 0x3f),
                             .blk_fence_id = r >> 61 & 1 ? md.blk_fence_id
                                                         : (uint8_t)(r >> 54 & 0x3f)},
        };
        compare_with_reference(&md, &x);
    }
}

TEST_MAIN("detection_logic")
