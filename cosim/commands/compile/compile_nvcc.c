/* SPDX-License-Identifier: Apache-2.0 */
/* compile_nvcc.c: see compile_nvcc.h. One run of nvcc, which is kept by the hash of all files that
 * it reads (`nvcc -M`), the command line and the compiler.
 */
#include "cosim/commands/compile/compile_nvcc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/base/seconds.h"
#include "cosim/commands/compile/nvcc_options.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

#define FORMAT "nvcc 1" /* part of the keys */

enum { LEAST_ARCHITECTURE = 75 }; /* that nvcc 13 compiles for */

/* ---- where it is ---- */

static bool is_nvcc(char *path, size_t size, const char *folder, int length, const char *below) {
    char target[PATH_MAX];
    struct stat status;
    if ((size_t)snprintf(path, size, "%.*s%s/nvcc", length, folder, below) >= size ||
        access(path, X_OK) != 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    /* build/cuda/bin/nvcc is scord itself */
    if (!realpath(path, target)) return false;
    const char *name = strrchr(target, '/');
    return name && strncmp(name, "/scord", 6) != 0;
}

bool compile_nvcc_find(char *path, size_t size) {
    static const char *const homes[] = {"CUDA_HOME", "CUDA_PATH"};
    const char *next = getenv("PATH");
    while (next && *next != '\0') {
        const size_t length = strcspn(next, ":");
        if (is_nvcc(path, size, next, (int)length, "")) return true;
        next += length + (next[length] == ':');
    }
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        const char *home = getenv(homes[i]);
        if (home && is_nvcc(path, size, home, (int)strlen(home), "/bin")) return true;
    }
    return is_nvcc(path, size, "/usr/local/cuda", 15, "/bin");
}

/* ---- the command line ---- */

/* Words of the host compiler that nvcc itself does not know; commas separate its values. */
static void add_host_word(command_line_t *line, const char *word) {
    char escaped[PATH_MAX];
    size_t length = 0;
    if (word[0] != '-' || (strncmp(word, "-O", 2) == 0 && nvcc_knows(word)) ||
        strcmp(word, "-g") == 0 || strncmp(word, "-l", 2) == 0 || strncmp(word, "-L", 2) == 0 ||
        strncmp(word, "-X", 2) == 0) {
        command_add(line, word);
        return;
    }
    for (const char *at = word; *at != '\0' && length + 2 < sizeof escaped; at++) {
        if (*at == ',') escaped[length++] = '\\';
        escaped[length++] = *at;
    }
    command_add(line, "-Xcompiler");
    command_add_text(line, "%.*s", (int)length, escaped);
}

static void add_flags(const compile_job_t *job, const char *nvcc, command_line_t *line) {
    const architecture_set_t *set = &job->options.architectures;
    unsigned architecture = architecture_chosen(set);
    if (architecture < LEAST_ARCHITECTURE) architecture = LEAST_ARCHITECTURE;
    const char *suffix = architecture_specific(set) ? "a" : "";
    command_add(line, nvcc);
    command_add(line, "-lineinfo");
    command_add(line, "-Xcompiler"); /* lines of the host's calls, for races between launches */
    command_add(line, "-g1");
    if (job->language_stated) {
        command_add(line, "-x");
        command_add(line, job->language == LANGUAGE_CUDA ? "cu" : "c++");
    }
    command_add(line, "-gencode"); /* PTX alone: nothing here runs machine code */
    command_add_text(line, "arch=compute_%u%s,code=compute_%u%s", architecture, suffix,
                     architecture, suffix);
    if (job->options.relocatable) command_add(line, "-rdc=true");
    for (unsigned i = 0; i < job->options.flags.count; i++) {
        const char *word = job->options.flags.words[i];
        if (strcmp(word, "-Werror") == 0) continue; /* nvcc's has kinds as its value */
        if (word[0] != '-' || nvcc_knows(word))
            command_add(line, word);
        else
            add_host_word(line, word);
    }
    command_add_all(line, job->options.nvcc_flags.words);
    for (unsigned i = 0; i < job->options.host_flags.count; i++)
        add_host_word(line, job->options.host_flags.words[i]);
}

static tool_run_t *new_run(const compile_job_t *job, const char *messages) {
    tool_run_t *run = calloc(1, sizeof *run);
    if (!run) return NULL;
    run->source = job->sources.words[0];
    run->wanted = true;
    run->verbose = job->options.verbose;
    snprintf(run->messages, sizeof run->messages, "%.*s/%s", PATH_MAX - 32, job->options.directory,
             messages);
    return run;
}

/* ---- the key ---- */

static bool add_file(sha256_t *hash, const char *path) {
    size_t bytes;
    char *content = whole_file_read(path, &bytes);
    if (!content) return false;
    sha256_add_text(hash, path);
    sha256_add(hash, content, bytes);
    free(content);
    return true;
}

/* "x.o : a b \⏎ c": the files behind the colon; a backslash keeps a blank in a name. */
static bool add_dependencies(sha256_t *hash, char *text) {
    char *at = text;
    bool behind_colon = false, all = true;
    while (*at != '\0' && all) {
        char name[PATH_MAX];
        size_t length = 0;
        while (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n')) {
            if (*at == '\n') behind_colon = false; /* the next rule */
            at += *at == '\\' ? 2 : 1;
        }
        for (; *at != '\0' && *at != ' ' && *at != '\n'; at++) {
            if (*at == '\\' && at[1] == ' ') at++;
            if (*at == '\\' && at[1] == '\n') break;
            if (length + 1 < sizeof name) name[length++] = *at;
        }
        name[length] = '\0';
        if (behind_colon && length > 0) all = add_file(hash, name);
        if (length > 0 && name[length - 1] == ':') behind_colon = true;
    }
    return all;
}

/* "": what goes into the program is not known. */
static void make_key(const compile_job_t *job, const char *nvcc, char key[SHA256_HEX]) {
    char identity[2 * PATH_MAX], folder[PATH_MAX];
    size_t bytes;
    key[0] = '\0';
    if (job->options.cache.directory[0] == '\0' || job->inputs.count > 0) return;
    tool_run_t *run = new_run(job, "nvcc.depends.messages");
    if (!run) return;
    char output[PATH_MAX];
    snprintf(output, sizeof output, "%.*s/nvcc.depends", PATH_MAX - 32, job->options.directory);
    run->output = output;
    add_flags(job, nvcc, &run->line);
    sha256_t hash;
    sha256_start(&hash);
    sha256_add_text(&hash, FORMAT);
    for (unsigned i = 1; i < run->line.count; i++) sha256_add_text(&hash, run->line.words[i]);
    for (unsigned i = 0; i < job->sources.count; i++) sha256_add_text(&hash, job->sources.words[i]);
    command_add(&run->line, "-M");
    command_add_all(&run->line, job->sources.words);
    toolchain_run(run, 1);
    char *text = run->code == 0 ? whole_file_read(output, &bytes) : NULL;
    toolchain_identify(nvcc, identity, sizeof identity);
    sha256_add_text(&hash, identity);
    sha256_add_text(&hash, getcwd(folder, sizeof folder) ? folder : "");
    if (text && add_dependencies(&hash, text)) sha256_finish(&hash, key);
    free(text);
    free(run);
}

/* ---- the run ---- */

static int explain(const tool_run_t *run) {
    size_t bytes;
    char *text = whole_file_read(run->messages, &bytes);
    if (text) fputs(text, stderr);
    free(text);
    if (run->code == 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s does not compile by nvcc; see its messages above",
                      run->source);
}

/* CUDA's libraries are those that scord stands in for: shared ones. The marks of nvToolsExt are in
 * headers alone since CUDA 12.9, and culibos is a part of static libraries. */
static void add_shared_library(command_line_t *line, const char *word) {
    const size_t length = strlen(word);
    const bool is_static = length > 7 && strcmp(word + length - 7, "_static") == 0;
    if (strcmp(word, "-lculibos") != 0 && strcmp(word, "-lnvToolsExt") != 0)
        command_add_text(line, "%.*s", (int)(length - (is_static ? 7 : 0)), word);
}

static int compile(compile_job_t *job, const char *nvcc, const char *program) {
    tool_run_t *run = new_run(job, "nvcc.messages");
    if (!run) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory while compiling");
    add_flags(job, nvcc, &run->line);
    command_add_all(&run->line, (const char *const[]){"-cudart", "shared", "-o", program, NULL});
    command_add_all(&run->line, job->sources.words);
    for (unsigned i = 0; i < job->inputs.count; i++) {
        const char *word = job->inputs.words[i];
        if (strncmp(word, "-l", 2) == 0 && nvcc_is_own_library(word + 2)) {
            add_shared_library(&run->line, word);
            continue;
        }
        add_host_word(&run->line, word);
        if (strcmp(word, "-Xlinker") == 0 && i + 1 < job->inputs.count)
            command_add(&run->line, job->inputs.words[++i]);
    }
    toolchain_run(run, 1);
    const int code = explain(run);
    free(run);
    return code;
}

int compile_by_nvcc(compile_job_t *job, const char *nvcc, char *program, size_t program_size) {
    const double start = scord_seconds_now();
    char key[SHA256_HEX];
    snprintf(program, program_size, "%s/program", job->options.directory);
    make_key(job, nvcc, key);
    job->units = 1;
    job->by_nvcc = true;
    job->from_cache = key[0] != '\0' && compile_cache_get(&job->options.cache, key, program);
    int code = job->from_cache ? 0 : compile(job, nvcc, program);
    if (code == 0 && !job->from_cache && key[0] != '\0')
        compile_cache_put(&job->options.cache, key, program);
    if (code == 0 && chmod(program, 0700) != 0)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be made executable", program);
    job->seconds = scord_seconds_now() - start;
    return code;
}
