/* SPDX-License-Identifier: Apache-2.0 */
/* findings.c: synchronization misused by one warp instruction, as far as the warp's own state shows
 * it (docs/findings.md). What is found goes into the step's result; sim/sm/watch/finding_sites.c
 * folds it.
 */
#include "sim/core/warp.h"

#include <assert.h>

core_finding_t *run_finding(run_t *run, scord_finding_rule_t rule, uint32_t lanes) {
    static core_finding_t no_room; /* written, never read */
    core_step_result_t *result = run->result;
    core_finding_t *finding = result->finding_count < CORE_FINDINGS
                                  ? &result->finding[result->finding_count++]
                                  : &no_room;
    *finding = (core_finding_t){.rule = rule, .lanes = lanes, .instruction = run->pc};
    return finding;
}

/* ---- lanes of one store ---- */

enum { BUCKETS = 64, NO_LANE = 0xff };

/* Accesses of one instruction have one size and are aligned to it: lanes touch the same bytes or
 * none in common. Mostly their places ascend. */
static bool all_ascend(uint8_t *const pointer[], uint32_t lanes) {
    const uint8_t *before = NULL;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint8_t *here = pointer[first_lane(rest)];
        if (here <= before) return false;
        before = here;
    }
    return true;
}

/* Word WORD of what LANE stores; less if the access is narrower. */
static uint32_t stored_word(const run_t *run, uint32_t lane, uint32_t word) {
    const uint32_t element = ptx_type_bytes((ptx_type_t)run->instruction->type),
                   vector = run->instruction->vector;
    uint8_t bytes[SCORD_WORD_BYTES] = {0};
    for (uint32_t i = 0; i < SCORD_WORD_BYTES && word * SCORD_WORD_BYTES + i < element * vector;
         i++) {
        const uint32_t at = word * SCORD_WORD_BYTES + i;
        bytes[i] = (uint8_t)(run->source[at / element][lane] >> 8 * (at % element));
    }
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* For each lane the first of LANES at its place; false: every lane has a place of its own. */
static bool find_first(uint8_t *const pointer[], uint32_t lanes, uint8_t first_at[PTX_LANES]) {
    uint8_t bucket[BUCKETS], next[PTX_LANES];
    bool shared = false;
    memset(bucket, NO_LANE, sizeof bucket);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        uint8_t *head = &bucket[((uintptr_t)pointer[lane] * UINT64_C(0x9e3779b97f4a7c15)) >> 58];
        uint32_t other = *head;
        while (other != NO_LANE && pointer[other] != pointer[lane]) other = next[other];
        first_at[lane] = (uint8_t)(other == NO_LANE ? lane : other);
        if (other == NO_LANE) {
            next[lane] = *head;
            *head = (uint8_t)lane;
        } else {
            shared = true;
        }
    }
    return shared;
}

static uint32_t lanes_at(uint32_t lanes, const uint8_t first_at[], uint32_t first) {
    uint32_t together = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (first_at[first_lane(rest)] == first) together |= rest & (0 - rest);
    return together;
}

/* Two lanes at one place, with different values if there are such; for each word of the access the
 * lanes to whose bytes of it others write other values. */
static bool find_pair(const run_t *run, uint32_t lanes, const uint8_t first_at[], uint32_t pair[2],
                      uint32_t differ[SCORD_ACCESS_WORDS]) {
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)run->instruction->type) *
                           run->instruction->vector;
    bool found = false, different = false;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest), first = first_at[lane];
        uint32_t words = 0;
        if (lane == first) continue;
        for (uint32_t w = 0; w * SCORD_WORD_BYTES < bytes && w < SCORD_ACCESS_WORDS; w++) {
            if (stored_word(run, lane, w) == stored_word(run, first, w)) continue;
            words++;
            if (!(differ[w] >> lane & 1)) differ[w] |= lanes_at(lanes, first_at, first);
        }
        if (found && (different || words == 0)) continue;
        found = true;
        different = words != 0;
        pair[0] = first;
        pair[1] = lane;
    }
    return different;
}

/* The element of their vectors in which two lanes differ, 0 if in none. */
static uint32_t first_difference(const run_t *run, const uint32_t pair[2], uint32_t bits) {
    for (uint32_t e = 0; e < run->instruction->vector; e++)
        if (mask_bits(run->source[e][pair[0]] ^ run->source[e][pair[1]], bits)) return e;
    return 0;
}

void look_at_store_lanes(run_t *run, uint8_t *const pointer[], const uint64_t address[],
                         uint32_t global, uint32_t shared) {
    const uint32_t lanes = global | shared;
    const bool wanted = looks_for(run->warp, SCORD_FINDING_KIND_LANES);
    uint32_t pair[2] = {0, 0}, differ[SCORD_ACCESS_WORDS] = {0};
    uint8_t first_at[PTX_LANES];
    if (!wanted && !run->warp->launch->independent_threads) return;
    /* a store of a scope is an atomic one: its last writer counts, whichever it is */
    const bool atomic = run->instruction->semantics != SCORD_SEMANTICS_NONE &&
                        !(run->instruction->flags & PTX_FLAG_VOLATILE);
    if (atomic || all_ascend(pointer, lanes) || !find_first(pointer, lanes, first_at)) return;
    const bool different = find_pair(run, lanes, first_at, pair, differ);
    for (uint32_t i = 0; i < SCORD_ACCESS_WORDS && run->result->outcome == CORE_ACCESS; i++)
        run->result->access.differ[i] = differ[i] & run->result->access.mask;
    if (!wanted) return;
    core_finding_t *finding =
        run_finding(run, different ? SCORD_FINDING_LANES_DIFFER : SCORD_FINDING_LANES_SAME,
                    lanes_at(lanes, first_at, pair[0]));
    const uint64_t segment = run->warp->block->shared_address;
    if (global >> pair[0] & 1)
        finding->address = address[pair[0]];
    else if (segment != 0)
        finding->address = segment + run->result->shared_offset[pair[0]];
    const uint32_t element = ptx_type_bytes((ptx_type_t)run->instruction->type),
                   shown = first_difference(run, pair, 8 * element);
    if (finding->address != 0) finding->address += shown * element;
    for (uint32_t i = 0; i < 2; i++) {
        finding->value[2 * i] = pair[i];
        finding->value[2 * i + 1] = mask_bits(run->source[shown][pair[i]], 8 * element);
    }
}

/* ---- memory ---- */

void look_at_fault(run_t *run, scord_finding_rule_t rule, uint32_t lane, uint64_t address) {
    if (!looks_for(run->warp, SCORD_FINDING_KIND_MEMORY)) return;
    core_finding_t *finding = run_finding(run, rule, UINT32_C(1) << lane);
    finding->value[0] = address;
    finding->value[1] = run->result->fault.has_address;
}

void look_at_strayed(run_t *run, uint32_t lanes) {
    if (!looks_for(run->warp, SCORD_FINDING_KIND_MEMORY)) return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MEMORY_NEIGHBOUR, lanes);
    const uint64_t segment = run->warp->block->shared_address;
    const uint32_t offset = run->result->shared_offset[first_lane(lanes)];
    if (segment != 0) finding->address = segment + offset;
    finding->value[0] = run->instruction->within - 1;
    finding->value[1] = offset;
}

/* ---- masks of .sync instructions ---- */

static void find_callers(run_t *run, const uint64_t *members, uint32_t lanes) {
    uint32_t outside = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (!(members[first_lane(rest)] >> first_lane(rest) & 1)) outside |= rest & (0 - rest);
    if (outside == 0) return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_CALLER, outside);
    finding->value[0] = first_lane(outside);
    finding->value[1] = (uint32_t)members[first_lane(outside)];
}

/* The lanes of this instruction whose mask is MASK; lanes that have exited make no difference. */
static uint32_t lanes_with(const run_t *run, const uint64_t *members, uint32_t mask) {
    uint32_t lanes = 0;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1)
        if (((members[first_lane(rest)] ^ mask) & run->warp->live) == 0) lanes |= rest & (0 - rest);
    return lanes;
}

/* The first of LANES that name a lane at this instruction whose own mask is another one. */
static void find_different(run_t *run, const uint64_t *members, uint32_t lanes) {
    uint32_t left = lanes, same = 0;
    for (; left; left &= ~same) {
        const uint32_t lane = first_lane(left), mask = (uint32_t)members[lane];
        same = lanes_with(run, members, mask);
        const uint32_t others = mask & run->mask & ~same;
        if (others == 0) continue;
        core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_DIFFER, same & lanes);
        finding->other_lanes = others;
        finding->other_instruction = run->pc;
        finding->value[0] = lane;
        finding->value[1] = mask;
        finding->value[2] = first_lane(others);
        finding->value[3] = (uint32_t)members[first_lane(others)];
        return;
    }
}

/* Whether the masks come from a register; a constant is not computed. */
static bool is_computed(const run_t *run, const uint64_t *members) {
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++)
        if (run->source[i] == members)
            return run->instruction->source[i].kind == PTX_OPERAND_REGISTER;
    return false;
}

/* A mask that __activemask() gave while lanes of the warp ran elsewhere; each result once. */
static void find_activemask(run_t *run, const uint64_t *members, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    if (warp->active_lanes == 0 || (uint32_t)members[first_lane(lanes)] != warp->active_lanes ||
        !is_computed(run, members))
        return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_ACTIVE, lanes);
    finding->value[0] = warp->active_lanes;
    finding->value[1] = warp->active_of;
    warp->active_lanes = 0;
}

/* LANES of the call at PC name others that have ended. Whether the kernel lets threads return is
 * seen in its source: sim/sm/watch/finding_sites.c. */
static void find_gone(run_t *run, uint32_t pc, uint32_t lanes, uint32_t mask, uint32_t gone) {
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_ELSEWHERE, lanes);
    finding->instruction = pc;
    finding->other_lanes = gone;
    finding->value[0] = mask;
    finding->value[1] = 1;
}

void look_at_gone(run_t *run) {
    const barrier_watch_t *watch = &run->warp->watch;
    if (watch->passed_places != 0 && watch->rule == SCORD_FINDING_MASK_ELSEWHERE)
        find_gone(run, watch->barrier_pc, watch->waited, watch->mask, watch->gone);
}

/* Lanes that a mask names and that have ended were to take part, if others come to where they were
 * behind this place, or if the kernel has no return. Those that have returned before are none. */
static void find_ended(run_t *run, const uint64_t *members, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    uint32_t named = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        named |= (uint32_t)members[first_lane(rest)];
    named &= warp->born & ~warp->live;
    if (named == 0) return;
    core_finding_t *finding = find_divided(run, SCORD_FINDING_MASK_ELSEWHERE, run->pc,
                                           current_split(warp)->depth, lanes, named);
    const uint32_t mask = (uint32_t)members[first_lane(lanes)];
    if (finding) {
        finding->value[0] = mask;
        return;
    }
    find_passed_places(warp, SCORD_FINDING_MASK_ELSEWHERE, run->pc, lanes, named);
    warp->watch.mask = mask;
    warp->watch.gone = named;
    if (warp->watch.passed_places == 0) find_gone(run, run->pc, lanes, mask, named);
}

void look_at_members(run_t *run, const uint64_t *members, uint32_t lanes) {
    if (lanes == 0 || !looks_for(run->warp, SCORD_FINDING_KIND_MASK)) return;
    const uint32_t all = (uint32_t)members[first_lane(lanes)];
    bool same = true;
    for (uint32_t rest = run->mask; rest && same; rest &= rest - 1)
        same = (uint32_t)members[first_lane(rest)] == all;
    if (!same) find_different(run, members, lanes);
    if (!same || (lanes & ~all) != 0) find_callers(run, members, lanes);
    find_activemask(run, members, lanes);
    if (run->warp->live != run->warp->born) find_ended(run, members, lanes);
}

void remember_activemask(run_t *run) {
    core_warp_t *warp = run->warp;
    if (run->mask == warp->born || (run->instruction->flags & PTX_FLAG_GROUP) != 0) return;
    warp->active_lanes = run->mask;
    warp->active_of = warp->born;
}

void look_at_sources(run_t *run, const uint64_t *members, const int32_t from[]) {
    uint32_t readers = 0;
    if (!looks_for(run->warp, SCORD_FINDING_KIND_MASK)) return;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest), source = (uint32_t)from[lane];
        if (source != lane && !((run->mask & (uint32_t)members[lane]) >> source & 1))
            readers |= rest & (0 - rest);
    }
    if (readers == 0) return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_ABSENT, readers);
    const uint32_t reader = first_lane(readers), source = (uint32_t)from[reader];
    finding->value[0] = reader;
    finding->value[1] = source;
    finding->value[2] = !(run->warp->live >> source & 1)             ? CORE_LANE_GONE
                        : !((uint32_t)members[reader] >> source & 1) ? CORE_LANE_OUTSIDE
                                                                     : CORE_LANE_ELSEWHERE;
}

/* Operand c of shfl: bits 8 to 12 are 32 minus the width of its parts. */
void look_at_width(run_t *run) {
    uint32_t lanes = 0;
    if (!looks_for(run->warp, SCORD_FINDING_KIND_MASK)) return;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        const uint32_t width = 32 - (run->source[2][first_lane(rest)] >> 8 & 31);
        if ((width & (width - 1)) != 0) lanes |= rest & (0 - rest);
    }
    if (lanes == 0) return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_WIDTH, lanes);
    finding->value[0] = 32 - (run->source[2][first_lane(lanes)] >> 8 & 31);
}

void look_at_missing(run_t *run, uint32_t number, const uint64_t *members, uint32_t missing) {
    const core_warp_t *warp = run->warp;
    const uint32_t lanes = warp->splits[number].mask;
    if (!looks_for(warp, SCORD_FINDING_KIND_MASK)) return;
    find_callers(run, members, lanes);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const split_t *other = &warp->splits[i];
        if (i == number || (other->mask & missing) == 0) continue;
        core_finding_t *finding = run_finding(run, SCORD_FINDING_MASK_ELSEWHERE, lanes);
        finding->other_lanes = other->mask & missing;
        finding->other_instruction = other->wait == CORE_WAIT_BARRIER ? other->barrier_pc
                                                                      : other->pc;
        finding->value[0] = (uint32_t)members[first_lane(lanes)];
        return;
    }
}

/* ---- barriers of the block ---- */

static bool find_split(run_t *run) {
    const core_warp_t *warp = run->warp;
    const split_t *first = &warp->splits[0];
    for (uint32_t i = 1; i < warp->split_count; i++) {
        const split_t *other = &warp->splits[i];
        if (other->barrier_pc == first->barrier_pc) continue;
        core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_SPLIT, first->mask);
        finding->instruction = first->barrier_pc;
        finding->other_lanes = other->mask;
        finding->other_instruction = other->barrier_pc;
        return true;
    }
    return false;
}

static bool find_skipped(run_t *run) {
    const core_warp_t *warp = run->warp;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const split_t *split = &warp->splits[i];
        if (find_divided(run, SCORD_FINDING_BARRIER_PASSED, split->barrier_pc, split->depth,
                         split->mask, CORE_ALL_LANES))
            return true;
    }
    return false;
}

void look_at_arrival(run_t *run) {
    core_warp_t *warp = run->warp;
    const split_t *first = &warp->splits[0];
    const bool aligned = !(warp->launch->module->code[first->barrier_pc].flags &
                           PTX_FLAG_UNALIGNED);
    if (!aligned || !looks_for(warp, SCORD_FINDING_KIND_BARRIER)) return;
    const bool found = find_split(run) || find_skipped(run);
    if (!found && warp->born != warp->live) {
        core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_RETURNED, warp->live);
        finding->instruction = first->barrier_pc;
        finding->value[0] = (uint32_t)__builtin_popcount(warp->born & ~warp->live);
        finding->value[1] = warp->warp_in_block;
        finding->value[2] = warp->born & ~warp->live;
    }
    warp->watch.passed_places = 0;
    if (!found)
        find_passed_places(warp, SCORD_FINDING_BARRIER_PASSED, first->barrier_pc, warp->live,
                           CORE_ALL_LANES);
    warp->watch.places = 0;
}

void look_at_grid_barrier(run_t *run) {
    run->warp->grid_sync = run->pc + 1;
    if (!run->warp->launch->cooperative && looks_for(run->warp, SCORD_FINDING_KIND_BARRIER))
        run_finding(run, SCORD_FINDING_BARRIER_GRID, run->mask);
}
