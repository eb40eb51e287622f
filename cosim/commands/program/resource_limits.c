/* SPDX-License-Identifier: Apache-2.0 */
/* resource_limits.c: see resource_limits.h. */
#include "cosim/commands/program/resource_limits.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/shared/scratch.h"

enum { GRACE = 10 /* seconds */, LONGEST = 30 * 24 * 3600 };
#define LEAST_MEMORY (UINT64_C(64) << 20) /* below, not even libraries load */

/* A number with an optional K, M or G (powers of 1024). */
static bool read_size(const char *text, uint64_t *bytes) {
    static const char units[] = "KMG";
    const char *end = text + strlen(text), *unit = end > text ? strchr(units, end[-1]) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!scord_read_digits(text, end - (unit ? 1 : 0), bytes) || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

static uint64_t max_events; /* of this process; 0: any number */

static int limit_events(const char *text) {
    if (scord_read_number(text, 1, UINT64_MAX, &max_events)) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "--max-events is a number of events from 1, not \"%s\"",
                      text);
}

scord_stream_reader_t *resource_limits_stream(scord_stream_reader_t *reader) {
    if (reader) scord_stream_limit(reader, max_events);
    return reader;
}

static int limit_memory(const char *text) {
    uint64_t bytes;
    if (!read_size(text, &bytes) || bytes < LEAST_MEMORY)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "--max-memory is a size of at least 64M, such as 500M or 2G, not \"%s\"",
                          text);
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    if (setrlimit(RLIMIT_AS, &limit) == 0) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot limit the memory to %s: %s", text,
                      strerror(errno));
}

static void on_time(int signal_number) {
    static const char message[] = "scord: stopped: the time of --timeout is over\n";
    static volatile sig_atomic_t told;
    (void)signal_number;
    if (!told && write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(SCORD_EXIT_ENVIRONMENT);
    if (told) scratch_remove_all();
    kill(getpid(), told ? SIGKILL : SIGTERM);
    told = 1;
}

static int limit_time(const char *text) {
    uint64_t seconds;
    if (!scord_read_number(text, 1, LONGEST, &seconds))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "--timeout is a number of seconds from 1 to %d, not \"%s\"", LONGEST,
                          text);
    const struct sigaction action = {.sa_handler = on_time, .sa_flags = SA_RESTART};
    const struct itimerval timer = {.it_value.tv_sec = (time_t)seconds,
                                    .it_interval.tv_sec = GRACE};
    if (sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &timer, NULL) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot set a timer: %s", strerror(errno));
}

static const struct {
    const char *name;
    int (*set)(const char *text);
} limits[] = {
    {"--max-memory", limit_memory}, {"--max-events", limit_events}, {"--timeout", limit_time}};
enum { LIMITS = sizeof limits / sizeof *limits };

/* The option of argv[at] and its value, if it is one of them: *argc is two less then. */
static bool take(int *argc, char **argv, int at, int *code) {
    int i = 0;
    while (i < LIMITS && strcmp(argv[at], limits[i].name) != 0) i++;
    if (i == LIMITS) return false;
    if (at + 1 == *argc) {
        *code = scord_fail(SCORD_EXIT_BAD_INPUT, "%s has no value; see scord help", argv[at]);
        return true;
    }
    *code = limits[i].set(argv[at + 1]);
    memmove(argv + at, argv + at + 2, (size_t)(*argc - at - 1) * sizeof *argv);
    *argc -= 2;
    return true;
}

static bool has_own_limits(const char *command) {
    return strcmp(command, "regress") == 0 || strcmp(command, "events") == 0;
}

int resource_limits_take(int *argc, char **argv) {
    int code = 0;
    while (code == 0 && *argc > 1 && take(argc, argv, 1, &code)) continue;
    if (*argc < 2 || has_own_limits(argv[1])) return code;
    for (int at = 2; code == 0 && at < *argc && strcmp(argv[at], "--") != 0;)
        if (!take(argc, argv, at, &code)) at++;
    return code;
}
