/* SPDX-License-Identifier: Apache-2.0 */
/* memory_bench.c: see memory_bench.h. */
#include "tb/unit/memory/memory_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/mem/device_memory.h"

static void stop(const char *what, const char *why) {
    printf("%s: %s\n0 passed, 1 failed\n", what, why);
    exit(1);
}

void memory_bench_start(memory_bench_t *bench, bool keep) {
    const memory_tracking_t tracking = {
        .tracked_base = DEVICE_MEMORY_BASE, .log2_tracked_words = 20, .log2_cache_ratio = 4};
    if (!keep) bench->statistics = (gpu_cycle_statistics_t){0};
    if (!memory_system_start(bench->memory, &bench->statistics, &tracking))
        stop("memory_system_start", "out of memory");
}

memory_bench_t *memory_bench_open(const char *settings, uint64_t seed) {
    char message[300];
    memory_bench_t *bench = calloc(1, sizeof *bench);
    if (!bench || !gpu_machine_named("scord-gtx480", &bench->machine))
        stop("memory_bench_open", "no machine");
    bench->machine.dram_jitter = bench->machine.detector = 0;
    if (!gpu_machine_set(&bench->machine, settings, message, sizeof message) ||
        !gpu_machine_check(&bench->machine, message, sizeof message))
        stop(settings, message);
    bench->memory = memory_system_make(&bench->machine, seed);
    if (!bench->memory) stop("memory_system_make", "out of memory");
    memory_bench_start(bench, false);
    return bench;
}

void memory_bench_close(memory_bench_t *bench) {
    memory_system_free(bench->memory);
    free(bench);
}

static void take_answers(memory_bench_t *bench) {
    for (unsigned sm = 0; sm < bench->machine.sms; sm++) {
        const uint32_t *tickets;
        const uint32_t count = memory_system_answers(bench->memory, sm, bench->now, &tickets);
        for (uint32_t i = 0; i < count; i++) {
            check(tickets[i] < MEMORY_BENCH_TICKETS, "an answer without a request: %u", tickets[i]);
            bench->answered[tickets[i] % MEMORY_BENCH_TICKETS] = bench->now + 1;
            bench->answers[tickets[i] % MEMORY_BENCH_TICKETS]++;
        }
        bench->total_answers += count;
    }
}

void memory_bench_cycle(memory_bench_t *bench) {
    memory_system_clock(bench->memory, bench->now++);
    take_answers(bench);
}

void memory_bench_run(memory_bench_t *bench, unsigned cycles) {
    for (; cycles > 0; cycles--) memory_bench_cycle(bench);
}

memory_access_t memory_bench_access(memory_kind_t kind, uint64_t segment, uint32_t words,
                                    bool cached, uint32_t ticket) {
    return (memory_access_t){.segment = DEVICE_MEMORY_BASE / MEMORY_SEGMENT + segment,
                             .words = words,
                             .ticket = ticket,
                             .kind = (uint8_t)kind,
                             .cached = cached,
                             .conflicts = 1};
}

memory_outcome_t memory_bench_send(memory_bench_t *bench, unsigned sm,
                                   const memory_access_t *access) {
    for (unsigned tries = 0; tries < 100000; tries++) {
        const memory_outcome_t outcome = memory_system_access(bench->memory, sm, access,
                                                              bench->now);
        if (outcome != MEMORY_WAITS) return outcome;
        memory_bench_cycle(bench);
    }
    check(false, "an access finds no room for 100000 cycles");
    return MEMORY_WAITS;
}

uint64_t memory_bench_alone(memory_bench_t *bench, const memory_access_t *access) {
    const uint32_t before = bench->answers[access->ticket];
    const memory_outcome_t outcome = memory_bench_send(bench, 0, access);
    const uint64_t begin = bench->now;
    memory_bench_run(bench, 600);
    check_equal(bench->answers[access->ticket] - before, outcome == MEMORY_SENT,
                "an access alone: answers");
    return outcome == MEMORY_SENT ? bench->answered[access->ticket] - 1 - begin : 0;
}
