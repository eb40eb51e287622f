/* SPDX-License-Identifier: Apache-2.0 */
/* test_l1.c: the L1 and its MSHRs (M2). 16 KB, 4 ways, lines of 128 bytes: 32 sets; segments 32
 * apart share a set. */
#include "tb/unit/pipeline/bench.h"

#include <string.h>

#include "sim/mem/l1_cache.h"

enum { SETS = 32, WAYS = 4, MSHRS = 32, MERGES = 8 };

static l1_cache_t table_v(void) {
    l1_cache_t cache;
    check(l1_cache_make(&cache, 16384, WAYS, MSHRS, MERGES), "made");
    check_equal(cache.sets, SETS, "sets of 16 KB");
    return cache;
}

/* l1_cache_look says what l1_cache_load then does. */
static l1_answer_t load(l1_cache_t *cache, uint64_t segment, uint32_t ticket, uint32_t *mshr) {
    const l1_answer_t looked = l1_cache_look(cache, segment);
    const l1_answer_t is = l1_cache_load(cache, segment, ticket, mshr);
    check_equal((unsigned)looked, (unsigned)is, "look says what load does, segment %u",
                (unsigned)segment);
    return is;
}

static void expect(l1_cache_t *cache, uint64_t segment, l1_answer_t answer, const char *name) {
    uint32_t mshr = 0;
    check_equal((unsigned)load(cache, segment, 7, &mshr), (unsigned)answer, "%s", name);
}

/* A load that misses, and its line. */
static void bring(l1_cache_t *cache, uint64_t segment) {
    uint32_t mshr = 0;
    const uint32_t *tickets;
    check_equal((unsigned)load(cache, segment, 1, &mshr), L1_MISS, "segment %u is not there",
                (unsigned)segment);
    check_equal(l1_cache_fill(cache, mshr, &tickets), 1, "one waits for it");
}

static void hits_and_merges(void) {
    l1_cache_t cache = table_v();
    const uint32_t *tickets;
    uint32_t mshr = 99, other = 99;
    check_equal((unsigned)load(&cache, 5, 100, &mshr), L1_MISS, "the first load");
    for (uint32_t i = 1; i < MERGES; i++)
        check_equal((unsigned)load(&cache, 5, 100 + i, &other), L1_MERGED, "merge %u", i);
    check_equal(other, 99, "a merge names no MSHR");
    check_equal((unsigned)load(&cache, 5, 300, &other), L1_WAITS, "the ninth has no place");
    check_equal((unsigned)load(&cache, 6, 200, &other), L1_MISS, "another line");
    check(other != mshr, "has another MSHR");
    check_equal(l1_cache_fill(&cache, mshr, &tickets), MERGES, "all eight are answered");
    for (uint32_t i = 0; i < MERGES; i++) check_equal(tickets[i], 100 + i, "ticket %u", i);
    expect(&cache, 5, L1_HIT, "then it hits");
    expect(&cache, 6, L1_MERGED, "the other is on its way yet");
    check_equal(l1_cache_fill(&cache, other, &tickets), 2, "its two");
    check_equal(tickets[0], 200, "in order");
    l1_cache_clear(&cache);
    expect(&cache, 5, L1_MISS, "a kernel start empties it");
    l1_cache_free(&cache);
}

/* 32 lines of 32 sets are on their way: the next finds no MSHR, whatever its set; one that comes
 * back makes room. */
static void all_mshrs(void) {
    l1_cache_t cache = table_v();
    const uint32_t *tickets;
    uint32_t mshr[MSHRS], seen = 0, more = 0;
    for (uint32_t i = 0; i < MSHRS; i++) {
        check_equal((unsigned)load(&cache, i, i, &mshr[i]), L1_MISS, "miss %u", i);
        seen |= UINT32_C(1) << mshr[i];
    }
    check_equal(seen, 0xffffffff, "32 different MSHRs");
    expect(&cache, 40, L1_WAITS, "none is left");
    expect(&cache, 3, L1_MERGED, "a merge needs none");
    l1_cache_fill(&cache, mshr[17], &tickets);
    check_equal((unsigned)load(&cache, 40, 40, &more), L1_MISS, "one came back");
    check_equal(more, mshr[17], "its MSHR is used again");
    expect(&cache, 41, L1_WAITS, "and again none is left");
    expect(&cache, 17, L1_HIT, "what came hits without one");
    l1_cache_free(&cache);
}

/* Least recently used: a hit makes a line young. */
static void replacement(void) {
    l1_cache_t cache = table_v();
    for (uint32_t way = 0; way < WAYS; way++) bring(&cache, 1 + way * SETS);
    expect(&cache, 1, L1_HIT, "the first to come is used again");
    bring(&cache, 1 + 4 * SETS);
    expect(&cache, 1, L1_HIT, "it stays");
    expect(&cache, 1 + 2 * SETS, L1_HIT, "the third stays");
    expect(&cache, 1 + 4 * SETS, L1_HIT, "the new one is there");
    bring(&cache, 1 + SETS); /* the second was replaced, and now the fourth is */
    expect(&cache, 1, L1_HIT, "the first stays again");
    bring(&cache, 1 + 3 * SETS);
    expect(&cache, 2, L1_MISS, "another set is empty");
    l1_cache_free(&cache);
}

/* A line on its way is not replaced; when all of a set are, a fifth load waits although MSHRs are
 * free. */
static void all_ways_on_their_way(void) {
    l1_cache_t cache = table_v();
    const uint32_t *tickets;
    uint32_t mshr[WAYS], more = 0;
    for (uint32_t way = 0; way < WAYS; way++)
        check_equal((unsigned)load(&cache, way * SETS, way, &mshr[way]), L1_MISS, "way %u", way);
    expect(&cache, 4 * SETS, L1_WAITS, "all ways are on their way");
    expect(&cache, 1, L1_MISS, "another set has room");
    expect(&cache, 4 * SETS, L1_WAITS, "still");
    check_equal(l1_cache_fill(&cache, mshr[2], &tickets), 1, "one comes");
    check_equal((unsigned)load(&cache, 4 * SETS, 9, &more), L1_MISS, "takes its place");
    expect(&cache, 2 * SETS, L1_WAITS, "which that has lost");
    check_equal(l1_cache_fill(&cache, mshr[0], &tickets), 1, "the others");
    check_equal(tickets[0], 0, "are answered for what they asked");
    check_equal(l1_cache_fill(&cache, more, &tickets), 1, "the new one");
    check_equal(tickets[0], 9, "too");
    expect(&cache, 4 * SETS, L1_HIT, "and hits");
    expect(&cache, 0, L1_HIT, "the first hits");
    l1_cache_free(&cache);
}

static void stores(void) {
    l1_cache_t cache = table_v();
    const uint32_t *tickets;
    uint32_t mshr = 0, again = 0;
    bring(&cache, 8);
    bring(&cache, 8 + SETS);
    l1_cache_evict(&cache, 8);
    expect(&cache, 8 + SETS, L1_HIT, "a store evicts no other line");
    check_equal((unsigned)load(&cache, 8, 1, &mshr), L1_MISS, "a store evicts its line");
    l1_cache_evict(&cache, 9);
    expect(&cache, 9, L1_MISS, "a store to a line that is not there does nothing");
    l1_cache_evict(&cache, 8);
    expect(&cache, 8, L1_MERGED, "written on its way: loads still wait for it");
    check_equal(l1_cache_fill(&cache, mshr, &tickets), 2, "and are answered");
    check_equal((unsigned)load(&cache, 8, 1, &again), L1_MISS, "but the line is not kept");
    l1_cache_fill(&cache, again, &tickets);
    expect(&cache, 8, L1_HIT, "the next one is");
    l1_cache_free(&cache);
}

/* The place that a store empties is taken before any line is replaced. */
static void an_empty_place_first(void) {
    l1_cache_t cache = table_v();
    for (uint32_t way = 0; way < WAYS; way++) bring(&cache, way * SETS);
    l1_cache_evict(&cache, 2 * SETS);
    bring(&cache, 7 * SETS);
    expect(&cache, 0, L1_HIT, "the oldest stays");
    expect(&cache, SETS, L1_HIT, "the second too");
    expect(&cache, 3 * SETS, L1_HIT, "the last too");
    l1_cache_free(&cache);
}

static void no_cache(void) {
    l1_cache_t cache;
    check(l1_cache_make(&cache, 0, WAYS, MSHRS, MERGES), "none");
    check_equal(cache.sets, 0, "no sets");
    l1_cache_clear(&cache);
    l1_cache_evict(&cache, 3);
    l1_cache_free(&cache);
}

int main(void) {
    hits_and_merges();
    all_mshrs();
    replacement();
    all_ways_on_their_way();
    stores();
    an_empty_place_first();
    no_cache();
    return check_summary();
}
