/* SPDX-License-Identifier: Apache-2.0 */
/* warp_log.c: see warp_log.h. */
#include "sim/sm/watch/warp_log.h"

#include <string.h>

#include "cmodel/base/array.h"

void warp_log_begin(warp_log_t *log, uint64_t stamp) {
    log->stamp = stamp;
    log->entries = 0;
    if (log->most == 0) log->most = WARP_LOG_ENTRIES;
    log->instruction = log->any_wrote = 0;
    log->entered = false;
    memset(log->wrote, 0, sizeof log->wrote);
    memset(log->read, 0, sizeof log->read);
    memset(log->plain, 0, sizeof log->plain);
}

bool warp_log_is_stream(const warp_log_t *log) {
    uint64_t seen[WARP_FILTER_WORDS] = {0};
    uint32_t first = 0;
    for (uint32_t i = 0; i < log->entries; i++) {
        const uint32_t bit = warp_filter_bit(log->entry[i].key);
        first += !(seen[bit / 64] >> bit % 64 & 1);
        seen[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return first >=
           (log->entries < WARP_FILTER_WORDS * 64 ? log->entries : WARP_FILTER_WORDS * 64) / 2;
}

void warp_log_drop(warp_log_t *log, uint32_t count) {
    log->entries -= count;
    memmove(log->entry, log->entry + count, log->entries * sizeof *log->entry);
}

bool warp_log_room(warp_log_t *log, uint32_t more) {
    return SCORD_ARRAY_ROOM(log->entry, log->allocated, log->entries + more);
}
