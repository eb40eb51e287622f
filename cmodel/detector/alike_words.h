/* SPDX-License-Identifier: Apache-2.0 */
/* alike_words.h: the items of words that were decided at once (scord_model_check_alike).
 *
 * An observer may need an item for each of them all the same, and may need it only when the model
 * has gone on: the report, in a thread of its own. They follow from the item before them, and from
 * the ThreadIDs that the entries had.
 *
 * Reference: unit-like-words compares each with what the plain rules retire.
 */
#ifndef SCORD_ALIKE_WORDS_H
#define SCORD_ALIKE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/like_words.h"
#include "cmodel/detector/metadata.h"

typedef struct scord_alike_words {
    uint64_t hidden[SCORD_SEGMENT_WORDS]; /* entries of the segment before, XOR the reset image */
    bool owned;                           /* the accessor became owner */
    bool threads;                         /* entries have ThreadIDs (independent_threads) */
} scord_alike_words_t;

/* *item: that of WORD, one of the words that were decided like that of *first. THREAD: the lowest
 * lane of the request on it. */
static inline void scord_alike_item(const scord_alike_words_t *kept, const scord_retire_t *first,
                                    unsigned word, unsigned thread, scord_retire_t *item) {
    const uint64_t before = kept->hidden[word] ^ SCORD_METADATA_RESET_IMAGE;
    const uint64_t after = !kept->owned ? scord_like_thread(before) : kept->threads ? thread : 0;
    *item = *first;
    item->address = first->address / SCORD_SEGMENT_BYTES * SCORD_SEGMENT_BYTES +
                    word * SCORD_WORD_BYTES;
    item->metadata_before = before;
    item->metadata_after = (first->metadata_after & ~SCORD_LIKE_THREAD_MASK) |
                           after << SCORD_METADATA_THREAD_ID_SHIFT;
}

#endif
