/* SPDX-License-Identifier: Apache-2.0 */
/* explore_pool.c: the runs of an exploration on all cores; see explore.h.
 *
 *     fair, fair again ─► k ─► 1 2 3 4 5 …      started in order, ended in any,
 *                              ▲ next to merge   merged in order
 *
 * Merging in the order of the numbers makes the report, and where it stops early, the same however
 * many run at a time. What has run behind that place stays in the state folder, uncounted.
 *
 * Workers tell that they have ended by the end of a pipe that only they hold open, so that this
 * process can wait for one of them, for the time limit and for an interruption at once.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/base/seconds.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/shared/whole_file.h"

enum { MOST_JOBS = 256, LEAST_WINDOW = 10, LEAST_WINDOW_OF_TIME = 30 };
enum { LEAST_LIMIT = 60, LIMIT_OF_FAIR = 50 }; /* of one run: seconds, and times the fair one */

typedef struct job {
    pid_t pid; /* 0: free */
    int told;  /* read end; at its end when the process has ended */
    uint64_t number;
    double started;
} job_t;

typedef struct pool {
    exploration_t *all;
    job_t job[MOST_JOBS];
    unsigned jobs;
    uint64_t next;          /* number to start */
    uint64_t wanted;        /* how many schedules */
    explore_record_t *done; /* ended and not merged, in any order */
    uint32_t count, capacity;
    double started, shown;
    bool shows, terminal, drawn;
    int code;
} pool_t;

/* ---- progress ---- */

static void show(pool_t *pool, bool last) {
    const exploration_t *all = pool->all;
    const explore_found_t *found = &all->found;
    const double now = scord_seconds_now();
    if (!pool->shows || (!last && now - pool->shown < (pool->terminal ? 0.2 : 2))) return;
    if (last && !pool->drawn && pool->terminal) return;
    pool->shown = now;
    pool->drawn = true;
    if (last && pool->terminal) {
        fputs("\r\033[K", stderr);
        return;
    }
    fprintf(stderr, "%sscord: %" PRIu32 "", pool->terminal ? "\r\033[K" : "", found->runs);
    if (pool->wanted != UINT64_MAX) fprintf(stderr, " of %" PRIu64, pool->wanted);
    fprintf(stderr, " schedules, %" PRIu32 " site%s, output different in %" PRIu64 ", %.0f s%s",
            found->sites, found->sites == 1 ? "" : "s", found->printed, now - pool->started,
            pool->terminal ? "" : "\n");
    fflush(stderr);
}

/* ---- workers ---- */

static int start(pool_t *pool, job_t *job, uint64_t number) {
    explore_schedule_t schedule;
    int ends[2];
    explore_schedule(&pool->all->plan, number, &schedule);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "a pipe: %s", strerror(errno));
    job->pid = explore_worker_start(pool->all->run, &pool->all->folder, number, &schedule, ends[1]);
    close(ends[1]);
    job->told = ends[0];
    job->number = number;
    job->started = scord_seconds_now();
    if (job->pid > 0) return 0;
    job->pid = 0;
    close(ends[0]);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot start a run: %s", strerror(errno));
}

static void stop_all(pool_t *pool) {
    for (unsigned i = 0; i < MOST_JOBS; i++)
        if (pool->job[i].pid != 0) kill(pool->job[i].pid, SIGTERM);
    for (unsigned i = 0; i < MOST_JOBS; i++) {
        job_t *job = &pool->job[i];
        if (job->pid == 0) continue;
        while (waitpid(job->pid, NULL, 0) < 0 && errno == EINTR) continue;
        close(job->told);
        job->pid = 0;
    }
}

/* A run without a record: its last message, and its exit code. */
static int tell_failure(const pool_t *pool, uint64_t number, int status) {
    char path[PATH_MAX];
    size_t bytes = 0;
    const int code = WIFEXITED(status) && WEXITSTATUS(status) != 0 ? WEXITSTATUS(status)
                                                                   : SCORD_EXIT_ENVIRONMENT;
    char *text = explore_file(&pool->all->folder, number, "messages", path)
                     ? whole_file_read(path, &bytes)
                     : NULL;
    if (text) text[strcspn(text, "\n")] = '\0';
    const char *message = !text || *text == '\0'             ? "it ended without a record"
                          : strncmp(text, "scord: ", 7) == 0 ? text + 7
                                                             : text;
    scord_fail(code, "a run could not be made: %s", message);
    free(text);
    return code;
}

static bool keep(pool_t *pool, const explore_record_t *record) {
    if (pool->count == pool->capacity) {
        const uint32_t capacity = pool->capacity == 0 ? 64 : 2 * pool->capacity;
        explore_record_t *wider = realloc(pool->done, capacity * sizeof *wider);
        if (!wider) return false;
        pool->done = wider;
        pool->capacity = capacity;
    }
    pool->done[pool->count++] = *record;
    return true;
}

/* The record of run NUMBER; false: it is not there. */
static bool read_run(const pool_t *pool, uint64_t number, explore_record_t *record) {
    explore_schedule_t schedule;
    explore_schedule(&pool->all->plan, number, &schedule);
    return explore_record_read(&pool->all->folder, number, schedule.option, record);
}

static int reap(pool_t *pool, job_t *job) {
    explore_record_t record;
    int status = 0;
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR) continue;
    close(job->told);
    job->pid = 0;
    if (read_run(pool, job->number, &record))
        return keep(pool, &record) ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    return interrupts_seen() ? 0 : tell_failure(pool, job->number, status);
}

/* Seconds that a run may take; 0: no limit, before the fair one is known. */
static double run_limit(const pool_t *pool) {
    const double limit = pool->all->run->options.explore.run_limit,
                 fair = pool->all->found.fair.seconds;
    if (limit > 0) return limit;
    return fair > 0 ? fmax(LEAST_LIMIT, LIMIT_OF_FAIR * fair) : 0;
}

/* The run does not end in this schedule: that is a result, and its record says so. */
static int give_up(pool_t *pool, job_t *job) {
    char path[PATH_MAX];
    explore_schedule_t schedule;
    explore_record_t record = {.number = job->number,
                               .exit_code = SCORD_EXIT_BAD_INPUT,
                               .seconds = scord_seconds_now() - job->started};
    kill(job->pid, SIGKILL); /* its program dies with it */
    while (waitpid(job->pid, NULL, 0) < 0 && errno == EINTR) continue;
    close(job->told);
    job->pid = 0;
    explore_schedule(&pool->all->plan, job->number, &schedule);
    memcpy(record.schedule, schedule.option, sizeof record.schedule);
    snprintf(record.error, sizeof record.error, "the program did not end within %g s (--run-limit)",
             run_limit(pool));
    static const char *const files[] = {"report.json", "memory"};
    for (int i = 0; i < 2; i++)
        if (!explore_file(&pool->all->folder, job->number, files[i], path) ||
            whole_file_write(path, i == 0 ? "{}\n" : "", i == 0 ? 3 : 0) != 0)
            return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    if (explore_record_write(&pool->all->folder, &record) != 0 || !keep(pool, &record))
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", pool->all->folder.path,
                          strerror(errno));
    return 0;
}

static void give_up_overdue(pool_t *pool) {
    const double limit = run_limit(pool), now = scord_seconds_now();
    for (unsigned i = 0; i < pool->jobs && pool->code == 0; i++)
        if (pool->job[i].pid != 0 && limit > 0 && now - pool->job[i].started > limit)
            pool->code = give_up(pool, &pool->job[i]);
}

/* Waits until a worker has ended, a little while has passed or a signal came; reaps. */
static void wait_for_workers(pool_t *pool) {
    struct pollfd files[MOST_JOBS];
    job_t *jobs[MOST_JOBS];
    unsigned count = 0;
    for (unsigned i = 0; i < pool->jobs; i++)
        if (pool->job[i].pid != 0) {
            files[count] = (struct pollfd){.fd = pool->job[i].told, .events = POLLIN};
            jobs[count++] = &pool->job[i];
        }
    if (poll(files, count, 200) <= 0) {
        if (!interrupts_seen()) give_up_overdue(pool);
        return;
    }
    for (unsigned i = 0; i < count && pool->code == 0; i++)
        if (files[i].revents != 0) pool->code = reap(pool, jobs[i]);
}

/* ---- when is it enough ---- */

/* The last third showed nothing new: of those wanted, or, by time alone, of those so far. */
static bool shows_nothing_new(const pool_t *pool) {
    const explore_found_t *found = &pool->all->found;
    if (pool->all->run->options.explore.no_early_stop || found->runs == 0) return false;
    const bool by_time = pool->wanted == UINT64_MAX;
    const uint64_t third = ((by_time ? found->runs : pool->wanted) + 2) / 3,
                   least = by_time ? LEAST_WINDOW_OF_TIME : LEAST_WINDOW;
    return found->runs - 1 - found->new_at >= (third < least ? least : third) &&
           found->runs < pool->wanted;
}

static bool time_is_over(const pool_t *pool) {
    const double limit = pool->all->run->options.explore.time;
    return limit > 0 && scord_seconds_now() - pool->started >= limit;
}

/* Merges what comes next, as far as it is there. */
static void merge_done(pool_t *pool) {
    exploration_t *all = pool->all;
    for (uint32_t i = 0; i < pool->count && pool->code == 0 && !all->stopped_early;) {
        if (pool->done[i].number != all->found.runs) {
            i++;
            continue;
        }
        const explore_record_t record = pool->done[i];
        pool->done[i] = pool->done[--pool->count];
        pool->code = explore_merge(&all->found, &all->folder, &record);
        all->stopped_early = shows_nothing_new(pool);
        show(pool, false);
        i = 0;
    }
}

/* ---- the two runs of the fair schedule ---- */

static job_t *free_job(pool_t *pool) {
    for (unsigned i = 0; i < pool->jobs; i++)
        if (pool->job[i].pid == 0) return &pool->job[i];
    return NULL;
}

static bool busy(const pool_t *pool) {
    for (unsigned i = 0; i < pool->jobs; i++)
        if (pool->job[i].pid != 0) return true;
    return false;
}

static void run_fair(pool_t *pool) {
    static const uint64_t numbers[] = {0, EXPLORE_REPEAT};
    explore_record_t *records[] = {&pool->all->found.fair, &pool->all->found.repeat};
    bool there[2];
    for (int i = 0; i < 2; i++) {
        there[i] = read_run(pool, numbers[i], records[i]);
        pool->all->taken_up += there[i] && i == 0;
    }
    for (int i = 0; i < 2 && pool->code == 0 && !interrupts_seen(); i++) {
        if (there[i]) continue;
        while (!free_job(pool) && pool->code == 0 && !interrupts_seen()) wait_for_workers(pool);
        job_t *job = free_job(pool);
        if (job && pool->code == 0) pool->code = start(pool, job, numbers[i]);
    }
    while (busy(pool) && pool->code == 0 && !interrupts_seen()) wait_for_workers(pool);
    pool->count = 0;
    for (int i = 0; i < 2 && pool->code == 0 && !interrupts_seen(); i++)
        if (!there[i] && !read_run(pool, numbers[i], records[i]))
            pool->code = scord_fail(SCORD_EXIT_ENVIRONMENT, "the fair run has no record");
    if (pool->code == 0 && !interrupts_seen() && !keep(pool, records[0]))
        pool->code = scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
}

/* ---- all ---- */

/* One that is there already is taken up, not run. */
static void start_next(pool_t *pool) {
    explore_record_t record;
    while (pool->next < pool->wanted && pool->code == 0 && read_run(pool, pool->next, &record)) {
        if (!keep(pool, &record)) pool->code = scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
        pool->all->taken_up++;
        pool->next++;
        merge_done(pool);
        if (pool->all->stopped_early) return;
    }
    job_t *job = free_job(pool);
    if (job && pool->code == 0 && pool->next < pool->wanted)
        pool->code = start(pool, job, pool->next++);
}

/* The fair schedule ended badly: nothing can be compared with it. */
static bool is_broken(const exploration_t *all) {
    return all->found.fair.exit_code >= SCORD_EXIT_BAD_INPUT;
}

static bool goes_on(const pool_t *pool) {
    return !is_broken(pool->all) && pool->code == 0 && !pool->all->stopped_early &&
           !interrupts_seen() && pool->all->found.runs < pool->wanted;
}

static void run_all(pool_t *pool) {
    exploration_t *all = pool->all;
    pool->next = 1;
    merge_done(pool);
    while (goes_on(pool) && !all->time_over) {
        while (goes_on(pool) && free_job(pool) && pool->next < pool->wanted) start_next(pool);
        if (goes_on(pool) && busy(pool)) wait_for_workers(pool);
        merge_done(pool);
        all->time_over = goes_on(pool) && time_is_over(pool);
    }
}

static unsigned cores(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

int explore_all(exploration_t *exploration) {
    const explore_options_t *options = &exploration->run->options.explore;
    pool_t *pool = calloc(1, sizeof *pool);
    if (!pool) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    pool->all = exploration;
    pool->jobs = options->jobs != 0 ? options->jobs : cores();
    if (pool->jobs > MOST_JOBS) pool->jobs = MOST_JOBS;
    pool->wanted = options->schedules != 0 ? options->schedules : UINT64_MAX;
    pool->started = pool->shown = scord_seconds_now();
    pool->terminal = isatty(STDERR_FILENO);
    pool->shows = pool->terminal || options->progress;
    run_fair(pool);
    exploration->plan.steps = exploration->found.fair.steps;
    exploration->plan.async = exploration->found.fair.overlaps > 0;
    if (pool->code == 0 && !interrupts_seen()) run_all(pool);
    stop_all(pool);
    show(pool, true);
    exploration->interrupted = interrupts_seen();
    exploration->seconds = scord_seconds_now() - pool->started;
    const int code = pool->code;
    free(pool->done);
    free(pool);
    return code;
}
