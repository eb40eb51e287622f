/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_simplify.c: events and surroundings that are easier to read, and show the same mismatch.
 *
 * Three kinds of change, each tried by itself and kept when a run still shows the mismatch:
 *   options        no free order, no log consumer, no memory errors, no latency
 *   configuration  keys of the machine to their defaults, fewer lanes, a shorter log
 *   events         no time stamps, plain numbers as pc, one lane, word accesses, fewer warps, …
 *
 * A change of events is first tried on all events at once (one run), then event by event. Options
 * and configuration are tried twice: a stream that was shrunk needs less. Invariant: after each
 * function the candidate shows the mismatch, as it did before.
 */
#include <assert.h>
#include "cmodel/config_rules.h"
#include "cosim/shrink/shrink_internal.h"

#include <stdlib.h>

/* ---- environment and configuration ---- */

static void try_options(scord_shrink_t *shrink, scord_lockstep_options_t simpler) {
    const scord_lockstep_options_t before = shrink->options;
    if (!scord_shrink_in_time(shrink)) return;
    shrink->options = simpler;
    if (!scord_shrink_fails(shrink)) shrink->options = before;
}

static void simplify_options(scord_shrink_t *shrink) {
    scord_lockstep_options_t simpler = shrink->options;
    simpler.free_order = false;
    if (shrink->options.free_order) try_options(shrink, simpler);
    simpler = shrink->options;
    simpler.consume_log = false;
    if (shrink->options.consume_log) try_options(shrink, simpler);
    simpler = shrink->options;
    simpler.axi_error_permille = 0;
    if (shrink->options.axi_error_permille) try_options(shrink, simpler);
    simpler = shrink->options;
    simpler.max_latency = 0;
    if (shrink->options.max_latency) try_options(shrink, simpler);
    simpler = shrink->options;
    simpler.seed = 1;
    if (shrink->options.seed != 1) try_options(shrink, simpler);
}

/* A mismatch at a full race log needs as many races as it holds. */
static void shorten_log(scord_shrink_t *shrink) {
    const uint32_t before = shrink->list.config.log_capacity;
    for (uint32_t capacity = 1; capacity < before && capacity <= 8 && scord_shrink_in_time(shrink);
         capacity++) {
        shrink->list.config.log_capacity = capacity;
        if (scord_shrink_fails(shrink)) return;
    }
    shrink->list.config.log_capacity = before;
}

/* Run-time keys back to the named machine's values. */
static void simplify_config(scord_shrink_t *shrink) {
    const scord_config_t *named = NULL;
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strcmp(scord_configs[i].name, shrink->list.config.name) == 0) named = &scord_configs[i];
    for (size_t i = 0; named && i < SCORD_CONFIG_KEY_COUNT && scord_shrink_in_time(shrink); i++) {
        const scord_config_key_t *key = &scord_config_keys[i];
        uint32_t *value = (uint32_t *)(void *)((char *)&shrink->list.config + key->offset);
        const uint32_t before = *value;
        *value = scord_config_value(named, key);
        if (!key->elaborated && before != *value && scord_shrink_fails(shrink)) continue;
        *value = before;
        if (strcmp(key->name, "log_capacity") == 0 && before != scord_config_value(named, key))
            shorten_log(shrink);
    }
}

void scord_shrink_environment(scord_shrink_t *shrink) {
    simplify_options(shrink);
    simplify_config(shrink);
}

/* ---- events ---- */

/* Changes one event; false: there is nothing to change. */
typedef bool simplify_t(scord_shrink_t *shrink, scord_event_t *event);

static bool drop_stamps(scord_shrink_t *shrink, scord_event_t *event) {
    (void)shrink;
    const bool there = event->cycle != 0;
    event->cycle = 0;
    return there;
}

static uint32_t *pc_of(scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_ACCESS: return &event->access.pc;
    case SCORD_EVENT_KIND_FENCE: return &event->fence.pc;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE: return &event->warp.pc;
    default: return NULL;
    }
}

/* The number of the event is what its reader can find again. */
static bool simple_pc(scord_shrink_t *shrink, scord_event_t *event) {
    uint32_t *pc = pc_of(event);
    (void)shrink;
    if (!pc || *pc == (uint32_t)event->sequence) return false;
    *pc = (uint32_t)event->sequence;
    return true;
}

/* The lowest active lane becomes lane 0, and the only one. */
static bool one_lane(scord_shrink_t *shrink, scord_event_t *event) {
    scord_event_access_t *access = &event->access;
    (void)shrink;
    if (event->kind != SCORD_EVENT_KIND_ACCESS || access->mask == 1 || !access->mask) return false;
    const unsigned lane = (unsigned)__builtin_ctz(access->mask);
    access->address[0] = access->address[lane];
    access->value[0] = access->value[lane];
    access->compare[0] = access->compare[lane];
    access->returned[0] = access->returned[lane];
    access->mask = 1;
    for (unsigned i = 1; i < SCORD_THREADS_PER_WARP; i++)
        access->address[i] = access->value[i] = access->compare[i] = access->returned[i] = 0;
    return true;
}

/* A lane less: where one is not enough. */
static bool lane_less(scord_shrink_t *shrink, scord_event_t *event) {
    scord_event_access_t *access = &event->access;
    (void)shrink;
    if (event->kind != SCORD_EVENT_KIND_ACCESS || !(access->mask & (access->mask - 1)))
        return false;
    const unsigned lane = 31 - (unsigned)__builtin_clz(access->mask);
    access->mask &= ~(UINT32_C(1) << lane);
    access->address[lane] = access->value[lane] = access->compare[lane] = access->returned[lane] =
        0;
    return true;
}

static bool plain_size(scord_shrink_t *shrink, scord_event_t *event) {
    scord_event_access_t *access = &event->access;
    (void)shrink;
    if (event->kind != SCORD_EVENT_KIND_ACCESS || access->size == SCORD_WORD_BYTES) return false;
    access->size = SCORD_WORD_BYTES;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        access->address[lane] = access->address[lane] / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
        access->value[lane] = (uint32_t)access->value[lane];
        access->compare[lane] = (uint32_t)access->compare[lane];
        access->returned[lane] = (uint32_t)access->returned[lane];
    }
    return true;
}

static bool weak_load(scord_shrink_t *shrink, scord_event_t *event) {
    scord_event_access_t *access = &event->access;
    (void)shrink;
    if (event->kind != SCORD_EVENT_KIND_ACCESS || access->op == SCORD_OP_ATOMIC ||
        access->semantics == SCORD_SEMANTICS_NONE)
        return false;
    access->semantics = SCORD_SEMANTICS_NONE;
    access->scope = SCORD_SCOPE_DEVICE;
    return true;
}

/* Warps of the block that do nothing here. */
static bool fewer_warps(scord_shrink_t *shrink, scord_event_t *event) {
    if (event->kind != SCORD_EVENT_KIND_BLOCK_LAUNCH ||
        !(event->block_launch.warps & (event->block_launch.warps - 1)))
        return false;
    uint32_t used = 0;
    for (size_t i = 0; i < shrink->list.count; i++) {
        const scord_event_t *other = &shrink->list.events[i];
        if (!shrink->keep[i]) continue;
        if (other->kind == SCORD_EVENT_KIND_ACCESS && other->access.sm == event->block_launch.sm)
            used |= UINT32_C(1) << other->access.warp;
        if (other->kind == SCORD_EVENT_KIND_FENCE && other->fence.sm == event->block_launch.sm)
            used |= UINT32_C(1) << other->fence.warp;
        if (other->kind == SCORD_EVENT_KIND_BARRIER_ARRIVE &&
            other->warp.sm == event->block_launch.sm)
            used |= UINT32_C(1) << other->warp.warp;
    }
    used &= event->block_launch.warps;
    if (!used || used == event->block_launch.warps) return false;
    event->block_launch.warps = used;
    event->block_launch.threads = SCORD_THREADS_PER_WARP * (uint32_t)__builtin_popcount(used);
    return true;
}

static void try_each(scord_shrink_t *shrink, simplify_t *simplify) {
    for (size_t i = 0; i < shrink->list.count && scord_shrink_in_time(shrink); i++) {
        scord_event_t *event = &shrink->list.events[i];
        const scord_event_t before = *event;
        if (shrink->keep[i] && simplify(shrink, event) && !scord_shrink_fails(shrink))
            *event = before;
    }
}

/* All at once, else one by one. */
static void try_all(scord_shrink_t *shrink, simplify_t *simplify) {
    scord_event_t *before = malloc((shrink->list.count + 1) * sizeof *before);
    bool changed = false;
    if (!before || !scord_shrink_in_time(shrink)) {
        free(before);
        return;
    }
    memcpy(before, shrink->list.events, shrink->list.count * sizeof *before);
    for (size_t i = 0; i < shrink->list.count; i++)
        if (shrink->keep[i]) changed |= simplify(shrink, &shrink->list.events[i]);
    if (changed && !scord_shrink_fails(shrink)) {
        memcpy(shrink->list.events, before, shrink->list.count * sizeof *before);
        try_each(shrink, simplify);
    }
    free(before);
}

void scord_shrink_events(scord_shrink_t *shrink) {
    try_all(shrink, drop_stamps);
    try_all(shrink, one_lane);
    for (unsigned lane = 1; lane < SCORD_THREADS_PER_WARP; lane++) try_each(shrink, lane_less);
    try_all(shrink, plain_size);
    try_all(shrink, weak_load);
    try_all(shrink, fewer_warps);
    try_all(shrink, simple_pc);
}
