/* SPDX-License-Identifier: Apache-2.0 */
/* divisions.c: lanes that have taken the other way around a barrier, or around a .sync instruction
 * that names them: barrier/part-of-warp and mask/lanes-elsewhere of docs/findings.md.
 *
 *     @p bra BEHIND ──► all of `mask` come to BEHIND, the post-dominator of the branch
 *        bar.sync        … some wait here, before it
 *     BEHIND:            … the others, `passed`, have been there, and may have ended since
 *
 * A thread that returns early does not come there: the post-dominator of its branch is the end of
 * the kernel, which is no place of its own.
 */
#include "sim/core/warp.h"

static bool is_end(const core_warp_t *warp, uint32_t pc, uint32_t depth) {
    const ptx_opcode_t opcode = (ptx_opcode_t)warp->launch->module->code[pc].opcode;
    return opcode == PTX_EXIT || (opcode == PTX_RET && depth == 0);
}

static void drop_division(barrier_watch_t *watch, uint32_t number) {
    watch->division[number] = watch->division[--watch->divisions];
}

void note_division(core_warp_t *warp, uint32_t meets, uint32_t depth, uint32_t mask) {
    barrier_watch_t *watch = &warp->watch;
    if (is_end(warp, meets, depth)) return;
    for (uint32_t i = 0; i < watch->divisions; i++) {
        const division_t *known = &watch->division[i];
        if (known->meets == meets && known->depth == depth && (mask & ~known->mask) == 0 &&
            (mask & known->passed) == 0)
            return;
    }
    if (watch->divisions == CORE_DIVISIONS) return;
    watch->division[watch->divisions++] = (division_t){meets, depth, mask, 0,
                                                       warp->splits[warp->current].pc};
}

void note_passed(core_warp_t *warp) {
    barrier_watch_t *watch = &warp->watch;
    for (uint32_t d = watch->divisions; d-- > 0;) {
        division_t *division = &watch->division[d];
        for (uint32_t i = 0; i < warp->split_count; i++) {
            const split_t *split = &warp->splits[i];
            if (split->wait != CORE_WAIT_BARRIER && /* its pc is behind the barrier already */
                ((split->pc == division->meets && split->depth == division->depth) ||
                 split->depth < division->depth))
                division->passed |= split->mask & division->mask;
        }
        if ((division->mask & warp->live & ~division->passed) == 0) drop_division(watch, d);
    }
}

uint32_t next_meeting(const core_warp_t *warp, uint32_t pc, uint32_t depth) {
    const barrier_watch_t *watch = &warp->watch;
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < watch->divisions; i++)
        if (watch->division[i].depth == depth && watch->division[i].meets > pc &&
            watch->division[i].meets < next)
            next = watch->division[i].meets;
    return next;
}

/* Whether every way from PC to the end of its function goes through where the division meets. */
static bool leads_to(const core_warp_t *warp, uint32_t pc, uint32_t depth, uint32_t lane,
                     const division_t *division) {
    for (; depth > division->depth; depth--) pc = warp->frames[depth]->return_pc[lane];
    while (depth == division->depth && pc != PTX_FUNCTION_END) {
        if (pc == division->meets) return true;
        pc = warp->launch->module->code[pc].meets;
    }
    return false;
}

/* MEETS, or what is behind it in a line of its own: the compiler gives the first instructions of a
 * block that it made no line, and they seem to be in that of PLACE. */
static uint32_t shown_place(const ptx_module_t *module, uint32_t meets, uint32_t place) {
    const uint32_t line = ptx_location(module, place).line;
    for (uint32_t pc = meets; pc < module->code_count; pc++) {
        const uint32_t here = ptx_location(module, pc).line;
        const ptx_opcode_t opcode = (ptx_opcode_t)module->code[pc].opcode;
        if (here != line && here != 0) return pc;
        if (opcode == PTX_BRA || opcode == PTX_BRX || opcode == PTX_RET || opcode == PTX_EXIT)
            break;
    }
    return meets;
}

/* By which branch they have passed the place: where it returns they may have been to do so
 * (early_return.h). */
static void name_branch(core_finding_t *finding, const core_warp_t *warp,
                        const division_t *division) {
    if (finding->rule != SCORD_FINDING_BARRIER_PASSED) return;
    finding->value[1] = warp->warp_in_block;
    finding->value[3] = UINT64_C(1) + division->branch;
}

void find_apart(run_t *run) {
    const core_warp_t *warp = run->warp;
    const uint32_t depth = warp->splits[warp->current].depth;
    for (uint32_t i = 0; i < warp->watch.divisions; i++) {
        const division_t *division = &warp->watch.division[i];
        const uint32_t here = run->mask & division->mask & ~division->passed,
                       others = division->mask & warp->live & ~run->mask;
        if (here == 0 || others == 0 || !leads_to(warp, run->pc, depth, first_lane(here), division))
            continue;
        core_finding_t *finding = run_finding(run, SCORD_FINDING_BARRIER_PASSED, here);
        finding->other_lanes = others;
        name_branch(finding, warp, division);
        finding->other_instruction = shown_place(warp->launch->module, division->meets, run->pc);
        return;
    }
}

core_finding_t *find_divided(run_t *run, scord_finding_rule_t rule, uint32_t place, uint32_t depth,
                             uint32_t lanes, uint32_t named) {
    const core_warp_t *warp = run->warp;
    for (uint32_t i = 0; i < warp->watch.divisions; i++) {
        const division_t *division = &warp->watch.division[i];
        const uint32_t here = lanes & division->mask & ~division->passed;
        if (here == 0 || (division->passed & named) == 0 ||
            !leads_to(warp, place, depth, first_lane(here), division))
            continue;
        core_finding_t *finding = run_finding(run, rule, here);
        finding->instruction = place;
        finding->other_lanes = division->passed;
        name_branch(finding, warp, division);
        finding->other_instruction = shown_place(warp->launch->module, division->meets, place);
        return finding;
    }
    return NULL;
}
