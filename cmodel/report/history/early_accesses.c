/* SPDX-License-Identifier: Apache-2.0 */
/* early_accesses.c: see early_accesses.h. */
#include "cmodel/report/history/early_accesses.h"

#include "cmodel/detector/fence_file.h"
#include "cmodel/semantics.h"

void scord_early_start(scord_early_accesses_t *early) {
    if (early->used) *early = (scord_early_accesses_t){.words = 0};
    early->taken = 0;
}

static scord_early_warp_t *warp_of(scord_early_accesses_t *early, unsigned block_id,
                                   unsigned warp_id) {
    return &early->warp[scord_fence_file_index(block_id, warp_id)];
}

void scord_early_launch(scord_early_accesses_t *early, unsigned block_id, unsigned warp_id) {
    if (!early->used) return;
    *warp_of(early, block_id, warp_id) = (scord_early_warp_t){.fenced = 0};
}

void scord_early_fence(scord_early_accesses_t *early, unsigned block_id, unsigned warp_id) {
    if (!early->used) return;
    warp_of(early, block_id, warp_id)->fenced = (1u << SCORD_EARLY_LOCKS) - 1;
}

/* The place of a lock, or SCORD_EARLY_LOCKS; 0: a free one. */
static unsigned find_lock(const scord_early_warp_t *warp, uint64_t lock) {
    unsigned i = 0;
    while (i < SCORD_EARLY_LOCKS && warp->lock[i] != lock) i++;
    return i;
}

static void take(scord_early_warp_t *warp, uint64_t lock, uint32_t pc, unsigned lane) {
    if (find_lock(warp, lock) < SCORD_EARLY_LOCKS) return;
    const unsigned i = find_lock(warp, 0);
    if (i == SCORD_EARLY_LOCKS) return;
    warp->lock[i] = lock;
    warp->pc[i] = pc;
    warp->lane[i] = (uint8_t)lane;
    warp->fenced &= ~(1u << i);
}

static void give_back(scord_early_warp_t *warp, uint64_t lock) {
    const unsigned i = find_lock(warp, lock);
    if (i < SCORD_EARLY_LOCKS) warp->lock[i] = 0;
}

/* As D17 and D64 infer a lock. */
static bool takes_lock(const scord_event_access_t *access, unsigned lane) {
    return access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->has_operands &&
           access->has_returned && access->compare[lane] == 0 && access->value[lane] == 1 &&
           access->returned[lane] == 0 &&
           !scord_acquires(SCORD_OP_ATOMIC, (scord_semantics_t)access->semantics);
}

static bool holds_any(const scord_early_warp_t *warp) {
    bool any = false;
    for (unsigned i = 0; i < SCORD_EARLY_LOCKS; i++) any = any || warp->lock[i] != 0;
    return any;
}

void scord_early_access(scord_early_accesses_t *early, const scord_event_t *event,
                        unsigned block_id, unsigned warp_id) {
    const scord_event_access_t *access = &event->access;
    scord_early_warp_t *warp = warp_of(early, block_id, warp_id);
    if (early->taken == event->sequence || access->op == SCORD_OP_LOAD) return;
    early->taken = event->sequence;
    early->used = early->used || access->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    if (!early->used) return;
    if (access->op == SCORD_OP_STORE && !holds_any(warp)) return;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (access->op == SCORD_OP_ATOMIC && takes_lock(access, lane))
            take(warp, access->address[lane], access->pc, lane);
        else if (access->atomic_kind != SCORD_ATOMIC_KIND_CAS || !access->has_returned ||
                 access->returned[lane] == access->compare[lane])
            give_back(warp, access->address[lane]); /* it is changed: by an Exch, a store, … */
    }
}

/* A lock of one of LANES that no fence has followed yet; SCORD_EARLY_LOCKS: none. */
static unsigned early_lock(const scord_early_warp_t *warp, uint32_t lanes) {
    unsigned i = 0;
    while (i < SCORD_EARLY_LOCKS &&
           (warp->lock[i] == 0 || warp->fenced >> i & 1 || !(lanes >> warp->lane[i] & 1)))
        i++;
    return i;
}

static bool holds(const scord_early_warp_t *warp, uint64_t lock, uint32_t lanes) {
    const unsigned i = find_lock(warp, lock);
    return i < SCORD_EARLY_LOCKS && lanes >> warp->lane[i] & 1;
}

static void keep(scord_early_accesses_t *early, scord_early_word_t word) {
    early->word[early->words++ % SCORD_EARLY_WORDS] = word;
}

const scord_early_word_t *scord_early_meet(scord_early_accesses_t *early,
                                           const scord_event_t *event, uint64_t place,
                                           unsigned block_id, unsigned warp_id, uint32_t lanes) {
    const scord_early_warp_t *warp = warp_of(early, block_id, warp_id);
    const bool writes = event->access.op != SCORD_OP_LOAD;
    if (!early->used || !holds_any(warp)) return NULL;
    const unsigned lock = early_lock(warp, lanes);
    if (lock < SCORD_EARLY_LOCKS) {
        keep(early, (scord_early_word_t){.place = place,
                                         .lock = warp->lock[lock],
                                         .lock_pc = warp->pc[lock],
                                         .sequence = event->sequence,
                                         .pc = event->access.pc,
                                         .block_id = (uint8_t)block_id,
                                         .warp_id = (uint8_t)warp_id,
                                         .lane = warp->lane[lock],
                                         .wrote = writes});
        return NULL;
    }
    for (uint32_t i = 0; i < early->words && i < SCORD_EARLY_WORDS; i++) {
        scord_early_word_t *word = &early->word[i];
        if (word->place != place || !holds(warp, word->lock, lanes) ||
            (word->block_id == block_id && word->warp_id == warp_id) || !(word->wrote || writes))
            continue;
        word->place = UINT64_MAX; /* told */
        return word;
    }
    return NULL;
}
