/* modules.c: registration of the program's PTX, kernels and variables: what clang's host code calls
 * before main.
 *
 * With -fcuda-include-gpubinary the fat binary is {0x466243b1, 1, PTX text, 0}.
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/runtime/session.h"

typedef struct fat_binary {
    uint32_t magic, version;
    const char *text;
    void *unused;
} fat_binary_t;
enum { FAT_BINARY_MAGIC = 0x466243b1 };

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
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
    const uint64_t address = device_memory_allocate(session->memory, bytes, DEVICE_MEMORY_VARIABLE,
                                                    name);
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

/* ---- loading: all .cu files registered so far become one module, linked ---- */

static uint32_t pending_units(const session_t *session) {
    uint32_t count = 0;
    for (const session_unit_t *unit = session->pending; unit; unit = unit->next) count++;
    return count;
}

static ptx_module_t *parse_pending(session_t *session) {
    uint32_t number = pending_units(session);
    ptx_unit_t *texts = allocate(session, number * sizeof *texts);
    const uint32_t count = number;
    for (session_unit_t *unit = session->pending; unit;
         unit = unit->next) { /* the newest stands first */
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
    if (!session->pending) return;
    session_module_t *module = allocate(session, sizeof *module);
    module->ptx = parse_pending(session);
    for (session_unit_t *unit = session->pending; unit; unit = unit->next) unit->module = module;
    session->pending = NULL;
    for (uint32_t i = 0; i < ptx_variable_count(module->ptx); i++)
        place_variable(session, module, i);
    ptx_link(module->ptx);
    write_images(session, module);
    place_constants(session, module);
    module->pc_base = session->next_pc;
    session->next_pc += ptx_instruction_count(module->ptx);
    module->next = session->modules;
    session->modules = module;
    mirrors_add_managed(session);
}

/* Behind the constructors of the program's own objects, which stand before this library on the
 * linker's command line: so errors in the PTX come first, and managed variables have their initial
 * values when main begins. */
__attribute__((constructor)) static void load_before_main(void) {
    session_leave(session_enter(), cudaSuccess);
}

/* ---- what clang's host code calls before main ---- */

void **__cudaRegisterFatBinary(void *binary) {
    session_t *session = session_register();
    const fat_binary_t *fat = binary;
    if (fat->magic != FAT_BINARY_MAGIC || !fat->text)
        session_end(session, RUN_FAULT,
                    "the program holds no PTX text; compile it with `scord check`");
    session_unit_t *unit = allocate(session, sizeof *unit);
    *unit = (session_unit_t){.text = fat->text, .next = session->pending};
    session->pending = unit;
    session_leave(session, cudaSuccess);
    return (void **)unit;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) {
    (void)handle;
} /* they live as long as the program */

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

static const session_symbol_t *find(const session_symbol_t *list, const void *host) {
    while (list && list->host != host) list = list->next;
    return list;
}

const ptx_function_t *session_kernel(session_t *session, const void *host,
                                     session_module_t **module) {
    const session_symbol_t *symbol = find(session->kernels, host);
    if (!symbol) return NULL;
    *module = symbol->unit->module;
    return ptx_find_function_in((*module)->ptx, symbol->unit->number, symbol->name);
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
    *module = symbol->unit->module;
    const ptx_variable_t *variable = ptx_find_variable_in((*module)->ptx, symbol->unit->number,
                                                          symbol->name);
    if (!variable) require_variable(session, symbol->name);
    return variable;
}
