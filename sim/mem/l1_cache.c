/* SPDX-License-Identifier: Apache-2.0 */
/* l1_cache.c: see l1_cache.h. */
#include "sim/mem/l1_cache.h"

#include <assert.h>
#include <string.h>

bool l1_cache_make(l1_cache_t *cache, uint32_t bytes, uint32_t ways, uint32_t mshrs,
                   uint32_t merges) {
    *cache = (l1_cache_t){.sets = bytes / MEMORY_SEGMENT / ways,
                          .ways = ways,
                          .mshr_count = mshrs,
                          .merges = merges,
                          .free_mshrs = mshrs};
    if (cache->sets == 0) return true;
    cache->lines = calloc((size_t)cache->sets * ways, sizeof *cache->lines);
    cache->mshrs = calloc(mshrs, sizeof *cache->mshrs);
    cache->tickets = calloc((size_t)mshrs * merges, sizeof *cache->tickets);
    if (!cache->lines || !cache->mshrs || !cache->tickets) return false;
    for (uint32_t i = 0; i < mshrs; i++)
        cache->mshrs[i].tickets = cache->tickets + (size_t)i * merges;
    return true;
}

void l1_cache_free(l1_cache_t *cache) {
    free(cache->lines);
    free(cache->mshrs);
    free(cache->tickets);
}

void l1_cache_clear(l1_cache_t *cache) {
    if (cache->sets == 0) return;
    memset(cache->lines, 0, (size_t)cache->sets * cache->ways * sizeof *cache->lines);
    for (uint32_t i = 0; i < cache->mshr_count; i++) cache->mshrs[i].count = 0;
    cache->free_mshrs = cache->mshr_count;
    cache->dirty_lines = 0;
}

l1_line_t *l1_cache_find(const l1_cache_t *cache, uint64_t segment) {
    if (cache->sets == 0) return NULL;
    l1_line_t *set = &cache->lines[segment % cache->sets * cache->ways];
    for (uint32_t way = 0; way < cache->ways; way++)
        if (set[way].segment == segment + 1) return &set[way];
    return NULL;
}

/* The line that SEGMENT takes: the least recently used that is not on its way; NULL: all are. */
l1_line_t *l1_cache_victim(const l1_cache_t *cache, uint64_t segment) {
    l1_line_t *set = &cache->lines[segment % cache->sets * cache->ways], *oldest = NULL;
    for (uint32_t way = 0; way < cache->ways; way++)
        if (set[way].mshr == 0 && (!oldest || set[way].used < oldest->used)) oldest = &set[way];
    return oldest;
}

static l1_answer_t answer(const l1_cache_t *cache, uint64_t segment, const l1_line_t *line) {
    if (line && line->mshr == 0) return L1_HIT;
    if (line) return cache->mshrs[line->mshr - 1].count < cache->merges ? L1_MERGED : L1_WAITS;
    return cache->free_mshrs > 0 && l1_cache_victim(cache, segment) ? L1_MISS : L1_WAITS;
}

l1_answer_t l1_cache_look(const l1_cache_t *cache, uint64_t segment) {
    return answer(cache, segment, l1_cache_find(cache, segment));
}

uint32_t l1_cache_take_mshr(l1_cache_t *cache) {
    assert(cache->free_mshrs > 0);
    uint32_t mshr = 0;
    while (cache->mshrs[mshr].count != 0) mshr++;
    cache->free_mshrs--;
    return mshr;
}

l1_answer_t l1_cache_load(l1_cache_t *cache, uint64_t segment, uint32_t ticket, uint32_t *mshr) {
    l1_line_t *line = l1_cache_find(cache, segment);
    const l1_answer_t is = answer(cache, segment, line);
    if (is == L1_WAITS) return is;
    if (is == L1_MISS) {
        line = l1_cache_victim(cache, segment);
        assert(line && line->mshr == 0);
        *mshr = l1_cache_take_mshr(cache);
        cache->mshrs[*mshr].line = (uint32_t)(line - cache->lines);
        *line = (l1_line_t){.segment = segment + 1, .mshr = (uint8_t)(*mshr + 1)};
    }
    line->used = ++cache->stamp;
    if (is != L1_HIT) {
        l1_mshr_t *waits = &cache->mshrs[line->mshr - 1];
        assert(waits->count < cache->merges);
        waits->tickets[waits->count++] = ticket;
    }
    return is;
}

void l1_cache_evict(l1_cache_t *cache, uint64_t segment) {
    l1_line_t *line = l1_cache_find(cache, segment);
    if (!line) return;
    if (line->mshr != 0)
        line->stale = true;
    else
        *line = (l1_line_t){0};
}

uint32_t l1_cache_fill(l1_cache_t *cache, uint32_t mshr, const uint32_t **tickets) {
    l1_mshr_t *filled = &cache->mshrs[mshr];
    l1_line_t *line = &cache->lines[filled->line];
    assert(mshr < cache->mshr_count && filled->count > 0);
    assert(line->mshr == mshr + 1 && cache->free_mshrs < cache->mshr_count);
    const uint32_t count = filled->count;
    line->mshr = 0;
    if (line->stale) *line = (l1_line_t){0};
    *tickets = filled->tickets;
    filled->count = 0;
    cache->free_mshrs++;
    return count;
}
