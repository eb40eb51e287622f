/* hooks.c: calls by which the headers of sim/runtime/include say what they do, for findings of kind
 * barrier (docs/findings.md). They change nothing that the program sees.
 *
 *   __scord_grid_sync()              grid.sync()
 *   __scord_found(code)              the header itself has seen something wrong
 *   __scord_barrier_init(barrier)    cuda::barrier: init(); the words there are still the old ones
 *   __scord_async_copy(to, bytes)    a copy begins that is done only when it is waited for …
 *   __scord_async_commit()           … it is of this group, as those before …
 *   __scord_async_wait(n)            … all but the last n groups are done
 *
 * The model copies at once. So that a read too early is seen all the same, a warp keeps the places
 * that its lanes copy to until they have waited.
 */
#include "sim/core/warp.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

static bool looks(const run_t *run) { return looks_for(run->warp, SCORD_FINDING_KIND_BARRIER); }

static uint64_t argument(const run_t *run, uint32_t number, uint32_t lane) {
    const ptx_call_t *call = run->instruction->call;
    uint64_t value = 0;
    if (number >= call->argument_count) return 0;
    const ptx_argument_t *place = &call->arguments[number];
    memcpy(&value,
           run->frame->parameters + (size_t)lane * run->frame->parameter_stride + place->offset,
           place->size < 8 ? place->size : 8);
    return value;
}

/* ---- cuda::barrier ---- */

static void found(run_t *run, uint32_t lanes) {
    static const scord_finding_rule_t rules[] = {
        SCORD_FINDING_BARRIER_ARRIVALS, SCORD_FINDING_BARRIER_TOKEN, SCORD_FINDING_BARRIER_STAGE};
    const uint64_t code = argument(run, 0, first_lane(lanes));
    if (looks(run) && code < sizeof rules / sizeof *rules) run_finding(run, rules[code], lanes);
}

/* A barrier that a lane of this warp has initialised before, and whose phase lacks other arrivals
 * than at its begin: who waits there waits for ever. */
static void barrier_init(run_t *run, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    for (uint32_t rest = lanes; rest && looks(run); rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        const uint64_t address = argument(run, 0, lane);
        int32_t left_and_expected[2];
        uint32_t i = 0;
        while (i < warp->barriers && warp->barrier[i] != address) i++;
        if (i == CORE_BARRIERS_KEPT) continue;
        if (i == warp->barriers) {
            warp->barrier[warp->barriers++] = address;
        } else if (core_read(warp, lane, address, left_and_expected, sizeof left_and_expected) &&
                   left_and_expected[0] != left_and_expected[1]) {
            core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_INITIALISED, lanes);
            finding->value[0] = (uint64_t)(int64_t)(left_and_expected[1] - left_and_expected[0]);
            return;
        }
    }
}

/* ---- asynchronous copies ---- */

static void async_copy(run_t *run, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    for (uint32_t rest = lanes; rest && looks(run); rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        const uint64_t address = argument(run, 0, lane);
        if (address >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT != PTX_SHARED_WINDOW) continue;
        if (warp->copies == CORE_COPIES_KEPT ||
            !SCORD_ARRAY_ROOM(warp->copy, warp->copies_allocated, warp->copies + 1))
            return; /* further ones are not looked at */
        warp->copy[warp->copies++] =
            (pending_copy_t){.offset = (uint32_t)(address - PTX_SHARED_WINDOW),
                             .bytes = (uint32_t)argument(run, 1, lane),
                             .lane = lane,
                             .group = warp->copy_group[lane],
                             .pc = run->pc};
    }
}

static void async_commit(run_t *run, uint32_t lanes) {
    for (uint32_t rest = lanes; rest; rest &= rest - 1) run->warp->copy_group[first_lane(rest)]++;
}

static void async_wait(run_t *run, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->copies; i++) {
        const pending_copy_t *copy = &warp->copy[i];
        const bool waits = lanes >> copy->lane & 1;
        const uint64_t left = waits ? argument(run, 0, copy->lane) : 0;
        if (!waits || copy->group + left >= warp->copy_group[copy->lane])
            warp->copy[kept++] = *copy;
    }
    warp->copies = kept;
}

void look_at_copies(run_t *run, uint32_t lanes, uint32_t bytes) {
    core_warp_t *warp = run->warp;
    for (uint32_t i = 0; i < warp->copies; i++) {
        const pending_copy_t *copy = &warp->copy[i];
        uint32_t readers = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const uint32_t offset = run->result->shared_offset[first_lane(rest)];
            if (offset < copy->offset + copy->bytes && copy->offset < offset + bytes)
                readers |= rest & (0 - rest);
        }
        if (readers == 0) continue;
        core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_COPY, readers);
        const uint64_t segment = warp->block->shared_address;
        if (segment != 0)
            finding->address = segment + run->result->shared_offset[first_lane(readers)];
        finding->other_instruction = copy->pc;
        finding->other_lanes = UINT32_C(1) << copy->lane;
        return;
    }
}

/* ---- the call ---- */

bool run_hook(run_t *run, const char *name, uint32_t lanes) {
    static const struct {
        const char *name;
        void (*call)(run_t *run, uint32_t lanes);
    } hooks[] = {{"__scord_found", found},
                 {"__scord_barrier_init", barrier_init},
                 {"__scord_async_copy", async_copy},
                 {"__scord_async_commit", async_commit},
                 {"__scord_async_wait", async_wait}};
    if (strncmp(name, "__scord_", 8) != 0) return false;
    if (strcmp(name, CORE_GRID_SYNC) == 0) return look_at_grid_barrier(run), true;
    for (uint32_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (strcmp(name, hooks[i].name) == 0) return hooks[i].call(run, lanes), true;
    return false;
}
