/* SPDX-License-Identifier: Apache-2.0 */
/* launch_ptx.c: what `scord check FILE.ptx` runs.
 *
 *   launch_ptx FILE ENTRY GRID BLOCK DYNAMIC-SHARED ARGUMENTS
 *
 * ENTRY may be empty when the file has one kernel; GRID and BLOCK are X[,Y[,Z]]; ARGUMENTS are
 * separated by commas (docs/projects.md, "PTX files"). What is wrong with them ends the run with
 * exit code 2.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/include/scord_cuda/driver_api.h"
#include "sim/toolkit/launcher/ptx_lines.h"

void scord_toolkit_refuse(const char *message) __attribute__((noreturn)); /* shared.c */

enum { ARGUMENTS_MOST = 256, ENTRIES_MOST = 1024 };

__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    scord_toolkit_refuse(text);
}

static void need(CUresult result, const char *what) {
    const char *text = "";
    if (result == CUDA_SUCCESS) return;
    cuGetErrorString(result, &text);
    refuse("%s: %s", what, text);
}

static void *allocate(size_t bytes) {
    void *place = calloc(1, bytes + 1);
    if (!place) refuse("out of memory for %zu bytes", bytes);
    return place;
}

static char *read_file(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) refuse("%s cannot be opened", path);
    if (fseek(file, 0, SEEK_END) != 0 || ftell(file) < 0) refuse("%s cannot be read", path);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *content = allocate(*bytes);
    if (fread(content, 1, *bytes, file) != *bytes) refuse("%s cannot be read", path);
    fclose(file);
    return content;
}

/* ---- the kernel ---- */

static void list_entries(CUmodule module, char *list, size_t size) {
    CUfunction entry[ENTRIES_MOST];
    unsigned int count = 0;
    need(cuModuleGetFunctionCount(&count, module), "the kernels of the file");
    need(cuModuleEnumerateFunctions(entry, ENTRIES_MOST, module), "the kernels of the file");
    *list = '\0';
    for (unsigned int i = 0; i < count && i < ENTRIES_MOST; i++) {
        const char *name = "";
        cuFuncGetName(&name, entry[i]);
        const size_t used = strlen(list);
        snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", name);
    }
}

static CUfunction find_entry(CUmodule module, const char *path, const char *name) {
    CUfunction entry = NULL;
    char list[600];
    unsigned int count = 0;
    list_entries(module, list, sizeof list);
    need(cuModuleGetFunctionCount(&count, module), path);
    if (count == 0) refuse("%s has no .entry", path);
    if (*name == '\0' && count > 1) refuse("%s has several kernels; --entry: %s", path, list);
    if (cuModuleGetFunction(&entry, module, *name == '\0' ? list : name) != CUDA_SUCCESS)
        refuse("%s has no kernel %s; it has %s", path, name, list);
    return entry;
}

/* ---- GRID and BLOCK ---- */

static dim3 read_extent(const char *text, const char *option) {
    unsigned int value[3] = {1, 1, 1};
    const char *at = text;
    for (unsigned i = 0; i < 3; i++) {
        char *end;
        const unsigned long number = strtoul(at, &end, 10);
        if (end == at || number == 0 || number > UINT32_MAX) break;
        value[i] = (unsigned int)number;
        at = end;
        if ((*at != ',' && *at != 'x') || i == 2) break;
        at++;
    }
    if (*at != '\0' || at == text)
        refuse("%s %s: one to three numbers above 0, as in 4 or 4,2,1", option, text);
    return (dim3){value[0], value[1], value[2]};
}

/* ---- ARGUMENTS ---- */

typedef struct argument {
    unsigned char bytes[8];
    size_t size;
    CUdeviceptr buffer; /* whose address it is; 0: none */
} argument_t;

static bool read_bits(const char *type, const char *text, argument_t *argument) {
    static const char *const integers[] = {"i8",  "s8",  "u8",  "b8",  "i16", "s16", "u16", "b16",
                                           "i32", "s32", "u32", "b32", "i64", "s64", "u64", "b64"};
    char *end;
    *argument = (argument_t){.size = 0};
    for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++)
        if (strcmp(type, integers[i]) == 0) argument->size = (size_t)1 << i / 4;
    if (argument->size > 0) {
        const unsigned long long value = strtoull(text, &end, 0); /* a minus wraps round */
        memcpy(argument->bytes, &value, argument->size);
    } else if (strcmp(type, "f32") == 0) {
        const float value = strtof(text, &end);
        argument->size = sizeof value;
        memcpy(argument->bytes, &value, sizeof value);
    } else if (strcmp(type, "f64") == 0) {
        const double value = strtod(text, &end);
        argument->size = sizeof value;
        memcpy(argument->bytes, &value, sizeof value);
    } else
        return false;
    return end != text && *end == '\0';
}

#define FORMS                                                                                      \
    "buf:BYTES, buf:BYTES:TYPE:VALUE, buf:BYTES:raw, buf:@FILE or TYPE:VALUE, TYPE one of "        \
    "i8 to i64, u8 to u64, f32, f64"

/* A buffer: zeros, one value over and over, left as it is, or what a file holds. */
static CUdeviceptr make_buffer(const char *text, const char *word) {
    CUdeviceptr buffer;
    size_t bytes;
    char *content = NULL, *end, type[8] = "";
    argument_t value = {.size = 0};
    if (*text == '@')
        content = read_file(text + 1, &bytes);
    else {
        bytes = strtoull(text, &end, 0);
        const bool raw = strcmp(end, ":raw") == 0;
        const char *colon = *end == ':' ? strchr(end + 1, ':') : NULL;
        if (colon) snprintf(type, sizeof type, "%.*s", (int)(colon - end - 1), end + 1);
        const bool filled = colon && read_bits(type, colon + 1, &value);
        if (end == text || bytes == 0 || !(*end == '\0' || raw || filled))
            refuse("--args %s is not one of " FORMS, word);
        if (!raw) content = allocate(bytes);
        for (size_t at = 0; filled && at < bytes; at++)
            content[at] = (char)value.bytes[at % value.size];
    }
    if (bytes == 0) refuse("--args %s: the file is empty", word);
    need(cuMemAlloc(&buffer, bytes), word);
    if (content) need(cuMemcpyHtoD(buffer, content, bytes), word);
    free(content);
    return buffer;
}

static argument_t read_argument(char *word) {
    argument_t argument = {.size = sizeof(CUdeviceptr)};
    char type[8] = "";
    const char *colon = strchr(word, ':');
    if (strncmp(word, "buf:", 4) == 0) {
        argument.buffer = make_buffer(word + 4, word);
        memcpy(argument.bytes, &argument.buffer, sizeof argument.buffer);
        return argument;
    }
    if (colon) snprintf(type, sizeof type, "%.*s", (int)(colon - word), word);
    if (!colon || !read_bits(type, colon + 1, &argument))
        refuse("--args %s is not one of " FORMS, word);
    return argument;
}

/* The kernel's parameters from the file's text, so that they are named as their writer named them.
 */
static unsigned take_arguments(CUfunction entry, const char *file_text, char *words,
                               argument_t *arguments) {
    const char *name = "";
    char types[400];
    unsigned wanted = 0, count = 0;
    size_t offset, size;
    cuFuncGetName(&name, entry);
    ptx_lines_parameters(file_text, name, types, sizeof types);
    while (cuFuncGetParamInfo(entry, wanted, &offset, &size) == CUDA_SUCCESS) wanted++;
    for (char *word; *words != '\0' && (word = strsep(&words, ",")) && count < ARGUMENTS_MOST;) {
        arguments[count] = read_argument(word);
        if (cuFuncGetParamInfo(entry, count, &offset, &size) == CUDA_SUCCESS &&
            size != arguments[count].size)
            refuse("--args %s has %zu bytes, but parameter %u of kernel %s has %zu: (%s)", word,
                   arguments[count].size, count + 1, name, size, types);
        count++;
        if (!words) break;
    }
    if (count != wanted)
        refuse("kernel %s takes %u argument%s, --args names %u: (%s)", name, wanted,
               wanted == 1 ? "" : "s", count, types);
    return count;
}

int main(int argc, char **argv) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    size_t bytes;
    argument_t arguments[ARGUMENTS_MOST];
    void *places[ARGUMENTS_MOST];
    if (argc != 7) refuse("launch_ptx: FILE ENTRY GRID BLOCK SHARED ARGUMENTS");
    need(cuInit(0), "cuInit");
    need(cuDeviceGet(&device, 0), "cuDeviceGet");
    need(cuCtxCreate(&context, 0, device), "cuCtxCreate");
    char *text = read_file(argv[1], &bytes), *numbered = ptx_lines_number(text, argv[1]);
    if (!numbered) refuse("out of memory for %s", argv[1]);
    need(cuModuleLoadData(&module, numbered), argv[1]);
    const CUfunction entry = find_entry(module, argv[1], argv[2]);
    const dim3 grid = read_extent(argv[3], "--grid"), block = read_extent(argv[4], "--block");
    const unsigned count = take_arguments(entry, text, argv[6], arguments);
    for (unsigned i = 0; i < count; i++) places[i] = arguments[i].bytes;
    need(cuLaunchKernel(entry, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                        (unsigned int)strtoul(argv[5], NULL, 10), NULL, places, NULL),
         "the launch");
    need(cuCtxSynchronize(), "the launch");
    for (unsigned i = 0; i < count; i++)
        if (arguments[i].buffer != 0) cuMemFree(arguments[i].buffer);
    free(numbered);
    free(text);
    return 0;
}
