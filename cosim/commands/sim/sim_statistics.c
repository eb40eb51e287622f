/* SPDX-License-Identifier: Apache-2.0 */
/* sim_statistics.c: the counts of a cycle-level run: read from the program, added up, named. */
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/sim/sim_internal.h"
#include "cmodel/base/whole_transfer.h"

/* ---- the fields ---- */

typedef enum field_kind {
    FIELD_COUNT,
    FIELD_LATEST,
    FIELD_SUM,
    FIELD_STALL_COUNTS,
    FIELD_STALL_SUMS
} field_kind_t;

static const struct {
    const char *name, *meaning;
    field_kind_t kind;
    size_t offset;
} fields[] = {
#define STATISTIC(kind, name, text)                                                                \
    {#name, text, FIELD_##kind, offsetof(gpu_cycle_statistics_t, name)},
#include "sim/machine/cycle_statistics.def"
#undef STATISTIC
};
enum { FIELDS = sizeof fields / sizeof *fields };

const char *const sim_reasons[GPU_STALL_COUNT] = {"exit", "barrier",    "fetch",       "control",
                                                  "data", "structural", "not_selected"};

static bool is_real(unsigned field) {
    return fields[field].kind == FIELD_SUM || fields[field].kind == FIELD_STALL_SUMS;
}
static const uint64_t *counts_of(const gpu_cycle_statistics_t *statistics, unsigned field) {
    assert(field < FIELDS && !is_real(field));
    return (const uint64_t *)(const void *)((const char *)statistics + fields[field].offset);
}
static const double *sums_of(const gpu_cycle_statistics_t *statistics, unsigned field) {
    assert(field < FIELDS && is_real(field));
    return (const double *)(const void *)((const char *)statistics + fields[field].offset);
}
static unsigned values_of(unsigned field) {
    return fields[field].kind == FIELD_STALL_COUNTS || fields[field].kind == FIELD_STALL_SUMS
               ? GPU_STALL_COUNT
               : 1;
}

/* A value of the last launch; 0 when launches differ. */
static void add_latest(uint64_t *total, uint64_t value, bool first) {
    *total = first || *total == value ? value : 0;
}

static void add(gpu_cycle_statistics_t *total, const gpu_cycle_statistics_t *part, bool first) {
    for (unsigned field = 0; field < FIELDS; field++) {
        uint64_t *count = (uint64_t *)(void *)((char *)total + fields[field].offset);
        double *sum = (double *)(void *)count;
        for (unsigned i = 0; i < values_of(field); i++) {
            if (is_real(field))
                sum[i] += sums_of(part, field)[i];
            else if (fields[field].kind == FIELD_LATEST)
                add_latest(count, *counts_of(part, field), first);
            else
                count[i] += counts_of(part, field)[i];
        }
    }
}

/* ---- derived ---- */

static double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }
static double rate(uint64_t part, uint64_t whole) { return ratio((double)part, (double)whole); }

typedef const gpu_cycle_statistics_t statistics_t;
static double ipc(statistics_t *s) { return rate(s->thread_instructions, s->cycles); }
static double barrier_share(statistics_t *s) { return ratio(s->barrier_shares, (double)s->warps); }
static double exit_share(statistics_t *s) { return ratio(s->exit_shares, (double)s->warps); }
static double rtru(statistics_t *s) { return ratio(s->rtru_lost, s->rtru_total); }
static double rtru_mean(statistics_t *s) { return ratio(s->rtru_phases, (double)s->phases); }
static double issue_use(statistics_t *s) { return rate(s->warp_instructions, s->issue_slots); }
static double fetch_use(statistics_t *s) {
    return rate(s->fetch_hits + s->fetch_misses, s->fetch_slots);
}
static double icache_miss_rate(statistics_t *s) {
    return rate(s->fetch_misses, s->fetch_hits + s->fetch_misses);
}
static double l1_hit_rate(statistics_t *s) { return rate(s->l1_hits, s->l1_hits + s->l1_misses); }
static double l2_hit_rate(statistics_t *s) { return rate(s->l2_hits, s->l2_hits + s->l2_misses); }

static const struct {
    const char *name, *meaning;
    double (*of)(statistics_t *statistics);
} derived[] = {
    {"ipc", "thread instructions a cycle", ipc},
    {"barrier_share", "W12: mean over warps of the share of the block's life waiting at barriers",
     barrier_share},
    {"exit_share", "W12: the same of waiting for the block's end", exit_share},
    {"rtru", "W12: waiting of the phases' warps, long phases weigh more", rtru},
    {"rtru_mean", "the same, every phase weighs the same", rtru_mean},
    {"issue_use", "issue slots used", issue_use},
    {"fetch_use", "fetch slots with an I-cache access", fetch_use},
    {"icache_miss_rate", "I-cache accesses that miss", icache_miss_rate},
    {"l1_hit_rate", "L1 accesses that hit", l1_hit_rate},
    {"l2_hit_rate", "L2 accesses that hit", l2_hit_rate},
};
enum { DERIVED = sizeof derived / sizeof *derived };

double sim_derived(statistics_t *statistics, const char *name) {
    unsigned i = 0;
    while (i < DERIVED && strcmp(derived[i].name, name) != 0) i++;
    assert(i < DERIVED); /* the names are ours */
    return derived[i].of(statistics);
}

/* ---- all, by index ---- */

unsigned sim_numbers(void) { return FIELDS + DERIVED; }

sim_number_t sim_number(unsigned index) {
    assert(index < FIELDS + DERIVED);
    if (index >= FIELDS)
        return (sim_number_t){derived[index - FIELDS].name, 1, true,
                              derived[index - FIELDS].meaning};
    return (sim_number_t){fields[index].name, values_of(index), is_real(index),
                          fields[index].meaning};
}

uint64_t sim_count(statistics_t *statistics, unsigned index, unsigned value) {
    assert(value < values_of(index));
    return counts_of(statistics, index)[value];
}

double sim_real(statistics_t *statistics, unsigned index, unsigned value) {
    assert(index < FIELDS + DERIVED && value < GPU_STALL_COUNT);
    if (index >= FIELDS) return derived[index - FIELDS].of(statistics);
    return is_real(index) ? sums_of(statistics, index)[value]
                          : (double)counts_of(statistics, index)[value];
}

/* ---- from the program ---- */

static int unreadable(const char *why) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "the program's counts cannot be read: %s", why);
}

int sim_read_results(int kernels_fd, sim_results_t *results) {
    run_kernels_t head = {0};
    *results = (sim_results_t){0};
    const ssize_t got = whole_pread(kernels_fd, &head, sizeof head, 0);
    if (got < 0) return unreadable(strerror(errno));
    if (got != (ssize_t)sizeof head || head.count == 0) return 0; /* no launch has ended */
    if (head.record_bytes != sizeof *results->kernels)
        return unreadable("the program is of another build");
    results->kernels = calloc(head.count, sizeof *results->kernels);
    if (!results->kernels)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory for the counts of %llu kernels",
                          (unsigned long long)head.count);
    const size_t bytes = head.count * sizeof *results->kernels;
    if (whole_pread(kernels_fd, results->kernels, bytes, (off_t)head.offset) != (ssize_t)bytes)
        return unreadable("they are cut");
    results->count = head.count;
    for (uint64_t i = 0; i < results->count; i++)
        add(&results->total, &results->kernels[i].statistics, i == 0);
    return 0;
}

void sim_functional_results(const gpu_statistics_t *statistics, sim_results_t *results) {
    *results = (sim_results_t){.total = {.launches = statistics->launches,
                                         .blocks = statistics->blocks,
                                         .cycles = statistics->cycles,
                                         .warp_instructions = statistics->warp_instructions,
                                         .thread_instructions = statistics->thread_instructions}};
}

void sim_free_results(sim_results_t *results) {
    free(results->kernels);
    *results = (sim_results_t){0};
}
