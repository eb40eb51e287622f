/* SPDX-License-Identifier: Apache-2.0 */
/* memory_timing.c: see memory_timing.h. */
#include "sim/sm/pipeline/memory_timing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"

/* ---- caches ---- */

bool cache_make(cache_t *cache, uint64_t bytes, uint32_t ways, uint32_t line_bytes) {
    assert(ways > 0 && line_bytes > 0);
    *cache = (cache_t){.sets = (uint32_t)(bytes / line_bytes / ways), .ways = ways};
    if (cache->sets == 0) return true; /* no cache: never a hit */
    cache->lines = calloc((size_t)cache->sets * ways, sizeof *cache->lines);
    return cache->lines;
}

void cache_clear(cache_t *cache) {
    if (cache->lines)
        memset(cache->lines, 0, (size_t)cache->sets * cache->ways * sizeof *cache->lines);
}

static cache_line_t *set_of(const cache_t *cache, uint64_t line) {
    assert(cache->sets > 0);
    return &cache->lines[((cache->sets & (cache->sets - 1)) == 0 ? line & (cache->sets - 1)
                                                                 : line % cache->sets) *
                         cache->ways];
}

cache_line_t *cache_find(cache_t *cache, uint64_t line) {
    if (cache->sets == 0) return NULL;
    cache_line_t *set = set_of(cache, line);
    for (uint32_t way = 0; way < cache->ways; way++)
        if (set[way].line == line + 1) {
            set[way].used = ++cache->stamp;
            return &set[way];
        }
    return NULL;
}

cache_line_t *cache_replace(cache_t *cache, uint64_t line) {
    if (cache->sets == 0) return NULL;
    cache_line_t *set = set_of(cache, line), *oldest = set;
    for (uint32_t way = 1; way < cache->ways; way++)
        if (set[way].used < oldest->used) oldest = &set[way];
    *oldest = (cache_line_t){.line = line + 1, .used = ++cache->stamp};
    return oldest;
}

/* ---- L2, DRAM and the channels ---- */

bool memory_timing_make(memory_timing_t *memory, const gpu_machine_t *machine, uint64_t seed) {
    *memory = (memory_timing_t){.machine = machine, .seed = seed};
    bool made = cache_make(&memory->l2, machine->l2_bytes, machine->l2_ways, MEMORY_LINE);
    for (uint32_t sm = 0; sm < machine->sms; sm++)
        made = cache_make(&memory->l1[sm], machine->l1_bytes, machine->l1_ways, MEMORY_LINE) &&
               made;
    return made;
}

void memory_timing_free(memory_timing_t *memory) {
    free(memory->l2.lines);
    for (unsigned sm = 0; sm < sizeof memory->l1 / sizeof *memory->l1; sm++)
        free(memory->l1[sm].lines);
}

void memory_timing_start(memory_timing_t *memory) {
    for (uint32_t sm = 0; sm < memory->machine->sms; sm++) cache_clear(&memory->l1[sm]);
}

/* Of seed and number of the draw. */
static uint64_t draw(memory_timing_t *memory) {
    return scord_mix64((memory->seed << 32) + ++memory->draws * SCORD_GOLDEN64);
}

static uint64_t dram_latency(memory_timing_t *memory) {
    const uint64_t latency = memory->machine->dram_latency,
                   spread = latency * memory->machine->dram_jitter / 100;
    return latency - spread + draw(memory) % (2 * spread + 1);
}

/* The cycle in which BYTES that are there at cycle NOW have passed the channel. Answers take their
 * place in the channel when they are asked for and their latency comes on top: one that the L2 has
 * does not wait behind one that the DRAM is asked for. */
static uint64_t pass(const memory_timing_t *memory, uint64_t *free_at, unsigned bytes,
                     uint64_t now) {
    assert(memory->machine->bandwidth > 0);
    const uint64_t bandwidth = memory->machine->bandwidth, start = now * bandwidth;
    *free_at = (*free_at > start ? *free_at : start) + 10u * bytes;
    return (*free_at + bandwidth - 1) / bandwidth;
}

/* The cycle in which the L2 has answered an access that it gets at once; latency there and back
 * included. */
static uint64_t answer(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, uint64_t line,
                       uint64_t now) {
    cache_line_t *entry = cache_find(&memory->l2, line);
    if (entry) {
        statistics->l2_hits++;
        const uint64_t ready = now + memory->machine->l2_latency;
        return entry->ready > ready ? entry->ready : ready;
    }
    statistics->l2_misses++;
    entry = cache_replace(&memory->l2, line);
    return entry->ready = now + dram_latency(memory);
}

uint64_t memory_load(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                     uint64_t line, unsigned bytes, bool cached, uint64_t now) {
    cache_line_t *entry = cached ? cache_find(&memory->l1[sm], line) : NULL;
    if (entry) {
        statistics->l1_hits++;
        return (entry->ready > now ? entry->ready : now) + memory->machine->l1_latency;
    }
    if (cached) statistics->l1_misses++;
    const bool fills = cached && memory->machine->l1_bytes != 0;
    const uint64_t ready = pass(memory, &memory->to_sm[sm], fills ? MEMORY_LINE : bytes, now) +
                           answer(memory, statistics, line, now) - now;
    if (fills) cache_replace(&memory->l1[sm], line)->ready = ready;
    return ready;
}

uint64_t memory_store(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                      uint64_t line, unsigned bytes, uint64_t now) {
    cache_line_t *entry = cache_find(&memory->l1[sm], line);
    if (entry) *entry = (cache_line_t){0};
    const uint64_t sent = pass(memory, &memory->from_sm[sm], bytes, now);
    if (cache_find(&memory->l2, line)) {
        statistics->l2_hits++;
    } else {
        statistics->l2_misses++;
        cache_replace(&memory->l2, line); /* written whole or by bytes: nothing is fetched */
    }
    return sent + memory->machine->l2_latency;
}

uint64_t memory_atomic(memory_timing_t *memory, gpu_cycle_statistics_t *statistics, unsigned sm,
                       uint64_t line, unsigned conflicts, uint64_t now) {
    cache_line_t *entry = cache_find(&memory->l1[sm], line);
    if (entry) *entry = (cache_line_t){0};
    const uint64_t sent = pass(memory, &memory->from_sm[sm], 32, now);
    return pass(memory, &memory->to_sm[sm], 32, sent) + answer(memory, statistics, line, sent) -
           sent + conflicts;
}
