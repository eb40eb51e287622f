/* SPDX-License-Identifier: Apache-2.0 */
/* origins.c: what the address of an access is made of. Of __shared__ variables, so that an access
 * past the end of one is told although the segment goes on (docs/findings.md, "memory"). Of global
 * variables and pointers that a kernel is given, so that a volatile store to what a volatile load
 * polls is known for a flag (D67).
 *
 * Idea. C++ allows no way from one array to another, and compilers keep to it: an address is the
 * address of one variable plus something. For each register of a function the pass finds what its
 * definitions come from:
 *
 *        UNKNOWN          several variables, or a variable in other arithmetic
 *      /    |    \
 *   NUMBER  tile  next    no variable; the address of one, plus or minus numbers
 *      \    |    /
 *       UNSEEN            no definition was looked at yet
 *
 * Definitions are walked until nothing changes. Values that come by a load, a call or a parameter
 * are numbers: a pointer among them is of no variable, and its accesses are not judged. In global
 * memory a parameter of a kernel is as a variable.
 *
 * Limits. Not told are: accesses inside one variable, such as past a row of a matrix or a member of
 * a structure; pointers that went through memory or a call; `extern __shared__`, whose variables
 * all begin at one place; .local, where the compiler puts all arrays of a function into one
 * variable.
 */
#include "sim/ptx/parse.h"

#include <string.h>

typedef enum origin {
    UNSEEN,
    NUMBER,
    UNKNOWN,
    FIRST_VARIABLE
} origin_t; /* variable v: FIRST + v; behind them parameters, by their offset */

typedef struct pass {
    const ptx_module_t *module;
    uint32_t *origin; /* by register */
    ptx_space_t space;
} pass_t;

static uint32_t of_operand(const pass_t *pass, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) return pass->origin[operand->index];
    if (operand->kind == PTX_OPERAND_DYNAMIC_SHARED || operand->kind == PTX_OPERAND_LOCAL)
        return UNKNOWN;
    if (operand->kind != PTX_OPERAND_CONSTANT) return NUMBER;
    const ptx_constant_t *constant = &pass->module->constants[operand->index];
    if (constant->relocation != PTX_RELOCATE_VARIABLE ||
        pass->module->variables[constant->symbol].space != pass->space)
        return NUMBER;
    return FIRST_VARIABLE + constant->symbol;
}

static uint32_t join(uint32_t a, uint32_t b) {
    if (a == UNSEEN || b == UNSEEN) return a == UNSEEN ? b : a;
    return a == b ? a : UNKNOWN;
}

static uint32_t sum(uint32_t a, uint32_t b) {
    if (a == UNSEEN || b == UNSEEN) return UNSEEN;
    return a == NUMBER ? b : b == NUMBER ? a : UNKNOWN;
}

static uint32_t difference(uint32_t a, uint32_t b) {
    return a == UNSEEN || b == UNSEEN ? UNSEEN : b == NUMBER ? a : UNKNOWN;
}

/* What is made of SOURCES by arithmetic that keeps no address. */
static uint32_t of_others(const pass_t *pass, const ptx_instruction_t *instruction) {
    for (int s = 0; s < PTX_MAX_SOURCES; s++)
        if (of_operand(pass, &instruction->source[s]) >= UNKNOWN) return UNKNOWN;
    return NUMBER;
}

/* A value of a pointer's size that a kernel is given. */
static uint32_t of_load(const pass_t *pass, const ptx_instruction_t *load) {
    if (pass->space != PTX_SPACE_GLOBAL || load->space != PTX_SPACE_PARAM_ENTRY ||
        load->base.kind == PTX_OPERAND_REGISTER || load->vector > 1 ||
        ptx_type_bytes((ptx_type_t)load->type) != sizeof(uint64_t))
        return NUMBER;
    return FIRST_VARIABLE + pass->module->variable_count + (uint32_t)load->offset;
}

static uint32_t of_result(const pass_t *pass, const ptx_instruction_t *instruction) {
    const ptx_operand_t *source = instruction->source;
    switch (instruction->opcode) {
    case PTX_MOV:
        if (instruction->vector > 1) break;
        return of_operand(pass, &source[0]);
    case PTX_CVT:
    case PTX_CVTA: return of_operand(pass, &source[0]);
    case PTX_ADD:
    case PTX_OR: /* compilers add a number to an aligned address by it */
        return sum(of_operand(pass, &source[0]), of_operand(pass, &source[1]));
    case PTX_SUB: return difference(of_operand(pass, &source[0]), of_operand(pass, &source[1]));
    case PTX_MAD:
    case PTX_MAD24: {
        const uint32_t added = of_operand(pass, &source[2]);
        if (of_operand(pass, &source[0]) >= UNKNOWN || of_operand(pass, &source[1]) >= UNKNOWN)
            return UNKNOWN;
        return added;
    }
    case PTX_SELP: return join(of_operand(pass, &source[0]), of_operand(pass, &source[1]));
    case PTX_LD: return of_load(pass, instruction);
    case PTX_ATOM:
    case PTX_CALL: return NUMBER;
    default: break;
    }
    return of_others(pass, instruction);
}

static bool walk(const pass_t *pass, const ptx_function_t *function) {
    bool changed = false;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &pass->module->code[i];
        for (int d = 0; d < PTX_MAX_VECTOR; d++) {
            if (instruction->destination[d].kind != PTX_OPERAND_REGISTER) continue;
            uint32_t *origin = &pass->origin[instruction->destination[d].index];
            const uint32_t joined = join(*origin, of_result(pass, instruction));
            if (joined == *origin) continue;
            *origin = joined;
            changed = true;
        }
    }
    return changed;
}

static bool names_shared(const ptx_module_t *module) {
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == PTX_SPACE_SHARED && !module->variables[v].dynamic_shared)
            return true;
    return false;
}

void find_origins(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    if (!function->defined || !names_shared(module)) return;
    pass_t pass = {
        .module = module,
        .space = PTX_SPACE_SHARED,
        .origin = module_allocate(parser, (function->registers + 1) * sizeof *pass.origin)};
    while (walk(&pass, function)) continue;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        ptx_instruction_t *access = &module->code[i];
        if (access->opcode != PTX_LD && access->opcode != PTX_ST && access->opcode != PTX_ATOM &&
            access->opcode != PTX_RED)
            continue;
        const uint32_t origin = of_operand(&pass, &access->base);
        if (origin < FIRST_VARIABLE) continue;
        uint32_t variable = origin - FIRST_VARIABLE;
        if (module->variables[variable].merged) variable = module->variables[variable].target;
        access->within = variable + 1;
    }
}

/* ---- flags ---- */

static bool is_volatile(const ptx_instruction_t *access, ptx_opcode_t opcode) {
    return access->opcode == opcode && access->flags & PTX_FLAG_VOLATILE;
}

static bool polls(const ptx_instruction_t *access) {
    return is_volatile(access, PTX_LD) && access->flags & PTX_FLAG_POLLS;
}

/* Whether the function compares a copy of what load LOAD reads with another element of its array:
 * in union-find and in lists of indices the value says where the atomic is. */
static bool leads_to_swap(const pass_t *pass, const ptx_function_t *function, uint32_t load,
                          uint8_t *depends) {
    const ptx_instruction_t *code = pass->module->code;
    const uint32_t origin = of_operand(pass, &code[load].base);
    if (origin < FIRST_VARIABLE) return false;
    find_copies(pass->module, function, load, depends);
    for (uint32_t i = function->first; i < function->first + function->count; i++)
        if (code[i].opcode == PTX_ATOM && code[i].action == PTX_DO_CAS &&
            code[i].source[0].kind == PTX_OPERAND_REGISTER && depends[code[i].source[0].index] &&
            of_operand(pass, &code[i].base) == origin)
            return true;
    return false;
}

static bool has_volatile_load(const ptx_module_t *module, const ptx_function_t *function) {
    for (uint32_t i = function->first; i < function->first + function->count; i++)
        if (is_volatile(&module->code[i], PTX_LD)) return true;
    return false;
}

/* What ACCESS accesses, as far as the function tells: a variable or a parameter, else one class of
 * all that is unknown. Shared variables are below 0. */
static int64_t place_of_access(const pass_t *pass, const ptx_instruction_t *access) {
    const uint32_t origin = of_operand(pass, &access->base);
    if (access->within != 0) return -(int64_t)access->within;
    return origin >= FIRST_VARIABLE ? origin : 0;
}

/* Whether an atomic of the function accesses what load LOAD does: values of one name are read by
 * the one and changed by the other, or both go through pointers that nothing is known of. */
static bool has_atomic_beside(const pass_t *pass, const ptx_function_t *function, uint32_t load) {
    const ptx_instruction_t *code = pass->module->code;
    const int64_t place = place_of_access(pass, &code[load]);
    for (uint32_t i = function->first; i < function->first + function->count; i++)
        if ((code[i].opcode == PTX_ATOM || code[i].opcode == PTX_RED) &&
            place_of_access(pass, &code[i]) == place &&
            (code[i].space == PTX_SPACE_SHARED) == (code[load].space == PTX_SPACE_SHARED))
            return true;
    return false;
}

void mark_polled_stores(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    const uint32_t end = function->first + function->count;
    if (!has_volatile_load(module, function)) return;
    pass_t pass = {
        .module = module,
        .space = PTX_SPACE_GLOBAL,
        .origin = module_allocate(parser, (function->registers + 1) * sizeof *pass.origin)};
    uint8_t *depends = module_allocate(parser, function->registers + 1);
    while (walk(&pass, function)) continue;
    for (uint32_t i = function->first; i < end; i++)
        if (is_volatile(&module->code[i], PTX_LD) && leads_to_swap(&pass, function, i, depends))
            module->code[i].flags |= PTX_FLAG_POLLS;
    for (uint32_t i = function->first; i < end; i++)
        if (is_volatile(&module->code[i], PTX_LD) && has_atomic_beside(&pass, function, i))
            module->code[i].flags |= PTX_FLAG_BESIDE_ATOMICS;
    for (uint32_t i = function->first; i < end; i++) {
        const uint32_t origin = of_operand(&pass, &module->code[i].base);
        if (!polls(&module->code[i]) || origin < FIRST_VARIABLE) continue;
        for (uint32_t s = function->first; s < end; s++)
            if (is_volatile(&module->code[s], PTX_ST) &&
                of_operand(&pass, &module->code[s].base) == origin)
                module->code[s].flags |= PTX_FLAG_POLLS;
    }
}
