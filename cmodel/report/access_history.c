/* access_history.c: see access_history.h. */
#include "access_history.h"

#include <stdlib.h>

enum { FIRST_WORDS = 1024 };

static bool make_room(scord_access_history_t *history)
{
    if (history->count < history->allocated)
        return true;
    const uint32_t allocated = history->allocated ? 2 * history->allocated : FIRST_WORDS;
    scord_past_word_t *word = realloc(history->word, allocated * sizeof *word);
    if (!word)
        return false;
    history->word = word;
    history->allocated = allocated;
    return true;
}

/* The word's place, new if need be; NULL: no memory. */
static scord_past_word_t *word_of(scord_access_history_t *history, uint64_t address)
{
    uint32_t index = scord_index_map_find(&history->words, address);
    if (index != SCORD_INDEX_NONE)
        return &history->word[index];
    if (history->count == SCORD_HISTORY_WORDS) { /* bounded memory: start afresh rather than track per-word age */
        scord_access_history_clear(history);
        history->full = true;
    }
    index = history->count;
    if (!make_room(history) || !scord_index_map_add(&history->words, address, index))
        return NULL;
    history->count++;
    history->word[index] = (scord_past_word_t){{{0}}};
    return &history->word[index];
}

/* A free place, else that of the oldest access. */
static scord_past_warp_t *place_for_warp(scord_past_word_t *word)
{
    scord_past_warp_t *found = &word->warp[0];
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++) {
        if (!word->warp[i].used)
            return &word->warp[i];
        if (word->warp[i].access_sequence < found->access_sequence)
            found = &word->warp[i];
    }
    return found;
}

static scord_past_warp_t *find_warp(scord_past_word_t *word, uint8_t block_id, uint8_t warp_id)
{
    for (unsigned i = 0; i < SCORD_HISTORY_WARPS; i++)
        if (word->warp[i].used && word->warp[i].block_id == block_id && word->warp[i].warp_id == warp_id)
            return &word->warp[i];
    return NULL;
}

static scord_past_warp_t *warp_of(scord_past_word_t *word, uint8_t block_id, uint8_t warp_id)
{
    scord_past_warp_t *warp = find_warp(word, block_id, warp_id);
    if (warp)
        return warp;
    warp = place_for_warp(word);
    *warp = (scord_past_warp_t){.block_id = block_id, .warp_id = warp_id, .used = true};
    return warp;
}

void scord_access_history_clear(scord_access_history_t *history)
{
    scord_index_map_clear(&history->words);
    history->count = 0;
    history->full = false;
}

bool scord_access_history_add(scord_access_history_t *history, uint64_t address, uint8_t block_id, uint8_t warp_id,
                              uint64_t sequence, uint32_t pc, unsigned lane, bool write)
{
    scord_past_word_t *word = word_of(history, address);
    if (!word)
        return false;
    scord_past_warp_t *warp = warp_of(word, block_id, warp_id);
    warp->access_sequence = sequence;
    warp->access_pc = pc;
    warp->access_lane = (uint8_t)lane;
    if (!write)
        return true;
    warp->wrote = true;
    warp->write_sequence = sequence;
    warp->write_pc = pc;
    warp->write_lane = (uint8_t)lane;
    return true;
}

const scord_past_warp_t *scord_access_history_find(const scord_access_history_t *history, uint64_t address,
                                                   uint8_t block_id, uint8_t warp_id)
{
    const uint32_t index = scord_index_map_find(&history->words, address);
    return index == SCORD_INDEX_NONE ? NULL : find_warp(&history->word[index], block_id, warp_id);
}

void scord_access_history_destroy(scord_access_history_t *history)
{
    scord_index_map_destroy(&history->words);
    free(history->word);
    *history = (scord_access_history_t){0};
}
