/* SPDX-License-Identifier: Apache-2.0 */
/* polling.c: which volatile loads are of a flag (D67): they poll it, or atom.cas judges its value.
 *
 *     again: ld.volatile.global.u32 %r1, [%rd1];      the address stays the same,
 *            setp.eq.s32 %p1, %r1, 0;                 the value decides whether the loop ends,
 *            @%p1 bra again;                          and the loop changes no memory
 *
 * Idea. CUDA programs before cuda::atomic synchronise by a volatile flag and fences. A volatile
 * access is either such a flag or data, and only the program's form tells. A load polls when the
 * innermost loop around it has no other purpose than to wait: nothing in it stores, its address is
 * the same in every turn, and a branch of it depends on the value. The same load in front of the
 * loop (compilers peel the first turn) is one too: it has the same address operand.
 *
 * How. For each volatile load the shortest way around it, from the target of a backward branch to
 * that branch, is walked twice (a value may be used above the place that makes it), with a set of
 * registers that depend on the load. Loops that share their target have ways of their own: a lock
 * that looks by a load, and by a compare-and-swap once it is free, waits in the first part only. A
 * register counts as one value in all its places: PTX of compilers has hardly another use.
 *
 * Lock-free programs read a word, compute what shall replace it, and swap by atom.cas if the word
 * still has the value that was read: hash tables, stacks, union-find, minima of float.
 *
 *            ld.volatile.global.u64 %rd2, [%rd1];
 *            atom.global.cas.b64 %rd4, [%rd1], %rd2, %rd3;    the same address; the value as it is
 *
 * Such a load belongs to the atomic, which judges its value: both are accesses to one flag. In
 * union-find the value read names the next place of the array, where the atomic compares it
 * (origins.c).
 *
 * Initialisation that is checked twice looks at a flag, takes a lock, looks again, and sets the
 * flag:
 *
 *            ld.volatile.global.u32 %r1, [ready];    each value does nothing but decide branches
 *            atom.global.cas.b32 %r2, [lock], 0, 1;
 *            ld.volatile.global.u32 %r3, [ready];
 *            st.volatile.global.u32 [ready], 1;
 *
 * Both loads are of a flag, although nothing waits for it.
 *
 * Errors. A load that is not recognised is data, as in ScoRD: its race is reported. A recognised
 * one is judged as a relaxed load: what it reads may still be reported, when no fence came before
 * the store.
 */
#include "sim/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

enum { LOOP_MAX = 512 }; /* instructions: longer loops do something else than wait */

typedef struct walk {
    const ptx_module_t *module;
    uint8_t *depends;     /* by register of the function */
    uint32_t first, last; /* of the loop */
} walk_t;

static bool is_volatile_load(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_LD && instruction->flags & PTX_FLAG_VOLATILE;
}

/* The shortest way around instruction I; false: none of at most LOOP_MAX. */
static bool find_loop(walk_t *walk, const ptx_function_t *function, uint32_t i) {
    const uint32_t end = function->first + function->count,
                   last = end - i > LOOP_MAX ? i + LOOP_MAX : end - 1;
    uint32_t size = LOOP_MAX;
    for (uint32_t j = i; j <= last; j++) {
        const ptx_instruction_t *branch = &walk->module->code[j];
        if (branch->opcode != PTX_BRA || branch->target > i || branch->target < function->first ||
            j - branch->target >= size)
            continue;
        walk->first = branch->target;
        walk->last = j;
        size = j - branch->target;
    }
    return size < LOOP_MAX;
}

static bool changes_memory(const ptx_instruction_t *instruction) {
    switch (instruction->opcode) {
    case PTX_ST:
    case PTX_ATOM:
    case PTX_MBARRIER:
    case PTX_RED:
    case PTX_BAR:
    case PTX_CALL: return true;
    default: return false;
    }
}

static bool writes(const ptx_instruction_t *instruction, const ptx_operand_t *operand) {
    for (int d = 0; d < PTX_MAX_VECTOR; d++)
        if (instruction->destination[d].kind == PTX_OPERAND_REGISTER &&
            instruction->destination[d].index == operand->index)
            return true;
    return false;
}

/* Whether the loop only waits: for a load at address operand BASE. */
static bool only_waits(const walk_t *walk, const ptx_operand_t *base) {
    for (uint32_t i = walk->first; i <= walk->last; i++) {
        const ptx_instruction_t *instruction = &walk->module->code[i];
        if (changes_memory(instruction)) return false;
        if (base->kind == PTX_OPERAND_REGISTER && writes(instruction, base)) return false;
    }
    return true;
}

static bool reads_dependent(const walk_t *walk, const ptx_instruction_t *instruction) {
    if (instruction->guard != PTX_NO_REGISTER && walk->depends[instruction->guard]) return true;
    for (int s = 0; s < PTX_MAX_SOURCES; s++)
        if (instruction->source[s].kind == PTX_OPERAND_REGISTER &&
            walk->depends[instruction->source[s].index])
            return true;
    return false;
}

static void spread(const walk_t *walk, const ptx_instruction_t *instruction) {
    for (int d = 0; d < PTX_MAX_VECTOR; d++)
        if (instruction->destination[d].kind == PTX_OPERAND_REGISTER)
            walk->depends[instruction->destination[d].index] = 1;
}

/* A branch that leaves the loop, or begins it anew. */
static bool ends_or_repeats(const walk_t *walk, uint32_t i) {
    const ptx_instruction_t *branch = &walk->module->code[i];
    return branch->opcode == PTX_BRA && branch->guard != PTX_NO_REGISTER &&
           (branch->target <= i || branch->target > walk->last);
}

/* Whether what is executed from instruction I on is in the loop again without another choice. */
static bool comes_back(const walk_t *walk, const ptx_function_t *function, uint32_t i) {
    const uint32_t end = function->first + function->count;
    for (int steps = 0; steps < LOOP_MAX && i < end; steps++, i++) {
        const ptx_instruction_t *instruction = &walk->module->code[i];
        if (i >= walk->first && i <= walk->last) return true;
        if (instruction->guard != PTX_NO_REGISTER || instruction->opcode == PTX_RET ||
            instruction->opcode == PTX_EXIT)
            return false;
        if (instruction->opcode == PTX_BRA) i = instruction->target - 1;
    }
    return false;
}

/* A branch of which one side only is in the loop: with `if (value) x = 1;` in a loop that counts
 * its turns both are. */
static bool chooses(const walk_t *walk, const ptx_function_t *function, uint32_t i) {
    const ptx_instruction_t *branch = &walk->module->code[i];
    if (!ends_or_repeats(walk, i)) return false;
    return branch->target > walk->last ? !comes_back(walk, function, branch->target)
                                       : i < walk->last || !comes_back(walk, function, i + 1);
}

/* Whether the end of the loop depends on the value of load LOAD. */
static bool decides(const walk_t *walk, const ptx_function_t *function, uint32_t load) {
    memset(walk->depends, 0, function->registers);
    spread(walk, &walk->module->code[load]);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = walk->first; i <= walk->last; i++) {
            const ptx_instruction_t *instruction = &walk->module->code[i];
            if (!reads_dependent(walk, instruction)) continue;
            if (chooses(walk, function, i)) return true;
            spread(walk, instruction);
        }
    return false;
}

static bool same_address(const ptx_instruction_t *a, const ptx_instruction_t *b) {
    return a->base.kind == b->base.kind && a->base.index == b->base.index &&
           a->offset == b->offset && a->space == b->space;
}

static bool copies(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_MOV || instruction->opcode == PTX_SELP ||
           instruction->opcode == PTX_MIN || instruction->opcode == PTX_MAX;
}

void find_copies(const ptx_module_t *module, const ptx_function_t *function, uint32_t load,
                 uint8_t *depends) {
    const walk_t walk = {.module = module, .depends = depends};
    memset(depends, 0, function->registers);
    spread(&walk, &module->code[load]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = function->first; i < function->first + function->count; i++) {
            const ptx_instruction_t *copy = &module->code[i];
            const ptx_operand_t *to = &copy->destination[0];
            if (!copies(copy) || to->kind != PTX_OPERAND_REGISTER || depends[to->index]) continue;
            if (!reads_dependent(&walk, copy)) continue;
            spread(&walk, copy);
            more = true;
        }
    }
}

/* Whether the value of load LOAD, moved or selected at most, is what a compare-and-swap at the same
 * address compares with. */
static bool is_compared(const walk_t *walk, const ptx_function_t *function, uint32_t load) {
    const ptx_instruction_t *code = walk->module->code;
    const uint32_t end = function->first + function->count;
    find_copies(walk->module, function, load, walk->depends);
    for (uint32_t i = function->first; i < end; i++) {
        const ptx_instruction_t *swap = &code[i];
        if (swap->opcode == PTX_ATOM && swap->action == PTX_DO_CAS &&
            swap->base.kind == code[load].base.kind && swap->base.index == code[load].base.index &&
            swap->offset == code[load].offset && swap->source[0].kind == PTX_OPERAND_REGISTER &&
            walk->depends[swap->source[0].index])
            return true;
    }
    return false;
}

/* Whether the value of load LOAD, converted at most, does nothing but decide what is executed. */
static bool only_decides(const walk_t *walk, const ptx_function_t *function, uint32_t load) {
    const uint32_t end = function->first + function->count;
    memset(walk->depends, 0, function->registers);
    spread(walk, &walk->module->code[load]);
    bool decided = false;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = function->first; i < end; i++) {
            const ptx_instruction_t *user = &walk->module->code[i];
            if (!reads_dependent(walk, user)) continue;
            switch (user->opcode) {
            case PTX_BRA: decided = true; break;
            case PTX_MOV:
            case PTX_CVT:
            case PTX_AND:
            case PTX_OR:
            case PTX_NOT:
            case PTX_SETP: spread(walk, user); break;
            default: return false;
            }
        }
    return decided;
}

/* Whether loads LOAD and AGAIN of one address look at a flag that is checked twice: a
 * compare-and-swap stands between them, and behind them the flag is set. */
static bool checks_twice(const walk_t *walk, const ptx_function_t *function, uint32_t load,
                         uint32_t again) {
    const ptx_instruction_t *code = walk->module->code;
    const uint32_t end = function->first + function->count;
    bool locks = false, sets = false;
    for (uint32_t i = load + 1; i < again; i++)
        locks |= code[i].opcode == PTX_ATOM && code[i].action == PTX_DO_CAS;
    for (uint32_t i = again + 1; i < end; i++)
        sets |= code[i].opcode == PTX_ST && code[i].flags & PTX_FLAG_VOLATILE &&
                same_address(&code[i], &code[load]);
    return locks && sets && only_decides(walk, function, load) &&
           only_decides(walk, function, again);
}

static bool swaps(const ptx_module_t *module, const ptx_function_t *function) {
    for (uint32_t i = function->first; i < function->first + function->count; i++)
        if (module->code[i].opcode == PTX_ATOM && module->code[i].action == PTX_DO_CAS) return true;
    return false;
}

void mark_polls(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    walk_t walk = {.module = module, .depends = NULL};
    const uint32_t end = function->first + function->count;
    const bool may_compare = swaps(module, function);
    for (uint32_t i = function->first; i < end; i++) {
        ptx_instruction_t *load = &module->code[i];
        if (!is_volatile_load(load)) continue;
        if (!walk.depends) walk.depends = module_allocate(parser, function->registers + 1);
        if (may_compare && is_compared(&walk, function, i)) load->flags |= PTX_FLAG_POLLS;
        for (uint32_t again = i + 1; may_compare && again < end; again++)
            if (is_volatile_load(&module->code[again]) &&
                same_address(&module->code[again], load) &&
                checks_twice(&walk, function, i, again)) {
                load->flags |= PTX_FLAG_POLLS;
                module->code[again].flags |= PTX_FLAG_POLLS;
            }
        if (!find_loop(&walk, function, i)) continue;
        if (!only_waits(&walk, &load->base) || !decides(&walk, function, i)) continue;
        for (uint32_t other = function->first; other < end; other++)
            if (is_volatile_load(&module->code[other]) && same_address(&module->code[other], load))
                module->code[other].flags |= PTX_FLAG_POLLS;
    }
}
