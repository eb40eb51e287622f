/* SPDX-License-Identifier: Apache-2.0 */
/* passed_places.c: threads that have passed by a barrier, or by a .sync instruction that names
 * them, at which others wait: barrier/part-of-warp and mask/lanes-elsewhere of docs/findings.md.
 *
 * They have ended when the others go on, so that what tells them from threads that return early is
 * where they were: at accesses behind the place to which the others come as well.
 */
#include "sim/core/watch.h"

/* An access that the compiler made of several lines has none, and says nothing of the way that
 * the lanes have taken. */
static void watch_access(run_t *run) {
    barrier_watch_t *watch = &run->warp->watch;
    uint32_t i = 0;
    while (i < watch->places && watch->pc[i] != run->pc) i++;
    if (i == CORE_WATCHED_PLACES) return;
    if (i == watch->places) {
        if (ptx_location(run->warp->launch->module, run->pc).line == 0) return;
        watch->places++;
        watch->pc[i] = run->pc;
        watch->lanes[i] = 0;
    }
    watch->lanes[i] |= run->mask;
}

void look_at_access(run_t *run) {
    barrier_watch_t *watch = &run->warp->watch;
    if (run->warp->split_count > 1 || run->warp->live != run->warp->born) watch_access(run);
    for (uint32_t i = 0; i < watch->passed_places && (run->mask & watch->waited) != 0; i++) {
        if (watch->passed[i] != run->pc) continue;
        core_finding_t *finding = run_finding(run, watch->rule, watch->waited);
        finding->instruction = watch->barrier_pc;
        finding->other_lanes = watch->missing;
        finding->other_instruction = run->pc;
        if (watch->rule == SCORD_FINDING_MASK_ELSEWHERE) finding->value[0] = watch->mask;
        watch->passed_places = 0;
    }
}

static void expect_place(barrier_watch_t *watch, scord_finding_rule_t rule, uint32_t pc,
                         uint32_t lanes) {
    if (watch->passed_places == CORE_WATCHED_PLACES) return;
    watch->rule = rule;
    watch->passed[watch->passed_places++] = pc;
    watch->missing |= lanes;
}

/* Accesses behind the barrier of lanes that have ended and not of lanes that wait: if these come
 * there as well, all were to wait. Threads that return early do not come there. */
void find_passed_places(core_warp_t *warp, scord_finding_rule_t rule, uint32_t barrier_pc,
                        uint32_t waited, uint32_t named) {
    barrier_watch_t *watch = &warp->watch;
    watch->passed_places = 0;
    watch->barrier_pc = barrier_pc;
    watch->waited = waited;
    watch->missing = 0;
    for (uint32_t i = 0; i < watch->places; i++) {
        if (watch->pc[i] > barrier_pc && (watch->lanes[i] & warp->live) == 0 &&
            (watch->lanes[i] & named) != 0)
            expect_place(watch, rule, watch->pc[i], watch->lanes[i]);
    }
}

/* Accesses behind the barrier of warps that have ended and have never met it: if this one comes
 * there as well, all were to wait. */
void look_at_release(core_warp_t *warp, uint32_t barrier_pc) {
    const core_watch_t *block = warp->block->watch;
    const ptx_instruction_t *barrier = &warp->launch->module->code[barrier_pc];
    barrier_watch_t *watch = &warp->watch;
    if ((barrier->flags & PTX_FLAG_UNALIGNED) != 0 || barrier->source[1].kind != PTX_OPERAND_NONE)
        return; /* of some warps */
    watch->accesses = 0;
    watch->met |= UINT64_C(1) << barrier_pc % 64;
    for (uint32_t i = 0; block && i < block->ended_places; i++) {
        const ended_place_t *place = &block->ended[i];
        if (place->pc <= barrier_pc || place->met >> barrier_pc % 64 & 1) continue;
        watch->barrier_pc = barrier_pc;
        watch->waited = warp->live;
        expect_place(watch, SCORD_FINDING_BARRIER_PASSED, place->pc, CORE_ALL_LANES);
    }
}

void look_at_end(core_warp_t *warp) {
    core_watch_t *block = warp->block->watch;
    const barrier_watch_t *watch = &warp->watch;
    if (!block) return;
    for (uint32_t i = 0; i < watch->accesses && i < CORE_WATCHED_PLACES; i++) {
        uint32_t known = 0;
        while (known < block->ended_places && (block->ended[known].pc != watch->recent[i] ||
                                               block->ended[known].met != watch->met))
            known++;
        if (known < WATCH_ENDED && known == block->ended_places)
            block->ended[block->ended_places++] = (ended_place_t){watch->recent[i], watch->met};
    }
}
