/* SPDX-License-Identifier: Apache-2.0 */
/* grab_test.c: see grab_test.h. */
#include "tb/unit/grab/grab_test.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"

/* ---- counting ---- */

static unsigned long passed, failed; /* of this test program */

void check(bool holds, const char *format, ...) {
    va_list arguments;
    if (holds) {
        passed++;
        return;
    }
    if (failed++ >= 10) return;
    fputs("FAIL ", stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

int check_summary(void) {
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

/* ---- both ---- */

static reference_geometry_t geometry_of(const grab_geometry_t *geometry) {
    return (reference_geometry_t){geometry->ways, geometry->sets, geometry->line,
                                  geometry->policy == GRAB_FIFO};
}

void trial_open(trial_t *trial, const grab_machine_t *machine, unsigned sms, unsigned warps) {
    *trial = (trial_t){.machine = *machine, .config = scord_configs[0]};
    trial->config.num_sms = (uint8_t)sms;
    trial->config.warps_per_sm = (uint8_t)warps;
    trial->grab = grab_create(machine, 1, &trial->config);
    trial->reference = reference_create(geometry_of(&machine->l1), geometry_of(&machine->l2),
                                        machine->groups, &trial->config);
    if (!trial->grab) exit(3);
}

void trial_event(trial_t *trial, const scord_event_t *event) {
    check(grab_event(trial->grab, event), "an event is refused");
    reference_event(trial->reference, event);
}

void trial_close(trial_t *trial) {
    grab_destroy(trial->grab);
    reference_destroy(trial->reference);
}

static void reference_counts(const trial_t *trial, unsigned level, grab_counts_t *counts) {
    uint32_t count;
    const reference_request_t *trace = reference_trace(trial->reference, level, &count);
    *counts = (grab_counts_t){.requests = count};
    for (uint32_t i = 0; i < count; i++) {
        const unsigned type = reference_fault(&trace[i]);
        counts->misses += trace[i].class == REFERENCE_MISS;
        counts->full_misses += trace[i].class == REFERENCE_MISS_FULL;
        counts->cold += trace[i].class != REFERENCE_HIT && trace[i].root_block == REFERENCE_EMPTY;
        if (type < REFERENCE_TYPES) counts->faults[type]++;
    }
}

static bool same_counts(const grab_counts_t *a, const grab_counts_t *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

void trial_compare_sums(const trial_t *trial, const char *name) {
    for (unsigned level = 0; level < GRAB_LEVELS; level++) {
        grab_counts_t wanted;
        const grab_counts_t *found = &grab_results(trial->grab)->scored[0].account[level].total;
        reference_counts(trial, level, &wanted);
        check(same_counts(found, &wanted),
              "%s, level %u: %" PRIu64 " requests, misses %" PRIu64 "+%" PRIu64 ", cold %" PRIu64
              ", mh %" PRIu64 " m*h %" PRIu64 " mm %" PRIu64 "; the reference has %" PRIu64
              ", %" PRIu64 "+%" PRIu64 ", %" PRIu64 ", %" PRIu64 " %" PRIu64 " %" PRIu64,
              name, level, found->requests, found->misses, found->full_misses, found->cold,
              found->faults[0], found->faults[1], found->faults[2], wanted.requests, wanted.misses,
              wanted.full_misses, wanted.cold, wanted.faults[0], wanted.faults[1],
              wanted.faults[2]);
    }
}

/* Faults of TYPE from ROOT over EVICTOR to AFFECTED (pcs), as GRAB counted them. */
static uint64_t counted(const grab_results_t *results, const grab_account_t *account,
                        const reference_request_t *like, unsigned type) {
    uint64_t sum = 0;
    for (size_t i = 0; i < account->sites_of_faults.places; i++) {
        const grab_entry_t *entry = &account->sites_of_faults.place[i];
        if (grab_entry_is_free(entry) || results->site[entry->first].pc != like->evictor) continue;
        if (results->site[entry->second >> 32].pc != like->root_pc ||
            results->site[(uint32_t)entry->second].pc != like->pc)
            continue;
        sum += entry->faults[type];
    }
    return sum;
}

static uint64_t counted_in_reference(const reference_request_t *trace, uint32_t count,
                                     const reference_request_t *like, unsigned type) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += reference_fault(&trace[i]) == type && trace[i].root_block != REFERENCE_EMPTY &&
               trace[i].evictor == like->evictor && trace[i].root_pc == like->root_pc &&
               trace[i].pc == like->pc;
    return sum;
}

/* Whether MARKS has BLOCK under a key of these pcs; root alone: AFFECTED UINT32_MAX. */
static bool marked(const grab_results_t *results, const grab_marks_t *marks, uint64_t block,
                   uint32_t root, uint32_t affected, unsigned type) {
    for (size_t i = 0; i < marks->places; i++) {
        const grab_mark_t *mark = &marks->place[i];
        if (grab_mark_is_free(mark) || mark->page != block / GRAB_MARK_BLOCKS ||
            (mark->bits[type] >> block % GRAB_MARK_BLOCKS & 1) == 0)
            continue;
        const uint32_t site = affected == UINT32_MAX ? (uint32_t)mark->key
                                                     : (uint32_t)(mark->key >> 32);
        if (results->site[site].pc == root &&
            (affected == UINT32_MAX || results->site[(uint32_t)mark->key].pc == affected))
            return true;
    }
    return false;
}

static uint64_t marks_in(const grab_marks_t *marks) {
    uint64_t sum = 0;
    for (size_t i = 0; i < marks->places; i++)
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            sum += (uint64_t)__builtin_popcountll(marks->place[i].bits[type]);
    return sum;
}

/* Whether an earlier request has the same pair <loc, addr> of the same root and type (AFFECTED), or
 * the same cause <pc, block>. */
static bool told_before(const reference_request_t *trace, uint32_t at, bool affected) {
    for (uint32_t i = 0; i < at; i++) {
        if (reference_fault(&trace[i]) != reference_fault(&trace[at]) ||
            trace[i].root_block == REFERENCE_EMPTY || trace[i].root_pc != trace[at].root_pc)
            continue;
        if (affected ? trace[i].pc == trace[at].pc && trace[i].block == trace[at].block
                     : trace[i].root_block == trace[at].root_block)
            return true;
    }
    return false;
}

static void compare_level(const trial_t *trial, unsigned level, const char *name) {
    uint32_t count;
    uint64_t effects = 0, roots = 0, sum = 0;
    const reference_request_t *trace = reference_trace(trial->reference, level, &count);
    const grab_results_t *results = grab_results(trial->grab);
    const grab_account_t *account = &results->scored[0].account[level];
    for (uint32_t i = 0; i < count; i++) {
        const unsigned type = reference_fault(&trace[i]);
        if (type == REFERENCE_TYPES || trace[i].root_block == REFERENCE_EMPTY) continue;
        const uint64_t found = counted(results, account, &trace[i], type),
                       wanted = counted_in_reference(trace, count, &trace[i], type);
        check(found == wanted,
              "%s, level %u: pc %u, evicted by %u, root %u: %" PRIu64
              " faults of type %u, not %" PRIu64,
              name, level, trace[i].pc, trace[i].evictor, trace[i].root_pc, wanted, type, found);
        check(
            marked(results, &account->effects, trace[i].block, trace[i].root_pc, trace[i].pc, type),
            "%s, level %u: <%u, %" PRIu64 "> is no effect of root %u", name, level, trace[i].pc,
            trace[i].block, trace[i].root_pc);
        check(marked(results, &account->roots, trace[i].root_block, trace[i].root_pc, UINT32_MAX,
                     type),
              "%s, level %u: <%u, %" PRIu64 "> is no root", name, level, trace[i].root_pc,
              trace[i].root_block);
        effects += !told_before(trace, i, true);
        roots += !told_before(trace, i, false);
        sum++;
    }
    check(marks_in(&account->effects) == effects && marks_in(&account->roots) == roots,
          "%s, level %u: %" PRIu64 " effects and %" PRIu64 " roots, not %" PRIu64 " and %" PRIu64,
          name, level, effects, roots, marks_in(&account->effects), marks_in(&account->roots));
    for (size_t i = 0; i < account->sites_of_faults.places; i++)
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            sum -= account->sites_of_faults.place[i].faults[type];
    check(sum == 0, "%s, level %u: %" PRId64 " faults with a root are not in the table", name,
          level, (int64_t)sum);
}

static void compare_sums_of_parts(const trial_t *trial, unsigned level, const char *name) {
    const grab_account_t *account = &grab_results(trial->grab)->scored[0].account[level];
    grab_counts_t sites = {0}, buckets = {0};
    for (uint32_t i = 0; i < account->sites; i++) grab_counts_sum(&sites, &account->site[i]);
    for (unsigned i = 0; i < GRAB_BUCKETS; i++) {
        grab_counts_sum(&buckets, &account->bucket[i]);
        check(account->bucket[i].requests <= UINT64_C(1) << account->log2_requests_per_bucket,
              "%s: bucket %u is too full", name, i);
    }
    check(same_counts(&sites, &account->total), "%s, level %u: sums over program locations", name,
          level);
    check(same_counts(&buckets, &account->total), "%s, level %u: sums over the time line", name,
          level);
}

void trial_compare(const trial_t *trial, const char *name) {
    trial_compare_sums(trial, name);
    for (unsigned level = 0; level < GRAB_LEVELS; level++) {
        compare_level(trial, level, name);
        compare_sums_of_parts(trial, level, name);
    }
}

/* ---- random events ---- */

static uint64_t draw(uint64_t *state) { return scord_mix64((*state)++); }

uint32_t random_below(uint64_t *state, uint32_t bound) { return (uint32_t)(draw(state) % bound); }

void random_machine(uint64_t *state, grab_machine_t *machine) {
    static const uint32_t ways[] = {1, 2, 2, 3, 4, 7}, lines[] = {32, 64, 128, 256};
    *machine = (grab_machine_t){.groups = random_below(state, 3) == 0 ? 1 + random_below(state, 3)
                                                                      : 1};
    machine->l1 = (grab_geometry_t){.ways = ways[random_below(state, 6)],
                                    .sets = 1 + random_below(state, 5),
                                    .line = lines[random_below(state, 4)],
                                    .policy = random_below(state, 2) == 0 ? GRAB_LRU : GRAB_FIFO};
    machine->l2 = machine->l1;
    machine->l2.sets = random_below(state, 4) == 0 ? 0 : 1 + random_below(state, 6);
    machine->l2.ways = ways[random_below(state, 6)];
}

void random_open(random_events_t *events, uint64_t seed, const grab_machine_t *machine) {
    *events = (random_events_t){.state = seed, .line = machine->l1.line};
    events->sms = 1 + random_below(&events->state, 3);
    events->slots = 1 + random_below(&events->state, 2);
    events->warps_per_block = 1 + random_below(&events->state, 2);
    events->warps = events->slots * events->warps_per_block;
    events->locations = 2 + random_below(&events->state, 5);
    events->pool = 2 + random_below(&events->state, 2 * machine->l1.ways * machine->l1.sets + 4);
}

static void kernel_event(random_events_t *events, scord_event_t *event) {
    event->kind = SCORD_EVENT_KIND_KERNEL_BEGIN;
    event->kernel_begin =
        (scord_event_kernel_begin_t){.grid = {1 + random_below(&events->state, 8), 1, 1},
                                     .block = {32 * events->warps_per_block, 1, 1},
                                     .name = "k"};
    events->begun = true;
}

static void block_event(random_events_t *events, scord_event_t *event) {
    const unsigned slot = random_below(&events->state, events->slots);
    event->kind = SCORD_EVENT_KIND_BLOCK_LAUNCH;
    event->block_launch = (scord_event_block_launch_t){
        .sm = (uint8_t)random_below(&events->state, events->sms),
        .slot = (uint8_t)slot,
        .warps = ((1u << events->warps_per_block) - 1) << slot * events->warps_per_block,
        .threads = 32};
}

/* Lanes in a row, all on one word, or each somewhere; neighbours in the pool mostly. */
static void access_event(random_events_t *events, scord_event_t *event) {
    scord_event_access_t *access = &event->access;
    const unsigned warp = random_below(&events->state, events->warps),
                   shape = random_below(&events->state, 4);
    const uint64_t base = random_below(&events->state, events->pool);
    event->kind = SCORD_EVENT_KIND_ACCESS;
    memset(access, 0, sizeof *access);
    access->sm = (uint8_t)random_below(&events->state, events->sms);
    access->warp = (uint8_t)warp;
    access->slot = (uint8_t)(warp / events->warps_per_block);
    access->op = (uint8_t)random_below(&events->state, 3);
    access->size = 4;
    access->pc = 8 * random_below(&events->state, events->locations);
    access->mask = shape == 0 ? UINT32_MAX
                              : (uint32_t)draw(&events->state) & (uint32_t)draw(&events->state);
    if (events->only_threads != 0) access->mask &= (1u << events->only_threads) - 1;
    if (access->mask == 0) access->mask = 1;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        const uint64_t block = shape < 2 ? base : random_below(&events->state, events->pool);
        if ((access->mask >> lane & 1) != 0)
            access->address[lane] = (shape == 2 ? base * events->line + 4 * lane
                                                : block * events->line + 4 * (lane % 8));
    }
}

void random_next(random_events_t *events, scord_event_t *event) {
    const uint32_t what = random_below(&events->state, 60);
    *event = (scord_event_t){.cycle = 0};
    if (!events->begun || what == 0)
        kernel_event(events, event);
    else if (what < 4)
        block_event(events, event);
    else
        access_event(events, event);
}
