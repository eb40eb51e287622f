/* SPDX-License-Identifier: Apache-2.0 */
/* access_history.c: see access_history.h.
 *
 *   pages: page number ──► index ──► page[index] ──┬─ alike ──────────────► word[i].warp[4]
 *                                                  └► part[…].index[32] ──► word[i].warp[4]
 *
 * Two levels, because a warp touches the 32 words of a 128-byte segment together: one look-up in
 * the map serves them all, and the page added last is tried first. Elements are numbered, not
 * pointed to: both arrays move when they grow.
 *
 * A page whose words are alike has one word only, as if word 0 had been accessed; the lane of
 * another word is that one's plus lane_from_0. The first access of another shape gives each word
 * its own.
 *
 * A word has places for four warps. Further warps have theirs in a tree of three levels, found by
 * SM and warp slot without a search: many words are read by all warps. Without room for them a warp
 * replaces the one of the four whose access is oldest, which is then unknown. When
 * SCORD_HISTORY_WORDS words are stored, all are cleared and `full` is set; an age for each word
 * would cost more. A report then says "unknown" instead of guessing. The same
 * when sequences or PCs need more bits than they have in a place.
 *
 * Invariants
 *   - `words` of a page has those whose index is set; an index of a word is below `count`.
 *   - a used place names one warp, and no two used places of a word the same one.
 */
#include "cmodel/report/history/access_history.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/scord_params.h"

static uint64_t page_number(uint64_t address) {
    return address / (SCORD_HISTORY_PAGE_WORDS * SCORD_WORD_BYTES);
}

static unsigned place_in_page(uint64_t address) {
    return address / SCORD_WORD_BYTES % SCORD_HISTORY_PAGE_WORDS;
}

static uint32_t find_page(const scord_access_history_t *history, uint64_t number) {
    if (history->page_count > 0 && history->last_number == number) return history->last;
    return scord_index_map_find(&history->pages, number);
}

static uint32_t new_page(scord_access_history_t *history, uint64_t number) {
    assert(scord_index_map_find(&history->pages, number) == SCORD_INDEX_NONE);
    const uint32_t index = history->page_count;
    if (!SCORD_ARRAY_ROOM(history->page, history->page_allocated, index + 1) ||
        !scord_index_map_add(&history->pages, number, index))
        return SCORD_INDEX_NONE;
    history->page[index] = (scord_past_page_t){.words = 0};
    history->page_count++;
    return index;
}

/* The page of ADDRESS, new if need be; NULL: no memory. */
static scord_past_page_t *page_of(scord_access_history_t *history, uint64_t address) {
    const uint64_t number = page_number(address);
    uint32_t index = find_page(history, number);
    if (index == SCORD_INDEX_NONE) index = new_page(history, number);
    if (index == SCORD_INDEX_NONE) return NULL;
    assert(index < history->page_count);
    history->last_number = number;
    history->last = index;
    return &history->page[index];
}

/* A word of the history that is not in use yet, its index in *index; NULL: no memory. */
static scord_past_word_t *new_word(scord_access_history_t *history, uint32_t *index) {
    assert(history->count < SCORD_HISTORY_WORDS);
    *index = history->count;
    if (!SCORD_ARRAY_ROOM(history->word, history->allocated, *index + 1) ||
        !SCORD_ARRAY_ROOM(history->more, history->more_allocated, *index + 1))
        return NULL;
    history->more[*index] = 0;
    history->word[history->count++] = (scord_past_word_t){{{0}}};
    return &history->word[*index];
}

/* ---- further warps of a word ---- */

#define PARTS (SCORD_MAX_WARPS_PER_SM / SCORD_HISTORY_WARPS)
/* Beside the link of a word: a warp of it was replaced for want of room. */
#define LOST UINT32_C(0x80000000)
_Static_assert(PARTS <= SCORD_HISTORY_LINKS && 1 << SCORD_SM_WIDTH <= SCORD_HISTORY_LINKS,
               "a unit has a link for each SM, and for each four warps of one");

static unsigned sm_of(uint8_t block_id) { return block_id >> SCORD_SLOT_WIDTH; }

/* A link to a new unit, or 0: no room. Units may move. */
static uint32_t new_unit(scord_access_history_t *history, const scord_past_unit_t *content) {
    if (history->units == SCORD_HISTORY_UNITS ||
        !SCORD_ARRAY_ROOM(history->unit, history->units_allocated, history->units + 1))
        return 0;
    history->unit[history->units++] = *content;
    return history->units;
}

/* The unit that link AT of unit *of_unit names, a new one if need be: it becomes *of_unit. */
static bool go_down(scord_access_history_t *history, uint32_t *of_unit, unsigned at) {
    const uint32_t unit = *of_unit - 1;
    if (history->unit[unit].link[at] == 0) {
        const uint32_t link = new_unit(history, &(scord_past_unit_t){{0}});
        if (link == 0) return false;
        history->unit[unit].link[at] = link;
    }
    *of_unit = history->unit[unit].link[at];
    return true;
}

/* The further place of a warp of word INDEX, new if need be; NULL: no room. */
static scord_past_place_t *make_further(scord_access_history_t *history, uint32_t index,
                                        uint8_t block_id, uint8_t warp_id) {
    const uint32_t lost = history->more[index] & LOST;
    uint32_t unit = history->more[index] & ~LOST;
    if (unit == 0) {
        unit = new_unit(history, &(scord_past_unit_t){{0}});
        history->more[index] = unit | lost;
    }
    if (unit == 0 || !go_down(history, &unit, sm_of(block_id)) ||
        !go_down(history, &unit, warp_id / SCORD_HISTORY_WARPS))
        return NULL;
    return &history->unit[unit - 1].warp[warp_id % SCORD_HISTORY_WARPS];
}

/* The same behind link MORE, which may be none; NULL: the slot has no place. */
static const scord_past_place_t *further(const scord_access_history_t *history, uint32_t more,
                                         unsigned sm, unsigned warp_id) {
    uint32_t unit = more == 0 ? 0 : history->unit[more - 1].link[sm];
    if (unit != 0) unit = history->unit[unit - 1].link[warp_id / SCORD_HISTORY_WARPS];
    return unit == 0 ? NULL : &history->unit[unit - 1].warp[warp_id % SCORD_HISTORY_WARPS];
}

static void move_lanes(scord_past_place_t *place, unsigned word, unsigned size) {
    place->access_lane = scord_past_lane(place->access_lane, word, size) &
                         (SCORD_THREADS_PER_WARP - 1);
    place->write_lane = scord_past_lane(place->write_lane, word, size) &
                        (SCORD_THREADS_PER_WARP - 1);
}

/* A copy of what MORE leads to, for word WORD of its page; with LOST without room for all. */
static uint32_t copy_further(scord_access_history_t *history, uint32_t more, unsigned word,
                             unsigned size) {
    uint32_t copy = 0, lost = more & LOST;
    more &= ~LOST;
    for (unsigned sm = 0; more != 0 && sm < SCORD_HISTORY_LINKS; sm++) {
        const uint32_t of_sm = history->unit[more - 1].link[sm];
        for (unsigned part = 0; of_sm != 0 && part < PARTS; part++) {
            const uint32_t link = history->unit[of_sm - 1].link[part];
            if (link == 0) continue;
            scord_past_unit_t places = history->unit[link - 1];
            for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++)
                move_lanes(&places.warp[i], word, size);
            if (copy == 0) copy = new_unit(history, &(scord_past_unit_t){{0}});
            uint32_t unit = copy;
            if (unit != 0 && go_down(history, &unit, sm) && go_down(history, &unit, part))
                history->unit[unit - 1] = places;
            else
                lost = LOST;
        }
    }
    return copy | lost;
}

/* Gives a page without words an index of its own for each. False: no memory. */
static bool start_part(scord_access_history_t *history, scord_past_page_t *page) {
    assert(page->words == 0);
    if (!SCORD_ARRAY_ROOM(history->part, history->part_allocated, history->part_count + 1))
        return false;
    page->index = history->part_count++;
    page->alike = false;
    return true;
}

/* Lanes of one access: how far that of WORD is from that of word 0 of the segment. */
static unsigned lane_from_0(unsigned word, unsigned size) {
    return size < SCORD_WORD_BYTES ? word * (SCORD_WORD_BYTES / size)
                                   : word / (size / SCORD_WORD_BYTES);
}

unsigned scord_past_lane(unsigned lane_of_0, unsigned word, unsigned size) {
    return (lane_of_0 + lane_from_0(word, size)) % SCORD_THREADS_PER_WARP;
}

/* Word WORD's history of that of word 0. */
static scord_past_word_t moved(const scord_past_word_t *word_0, unsigned word, unsigned size) {
    scord_past_word_t moved = *word_0;
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++) move_lanes(&moved.warp[i], word, size);
    return moved;
}

/* Each word of a page gets its own history. False: no memory. Without room for them what was known
 * of them is dropped. */
static bool part(scord_access_history_t *history, scord_past_page_t *page) {
    const uint32_t words = page->words, count = (uint32_t)__builtin_popcount(words);
    assert(page->alike && page->index < history->count);
    const scord_past_word_t word_0 = history->word[page->index];
    const uint32_t more = history->more[page->index];
    page->words = 0;
    if (!start_part(history, page)) return false;
    if (history->count + count > SCORD_HISTORY_WORDS) {
        history->full = true;
        return true;
    }
    if (!SCORD_ARRAY_ROOM(history->word, history->allocated, history->count + count) ||
        !SCORD_ARRAY_ROOM(history->more, history->more_allocated, history->count + count))
        return false;
    for (uint32_t rest = words; rest; rest &= rest - 1) {
        const unsigned word = (unsigned)__builtin_ctz(rest);
        history->part[page->index].index[word] = history->count;
        history->more[history->count] = copy_further(history, more, word, page->size);
        history->word[history->count++] = moved(&word_0, word, page->size);
    }
    page->words = words;
    return true;
}

/* The word's place, new if need be; NULL: no memory. */
static scord_past_word_t *word_of(scord_access_history_t *history, uint64_t address) {
    const unsigned place = place_in_page(address);
    scord_past_page_t *page = page_of(history, address);
    if (!page || (page->alike && !part(history, page))) return NULL;
    if (page->words >> place & 1) return &history->word[history->part[page->index].index[place]];
    if (history->count ==
        SCORD_HISTORY_WORDS) { /* bounded memory: clear all rather than track an age a word */
        scord_access_history_clear(history);
        history->full = true;
        page = page_of(history, address);
        if (!page) return NULL;
    }
    if (page->words == 0 && !start_part(history, page)) return NULL;
    uint32_t index;
    scord_past_word_t *word = new_word(history, &index);
    if (!word) return NULL;
    history->part[page->index].index[place] = index;
    page->words |= UINT32_C(1) << place;
    return word;
}

/* A free place, without room that of the oldest access. */
static scord_past_place_t *place_for_warp(scord_access_history_t *history, scord_past_word_t *word,
                                          uint8_t block_id, uint8_t warp_id) {
    scord_past_place_t *found = &word->warp[0];
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++) {
        if (!word->warp[i].used) return &word->warp[i];
        if (word->warp[i].access < found->access) found = &word->warp[i];
    }
    const uint32_t index = (uint32_t)(word - history->word);
    scord_past_place_t *place = make_further(history, index, block_id, warp_id);
    if (place) return place;
    history->more[index] |= LOST;
    return found;
}

static scord_past_place_t *find_warp(scord_past_word_t *word, uint8_t block_id, uint8_t warp_id) {
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++)
        if (word->warp[i].used && word->warp[i].block_id == block_id &&
            word->warp[i].warp_id == warp_id)
            return &word->warp[i];
    return NULL;
}

static bool is_of(const scord_past_place_t *place, uint8_t block_id, uint8_t warp_id) {
    return place && place->used && place->block_id == block_id && place->warp_id == warp_id;
}

static scord_past_place_t *warp_of(scord_access_history_t *history, scord_past_word_t *word,
                                   uint8_t block_id, uint8_t warp_id) {
    scord_past_place_t *warp = find_warp(word, block_id, warp_id);
    if (warp) return warp;
    warp = place_for_warp(history, word, block_id, warp_id);
    if (is_of(warp, block_id, warp_id)) return warp;
    *warp = (scord_past_place_t){.used = 1,
                                 .block_id = block_id & ((1u << SCORD_BLOCK_ID_WIDTH) - 1),
                                 .warp_id = warp_id & ((1u << SCORD_WARP_WIDTH) - 1)};
    return warp;
}

/* The number of PC, a new one if need be; SCORD_INDEX_NONE: no memory, or no number left. */
static uint32_t number_of_pc(scord_access_history_t *history, uint32_t pc) {
    if (history->pc_count > 0 && history->pc[history->last_pc] == pc) return history->last_pc;
    uint32_t number = scord_index_map_find(&history->pcs, pc);
    if (number == SCORD_INDEX_NONE) {
        number = history->pc_count;
        if (number == SCORD_HISTORY_PCS ||
            !SCORD_ARRAY_ROOM(history->pc, history->pc_allocated, number + 1) ||
            !scord_index_map_add(&history->pcs, pc, number))
            return SCORD_INDEX_NONE;
        history->pc[history->pc_count++] = pc;
    }
    return history->last_pc = number;
}

static scord_past_warp_t told(const scord_access_history_t *history,
                              const scord_past_place_t *place) {
    return (scord_past_warp_t){
        .access_sequence = history->first_sequence + place->access,
        .write_sequence = place->wrote ? history->first_sequence + place->write : 0,
        .access_pc = history->pc[place->access_pc],
        .write_pc = place->wrote ? history->pc[place->write_pc] : 0,
        .block_id = place->block_id,
        .warp_id = place->warp_id,
        .access_lane = place->access_lane,
        .write_lane = place->wrote ? place->write_lane : 0,
        .wrote = place->wrote,
        .changed_nothing = place->changed_nothing};
}

void scord_access_history_clear(scord_access_history_t *history) {
    scord_index_map_clear(&history->pages);
    scord_index_map_clear(&history->pcs);
    history->count = history->page_count = history->part_count = history->pc_count = 0;
    history->units = 0;
    history->full = false;
}

/* The first word after a clear: its sequence is 0 from now on. */
static void start_sequences(scord_access_history_t *history, const scord_past_word_t *word,
                            uint64_t sequence) {
    if (!word->warp[0].used) history->first_sequence = sequence;
}

/* Sequences and PCs that have no room among those kept: these are dropped. */
static void make_room(scord_access_history_t *history, uint64_t sequence) {
    if (history->count == 0 ||
        (sequence - history->first_sequence <= UINT32_MAX && history->pc_count < SCORD_HISTORY_PCS))
        return;
    scord_access_history_clear(history);
    history->full = true;
}

static bool add_to_word(scord_access_history_t *history, scord_past_word_t *word, uint8_t block_id,
                        uint8_t warp_id, uint64_t sequence, uint32_t pc, unsigned lane, bool write,
                        bool changes_nothing) {
    if (history->count == 1) start_sequences(history, word, sequence);
    const uint32_t number = number_of_pc(history, pc);
    if (number == SCORD_INDEX_NONE) return false;
    scord_past_place_t *warp = warp_of(history, word, block_id, warp_id);
    warp->access = (uint32_t)(sequence - history->first_sequence);
    warp->access_pc = (uint16_t)number;
    warp->access_lane = lane & (SCORD_THREADS_PER_WARP - 1);
    if (!write || (changes_nothing && warp->wrote && !warp->changed_nothing)) return true;
    warp->wrote = 1;
    warp->changed_nothing = changes_nothing;
    warp->write = warp->access;
    warp->write_pc = warp->access_pc;
    warp->write_lane = warp->access_lane;
    return true;
}

static bool add(scord_access_history_t *history, uint64_t address, uint8_t block_id,
                uint8_t warp_id, uint64_t sequence, uint32_t pc, unsigned lane, bool write,
                bool changes_nothing) {
    assert(address % SCORD_WORD_BYTES == 0 && lane < SCORD_THREADS_PER_WARP);
    make_room(history, sequence);
    scord_past_word_t *word = word_of(history, address); /* may clear */
    return word && add_to_word(history, word, block_id, warp_id, sequence, pc, lane, write,
                               changes_nothing);
}

bool scord_access_history_add(scord_access_history_t *history, uint64_t address, uint8_t block_id,
                              uint8_t warp_id, uint64_t sequence, uint32_t pc, unsigned lane,
                              bool write) {
    return add(history, address, block_id, warp_id, sequence, pc, lane, write, false);
}

bool scord_past_lanes_follow(const scord_past_segment_t *segment, unsigned *lane_of_0) {
    const unsigned first = (unsigned)__builtin_ctz(segment->words);
    bool follow = true;
    *lane_of_0 = segment->lane_of_0;
    if (segment->follow) return true;
    *lane_of_0 = (segment->first[first] - lane_from_0(first, segment->size)) %
                 SCORD_THREADS_PER_WARP;
    for (uint32_t rest = segment->words; rest; rest &= rest - 1) {
        const unsigned word = (unsigned)__builtin_ctz(rest);
        follow &= segment->first[word] == scord_past_lane(*lane_of_0, word, segment->size);
    }
    return follow;
}

/* The history that the words of the page have in common, or NULL: they have none. */
static scord_past_word_t *common_word(scord_access_history_t *history, scord_past_page_t *page,
                                      const scord_past_segment_t *segment) {
    if (page->alike)
        return page->words == segment->words && page->size == segment->size
                   ? &history->word[page->index]
                   : NULL;
    if (page->words != 0 || history->count == SCORD_HISTORY_WORDS) return NULL;
    scord_past_word_t *word = new_word(history, &page->index);
    if (!word) return NULL;
    page->alike = true;
    page->words = segment->words;
    page->size = segment->size;
    return word;
}

bool scord_access_history_add_segment(scord_access_history_t *history,
                                      const scord_past_segment_t *segment) {
    assert(segment->address % SCORD_SEGMENT_BYTES == 0 && segment->words != 0);
    unsigned lane_of_0;
    make_room(history, segment->sequence);
    scord_past_page_t *page = page_of(history, segment->address);
    if (!page) return false;
    scord_past_word_t *word = scord_past_lanes_follow(segment, &lane_of_0)
                                  ? common_word(history, page, segment)
                                  : NULL;
    if (word)
        return add_to_word(history, word, segment->block_id, segment->warp_id, segment->sequence,
                           segment->pc, lane_of_0, segment->write, segment->changes_nothing);
    for (uint32_t rest = segment->words; rest; rest &= rest - 1) {
        const unsigned place = (unsigned)__builtin_ctz(rest),
                       lane = segment->follow
                                  ? scord_past_lane(segment->lane_of_0, place, segment->size)
                                  : segment->first[place];
        if (!add(history, segment->address + place * SCORD_WORD_BYTES, segment->block_id,
                 segment->warp_id, segment->sequence, segment->pc, lane, segment->write,
                 segment->changes_nothing))
            return false;
    }
    return true;
}

void scord_access_history_start(const scord_access_history_t *history, uint64_t address,
                                scord_past_walk_t *walk) {
    const uint32_t number = find_page(history, page_number(address));
    *walk = (scord_past_walk_t){.history = history};
    if (number == SCORD_INDEX_NONE) return;
    assert(number < history->page_count);
    const scord_past_page_t *page = &history->page[number];
    const unsigned place = place_in_page(address);
    if (!(page->words >> place & 1)) return;
    const uint32_t index = page->alike ? page->index : history->part[page->index].index[place];
    assert(index < history->count);
    walk->more = history->more[index] & ~LOST;
    walk->lost = history->more[index] & LOST;
    walk->word = history->word[index];
    if (!page->alike) return;
    walk->alike = true;
    walk->of_word = (uint8_t)place;
    walk->size = page->size;
    walk->word = moved(&walk->word, place, page->size);
}

/* A further warp's place as the walk's word has it. */
static scord_past_warp_t told_further(const scord_past_walk_t *walk,
                                      const scord_past_place_t *place) {
    scord_past_place_t moved = *place;
    if (walk->alike) move_lanes(&moved, walk->of_word, walk->size);
    return told(walk->history, &moved);
}

bool scord_access_history_next(scord_past_walk_t *walk, scord_past_warp_t *past) {
    enum { FURTHER = SCORD_HISTORY_WARPS, END = FURTHER + SCORD_HISTORY_LINKS * PARTS * FURTHER };
    while (walk->next < FURTHER) {
        const scord_past_place_t *place = &walk->word.warp[walk->next++];
        if (!place->used) continue;
        *past = told(walk->history, place);
        return true;
    }
    while (walk->more != 0 && walk->next < END) {
        const unsigned at = walk->next - FURTHER, warp_id = at % SCORD_MAX_WARPS_PER_SM,
                       sm = at / SCORD_MAX_WARPS_PER_SM;
        const scord_past_place_t *place = further(walk->history, walk->more, sm, warp_id);
        walk->next += !place && at % FURTHER == 0 ? FURTHER : 1; /* all four are missing */
        if (!place || !place->used) continue;
        *past = told_further(walk, place);
        return true;
    }
    return false;
}

bool scord_access_history_find(const scord_access_history_t *history, uint64_t address,
                               uint8_t block_id, uint8_t warp_id, scord_past_warp_t *past) {
    scord_past_walk_t walk;
    scord_access_history_start(history, address, &walk);
    const scord_past_place_t *found = find_warp(&walk.word, block_id, warp_id);
    if (found) {
        *past = told(history, found);
        return true;
    }
    found = further(history, walk.more, sm_of(block_id), warp_id);
    if (!is_of(found, block_id, warp_id)) return false;
    *past = told_further(&walk, found);
    return true;
}

bool scord_access_history_other(const scord_access_history_t *history, uint64_t address,
                                uint8_t block_id, uint8_t warp_id, bool same_block,
                                scord_past_warp_t *past) {
    scord_past_walk_t walk;
    scord_past_warp_t warp;
    bool found = false;
    scord_access_history_start(history, address, &walk);
    while (scord_access_history_next(&walk, &warp)) {
        if ((warp.block_id == block_id) != same_block || (same_block && warp.warp_id == warp_id) ||
            (found && warp.access_sequence <= past->access_sequence))
            continue;
        *past = warp;
        found = true;
    }
    return found;
}

void scord_access_history_destroy(scord_access_history_t *history) {
    scord_index_map_destroy(&history->pages);
    scord_index_map_destroy(&history->pcs);
    free(history->pc);
    free(history->page);
    free(history->part);
    free(history->word);
    free(history->more);
    free(history->unit);
    *history = (scord_access_history_t){0};
}
