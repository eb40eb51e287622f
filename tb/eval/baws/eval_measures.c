/* SPDX-License-Identifier: Apache-2.0 */
/* eval_measures.c: see eval_measures.h. */
#include "tb/eval/baws/eval_measures.h"

#include <math.h>
#include <stdlib.h>

enum { SEEDS_MAX = 64 };

/* ---- of one seed ---- */

double eval_share(const eval_run_t *run, eval_share_t share) {
    switch (share) {
    case SHARE_BARRIER_AND_EXIT: return 100 * (run->barrier_share + run->exit_share);
    case SHARE_BARRIER: return 100 * run->barrier_share;
    case SHARE_EXIT: return 100 * run->exit_share;
    case SHARE_RTRU: return 100 * run->rtru;
    case SHARE_RTRU_MEAN: return 100 * run->rtru_mean;
    case SHARE_FETCH_USE: return 100 * (run->fetch_hits + run->fetch_misses) / run->fetch_slots;
    case SHARE_ICACHE_MISS: return 100 * run->fetch_misses / (run->fetch_hits + run->fetch_misses);
    case SHARE_ISSUE_USE: return 100 * run->warp_instructions / run->issue_slots;
    }
    return NAN;
}

/* New over old: 1 is as fast. */
static double speed_ratio(const eval_runs_t *runs, const char *program, eval_config_t new,
                          eval_config_t old, unsigned seed, eval_by_t by) {
    const eval_run_t *a = eval_runs_find(runs, program, new, seed),
                     *b = eval_runs_find(runs, program, old, seed);
    if (!a || !b) return NAN;
    const double time = b->cycles / a->cycles;
    return by == EVAL_BY_TIME ? time : time * a->thread_instructions / b->thread_instructions;
}

static double points(double factor) { return 100 * (factor - 1); }

double eval_speedup(const eval_runs_t *runs, const char *program, eval_config_t new,
                    eval_config_t old, unsigned seed, eval_by_t by) {
    return points(speed_ratio(runs, program, new, old, seed, by));
}

double eval_mean_speedup(const eval_runs_t *runs, const eval_list_t *programs, eval_config_t new,
                         eval_config_t old, unsigned seed, eval_by_t by) {
    double sum = 0;
    for (unsigned i = 0; i < programs->count; i++)
        sum += log(speed_ratio(runs, programs->words[i], new, old, seed, by));
    return programs->count == 0 ? NAN : points(exp(sum / programs->count));
}

double eval_idle(const eval_runs_t *runs, const char *program, eval_config_t config,
                 eval_config_t base, unsigned seed, eval_reason_t reason) {
    const eval_run_t *run = eval_runs_find(runs, program, config, seed),
                     *of = eval_runs_find(runs, program, base, seed);
    return !run || !of ? NAN : 100 * run->idle[reason] / of->issue_slots;
}

/* ---- over the seeds ---- */

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static eval_spread_t spread_of(double *values, unsigned count) {
    if (count == 0) return (eval_spread_t){NAN, NAN, NAN, 0};
    qsort(values, count, sizeof *values, ascending);
    const double median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    return (eval_spread_t){median, values[0], values[count - 1], count};
}

/* What a value of one seed is made of; each measure uses what it needs. */
typedef struct question {
    const char *program;
    const eval_list_t *programs;
    eval_config_t new, old, base;
    eval_by_t by;
    eval_share_t share;
    eval_reason_t reason;
} question_t;

static eval_spread_t over_seeds(const eval_runs_t *runs, const question_t *question,
                                double (*value)(const eval_runs_t *runs, const question_t *question,
                                                unsigned seed)) {
    unsigned seeds[SEEDS_MAX], count = 0;
    double values[SEEDS_MAX];
    const unsigned all = eval_runs_seeds(runs, seeds, SEEDS_MAX);
    for (unsigned i = 0; i < all; i++) {
        const double one = value(runs, question, seeds[i]);
        if (!isnan(one)) values[count++] = one;
    }
    return spread_of(values, count);
}

static double speedup_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return eval_speedup(runs, q->program, q->new, q->old, seed, q->by);
}
static double mean_speedup_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return eval_mean_speedup(runs, q->programs, q->new, q->old, seed, q->by);
}
static double points_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return eval_mean_speedup(runs, q->programs, q->new, q->base, seed, q->by) -
           eval_mean_speedup(runs, q->programs, q->old, q->base, seed, q->by);
}
static double share_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    const eval_run_t *run = eval_runs_find(runs, q->program, q->new, seed);
    return !run ? NAN : eval_share(run, q->share);
}
static double idle_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return eval_idle(runs, q->program, q->new, q->old, seed, q->reason);
}

static double mean_of(const eval_runs_t *runs, const question_t *q, unsigned seed,
                      double (*value)(const eval_runs_t *runs, const question_t *question,
                                      unsigned seed)) {
    question_t one = *q;
    double sum = 0;
    for (unsigned i = 0; i < q->programs->count; i++) {
        one.program = q->programs->words[i];
        sum += value(runs, &one, seed);
    }
    return q->programs->count == 0 ? NAN : sum / q->programs->count;
}
static double mean_share_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return mean_of(runs, q, seed, share_of);
}
static double mean_idle_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    return mean_of(runs, q, seed, idle_of);
}

static double most_share_of(const eval_runs_t *runs, const question_t *q, unsigned seed) {
    question_t one = *q;
    double most = -INFINITY;
    for (unsigned i = 0; i < q->programs->count; i++) {
        one.program = q->programs->words[i];
        const double share = share_of(runs, &one, seed);
        if (isnan(share)) return NAN;
        most = share > most ? share : most;
    }
    return q->programs->count == 0 ? NAN : most;
}

eval_spread_t eval_spread_speedup(const eval_runs_t *runs, const char *program, eval_config_t new,
                                  eval_config_t old, eval_by_t by) {
    return over_seeds(runs, &(question_t){.program = program, .new = new, .old = old, .by = by},
                      speedup_of);
}
eval_spread_t eval_spread_mean_speedup(const eval_runs_t *runs, const eval_list_t *programs,
                                       eval_config_t new, eval_config_t old, eval_by_t by) {
    return over_seeds(runs, &(question_t){.programs = programs, .new = new, .old = old, .by = by},
                      mean_speedup_of);
}
eval_spread_t eval_spread_points(const eval_runs_t *runs, const eval_list_t *programs,
                                 eval_config_t new, eval_config_t old, eval_config_t base) {
    return over_seeds(
        runs, &(question_t){.programs = programs, .new = new, .old = old, .base = base}, points_of);
}
eval_spread_t eval_spread_share(const eval_runs_t *runs, const char *program, eval_config_t config,
                                eval_share_t share) {
    return over_seeds(runs, &(question_t){.program = program, .new = config, .share = share},
                      share_of);
}
eval_spread_t eval_spread_mean_share(const eval_runs_t *runs, const eval_list_t *programs,
                                     eval_config_t config, eval_share_t share) {
    return over_seeds(runs, &(question_t){.programs = programs, .new = config, .share = share},
                      mean_share_of);
}
eval_spread_t eval_spread_most_share(const eval_runs_t *runs, const eval_list_t *programs,
                                     eval_config_t config, eval_share_t share) {
    return over_seeds(runs, &(question_t){.programs = programs, .new = config, .share = share},
                      most_share_of);
}
eval_spread_t eval_spread_idle(const eval_runs_t *runs, const char *program, eval_config_t config,
                               eval_config_t base, eval_reason_t reason) {
    return over_seeds(
        runs, &(question_t){.program = program, .new = config, .old = base, .reason = reason},
        idle_of);
}
eval_spread_t eval_spread_mean_idle(const eval_runs_t *runs, const eval_list_t *programs,
                                    eval_config_t config, eval_config_t base,
                                    eval_reason_t reason) {
    return over_seeds(
        runs, &(question_t){.programs = programs, .new = config, .old = base, .reason = reason},
        mean_idle_of);
}
