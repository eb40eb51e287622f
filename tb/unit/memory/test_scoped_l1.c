/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoped_l1.c: the write-combining L1 of machine `hrf` (S1 to S6), in cycles derived by hand.
 *
 * On machine `scord` with scoped_l1=1, as test_hierarchy.c counts them: a line from the L2 takes
 * 146 cycles, one from a closed row of the DRAM 267, a store of up to 32 bytes 140, an atomic of 32
 * bytes 141 and its lanes. A write-back is such a store: 8 + 32 bytes are 2 flits, for which it
 * holds the SM's input of the interconnect.
 */
#include "tb/unit/memory/memory_bench.h"

#include "sim/mem/l1_write_combining.h"

enum { LINE = 146, DRAM = 267, STORE = 140, ATOMIC = 141 };

static const uint32_t ALL = 0xffffffff;

static memory_access_t store_of(uint64_t segment, uint32_t words, uint8_t warp) {
    memory_access_t store = memory_bench_access(MEMORY_STORE, segment, words, true, 3);
    store.warp = warp;
    return store;
}

static memory_access_t atomic_of(uint64_t segment, bool at_l1, uint8_t lanes) {
    memory_access_t atomic = memory_bench_access(MEMORY_ATOMIC, segment, 1, false, 4);
    atomic.at_l1 = at_l1;
    atomic.conflicts = lanes;
    return atomic;
}

/* Cycles until the fence of WARP has flushed, and then until all of it is in the L2. */
static void synchronise(memory_bench_t *bench, unsigned warp, bool releases, bool acquires,
                        uint64_t *flushed, uint64_t *confirmed) {
    const uint64_t begin = bench->now;
    while (!memory_system_synchronise(bench->memory, 0, warp, releases, acquires, bench->now))
        memory_bench_cycle(bench);
    *flushed = bench->now - begin;
    const uint64_t last = memory_system_last_write_back(bench->memory, 0);
    while (!memory_system_wrote_back(bench->memory, 0, last)) memory_bench_cycle(bench);
    *confirmed = bench->now - begin;
}

/* S1: a store stays; what it wrote can be read, the rest of its line is fetched. */
static void stores_stay(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    memory_access_t store = store_of(0, 0xf, 0),
                    load = memory_bench_access(MEMORY_LOAD, 0, 0x3, true, 1);
    check_equal(memory_bench_alone(bench, &store), 0, "a store is done at the L1");
    check_equal(memory_bench_alone(bench, &load), 0, "its words are there");
    memory_system_account(bench->memory);
    check_equal(bench->statistics.noc_request_flits, 0, "nothing has left the SM");
    load.words = 0x10;
    check_equal(memory_bench_alone(bench, &load), DRAM, "another word: the line is fetched");
    load.words = ALL;
    check_equal(memory_bench_alone(bench, &load), 0, "and is whole then");
    check_equal(bench->statistics.l1_write_backs, 0, "nothing is written back");
    uint64_t flushed, confirmed;
    synchronise(bench, 0, true, false, &flushed, &confirmed);
    check_equal(flushed, 1, "but the written words are dirty yet");
    check_equal(confirmed, STORE, "four words are a sector");
    memory_bench_close(bench);
}

/* S3: atomics of block scope at the L1, others at the L2, behind what is dirty here. */
static void atomics(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    memory_access_t here = atomic_of(0, true, 32), there = atomic_of(0, false, 32);
    check_equal(memory_bench_alone(bench, &here), DRAM, "at the L1: the line is fetched");
    check_equal(memory_bench_alone(bench, &here), 0, "then it is there");
    check_equal(bench->statistics.l1_atomics, 2, "two were done here");
    /* a cycle for the write-back, whose 2 flits hold the input for another */
    check_equal(memory_bench_alone(bench, &there), ATOMIC + 32 + 1,
                "at the L2, behind the write-back");
    check_equal(bench->statistics.stall_write_back, 1, "which took a cycle");
    check_equal(bench->statistics.l1_write_backs, 1, "one line");
    check_equal(memory_bench_alone(bench, &there), ATOMIC + 32, "alone");
    check_equal(memory_bench_alone(bench, &here), LINE, "the L1 has lost the line");
    memory_bench_close(bench);
}

/* S2: a release writes dirty lines back, one a cycle; the network takes one in two. An acquire
 * drops what is clean. */
static void fences(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    uint64_t flushed, confirmed;
    memory_access_t load = memory_bench_access(MEMORY_LOAD, 40, ALL, true, 1);
    memory_bench_alone(bench, &load);
    synchronise(bench, 0, true, false, &flushed, &confirmed);
    check_equal(flushed + confirmed, 0, "nothing is dirty");
    check_equal(memory_bench_alone(bench, &load), 0, "a release drops nothing");
    for (uint32_t i = 0; i < 5; i++) { /* in slices 0, 0, 1, 1, 2 */
        memory_access_t store = store_of(i, 1, (uint8_t)i);
        memory_bench_alone(bench, &store);
    }
    synchronise(bench, 0, true, false, &flushed, &confirmed);
    check_equal(flushed, 5, "five dirty lines, of whatever warp");
    check_equal(confirmed, 4 * 2 + STORE, "the fifth leaves 8 cycles after the first");
    check_equal(bench->statistics.l1_flushed_lines, 5, "lines flushed");
    synchronise(bench, 0, true, false, &flushed, &confirmed);
    check_equal(flushed + confirmed, 0, "they are clean");
    memory_access_t stored = memory_bench_access(MEMORY_LOAD, 3, 1, true, 1);
    check_equal(memory_bench_alone(bench, &stored), 0, "and still here");
    memory_access_t again = store_of(4, 1, 0);
    memory_bench_alone(bench, &again);
    synchronise(bench, 0, false, true, &flushed, &confirmed);
    check_equal(flushed + confirmed, 0, "an acquire writes nothing back");
    check_equal(bench->statistics.l1_invalidated_lines, 1 + 4, "the line read, four written");
    check_equal(memory_bench_alone(bench, &load), LINE, "a clean line is not here any more");
    stored.segment += 1;
    check_equal(memory_bench_alone(bench, &stored), 0, "a dirty word is");
    check_equal(bench->statistics.l1_flushes, 3, "releases");
    check_equal(bench->statistics.l1_invalidations, 1, "acquires");
    memory_bench_close(bench);
}

/* An acquire while a line is on its way: loads that wait are answered, the line is not kept, and no
 * later load joins it. */
static void acquired_on_its_way(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    memory_access_t load = memory_bench_access(MEMORY_LOAD, 0, ALL, true, 1), later = load;
    memory_bench_send(bench, 0, &load);
    memory_bench_cycle(bench);
    uint64_t flushed, confirmed;
    synchronise(bench, 0, true, true, &flushed, &confirmed);
    later.ticket = 2;
    memory_bench_send(bench, 0, &later); /* waits for the first, and asks again: from the L2 */
    memory_bench_run(bench, 600);
    check_equal(bench->answered[1] - 1, DRAM, "the load before");
    check_equal(bench->answered[2] - 1, DRAM + LINE, "the load behind the acquire");
    memory_bench_close(bench);
}

/* S4: replacing a dirty line takes a cycle more. 16 KB, 4 ways: segments 32 apart share a set. */
static void replacement(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    for (uint32_t i = 0; i < 4; i++) {
        memory_access_t store = store_of(32 * i, 1, 0);
        memory_bench_alone(bench, &store);
    }
    memory_access_t fifth = store_of(32 * 4, 1, 0);
    check_equal(memory_bench_alone(bench, &fifth), 0, "the fifth is done here, too");
    check_equal(bench->statistics.stall_write_back, 1, "a cycle later");
    check_equal(bench->statistics.l1_write_backs, 1, "the first was written back");
    memory_access_t load = memory_bench_access(MEMORY_LOAD, 32, 1, true, 1);
    check_equal(memory_bench_alone(bench, &load), 0, "the second is here");
    memory_bench_close(bench);
}

/* S6: only what the releasing warp has written. */
static void targeted(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1,targeted_flush=1", 1);
    uint64_t flushed, confirmed;
    for (uint32_t i = 0; i < 6; i++) {
        memory_access_t store = store_of(i, 1, i % 3 == 0 ? 7 : 2);
        memory_bench_alone(bench, &store);
    }
    memory_access_t both = store_of(1, 2, 7); /* a line that both warps wrote */
    memory_bench_alone(bench, &both);
    synchronise(bench, 7, true, true, &flushed, &confirmed);
    check_equal(flushed, 3, "lines of warp 7: 0, 1 and 3");
    synchronise(bench, 2, true, true, &flushed, &confirmed);
    check_equal(flushed, 3, "and then those of warp 2: 2, 4 and 5");
    memory_bench_close(bench);
}

/* S5: at a kernel's end everything is written back. */
static void kernel_end(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1", 1);
    for (uint32_t i = 0; i < 3; i++) {
        memory_access_t store = store_of(i, 1, 0);
        memory_bench_alone(bench, &store);
    }
    check(!memory_system_flushed(bench->memory), "three lines are dirty");
    const uint64_t begin = bench->now;
    while (!memory_system_flushed(bench->memory) && bench->now < begin + 1000) {
        memory_system_flush_all(bench->memory, bench->now);
        memory_system_clock(bench->memory, bench->now++);
    }
    /* the answer that is there in cycle t is taken in t, and seen at the end of it */
    check_equal(bench->now - begin, 2 * 2 + STORE + 1, "the third leaves 4 cycles after the first");
    memory_bench_close(bench);
}

static void no_cache(void) {
    memory_bench_t *bench = memory_bench_open("scoped_l1=1,l1_bytes=0", 1);
    memory_access_t store = store_of(0, 1, 0), atomic = atomic_of(0, true, 1);
    check_equal(memory_bench_alone(bench, &store), STORE, "no L1: a store goes to the L2");
    check_equal(memory_bench_alone(bench, &atomic), ATOMIC + 1, "and an atomic of block scope");
    check(memory_system_synchronise(bench->memory, 0, 0, true, true, bench->now),
          "nothing to flush");
    memory_bench_close(bench);
}

int main(void) {
    stores_stay();
    atomics();
    fences();
    acquired_on_its_way();
    replacement();
    targeted();
    kernel_end();
    no_cache();
    return check_summary();
}
