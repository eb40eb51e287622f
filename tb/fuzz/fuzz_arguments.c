/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_arguments.c: libFuzzer target: any words, one a line, as a command line of `scord`: limits,
 * sub-command, options. Commands that would build, run or simulate something read their options
 * only; events, oracle, report and wave go on until they open a file, of which there is none here.
 *
 * What must hold besides sanitizers' silence: a documented exit code; what is refused has exactly
 * one message, what is accepted none; a message about an unknown option names a word of the command
 * line.
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "tb/fuzz/fuzz_command.h"

#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/compile/nvcc_options.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/program/resource_limits.h"
#include "cosim/commands/sim/sim_internal.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_WORDS = 300, MOST_MADE = 4096 };

static struct {
    char **words;
    int count, first; /* words; the one behind the sub-command */
    bool reading; /* between the command's begin and end: what follows is its doing, not libFuzzer's
                   */
    void *made[MOST_MADE]; /* words that a command made for itself, freed at its end */
    unsigned made_count;
    int here, nowhere; /* libFuzzer's folder, and one that is no more: nothing can be made in it */
} line;

/* ---- what the command does to this process (linked by --wrap) ---- */

int __real_setrlimit(int resource, const struct rlimit *limit);
int __wrap_setrlimit(int resource, const struct rlimit *limit);
int __wrap_setrlimit(int resource, const struct rlimit *limit) {
    return line.reading ? 0 : __real_setrlimit(resource, limit);
}

int __real_setitimer(int which, const struct itimerval *now, struct itimerval *before);
int __wrap_setitimer(int which, const struct itimerval *now, struct itimerval *before);
int __wrap_setitimer(int which, const struct itimerval *now, struct itimerval *before) {
    return line.reading ? 0 : __real_setitimer(which, now, before);
}

int __real_sigaction(int number, const struct sigaction *now, struct sigaction *before);
int __wrap_sigaction(int number, const struct sigaction *now, struct sigaction *before);
int __wrap_sigaction(int number, const struct sigaction *now, struct sigaction *before) {
    return line.reading ? 0 : __real_sigaction(number, now, before);
}

char *__real_getcwd(char *buffer, size_t size);
char *__wrap_getcwd(char *buffer, size_t size);
char *__wrap_getcwd(char *buffer, size_t size) {
    return line.reading ? strcpy(buffer, "/") : __real_getcwd(buffer, size);
}

static void *keep(void *made) {
    require(made && line.made_count < MOST_MADE);
    return line.made[line.made_count++] = made;
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block) {
    for (unsigned i = 0; block && i < line.made_count; i++)
        if (line.made[i] == block) line.made[i] = line.made[--line.made_count];
    __real_free(block);
}

char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    require(copy);
    strcpy(copy, text);
    return line.reading ? keep(copy) : copy;
}

/* An option file of nvcc: words point into it. */
char *__real_whole_file_read(const char *path, size_t *length);
char *__wrap_whole_file_read(const char *path, size_t *length);
char *__wrap_whole_file_read(const char *path, size_t *length) {
    char *text = __real_whole_file_read(path, length);
    return text && line.reading ? keep(text) : text;
}

int __wrap_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap_asprintf(char **text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(text, format, arguments);
    va_end(arguments);
    if (length >= 0 && line.reading) keep(*text);
    return length;
}

/* ---- what must hold ---- */

int scord_fail_read(const char *path) { return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", path); }

/* Not judged: a long path stands in it, cut, and may tell of options. */
int scord_fail_stream(const scord_stream_error_t *error) {
    require(error->message[0] != '\0');
    messages++;
    return SCORD_EXIT_BAD_INPUT;
}

static bool about_option(const char *text) {
    return strncmp(text, "unknown option", 14) == 0 || strncmp(text, "bad option", 10) == 0;
}

static void judge_message(int code, const char *text) {
    require(code == SCORD_EXIT_BAD_INPUT || code == SCORD_EXIT_ENVIRONMENT);
    require(text[0] != '\0');
    const char *behind =
        strstr(text, ": "); /* the name of the command; further on are words of the command line */
    if (!about_option(text) && (!behind || !about_option(behind + 2))) return;
    for (int i = line.first; i < line.count; i++)
        if (strstr(text, line.words[i])) return;
    require(strlen(text) > 4000); /* cut */
}

static int read_check(int argc, char **argv) {
    static check_options_t options;
    return check_read_options(argc, argv, &options);
}

static int read_sim(int argc, char **argv) {
    static check_options_t common;
    static sim_options_t options;
    return sim_read_options(argc, argv, &options, &common);
}

static int read_grab(int argc, char **argv) {
    static check_options_t common;
    static grab_options_t options;
    return grab_read_options(argc, argv, &options, &common);
}

static int read_nvcc(int argc, char **argv) {
    static nvcc_options_t options;
    return nvcc_read_options(argc, argv, &options);
}

static int read_cosim(int argc, char **argv) {
    static cosim_arguments_t arguments;
    return cosim_parse(argc, argv, &arguments);
}

static int read_regress(int argc, char **argv) {
    regress_options_t options;
    const int code = regress_read_options(argc, argv, &options);
    return code < 0 ? 0 : code; /* --help */
}

static const struct {
    const char *name;
    int (*read)(int argc, char **argv);
} commands[] = {{"check", read_check},
                {"sim", read_sim},
                {"grab", read_grab},
                {"nvcc", read_nvcc},
                {"cosim", read_cosim},
                {"regress", read_regress},
                {"events", scord_command_events},
                {"oracle", scord_command_oracle},
                {"report", scord_command_report},
                {"wave", scord_command_wave}};

static int run(int argc, char **argv) {
    const int code = resource_limits_take(&argc, argv);
    if (code != 0) return code;
    for (line.first = 2; argc > 1 && line.words[line.first - 1] != argv[1];) line.first++;
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].read(argc - 1, argv + 1);
    return 0; /* of main.c */
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static char folder[] = "/dev/shm/scord-fuzz-XXXXXX";
    (void)argc, (void)argv;
    const int nothing = open("/dev/null", O_RDWR);
    require(nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0);
    line.here = open(".", O_PATH | O_DIRECTORY);
    require(line.here >= 0 && mkdtemp(folder));
    line.nowhere = open(folder, O_PATH | O_DIRECTORY);
    require(line.nowhere >= 0 && rmdir(folder) == 0);
    unsetenv("NVCC_PREPEND_FLAGS");
    unsetenv("NVCC_APPEND_FLAGS");
    return setenv("PATH", "/nonexistent", 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *rest = text, *words[MOST_WORDS + 2] = {(char[]){"scord"}},
         *argv[MOST_WORDS + 2];
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    line.words = words;
    for (line.count = 1; rest && line.count <= MOST_WORDS;)
        words[line.count++] = strsep(&rest, "\n");
    words[line.count] = NULL;
    memcpy(argv, words, sizeof argv);
    messages = 0;
    require(fchdir(line.nowhere) == 0);
    line.reading = true;
    const int code = run(line.count, argv);
    line.reading = false;
    require(fchdir(line.here) == 0);
    require(code >= SCORD_EXIT_CLEAN && code <= SCORD_EXIT_ENVIRONMENT);
    require(messages == (code >= SCORD_EXIT_BAD_INPUT));
    while (line.made_count > 0) __real_free(line.made[--line.made_count]);
    free(text);
    return 0;
}
