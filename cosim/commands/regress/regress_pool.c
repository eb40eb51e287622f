/* SPDX-License-Identifier: Apache-2.0 */
/* regress_pool.c: runs what is not done, several at a time, each a process group of its own; see
 * regress_internal.h.
 *
 *   plan->runs   [done][done][ .. ][ .. ][ .. ][ .. ]
 *                                    ▲ pool.next: the first run that no worker has had
 *   workers[j]   free (process 0), or running one run of the plan
 *
 * One process and one loop, every 5 ms: free workers get the next run; workers whose run ended are
 * judged, recorded and free again; a run that is out of time is killed and judged when it is
 * waited for. Polling needs no signal handler and no second thread; 5 ms are nothing beside runs of
 * seconds.
 *
 * A run is `sh -c COMMAND` with its own folder OUTPUT/runs/ID, /dev/null as its input and log as
 * its output. Its process group is its own, so that everything that it started can be killed at
 * once: at its timeout, at its end (nothing may run into the next run), and when the user
 * interrupts. PR_SET_PDEATHSIG ends the shell when the runner is killed outright.
 *
 * On the disk. A record is written and synced when its run has ended, before its folder goes. A run
 * that was under way when the runner ended has no record and runs again; its folder is emptied
 * first. So the same command goes on from where the last one stopped, whatever stopped it.
 *
 * Invariants: busy is the number of workers with a process; a run is handed to one worker; a run is
 * `done` only when its record is on the disk; skipped + finished + busy never exceeds the plan.
 *
 * Expensive: the runs. Reference: docs/regress.md.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/interrupts.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cmodel/base/seconds.h"

typedef struct worker { /* a place in which runs are one after another */
    pid_t process;      /* 0: free */
    regress_run_t *run;
    char *command;
    double start;
    bool out_of_time;
    char folder[PATH_MAX];
} worker_t;

typedef struct pool {
    const regress_options_t *options;
    regress_plan_t *plan;
    FILE *records;
    worker_t *workers;
    size_t next; /* of the plan's runs */
    uint64_t finished, skipped, bad;
    unsigned busy;
    double start, shown;
    double done_seconds;  /* that the finished runs took */
    double done_expected; /* that those of known duration among them took last time, */
    double done_known;    /* and took now */
    double all_expected;  /* that all runs of known duration took last time */
    double left, lowered; /* seconds as shown, which never grow, 0: none yet; since when these */
    bool terminal;
} pool_t;

int regress_make_folder(const char *path) {
    char part[PATH_MAX];
    if (strlen(path) >= sizeof part)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "the path is too long: %s", path);
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        mkdir(part, 0777); /* what is wrong with it shows below */
    }
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot make the folder %s: %s", path,
                      strerror(errno));
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}
void regress_remove_folder(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

/* ---- one run ---- */

void regress_exec(const char *command, const char *folder) {
    char absolute[PATH_MAX]; /* a command may change its directory */
    if (!realpath(folder, absolute) || setenv(MISMATCH_FOLDER_VARIABLE, absolute, 1) != 0) return;
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
}

/* In the child: a group of its own, so that all it starts can be stopped; nothing to read; the log
 * takes both outputs. */
static void become(const worker_t *worker) {
    char path[PATH_MAX + 8];
    sigset_t none;
    assert(worker->command && worker->folder[0] != '\0');
    /* A run starts as from a shell, whatever its runner inherited or catches: a test of Ctrl-C must
     * be able to end what it starts. */
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a runner that is killed outright takes its runs along */
    setpgid(0, 0);
    snprintf(path, sizeof path, "%s/log", worker->folder);
    const int in = open("/dev/null", O_RDONLY),
              out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(127);
    regress_exec(worker->command, worker->folder);
    _exit(127);
}

static int start_run(pool_t *pool, worker_t *worker, regress_run_t *run) {
    assert(worker->process == 0 && !run->done);
    const int length = snprintf(worker->folder, sizeof worker->folder, "%s/runs/%s",
                                pool->options->output, run->id);
    if (length >= (int)sizeof worker->folder - 8)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "the path is too long: %s", pool->options->output);
    regress_remove_folder(worker->folder);
    const int code = regress_make_folder(worker->folder);
    if (code != 0) return code;
    worker->command = regress_command(run, worker->folder);
    worker->process = !worker->command ? -1 : fork();
    if (worker->process == 0) become(worker);
    if (worker->process < 0) {
        worker->process = 0;
        free(worker->command);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot start %s: %s; try fewer --jobs", run->id,
                          strerror(errno));
    }
    setpgid(worker->process, worker->process);
    assert(pool->busy < pool->options->jobs);
    worker->run = run;
    worker->start = scord_seconds_now();
    worker->out_of_time = false;
    pool->busy++;
    return 0;
}

static unsigned timeout_of(const pool_t *pool, const worker_t *worker) {
    return pool->options->timeout != 0 ? pool->options->timeout : worker->run->row->timeout;
}

static void tell(const pool_t *pool, const worker_t *worker, const regress_result_t *result) {
    const bool good = result->verdict == REGRESS_PASS;
    if (pool->terminal) fputs("\r\033[K", stderr);
    if (good)
        fprintf(stderr, "pass  %-40s %8" PRIu64 " passed (%.0f s)\n", result->id, result->passed,
                result->seconds);
    else
        fprintf(stderr, "%-5s %s: %s (%.0f s, %s/log)\n", regress_verdict_names[result->verdict],
                result->id, result->signature, result->seconds, worker->folder);
}

static double seconds_of(const struct timeval *time) {
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

static int end_run(pool_t *pool, worker_t *worker, int status, const struct rusage *usage) {
    regress_result_t result = {.seconds = scord_seconds_now() - worker->start,
                               .work = seconds_of(&usage->ru_utime) + seconds_of(&usage->ru_stime),
                               .peak_kilobytes = usage->ru_maxrss};
    snprintf(result.id, sizeof result.id, "%s", worker->run->id);
    if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    else
        result.exit_code = WEXITSTATUS(status);
    assert(worker->process > 1 && pool->busy > 0); /* of -1 kill would reach every process */
    kill(-worker->process, SIGKILL); /* what it left behind must not run into the next */
    regress_judge(worker->run, worker->folder, worker->out_of_time, timeout_of(pool, worker),
                  &result);
    const int code = regress_record_result(pool->records, worker->run, &result, worker->command);
    worker->run->done = code == 0;
    pool->finished++;
    pool->done_seconds += result.seconds;
    if (worker->run->expected > 0) {
        pool->done_expected += worker->run->expected;
        pool->done_known += result.seconds;
    }
    pool->bad += result.verdict != REGRESS_PASS;
    if (result.verdict != REGRESS_PASS || pool->options->verbose) tell(pool, worker, &result);
    if (result.verdict == REGRESS_PASS && !pool->options->keep)
        regress_remove_folder(worker->folder);
    free(worker->command);
    worker->process = 0;
    pool->busy--;
    assert(pool->skipped + pool->finished + pool->busy <= pool->plan->count);
    return code;
}

/* ---- all of them ---- */

static double larger(double a, double b) { return a > b ? a : b; }

/* Seconds until the last run ends. A run takes what it took last time, corrected by how the
 * finished runs compare with theirs: little at first, when few have ended, since the sum must not
 * jump. One of no known duration takes as long as the finished ones did on average. */
static double seconds_left(const pool_t *pool, double now) {
    assert(pool->finished > 0);
    const double mean = pool->done_seconds / (double)pool->finished,
                 trust = pool->all_expected / 10,
                 pace = pool->all_expected > 0
                            ? (pool->done_known + trust) / (pool->done_expected + trust)
                            : 1;
    double waiting = 0, longest = 0;
    for (size_t i = pool->next; i < pool->plan->count; i++) {
        const regress_run_t *run = &pool->plan->runs[i];
        if (!run->done) waiting += run->expected > 0 ? run->expected * pace : mean;
    }
    for (unsigned i = 0; i < pool->options->jobs; i++) {
        const worker_t *worker = &pool->workers[i];
        if (worker->process == 0) continue;
        const double whole = worker->run->expected > 0 ? worker->run->expected * pace : mean,
                     left = larger(whole - (now - worker->start), 0);
        waiting += left;
        longest = larger(longest, left);
    }
    return larger(waiting / pool->options->jobs, longest);
}

/* Nothing before a twentieth has ended, or ten when no duration is known: a first guess would be
 * shown for as long as it is too low. */
static void show_left(pool_t *pool, double now) {
    const uint64_t to_run = pool->plan->count - pool->skipped;
    if (pool->finished == 0 || pool->finished == to_run || pool->finished * 20 < to_run ||
        (pool->all_expected <= 0 && pool->finished < 10))
        return;
    const double left = larger(seconds_left(pool, now), 1);
    if (pool->left <= 0 || left < pool->left) {
        pool->left = left;
        pool->lowered = now;
    }
    if (now - pool->lowered > 10 + pool->left / 2)
        fprintf(stderr, ", longer than estimated");
    else
        fprintf(stderr, ", about %.0f s left", pool->left);
}

static void show(pool_t *pool, bool last) {
    const double time = scord_seconds_now(), elapsed = time - pool->start;
    if (!pool->terminal || (!last && time < pool->shown + 0.5)) return;
    pool->shown = time;
    fputs("\r\033[K", stderr);
    if (last) return;
    fprintf(stderr, "%" PRIu64 "/%zu runs, %u at work, %" PRIu64 " bad, %.0f s",
            pool->skipped + pool->finished, pool->plan->count, pool->busy, pool->bad, elapsed);
    show_left(pool, time);
}

static int fill_workers(pool_t *pool) {
    int code = 0;
    for (unsigned i = 0; i < pool->options->jobs && code == 0; i++) {
        while (pool->next < pool->plan->count && pool->plan->runs[pool->next].done) pool->next++;
        assert(pool->next <= pool->plan->count);
        if (pool->workers[i].process == 0 && pool->next < pool->plan->count)
            code = start_run(pool, &pool->workers[i], &pool->plan->runs[pool->next++]);
    }
    return code;
}

static int look_after_workers(pool_t *pool) {
    int code = 0;
    for (unsigned i = 0; i < pool->options->jobs && code == 0; i++) {
        worker_t *worker = &pool->workers[i];
        int status;
        struct rusage usage;
        if (worker->process == 0) continue;
        if (wait4(worker->process, &status, WNOHANG, &usage) == worker->process) {
            code = end_run(pool, worker, status, &usage);
        } else if (!worker->out_of_time &&
                   scord_seconds_now() - worker->start > timeout_of(pool, worker)) {
            worker->out_of_time = true;
            kill(-worker->process, SIGKILL);
        }
    }
    return code;
}

/* Those under way have no record, and run again next time. */
static void stop_workers(pool_t *pool) {
    for (unsigned i = 0; i < pool->options->jobs; i++) {
        worker_t *worker = &pool->workers[i];
        if (worker->process == 0) continue;
        kill(-worker->process, SIGKILL);
        waitpid(worker->process, NULL, 0);
        worker->run->stopped = true;
        free(worker->command);
    }
}

int regress_pool(const regress_options_t *options, regress_plan_t *plan, FILE *records) {
    pool_t pool = {.options = options,
                   .plan = plan,
                   .records = records,
                   .start = scord_seconds_now(),
                   .terminal = isatty(STDERR_FILENO),
                   .workers = calloc(options->jobs, sizeof *pool.workers)};
    if (!pool.workers)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no memory for %u jobs; ask for fewer with --jobs", options->jobs);
    for (size_t i = 0; i < plan->count; i++) {
        pool.skipped += plan->runs[i].done;
        if (!plan->runs[i].done && plan->runs[i].expected > 0)
            pool.all_expected += plan->runs[i].expected;
    }
    int code = 0;
    do {
        code = fill_workers(&pool);
        if (code == 0) code = look_after_workers(&pool);
        show(&pool, false);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    } while (code == 0 && !interrupts_seen() && (pool.busy > 0 || pool.next < plan->count));
    show(&pool, true);
    stop_workers(&pool);
    free(pool.workers);
    return code;
}
