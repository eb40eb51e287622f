/* SPDX-License-Identifier: Apache-2.0 */
/* command_nvcc.c: `scord nvcc …`, build/scord-nvcc, build/cuda/bin/nvcc: nvcc's command line in
 * front of compile.h. docs/projects.md.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/build_id.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/device_link.h"
#include "cosim/commands/compile/nvcc_options.h"
#include "cosim/commands/shared/scratch.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

/* What sim/runtime/include/scord_cuda.h states as CUDART_VERSION; scripts look for "release". */
#define CUDA_RELEASE "12.4"

/* Which signal came; the intermediate files are removed before it has its effect, and a compilation
 * is short: further signals (timeout and make send two) change nothing. */
static volatile sig_atomic_t interrupted;
static void on_interrupt(int signal_number) { interrupted = signal_number; }

static void catch_interrupts(void) {
    const struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static int no_memory(void) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while compiling");
}

static void print_version(void) {
    printf("nvcc: NVIDIA (R) Cuda compiler driver: its command line, served by scord on " COMPILER
           "; not a product of NVIDIA\n" /* CMake wants its first words */
           "Build %s of scord; programs run under `scord check ./program`\n"
           "Cuda compilation tools, release " CUDA_RELEASE ", V" CUDA_RELEASE ".0\n",
           scord_build_id());
}

/* ---- names of results ---- */

/* [DIRECTORY/]STEM.END for a source; `output` if the user names it. */
static void output_name(const nvcc_options_t *options, const char *source, const char *end,
                        char *path, size_t size) {
    const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source,
               *dot = strrchr(name, '.');
    const int stem = (int)(dot ? (size_t)(dot - name) : strlen(name));
    if (options->output)
        snprintf(path, size, "%s", options->output);
    else if (options->output_directory)
        snprintf(path, size, "%s/%.*s%s", options->output_directory, stem, name, end);
    else
        snprintf(path, size, "%.*s%s", stem, name, end);
}

static int install(const char *from, const char *to) {
    return whole_file_install(from, to, false) == 0
               ? 0
               : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", to, strerror(errno));
}

/* ---- steps ---- */

static compile_unit_t *make_units(const nvcc_options_t *options) {
    compile_unit_t *units = calloc(options->sources.count + 1, sizeof *units);
    for (unsigned i = 0; i < options->sources.count && units; i++) {
        units[i].source = options->sources.words[i];
        units[i].language = options->language != LANGUAGE_NONE
                                ? options->language
                                : compile_language_of(units[i].source);
        snprintf(units[i].device, sizeof units[i].device, "%.*s/%u.device", PATH_MAX - 32,
                 options->compile.directory, i);
        snprintf(units[i].object, sizeof units[i].object, "%.*s/%u.o", PATH_MAX - 32,
                 options->compile.directory, i);
    }
    return units;
}

static int compile_units(const nvcc_options_t *options, compile_unit_t *units) {
    const int code = compile_hash(&options->compile, units, options->sources.count);
    return code != 0 ? code : compile_objects(&options->compile, units, options->sources.count);
}

/* clang's preprocessor on the host side of a source, with more words; `result` takes its output. */
static int preprocess(const nvcc_options_t *options, const compile_unit_t *unit,
                      const char *const *words, const char *result) {
    tool_run_t *run = calloc(1, sizeof *run);
    if (!run) return no_memory();
    run->source = unit->source;
    run->wanted = true;
    snprintf(run->messages, sizeof run->messages, "%.*s/preprocess.messages", PATH_MAX - 64,
             options->compile.directory);
    compile_add_host_words(&options->compile, unit, &run->line);
    command_add_all(&run->line, words);
    command_add_all(&run->line, (const char *const[]){"-o", result, unit->source, NULL});
    toolchain_run(run, 1);
    const int code = toolchain_explain_compiler(run);
    free(run);
    return code;
}

/* The makefile rule of one object. */
static int make_rule(const nvcc_options_t *options, const compile_unit_t *unit, const char *target,
                     const char *result) {
    const char *words[8] = {options->user_headers ? "-MM" : "-M", "-MT",
                            options->dependency_target ? options->dependency_target : target};
    if (options->phony_targets) words[3] = "-MP";
    return preprocess(options, unit, words, result);
}

static int write_dependencies(const nvcc_options_t *options, const compile_unit_t *unit,
                              const char *object) {
    char file[PATH_MAX];
    if (!options->dependencies) return 0;
    if (options->dependency_file) {
        snprintf(file, sizeof file, "%s", options->dependency_file);
    } else { /* the output's name with .d */
        const char *dot = strrchr(object, '.'), *slash = strrchr(object, '/');
        const int stem = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - object)
                                                              : strlen(object));
        snprintf(file, sizeof file, "%.*s.d", stem, object);
    }
    return make_rule(options, unit, object, file);
}

static int run_compile(const nvcc_options_t *options, compile_unit_t *units) {
    int code = compile_units(options, units);
    for (unsigned i = 0; i < options->sources.count && code == 0; i++) {
        char object[PATH_MAX];
        output_name(options, units[i].source, ".o", object, sizeof object);
        code = write_dependencies(options, &units[i], object);
        if (code == 0) code = install(units[i].object, object);
    }
    return code;
}

static int run_ptx(const nvcc_options_t *options, compile_unit_t *units) {
    int code = compile_units(options, units);
    for (unsigned i = 0; i < options->sources.count && code == 0; i++) {
        char ptx[PATH_MAX];
        output_name(options, units[i].source, ".ptx", ptx, sizeof ptx);
        if (units[i].language != LANGUAGE_CUDA)
            code = scord_fail(SCORD_EXIT_BAD_INPUT, "nvcc: %s has no device code", units[i].source);
        else
            code = install(units[i].device, ptx);
    }
    return code;
}

/* -E, -M, -MM: to standard output unless -o names a file. */
static int run_preprocess(const nvcc_options_t *options, const compile_unit_t *units) {
    char result[PATH_MAX + 32], object[PATH_MAX];
    const nvcc_options_t unnamed = {.output_directory = options->output_directory};
    int code = 0;
    for (unsigned i = 0; i < options->sources.count && code == 0; i++) {
        size_t bytes;
        snprintf(result, sizeof result, "%s/preprocessed", options->compile.directory);
        output_name(&unnamed, units[i].source, ".o", object, sizeof object);
        if (options->phase == NVCC_PREPROCESS)
            code = preprocess(options, &units[i], (const char *const[]){"-E", NULL}, result);
        else
            code = make_rule(options, &units[i], object, result);
        if (code != 0) break;
        const char *file = options->output ? options->output : options->dependency_file;
        if (file) return install(result, file);
        char *text = whole_file_read(result, &bytes);
        if (text) fwrite(text, 1, bytes, stdout);
        free(text);
    }
    return code;
}

/* The link's inputs, with the object in the place of each source. */
static int link_inputs(const nvcc_options_t *options, const compile_unit_t *units,
                       word_list_t *inputs) {
    int code = 0;
    unsigned next = 0;
    for (unsigned i = 0; i < options->inputs.count && code == 0; i++) {
        const char *word = options->inputs.words[i];
        const bool source = next < options->sources.count && word == options->sources.words[next];
        code = word_list_add(inputs, source ? units[next++].object : word);
    }
    return code;
}

static int run_archiver(const nvcc_options_t *options, const word_list_t *inputs) {
    tool_run_t *run = calloc(1, sizeof *run);
    if (!run) return no_memory();
    const char *archive = options->output ? options->output : "a.a";
    run->source = archive;
    run->wanted = true;
    snprintf(run->messages, sizeof run->messages, "%.*s/ar.messages", PATH_MAX - 32,
             options->compile.directory);
    unlink(archive);
    command_add_all(&run->line, (const char *const[]){"ar", "rcs", archive, NULL});
    for (unsigned i = 0; i < inputs->count; i++)
        if (inputs->words[i][0] != '-') command_add(&run->line, inputs->words[i]);
    toolchain_run(run, 1);
    const int code = toolchain_explain_tool(run, "binutils");
    free(run);
    return code;
}

/* An object without content, as nvcc makes it of objects without relocatable device code. */
static int make_empty_object(const nvcc_options_t *options, char *object, size_t size) {
    tool_run_t *run = calloc(1, sizeof *run);
    if (!run) return no_memory();
    snprintf(object, size, "%.*s/empty.o", PATH_MAX - 16, options->compile.directory);
    run->source = "/dev/null";
    run->wanted = true;
    run->verbose = options->compile.verbose;
    snprintf(run->messages, sizeof run->messages, "%.*s/empty.messages", PATH_MAX - 32,
             options->compile.directory);
    command_add_all(&run->line, (const char *const[]){COMPILER, "-x", "c", "-c", "-o", object,
                                                      "/dev/null", NULL});
    toolchain_run(run, 1);
    const int code = toolchain_explain_compiler(run);
    free(run);
    return code;
}

/* -dlink: the object that holds the device code of all inputs. */
static int run_device_link(const nvcc_options_t *options, const link_job_t *job) {
    char object[PATH_MAX];
    int code = device_link(&options->compile, job, object, sizeof object);
    if (code == 0 && object[0] == '\0') code = make_empty_object(options, object, sizeof object);
    return code != 0 ? code : install(object, options->output ? options->output : "a_dlink.o");
}

/* Members of a library are named as nvcc names them: by their sources. */
static int name_objects(const nvcc_options_t *options, compile_unit_t *units) {
    const nvcc_options_t here = {.output_directory = options->compile.directory};
    for (unsigned i = 0; i < options->sources.count; i++) {
        char object[PATH_MAX];
        output_name(&here, units[i].source, ".o", object, sizeof object);
        if (rename(units[i].object, object) != 0)
            return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", object, strerror(errno));
        snprintf(units[i].object, sizeof units[i].object, "%s", object);
    }
    return 0;
}

static int run_link(const nvcc_options_t *options, compile_unit_t *units) {
    word_list_t *inputs = calloc(1, sizeof *inputs);
    const char *output = options->output ? options->output : "a.out";
    const link_job_t job = {.inputs = inputs, .output = output, .name = output};
    int code = inputs ? compile_units(options, units) : no_memory();
    for (unsigned i = 0; i < options->sources.count && code == 0; i++)
        code = write_dependencies(options, &units[i], output);
    if (code == 0 && options->phase == NVCC_LIBRARY) code = name_objects(options, units);
    if (code == 0) code = link_inputs(options, units, inputs);
    if (code == 0 && options->phase == NVCC_LIBRARY)
        code = run_archiver(options, inputs);
    else if (code == 0 && options->phase == NVCC_DEVICE_LINK)
        code = run_device_link(options, &job);
    else if (code == 0)
        code = compile_link(&options->compile, &job);
    free(inputs);
    return code;
}

static int run_phase(const nvcc_options_t *options) {
    compile_unit_t *units = make_units(options);
    if (!units) return no_memory();
    int code = 0;
    for (unsigned i = 0; i < options->sources.count && code == 0; i++)
        if (access(units[i].source, R_OK) != 0)
            code = scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", units[i].source, strerror(errno));
    if (code != 0) {
        free(units);
        return code;
    }
    switch (options->phase) {
    case NVCC_COMPILE: code = run_compile(options, units); break;
    case NVCC_PTX: code = run_ptx(options, units); break;
    case NVCC_PREPROCESS:
    case NVCC_DEPENDENCIES: code = run_preprocess(options, units); break;
    case NVCC_LINK:
    case NVCC_LIBRARY:
    case NVCC_DEVICE_LINK: code = run_link(options, units); break;
    case NVCC_VERSION:
    case NVCC_HELP: break;
    }
    free(units);
    return code;
}

static int compile_and_link(nvcc_options_t *options) {
    int code = compile_cache_open(&options->compile.cache);
    catch_interrupts();
    if (code == 0)
        code = scratch_make("nvcc", options->compile.directory, sizeof options->compile.directory);
    if (code != 0) return code;
    code = compile_prepare(&options->compile);
    if (code == 0) code = run_phase(options);
    scratch_remove(options->compile.directory);
    return code;
}

/* What build tools read of nvcc -v: where the toolkit is, and what is added to compile and link
 * lines. */
static void show_toolkit(void) {
    char libraries[PATH_MAX], headers[PATH_MAX];
    if (toolchain_find_installation(libraries, headers, sizeof libraries) != 0) return;
    fprintf(stderr,
            "#$ TOP=%s/cuda\n#$ PATH=%s/cuda/bin:%s\n#$ INCLUDES=\"-I%s/cuda/include\"\n#$ "
            "LIBRARIES=-L%s/cuda/lib64\n#$ DEVICE=-arch compute_%d\n",
            libraries, libraries, getenv("PATH") ? getenv("PATH") : "", libraries, libraries,
            ARCHITECTURE_DEFAULT);
}

int scord_command_nvcc(int argc, char **argv) {
    nvcc_options_t *options = calloc(1, sizeof *options);
    if (!options) return no_memory();
    int code = nvcc_read_options(argc, argv, options);
    if (options->compile.verbose) show_toolkit();
    if (code == 0 && options->phase == NVCC_VERSION)
        print_version();
    else if (code == 0 && options->phase == NVCC_HELP)
        options_print_help(nvcc_form(), stdout);
    else if (code == 0)
        code = compile_and_link(options);
    free(options);
    if (interrupted != 0) {
        signal(interrupted, SIG_DFL); /* as make expects of an interrupted command */
        raise(interrupted);
    }
    return code;
}
