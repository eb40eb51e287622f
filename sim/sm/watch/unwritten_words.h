/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_words.h: how many words that nothing has written each load has read. */
#ifndef SIM_UNWRITTEN_WORDS_H
#define SIM_UNWRITTEN_WORDS_H

#include "cmodel/base/index_map.h"

typedef struct unwritten_words {
    scord_index_map_t known; /* {load, word}, hashed */
    scord_index_map_t words; /* pc of a load → how many */
} unwritten_words_t;         /* zeroed = empty */

/* The load at PC reads WORD, a number of its own for each word of any memory. */
void unwritten_words_add(unwritten_words_t *words, uint32_t pc, uint64_t word);
uint32_t unwritten_words_of(const unwritten_words_t *words, uint32_t pc);
void unwritten_words_free(unwritten_words_t *words);

#endif
