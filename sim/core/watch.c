/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c: see watch.h. */
#include "sim/core/watch.h"

#include <stdlib.h>

#include "cmodel/base/array.h"

core_watch_t *core_watch_new(void) { return calloc(1, sizeof(core_watch_t)); }

void core_watch_free(core_watch_t *watch) {
    if (!watch) return;
    free(watch->clocks);
    free(watch->object);
    free(watch->copy);
    free(watch->copy_at);
    free(watch);
}

core_watch_t *begin_watch(const core_warp_t *warp) {
    core_watch_t *watch = warp->block->watch;
    if (!watch || warp->warp_in_block >= WATCH_WARPS) return NULL;
    if (!watch->clocks) watch->clocks = calloc(1, sizeof *watch->clocks);
    return watch->clocks ? watch : NULL;
}

/* ---- order ---- */

static void join(uint32_t to[WATCH_WARPS], const uint32_t from[WATCH_WARPS]) {
    for (uint32_t i = 0; i < WATCH_WARPS; i++) to[i] = from[i] > to[i] ? from[i] : to[i];
}

uint32_t watch_stamp(const core_watch_t *watch, const core_warp_t *warp) {
    return watch->clocks->of[warp->warp_in_block][warp->warp_in_block];
}

bool watch_ordered(const core_watch_t *watch, const core_warp_t *warp, uint32_t of,
                   uint32_t stamp) {
    return of == warp->warp_in_block || watch->clocks->of[warp->warp_in_block][of] > stamp;
}

/* Whether nothing orders WARP behind the end of the phase in which it has arrived last. */
static bool arrives_again(const watch_clocks_t *clocks, const watch_named_t *named, uint32_t warp) {
    if (!(named->only >> warp & 1)) return false;
    if (named->now.members >> warp & 1) return true; /* it has not ended */
    for (uint32_t i = 0; i < WATCH_WARPS; i++)
        if (named->done.members >> i & 1 && named->done.members >> warp & 1 &&
            clocks->of[warp][i] < named->done.at[i])
            return true;
    return false;
}

static void end_phase(watch_named_t *named) {
    if (named->now.members == 0) return;
    named->done = named->now;
    named->now.members = 0;
}

void look_at_named(run_t *run, uint32_t id, uint32_t threads, bool only, uint32_t pc) {
    const core_warp_t *warp = run->warp;
    const uint32_t self = warp->warp_in_block, bit = UINT32_C(1) << self % WATCH_WARPS;
    core_watch_t *watch = begin_watch(warp);
    if (!watch || id >= WATCH_IDS) return;
    watch_named_t *named = &watch->clocks->named[id];
    if (arrives_again(watch->clocks, named, self)) {
        core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_AGAIN, warp->live);
        finding->instruction = pc;
        finding->other_lanes = warp->live;
        finding->other_instruction = named->pc[self];
        finding->value[0] = id;
    }
    named->now.members |= bit;
    named->now.at[self] = watch->clocks->of[self][self] + 1; /* watch_arrival */
    named->only = only ? named->only | bit : named->only & ~bit;
    named->pc[self] = pc;
    if ((uint32_t)__builtin_popcount(named->now.members) * PTX_LANES >= threads) end_phase(named);
}

void watch_arrival(const core_warp_t *warp, uint32_t id) {
    core_watch_t *watch = active_watch(warp);
    if (!watch || id >= WATCH_IDS) return;
    watch_clocks_t *clocks = watch->clocks;
    const uint32_t self = warp->warp_in_block;
    if (clocks->released[id]) memset(clocks->arrived[id], 0, sizeof clocks->arrived[id]);
    clocks->released[id] = false;
    clocks->of[self][self]++;
    join(clocks->arrived[id], clocks->of[self]);
}

void watch_release(const core_warp_t *warp, uint32_t id) {
    core_watch_t *watch = active_watch(warp);
    if (!watch || id >= WATCH_IDS) return;
    join(watch->clocks->of[warp->warp_in_block], watch->clocks->arrived[id]);
    watch->clocks->released[id] = true;
    end_phase(&watch->clocks->named[id]);
    watch_meeting(warp, CORE_ALL_LANES);
}

void watch_flag(const core_warp_t *warp, bool releases, bool acquires) {
    core_watch_t *watch = active_watch(warp);
    if (!watch) return;
    uint32_t *own = watch->clocks->of[warp->warp_in_block];
    if (releases) own[warp->warp_in_block]++;
    if (releases) join(watch->clocks->flags, own);
    if (acquires) join(own, watch->clocks->flags);
}

void watch_meeting(const core_warp_t *warp, uint32_t lanes) {
    core_watch_t *watch = active_watch(warp);
    for (uint32_t i = 0; watch && i < watch->objects; i++) {
        watched_barrier_t *object = &watch->object[i];
        if (object->warp == warp->warp_in_block && (object->knowing & lanes) != 0)
            object->knowing |= lanes;
    }
}

/* ---- barriers in memory ---- */

watched_barrier_t *watch_barrier(core_watch_t *watch, uint64_t address) {
    for (uint32_t i = 0; i < watch->objects; i++)
        if (watch->object[i].address == address) return &watch->object[i];
    return NULL;
}

void watch_add_barrier(core_watch_t *watch, const watched_barrier_t *barrier) {
    watched_barrier_t *known = watch_barrier(watch, barrier->address);
    if (!known) {
        if (!SCORD_ARRAY_ROOM(watch->object, watch->objects_allocated, watch->objects + 1)) return;
        known = &watch->object[watch->objects++];
    }
    *known = *barrier;
}

void watch_drop_barrier(core_watch_t *watch, uint64_t address) {
    watched_barrier_t *known = watch_barrier(watch, address);
    if (known) *known = watch->object[--watch->objects];
}

/* ---- copies ---- */

/* The word no longer names its copy. */
static void leave_word(core_watch_t *watch, uint32_t word) {
    const uint32_t number = watch->copy_at[word];
    if (number == 0) return;
    watched_copy_t *copy = &watch->copy[number - 1];
    watch->copy_at[word] = 0;
    if (--copy->words != 0) return;
    if (!copy->waited) watch->open--;
    copy->group = watch->free_copy; /* the next free one */
    watch->free_copy = number;
}

static uint32_t new_copy(core_watch_t *watch) { /* 1 + its place; 0: no memory */
    const uint32_t number = watch->free_copy;
    if (number != 0) {
        watch->free_copy = watch->copy[number - 1].group;
        return number;
    }
    if (watch->copies == WATCH_COPIES ||
        !SCORD_ARRAY_ROOM(watch->copy, watch->copies_allocated, watch->copies + 1))
        return 0;
    return ++watch->copies;
}

void watch_add_copy(core_watch_t *watch, const core_warp_t *warp, const watched_copy_t *copy) {
    const uint32_t all = (warp->block->shared_bytes + SCORD_WORD_BYTES - 1) / SCORD_WORD_BYTES;
    const uint32_t first = copy->offset / SCORD_WORD_BYTES,
                   end = (copy->offset + copy->bytes + SCORD_WORD_BYTES - 1) / SCORD_WORD_BYTES;
    if (copy->bytes == 0 || end > all) return;
    if (!watch->copy_at && !(watch->copy_at = calloc(all, sizeof *watch->copy_at))) return;
    for (uint32_t word = first; word < end; word++) leave_word(watch, word);
    const uint32_t number = new_copy(watch);
    if (number == 0) return;
    watch->copy[number - 1] = *copy;
    watch->copy[number - 1].words = end - first;
    watch->open++;
    for (uint32_t word = first; word < end; word++) watch->copy_at[word] = number;
}

void watch_copy_done(core_watch_t *watch, const core_warp_t *warp, watched_copy_t *copy) {
    copy->waited = true;
    copy->done = watch_stamp(watch, warp);
    watch->open--;
}

void watch_drop_copy(core_watch_t *watch, watched_copy_t *copy) {
    const uint32_t number = (uint32_t)(copy - watch->copy) + 1,
                   end = (copy->offset + copy->bytes + SCORD_WORD_BYTES - 1) / SCORD_WORD_BYTES;
    for (uint32_t word = copy->offset / SCORD_WORD_BYTES; word < end; word++)
        if (watch->copy_at[word] == number) leave_word(watch, word);
}

const watched_copy_t *watch_copy_at(const core_watch_t *watch, uint32_t offset) {
    const uint32_t number = watch->copy_at[offset / SCORD_WORD_BYTES];
    return number == 0 ? NULL : &watch->copy[number - 1];
}

void watch_overwritten(core_watch_t *watch, uint32_t offset, uint32_t bytes) {
    for (uint32_t word = offset / SCORD_WORD_BYTES; word * SCORD_WORD_BYTES < offset + bytes;
         word++)
        if (watch->copy_at[word] != 0 && watch->copy[watch->copy_at[word] - 1].waited)
            leave_word(watch, word);
}
