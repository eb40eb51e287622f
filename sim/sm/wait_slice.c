/* wait_slice.c: see wait_slice.h.
 *
 *     L: ld.volatile.u32 %r2, [%rd1]     %rd1: an address            decides
 *        add.u32 %r3, %r3, 1             %r3: nothing depends on it
 *        setp.eq.u32 %p1, %r2, 0         %r2: %p1 depends on it      decides
 *        @%p1 bra L                      %p1: a branch               decides
 *
 * By register and function, without regard to order: PTX has registers enough that a name is one
 * variable. Everything that exchanges values between lanes decides, and so do arguments of calls.
 * Memory of a thread or block is no part of the slice: a changed value in it counts as work
 * (core_step_result_t.changed).
 */
#include "sim/sm/wait_slice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/ptx/code.h"

void wait_slice_free(wait_slice_t *slice) {
    free(slice->executed);
    free(slice->decides);
    free(slice->first);
    *slice = (wait_slice_t){0};
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
    slice->registers = (core_slice_t){slice->decides, slice->first};
    if (!slice->executed || !slice->first || !slice->decides) {
        wait_slice_free(slice);
        return false;
    }
    slice->module = module;
    return true;
}

/* ---- the slice ---- */

typedef struct walk {
    uint8_t *decides; /* of the registers of the instruction's function */
    bool grew;
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

static void add_instruction(walk_t *walk, const ptx_instruction_t *instruction) {
    if (!is_criterion(instruction) && !writes_decider(walk, instruction)) return;
    add_register(walk, instruction->guard);
    add_operand(walk, &instruction->base);
    for (int i = 0; i < PTX_MAX_SOURCES; i++) add_operand(walk, &instruction->source[i]);
}

void wait_slice_find(wait_slice_t *slice, uint64_t stage) {
    const ptx_module_t *module = slice->module;
    for (uint32_t f = 0; f < module->function_count; f++)
        memset(slice->decides + slice->first[f], 0, module->functions[f].registers);
    for (uint32_t f = 0; f < module->function_count; f++) {
        const ptx_function_t *function = &module->functions[f];
        walk_t walk = {slice->decides + slice->first[f], true};
        while (walk.grew) {
            walk.grew = false;
            for (uint32_t i = function->first + function->count; i-- > function->first;)
                if (slice->executed[i] == stage) add_instruction(&walk, &module->code[i]);
        }
    }
}
