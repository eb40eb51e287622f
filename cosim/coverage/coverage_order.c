/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_order.c: checks of a machine with acquire_release (docs/semantics.md section 13),
 * instead of the cross of rules.
 *
 * A second reading of D60 to D64 beside cmodel/detector/acquire_release.c: it keeps the numbers of
 * the blocks, names why a check is ordered or not and what a write carries, and compares both with
 * what was retired.
 */
#include "cosim/coverage/coverage_internal.h"

#include "cmodel/detector/lockset.h"

enum { NUMBERS = 1 << SCORD_RELEASE_NUMBER_WIDTH, BLOCK_FLAG = 1 };

/* ---- numbers (D61, D62) ---- */

static unsigned age(const scord_coverage_t *coverage, unsigned number) {
    return (coverage->numbers.newest - number) & (NUMBERS - 1);
}

static scord_release_number_t younger(const scord_coverage_t *coverage, scord_release_number_t a,
                                      scord_release_number_t b) {
    if (a == 0 || b == 0) return a != 0 ? a : b;
    return age(coverage, a) <= age(coverage, b) ? a : b;
}

static void release(scord_coverage_t *coverage, const scord_detector_request_t *request) {
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RELEASE_WRAPS,
                         coverage->numbers.newest == NUMBERS - 1);
    scord_release_numbers_release(&coverage->numbers, request->block_id,
                                  request->scope & BLOCK_FLAG);
    coverage->releaser[coverage->numbers.newest] = request->block_id;
}

void scord_coverage_order_fence(scord_coverage_t *coverage,
                                const scord_detector_request_t *request) {
    const scord_semantics_t semantics = (scord_semantics_t)request->semantics;
    const scord_release_number_t acquired = coverage->numbers.acquired[request->block_id];
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_STATED_FENCE, semantics, request->scope, 0,
                       0);
    if (semantics != SCORD_SEMANTICS_RELEASE)
        scord_release_numbers_fence(&coverage->numbers, request->block_id);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_PENDING_ACQUIRED,
                         coverage->numbers.acquired[request->block_id] != acquired);
    if (semantics != SCORD_SEMANTICS_ACQUIRE) release(coverage, request);
}

static bool releases(const scord_detector_request_t *request) {
    return request->op != SCORD_OP_LOAD && request->semantics >= SCORD_SEMANTICS_RELEASE;
}
static bool acquires(const scord_detector_request_t *request) {
    return request->op != SCORD_OP_STORE && request->semantics >= SCORD_SEMANTICS_ACQUIRE &&
           request->semantics != SCORD_SEMANTICS_RELEASE;
}
static bool synchronises(const scord_detector_request_t *request) {
    return request->op == SCORD_OP_ATOMIC || request->semantics != SCORD_SEMANTICS_NONE;
}

void scord_coverage_order_word(scord_coverage_t *coverage, const pending_request_t *pending,
                               scord_coverage_kind_t kind) {
    const scord_detector_request_t *request = &pending->request;
    if (pending->remaining != request->mask) return; /* once a request */
    coverage->request_acquired = coverage->numbers.acquired[request->block_id];
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_STATED, request->semantics, kind, 0, 0);
    if (!releases(request)) return;
    const unsigned index = scord_fence_file_index(request->block_id, request->warp_id);
    scord_fence_file_count(&coverage->fence_file, index, (scord_scope_t)request->scope);
    release(coverage, request);
}

/* ---- is it ordered? (D63) ---- */

static bool has_lockset(const scord_metadata_t *md) { return !scord_lockset_empty(md->lock_bloom); }
static scord_release_number_t number_of(const scord_metadata_t *md) {
    return (scord_release_number_t)(md->lock_bloom >> SCORD_RELEASE_NUMBER_SHIFT);
}

/* The owner has published since its access: how. */
static scord_coverage_order_t published(const scord_coverage_t *coverage,
                                        const scord_metadata_t *md,
                                        scord_coverage_relation_t relation) {
    const scord_fence_entry_t owner = scord_fence_file_read(
        &coverage->fence_file, scord_fence_file_index(md->block_id, md->warp_id));
    const scord_release_number_t of_block = coverage->numbers.released[md->block_id];
    if (relation == SCORD_COVERAGE_RELATION_SAME_WARP) return SCORD_COVERAGE_ORDER_OWN_WARP;
    if (owner.dev_fence_id != md->dev_fence_id) return SCORD_COVERAGE_ORDER_DEVICE_FENCED;
    if (relation == SCORD_COVERAGE_RELATION_SAME_BLOCK)
        return owner.blk_fence_id != md->blk_fence_id ? SCORD_COVERAGE_ORDER_BLOCK_FENCED
                                                      : SCORD_COVERAGE_ORDER_UNPUBLISHED;
    return of_block != 0 && age(coverage, of_block) < age(coverage, number_of(md))
               ? SCORD_COVERAGE_ORDER_BLOCK_RELEASED
               : SCORD_COVERAGE_ORDER_UNPUBLISHED;
}

static scord_coverage_order_t order_of(const scord_coverage_t *coverage, const scord_metadata_t *md,
                                       scord_coverage_relation_t relation) {
    const scord_release_number_t acquired = coverage->request_acquired;
    if (has_lockset(md)) return SCORD_COVERAGE_ORDER_LOCKSET;
    if (acquired == 0) return SCORD_COVERAGE_ORDER_NOTHING;
    const unsigned since = age(coverage, number_of(md));
    if (md->release && (!md->scope || relation == SCORD_COVERAGE_RELATION_SAME_WARP ||
                        relation == SCORD_COVERAGE_RELATION_SAME_BLOCK))
        return age(coverage, acquired) <= since ? SCORD_COVERAGE_ORDER_CARRIED
                                                : SCORD_COVERAGE_ORDER_CARRIED_NOT;
    return age(coverage, acquired) < since ? published(coverage, md, relation)
                                           : SCORD_COVERAGE_ORDER_OLDER;
}

static void note_order(scord_coverage_t *coverage, const scord_detector_request_t *request,
                       const scord_metadata_t *md, const scord_retire_t *retire,
                       scord_coverage_relation_t relation) {
    const bool conflict = request->op != SCORD_OP_LOAD ||
                          (md->modified && relation != SCORD_COVERAGE_RELATION_SAME_WARP);
    if (!conflict ||
        (retire->path != SCORD_PATH_FULL && retire->path != SCORD_PATH_ATOMIC_AFTER_ATOMIC))
        return;
    const scord_coverage_order_t order = order_of(coverage, md, relation);
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_ORDER, order, relation, request->op, 0);
    if (order < SCORD_COVERAGE_ORDER_CARRIED) return;
    const unsigned releaser = coverage->releaser[coverage->request_acquired];
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_ORDERED_BY_THIRD,
                         releaser != md->block_id && releaser != request->block_id);
    if (retire->verdict != SCORD_VERDICT_CLEAN && retire->verdict != SCORD_VERDICT_LANES_DIFFER)
        scord_coverage_fail(coverage, retire,
                            "a race, though the access is ordered after the owner's (D63)");
}

/* ---- what a word carries, and who learns it (D61, D62) ---- */

static bool scopes_match(const scord_detector_request_t *request, const scord_metadata_t *md) {
    return md->block_id == request->block_id || (!md->scope && !(request->scope & BLOCK_FLAG));
}

/* What a synchronising write carries: *number, 0 when nothing. */
static scord_coverage_carry_t carry_of(const scord_coverage_t *coverage,
                                       const scord_detector_request_t *request,
                                       const scord_metadata_t *md, scord_release_number_t *number) {
    const bool block_scope = request->scope & BLOCK_FLAG,
               locked = request->op != SCORD_OP_ATOMIC && !scord_lockset_empty(request->lock_bloom);
    const scord_release_number_t fenced = block_scope
                                              ? coverage->numbers.block_released[request->block_id]
                                              : coverage->numbers.released[request->block_id];
    const scord_release_number_t own = releases(request) ? coverage->numbers.newest
                                       : locked          ? 0
                                                         : fenced;
    const scord_release_number_t chain = request->op == SCORD_OP_ATOMIC && md->release &&
                                                 scopes_match(request, md)
                                             ? number_of(md)
                                             : 0;
    *number = younger(coverage, own, chain);
    if (*number == 0) return locked ? SCORD_COVERAGE_CARRY_LOCKED : SCORD_COVERAGE_CARRY_NOTHING;
    if (releases(request))
        return chain != 0 ? SCORD_COVERAGE_CARRY_RELEASE_OVER : SCORD_COVERAGE_CARRY_RELEASE;
    if (*number == own)
        return chain != 0 ? SCORD_COVERAGE_CARRY_FENCE_OVER : SCORD_COVERAGE_CARRY_FENCE;
    return SCORD_COVERAGE_CARRY_CHAIN;
}

static void note_carried(scord_coverage_t *coverage, const scord_detector_request_t *request,
                         const scord_metadata_t *md, const scord_metadata_t *after,
                         const scord_retire_t *retire) {
    scord_release_number_t number;
    if (!synchronises(request) || request->op == SCORD_OP_LOAD) return;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_CARRY,
                       carry_of(coverage, request, md, &number), request->scope, request->op, 0);
    if (after->release != (number != 0) || (number != 0 && number_of(after) != number))
        scord_coverage_fail(coverage, retire, "a word that carries another release than D61 says");
}

static void learn(scord_coverage_t *coverage, const scord_detector_request_t *request,
                  const scord_metadata_t *md, scord_coverage_relation_t relation) {
    if (!synchronises(request) || request->op == SCORD_OP_STORE) return;
    const bool learns = md->release && scopes_match(request, md);
    scord_coverage_learn_t what = md->release ? SCORD_COVERAGE_LEARN_SCOPE
                                              : SCORD_COVERAGE_LEARN_NOTHING;
    if (learns)
        what = acquires(request) ? SCORD_COVERAGE_LEARN_ACQUIRED : SCORD_COVERAGE_LEARN_PENDING;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_LEARN, what, relation, request->op, 0);
    scord_release_numbers_read(&coverage->numbers, request->block_id, learns ? number_of(md) : 0,
                               acquires(request));
}

void scord_coverage_order_check(scord_coverage_t *coverage, pending_request_t *pending,
                                const scord_retire_t *retire, scord_coverage_relation_t relation) {
    const scord_detector_request_t *request = &pending->request;
    const scord_metadata_t md = scord_metadata_from_bits(retire->metadata_before),
                           after = scord_metadata_from_bits(retire->metadata_after);
    pending->tracked = true;
    note_order(coverage, request, &md, retire, relation);
    note_carried(coverage, request, &md, &after, retire);
    learn(coverage, request, &md, relation);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LOCKSET_EMPTIED,
                         request->op == SCORD_OP_LOAD && has_lockset(&md) && !has_lockset(&after) &&
                             !after.release);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RELEASE_CLEARED,
                         md.release && !after.release && !synchronises(request));
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RELEASE_SHARED,
                         md.release && after.release && request->op == SCORD_OP_LOAD);
}
