/* SPDX-License-Identifier: Apache-2.0 */
/* state.c: a hash of all that decides what a warp does next, but memory; for progress.h. */
#include "sim/core/compiled.h"
#include "sim/core/warp.h"

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Whether the comparison stays as it is while its first operand, a time, grows. */
static bool has_passed(const ptx_module_t *module, const ptx_instruction_t *compare,
                       const uint64_t *registers, uint32_t lane) {
    const ptx_operand_t *limit = &compare->source[1];
    const uint64_t a = registers[(size_t)compare->source[0].place * PTX_LANES + lane],
                   b = limit->kind == PTX_OPERAND_CONSTANT
                           ? module->constants[limit->index].value
                           : registers[(size_t)limit->place * PTX_LANES + lane];
    const bool less = compare->source_type == PTX_S64 ? (int64_t)a < (int64_t)b : a < b;
    switch (compare->compare) {
    case PTX_LT:
    case PTX_LO:
    case PTX_GE:
    case PTX_HS: return !less;
    default: return !less && a != b;
    }
}

static bool all_have_passed(const ptx_module_t *module, const core_slice_t *slice,
                            uint32_t function, uint32_t elapsed, const uint64_t *registers,
                            uint32_t lane) {
    for (uint32_t i = 0; i < slice->timeout_count; i++) {
        const ptx_instruction_t *compare = &module->code[slice->timeouts[i].instruction];
        if (slice->timeouts[i].function == function && compare->source[0].index == elapsed &&
            !has_passed(module, compare, registers, lane))
            return false;
    }
    return true;
}

/* The deciding registers of a lane at one call depth, those that are in their places before PC. */
static uint64_t mix_frame(uint64_t hash, const core_warp_t *warp, const core_slice_t *slice,
                          uint32_t depth, uint32_t lane, uint32_t pc) {
    const ptx_module_t *module = warp->launch->module;
    const uint32_t number = module->lines[pc].function;
    const uint8_t *decides = slice->decides + slice->first[number];
    const uint64_t *registers = warp->frames[depth]->registers;
    const ptx_place_t *place = module->functions[number].place;
    for (uint32_t r = 0; r < module->functions[number].registers; r++)
        if (decides[r] && ptx_in_place(&place[r], pc) &&
            !(decides[r] == CORE_ELAPSED &&
              all_have_passed(module, slice, number, r, registers, lane)))
            hash = mix(hash, registers[(size_t)place[r].number * PTX_LANES + lane]);
    return hash;
}

static uint64_t mix_lane(uint64_t hash, const core_warp_t *warp, const core_slice_t *slice,
                         uint32_t lane) {
    const split_t *split = NULL;
    for (uint32_t i = 0; i < warp->split_count && !split; i++)
        if (warp->splits[i].mask >> lane & 1) split = &warp->splits[i];
    if (!split) return hash;
    hash = mix(hash, (uint64_t)split->pc << 32 | split->depth << 8 | split->wait);
    uint32_t pc = split->pc;
    for (uint32_t depth = split->depth;; depth--) {
        hash = mix_frame(hash, warp, slice, depth, lane, pc);
        if (depth == 0) return hash;
        pc = warp->frames[depth]->return_pc[lane];
        hash = mix(hash, pc);
    }
}

uint64_t core_warp_state(core_warp_t *warp, const core_slice_t *slice) {
    run_catch_up(warp);
    uint64_t hash = mix(warp->live, warp->carry);
    for (uint32_t lane = 0; lane < PTX_LANES; lane++) /* splits are in no order */
        hash = mix_lane(hash, warp, slice, lane);
    return hash;
}

uint64_t core_first_lane_state(core_warp_t *warp, const core_slice_t *slice) {
    run_catch_up(warp);
    return warp->live ? mix_lane(warp->live, warp, slice, (uint32_t)__builtin_ctz(warp->live)) : 0;
}
