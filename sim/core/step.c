/* SPDX-License-Identifier: Apache-2.0 */
/* step.c: a warp: start, one instruction at a time, and queries of its state. */
#include "sim/core/warp.h"

#include "sim/core/compiled.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---- */
static void set_fault(run_t *run, int32_t lane, const char *format, va_list arguments) {
    core_fault_t *fault = &run->result->fault;
    run->result->outcome = CORE_FAULT;
    memset(fault, 0, sizeof *fault);
    fault->lane = lane;
    vsnprintf(fault->message, sizeof fault->message, format, arguments);
}

bool run_fault(run_t *run, int32_t lane, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_fault(run, lane, format, arguments);
    va_end(arguments);
    return false;
}

bool run_fault_address(run_t *run, uint32_t lane, uint64_t address, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_fault(run, (int32_t)lane, format, arguments);
    va_end(arguments);
    run->result->fault.has_address = true;
    run->result->fault.address = address;
    return false;
}

/* ---- life ---- */
core_warp_t *core_warp_new(void) {
    const size_t bytes = (sizeof(core_warp_t) + CORE_LINE - 1) / CORE_LINE * CORE_LINE;
    core_warp_t *warp = aligned_alloc(CORE_LINE, bytes);
    if (warp) memset(warp, 0, bytes);
    return warp;
}

size_t core_warp_bytes(void) { return sizeof(core_warp_t); }

core_warp_t *core_warp_at(void *memory) {
    core_warp_t *warp = memory;
    warp->placed = true;
    return warp;
}

size_t core_register_bytes(const ptx_function_t *kernel) {
    return (size_t)kernel->places * PTX_LANES * sizeof(uint64_t) + 1;
}

void core_fetch(const core_warp_t *warp) {
    __builtin_prefetch(warp);
    __builtin_prefetch(&warp->watch);
    __builtin_prefetch(warp->splits);
}

void core_warp_lend(core_warp_t *warp, void *memory, size_t bytes) {
    if (warp->frame_count == 0) {
        if (!memory || !(warp->frames[0] = calloc(1, sizeof(frame_t)))) return;
        warp->frame_count = 1;
    }
    frame_t *frame = warp->frames[0];
    if (!memory && !frame->lent) return; /* it has its own, or will */
    if (!frame->lent) free(frame->registers);
    frame->lent = memory;
    frame->registers = memory;
    frame->register_capacity = bytes;
}

void core_warp_free(core_warp_t *warp) {
    if (!warp) return;
    for (uint32_t i = 0; i < warp->frame_count; i++) {
        if (!warp->frames[i]->lent) free(warp->frames[i]->registers);
        free(warp->frames[i]->parameters);
        free(warp->frames[i]);
    }
    free(warp->local);
    free(warp->local_unwritten);
    if (!warp->placed) free(warp);
}

/* threadIdx; x runs fastest. Mostly the last block of the place had the same. */
static void number_threads(core_warp_t *warp, uint32_t first) {
    const uint32_t *block = warp->launch->block;
    if (memcmp(warp->placed_in, block, sizeof warp->placed_in) == 0 && warp->placed_first == first)
        return;
    memcpy(warp->placed_in, block, sizeof warp->placed_in);
    warp->placed_first = first;
    uint32_t x = first % block[0], y = first / block[0] % block[1], z = first / block[0] / block[1];
    for (uint32_t lane = 0; lane < PTX_LANES; lane++) {
        warp->thread[0][lane] = x;
        warp->thread[1][lane] = y;
        warp->thread[2][lane] = z;
        if (++x < block[0]) continue;
        x = 0;
        if (++y < block[1]) continue;
        y = 0;
        z++;
    }
}

static void place_threads(core_warp_t *warp) {
    const uint32_t *block = warp->launch->block, first = warp->warp_in_block * PTX_LANES;
    const uint32_t threads = block[0] * block[1] * block[2];
    number_threads(warp, first);
    warp->live = first >= threads               ? 0
                 : threads - first >= PTX_LANES ? CORE_ALL_LANES
                                                : (UINT32_C(1) << (threads - first)) - 1;
    warp->born = warp->live;
    warp->watch = (barrier_watch_t){0};
    warp->pending_count = 0;
    warp->grid_sync = 0;
    if (warp->copied) memset(warp->copy_group, 0, sizeof warp->copy_group);
    warp->copied = false;
}

bool core_warp_start(core_warp_t *warp, const core_launch_t *launch, const core_block_t *block,
                     uint32_t warp_in_block, uint32_t warp_slot) {
    assert(launch->kernel && block);
    warp->launch = launch;
    warp->block = block;
    warp->warp_in_block = warp_in_block;
    warp->warp_slot = warp_slot;
    warp->spinning = warp->progress = warp->spun = warp->carry = 0;
    warp->block_fenced = warp->device_fenced = warp->looked = warp->locking = 0;
    warp->active_lanes = 0;
    warp->arrived = false;
    warp->round_begins = true;
    warp->run_end = 0;
    warp->meeting_count = 0;
    place_threads(warp);
    if (!reserve_frame(warp, 0) || !reserve_local(warp, launch->kernel->local_bytes)) return false;
    for (uint32_t lane = 0; lane < PTX_LANES && warp->local_unwritten; lane++)
        forget_local(warp, lane, 0, launch->kernel->local_bytes);
    if (warp->allocated) memset(warp->frames[0]->allocated, 0, sizeof warp->frames[0]->allocated);
    warp->allocated = false;
    warp->kernel_registers = warp->frames[0]->registers;
    memset(warp->kernel_registers, 0,
           (size_t)launch->kernel->places * PTX_LANES *
               sizeof(uint64_t)); /* same run, same result */
    warp->splits[0] = (split_t){.pc = launch->kernel->first,
                                .mask = warp->live,
                                .rank = launch->rank ? launch->rank(launch->rank_context) : 0};
    warp->split_count = 1;
    settle_splits(warp);
    return true;
}

/* ---- one instruction ---- */
static bool is_float(const run_t *run) {
    return ptx_type_float((ptx_type_t)run->instruction->type);
}

static bool execute(run_t *run) {
    switch ((ptx_opcode_t)run->instruction->opcode) {
    case PTX_ADD:
    case PTX_SUB:
    case PTX_MUL:
    case PTX_DIV:
    case PTX_MIN:
    case PTX_MAX:
    case PTX_ABS:
    case PTX_NEG: return is_float(run) ? run_float(run) : run_integer(run);
    case PTX_ADDC:
    case PTX_SUBC:
    case PTX_MAD:
    case PTX_MADC:
    case PTX_MAD24:
    case PTX_MUL24:
    case PTX_REM:
    case PTX_SAD:
    case PTX_DP2A:
    case PTX_DP4A: return run_integer(run);
    case PTX_COPYSIGN:
    case PTX_COS:
    case PTX_EX2:
    case PTX_FMA:
    case PTX_LG2:
    case PTX_RCP:
    case PTX_RSQRT:
    case PTX_SIN:
    case PTX_SQRT:
    case PTX_TANH: return run_float(run);
    case PTX_AND:
    case PTX_OR:
    case PTX_XOR:
    case PTX_NOT:
    case PTX_CNOT:
    case PTX_SHL:
    case PTX_SHR:
    case PTX_SHF:
    case PTX_BMSK:
    case PTX_SZEXT:
    case PTX_FNS:
    case PTX_POPC:
    case PTX_CLZ:
    case PTX_BFIND:
    case PTX_BREV:
    case PTX_BFE:
    case PTX_BFI:
    case PTX_LOP3:
    case PTX_PRMT:
    case PTX_CVTA:
    case PTX_ISSPACEP:
    case PTX_MOV: return run_bits(run);
    case PTX_SETP:
    case PTX_SET:
    case PTX_SELP:
    case PTX_SLCT:
    case PTX_TESTP: return run_compare(run);
    case PTX_CVT: return run_convert(run);
    case PTX_LD:
    case PTX_ST:
    case PTX_ATOM:
    case PTX_MBARRIER:
    case PTX_RED: return run_memory(run);
    case PTX_BRA:
    case PTX_BRX:
    case PTX_CALL:
    case PTX_RET:
    case PTX_EXIT:
    case PTX_TRAP:
    case PTX_NOP:
    case PTX_FENCE:
    case PTX_ALLOCA:
    case PTX_STACKSAVE:
    case PTX_STACKRESTORE:
    case PTX_BAR: return run_control(run);
    case PTX_HOOK: run_hook_step(run); return true;
    case PTX_SHFL:
    case PTX_VOTE:
    case PTX_MATCH:
    case PTX_REDUX:
    case PTX_ACTIVEMASK:
    case PTX_MMA:
    case PTX_MATRIX_ROWS:
    case PTX_BAR_WARP: return run_exchange(run);
    case PTX_OPCODE_COUNT: break;
    }
    return run_fault(run, -1, "instruction without an implementation");
}

bool run_is_register_only(ptx_opcode_t opcode) {
    switch (opcode) { /* by name: what is new is none until somebody says so */
    case PTX_ABS:
    case PTX_ADD:
    case PTX_ADDC:
    case PTX_AND:
    case PTX_BFE:
    case PTX_BFI:
    case PTX_BFIND:
    case PTX_BMSK:
    case PTX_BREV:
    case PTX_CLZ:
    case PTX_CNOT:
    case PTX_COPYSIGN:
    case PTX_COS:
    case PTX_CVT:
    case PTX_CVTA:
    case PTX_DIV:
    case PTX_DP2A:
    case PTX_DP4A:
    case PTX_EX2:
    case PTX_FMA:
    case PTX_FNS:
    case PTX_ISSPACEP:
    case PTX_LG2:
    case PTX_LOP3:
    case PTX_MAD:
    case PTX_MAD24:
    case PTX_MADC:
    case PTX_MAX:
    case PTX_MIN:
    case PTX_MOV:
    case PTX_MUL:
    case PTX_MUL24:
    case PTX_NEG:
    case PTX_NOT:
    case PTX_OR:
    case PTX_POPC:
    case PTX_PRMT:
    case PTX_RCP:
    case PTX_REM:
    case PTX_RSQRT:
    case PTX_SAD:
    case PTX_SELP:
    case PTX_SET:
    case PTX_SETP:
    case PTX_SHF:
    case PTX_SHL:
    case PTX_SHR:
    case PTX_SIN:
    case PTX_SLCT:
    case PTX_SQRT:
    case PTX_SUB:
    case PTX_SUBC:
    case PTX_SZEXT:
    case PTX_TANH:
    case PTX_TESTP:
    case PTX_XOR: return true;
    default: return false;
    }
}

uint32_t run_guarded_lanes(const run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    if (instruction->guard == PTX_NO_REGISTER) return run->active;
    const uint64_t *guard = run->frame->registers + (size_t)instruction->guard_place * PTX_LANES;
    const lanes_set_t *set = run_set(run->warp);
    uint32_t lanes = set ? set->truth(guard) : 0;
    for (uint32_t lane = 0; !set && lane < PTX_LANES; lane++)
        lanes |= (uint32_t)(guard[lane] & 1) << lane;
    return run->active & (instruction->flags & PTX_FLAG_GUARD_NOT ? ~lanes : lanes);
}

static void fetch_operands(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    run->destination = instruction->destination[0].kind == PTX_OPERAND_NONE
                           ? run->scratch[PTX_MAX_SOURCES]
                           : destination_lanes(run, 0);
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++)
        run->source[i] = operand_lanes(run, &instruction->source[i], i);
}

void run_interpreted(run_t *run) {
    assert(run_is_register_only((ptx_opcode_t)run->instruction->opcode));
    fetch_operands(run);
    const bool executed = execute(run);
    assert(executed);
    (void)executed;
}

/* All but operands. */
static void prepare_instruction(run_t *run) {
    split_t *split = current_split(run->warp);
    const ptx_instruction_t *instruction = &run->warp->launch->module->code[split->pc];
    run->instruction = instruction;
    run->frame = run->warp->frames[split->depth];
    run->pc = split->pc;
    run->active = split->mask;
    run->mask = run_guarded_lanes(run);
    run->waited = run->jumped = run->check_arrival = run->disturbed = false;
    run->splits_before = run->warp->split_count;
    run->result->outcome = CORE_EXECUTED;
    run->result->instruction = run->pc;
    run->result->shared = 0;
    run->result->changed = false;
    run->result->dropped = 0;
    run->result->met_count = 0;
}

static void prepare(run_t *run) {
    prepare_instruction(run);
    fetch_operands(run);
}

static bool is_aligned(const core_warp_t *warp, const split_t *split) {
    return split->wait == CORE_WAIT_BARRIER &&
           !(warp->launch->module->code[split->barrier_pc].flags & PTX_FLAG_UNALIGNED);
}

/* All live lanes at one barrier: the warp arrives, once. */
static bool arrive(run_t *run) {
    core_warp_t *warp = run->warp;
    core_barrier_t arrival = {.id = warp->splits[0].barrier,
                              .threads = warp->splits[0].barrier_threads,
                              .aligned = is_aligned(warp, &warp->splits[0])};
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const split_t *split = &warp->splits[i];
        if (split->wait != CORE_WAIT_BARRIER) return true;
        arrival.lanes += (uint32_t)__builtin_popcount(split->mask);
        arrival.predicate_true += (uint32_t)__builtin_popcount(split->predicate & split->mask);
    }
    for (uint32_t i = 1; i < warp->split_count; i++)
        if (warp->splits[i].barrier != arrival.id)
            return run_fault(run, -1, "lanes of one warp wait at different barriers (%u and %u)",
                             arrival.id, warp->splits[i].barrier);
    if (warp->arrived) return true;
    warp->arrived = true;
    if (arrival.threads != 0)
        look_at_named(run, arrival.id, arrival.threads, false, warp->splits[0].barrier_pc);
    watch_arrival(warp, warp->splits[0].barrier);
    run->result->instruction = warp->splits[0].barrier_pc;
    look_at_arrival(run);
    run->result->outcome = CORE_BARRIER;
    run->result->instruction = warp->splits[0].barrier_pc;
    run->result->barrier = arrival;
    return true;
}

/* The split advanced by one instruction, with all its lanes, and no other split is there. */
static bool went_straight(const run_t *run) {
    const core_warp_t *warp = run->warp;
    return !run->jumped && !run->check_arrival && !run->disturbed &&
           warp->split_count == run->splits_before && run->pc + 1 < warp->horizon;
}

static core_outcome_t finish_step(run_t *run) {
    core_warp_t *warp = run->warp;
    run->result->mask = run->mask;
    run->result->active = run->active;
    if (went_straight(run)) {
        current_split(warp)->pc++;
        current_split(warp)->age++;
        return run->result->outcome;
    }
    if (!run->jumped) current_split(warp)->pc = run->pc + 1; /* of the lanes that are still in it */
    settle_splits(warp);
    if (!warp->live) {
        look_at_gone(run);
        look_at_end(warp);
        return run->result->outcome = CORE_EXITED;
    }
    if (run->check_arrival && !arrive(run)) return CORE_FAULT;
    return run->result->outcome;
}

/* The live lanes that a .sync instruction's member masks name and that are not at it. */
static uint32_t missing_lanes(run_t *run, uint32_t number) {
    core_warp_t *warp = run->warp;
    warp->current = number;
    prepare(run);
    const ptx_opcode_t opcode = (ptx_opcode_t)run->instruction->opcode;
    const uint64_t *members = run->source[opcode == PTX_BAR_WARP ? 0 : opcode == PTX_SHFL ? 3 : 1];
    uint32_t named = 0;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1)
        named |= (uint32_t)members[__builtin_ctz(rest)];
    const uint32_t missing = named & warp->live & ~run->mask;
    look_at_missing(run, number, members, missing);
    return missing;
}

/* No split can run: all at a barrier, or some wait for lanes that will not come. */
static core_outcome_t report_stuck(run_t *run) {
    core_warp_t *warp = run->warp;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].wait != CORE_WAIT_LANES) continue;
        run->result->instruction = warp->splits[i].pc;
        run->result->mask = run->result->active = warp->splits[i].mask;
        run_fault(run, -1,
                  "lanes 0x%08x wait at a .sync instruction (__syncwarp, __shfl_sync, ...) for "
                  "lanes 0x%08x of their warp, which its mask names and which wait elsewhere",
                  warp->splits[i].mask, missing_lanes(run, i));
        return CORE_FAULT;
    }
    run->result->mask = run->result->active = 0;
    return run->result->outcome = CORE_BLOCKED;
}

core_outcome_t core_step(core_warp_t *warp, core_step_result_t *result) {
    assert(warp->launch && warp->split_count <= PTX_LANES);
    run_t run;
    run.warp = warp;
    run.result = result;
    result->finding_count = 0;
    if (warp->run_end != 0) return run_count(warp, result);
    if (!warp->live) return result->outcome = CORE_EXITED;
    for (;;) {
        if (warp->current >= warp->split_count) return report_stuck(&run);
        const bool alone = run_needs_step(warp, current_split(warp)->pc);
        if (alone && run_access(warp, result)) return result->outcome;
        if (!alone && run_begin(warp)) return run_count(warp, result);
        if (!alone && run_branch_together(warp, result)) return CORE_EXECUTED;
        prepare_instruction(&run);
        if (!alone && run_vector(&run)) return finish_step(&run);
        fetch_operands(&run);
        if (warp->pending_count != 0) look_at_uses(&run);
        if (!execute(&run)) {
            result->mask = run.mask;
            result->active = run.active;
            return CORE_FAULT;
        }
        if (!run.waited) return finish_step(&run);
        settle_splits(warp); /* another split, until one executes */
    }
}

/* ---- observers ---- */
bool core_warp_done(const core_warp_t *warp) { return warp->live == 0; }
uint32_t core_warp_grid_sync(const core_warp_t *warp) { return warp->grid_sync - 1; }

uint32_t core_warp_number(const core_warp_t *warp) { return warp->warp_in_block; }
uint32_t core_warp_live(const core_warp_t *warp) { return warp->live; }

uint32_t core_warp_apart(const core_warp_t *warp) {
    if (warp->live == 0 || warp->split_count <= 1) return 0;
    return warp->splits[warp->current < warp->split_count ? warp->current : 0].mask;
}

uint64_t core_warp_rank(const core_warp_t *warp) {
    return warp->live && warp->current < warp->split_count ? warp->splits[warp->current].rank : 0;
}

void core_warp_rerank(core_warp_t *warp, uint32_t lanes, uint64_t rank) {
    assert(warp->launch->rank);
    run_leave(warp);
    for (uint32_t i = 0; i < warp->split_count; i++)
        if ((warp->splits[i].mask & lanes) != 0) warp->splits[i].rank = rank;
    if (warp->live) settle_splits(warp);
}

bool core_warp_spins(core_warp_t *warp) {
    if (warp->spun == 0) return false;
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].wait == CORE_WAIT_NONE && (warp->splits[i].mask & ~warp->spun) != 0)
            return false;
    warp->spun = 0;
    return true;
}

uint32_t core_warp_next(const core_warp_t *warp) {
    return warp->live && warp->current < warp->split_count ? warp->splits[warp->current].pc
                                                           : UINT32_MAX;
}

uint32_t core_warp_splits(const core_warp_t *warp, core_split_t *splits, uint32_t capacity) {
    uint32_t count = warp->live ? warp->split_count : 0;
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        const split_t *split = &warp->splits[i];
        bool waits = split->wait == CORE_WAIT_BARRIER;
        splits[i] = (core_split_t){.instruction = waits ? split->barrier_pc : split->pc,
                                   .depth = split->depth,
                                   .mask = split->mask,
                                   .wait = split->wait,
                                   .barrier = waits ? split->barrier : 0};
    }
    return count;
}
