/* SPDX-License-Identifier: Apache-2.0 */
/* races.c: compares an access with the earlier accesses of its words, reports those that race, and
 * records it.
 *
 * The idea: a word needs no full history. For every thread, its last access of each kind is enough,
 * where a kind is: load, store or atomic; data or synchronising; scope; bytes; width. An earlier
 * access of the same thread and kind conflicts with the same others and happens before the last
 * one, so it adds no race.
 *
 *   word.records[]   { warp, lanes, epoch, kind }    equal accesses of lanes of one warp share one
 *
 * check_word does three things in one pass over the records:
 *
 *   1. conflict          a common byte, one of the two writes, and not two matching atomics
 *   2. unordered_lanes   lanes of the record whose epoch is not in the access's clock: they race
 *   3. superseded        lanes of the record that the new access replaces
 *
 * A plain store supersedes every access that happens before it: a later access that races with one
 * of those races with the store too. This needs a transitive happens-before; HRF-direct's is not
 * transitive, so there the records are kept.
 *
 * Invariants
 *   - a record has lanes; one that loses its last lane leaves the array.
 *   - lanes of a record never race with their own thread: report_lanes removes the accessing lane.
 *   - mergeable records differ only in their lanes.
 *
 * Expensive: words that many warps read or update, such as a hot counter. There most pairs are
 * matching atomics of different blocks; `indifferent` skips them first. Source: docs/oracle.md,
 * "Rules"; the reduction is that of FastTrack (Flanagan, Freund 2009), extended to more kinds
 * of access.
 */
#include <assert.h>
#include <stdlib.h>

#include "cmodel/oracle/oracle_state.h"
#include "cmodel/base/array.h"

/* ---- conflicts ---- */

static hrf_record_t record_of(const hrf_access_t *access, uint64_t word_address) {
    const scord_event_access_t *event = &access->event->access;
    return (hrf_record_t){
        .epoch = access->thread->epoch,
        .sequence = access->event->sequence,
        .warp = access->warp,
        .lanes = access->lanes,
        .block = access->block->number,
        .pc = event->pc,
        .op = event->op,
        .bytes = hrf_bytes_of_word(word_address, access->address, event->size),
        .scope = access->sync ? access->scope : HRF_DEVICE,
        .size = event->size,
        .offset = (uint8_t)(word_address > access->address ? word_address - access->address : 0),
        .sync = access->sync,
        .writes = access->writes,
    };
}

static bool same_location(const hrf_record_t *a, const hrf_record_t *b) {
    return a->bytes == b->bytes && a->size == b->size && a->offset == b->offset;
}

static bool conflict(const scord_oracle_t *oracle, const hrf_record_t *a, const hrf_record_t *b,
                     scord_oracle_conflict_t *kind) {
    if ((a->bytes & b->bytes) == 0 || !(a->writes || b->writes)) return false;
    *kind = a->sync && b->sync ? SCORD_ORACLE_CONFLICT_SYNCHRONISATION
                               : SCORD_ORACLE_CONFLICT_ORDINARY;
    if (*kind == SCORD_ORACLE_CONFLICT_ORDINARY) return true;
    const bool match = same_location(a, b) &&
                       hrf_match(oracle, a->scope, a->block, b->scope, b->block);
    return oracle->axes.sync_conflicts && !match;
}

/* Lanes of `record` that do not happen before `access`. The caller removes the accessing lane,
 * which program order orders. */
static uint32_t unordered_lanes(const scord_oracle_t *oracle, const hrf_access_t *access,
                                const hrf_record_t *record) {
    const uint64_t first = record->warp * SCORD_THREADS_PER_WARP;
    uint32_t lanes = record->lanes;
    for (unsigned channel = 0; channel < HRF_CHANNELS && lanes != 0; channel++) {
        clock_ref_t *now = hrf_now(oracle, access->thread, channel);
        if (channel == 0 || now != hrf_now(oracle, access->thread, 0))
            lanes = clock_below(oracle->pool, *now, first, lanes, record->epoch);
    }
    return lanes;
}

/* ---- reports ---- */

static uint8_t warp_slot(const hrf_block_t *block, uint32_t index) {
    uint32_t slots = block->warps;
    for (uint32_t i = 0; i < index / SCORD_THREADS_PER_WARP; i++) slots &= slots - 1;
    return (uint8_t)(slots != 0 ? __builtin_ctz(slots) : 0);
}

static scord_oracle_access_t describe(const scord_oracle_t *oracle, const hrf_record_t *record,
                                      unsigned lane) {
    assert(record->block < oracle->block_count && lane < SCORD_THREADS_PER_WARP);
    const hrf_block_t *block = &oracle->blocks[record->block];
    const uint64_t id = record->warp * SCORD_THREADS_PER_WARP + lane;
    const uint32_t index = (uint32_t)(id & ((UINT64_C(1) << oracle->log2_stride) - 1));
    return (scord_oracle_access_t){
        .sequence = record->sequence,
        .pc = record->pc,
        .cta = {block->cta[0], block->cta[1], block->cta[2]},
        .thread = index,
        .sm = block->sm,
        .slot = block->slot,
        .warp = warp_slot(block, index),
        .lane = (uint8_t)lane,
        .op = record->op,
        .scope = record->scope == HRF_BLOCK ? SCORD_SCOPE_BLOCK : SCORD_SCOPE_DEVICE,
        .synchronises = record->sync,
        .writes = record->writes,
    };
}

static scord_oracle_relation_t relation(const hrf_record_t *a, const hrf_record_t *b) {
    if (a->warp == b->warp) return SCORD_ORACLE_RELATION_WARP;
    return a->block == b->block ? SCORD_ORACLE_RELATION_BLOCK : SCORD_ORACLE_RELATION_DEVICE;
}

static void report(scord_oracle_t *oracle, const hrf_record_t *first, uint32_t lanes,
                   const hrf_record_t *second, unsigned lane, uint64_t word_address,
                   scord_oracle_conflict_t kind) {
    assert(lanes != 0 && (first->bytes & second->bytes) != 0);
    oracle->statistics.races++;
    if (!oracle->observe) return;
    const uint8_t bytes = first->bytes & second->bytes;
    const scord_oracle_race_t race = {
        .address = word_address + (unsigned)__builtin_ctz(bytes),
        .word_bytes = bytes,
        .conflict = kind,
        .relation = relation(first, second),
        .first = describe(oracle, first, (unsigned)__builtin_ctz(lanes)),
        .second = describe(oracle, second, lane),
        .threads = (uint32_t)__builtin_popcount(lanes),
    };
    oracle->observe(oracle->context, &race);
}

/* Lanes of the access that race with a record; `lanes` = the record's lanes that are unordered. */
static uint32_t report_lanes(scord_oracle_t *oracle, const hrf_record_t *first, uint32_t lanes,
                             const hrf_record_t *second, uint64_t word_address,
                             scord_oracle_conflict_t kind) {
    uint32_t racy = 0;
    for (uint32_t left = second->lanes; lanes != 0 && left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t others = first->warp == second->warp ? lanes & ~(UINT32_C(1) << lane)
                                                            : lanes;
        if (others == 0) continue;
        racy |= UINT32_C(1) << lane;
        report(oracle, first, others, second, lane, word_address, kind);
    }
    return racy;
}

/* ---- records ---- */

static bool same_kind(const scord_oracle_t *oracle, const hrf_record_t *a, const hrf_record_t *b) {
    if (HRF_PLANTED(oracle, HRF_FAULT_LAST_ACCESS_ONLY)) return true;
    return a->op == b->op && a->sync == b->sync && a->writes == b->writes && a->scope == b->scope &&
           (!a->sync || same_location(a, b));
}

/* Whether everything that conflicts with `old` conflicts with `new` too, if both touch the same
 * bytes.
 */
static bool conflicts_as_widely(const hrf_record_t *new, const hrf_record_t *old) {
    if (!new->writes) return false;
    if (!new->sync) return true;
    if (!old->sync || !same_location(new, old) || new->scope != old->scope) return false;
    /* With inclusion a block-scope access matches device-scope ones of its own block only. */
    return new->block == old->block;
}

/* Lanes of `old` whose records `new` replaces; `unordered` as from unordered_lanes. */
static uint32_t superseded(const scord_oracle_t *oracle, const hrf_record_t *new,
                           const hrf_record_t *old, uint32_t unordered) {
    if ((old->bytes & ~new->bytes) != 0) return 0;
    const uint32_t own = old->warp == new->warp ? old->lanes &new->lanes : 0;
    const bool transitive = oracle->axes.closure == SCORD_ORACLE_CLOSURE_INDIRECT ||
                            HRF_PLANTED(oracle, HRF_FAULT_PURGE_IN_DIRECT);
    if (conflicts_as_widely(new, old)) return transitive ? own | (old->lanes & ~unordered) : own;
    return same_kind(oracle, new, old) ? own : 0;
}

static bool mergeable(const hrf_record_t *a, const hrf_record_t *b) {
    return a->sequence == b->sequence && a->warp == b->warp && a->epoch == b->epoch &&
           a->op == b->op && a->writes == b->writes && same_location(a, b);
}

static bool append(hrf_word_t *word, const hrf_record_t *record) {
    if (!SCORD_ARRAY_ROOM(word->records, word->capacity, word->count + 1)) return false;
    word->records[word->count++] = *record;
    return true;
}

/* Two matching synchronising accesses of different blocks: no conflict, and neither replaces the
 * other. The common case on a hot atomic, so it is tested first. */
static bool indifferent(const hrf_record_t *a, const hrf_record_t *b) {
    return a->block != b->block && a->sync && b->sync && a->scope == HRF_DEVICE &&
           b->scope == HRF_DEVICE && same_location(a, b);
}

static bool needs_order(const hrf_record_t *new, const hrf_record_t *old, bool conflicts) {
    return conflicts || ((old->bytes & ~new->bytes) == 0 && conflicts_as_widely(new, old));
}

/* Lanes of one store that write the same value to the word: whichever stays, it is this one. */
static bool same_value(const scord_oracle_t *oracle, const hrf_access_t *access,
                       const hrf_record_t *old, const hrf_record_t *new, uint64_t word_address) {
    const uint64_t word = (word_address - access->address / SCORD_WORD_BYTES * SCORD_WORD_BYTES) /
                          SCORD_WORD_BYTES;
    return oracle->compares_lanes && new->op == SCORD_OP_STORE && old->sequence == new->sequence &&
           old->warp == new->warp && (access->event->access.differ[word] & new->lanes) == 0;
}

/* Checks `new` against all records of the word and drops those it supersedes. Returns the lanes of
 * `new` that race; *merge becomes the record that `new` can join, or NULL. */
static uint32_t check_word(scord_oracle_t *oracle, const hrf_access_t *access, hrf_word_t *word,
                           uint64_t word_address, const hrf_record_t *new, hrf_record_t **merge) {
    uint32_t racy = 0;
    *merge = NULL;
    for (uint32_t i = 0; i < word->count; i++) {
        hrf_record_t *old = &word->records[i];
        assert(old->lanes != 0 && old->bytes != 0);
        scord_oracle_conflict_t kind = SCORD_ORACLE_CONFLICT_ORDINARY; /* else not used */
        if (indifferent(old, new)) continue;
        const bool conflicts = conflict(oracle, old, new, &kind) &&
                               !same_value(oracle, access, old, new, word_address);
        const uint32_t unordered = needs_order(new, old, conflicts)
                                       ? unordered_lanes(oracle, access, old)
                                       : old->lanes;
        if (conflicts) racy |= report_lanes(oracle, old, unordered, new, word_address, kind);
        old->lanes &= ~superseded(oracle, new, old, unordered);
        if (old->lanes == 0)
            word->records[i--] = word->records[--word->count];
        else if (mergeable(old, new))
            *merge = old;
    }
    return racy;
}

static bool remember(hrf_word_t *word, const hrf_record_t *new, hrf_record_t *merge) {
    assert(new->lanes != 0 && word->count <= word->capacity);
    if (!merge) return append(word, new);
    assert(mergeable(merge, new));
    merge->lanes |= new->lanes;
    return true;
}

scord_oracle_status_t hrf_check_and_record(scord_oracle_t *oracle, const hrf_access_t *access) {
    const uint64_t first = access->address / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
    const uint64_t end = access->address + access->event->access.size;
    for (uint64_t address = first; address < end; address += SCORD_WORD_BYTES) {
        hrf_word_t *word = hrf_shadow_word(&oracle->shadow, address);
        if (!word) return hrf_no_memory(oracle);
        const hrf_record_t record = record_of(access, address);
        hrf_record_t *merge;
        const uint32_t racy = check_word(oracle, access, word, address, &record, &merge);
        oracle->statistics.racy_accesses += (unsigned)__builtin_popcount(racy);
        if (!remember(word, &record, merge)) return hrf_no_memory(oracle);
    }
    return SCORD_ORACLE_OK;
}
