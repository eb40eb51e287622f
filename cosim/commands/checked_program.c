/* checked_program.c: see checked_program.h. */
#include "checked_program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

enum { PIPE_BYTES = 1 << 20, STOP_TRIES = 100 }; /* 100 × 10 ms until SIGKILL */

static void set_number(const char *variable, uint64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(variable, text, 1);
}

/* Those of another run, say of a `scord sim` that this one runs under, are not this program's. */
static void forget_variables(void) {
    static const char *const names[] = {RUN_EVENT_FD, RUN_STATUS_FD, RUN_CONFIG, RUN_SEED, RUN_SPIN_LIMIT, RUN_SHARED,
                                        RUN_MACHINE, RUN_ISSUE, RUN_FETCH, RUN_SCHEDULE_BY, RUN_SCHEDULER_DEVICE,
                                        RUN_SCHEDULER_WAVES, RUN_PHASES_FD, RUN_KERNELS_FD, RUN_GRAB, RUN_GRAB_FD};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

static void become(const char *path, char *const *argv, const checked_program_options_t *options, int event_fd,
                   int status_fd) {
    forget_variables();
    if (options->events) set_number(RUN_EVENT_FD, (uint64_t)event_fd);
    set_number(RUN_STATUS_FD, (uint64_t)status_fd);
    set_number(RUN_SEED, options->seed);
    set_number(RUN_SPIN_LIMIT, options->spin_limit);
    if (options->shared) set_number(RUN_SHARED, 1);
    setenv(RUN_CONFIG, options->config, 1);
    for (const checked_variable_t *variable = options->variables; variable != NULL && variable->name != NULL; variable++)
        setenv(variable->name, variable->value, 1);
    execv(path, argv);
    _exit(127);
}

static int make_status(checked_program_t *program) {
    const int fd = memfd_create("scord-run-status", 0);
    if (fd < 0 || ftruncate(fd, sizeof(run_status_t)) != 0) return -1;
    void *place = mmap(NULL, sizeof(run_status_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    program->status = place == MAP_FAILED ? NULL : place;
    return program->status == NULL ? -1 : fd;
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
        fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES); /* fewer switches between the two; refused is fine */
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    }
    fflush(NULL);
    program->pid = fork();
    if (program->pid == 0) become(path, argv, options, ends[1], status_fd);
    if (options->events) close(ends[1]);
    close(status_fd);
    program->event_fd = ends[0];
    if (program->pid > 0) return 0;
    program->pid = 0;
    if (options->events) close(ends[0]);
    return cannot_start();
}

void checked_program_wait(checked_program_t *program) {
    if (program->pid == 0) return;
    while (waitpid(program->pid, &program->exit_status, 0) < 0 && errno == EINTR) continue;
    program->pid = 0;
}

void checked_program_stop(checked_program_t *program) {
    if (program->pid == 0) return;
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
    if (program->status != NULL) munmap(program->status, sizeof *program->status);
    program->status = NULL;
}
