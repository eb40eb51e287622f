/* SPDX-License-Identifier: Apache-2.0 */
/* eval_tables.c: the tables of docs/results/eval-baws.md (evaluation.h). Rows and columns come from
 * the runs: a further policy or program needs nothing here. */
#include <string.h>

#include "tb/eval/baws/eval_claims.h"
#include "tb/eval/common/eval_print.h"

/* ---- cells ---- */

/* Half of the spread over the seeds follows a per-program value where it is at least 0.1. */
static void cell(FILE *out, eval_spread_t value) {
    const double around = (value.most - value.least) / 2;
    if (value.seeds == 0)
        fputs(" - |", out);
    else if (around >= 0.05)
        fprintf(out, " %.1f ±%.1f |", value.median, around);
    else
        fprintf(out, " %.1f |", value.median);
}

static void mean_cell(FILE *out, eval_spread_t value) {
    if (value.seeds == 0)
        fputs(" - |", out);
    else if (value.seeds == 1)
        fprintf(out, " **%.1f** |", value.median);
    else
        fprintf(out, " **%.1f** (%.1f … %.1f) |", value.median, value.least, value.most);
}

static const char *policy_name(const char *issue) {
    static const char *const names[][2] = {{"lrr", "LRR"},           {"gto", "GTO"},
                                           {"tls", "TLS"},           {"tls-sticky", "TLS sticky"},
                                           {"saws", "SAWS"},         {"mwf-lrr", "MWF(LRR)"},
                                           {"mwf-gto", "MWF(GTO)"},  {"mewf-lrr", "MEWF(LRR)"},
                                           {"mewf-gto", "MEWF(GTO)"}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], issue) == 0) return names[i][1];
    return issue;
}

static const char *fetch_name(const char *fetch) {
    static const char *const names[][2] = {
        {"rr", ""}, {"fef", " + FEF"}, {"cff", " + CFF"}, {"cff-refill", " + CFF, refill"}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], fetch) == 0) return names[i][1];
    return fetch;
}

/* ---- Figures 1 and 5 ---- */

static void shares_of(const eval_runs_t *runs, const eval_list_t *programs,
                      const eval_share_t *shares, const eval_config_t *configs, unsigned columns,
                      FILE *out) {
    for (unsigned p = 0; p < programs->count; p++) {
        fprintf(out, "| %s |", programs->words[p]);
        for (unsigned i = 0; i < columns; i++)
            cell(out, eval_spread_share(runs, programs->words[p], configs[i], shares[i]));
        fputc('\n', out);
    }
    fputs("| mean |", out);
    for (unsigned i = 0; i < columns; i++)
        mean_cell(out, eval_spread_mean_share(runs, programs, configs[i], shares[i]));
    fputc('\n', out);
}

static void print_barriers_of(const eval_runs_t *runs, const char *group, FILE *out) {
    static const char columns[] =
        "program|LRR: barrier|exit|both|GTO: barrier|exit|both|BAWS: both";
    const eval_share_t shares[] = {SHARE_BARRIER,         SHARE_EXIT, SHARE_BARRIER_AND_EXIT,
                                   SHARE_BARRIER,         SHARE_EXIT, SHARE_BARRIER_AND_EXIT,
                                   SHARE_BARRIER_AND_EXIT};
    const eval_config_t configs[] = {eval_lrr, eval_lrr, eval_lrr, eval_gto,
                                     eval_gto, eval_gto, eval_baws};
    const eval_list_t programs = eval_runs_programs(runs, group);
    eval_print_head(out, columns, 1);
    shares_of(runs, &programs, shares, configs, 7, out);
}

static void print_intense(const eval_runs_t *runs, const char *group, const char *what, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group);
    unsigned above = 0;
    fprintf(out, "%s above 15 %% under LRR, barriers alone / with exits:", what);
    for (unsigned i = 0; i < programs.count; i++) {
        const bool barrier =
            eval_spread_share(runs, programs.words[i], eval_lrr, SHARE_BARRIER).median > 15;
        const bool both =
            eval_spread_share(runs, programs.words[i], eval_lrr, SHARE_BARRIER_AND_EXIT).median >
            15;
        above += both;
        if (both) fprintf(out, " %s%s", programs.words[i], barrier ? "" : " (with exits only)");
    }
    fprintf(out, ": %u of %u.\n\n", above, programs.count);
}

static void print_barriers(const eval_runs_t *runs, FILE *out) {
    fputs("Waiting at barriers, and for the block's end, in percent of a warp's life (Figure 1; "
          "paper: both, mean 30 under LRR, 37 under GTO).\n\n",
          out);
    print_barriers_of(runs, "speedup", out);
    fputs("\nThe programs chosen as not barrier-intensive:\n\n", out);
    print_barriers_of(runs, "other", out);
    fputc('\n', out);
    print_intense(runs, "speedup", "Table 2's", out);
    print_intense(runs, "other", "The others", out);
}

static void print_rtru(const eval_runs_t *runs, FILE *out) {
    static const char columns[] =
        "program|LRR|GTO|MWF(GTO)|BAWS|LRR, every phase alike|GTO, every phase alike";
    const eval_share_t shares[] = {SHARE_RTRU, SHARE_RTRU,      SHARE_RTRU,
                                   SHARE_RTRU, SHARE_RTRU_MEAN, SHARE_RTRU_MEAN};
    const eval_config_t configs[] = {eval_lrr,  eval_gto, eval_mwf_gto,
                                     eval_baws, eval_lrr, eval_gto};
    const eval_list_t programs = eval_runs_programs(runs, "speedup");
    fputs("RTRU in percent (Figure 5, equation 1; long phases weigh more, W12).\n\n", out);
    eval_print_head(out, columns, 1);
    shares_of(runs, &programs, shares, configs, 6, out);
}

/* ---- Figures 8, 11, 12, 14: speedups ---- */

/* Policies as columns, each with rr and cff (and what else the runs have), over OLD; programs as
 * rows. */
enum { COLUMNS_MAX = 64 };

static unsigned columns_of(const eval_runs_t *runs, const char *group, eval_config_t old,
                           eval_config_t *columns) {
    static const char *const fetches[] = {"rr", "fef", "cff", "cff-refill"};
    const eval_list_t programs = eval_runs_programs(runs, group),
                      policies = eval_runs_policies(runs, group);
    unsigned count = 0;
    for (unsigned i = 0; i < policies.count; i++)
        for (unsigned f = 0; f < sizeof fetches / sizeof *fetches; f++) {
            const eval_config_t one = {"-", policies.words[i], fetches[f]};
            const bool same = strcmp(one.issue, old.issue) == 0 &&
                              strcmp(one.fetch, old.fetch) == 0;
            if (!same && count < COLUMNS_MAX &&
                eval_spread_mean_speedup(runs, &programs, one, old, EVAL_BY_IPC).seeds != 0)
                columns[count++] = one;
        }
    return count;
}

/* The program whose median speedups are largest in sum: a mean should not hang on it. Its place in
 * the list. */
static unsigned most_gained(const eval_runs_t *runs, const eval_list_t *programs,
                            const eval_config_t *columns, unsigned count, eval_config_t old) {
    unsigned found = 0;
    double most = 0;
    for (unsigned p = 0; p < programs->count; p++) {
        double sum = 0;
        for (unsigned i = 0; i < count; i++)
            sum +=
                eval_spread_speedup(runs, programs->words[p], columns[i], old, EVAL_BY_IPC).median;
        if (p != 0 && sum <= most) continue;
        most = sum;
        found = p;
    }
    return found;
}

static eval_list_t without(eval_list_t list, unsigned place) {
    memmove(&list.words[place], &list.words[place + 1],
            (list.count - place - 1) * sizeof *list.words);
    list.count--;
    return list;
}

static void print_speedups_over(const eval_runs_t *runs, const char *group, eval_config_t old,
                                const char *against, FILE *out) {
    eval_config_t columns[COLUMNS_MAX];
    const eval_list_t programs = eval_runs_programs(runs, group);
    const unsigned count = columns_of(runs, group, old, columns);
    fprintf(out, "| over %s |", against);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, " %s%s |", policy_name(columns[i].issue), fetch_name(columns[i].fetch));
    fputc('\n', out);
    eval_print_rule(out, 1, count);
    for (unsigned p = 0; p < programs.count; p++) {
        fprintf(out, "| %s |", programs.words[p]);
        for (unsigned i = 0; i < count; i++)
            cell(out, eval_spread_speedup(runs, programs.words[p], columns[i], old, EVAL_BY_IPC));
        fputc('\n', out);
    }
    fputs("| geometric mean |", out);
    for (unsigned i = 0; i < count; i++)
        mean_cell(out, eval_spread_mean_speedup(runs, &programs, columns[i], old, EVAL_BY_IPC));
    fputs("\n| the same by time |", out);
    for (unsigned i = 0; i < count; i++)
        mean_cell(out, eval_spread_mean_speedup(runs, &programs, columns[i], old, EVAL_BY_TIME));
    if (programs.count > 1) {
        const unsigned place = most_gained(runs, &programs, columns, count, old);
        const eval_list_t rest = without(programs, place);
        fprintf(out, "\n| without %s |", programs.words[place]);
        for (unsigned i = 0; i < count; i++)
            mean_cell(out, eval_spread_mean_speedup(runs, &rest, columns[i], old, EVAL_BY_IPC));
    }
    fputc('\n', out);
}

static void print_speedups(const eval_runs_t *runs, FILE *out) {
    fputs("Speedup over LRR with round robin fetch, percent (Figure 8).\n\n", out);
    print_speedups_over(runs, "speedup", eval_lrr, "LRR", out);
}

static void print_saws(const eval_runs_t *runs, FILE *out) {
    fputs("Speedup over GTO, percent (Figure 12).\n\n", out);
    print_speedups_over(runs, "speedup", eval_gto, "GTO", out);
    fputs("\nSpeedup over SAWS, percent.\n\n", out);
    print_speedups_over(runs, "speedup", (eval_config_t){"-", "saws", "rr"}, "SAWS", out);
}

static void print_other(const eval_runs_t *runs, FILE *out) {
    fputs("Programs that are not barrier-intensive: speedup over LRR, percent (Figure 11).\n\n",
          out);
    print_speedups_over(runs, "other", eval_lrr, "LRR", out);
    fputs("\nOver GTO (Figure 14).\n\n", out);
    print_speedups_over(runs, "other", eval_gto, "GTO", out);
}

/* A table of programs x given pairs. */
typedef struct pair {
    const char *name;
    eval_config_t new, old;
} pair_t;

static void print_pairs(const eval_runs_t *runs, const pair_t *pairs, unsigned count, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, "speedup");
    fputs("| program |", out);
    for (unsigned i = 0; i < count; i++) fprintf(out, " %s |", pairs[i].name);
    fputc('\n', out);
    eval_print_rule(out, 1, count);
    for (unsigned p = 0; p < programs.count; p++) {
        fprintf(out, "| %s |", programs.words[p]);
        for (unsigned i = 0; i < count; i++)
            cell(out, eval_spread_speedup(runs, programs.words[p], pairs[i].new, pairs[i].old,
                                          EVAL_BY_IPC));
        fputc('\n', out);
    }
    fputs("| geometric mean |", out);
    for (unsigned i = 0; i < count; i++)
        mean_cell(out, eval_spread_mean_speedup(runs, &programs, pairs[i].new, pairs[i].old,
                                                EVAL_BY_IPC));
    fputc('\n', out);
}

static void print_fetch_policies(const eval_runs_t *runs, FILE *out) {
    const pair_t pairs[] = {{"MWF(LRR)", eval_mwf_lrr, eval_lrr},
                            {"MWF(LRR) + FEF", {"-", "mwf-lrr", "fef"}, eval_lrr},
                            {"MWF(LRR) + CFF", eval_mwf_lrr_cff, eval_lrr},
                            {"MWF(GTO)", eval_mwf_gto, eval_lrr},
                            {"MWF(GTO) + FEF", {"-", "mwf-gto", "fef"}, eval_lrr},
                            {"MWF(GTO) + CFF", eval_baws, eval_lrr}};
    fputs("Fetch policies under MWF, speedup over LRR, percent (Figure 9; paper: MWF 9.8, + FEF "
          "11, + CFF 17).\n\n",
          out);
    print_pairs(runs, pairs, 6, out);
}

static void print_own(const eval_runs_t *runs, FILE *out) {
    const eval_config_t gto_cff = {"-", "gto", "cff"}, gto_refill = {"-", "gto", "cff-refill"},
                        mwf_refill = {"-", "mwf-gto", "cff-refill"},
                        mewf_cff = {"-", "mewf-gto", "cff"}, own = {"-", "mewf-gto", "cff-refill"};
    const pair_t pairs[] = {{"GTO + CFF", gto_cff, eval_baws},
                            {"GTO + CFF, refill", gto_refill, eval_baws},
                            {"MEWF(GTO) + CFF", mewf_cff, eval_baws},
                            {"MWF(GTO) + CFF, refill", mwf_refill, eval_baws},
                            {"ours: MEWF(GTO) + CFF, refill", own, eval_baws}};
    fputs("Ours (W15) and its parts: speedup over BAWS, which is MWF(GTO) + CFF, percent.\n\n",
          out);
    print_pairs(runs, pairs, 5, out);
}

static void print_ibuffer(const eval_runs_t *runs, FILE *out) {
    const eval_config_t four = {"ibuffer_slots=4", "lrr", "rr"},
                        wide = {"fetch_bytes=32,ibuffer_slots=4", "lrr", "rr"};
    const eval_config_t mwf_four = {"ibuffer_slots=4", "mwf-gto", "rr"},
                        mwf_wide = {"fetch_bytes=32,ibuffer_slots=4", "mwf-gto", "rr"};
    const pair_t pairs[] = {{"LRR, I-buffer of 4", four, eval_lrr},
                            {"LRR, and fetch of 4", wide, eval_lrr},
                            {"MWF(GTO), I-buffer of 4", mwf_four, eval_mwf_gto},
                            {"MWF(GTO), and fetch of 4", mwf_wide, eval_mwf_gto}};
    fputs("A wider I-buffer, speedup over the same policy with one of 2, percent (section 6.4; "
          "paper: 0.3, at most 1.4).\n"
          "A fetch fills what it gives, 2 instructions of 16 bytes, and only an empty I-buffer is "
          "fetched for: a longer I-buffer alone changes nothing;\n"
          "it needs the fetch of 32 bytes.\n\n",
          out);
    print_pairs(runs, pairs, 4, out);
}

static void print_variants(const eval_runs_t *runs, FILE *out) {
    const pair_t pairs[] = {{"ties by age", {"tie_by_age=1", "mwf-gto", "rr"}, eval_mwf_gto},
                            {"exits count", {"-", "mewf-gto", "rr"}, eval_mwf_gto},
                            {"ties by age, CFF", {"tie_by_age=1", "mwf-gto", "cff"}, eval_baws},
                            {"exits count, CFF", {"-", "mewf-gto", "cff"}, eval_baws}};
    fputs("What the paper leaves open, as switches of MWF(GTO): speedup over MWF(GTO) as decided "
          "(W1, W2), percent.\n\n",
          out);
    print_pairs(runs, pairs, 4, out);
}

/* ---- Figure 10 ---- */

static void print_stall_row(const eval_runs_t *runs, const char *program,
                            const eval_list_t *programs, const char *name, eval_config_t config,
                            FILE *out) {
    double sum = 0;
    fprintf(out, "| %s | %s |", program ? program : "**mean**", name);
    for (unsigned reason = 0; reason < REASON_COUNT; reason++) {
        const eval_spread_t idle =
            program
                ? eval_spread_idle(runs, program, config, eval_lrr, (eval_reason_t)reason)
                : eval_spread_mean_idle(runs, programs, config, eval_lrr, (eval_reason_t)reason);
        sum += idle.median;
        if (idle.seeds == 0)
            fputs(" - |", out);
        else
            fprintf(out, " %.1f |", idle.median);
    }
    fprintf(out, " %.1f |\n", sum);
}

static void print_stalls(const eval_runs_t *runs, FILE *out) {
    const pair_t rows[] = {{"LRR", eval_lrr, eval_lrr},
                           {"GTO", eval_gto, eval_lrr},
                           {"MWF(LRR)", eval_mwf_lrr, eval_lrr},
                           {"MWF(LRR) + CFF", eval_mwf_lrr_cff, eval_lrr},
                           {"MWF(GTO) + CFF", eval_baws, eval_lrr}};
    const eval_list_t programs = eval_runs_programs(runs, "speedup");
    fputs("Idle scheduler cycles by reason (W14), in percent of the issue slots that the program "
          "has under LRR; median of the seeds (Figure 10).\n\n"
          "| program | policy | control | data | structural | barrier | exit | fetch | sum "
          "|\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n",
          out);
    for (unsigned i = 0; i < 5; i++)
        print_stall_row(runs, NULL, &programs, rows[i].name, rows[i].new, out);
    for (unsigned p = 0; p < programs.count; p++)
        for (unsigned i = 0; i < 5; i++)
            print_stall_row(runs, programs.words[p], &programs, rows[i].name, rows[i].new, out);
}

/* ---- where CFF pays ---- */

static void print_front_ends(const eval_runs_t *runs, FILE *out) {
    static const char columns[] = "program|LRR: fetch slots used|I-cache misses|issue slots "
                                  "used|BAWS: fetch slots used|I-cache misses|issue slots used";
    const eval_share_t shares[] = {SHARE_FETCH_USE, SHARE_ICACHE_MISS, SHARE_ISSUE_USE,
                                   SHARE_FETCH_USE, SHARE_ICACHE_MISS, SHARE_ISSUE_USE};
    const eval_config_t configs[] = {eval_lrr, eval_lrr, eval_lrr, eval_baws, eval_baws, eval_baws};
    const eval_list_t programs = eval_runs_programs(runs, "speedup");
    fputs("How busy the fetch port is, percent: slots with an access, accesses that miss, issue "
          "slots used.\n\n",
          out);
    eval_print_head(out, columns, 1);
    shares_of(runs, &programs, shares, configs, 6, out);
}

static void print_map_row(const eval_runs_t *runs, const eval_list_t *programs,
                          const char *settings, FILE *out) {
    const eval_config_t gto = {settings, "gto", "rr"}, gto_cff = {settings, "gto", "cff"},
                        mwf = {settings, "mwf-gto", "rr"}, baws = {settings, "mwf-gto", "cff"};
    fprintf(out, "| %s |", strcmp(settings, "-") == 0 ? "**default**" : settings);
    cell(out, eval_spread_mean_speedup(runs, programs, mwf, gto, EVAL_BY_IPC));
    cell(out, eval_spread_mean_speedup(runs, programs, gto_cff, gto, EVAL_BY_IPC));
    cell(out, eval_spread_mean_speedup(runs, programs, baws, mwf, EVAL_BY_IPC));
    cell(out, eval_spread_mean_speedup(runs, programs, baws, gto, EVAL_BY_IPC));
    cell(out, eval_spread_mean_share(runs, programs, mwf, SHARE_FETCH_USE));
    cell(out, eval_spread_mean_share(runs, programs, mwf, SHARE_ICACHE_MISS));
    double most = -1000;
    const char *best = "-";
    for (unsigned i = 0; i < programs->count; i++) {
        const eval_spread_t one = eval_spread_speedup(runs, programs->words[i], baws, mwf,
                                                      EVAL_BY_IPC);
        if (one.seeds == 0 || one.median <= most) continue;
        most = one.median;
        best = programs->words[i];
    }
    if (most > -1000)
        fprintf(out, " %s %.1f |\n", best, most);
    else
        fputs(" - |\n", out);
}

static void print_map(const eval_runs_t *runs, FILE *out) {
    static const char *const groups[] = {"map", "fetch"};
    const eval_list_t over = eval_runs_programs(runs, "map");
    fputs("What CFF gives, percent, by fetch port and I-cache (`--set`), one seed; geometric means "
          "over",
          out);
    for (unsigned i = 0; i < over.count; i++) fprintf(out, " %s", over.words[i]);
    fputs(".\n\n"
          "| machine | MWF(GTO) over GTO | CFF on GTO | CFF on MWF(GTO) | BAWS over GTO | fetch "
          "slots used | I-cache misses | most by CFF on MWF(GTO) |\n"
          "|---|---:|---:|---:|---:|---:|---:|---|\n",
          out);
    for (unsigned g = 0; g < 2; g++) {
        const eval_list_t settings = eval_runs_settings(runs, groups[g]),
                          programs = eval_runs_programs(runs, groups[g]);
        for (unsigned i = 0; i < settings.count; i++)
            print_map_row(runs, &programs, settings.words[i], out);
    }
}

/* ---- what was run ---- */

static void print_runs(const eval_runs_t *runs, FILE *out) {
    unsigned seeds[64];
    fprintf(out, "%zu runs of %u seeds", runs->count, eval_runs_seeds(runs, seeds, 64));
    eval_print_missing(out, runs, "tb/eval/baws/experiments");
    fputs(".\n", out);
}

const eval_table_t eval_tables[] = {
    {"runs", print_runs},
    {"claims", eval_print_claims},
    {"barriers", print_barriers},
    {"rtru", print_rtru},
    {"speedups", print_speedups},
    {"fetch-policies", print_fetch_policies},
    {"stalls", print_stalls},
    {"ibuffer", print_ibuffer},
    {"other", print_other},
    {"saws", print_saws},
    {"own", print_own},
    {"variants", print_variants},
    {"front-ends", print_front_ends},
    {"map", print_map},
};
const unsigned eval_table_count = sizeof eval_tables / sizeof *eval_tables;
