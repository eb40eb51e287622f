/* SPDX-License-Identifier: Apache-2.0 */
/* device_link.c: device code of several objects to one PTX module; see device_link.h.
 *
 * nvcc's -rdc=true lets a kernel in one file call a device function of another. clang 14 compiles
 * such files, but has no device linker without the CUDA SDK. This is that linker:
 *
 *   a.o ─ section __nv_relfatbin (LLVM IR) ─► device0.ll ┐
 *   b.o ─ the same                          ─► device1.ll ├─ llvm-link ─► device.ll
 *   libc.a, member by member                ─► device2.ll ┘                 │ clang -S
 *                                                                       device.ptx
 *   stub device.c: .incbin "device.ptx", registration ─ clang -c ─► device.o ◄┘
 *
 * The host link takes device.o beside the user's objects.
 *
 * Registration. Before main every host object calls __cudaRegisterLinkedBinary<id>, one function a
 * unit, which nvcc's linker would define. Their names stand in the objects' .strtab; the stub
 * defines each of them, weakly: an object of `-dlink` may define them, too. All hand the one
 * module to __cudaRegisterFatBinary, once, and let the unit register its kernels and variables with
 * that handle (sim/runtime/modules.c).
 *
 * Two gaps of clang 14 are closed here. A static variable that host code uses gets a suffix that
 * makes its name unique, but functions compiled before that use keep the plain name
 * (complete_static_names renames them in the IR). And an undefined device symbol shows only when
 * the program loads its PTX; check_undefined reports it as a link error. Names in C, such as
 * vprintf and malloc, are the runtime's and may stay undefined.
 *
 * Invariants: linker->code is the first failure, and nothing is added after it; the words of
 * `modules` and `registrations` are copies that belong to the linker; a registration is in the list
 * once.
 *
 * Expensive: llvm-link and clang on the whole device code. Only programs
 * with relocatable code pay it. Reference: clang's offload documentation, nvcc's chapter on
 * separate compilation.
 */
#include "cosim/commands/compile/device_link.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/object_file.h"
#include "cmodel/base/memory_stream.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

#define IR_SECTION   "__nv_relfatbin" /* where clang puts relocatable device code */
#define REGISTRATION "__cudaRegisterLinkedBinary"

enum { NAME_SIZE = 256 };

typedef struct device_linker {
    const compile_options_t *options;
    const char *name; /* of the program, for messages */
    word_list_t modules,
        registrations;     /* IR files, functions to define; the words are the linker's own */
    unsigned architecture; /* of the modules, 0: none yet */
    int code;
} device_linker_t;

static int no_memory(void) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while linking device code");
}

static void keep_word(device_linker_t *linker, word_list_t *list, const char *word) {
    assert(list == &linker->modules || list == &linker->registrations);
    char *copy = linker->code == 0 ? strdup(word) : NULL;
    if (!copy && linker->code == 0) linker->code = no_memory();
    if (copy && (linker->code = word_list_add(list, copy)) != 0) free(copy);
}

static void free_words(word_list_t *list) {
    for (unsigned i = 0; i < list->count; i++) free((char *)(uintptr_t)list->words[i]);
}

/* ---- what clang-14 leaves undone ---- */

static bool is_name_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

static size_t name_length(const char *text) {
    size_t length = 0;
    while (is_name_character(text[length])) length++;
    return length;
}

/* A static variable that host code uses too gets a suffix that makes its name unique; functions
 * that were compiled before that use still have the plain name. Finds "@NAME__static__<hash> = "
 * for the declaration "@NAME = external ".
 */
static bool full_name(const char *ir, const char *name, size_t length, char *full, size_t size) {
    char pattern[NAME_SIZE];
    if (length + 16 > sizeof pattern) return false;
    snprintf(pattern, sizeof pattern, "\n@%.*s__static__", (int)length, name);
    const char *found = strstr(ir, pattern);
    if (!found) return false;
    return (size_t)snprintf(full, size, "%.*s", (int)name_length(found + 2), found + 2) < size;
}

/* Writes IR with every @NAME as @FULL, without the line that declares @NAME. */
static char *rename_variable(const char *ir, const char *name, size_t length, const char *full) {
    assert(length > 0 && strlen(full) > length);
    char *text = NULL;
    size_t size;
    FILE *out = scord_memory_stream(&text, &size);
    if (!out) return NULL;
    while (*ir != '\0') {
        const bool same = ir[0] == '@' && strncmp(ir + 1, name, length) == 0 &&
                          !is_name_character(ir[1 + length]);
        if (same && strncmp(ir + 1 + length, " = external ", 12) == 0) {
            ir += strcspn(ir, "\n");
        } else if (same) {
            fprintf(out, "@%s", full);
            ir += 1 + length;
        } else {
            fputc(*ir++, out);
        }
    }
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static char *complete_static_names(char *ir) {
    char full[NAME_SIZE], name[NAME_SIZE];
    for (char *at = ir; ir && (at = strstr(at, " = external ")); at++) {
        char *begin = at;
        while (begin > ir && is_name_character(begin[-1])) begin--;
        const size_t length = (size_t)(at - begin);
        if (begin == ir || begin[-1] != '@' || !full_name(ir, begin, length, full, sizeof full))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, begin);
        char *renamed = rename_variable(ir, name, length, full);
        free(ir);
        ir = at = renamed;
        if (!ir) break;
    }
    return ir;
}

/* ---- gathering ---- */

static void add_module(device_linker_t *linker, object_part_t section) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/device%u.ll", linker->options->directory,
             linker->modules.count);
    char *ir = complete_static_names(strndup(section.data, section.bytes));
    const unsigned architecture = ir ? compile_architecture_of(ir) : 0;
    if (!ir || whole_file_write(path, ir, strlen(ir)) != 0) linker->code = no_memory();
    free(ir);
    if (linker->code == 0 && linker->architecture != 0 && architecture != linker->architecture)
        linker->code = scord_fail(SCORD_EXIT_BAD_INPUT,
                                  "%s does not link: its objects are compiled for sm_%u and for "
                                  "sm_%u; compile all with one -arch",
                                  linker->name, linker->architecture, architecture);
    linker->architecture = architecture;
    keep_word(linker, &linker->modules, path);
}

static bool is_known(const word_list_t *list, const char *word) {
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0) return true;
    return false;
}

/* The names of the functions that the object calls to register its kernels. */
static void add_registrations(device_linker_t *linker, object_part_t object) {
    const object_part_t names = object_file_section(object, ".strtab");
    const char *end = names.data + names.bytes;
    for (const char *at = names.data; at && at < end; at++) {
        at = memmem(at, (size_t)(end - at), REGISTRATION, strlen(REGISTRATION));
        if (!at) return;
        if (memchr(at, '\0', (size_t)(end - at)) && !is_known(&linker->registrations, at))
            keep_word(linker, &linker->registrations, at);
    }
}

/* CUDA's own device linker and assembler make binaries that begin so; scord's compilers make text.
 */
static bool is_machine_code(object_part_t section) {
    static const unsigned char magic[4] = {0x50, 0xed, 0x55, 0xba};
    return section.bytes >= sizeof magic && memcmp(section.data, magic, sizeof magic) == 0;
}

static void add_object(device_linker_t *linker, const char *path, object_part_t object) {
    assert(linker->code == 0);
    const object_part_t section = object_file_section(object, IR_SECTION);
    if (is_machine_code(section) || is_machine_code(object_file_section(object, ".nv_fatbin")))
        linker->code = scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s holds GPU machine code of another CUDA compiler; compile it with scord-nvcc "
            "(make clean; make NVCC=scord-nvcc)",
            path);
    if (!section.data || linker->code != 0) return;
    add_module(linker, section);
    add_registrations(linker, object);
}

static void add_file(device_linker_t *linker, const char *path) {
    size_t position = 0;
    object_part_t file, member;
    char *content = whole_file_read(path, &file.bytes);
    if (!content) return; /* the linker will say so */
    file.data = content;
    if (object_file_is_archive(file))
        while (linker->code == 0 && object_file_next_member(file, &position, &member))
            add_object(linker, path, member);
    else
        add_object(linker, path, file);
    free(content);
}

/* -lNAME is an archive in one of the -L directories, if it has device code. */
static void add_library(device_linker_t *linker, const word_list_t *inputs, const char *name) {
    char path[PATH_MAX];
    for (unsigned i = 0; i < inputs->count; i++) {
        if (strncmp(inputs->words[i], "-L", 2) != 0) continue;
        snprintf(path, sizeof path, "%s/lib%s.a", inputs->words[i] + 2, name);
        if (access(path, R_OK) != 0) continue;
        add_file(linker, path);
        return;
    }
}

static void add_inputs(device_linker_t *linker, const word_list_t *inputs) {
    for (unsigned i = 0; i < inputs->count && linker->code == 0; i++) {
        const char *word = inputs->words[i];
        if (strncmp(word, "-l", 2) == 0)
            add_library(linker, inputs, word + 2);
        else if (word[0] != '-' &&
                 (ends_with(word, ".o") || ends_with(word, ".obj") || ends_with(word, ".a")))
            add_file(linker, word);
    }
}

/* ---- linking ---- */

static int run_tool(device_linker_t *linker, tool_run_t *run,
                    int (*explain)(const tool_run_t *run)) {
    run->source = linker->name;
    run->wanted = true;
    run->verbose = linker->options->verbose;
    snprintf(run->messages, sizeof run->messages, "%.*s/device.messages", PATH_MAX - 32,
             linker->options->directory);
    toolchain_run(run, 1);
    return explain(run);
}

static int explain_ir_linker(const tool_run_t *run) {
    return toolchain_explain_tool(run, "llvm-14");
}

static int link_modules(device_linker_t *linker, tool_run_t *run) {
    assert(linker->modules.count > 0 && linker->code == 0);
    *run = (tool_run_t){.source = ""};
    command_add_all(&run->line, (const char *const[]){"llvm-link-14", "-S", "-o", NULL});
    command_add_text(&run->line, "%s/device.ll", linker->options->directory);
    command_add_all(&run->line, linker->modules.words);
    return run_tool(linker, run, explain_ir_linker);
}

static int make_ptx(device_linker_t *linker, tool_run_t *run) {
    *run = (tool_run_t){.source = ""};
    command_add_all(&run->line,
                    (const char *const[]){COMPILER, "-x", "ir", "--target=nvptx64-nvidia-cuda",
                                          "-w", "-S", "-Xclang", "-target-cpu", "-Xclang",
                                          COMPILE_TARGET, NULL});
    compile_add_codegen(linker->options, &run->line);
    command_add(&run->line, "-o");
    command_add_text(&run->line, "%s/device.ptx", linker->options->directory);
    command_add_text(&run->line, "%s/device.ll", linker->options->directory);
    const int code = run_tool(linker, run, toolchain_explain_compiler);
    if (code != 0) return code;
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/device.ptx", linker->options->directory);
    return compile_finish_device(path, linker->architecture);
}

/* The identifier that a PTX declaration line declares: the one before its "[", "(" after it, ";" or
 * end. */
static bool declared_name(const char *line, const char *directive, char *name, size_t size) {
    char text[1024];
    const size_t length = strcspn(line, "\n");
    snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1),
             line);
    if (strncmp(text, directive, strlen(directive)) != 0) return false;
    char *next = text + strlen(directive);
    if (strncmp(next, ".func", 5) == 0) { /* .func (.param .b32 func_retval0) NAME( */
        next += 5 + strspn(next + 5, " \t");
        if (*next == '(') next += strcspn(next, ")") + 1;
        next += strspn(next, " \t");
    } else if (strncmp(next, ".global", 7) == 0 ||
               strncmp(next, ".const", 6) == 0) { /* .global .align 4 .u32 NAME[8] = … */
        next[strcspn(next, "[;=")] = '\0';
        for (size_t end = strlen(next); end > 0 && isspace((unsigned char)next[end - 1]);)
            next[--end] = '\0';
        char *space = strrchr(next, ' ');
        next = space ? space + 1 : next;
    } else {
        return false;
    }
    snprintf(name, size, "%.*s", (int)name_length(next), next);
    return name[0] != '\0';
}

static const char *next_line(const char *text) {
    text += strcspn(text, "\n");
    return *text == '\0' ? NULL : text + 1;
}

/* What device code may use without defining it has C names (vprintf, malloc, …); a C++ name, or a
 * variable, is the user's. */
static int check_undefined(device_linker_t *linker) {
    char path[PATH_MAX + 32], name[NAME_SIZE];
    size_t bytes;
    snprintf(path, sizeof path, "%s/device.ptx", linker->options->directory);
    char *ptx = whole_file_read(path, &bytes);
    int code = ptx ? 0 : no_memory();
    for (const char *line = ptx; line && code == 0; line = next_line(line))
        if (declared_name(line, ".extern ", name, sizeof name) &&
            (strncmp(name, "_Z", 2) == 0 || strncmp(line, ".extern .func", 13) != 0))
            code =
                scord_fail(SCORD_EXIT_BAD_INPUT,
                           "%s does not link: device code uses %s, which none of the files defines",
                           linker->name, name);
    free(ptx);
    return code;
}

/* The object that registers the linked PTX: {magic, version, text, unused} is what
 * __cudaRegisterFatBinary takes (sim/runtime/modules.c). */
static int write_stub(const device_linker_t *linker, const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) return toolchain_cannot_write(path);
    fprintf(out,
            "__asm__(\".section .nv_fatbin,\\\"a\\\"\\n.balign 8\\nscord_device_code: .incbin "
            "\\\"%s/device.ptx\\\"\\n"
            ".byte 0\\n.text\\n\");\n",
            linker->options->directory);
    fputs("extern const char scord_device_code[] __attribute__((visibility(\"hidden\")));\n"
          "static const struct { unsigned magic, version; const char *text; void *unused; } binary "
          "= {0x466243b1, 1, "
          "scord_device_code, 0};\n"
          "void **__cudaRegisterFatBinary(const void *);\n"
          "static void register_unit(void (*register_globals)(void **)) {\n"
          "    static void **handle;\n"
          "    if (!handle) handle = __cudaRegisterFatBinary(&binary);\n"
          "    register_globals(handle);\n"
          "}\n",
          out);
    for (unsigned i = 0; i < linker->registrations.count; i++)
        fprintf(out,
                "__attribute__((weak)) void %s(void (*f)(void **), void *b, void *m, "
                "void (*c)(void *)) { (void)b, (void)m, (void)c, register_unit(f); }\n",
                linker->registrations.words[i]);
    const bool written = ferror(out) == 0;
    return fclose(out) == 0 && written ? 0 : toolchain_cannot_write(path);
}

static int make_object(device_linker_t *linker, tool_run_t *run, const char *object) {
    char source[PATH_MAX + 32];
    snprintf(source, sizeof source, "%s/device.c", linker->options->directory);
    int code = write_stub(linker, source);
    *run = (tool_run_t){.source = ""};
    command_add_all(&run->line, (const char *const[]){COMPILER, "-x", "c", "-w", "-fPIC", "-c",
                                                      "-o", object, source, NULL});
    return code != 0 ? code : run_tool(linker, run, toolchain_explain_compiler);
}

static int link_all(device_linker_t *linker, const char *object) {
    tool_run_t *run = calloc(1, sizeof *run);
    int code = run ? link_modules(linker, run) : no_memory();
    if (code == 0) code = make_ptx(linker, run);
    if (code == 0) code = check_undefined(linker);
    if (code == 0) code = make_object(linker, run, object);
    free(run);
    return code;
}

int device_link(const compile_options_t *options, const link_job_t *job, char *object,
                size_t size) {
    device_linker_t *linker = calloc(1, sizeof *linker);
    object[0] = '\0';
    if (!linker) return no_memory();
    *linker = (device_linker_t){.options = options, .name = job->name};
    add_inputs(linker, job->inputs);
    int code = linker->code;
    if (code == 0 && linker->modules.count > 0) {
        snprintf(object, size, "%.*s/device.o", PATH_MAX - 16, options->directory);
        code = link_all(linker, object);
    }
    free_words(&linker->modules);
    free_words(&linker->registrations);
    free(linker);
    return code;
}
