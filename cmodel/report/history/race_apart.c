/* SPDX-License-Identifier: Apache-2.0 */
/* race_apart.c: see race_apart.h. */
#include "cmodel/report/history/race_apart.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cmodel/report/race_site.h"
#include "cmodel/semantics.h"

void scord_handed_words_start(scord_handed_words_t *handed) {
    scord_index_map_clear(&handed->place_of);
    handed->words = 0;
    handed->sequence = handed->asked = 0;
}

void scord_handed_words_destroy(scord_handed_words_t *handed) {
    scord_index_map_destroy(&handed->place_of);
    free(handed->word);
    *handed = (scord_handed_words_t){.words = 0};
}

static scord_handed_word_t *find_handed(const scord_handed_words_t *handed, uint64_t place) {
    if (handed->words == 0) return NULL;
    const uint32_t index = scord_index_map_find(&handed->place_of, place);
    if (index == SCORD_INDEX_NONE || !handed->word[index].known) return NULL;
    return &handed->word[index];
}

/* Whether EVENT is of shared memory, by its instruction. */
static bool is_shared(scord_race_report_t *report, const scord_event_t *event) {
    scord_handed_words_t *handed = &report->handed;
    if (handed->sequence == event->sequence) return handed->shared;
    const scord_instruction_t *at = scord_program_map_instruction(&report->program,
                                                                  event->access.pc);
    handed->sequence = event->sequence;
    handed->shared = at && at->shared;
    return handed->shared;
}

/* The entry forgets its writer. */
static void hand_on(scord_race_report_t *report, uint64_t place, scord_handed_word_t word) {
    scord_handed_words_t *handed = &report->handed;
    uint32_t index = scord_index_map_find(&handed->place_of, place);
    if (index == SCORD_INDEX_NONE) {
        index = handed->words;
        if (index == SCORD_HANDED_WORDS) {
            handed->without_room++;
            return;
        }
        if (!SCORD_ARRAY_ROOM(handed->word, handed->allocated, index + 1) ||
            !scord_index_map_add(&handed->place_of, place, index)) {
            report->out_of_memory = true;
            return;
        }
        handed->words++;
    }
    handed->word[index] = word;
    handed->word[index].known = true;
}

static bool changes_nothing(const scord_event_access_t *access, unsigned lane) {
    const uint64_t ones = UINT64_MAX >> (64 - 8 * access->size);
    switch (access->atomic_kind) {
    case SCORD_ATOMIC_KIND_ADD:
    case SCORD_ATOMIC_KIND_OR:
    case SCORD_ATOMIC_KIND_XOR: return access->value[lane] == 0;
    case SCORD_ATOMIC_KIND_AND: return (access->value[lane] & ones) == ones;
    case SCORD_ATOMIC_KIND_CAS:
        return access->has_returned && access->returned[lane] != access->compare[lane];
    default: return false;
    }
}

bool scord_access_changes_nothing(const scord_event_access_t *access) {
    if (access->op != SCORD_OP_ATOMIC || !access->has_operands) return false;
    for (uint32_t left = access->mask; left != 0; left &= left - 1)
        if (!changes_nothing(access, (unsigned)__builtin_ctz(left))) return false;
    return true;
}

/* Is the earlier access, the last write of its warp (WRITES) or its last access, apart from this
 * one? */
static scord_apart_t ask(scord_race_report_t *report, const scord_retire_t *item,
                         const scord_past_warp_t *past, bool writes) {
    return scord_warp_ways_lane_apart(
        &report->ways, past->block_id, past->warp_id, writes ? past->write_lane : past->access_lane,
        writes ? past->write_sequence : past->access_sequence, item->block_id, item->warp_id);
}

/* Of all other warps that the history has for the word: the last access that is apart. */
static bool find_unordered(scord_race_report_t *report, const scord_retire_t *item, uint64_t place,
                           bool store, scord_race_apart_t *found) {
    uint64_t latest = 0;
    scord_race_settle(report, report->ways.taken);
    scord_past_walk_t walk;
    scord_past_warp_t past;
    scord_access_history_start(&report->history, place, &walk);
    while (scord_access_history_next(&walk, &past)) {
        if ((past.block_id == item->block_id && past.warp_id == item->warp_id) ||
            (!store && (!past.wrote || past.changed_nothing)))
            continue;
        const bool writes = !store || (past.wrote && past.write_sequence == past.access_sequence);
        const uint64_t sequence = writes ? past.write_sequence : past.access_sequence;
        const scord_apart_t why = ask(report, item, &past, writes);
        if (why == SCORD_APART_NOT || sequence <= latest) continue;
        latest = sequence;
        *found = (scord_race_apart_t){.why = why, .past = past, .past_reads = !writes};
    }
    if (latest == 0 && walk.lost) report->handed.without_room++;
    return latest != 0;
}

bool scord_race_failed_swaps(const scord_race_report_t *report, const scord_past_warp_t *past) {
    const scord_instruction_t *at =
        past->changed_nothing ? scord_program_map_instruction(&report->program, past->write_pc)
                              : NULL;
    return at && at->atomic_kind == SCORD_ATOMIC_KIND_CAS;
}

bool scord_race_others_wrote(scord_race_report_t *report, const scord_retire_t *item,
                             uint64_t place) {
    scord_race_apart_t found;
    return find_unordered(report, item, place, false, &found);
}

/* The warp has accessed the word itself since event FIRST. */
static bool came_back(scord_race_report_t *report, const scord_retire_t *item, uint64_t place,
                      uint64_t first) {
    scord_past_warp_t own;
    return scord_access_history_find(&report->history, place, item->block_id, item->warp_id,
                                     &own) &&
           own.access_sequence > first;
}

/* The owner's access against this one. *bound: the owner has not accessed the word later. */
static bool owner_apart(scord_race_report_t *report, const scord_retire_t *item, uint64_t place,
                        const scord_metadata_t *owner, bool store, uint64_t sequence,
                        uint64_t *bound, scord_race_apart_t *found) {
    *bound = scord_warp_ways_last(&report->ways, owner->block_id, owner->warp_id);
    const scord_apart_t any = scord_warp_ways_apart(&report->ways, owner->block_id, owner->warp_id,
                                                    *bound, item->block_id, item->warp_id);
    if (any == SCORD_APART_NOT) return false;
    if (any == SCORD_APART_LANES) report->handed.asked = sequence; /* words differ by their lanes */
    scord_past_warp_t past;
    scord_race_settle(report, report->ways.taken);
    if (!scord_access_history_find(&report->history, place, owner->block_id, owner->warp_id,
                                   &past) ||
        (owner->modified && !past.wrote))
        return false;
    *bound = owner->modified ? past.write_sequence : past.access_sequence;
    if (!store && scord_race_failed_swaps(report, &past)) return false;
    *found = (scord_race_apart_t){.why = ask(report, item, &past, owner->modified),
                                  .past = past,
                                  .past_reads = !owner->modified};
    if ((owner->is_atom || owner->strong) && came_back(report, item, place, *bound))
        found->why = SCORD_APART_NOT; /* it has observed the change itself */
    return found->why != SCORD_APART_NOT;
}

/* A writer that the entry has forgotten against this access. */
static bool writer_apart(scord_race_report_t *report, const scord_retire_t *item, uint64_t place,
                         bool store, scord_race_apart_t *found) {
    scord_handed_word_t *word = find_handed(&report->handed, place);
    if (!word || word->reads) return false;
    const scord_handed_word_t writer = *word;
    if (store) word->known = false;
    if ((writer.block_id == item->block_id && writer.warp_id == item->warp_id) ||
        scord_warp_ways_apart(&report->ways, writer.block_id, writer.warp_id, writer.written,
                              item->block_id, item->warp_id) == SCORD_APART_NOT)
        return false;
    scord_past_warp_t past;
    scord_race_settle(report, report->ways.taken);
    if (!scord_access_history_find(&report->history, place, writer.block_id, writer.warp_id,
                                   &past) ||
        !past.wrote)
        return false;
    *found = (scord_race_apart_t){.why = ask(report, item, &past, true), .past = past};
    return found->why != SCORD_APART_NOT;
}

/* The warp's last access to the word is an atomic whose result nothing reads (D79). */
static bool unseen_last(scord_race_report_t *report, const scord_retire_t *item, uint64_t place) {
    scord_past_warp_t own;
    scord_race_settle(report, report->ways.taken);
    if (!scord_access_history_find(&report->history, place, item->block_id, item->warp_id, &own))
        return false;
    const scord_instruction_t *at = scord_program_map_instruction(&report->program, own.access_pc);
    return at && scord_observes_nothing(at->unread, (scord_semantics_t)at->semantics);
}

/* A weak load, and the entry says that the word's last access was an atomic. Those of other warps
 * before that one are forgotten (rule 5), and the warp's own orders nothing with them. But
 * a poll, an atomic that changes nothing or a load, has waited for what it reads. */
static bool atomics_apart(scord_race_report_t *report, const scord_event_t *event,
                          const scord_retire_t *item, uint64_t place, scord_race_apart_t *found) {
    if (item->path == SCORD_PATH_BARRIER && is_shared(report, event) &&
        !scord_warp_ways_in_parts(&report->ways, item->block_id))
        return false;
    report->handed.asked = event->sequence;
    if (!find_unordered(report, item, place, false, found)) return false;
    scord_past_warp_t own;
    const bool known = scord_access_history_find(&report->history, place, item->block_id,
                                                 item->warp_id, &own);
    const bool reads = known && (!own.wrote || own.write_sequence < own.access_sequence ||
                                 own.changed_nothing);
    if (reads && own.access_sequence > found->past.write_sequence)
        found->why = SCORD_APART_NOT; /* it has observed the change itself */
    return found->why != SCORD_APART_NOT;
}

/* An atomic behind a weak write of the same warp: rule 5 will let pass the atomics of others. */
static void hide_write(scord_race_report_t *report, const scord_retire_t *item, uint64_t place) {
    scord_past_warp_t past;
    scord_race_settle(report, report->ways.taken);
    if (scord_access_history_find(&report->history, place, item->block_id, item->warp_id, &past) &&
        past.wrote)
        hand_on(report, place,
                (scord_handed_word_t){.written = past.write_sequence,
                                      .block_id = (uint8_t)item->block_id,
                                      .warp_id = (uint8_t)item->warp_id,
                                      .hidden = true,
                                      .lane = past.write_lane,
                                      .pc = past.write_pc});
}

/* The first lane of EVENT on ITEM's word. */
static unsigned lane_on(const scord_event_t *event, const scord_retire_t *item) {
    const uint32_t lanes = scord_lanes_on_word(&event->access, item->address);
    assert(lanes != 0);
    return (unsigned)__builtin_ctz(lanes);
}

/* The one access that is known of a warp. */
static scord_past_warp_t only_access(uint64_t sequence, uint32_t pc, uint8_t block_id,
                                     uint8_t warp_id, uint8_t lane, bool wrote) {
    return (scord_past_warp_t){.access_sequence = sequence,
                               .write_sequence = sequence,
                               .access_pc = pc,
                               .write_pc = pc,
                               .block_id = block_id,
                               .warp_id = warp_id,
                               .access_lane = lane,
                               .write_lane = lane,
                               .wrote = wrote};
}

/* An access, by no atomic, under a lock: against one of another warp that has taken the same lock
 * and had not fenced yet (D82). */
static bool early_apart(scord_race_report_t *report, const scord_event_t *event,
                        const scord_retire_t *item, uint64_t place, scord_race_apart_t *found) {
    if (!report->early.used || event->access.op == SCORD_OP_ATOMIC ||
        event->access.semantics != SCORD_SEMANTICS_NONE)
        return false;
    const scord_early_word_t *word =
        scord_early_meet(&report->early, event, place, item->block_id, item->warp_id,
                         scord_lanes_on_word(&event->access, item->address));
    report->handed.asked = event->sequence; /* each word */
    if (!word || (word->block_id == item->block_id &&
                  report->ways.block[item->block_id].barrier > word->sequence))
        return false;
    *found = (scord_race_apart_t){.why = SCORD_APART_EARLY,
                                  .lock_pc = word->lock_pc,
                                  .past_reads = !word->wrote,
                                  .past = only_access(word->sequence, word->pc, word->block_id,
                                                      word->warp_id, word->lane, word->wrote)};
    return true;
}

/* A weak load behind an atomic of the same warp, which the entry goes on to show. */
static void hide_load(scord_race_report_t *report, const scord_event_t *event,
                      const scord_retire_t *item, uint64_t place) {
    const scord_handed_word_t *word = find_handed(&report->handed, place);
    if (word && !word->hidden) return;
    hand_on(report, place,
            (scord_handed_word_t){.written = event->sequence,
                                  .block_id = (uint8_t)item->block_id,
                                  .warp_id = (uint8_t)item->warp_id,
                                  .hidden = true,
                                  .reads = true,
                                  .lane = (uint8_t)lane_on(event, item),
                                  .pc = event->access.pc});
}

/* An atomic behind one that hides a weak access of another warp. */
static bool hidden_apart(scord_race_report_t *report, const scord_event_t *event,
                         const scord_retire_t *item, uint64_t place, scord_race_apart_t *found) {
    scord_handed_word_t *word = find_handed(&report->handed, place);
    if (!word || !word->hidden || (word->reads && scord_access_changes_nothing(&event->access)))
        return false;
    const scord_past_warp_t past = only_access(word->written, word->pc, word->block_id,
                                               word->warp_id, word->lane, !word->reads);
    if (past.block_id == item->block_id && past.warp_id == item->warp_id) return false;
    *found = (scord_race_apart_t){
        .why = ask(report, item, &past, !word->reads), .past = past, .past_reads = word->reads};
    word->known = found->why == SCORD_APART_NOT;
    return !word->known;
}

scord_race_apart_t scord_race_find_apart(scord_race_report_t *report, const scord_event_t *event,
                                         const scord_retire_t *item, uint64_t place) {
    scord_race_apart_t found = {.why = SCORD_APART_NOT};
    const scord_metadata_t before = scord_metadata_from_bits(item->metadata_before);
    const bool store = event->access.op != SCORD_OP_LOAD,
               own = before.block_id == item->block_id && before.warp_id == item->warp_id,
               forgets = !store && before.modified &&
                         !scord_metadata_from_bits(item->metadata_after).modified,
               weak = scord_access_is_weak(&event->access);
    uint64_t bound = 0;
    if (item->path == SCORD_PATH_UNTRACKED || item->path == SCORD_PATH_NOT_PERFORMED ||
        early_apart(report, event, item, place, &found) || item->path == SCORD_PATH_INITIALIZATION)
        return found;
    if (event->access.op == SCORD_OP_ATOMIC && !weak) {
        if (own && item->path == SCORD_PATH_PROGRAM_ORDER && before.modified && !before.strong)
            hide_write(report, item, place);
        else if (!own && before.is_atom)
            hidden_apart(report, event, item, place, &found);
        return found;
    }
    const bool parts = item->path == SCORD_PATH_BARRIER &&
                       scord_warp_ways_in_parts(&report->ways, item->block_id);
    if (weak && (item->path == SCORD_PATH_FULL || parts)) {
        if (!own && (store || before.modified) &&
            owner_apart(report, item, place, &before, store, event->sequence, &bound, &found))
            return found;
        if (store && before.blk_shared != before.dev_shared &&
            find_unordered(report, item, place, store, &found))
            return found;
        if ((store || !before.modified) && writer_apart(report, item, place, store, &found))
            return found;
    }
    if (weak && store && own && before.is_atom && unseen_last(report, item, place) &&
        find_unordered(report, item, place, store, &found))
        return found;
    if (weak && !store && before.is_atom) {
        if (own && scord_metadata_from_bits(item->metadata_after).is_atom)
            hide_load(report, event, item, place);
        if (atomics_apart(report, event, item, place, &found)) return found;
    }
    if (!forgets || is_shared(report, event)) return found;
    if (bound == 0) bound = scord_warp_ways_last(&report->ways, before.block_id, before.warp_id);
    hand_on(report, place,
            (scord_handed_word_t){.written = bound,
                                  .block_id = (uint8_t)before.block_id,
                                  .warp_id = (uint8_t)before.warp_id});
    return found;
}
