/* tracked_range.c: see tracked_range.h. */
#include "tracked_range.h"

uint32_t scord_log2_tracked_words(uint64_t span, const scord_config_t *config) {
    const uint32_t least = 10, most_entries = 16;
    uint32_t used = least;
    while ((UINT64_C(4) << used) < span) used++;
    const uint32_t ratio = config->log2_cache_ratio;
    if (used <= most_entries) return used + ratio;
    return used > most_entries + ratio ? used : most_entries + ratio;
}
