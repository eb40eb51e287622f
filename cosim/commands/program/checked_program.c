/* SPDX-License-Identifier: Apache-2.0 */
/* checked_program.c: a compiled program as a child process that reports to this one; see
 * checked_program.h.
 *
 * What the two share is fixed before the fork, by the environment (sim/runtime/run_status.h has the
 * names):
 *
 *   SCORD_EVENT_FD    write end of the pipe of events; missing when no events are wanted
 *   SCORD_STATUS_FD   a run_status_t in a memory file that both map
 *   SCORD_CONFIG, SCORD_SEED, SCORD_SCHEDULE, SCORD_SPIN_LIMIT, SCORD_SHARED    the machine and its
 *                                                                               schedule
 *   LD_PRELOAD, LD_LIBRARY_PATH    scord's runtime, for a program that nvcc built
 *   options->variables    further ones, of `scord sim`, `scord grab` and `scord check --schedules`
 *
 * The environment is made before the fork, in full or not at all: a program without one of these
 * variables would run unchecked, and its silence would read as "no race". Variables of the same
 * names that this process itself was started with (a `scord` under a `scord`) are left out.
 *
 * The status is shared memory and not part of the stream, because it must arrive when the program
 * crashes or calls _exit. The kernel keeps it as long as one of the two maps it.
 *
 *   start ──► running ──► wait: the program ended by itself
 *                  └────► stop: SIGTERM, one second, SIGKILL
 *
 * Invariants: pid is 0 when no child is running or to be waited for; each child is waited for once;
 * after a failed start no file and no child is left; status stays mapped until
 * checked_program_forget, also after the end.
 *
 * The child gets SIGKILL when this process dies (PR_SET_PDEATHSIG): a killed `scord check` leaves
 * no program behind. Expensive: switches between the two processes, which the pipe of 1 MB makes
 * rare.
 */
#include "cosim/commands/program/checked_program.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"

#define PRELOAD      "LD_PRELOAD"
#define LIBRARY_PATH "LD_LIBRARY_PATH"

enum { PIPE_BYTES = 1 << 20, STOP_TRIES = 100 }; /* 100 × 10 ms until SIGKILL */

/* ---- the program's environment: made before the fork, since a program without one of its
 * variables would run unchecked ---- */

enum { OWN_MOST = 32 }; /* variables of run_status.h */

typedef struct environment {
    char **entries; /* NULL last: of the user, then own ones */
    char *own[OWN_MOST];
    size_t count, own_count;
    bool failed; /* no memory */
} environment_t;

static bool is_named(const char *entry, const char *name) {
    return strncmp(entry, name, strlen(name)) == 0 && entry[strlen(name)] == '=';
}

/* Those of another run, say of a `scord sim` that this one runs under, are not this program's. */
static bool is_of_a_run(const char *entry) {
    static const char *const names[] = {
        RUN_EVENT_FD,         RUN_STATUS_FD,       RUN_CONFIG,    RUN_SEED,       RUN_SCHEDULE,
        RUN_LEFT_FD,          RUN_SPIN_LIMIT,      RUN_SHARED,    RUN_KEEP_GOING, RUN_SYNCWARPS,
        RUN_FINDINGS,         RUN_MACHINE,         RUN_ISSUE,     RUN_FETCH,      RUN_SCHEDULE_BY,
        RUN_SCHEDULER_DEVICE, RUN_SCHEDULER_WAVES, RUN_PHASES_FD, RUN_KERNELS_FD, RUN_GRAB,
        RUN_GRAB_FD,          RUN_LEAKS,           RUN_INTERPRET, RUN_ASYNC,      RUN_TIMELINE_FD,
        RUN_EXECUTABLE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(entry, names[i])) return true;
    return false;
}

/* Lists of libraries, which set_front makes longer. */
static bool is_front(const char *entry) {
    return is_named(entry, PRELOAD) || is_named(entry, LIBRARY_PATH);
}

static void take_users(environment_t *environment, bool front) {
    size_t count = 0;
    while (environ[count]) count++;
    environment->entries = calloc(count + OWN_MOST + 1, sizeof *environment->entries);
    environment->failed = !environment->entries;
    for (size_t i = 0; i < count && !environment->failed; i++)
        if (!is_of_a_run(environ[i]) && !(front && is_front(environ[i])))
            environment->entries[environment->count++] = environ[i];
}

static void set(environment_t *environment, const char *name, const char *value) {
    if (environment->failed) return;
    assert(environment->own_count <= OWN_MOST && value);
    char **own = &environment->own[environment->own_count];
    environment->failed = environment->own_count == OWN_MOST ||
                          asprintf(own, "%s=%s", name, value) < 0;
    if (environment->failed) return;
    assert(environment->own_count < OWN_MOST);
    environment->own_count++;
    environment->entries[environment->count++] = *own;
}

static void set_number(environment_t *environment, const char *name, uint64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    set(environment, name, text);
}

/* In front of what the user's list says. */
static void set_front(environment_t *environment, const char *name, const char *value) {
    const char *stated = getenv(name);
    char *list = NULL;
    if (asprintf(&list, "%s%s%s", value, stated && *stated != '\0' ? ":" : "",
                 stated ? stated : "") < 0) {
        environment->failed = true;
        return;
    }
    set(environment, name, list);
    free(list);
}

static void make_environment(environment_t *environment, const checked_program_options_t *options,
                             int event_fd, int status_fd) {
    take_users(environment, options->preload);
    if (options->preload) {
        set_front(environment, PRELOAD, options->preload);
        set_front(environment, LIBRARY_PATH, options->library_path);
    }
    if (options->events) set_number(environment, RUN_EVENT_FD, (uint64_t)event_fd);
    set_number(environment, RUN_STATUS_FD, (uint64_t)status_fd);
    set_number(environment, RUN_SEED, options->seed);
    set_number(environment, RUN_SPIN_LIMIT, options->spin_limit);
    if (options->schedule) set(environment, RUN_SCHEDULE, options->schedule);
    if (options->async) set(environment, RUN_ASYNC, options->async);
    if (options->shared) set_number(environment, RUN_SHARED, 1);
    if (options->keep_going) set_number(environment, RUN_KEEP_GOING, 1);
    if (options->interpret) set_number(environment, RUN_INTERPRET, 1);
    if (options->leaks) set_number(environment, RUN_LEAKS, 1);
    if (options->findings != 0) set_number(environment, RUN_FINDINGS, options->findings);
    if (options->syncwarps) set_number(environment, RUN_SYNCWARPS, 1);
    set(environment, RUN_CONFIG, options->config);
    char executable[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length > 0) {
        executable[length] = '\0';
        set(environment, RUN_EXECUTABLE, executable);
    }
    for (const checked_variable_t *variable = options->variables; variable && variable->name;
         variable++)
        set(environment, variable->name, variable->value);
}

static void free_environment(environment_t *environment) {
    for (size_t i = 0; i < environment->own_count; i++) free(environment->own[i]);
    free(environment->entries);
}

/* ---- start and end ---- */

static int make_status(checked_program_t *program) {
    const int fd = memfd_create("scord-run-status", 0);
    if (fd < 0 || ftruncate(fd, sizeof(run_status_t)) != 0) return -1;
    void *place = mmap(NULL, sizeof(run_status_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    program->status = place == MAP_FAILED ? NULL : place;
    return !program->status ? -1 : fd;
}

static int cannot_start(void) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot start the program: %s", strerror(errno));
}

int checked_program_start(checked_program_t *program, const char *path, char *const *argv,
                          const checked_program_options_t *options) {
    int ends[2] = {-1, -1};
    *program = (checked_program_t){.event_fd = -1};
    const int status_fd = make_status(program);
    if (status_fd < 0 || (options->events && pipe(ends) != 0)) return cannot_start();
    if (options->events) {
        fcntl(ends[1], F_SETPIPE_SZ,
              PIPE_BYTES); /* fewer switches between the two; refused is fine */
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    }
    fflush(NULL);
    environment_t environment = {0};
    make_environment(&environment, options, ends[1], status_fd);
    errno = ENOMEM;
    program->pid = environment.failed ? -1 : fork();
    if (program->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* else it would outlive a command that is killed */
        if (options->output_apart) dup2(STDERR_FILENO, STDOUT_FILENO);
        execve(path, argv, environment.entries);
        _exit(127);
    }
    const int problem = errno;
    free_environment(&environment);
    if (options->events) close(ends[1]);
    close(status_fd);
    program->event_fd = ends[0];
    assert(program->pid != 0 && "the child never comes here");
    if (program->pid > 0) return 0;
    program->pid = 0;
    program->event_fd = -1;
    if (options->events) close(ends[0]);
    errno = problem;
    return cannot_start();
}

void checked_program_wait(checked_program_t *program) {
    if (program->pid == 0) return;
    assert(program->pid > 1); /* else it would wait for any child */
    while (waitpid(program->pid, &program->exit_status, 0) < 0 && errno == EINTR) continue;
    program->pid = 0;
}

void checked_program_stop(checked_program_t *program) {
    if (program->pid == 0) return;
    assert(program->pid > 1); /* 0 and -1 would reach other processes */
    kill(program->pid, SIGTERM);
    for (int i = 0; i < STOP_TRIES; i++) {
        if (waitpid(program->pid, &program->exit_status, WNOHANG) != 0) {
            program->pid = 0;
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(program->pid, SIGKILL);
    checked_program_wait(program);
}

void checked_program_forget(checked_program_t *program) {
    if (program->status) munmap(program->status, sizeof *program->status);
    program->status = NULL;
}
