/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_calls.c: values that nothing has written (unwritten.c) on their way through calls that
 * are not inlined. While one lies in the memory of a call's parameters, or of its result, it is
 * pending there as in a register: parameter + its offset.
 *
 *     st.param [p+o], %r ──► call ──► ld.param %s, [q+o] … st.param [result], %t ──► ret ──►
 * ld.param register   parameter     at the depth of the callee        and back at the caller's
 */
#include "sim/core/unwritten_bits.h"

#define PARAMETER UINT32_C(0x80000000) /* registers are fewer */

/* LANES of what is pending at FROM are pending at TO, too; BITS shifted by SHIFT bytes to the right
 * (to the left if it is less than 0), and those of an element of SIZE bytes. */
static void pass(core_warp_t *warp, const pending_value_t *from, uint32_t depth, uint32_t index,
                 uint32_t lanes, int32_t shift, uint32_t size) {
    pending_value_t value = *from;
    const uint64_t moved = shift >= 0 ? value.bits >> 8 * shift : value.bits << -8 * shift;
    value.bits = size >= sizeof moved ? moved : moved & ((UINT64_C(1) << 8 * size) - 1);
    value.depth = depth;
    value.index = index;
    value.lanes &= lanes;
    if (value.bits != 0) add_pending(warp, &value);
}

/* LANES at this depth have another value at [offset, offset + bytes), or none. */
static void forget(core_warp_t *warp, uint32_t depth, uint32_t offset, uint32_t bytes,
                   uint32_t lanes) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++) {
        pending_value_t *value = &warp->pending[i];
        if (value->depth == depth && value->index >= PARAMETER &&
            value->index - PARAMETER - offset < bytes)
            value->lanes &= ~lanes;
        if (value->lanes != 0) warp->pending[kept++] = *value;
    }
    warp->pending_count = kept;
}

/* What is pending now; add_pending changes the list. */
static uint32_t take_pending(const core_warp_t *warp, uint32_t depth,
                             pending_value_t value[CORE_PENDING]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++)
        if (warp->pending[i].depth == depth) value[count++] = warp->pending[i];
    return count;
}

void pass_to_parameter(run_t *run, const uint64_t address[]) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type),
                   depth = current_split(run->warp)->depth;
    pending_value_t value[CORE_PENDING];
    if (run->mask == 0) return;
    const uint32_t count = take_pending(run->warp, depth, value),
                   offset = (uint32_t)address[first_lane(run->mask)];
    forget(run->warp, depth, offset, element * instruction->vector, run->mask);
    for (uint32_t e = 0; e < instruction->vector; e++)
        for (uint32_t i = 0; i < count; i++)
            if (instruction->source[e].kind == PTX_OPERAND_REGISTER &&
                instruction->source[e].index == value[i].index)
                pass(run->warp, &value[i], depth, PARAMETER + offset + e * element, run->mask, 0,
                     element);
}

void pass_from_parameter(run_t *run, const uint64_t address[]) {
    const ptx_instruction_t *instruction = run->instruction;
    const int32_t element = (int32_t)ptx_type_bytes((ptx_type_t)instruction->type);
    const uint32_t depth = current_split(run->warp)->depth;
    pending_value_t value[CORE_PENDING];
    if (run->mask == 0) return;
    const uint32_t count = take_pending(run->warp, depth, value),
                   offset = (uint32_t)address[first_lane(run->mask)];
    for (uint32_t e = 0; e < instruction->vector; e++)
        for (uint32_t i = 0; i < count; i++) {
            if (value[i].index < PARAMETER) continue;
            const int32_t ahead = (int32_t)(offset + e * (uint32_t)element) -
                                  (int32_t)(value[i].index - PARAMETER);
            if (ahead > -element && ahead > -8 && ahead < 8)
                pass(run->warp, &value[i], depth, instruction->destination[e].index, run->mask,
                     ahead, (uint32_t)element);
        }
}

/* From [from, from + bytes) at depth BEFORE to [to, …) at depth AFTER. */
static void pass_block(core_warp_t *warp, uint32_t before, uint32_t after, uint32_t from,
                       uint32_t to, uint32_t bytes, uint32_t lanes) {
    pending_value_t value[CORE_PENDING];
    const uint32_t count = take_pending(warp, before, value);
    for (uint32_t i = 0; i < count; i++)
        if (value[i].index >= PARAMETER && value[i].index - PARAMETER - from < bytes)
            pass(warp, &value[i], after, value[i].index - from + to, lanes, 0, sizeof(uint64_t));
}

void pass_arguments(run_t *run, const ptx_function_t *function, uint32_t lanes) {
    const ptx_call_t *call = run->instruction->call;
    const uint32_t depth = current_split(run->warp)->depth;
    for (uint32_t i = 0; function && i < call->argument_count; i++)
        pass_block(run->warp, depth, depth + 1, call->arguments[i].offset,
                   function->parameters[i].offset, call->arguments[i].size, lanes);
    forget(run->warp, depth, 0, UINT32_MAX, lanes);
}

void pass_result(core_warp_t *warp, const ptx_parameter_t *result, const ptx_call_t *call,
                 uint32_t lanes) {
    const uint32_t depth = current_split(warp)->depth;
    pass_block(warp, depth, depth - 1, result->offset, call->result.offset,
               result->size < call->result.size ? result->size : call->result.size, lanes);
}
