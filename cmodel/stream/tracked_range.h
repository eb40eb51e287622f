/* SPDX-License-Identifier: Apache-2.0 */
/* tracked_range.h: how much memory a launch tracks without an option for it (D36).
 */
#ifndef SCORD_TRACKED_RANGE_H
#define SCORD_TRACKED_RANGE_H

#include <stdint.h>

#include "cmodel/scord_params.h"

/* log2 of the words tracked for SPAN bytes of memory in use: the smallest power of two over them,
 * times the cache ratio while the metadata then has at most 2^16 entries, and at least 2^10
 * entries. */
uint32_t scord_log2_tracked_words(uint64_t span, const scord_config_t *config);

/* The same if SPAN includes shared memory (D51): at most 2^18 entries, since the 2^17.5 words of
 * the default machine's shared memory are used by all blocks alike. */
uint32_t scord_log2_tracked_words_with_shared(uint64_t span, const scord_config_t *config);

#endif
