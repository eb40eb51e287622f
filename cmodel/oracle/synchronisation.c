/* SPDX-License-Identifier: Apache-2.0 */
/* synchronisation.c: how clocks move: fences, barriers, release chains of atomic locations.
 *
 * The rule: a fence F1 before an atomic write W, which an atomic R reads directly or along a chain
 * of read-modify-writes, followed by a fence F2, synchronises iff both fences are performed with
 * respect to a scope that contains both threads; every link of the chain needs matching scopes of
 * its own (docs/oracle.md, "Rules").
 *
 * How it is computed, with one thread's clocks on each side:
 *
 *   thread A                        location                      thread B
 *   F1: published = now             chain (address, size)         R: pending ∪= chain
 *       epoch++          W: chain ∪= published                    F2: now ∪= pending
 *
 * A chain has one clock for the device channel and one for each block that released to it, because
 * a block-scope release is for that block only. A read-modify-write whose scope matches continues
 * the chain; any other write ends it and, if atomic, starts a new one.
 *
 * Publishing keeps the own epoch beside the clock and puts it in only when an atomic write needs
 * it (hrf_published_t.whole): most fences are followed by none.
 *
 * An origin is the chain that a clock is an exact copy of. A thread that polls a flag reads a chain
 * that only grows, so the newer copy replaces the older one without a join.
 *
 * Barriers: all that take part arrive (their clocks and epochs are joined), then all leave with the
 * joined clock, which becomes one shared tree.
 *
 * Invariants
 *   - a clock with an origin equals some state of that chain; a join with anything else clears it.
 *   - chain->blocks is sorted by block number.
 *   - epochs tick after the publication: later accesses are not covered by it.
 *   - HRF-direct has a clock for each channel, HRF-indirect one for both (hrf_now).
 *
 * Expensive: barrier_arrive, called once for each thread; the clocks that it joins mostly share
 * trees.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/oracle/oracle_state.h"
#include "cmodel/base/array.h"

/* ---- threads ---- */

void hrf_thread_start(hrf_thread_t *thread) {
    *thread = (hrf_thread_t){.epoch = 1};
    for (unsigned channel = 0; channel < HRF_CHANNELS; channel++) {
        thread->now[channel] = thread->pending[channel] = CLOCK_BOTTOM;
        thread->published[channel].clock = CLOCK_BOTTOM;
    }
}

void hrf_thread_end(scord_oracle_t *oracle, hrf_thread_t *thread) {
    for (unsigned channel = 0; channel < HRF_CHANNELS; channel++) {
        clock_assign(oracle->pool, &thread->now[channel], CLOCK_BOTTOM);
        clock_assign(oracle->pool, &thread->pending[channel], CLOCK_BOTTOM);
        clock_assign(oracle->pool, &thread->published[channel].clock, CLOCK_BOTTOM);
    }
}

/* ---- fences ---- */

/* Joins `other`, whose origin is of_other, into *clock, whose origin is *origin. */
static void learn(scord_oracle_t *oracle, clock_ref_t *clock, hrf_origin_t *origin,
                  clock_ref_t other, hrf_origin_t of_other) {
    if (of_other != 0 && *origin == of_other) {
        clock_assign(oracle->pool, clock, other);
        return;
    }
    const clock_ref_t before = *clock;
    clock_join(oracle->pool, clock, other);
    if (*clock == other)
        *origin = of_other; /* the old clock was contained in it */
    else if (*clock != before && !HRF_PLANTED(oracle, HRF_FAULT_JOIN_KEEPS_ORIGIN))
        *origin = 0;
}

static hrf_origin_t *now_origin(const scord_oracle_t *oracle, hrf_thread_t *thread,
                                unsigned channel) {
    const ptrdiff_t clock = hrf_now(oracle, thread, channel) - thread->now;
    assert(clock >= 0 && clock < HRF_CHANNELS);
    return &thread->now_origin[clock];
}

static void acquire_pending(scord_oracle_t *oracle, hrf_thread_t *thread, unsigned channel) {
    learn(oracle, hrf_now(oracle, thread, channel), now_origin(oracle, thread, channel),
          thread->pending[channel], thread->pending_origin[channel]);
    clock_assign(oracle->pool, &thread->pending[channel], CLOCK_BOTTOM);
    thread->pending_origin[channel] = 0;
}

static void publish(scord_oracle_t *oracle, hrf_thread_t *thread, unsigned channel) {
    hrf_published_t *published = &thread->published[channel];
    assert(thread->epoch > published->epoch);
    clock_assign(oracle->pool, &published->clock, *hrf_now(oracle, thread, channel));
    published->epoch = thread->epoch;
    published->whole = false;
}

static bool fence_publishes(const scord_oracle_t *oracle, unsigned scope, unsigned channel) {
    return hrf_performs(oracle, scope, channel) ||
           HRF_PLANTED(oracle, HRF_FAULT_BLOCK_FENCE_TO_DEVICE);
}

static bool fence_acquires(const scord_oracle_t *oracle, unsigned scope, unsigned channel) {
    return hrf_performs(oracle, scope, channel) &&
           !(scope == HRF_DEVICE && channel == HRF_BLOCK &&
             HRF_PLANTED(oracle, HRF_FAULT_FENCE_NOT_ACQUIRING));
}

/* All channels acquire before any publishes, so that a fence also publishes what it acquires. The
 * epoch advances after the publication, so that accesses after the fence are not included. */
void hrf_fence(scord_oracle_t *oracle, hrf_thread_t *thread, unsigned scope, bool acquires,
               bool releases) {
    for (unsigned channel = 0; acquires && channel < HRF_CHANNELS; channel++)
        if (fence_acquires(oracle, scope, channel)) acquire_pending(oracle, thread, channel);
    if (!releases) return;
    if (HRF_PLANTED(oracle, HRF_FAULT_TICK_BEFORE_PUBLISH)) thread->epoch++;
    for (unsigned channel = 0; channel < HRF_CHANNELS; channel++)
        if (fence_publishes(oracle, scope, channel)) publish(oracle, thread, channel);
    if (!HRF_PLANTED(oracle, HRF_FAULT_TICK_BEFORE_PUBLISH)) thread->epoch++;
}

/* ---- barriers ---- */

/* Threads of warp `n` (in CTA order) that exist. */
static uint32_t warp_threads(const hrf_block_t *block, unsigned n) {
    const uint32_t first = n * SCORD_THREADS_PER_WARP;
    const uint32_t left = block->thread_count > first ? block->thread_count - first : 0;
    return left < SCORD_THREADS_PER_WARP ? left : SCORD_THREADS_PER_WARP;
}

/* Whether warp `n` (in CTA order) takes part in a barrier. */
static bool warp_takes_part(const scord_oracle_t *oracle, const hrf_block_t *block, unsigned n) {
    uint32_t slots = block->warps;
    for (unsigned i = 0; i < n; i++) slots &= slots - 1;
    const uint32_t lowest = slots & -slots;
    return slots != 0 &&
           ((block->exited & lowest) == 0 || HRF_PLANTED(oracle, HRF_FAULT_BARRIER_JOINS_EXITED));
}

/* Arrival: a block fence acquires, then the thread's clock and own epoch go into `all`. */
static void barrier_arrive(scord_oracle_t *oracle, hrf_block_t *block, uint32_t index,
                           clock_ref_t *all) {
    assert(index < block->thread_count);
    hrf_thread_t *thread = &block->threads[index];
    if (!HRF_PLANTED(oracle, HRF_FAULT_BARRIER_IS_NO_FENCE))
        for (unsigned channel = 0; channel < HRF_CHANNELS; channel++)
            if (hrf_performs(oracle, HRF_BLOCK, channel)) acquire_pending(oracle, thread, channel);
    clock_join(oracle->pool, all, *hrf_now(oracle, thread, HRF_BLOCK));
    clock_raise(oracle->pool, all, ((uint64_t)block->number << oracle->log2_stride) + index,
                thread->epoch);
}

/* Departure: every thread gets the joined clock, published at block scope. */
static void barrier_depart(scord_oracle_t *oracle, hrf_thread_t *thread, clock_ref_t all) {
    clock_assign(oracle->pool, hrf_now(oracle, thread, HRF_BLOCK), all);
    *now_origin(oracle, thread, HRF_BLOCK) = 0;
    if (!HRF_PLANTED(oracle, HRF_FAULT_BARRIER_IS_NO_FENCE)) {
        publish(oracle, thread, HRF_BLOCK);
        thread->published[HRF_BLOCK].whole = true;
    }
    thread->epoch++;
}

void hrf_barrier(scord_oracle_t *oracle, hrf_block_t *block) {
    clock_ref_t all = CLOCK_BOTTOM;
    const unsigned warps = (block->thread_count + SCORD_THREADS_PER_WARP - 1) /
                           SCORD_THREADS_PER_WARP;
    for (unsigned n = 0; n < warps; n++)
        for (uint32_t i = 0; warp_takes_part(oracle, block, n) && i < warp_threads(block, n); i++)
            barrier_arrive(oracle, block, n * SCORD_THREADS_PER_WARP + i, &all);
    for (unsigned n = 0; n < warps; n++)
        for (uint32_t i = 0; warp_takes_part(oracle, block, n) && i < warp_threads(block, n); i++)
            barrier_depart(oracle, &block->threads[n * SCORD_THREADS_PER_WARP + i], all);
    clock_release(oracle->pool, all);
}

/* A barrier of the mask's lanes: PTX bar.warp.sync orders memory among the threads that take part
 * (D43). */
void hrf_syncwarp(scord_oracle_t *oracle, hrf_block_t *block, uint32_t first, uint32_t lanes) {
    clock_ref_t all = CLOCK_BOTTOM;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        barrier_arrive(oracle, block, first + (unsigned)__builtin_ctz(left), &all);
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        barrier_depart(oracle, &block->threads[first + (unsigned)__builtin_ctz(left)], all);
    clock_release(oracle->pool, all);
}

/* ---- reading a chain ---- */

static const clock_ref_t *find_block_clock(const hrf_chain_t *chain, uint32_t block, uint32_t *at) {
    uint32_t low = 0, high = chain->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (chain->blocks[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    *at = low;
    return low < chain->count && chain->blocks[low].block == block ? &chain->blocks[low].clock
                                                                   : NULL;
}

static clock_ref_t chain_clock(const hrf_chain_t *chain, unsigned channel, uint32_t block) {
    uint32_t at;
    if (channel == HRF_DEVICE) return chain->device;
    const clock_ref_t *clock = find_block_clock(chain, block, &at);
    return clock ? *clock : CLOCK_BOTTOM;
}

/* Whether `access` matches the scope of the chain's last write. */
static bool links(const scord_oracle_t *oracle, const hrf_chain_t *chain,
                  const hrf_access_t *access) {
    return hrf_match(oracle, chain->scope, chain->writer_block, access->scope,
                     access->block->number);
}

/* An atomic read: what the chain released becomes pending until the next fence, or is acquired at
 * once.
 */
void hrf_read_chain(scord_oracle_t *oracle, const hrf_access_t *access) {
    const hrf_chain_t *chain = hrf_shadow_chain(&oracle->shadow, access->address,
                                                access->event->access.size);
    if (!chain) return;
    if (!links(oracle, chain, access) && !HRF_PLANTED(oracle, HRF_FAULT_SCOPE_OF_WRITER_IGNORED))
        return;
    oracle->statistics.acquired++;
    for (unsigned channel = 0; channel < HRF_CHANNELS; channel++) {
        const clock_ref_t released = chain_clock(chain, channel, access->block->number);
        const hrf_origin_t origin = HRF_CHANNELS * chain->serial + channel;
        learn(oracle, &access->thread->pending[channel], &access->thread->pending_origin[channel],
              released, origin);
        if (access->acquires && hrf_performs(oracle, access->scope, channel))
            learn(oracle, hrf_now(oracle, access->thread, channel),
                  now_origin(oracle, access->thread, channel), released, origin);
    }
}

/* ---- writing a chain ---- */

/* Adds `clock` to what the chain released for threads of `block`. */
static bool release_to_block(scord_oracle_t *oracle, hrf_chain_t *chain, uint32_t block,
                             clock_ref_t clock) {
    uint32_t at;
    if (!find_block_clock(chain, block, &at)) {
        if (!SCORD_ARRAY_ROOM(chain->blocks, chain->capacity, chain->count + 1)) return false;
        memmove(&chain->blocks[at + 1], &chain->blocks[at],
                (chain->count - at) * sizeof chain->blocks[0]);
        chain->blocks[at] = (struct hrf_block_clock){block, CLOCK_BOTTOM};
        chain->count++;
        assert(at == 0 || chain->blocks[at - 1].block < block);
        assert(at + 1 == chain->count || chain->blocks[at + 1].block > block);
    }
    clock_join(oracle->pool, &chain->blocks[at].clock, clock);
    return true;
}

/* What an atomic write of `access` releases on `channel`; the caller owns the reference. */
static clock_ref_t released_clock(scord_oracle_t *oracle, const hrf_access_t *access,
                                  unsigned channel) {
    hrf_thread_t *thread = access->thread;
    if (access->releases && hrf_performs(oracle, access->scope, channel)) {
        clock_ref_t now = clock_retain(*hrf_now(oracle, thread, channel));
        clock_raise(oracle->pool, &now, access->id, thread->epoch);
        return now;
    }
    hrf_published_t *published = &thread->published[channel];
    if (published->epoch != 0 && !published->whole) {
        clock_raise(oracle->pool, &published->clock, access->id, published->epoch);
        published->whole = true;
    }
    return clock_retain(published->clock);
}

static bool release_into(scord_oracle_t *oracle, hrf_chain_t *chain, const hrf_access_t *access) {
    bool stored = true;
    for (unsigned channel = 0; channel < HRF_CHANNELS; channel++) {
        const clock_ref_t clock = released_clock(oracle, access, channel);
        if (channel == HRF_DEVICE)
            clock_join(oracle->pool, &chain->device, clock);
        else if (clock != CLOCK_BOTTOM)
            stored = release_to_block(oracle, chain, access->block->number, clock);
        clock_release(oracle->pool, clock);
    }
    assert(access->scope < HRF_CHANNELS);
    chain->scope = access->scope;
    chain->writer_block = access->block->number;
    return stored;
}

static hrf_chain_t *new_chain(scord_oracle_t *oracle, const hrf_access_t *access) {
    hrf_chain_t *chain = calloc(1, sizeof *chain);
    if (!chain) return NULL;
    chain->address = access->address;
    chain->size = access->event->access.size;
    chain->device = CLOCK_BOTTOM;
    chain->serial = ++oracle->chain_serial;
    if (hrf_shadow_put_chain(&oracle->shadow, chain)) return chain;
    if (chain->references == 0) free(chain);
    return NULL;
}

/* Whether the write continues the chain there: a read-modify-write whose scope matches does; a
 * store starts a new one. */
static bool continues(const scord_oracle_t *oracle, const hrf_chain_t *chain,
                      const hrf_access_t *access) {
    if (!chain) return false;
    if (!access->reads) return HRF_PLANTED(oracle, HRF_FAULT_RELAXED_STORE_EXTENDS);
    return links(oracle, chain, access) || HRF_PLANTED(oracle, HRF_FAULT_CHAIN_KEEPS_MISMATCH);
}

scord_oracle_status_t hrf_write_chain(scord_oracle_t *oracle, const hrf_access_t *access) {
    const unsigned size = access->event->access.size;
    if (!access->sync) {
        if (!HRF_PLANTED(oracle, HRF_FAULT_PLAIN_STORE_KEEPS_CHAIN))
            hrf_shadow_kill_chains(oracle, access->address, size);
        return SCORD_ORACLE_OK;
    }
    hrf_chain_t *chain = hrf_shadow_chain(&oracle->shadow, access->address, size);
    if (!continues(oracle, chain, access)) {
        hrf_shadow_kill_chains(oracle, access->address, size);
        chain = new_chain(oracle, access);
    }
    if (!chain || !release_into(oracle, chain, access)) return hrf_no_memory(oracle);
    if (access->releases) access->thread->epoch++;
    return SCORD_ORACLE_OK;
}
