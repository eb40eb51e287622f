/* SPDX-License-Identifier: Apache-2.0 */
/* eval_data.c: what eval_plots.gp draws: files of columns. Bars: "program" then median, least and
 * most of each column, a last row for the mean; stalls: row, label, program and sums of reasons one
 * on the other; maps: a row a cell. */
#include <string.h>

#include "tb/eval/baws/eval_claims.h"

/* ---- bars ---- */

typedef struct bar {
    const char *title;
    eval_config_t new, old; /* old.issue NULL: a share of new */
    eval_share_t share;
} bar_t;

enum { BARS_MAX = 9 };

typedef struct bars {
    const char *group;
    bar_t bars[BARS_MAX];
} bars_t;

#define SHARE_ONLY                                                                                 \
    { NULL, NULL, NULL }

static const bars_t barriers_bars = {
    "speedup",
    {{"LRR", LRR, SHARE_ONLY, SHARE_BARRIER_AND_EXIT},
     {"GTO", GTO, SHARE_ONLY, SHARE_BARRIER_AND_EXIT},
     {"BAWS", CFF("mwf-gto"), SHARE_ONLY, SHARE_BARRIER_AND_EXIT}}};
static const bars_t rtru_bars = {"speedup",
                                 {{"LRR", LRR, SHARE_ONLY, SHARE_RTRU},
                                  {"GTO", GTO, SHARE_ONLY, SHARE_RTRU},
                                  {"BAWS", CFF("mwf-gto"), SHARE_ONLY, SHARE_RTRU}}};
static const bars_t speedups_bars = {"speedup",
                                     {{"GTO", GTO, LRR, 0},
                                      {"GTO + CFF", CFF("gto"), LRR, 0},
                                      {"TLS", RR("tls"), LRR, 0},
                                      {"SAWS", RR("saws"), LRR, 0},
                                      {"MWF(LRR)", RR("mwf-lrr"), LRR, 0},
                                      {"MWF(LRR) + CFF", CFF("mwf-lrr"), LRR, 0},
                                      {"MWF(GTO)", RR("mwf-gto"), LRR, 0},
                                      {"MWF(GTO) + CFF", CFF("mwf-gto"), LRR, 0},
                                      {"ours", CONFIG("-", "mewf-gto", "cff-refill"), LRR, 0}}};
static const bars_t fetch_policies_bars = {
    "speedup",
    {{"MWF(GTO)", RR("mwf-gto"), LRR, 0},
     {"MWF(GTO) + FEF", CONFIG("-", "mwf-gto", "fef"), LRR, 0},
     {"MWF(GTO) + CFF", CFF("mwf-gto"), LRR, 0}}};
static const bars_t other_bars = {"other",
                                  {{"GTO", GTO, LRR, 0},
                                   {"SAWS", RR("saws"), LRR, 0},
                                   {"MWF(GTO) + CFF", CFF("mwf-gto"), LRR, 0}}};
static const bars_t saws_bars = {"speedup",
                                 {{"SAWS", RR("saws"), GTO, 0},
                                  {"SAWS + CFF", CFF("saws"), GTO, 0},
                                  {"MWF(GTO) + CFF", CFF("mwf-gto"), GTO, 0}}};

static eval_spread_t height(const eval_runs_t *runs, const bar_t *bar, const char *program,
                            const eval_list_t *programs) {
    if (!bar->old.issue)
        return program ? eval_spread_share(runs, program, bar->new, bar->share)
                       : eval_spread_mean_share(runs, programs, bar->new, bar->share);
    return program ? eval_spread_speedup(runs, program, bar->new, bar->old, EVAL_BY_IPC)
                   : eval_spread_mean_speedup(runs, programs, bar->new, bar->old, EVAL_BY_IPC);
}

/* WHAT is a bars_t. */
static void write_bars(const eval_runs_t *runs, const void *what, FILE *out) {
    const bars_t *plot = what;
    const eval_list_t programs = eval_runs_programs(runs, plot->group);
    fputs("program", out);
    for (const bar_t *bar = plot->bars; bar < plot->bars + BARS_MAX && bar->title; bar++)
        fprintf(out, "\t%s\t-\t-", bar->title);
    for (unsigned p = 0; p <= programs.count; p++) {
        const char *program = p < programs.count ? programs.words[p] : NULL;
        fprintf(out, "\n%s", program ? program : "mean");
        for (const bar_t *bar = plot->bars; bar < plot->bars + BARS_MAX && bar->title; bar++) {
            const eval_spread_t value = height(runs, bar, program, &programs);
            if (value.seeds == 0)
                fputs("\t?\t?\t?", out);
            else
                fprintf(out, "\t%.3f\t%.3f\t%.3f", value.median, value.least, value.most);
        }
    }
    fputc('\n', out);
}

/* ---- Figure 10 ---- */

/* Rows of a program stand together, with a gap after them. */
static void write_stalls(const eval_runs_t *runs, const void *what, FILE *out) {
    (void)what;
    const eval_config_t configs[] = {eval_lrr, eval_gto, eval_mwf_lrr, eval_mwf_lrr_cff};
    const eval_list_t programs = eval_runs_programs(runs, "speedup");
    for (unsigned p = 0; p <= programs.count; p++)
        for (unsigned i = 0; i < 4; i++) {
            double sum = 0;
            fprintf(out, "%u\t%s", p * 5 + i, p < programs.count ? programs.words[p] : "mean");
            for (unsigned reason = 0; reason < REASON_COUNT; reason++) {
                sum += p < programs.count ? eval_spread_idle(runs, programs.words[p], configs[i],
                                                             eval_lrr, (eval_reason_t)reason)
                                                .median
                                          : eval_spread_mean_idle(runs, &programs, configs[i],
                                                                  eval_lrr, (eval_reason_t)reason)
                                                .median;
                fprintf(out, "\t%.3f", sum);
            }
            fputc('\n', out);
        }
}

/* ---- the map ---- */

/* Columns and rows of the map: I-caches and fetch ports, as settings of the group `map`. */
static const char *const icaches[] = {"icache_ideal=1", "icache_bytes=16384", "icache_bytes=4096",
                                      "", "icache_bytes=1024"};
static const char *const ports[] = {"fetch_bytes=8", "", "fetch_bytes=32,ibuffer_slots=4"};

static void write_map(const eval_runs_t *runs, const void *what, FILE *out) {
    (void)what;
    const eval_list_t programs = eval_runs_programs(runs, "map");
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 5; column++) {
            char settings[128];
            snprintf(settings, sizeof settings, "%s%s%s", ports[row],
                     ports[row][0] != '\0' && icaches[column][0] != '\0' ? "," : "",
                     icaches[column]);
            if (settings[0] == '\0') strcpy(settings, "-");
            const eval_config_t gto = {settings, "gto", "rr"}, gto_cff = {settings, "gto", "cff"},
                                mwf = {settings, "mwf-gto", "rr"},
                                baws = {settings, "mwf-gto", "cff"};
            const eval_spread_t on_gto = eval_spread_mean_speedup(runs, &programs, gto_cff, gto,
                                                                  EVAL_BY_IPC);
            const eval_spread_t on_mwf = eval_spread_mean_speedup(runs, &programs, baws, mwf,
                                                                  EVAL_BY_IPC);
            if (on_gto.seeds == 0 || on_mwf.seeds == 0) continue;
            fprintf(out, "%u\t%u\t%.3f\t%.3f\n", column, row, on_gto.median, on_mwf.median);
        }
}

const eval_plot_t eval_plots[] = {
    {"barriers", write_bars, &barriers_bars}, {"rtru", write_bars, &rtru_bars},
    {"speedups", write_bars, &speedups_bars}, {"fetch-policies", write_bars, &fetch_policies_bars},
    {"other", write_bars, &other_bars},       {"saws", write_bars, &saws_bars},
    {"stalls", write_stalls, NULL},           {"map", write_map, NULL},
};
const unsigned eval_plot_count = sizeof eval_plots / sizeof *eval_plots;
