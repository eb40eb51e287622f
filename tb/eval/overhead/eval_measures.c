/* SPDX-License-Identifier: Apache-2.0 */
/* eval_measures.c: see eval_measures.h. */
#include "tb/eval/overhead/eval_measures.h"

#include <math.h>
#include <string.h>

static const double least_uplift = 0.5;
enum { SETTINGS_MAX = 512, SOURCES = 3 };

double eval_least_uplift(void) { return least_uplift; }

/* ---- two runs ---- */

typedef struct pair {
    const eval_run_t *new, *base; /* NULL: missing */
} pair_t;

/* The settings of a group with detection, or without. */
static const char *settings_in(const eval_runs_t *runs, const char *group, bool detection) {
    const eval_list_t all = eval_runs_settings(runs, group);
    for (unsigned i = 0; i < all.count; i++)
        if (!strstr(all.words[i], EVAL_SCORD) == !detection) return all.words[i];
    return NULL;
}

static pair_t pair_of(const eval_runs_t *runs, const char *program, const eval_measure_t *measure) {
    const char *new = !measure->machine ? measure->new : settings_in(runs, measure->machine, true);
    const char *base = !measure->machine ? measure->base
                                         : settings_in(runs, measure->machine, false);
    return (pair_t){!new ? NULL : eval_runs_find(runs, program, new),
                    !base ? NULL : eval_runs_find(runs, program, base)};
}

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : NAN; }

static double dram_accesses(const eval_statistics_t *total, bool data, bool metadata) {
    return (data ? total->dram_reads + total->dram_writes : 0) +
           (metadata ? total->dram_metadata_reads + total->dram_metadata_writes : 0);
}

/* ---- Figure 10 ---- */

/* Without source 0 LHD, 1 NOC, 2 MD. */
static double uplift(const eval_runs_t *runs, const char *program, const char *settings,
                     unsigned source) {
    static const char *const off[SOURCES] = {"time_lhd=0", "time_noc=0", "time_md=0"};
    char without[SETTINGS_MAX];
    snprintf(without, sizeof without, "%s,%s", settings, off[source]);
    const eval_run_t *whole = eval_runs_find(runs, program, settings),
                     *rest = eval_runs_find(runs, program, without);
    return !whole || !rest ? NAN : percent(whole->total.cycles, rest->total.cycles) - 100;
}

static double uplift_sum(const eval_runs_t *runs, const char *program, const char *settings) {
    double sum = 0;
    for (unsigned source = 0; source < SOURCES; source++) {
        const double one = uplift(runs, program, settings, source);
        if (isnan(one)) return NAN;
        sum += fmax(one, 0);
    }
    return sum;
}

static double share(const eval_runs_t *runs, const char *program, const char *settings,
                    unsigned source) {
    const double sum = uplift_sum(runs, program, settings);
    return sum >= least_uplift ? percent(fmax(uplift(runs, program, settings, source), 0), sum)
                               : NAN;
}

/* ---- a program ---- */

static double of_pair(const eval_measure_t *measure, const eval_statistics_t *new,
                      const eval_statistics_t *base) {
    const double accesses = dram_accesses(base, true, true);
    switch (measure->kind) {
    case MEASURE_OVERHEAD: return percent(new->cycles, base->cycles) - 100;
    case MEASURE_WITH_CLEAR:
        return percent(new->cycles + new->detector_clear_cycles, base->cycles) - 100;
    case MEASURE_DRAM_DATA: return percent(dram_accesses(new, true, false), accesses);
    case MEASURE_DRAM_METADATA: return percent(dram_accesses(new, false, true), accesses);
    case MEASURE_DRAM: return percent(dram_accesses(new, true, true), accesses);
    default: return percent(new->noc_request_flits + new->noc_reply_flits, new->cycles);
    }
}

double eval_value(const eval_runs_t *runs, const char *program, const eval_measure_t *measure) {
    const eval_kind_t kind = measure->kind;
    if (kind == MEASURE_CONSTANT) return measure->constant;
    if (kind >= MEASURE_UPLIFT_LHD && kind <= MEASURE_UPLIFT_MD)
        return uplift(runs, program, measure->new, kind - MEASURE_UPLIFT_LHD);
    if (kind >= MEASURE_SHARE_LHD && kind <= MEASURE_SHARE_MD)
        return share(runs, program, measure->new, kind - MEASURE_SHARE_LHD);
    const pair_t pair = pair_of(runs, program, measure);
    if (!pair.new || !pair.base || pair.new->key.seeds != pair.base->key.seeds) return NAN;
    return of_pair(measure, &pair.new->total, &pair.base->total);
}

/* ---- means ---- */

/* A program without overhead to share has no part in the mean of the shares. */
static bool left_out(const eval_runs_t *runs, const char *program, const eval_measure_t *measure) {
    const bool is_share = measure->kind >= MEASURE_SHARE_LHD && measure->kind <= MEASURE_SHARE_MD;
    return is_share && uplift_sum(runs, program, measure->new) < least_uplift;
}

double eval_mean(const eval_runs_t *runs, const eval_list_t *programs,
                 const eval_measure_t *measure) {
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < programs->count; i++) {
        if (left_out(runs, programs->words[i], measure)) continue;
        sum += eval_value(runs, programs->words[i], measure);
        count++;
    }
    return count == 0 ? NAN : sum / count;
}

double eval_geometric_mean(const eval_runs_t *runs, const eval_list_t *programs,
                           const eval_measure_t *measure) {
    double sum = 0;
    for (unsigned i = 0; i < programs->count; i++)
        sum += log(1 + eval_value(runs, programs->words[i], measure) / 100);
    return programs->count == 0 ? NAN : 100 * (exp(sum / programs->count) - 1);
}
