/* SPDX-License-Identifier: Apache-2.0 */
/* trace_play.c: see trace_play.h; the rules are in docs/import.md, "Order".
 *
 * A trace says what each warp executed, not in which order warps ran. This small machine chooses an
 * order: every cycle each SM executes one instruction of one warp.
 *
 *   next ──► slot[b] of an SM, when one is free and its warps fit
 *              └ block_trace_t: of every warp its records; warp[w].at is behind the next one
 *
 *   sm.taken     warp slots of resident blocks
 *   sm.ready     of these, neither ended nor at a barrier: candidates of the cycle
 *   sm.held_up   of these, before a lock that another warp holds; not candidates
 *
 * A record has a gap: instructions before it that the trace importer does not keep. They take
 * cycles, one each, so that the distance between accesses is that of the trace.
 *
 * Locks are inferred (trace_locks.h). A warp before a held lock waits. When no other warp can
 * proceed, the traced run had an order that this machine did not find: one acquisition is forced
 * and counted, instead of ending in a deadlock.
 *
 * Invariants
 *   - ready and held_up are subsets of taken.
 *   - a warp at a barrier is not ready; the last arrival or exit of the block releases it.
 *   - held[] has each address once.
 *   - status is OK until the first failure; from then on nothing is put.
 */
#include "cmodel/import/trace_play.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "cmodel/stream/stream_error.h"

typedef struct warp_state {
    uint8_t slot;  /* of the block */
    uint8_t index; /* in the block */
    bool loaded;   /* record is the next one */
    size_t at;     /* behind it */
    trace_record_t record;
    uint64_t address[SCORD_THREADS_PER_WARP];
    uint32_t gap;           /* instructions left before it */
    uint32_t live, arrived; /* lanes: not ended; at the barrier, until all of the warp are */
    uint32_t barrier_pc;
} warp_state_t;

typedef struct slot_state {
    bool resident;
    uint32_t warps, exited, waiting; /* warp slots */
    block_trace_t block;
} slot_state_t;

typedef struct sm_state {
    uint32_t taken;   /* warp slots of resident blocks */
    uint32_t ready;   /* of these: neither ended nor waiting */
    uint32_t held_up; /* of these: before a lock that another holds */
    unsigned last;    /* picked last */
    slot_state_t slot[SCORD_MAX_BLOCKS_PER_SM];
    warp_state_t warp[SCORD_MAX_WARPS_PER_SM];
} sm_state_t;

typedef struct play {
    trace_blocks_t *blocks;
    const trace_play_options_t *options;
    const trace_sink_t *sink;
    trace_play_counts_t *counts;
    scord_stream_error_t *error;
    scord_stream_status_t status;
    trace_budget_t budget;
    block_trace_t next;   /* waits for a slot */
    bool has_next, ended; /* ended: the trace has no more blocks */
    uint64_t *held;       /* words of locks that are held */
    size_t held_count, held_allocated;
    sm_state_t sm[SCORD_MAX_SMS];
} play_t;

const char *trace_order_name(trace_order_t order) {
    static const char *const names[TRACE_ORDER_COUNT] = {"random", "round-robin", "greedy"};
    assert(order < TRACE_ORDER_COUNT);
    return names[order];
}

const char *trace_order_words(trace_order_t order) {
    static const char *const words[TRACE_ORDER_COUNT] = {
        "one instruction of a ready warp drawn at random",
        "one instruction of the next ready warp in turn",
        "one instruction of the warp it executed last while that is ready, else of the next"};
    assert(order < TRACE_ORDER_COUNT);
    return words[order];
}

/* ---- events ---- */

static void put(play_t *play, scord_event_t *event, const trace_record_t *record) {
    if (play->status != SCORD_STREAM_OK) return;
    event->cycle = *play->options->cycle;
    play->status = play->sink->write(play->sink->context, event, record ? record->line : 0,
                                     record ? record->source_line : 0, play->error);
}

static void put_warp(play_t *play, scord_event_kind_t kind, unsigned sm, unsigned slot,
                     unsigned warp, uint32_t pc) {
    scord_event_t event = {.kind = kind};
    event.warp = (scord_event_warp_t){
        .sm = (uint8_t)sm, .slot = (uint8_t)slot, .warp = (uint8_t)warp, .pc = pc};
    put(play, &event, NULL);
}

static void put_fence(play_t *play, unsigned sm, unsigned warp) {
    const warp_state_t *state = &play->sm[sm].warp[warp];
    const trace_record_t *record = &state->record;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){.sm = (uint8_t)sm,
                                        .slot = state->slot,
                                        .warp = (uint8_t)warp,
                                        .scope = record->scope,
                                        .semantics = record->semantics,
                                        .pc = play->options->pc_base + record->pc,
                                        .mask = record->mask};
    put(play, &event, record);
}

/* CAS: 0 to 1 where it takes a lock, 1 found where it fails, else 0 to 0, which takes no lock and
 * hides no write. Exch: 0 where it releases a lock, else 1. Other atomics have no values. (D17,
 * D19, D34; docs/import.md, "Locks".) */
static void set_values(scord_event_access_t *access, const trace_record_t *record) {
    assert((record->taken & record->failed) == 0);
    const bool cas = record->atomic_kind == SCORD_ATOMIC_KIND_CAS,
               exch = record->atomic_kind == SCORD_ATOMIC_KIND_EXCH;
    if ((!cas && !exch) || access->size > 8) return;
    access->has_operands = 1;
    access->has_returned = cas;
    for (uint32_t rest = record->mask; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const unsigned taken = record->taken >> lane & 1, failed = record->failed >> lane & 1;
        access->value[lane] = cas ? taken | failed : !taken;
        access->returned[lane] = cas ? failed : 0;
    }
}

static void put_access(play_t *play, unsigned sm, unsigned warp) {
    const warp_state_t *state = &play->sm[sm].warp[warp];
    const trace_record_t *record = &state->record;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    scord_event_access_t *access = &event.access;
    *access = (scord_event_access_t){.sm = (uint8_t)sm,
                                     .slot = state->slot,
                                     .warp = (uint8_t)warp,
                                     .op = record->op,
                                     .atomic_kind = record->atomic_kind,
                                     .scope = record->scope,
                                     .semantics = record->semantics,
                                     .strong = record->strong,
                                     .size = record->size,
                                     .pc = play->options->pc_base + record->pc,
                                     .mask = record->mask};
    for (uint32_t rest = record->mask; rest != 0; rest &= rest - 1)
        access->address[__builtin_ctz(rest)] = state->address[__builtin_ctz(rest)];
    set_values(access, record);
    put(play, &event, record);
}

/* ---- locks ---- */

/* Place of ADDRESS among the held locks, or their number. */
static size_t find_held(const play_t *play, uint64_t address) {
    size_t i = 0;
    while (i < play->held_count && play->held[i] != address) i++;
    return i;
}

static void hold(play_t *play, uint64_t address) {
    play->counts->locks++;
    if (find_held(play, address) < play->held_count) return;
    if (!SCORD_ARRAY_ROOM(play->held, play->held_allocated, play->held_count + 1)) {
        play->status = stream_problem(play->error, SCORD_STREAM_MEMORY,
                                      "no memory for the locks that are held");
        return;
    }
    play->held[play->held_count++] = address;
}

static void release(play_t *play, uint64_t address) {
    const size_t place = find_held(play, address);
    if (place == play->held_count) return;
    play->held[place] = play->held[--play->held_count];
    for (unsigned sm = 0; sm < play->options->config->num_sms; sm++) play->sm[sm].held_up = 0;
}

static bool takes_locks(const trace_record_t *record) {
    return record->taken != 0 && record->atomic_kind == SCORD_ATOMIC_KIND_CAS;
}

/* The record takes a lock that is held. */
static bool must_wait(const play_t *play, const warp_state_t *state) {
    for (uint32_t rest = takes_locks(&state->record) ? state->record.taken : 0; rest != 0;
         rest &= rest - 1)
        if (find_held(play, state->address[__builtin_ctz(rest)]) < play->held_count) return true;
    return false;
}

static void change_locks(play_t *play, const warp_state_t *state) {
    for (uint32_t rest = state->record.taken; rest != 0; rest &= rest - 1) {
        const uint64_t address = state->address[__builtin_ctz(rest)];
        if (takes_locks(&state->record))
            hold(play, address);
        else
            release(play, address);
    }
}

/* ---- barriers and ends ---- */

/* Releases when all live warps wait. Barriers ignore ended warps (D4). */
static void release_barrier(play_t *play, unsigned sm, unsigned slot) {
    sm_state_t *state = &play->sm[sm];
    slot_state_t *block = &state->slot[slot];
    if (block->waiting == 0 || (block->warps & ~block->exited & ~block->waiting) != 0) return;
    assert((block->waiting & ~block->warps) == 0 && (block->waiting & state->ready) == 0);
    put_warp(play, SCORD_EVENT_KIND_BARRIER_RELEASE, sm, slot, 0, 0);
    for (uint32_t rest = block->waiting; rest != 0; rest &= rest - 1)
        state->warp[__builtin_ctz(rest)].arrived = 0;
    state->ready |= block->waiting;
    block->waiting = 0;
}

static void arrive(play_t *play, unsigned sm, unsigned warp) {
    sm_state_t *state = &play->sm[sm];
    const unsigned slot = state->warp[warp].slot;
    assert((state->ready >> warp & 1) != 0);
    put_warp(play, SCORD_EVENT_KIND_BARRIER_ARRIVE, sm, slot, warp,
             play->options->pc_base + state->warp[warp].barrier_pc);
    state->ready &= ~(1u << warp);
    state->slot[slot].waiting |= 1u << warp;
    release_barrier(play, sm, slot);
}

/* Since Volta every thread arrives separately: the warp waits once no lane can arrive later. Before
 * Volta the first lanes arrive for the whole warp. */
static void arrive_if_complete(play_t *play, unsigned sm, unsigned warp) {
    const warp_state_t *state = &play->sm[sm].warp[warp];
    const uint32_t binary = play->blocks->header->binary_version;
    const bool by_warp = binary != 0 && binary < 70;
    if (state->arrived != 0 && (by_warp || (state->live & ~state->arrived) == 0))
        arrive(play, sm, warp);
}

static void take_barrier(play_t *play, unsigned sm, unsigned warp) {
    warp_state_t *state = &play->sm[sm].warp[warp];
    state->arrived |= state->record.mask;
    state->barrier_pc = state->record.pc;
    arrive_if_complete(play, sm, warp);
}

static void end_lanes(play_t *play, unsigned sm, unsigned warp) {
    warp_state_t *state = &play->sm[sm].warp[warp];
    state->live &= ~state->record.mask;
    state->arrived &= state->live;
    arrive_if_complete(play, sm, warp);
}

static void end_warp(play_t *play, unsigned sm, unsigned warp) {
    sm_state_t *state = &play->sm[sm];
    const unsigned slot = state->warp[warp].slot;
    slot_state_t *block = &state->slot[slot];
    assert((block->warps & ~block->exited) >> warp & 1);
    put_warp(play, SCORD_EVENT_KIND_WARP_EXIT, sm, slot, warp, 0);
    state->ready &= ~(1u << warp);
    block->exited |= 1u << warp;
    release_barrier(play, sm, slot);
    if (block->exited != block->warps) return;
    put_warp(play, SCORD_EVENT_KIND_BLOCK_EXIT, sm, slot, 0, 0);
    state->taken &= ~block->warps;
    block->resident = false;
    block_trace_clear(&block->block);
}

/* ---- one instruction ---- */

/* A lane that executes again after its barrier has passed the barrier: so the warp arrives now,
 * without its other lanes. */
static bool load(play_t *play, unsigned sm, unsigned warp) {
    warp_state_t *state = &play->sm[sm].warp[warp];
    if (!state->loaded) {
        const block_trace_t *block = &play->sm[sm].slot[state->slot].block;
        const bool more = warp_trace_read(&block->warp[state->index], &state->at, &state->record,
                                          state->address);
        assert(more); /* TRACE_END is the last, and ends the warp */
        (void)more;
        state->gap = state->record.gap;
        state->loaded = true;
    }
    if ((state->arrived & (state->record.gap_lanes | state->record.mask)) == 0) return true;
    arrive(play, sm, warp);
    return false;
}

/* False: it waits for a lock, and nothing was executed. */
static bool execute(play_t *play, unsigned sm, unsigned warp, bool force) {
    warp_state_t *state = &play->sm[sm].warp[warp];
    if (!load(play, sm, warp)) return true;
    if (state->gap > 0) {
        state->gap--;
        return true;
    }
    if (must_wait(play, state)) {
        if (!force) return false;
        play->counts->forced++;
    }
    state->loaded = false;
    switch ((trace_record_kind_t)state->record.kind) {
    case TRACE_ACCESS:
        put_access(play, sm, warp);
        change_locks(play, state);
        break;
    case TRACE_FENCE: put_fence(play, sm, warp); break;
    case TRACE_BARRIER: take_barrier(play, sm, warp); break;
    case TRACE_EXIT: end_lanes(play, sm, warp); break;
    case TRACE_END: end_warp(play, sm, warp); break;
    }
    return true;
}

/* ---- picking ---- */

static unsigned pick_random(play_t *play, uint32_t candidates) {
    assert(candidates != 0);
    const uint32_t count = (uint32_t)__builtin_popcount(candidates);
    uint32_t skip = scord_split_below(play->options->random, count);
    for (; skip > 0; skip--) candidates &= candidates - 1;
    return (unsigned)__builtin_ctz(candidates);
}

static unsigned pick_after(uint32_t candidates, unsigned last) {
    assert(candidates != 0 && last < SCORD_MAX_WARPS_PER_SM);
    const uint32_t above = candidates & ~(last >= 31 ? UINT32_MAX : (2u << last) - 1);
    return (unsigned)__builtin_ctz(above != 0 ? above : candidates);
}

static unsigned pick(play_t *play, const sm_state_t *sm, uint32_t candidates) {
    switch (play->options->order) {
    case TRACE_ORDER_RANDOM: return pick_random(play, candidates);
    case TRACE_ORDER_GREEDY:
        if ((candidates >> sm->last & 1) != 0) return sm->last;
        break;
    default: break;
    }
    return pick_after(candidates, sm->last);
}

/* One instruction of one warp. False when none is ready. */
static bool step(play_t *play, unsigned index) {
    sm_state_t *sm = &play->sm[index];
    assert(((sm->ready | sm->held_up) & ~sm->taken) == 0);
    for (uint32_t candidates; (candidates = sm->ready & ~sm->held_up) != 0;) {
        const unsigned warp = pick(play, sm, candidates);
        if (execute(play, index, warp, false)) {
            sm->last = warp;
            return true;
        }
        sm->held_up |= 1u << warp;
    }
    return false;
}

/* Every ready warp waits for a lock that another warp holds, which the traced run did not reach.
 * The first one takes its lock anyway. */
static bool force_one(play_t *play) {
    for (unsigned sm = 0; sm < play->options->config->num_sms; sm++) {
        if (play->sm[sm].ready == 0) continue;
        execute(play, sm, (unsigned)__builtin_ctz(play->sm[sm].ready), true);
        play->sm[sm].held_up = 0;
        return true;
    }
    return false;
}

/* ---- blocks ---- */

static unsigned warps_of(const trace_header_t *header) {
    return (header->block[0] * header->block[1] * header->block[2] + SCORD_THREADS_PER_WARP - 1) /
           SCORD_THREADS_PER_WARP;
}

static void fetch_block(play_t *play) {
    if (play->has_next || play->ended || play->status != SCORD_STREAM_OK) return;
    play->next.budget = &play->budget;
    const scord_stream_status_t status = trace_blocks_next(play->blocks, &play->next, play->error);
    if (status == SCORD_STREAM_END)
        play->ended = true;
    else if (status == SCORD_STREAM_OK)
        play->has_next = true;
    else
        play->status = status;
}

/* Blocks resident, or -1 when no further one fits. */
static int load_of(const play_t *play, const sm_state_t *sm, unsigned warps) {
    const scord_config_t *config = play->options->config;
    int resident = 0;
    const uint32_t all = config->warps_per_sm >= 32 ? UINT32_MAX : (1u << config->warps_per_sm) - 1;
    for (unsigned slot = 0; slot < config->blocks_per_sm; slot++)
        resident += sm->slot[slot].resident;
    return resident < (int)config->blocks_per_sm &&
                   (unsigned)__builtin_popcount(all & ~sm->taken) >= warps
               ? resident
               : -1;
}

static uint32_t take_warps(sm_state_t *sm, unsigned slot, unsigned warps, uint32_t last_live) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < warps; i++) {
        assert(sm->taken != UINT32_MAX);
        const unsigned warp = (unsigned)__builtin_ctz(~sm->taken);
        sm->taken |= 1u << warp;
        mask |= 1u << warp;
        sm->warp[warp] = (warp_state_t){.slot = (uint8_t)slot,
                                        .index = (uint8_t)i,
                                        .live = i + 1 < warps ? UINT32_MAX : last_live};
    }
    return mask;
}

static void launch(play_t *play, unsigned index, unsigned warps) {
    sm_state_t *sm = &play->sm[index];
    const uint32_t *size = play->blocks->header->block;
    const uint32_t threads = size[0] * size[1] * size[2], rest = threads % SCORD_THREADS_PER_WARP;
    unsigned slot = 0;
    while (sm->slot[slot].resident) slot++;
    assert(slot < play->options->config->blocks_per_sm);
    slot_state_t *block = &sm->slot[slot];
    *block = (slot_state_t){.resident = true, .block = play->next};
    play->next = (block_trace_t){.budget = NULL};
    play->has_next = false;
    block->warps = take_warps(sm, slot, warps, rest == 0 ? UINT32_MAX : (1u << rest) - 1);
    sm->ready |= block->warps;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
    event.block_launch = (scord_event_block_launch_t){
        .sm = (uint8_t)index, .slot = (uint8_t)slot, .warps = block->warps, .threads = threads};
    memcpy(event.block_launch.cta, block->block.cta, sizeof event.block_launch.cta);
    put(play, &event, NULL);
    for (uint32_t left = block->warps; left != 0;
         left &= left - 1) { /* warps that the trace does not have */
        const unsigned warp = (unsigned)__builtin_ctz(left);
        if (!block->block.warp[sm->warp[warp].index].present) end_warp(play, index, warp);
    }
}

/* The next blocks go to the SM with the fewest blocks, while any has room. */
static void launch_blocks(play_t *play) {
    const unsigned warps = warps_of(play->blocks->header);
    for (;;) {
        int best = -1, least = 0;
        fetch_block(play);
        for (unsigned sm = 0; play->has_next && sm < play->options->config->num_sms; sm++) {
            const int blocks = load_of(play, &play->sm[sm], warps);
            if (blocks < 0 || (best >= 0 && blocks >= least)) continue;
            best = (int)sm;
            least = blocks;
        }
        if (best < 0) return;
        launch(play, (unsigned)best, warps);
    }
}

static void free_play(play_t *play) {
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            if (play->sm[sm].slot[slot].resident) block_trace_clear(&play->sm[sm].slot[slot].block);
    if (play->next.budget) block_trace_clear(&play->next);
    free(play->held);
    free(play);
}

scord_stream_status_t trace_play(trace_blocks_t *blocks, const trace_play_options_t *options,
                                 const trace_sink_t *sink, trace_play_counts_t *counts,
                                 scord_stream_error_t *error) {
    const scord_config_t *config = options->config;
    if (warps_of(blocks->header) > config->warps_per_sm)
        return stream_problem(
            error, SCORD_STREAM_BAD,
            "%s: blocks of %u warps do not fit the %u warp slots of an SM; choose another --config",
            trace_text_name(blocks->text), warps_of(blocks->header), config->warps_per_sm);
    play_t *play = calloc(1, sizeof *play);
    if (!play) return stream_problem(error, SCORD_STREAM_MEMORY, "no memory to play a trace");
    play->blocks = blocks;
    play->options = options;
    play->sink = sink;
    play->counts = counts;
    play->error = error;
    play->budget.most = options->max_memory;
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        play->sm[sm].last = SCORD_MAX_WARPS_PER_SM - 1; /* the next is warp slot 0 */
    for (bool going = true; going && play->status == SCORD_STREAM_OK;) {
        launch_blocks(play);
        going = false;
        for (unsigned sm = 0; sm < config->num_sms && play->status == SCORD_STREAM_OK; sm++)
            going = step(play, sm) || going;
        if (!going && play->status == SCORD_STREAM_OK) going = force_one(play);
        ++*options->cycle;
    }
    const scord_stream_status_t status = play->status;
    assert(status != SCORD_STREAM_OK || (play->ended && !play->has_next));
    for (unsigned sm = 0; sm < config->num_sms && status == SCORD_STREAM_OK; sm++)
        assert(play->sm[sm].taken == 0);
    free_play(play);
    return status;
}
