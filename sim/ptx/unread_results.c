/* SPDX-License-Identifier: Apache-2.0 */
/* unread_results.c: which atomics' results nothing reads.
 *
 * An atomic tells its thread of earlier ones by its result alone. Where no instruction of the
 * function reads the register, nothing that follows depends on whether the atomics of others came
 * before it or come later, so that it orders nothing (docs/semantics.md D79). Compilers write
 * `atom` with a register for such an atomic, and the GPU's assembler makes it a `red`.
 *
 * Errors. A register that is read for something else, or copied and not read any more, counts as
 * read: the atomic then orders what it may have seen.
 */
#include <stdlib.h>

#include "sim/ptx/parse.h"

static void note(uint8_t *reads, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) reads[operand->index] = 1;
}

void mark_unread(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    const uint32_t end = function->first + function->count;
    uint32_t atomics = 0;
    for (uint32_t i = function->first; i < end; i++) {
        ptx_instruction_t *instruction = &module->code[i];
        atomics += instruction->opcode == PTX_ATOM;
        if (instruction->opcode == PTX_RED || instruction->opcode == PTX_MBARRIER)
            instruction->flags |= PTX_FLAG_UNREAD; /* a barrier's state says how far its phase is */
    }
    if (atomics == 0) return;
    uint8_t *reads = calloc(function->registers + 1, 1);
    if (!reads) return; /* all are taken as read */
    for (uint32_t i = function->first; i < end; i++) {
        const ptx_instruction_t *instruction = &module->code[i];
        for (int s = 0; s < PTX_MAX_SOURCES; s++) note(reads, &instruction->source[s]);
        note(reads, &instruction->base);
        if (instruction->guard != PTX_NO_REGISTER) reads[instruction->guard] = 1;
    }
    for (uint32_t i = function->first; i < end; i++) {
        ptx_instruction_t *instruction = &module->code[i];
        bool unread = instruction->opcode == PTX_ATOM;
        for (int d = 0; d < PTX_MAX_VECTOR; d++)
            unread &= instruction->destination[d].kind != PTX_OPERAND_REGISTER ||
                      !reads[instruction->destination[d].index];
        if (unread) instruction->flags |= PTX_FLAG_UNREAD;
    }
    free(reads);
}
