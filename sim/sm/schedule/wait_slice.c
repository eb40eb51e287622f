/* SPDX-License-Identifier: Apache-2.0 */
/* wait_slice.c: see wait_slice.h.
 *
 *     L: ld.volatile.u32 %r2, [%rd1]     %rd1: an address            decides
 *        add.u32 %r3, %r3, 1             %r3: nothing depends on it
 *        setp.eq.u32 %p1, %r2, 0         %r2: %p1 depends on it      decides
 *        @%p1 bra L                      %p1: a branch               decides
 *
 * By register and function, without regard to order: PTX has registers enough that a name is one
 * variable. Everything that exchanges values between lanes decides, and so do arguments of calls.
 * A branch whose two ways meet again without an effect does not decide (decides_nothing).
 * Memory of a thread or block is no part of the slice: a changed value in it counts as work
 * (core_step_result_t.changed).
 */
#include "sim/sm/schedule/wait_slice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/ptx/code.h"

enum { TIMEOUTS_MOST = 64 };                /* any more are no timeouts */
enum { WAY_MOST = 32 };                     /* instructions of a way that may decide nothing */
static const uint32_t not_one = UINT32_MAX; /* a register that no or several instructions write */

void wait_slice_free(wait_slice_t *slice) {
    free(slice->executed);
    free(slice->decides);
    free(slice->first);
    free(slice->writer);
    free(slice->timeouts);
    *slice = (wait_slice_t){0};
}

static void find_writers(wait_slice_t *slice, const ptx_function_t *function, uint32_t *writer) {
    memset(writer, 0xff, function->registers * sizeof *writer);
    uint8_t *seen = slice->decides; /* not in use yet */
    memset(seen, 0, function->registers);
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_operand_t *to = slice->module->code[i].destination;
        for (int d = 0; d < PTX_MAX_VECTOR; d++) {
            if (to[d].kind != PTX_OPERAND_REGISTER) continue;
            writer[to[d].index] = seen[to[d].index] ? not_one : i;
            seen[to[d].index] = true;
        }
    }
}

bool wait_slice_start(wait_slice_t *slice, const ptx_module_t *module) {
    if (slice->module == module) return true;
    wait_slice_free(slice);
    slice->executed = calloc((size_t)module->code_count + 1, sizeof *slice->executed);
    slice->first = calloc((size_t)module->function_count + 1, sizeof *slice->first);
    uint32_t registers = 0;
    for (uint32_t f = 0; slice->first && f < module->function_count; f++) {
        slice->first[f] = registers;
        registers += module->functions[f].registers;
    }
    slice->decides = calloc((size_t)registers + 1, 1);
    slice->writer = calloc((size_t)registers + 1, sizeof *slice->writer);
    slice->timeouts = calloc(TIMEOUTS_MOST, sizeof *slice->timeouts);
    slice->registers = (core_slice_t){slice->decides, slice->first, slice->timeouts, 0};
    if (!slice->executed || !slice->first || !slice->decides || !slice->writer ||
        !slice->timeouts) {
        wait_slice_free(slice);
        return false;
    }
    slice->module = module;
    for (uint32_t f = 0; f < module->function_count; f++)
        find_writers(slice, &module->functions[f], slice->writer + slice->first[f]);
    return true;
}

/* ---- the slice ---- */

typedef struct walk {
    uint8_t *decides; /* of the registers of the instruction's function */
    bool grew;
    const wait_slice_t *slice;
    const uint32_t *writer; /* of the same registers */
    uint64_t stage;
} walk_t;

static void add_register(walk_t *walk, uint32_t number) {
    if (number == PTX_NO_REGISTER || walk->decides[number]) return;
    walk->decides[number] = true;
    walk->grew = true;
}

static void add_operand(walk_t *walk, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) add_register(walk, operand->index);
}

static bool writes_decider(const walk_t *walk, const ptx_instruction_t *instruction) {
    for (int i = 0; i < PTX_MAX_VECTOR; i++) {
        const ptx_operand_t *to = &instruction->destination[i];
        if (to->kind == PTX_OPERAND_REGISTER && walk->decides[to->index]) return true;
    }
    return false;
}

/* Whether what it reads decides, whatever it writes. */
static bool is_criterion(const ptx_instruction_t *instruction) {
    switch ((ptx_opcode_t)instruction->opcode) {
    case PTX_LD: /* its address */
    case PTX_ST:
    case PTX_ATOM:
    case PTX_MBARRIER:
    case PTX_RED:
    case PTX_BRA:
    case PTX_BRX:
    case PTX_CALL:
    case PTX_RET:
    case PTX_EXIT:
    case PTX_TRAP:
    case PTX_FENCE:
    case PTX_BAR:
    case PTX_SHFL:
    case PTX_VOTE:
    case PTX_MATCH:
    case PTX_REDUX:
    case PTX_MMA:
    case PTX_MATRIX_ROWS:
    case PTX_ACTIVEMASK:
    case PTX_BAR_WARP: return true;
    default: return false;
    }
}

/* The instruction that alone writes a register; NULL: there is not one. */
static const ptx_instruction_t *writer_of(const walk_t *walk, const ptx_operand_t *operand) {
    if (operand->kind != PTX_OPERAND_REGISTER) return NULL;
    const uint32_t writer = walk->writer[operand->index];
    return writer == not_one ? NULL : &walk->slice->module->code[writer];
}

static bool is_clock(const walk_t *walk, const ptx_operand_t *operand) {
    const ptx_instruction_t *read = writer_of(walk, operand);
    return read && read->opcode == PTX_MOV && read->vector == 1 &&
           read->source[0].kind == PTX_OPERAND_SPECIAL &&
           (read->source[0].index == PTX_GLOBALTIMER || read->source[0].index == PTX_CLOCK64);
}

/* Whether nothing that has been executed lately writes it. */
static bool is_settled(const walk_t *walk, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_CONSTANT) return true;
    const ptx_instruction_t *writer = writer_of(walk, operand);
    return writer && walk->slice->executed[writer - walk->slice->module->code] != walk->stage;
}

/* setp of the time since a start, in 64 bits, and a limit. */
static bool is_timeout(const walk_t *walk, const ptx_instruction_t *instruction) {
    if (instruction->opcode != PTX_SETP ||
        (instruction->source_type != PTX_S64 && instruction->source_type != PTX_U64) ||
        instruction->compare == PTX_EQ || instruction->compare == PTX_NE ||
        !is_settled(walk, &instruction->source[1]))
        return false;
    const ptx_instruction_t *difference = writer_of(walk, &instruction->source[0]);
    return difference && difference->opcode == PTX_SUB &&
           (difference->type == PTX_S64 || difference->type == PTX_U64) &&
           is_clock(walk, &difference->source[0]) && is_settled(walk, &difference->source[1]);
}

/* What executing it can change is seen by nothing that decides. */
static bool is_without_effect(const walk_t *walk, const ptx_instruction_t *instruction) {
    const ptx_opcode_t opcode = (ptx_opcode_t)instruction->opcode;
    return !is_criterion(instruction) && opcode != PTX_HOOK && opcode != PTX_ALLOCA &&
           opcode != PTX_STACKSAVE && opcode != PTX_STACKRESTORE &&
           !writes_decider(walk, instruction);
}

/* The instructions from FIRST on up to the first that may matter, along unconditional branches. */
static unsigned follow(const walk_t *walk, uint32_t first, uint32_t way[WAY_MOST]) {
    const ptx_instruction_t *code = walk->slice->module->code;
    unsigned length = 0;
    for (uint32_t at = first; length < WAY_MOST && at < walk->slice->module->code_count;) {
        way[length++] = at;
        if (code[at].opcode == PTX_BRA && code[at].guard == PTX_NO_REGISTER)
            at = code[at].target;
        else if (is_without_effect(walk, &code[at]))
            at++;
        else
            break;
    }
    return length;
}

/* A branch whose two ways meet again before either does anything that matters, as where a thread
 * sleeps now and then: which of them is taken decides nothing. */
static bool decides_nothing(const walk_t *walk, const ptx_instruction_t *branch) {
    uint32_t taken[WAY_MOST], past[WAY_MOST];
    if (branch->opcode != PTX_BRA || branch->guard == PTX_NO_REGISTER) return false;
    const unsigned n = follow(walk, branch->target, taken),
                   m = follow(walk, (uint32_t)(branch - walk->slice->module->code) + 1, past);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            if (taken[i] == past[j]) return true;
    return false;
}

static void add_instruction(walk_t *walk, const ptx_instruction_t *instruction) {
    if (!is_criterion(instruction) && !writes_decider(walk, instruction)) return;
    if (decides_nothing(walk, instruction)) return;
    add_register(walk, instruction->guard);
    add_operand(walk, &instruction->base);
    for (int i = is_timeout(walk, instruction); i < PTX_MAX_SOURCES; i++)
        add_operand(walk, &instruction->source[i]);
}

/* The timeouts that decide, of a function whose slice is there. */
static void add_timeouts(wait_slice_t *slice, const walk_t *walk, uint32_t f) {
    const ptx_function_t *function = &slice->module->functions[f];
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *compare = &slice->module->code[i];
        if (slice->executed[i] != walk->stage || !is_timeout(walk, compare) ||
            !writes_decider(walk, compare))
            continue;
        uint8_t *elapsed = &walk->decides[compare->source[0].index];
        if (slice->registers.timeout_count < TIMEOUTS_MOST && *elapsed != true) {
            *elapsed = CORE_ELAPSED;
            slice->timeouts[slice->registers.timeout_count++] = (core_timeout_t){f, i};
        } else
            *elapsed = true;
    }
}

void wait_slice_find(wait_slice_t *slice, uint64_t stage) {
    const ptx_module_t *module = slice->module;
    slice->registers.timeout_count = 0;
    for (uint32_t f = 0; f < module->function_count; f++)
        memset(slice->decides + slice->first[f], 0, module->functions[f].registers);
    for (uint32_t f = 0; f < module->function_count; f++) {
        const ptx_function_t *function = &module->functions[f];
        walk_t walk = {slice->decides + slice->first[f], true, slice,
                       slice->writer + slice->first[f], stage};
        while (walk.grew) {
            walk.grew = false;
            for (uint32_t i = function->first + function->count; i-- > function->first;)
                if (slice->executed[i] == stage) add_instruction(&walk, &module->code[i]);
        }
        add_timeouts(slice, &walk, f);
    }
}
