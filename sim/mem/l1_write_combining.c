/* SPDX-License-Identifier: Apache-2.0 */
/* l1_write_combining.c: see l1_write_combining.h. */
#include "sim/mem/l1_write_combining.h"

#include <assert.h>

static uint64_t bit_of(unsigned warp) { return UINT64_C(1) << (warp & 63); }

static void clean(l1_cache_t *cache, l1_line_t *line) {
    cache->dirty_lines -= line->dirty != 0;
    line->dirty = 0;
    line->writers = 0;
}

static l1_combined_t write_back(l1_cache_t *cache, l1_line_t *line, l1_write_back_t *back) {
    *back = (l1_write_back_t){.segment = line->segment - 1, .words = line->dirty};
    clean(cache, line);
    return L1C_WRITE_BACK;
}

static void write(l1_cache_t *cache, l1_line_t *line, uint32_t words, unsigned warp) {
    cache->dirty_lines += line->dirty == 0;
    line->dirty |= words;
    line->held |= words;
    line->writers |= bit_of(warp);
    line->used = ++cache->stamp;
}

/* A place for SEGMENT, empty. L1C_HIT: *LINE is one. */
static l1_combined_t make_room(l1_cache_t *cache, uint64_t segment, l1_line_t **line,
                               l1_write_back_t *back) {
    *line = l1_cache_victim(cache, segment);
    if (!*line) return L1C_WAITS;
    if ((*line)->dirty != 0) return write_back(cache, *line, back);
    **line = (l1_line_t){.segment = segment + 1};
    return L1C_HIT;
}

l1_combined_t l1_combining_store(l1_cache_t *cache, uint64_t segment, uint32_t words, unsigned warp,
                                 l1_write_back_t *back) {
    l1_line_t *line = l1_cache_find(cache, segment);
    if (!line) {
        const l1_combined_t room = make_room(cache, segment, &line, back);
        if (room != L1C_HIT) return room;
    }
    write(cache, line, words, warp);
    return L1C_HIT;
}

static l1_combined_t merge(l1_cache_t *cache, const l1_line_t *line, uint32_t ticket) {
    l1_mshr_t *mshr = &cache->mshrs[line->mshr - 1];
    if (line->stale || mshr->count == cache->merges) return L1C_WAITS;
    mshr->tickets[mshr->count++] = ticket;
    return L1C_MERGED;
}

static void fetch(l1_cache_t *cache, l1_line_t *line, uint32_t ticket, uint32_t *mshr) {
    *mshr = l1_cache_take_mshr(cache);
    cache->mshrs[*mshr].line = (uint32_t)(line - cache->lines);
    cache->mshrs[*mshr].tickets[cache->mshrs[*mshr].count++] = ticket;
    line->mshr = (uint8_t)(*mshr + 1);
}

l1_combined_t l1_combining_read(l1_cache_t *cache, uint64_t segment, uint32_t words, bool atomic,
                                unsigned warp, uint32_t ticket, uint32_t *mshr,
                                l1_write_back_t *back) {
    l1_line_t *line = l1_cache_find(cache, segment);
    l1_combined_t is = L1C_HIT;
    if (!line || (words & ~line->held) != 0) {
        if (line && line->mshr != 0) {
            is = merge(cache, line, ticket);
        } else if (cache->free_mshrs == 0) {
            is = L1C_WAITS;
        } else {
            is = line ? L1C_HIT : make_room(cache, segment, &line, back);
            if (is == L1C_HIT) {
                fetch(cache, line, ticket, mshr);
                is = L1C_MISS;
            }
        }
    }
    if (is == L1C_WAITS || is == L1C_WRITE_BACK) return is;
    line->used = ++cache->stamp;
    if (atomic) write(cache, line, words, warp);
    return is;
}

l1_combined_t l1_combining_pass(l1_cache_t *cache, uint64_t segment, l1_write_back_t *back) {
    l1_line_t *line = l1_cache_find(cache, segment);
    if (!line) return L1C_HIT;
    if (line->dirty != 0) return write_back(cache, line, back);
    line->held = 0;
    if (line->mshr != 0)
        line->stale = true;
    else
        *line = (l1_line_t){0};
    return L1C_HIT;
}

uint32_t l1_combining_fill(l1_cache_t *cache, uint32_t mshr, const uint32_t **tickets) {
    l1_line_t *line = &cache->lines[cache->mshrs[mshr].line];
    const bool stale = line->stale;
    line->stale = false;
    const uint32_t count = l1_cache_fill(cache, mshr, tickets);
    if (!stale)
        line->held = UINT32_MAX;
    else if (line->dirty == 0)
        *line = (l1_line_t){0};
    return count;
}

bool l1_combining_flush(l1_cache_t *cache, uint64_t warps, l1_write_back_t *back) {
    if (cache->dirty_lines == 0) return false;
    const uint32_t lines = cache->sets * cache->ways;
    for (uint32_t i = 0; i < lines; i++) {
        l1_line_t *line = &cache->lines[i];
        if (line->dirty == 0 || (line->writers & warps) == 0) continue;
        write_back(cache, line, back);
        return true;
    }
    return false;
}

uint32_t l1_combining_invalidate(l1_cache_t *cache) {
    const uint32_t lines = cache->sets * cache->ways;
    uint32_t dropped = 0;
    for (uint32_t i = 0; i < lines; i++) {
        l1_line_t *line = &cache->lines[i];
        if (line->segment == 0) continue;
        dropped += (line->held & ~line->dirty) != 0;
        line->held = line->dirty;
        if (line->mshr != 0)
            line->stale = true;
        else if (line->dirty == 0)
            *line = (l1_line_t){0};
    }
    return dropped;
}
