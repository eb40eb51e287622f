/* access_history.c: see access_history.h.
 *
 *   pages: page number ──► index ──► page[index].index[32] ──► word[i].warp[4]
 *
 * Two levels, because a warp touches the 32 words of a 128-byte segment together: one look-up in
 * the map serves them all, and the page added last is tried first. Elements are numbered, not
 * pointed to: both arrays move when they grow.
 *
 * A word has places for four warps. A fifth warp replaces the one whose access is oldest, which is
 * then unknown. When SCORD_HISTORY_WORDS words are stored, all are cleared and `full` is set; an
 * age for each word would cost more. A report then says "unknown" instead of guessing. The same
 * when sequences or PCs need more bits than they have in a place.
 *
 * Invariants
 *   - a page's entry is below `count`, or SCORD_INDEX_NONE.
 *   - a used place names one warp, and no two used places of a word the same one.
 */
#include "cmodel/report/access_history.h"
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
    memset(&history->page[index], 0xff, sizeof history->page[index]); /* SCORD_INDEX_NONE */
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

static scord_past_word_t *new_word(scord_access_history_t *history, scord_past_page_t *page,
                                   uint64_t address) {
    assert(page->index[place_in_page(address)] == SCORD_INDEX_NONE);
    assert(history->count < SCORD_HISTORY_WORDS);
    const uint32_t index = history->count;
    if (!SCORD_ARRAY_ROOM(history->word, history->allocated, index + 1)) return NULL;
    history->count++;
    page->index[place_in_page(address)] = index;
    history->word[index] = (scord_past_word_t){{{0}}};
    return &history->word[index];
}

/* The word's place, new if need be; NULL: no memory. */
static scord_past_word_t *word_of(scord_access_history_t *history, uint64_t address) {
    scord_past_page_t *page = page_of(history, address);
    if (!page) return NULL;
    const uint32_t index = page->index[place_in_page(address)];
    assert(index == SCORD_INDEX_NONE || index < history->count);
    if (index != SCORD_INDEX_NONE) return &history->word[index];
    if (history->count ==
        SCORD_HISTORY_WORDS) { /* bounded memory: clear all rather than track an age a word */
        scord_access_history_clear(history);
        history->full = true;
        page = page_of(history, address);
        if (!page) return NULL;
    }
    return new_word(history, page, address);
}

/* A free place, else that of the oldest access. */
static scord_past_place_t *place_for_warp(scord_past_word_t *word) {
    scord_past_place_t *found = &word->warp[0];
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++) {
        if (!word->warp[i].used) return &word->warp[i];
        if (word->warp[i].access < found->access) found = &word->warp[i];
    }
    return found;
}

static scord_past_place_t *find_warp(scord_past_word_t *word, uint8_t block_id, uint8_t warp_id) {
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++)
        if (word->warp[i].used && word->warp[i].block_id == block_id &&
            word->warp[i].warp_id == warp_id)
            return &word->warp[i];
    return NULL;
}

static scord_past_place_t *warp_of(scord_past_word_t *word, uint8_t block_id, uint8_t warp_id) {
    scord_past_place_t *warp = find_warp(word, block_id, warp_id);
    if (warp) return warp;
    warp = place_for_warp(word);
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
        .write_lane = place->write_lane,
        .wrote = place->wrote};
}

void scord_access_history_clear(scord_access_history_t *history) {
    scord_index_map_clear(&history->pages);
    scord_index_map_clear(&history->pcs);
    history->count = history->page_count = history->pc_count = 0;
    history->full = false;
}

/* The first word after a clear: its sequence is 0 from now on. */
static void start_sequences(scord_access_history_t *history, const scord_past_word_t *word,
                            uint64_t sequence) {
    if (!word->warp[0].used) history->first_sequence = sequence;
}

bool scord_access_history_add(scord_access_history_t *history, uint64_t address, uint8_t block_id,
                              uint8_t warp_id, uint64_t sequence, uint32_t pc, unsigned lane,
                              bool write) {
    assert(address % SCORD_WORD_BYTES == 0 && lane < SCORD_THREADS_PER_WARP);
    if (history->count > 0 && (sequence - history->first_sequence > UINT32_MAX ||
                               history->pc_count == SCORD_HISTORY_PCS)) {
        scord_access_history_clear(history);
        history->full = true;
    }
    scord_past_word_t *word = word_of(history, address); /* may clear */
    if (!word) return false;
    if (history->count == 1) start_sequences(history, word, sequence);
    const uint32_t number = number_of_pc(history, pc);
    if (number == SCORD_INDEX_NONE) return false;
    scord_past_place_t *warp = warp_of(word, block_id, warp_id);
    warp->access = (uint32_t)(sequence - history->first_sequence);
    warp->access_pc = (uint16_t)number;
    warp->access_lane = lane & (SCORD_THREADS_PER_WARP - 1);
    if (!write) return true;
    warp->wrote = 1;
    warp->write = warp->access;
    warp->write_pc = warp->access_pc;
    warp->write_lane = warp->access_lane;
    return true;
}

/* What is known of the word; NULL: nothing. */
static scord_past_word_t *known_word(const scord_access_history_t *history, uint64_t address) {
    const uint32_t page = find_page(history, page_number(address));
    if (page == SCORD_INDEX_NONE) return NULL;
    assert(page < history->page_count);
    const uint32_t index = history->page[page].index[place_in_page(address)];
    assert(index == SCORD_INDEX_NONE || index < history->count);
    return index == SCORD_INDEX_NONE ? NULL : &history->word[index];
}

bool scord_access_history_find(const scord_access_history_t *history, uint64_t address,
                               uint8_t block_id, uint8_t warp_id, scord_past_warp_t *past) {
    scord_past_word_t *word = known_word(history, address);
    const scord_past_place_t *found = word ? find_warp(word, block_id, warp_id) : NULL;
    if (found) *past = told(history, found);
    return found;
}

bool scord_access_history_other(const scord_access_history_t *history, uint64_t address,
                                uint8_t block_id, uint8_t warp_id, bool same_block,
                                scord_past_warp_t *past) {
    const scord_past_word_t *word = known_word(history, address);
    const scord_past_place_t *found = NULL;
    for (unsigned i = 0; word && i < SCORD_HISTORY_WARPS; i++) {
        const scord_past_place_t *warp = &word->warp[i];
        if (!warp->used || (warp->block_id == block_id) != same_block ||
            (same_block && warp->warp_id == warp_id))
            continue;
        if (!found || warp->access > found->access) found = warp;
    }
    if (found) *past = told(history, found);
    return found;
}

void scord_access_history_destroy(scord_access_history_t *history) {
    scord_index_map_destroy(&history->pages);
    scord_index_map_destroy(&history->pcs);
    free(history->pc);
    free(history->page);
    free(history->word);
    *history = (scord_access_history_t){0};
}
