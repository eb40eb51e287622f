/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.c: the collector of functional coverage; coverage.h has the groups, coverage_bins.h the
 * bins, coverage_internal.h the files.
 *
 * The collector sees what the lockstep sees, and keeps what the bins ask for beyond a single item:
 *
 *   events ─► copies of SM units and fence file ─► requests pending, a ring an SM
 *   items  ─► the oldest request of their SM ─► rule, cross, order: bins are counted
 *   pins   ─► handshakes, IDs in flight ─► bins of back-pressure and order
 *
 * Two kinds of fact need memory: counters that wrap in the hardware are kept unwrapped, so that a
 * bin can ask "equal, but only because the counter came round" (fence IDs, barriers, launches); and
 * each metadata entry has a stamp, the owner's unwrapped counters when it became owner.
 *
 * Invariants: items of an SM come in the order of its requests (D1), so the head of its ring is the
 * one meant; a kernel_begin takes effect with the next event, when the last kernel's items are in.
 * An item that fits no request is an error of the collector's caller and ends the collection
 * (scord_coverage_fail), as it would count wrongly from there. Memory: a stamp an entry, up to
 * SCORD_COVERAGE_STAMPS_MAX; larger kernels do without the points that need stamps.
 */
#include <assert.h>
#include "cosim/coverage/coverage_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/scord_replay.h"

static unsigned block_of(unsigned sm, unsigned slot) {
    assert(sm < SCORD_MAX_SMS && slot < SCORD_MAX_BLOCKS_PER_SM);
    return sm << SCORD_SLOT_WIDTH | slot;
}

void scord_coverage_fail(scord_coverage_t *coverage, const scord_retire_t *retire,
                         const char *what) {
    if (coverage->error[0]) return; /* the first one counts */
    snprintf(coverage->error, sizeof coverage->error,
             "event %u, address 0x%llx, block %u, warp %u: %s", retire->sequence,
             (unsigned long long)retire->address, retire->block_id, retire->warp_id, what);
}

/* ---- kernel start (D5) ---- */

/* What the start has to clear. */
static void note_cleared(scord_coverage_t *coverage) {
    bool locks = false, barriers = false, priorities = false, fences = false;
    for (unsigned sm = 0; sm < coverage->config.num_sms; sm++) {
        for (unsigned warp = 0; warp < coverage->config.warps_per_sm; warp++) {
            locks |= scord_lock_table_bits(&coverage->sm[sm].lock_table, warp) != 0;
            const scord_fence_entry_t entry = scord_fence_file_read(
                &coverage->fence_file, scord_fence_file_index(block_of(sm, 0), warp));
            fences |= entry.blk_fence_id || entry.dev_fence_id;
        }
        for (unsigned slot = 0; slot < coverage->config.blocks_per_sm; slot++) {
            barriers |= scord_barrier_counters_read(&coverage->sm[sm].barrier_counters, slot) != 0;
            priorities |= scord_warp_priority_table_read(&coverage->sm[sm].warp_priority_table,
                                                         slot) != 0;
        }
    }
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_KERNEL_CLEARS_LOCKS, locks);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_KERNEL_CLEARS_FENCES, fences);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_KERNEL_CLEARS_BARRIERS, barriers);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_KERNEL_CLEARS_PRIORITIES, priorities);
}

static void start_sms(scord_coverage_t *coverage) {
    for (unsigned sm = 0; sm < coverage->config.num_sms; sm++) {
        scord_sm_start(&coverage->sm[sm], sm, coverage->config.warps_per_sm);
        scord_sm_independent_threads(&coverage->sm[sm], coverage->config.independent_threads);
        if (coverage->config.acquire_release) scord_sm_acquire_release(&coverage->sm[sm]);
        if (coverage->config.many_locks) scord_sm_many_locks(&coverage->sm[sm]);
    }
}

static void start_kernel(scord_coverage_t *coverage) {
    const scord_event_kernel_begin_t *begin = &coverage->begin;
    coverage->start = false;
    note_cleared(coverage);
    start_sms(coverage);
    for (unsigned sm = 0; sm < coverage->config.num_sms; sm++)
        coverage->pending[sm].head = coverage->pending[sm].count = 0;
    scord_fence_file_start(&coverage->fence_file);
    scord_release_numbers_start(&coverage->numbers);
    memset(coverage->fences, 0, sizeof coverage->fences);
    memset(coverage->barriers, 0, sizeof coverage->barriers);
    memset(coverage->launches, 0, sizeof coverage->launches);
    memset(coverage->lock_address, 0, sizeof coverage->lock_address);
    coverage->last.valid = false;
    coverage->tracked_base = begin->tracked_base;
    coverage->tracked_words = UINT64_C(1) << begin->log2_tracked_words;
    coverage->log2_entries = begin->log2_tracked_words - coverage->config.log2_cache_ratio;
    const uint64_t entries = UINT64_C(1) << coverage->log2_entries, top = UINT64_C(1)
                                                                          << SCORD_ADDRESS_WIDTH;
    free(coverage
             ->stamps); /* of more entries than that none are kept: the alias points are missed */
    coverage->stamps = entries <= SCORD_COVERAGE_STAMPS_MAX
                           ? calloc(entries, sizeof *coverage->stamps)
                           : NULL;
    if (!coverage->stamps && entries <= SCORD_COVERAGE_STAMPS_MAX && !coverage->error[0]) {
        coverage->no_memory = true;
        snprintf(coverage->error, sizeof coverage->error,
                 "no memory for the coverage of %llu entries", (unsigned long long)entries);
    }
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RANGE_AT_ZERO, begin->tracked_base == 0);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RANGE_AT_TOP,
                         begin->tracked_base + SCORD_WORD_BYTES * coverage->tracked_words == top);
}

/* ---- events of an SM ---- */

static void push_request(scord_coverage_t *coverage, unsigned sm,
                         const scord_detector_request_t *request) {
    assert(sm < coverage->config.num_sms);
    pending_ring_t *ring = &coverage->pending[sm];
    if (ring->count == SCORD_COVERAGE_PENDING) {
        const scord_retire_t retire = {.sequence = request->sequence,
                                       .block_id = request->block_id,
                                       .warp_id = request->warp_id};
        scord_coverage_fail(coverage, &retire, "too many requests on their way: items are missing");
        return;
    }
    pending_request_t *pending =
        &ring->request[(ring->head + ring->count++) % SCORD_COVERAGE_PENDING];
    *pending = (pending_request_t){.request = *request,
                                   .barriers = coverage->barriers[request->block_id],
                                   .launch = coverage->launches[request->block_id]};
    pending->remaining = request->kind == SCORD_REQUEST_KIND_FENCE ? 1 : request->mask;
}

static bool any_lock(const scord_coverage_t *coverage, unsigned sm, uint32_t warps) {
    bool found = false;
    for (; warps; warps &= warps - 1)
        found |= scord_lock_table_bits(&coverage->sm[sm].lock_table,
                                       (unsigned)__builtin_ctz(warps)) != 0;
    return found;
}

static void count_barrier(scord_coverage_t *coverage, unsigned sm, unsigned slot) {
    const uint8_t last = (1u << SCORD_BARRIER_ID_WIDTH) - 1;
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_BARRIER_WRAPS,
                         scord_barrier_counters_read(&coverage->sm[sm].barrier_counters, slot) ==
                             last);
    coverage->barriers[block_of(sm, slot)]++;
}

static void launch(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    const unsigned block = block_of(sm, event->slot);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LAUNCH_EMPTIES_LOCKS,
                         any_lock(coverage, sm, event->mask));
    count_barrier(coverage, sm, event->slot);
    coverage->launches[block]++;
    coverage->launched_warps[block] = event->mask;
}

static void arrive(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    const unsigned waiting = scord_warp_priority_table_read(&coverage->sm[sm].warp_priority_table,
                                                            event->slot);
    const unsigned warps =
        (unsigned)__builtin_popcount(coverage->launched_warps[block_of(sm, event->slot)]);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_PRIORITY_WRAPS,
                         waiting == (1u << SCORD_PRIORITY_WIDTH) - 1);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_PRIORITY_FULL,
                         warps > 2 && waiting + 2 == warps);
}

/* Before the SM unit takes the event. */
static void look_at(scord_coverage_t *coverage, unsigned sm, const scord_sm_event_t *event) {
    switch ((scord_sm_event_kind_t)event->kind) {
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH: launch(coverage, sm, event); break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE: arrive(coverage, sm, event); break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE:
        count_barrier(coverage, sm, event->slot);
        scord_coverage_point(coverage, SCORD_COVERAGE_POINT_RELEASE_BY_EXIT,
                             coverage->last_event == SCORD_EVENT_KIND_WARP_EXIT);
        break;
    case SCORD_SM_EVENT_KIND_CONVERGENCE: break; /* seen in the checks that follow */
    case SCORD_SM_EVENT_KIND_FENCE:
    case SCORD_SM_EVENT_KIND_CAS:
    case SCORD_SM_EVENT_KIND_EXCH: scord_coverage_lock_event(coverage, sm, event); break;
    case SCORD_SM_EVENT_KIND_ACCESS:
        scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LOCKS_FULL,
                             coverage->sm[sm]
                                     .lock_table.warp[event->warp]
                                     .entry[SCORD_LOCK_TABLE_ENTRIES - 1]
                                     .state != SCORD_LOCK_STATE_EMPTY);
        break;
    }
}

/* Counts in five classes: 1, 2, 3 to 8, 9 to 31, 32. */
static unsigned count_class(unsigned count) {
    return count <= 2 ? count - 1 : count <= 8 ? 2 : count < 32 ? 3 : 4;
}

/* The shape of an instruction: lanes, words, requests (D2). */
static void look_at_shape(scord_coverage_t *coverage, const scord_event_access_t *access,
                          const scord_sm_event_t *events, unsigned count) {
    unsigned requests = 0, words = 0;
    for (unsigned i = 0; i < count; i++) {
        if (events[i].kind != SCORD_SM_EVENT_KIND_ACCESS) continue;
        requests++;
        words += (unsigned)__builtin_popcount(events[i].mask);
        scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_WORDS,
                           count_class((unsigned)__builtin_popcount(events[i].mask)), 0, 0, 0);
    }
    if (!requests) return;
    const unsigned wide = access->size > SCORD_WORD_BYTES ? access->size / SCORD_WORD_BYTES : 1;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_REQUESTS, count_class(requests), 0, 0, 0);
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_SIZE, (unsigned)__builtin_ctz(access->size),
                       0, 0, 0);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LANES_ON_ONE_WORD,
                         words < wide * (unsigned)__builtin_popcount(access->mask));
}

/* Several lanes of one CAS that each took a lock (D17); a 64-bit compare-and-swap whose operand
 * saturates (D34). */
static void look_at_lanes(scord_coverage_t *coverage, const scord_event_access_t *access) {
    if (access->op != SCORD_OP_ATOMIC || access->atomic_kind != SCORD_ATOMIC_KIND_CAS ||
        !access->has_operands)
        return;
    unsigned taken = 0;
    bool wide = false;
    for (uint32_t lanes = access->mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        taken += access->compare[lane] == 0 && access->value[lane] == 1 &&
                 access->returned[lane] == 0;
        wide |= access->compare[lane] > UINT32_MAX || access->value[lane] > UINT32_MAX ||
                access->returned[lane] > UINT32_MAX;
    }
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_LOCKS_OF_LANES, taken > 1);
    scord_coverage_point(coverage, SCORD_COVERAGE_POINT_CAS_64, wide);
}

void scord_coverage_event(scord_coverage_t *coverage, const scord_event_t *event) {
    scord_sm_event_t events[SCORD_LOWER_MAX];
    scord_detector_request_t request;
    unsigned sm = 0;
    if (coverage->start) start_kernel(coverage);
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) {
        coverage->begin = event->kernel_begin;
        coverage->start = true;
    }
    const unsigned count = scord_lower(event, &sm, events);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) {
        look_at_shape(coverage, &event->access, events, count);
        look_at_lanes(coverage, &event->access);
    }
    for (unsigned i = 0; i < count; i++) {
        look_at(coverage, sm, &events[i]);
        if (scord_sm_take_event(&coverage->sm[sm], &events[i], &request))
            push_request(coverage, sm, &request);
    }
    coverage->last_event = event->kind;
}

/* ---- life ---- */

scord_coverage_t *scord_coverage_create(const scord_config_t *config) {
    scord_coverage_t *coverage = calloc(1, sizeof *coverage);
    if (!coverage) return NULL;
    coverage->config = *config;
    scord_coverage_bin_count(); /* holds the bins to SCORD_COVERAGE_BINS_MAX */
    for (unsigned group = 0; group < SCORD_COVERAGE_GROUP_COUNT; group++)
        coverage->first[group] = scord_coverage_group_first((scord_coverage_group_t)group);
    start_sms(coverage);
    coverage->pins.read_id = -1;
    scord_coverage_hit(coverage, SCORD_COVERAGE_GROUP_POLICY, config->issue_policy, 0, 0, 0);
    return coverage;
}

void scord_coverage_destroy(scord_coverage_t *coverage) {
    if (!coverage) return;
    free(coverage->stamps);
    free(coverage);
}

const uint64_t *scord_coverage_counts(const scord_coverage_t *coverage) { return coverage->counts; }
const char *scord_coverage_error(const scord_coverage_t *coverage) {
    return coverage->error[0] ? coverage->error : NULL;
}

bool scord_coverage_no_memory(const scord_coverage_t *coverage) { return coverage->no_memory; }
