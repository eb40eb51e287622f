/* SPDX-License-Identifier: Apache-2.0 */
/* compiled.c: runs of register-only instructions as vector functions.
 *
 *     pc        100   101   102   103   104 ld        code[100].length = 4
 *     core_go   ─────────────────────►                a turn: all of them at once (D85), or …
 *     core_step  ·     ·     ·     ▲                  … counted one by one, as the interpreter does
 *                                  └ 100 to 103 take effect here, one vector function each
 *
 * Nobody but the warp sees its registers. So where the schedule is one of single instructions,
 * core_step only counts those of a run, each in its turn, and what they compute is caught up behind
 * the last: schedule, event stream and all counts are those of the interpreter. Whoever looks at
 * registers before that, or changes splits from outside (core_warp_state, core_barrier_release,
 * core_warp_rerank), catches up first: every instruction is a function of its own, so that any
 * prefix of a run can be.
 *
 * A run ends before an instruction that can fault, wait, divide lanes, access memory or see time
 * (%clock), before the lowest place of another split, where lanes may merge, and before the last
 * instruction of a turn of lanes that run apart (steps_alone). It does not begin while a value from
 * unwritten memory is followed (unwritten.c).
 *
 * Invariants: between run_first and the current split's pc nothing has taken effect; the current
 * split, its mask and its frame are the same for all of a run.
 */
#include "sim/core/compiled.h"

#include <stdlib.h>

#include "sim/core/warp.h"
#include "sim/core/whole_access.h"

enum source_kind { SOURCE_REGISTER, SOURCE_CONSTANT, SOURCE_OTHER };
enum extra {
    EXTRA_GUARD = 1,
    EXTRA_ROUNDING = 2,
    EXTRA_LOGIC = 4,      /* of a comparison with a predicate */
    EXTRA_SECOND = 8,     /* its second destination */
    EXTRA_PARAMETER = 16, /* a load of a kernel parameter */
    EXTRA_BRANCH = 32,    /* no register-only instruction */
    EXTRA_FRAME = 64,     /* it looks at more than registers and constants */
    EXTRA_STEP = 128      /* neither register-only nor a branch: core_step alone does it */
};
enum { LONGEST_RUN = 250, SOURCES = 3 };

typedef struct code {
    lanes_function_t *function; /* NULL: the interpreter does it */
    uint32_t to, from[SOURCES]; /* of registers, or of the pool */
    uint8_t kind[SOURCES];
    uint8_t length; /* register-only instructions from here on; 0: this is none … */
    uint8_t whole;  /* … and with loads of parameters */
    uint8_t extra;
    bool access; /* whole_access may be tried */
    bool plain;  /* from registers and the pool to a register, without a guard or anything else */
} code_t;

struct core_compiled {
    const lanes_set_t *set;
    uint32_t count, covered, deferred;
    code_t code[];
};

/* ---- compiling a module ---- */

static bool reads_time(const ptx_instruction_t *instruction) {
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++) {
        const ptx_operand_t *operand = &instruction->source[i];
        if (operand->kind == PTX_OPERAND_SPECIAL && operand->index >= PTX_CLOCK &&
            operand->index <= PTX_GLOBALTIMER_HI)
            return true;
    }
    return false;
}

static void place_source(code_t *code, const ptx_instruction_t *instruction, uint32_t number) {
    const ptx_operand_t *operand = &instruction->source[number];
    const bool plain = !operand->negated;
    code->from[number] = (operand->kind == PTX_OPERAND_REGISTER ? operand->place : operand->index) *
                         PTX_LANES;
    code->kind[number] = plain && operand->kind == PTX_OPERAND_REGISTER   ? SOURCE_REGISTER
                         : plain && operand->kind == PTX_OPERAND_CONSTANT ? SOURCE_CONSTANT
                                                                          : SOURCE_OTHER;
    if (code->kind[number] == SOURCE_OTHER) code->from[number] = 0;
}

/* ld.param of a kernel's parameter by name: the parser has compared it with the parameter's size,
 * and nobody changes what is there. It reports nothing as long as the warp's lanes are together. */
static bool loads_parameter(const ptx_instruction_t *instruction) {
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)instruction->type) * instruction->vector;
    return instruction->opcode == PTX_LD && instruction->space == PTX_SPACE_PARAM_ENTRY &&
           instruction->base.kind == PTX_OPERAND_NONE && bytes != 0 &&
           instruction->offset % bytes == 0 && !(instruction->flags & PTX_FLAG_STRONG);
}

static void compile_instruction(code_t *code, const ptx_instruction_t *instruction,
                                const lanes_set_t *set) {
    const lanes_name_t name = lanes_select(instruction);
    for (uint32_t i = 0; i < SOURCES; i++) place_source(code, instruction, i);
    code->to = instruction->destination[0].place * PTX_LANES;
    if (instruction->guard != PTX_NO_REGISTER) code->extra |= EXTRA_GUARD;
    if (host_rounding((ptx_modifier_t)instruction->rounding) != FE_TONEAREST)
        code->extra |= EXTRA_ROUNDING;
    if (instruction->opcode == PTX_SETP) {
        if (instruction->logic) code->extra |= EXTRA_LOGIC;
        if (instruction->destination[1].kind != PTX_OPERAND_NONE) code->extra |= EXTRA_SECOND;
    }
    if (name != LANES_NONE && instruction->destination[0].kind == PTX_OPERAND_REGISTER)
        code->function = set->function[name];
    else
        code->extra |= EXTRA_FRAME;
    for (uint32_t i = 0; i < SOURCES; i++)
        if (code->kind[i] == SOURCE_OTHER && instruction->source[i].kind != PTX_OPERAND_NONE)
            code->extra |= EXTRA_FRAME;
    code->plain = code->function && code->extra == 0;
}

core_compiled_t *run_compile(const ptx_module_t *module, const lanes_set_t *set) {
    const uint32_t count = module->code_count;
    core_compiled_t *compiled = calloc(1, sizeof *compiled + count * sizeof *compiled->code);
    if (!compiled) return NULL;
    compiled->set = set;
    compiled->count = count;
    for (uint32_t i = count; i-- > 0;) {
        const ptx_instruction_t *instruction = &module->code[i];
        code_t *code = &compiled->code[i];
        const bool parameter = loads_parameter(instruction);
        const uint32_t behind = i + 1 < count ? code[1].length : 0,
                       whole_behind = i + 1 < count ? code[1].whole : 0;
        if (instruction->opcode == PTX_BRA) code->extra = EXTRA_BRANCH;
        if (!parameter &&
            (!run_is_register_only((ptx_opcode_t)instruction->opcode) || reads_time(instruction))) {
            if (instruction->opcode != PTX_BRA) code->extra |= EXTRA_STEP;
            code->access = whole_access_can(instruction);
            continue;
        }
        code->whole = (uint8_t)(whole_behind < LONGEST_RUN ? whole_behind + 1 : LONGEST_RUN);
        if (parameter) {
            code->extra = EXTRA_PARAMETER;
            if (instruction->guard != PTX_NO_REGISTER) code->extra |= EXTRA_GUARD;
            continue;
        }
        code->length = (uint8_t)(behind < LONGEST_RUN ? behind + 1 : LONGEST_RUN);
        compile_instruction(code, instruction, compiled->set);
        compiled->deferred++;
        compiled->covered += code->function ? 1 : 0;
    }
    return compiled;
}

core_compiled_t *core_compile(const ptx_module_t *module) {
    return run_compile(module, lanes_for_processor());
}

void core_compiled_free(core_compiled_t *compiled) { free(compiled); }

void core_compiled_counts(const core_compiled_t *compiled, uint32_t *deferred, uint32_t *covered) {
    *deferred = compiled->deferred;
    *covered = compiled->covered;
}

/* ---- taking effect ---- */

/* A source of plain code; where there is none, any. BASE: of registers and of the pool. */
static inline const uint64_t *plain_source(const uint64_t *const base[], const code_t *code,
                                           uint32_t number) {
    return base[code->kind[number]] + code->from[number];
}

static inline const uint64_t *source_lanes(run_t *run, const code_t *code, uint32_t number) {
    if (code->kind[number] == SOURCE_REGISTER) return run->warp->run_registers + code->from[number];
    if (code->kind[number] == SOURCE_CONSTANT)
        return run->warp->launch->module->pool + code->from[number];
    return fetch_operand(run, &run->instruction->source[number], number);
}

/* Destination NUMBER. */
static uint64_t *register_of(const run_t *run, uint32_t number) {
    return run->warp->run_registers +
           (size_t)run->instruction->destination[number].place * PTX_LANES;
}

static lanes_function_t *combination(const lanes_set_t *set, uint8_t logic) {
    return set->function[logic == PTX_LOGIC_AND  ? LANES_COMBINE_AND
                         : logic == PTX_LOGIC_OR ? LANES_COMBINE_OR
                                                 : LANES_COMBINE_XOR];
}

/* setp with logic or a second destination: p = (a cmp b) op c, q = !(a cmp b) op c. */
static void compare_more(run_t *run, const lanes_set_t *set, const code_t *code, uint64_t *holds,
                         const uint64_t *c) {
    uint64_t inverse[PTX_LANES] __attribute__((aligned(64)));
    set->function[LANES_INVERT](inverse, holds, holds, holds);
    if (code->extra & EXTRA_LOGIC) {
        lanes_function_t *combine = combination(set, run->instruction->logic);
        combine(holds, holds, holds, c);
        combine(inverse, inverse, inverse, c);
    }
    set->blend(run->warp->run_registers + code->to, holds, run->mask);
    if (code->extra & EXTRA_SECOND) set->blend(register_of(run, 1), inverse, run->mask);
}

static void apply(run_t *run, const core_compiled_t *compiled, const code_t *code) {
    uint64_t result[PTX_LANES] __attribute__((aligned(64)));
    uint64_t *to = run->warp->run_registers + code->to;
    const bool compares = code->extra & (EXTRA_LOGIC | EXTRA_SECOND);
    uint64_t *at = run->mask == CORE_ALL_LANES && !compares ? to : result;
    const uint64_t *a = source_lanes(run, code, 0), *b = source_lanes(run, code, 1),
                   *c = source_lanes(run, code, 2);
    if (code->extra & EXTRA_ROUNDING)
        fesetround(host_rounding((ptx_modifier_t)run->instruction->rounding));
    code->function(at, a, b, c);
    if (code->extra & EXTRA_ROUNDING) fesetround(FE_TONEAREST);
    if (compares)
        compare_more(run, compiled->set, code, result, c);
    else if (at != to)
        compiled->set->blend(to, result, run->mask);
}

bool run_vector(run_t *run) {
    core_warp_t *warp = run->warp;
    const core_compiled_t *compiled = warp->launch->compiled;
    if (!compiled || !compiled->code[run->pc].function || warp->pending_count != 0) return false;
    assert(warp->run_end == 0);
    warp->run_registers = run->frame->registers;
    apply(run, compiled, &compiled->code[run->pc]);
    return true;
}

static uint64_t *registers_of(const core_warp_t *warp, uint32_t depth) {
    return depth == 0 ? warp->kernel_registers : warp->frames[depth]->registers;
}

/* The lanes of ACTIVE whose guard is true. */
static uint32_t guarded(const core_compiled_t *compiled, const ptx_instruction_t *instruction,
                        const uint64_t *registers, uint32_t active) {
    const uint32_t lanes =
        compiled->set->truth(registers + (size_t)instruction->guard_place * PTX_LANES);
    return active & (instruction->flags & PTX_FLAG_GUARD_NOT ? ~lanes : lanes);
}

static void load_parameter(run_t *run, const lanes_set_t *set) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)instruction->type);
    const uint8_t *from = run->warp->launch->parameters + instruction->offset;
    if (run->mask == 0) return;
    if (run->warp->block->watch) note_access(run);
    for (uint32_t e = 0; e < instruction->vector; e++, from += bytes) {
        uint64_t raw = 0, lanes[PTX_LANES] __attribute__((aligned(64)));
        memcpy(&raw, from, bytes);
        const uint64_t value = extend_load((ptx_type_t)instruction->type, raw,
                                           instruction->destination[e].bits);
        uint64_t *at = run->mask == CORE_ALL_LANES ? register_of(run, e) : lanes;
        set->fill(at, value);
        if (at == lanes) set->blend(register_of(run, e), lanes, run->mask);
    }
}

void run_catch_up(core_warp_t *warp) {
    if (warp->run_end == 0) return;
    const split_t *split = current_split(warp);
    const core_compiled_t *compiled = warp->launch->compiled;
    run_t run;
    run.warp = warp;
    run.result = NULL; /* register-only instructions report nothing */
    run.active = split->mask;
    const uint64_t *const base[] = {[SOURCE_REGISTER] = warp->run_registers,
                                    [SOURCE_CONSTANT] = warp->launch->module->pool,
                                    [SOURCE_OTHER] = warp->run_registers};
    for (uint32_t pc = warp->run_first; pc < split->pc; pc++) {
        const code_t *code = &compiled->code[pc];
        if (code->plain && split->mask == CORE_ALL_LANES) {
            code->function(warp->run_registers + code->to, plain_source(base, code, 0),
                           plain_source(base, code, 1), plain_source(base, code, 2));
            continue;
        }
        run.instruction = &warp->launch->module->code[pc];
        run.pc = pc;
        run.mask = code->extra & EXTRA_GUARD
                       ? guarded(compiled, run.instruction, warp->run_registers, run.active)
                       : run.active;
        if (code->extra & EXTRA_FRAME) run.frame = warp->frames[split->depth];
        if (code->extra & EXTRA_PARAMETER)
            load_parameter(&run, compiled->set);
        else if (code->function)
            apply(&run, compiled, code);
        else
            run_interpreted(&run);
    }
    warp->run_first = split->pc;
    if (split->pc == warp->run_end) warp->run_end = 0;
}

void run_leave(core_warp_t *warp) {
    run_catch_up(warp);
    warp->run_end = 0;
}

/* ---- counting ---- */

bool run_begin(core_warp_t *warp) {
    const core_compiled_t *compiled = warp->launch->compiled;
    if (!compiled || warp->pending_count != 0) return false;
    const uint32_t pc = current_split(warp)->pc;
    const bool together = warp->split_count == 1 && warp->live == warp->born &&
                          warp->watch.passed_places == 0;
    uint32_t length = together ? compiled->code[pc].whole : compiled->code[pc].length;
    if (length == 0) return false;
    const uint32_t alone = steps_alone(warp);
    if (alone < length) length = alone;
    if (length == 0) return false;
    warp->run_first = pc;
    warp->run_end = pc + length;
    warp->run_registers = registers_of(warp, current_split(warp)->depth);
    return true;
}

core_outcome_t run_count(core_warp_t *warp, core_step_result_t *result) {
    split_t *split = current_split(warp);
    result->instruction = split->pc;
    result->mask = result->active = split->mask;
    result->shared = result->dropped = result->met_count = 0;
    result->changed = false;
    if (warp->launch->compiled->code[split->pc].extra & EXTRA_GUARD) { /* of a computed predicate */
        run_catch_up(warp);
        result->mask = guarded(warp->launch->compiled, &warp->launch->module->code[split->pc],
                               warp->run_registers, split->mask);
    }
    split->age++;
    if (++split->pc == warp->run_end) run_catch_up(warp);
    return result->outcome = CORE_EXECUTED;
}

/* ---- branches ---- */

bool run_needs_step(const core_warp_t *warp, uint32_t pc) {
    const core_compiled_t *compiled = warp->launch->compiled;
    return compiled && (compiled->code[pc].extra & EXTRA_STEP) != 0;
}

bool run_access(core_warp_t *warp, core_step_result_t *result) {
    return warp->launch->compiled->code[current_split(warp)->pc].access &&
           whole_access(warp, result);
}

const lanes_set_t *run_set(const core_warp_t *warp) {
    return warp->launch->compiled ? warp->launch->compiled->set : NULL;
}

/* Goes through a branch that all lanes of the warp are at, and that all or none of them take: those
 * that do are *mask. False: it is not one. */
static bool pass_branch(core_warp_t *warp, uint32_t *mask) {
    const core_compiled_t *compiled = warp->launch->compiled;
    if (!compiled || warp->split_count != 1 || warp->pending_count != 0 ||
        warp->watch.divisions != 0)
        return false;
    split_t *split = current_split(warp);
    const uint32_t pc = split->pc;
    if (!(compiled->code[pc].extra & EXTRA_BRANCH)) return false;
    const ptx_instruction_t *instruction = &warp->launch->module->code[pc];
    *mask = instruction->guard == PTX_NO_REGISTER
                ? split->mask
                : guarded(compiled, instruction, registers_of(warp, split->depth), split->mask);
    if (*mask != 0 && *mask != split->mask) return false;
    if (*mask == 0) {
        split->pc++;
        split->age++;
        return true;
    }
    split->pc = instruction->target;
    if (instruction->target <= pc) went_backward(warp, split);
    settle_splits(warp);
    return true;
}

bool run_branch_together(core_warp_t *warp, core_step_result_t *result) {
    const split_t *split = current_split(warp);
    const uint32_t pc = split->pc, active = split->mask;
    uint32_t mask;
    if (!pass_branch(warp, &mask)) return false;
    result->instruction = pc;
    result->mask = mask;
    result->active = active;
    result->shared = result->dropped = result->met_count = 0;
    result->changed = false;
    result->outcome = CORE_EXECUTED;
    return true;
}

/* ---- many at once ---- */

/* Of the run that has begun, up to MOST instructions take effect. */
static uint32_t go_along(core_warp_t *warp, uint32_t most) {
    split_t *split = current_split(warp);
    const uint32_t left = warp->run_end - split->pc, count = left < most ? left : most;
    split->pc += count;
    split->age += count;
    run_catch_up(warp);
    return count;
}

/* One instruction of lanes that run apart already: register-only, or a branch. It reports nothing,
 * since their parting has been. */
static bool step_apart(core_warp_t *warp) {
    const core_compiled_t *compiled = warp->launch->compiled;
    core_step_result_t unused;
    if (!compiled || warp->split_count == 1 || warp->pending_count != 0) return false;
    const code_t *code = &compiled->code[current_split(warp)->pc];
    if (code->length == 0 && (code->extra & EXTRA_BRANCH) == 0) return false;
    const core_outcome_t outcome = core_step(warp, &unused);
    assert(outcome == CORE_EXECUTED);
    (void)outcome;
    return true;
}

/* The next COUNT instructions from PC on have been. */
static void note_executed(core_trace_t *trace, uint32_t pc, uint32_t count) {
    uint64_t *executed = &trace->executed[pc];
    for (uint32_t i = 0; trace->looks && i < count; i++)
        trace->new = trace->new || executed[i] + 1 < trace->stage;
    for (uint32_t i = 0; i < count; i++) executed[i] = trace->stage;
}

uint32_t core_go(core_warp_t *warp, uint32_t most, core_trace_t *trace) {
    const core_compiled_t *compiled = warp->launch->compiled;
    uint32_t count = 0;
    if (!compiled) return 0;
    while (count < most && warp->live != 0 && warp->current < warp->split_count) {
        const split_t *split = current_split(warp);
        const uint32_t pc = split->pc, active = split->mask;
        uint32_t gone = 1, mask;
        if (compiled->code[pc].extra & EXTRA_STEP) break;
        if (warp->run_end != 0 || run_begin(warp))
            gone = go_along(warp, most - count);
        else if (!pass_branch(warp, &mask) && !step_apart(warp))
            break;
        note_executed(trace, pc, gone);
        trace->lanes |= active;
        trace->threads += (uint64_t)gone * count_lanes(active);
        count += gone;
    }
    return count;
}
