/* SPDX-License-Identifier: Apache-2.0 */
/* trace_program.c: see trace_program.h. */
#include "cmodel/import/trace_program.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/stream_error.h"

enum { FUNCTION_STEP = 4096 };

/* A launch that reaches higher PCs than the earlier ones gets a new range: the same kernel then has
 * two numbers for one instruction. */
scord_stream_status_t trace_program_base(trace_program_t *program, const char *name,
                                         uint32_t largest_pc, uint32_t *base,
                                         scord_stream_error_t *error) {
    for (uint32_t i = 0; i < program->functions; i++) {
        const trace_function_t *known = &program->function[i];
        *base = known->base;
        if (largest_pc < known->bytes && strcmp(known->name, name) == 0) return SCORD_STREAM_OK;
    }
    const uint64_t bytes = (uint64_t)largest_pc / FUNCTION_STEP * FUNCTION_STEP + FUNCTION_STEP;
    if (program->next_base + bytes > UINT64_C(1) << SCORD_PC_WIDTH)
        return stream_problem(
            error, SCORD_STREAM_BAD,
            "the kernels have more than 2^%d bytes of instructions; import fewer at a time",
            SCORD_PC_WIDTH);
    char *copy = SCORD_ARRAY_ROOM(program->function, program->allocated, program->functions + 1)
                     ? strdup(name)
                     : NULL;
    if (!copy)
        return stream_problem(error, SCORD_STREAM_MEMORY, "no memory for the names of the kernels");
    assert(program->next_base % FUNCTION_STEP == 0 && largest_pc < bytes);
    *base = (uint32_t)program->next_base;
    program->function[program->functions++] =
        (trace_function_t){.name = copy, .base = *base, .bytes = bytes};
    program->next_base += bytes;
    return SCORD_STREAM_OK;
}

bool trace_program_locate(trace_program_t *program, uint32_t pc, bool *is_new) {
    *is_new = scord_index_map_find(&program->located, pc) == SCORD_INDEX_NONE;
    return !*is_new || scord_index_map_add(&program->located, pc, 0);
}

void trace_program_destroy(trace_program_t *program) {
    for (uint32_t i = 0; i < program->functions; i++) free(program->function[i].name);
    free(program->function);
    scord_index_map_destroy(&program->located);
    *program = (trace_program_t){.function = NULL};
}
