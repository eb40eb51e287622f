/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.c: barriers in memory and asynchronous copies, for findings of kind barrier
 * (docs/findings.md). They change nothing that the program sees. What happens is said by calls in
 * the headers of sim/runtime/include, and by instructions that sim/ptx/macros.c writes beside those
 * that stand for cp.async and mbarrier:
 *
 *   __scord_grid_sync()                           grid.sync()
 *   __scord_found(code)                           the header itself has seen something wrong
 *   __scord_barrier_init(at)          init        the words at AT are still the old ones
 *                                     inval       it is none any more
 *   __scord_barrier_use(at)                       arrive, wait or the like; also each mbarrier_step
 *   __scord_barrier_waited(at, phase) test        that phase is the one under way
 *   __scord_async_copy(to, bytes)     copy, bulk  a copy begins, done only when waited for …
 *   __scord_async_commit()            commit      … it is of this group, as those before …
 *   __scord_async_wait(n)             wait        … all but the last n groups are done
 *                                     grid_wait, grid_trigger: griddepcontrol, for the host
 *   __scord_async_attach(at, &phase)  attach      … done when that phase of a barrier is over
 *
 * The model copies at once. So that a read too early is seen all the same, the watch of the block
 * keeps the places that are copied to until a thread has waited and the reader is ordered behind.
 * A phase is a number that grows: of mbarrier four bits of its state (memory.c).
 */
#include "sim/core/watch.h"

#include <stdlib.h>

static bool looks(const run_t *run) { return looks_for(run->warp, SCORD_FINDING_KIND_BARRIER); }

/* An address by an instruction, as a generic one. */
static uint64_t generic_address(const run_t *run, uint64_t base) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint64_t address = base + (uint64_t)instruction->offset;
    return instruction->space == PTX_SPACE_SHARED ? PTX_SHARED_WINDOW + (uint32_t)address : address;
}

static uint64_t argument(run_t *run, uint32_t number, uint32_t lane) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->opcode == PTX_HOOK) {
        const bool placed = instruction->base.kind != PTX_OPERAND_NONE;
        if (!placed || number > 0) return run->source[number - placed][lane];
        return generic_address(run, fetch_operand(run, &instruction->base, PTX_MAX_SOURCES)[lane]);
    }
    const ptx_call_t *call = instruction->call;
    uint64_t value = 0;
    if (number >= call->argument_count) return 0;
    const ptx_argument_t *place = &call->arguments[number];
    memcpy(&value,
           run->frame->parameters + (size_t)lane * run->frame->parameter_stride + place->offset,
           place->size < 8 ? place->size : 8);
    return value;
}

static bool is_shared(uint64_t address) {
    return address >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT == PTX_SHARED_WINDOW;
}

/* ---- barriers ---- */

static void found(run_t *run, uint32_t lanes) {
    static const scord_finding_rule_t rules[] = {
        SCORD_FINDING_BARRIER_ARRIVALS, SCORD_FINDING_BARRIER_TOKEN, SCORD_FINDING_BARRIER_STAGE};
    const uint64_t code = argument(run, 0, first_lane(lanes));
    if (looks(run) && code < sizeof rules / sizeof *rules) run_finding(run, rules[code], lanes);
}

#define NONE_LEFT (UINT32_C(1) << 31) /* as in cuda/barrier */

/* Arrivals of the phase of the barrier at ADDRESS; 0: none, or it cannot be read. */
static uint32_t arrivals_of(const run_t *run, uint32_t lane, uint64_t address) {
    struct { /* of cuda/barrier */
        uint32_t left, phase, expected;
    } words;
    uint64_t state;
    if (run->instruction->opcode == PTX_HOOK) {
        if (!core_read(run->warp, lane, address, &state, sizeof state)) return 0;
        const mbarrier_t barrier = mbarrier_of(state);
        return barrier.expected - barrier.pending;
    }
    if (!core_read(run->warp, lane, address, &words, sizeof words)) return 0;
    return words.expected - (words.left - NONE_LEFT);
}

/* A warp that has used the barrier, and nothing orders this one behind that: it may wait there
 * still. -1: none. */
static int32_t unordered_user(const core_watch_t *watch, const core_warp_t *warp,
                              const watched_barrier_t *known) {
    for (uint32_t i = 0; i < WATCH_WARPS; i++)
        if (known->used[i] != 0 && !watch_ordered(watch, warp, i, known->used[i] - 1))
            return (int32_t)i;
    return -1;
}

/* Who waits for the barrier that was there waits for ever. */
static void barrier_init(run_t *run, uint32_t lanes) {
    core_watch_t *watch = looks(run) ? begin_watch(run->warp) : NULL;
    for (uint32_t rest = lanes; rest && watch; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        const uint64_t address = argument(run, 0, lane);
        const watched_barrier_t *known = watch_barrier(watch, address);
        const uint32_t arrivals = known ? arrivals_of(run, lane, address) : 0;
        const int32_t user = known ? unordered_user(watch, run->warp, known) : -1;
        if (arrivals != 0 || user >= 0) {
            core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_INITIALISED, lanes);
            finding->value[0] = arrivals;
            finding->value[1] = (uint32_t)user;
        }
        if (known || watch->objects < WATCH_OBJECTS)
            watch_add_barrier(watch, &(watched_barrier_t){.address = address,
                                                          .warp = run->warp->warp_in_block,
                                                          .lane = lane,
                                                          .knowing = UINT32_C(1) << lane,
                                                          .stamp = watch_stamp(watch, run->warp),
                                                          .pc = run->pc});
        if (arrivals != 0 || user >= 0) return;
    }
}

static void barrier_inval(run_t *run, uint32_t lanes) {
    core_watch_t *watch = active_watch(run->warp);
    for (uint32_t rest = lanes; rest && watch; rest &= rest - 1)
        watch_drop_barrier(watch, argument(run, 0, first_lane(rest)));
}

/* A lane uses the barrier in shared memory at ADDRESS: some thread has initialised it before, and
 * this one is ordered behind. False: it is a finding. */
static bool is_initialised(run_t *run, uint32_t lane, uint64_t address, uint32_t lanes) {
    core_watch_t *watch = begin_watch(run->warp);
    if (!watch || !is_shared(address) || watch->objects == WATCH_OBJECTS) return true;
    watched_barrier_t *known = watch_barrier(watch, address);
    if (known) known->used[run->warp->warp_in_block] = 1 + watch_stamp(watch, run->warp);
    if (known && (known->warp == run->warp->warp_in_block
                      ? known->knowing >> lane & 1
                      : watch_ordered(watch, run->warp, known->warp, known->stamp)))
        return true;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_UNINITIALISED, lanes);
    const uint64_t segment = run->warp->block->shared_address;
    if (segment != 0) finding->address = segment + (address - PTX_SHARED_WINDOW);
    finding->value[0] = known ? 1 : 0;
    if (!known) return false;
    finding->value[1] = known->warp;
    finding->value[2] = known->lane;
    finding->other_instruction = known->pc;
    finding->other_lanes = known->warp == run->warp->warp_in_block ? UINT32_C(1) << known->lane
                                                                   : CORE_ALL_LANES;
    return false;
}

static void barrier_use(run_t *run, uint32_t lanes) {
    for (uint32_t rest = lanes; rest && looks(run); rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        if (!is_initialised(run, lane, argument(run, 0, lane), rest)) return;
    }
}

void look_at_mbarrier(run_t *run, uint32_t lanes, const uint64_t address[]) {
    for (uint32_t rest = lanes; rest && looks(run); rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        /* `address` has the offset already; without .shared it is generic */
        const uint64_t at = run->instruction->space == PTX_SPACE_SHARED
                                ? PTX_SHARED_WINDOW + (uint32_t)address[lane]
                                : address[lane];
        if (!is_initialised(run, lane, at, rest)) return;
    }
}

/* ---- asynchronous copies ---- */

static void async_copy(run_t *run, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    core_watch_t *watch = looks(run) ? begin_watch(warp) : NULL;
    for (uint32_t rest = lanes; rest && watch; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        const uint64_t address = argument(run, 0, lane);
        if (!is_shared(address)) continue;
        watch_add_copy(watch, warp,
                       &(watched_copy_t){.offset = (uint32_t)(address - PTX_SHARED_WINDOW),
                                         .bytes = (uint32_t)argument(run, 1, lane),
                                         .warp = warp->warp_in_block,
                                         .lane = lane,
                                         .group = warp->copy_group[lane],
                                         .pc = run->pc,
                                         .begun = watch_stamp(watch, warp),
                                         .bulk = run->instruction->action == PTX_DO_BULK});
    }
}

static void async_commit(run_t *run, uint32_t lanes) {
    run->warp->copied = true;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) run->warp->copy_group[first_lane(rest)]++;
}

static void async_wait(run_t *run, uint32_t lanes) {
    const core_warp_t *warp = run->warp;
    core_watch_t *watch = active_watch(warp);
    for (uint32_t i = 0; watch && watch->open != 0 && i < watch->copies; i++) {
        watched_copy_t *copy = &watch->copy[i];
        if (copy->words == 0 || copy->waited || copy->bulk || copy->warp != warp->warp_in_block ||
            !(lanes >> copy->lane & 1))
            continue;
        if (copy->group + argument(run, 0, copy->lane) < warp->copy_group[copy->lane])
            watch_copy_done(watch, warp, copy);
    }
}

/* The copies that the lanes have begun are part of a phase. */
static void async_attach(run_t *run, uint32_t lanes) {
    core_watch_t *watch = active_watch(run->warp);
    const bool is_ptx = run->instruction->opcode == PTX_HOOK,
               bulk = is_ptx && run->instruction->action == PTX_DO_ATTACH_BULK;
    for (uint32_t i = 0; watch && watch->open != 0 && i < watch->copies; i++) {
        watched_copy_t *copy = &watch->copy[i];
        if (copy->words == 0 || copy->waited || copy->barrier != 0 || copy->bulk != bulk ||
            copy->warp != run->warp->warp_in_block || !(lanes >> copy->lane & 1))
            continue;
        const uint64_t address = argument(run, 0, copy->lane);
        uint64_t state = 0;
        if (!core_read(run->warp, copy->lane, is_ptx ? address : argument(run, 1, copy->lane),
                       &state, is_ptx ? sizeof state : sizeof(uint32_t)))
            continue;
        copy->barrier = address;
        copy->phase = is_ptx ? mbarrier_of(state).phase : (uint32_t)state;
    }
}

/* A thread knows that PHASE of the barrier is under way: those before are over, and with them the
 * copies that they wait for. Who reads without a wait of its own is a race. */
static void end_phases(run_t *run, uint64_t barrier, uint32_t phase, uint32_t period) {
    core_watch_t *watch = active_watch(run->warp);
    for (uint32_t i = 0; watch && watch->open != 0 && i < watch->copies; i++) {
        watched_copy_t *copy = &watch->copy[i];
        const uint32_t ahead = (phase - copy->phase) & (period - 1);
        if (copy->words != 0 && !copy->waited && copy->barrier == barrier && ahead != 0 &&
            ahead <= period / 2)
            watch_drop_copy(watch, copy);
    }
}

static void barrier_waited(run_t *run, uint32_t lanes) {
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        end_phases(run, argument(run, 0, first_lane(rest)),
                   (uint32_t)argument(run, 1, first_lane(rest)), UINT32_C(1) << 31);
}

/* test_wait and try_wait: source 0 is the state that was read, source 1 that of the token, or the
 * parity in its top bit. */
static void barrier_test(run_t *run, uint32_t lanes) {
    const bool parity = run->instruction->action == PTX_DO_TEST_PARITY;
    uint32_t old = 0;
    barrier_use(run, lanes);
    for (uint32_t rest = lanes; rest && looks(run); rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        const uint64_t state = argument(run, 1, lane), asked = argument(run, 2, lane);
        const uint32_t phase = mbarrier_of(state).phase,
                       ahead = (phase - mbarrier_of(asked).phase) & (MBARRIER_PHASES - 1);
        if (!parity && ahead > 1) old |= UINT32_C(1) << lane;
        if ((state ^ asked) >> 63) end_phases(run, argument(run, 0, lane), phase, MBARRIER_PHASES);
    }
    if (old != 0) run_finding(run, SCORD_FINDING_BARRIER_TOKEN, old);
}

/* Whether LANE reads what the copy has not brought for certain. Without any order behind its begin
 * it is a race with the copy. */
static bool is_too_early(const core_watch_t *watch, const core_warp_t *warp,
                         const watched_copy_t *copy) {
    if (copy->warp == warp->warp_in_block) return !copy->waited;
    if (!watch_ordered(watch, warp, copy->warp, copy->begun)) return false;
    return !copy->waited || !watch_ordered(watch, warp, copy->warp, copy->done);
}

void look_at_copies(run_t *run, uint32_t lanes, uint32_t bytes) {
    const core_watch_t *watch = active_watch(run->warp);
    const watched_copy_t *first = NULL;
    uint32_t readers = 0;
    if (!watch || !watch->copy_at) return;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t offset = run->result->shared_offset[first_lane(rest)];
        for (uint32_t at = offset / 4 * 4; at < offset + bytes; at += 4) {
            const watched_copy_t *copy = watch_copy_at(watch, at);
            if (!copy || (first && copy != first && copy->pc != first->pc) ||
                offset >= copy->offset + copy->bytes || copy->offset >= offset + bytes ||
                !is_too_early(watch, run->warp, copy))
                continue;
            if (!first) first = copy;
            readers |= rest & (0 - rest);
        }
    }
    if (readers == 0) return;
    core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_COPY, readers);
    const uint64_t segment = run->warp->block->shared_address;
    if (segment != 0) finding->address = segment + run->result->shared_offset[first_lane(readers)];
    finding->value[0] = first->waited;
    finding->other_instruction = first->pc;
    finding->other_lanes = first->warp == run->warp->warp_in_block ? UINT32_C(1) << first->lane
                                                                   : CORE_ALL_LANES;
}

void look_at_overwritten(run_t *run, uint32_t lanes, uint32_t bytes) {
    core_watch_t *watch = active_watch(run->warp);
    for (uint32_t rest = lanes; rest && watch && watch->copy_at; rest &= rest - 1)
        watch_overwritten(watch, run->result->shared_offset[first_lane(rest)], bytes);
}

/* ---- the call, and the instruction ---- */

bool run_hook(run_t *run, const char *name, uint32_t lanes) {
    static const struct {
        const char *name;
        void (*call)(run_t *run, uint32_t lanes);
    } hooks[] = {{"__scord_found", found},
                 {"__scord_barrier_init", barrier_init},
                 {"__scord_barrier_use", barrier_use},
                 {"__scord_barrier_waited", barrier_waited},
                 {"__scord_async_attach", async_attach},
                 {"__scord_async_copy", async_copy},
                 {"__scord_async_commit", async_commit},
                 {"__scord_async_wait", async_wait}};
    if (strncmp(name, "__scord_", 8) != 0) return false;
    if (strcmp(name, CORE_GRID_SYNC) == 0) return look_at_grid_barrier(run), true;
    for (uint32_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (strcmp(name, hooks[i].name) == 0) return hooks[i].call(run, lanes), true;
    return false;
}

/* Who comes before whom among launches is the host's to know. */
static void grid_step(run_t *run, const char *name) {
    core_warp_t *warp = run->warp;
    const core_host_t *host = &warp->launch->host;
    const uint32_t lane = first_lane(run->mask);
    char message[8] = "";
    core_host_call_t request = {.name = name, .warp = warp, .lane = lane, .instruction = run->pc};
    for (int axis = 0; axis < 3; axis++) {
        request.thread[axis] = warp->thread[axis][lane];
        request.block[axis] = warp->block->cta[axis];
    }
    if (host->call) host->call(host->context, &request, message, sizeof message);
}

void run_hook_step(run_t *run) {
    if (run->mask == 0) return;
    switch (run->instruction->action) {
    case PTX_DO_COPY:
    case PTX_DO_BULK: async_copy(run, run->mask); break;
    case PTX_DO_COMMIT: async_commit(run, run->mask); break;
    case PTX_DO_WAIT: async_wait(run, run->mask); break;
    case PTX_DO_GRID_WAIT: grid_step(run, CORE_GRID_WAIT); break;
    case PTX_DO_GRID_TRIGGER: grid_step(run, CORE_GRID_TRIGGER); break;
    case PTX_DO_ATTACH:
    case PTX_DO_ATTACH_BULK: async_attach(run, run->mask); break;
    case PTX_DO_INIT: barrier_init(run, run->mask); break;
    case PTX_DO_INVAL: barrier_inval(run, run->mask); break;
    default: barrier_test(run, run->mask); break;
    }
}
