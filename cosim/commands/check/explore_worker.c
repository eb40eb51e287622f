/* SPDX-License-Identifier: Apache-2.0 */
/* explore_worker.c: one run of an exploration, in a process of its own; see explore.h.
 *
 * The process is a copy of the command after the program was made. It gives its outputs files of
 * the run's folder, runs the program as `scord check` does, writes the report and then the record.
 * Whatever ends it before leaves no record, and the run counts as not done.
 *
 * What scord itself says goes to `messages`, so that `stderr` is the program's alone. Standard
 * input: a file is read anew by each run; anything else can be read once, and is empty for them.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/base/seconds.h"
#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/shared/whole_file.h"

typedef struct worker {
    check_run_t *run;
    const explore_folder_t *folder;
    explore_record_t record;
} worker_t;

/* Ends this process: its record is missing, and `messages` says why. */
static void give_up(const char *what) {
    scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", what, strerror(errno));
    _exit(SCORD_EXIT_ENVIRONMENT);
}

static int open_file(const worker_t *worker, const char *name) {
    char path[PATH_MAX];
    errno = ENAMETOOLONG;
    const int fd = explore_file(worker->folder, worker->record.number, name, path)
                       ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                       : -1;
    if (fd < 0) give_up(name);
    return fd;
}

static void put_in_place(int fd, int place) {
    if (dup2(fd, place) < 0) give_up("dup2");
    if (fd != place) close(fd);
}

static void open_input(void) {
    struct stat status;
    const bool file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    int fd = file ? open("/proc/self/fd/0", O_RDONLY) : -1;
    if (fd < 0) fd = open("/dev/null", O_RDONLY);
    if (fd < 0) give_up("/dev/null");
    put_in_place(fd, STDIN_FILENO);
}

/* Everything that an earlier run of this number left. */
static void make_folder(const worker_t *worker) {
    static const char *const files[] = {"run.json", "report.json"};
    char path[PATH_MAX];
    errno = ENAMETOOLONG;
    if (!explore_file(worker->folder, worker->record.number, "", path) ||
        (mkdir(path, 0777) != 0 && errno != EEXIST))
        give_up(worker->folder->path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (explore_file(worker->folder, worker->record.number, files[i], path)) unlink(path);
    /* a spare recording of --rtl is this run's own */
    if (explore_file(worker->folder, worker->record.number, "", path))
        snprintf(worker->run->directory, sizeof worker->run->directory, "%s", path);
}

/* ---- what it came to ---- */

static void add_file(const worker_t *worker, sha256_t *hash, const char *name) {
    char path[PATH_MAX];
    size_t bytes = 0;
    char *text = explore_file(worker->folder, worker->record.number, name, path)
                     ? whole_file_read(path, &bytes)
                     : NULL;
    if (!text) give_up(name);
    sha256_add(hash, text, bytes);
    sha256_add_text(hash, ""); /* "ab", "" is not "a", "b" */
    free(text);
}

/* The program's own end: exit code, or 256 + signal. */
static int end_of(const check_run_t *run) {
    const int status = run->child.exit_status;
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void judge(worker_t *worker, int code, double started) {
    check_run_t *run = worker->run;
    explore_record_t *record = &worker->record;
    char path[PATH_MAX];
    sha256_t hash;
    if (code == 0) check_set_known(run);
    record->exit_code = code == 0 ? check_judge(run) : code;
    if (code == 0 && explore_file(worker->folder, record->number, "report.json", path))
        code = check_write_report(path, false, &run->engine, &run->options, run->child.status,
                                  run->error, record->exit_code);
    if (code != 0) _exit(code); /* `messages` says why */
    if (interrupts_seen()) _exit(SCORD_EXIT_BAD_INPUT);
    snprintf(record->error, sizeof record->error, "%.*s", EXPLORE_MESSAGE - 1, run->error);
    const uint32_t outcome = run->child.status->outcome;
    record->ended = outcome == RUN_ENDED || outcome == RUN_RUNNING || outcome == RUN_NOT_STARTED;
    record->program_exit = end_of(run);
    record->warps = run->child.status->statistics.warps;
    record->steps = run->child.status->statistics.steps;
    record->overlaps = run->child.status->overlaps;
    record->seconds = scord_seconds_now() - started;
    sha256_start(&hash);
    add_file(worker, &hash, "stdout");
    add_file(worker, &hash, "stderr");
    sha256_finish(&hash, record->printed);
    sha256_start(&hash);
    add_file(worker, &hash, "memory");
    sha256_finish(&hash, record->memory);
}

static void work(worker_t *worker) __attribute__((noreturn));
static void work(worker_t *worker) {
    check_run_t *run = worker->run;
    const double started = scord_seconds_now();
    make_folder(worker);
    const int messages = open_file(worker, "messages");
    fcntl(messages, F_SETFD, FD_CLOEXEC);
    open_input();
    fflush(NULL);
    put_in_place(open_file(worker, "stdout"), STDOUT_FILENO);
    put_in_place(open_file(worker, "stderr"), STDERR_FILENO);
    const int memory = open_file(worker, "memory"); /* the program inherits it */
    char number[16];
    snprintf(number, sizeof number, "%d", memory);
    const checked_variable_t variables[] = {{RUN_LEFT_FD, number}, {0}};
    run->variables = variables;
    const int code = check_run_program(run);
    put_in_place(messages, STDERR_FILENO);
    judge(worker, code, started);
    if (explore_record_write(worker->folder, &worker->record) != 0) give_up("run.json");
    fflush(NULL);
    _exit(0);
}

pid_t explore_worker_start(check_run_t *run, const explore_folder_t *folder, uint64_t number,
                           const explore_schedule_t *schedule, int told) {
    fflush(NULL);
    const pid_t pid = fork();
    if (pid != 0) return pid;
    (void)told; /* inherited: it is closed when this process ends, and not by the program */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    worker_t worker = {.run = run, .folder = folder, .record = {.number = number}};
    memcpy(worker.record.schedule, schedule->option, sizeof worker.record.schedule);
    run->options.threads = 1; /* runs are side by side already */
    run->options.seed = schedule->seed;
    run->options.async = schedule->async[0] != '\0' ? schedule->async : NULL;
    run->options.schedule = schedule->pct.depth != 0 ? schedule->name : NULL;
    work(&worker);
}
