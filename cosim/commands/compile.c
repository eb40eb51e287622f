/* compile.c: see compile.h. */
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"

#define COMPILER "clang++-14"

enum { ARGUMENTS_MAX = 160, TEXT_MAX = 65536 };

/* A command line under construction. Words that are made here live in `text`. */
typedef struct command_line {
    const char *words[ARGUMENTS_MAX + 1];
    unsigned count;
    char text[8 * PATH_MAX];
    size_t text_used;
} command_line_t;

static void add(command_line_t *line, const char *word) {
    if (line->count < ARGUMENTS_MAX) line->words[line->count++] = word;
    line->words[line->count] = NULL;
}

static void add_all(command_line_t *line, const char *const *words) {
    while (*words != NULL) add(line, *words++);
}

static void add_text(command_line_t *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_text(command_line_t *line, const char *format, ...) {
    char *place = line->text + line->text_used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(place, sizeof line->text - line->text_used, format, arguments);
    va_end(arguments);
    if (length < 0 || line->text_used + (size_t)length >= sizeof line->text) return;
    line->text_used += (size_t)length + 1;
    add(line, place);
}

/* ---- where things are ---- */

static int is_file(const char *directory, const char *name) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return access(path, R_OK) == 0;
}

static void executable_directory(char *directory, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", directory, size - 1);
    directory[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(directory, '/');
    if (slash != NULL) *slash = '\0';
}

int compile_find_installation(char *libraries, char *headers, size_t size) {
    const char *stated = getenv("SCORD_LIBRARY_DIR");
    if (stated != NULL) snprintf(libraries, size, "%s", stated);
    else executable_directory(libraries, size);
    if (!is_file(libraries, "libscordsim.a") || !is_file(libraries, "libscord.a"))
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no libscordsim.a and libscord.a in %s; run make, or set SCORD_LIBRARY_DIR to where they are",
                          libraries);
    static const char *const places[] = {"../sim/runtime/include", "include/scord-cuda"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if ((size_t)snprintf(headers, size, "%s/%s", libraries, places[i]) < size && is_file(headers, "scord_cuda.h")) return 0;
    }
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "no scord_cuda.h in %s/../sim/runtime/include; is the checkout complete?", libraries);
}

/* ---- running a tool ---- */

static int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

/* Runs a tool with its messages in MESSAGES. Returns its exit code, 127 when it is not installed. */
static int run_tool(command_line_t *line, const char *messages) {
    const pid_t child = fork();
    if (child < 0) return 126;
    if (child == 0) {
        const int file = open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || dup2(file, STDERR_FILENO) < 0) _exit(126);
        setenv("LC_ALL", "C", 1); /* the messages are read below */
        execvp(line->words[0], (char *const *)line->words);
        _exit(errno == ENOENT ? 127 : 126);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return exit_code_of(status);
}

static char *read_text(const char *path) {
    char *text = calloc(1, TEXT_MAX + 1);
    FILE *file = text != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) return text;
    const size_t length = fread(text, 1, TEXT_MAX, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* ---- what the tools' messages mean ---- */

/* CUDA's own names begin so; a missing one is an API that scord does not have. */
static int is_cuda_name(const char *name) {
    static const char *const prefixes[] = {"cuda", "curand", "cublas", "cufft", "cusparse", "cusolver", "cub/", "thrust", "texture",
                                           "tex1D", "tex2D", "tex3D", "surface", "surf1D", "surf2D", "surf3D",
                                           "cooperative_groups", "atomic", "__"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return 1;
    const int driver_function = length > 3 && strncmp(name, "cu", 2) == 0 && name[2] >= 'A' && name[2] <= 'Z';
    const int driver_type = length > 3 && strncmp(name, "CU", 2) == 0 && name[2] >= 'a' && name[2] <= 'z';
    return driver_function || driver_type;
}

/* "FILE:LINE" out of the line of TEXT that holds POSITION (clang: FILE:LINE:COLUMN: …, ld: FILE:LINE: …). */
static void position_of(const char *text, const char *position, char *where, size_t size) {
    const char *start = position;
    while (start > text && start[-1] != '\n') start--;
    while (strncmp(start, "./", 2) == 0) start += 2; /* of -fdebug-compilation-dir=. */
    const char *colon = strchr(start, ':');
    size_t length = colon == NULL ? 0 : (size_t)(colon + 1 - start);
    length += strspn(start + length, "0123456789");
    if (colon == NULL || length == (size_t)(colon + 1 - start)) length = 0; /* no line number there */
    snprintf(where, size, "%.*s", (int)length, start);
}

/* The quoted name after PHRASE, if it is one of CUDA's. */
static int cuda_name_after(const char *text, const char *phrase, char quote, const char **at, char *name, size_t size) {
    for (*at = strstr(text, phrase); *at != NULL; *at = strstr(*at + 1, phrase)) {
        const char *begin = *at + strlen(phrase), *end = strchr(begin, quote);
        if (end == NULL) continue;
        snprintf(name, size, "%.*s", (int)(end - begin), begin);
        if (is_cuda_name(name)) return 1;
    }
    return 0;
}

static int fail_unsupported(const char *text, const char *at, const char *name) {
    char where[PATH_MAX + 16];
    position_of(text, at, where, sizeof where);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s%s%s is not in the part of CUDA that scord has (docs/user-guide.md, \"What is supported\")",
                      where, where[0] == '\0' ? "" : ": ", name);
}

static int explain_compiler(const char *source, const char *text) {
    static const char *const phrases[] = {"use of undeclared identifier '", "unknown type name '", "no template named '",
                                          "no type named '"};
    const char *at, *missing = strstr(text, "fatal error: '");
    char name[256];
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (cuda_name_after(text, phrases[i], '\'', &at, name, sizeof name)) return fail_unsupported(text, at, name);
    if (missing != NULL && cuda_name_after(text, "fatal error: '", '\'', &at, name, sizeof name))
        return fail_unsupported(text, at, name);
    fputs(text, stderr);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s does not compile; see the compiler's messages above", source);
}

static int explain_linker(const char *source, const char *text) {
    const char *at;
    char name[256];
    if (cuda_name_after(text, "undefined reference to `", '\'', &at, name, sizeof name))
        return fail_unsupported(text, at, name);
    const int library = strstr(text, "libscordsim.a(") != NULL || strstr(text, "libscord.a(") != NULL;
    if (library && strstr(text, "undefined reference") != NULL) /* the library itself lacks something */
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "libscordsim.a and libscord.a do not fit together; rebuild both with `make build` "
                          "(SCORD_LIBRARY_DIR, if set, names where they are)");
    fputs(text, stderr);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s does not link; see the linker's messages above", source);
}

static int no_compiler(int code) {
    if (code == 127)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, COMPILER " is not installed; run `apt-get install clang-14` or `make setup`");
    return scord_fail(SCORD_EXIT_ENVIRONMENT, COMPILER " could not be run or was stopped (code %d)", code);
}

/* Runs a step; EXPLAIN turns the tool's messages into ours when it fails. */
static int run_step(const compile_job_t *job, command_line_t *line, const char *source,
                    int (*explain)(const char *source, const char *text)) {
    char messages[PATH_MAX];
    snprintf(messages, sizeof messages, "%s/messages", job->directory);
    const int code = run_tool(line, messages);
    if (code == 0) return 0;
    if (code >= 126) return no_compiler(code);
    char *text = read_text(messages);
    const int result = text != NULL ? explain(source, text) : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    free(text);
    return result;
}

/* ---- the steps ---- */

static int ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static int is_linker_flag(const char *flag) { return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0; }

static void add_flags(const compile_job_t *job, command_line_t *line, int linker) {
    for (unsigned i = 0; i < job->flag_count; i++)
        if (!linker == !is_linker_flag(job->flags[i])) add(line, job->flags[i]);
}

/* -w: warnings are the business of the user's own build. Compilation directory .: lines are reported by the file
 * name that the user typed, not by the absolute path that debug information prefers. */
static const char *const cuda_flags[] = {"-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-std=c++14",
                                         "-w", "-fdebug-compilation-dir=.", "-fno-caret-diagnostics", "-fno-color-diagnostics", NULL};

static int compile_device(const compile_job_t *job, const char *headers, unsigned index) {
    static const char *const flags[] = {
        "--cuda-device-only", "--cuda-gpu-arch=sm_60", "-O1", "-fno-finite-loops", "-gline-tables-only", "-S",
        "-mllvm", "-simplifycfg-sink-common=false", "-mllvm", "-simplifycfg-hoist-common=false",
        "-Xclang", "-target-feature", "-Xclang", "+ptx60", NULL};
    command_line_t line = {0};
    add(&line, COMPILER);
    add_all(&line, cuda_flags);
    add_all(&line, flags);
    add_text(&line, "-I%s", headers);
    add_all(&line, (const char *const[]){"-include", "scord_cuda.h", NULL});
    add_flags(job, &line, 0);
    add_all(&line, (const char *const[]){"-o", NULL});
    add_text(&line, "%s/%u.ptx", job->directory, index);
    add(&line, job->sources[index]);
    return run_step(job, &line, job->sources[index], explain_compiler);
}

static int compile_host(const compile_job_t *job, const char *headers, unsigned index) {
    command_line_t line = {0};
    add(&line, COMPILER);
    if (ends_with(job->sources[index], ".cu")) {
        add_all(&line, cuda_flags);
        add_all(&line, (const char *const[]){"--cuda-host-only", "-Xclang", "-target-sdk-version=10.1", "-Xclang",
                                             "-fcuda-include-gpubinary", "-Xclang", NULL});
        add_text(&line, "%s/%u.ptx", job->directory, index);
        add_all(&line, (const char *const[]){"-include", "scord_cuda.h", NULL});
    }
    add_all(&line, (const char *const[]){"-O1", "-gline-tables-only", "-fno-color-diagnostics", NULL});
    add_text(&line, "-I%s", headers);
    add_flags(job, &line, 0);
    add_all(&line, (const char *const[]){"-c", "-o", NULL});
    add_text(&line, "%s/%u.o", job->directory, index);
    add(&line, job->sources[index]);
    return run_step(job, &line, job->sources[index], explain_compiler);
}

static int link_program(const compile_job_t *job, const char *libraries, const char *program) {
    command_line_t line = {0};
    add_all(&line, (const char *const[]){COMPILER, "-o", program, NULL});
    for (unsigned i = 0; i < job->source_count; i++) add_text(&line, "%s/%u.o", job->directory, i);
    add_text(&line, "%s/libscordsim.a", libraries);
    add_text(&line, "%s/libscord.a", libraries);
    add_flags(job, &line, 1);
    add_all(&line, (const char *const[]){"-lz", "-lm", "-lpthread", NULL});
    return run_step(job, &line, job->sources[0], explain_linker);
}

int compile_program(const compile_job_t *job, char *program, size_t program_size) {
    char libraries[PATH_MAX], headers[PATH_MAX];
    int code = compile_find_installation(libraries, headers, sizeof libraries);
    for (unsigned i = 0; i < job->source_count && code == 0; i++) {
        if (ends_with(job->sources[i], ".cu")) code = compile_device(job, headers, i);
        if (code == 0) code = compile_host(job, headers, i);
    }
    snprintf(program, program_size, "%s/program", job->directory);
    return code != 0 ? code : link_program(job, libraries, program);
}
