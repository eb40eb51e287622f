/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_parser.c: libFuzzer target: whatever the text, ptx_parse returns a module or an error, and
 * what it returns can be linked, looked at and freed. */
#include "sim/ptx/code.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(ptx_module_t *module) {
    for (uint32_t i = 0; i < ptx_instruction_count(module); i++) {
        ptx_location_t at = ptx_location(module, i);
        const ptx_instruction_t *instruction = &module->code[i];
        if (strlen(ptx_instruction_text(module, i)) > 1u << 20 || strlen(at.file) > 1u << 20)
            __builtin_trap();
        /* what the core relies on */
        if (instruction->opcode >= PTX_OPCODE_COUNT || instruction->type >= PTX_TYPE_COUNT)
            __builtin_trap();
        if (instruction->opcode == PTX_BRA && instruction->target >= ptx_instruction_count(module))
            __builtin_trap();
        for (uint32_t t = 0; t < instruction->target_count; t++)
            if (instruction->targets[t] >= ptx_instruction_count(module)) __builtin_trap();
        const ptx_function_t *function = ptx_find_function(module, at.function);
        for (int s = 0; s < PTX_MAX_SOURCES; s++) {
            const ptx_operand_t *operand = &instruction->source[s];
            if (operand->kind == PTX_OPERAND_CONSTANT && operand->index >= module->constant_count)
                __builtin_trap();
            if (operand->kind == PTX_OPERAND_REGISTER && function &&
                operand->index >= function->registers)
                __builtin_trap();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ptx_error_t error;
    char message[1200];
    ptx_module_t *module = ptx_parse((const char *)data, size, &error);
    if (!module) {
        if (!error.message[0] || !ptx_error_text(&error, message, sizeof message)[0])
            __builtin_trap();
        return 0;
    }
    look_at(module);
    static uint8_t image[1 << 16];
    for (uint32_t v = 0; v < ptx_variable_count(module); v++)
        if (ptx_variable(module, v)->size <= sizeof image) ptx_image(module, v, image);
    if (ptx_constant_bytes(module) <= sizeof image) ptx_constant_image(module, image);
    ptx_free(module);
    return 0;
}
