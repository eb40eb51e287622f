/* SPDX-License-Identifier: Apache-2.0 */
/* splits.c: divergence: the lanes of a warp as a list of splits, and which one goes next.
 *
 *     splits[0]  pc 12  depth 0  lanes 0xffff0000
 *     splits[1]  pc 20  depth 0  lanes 0x0000ff00   waits at a barrier
 *     splits[2]  pc 40  depth 1  lanes 0x000000ff   in a call
 *
 * A split is a set of lanes at one place. Masks are disjoint, none is empty after settle_splits,
 * and together they are the live lanes. A divergent branch divides a split; splits that reach the
 * same place in the same state merge. There is no reconvergence stack: merging by place finds every
 * reconvergence that a stack finds and needs no analysis of the code.
 *
 * Which one goes next: deepest call first, then lowest pc. Compilers put a reconvergence point
 * behind what diverges before it, so lanes that are behind catch up and merge. That alone would
 * starve a lane that holds a lock while other lanes spin for it at a lower pc (clang turns `do {
 * if (!CAS) {…} } while` into spin-before-critical-section). So a split yields when it goes
 * backward
 *   1 without having changed memory since its last backward branch, after a strong load or an
 *     atomic without effect: it spins;
 *   2 after `fairness` instructions during which others could run;
 *   3 while others are still inside the region that jumps back to the same place: they will reach
 *   it too, and merge. Blocks of a loop behind its latch would otherwise never merge with the lanes
 *   ahead.
 * Yielded splits run again when the others have yielded, wait or are gone, or when another split
 * changes memory strongly, since the lock may be free. Every split that can run thus runs again
 * after a bounded number of instructions of the others.
 *
 * Independent threads (Volta): splits take turns, round by round. The first by the order above
 * begins a round with CORE_TURN_BEHIND instructions, each of the others has CORE_TURN_AHEAD. They
 * run interleaved, none starves, and splits that are behind still catch up and merge. Volta's
 * convergence optimiser guarantees no more. A split that spins gives up the rest of its turn.
 *
 * Ranks (core_launch_t.rank): of the splits that have not yielded, the one of the highest rank
 * runs until it waits, ends, spins, or has run `fairness` instructions before it goes backward; a
 * change of memory lets those that spun look again. Lanes that are ahead do not wait to merge.
 *
 * Before Volta (post_dominators): lanes that a branch divides meet at its immediate post-dominator,
 * a function's end meaning the place behind its call. A split that comes there waits until all
 * lanes of the meeting have come or exited; splits of different meetings do not merge, as they
 * would be different entries of a reconvergence stack. Between meetings the order is the one above,
 * so that code in which one side of a branch waits for the other runs, although real stacks may run
 * the wrong side first. A lane that takes a lock and meets lanes that spin for it waits for ever.
 *
 * Expensive: settle_splits compares all pairs. So the current split runs on, without settling,
 * until its pc reaches `horizon`, the lowest pc above it of another split at its depth.
 * Reference: docs/semantics.md D41, D44.
 */
#include "sim/core/warp.h"

#include <assert.h>

static bool takes_turns(const core_warp_t *warp) {
    return warp->launch->independent_threads && !warp->launch->rank;
}

split_t *part_lanes(core_warp_t *warp, uint32_t mask, uint32_t pc, uint32_t depth) {
    assert(warp->current < warp->split_count && warp->split_count < PTX_LANES);
    split_t *from = current_split(warp), *split = &warp->splits[warp->split_count++];
    assert(mask != 0 && (mask & ~from->mask) == 0);
    const core_launch_t *launch = warp->launch;
    *split = (split_t){.pc = pc,
                       .depth = depth,
                       .mask = mask,
                       .age = from->age,
                       .rank = launch->rank ? launch->rank(launch->rank_context) : 0};
    from->mask &= ~mask;
    return split;
}

/* Another split that can run and is still inside the region that jumps back to the pc of
 * `split`. */
static bool others_inside(const core_warp_t *warp, const split_t *split) {
    uint32_t end = warp->launch->module->code[split->pc].loop_end;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const split_t *other = &warp->splits[i];
        if (other != split && other->wait == CORE_WAIT_NONE && !other->yielded &&
            other->depth == split->depth && other->pc > split->pc && other->pc <= end)
            return true;
    }
    return false;
}

void went_backward(core_warp_t *warp, split_t *split) {
    bool spins = (warp->spinning & split->mask) && !(warp->progress & split->mask);
    uint32_t fairness = warp->launch->fairness ? warp->launch->fairness : CORE_DEFAULT_FAIRNESS;
    warp->spinning &= ~split->mask;
    warp->progress &= ~split->mask;
    warp->spun = spins ? warp->spun | split->mask : warp->spun & ~split->mask;
    const bool too_long = !takes_turns(warp) && split->age > fairness; /* turns are shorter */
    const bool waits_for_others = !warp->launch->rank && others_inside(warp, split);
    if (warp->split_count == 1 || !(spins || too_long || waits_for_others)) return;
    split->yielded = true;
    split->age = 0;
}

void others_may_go(core_warp_t *warp) {
    if (warp->split_count == 1 || takes_turns(warp)) return; /* their turn comes soon */
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (i != warp->current && warp->splits[i].yielded) {
            warp->splits[i].yielded = false;
            warp->horizon = 0; /* choose again */
        }
}

static void remove_split(core_warp_t *warp, uint32_t index) {
    assert(index < warp->split_count);
    warp->splits[index] = warp->splits[--warp->split_count];
}

/* ---- meetings (before Volta) ---- */

static bool covers(uint32_t mask, uint32_t part) { return (part & ~mask) == 0; }

void expect_meeting(core_warp_t *warp, uint32_t pc, uint32_t depth) {
    const uint32_t mask = current_split(warp)->mask;
    if (warp->block->watch) note_division(warp, pc, depth, mask);
    if (!warp->launch->post_dominators) return;
    for (uint32_t i = 0; i < warp->meeting_count; i++) {
        const meeting_t *meeting = &warp->meetings[i];
        if (meeting->pc == pc && meeting->depth == depth && covers(meeting->mask, mask)) return;
    }
    assert(warp->meeting_count < PTX_LANES); /* each is for two splits or more */
    warp->meetings[warp->meeting_count++] = (meeting_t){pc, depth, mask};
}

/* Whether the lanes of both are to come to the same meetings. */
static bool same_meetings(const core_warp_t *warp, const split_t *a, const split_t *b) {
    for (uint32_t i = 0; i < warp->meeting_count; i++)
        if (!(warp->meetings[i].mask & a->mask) != !(warp->meetings[i].mask & b->mask))
            return false;
    return true;
}

/* Drops the meetings all of whose lanes are in one split, wherever that is. True: there were some.
 */
static bool drop_complete_meetings(core_warp_t *warp) {
    const uint32_t before = warp->meeting_count;
    for (uint32_t m = warp->meeting_count; m-- > 0;) {
        meeting_t *meeting = &warp->meetings[m];
        meeting->mask &= warp->live;
        bool complete = meeting->mask == 0;
        for (uint32_t i = 0; i < warp->split_count && !complete; i++)
            complete = covers(warp->splits[i].mask, meeting->mask);
        if (complete) *meeting = warp->meetings[--warp->meeting_count];
    }
    return warp->meeting_count < before;
}

static void wait_at_meetings(core_warp_t *warp) {
    for (uint32_t i = 0; i < warp->split_count; i++) {
        split_t *split = &warp->splits[i];
        if (split->wait != CORE_WAIT_NONE && split->wait != CORE_WAIT_MEETING) continue;
        split->wait = CORE_WAIT_NONE;
        for (uint32_t m = 0; m < warp->meeting_count; m++) {
            const meeting_t *meeting = &warp->meetings[m];
            if (meeting->pc == split->pc && meeting->depth == split->depth &&
                (meeting->mask & split->mask) != 0)
                split->wait = CORE_WAIT_MEETING;
        }
    }
}

/* Equal place and state: one split. Lanes that wait for others become runnable by the merge: all
 * may be present now. */
static bool merges(const split_t *a, const split_t *b) {
    if (a->pc != b->pc || a->depth != b->depth) return false;
    bool a_at_barrier = a->wait == CORE_WAIT_BARRIER, b_at_barrier = b->wait == CORE_WAIT_BARRIER;
    if (a_at_barrier != b_at_barrier) return false;
    return !a_at_barrier || (a->barrier == b->barrier && a->barrier_pc == b->barrier_pc &&
                             a->barrier_threads == b->barrier_threads);
}

static void merge_into(split_t *a, const split_t *b) {
    assert((a->mask & b->mask) == 0 && (a->mask | b->mask) != 0);
    a->mask |= b->mask;
    a->predicate |= b->predicate;
    a->yielded = a->yielded && b->yielded;
    a->age = a->age < b->age ? a->age : b->age;
    a->rank = a->rank > b->rank ? a->rank : b->rank;
    if (a->wait != CORE_WAIT_BARRIER) a->wait = CORE_WAIT_NONE;
}

static void merge_splits(core_warp_t *warp) {
    for (uint32_t i = 0; i < warp->split_count; i++)
        for (uint32_t j = warp->split_count; j-- > i + 1;)
            if (merges(&warp->splits[i], &warp->splits[j]) &&
                same_meetings(warp, &warp->splits[i], &warp->splits[j])) {
                merge_into(&warp->splits[i], &warp->splits[j]);
                remove_split(warp, j);
            }
}

static bool goes_before(const split_t *a, const split_t *b) {
    if (a->yielded != b->yielded) return !a->yielded;
    if (a->rank != b->rank) return a->rank > b->rank;
    return a->depth != b->depth ? a->depth > b->depth : a->pc < b->pc;
}

/* The lowest place above the current split's at which it may meet others. */
static uint32_t next_place(const core_warp_t *warp) {
    const split_t *current = &warp->splits[warp->current];
    uint32_t place = next_meeting(warp, current->pc, current->depth);
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].depth == current->depth && warp->splits[i].pc > current->pc &&
            warp->splits[i].pc < place)
            place = warp->splits[i].pc;
    return place;
}

/* ---- independent threads ---- */
static void count_turn(core_warp_t *warp) { /* of the split that has just executed an instruction */
    if (warp->current >= warp->split_count || warp->split_count == 1) return;
    split_t *split = current_split(warp);
    if (++split->age < split->turn) return;
    split->yielded = true;
    split->age = split->turn = 0;
}

static void begin_turn(core_warp_t *warp, split_t *split) {
    if (split->yielded) { /* all splits have had their turn: a new round */
        for (uint32_t i = 0; i < warp->split_count; i++) warp->splits[i].yielded = false;
        warp->round_begins = true;
    }
    warp->horizon = 0; /* choose again after every instruction */
    if (split->turn != 0) return;
    split->age = 0;
    split->turn = warp->round_begins ? CORE_TURN_BEHIND : CORE_TURN_AHEAD;
    warp->round_begins = false;
}

static void choose_split(core_warp_t *warp) {
    uint32_t best = warp->split_count, runnable = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].wait != CORE_WAIT_NONE) continue;
        runnable++;
        if (best == warp->split_count || goes_before(&warp->splits[i], &warp->splits[best]))
            best = i;
    }
    warp->current = best;
    if (best == warp->split_count) return;
    if (takes_turns(warp)) {
        begin_turn(warp, &warp->splits[best]);
        return;
    }
    warp->horizon = next_place(warp);
    if (warp->meeting_count > 0) warp->horizon = 0; /* look after every instruction */
    if (runnable == 1)
        warp->splits[best].age = 0;
    else
        warp->splits[best].age++;
    if (!warp->splits[best].yielded) return;
    for (uint32_t i = 0; i < warp->split_count; i++)
        warp->splits[i].yielded = false; /* all have: a new round */
}

static uint32_t lanes_of_splits(const core_warp_t *warp) {
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) lanes |= warp->splits[i].mask;
    return lanes;
}

void settle_splits(core_warp_t *warp) {
    if (warp->split_count == 1 && warp->splits[0].mask && warp->splits[0].wait == CORE_WAIT_NONE) {
        warp->current = 0;
        warp->horizon = UINT32_MAX;
        warp->meeting_count = 0;
        if (warp->watch.divisions != 0) {
            note_passed(warp);
            warp->horizon = next_meeting(warp, warp->splits[0].pc, warp->splits[0].depth);
        }
        return;
    }
    if (takes_turns(warp)) count_turn(warp);
    for (uint32_t i = warp->split_count; i-- > 0;)
        if (!warp->splits[i].mask) remove_split(warp, i);
    if (warp->watch.divisions != 0) note_passed(warp);
    assert(lanes_of_splits(warp) == warp->live);
    merge_splits(warp);
    while (drop_complete_meetings(warp)) merge_splits(warp);
    wait_at_meetings(warp);
    choose_split(warp);
}

uint32_t steps_alone(const core_warp_t *warp) {
    const split_t *split = &warp->splits[warp->current];
    const bool turns = takes_turns(warp) && warp->split_count > 1;
    const uint32_t place = turns ? next_place(warp) : warp->horizon,
                   until = place > split->pc + 1 ? place - split->pc - 1 : 0;
    if (!turns) return until;
    const uint32_t left = split->turn > split->age + 1 ? split->turn - split->age - 1 : 0;
    return left < until ? left : until;
}

void drop_lanes(core_warp_t *warp, uint32_t mask) {
    assert((mask & ~warp->live) == 0);
    warp->live &= ~mask;
    current_split(warp)->mask &= ~mask;
    for (uint32_t i = 0; i < warp->split_count;
         i++) /* lanes that wait for them need not wait any longer */
        if (warp->splits[i].wait == CORE_WAIT_LANES) warp->splits[i].wait = CORE_WAIT_NONE;
}
