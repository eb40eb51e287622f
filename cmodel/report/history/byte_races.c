/* SPDX-License-Identifier: Apache-2.0 */
/* byte_races.c: see byte_races.h.
 *
 * Invariants: a word's entries are used when its bit of `used` is set; a page is of one segment;
 * what gives way hides nothing: entries that would show a race that their word's does not stay;
 * different_bytes and only_bytes count items, not bytes.
 * Expensive: a look-up a word once the launch has touched any word by bytes; up to four decisions
 * by the plain rules for words that it has.
 */
#include "cmodel/report/history/byte_races.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/detector/metadata.h"

/* The threads on one byte. */
typedef struct byte_threads {
    bool touched, several;
    unsigned lowest; /* lane */
} byte_threads_t;

void scord_byte_races_start(scord_byte_races_t *bytes) {
    scord_index_map_clear(&bytes->segments);
    bytes->pages = bytes->oldest = 0;
    free(bytes->given_way);
    bytes->given_way = NULL;
}

void scord_byte_races_destroy(scord_byte_races_t *bytes) {
    scord_index_map_destroy(&bytes->segments);
    free(bytes->page);
    free(bytes->given_way);
    *bytes = (scord_byte_races_t){.pages = 0};
}

static scord_byte_page_t *find_page(const scord_byte_races_t *bytes, uint64_t address) {
    const uint32_t index = scord_index_map_find(&bytes->segments, address / SCORD_SEGMENT_BYTES);
    assert(index == SCORD_INDEX_NONE || index < bytes->pages);
    return index == SCORD_INDEX_NONE ? NULL : &bytes->page[index];
}

static uint64_t way_bit(uint64_t segment) { return segment % SCORD_BYTE_GIVEN_WAY; }

/* The word's entries can be forgotten: they are its own entry but for the lane, or nothing has
 * written there, and the word's entry has the readers. A byte that nothing has accessed does not
 * matter. */
static bool says_no_more(const uint64_t entry[SCORD_WORD_BYTES], uint64_t of_word) {
    const uint64_t lane = ((UINT64_C(1) << SCORD_METADATA_THREAD_ID_WIDTH) - 1)
                          << SCORD_METADATA_THREAD_ID_SHIFT;
    const uint64_t image = SCORD_METADATA_RESET_IMAGE;
    bool same = true, read_only = !scord_metadata_from_bits(of_word).modified;
    for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++) {
        if ((entry[byte] & image) == image) continue;
        same = same && (entry[byte] | lane) == (of_word | lane);
        read_only = read_only && !scord_metadata_from_bits(entry[byte]).modified;
    }
    return same || read_only;
}

static bool can_give_way(const scord_byte_page_t *page, const scord_model_t *model) {
    for (uint32_t words = page->used; words; words &= words - 1) {
        const unsigned word = (unsigned)__builtin_ctz(words);
        uint64_t index;
        if (!scord_model_metadata_index(
                model, page->segment * SCORD_SEGMENT_BYTES + word * SCORD_WORD_BYTES, &index) ||
            !says_no_more(page->entry[word], scord_model_metadata(model, index)))
            return false;
    }
    return true;
}

/* A page whose segment gives way, or NULL: none of those looked at can, or no memory. */
static scord_byte_page_t *reuse_page(scord_byte_races_t *bytes, const scord_model_t *model) {
    if (!bytes->given_way && !(bytes->given_way = calloc(SCORD_BYTE_GIVEN_WAY / 8, 1))) return NULL;
    for (unsigned tries = 0; tries < SCORD_BYTE_TRIES; tries++) {
        scord_byte_page_t *page = &bytes->page[bytes->oldest];
        bytes->oldest = (bytes->oldest + 1) % bytes->pages;
        if (!can_give_way(page, model)) continue;
        const uint64_t bit = way_bit(page->segment);
        bytes->given_way[bit / 8] |= (uint8_t)(1u << bit % 8);
        scord_index_map_remove(&bytes->segments, page->segment);
        return page;
    }
    return NULL;
}

/* NULL: no memory, or (*full) no room. */
static scord_byte_page_t *add_page(scord_byte_races_t *bytes, const scord_model_t *model,
                                   uint64_t address, bool *full) {
    const uint64_t segment = address / SCORD_SEGMENT_BYTES, bit = way_bit(segment);
    scord_byte_page_t *page;
    *full = bytes->pages == SCORD_BYTE_SEGMENTS;
    if (*full) {
        page = reuse_page(bytes, model);
        if (!page) return NULL;
    } else {
        if (!SCORD_ARRAY_ROOM(bytes->page, bytes->allocated, bytes->pages + 1)) return NULL;
        page = &bytes->page[bytes->pages];
    }
    if (!scord_index_map_add(&bytes->segments, segment, (uint32_t)(page - bytes->page))) {
        page->segment = UINT64_MAX; /* none: it can be taken again */
        page->used = 0;
        *full = false;
        return NULL;
    }
    bytes->pages += !*full;
    page->segment = segment;
    page->used = 0;
    page->again = bytes->given_way && bytes->given_way[bit / 8] >> bit % 8 & 1;
    return page;
}

static void find_threads(const scord_event_access_t *access, uint64_t word,
                         byte_threads_t threads[SCORD_WORD_BYTES]) {
    memset(threads, 0, SCORD_WORD_BYTES * sizeof *threads);
    for (uint32_t rest = scord_lanes_on_word(access, word); rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint64_t first = access->address[lane], end = first + access->size;
        for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++) {
            if (word + byte < first || word + byte >= end) continue;
            threads[byte].several = threads[byte].touched;
            if (!threads[byte].touched) threads[byte].lowest = lane;
            threads[byte].touched = true;
        }
    }
}

/* The decision of each byte that the access touches; that of the first one that races is kept. */
static void decide_bytes(uint64_t entry[SCORD_WORD_BYTES], const scord_model_t *model,
                         const scord_event_t *event, scord_byte_judgement_t *judged) {
    byte_threads_t threads[SCORD_WORD_BYTES];
    bool first = true, race = false;
    find_threads(&event->access, judged->item.address, threads);
    for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++) {
        if (!threads[byte].touched) continue;
        scord_retire_t decided = judged->item;
        scord_model_decide_entry(model, entry[byte], threads[byte].lowest, threads[byte].several,
                                 &decided);
        judged->bytes[byte] = (scord_judged_byte_t){.touched = true,
                                                    .path = decided.path,
                                                    .before = entry[byte],
                                                    .after = decided.metadata_after};
        entry[byte] = decided.metadata_after;
        if (first) judged->byte = byte;
        first = false;
        if (race || !scord_verdict_is_race(decided.verdict)) continue;
        race = true;
        judged->byte = byte;
        judged->item = decided;
    }
    if (race) return;
    judged->item.verdict = SCORD_VERDICT_CLEAN;
    judged->item.scope = 0; /* D30 */
}

bool scord_byte_races_judge(scord_byte_races_t *bytes, const scord_model_t *model,
                            const scord_event_t *event, const scord_retire_t *item,
                            scord_byte_judgement_t *judged) {
    const bool lanes_differ = item->verdict == SCORD_VERDICT_LANES_DIFFER;
    *judged = (scord_byte_judgement_t){.item = *item};
    if (item->kind != SCORD_REQUEST_KIND_ACCESS || item->path == SCORD_PATH_UNTRACKED ||
        item->path == SCORD_PATH_NOT_PERFORMED)
        return true;
    const bool narrow = event->access.size < SCORD_WORD_BYTES;
    if (!narrow && bytes->pages == 0) return true;
    const unsigned word = (unsigned)(item->address % SCORD_SEGMENT_BYTES / SCORD_WORD_BYTES);
    scord_byte_page_t *page = find_page(bytes, item->address);
    if (!narrow && (!page || !(page->used >> word & 1))) return true;
    bool full = false;
    if (!page && !(page = add_page(bytes, model, item->address, &full))) {
        bytes->without_room += full;
        return full;
    }
    if (!(page->used >> word & 1)) {
        for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
            page->entry[word][byte] = item->metadata_before;
        page->used |= UINT32_C(1) << word;
    }
    judged->by_bytes = true;
    decide_bytes(page->entry[word], model, event, judged);
    const bool word_races = scord_verdict_is_conflict(item->verdict),
               byte_races = scord_verdict_is_race(judged->item.verdict);
    bytes->without_room += byte_races && page->again;
    bytes->different_bytes += word_races && !byte_races;
    bytes->only_bytes += byte_races && !word_races;
    if (lanes_differ && !byte_races) { /* they write the same byte of the word (D72) */
        judged->item.verdict = SCORD_VERDICT_LANES_DIFFER;
        judged->item.scope = item->scope;
    }
    return true;
}
