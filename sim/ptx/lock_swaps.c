/* SPDX-License-Identifier: Apache-2.0 */
/* lock_swaps.c: which compare-and-swaps take no lock, whatever value they write (D75).
 *
 * Idea. The detector infers a lock from a CAS that changed 0 to 1 (D17). Where the new value is
 * something else than the number 1, such as a block's or thread's number, a single one of the
 * threads writes 1 by chance: its critical section would have a lock, and those of the others none.
 * So the program's form decides: such a CAS is an atomic like others, and fences order what is
 * between it and the unlock.
 *
 * Errors. A lock taken by a function that is not inlined, and is given the 1, counts as none: order
 * alone protects its data.
 */
#include "cmodel/scord_params.h"
#include "sim/ptx/parse.h"

static bool is_one(const ptx_module_t *module, const ptx_operand_t *operand) {
    if (operand->kind != PTX_OPERAND_CONSTANT) return false;
    const ptx_constant_t *constant = &module->constants[operand->index];
    return constant->relocation == PTX_RELOCATE_NONE && constant->value == 1;
}

static bool writes(const ptx_instruction_t *instruction, uint32_t reg) {
    for (int d = 0; d < PTX_MAX_VECTOR; d++)
        if (instruction->destination[d].kind == PTX_OPERAND_REGISTER &&
            instruction->destination[d].index == reg)
            return true;
    return false;
}

/* Whether nothing but the number 1 is ever in the operand. */
static bool always_one(const ptx_module_t *module, const ptx_function_t *function,
                       const ptx_operand_t *operand) {
    if (operand->kind != PTX_OPERAND_REGISTER) return is_one(module, operand);
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &module->code[i];
        if (writes(instruction, operand->index) &&
            (instruction->opcode != PTX_MOV || instruction->vector > 1 ||
             !is_one(module, &instruction->source[0])))
            return false;
    }
    return true;
}

void mark_swaps(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        ptx_instruction_t *swap = &module->code[i];
        if (swap->opcode == PTX_ATOM && swap->atomic == SCORD_ATOMIC_KIND_CAS &&
            !always_one(module, function, &swap->source[1]))
            swap->flags |= PTX_FLAG_NO_LOCK;
    }
}

/* Where an instruction accesses memory: a register and an offset, through the additions and copies
 * of the same function that are in front of it (nvcc adds once for a loop what it gives the load in
 * front of it as an offset). */
typedef struct {
    ptx_operand_t base;
    int64_t offset;
} accessed_t;
static accessed_t place_of(const ptx_module_t *module, uint32_t first, uint32_t index,
                           const ptx_instruction_t *access) {
    accessed_t place = {.base = access->base, .offset = access->offset};
    while (index-- > first && place.base.kind == PTX_OPERAND_REGISTER) {
        const ptx_instruction_t *before = &module->code[index];
        if (!writes(before, place.base.index)) continue;
        const ptx_operand_t *a = &before->source[0], *b = &before->source[1];
        if (before->vector > 1 || a->kind != PTX_OPERAND_REGISTER) break;
        if (before->opcode == PTX_ADD && b->kind == PTX_OPERAND_CONSTANT &&
            module->constants[b->index].relocation == PTX_RELOCATE_NONE)
            place.offset += (int64_t)module->constants[b->index].value;
        else if (before->opcode != PTX_MOV)
            break;
        place.base = *a;
    }
    return place;
}

/* atomicAdd of half and bfloat16 numbers is a loop of compare-and-swap in CUDA's own headers where
 * the GPU has no instruction for it. The loop begins with a plain load of the word, whose value the
 * swap checks; a program can change nothing about it, and means an atomic. So that load is relaxed,
 * at device scope. Loads of these headers without such a swap are what they say. */
void mark_packed_swap(parser_t *parser) {
    ptx_module_t *module = parser->module;
    const ptx_instruction_t *swap = &parser->instruction;
    if (swap->opcode == PTX_LD && swap->semantics == SCORD_SEMANTICS_NONE) {
        parser->packed_load = module->code_count + 1;
        return;
    }
    if (swap->opcode != PTX_ATOM || swap->atomic != SCORD_ATOMIC_KIND_CAS ||
        parser->packed_load == 0 ||
        module->lines[parser->packed_load - 1].function != parser->function_number)
        return;
    ptx_instruction_t *load = &module->code[parser->packed_load - 1];
    uint32_t first = module->functions[parser->function_number].first;
    accessed_t loaded = place_of(module, first, parser->packed_load - 1, load);
    accessed_t swapped = place_of(module, first, module->code_count, swap);
    if (loaded.base.kind != swapped.base.kind || loaded.base.index != swapped.base.index ||
        loaded.offset != swapped.offset)
        return;
    load->semantics = SCORD_SEMANTICS_RELAXED;
    load->scope = SCORD_SCOPE_DEVICE;
    load->flags |= PTX_FLAG_STRONG; /* D6 */
}
