/* SPDX-License-Identifier: Apache-2.0 */
/* progress.c: tells an endless wait from long work (progress.h).
 *
 *     quiet = 0 ───────── limit/2 ─────────── limit ─────────── 2 × limit ──────── 4 × limit …
 *       ▲ a sign: from 0    │ window: warps     │ LOOK: do all     │ LOOK
 *                           │ take their state  │ warps wait?      │
 *
 * Until limit/2 only the instructions that are executed are noted. Then the slice is made of them,
 * and every warp takes its state at the end of its next turn. It recurs when a turn ends at the
 * same place with the same hash: how long a turn is follows from where it began (D85). The next
 * window has twice the length, so that a longer period is found as well, and a slice of the
 * instructions of the window before: what lanes did on their way to an exit is forgotten.
 *
 * A wait needs more than a recurrence: every lane that can run has run since (else the one that
 * ends the wait may be among the others), no instruction was new to the slice, and no memory of a
 * thread or a block has changed, as it is no part of the state (`worked`).
 *
 * A warp's window is compared, not cleared: a sign costs nothing, however many warps there are.
 * Expensive: the hash, once for each turn that ends where the first did; only without a sign for
 * limit/2. In a loop that works the first lane's already differs.
 */
#include "sim/sm/watch/progress.h"

#include <assert.h>
#include <string.h>

bool progress_start(progress_t *progress, uint64_t limit, const ptx_module_t *module) {
    progress->limit = limit < 2 ? 2 : limit;
    progress_sign(progress);
    return wait_slice_start(&progress->slice, module);
}

void progress_end(progress_t *progress) { wait_slice_free(&progress->slice); }

void progress_sign(progress_t *progress) {
    progress->signs++;
    progress->stage++;
    progress->quiet = 0;
    progress->look = progress->limit;
    progress->watching = false;
}

static void begin_window(progress_t *progress) {
    progress->window++;
    progress->watching = true;
    progress->worked = false;
    wait_slice_find(&progress->slice, progress->stage);
    progress->stage++;
}

void progress_next_window(progress_t *progress) {
    progress->look *= 2;
    begin_window(progress);
}

/* An instruction of the window that LANES have executed. */
static void watch(progress_t *progress, progress_warp_t *warp, uint32_t lanes, bool works) {
    progress->worked = progress->worked || works;
    if (warp->window == progress->window) warp->ran |= lanes;
}

void progress_pause(progress_t *progress, progress_warp_t *warp, core_warp_t *core) {
    const uint32_t next = core_warp_next(core);
    if (!progress->watching) return;
    if (warp->window != progress->window) {
        *warp = (progress_warp_t){.window = progress->window,
                                  .next = next,
                                  .state = core_warp_state(core, &progress->slice.registers),
                                  .first = core_first_lane_state(core, &progress->slice.registers),
                                  .last_address = warp->last_address,
                                  .last_pc = warp->last_pc};
        return;
    }
    if (!warp->recurs && next == warp->next)
        warp->recurs = warp->first == core_first_lane_state(core, &progress->slice.registers) &&
                       warp->state == core_warp_state(core, &progress->slice.registers);
}

void progress_pass(progress_t *progress, progress_warp_t *warp, const core_trace_t *trace,
                   uint64_t count) {
    if (progress->watching && count != 0) watch(progress, warp, trace->lanes, trace->new);
    progress->quiet += count;
}

void progress_read(progress_warp_t *warp, const scord_event_access_t *access) {
    if (access->mask == 0) return;
    warp->last_address = access->address[__builtin_ctz(access->mask)];
    warp->last_pc = access->pc;
    warp->reads = true;
}

progress_verdict_t progress_count(progress_t *progress, progress_warp_t *warp, core_warp_t *core,
                                  const core_step_result_t *result, bool pauses) {
    if (progress->quiet == progress->look) return PROGRESS_GOES_ON; /* other SMs end their cycle */
    if (progress->watching) {
        const bool known = progress->slice.executed[result->instruction] + 1 >= progress->stage;
        watch(progress, warp, result->active, !known || result->changed);
        if (pauses) progress_pause(progress, warp, core);
    }
    progress->slice.executed[result->instruction] = progress->stage;
    progress->quiet++;
    if (progress->quiet == progress->look) return PROGRESS_LOOK;
    assert(progress->quiet < progress->look);
    if (progress->quiet == progress->limit / 2) begin_window(progress);
    return PROGRESS_GOES_ON;
}

/* Lanes that can run. */
static uint32_t running(const core_warp_t *core) {
    core_split_t splits[SCORD_THREADS_PER_WARP];
    const uint32_t count = core_warp_splits(core, splits, SCORD_THREADS_PER_WARP);
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < count; i++)
        if (splits[i].wait == CORE_WAIT_NONE) lanes |= splits[i].mask;
    return lanes;
}

bool progress_waits(const progress_t *progress, const progress_warp_t *warp,
                    const core_warp_t *core) {
    return progress->watching && warp->window == progress->window && warp->recurs &&
           !progress->worked && (running(core) & ~warp->ran) == 0;
}
