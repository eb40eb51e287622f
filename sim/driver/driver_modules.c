/* SPDX-License-Identifier: Apache-2.0 */
/* driver_modules.c: modules and libraries that the program loads from PTX texts and fat binaries,
 * and the linker, which only collects PTX texts: the module that is loaded from its result is
 * linked from them (sim/runtime/modules.c). A module stays when it is unloaded, as reports name its
 * code.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/driver/driver.h"

struct CUmod_st {
    session_unit_t *unit; /* the last of its texts; the others are its siblings */
};

/* What cuLinkComplete gives; it is loaded by its address. */
#define LINKED_MAGIC "scordlnk"
typedef struct linked_text {
    char *text;
    struct linked_text *next;
} linked_text_t;
struct CUlinkState_st {
    char magic[8];
    linked_text_t *texts;
};

static void *keep(session_t *session, void *memory) {
    if (!memory) session_end(session, RUN_ENVIRONMENT, "out of memory for a module");
    return memory;
}

/* ---- images ---- */

static bool begins(const void *image, const char *bytes, size_t count) {
    return strncmp(image, bytes, count) == 0;
}

/* The PTX text of an image, a copy; the program may free the image. A text is read no further than
 * its end. */
static char *image_text(session_t *session, const void *image) {
    const bool binary = begins(image, "\x50\xed\x55\xba", 4),
               wrapper = begins(image, "\xb1\x43\x62\x46", 4);
    const char *text = begins(image, "\177ELF", 4) ? NULL : image;
    if (binary || wrapper) text = session_image_text(session, image);
    if (!text)
        session_end(session, RUN_FAULT,
                    "the program loads machine code (SASS) only; let it load PTX: nvcc -ptx, "
                    "-gencode arch=compute_80,code=compute_80, or nvrtcGetPTX");
    return keep(session, strdup(text));
}

static CUmodule load(session_t *session, const void *image) {
    CUmodule module = keep(session, calloc(1, sizeof *module));
    if (begins(image, LINKED_MAGIC, sizeof LINKED_MAGIC - 1)) {
        const struct CUlinkState_st *state = image;
        for (const linked_text_t *part = state->texts; part; part = part->next)
            module->unit = session_add_unit(session, keep(session, strdup(part->text)),
                                            module->unit);
    } else
        module->unit = session_add_unit(session, image_text(session, image), NULL);
    session_load(session);
    return module;
}

/* NULL: there is no such file. */
static char *read_file(session_t *session, const char *path, size_t *size) {
    FILE *file = fopen(path, "r");
    char *content = NULL;
    size_t used = 0, room = 0;
    if (!file) return NULL;
    do {
        if (used + 1 >= room) content = keep(session, realloc(content, room += 1 << 16));
        used += fread(content + used, 1, room - used - 1, file);
    } while (!feof(file) && !ferror(file));
    fclose(file);
    content[used] = '\0';
    *size = used;
    return content;
}

/* ---- modules ---- */

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuModuleLoadData");
    *module = load(call.session, image);
    return driver_end(call, cudaSuccess);
}

/* What a compiler would say: nothing. */
static void empty_logs(unsigned int count, const CUjit_option *options, void **values) {
    for (unsigned int i = 0; i < count; i++) {
        const CUjit_option option = options[i];
        if (option == CU_JIT_WALL_TIME || option == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
            option == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            values[i] = NULL;
        const bool buffer = option == CU_JIT_INFO_LOG_BUFFER || option == CU_JIT_ERROR_LOG_BUFFER;
        if (buffer && values[i]) *(char *)values[i] = '\0';
    }
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values) {
    empty_logs(count, options, values);
    return cuModuleLoadData(module, image);
}
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) {
    return cuModuleLoadData(module, image);
}

CUresult cuModuleLoad(CUmodule *module, const char *path) {
    size_t size;
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuModuleLoad");
    char *content = read_file(call.session, path, &size);
    if (content) *module = load(call.session, content);
    const bool found = content;
    free(content);
    driver_end(call, cudaSuccess);
    return found ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}

CUresult cuModuleUnload(CUmodule module) {
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    const CUresult error = cuCtxSynchronize();
    free(module);
    return error;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    const driver_call_t call = driver_begin("cuModuleGetFunction");
    const void *kernel = session_unit_kernel(call.session, module->unit, name);
    *function = (CUfunction)(uintptr_t)kernel;
    return driver_end(call, kernel ? cudaSuccess : cudaErrorInvalidSymbol);
}

/* Kernels of a module, up to MOST of them into FUNCTIONS. */
static unsigned int enumerate(session_t *session, CUmodule module, CUfunction *functions,
                              unsigned int most) {
    const ptx_module_t *ptx = module->unit->module->ptx;
    unsigned int count = 0;
    for (uint32_t i = 0; i < ptx_function_count(ptx); i++) {
        const ptx_function_t *function = ptx_function(ptx, i);
        if (!function->entry) continue;
        if (count < most)
            functions[count] = (CUfunction)(uintptr_t)session_unit_kernel(session, module->unit,
                                                                          function->name);
        count++;
    }
    return count;
}
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module) {
    if (!count || !module) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuModuleGetFunctionCount");
    *count = enumerate(call.session, module, NULL, 0);
    return driver_end(call, cudaSuccess);
}
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int most, CUmodule module) {
    if (!functions || !module) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuModuleEnumerateFunctions");
    enumerate(call.session, module, functions, most);
    return driver_end(call, cudaSuccess);
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule handle, const char *name) {
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    if (!handle) return CUDA_ERROR_INVALID_HANDLE;
    const driver_call_t call = driver_begin("cuModuleGetGlobal");
    session_module_t *module;
    const ptx_variable_t *variable = session_unit_variable(handle->unit, name, &module);
    if (variable && pointer)
        *pointer = variable->address +
                   (variable->space == PTX_SPACE_CONST ? module->constant_address : 0);
    if (variable && bytes) *bytes = variable->size;
    return driver_end(call, variable ? cudaSuccess : cudaErrorInvalidSymbol);
}
CUresult cuModuleGetLoadingMode(int *mode) {
    *mode = 1; /* eager */
    return CUDA_SUCCESS;
}

/* ---- libraries: modules without a context ---- */

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit,
                           void **jit_values, unsigned int jit_count, void *options, void **values,
                           unsigned int count) {
    (void)options, (void)values, (void)count;
    return cuModuleLoadDataEx(library, code, jit_count, jit, jit_values);
}
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit,
                               void **jit_values, unsigned int jit_count, void *options,
                               void **values, unsigned int count) {
    (void)options, (void)values, (void)count;
    empty_logs(jit_count, jit, jit_values);
    return cuModuleLoad(library, path);
}
CUresult cuLibraryUnload(CUlibrary library) { return cuModuleUnload(library); }
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    return cuModuleGetFunction(kernel, library, name);
}
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library) {
    return cuModuleGetFunctionCount(count, library);
}
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int most, CUlibrary library) {
    return cuModuleEnumerateFunctions(kernels, most, library);
}
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
    *module = library;
    return library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUlibrary library,
                            const char *name) {
    return cuModuleGetGlobal(pointer, bytes, library, name);
}
CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *bytes, CUlibrary library,
                             const char *name) {
    return cuModuleGetGlobal(pointer, bytes, library, name);
}

/* ---- the linker ---- */

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                      CUlinkState *state) {
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    empty_logs(count, options, values);
    *state = calloc(1, sizeof **state);
    if (!*state) return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy((*state)->magic, LINKED_MAGIC, sizeof(*state)->magic);
    return CUDA_SUCCESS;
}

static void add_text(session_t *session, CUlinkState state, char *text) {
    linked_text_t *part = keep(session, calloc(1, sizeof *part));
    *part = (linked_text_t){text, state->texts};
    state->texts = part;
}

/* A PTX text need not end in 0 here. */
static void add_image(session_t *session, CUlinkState state, CUjitInputType type, const void *data,
                      size_t size) {
    if (type == CU_JIT_INPUT_LIBRARY) return; /* libcudadevrt.a: its functions are known */
    char *image = keep(session, calloc(1, size + 16));
    memcpy(image, data, size);
    add_text(session, state, image_text(session, image));
    free(image);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int count, CUjit_option *options, void **values) {
    (void)name, (void)count, (void)options, (void)values;
    if (!state || !data || size == 0) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuLinkAddData");
    add_image(call.session, state, type, data, size);
    return driver_end(call, cudaSuccess);
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values) {
    (void)count, (void)options, (void)values;
    size_t size;
    if (!state || !path) return CUDA_ERROR_INVALID_VALUE;
    const driver_call_t call = driver_begin("cuLinkAddFile");
    char *content = read_file(call.session, path, &size);
    const bool found = content;
    if (found) add_image(call.session, state, type, content, size);
    free(content);
    driver_end(call, cudaSuccess);
    return found ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size) {
    if (!state || !image) return CUDA_ERROR_INVALID_VALUE;
    if (!state->texts) return CUDA_ERROR_INVALID_IMAGE;
    *image = state;
    if (size) *size = sizeof *state;
    return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    for (linked_text_t *next, *part = state->texts; part; part = next) {
        next = part->next;
        free(part->text);
        free(part);
    }
    free(state);
    return CUDA_SUCCESS;
}
