/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_items.c: retired items: which request, which rule, which bins. */
#include "cosim/coverage/coverage_internal.h"

#include <assert.h>

#include <stdio.h>

#include "cmodel/detector/lockset.h"
#include "cmodel/detector/word_threads.h"

enum {
    SCOPE_BLOCK_FLAG = 1,
    LINE_ENTRIES = SCORD_METADATA_LINE_BYTES / SCORD_METADATA_ENTRY_BYTES
};

static unsigned sm_of(unsigned block_id) { return block_id >> SCORD_SLOT_WIDTH; }

/* ---- the request of an item ---- */

/* The oldest request of the item's SM, or NULL when the item does not belong to it. */
static pending_request_t *request_of(scord_coverage_t *coverage, const scord_retire_t *retire) {
    pending_ring_t *ring = &coverage->pending[sm_of(retire->block_id)];
    pending_request_t *pending = &ring->request[ring->head];
    const scord_detector_request_t *request = &pending->request;
    if (!ring->count || request->sequence != retire->sequence || request->kind != retire->kind ||
        request->block_id != retire->block_id || request->warp_id != retire->warp_id)
        return NULL;
    if (request->kind == SCORD_REQUEST_KIND_FENCE) return pending;
    const uint64_t word = (retire->address - request->address) / SCORD_WORD_BYTES;
    if (word >= SCORD_SEGMENT_WORDS || !(pending->remaining >> word & 1)) return NULL;
    return word == (unsigned)__builtin_ctz(pending->remaining) || coverage->config.grouped_lines
               ? pending
               : NULL; /* D2: ascending; D87: in a group */
}

static void item_done(scord_coverage_t *coverage, pending_request_t *pending,
                      const scord_retire_t *retire) {
    pending_ring_t *ring = &coverage->pending[sm_of(pending->request.block_id)];
    assert(pending == &ring->request[ring->head] && pending->remaining);
    const uint64_t word = (retire->address - pending->request.address) / SCORD_WORD_BYTES;
    pending->remaining &= pending->request.kind == SCORD_REQUEST_KIND_FENCE
                              ? 0
                              : ~(UINT32_C(1) << word % SCORD_SEGMENT_WORDS);
    if (pending->remaining) return;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_STRADDLE,
                         pending->tracked && pending->untracked);
    assert(ring->count > 0 && ring->count <= SCORD_COVERAGE_PENDING);
    ring->head = (ring->head + 1) % SCORD_COVERAGE_PENDING;
    ring->count--;
}

/* ---- what came just before ---- */

static scord_coverage_warp_t warps_of(const last_item_t *last, const scord_retire_t *retire) {
    if (sm_of(last->block_id) != sm_of(retire->block_id)) return SCORD_COVERAGE_WARP_OTHER_SM;
    if (last->block_id != retire->block_id) return SCORD_COVERAGE_WARP_SAME_SM;
    return last->warp_id == retire->warp_id ? SCORD_COVERAGE_WARP_SAME_WARP
                                            : SCORD_COVERAGE_WARP_SAME_BLOCK;
}

static scord_coverage_place_t place_of(uint64_t a, uint64_t b) {
    if (a == b) return SCORD_COVERAGE_PLACE_SAME_ENTRY;
    return a / LINE_ENTRIES == b / LINE_ENTRIES ? SCORD_COVERAGE_PLACE_SAME_LINE
                                                : SCORD_COVERAGE_PLACE_OTHER_LINE;
}

static void remember(scord_coverage_t *coverage, scord_coverage_item_t item,
                     const scord_retire_t *retire, uint64_t index, bool race) {
    coverage->last = (last_item_t){.valid = true,
                                   .race = race,
                                   .item = item,
                                   .block_id = retire->block_id,
                                   .warp_id = retire->warp_id,
                                   .index = index};
}

static void check_after(scord_coverage_t *coverage, const scord_retire_t *retire,
                        const scord_metadata_t *md, uint64_t index, bool race) {
    const last_item_t *last = &coverage->last;
    if (last->valid) {
        const scord_coverage_warp_t warps = warps_of(last, retire);
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_CHECK_AFTER, last->item, warps, 0, 0);
        if (last->item == SCORD_COVERAGE_ITEM_CHECK) {
            scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_CHECK_AFTER_CHECK, warps,
                               place_of(last->index, index), 0, 0);
            scord_coverage_point(coverage, SCORD_COVERAGE_POINT_SAME_ENTRY_AFTER_RACE,
                                 last->race && last->index == index);
        } else {
            const bool by_owner = scord_fence_file_index(last->block_id, last->warp_id) ==
                                  scord_fence_file_index(md->block_id, md->warp_id);
            scord_coverage_point(coverage, SCORD_COVERAGE_POINT_OWNER_FENCE_JUST_BEFORE,
                                 by_owner && warps != SCORD_COVERAGE_WARP_SAME_WARP);
        }
    }
    remember(coverage, SCORD_COVERAGE_ITEM_CHECK, retire, index, race);
}

/* ---- fences ---- */

static void fence(scord_coverage_t *coverage, const scord_detector_request_t *request,
                  const scord_retire_t *retire) {
    const unsigned index = scord_fence_file_index(request->block_id, request->warp_id);
    const bool block = request->scope == SCORD_SCOPE_BLOCK;
    const scord_fence_entry_t entry = scord_fence_file_read(&coverage->fence_file, index);
    const uint8_t last_id = (1u << SCORD_FENCE_ID_WIDTH) - 1;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_BLOCK_FENCE_WRAPS,
                         block && entry.blk_fence_id == last_id);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_DEVICE_FENCE_WRAPS,
                         !block && entry.dev_fence_id == last_id);
    scord_fence_file_count(&coverage->fence_file, index, (scord_scope_t)request->scope);
    if (block)
        coverage->fences[index].block++;
    else
        coverage->fences[index].device++;
    const scord_coverage_item_t item = block ? SCORD_COVERAGE_ITEM_BLOCK_FENCE
                                             : SCORD_COVERAGE_ITEM_DEVICE_FENCE;
    if (coverage->last.valid)
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_FENCE_AFTER, coverage->last.item,
                           warps_of(&coverage->last, retire), 0, 0);
    remember(coverage, item, retire, 0, false);
    if (retire->scope != (request->scope & SCOPE_BLOCK_FLAG))
        scord_coverage_fail(coverage, retire, "fence of another scope than its request");
}

/* ---- checks: the cross ---- */

static scord_coverage_kind_t kind_of(const scord_detector_request_t *request) {
    static const uint8_t of_scope[] = {
        [SCORD_SCOPE_BLOCK] = 0, [SCORD_SCOPE_DEVICE] = 1, [SCORD_SCOPE_SYSTEM] = 2};
    const unsigned scope = of_scope[request->scope];
    if (request->op == SCORD_OP_ATOMIC)
        return (scord_coverage_kind_t)(SCORD_COVERAGE_KIND_ATOMIC_BLOCK + scope);
    if (request->op == SCORD_OP_STORE)
        return request->strong ? (scord_coverage_kind_t)(SCORD_COVERAGE_KIND_STORE_BLOCK + scope)
                               : SCORD_COVERAGE_KIND_STORE_WEAK;
    return request->strong ? (scord_coverage_kind_t)(SCORD_COVERAGE_KIND_LOAD_BLOCK + scope)
                           : SCORD_COVERAGE_KIND_LOAD_WEAK;
}

static scord_coverage_relation_t relation_of(const scord_metadata_t *md, const scord_check_t *x) {
    if (md->block_id != x->block_id) return SCORD_COVERAGE_RELATION_OTHER_BLOCK;
    return md->warp_id == x->warp_id ? SCORD_COVERAGE_RELATION_SAME_WARP
                                     : SCORD_COVERAGE_RELATION_SAME_BLOCK;
}

static scord_coverage_lock_t locks_of(const scord_metadata_t *md, const scord_check_t *x) {
    const bool owner = !scord_lockset_empty(md->lock_bloom),
               accessor = !scord_lockset_empty(x->lock_bloom);
    if (!owner) return accessor ? SCORD_COVERAGE_LOCK_ONLY_ACCESSOR : SCORD_COVERAGE_LOCK_NONE;
    if (!accessor) return SCORD_COVERAGE_LOCK_ONLY_OWNER;
    return scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, md->block_id == x->block_id)
               ? SCORD_COVERAGE_LOCK_DISJOINT
               : SCORD_COVERAGE_LOCK_COMMON;
}

/* As cmodel/detector/scord_detector.c collects it, from the request and the fence file as this item
 * finds it (D1, D8). */
static scord_check_t make_check(const scord_coverage_t *coverage,
                                const scord_detector_request_t *request,
                                const scord_metadata_t *md) {
    return (scord_check_t){
        .block_id = request->block_id,
        .warp_id = request->warp_id,
        .barrier_id = request->barrier_id,
        .tag = md->tag,
        .lock_bloom = request->lock_bloom,
        .write = request->op != SCORD_OP_LOAD,
        .atomic = request->op == SCORD_OP_ATOMIC,
        .block_scope = request->scope & SCOPE_BLOCK_FLAG,
        .strong = request->strong,
        .both_scopes = coverage->config.both_scopes != 0,
        .accessor_fences = scord_fence_file_read(
            &coverage->fence_file, scord_fence_file_index(request->block_id, request->warp_id)),
        .owner_fences = scord_fence_file_read(&coverage->fence_file,
                                              scord_fence_file_index(md->block_id, md->warp_id)),
    };
}

/* ---- checks: corner points ---- */

static bool keeps_owner(scord_coverage_rule_t rule) {
    return rule == SCORD_COVERAGE_RULE_3_LOAD_KEEPS || rule == SCORD_COVERAGE_RULE_9_LOAD_BLOCK ||
           rule == SCORD_COVERAGE_RULE_9_LOAD_UNSHARED || rule == SCORD_COVERAGE_RULE_9_LOAD_DEVICE;
}

/* The stamp is of the owner that the entry names (an AXI error may have lost the newest one, D27).
 */
static bool stamp_fits(const stamp_t *stamp, const scord_metadata_t *md) {
    const uint32_t fences = (1u << SCORD_FENCE_ID_WIDTH) - 1,
                   barriers = (1u << SCORD_BARRIER_ID_WIDTH) - 1;
    return (stamp->fences.block & fences) == md->blk_fence_id &&
           (stamp->fences.device & fences) == md->dev_fence_id &&
           (stamp->barriers & barriers) == md->barrier_id;
}

/* Equal IDs of different counts decide the check: D9. */
static void note_aliases(scord_coverage_t *coverage, const pending_request_t *pending,
                         const scord_metadata_t *md, const scord_check_t *x,
                         scord_coverage_rule_t rule, const stamp_t *stamp) {
    if (rule == SCORD_COVERAGE_RULE_1 || !stamp_fits(stamp, md)) return;
    const fence_counts_t *now =
        &coverage->fences[scord_fence_file_index(md->block_id, md->warp_id)];
    const bool same_b = md->block_id == x->block_id, past_2 = rule != SCORD_COVERAGE_RULE_2;
    const bool by_device = rule == SCORD_COVERAGE_RULE_3_LOAD_KEEPS ||
                           rule == SCORD_COVERAGE_RULE_6A || rule == SCORD_COVERAGE_RULE_6B;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_DEVICE_FENCE_ALIAS,
                         by_device && now->device != stamp->fences.device);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_BLOCK_FENCE_ALIAS,
                         rule == SCORD_COVERAGE_RULE_6A && now->block != stamp->fences.block);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_BARRIER_ALIAS,
                         past_2 && same_b && !md->dev_shared &&
                             pending->barriers != stamp->barriers);
    const bool reused = !past_2 && pending->launch != stamp->launch;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_SLOT_REUSE,
                         reused && md->warp_id != x->warp_id);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_SLOT_REUSE_SAME_WARP,
                         reused && md->warp_id == x->warp_id);
}

static void note_place(scord_coverage_t *coverage, pending_request_t *pending,
                       const scord_retire_t *retire, uint64_t index, const scord_metadata_t *md) {
    const bool touched = coverage->stamps && coverage->stamps[index].touched;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_TAG_ALIAS, retire->tag_miss && touched);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_TAG_FIRST, retire->tag_miss && !touched);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_TAG_HIT, !retire->tag_miss && md->tag);
    const uint32_t bit = 1u << index % LINE_ENTRIES;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_SHARED_ENTRY, pending->indices_seen & bit);
    pending->indices_seen |= bit;
    pending->tracked = true;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_HIGHEST_BLOCK,
                         retire->block_id == ((coverage->config.num_sms - 1) << SCORD_SLOT_WIDTH |
                                              (coverage->config.blocks_per_sm - 1)));
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_HIGHEST_WARP,
                         retire->warp_id == coverage->config.warps_per_sm - 1);
    if (pending->request.mask & (pending->request.mask - 1))
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_ENTRIES,
                           coverage->log2_entries < 7 ? coverage->log2_entries : 7, 0, 0, 0);
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_RATIO, coverage->config.log2_cache_ratio, 0,
                       0, 0);
}

static void note_locksets(scord_coverage_t *coverage, const scord_metadata_t *md,
                          const scord_check_t *x, const scord_retire_t *retire,
                          scord_coverage_rule_t rule, scord_coverage_lock_t locks) {
    const bool same_b = md->block_id == x->block_id;
    const unsigned both = md->lock_bloom & x->lock_bloom,
                   part = same_b ? both & ((1u << SCORD_BLOOM_PART_WIDTH) - 1)
                                 : both >> SCORD_BLOOM_PART_WIDTH;
    const scord_metadata_t after = scord_metadata_from_bits(retire->metadata_after);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_BLOOM_PART_HALF,
                         locks == SCORD_COVERAGE_LOCK_DISJOINT && part);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_COMMON_BLOCK_PART_ONLY,
                         locks == SCORD_COVERAGE_LOCK_COMMON && same_b &&
                             scord_lockset_disjoint(md->lock_bloom, x->lock_bloom, false));
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_REFINED_SMALLER,
                         rule >= SCORD_COVERAGE_RULE_9_WRITE &&
                             locks == SCORD_COVERAGE_LOCK_COMMON &&
                             after.lock_bloom != md->lock_bloom);
}

static void stamp_owner(scord_coverage_t *coverage, const pending_request_t *pending,
                        scord_coverage_rule_t rule, stamp_t *stamp) {
    stamp->touched = true;
    if (keeps_owner(rule)) return;
    const scord_detector_request_t *request = &pending->request;
    stamp->fences = coverage->fences[scord_fence_file_index(request->block_id, request->warp_id)];
    stamp->barriers = pending->barriers;
    stamp->launch = pending->launch;
}

/* Independent threads: how a check of the owner's warp is ordered, D40's cases in their order, from
 * entry and request alone. */
static scord_coverage_threads_t threads_of(const scord_metadata_t *md,
                                           const scord_detector_request_t *request, unsigned word) {
    if (!request->has_diverged) return SCORD_COVERAGE_THREADS_CONVERGED;
    if ((md->barrier_id ^ request->barrier_id) >> SCORD_EPOCH_BARRIER_WIDTH)
        return SCORD_COVERAGE_THREADS_EPOCH;
    if (!md->modified && md->blk_shared && md->dev_shared)
        return SCORD_COVERAGE_THREADS_WARP_SHARED;
    if (scord_word_several(request, word)) return SCORD_COVERAGE_THREADS_SEVERAL;
    return md->thread_id == scord_word_thread(request, word) ? SCORD_COVERAGE_THREADS_SAME
                                                             : SCORD_COVERAGE_THREADS_OTHER;
}

/* The crosses of rules are those of warps: with independent threads this one stands for them. */
static void check_threads(scord_coverage_t *coverage, pending_request_t *pending,
                          const scord_retire_t *retire) {
    const scord_detector_request_t *request = &pending->request;
    const scord_metadata_t md = scord_metadata_from_bits(retire->metadata_before);
    const unsigned word = (unsigned)((retire->address - request->address) / SCORD_WORD_BYTES);
    pending->tracked = true;
    if (retire->path == SCORD_PATH_INITIALIZATION || retire->path == SCORD_PATH_BARRIER) return;
    if (md.block_id != request->block_id || md.warp_id != request->warp_id) return;
    const scord_coverage_threads_t threads = threads_of(&md, request, word);
    const bool unordered = threads >= SCORD_COVERAGE_THREADS_OTHER;
    if (unordered && retire->path == SCORD_PATH_PROGRAM_ORDER)
        scord_coverage_fail(coverage, retire, "program order between threads that nothing orders");
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_THREADS, threads, request->op, 0, 0);
}

/* D72: a verdict of its own, unless the rules have one. */
static void check_lanes(scord_coverage_t *coverage, const scord_detector_request_t *request,
                        const scord_retire_t *retire) {
    const unsigned word = (unsigned)((retire->address - request->address) / SCORD_WORD_BYTES);
    const bool differ = scord_word_differs(request, word);
    if (retire->verdict == SCORD_VERDICT_LANES_DIFFER && !differ)
        scord_coverage_fail(coverage, retire, "lanes differ, though no lane's value does (D72)");
    if (retire->verdict == SCORD_VERDICT_CLEAN && differ)
        scord_coverage_fail(coverage, retire, "clean, though values of lanes differ (D72)");
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LANES_DIFFER,
                         retire->verdict == SCORD_VERDICT_LANES_DIFFER);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LANES_DIFFER_AND_RACE,
                         differ && retire->verdict != SCORD_VERDICT_LANES_DIFFER);
}

/* Likewise with acquire_release: coverage_order.c. */
static void check_order(scord_coverage_t *coverage, pending_request_t *pending,
                        const scord_retire_t *retire) {
    const scord_metadata_t md = scord_metadata_from_bits(retire->metadata_before);
    const scord_check_t x = make_check(coverage, &pending->request, &md);
    scord_coverage_order_check(coverage, pending, retire, relation_of(&md, &x));
}

static void check(scord_coverage_t *coverage, pending_request_t *pending,
                  const scord_retire_t *retire) {
    const scord_metadata_t md = scord_metadata_from_bits(retire->metadata_before);
    const scord_check_t x = make_check(coverage, &pending->request, &md);
    const scord_coverage_rule_t rule = scord_coverage_rule(&md, &x);
    const scord_coverage_lock_t locks = locks_of(&md, &x);
    const uint64_t index = (retire->address - coverage->tracked_base) / SCORD_WORD_BYTES &
                           ((UINT64_C(1) << coverage->log2_entries) - 1);
    if (retire->path != scord_coverage_rule_path(rule) ||
        retire->verdict != scord_coverage_rule_verdict(rule))
        scord_coverage_fail(coverage, retire,
                            "path or verdict is not that of the rule that decides it");
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_CHECK, rule, kind_of(&pending->request),
                       relation_of(&md, &x), locks);
    const bool race = retire->verdict != SCORD_VERDICT_CLEAN;
    if (race)
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_RACE, retire->verdict - 1u, retire->scope,
                           0, 0);
    check_after(coverage, retire, &md, index, race);
    note_place(coverage, pending, retire, index, &md);
    note_locksets(coverage, &md, &x, retire, rule, locks);
    if (!coverage->stamps) return;
    if (coverage->stamps[index].touched && !retire->tag_miss)
        note_aliases(coverage, pending, &md, &x, rule, &coverage->stamps[index]);
    stamp_owner(coverage, pending, rule, &coverage->stamps[index]);
}

/* D24: outside the tracked range. */
static void untracked(scord_coverage_t *coverage, pending_request_t *pending,
                      const scord_retire_t *retire) {
    pending->untracked = true;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_UNTRACKED, kind_of(&pending->request), 0, 0,
                       0);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_UNTRACKED_BELOW,
                         retire->address < coverage->tracked_base);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_UNTRACKED_ABOVE,
                         retire->address >= coverage->tracked_base);
    coverage->last.valid = false;
    if ((retire->address - coverage->tracked_base) / SCORD_WORD_BYTES < coverage->tracked_words)
        scord_coverage_fail(coverage, retire, "not checked, though inside the tracked range");
}

void scord_coverage_observe(void *context, const scord_event_t *event,
                            const scord_retire_t *retire) {
    scord_coverage_t *coverage = context;
    (void)event; /* the copy of the SM unit has the request itself */
    pending_request_t *pending = request_of(coverage, retire);
    if (!pending) {
        scord_coverage_fail(coverage, retire, "a retired item that is not the next one of its SM");
        return;
    }
    const bool order = coverage->config.acquire_release != 0,
               is_fence = retire->kind == SCORD_REQUEST_KIND_FENCE;
    if (order && !is_fence)
        scord_coverage_order_word(coverage, pending, kind_of(&pending->request));
    if (order && is_fence) scord_coverage_order_fence(coverage, &pending->request);
    if (is_fence)
        fence(coverage, &pending->request, retire);
    else if (retire->path == SCORD_PATH_UNTRACKED)
        untracked(coverage, pending, retire);
    else if (retire->path == SCORD_PATH_NOT_PERFORMED)
        scord_coverage_pin(coverage, SCORD_COVERAGE_PIN_NOT_PERFORMED, true); /* D27 */
    else if (coverage->config.independent_threads) {
        check_threads(coverage, pending, retire);
        check_lanes(coverage, &pending->request, retire);
    } else if (order)
        check_order(coverage, pending, retire);
    else
        check(coverage, pending, retire);
    item_done(coverage, pending, retire);
}
