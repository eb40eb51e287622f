/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_words.c: see unwritten_words.h. */
#include "sim/sm/watch/unwritten_words.h"

#include "cmodel/base/random.h"

enum { MOST = 1 << 22 }; /* words that are told apart; what is read behind that is not counted */

uint32_t unwritten_words_of(const unwritten_words_t *words, uint32_t pc) {
    const uint32_t count = scord_index_map_find(&words->words, pc);
    return count == SCORD_INDEX_NONE ? 0 : count;
}

void unwritten_words_add(unwritten_words_t *words, uint32_t pc, uint64_t word) {
    const uint64_t key = scord_mix64(word ^ scord_mix64(pc));
    if (words->known.used >= MOST || scord_index_map_find(&words->known, key) != SCORD_INDEX_NONE ||
        !scord_index_map_add(&words->known, key, 0))
        return;
    scord_index_map_set(&words->words, pc, unwritten_words_of(words, pc) + 1);
}

void unwritten_words_free(unwritten_words_t *words) {
    scord_index_map_destroy(&words->known);
    scord_index_map_destroy(&words->words);
}
