/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_execute.c: libFuzzer target: whatever module the parser accepts runs without touching memory
 * that is not its own: the first kernel, 40 threads, at most 3000 instructions. Faults are fine;
 * ASan and UBSan are the judges. */
#include "tb/unit/ptx/machine.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 1 << 16, PARAMETERS = 4096 };

static const ptx_function_t *
runnable_kernel(const ptx_module_t *module) { /* NULL: none small enough */
    uint64_t bytes = 0;
    for (uint32_t v = 0; v < ptx_variable_count(module); v++)
        if (ptx_variable(module, v)->space == PTX_SPACE_GLOBAL)
            bytes += ptx_variable(module, v)->size + 256;
    if (bytes > MEMORY / 2 || ptx_constant_bytes(module) > MEMORY) return NULL;
    for (uint32_t f = 0; f < ptx_function_count(module); f++) {
        const ptx_function_t *function = ptx_function(module, f);
        if (function->entry && function->defined && function->parameter_bytes <= PARAMETERS &&
            function->static_shared_bytes <= 32768 && function->local_bytes <= 65536 &&
            function->registers <= 4096)
            return function;
    }
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ptx_error_t error;
    static machine_t machine;
    static uint64_t parameters[PARAMETERS / 8];
    if (memchr(data, 0, size)) return 0;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    ptx_module_t *module = ptx_parse(text, size, &error);
    bool runs = module && runnable_kernel(module);
    ptx_free(module);
    if (runs) {
        machine_open(&machine, text, MEMORY);
        const ptx_function_t *kernel = runnable_kernel(machine.module);
        machine.step_limit = 3000;
        uint64_t address = machine_allocate(&machine, 4096);
        for (size_t i = 0; i < PARAMETERS / 8; i++)
            parameters[i] = address + 8 * (i % 8); /* pointers, mostly */
        machine_run(&machine, kernel->name, parameters, 1, 40, 256);
        machine_close(&machine);
    }
    free(text);
    return 0;
}
