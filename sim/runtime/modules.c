/* SPDX-License-Identifier: Apache-2.0 */
/* modules.c: the program's PTX, kernels and variables: registered before main by the host code of
 * clang (register_clang.c) or nvcc (sim/toolkit/register_nvcc.c), loaded at the first call; or
 * loaded by the program itself (sim/driver/driver_modules.c).
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/runtime/ordering.h"

int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                           int thread_limit, void *tid, void *bid, dim3 *block, dim3 *grid,
                           int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t size, int constant, int global);

static void *allocate(session_t *session, size_t bytes) {
    void *place = calloc(1, bytes == 0 ? 1 : bytes);
    if (!place)
        session_end(session, RUN_ENVIRONMENT, "out of memory while loading the program's PTX");
    return place;
}

/* Compiler-made constants (format strings and the like) take room but need no name in reports. */
static bool has_users_name(const char *name) { return !strchr(name, '$'); }

static const ptx_variable_t *find_variable(const session_symbol_t *symbol,
                                           session_module_t **module) {
    const ptx_variable_t *found = NULL;
    for (const session_unit_t *unit = symbol->unit; unit && !found; unit = unit->sibling) {
        if (!unit->module) continue;
        *module = unit->module;
        found = ptx_find_variable_in(unit->module->ptx, unit->number, symbol->name);
    }
    return found;
}

static void place_variable(session_t *session, session_module_t *module, uint32_t index) {
    const ptx_variable_t *variable = ptx_variable(module->ptx, index);
    if (variable->space != PTX_SPACE_GLOBAL || variable->merged) return;
    if (variable->external)
        session_end(session, RUN_FAULT,
                    "variable %s is declared extern, but no .cu file of the program defines it",
                    variable->name);
    char name[SCORD_NAME_MAX + 1];
    scord_demangle(variable->name, name, sizeof name);
    const uint64_t bytes = variable->size == 0 ? 1 : variable->size;
    const uint64_t address = device_memory_allocate(
        session->memory, bytes, variable->managed ? DEVICE_MEMORY_HOST : DEVICE_MEMORY_VARIABLE,
        name);
    if (variable->managed) ordering_start(session); /* the host sees it, too */
    if (address == 0)
        session_end(session, RUN_FAULT, "variable %s (%llu bytes) does not fit the device's memory",
                    name, (unsigned long long)variable->size);
    unwritten_set(&session->unwritten, address, bytes, false); /* a released array was here? */
    ptx_bind(module->ptx, index, address);
    if (has_users_name(variable->name)) gpu_name_object(session->gpu, address, bytes, name);
}

static void write_images(session_t *session, session_module_t *module) {
    for (uint32_t i = 0; i < ptx_variable_count(module->ptx); i++) {
        const ptx_variable_t *variable = ptx_variable(module->ptx, i);
        if (variable->space != PTX_SPACE_GLOBAL || variable->size == 0 || variable->merged)
            continue;
        ptx_image(module->ptx, i,
                  device_memory_translate(session->memory, variable->address, variable->size));
    }
}

/* Constant memory lies in global memory, as on the device: a kernel may be given the address of a
 * constant. */
static void place_constants(session_t *session, session_module_t *module) {
    const uint64_t bytes = ptx_constant_bytes(module->ptx);
    if (bytes == 0) return;
    module->constant_address = device_memory_allocate(session->memory, bytes,
                                                      DEVICE_MEMORY_VARIABLE, "constant memory");
    if (module->constant_address == 0)
        session_end(session, RUN_FAULT, "the constants (%llu bytes) do not fit the device's memory",
                    (unsigned long long)bytes);
    unwritten_set(&session->unwritten, module->constant_address, bytes, false);
    gpu_name_object(session->gpu, module->constant_address, bytes, "constant memory");
    module->constant = device_memory_translate(session->memory, module->constant_address, bytes);
    ptx_constant_image(module->ptx, module->constant);
}

/* nvcc's host code reads a managed variable through a pointer, which is filled here. */
static void publish_managed(session_t *session) {
    for (session_symbol_t *symbol = session->variables; symbol; symbol = symbol->next) {
        session_module_t *module;
        if (!symbol->pointer || *symbol->pointer) continue;
        const ptx_variable_t *variable = find_variable(symbol, &module);
        if (variable) *symbol->pointer = (void *)(uintptr_t)variable->address;
    }
}

/* ---- loading: all .cu files registered so far become one module, linked ---- */

static uint32_t pending_units(const session_t *session) {
    uint32_t count = 0;
    for (const session_unit_t *unit = session->pending; unit; unit = unit->next)
        if (unit->text) count++;
    return count;
}

static ptx_module_t *parse_pending(session_t *session) {
    uint32_t number = pending_units(session);
    ptx_unit_t *texts = allocate(session, number * sizeof *texts);
    const uint32_t count = number;
    for (session_unit_t *unit = session->pending; unit;
         unit = unit->next) { /* the newest stands first */
        if (!unit->text) continue;
        unit->number = --number;
        texts[number] = (ptx_unit_t){unit->text, strlen(unit->text)};
    }
    ptx_error_t error;
    char message[1024];
    ptx_module_t *ptx = ptx_parse_units(texts, count, &error);
    if (!ptx)
        session_end(session, RUN_FAULT, "%s",
                    gpu_file_name(ptx_error_text(&error, message, sizeof message)));
    free(texts);
    return ptx;
}

void session_load(session_t *session) {
    if (pending_units(session) == 0) return;
    session_module_t *module = allocate(session, sizeof *module);
    module->ptx = parse_pending(session);
    for (session_unit_t *unit = session->pending; unit; unit = unit->next)
        unit->module = !unit->text ? NULL : module;
    session->pending = NULL;
    for (uint32_t i = 0; i < ptx_variable_count(module->ptx); i++)
        place_variable(session, module, i);
    ptx_link(module->ptx);
    if (!session->interpret) module->compiled = core_compile(module->ptx);
    write_images(session, module);
    place_constants(session, module);
    module->pc_base = session->next_pc;
    session->next_pc += ptx_instruction_count(module->ptx);
    module->next = session->modules;
    session->modules = module;
    publish_managed(session);
    mirrors_add_managed(session);
}

/* ---- registration ---- */

session_unit_t *session_add_unit(session_t *session, const char *text, session_unit_t *sibling) {
    session_unit_t *unit = allocate(session, sizeof *unit);
    *unit = (session_unit_t){.text = text, .sibling = sibling, .next = session->pending};
    session->pending = unit;
    return unit;
}

static void add_symbol(session_t *session, session_symbol_t **list, void **handle, const void *host,
                       const char *name) {
    session_symbol_t *symbol = allocate(session, sizeof *symbol);
    *symbol = (session_symbol_t){
        .host = host, .name = name, .unit = (session_unit_t *)handle, .next = *list};
    *list = symbol;
}

int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                           int thread_limit, void *tid, void *bid, dim3 *block, dim3 *grid,
                           int *warp_size) {
    (void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid,
        (void)warp_size;
    session_t *session = session_register();
    add_symbol(session, &session->kernels, handle, host, name);
    session_leave(session, cudaSuccess);
    return 0;
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t size, int constant, int global) {
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    session_t *session = session_register();
    add_symbol(session, &session->variables, handle, host, name);
    session_leave(session, cudaSuccess);
}

void session_add_managed(session_t *session, void **handle, void **pointer, const char *name) {
    add_symbol(session, &session->variables, handle, pointer, name);
    session->variables->pointer = pointer;
}

static const session_symbol_t *find(const session_symbol_t *list, const void *host) {
    while (list && list->host != host && !(list->pointer && *list->pointer == host))
        list = list->next;
    return list;
}

/* The code is machine code alone, which nothing here runs. */
static void require_text(session_t *session, const session_symbol_t *symbol) {
    char readable[256];
    for (const session_unit_t *unit = symbol->unit; unit; unit = unit->sibling)
        if (unit->text) return;
    session_end(session, RUN_FAULT,
                "%s is there as machine code (SASS) only; link again with -cudart shared -gencode "
                "arch=compute_80,code=compute_80",
                scord_demangle(symbol->name, readable, sizeof readable));
}

const ptx_function_t *session_kernel(session_t *session, const void *host,
                                     session_module_t **module) {
    const ptx_function_t *found = NULL;
    const session_symbol_t *symbol = find(session->kernels, host);
    if (!symbol) return NULL;
    require_text(session, symbol);
    for (const session_unit_t *unit = symbol->unit; unit && !found; unit = unit->sibling) {
        if (!unit->module) continue;
        *module = unit->module;
        found = ptx_find_function_in(unit->module->ptx, unit->number, symbol->name);
    }
    return found;
}

/* ---- modules that the program loads itself ---- */

const ptx_variable_t *session_unit_variable(session_unit_t *unit, const char *name,
                                            session_module_t **module) {
    const session_symbol_t symbol = {.name = name, .unit = unit};
    const ptx_variable_t *variable = find_variable(&symbol, module);
    return variable && variable->space != PTX_SPACE_SHARED ? variable : NULL;
}

/* The symbol itself is the host's address of it. */
const void *session_unit_kernel(session_t *session, session_unit_t *unit, const char *name) {
    for (const session_symbol_t *known = session->kernels; known; known = known->next)
        if (known->host == known && known->unit == unit && strcmp(known->name, name) == 0)
            return known;
    session_module_t *module;
    add_symbol(session, &session->kernels, (void **)unit, NULL, name);
    session_symbol_t *symbol = session->kernels;
    symbol->host = symbol;
    const ptx_function_t *function = session_kernel(session, symbol, &module);
    if (function && function->entry) {
        symbol->name = function->name;
        return symbol;
    }
    session->kernels = symbol->next;
    free(symbol);
    return NULL;
}

unsigned session_architecture(const session_t *session) {
    enum { WITHOUT_KERNELS = 80 };
    unsigned newest = 0;
    for (const session_module_t *module = session->modules; module; module = module->next)
        for (uint32_t i = 0; i < ptx_function_count(module->ptx); i++) {
            const ptx_function_t *function = ptx_function(module->ptx, i);
            if (function->entry && function->architecture > newest) newest = function->architecture;
        }
    return newest != 0 ? newest : WITHOUT_KERNELS;
}

/* clang believes that only device code uses a variable without linkage, and removes one that no
 * kernel reads. */
static void require_variable(session_t *session, const char *name) {
    char readable[256];
    session_end(session, RUN_FAULT,
                "the compiler removed variable %s from the device code: it lies in an anonymous "
                "namespace or has an unnamed "
                "type, which hides that the host uses it; declare it static, or name the type",
                scord_demangle(name, readable, sizeof readable));
}

const ptx_variable_t *session_variable(session_t *session, const void *host,
                                       session_module_t **module) {
    const session_symbol_t *symbol = find(session->variables, host);
    if (!symbol) return NULL;
    require_text(session, symbol);
    const ptx_variable_t *variable = find_variable(symbol, module);
    if (!variable) require_variable(session, symbol->name);
    return variable;
}
