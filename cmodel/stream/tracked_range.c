/* SPDX-License-Identifier: Apache-2.0 */
/* tracked_range.c: see tracked_range.h. */
#include "cmodel/stream/tracked_range.h"

#include <assert.h>

/* D36. The tracked range stands for the device's memory, of which a program uses a part at its
 * start. With one metadata entry for 2^log2_cache_ratio words (D23) and index = word mod entries, a
 * range of ratio × the used words gives every used word a separate entry: no history is lost to
 * aliasing that would not be lost on a device with gigabytes of memory. Above the most entries (the
 * RTL clears one a cycle at every launch) the range grows only as the use does, and words share
 * entries as they do in the paper's cache; the configuration nocache never shares. */
static uint32_t log2_words(uint64_t span, uint32_t most_entries, const scord_config_t *config) {
    assert(span <= UINT64_C(1) << 63);
    const uint32_t least = 10;
    uint32_t used = least;
    while ((UINT64_C(4) << used) < span) used++;
    const uint32_t ratio = config->log2_cache_ratio;
    if (used <= most_entries) return used + ratio;
    return used > most_entries + ratio ? used : most_entries + ratio;
}

uint32_t scord_log2_tracked_words(uint64_t span, const scord_config_t *config) {
    return log2_words(span, 16, config);
}

uint32_t scord_log2_tracked_words_with_shared(uint64_t span, const scord_config_t *config) {
    return log2_words(span, 18, config);
}
