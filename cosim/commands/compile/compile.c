/* SPDX-License-Identifier: Apache-2.0 */
/* compile.c: see compile.h. One source: compile_unit.c; device code of several: device_link.c. */
#include "cosim/commands/compile/compile.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/device_link.h"
#include "cosim/commands/compile/nvcc_options.h"
#include "cosim/commands/compile/object_file.h"
#include "cmodel/base/seconds.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

#define FORMAT "program 1" /* part of the keys of whole programs */

int compile_prepare(compile_options_t *options) {
    toolchain_identify(COMPILER, options->compiler, sizeof options->compiler);
    return toolchain_find_installation(options->libraries, options->headers,
                                       sizeof options->libraries);
}

/* ---- linking ---- */

static void add_runtime(const compile_options_t *options, command_line_t *line) {
    command_add_text(line, "%s/libscordsim.a", options->libraries);
    command_add_text(line, "%s/libscord.a", options->libraries);
    command_add_all(line, (const char *const[]){"-lz", "-lm", "-lpthread", NULL});
}

/* No code of a member, or of FILE itself, may hide its atomics: an object of add_words calls
 * __tsan_init, whatever it holds. */
static bool file_shows_atomics(const char *path) {
    static const char mark[] = "__tsan_init";
    object_part_t all, member;
    size_t position = 0;
    char *content = whole_file_read(path, &all.bytes);
    all.data = content;
    bool shows = content && (object_file_is_archive(all) || object_file_contains(all, mark));
    while (shows && object_file_is_archive(all) && object_file_next_member(all, &position, &member))
        shows = !object_file_is_elf(member) || object_file_contains(member, mark);
    free(content);
    return shows;
}

/* Libraries that pass no order between threads but by pthread, and those that are scord's. */
static bool is_plain_library(const char *name) {
    static const char *const plain[] = {
        "m",   "pthread", "dl",   "rt",     "stdc++",        "gcc_s",
        "gcc", "c",       "cuda", "cudart", "cudart_static", "z"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(name, plain[i]) == 0) return true;
    return false;
}

/* Of every input. Shared libraries are looked at once more when the program runs
 * (sim/runtime/host/host_threads.c). */
static bool shows_atomics(const compile_options_t *options, const word_list_t *inputs) {
    bool shows = compile_sees_atomics(options);
    for (unsigned i = 0; i < inputs->count && shows; i++) {
        const char *word = inputs->words[i];
        if (word[0] == '-') {
            if (strcmp(word, "-Xlinker") == 0) i++;
            shows = strncmp(word, "-l", 2) != 0 || is_plain_library(word + 2);
            continue;
        }
        shows = file_shows_atomics(word);
    }
    return shows;
}

int compile_link(const compile_options_t *options, const link_job_t *job) {
    char device_object[PATH_MAX] = "";
    int code = device_link(options, job, device_object, sizeof device_object);
    tool_run_t *run = code == 0 ? calloc(1, sizeof *run) : NULL;
    if (code != 0) return code;
    if (!run) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while linking");
    run->source = job->name;
    run->wanted = true;
    run->verbose = options->verbose;
    snprintf(run->messages, sizeof run->messages, "%.*s/link.messages", PATH_MAX - 32,
             options->directory);
    command_add_all(&run->line, (const char *const[]){COMPILER, "-o", job->output, NULL});
    for (unsigned i = 0; i < job->inputs->count; i++) { /* the toolkit's own would hide ours */
        const char *word = job->inputs->words[i];
        if (strncmp(word, "-l", 2) != 0 || !nvcc_is_own_library(word + 2))
            command_add(&run->line, word);
    }
    if (options->verbose)
        command_add_text(&run->line, "-L%s/cuda/lib64",
                         options->libraries); /* CMake looks for it */
    if (device_object[0] != '\0') command_add(&run->line, device_object);
    if (shows_atomics(options, job->inputs)) command_add(&run->line, "-Wl,-u,scord_threads_apart");
    add_runtime(options, &run->line);
    toolchain_run(run, 1);
    code = toolchain_explain_linker(run);
    free(run);
    return code;
}

/* ---- programs ---- */

static int start_units(compile_job_t *job, compile_unit_t *units) {
    for (unsigned i = 0; i < job->sources.count; i++) {
        compile_unit_t *unit = &units[i];
        *unit = (compile_unit_t){.source = job->sources.words[i],
                                 .language = job->language_stated
                                                 ? job->language
                                                 : compile_language_of(job->sources.words[i])};
        snprintf(unit->device, sizeof unit->device, "%.*s/%u.ptx", PATH_MAX - 32,
                 job->options.directory, i);
        snprintf(unit->object, sizeof unit->object, "%.*s/%u.o", PATH_MAX - 32,
                 job->options.directory, i);
    }
    return compile_hash(&job->options, units, job->sources.count);
}

static void add_file_identity(sha256_t *hash, const char *directory, const char *name) {
    char path[2 * PATH_MAX], text[2 * PATH_MAX + 96];
    struct stat status = {0};
    snprintf(path, sizeof path, "%s/%s", directory, name);
    stat(path, &status);
    snprintf(text, sizeof text, "%s %lld %lld %lld.%09ld", path, (long long)status.st_ino,
             (long long)status.st_size, (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    sha256_add_text(hash, text);
}

/* Hash of all that a program is made of; "" when that is not known: no cache, or objects and
 * libraries of the user. */
static void program_key(const compile_job_t *job, const compile_unit_t *units,
                        char key[SHA256_HEX]) {
    sha256_t hash;
    key[0] = '\0';
    if (job->options.cache.directory[0] == '\0' || job->inputs.count > 0) return;
    sha256_start(&hash);
    sha256_add_text(&hash, FORMAT);
    for (unsigned i = 0; i < job->sources.count; i++) {
        if (units[i].key[1][0] == '\0' ||
            (units[i].language == LANGUAGE_CUDA && units[i].key[0][0] == '\0'))
            return;
        sha256_add_text(&hash, units[i].key[0]);
        sha256_add_text(&hash, units[i].key[1]);
    }
    add_file_identity(&hash, job->options.libraries, "libscordsim.a");
    add_file_identity(&hash, job->options.libraries, "libscord.a");
    sha256_finish(&hash, key);
}

static void count_cached(compile_job_t *job, const compile_unit_t *units, bool all) {
    job->from_cache = job->units = 0;
    for (unsigned i = 0; i < job->sources.count; i++) {
        const bool cuda = units[i].language == LANGUAGE_CUDA;
        job->units += 1u + cuda;
        job->from_cache += all ? 1u + cuda : (unsigned)units[i].cached[0] + units[i].cached[1];
    }
    assert(job->from_cache <= job->units);
}

static int link_units(compile_job_t *job, const compile_unit_t *units, const char *program) {
    word_list_t *inputs = calloc(1, sizeof *inputs);
    if (!inputs) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while linking");
    int code = 0;
    for (unsigned i = 0; i < job->sources.count && code == 0; i++)
        code = word_list_add(inputs, units[i].object);
    for (unsigned i = 0; i < job->inputs.count && code == 0; i++)
        code = word_list_add(inputs, job->inputs.words[i]);
    const link_job_t link = {.inputs = inputs, .output = program, .name = job->sources.words[0]};
    if (code == 0) code = compile_link(&job->options, &link);
    free(inputs);
    return code;
}

/* The executable out of the cache, else of objects. */
static int make_program(compile_job_t *job, compile_unit_t *units, const char *program) {
    char key[SHA256_HEX];
    int code = start_units(job, units);
    if (code != 0) return code;
    program_key(job, units, key);
    const bool known = key[0] != '\0' && compile_cache_get(&job->options.cache, key, program);
    if (!known) code = compile_objects(&job->options, units, job->sources.count);
    count_cached(job, units, known);
    if (known || code != 0) return code;
    code = link_units(job, units, program);
    if (code == 0 && key[0] != '\0') compile_cache_put(&job->options.cache, key, program);
    return code;
}

int compile_program(compile_job_t *job, char *program, size_t program_size) {
    const double start = scord_seconds_now();
    compile_unit_t *units = calloc(job->sources.count, sizeof *units);
    if (!units) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while compiling");
    snprintf(program, program_size, "%s/program", job->options.directory);
    int code = compile_prepare(&job->options);
    if (code == 0) code = make_program(job, units, program);
    if (code == 0 && chmod(program, 0700) != 0)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be made executable", program);
    free(units);
    job->seconds = scord_seconds_now() - start;
    return code;
}
