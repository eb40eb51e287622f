/* SPDX-License-Identifier: Apache-2.0 */
/* toolchain.c: see toolchain.h. What the tools' messages mean: toolchain_messages.c. */
#include "cosim/commands/compile/toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/executable_folder.h"

/* ---- command lines ---- */

void command_add(command_line_t *line, const char *word) {
    if (line->count < COMMAND_WORDS_MAX)
        line->words[line->count++] = word;
    else
        line->full = true;
    line->words[line->count] = NULL;
}

void command_add_all(command_line_t *line, const char *const *words) {
    while (words && *words) command_add(line, *words++);
}

void command_add_text(command_line_t *line, const char *format, ...) {
    char *place = line->text + line->text_used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(place, sizeof line->text - line->text_used, format, arguments);
    va_end(arguments);
    if (length < 0 || line->text_used + (size_t)length >= sizeof line->text) {
        line->full = true;
        return;
    }
    line->text_used += (size_t)length + 1;
    command_add(line, place);
}

/* ---- running ---- */

static int open_output(const char *path) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600); }

/* In the child. What a tool prints on standard output never mixes with the program's. */
static void become(const tool_run_t *run) {
    char directory[PATH_MAX];
    const int messages = open_output(run->messages);
    const int output = run->output ? open_output(run->output) : messages;
    if (messages < 0 || output < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(messages, STDERR_FILENO) < 0)
        _exit(126);
    setenv("LC_ALL", "C", 1); /* the messages are read */
    snprintf(directory, sizeof directory, "%s", run->messages);
    setenv("TMPDIR", dirname(directory),
           1); /* clang leaves folders behind when it fails; this one is removed with all in it */
    execvp(run->line.words[0], (char *const *)run->line.words);
    _exit(errno == ENOENT ? 127 : 126);
}

static void show(const command_line_t *line) {
    fputs("#$", stderr);
    for (unsigned i = 0; i < line->count; i++)
        fprintf(stderr, strpbrk(line->words[i], " \t\"'") ? " '%s'" : " %s", line->words[i]);
    fputc('\n', stderr);
}

static void start(tool_run_t *run) {
    if (run->verbose) show(&run->line);
    run->code = 126;
    run->pid = run->line.full ? -1 : fork();
    if (run->pid == 0) become(run);
}

static int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Waits for the end of one of the runs that were started. False: there is none. */
static bool finish_one(tool_run_t *runs, unsigned count) {
    int status;
    pid_t pid;
    do pid = wait(&status);
    while (pid < 0 && errno == EINTR);
    for (unsigned i = 0; i < count && pid > 0; i++)
        if (runs[i].wanted && runs[i].pid == pid) runs[i].code = exit_code_of(status);
    return pid > 0;
}

static bool any_failed(const tool_run_t *runs, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (runs[i].wanted && runs[i].pid > 0 && runs[i].code != 0 && runs[i].code != 126)
            return true;
    return false;
}

void toolchain_run(tool_run_t *runs, unsigned count) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned at_once = processors > 1 ? (unsigned)processors : 1;
    unsigned running = 0;
    fflush(NULL);
    for (unsigned i = 0; i < count; i++) {
        runs[i].code = 0;
        runs[i].pid = 0;
        if (!runs[i].wanted || any_failed(runs, i)) continue;
        while (running >= at_once && finish_one(runs, count)) running--;
        start(&runs[i]);
        running += runs[i].pid > 0;
    }
    while (running > 0 && finish_one(runs, count)) running--;
}

/* ---- where things are ---- */

static bool is_file(const char *directory, const char *name) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return access(path, R_OK) == 0;
}

/* Beside the executable (checkout), or in ../lib/scord (installed). */
static void library_directory(char *libraries, size_t size) {
    char executable[PATH_MAX];
    scord_executable_folder(executable, sizeof executable);
    snprintf(libraries, size, "%s/../lib/scord", executable);
    if (!is_file(libraries, "libscordsim.a") || is_file(executable, "libscordsim.a"))
        snprintf(libraries, size, "%s", executable);
}

int toolchain_find_installation(char *libraries, char *headers, size_t size) {
    const char *stated = getenv("SCORD_LIBRARY_DIR");
    char resolved[PATH_MAX];
    if (stated)
        snprintf(libraries, size, "%s", stated);
    else
        library_directory(libraries, size);
    if (!is_file(libraries, "libscordsim.a") || !is_file(libraries, "libscord.a"))
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no libscordsim.a and libscord.a in %s; run make, or set "
                          "SCORD_LIBRARY_DIR to where they are",
                          libraries);
    if (!stated && realpath(libraries, resolved)) snprintf(libraries, size, "%s", resolved);
    static const char *const places[] = {"../sim/runtime/include", "include/scord-cuda"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if ((size_t)snprintf(headers, size, "%s/%s", libraries, places[i]) < size &&
            is_file(headers, "scord_cuda.h"))
            return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT,
                      "no scord_cuda.h in %s/include/scord-cuda or %s/../sim/runtime/include; "
                      "is the installation complete?",
                      libraries, libraries);
}

/* The file that execvp would run. */
static bool find_tool(const char *tool, char *path, size_t size) {
    const char *next = getenv("PATH");
    if (strchr(tool, '/')) return (size_t)snprintf(path, size, "%s", tool) < size;
    while (next && *next != '\0') {
        const size_t length = strcspn(next, ":");
        if ((size_t)snprintf(path, size, "%.*s/%s", (int)length, next, tool) < size &&
            access(path, X_OK) == 0)
            return true;
        next += length + (next[length] == ':');
    }
    return false;
}

void toolchain_identify(const char *tool, char *text, size_t size) {
    char path[PATH_MAX], real[PATH_MAX] = "";
    struct stat status = {0};
    if (!find_tool(tool, path, sizeof path) || !realpath(path, real) || stat(real, &status) != 0)
        real[0] = '\0';
    snprintf(text, size, "%s %lld %lld.%09ld", real, (long long)status.st_size,
             (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}
