/* SPDX-License-Identifier: Apache-2.0 */
/* control.c: branches, calls, returns, exits, host calls, fences and the block barrier. */
#include "sim/core/compiled.h"
#include "sim/core/warp.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- branches ---- */
/* Lanes that leave a function apart meet behind its call, if all came from one. */
static void meet_at_return(run_t *run, uint32_t lanes) {
    const uint32_t depth = current_split(run->warp)->depth;
    if (depth == 0) return;
    const uint32_t *return_pc = run->frame->return_pc, first = return_pc[first_lane(lanes)];
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (return_pc[first_lane(rest)] != first) return;
    expect_meeting(run->warp, first, depth - 1);
}

static void meet_behind_branch(run_t *run) {
    const split_t *split = current_split(run->warp);
    if (run->instruction->meets == PTX_FUNCTION_END)
        meet_at_return(run, split->mask);
    else
        expect_meeting(run->warp, run->instruction->meets, split->depth);
}

static void go_to(run_t *run, uint32_t lanes, uint32_t target) { /* lanes of the current split */
    core_warp_t *warp = run->warp;
    split_t *split = current_split(warp);
    if (lanes != split->mask) {
        meet_behind_branch(run);
        split->pc = run->pc + 1; /* the pc of the other lanes, for the test below */
        split = part_lanes(warp, lanes, target, split->depth);
    } else
        split->pc = target;
    run->jumped = true;
    if (target <= run->pc) went_backward(warp, split);
}

static bool run_branch(run_t *run) {
    if (run->mask) go_to(run, run->mask, run->instruction->target);
    return true;
}

static bool run_indexed_branch(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    for (uint32_t rest = run->mask; rest;) {
        uint32_t lane = first_lane(rest), same = 0;
        uint64_t index = (uint32_t)run->source[0][lane];
        if (index >= instruction->target_count)
            return run_fault(run, (int32_t)lane, "branch index %llu is outside its list of %u",
                             (unsigned long long)index, instruction->target_count);
        for (uint32_t r = rest; r; r &= r - 1)
            if ((uint32_t)run->source[0][first_lane(r)] == index)
                same |= UINT32_C(1) << first_lane(r);
        go_to(run, same, instruction->targets[index]);
        rest &= ~same;
    }
    return true;
}

/* ---- exit and return ---- */
static bool run_exit(run_t *run, uint32_t lanes) {
    drop_lanes(run->warp, lanes);
    run->check_arrival = true;
    return true;
}

static const ptx_parameter_t *result_of(const run_t *run) {
    const ptx_module_t *module = run->warp->launch->module;
    return &module->functions[module->lines[run->pc].function].result;
}

static void copy_result(run_t *run, uint32_t lane, uint32_t depth, const ptx_call_t *call) {
    core_warp_t *warp = run->warp;
    const ptx_parameter_t *result = result_of(run);
    const frame_t *callee = warp->frames[depth], *caller = warp->frames[depth - 1];
    uint32_t bytes = result->size < call->result.size ? result->size : call->result.size;
    memcpy(caller->parameters + (size_t)lane * caller->parameter_stride + call->result.offset,
           callee->parameters + (size_t)lane * callee->parameter_stride + result->offset, bytes);
}

static bool run_return(run_t *run) { /* every lane returns to its caller */
    core_warp_t *warp = run->warp;
    uint32_t depth = current_split(warp)->depth;
    if (depth == 0) return run_exit(run, run->mask);
    if (run->mask != run->active) meet_at_return(run, run->active);
    for (uint32_t rest = run->mask; rest;) {
        uint32_t target = run->frame->return_pc[first_lane(rest)], same = 0;
        const ptx_call_t *call = warp->launch->module->code[target - 1].call;
        for (uint32_t r = rest; r; r &= r - 1) {
            uint32_t lane = first_lane(r);
            if (run->frame->return_pc[lane] != target) continue;
            same |= UINT32_C(1) << lane;
            copy_result(run, lane, depth, call);
        }
        if (warp->pending_count != 0) pass_result(warp, result_of(run), call, same);
        rest &= ~same;
        if (same == current_split(warp)->mask) {
            current_split(warp)->pc = target;
            current_split(warp)->depth = depth - 1;
            run->jumped = true;
        } else
            part_lanes(warp, same, target, depth - 1);
    }
    return true;
}

/* ---- calls ---- */
static const ptx_call_t *call_of(const run_t *run) { return run->instruction->call; }

static uint64_t argument_bits(const run_t *run, uint32_t lane, const ptx_argument_t *argument) {
    uint64_t bits = 0;
    memcpy(&bits,
           run->frame->parameters + (size_t)lane * run->frame->parameter_stride + argument->offset,
           argument->size > 8 ? 8 : argument->size);
    return bits;
}

/* A wrong free() is left out, when it can be a finding. */
static bool is_left_out(const run_t *run, const core_host_call_t *request, uint32_t lane,
                        uint32_t *wrong) {
    if (!request->wrong || !looks_for(run->warp, SCORD_FINDING_KIND_MEMORY)) return false;
    *wrong |= UINT32_C(1) << lane;
    return true;
}

const void *core_host_argument(const core_host_call_t *call, uint32_t index, uint32_t *bytes) {
    assert(index < call->argument_count);
    *bytes = call->call->arguments[index].size;
    return call->frame + call->call->arguments[index].offset;
}

static bool call_host(run_t *run, const ptx_function_t *function, uint32_t lane, uint32_t *wrong) {
    core_warp_t *warp = run->warp;
    const ptx_call_t *call = call_of(run);
    const core_host_t *host = &warp->launch->host;
    char message[200] = "";
    core_host_call_t request = {.name = function->name,
                                .warp = warp,
                                .lane = lane,
                                .instruction = run->pc,
                                .argument_count = call->argument_count,
                                .call = call,
                                .frame = run->frame->parameters +
                                         (size_t)lane * run->frame->parameter_stride,
                                .kernel = function->entry ? function : NULL};
    if (!host->call)
        return run_fault(run, (int32_t)lane, "call of `%s`, which has no body", function->name);
    if (call->argument_count > CORE_HOST_ARGUMENTS && !function->entry)
        return run_fault(run, (int32_t)lane, "call of `%s` with more than %d arguments",
                         function->name, CORE_HOST_ARGUMENTS);
    for (int axis = 0; axis < 3; axis++) {
        request.thread[axis] = warp->thread[axis][lane];
        request.block[axis] = warp->block->cta[axis];
    }
    for (uint32_t i = 0; i < call->argument_count && i < CORE_HOST_ARGUMENTS; i++)
        request.argument[i] = argument_bits(run, lane, &call->arguments[i]);
    if (host->call(host->context, &request, message, sizeof message) &&
        !is_left_out(run, &request, lane, wrong))
        return run_fault(run, (int32_t)lane, "%s", message);
    memcpy(run->frame->parameters + (size_t)lane * run->frame->parameter_stride +
               call->result.offset,
           &request.result, call->result.size > 8 ? 8 : call->result.size);
    return true;
}

static void copy_arguments(const run_t *run, const ptx_function_t *function, uint32_t lane,
                           const frame_t *callee) {
    const ptx_call_t *call = call_of(run);
    for (uint32_t i = 0; i < call->argument_count; i++)
        memcpy(callee->parameters + (size_t)lane * callee->parameter_stride +
                   function->parameters[i].offset,
               run->frame->parameters + (size_t)lane * run->frame->parameter_stride +
                   call->arguments[i].offset,
               call->arguments[i].size);
}

static bool
fits_call(const ptx_call_t *call,
          const ptx_function_t *function) { /* an indirect call is checked when it is executed */
    bool fits = call->argument_count == function->parameter_count;
    for (uint32_t i = 0; fits && i < call->argument_count; i++)
        fits = call->arguments[i].size == function->parameters[i].size ||
               (function->entry && call->arguments[i].size == 4 &&
                function->parameters[i].size < 4); /* promoted, as for a function */
    return fits;
}

static bool enter_function(run_t *run, const ptx_function_t *function, uint32_t lanes) {
    core_warp_t *warp = run->warp;
    const ptx_module_t *module = warp->launch->module;
    uint32_t depth = current_split(warp)->depth + 1,
             caller_local = module->functions[module->lines[run->pc].function].local_bytes;
    if (!reserve_frame(warp, depth))
        return run_fault(run, (int32_t)first_lane(lanes),
                         "calls nest deeper than %d (endless recursion?)", CORE_MAX_DEPTH);
    frame_t *callee = warp->frames[depth];
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t lane = first_lane(rest);
        callee->return_pc[lane] = run->pc + 1;
        callee->local_base[lane] = run->frame->local_base[lane] + caller_local +
                                   run->frame->allocated[lane];
        callee->allocated[lane] = 0;
        if (!reserve_local(warp, callee->local_base[lane] + function->local_bytes))
            return run_fault(run, (int32_t)lane,
                             "local memory of a thread exceeds its limit (endless recursion?)");
        forget_local(warp, lane, callee->local_base[lane], function->local_bytes);
        copy_arguments(run, function, lane, callee);
    }
    if (lanes != current_split(warp)->mask) {
        expect_meeting(warp, run->pc + 1, depth - 1);
        part_lanes(warp, lanes, function->first, depth);
        return true;
    }
    current_split(warp)->pc = function->first;
    current_split(warp)->depth = depth;
    run->jumped = true;
    return true;
}

static bool call_function(run_t *run, const ptx_function_t *function, uint32_t lanes) {
    /* A kernel that is called is launched: what clang makes of <<<>>> in device code. */
    const bool enters = function->defined && !function->entry;
    if (run->warp->pending_count != 0) pass_arguments(run, enters ? function : NULL, lanes);
    if (enters) return enter_function(run, function, lanes);
    if (run_hook(run, function->name, lanes)) return true;
    uint32_t wrong = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (!call_host(run, function, first_lane(rest), &wrong)) return false;
    if (wrong != 0)
        run_finding(run, SCORD_FINDING_MEMORY_FREE, wrong)->value[0] =
            argument_bits(run, first_lane(wrong), &call_of(run)->arguments[0]);
    return true; /* the lanes continue behind the call with the rest of their split */
}

static bool call_indirect(run_t *run) { /* lanes grouped by callee */
    const ptx_module_t *module = run->warp->launch->module;
    for (uint32_t rest = run->mask; rest;) {
        uint32_t lane = first_lane(rest), same = 0;
        uint64_t address = run->source[0][lane];
        if (address - PTX_CODE_WINDOW >= module->function_count)
            return run_fault_address(run, lane, address,
                                     "call of address 0x%llx, which is not a function",
                                     (unsigned long long)address);
        const ptx_function_t *function = &module->functions[address - PTX_CODE_WINDOW];
        if (!fits_call(call_of(run), function))
            return run_fault(run, (int32_t)lane,
                             "indirect call does not fit the parameters of `%s`", function->name);
        for (uint32_t r = rest; r; r &= r - 1)
            if (run->source[0][first_lane(r)] == address) same |= UINT32_C(1) << first_lane(r);
        if (!call_function(run, function, same)) return false;
        rest &= ~same;
    }
    return true;
}

static bool run_call(run_t *run) {
    if (!run->mask) return true;
    uint32_t number = call_of(run)->function;
    return number == PTX_NO_REGISTER
               ? call_indirect(run)
               : call_function(run, &run->warp->launch->module->functions[number], run->mask);
}

/* ---- local memory of a size that is not constant: until the function returns ---- */
static bool run_alloca(run_t *run) {
    enum { STACK_ALIGN = 16, ALIGN_MOST = 4096 };
    core_warp_t *warp = run->warp;
    const ptx_module_t *module = warp->launch->module;
    const uint32_t variables = module->functions[module->lines[run->pc].function].local_bytes;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest), base = run->frame->local_base[lane] + variables;
        const uint64_t bytes = run->source[0][lane], stated = run->source[1][lane],
                       align = stated > STACK_ALIGN && stated <= ALIGN_MOST &&
                                       (stated & (stated - 1)) == 0
                                   ? stated
                                   : STACK_ALIGN;
        const uint64_t place = (base + run->frame->allocated[lane] + align - 1) & ~(align - 1);
        const uint64_t end = (place + bytes + STACK_ALIGN - 1) & ~(uint64_t)(STACK_ALIGN - 1);
        if (bytes > UINT32_MAX / 2 || end > UINT32_MAX / 2 || !reserve_local(warp, (uint32_t)end))
            return run_fault(run, (int32_t)lane,
                             "local memory of a thread exceeds its limit: "
                             "alloca of %llu bytes",
                             (unsigned long long)bytes);
        forget_local(warp, lane, (uint32_t)place, (uint32_t)(end - place));
        run->frame->allocated[lane] = (uint32_t)(end - base);
        run->warp->allocated = true;
        run->destination[lane] = place;
    }
    return true;
}

static bool run_stack(run_t *run) { /* stacksave, stackrestore */
    if (run->instruction->opcode == PTX_STACKSAVE)
        EACH_LANE(run, run->destination[l] = run->frame->allocated[l]);
    else {
        EACH_LANE(run, run->frame->allocated[l] = (uint32_t)run->source[0][l]);
        run->warp->allocated = true;
    }
    return true;
}

/* ---- fence ---- */
static bool run_fence(run_t *run) {
    if (!run->mask) return true;
    run->result->outcome = CORE_FENCE;
    watch_flag(run->warp, true, true);
    run->warp->block_fenced |= run->mask;
    run->warp->looked &= ~run->mask;
    if (run->instruction->scope != SCORD_SCOPE_BLOCK) run->warp->device_fenced |= run->mask;
    run->result->fence = (scord_event_fence_t){.scope = run->instruction->scope,
                                               .semantics = run->instruction->semantics,
                                               .mask = run->mask};
    return true;
}

/* ---- block barrier ---- */
static bool arrive_only(run_t *run, uint32_t id, uint32_t threads) { /* bar.arrive */
    const bool aligned = !(run->instruction->flags & PTX_FLAG_UNALIGNED);
    if (run->mask == run->warp->live)
        look_at_named(run, id, threads, true, run->pc);
    else if (aligned && looks_for(run->warp, SCORD_FINDING_KIND_BARRIER))
        find_apart(run);
    watch_arrival(run->warp, id);
    run->result->outcome = CORE_BARRIER;
    run->result->barrier = (core_barrier_t){.id = id,
                                            .threads = threads,
                                            .arrive_only = true,
                                            .lanes = (uint32_t)__builtin_popcount(run->mask)};
    return true;
}

static uint32_t true_lanes(const run_t *run) {
    uint32_t lanes = 0;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1)
        if (run->source[2][first_lane(rest)]) lanes |= UINT32_C(1) << first_lane(rest);
    return lanes;
}

/* All lanes of a warp must name the same barrier and count; anything else is not supported. */
static bool one_barrier(run_t *run, uint32_t lane, uint32_t id, uint32_t threads, bool counted) {
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        const uint32_t other = first_lane(rest);
        if ((uint32_t)run->source[0][other] != id ||
            (counted && (uint32_t)run->source[1][other] != threads))
            return run_fault(run, (int32_t)other,
                             "the lanes of a warp name different barriers, or thread counts, in "
                             "one instruction");
    }
    if (id > 15) return run_fault(run, (int32_t)lane, "barrier %u: only 0 to 15 exist", id);
    if (counted && (threads == 0 || threads % PTX_LANES != 0)) {
        if (looks_for(run->warp, SCORD_FINDING_KIND_BARRIER))
            run_finding(run, SCORD_FINDING_BARRIER_WARPS, run->mask)->value[0] = threads;
        return run_fault(run, (int32_t)lane, "barrier %u: %u threads are no whole warps of %d", id,
                         threads, PTX_LANES);
    }
    return true;
}

/* bar.sync id{, threads}; the lanes stand behind the barrier already, but do not run until it
 * releases. */
static bool run_barrier(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (!run->mask) return true;
    uint32_t lane = first_lane(run->mask), id = (uint32_t)run->source[0][lane];
    const bool counted = instruction->source[1].kind != PTX_OPERAND_NONE;
    const uint32_t threads = counted ? (uint32_t)run->source[1][lane] : 0;
    if (!one_barrier(run, lane, id, threads, counted)) return false;
    if (instruction->action == PTX_DO_ARRIVE) return arrive_only(run, id, threads);
    split_t *split = current_split(run->warp);
    if (run->mask != split->mask)
        split = part_lanes(run->warp, run->mask, run->pc + 1, split->depth);
    else
        split->pc = run->pc + 1, run->jumped = true;
    split->wait = CORE_WAIT_BARRIER;
    split->barrier = id;
    split->barrier_threads = threads;
    split->barrier_pc = run->pc;
    split->predicate = instruction->action == PTX_DO_RED ? true_lanes(run) : 0;
    run->check_arrival = true;
    return true;
}

static void write_reduction(core_warp_t *warp, const split_t *split, uint32_t predicate_true,
                            uint32_t lanes) {
    const ptx_instruction_t *instruction = &warp->launch->module->code[split->barrier_pc];
    if (instruction->action != PTX_DO_RED) return;
    uint64_t value = instruction->logic == PTX_LOGIC_AND  ? predicate_true == lanes
                     : instruction->logic == PTX_LOGIC_OR ? predicate_true > 0
                                                          : predicate_true;
    uint64_t *to = warp->frames[split->depth]->registers +
                   (size_t)instruction->destination[0].place * PTX_LANES;
    for (uint32_t rest = split->mask; rest; rest &= rest - 1) to[first_lane(rest)] = value;
}

void core_barrier_release(core_warp_t *warp, uint32_t id, uint32_t predicate_true, uint32_t lanes) {
    assert(id < 16);
    uint32_t place = UINT32_MAX;
    run_leave(warp);
    watch_release(warp, id);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        split_t *split = &warp->splits[i];
        if (split->wait != CORE_WAIT_BARRIER || split->barrier != id) continue;
        write_reduction(warp, split, predicate_true, lanes);
        place = split->barrier_pc;
        split->wait = CORE_WAIT_NONE;
        split->predicate = 0;
    }
    if (place != UINT32_MAX) look_at_release(warp, place);
    warp->arrived = false;
    settle_splits(warp);
}

/* nvcc's grid.sync() traps where the launch has no grid barrier, right behind a look for it. */
static bool is_trap_of_grid_barrier(const run_t *run) {
    enum { CLOSE = 8 };
    const ptx_instruction_t *code = run->warp->launch->module->code;
    for (uint32_t pc = run->pc; pc > 0 && run->pc - pc < CLOSE; pc--) {
        const ptx_operand_t *source = &code[pc - 1].source[0];
        if (source->kind == PTX_OPERAND_SPECIAL &&
            (source->index == PTX_WORKSPACE_LO || source->index == PTX_WORKSPACE_HI))
            return true;
    }
    return false;
}

static bool run_trap(run_t *run) {
    if (is_trap_of_grid_barrier(run)) look_at_grid_barrier(run);
    return run_fault(run, (int32_t)first_lane(run->mask), "trap");
}

bool run_control(run_t *run) {
    switch (run->instruction->opcode) {
    case PTX_BRA: return run_branch(run);
    case PTX_BRX: return run_indexed_branch(run);
    case PTX_CALL: return run_call(run);
    case PTX_RET: return !run->mask || run_return(run);
    case PTX_EXIT: return !run->mask || run_exit(run, run->mask);
    case PTX_FENCE: return run_fence(run);
    case PTX_BAR: return run_barrier(run);
    case PTX_ALLOCA: return run_alloca(run);
    case PTX_STACKSAVE:
    case PTX_STACKRESTORE: return run_stack(run);
    case PTX_TRAP: return !run->mask || run_trap(run);
    default: return true; /* nop */
    }
}
