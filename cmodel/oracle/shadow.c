/* SPDX-License-Identifier: Apache-2.0 */
/* shadow.c: the oracle's state by address: records of accesses, and release chains.
 *
 *   numbers: page number ──► index ──► page[index] ──► words[32], each
 *                                                        records[count]   its accesses (races.c)
 *                                                        chains ──► slot ──► slot ──► NULL
 *                                                                     │        │
 *                                             a chain, which knows its address and size
 *
 * A page is 32 words of 4 bytes, the 128 bytes that a warp touches together; the page found last is
 * tried first. Pages do not move: pointers to words are valid until hrf_shadow_clear.
 *
 * A release chain belongs to a location: an address and a size. Every word that the location
 * touches has a slot for it, with the bytes of that word that it covers, so that any other write to
 * these bytes finds the chain and ends it.
 *
 * Invariants
 *   - a chain's `references` is the number of slots that point to it; the last slot frees it.
 *   - two chains of one word cover different bytes: hrf_shadow_put_chain comes after a kill.
 *   - a record of a word has at least one lane, and at least one byte of the word.
 */
#include <assert.h>
#include <stdlib.h>

#include "cmodel/oracle/oracle_state.h"
#include "cmodel/base/array.h"

/* ---- pages ---- */

static hrf_page_t *find_page(const hrf_shadow_t *shadow, uint64_t number) {
    const uint32_t index = scord_index_map_find(&shadow->numbers, number);
    return index == SCORD_INDEX_NONE ? NULL : shadow->page[index];
}

static hrf_page_t *add_page(hrf_shadow_t *shadow, uint64_t number) {
    if (!SCORD_ARRAY_ROOM(shadow->page, shadow->allocated, shadow->pages + 1)) return NULL;
    hrf_page_t *page = calloc(1, sizeof *page);
    if (!page || !scord_index_map_add(&shadow->numbers, number, shadow->pages)) {
        free(page);
        return NULL;
    }
    page->number = number;
    assert(shadow->numbers.used == shadow->pages + 1);
    return shadow->page[shadow->pages++] = page;
}

hrf_word_t *hrf_shadow_word(hrf_shadow_t *shadow, uint64_t word_address) {
    const uint64_t word = word_address / SCORD_WORD_BYTES, number = word / HRF_PAGE_WORDS;
    if (!shadow->last || shadow->last->number != number) {
        hrf_page_t *page = find_page(shadow, number);
        if (!page && !(page = add_page(shadow, number))) return NULL;
        shadow->last = page;
    }
    return &shadow->last->words[word % HRF_PAGE_WORDS];
}

/* Clocks are not released: the pool is reset with the shadow. */
static void free_chain(hrf_chain_t *chain) {
    free(chain->blocks);
    free(chain);
}

static void free_word(hrf_word_t *word) {
    free(word->records);
    for (hrf_chain_slot_t *slot = word->chains, *next; slot; slot = next) {
        next = slot->next;
        assert(slot->chain->references > 0);
        if (--slot->chain->references == 0) free_chain(slot->chain);
        free(slot);
    }
}

void hrf_shadow_clear(hrf_shadow_t *shadow) {
    for (uint32_t i = 0; i < shadow->pages; i++) {
        for (unsigned w = 0; w < HRF_PAGE_WORDS; w++) free_word(&shadow->page[i]->words[w]);
        free(shadow->page[i]);
    }
    free(shadow->page);
    scord_index_map_destroy(&shadow->numbers);
    *shadow = (hrf_shadow_t){0};
}

/* ---- release chains ---- */

static uint64_t word_base(uint64_t address) {
    return address / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
}

uint8_t hrf_bytes_of_word(uint64_t word_address, uint64_t address, unsigned size) {
    uint8_t bytes = 0;
    for (unsigned i = 0; i < SCORD_WORD_BYTES; i++)
        if (word_address + i >= address && word_address + i < address + size)
            bytes |= (uint8_t)(1u << i);
    return bytes;
}

static hrf_chain_t *chain_at(const hrf_word_t *word, uint64_t address, unsigned size) {
    for (const hrf_chain_slot_t *slot = word->chains; slot; slot = slot->next)
        if (slot->chain->address == address && slot->chain->size == size) return slot->chain;
    return NULL;
}

hrf_chain_t *hrf_shadow_chain(hrf_shadow_t *shadow, uint64_t address, unsigned size) {
    hrf_chain_t *chain = NULL;
    for (uint64_t at = word_base(address); at < address + size; at += SCORD_WORD_BYTES) {
        const hrf_word_t *word = hrf_shadow_word(shadow, at);
        hrf_chain_t *here = word ? chain_at(word, address, size) : NULL;
        if (!here || (chain && chain != here))
            return NULL; /* another write has changed some of the bytes since */
        chain = here;
    }
    return chain;
}

static void drop_chain(scord_oracle_t *oracle, hrf_chain_t *chain) {
    assert(chain->references > 0);
    if (--chain->references > 0) return;
    clock_release(oracle->pool, chain->device);
    for (uint32_t i = 0; i < chain->count; i++) clock_release(oracle->pool, chain->blocks[i].clock);
    free_chain(chain);
}

void hrf_shadow_kill_chains(scord_oracle_t *oracle, uint64_t address, unsigned size) {
    for (uint64_t at = word_base(address); at < address + size; at += SCORD_WORD_BYTES) {
        hrf_word_t *word = hrf_shadow_word(&oracle->shadow, at);
        const uint8_t bytes = hrf_bytes_of_word(at, address, size);
        for (hrf_chain_slot_t **link = word ? &word->chains : NULL; link && *link;) {
            hrf_chain_slot_t *slot = *link;
            if ((slot->bytes & bytes) == 0) {
                link = &slot->next;
                continue;
            }
            *link = slot->next;
            drop_chain(oracle, slot->chain);
            free(slot);
        }
    }
}

bool hrf_shadow_put_chain(hrf_shadow_t *shadow, hrf_chain_t *chain) {
    for (uint64_t at = word_base(chain->address); at < chain->address + chain->size;
         at += SCORD_WORD_BYTES) {
        hrf_word_t *word = hrf_shadow_word(shadow, at);
        hrf_chain_slot_t *slot = word ? malloc(sizeof *slot) : NULL;
        if (!slot)
            return false; /* the oracle stops here; words that already point to the chain free it */
        *slot = (hrf_chain_slot_t){word->chains, chain,
                                   hrf_bytes_of_word(at, chain->address, chain->size)};
        for (const hrf_chain_slot_t *other = slot->next; other; other = other->next)
            assert((other->bytes & slot->bytes) == 0);
        assert(slot->bytes != 0);
        word->chains = slot;
        chain->references++;
    }
    return true;
}

void hrf_shadow_forget(scord_oracle_t *oracle, uint64_t address, uint64_t bytes) {
    for (uint64_t at = word_base(address); at < address + bytes; at += SCORD_WORD_BYTES) {
        const hrf_page_t *page = find_page(&oracle->shadow, at / SCORD_WORD_BYTES / HRF_PAGE_WORDS);
        if (!page) continue;
        hrf_shadow_kill_chains(oracle, at, SCORD_WORD_BYTES);
        hrf_shadow_word(&oracle->shadow, at)->count = 0;
    }
}
