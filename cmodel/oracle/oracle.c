/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.c: from stream events to lane operations. The rules are in synchronisation.c (ordering)
 * and races.c (conflicts); words and their release chains in shadow.c; clocks in clock_tree.c.
 *
 * The idea: two accesses race when they conflict and neither happens before the other. A vector
 * clock per thread says what happens before its next operation; every word has a record of the
 * threads that accessed it, with their epochs. So one pass over the stream decides every pair, at
 * thread and byte granularity, whatever the size of the grid.
 *
 *   event ──► resident_warp: block and lanes ──► one lane, or lanes alike, as an hrf_access_t
 *                                                  │
 *             atomic read    hrf_read_chain        │  what the chain released becomes pending
 *             every access   hrf_check_and_record  │  compared with the word's records, then kept
 *             write          hrf_write_chain       ▼  releases, or ends the chains there
 *
 *   blocks[number]             thread ids are dense: number << log2_stride | index in block
 *     └─ threads[index]        epoch, clocks: now, published, pending (oracle_state.h)
 *   slots[sm][slot]            number of the block that is resident there, or -1
 *
 * Invariants
 *   - slots[sm][slot] >= 0 exactly while that block has its threads (end_block frees both).
 *   - a thread's epoch is at least 1 and grows by one with each publication; no other thread's
 *     clock holds an epoch that it has not reached.
 *   - lanes are gathered into one access only when they are alike in address, epoch and clocks and
 *     do not synchronise (can_gather): the result is that of the lanes one by one.
 *   - the shadow and the clocks live for one kernel: the end of a kernel orders everything.
 *
 * Expensive: joins of clocks at fences and barriers, and records of a word that many warps read.
 * Both are linear in the number of distinct values, not in the number of threads.
 *
 * Errors are data: the first one is kept in `status` and repeated to every later event.
 * Source: Hower et al., "Heterogeneous-race-free Memory Models", ASPLOS 2014; docs/oracle.md.
 */
#include "cmodel/oracle/oracle.h"
#include "cmodel/base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/oracle/oracle_state.h"
#include "cmodel/stream/shared_object.h"

/* ---- handle ---- */

scord_oracle_t *scord_oracle_create(const scord_oracle_axes_t *axes,
                                    scord_oracle_observe_t *observe, void *context) {
    scord_oracle_t *oracle = calloc(1, sizeof *oracle);
    clock_pool_t *pool = clock_pool_create();
    if (!oracle || !pool) {
        clock_pool_destroy(pool);
        free(oracle);
        return NULL;
    }
    oracle->axes = *axes;
    oracle->observe = observe;
    oracle->context = context;
    oracle->pool = pool;
    memset(oracle->slots, -1, sizeof oracle->slots);
    return oracle;
}

void scord_oracle_compare_lanes(scord_oracle_t *oracle) { oracle->compares_lanes = true; }

static void forget_kernel(scord_oracle_t *oracle) {
    for (uint32_t i = 0; i < oracle->block_count; i++) free(oracle->blocks[i].threads);
    oracle->block_count = 0;
    hrf_shadow_clear(&oracle->shadow);
    memset(oracle->slots, -1, sizeof oracle->slots);
}

void scord_oracle_destroy(scord_oracle_t *oracle) {
    if (!oracle) return;
    forget_kernel(oracle);
    free(oracle->blocks);
    clock_pool_destroy(oracle->pool);
    free(oracle);
}

const char *scord_oracle_message(const scord_oracle_t *oracle) { return oracle->message; }
const scord_oracle_axes_t *scord_oracle_axes(const scord_oracle_t *oracle) { return &oracle->axes; }
const scord_oracle_statistics_t *scord_oracle_statistics(const scord_oracle_t *oracle) {
    return &oracle->statistics;
}

#ifdef SCORD_ORACLE_PLANTED
void scord_oracle_plant(scord_oracle_t *oracle, hrf_fault_t fault) {
    oracle->fault_planted = fault;
}
#endif

scord_oracle_status_t hrf_no_memory(scord_oracle_t *oracle) {
    snprintf(oracle->message, sizeof oracle->message,
             "the oracle is out of memory; check a shorter stream");
    return oracle->status = SCORD_ORACLE_NO_MEMORY;
}

scord_oracle_status_t hrf_invalid(scord_oracle_t *oracle, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(oracle->message, sizeof oracle->message, format, arguments);
    va_end(arguments);
    return oracle->status = SCORD_ORACLE_INVALID;
}

/* ---- kernels and blocks ---- */

static scord_oracle_status_t kernel_begin(scord_oracle_t *oracle,
                                          const scord_event_kernel_begin_t *event) {
    uint64_t threads = 1, blocks = 1;
    for (unsigned i = 0; i < 3; i++) {
        threads *= event->block[i] != 0 ? event->block[i] : 1;
        blocks *= event->grid[i] != 0 ? event->grid[i] : 1;
    }
    forget_kernel(oracle);
    oracle->log2_stride = 5; /* a warp */
    while (UINT64_C(1) << oracle->log2_stride < threads) oracle->log2_stride++;
    if (blocks > UINT32_MAX || oracle->log2_stride > 16)
        return hrf_invalid(
            oracle, "kernel_begin: a grid of %llu blocks of %llu threads is more than CUDA has",
            (unsigned long long)blocks, (unsigned long long)threads);
    oracle->grid_blocks = blocks;
    oracle->in_kernel = true;
    clock_pool_reset(oracle->pool, blocks << oracle->log2_stride);
    return SCORD_ORACLE_OK;
}

static void end_block(scord_oracle_t *oracle, hrf_block_t *block) {
    for (uint32_t i = 0; i < block->thread_count; i++) hrf_thread_end(oracle, &block->threads[i]);
    free(block->threads);
    block->threads = NULL;
    oracle->slots[block->sm][block->slot] = -1;
}

/* Threads that the launch event gives; a warp always has its 32 lanes when the warp slots are more
 * than `threads` fill. */
static uint32_t launched_threads(const scord_event_block_launch_t *event) {
    const uint32_t most = (uint32_t)__builtin_popcount(event->warps) * SCORD_THREADS_PER_WARP;
    return event->threads != 0 && event->threads < most ? event->threads : most;
}

static bool slot_known(const scord_oracle_t *oracle, unsigned sm, unsigned slot) {
    (void)oracle;
    return sm < SCORD_MAX_SMS && slot < SCORD_MAX_BLOCKS_PER_SM;
}

static scord_oracle_status_t check_launch(scord_oracle_t *oracle,
                                          const scord_event_block_launch_t *event) {
    if (!oracle->in_kernel)
        return hrf_invalid(oracle,
                           "block_launch before kernel_begin: a stream starts a kernel first");
    if (!slot_known(oracle, event->sm, event->slot))
        return hrf_invalid(oracle, "block_launch: sm=%u slot=%u does not exist", event->sm,
                           event->slot);
    if (oracle->block_count >= oracle->grid_blocks)
        return hrf_invalid(
            oracle, "block_launch: more blocks than the %llu of the kernel's grid; correct grid=",
            (unsigned long long)oracle->grid_blocks);
    if (launched_threads(event) > UINT32_C(1) << oracle->log2_stride)
        return hrf_invalid(
            oracle,
            "block_launch: %u threads are more than the kernel's block size; correct block=",
            launched_threads(event));
    return SCORD_ORACLE_OK;
}

/* D4: a block in a reused slot has new threads; nothing orders it after the slot's last block. */
static scord_oracle_status_t block_launch(scord_oracle_t *oracle,
                                          const scord_event_block_launch_t *event) {
    const scord_oracle_status_t status = check_launch(oracle, event);
    if (status != SCORD_ORACLE_OK) return status;
    if (oracle->slots[event->sm][event->slot] >= 0)
        end_block(oracle, &oracle->blocks[oracle->slots[event->sm][event->slot]]);
    const uint32_t threads = launched_threads(event);
    hrf_thread_t *state = malloc(threads * sizeof *state);
    if (!state ||
        !SCORD_ARRAY_ROOM(oracle->blocks, oracle->block_capacity, oracle->block_count + 1)) {
        free(state);
        return hrf_no_memory(oracle);
    }
    for (uint32_t i = 0; i < threads; i++) hrf_thread_start(&state[i]);
    oracle->blocks[oracle->block_count] =
        (hrf_block_t){.number = oracle->block_count,
                      .cta = {event->cta[0], event->cta[1], event->cta[2]},
                      .sm = event->sm,
                      .slot = event->slot,
                      .warps = event->warps,
                      .thread_count = threads,
                      .threads = state};
    oracle->slots[event->sm][event->slot] = oracle->block_count++;
    oracle->statistics.threads += threads;
    return SCORD_ORACLE_OK;
}

static hrf_block_t *resident_block(scord_oracle_t *oracle, unsigned sm, unsigned slot) {
    if (!slot_known(oracle, sm, slot) || oracle->slots[sm][slot] < 0) {
        hrf_invalid(oracle, "no block is resident on sm=%u slot=%u; launch one first", sm, slot);
        return NULL;
    }
    return &oracle->blocks[oracle->slots[sm][slot]];
}

/* A warp of a resident block, as the index of its first thread in the block. */
typedef struct warp_at {
    hrf_block_t *block; /* NULL: the oracle's message gives the reason */
    uint32_t first;
} warp_at_t;

static warp_at_t resident_warp(scord_oracle_t *oracle, unsigned sm, unsigned slot, unsigned warp) {
    hrf_block_t *block = resident_block(oracle, sm, slot);
    if (!block) return (warp_at_t){NULL, 0};
    if (warp >= SCORD_MAX_WARPS_PER_SM || !(block->warps >> warp & 1)) {
        hrf_invalid(oracle,
                    "warp %u does not belong to the block on sm=%u slot=%u; see its block_launch",
                    warp, sm, slot);
        return (warp_at_t){NULL, 0};
    }
    if (block->exited >> warp & 1) {
        hrf_invalid(oracle, "warp %u of sm=%u slot=%u has exited already", warp, sm, slot);
        return (warp_at_t){NULL, 0};
    }
    const uint32_t before = block->warps & ((UINT32_C(1) << warp) - 1);
    return (warp_at_t){block, (uint32_t)__builtin_popcount(before) * SCORD_THREADS_PER_WARP};
}

/* Of `mask` the lanes that are threads of the block (the last warp may be short). */
static uint32_t existing_lanes(const warp_at_t *at, uint32_t mask) {
    const uint32_t left = at->block->thread_count - at->first;
    return left >= SCORD_THREADS_PER_WARP ? mask : mask & ((UINT32_C(1) << left) - 1);
}

static scord_oracle_status_t warp_exit(scord_oracle_t *oracle, const scord_event_warp_t *event) {
    const warp_at_t at = resident_warp(oracle, event->sm, event->slot, event->warp);
    if (!at.block) return oracle->status;
    for (uint32_t lanes = existing_lanes(&at, UINT32_MAX); lanes != 0; lanes &= lanes - 1)
        hrf_thread_end(oracle, &at.block->threads[at.first + (unsigned)__builtin_ctz(lanes)]);
    at.block->exited |= UINT32_C(1) << event->warp;
    return SCORD_ORACLE_OK;
}

static scord_oracle_status_t block_event(scord_oracle_t *oracle, const scord_event_t *event) {
    hrf_block_t *block = resident_block(oracle, event->warp.sm, event->warp.slot);
    if (!block) return oracle->status;
    if (event->kind == SCORD_EVENT_KIND_BLOCK_EXIT) {
        end_block(oracle, block);
    } else {
        oracle->statistics.barriers++;
        hrf_barrier(oracle, block);
    }
    return SCORD_ORACLE_OK;
}

/* D43: `reconverge` is a __syncwarp of its mask; lanes that no thread has do not count. */
static scord_oracle_status_t syncwarp(scord_oracle_t *oracle, const scord_event_warp_t *event) {
    const warp_at_t at = resident_warp(oracle, event->sm, event->slot, event->warp);
    if (!at.block) return oracle->status;
    const uint32_t mask = HRF_PLANTED(oracle, HRF_FAULT_SYNCWARP_JOINS_ALL) ? UINT32_MAX
                                                                            : event->mask;
    if (!HRF_PLANTED(oracle, HRF_FAULT_SYNCWARP_IGNORED))
        hrf_syncwarp(oracle, at.block, at.first, existing_lanes(&at, mask));
    return SCORD_ORACLE_OK;
}

/* ---- fences ---- */

static bool semantics_acquire(unsigned semantics) {
    return semantics == SCORD_SEMANTICS_ACQUIRE || semantics == SCORD_SEMANTICS_ACQ_REL ||
           semantics == SCORD_SEMANTICS_SEQ_CST;
}

static bool semantics_release(unsigned semantics) {
    return semantics == SCORD_SEMANTICS_RELEASE || semantics == SCORD_SEMANTICS_ACQ_REL ||
           semantics == SCORD_SEMANTICS_SEQ_CST;
}

/* A membar states no semantics; it acquires and releases. */
static scord_oracle_status_t fence(scord_oracle_t *oracle, const scord_event_fence_t *event) {
    const warp_at_t at = resident_warp(oracle, event->sm, event->slot, event->warp);
    if (!at.block) return oracle->status;
    for (uint32_t lanes = existing_lanes(&at, event->mask); lanes != 0; lanes &= lanes - 1) {
        hrf_thread_t *thread = &at.block->threads[at.first + (unsigned)__builtin_ctz(lanes)];
        hrf_fence(oracle, thread, hrf_channel(event->scope),
                  event->semantics != SCORD_SEMANTICS_RELEASE,
                  event->semantics != SCORD_SEMANTICS_ACQUIRE);
        oracle->statistics.fences++;
        oracle->statistics.system_scope += event->scope == SCORD_SCOPE_SYSTEM;
    }
    return SCORD_ORACLE_OK;
}

/* ---- accesses ---- */

static bool synchronises(const scord_oracle_t *oracle, const scord_event_access_t *event) {
    if (event->op == SCORD_OP_ATOMIC) return true;
    if (!event->strong) return false;
    /* In PTX a volatile access has relaxed semantics, so a stream does not distinguish the two.
     */
    const bool is_volatile = event->semantics == SCORD_SEMANTICS_NONE ||
                             event->semantics == SCORD_SEMANTICS_RELAXED;
    return !is_volatile || oracle->axes.volatile_accesses == SCORD_ORACLE_VOLATILE_STRONG;
}

/* Whether a synchronising read acquires without a fence. */
static bool acquires_itself(const scord_oracle_t *oracle, const scord_event_access_t *event) {
    if (semantics_acquire(event->semantics)) return true;
    switch (oracle->axes.acquire) {
    case SCORD_ORACLE_ACQUIRE_EXPLICIT: return false;
    case SCORD_ORACLE_ACQUIRE_IMPLICIT: return true;
    case SCORD_ORACLE_ACQUIRE_MIXED: break;
    }
    return event->op != SCORD_OP_ATOMIC || event->atomic_kind != SCORD_ATOMIC_KIND_CAS;
}

/* A failed compare-and-swap only reads. */
static bool failed_cas(const scord_oracle_t *oracle, const scord_event_access_t *event,
                       unsigned lane) {
    return event->op == SCORD_OP_ATOMIC && event->atomic_kind == SCORD_ATOMIC_KIND_CAS &&
           event->has_operands && event->has_returned &&
           event->returned[lane] != event->compare[lane] &&
           !HRF_PLANTED(oracle, HRF_FAULT_FAILED_CAS_WRITES);
}

static hrf_access_t lane_access(const scord_oracle_t *oracle, const scord_event_t *event,
                                const warp_at_t *at, unsigned lane) {
    const scord_event_access_t *access = &event->access;
    const uint64_t first = ((uint64_t)at->block->number << oracle->log2_stride) + at->first;
    hrf_access_t result = {
        .event = event,
        .block = at->block,
        .thread = &at->block->threads[at->first + lane],
        .id = first + lane,
        .warp = first / SCORD_THREADS_PER_WARP,
        .lanes = UINT32_C(1) << lane,
        .address = access->address[lane],
        .reads = access->op != SCORD_OP_STORE,
        .writes = access->op != SCORD_OP_LOAD && !failed_cas(oracle, access, lane),
        .sync = synchronises(oracle, access),
        .scope = hrf_channel(access->scope),
    };
    result.acquires = result.sync && result.reads && acquires_itself(oracle, access);
    result.releases = result.sync && result.writes && semantics_release(access->semantics);
    return result;
}

/* Lanes that do not change clock or epoch of their thread during the instruction can be checked
 * together: data loads, and synchronisation that neither acquires nor releases by itself. */
static bool can_gather(const hrf_access_t *access) {
    return access->sync ? !access->acquires && !access->releases : !access->writes;
}

/* Adds to an access the lanes of `lanes` that do the same: same address, epoch and clocks, and the
 * same success of a compare-and-swap. */
static void gather_lanes(const scord_oracle_t *oracle, hrf_access_t *access, const warp_at_t *at,
                         uint32_t lanes) {
    const scord_event_access_t *event = &access->event->access;
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const hrf_thread_t *thread = &at->block->threads[at->first + lane];
        const bool writes = event->op != SCORD_OP_LOAD && !failed_cas(oracle, event, lane);
        if (event->address[lane] == access->address && writes == access->writes &&
            thread->epoch == access->thread->epoch &&
            memcmp(thread->now, access->thread->now, sizeof thread->now) == 0)
            access->lanes |= UINT32_C(1) << lane;
    }
}

/* Updates the release chains, lane by lane; this does not change the records that the gathered
 * lanes are checked against. */
static scord_oracle_status_t perform_chains(scord_oracle_t *oracle, const hrf_access_t *access) {
    scord_oracle_status_t status = SCORD_ORACLE_OK;
    const unsigned lowest = (unsigned)__builtin_ctz(access->lanes);
    for (uint32_t left = access->lanes; left != 0 && status == SCORD_ORACLE_OK; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        hrf_access_t one = *access;
        one.thread += lane - lowest;
        one.id += lane - lowest;
        if (access->reads) hrf_read_chain(oracle, &one);
        if (access->writes) status = hrf_write_chain(oracle, &one);
    }
    return status;
}

/* A read acquires before it is checked: what it acquires happens before it. A release includes the
 * write itself. */
static scord_oracle_status_t perform(scord_oracle_t *oracle, const hrf_access_t *access) {
    const bool gathered = access->sync && can_gather(access);
    if (access->sync && access->reads && !gathered) hrf_read_chain(oracle, access);
    const scord_oracle_status_t status = hrf_check_and_record(oracle, access);
    if (status != SCORD_ORACLE_OK) return status;
    if (gathered) return perform_chains(oracle, access);
    return access->writes ? hrf_write_chain(oracle, access) : SCORD_ORACLE_OK;
}

static void count_access(scord_oracle_t *oracle, const hrf_access_t *access) {
    const unsigned lanes = (unsigned)__builtin_popcount(access->lanes);
    oracle->statistics.accesses += lanes;
    oracle->statistics.sync_accesses += access->sync ? lanes : 0;
    oracle->statistics.system_scope += access->event->access.scope == SCORD_SCOPE_SYSTEM ? lanes
                                                                                         : 0;
}

/* Lanes of one instruction act in ascending order (D17). */
static scord_oracle_status_t access_event(scord_oracle_t *oracle, const scord_event_t *event) {
    const warp_at_t at = resident_warp(oracle, event->access.sm, event->access.slot,
                                       event->access.warp);
    if (!at.block) return oracle->status;
    scord_oracle_status_t status = SCORD_ORACLE_OK;
    uint32_t left = existing_lanes(&at, event->access.mask);
    while (left != 0 && status == SCORD_ORACLE_OK) {
        hrf_access_t access = lane_access(oracle, event, &at, (unsigned)__builtin_ctz(left));
        if (can_gather(&access)) gather_lanes(oracle, &access, &at, left & ~access.lanes);
        left &= ~access.lanes;
        count_access(oracle, &access);
        status = perform(oracle, &access);
    }
    return status;
}

/* D53: a block's shared memory is new, even if an earlier block used the same addresses. So is what
 * malloc() of device code gives: free() and malloc() order its users. */
static scord_oracle_status_t object(scord_oracle_t *oracle, const scord_event_object_t *event) {
    if (scord_is_shared_object(event->name) ||
        (event->name && strncmp(event->name, "malloc#", strlen("malloc#")) == 0))
        hrf_shadow_forget(oracle, event->address, event->bytes);
    return SCORD_ORACLE_OK;
}

/* ---- dispatch ---- */

static scord_oracle_status_t dispatch(scord_oracle_t *oracle, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: return kernel_begin(oracle, &event->kernel_begin);
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: return block_launch(oracle, &event->block_launch);
    case SCORD_EVENT_KIND_BLOCK_EXIT:
    case SCORD_EVENT_KIND_BARRIER_RELEASE: return block_event(oracle, event);
    case SCORD_EVENT_KIND_WARP_EXIT: return warp_exit(oracle, &event->warp);
    case SCORD_EVENT_KIND_RECONVERGE: return syncwarp(oracle, &event->warp);
    case SCORD_EVENT_KIND_ACCESS: return access_event(oracle, event);
    case SCORD_EVENT_KIND_FENCE: return fence(oracle, &event->fence);
    case SCORD_EVENT_KIND_OBJECT: return object(oracle, &event->object);
    default:
        return SCORD_ORACLE_OK; /* arrivals, divergence, annotations, schedules: no order between
                                   threads */
    }
}

scord_oracle_status_t scord_oracle_event(scord_oracle_t *oracle, const scord_event_t *event) {
    if (oracle->status != SCORD_ORACLE_OK) return oracle->status;
    oracle->statistics.events++;
    const scord_oracle_status_t status = dispatch(oracle, event);
    oracle->statistics.clock_nodes = clock_pool_nodes(oracle->pool);
    if (status == SCORD_ORACLE_OK && clock_pool_exhausted(oracle->pool))
        return hrf_no_memory(oracle);
    return status;
}
