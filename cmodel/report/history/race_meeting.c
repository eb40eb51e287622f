/* SPDX-License-Identifier: Apache-2.0 */
/* race_meeting.c: see race_meeting.h. */
#include "cmodel/report/history/race_meeting.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/report/history/race_apart.h"
#include "cmodel/semantics.h"

static unsigned index_of(uint8_t block_id, uint8_t warp_id) {
    const unsigned index = (unsigned)(block_id >> SCORD_SLOT_WIDTH) << SCORD_WARP_WIDTH | warp_id;
    assert(index < SCORD_WARP_INDICES);
    return index;
}

void scord_meetings_start(scord_meetings_t *meetings) {
    if (meetings->signalled) memset(meetings->signal, 0, sizeof meetings->signal);
    memset(meetings, 0, offsetof(scord_meetings_t, signal));
}

/* The word's place among a warp's signals, which is the first one then. */
static scord_signal_t *first_signal(scord_signal_t signal[], uint64_t address) {
    unsigned at = 0;
    while (at + 1 < SCORD_SIGNALS && signal[at].address != address) at++;
    scord_signal_t found = signal[at].address == address ? signal[at]
                                                         : (scord_signal_t){.address = address};
    memmove(&signal[1], &signal[0], at * sizeof signal[0]);
    signal[0] = found;
    return &signal[0];
}

static void take_and_give(scord_held_locks_t *held, const scord_event_t *event) {
    const scord_event_access_t *access = &event->access;
    const bool swap = access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->has_returned,
               exchange = access->atomic_kind == SCORD_ATOMIC_KIND_EXCH;
    if (access->op != SCORD_OP_ATOMIC || !access->has_operands || !(swap || exchange)) return;
    for (uint32_t lanes = access->mask; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        if (swap && access->compare[lane] == 0 && access->returned[lane] == 0 &&
            access->value[lane] == 1) {
            if (held->count++ == 0) held->taken = event->sequence;
        } else if (exchange && access->value[lane] == 0 && held->count > 0) {
            if (--held->count == 0) held->given = event->sequence;
        }
    }
}

void scord_meetings_launch(scord_meetings_t *meetings, unsigned sm, uint32_t warps) {
    for (; warps; warps &= warps - 1)
        meetings->held[sm << SCORD_WARP_WIDTH | (unsigned)__builtin_ctz(warps)] =
            (scord_held_locks_t){0};
}

bool scord_meetings_without_lock(const scord_meetings_t *meetings, const scord_race_side_t *side) {
    const scord_held_locks_t *held = &meetings->held[index_of(side->block_id, side->warp_id)];
    return side->sequence > held->given && (held->count == 0 || side->sequence < held->taken);
}

void scord_meetings_access(scord_meetings_t *meetings, const scord_event_t *event, uint8_t block_id,
                           uint8_t warp_id) {
    const scord_event_access_t *access = &event->access;
    const unsigned index = index_of(block_id, warp_id);
    scord_last_access_t *last = &meetings->last[index];
    if (last->sequence != event->sequence) { /* else another segment of it */
        last->before_pc = last->pc;
        take_and_give(&meetings->held[index], event);
    }
    last->pc = access->pc;
    last->sequence = event->sequence;
    if (!access->strong && access->op != SCORD_OP_ATOMIC) return;
    unsigned left = SCORD_SIGNALS;
    const bool unseen = scord_observes_nothing(access->unread,
                                               (scord_semantics_t)access->semantics); /* D79 */
    const bool claims = access->op == SCORD_OP_ATOMIC && !unseen &&
                        (access->atomic_kind == SCORD_ATOMIC_KIND_CAS ||
                         access->atomic_kind == SCORD_ATOMIC_KIND_EXCH ||
                         scord_access_changes_nothing(access));
    meetings->signalled = true;
    for (uint32_t lanes = access->mask; lanes && left; lanes &= lanes - 1, left--) {
        const uint64_t address = access->address[__builtin_ctz(lanes)] / SCORD_WORD_BYTES *
                                 SCORD_WORD_BYTES;
        scord_signal_t *signal = first_signal(meetings->signal[index], address);
        if (access->op != SCORD_OP_LOAD) signal->written = event->sequence;
        if (access->op != SCORD_OP_STORE && !unseen) signal->read = event->sequence;
        if (claims) signal->claimed = event->sequence;
    }
}

/* Both warps have accessed another word than ADDRESS since the owner's access: the owner's has
 * written it, and the other one has read or (CLAIMED) claimed it. */
static bool have_met(const scord_meetings_t *meetings, uint64_t address,
                     const scord_race_side_t *owner, const scord_race_side_t *access,
                     bool claimed) {
    const scord_signal_t *from = meetings->signal[index_of(owner->block_id, owner->warp_id)],
                         *to = meetings->signal[index_of(access->block_id, access->warp_id)];
    for (unsigned i = 0; i < SCORD_SIGNALS; i++)
        for (unsigned j = 0; j < SCORD_SIGNALS; j++)
            if (from[i].address == to[j].address && from[i].address != address &&
                from[i].written > owner->sequence &&
                (claimed ? to[j].claimed : to[j].read) > owner->sequence)
                return true;
    return false;
}

bool scord_meetings_signalled(const scord_meetings_t *meetings, uint64_t address,
                              const scord_race_side_t *owner, const scord_race_side_t *access) {
    return have_met(meetings, address, owner, access, false);
}

bool scord_meetings_guarded(const scord_meetings_t *meetings, uint64_t address,
                            const scord_race_side_t *owner, const scord_race_side_t *access) {
    return have_met(meetings, address, owner, access, true);
}

bool scord_meetings_signals(const scord_meetings_t *meetings, uint64_t address,
                            const scord_race_side_t *owner) {
    const scord_signal_t *from = meetings->signal[index_of(owner->block_id, owner->warp_id)];
    for (unsigned i = 0; i < SCORD_SIGNALS; i++)
        if (from[i].address != address && from[i].written > owner->sequence) return true;
    return false;
}

/* ---- words that are watched ---- */

static uint32_t pc_before(const scord_meetings_t *meetings, const scord_event_t *event,
                          unsigned index) {
    const scord_last_access_t *last = &meetings->last[index];
    return last->sequence == event->sequence ? last->before_pc : last->pc;
}

scord_watched_word_t *scord_meetings_watch(scord_meetings_t *meetings, uint64_t address,
                                           uint32_t site, const scord_race_side_t *owner,
                                           const scord_race_side_t *access) {
    if (meetings->watched_count == SCORD_WATCHED_WORDS) return NULL;
    scord_watched_word_t *word = &meetings->watched[meetings->watched_count++];
    *word = (scord_watched_word_t){
        .address = address,
        .site = site,
        .warp = {{.block_id = owner->block_id, .warp_id = owner->warp_id},
                 {.block_id = access->block_id, .warp_id = access->warp_id}}};
    return word;
}

static bool of_one_block(const scord_watched_word_t *word) {
    return word->warp[0].block_id == word->warp[1].block_id;
}

void scord_meetings_barrier(scord_meetings_t *meetings, uint8_t block_id, uint64_t sequence) {
    meetings->barrier[block_id] = sequence;
    for (unsigned i = 0; i < meetings->watched_count; i++) {
        scord_watched_word_t *word = &meetings->watched[i];
        if (word->warp[0].block_id != block_id || !of_one_block(word)) continue;
        for (unsigned j = 0; j < 2; j++)
            word->warp[j] = (scord_watched_warp_t){.block_id = block_id,
                                                   .warp_id = word->warp[j].warp_id};
    }
}

bool scord_meetings_in_phase(const scord_meetings_t *meetings, const scord_watched_word_t *word,
                             uint64_t sequence) {
    return !of_one_block(word) || sequence > meetings->barrier[word->warp[0].block_id];
}

void scord_watched_warp_did(scord_watched_warp_t *warp, uint8_t op, uint32_t pc) {
    switch ((scord_op_t)op) {
    case SCORD_OP_LOAD:
        if (!warp->loaded && !warp->atomic && !warp->stored) {
            warp->load_first = true;
            warp->load_pc = pc;
        }
        warp->loaded = true;
        return;
    case SCORD_OP_ATOMIC:
        warp->tested = warp->tested || (warp->load_first && !warp->atomic && !warp->stored);
        warp->atomic = true;
        return;
    case SCORD_OP_STORE: break;
    }
    warp->stored = true;
    warp->store_pc = pc;
    if (!warp->loaded) return;
    warp->updated = true;
    warp->update_pc = pc;
}

static bool updates(const scord_watched_warp_t *warp, const scord_watched_warp_t *other) {
    return warp->updated &&
           (other->atomic || (other->stored && other->store_pc == warp->update_pc));
}

unsigned scord_meetings_find(const scord_meetings_t *meetings, uint64_t address, uint8_t block_id,
                             uint8_t warp_id, unsigned from) {
    for (unsigned i = from; i < meetings->watched_count; i++) {
        const scord_watched_word_t *word = &meetings->watched[i];
        for (unsigned j = 0; j < 2 && word->address == address; j++)
            if (word->warp[j].block_id == block_id && word->warp[j].warp_id == warp_id) return i;
    }
    return SCORD_WATCHED_WORDS;
}

void scord_meetings_word(scord_meetings_t *meetings, unsigned index, const scord_event_t *event,
                         uint8_t block_id, uint8_t warp_id, scord_meeting_t *meeting) {
    assert(index < meetings->watched_count);
    scord_watched_word_t *word = &meetings->watched[index];
    const scord_event_access_t *access = &event->access;
    for (unsigned j = 0; j < 2; j++) {
        scord_watched_warp_t *warp = &word->warp[j];
        if (warp->block_id != block_id || warp->warp_id != warp_id) continue;
        const scord_watched_warp_t *other = &word->warp[1 - j];
        const bool again = warp->loaded && !warp->stored;
        scord_watched_warp_did(warp, access->op, access->pc);
        if (access->op == SCORD_OP_LOAD && again && (other->stored || other->atomic) &&
            pc_before(meetings, event, index_of(block_id, warp_id)) == access->pc) {
            meeting->waits = true;
            meeting->wait_pc = access->pc;
        }
    }
    for (unsigned j = 0; j < 2 && !meeting->tests; j++) {
        meeting->tests = word->warp[j].tested && word->warp[1 - j].atomic;
        meeting->test_pc = word->warp[j].load_pc;
    }
    for (unsigned j = 0; j < 2 && !meeting->update; j++) {
        meeting->update = updates(&word->warp[j], &word->warp[1 - j]);
        meeting->update_pc = word->warp[j].update_pc;
    }
    if (meeting->update) *word = meetings->watched[--meetings->watched_count];
}
