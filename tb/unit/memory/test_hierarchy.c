/* SPDX-License-Identifier: Apache-2.0 */
/* test_hierarchy.c: the way of one access through the whole memory system of machine `scord`,
 * alone, in cycles derived by hand.
 *
 * Handed over in cycle 0 (M3: flits of 32 bytes, 8 bytes of header, 8 cycles of way):
 *   F = ⌈(8 + bytes sent) / 32⌉ flits: at the slice in F + 8; at its port 120 later (M4); holds it
 * B = ⌈bytes / 32⌉ cycles answered then; R = ⌈(8 + bytes returned) / 32⌉ flits: at the SM in F + 8
 * + 120 + B + R + 8 A load sends nothing and gets its bytes, a store gets nothing, an atomic both
 * and its lanes on one word in turn. a line for the L1:  1 + 8 + 120 + 4 + 5 + 8 = 146      a store
 * of 128 bytes: 5 + 8 + 120 + 4 + 1 + 8 = 146 strong, 32 bytes:   1 + 8 + 120 + 1 + 2 + 8 = 140 of
 * 64: 1 + 8 + 120 + 2 + 3 + 8 = 142 store of 32 bytes:  2 + 8 + 120 + 1 + 1 + 8 = 140      atomic
 * of 32: 2 + 8 + 120 + 1 + lanes + 2 + 8 = 141 + lanes From the DRAM (M5): the line is requested at
 * the port, cycle p = 129 of a load; it reaches its channel in p + 1. There activate, tRCD 12
 * later the column command, and tCL 12 + 8 later the last data: 20 command cycles, ⌊20 / 1.32⌋ = 15
 * cycles, after the column command's; then 100 cycles back, R and 8. */
#include "tb/unit/memory/memory_bench.h"

#include "sim/mem/device_memory.h"
#include "sim/mem/l2_slice.h"

enum { WAY = 8, PIPELINE = 120, LINE = 146, RCD = 12, DATA = 20, BACK = 100 };

static const uint32_t ALL = 0xffffffff;

/* Cycles of a load alone of a line of a closed row, handed over in cycle NOW of the bench. Command
 * cycle k is in cycle c when ⌊132 c / 100⌋ < k ≤ ⌊132 (c + 1) / 100⌋, for cycles begin at 0. */
static uint64_t from_dram(uint64_t now, unsigned port, unsigned flits, unsigned clock,
                          bool row_open) {
    const uint64_t asked = now + port;
    uint64_t cycle = asked + 1;
    while (clock * (cycle + 1) / 100 == clock * cycle / 100)
        cycle++; /* a cycle without command cycle */
    const uint64_t column = clock * cycle / 100 + 1 + (row_open ? 0 : RCD);
    while (clock * (cycle + 1) / 100 < column) cycle++;
    return cycle + DATA * 100 / clock + BACK + flits + WAY - now;
}

static void latencies(const char *settings, unsigned clock) {
    memory_bench_t *bench = memory_bench_open(settings, 1);
    memory_access_t load = memory_bench_access(MEMORY_LOAD, 0, ALL, true, 1);
    check_equal(memory_bench_alone(bench, &load), from_dram(0, 129, 5, clock, false),
                "%s: a load from the DRAM", settings);
    if (clock == 132)
        check_equal(from_dram(0, 129, 5, clock, false), 267,
                    "which is, for Table V: 139 + 15 + 100 + 5 + 8");
    check_equal(memory_bench_alone(bench, &load), 0, "%s: an L1 hit", settings);
    memory_access_t strong = memory_bench_access(MEMORY_LOAD, 0, 1, false, 2);
    check_equal(memory_bench_alone(bench, &strong), 140, "%s: a strong load of a word, from the L2",
                settings);
    strong.words = 0xffff;
    check_equal(memory_bench_alone(bench, &strong), 142, "%s: of a half", settings);
    strong.words = ALL;
    check_equal(memory_bench_alone(bench, &strong), LINE, "%s: of a line", settings);
    memory_access_t store = memory_bench_access(MEMORY_STORE, 0, ALL, false, 3);
    check_equal(memory_bench_alone(bench, &store), 146, "%s: a store of a line", settings);
    check_equal(memory_bench_alone(bench, &load), LINE, "%s: evicts it from the L1; the L2 has it",
                settings);
    store.words = 1u << 9;
    check_equal(memory_bench_alone(bench, &store), 140, "%s: a store of a word", settings);
    store.segment += 100 * 2 * 12;
    check_equal(memory_bench_alone(bench, &store), 140, "%s: a store fetches nothing", settings);
    memory_access_t atomic = memory_bench_access(MEMORY_ATOMIC, 0, 1, false, 4);
    atomic.conflicts = 32;
    check_equal(memory_bench_alone(bench, &load), LINE, "%s: the line is read again", settings);
    check_equal(memory_bench_alone(bench, &atomic), 141 + 32, "%s: an atomic of 32 lanes on a word",
                settings);
    check_equal(memory_bench_alone(bench, &load), LINE, "%s: evicts it from the L1 too", settings);
    const uint64_t now = bench->now;
    load = memory_bench_access(MEMORY_LOAD, 1, ALL, true,
                               5); /* the other half of 256 bytes: the same slice and row */
    check_equal(memory_bench_alone(bench, &load), from_dram(now, 129, 5, clock, true),
                "%s: from an open row", settings);
    load = memory_bench_access(MEMORY_LOAD, 2, 1, true, 5);
    const uint64_t then = bench->now;
    check_equal(memory_bench_alone(bench, &load), from_dram(then, 129, 5, clock, false),
                "%s: the next slice", settings);
    memory_system_account(bench->memory);
    check_equal(bench->statistics.dram_row_hits, 1, "%s: row hits", settings);
    check_equal(bench->statistics.dram_row_misses, 2, "%s: row misses", settings);
    check_equal(bench->statistics.l1_hits, 1, "%s: L1 hits", settings);
    check_equal(bench->statistics.noc_waits, 0, "%s: no packet waited", settings);
    memory_bench_close(bench);
}

/* What each number of the machine adds to a line from the L2. */
static void numbers(void) {
    static const struct {
        const char *settings;
        unsigned cycles;
    } cases[] = {
        {"noc_latency=20", LINE + 2 * 12},
        {"l2_pipeline=50", LINE - 70},
        {"l2_port_bytes=16", LINE + 4},
        {"flit_bytes=64", LINE - 2},
        {"flit_bytes=8", LINE + 17 - 5},
        {"l1_bytes=0", LINE},
        {"detector=1", LINE},
        {"detector=1,detection_bytes=64", LINE + 2},
        {"detector=1,detection_bytes=64,time_noc=0", LINE},
        {"dram_return=7", LINE},
        {"metadata_pipeline=9", LINE},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        memory_bench_t *bench = memory_bench_open(cases[i].settings, 1);
        const memory_access_t load = memory_bench_access(MEMORY_LOAD, 0, ALL, true, 1),
                              other = memory_bench_access(MEMORY_LOAD, 0, ALL, false, 1);
        memory_bench_alone(bench, &load);
        memory_bench_run(bench, 3000);
        check_equal(memory_bench_alone(bench, &other), cases[i].cycles, "%s: a line from the L2",
                    cases[i].settings);
        memory_bench_close(bench);
    }
}

/* W13: dram_jitter percent of the way back, both ways, by the seed. 16 lines of neighbouring rows:
 * a closed bank each. */
static void jitter(void) {
    uint64_t sum[3] = {0};
    for (unsigned run = 0; run < 3; run++) {
        memory_bench_t *bench = memory_bench_open("dram_jitter=10", run == 2 ? 6 : 5);
        int64_t least = 1000, most = -1000;
        for (uint32_t i = 0; i < 16; i++) {
            const memory_access_t load = memory_bench_access(MEMORY_LOAD, i * 16 / 2 * 24, ALL,
                                                             true, 1);
            const uint64_t now = bench->now, cycles = memory_bench_alone(bench, &load);
            const int64_t off = (int64_t)(cycles - from_dram(now, 129, 5, 132, false));
            least = off < least ? off : least;
            most = off > most ? off : most;
            sum[run] += cycles * (i + 1);
        }
        check(least >= -10 && most <= 10, "within 10 of 100 cycles: %d to %d", (int)least,
              (int)most);
        check(least < -4 && most > 4, "and varied: %d to %d", (int)least, (int)most);
        memory_bench_close(bench);
    }
    check_equal(sum[0], sum[1], "the same seed");
    check(sum[0] != sum[2], "another seed");
}

/* Two SMs and a line: the second requests it while the first's is on its way to the L2; one fetch.
 * In one SM the second merges. */
static void one_line_of_two(void) {
    memory_bench_t *bench = memory_bench_open("", 1);
    for (uint32_t i = 0; i < 3; i++) {
        const memory_access_t load = memory_bench_access(MEMORY_LOAD, 7, ALL, true, 10 + i);
        check_equal((unsigned)memory_bench_send(bench, i / 2, &load), MEMORY_SENT, "load %u", i);
        memory_bench_cycle(bench);
    }
    memory_bench_run(bench, 1000);
    memory_system_account(bench->memory);
    check_equal(bench->answered[10], bench->answered[11], "merged: both in one cycle");
    check_equal(bench->total_answers, 3, "three answers");
    check_equal(bench->statistics.dram_reads, 1, "one line is read");
    check_equal(bench->statistics.l2_misses, 2, "requested twice from the L2");
    check_equal(bench->statistics.noc_request_flits, 2, "in two packets");
    check_equal(bench->statistics.noc_reply_flits, 10, "and two answers of 5 flits");
    memory_bench_close(bench);
}

/* A write-evicted line: a load that was on its way is answered, the next one requests it again. A
 * kernel start empties the L1, not the L2. */
static void stores_and_kernels(void) {
    memory_bench_t *bench = memory_bench_open("", 1);
    const memory_access_t load = memory_bench_access(MEMORY_LOAD, 7, ALL, true, 1),
                          store = memory_bench_access(MEMORY_STORE, 7, 1, false, 2);
    memory_bench_send(bench, 0, &load);
    memory_bench_cycle(bench);
    memory_bench_send(bench, 0, &store);
    memory_bench_run(bench, 1000);
    check_equal(bench->total_answers, 2, "load and store are answered");
    check_equal(memory_bench_alone(bench, &load), LINE, "the line was not kept");
    check_equal(memory_bench_alone(bench, &load), 0, "now it is");
    memory_system_account(bench->memory);
    memory_bench_start(bench, false);
    check_equal(memory_bench_alone(bench, &load), LINE,
                "a kernel start empties the L1, not the L2");
    memory_system_account(bench->memory);
    check_equal(bench->statistics.l2_hits, 1, "counts of the second kernel");
    check_equal(bench->statistics.dram_reads, 0, "it reads nothing from the DRAM");
    memory_bench_close(bench);
}

/* ---- given up ---- */

/* A launch is given up in any cycle of an access's way: nothing of it comes in the next, which runs
 * as on a fresh system. Nothing under way: what the L2 holds stays. */
static void given_up(void) {
    for (unsigned cycles = 0; cycles < 300; cycles += 7) {
        memory_bench_t *bench = memory_bench_open("", 1);
        const memory_access_t load = memory_bench_access(MEMORY_LOAD, 7, ALL, true, 9),
                              again = memory_bench_access(MEMORY_LOAD, 7, ALL, false, 3);
        memory_bench_send(bench, 2, &load);
        memory_bench_run(bench, cycles);
        const bool came = bench->answers[9] == 1;
        memory_system_clear(bench->memory);
        memory_bench_start(bench, false);
        memory_bench_run(bench, 1000);
        check_equal(bench->answers[9], came,
                    "given up after %u cycles: answers to the launch before", cycles);
        const uint64_t latency = memory_bench_alone(bench, &again);
        check(came ? latency == LINE : latency > LINE,
              "given up after %u cycles: the next takes %u", cycles, (unsigned)latency);
        check_equal(bench->answers[3], 1, "given up after %u cycles: the next is answered", cycles);
        memory_bench_close(bench);
    }
}

/* With lines on their way back to the DRAM only, nothing is given up: the L2 keeps what it has. */
static void write_backs_have_no_owner(void) {
    memory_bench_t *bench = memory_bench_open("l2_bytes=98304,detector=0",
                                              1); /* 12 slices of 8 sets of 8 ways */
    for (uint32_t i = 0; i < 64 + 20; i++) {
        const memory_access_t store = memory_bench_access(MEMORY_STORE, i / 2 * 24 + i % 2, ALL,
                                                          false, i);
        memory_bench_send(bench, 0, &store);
    }
    while (bench->total_answers < 84) memory_bench_cycle(bench);
    memory_system_clear(bench->memory);
    const memory_access_t last = memory_bench_access(MEMORY_LOAD, 41 * 24 + 1, ALL, false, 100);
    check(memory_bench_alone(bench, &last) <= LINE,
          "the last line is in the L2 after the launch's end");
    memory_system_account(bench->memory);
    check_equal(bench->statistics.dram_writes, 20, "lines written back");
    check_equal(bench->statistics.dram_row_hits + bench->statistics.dram_row_misses, 20,
                "all of them reach the DRAM");
    memory_bench_close(bench);
}

/* ---- the detector's requests ---- */

/* A fence and an L1 hit send a packet of one flit to the detector's port, other accesses carry it;
 * the kernel's end waits for the last decision. time_noc 0: no flits, and nothing rides along. */
static void detector_packets(void) {
    for (unsigned time_noc = 0; time_noc < 2; time_noc++) {
        memory_bench_t *bench =
            memory_bench_open(time_noc != 0 ? "detector=1" : "detector=1,time_noc=0", 1);
        const memory_access_t load = memory_bench_access(MEMORY_LOAD, 7, 0xf, true, 1);
        memory_bench_alone(bench, &load);
        memory_bench_run(bench, 3000);
        check(memory_system_detector_idle(bench->memory), "idle");
        memory_system_account(bench->memory);
        const uint64_t before = bench->statistics.noc_request_flits;
        check_equal(before, 1, "the load's packet carries it");
        check_equal((unsigned)memory_bench_send(bench, 0, &load), MEMORY_ANSWERED, "a hit");
        check(!memory_system_detector_idle(bench->memory), "a request is under way");
        check(memory_system_fence(bench->memory, 0, 0, bench->now), "a fence");
        memory_bench_run(bench, 3000);
        check(memory_system_detector_idle(bench->memory), "idle again");
        memory_system_account(bench->memory);
        check_equal(bench->statistics.noc_request_flits - before, time_noc != 0 ? 2 : 0,
                    "time_noc=%u: a packet each", time_noc);
        check_equal(bench->statistics.detector_requests, 3, "two accesses and a fence");
        check_equal(bench->statistics.detector_words, 8, "4 words each");
        check_equal(bench->statistics.detector_decide_cycles, 3,
                    "a cycle of 4 lanes each, and one for the fence");
        check(bench->statistics.l2_metadata_misses > 0, "metadata go through the L2");
        check(bench->statistics.dram_metadata_reads > 0, "and the DRAM");
        memory_bench_close(bench);
    }
    memory_bench_t *several = memory_bench_open("detector=1,detector_banks=4", 1);
    check(memory_system_fence(several->memory, 0, 0, several->now), "a fence for four detectors");
    memory_bench_run(several, 1000);
    memory_system_account(several->memory);
    check_equal(several->statistics.detector_decide_cycles, 4, "each decides it");
    check_equal(several->statistics.detector_requests, 1, "it is one request");
    check(memory_system_detector_idle(several->memory), "and then idle");
    memory_bench_close(several);
    memory_bench_t *bench = memory_bench_open("", 1);
    check(memory_system_fence(bench->memory, 0, 0, 0) && memory_system_detector_idle(bench->memory),
          "without detector a fence is nothing");
    memory_system_account(bench->memory);
    check_equal(bench->statistics.detector_requests + bench->statistics.noc_request_flits, 0,
                "no requests");
    memory_bench_close(bench);
}

/* The buffer: two requests whose packets are on their way fill detector_buffer=2. An L1 hit then
 * waits and counts as LHD, with time_lhd=0 it does not; another access and a fence wait either way,
 * and count apart. */
static void detector_buffer(void) {
    for (unsigned time_lhd = 0; time_lhd < 2; time_lhd++) {
        memory_bench_t *bench = memory_bench_open(time_lhd != 0
                                                      ? "detector=1,detector_buffer=2"
                                                      : "detector=1,detector_buffer=2,time_lhd=0",
                                                  1);
        const memory_access_t hit = memory_bench_access(MEMORY_LOAD, 7, 1, true, 1),
                              store = memory_bench_access(MEMORY_STORE, 8, 1, false, 2);
        memory_bench_alone(bench, &hit);
        memory_bench_run(bench, 3000);
        check_equal((unsigned)memory_system_access(bench->memory, 0, &store, bench->now),
                    MEMORY_SENT, "the first");
        check_equal((unsigned)memory_system_access(bench->memory, 0, &hit, bench->now),
                    MEMORY_ANSWERED, "the second");
        const uint64_t lhd = bench->statistics.stall_detector_hit,
                       others = bench->statistics.stall_detector_other;
        check_equal((unsigned)memory_system_access(bench->memory, 0, &hit, bench->now),
                    time_lhd != 0 ? MEMORY_WAITS : MEMORY_ANSWERED,
                    "a hit at a full buffer, time_lhd=%u", time_lhd);
        check_equal(bench->statistics.stall_detector_hit - lhd, time_lhd, "counted, time_lhd=%u",
                    time_lhd);
        check_equal((unsigned)memory_system_access(bench->memory, 0, &store, bench->now),
                    MEMORY_WAITS, "a store at a full buffer");
        check(!memory_system_fence(bench->memory, 0, 0, bench->now), "a fence at a full buffer");
        check_equal(bench->statistics.stall_detector_other - others, 2, "both counted apart");
        check_equal((unsigned)memory_system_access(bench->memory, 1, &store, bench->now),
                    MEMORY_SENT, "another SM has its own buffer");
        memory_bench_run(bench, 3000);
        check(memory_system_detector_idle(bench->memory), "all decided");
        memory_bench_close(bench);
    }
}

int main(void) {
    latencies("", 132);
    latencies("dram_clock=100", 100);
    latencies("dram_clock=77", 77);
    numbers();
    jitter();
    one_line_of_two();
    stores_and_kernels();
    given_up();
    write_backs_have_no_owner();
    detector_packets();
    detector_buffer();
    return check_summary();
}
