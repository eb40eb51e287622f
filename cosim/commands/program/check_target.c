/* SPDX-License-Identifier: Apache-2.0 */
/* check_target.c: what `scord check` and `scord sim` run: sources that it compiles, all sources of
 * a directory, an executable that scord-nvcc or nvcc linked, or what a makefile builds with
 * scord-nvcc as its compiler.
 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/build_id.h"
#include "cosim/commands/program/check_run.h"
#include "cosim/commands/program/toolkit_program.h"
#include "cosim/commands/compile/object_file.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

/* In every program that holds scord's runtime: it reads this variable. */
#define RUNTIME_MARK RUN_STATUS_FD

enum { DEPTH_MAX = 8, PROGRAMS_MAX = 32 }; /* of the search for what a makefile built */

/* ---- executables ---- */

static bool is_elf(const char *path) {
    char magic[4] = "";
    FILE *file = fopen(path, "r");
    const bool elf = file && fread(magic, 1, sizeof magic, file) == sizeof magic &&
                     memcmp(magic, "\177ELF", sizeof magic) == 0;
    if (file) fclose(file);
    return elf;
}

/* Whether the file holds TEXT. */
static bool contains(const char *path, const char *text) {
    object_part_t file;
    char *content = whole_file_read(path, &file.bytes);
    file.data = content;
    const bool found = object_file_contains(file, text);
    free(content);
    return found;
}

/* One that nvcc built: scord's runtime stands in the place of CUDA's. */
int check_toolkit_program(check_options_t *options, const char *path) {
    char libraries[PATH_MAX], headers[PATH_MAX], runtime[2 * PATH_MAX];
    const toolkit_link_t link = toolkit_program_link(path, options->preload,
                                                     sizeof options->preload);
    if (link != TOOLKIT_SHARED) options->preload[0] = '\0';
    if (link == TOOLKIT_STATIC)
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s holds CUDA's runtime itself, in whose place scord's cannot stand; link "
            "it again with nvcc -cudart shared -gencode arch=compute_80,code=compute_80",
            path);
    if (link == TOOLKIT_ABSENT)
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s was not built by scord-nvcc; rebuild it so (`make clean; make NVCC=scord-nvcc`, "
            "docs/projects.md), or by nvcc with -cudart shared",
            path);
    const int code = toolchain_find_installation(libraries, headers, sizeof libraries);
    if (code != 0) return code;
    snprintf(options->toolkit, sizeof options->toolkit, "%s/toolkit", libraries);
    snprintf(runtime, sizeof runtime, "%s/libscordcuda.so", options->toolkit);
    if (access(runtime, R_OK) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s; run `make build`", runtime,
                          strerror(errno));
    return 0;
}

/* Libraries and checker are of one build, or verdicts could be wrong (cmodel/build_id.h); seen
 * before anything runs. */
int check_executable(check_options_t *options, const char *path) {
    if (!is_elf(path))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s is neither a CUDA source, nor a directory, nor an executable that "
                          "scord-nvcc or nvcc linked",
                          path);
    if (access(path, X_OK) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", path, strerror(errno));
    if (!contains(path, RUNTIME_MARK)) return check_toolkit_program(options, path);
    if (!contains(path, scord_build_id()))
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "%s was linked by scord-nvcc of another build than this scord (%s): "
                          "nothing was checked; "
                          "link it again (`make clean; make NVCC=scord-nvcc`)",
                          path, scord_build_id());
    return 0;
}

/* ---- directories ---- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_source(word_list_t *list, const char *directory, const char *name) {
    char *path = NULL;
    const bool slash = ends_with(directory, "/");
    if (asprintf(&path, "%s%s%s", strcmp(directory, ".") == 0 ? "" : directory,
                 slash || strcmp(directory, ".") == 0 ? "" : "/", name) < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "out of memory"); /* the paths live as long as the command */
    return word_list_add(list, path);
}

static bool has_makefile(const char *directory) {
    static const char *const names[] = {"Makefile", "makefile", "GNUmakefile"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

/* All sources that lie in it, those of CUDA first, each kind by name. */
static int add_directory(check_options_t *options, const char *path) {
    word_list_t *found[LANGUAGE_NONE];
    unsigned cuda = 0;
    int code = 0;
    DIR *directory = opendir(path);
    if (!directory) return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", path, strerror(errno));
    for (unsigned i = 0; i < LANGUAGE_NONE; i++) found[i] = calloc(1, sizeof *found[i]);
    for (struct dirent *entry; code == 0 && (entry = readdir(directory));) {
        const compile_language_t language = compile_language_of(entry->d_name);
        if (language == LANGUAGE_NONE || entry->d_name[0] == '.') continue;
        cuda += language == LANGUAGE_CUDA;
        assert(language < LANGUAGE_NONE);
        code = found[language] ? add_source(found[language], path, entry->d_name)
                               : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    }
    closedir(directory);
    for (unsigned i = 0; i < LANGUAGE_NONE; i++) {
        if (!found[i]) continue;
        qsort(found[i]->words, found[i]->count, sizeof found[i]->words[0], by_name);
        for (unsigned w = 0; w < found[i]->count && code == 0; w++)
            code = word_list_add(&options->job.sources, found[i]->words[w]);
        free(found[i]);
    }
    if (code == 0 && cuda == 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s holds no .cu file%s", path,
                          has_makefile(path) ? ", but a makefile: `--make` builds with it" : "");
    return code;
}

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The comment that sim/runtime/include/scord_cuda/ordered_atomics.h writes into the PTX text, which
 * the executable holds. */
bool check_states_orders(const char *path) { return contains(path, "scord: states its order"); }

/* What the words that are no options name: sources, a directory of them, objects and archives, or
 * an executable. */
int check_target_add(check_options_t *options, const char *word) {
    compile_job_t *job = &options->job;
    if (!options->name) options->name = word;
    if ((job->language_stated || compile_language_of(word) != LANGUAGE_NONE) &&
        !is_directory(word)) {
        if (access(word, R_OK) != 0)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", word, strerror(errno));
        return word_list_add(&job->sources, word);
    }
    if (access(word, F_OK) != 0 && job->sources.count > 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: %s; what is meant for the program itself stands behind `--`: "
                          "scord %s %s -- %s",
                          word, strerror(errno), options->command, job->sources.words[0], word);
    if (access(word, F_OK) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", word, strerror(errno));
    if (is_directory(word)) return add_directory(options, word);
    if (ends_with(word, ".o") || ends_with(word, ".a") || ends_with(word, ".so"))
        return word_list_add(&job->inputs, word);
    if (options->executable)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: one executable at a time; its arguments follow `--` (%s)",
                          options->command, word);
    assert(!options->executable);
    options->executable = word;
    options->target = TARGET_EXECUTABLE;
    if (ends_with(word, ".ptx")) options->ptx.file = word;
    return 0;
}

/* ---- PTX files ---- */

int check_settle_ptx(check_options_t *options) {
    enum { WORDS = 6 };
    char libraries[PATH_MAX], headers[PATH_MAX], *program = NULL, *shared = NULL;
    const ptx_launch_t *ptx = &options->ptx;
    if (options->arguments && options->arguments[0])
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: the arguments of a PTX file's kernel are named by --args, not "
                          "behind `--`",
                          options->command);
    const int code = toolchain_find_installation(libraries, headers, sizeof libraries);
    if (code != 0) return code;
    const char **words = calloc(WORDS + 1, sizeof *words); /* they live as long as the command */
    if (!words || asprintf(&program, "%s/toolkit/launch_ptx", libraries) < 0 ||
        asprintf(&shared, "%u", ptx->shared) < 0) {
        free(words);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    }
    words[0] = ptx->file;
    words[1] = ptx->entry ? ptx->entry : "";
    words[2] = ptx->grid ? ptx->grid : "1";
    words[3] = ptx->block ? ptx->block : "32";
    words[4] = shared;
    words[5] = ptx->arguments ? ptx->arguments : "";
    options->arguments = (char **)(uintptr_t)words;
    options->executable = program;
    return check_executable(options, program);
}

/* ---- makefiles ---- */

/* Executables with scord's runtime under a directory. */
typedef struct program_search {
    char *found[PROGRAMS_MAX];
    unsigned count;
} program_search_t;

static void search(program_search_t *programs, const char *directory, unsigned depth) {
    struct stat status;
    DIR *list = depth < DEPTH_MAX ? opendir(directory) : NULL;
    if (!list) return;
    for (struct dirent *entry; (entry = readdir(list));) {
        char path[PATH_MAX];
        if (entry->d_name[0] == '.' ||
            (size_t)snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= sizeof path)
            continue;
        if (lstat(path, &status) != 0) continue;
        if (S_ISDIR(status.st_mode))
            search(programs, path, depth + 1);
        else if (S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0 &&
                 programs->count < PROGRAMS_MAX && is_elf(path) && contains(path, RUNTIME_MARK))
            programs->found[programs->count++] = strdup(path);
    }
    closedir(list);
}

/* --program: a path, or the end of one as make prints it: of what was built, the only one with it.
 */
static int keep_named(program_search_t *programs, const check_options_t *options) {
    const char *wanted = options->executable;
    if (strncmp(wanted, "./", 2) == 0) wanted += 2;
    unsigned kept = 0;
    for (unsigned i = 0; i < programs->count; i++) {
        const char *path = programs->found[i] ? programs->found[i] : "";
        const size_t length = strlen(path), end = strlen(wanted);
        const bool named = length > end && path[length - end - 1] == '/' && ends_with(path, wanted);
        if (named)
            programs->found[kept++] = programs->found[i];
        else
            free(programs->found[i]);
    }
    programs->count = kept;
    return kept > 0
               ? 0
               : scord_fail(SCORD_EXIT_BAD_INPUT, "--program %s: make built no such program in %s",
                            wanted, options->make);
}

static int choose_program(check_options_t *options, char *program, size_t size) {
    program_search_t programs = {0};
    char names[1024] = "";
    int code = 0;
    search(&programs, options->make, 0);
    if (options->executable) code = keep_named(&programs, options);
    if (code != 0) return code;
    for (unsigned i = 0; i < programs.count; i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                 programs.found[i] ? programs.found[i] : "");
    }
    assert(programs.count <= PROGRAMS_MAX);
    if (programs.count == 1)
        snprintf(program, size, "%s", programs.found[0]);
    else if (programs.count == 0)
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "make built no program with scord's runtime in %s: its makefile must "
                          "compile and link by "
                          "$(NVCC) or nvcc, and not have linked already (make clean)",
                          options->make);
    else
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "there are several programs in %s; choose one by --program: %s",
                          options->make, names);
    for (unsigned i = 0; i < programs.count; i++) free(programs.found[i]);
    return code;
}

/* In the child: make does not run without what it is to be told. */
static void cannot_tell_make(const char *why) {
    scord_fail(SCORD_EXIT_ENVIRONMENT, "%s", why);
    _exit(126);
}

/* Behind what the user's own NVCC_APPEND_FLAGS says. */
static void append_flag(const char *flag) {
    const char *stated = getenv("NVCC_APPEND_FLAGS");
    char flags[4096];
    const int length = snprintf(flags, sizeof flags, "%s %s", stated ? stated : "", flag);
    if (length >= (int)sizeof flags)
        cannot_tell_make("NVCC_APPEND_FLAGS is too long for one more flag; make it shorter");
    if (setenv("NVCC_APPEND_FLAGS", flags, 1) != 0)
        cannot_tell_make("out of memory for make's environment");
}

/* make's own messages go to standard error: standard output is the program's and the report's. */
static int run_make(const check_options_t *options, const char *toolkit) {
    char nvcc[PATH_MAX + 32], cuda_path[PATH_MAX + 32], cuda_home[PATH_MAX + 32],
        path[2 * PATH_MAX + 64];
    int status = 0;
    snprintf(nvcc, sizeof nvcc, "NVCC=%s/bin/nvcc", toolkit);
    snprintf(cuda_path, sizeof cuda_path, "CUDA_PATH=%s", toolkit);
    snprintf(cuda_home, sizeof cuda_home, "CUDA_HOME=%s", toolkit);
    snprintf(path, sizeof path, "%s/bin:%s", toolkit, getenv("PATH") ? getenv("PATH") : "");
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        unsetenv("MAKEFLAGS"); /* a make above, if any, is another one */
        unsetenv("MAKELEVEL");
        if (setenv("PATH", path, 1) != 0)
            cannot_tell_make("out of memory for make's environment"); /* for makefiles that call
                                                                         nvcc by its name */
        if (!options->acquire_release) append_flag(CHECK_PUBLISHED_FLAG);
        execlp("make", "make", "-C", options->make, nvcc, cuda_path, cuda_home, (char *)NULL);
        _exit(errno == ENOENT ? 127 : 126);
    }
    if (child < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "make cannot be started: %s", strerror(errno));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code == 127)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "make is not installed; run `apt-get install make`");
    if (code != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "make failed in %s (exit code %d); see its messages above", options->make,
                          code);
    return 0;
}

int check_make(check_options_t *options, char *program, size_t size) {
    char libraries[PATH_MAX], headers[PATH_MAX], toolkit[PATH_MAX + 16], nvcc[PATH_MAX + 32];
    if (!is_directory(options->make))
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s is no directory", options->make);
    if (!has_makefile(options->make))
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s holds no makefile", options->make);
    int code = toolchain_find_installation(libraries, headers, sizeof libraries);
    if (code != 0) return code;
    snprintf(toolkit, sizeof toolkit, "%s/cuda", libraries);
    snprintf(nvcc, sizeof nvcc, "%s/bin/nvcc", toolkit);
    if (access(nvcc, X_OK) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s; run `make build`", nvcc,
                          strerror(errno));
    code = run_make(options, toolkit);
    if (code != 0) return code;
    if (!options->executable || !is_elf(options->executable))
        return choose_program(options, program, size);
    snprintf(program, size, "%s", options->executable);
    return 0;
}
