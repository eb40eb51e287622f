/* SPDX-License-Identifier: Apache-2.0 */
/* byte_races.c: see byte_races.h.
 *
 * Invariants: a word's entries are used when its bit of `used` is set; a page is of one segment;
 * different_bytes and only_bytes count items, not bytes.
 * Expensive: a look-up a word once the launch has touched any word by bytes; up to four decisions
 * by the plain rules for words that it has.
 */
#include "cmodel/report/byte_races.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

/* The threads on one byte. */
typedef struct byte_threads {
    bool touched, several;
    unsigned lowest; /* lane */
} byte_threads_t;

void scord_byte_races_start(scord_byte_races_t *bytes) {
    scord_index_map_clear(&bytes->segments);
    bytes->pages = 0;
}

void scord_byte_races_destroy(scord_byte_races_t *bytes) {
    scord_index_map_destroy(&bytes->segments);
    free(bytes->page);
    *bytes = (scord_byte_races_t){.pages = 0};
}

static scord_byte_page_t *find_page(const scord_byte_races_t *bytes, uint64_t address) {
    const uint32_t index = scord_index_map_find(&bytes->segments, address / SCORD_SEGMENT_BYTES);
    assert(index == SCORD_INDEX_NONE || index < bytes->pages);
    return index == SCORD_INDEX_NONE ? NULL : &bytes->page[index];
}

/* NULL: no memory. */
static scord_byte_page_t *add_page(scord_byte_races_t *bytes, uint64_t address) {
    assert(bytes->pages < SCORD_BYTE_SEGMENTS);
    if (!SCORD_ARRAY_ROOM(bytes->page, bytes->allocated, bytes->pages + 1) ||
        !scord_index_map_add(&bytes->segments, address / SCORD_SEGMENT_BYTES, bytes->pages))
        return NULL;
    scord_byte_page_t *page = &bytes->page[bytes->pages++];
    page->used = 0;
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
    if (!page && bytes->pages == SCORD_BYTE_SEGMENTS) {
        bytes->without_room++;
        return true;
    }
    if (!page && !(page = add_page(bytes, item->address))) return false;
    if (!(page->used >> word & 1)) {
        for (unsigned byte = 0; byte < SCORD_WORD_BYTES; byte++)
            page->entry[word][byte] = item->metadata_before;
        page->used |= UINT32_C(1) << word;
    }
    judged->by_bytes = true;
    decide_bytes(page->entry[word], model, event, judged);
    const bool word_races = scord_verdict_is_conflict(item->verdict),
               byte_races = scord_verdict_is_race(judged->item.verdict);
    bytes->different_bytes += word_races && !byte_races;
    bytes->only_bytes += byte_races && !word_races;
    if (lanes_differ && !byte_races) { /* they write the same byte of the word (D72) */
        judged->item.verdict = SCORD_VERDICT_LANES_DIFFER;
        judged->item.scope = item->scope;
    }
    return true;
}
