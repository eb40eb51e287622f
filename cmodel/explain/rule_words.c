/* SPDX-License-Identifier: Apache-2.0 */
/* rule_words.c: see rule_words.h. */
#include "cmodel/explain/rule_words.h"

#include <assert.h>
#include <stdio.h>

#include "cmodel/detector/lockset.h"

static const struct {
    const char *number, *table, *title;
} rules[] = {
#define RULE(name, number, table, words) {number, table, words},
    SCORD_RULES(RULE)
#undef RULE
};

static const char *const terms[] = {
#define TERM(name, text) text,
    SCORD_TERMS(TERM)
#undef TERM
};

_Static_assert(sizeof rules / sizeof *rules == SCORD_RULE_COUNT, "words of every rule");
_Static_assert(sizeof terms / sizeof *terms == SCORD_TERM_COUNT, "a name of every condition");

const char *scord_rule_number(scord_rule_t rule) {
    assert(rule < SCORD_RULE_COUNT);
    return rules[rule].number;
}

const char *scord_rule_table(scord_rule_t rule) {
    assert(rule < SCORD_RULE_COUNT);
    return rules[rule].table;
}

const char *scord_rule_title(scord_rule_t rule) {
    assert(rule < SCORD_RULE_COUNT);
    return rules[rule].title;
}

const char *scord_term_name(scord_term_t term) {
    assert(term < SCORD_TERM_COUNT);
    return terms[term];
}

static unsigned sm_of(unsigned block_id) { return block_id >> SCORD_SLOT_WIDTH; }
static unsigned slot_of(unsigned block_id) { return block_id & ((1u << SCORD_SLOT_WIDTH) - 1); }

static void block_words(const scord_decided_check_t *check, bool same, char *text, size_t size) {
    const unsigned owner = check->before.block_id, access = check->x.block_id;
    snprintf(text, size, "owner's block sm%u.slot%u, this one's sm%u.slot%u: %s", sm_of(owner),
             slot_of(owner), sm_of(access), slot_of(access),
             same ? "the same block" : "another block");
}

static void warp_words(const scord_decided_check_t *check, bool same, char *text, size_t size) {
    const unsigned owner = check->before.block_id, access = check->x.block_id;
    snprintf(text, size, "owner sm%u.slot%u.warp%u, this access sm%u.slot%u.warp%u: %s",
             sm_of(owner), slot_of(owner), check->before.warp_id, sm_of(access), slot_of(access),
             check->x.warp_id, same ? "the same warp" : "another warp");
}

static void threads_words(const scord_decided_check_t *check, bool ordered, char *text,
                          size_t size) {
    if (!check->x.has_diverged)
        snprintf(text, size, "the lanes of the warp have met since they parted: in order");
    else
        snprintf(
            text, size,
            "diverged; lane %u in the entry, lane %u now, __syncwarp epoch %u then, %u now: %s",
            check->before.thread_id, check->x.thread_id,
            check->before.barrier_id >> SCORD_EPOCH_BARRIER_WIDTH,
            check->x.barrier_id >> SCORD_EPOCH_BARRIER_WIDTH,
            ordered ? "in order" : "not in order");
}

static void fence_words(const char *name, unsigned stored, unsigned now, bool none, char *text,
                        size_t size) {
    snprintf(text, size,
             "%sFenceID %u in the entry, %u in the owner's fence file entry: %s %s fence by the "
             "owner since",
             name, stored, now, none ? "no" : "a", name[0] == 'B' ? "block" : "device");
}

static void narrow_words(const scord_decided_check_t *check, char *text, size_t size) {
    const bool by_access = !check->before.scope && check->x.both_scopes && check->x.atomic;
    if (by_access)
        snprintf(text, size, "this atomic has %s scope (both_scopes, D39)",
                 check->x.block_scope ? "block" : "device");
    else
        snprintf(text, size, "Scope = %u: the last atomic had %s scope", check->before.scope,
                 check->before.scope ? "block" : "device");
}

static void lock_words(const scord_decided_check_t *check, char *text, size_t size) {
    snprintf(text, size, "locks 0x%04x in the entry, 0x%04x held by this access: %s",
             check->before.lock_bloom, check->x.lock_bloom,
             scord_lockset_empty(check->before.lock_bloom) &&
                     scord_lockset_empty(check->x.lock_bloom)
                 ? "none in use"
                 : "locks are in use");
}

static void disjoint_words(const scord_decided_check_t *check, bool disjoint, char *text,
                           size_t size) {
    const bool same_block = check->before.block_id == check->x.block_id;
    const unsigned shift = same_block ? 0 : SCORD_BLOOM_PART_WIDTH,
                   mask = (1u << SCORD_BLOOM_PART_WIDTH) - 1;
    snprintf(text, size, "%s parts 0x%02x and 0x%02x: %s", same_block ? "block" : "device",
             check->before.lock_bloom >> shift & mask, check->x.lock_bloom >> shift & mask,
             disjoint ? "no lock in common" : "a common lock");
}

void scord_term_words(scord_term_t term, bool value, const scord_decided_check_t *check, char *text,
                      size_t size) {
    const scord_metadata_t *md = &check->before;
    const scord_check_t *x = &check->x;
    switch (term) {
    case SCORD_TERM_RESET_IMAGE:
        snprintf(text, size, "Modified, BlkShared, DevShared = %u, %u, %u: %s", md->modified,
                 md->blk_shared, md->dev_shared,
                 value ? "not accessed since its reset" : "accessed before");
        return;
    case SCORD_TERM_SAME_BLOCK: block_words(check, value, text, size); return;
    case SCORD_TERM_SAME_WARP: warp_words(check, value, text, size); return;
    case SCORD_TERM_THREADS_ORDERED: threads_words(check, value, text, size); return;
    case SCORD_TERM_BARRIER_DIFFERS:
        snprintf(text, size, "BarrierID %u in the entry, %u now: %s", md->barrier_id, x->barrier_id,
                 value ? "a barrier between" : "no barrier between");
        return;
    case SCORD_TERM_MODIFIED: snprintf(text, size, "Modified = %d", value); return;
    case SCORD_TERM_BLK_SHARED: snprintf(text, size, "BlkShared = %d", value); return;
    case SCORD_TERM_DEV_SHARED: snprintf(text, size, "DevShared = %d", value); return;
    case SCORD_TERM_IS_ATOM:
        snprintf(text, size, "IsAtom = %d: the owner's access was %s atomic", value,
                 value ? "an" : "no");
        return;
    case SCORD_TERM_SCOPE_TOO_NARROW: narrow_words(check, text, size); return;
    case SCORD_TERM_ATOMIC:
        snprintf(text, size, "this access is %s atomic", value ? "an" : "no");
        return;
    case SCORD_TERM_ORDERED:
        snprintf(text, size,
                 "this block has %sacquired what the owner's block released after its access",
                 value ? "" : "not ");
        return;
    case SCORD_TERM_WRITE:
        snprintf(text, size, "this access is %s",
                 !value      ? "a load"
                 : x->atomic ? "an atomic"
                             : "a store");
        return;
    case SCORD_TERM_NO_BLOCK_FENCE_SINCE:
        fence_words("Blk", md->blk_fence_id, x->owner_fences.blk_fence_id, value, text, size);
        return;
    case SCORD_TERM_NO_DEVICE_FENCE_SINCE:
        fence_words("Dev", md->dev_fence_id, x->owner_fences.dev_fence_id, value, text, size);
        return;
    case SCORD_TERM_OWNER_STRONG:
        snprintf(text, size, "Strong = %d: %s", value,
                 value ? "all accesses before were strong" : "one before was weak");
        return;
    case SCORD_TERM_ACCESS_STRONG:
        snprintf(text, size, "this access is %s", value ? "strong" : "weak");
        return;
    case SCORD_TERM_PROTECTED: lock_words(check, text, size); return;
    case SCORD_TERM_LOCKSETS_DISJOINT: disjoint_words(check, value, text, size); return;
    case SCORD_TERM_COUNT: break;
    }
    snprintf(text, size, "condition %u is %d", term, value);
}

/* Rules without a verdict: the precondition of rule 6, and the updates of the entry. */
static bool decides(scord_rule_t rule) {
    return rule != SCORD_RULE_CONFLICT && rule != SCORD_RULE_AFTER_RACE &&
           rule != SCORD_RULE_AFTER_STORE && rule != SCORD_RULE_AFTER_LOAD;
}

scord_rule_t scord_deciding_rule(const scord_rule_trace_t *trace) {
    assert(trace->steps <= SCORD_TRACE_STEPS);
    const scord_trace_step_t *last = trace->steps ? &trace->step[trace->steps - 1] : NULL;
    if (last && last->is_rule && last->value && last->name == SCORD_RULE_LANES_DIFFER)
        return SCORD_RULE_LANES_DIFFER; /* whatever let the access pass */
    for (unsigned i = 0; i < trace->steps; i++) {
        const scord_trace_step_t *step = &trace->step[i];
        if (step->is_rule && step->value && decides((scord_rule_t)step->name))
            return (scord_rule_t)step->name;
    }
    return SCORD_RULE_COUNT;
}
