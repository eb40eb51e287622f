/* SPDX-License-Identifier: Apache-2.0 */
/* run_time_compiler.c: NVRTC's interface (nvrtc.h) for programs that clang compiled. The source is
 * written into a folder of its own, with the headers that the program gives, and `scord nvcc -ptx`
 * compiles it: a check of the program names its own executable in RUN_EXECUTABLE, else scord-nvcc
 * of PATH is taken.
 *
 * Name expressions become variables behind the source that hold their addresses: PTX then has the
 * name that the compiler gave each, in a line that is taken out again.
 *
 * What is asked for as a cubin is PTX, too: the driver API takes either.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/runtime/include/nvrtc.h"
#include "sim/runtime/run_status.h"

#define NAME_VARIABLE "scord_name_expression_"
enum { OPTIONS_MOST = 256, FOLDERS_OPEN = 8 };

extern char **environ;

typedef struct name_expression {
    char *expression, *lowered; /* lowered: NULL before the compilation, or not found */
} name_expression_t;

struct _nvrtcProgram {
    char *source, *name;
    char **headers, **include_names;
    int header_count;
    name_expression_t *names;
    int name_count;
    bool compiled;
    char *ptx, *log;
};

/* ---- programs ---- */

static void drop(nvrtcProgram program) {
    for (int i = 0; i < program->header_count; i++) {
        free(program->headers[i]);
        free(program->include_names[i]);
    }
    for (int i = 0; i < program->name_count; i++) {
        free(program->names[i].expression);
        free(program->names[i].lowered);
    }
    free(program->headers);
    free(program->include_names);
    free(program->names);
    free(program->source);
    free(program->name);
    free(program->ptx);
    free(program->log);
    free(program);
}

static bool take_headers(nvrtcProgram program, int count, const char *const *headers,
                         const char *const *names) {
    program->headers = calloc((size_t)count + 1, sizeof *program->headers);
    program->include_names = calloc((size_t)count + 1, sizeof *program->include_names);
    if (!program->headers || !program->include_names) return false;
    for (int i = 0; i < count; i++) {
        program->header_count = i + 1;
        program->headers[i] = strdup(headers[i]);
        program->include_names[i] = strdup(names[i]);
        if (!program->headers[i] || !program->include_names[i]) return false;
    }
    return true;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *include_names) {
    if (!program || !source || header_count < 0 ||
        (header_count > 0 && (!headers || !include_names)))
        return NVRTC_ERROR_INVALID_INPUT;
    nvrtcProgram made = calloc(1, sizeof *made);
    if (!made) return NVRTC_ERROR_OUT_OF_MEMORY;
    made->source = strdup(source);
    made->name = strdup(name && *name != '\0' ? name : "default_program");
    if (!made->source || !made->name || !take_headers(made, header_count, headers, include_names)) {
        drop(made);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    *program = made;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
    if (!program || !*program) return NVRTC_ERROR_INVALID_PROGRAM;
    drop(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression) return NVRTC_ERROR_INVALID_INPUT;
    if (program->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    name_expression_t *more = realloc(program->names,
                                      ((size_t)program->name_count + 1) * sizeof *more);
    if (!more) return NVRTC_ERROR_OUT_OF_MEMORY;
    program->names = more;
    more[program->name_count] = (name_expression_t){.expression = strdup(expression)};
    if (!more[program->name_count].expression) return NVRTC_ERROR_OUT_OF_MEMORY;
    program->name_count++;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
    if (!program->compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (int i = 0; i < program->name_count; i++)
        if (strcmp(program->names[i].expression, expression) == 0 && program->names[i].lowered) {
            *name = program->names[i].lowered;
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- files ---- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

static FILE *create(const char *folder, const char *name, char *path, size_t size) {
    const int length = snprintf(path, size, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= size || strstr(name, "../")) return NULL;
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0'; /* folders of a name such as "a/b.h" */
        const int code = mkdir(path, 0700);
        *slash = '/';
        if (code != 0 && errno != EEXIST) return NULL;
    }
    return fopen(path, "w");
}

static bool write_sources(nvrtcProgram program, const char *folder, char *source, size_t size) {
    char path[PATH_MAX];
    for (int i = 0; i < program->header_count; i++) {
        FILE *file = create(folder, program->include_names[i], path, sizeof path);
        const bool written = file && fputs(program->headers[i], file) >= 0;
        if (!file || fclose(file) != 0 || !written) return false;
    }
    const char *name = strrchr(program->name, '/') ? strrchr(program->name, '/') + 1
                                                   : program->name;
    FILE *file = create(folder, name, source, size);
    if (!file) return false;
    fprintf(file, "#line 1 \"%s\"\n%s\n", program->name, program->source);
    for (int i = 0; i < program->name_count; i++)
        fprintf(file, "__device__ const void *" NAME_VARIABLE "%d = (const void *)(%s);\n", i,
                program->names[i].expression);
    return fclose(file) == 0;
}

static char *read_whole(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (!file) return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) { /* no byte */
        free(text);
        text = strdup("");
    }
    fclose(file);
    return text;
}

/* ---- the compiler ---- */

/* Of NVRTC alone, without a meaning for PTX that is compiled by clang. */
static bool is_left_out(const char *option) {
    static const char *const names[] = {"default-device",
                                        "device-as-default-execution-space",
                                        "dlto",
                                        "dlink-time-opt",
                                        "gen-opt-lto",
                                        "no-source-include",
                                        "pch",
                                        "create-pch",
                                        "use-pch",
                                        "pch-dir",
                                        "pch-messages",
                                        "instantiate-templates-in-pch",
                                        "minimal",
                                        "builtin-move-forward",
                                        "builtin-initializer-list",
                                        "modify-stack-limit",
                                        "unicode-enabled",
                                        "version-ident",
                                        "device-c",
                                        "dc",
                                        "device-w",
                                        "dw"};
    const char *name = option + strspn(option, "-");
    const size_t length = strcspn(name, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0) return true;
    return false;
}

/* Returns what waitpid says, or -1. */
static int run(char *const *words, const char *log) {
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = -1;
    if (posix_spawn_file_actions_init(&files) != 0) return -1;
    bool fine = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ==
                    0 &&
                posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT,
                                                 0600) == 0 &&
                posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO) == 0;
    fine = fine && posix_spawnp(&child, words[0], &files, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    if (!fine) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

/* The lines of the names go, and each name has what stands behind its "=". */
static void take_names(nvrtcProgram program) {
    for (int i = 0; i < program->name_count; i++) {
        char text[64];
        snprintf(text, sizeof text, " " NAME_VARIABLE "%d = ", i);
        char *found = strstr(program->ptx, text), *line = found;
        if (!found) continue;
        char *value = found + strlen(text);
        if (strncmp(value, "generic(", 8) == 0) value += 8;
        program->names[i].lowered = strndup(value, strcspn(value, ");"));
        while (line > program->ptx && line[-1] != '\n') line--;
        char *end = strchr(found, '\n');
        if (end) memmove(line, end + 1, strlen(end + 1) + 1);
    }
}

static nvrtcResult compile(nvrtcProgram program, const char *folder, int count,
                           const char *const *options) {
    char source[PATH_MAX], ptx[PATH_MAX], log[PATH_MAX], include[PATH_MAX];
    const char *words[OPTIONS_MOST + 16], *executable = getenv(RUN_EXECUTABLE);
    unsigned used = 0;
    if (!write_sources(program, folder, source, sizeof source)) return NVRTC_ERROR_INTERNAL_ERROR;
    snprintf(ptx, sizeof ptx, "%.*s/.out.ptx", PATH_MAX - 32, folder);
    snprintf(log, sizeof log, "%.*s/.log", PATH_MAX - 32, folder);
    snprintf(include, sizeof include, "-I%.*s", PATH_MAX - 32, folder);
    words[used++] = executable ? executable : "scord-nvcc";
    if (executable) words[used++] = "nvcc";
    for (size_t i = 0; i < 7; i++)
        words[used++] =
            (const char *const[]){"-ptx", "-o", ptx, "-x", "cu", include, "-D__CUDACC_RTC__"}[i];
    for (int i = 0; i < count && used < OPTIONS_MOST; i++)
        if (options[i] && !is_left_out(options[i])) words[used++] = options[i];
    words[used++] = source;
    words[used] = NULL;
    const int status = run((char *const *)(const void *)words, log);
    program->log = read_whole(log);
    if (status == -1 || !program->log) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return NVRTC_ERROR_COMPILATION;
    program->ptx = read_whole(ptx);
    if (!program->ptx) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    take_names(program);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count,
                                const char *const *options) {
    char folder[PATH_MAX];
    const char *parent = getenv("TMPDIR");
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (option_count < 0 || option_count > OPTIONS_MOST - 16 || (option_count > 0 && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    snprintf(folder, sizeof folder, "%.*s/scord-nvrtc-XXXXXX", PATH_MAX - 32,
             parent && *parent != '\0' ? parent : "/tmp");
    if (!mkdtemp(folder)) return NVRTC_ERROR_INTERNAL_ERROR;
    free(program->ptx);
    free(program->log);
    program->ptx = program->log = NULL;
    const nvrtcResult result = compile(program, folder, option_count, options);
    program->compiled = true;
    nftw(folder, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
    return result;
}

/* ---- results ---- */

static nvrtcResult size_of(nvrtcProgram program, const char *text, size_t *size) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!size) return NVRTC_ERROR_INVALID_INPUT;
    *size = text ? strlen(text) + 1 : 1;
    return NVRTC_SUCCESS;
}
static nvrtcResult copy_of(nvrtcProgram program, const char *text, char *to) {
    if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!to) return NVRTC_ERROR_INVALID_INPUT;
    memcpy(to, text ? text : "", text ? strlen(text) + 1 : 1);
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
    return size_of(program, program ? program->ptx : NULL, size);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx) {
    return copy_of(program, program ? program->ptx : NULL, ptx);
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
    return nvrtcGetPTXSize(program, size);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin) { return nvrtcGetPTX(program, cubin); }
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size) {
    return size_of(program, program ? program->log : NULL, size);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
    return copy_of(program, program ? program->log : NULL, log);
}

/* ---- what it is ---- */

const char *nvrtcGetErrorString(nvrtcResult result) {
    static const char *const names[] = {"NVRTC_SUCCESS",
                                        "NVRTC_ERROR_OUT_OF_MEMORY",
                                        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                        "NVRTC_ERROR_INVALID_INPUT",
                                        "NVRTC_ERROR_INVALID_PROGRAM",
                                        "NVRTC_ERROR_INVALID_OPTION",
                                        "NVRTC_ERROR_COMPILATION",
                                        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                        "NVRTC_ERROR_INTERNAL_ERROR",
                                        "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
    return (size_t)result < sizeof names / sizeof *names ? names[result] : "NVRTC_ERROR unknown";
}
nvrtcResult nvrtcVersion(int *major, int *minor) {
    if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
    *major = 12, *minor = 4;
    return NVRTC_SUCCESS;
}
static const int architectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
nvrtcResult nvrtcGetNumSupportedArchs(int *count) {
    if (!count) return NVRTC_ERROR_INVALID_INPUT;
    *count = sizeof architectures / sizeof *architectures;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int *numbers) {
    if (!numbers) return NVRTC_ERROR_INVALID_INPUT;
    memcpy(numbers, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}
