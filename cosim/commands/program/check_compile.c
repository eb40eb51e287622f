/* SPDX-License-Identifier: Apache-2.0 */
/* check_compile.c: which compiler makes the program of the sources named: clang, with scord's
 * headers, or the CUDA toolkit's nvcc, whose programs run with scord's runtime in front of theirs
 * (sim/toolkit).
 *
 * auto: clang, whose device code keeps every access of the source in its place; what it cannot
 * compile goes to nvcc, where one is installed. Its messages wait until it is known that they
 * matter.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/compile/compile_nvcc.h"
#include "cosim/commands/program/check_run.h"
#include "cosim/commands/shared/whole_file.h"

#define COMPILER_VARIABLE "SCORD_COMPILER"

static const char *wanted_compiler(const check_options_t *options) {
    const char *stated = getenv(COMPILER_VARIABLE);
    if (options->compiler) return options->compiler;
    return stated && *stated != '\0' ? stated : "auto";
}

static int by_nvcc(check_options_t *options, const char *nvcc, char *program, size_t size) {
    const int code = compile_by_nvcc(&options->job, nvcc, program, size);
    return code != 0 ? code : check_toolkit_program(options, program);
}

/* Messages of clang's way, kept in a file. Returns the real standard error's copy, -1: none. */
static int hold_messages(const char *path) {
    fflush(stderr);
    const int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    const int file = real < 0 ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return real;
    dup2(file, STDERR_FILENO);
    close(file);
    return real;
}

static void let_messages(int real) {
    fflush(stderr);
    if (real >= 0) dup2(real, STDERR_FILENO);
    if (real >= 0) close(real);
}

static void show_file(const char *path) {
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    if (text) fputs(text, stderr);
    free(text);
}

static int by_either(check_options_t *options, const char *nvcc, char *program, size_t size) {
    char first[PATH_MAX], second[PATH_MAX];
    snprintf(first, sizeof first, "%.*s/clang.held", PATH_MAX - 32, options->job.options.directory);
    snprintf(second, sizeof second, "%.*s/nvcc.held", PATH_MAX - 32,
             options->job.options.directory);
    int real = hold_messages(first);
    const int code = compile_program(&options->job, program, size);
    let_messages(real);
    if (code != SCORD_EXIT_BAD_INPUT) {
        show_file(first);
        return code;
    }
    real = hold_messages(second);
    const int other = by_nvcc(options, nvcc, program, size);
    let_messages(real);
    show_file(other == 0 ? second : first); /* scord's own words, when neither can */
    if (other == 0) fputs("scord: note: clang cannot compile this; nvcc has\n", stderr);
    return other == 0 ? 0 : code;
}

int check_compile(check_options_t *options, char *program, size_t size) {
    const char *wanted = wanted_compiler(options);
    char nvcc[PATH_MAX];
    const bool found = strcmp(wanted, "clang") != 0 && compile_nvcc_find(nvcc, sizeof nvcc);
    if (strcmp(wanted, "nvcc") == 0 && !found)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no nvcc: neither in PATH, nor below CUDA_HOME, CUDA_PATH or "
                          "/usr/local/cuda; install the CUDA toolkit, or use --compiler clang");
    if (strcmp(wanted, "nvcc") == 0) return by_nvcc(options, nvcc, program, size);
    return found ? by_either(options, nvcc, program, size)
                 : compile_program(&options->job, program, size);
}
