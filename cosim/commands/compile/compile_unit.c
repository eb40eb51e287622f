/* SPDX-License-Identifier: Apache-2.0 */
/* compile_unit.c: one source to one object: host and device side, each from the cache when what
 * goes into it is known.
 *
 * A CUDA source has two sides, and clang compiles each from the whole text:
 *
 *   unit.cu ──► clang --cuda-device-only ──► 0.device.ll  LLVM IR before the optimiser
 *      │                                         │ device_ir_split_loads, then clang -x ir
 *      │                                     0.device  PTX text; with -rdc=true LLVM IR
 *      └──────► clang --cuda-host-only ────► 0.o       with a placeholder as its device code
 *                                                         │ objcopy --update-section
 *                          0.device ─────────────────────►│ section .nv_fatbin (or __nv_relfatbin)
 *                                                        0.o
 *
 * clang wants the device code before it compiles the host side. The placeholder lets both sides
 * compile at the same time; insert_device_code puts the real text in its place. C and C++ sources
 * have a host side only.
 *
 * Runs are kept in one array for all units of a command line: run SIDES * u + s is side s of unit
 * u. `wanted` is false for a side that does not exist, or that came from the cache.
 *
 * The key of a side is the SHA-256 of all that decides its bytes: FORMAT, the compiler's version,
 * the command line without names of intermediate files, and the preprocessed text, in which all
 * headers are. It is empty when a header changed after the preprocessor started: the compiler may
 * then read another text than was hashed, so that side is compiled and not kept. Output with
 * warnings is not kept either, because the warnings are to be seen again.
 *
 * Invariants: a key is empty or 64 hex digits; a side that does not exist is never wanted; what
 * compile_cache_put stores was compiled in this run, from the text that was hashed.
 *
 * Expensive: clang, and the preprocessor, which runs where a file that it reads may have changed
 * (compile_files.c). Reference: clang 14's driver ("clang
 * -###" on a .cu file), and docs/projects.md.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/compile.h"
#include "cosim/commands/compile/compile_files.h"
#include "cosim/commands/compile/device_ir.h"
#include "cosim/commands/compile/launch_text.h"
#include "cosim/commands/compile/object_file.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

/* Part of every key: raise it when the meaning of an entry changes. */
#define FORMAT "compile 5"

enum side { DEVICE, HOST, SIDES };

compile_language_t compile_language_of(const char *file) {
    if (ends_with(file, ".cu")) return LANGUAGE_CUDA;
    if (ends_with(file, ".c")) return LANGUAGE_C;
    static const char *const cxx[] = {".cpp", ".cc", ".cxx", ".c++", ".C"};
    for (size_t i = 0; i < sizeof cxx / sizeof *cxx; i++)
        if (ends_with(file, cxx[i])) return LANGUAGE_CXX;
    return LANGUAGE_NONE;
}

int word_list_add(word_list_t *list, const char *word) {
    if (list->count == COMPILE_WORDS_MAX)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "more than %u files or flags, at %s", list->count,
                          word);
    assert(list->count < COMPILE_WORDS_MAX && !list->words[list->count]);
    list->words[list->count++] = word;
    list->words[list->count] = NULL;
    return 0;
}

int word_list_read(void *place, const char *command, const char *option, const char *value) {
    (void)command, (void)option;
    return word_list_add(place, value);
}

/* ---- command lines ---- */

/* What nvcc takes with a warning, or with none: `register` in C++17, "text"MACRO, {int} for char.
 */
static const char *const as_nvcc[] = {"-Wno-register", "-Wno-reserved-user-defined-literal",
                                      "-Wno-c++11-narrowing", NULL};
/* -w: warnings are the business of the user's own build. */
static const char *const cuda_flags[] = {"-x",
                                         "cuda",
                                         "--cuda-path=/nonexistent",
                                         "-nocudainc",
                                         "-nocudalib",
                                         "-std=gnu++14",
                                         "-D__NVCC__",
                                         "-w",
                                         "-fno-caret-diagnostics",
                                         "-fno-color-diagnostics",
                                         NULL};
/* Two things that clang does to host code and must not do to device code:
 *   - to take an argument without a value for undefined behaviour: in `int p; if (rank == 0) p =
 *     atomicAdd(…); p = shfl(p, 0)` only lane 0 has one, and clang would drop the `if`;
 *   - to let all threads load what a condition guards (`if (threadIdx.x == 0 && shared.flag)`):
 *     the other threads' loads would race. LLVM leaves that for functions with a sanitizer's
 *     attribute. Of the sanitizer kernel-hwaddress only that attribute is taken: its pass is none
 *     of optimiser_flags, which make code of the IR.
 */
static const char *const device_flags[] = {"--cuda-device-only",
                                           "--cuda-gpu-arch=" COMPILE_TARGET,
                                           "-fno-finite-loops",
                                           "-fno-builtin-malloc",
                                           "-fno-builtin-free",
                                           "-gline-tables-only",
                                           "-Xclang",
                                           "-disable-noundef-analysis",
                                           "-Xclang",
                                           "-fsanitize=kernel-hwaddress",
                                           NULL};
/* The optimiser runs on the IR of the device side, as on that of the device linker. */
static const char *const optimiser_flags[] = {"-x",
                                              "ir",
                                              "--target=nvptx64-nvidia-cuda",
                                              "-w",
                                              "-fno-caret-diagnostics",
                                              "-fno-color-diagnostics",
                                              "-Xclang",
                                              "-target-cpu",
                                              "-Xclang",
                                              COMPILE_TARGET,
                                              NULL};
static const char *const codegen_flags[] = {"-O1",
                                            "-mllvm",
                                            "-simplifycfg-sink-common=false",
                                            "-mllvm",
                                            "-simplifycfg-hoist-common=false",
                                            "-Xclang",
                                            "-target-feature",
                                            "-Xclang",
                                            "+ptx60",
                                            NULL};

/* The value of a rounding option; the last counts. */
static bool rounds(const compile_options_t *options, const char *word) {
    const size_t name = strcspn(word, "=");
    bool is = false;
    for (unsigned i = 0; i < options->rounding.count; i++)
        if (strncmp(options->rounding.words[i], word, name + 1) == 0)
            is = strcmp(options->rounding.words[i], word) == 0;
    return is;
}

/* A product and a sum become fma, as by nvcc; not with -fmad=false, or clang's -ffp-contract=off.
 * The level is said at each step because IR does not carry it. */
void compile_add_codegen(const compile_options_t *options, command_line_t *line) {
    bool contracts = true;
    for (unsigned i = 0; i < options->flags.count; i++) {
        const char *word = options->flags.words[i];
        if (strncmp(word, "-ffp-contract=", 14) == 0) contracts = strcmp(word + 14, "off") != 0;
    }
    command_add_all(line, codegen_flags);
    command_add(line, "-mllvm");
    command_add(line, contracts ? "-nvptx-fma-level=2" : "-nvptx-fma-level=0");
    const bool fast = rounds(options, "prec-div=approx");
    if (fast || rounds(options, "prec-div=false")) {
        command_add(line, "-mllvm"); /* div.approx, div.full */
        command_add(line, fast ? "-nvptx-prec-divf32=0" : "-nvptx-prec-divf32=1");
    }
    if (rounds(options, "prec-sqrt=false")) {
        command_add(line, "-mllvm");
        command_add(line, "-nvptx-prec-sqrtf32=0");
    }
}

/* Atomics of host code become calls, by which the runtime sees what orders the program's threads
 * (sim/runtime/host/host_atomics.c): the part of ThreadSanitizer that does that, and none of the
 * rest.
 */
static const char *const atomics_flags[] = {"-fsanitize=thread",
                                            "-mllvm",
                                            "-tsan-instrument-memory-accesses=0",
                                            "-mllvm",
                                            "-tsan-instrument-func-entry-exit=0",
                                            "-mllvm",
                                            "-tsan-instrument-memintrinsics=0",
                                            "-mllvm",
                                            "-tsan-handle-cxx-exceptions=0",
                                            NULL};

bool compile_sees_atomics(const compile_options_t *options) {
    for (unsigned i = 0; i < options->host_flags.count; i++)
        if (strncmp(options->host_flags.words[i], "-fsanitize", 10) == 0) return false;
    return true; /* two sanitizers do not go together */
}

/* Static variables that host code uses get a suffix by this id: it is one for both sides of a unit,
 * and another for every unit of a program (the same source with other flags is another unit). */
static void add_unit_id(const compile_options_t *options, const compile_unit_t *unit,
                        command_line_t *line) {
    char path[PATH_MAX], hex[SHA256_HEX];
    sha256_t hash;
    sha256_start(&hash);
    sha256_add_text(&hash, realpath(unit->source, path) ? path : unit->source);
    for (unsigned i = 0; i < options->flags.count; i++)
        sha256_add_text(&hash, options->flags.words[i]);
    sha256_finish(&hash, hex);
    command_add(line, "-fgpu-rdc");
    command_add_text(line, "-cuid=%.16s", hex); /* clang 14 passes it to the device side … */
    command_add(line, "-Xclang");
    command_add_text(line, "-cuid=%.16s", hex); /* … and not to the host side */
}

/* What the program asks about its architecture; clang has its own answer on the device side. */
static void add_architecture(const compile_options_t *options, bool device, command_line_t *line) {
    const architecture_set_t *set = &options->architectures;
    const unsigned chosen = architecture_chosen(set);
    char list[160];
    command_add_text(line, "-D__CUDA_ARCH_LIST__=%s", architecture_list(set, list, sizeof list));
    if (!device) return;
    command_add(line, "-U__CUDA_ARCH__");
    command_add_text(line, "-D__CUDA_ARCH__=%u0", chosen);
    if (architecture_specific(set)) command_add_text(line, "-D__CUDA_ARCH_FEAT_SM%u_ALL", chosen);
}

/* The user's flags for a language: -std=c++17 says nothing about a C file. */
static void add_user_flags(const compile_options_t *options, const compile_unit_t *unit,
                           command_line_t *line) {
    for (unsigned i = 0; i < options->flags.count; i++) {
        const char *word = options->flags.words[i];
        const bool cxx = strncmp(word, "-std=c++", 8) == 0 || strncmp(word, "-std=gnu++", 10) == 0;
        if (!cxx || unit->language != LANGUAGE_C) command_add(line, word);
    }
}

static void add_device_words(const compile_options_t *options, const compile_unit_t *unit,
                             command_line_t *line) {
    command_add_all(line, cuda_flags);
    command_add_all(line, as_nvcc);
    command_add_text(line, "-fdebug-compilation-dir=%s", options->source_directory);
    command_add_all(line, device_flags);
    if (rounds(options, "ftz=true"))
        command_add_all(
            line, (const char *const[]){"-fgpu-flush-denormals-to-zero", "-DSCORD_FLUSHES", NULL});
    add_architecture(options, true, line);
    compile_add_codegen(options, line);
    if (options->relocatable) add_unit_id(options, unit, line);
    command_add_text(line, "-I%s", options->headers);
    command_add_all(line, (const char *const[]){"-include", "scord_cuda.h", NULL});
    add_user_flags(options, unit, line);
}

static void add_host_words(const compile_options_t *options, const compile_unit_t *unit,
                           command_line_t *line) {
    if (unit->language == LANGUAGE_CUDA) {
        command_add_all(line, cuda_flags);
        add_architecture(options, false, line);
        command_add_all(line, (const char *const[]){"--cuda-host-only", "-Xclang",
                                                    "-target-sdk-version=10.1", "-include",
                                                    "scord_cuda.h", NULL});
        if (options->relocatable) add_unit_id(options, unit, line);
    } else {
        command_add_all(
            line, (const char *const[]){"-x", unit->language == LANGUAGE_C ? "c" : "c++", NULL});
    }
    command_add_text(line, "-fdebug-compilation-dir=%s", options->source_directory);
    command_add_all(
        line, (const char *const[]){"-O1", "-gline-tables-only", "-fno-color-diagnostics", NULL});
    command_add_text(line, "-I%s", options->headers);
    if (unit->language != LANGUAGE_C) command_add_all(line, as_nvcc);
    if (compile_sees_atomics(options)) command_add_all(line, atomics_flags);
    add_user_flags(options, unit, line);
    command_add_all(line, options->host_flags.words);
}

/* What clang is called with, but for the names of intermediate files. */
static void add_words(const compile_options_t *options, const compile_unit_t *unit, enum side side,
                      command_line_t *line) {
    command_add(line, COMPILER);
    if (side == DEVICE)
        add_device_words(options, unit, line);
    else
        add_host_words(options, unit, line);
}

void compile_add_host_words(const compile_options_t *options, const compile_unit_t *unit,
                            command_line_t *line) {
    add_words(options, unit, HOST, line);
}

/* Not part of a key, for it names an intermediate file. */
static void add_overlay(const compile_unit_t *unit, command_line_t *line) {
    if (unit->overlay[0] == '\0') return;
    command_add(line, "-ivfsoverlay");
    command_add(line, unit->overlay);
}

static int make_overlays(const compile_options_t *options, compile_unit_t *units, unsigned count) {
    char prefix[PATH_MAX];
    int code = 0;
    for (unsigned i = 0; i < count && code == 0; i++) {
        if (units[i].language != LANGUAGE_CUDA || units[i].overlay[0] != '\0') continue;
        snprintf(prefix, sizeof prefix, "%.*s/%u.joined", PATH_MAX - 32, options->directory, i);
        code = launch_text_overlay(units[i].source, options->flags.words, prefix, units[i].overlay,
                                   sizeof units[i].overlay);
    }
    return code;
}

static bool side_exists(const compile_unit_t *unit, enum side side) {
    return side == HOST || unit->language == LANGUAGE_CUDA;
}

static tool_run_t *make_runs(const compile_options_t *options, const compile_unit_t *units,
                             unsigned count) {
    tool_run_t *runs = calloc((size_t)SIDES * count, sizeof *runs);
    for (unsigned i = 0; runs && i < SIDES * count; i++) {
        runs[i].source = units[i / SIDES].source;
        runs[i].wanted = side_exists(&units[i / SIDES], i % SIDES);
        runs[i].verbose = options->verbose;
        snprintf(runs[i].messages, sizeof runs[i].messages, "%.*s/%u.messages", PATH_MAX - 32,
                 options->directory, i);
    }
    return runs;
}

static int no_memory(void) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while compiling");
}

/* Warnings of a run that went well. True: there were some. */
static bool show_warnings(const tool_run_t *run) {
    size_t bytes;
    char *text = run->code == 0 ? whole_file_read(run->messages, &bytes) : NULL;
    const bool any = text && text[0] != '\0';
    if (any) fputs(text, stderr);
    free(text);
    return any;
}

/* Runs all; the first that failed is explained. */
static int run_all(tool_run_t *runs, unsigned count) {
    int code = 0;
    toolchain_run(runs, count);
    for (unsigned i = 0; i < count && code == 0; i++)
        if (runs[i].wanted) code = toolchain_explain_compiler(&runs[i]);
    return code;
}

/* ---- keys ---- */

static void preprocessed_name(const compile_options_t *options, unsigned index, char *path,
                              size_t size) {
    snprintf(path, size, "%s/%u.i", options->directory, index);
}

/* Whether a file that the preprocessed text names was changed after START: the compiler may then
 * read another text than was hashed. */
static bool changed_since(const char *text, const struct timespec *start) {
    char path[PATH_MAX];
    while ((text = compile_next_file(text, path)))
        if (whole_file_changed(path, start)) return true;
    return false;
}

/* The files of the preprocessed text that are the user's. */
static void write_names(const compile_options_t *options, const char *text) {
    char path[PATH_MAX];
    while ((text = compile_next_file(text, path)))
        if (compile_users_file(options, path, text)) dprintf(options->names, "%s\n", path);
}

/* Hash of the compiler, its command line (which ends with `words` words) and the preprocessed text
 * in PATH. */
static int make_key(const compile_options_t *options, const compile_unit_t *unit,
                    const command_line_t *line, unsigned words, const char *path,
                    const struct timespec *start, char key[SHA256_HEX]) {
    size_t bytes;
    sha256_t hash;
    char *text = whole_file_read(path, &bytes);
    if (!text) return no_memory();
    sha256_start(&hash);
    sha256_add_text(&hash, FORMAT);
    sha256_add_text(&hash, options->compiler);
    for (unsigned i = 0; i < words; i++) sha256_add_text(&hash, line->words[i]);
    sha256_add(&hash, text, bytes);
    sha256_finish(&hash, key);
    assert(strlen(key) == SHA256_HEX - 1);
    if (changed_since(text, start))
        key[0] = '\0';
    else if (unit->overlay[0] == '\0')
        compile_files_put(options, line, words, unit->source, text, start, key);
    if (options->names > 0) write_names(options, text);
    free(text);
    unlink(path);
    return 0;
}

int compile_hash(const compile_options_t *options, compile_unit_t *units, unsigned count) {
    if (options->cache.directory[0] == '\0') return 0;
    char path[PATH_MAX + 32];
    struct timespec start;
    tool_run_t *runs = make_runs(options, units, count);
    unsigned *words = calloc((size_t)SIDES * count, sizeof *words);
    int code = runs && words ? 0 : no_memory();
    clock_gettime(CLOCK_REALTIME, &start);
    if (code == 0) code = make_overlays(options, units, count);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++) {
        add_words(options, &units[i / SIDES], i % SIDES, &runs[i].line);
        words[i] = runs[i].line.count;
        if (runs[i].wanted && units[i / SIDES].overlay[0] == '\0' &&
            compile_files_get(options, &runs[i].line, words[i], units[i / SIDES].source,
                              units[i / SIDES].key[i % SIDES]))
            runs[i].wanted = false;
        add_overlay(&units[i / SIDES], &runs[i].line);
        preprocessed_name(options, i, path, sizeof path);
        command_add_all(&runs[i].line, (const char *const[]){"-E", "-o", NULL});
        command_add_text(&runs[i].line, "%s", path);
        command_add(&runs[i].line, units[i / SIDES].source);
    }
    if (code == 0) code = run_all(runs, SIDES * count);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++) {
        preprocessed_name(options, i, path, sizeof path);
        if (runs[i].wanted)
            code = make_key(options, &units[i / SIDES], &runs[i].line, words[i], path, &start,
                            units[i / SIDES].key[i % SIDES]);
    }
    free(words);
    free(runs);
    return code;
}

/* ---- objects ---- */

#define IR_MARK "; scord: compute capability " /* at the end of relocatable device code */

unsigned compile_architecture_of(const char *ir) {
    const char *mark = strstr(ir, IR_MARK);
    return mark ? (unsigned)strtoul(mark + strlen(IR_MARK), NULL, 10) : 0;
}

/* TEXT without the first FOUND; what stands there instead goes to OUT. */
static void write_instead(FILE *out, const char **text, const char *found, const char *instead) {
    const char *at = strstr(*text, found);
    if (!at) return;
    fprintf(out, "%.*s%s", (int)(at - *text), *text, instead);
    *text = at + strlen(found);
}

int compile_finish_device(const char *path, unsigned architecture) {
    char target[64];
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    FILE *out = text ? fopen(path, "w") : NULL;
    const char *rest = text;
    if (out && strstr(text, "\n.target ")) {
        snprintf(target, sizeof target, "\n.target sm_%u\n", architecture);
        write_instead(out, &rest, "\n.target " COMPILE_TARGET "\n", target);
        fputs(rest, out);
    } else if (out) {
        fprintf(out, "%s" IR_MARK "%u\n", rest, architecture);
    }
    const bool written = out && ferror(out) == 0;
    const bool closed = !out || fclose(out) == 0;
    free(text);
    return written && closed ? 0 : toolchain_cannot_write(path);
}

/* The device code that the host object is compiled with; insert_device_code replaces it, so that
 * both sides can be compiled at the same time. */
static int make_placeholder(const compile_options_t *options, char *path, size_t size) {
    snprintf(path, size, "%s/placeholder", options->directory);
    return whole_file_write(path, "none", 4) == 0 ? 0 : toolchain_cannot_write(path);
}

static const char *output_of(const compile_unit_t *unit, enum side side) {
    return side == DEVICE ? unit->device : unit->object;
}

static void add_outputs(const compile_unit_t *unit, enum side side, const char *placeholder,
                        command_line_t *line) {
    assert(side_exists(unit, side));
    if (side == DEVICE) {
        command_add_all(line, (const char *const[]){"-S", "-emit-llvm", "-Xclang",
                                                    "-disable-llvm-passes", "-o", NULL});
        command_add_text(line, "%s.ll", output_of(unit, side));
        command_add(line, unit->source);
        return;
    } else {
        command_add(line, "-c");
        if (unit->language == LANGUAGE_CUDA) {
            command_add_all(line, (const char *const[]){"-Xclang", "-fcuda-include-gpubinary",
                                                        "-Xclang", NULL});
            command_add(line, placeholder);
        }
    }
    command_add(line, "-o");
    command_add(line, output_of(unit, side));
    command_add(line, unit->source);
}

static bool has_section(const char *path, const char *name) {
    object_part_t file;
    char *content = whole_file_read(path, &file.bytes);
    file.data = content;
    const bool there = content && object_file_section(file, name).data;
    free(content);
    return there;
}

/* objcopy --update-section: the loader wants a text that ends with a zero, the device linker the
 * plain IR. */
static int insert_device_code(const compile_options_t *options, compile_unit_t *units,
                              unsigned count) {
    const char *name = options->relocatable ? "__nv_relfatbin" : ".nv_fatbin";
    tool_run_t *runs = make_runs(options, units, count);
    int code = runs ? 0 : no_memory();
    for (unsigned i = 0; i < count && code == 0; i++) {
        tool_run_t *run = &runs[SIDES * i + HOST];
        char section[PATH_MAX + 32];
        size_t bytes;
        runs[SIDES * i + DEVICE].wanted = false;
        run->wanted = units[i].language == LANGUAGE_CUDA;
        if (!run->wanted || !has_section(units[i].object, name)) {
            run->wanted = false; /* no kernel, no variable: nothing registers device code */
            continue;
        }
        snprintf(section, sizeof section, "%s.section", units[i].device);
        char *text = whole_file_read(units[i].device, &bytes);
        if (!text || whole_file_write(section, text, bytes + !options->relocatable) != 0)
            code = no_memory();
        free(text);
        command_add_all(&run->line, (const char *const[]){"objcopy", "--update-section", NULL});
        command_add_text(&run->line, "%s=%s", name, section);
        command_add(&run->line, units[i].object);
    }
    if (code == 0) toolchain_run(runs, SIDES * count);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++)
        if (runs[i].wanted) code = toolchain_explain_tool(&runs[i], "binutils");
    free(runs);
    return code;
}

/* Kernels are there before constructors of the program's objects run, which may launch some. */
static int register_first(const compile_unit_t *units, unsigned count) {
    int code = 0;
    for (unsigned i = 0; i < count && code == 0; i++) {
        size_t bytes;
        char *object = units[i].language == LANGUAGE_CUDA ? whole_file_read(units[i].object, &bytes)
                                                          : NULL;
        if (object && object_file_register_first(object, bytes) &&
            whole_file_write(units[i].object, object, bytes) != 0)
            code = no_memory();
        free(object);
    }
    return code;
}

/* IR of the front end to device code, for the units whose device side was compiled (`front`). The
 * front end's messages are left for show_warnings. */
static int optimise_devices(const compile_options_t *options, const compile_unit_t *units,
                            unsigned count, const tool_run_t *front) {
    char path[PATH_MAX + 8];
    tool_run_t *runs = make_runs(options, units, count);
    int code = runs ? 0 : no_memory();
    for (unsigned i = 0; i < SIDES * count && code == 0; i++) {
        const compile_unit_t *unit = &units[i / SIDES];
        runs[i].wanted = front[i].wanted && i % SIDES == DEVICE;
        if (!runs[i].wanted) continue;
        snprintf(path, sizeof path, "%s.ll", unit->device);
        code = device_ir_split_loads(path);
        snprintf(runs[i].messages, sizeof runs[i].messages, "%.*s/%u.optimiser", PATH_MAX - 32,
                 options->directory, i);
        command_add(&runs[i].line, COMPILER);
        command_add_all(&runs[i].line, optimiser_flags);
        compile_add_codegen(options, &runs[i].line);
        command_add(&runs[i].line, "-S");
        if (options->relocatable) command_add(&runs[i].line, "-emit-llvm");
        command_add_all(&runs[i].line, (const char *const[]){"-o", unit->device, NULL});
        command_add_text(&runs[i].line, "%s", path);
    }
    if (code == 0) code = run_all(runs, SIDES * count);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++)
        if (runs[i].wanted)
            code = compile_finish_device(units[i / SIDES].device,
                                         architecture_chosen(&options->architectures));
    free(runs);
    return code;
}

int compile_objects(const compile_options_t *options, compile_unit_t *units, unsigned count) {
    char placeholder[PATH_MAX + 16];
    tool_run_t *runs = make_runs(options, units, count);
    int code = runs ? make_placeholder(options, placeholder, sizeof placeholder) : no_memory();
    if (code == 0) code = make_overlays(options, units, count);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++) {
        compile_unit_t *unit = &units[i / SIDES];
        const enum side side = i % SIDES;
        assert(runs[i].wanted == side_exists(unit, side));
        if (!runs[i].wanted) continue;
        assert(unit->key[side][0] == '\0' || strlen(unit->key[side]) == SHA256_HEX - 1);
        unit->cached[side] = unit->key[side][0] != '\0' &&
                             compile_cache_get(&options->cache, unit->key[side],
                                               output_of(unit, side));
        runs[i].wanted = !unit->cached[side];
        add_words(options, unit, side, &runs[i].line);
        add_overlay(unit, &runs[i].line);
        add_outputs(unit, side, placeholder, &runs[i].line);
    }
    if (code == 0) code = run_all(runs, SIDES * count);
    if (code == 0) code = optimise_devices(options, units, count, runs);
    for (unsigned i = 0; i < SIDES * count && code == 0; i++) {
        const compile_unit_t *unit = &units[i / SIDES];
        assert(!runs[i].wanted || !unit->cached[i % SIDES]);
        const bool warned = runs[i].wanted &&
                            show_warnings(&runs[i]); /* is to come again, so not kept */
        if (runs[i].wanted && !warned && unit->key[i % SIDES][0] != '\0')
            compile_cache_put(&options->cache, unit->key[i % SIDES], output_of(unit, i % SIDES));
    }
    free(runs);
    if (code == 0) code = insert_device_code(options, units, count);
    return code != 0 ? code : register_first(units, count);
}
