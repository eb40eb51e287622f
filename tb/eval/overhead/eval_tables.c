/* SPDX-License-Identifier: Apache-2.0 */
/* eval_tables.c: the tables of docs/results/eval-overhead.md (evaluation.h). Rows and columns come
 * from the runs: a further program, size or proposal needs nothing here.
 */
#include <math.h>
#include <string.h>

#include "tb/eval/overhead/eval_claims.h"
#include "tb/eval/common/eval_print.h"
#include "sim/machine/machine.h"

/* Both sizes, each under a line that says which, when it has runs. */
static void for_sizes(const eval_runs_t *runs, FILE *out,
                      void (*print)(const eval_runs_t *runs, const char *group, FILE *out)) {
    static const char *const sizes[][2] = {{"large", "Large sizes"}, {"small", "Small sizes"}};
    for (unsigned i = 0; i < 2; i++) {
        if (eval_runs_programs(runs, sizes[i][0]).count == 0) continue;
        fprintf(out, "\n%s:\n\n", sizes[i][1]);
        print(runs, sizes[i][0], out);
    }
}

/* Programs x measures, the arithmetic mean below. */
static void print_measures(const eval_runs_t *runs, const eval_list_t *programs,
                           const eval_measure_t *measures, unsigned count, FILE *out) {
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p < programs->count; p++) {
        fprintf(out, "| %s |", eval_program_name(programs->words[p], name));
        for (unsigned i = 0; i < count; i++)
            eval_print_cell(out, eval_value(runs, programs->words[p], &measures[i]));
        fputc('\n', out);
    }
    fputs("| mean |", out);
    for (unsigned i = 0; i < count; i++)
        eval_print_bold(out, eval_mean(runs, programs, &measures[i]));
    fputc('\n', out);
}

static void print_geometric(const eval_runs_t *runs, const eval_list_t *programs,
                            const eval_measure_t *measures, unsigned count, FILE *out) {
    fputs("| geometric mean |", out);
    for (unsigned i = 0; i < count; i++)
        eval_print_bold(out, eval_geometric_mean(runs, programs, &measures[i]));
    fputc('\n', out);
}

/* ---- what was run ---- */

static void print_size(const char *word, FILE *out) {
    const char *arguments = strchr(word, ':');
    if (!arguments)
        fputs(" default |", out);
    else {
        fputs(" `", out);
        for (const char *at = arguments + 1; *at != '\0'; at++) fputc(*at == ',' ? ' ' : *at, out);
        fputs("` |", out);
    }
}

/* The groups of the manifest. */
static eval_list_t groups_of(const eval_runs_t *runs) {
    eval_list_t groups = {.count = 0};
    for (size_t i = 0; i < runs->count; i++) eval_list_add(&groups, runs->runs[i].key.group);
    return groups;
}

static void print_runs(const eval_runs_t *runs, FILE *out) {
    const eval_list_t groups = groups_of(runs);
    fprintf(out, "%zu results", runs->files);
    eval_print_missing(out, runs, "tb/eval/overhead/experiments");
    fputs(". Sizes, as the programs' arguments:\n\n| program |", out);
    for (unsigned g = 0; g < groups.count; g++) fprintf(out, " %s |", groups.words[g]);
    fputs("\n|---|", out);
    for (unsigned g = 0; g < groups.count; g++) fputs("---|", out);
    const eval_list_t first = eval_runs_programs(runs, groups.words[0]);
    char name[EVAL_NAME_MAX], other[EVAL_NAME_MAX];
    for (unsigned p = 0; p < first.count; p++) {
        fprintf(out, "\n| %s |", eval_program_name(first.words[p], name));
        for (unsigned g = 0; g < groups.count; g++) {
            const eval_list_t programs = eval_runs_programs(runs, groups.words[g]);
            unsigned at = 0;
            while (at < programs.count &&
                   strcmp(eval_program_name(programs.words[at], other), name) != 0)
                at++;
            if (at < programs.count)
                print_size(programs.words[at], out);
            else
                fputs(" - |", out);
        }
    }
    fputc('\n', out);
}

/* ---- Figure 8 ---- */

static void paper_cell(FILE *out, const char *group, const char *name, eval_kind_t kind) {
    double least, most;
    if (!eval_paper_says(group, name, kind, &least, &most))
        fputs(" |", out);
    else if (least == most)
        fprintf(out, " %.1f |", least);
    else
        fprintf(out, " %.0f … %.0f |", least, most);
}

static void print_overhead_of(const eval_runs_t *runs, const char *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group);
    const eval_measure_t measures[] = {{MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_OVERHEAD, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_WITH_CLEAR, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_WITH_CLEAR, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0}};
    char name[EVAL_NAME_MAX];
    eval_print_head(out,
                    strcmp(group, "large") == 0
                        ? "program|cycles, no detection|ScoRD|no caching|ScoRD, with clear|no "
                          "caching, with clear|paper, ScoRD"
                        : "program|cycles, no detection|ScoRD|no caching|ScoRD, with clear|no "
                          "caching, with clear|authors' simulator",
                    1);
    for (unsigned p = 0; p < programs.count; p++) {
        const eval_run_t *plain = eval_runs_find(runs, programs.words[p], EVAL_PLAIN);
        fprintf(out, "| %s |", eval_program_name(programs.words[p], name));
        if (!plain)
            fputs(" - |", out);
        else
            fprintf(out, " %.0f |", plain->total.cycles / plain->key.seeds);
        for (unsigned i = 0; i < 4; i++)
            eval_print_cell(out, eval_value(runs, programs.words[p], &measures[i]));
        paper_cell(out, group, name, MEASURE_OVERHEAD);
        fputc('\n', out);
    }
    fputs("| mean | |", out);
    for (unsigned i = 0; i < 4; i++) eval_print_bold(out, eval_mean(runs, &programs, &measures[i]));
    paper_cell(out, group, NULL, MEASURE_OVERHEAD);
    fputs("\n| geometric mean | |", out);
    for (unsigned i = 0; i < 4; i++)
        eval_print_bold(out, eval_geometric_mean(runs, &programs, &measures[i]));
    fputs(" |\n", out);
}

static void print_overhead(const eval_runs_t *runs, FILE *out) {
    fputs("Execution cycles above those without detection, percent (Figure 8). *With clear*: and "
          "the metadata's clear at kernel start.\n",
          out);
    for_sizes(runs, out, print_overhead_of);
}

/* ---- Figure 9 ---- */

static void print_dram_of(const eval_runs_t *runs, const char *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group);
    const eval_measure_t measures[] = {{MEASURE_DRAM_DATA, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_DRAM_METADATA, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_DRAM, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_DRAM_DATA, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_DRAM_METADATA, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_DRAM, EVAL_UNCACHED, EVAL_PLAIN, NULL, 0}};
    eval_print_head(out, "program|ScoRD: data|metadata|all|no caching: data|metadata|all", 1);
    print_measures(runs, &programs, measures, 6, out);
}

static void print_dram(const eval_runs_t *runs, FILE *out) {
    fputs("DRAM accesses (lines read and written), in percent of those without detection (Figure "
          "9).\n",
          out);
    for_sizes(runs, out, print_dram_of);
}

/* ---- Figure 10 ---- */

static void print_split_of(const eval_runs_t *runs, const char *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group);
    const eval_measure_t measures[] = {{MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_UPLIFT_LHD, EVAL_SCORD, NULL, NULL, 0},
                                       {MEASURE_UPLIFT_NOC, EVAL_SCORD, NULL, NULL, 0},
                                       {MEASURE_UPLIFT_MD, EVAL_SCORD, NULL, NULL, 0},
                                       {MEASURE_SHARE_LHD, EVAL_SCORD, NULL, NULL, 0},
                                       {MEASURE_SHARE_NOC, EVAL_SCORD, NULL, NULL, 0},
                                       {MEASURE_SHARE_MD, EVAL_SCORD, NULL, NULL, 0}};
    double least, most;
    eval_print_head(
        out, "program|overhead|uplift without LHD|without NOC|without MD|part of LHD|of NOC|of MD",
        1);
    print_measures(runs, &programs, measures, 7, out);
    if (!eval_paper_says(group, NULL, MEASURE_SHARE_LHD, &least, &most)) return;
    fputs("| paper |", out);
    for (unsigned i = 0; i < 7; i++) paper_cell(out, group, NULL, measures[i].kind);
    fputc('\n', out);
}

static void print_split(const eval_runs_t *runs, FILE *out) {
    fprintf(out,
            "Sources of the overhead (Figure 10): how much faster a run is when a source is not "
            "timed, percent, and the source's part of the sum of the\n"
            "three uplifts (one below 0 counts 0; no part where the sum is below %.1f points, nor "
            "in the mean).\n",
            eval_least_uplift());
    for_sizes(runs, out, print_split_of);
}

/* ---- Figure 11 ---- */

static void print_machine(const eval_runs_t *runs, const char *group, FILE *out) {
    const eval_list_t settings = eval_runs_settings(runs, group);
    for (unsigned i = 0; i < settings.count; i++)
        if (!strstr(settings.words[i], EVAL_SCORD))
            fprintf(out, "; *%s*: `%s`", group, settings.words[i]);
}

static void print_resources(const eval_runs_t *runs, FILE *out) {
    const eval_measure_t measures[] = {{MEASURE_OVERHEAD, NULL, NULL, "less", 0},
                                       {MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0},
                                       {MEASURE_OVERHEAD, NULL, NULL, "more", 0}};
    const eval_list_t programs = eval_runs_programs(runs, "less");
    fputs("Overhead with less and more L2 and DRAM bandwidth, percent of the cycles without "
          "detection on the same machine (Figure 11)",
          out);
    print_machine(runs, "less", out);
    print_machine(runs, "more", out);
    fputs(".\n\n", out);
    eval_print_head(out, "program|less|default|more", 1);
    print_measures(runs, &programs, measures, 3, out);
    print_geometric(runs, &programs, measures, 3, out);
}

/* ---- facts of the simulation ---- */

/* What is printed of a run on its machine, in two tables. */
typedef enum fact {
    FACT_MSHR, /* stalls */
    FACT_NOC,
    FACT_HIT,
    FACT_OTHER,
    FACT_DRAIN,
    FACT_CLEAR,
    FACT_REQUESTS, /* traffic */
    FACT_WORDS,
    FACT_REQUEST_FLITS,
    FACT_REPLY_FLITS,
    FACT_L1_MISSES,
    FACT_L2_MISSES,
    FACT_METADATA_MISSES,
    FACT_ROW_HITS,
    FACT_DRAM_USE,
    FACT_COUNT
} fact_t;

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : NAN; }
static double share_of(double part, double rest) { return percent(part, part + rest); }

static void facts_of(const eval_statistics_t *t, const gpu_machine_t *m, double fact[FACT_COUNT]) {
    const double sm_cycles = t->cycles * m->sms;
    fact[FACT_MSHR] = percent(t->stall_mshr, sm_cycles);
    fact[FACT_NOC] = percent(t->stall_noc, sm_cycles);
    fact[FACT_HIT] = percent(t->stall_detector_hit, sm_cycles);
    fact[FACT_OTHER] = percent(t->stall_detector_other, sm_cycles);
    fact[FACT_DRAIN] = percent(t->detector_drain_cycles, t->cycles);
    fact[FACT_CLEAR] = percent(t->detector_clear_cycles, t->cycles);
    fact[FACT_REQUESTS] = percent(t->detector_requests, t->cycles);
    fact[FACT_WORDS] = percent(t->detector_words, t->cycles);
    fact[FACT_REQUEST_FLITS] = percent(t->noc_request_flits, t->cycles);
    fact[FACT_REPLY_FLITS] = percent(t->noc_reply_flits, t->cycles);
    fact[FACT_L1_MISSES] = share_of(t->l1_misses, t->l1_hits);
    fact[FACT_L2_MISSES] = share_of(t->l2_misses, t->l2_hits);
    fact[FACT_METADATA_MISSES] = share_of(t->l2_metadata_misses, t->l2_metadata_hits);
    fact[FACT_ROW_HITS] = share_of(t->dram_row_hits, t->dram_row_misses);
    fact[FACT_DRAM_USE] = percent(t->dram_busy, t->cycles * m->dram_clock / 100 * m->l2_slices);
}

/* The facts FIRST to END, exclusive, of one run. */
static void fact_cells(const eval_runs_t *runs, const char *program, const char *settings,
                       fact_t first, fact_t end, FILE *out) {
    const eval_run_t *run = eval_runs_find(runs, program, settings);
    gpu_machine_t machine;
    char message[256];
    double fact[FACT_COUNT];
    gpu_machine_named("scord", &machine);
    const bool good = run && (strcmp(settings, "-") == 0 ||
                              gpu_machine_set(&machine, settings, message, sizeof message));
    if (good) facts_of(&run->total, &machine, fact);
    for (unsigned i = first; i < (unsigned)end; i++) eval_print_cell(out, good ? fact[i] : NAN);
}

/* Three rows a program: without detection, ScoRD, without caching. COLUMNS begin with the program
 * and what it ran with. */
static void print_facts(const eval_runs_t *runs, const char *group, const char *columns,
                        fact_t first, fact_t end, FILE *out) {
    static const char *const rows[][2] = {
        {"no detection", EVAL_PLAIN}, {"ScoRD", EVAL_SCORD}, {"no caching", EVAL_UNCACHED}};
    const eval_list_t programs = eval_runs_programs(runs, group);
    char name[EVAL_NAME_MAX];
    eval_print_head(out, columns, 2);
    for (unsigned p = 0; p < programs.count; p++)
        for (unsigned row = 0; row < 3; row++) {
            fprintf(out, "| %s | %s |", eval_program_name(programs.words[p], name), rows[row][0]);
            fact_cells(runs, programs.words[p], rows[row][1], first, end, out);
            fputc('\n', out);
        }
}

static void print_stalls_of(const eval_runs_t *runs, const char *group, FILE *out) {
    print_facts(runs, group,
                "program||MSHR|interconnect|detector, L1 hit (LHD)|detector, other|drain|clear",
                FACT_MSHR, FACT_REQUESTS, out);
}

static void print_stalls(const eval_runs_t *runs, FILE *out) {
    fputs("Cycles in which a load/store unit waits, by what it waits for, in percent of the SMs' "
          "cycles; *drain*: from the end of a kernel's last block\n"
          "to the last decision, in percent of the cycles; *clear*: of the metadata at kernel "
          "start, in percent of the cycles, beside them.\n",
          out);
    for_sizes(runs, out, print_stalls_of);
}

static void print_traffic_of(const eval_runs_t *runs, const char *group, FILE *out) {
    print_facts(runs, group,
                "program||detector requests|words checked|request flits|reply flits|L1 misses|L2 "
                "misses, data|L2 misses, metadata|DRAM row hits|DRAM data bus used",
                FACT_REQUESTS, FACT_COUNT, out);
}

static void print_traffic(const eval_runs_t *runs, FILE *out) {
    fputs("Requests to the detector, words and flits in 100 cycles of the whole machine; misses, "
          "row hits and use of the data bus in percent.\n",
          out);
    for_sizes(runs, out, print_traffic_of);
}

/* ---- the laboratory ---- */

static void print_proposal(const eval_runs_t *runs, const eval_list_t *programs, const char *name,
                           const char *settings, FILE *out) {
    const eval_measure_t measure = {MEASURE_OVERHEAD, settings, EVAL_PLAIN, NULL, 0},
                         standard = {MEASURE_OVERHEAD, EVAL_SCORD, EVAL_PLAIN, NULL, 0};
    fprintf(out, "| %s |", name);
    for (unsigned p = 0; p < programs->count; p++)
        eval_print_cell(out, eval_value(runs, programs->words[p], &measure));
    eval_print_bold(out, eval_mean(runs, programs, &measure));
    eval_print_bold(out, eval_geometric_mean(runs, programs, &measure));
    eval_print_cell(out,
                    eval_mean(runs, programs, &measure) - eval_mean(runs, programs, &standard));
    fputc('\n', out);
}

static void print_proposals(const eval_runs_t *runs, const char *group, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group),
                      settings = eval_runs_settings(runs, group);
    char columns[512] = "settings beside `detector=1`|", name[EVAL_NAME_MAX];
    for (unsigned p = 0; p < programs.count; p++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "%s|",
                 eval_program_name(programs.words[p], name));
    snprintf(columns + strlen(columns), sizeof columns - strlen(columns),
             "mean|geometric mean|change");
    eval_print_head(out, columns, 1);
    for (unsigned i = 0; i < settings.count; i++) {
        const char *words_of = settings.words[i];
        if (strncmp(words_of, EVAL_SCORD ",", strlen(EVAL_SCORD ",")) == 0)
            print_proposal(runs, &programs, words_of + strlen(EVAL_SCORD ","), words_of, out);
        else if (strcmp(words_of, EVAL_SCORD) == 0)
            print_proposal(runs, &programs, "none", words_of, out);
    }
}

static void print_laboratory(const eval_runs_t *runs, FILE *out) {
    fputs("Overhead with other detectors, percent; *change*: of the mean, in points, against ScoRD "
          "as it is. Small sizes:\n\n",
          out);
    print_proposals(runs, "laboratory", out);
    if (eval_runs_programs(runs, "banks").count == 0) return;
    fputs("\nLarge sizes:\n\n", out);
    print_proposals(runs, "banks", out);
}

/* ---- grouped metadata ---- */

#define GROUPED EVAL_SCORD ",laboratory=1" /* as in tb/eval/overhead/experiments: @grouped */

/* The programs of the list that have a value with these settings. */
static eval_list_t measured(const eval_runs_t *runs, const eval_list_t *programs,
                            const char *settings) {
    const eval_measure_t measure = {MEASURE_OVERHEAD, settings, EVAL_PLAIN, NULL, 0};
    eval_list_t some = {.count = 0};
    for (unsigned p = 0; p < programs->count; p++)
        if (!isnan(eval_value(runs, programs->words[p], &measure)))
            eval_list_add(&some, programs->words[p]);
    return some;
}

/* What a row changes of GROUPED; the other rows are settings as they are. */
static void print_form_name(const char *settings, FILE *out) {
    if (strcmp(settings, GROUPED) == 0)
        fputs("| **the grouped detector** |", out);
    else if (strncmp(settings, GROUPED ",", strlen(GROUPED ",")) == 0)
        fprintf(out, "| … %s |", settings + strlen(GROUPED ","));
    else if (strcmp(settings, EVAL_SCORD) == 0)
        fputs("| the RTL's `wide` |", out);
    else
        fprintf(out, "| %s |", settings + strlen(EVAL_SCORD ","));
}

static void print_form(const eval_runs_t *runs, const char *settings, const eval_list_t *programs,
                       const eval_list_t *scattered, FILE *out) {
    const eval_measure_t measure = {MEASURE_OVERHEAD, settings, EVAL_PLAIN, NULL, 0},
                         clear = {MEASURE_WITH_CLEAR, settings, EVAL_PLAIN, NULL, 0};
    const eval_list_t some = measured(runs, programs, settings);
    print_form_name(settings, out);
    for (unsigned p = 0; p < programs->count; p++)
        eval_print_cell(out, eval_value(runs, programs->words[p], &measure));
    eval_print_bold(out, eval_mean(runs, programs, &measure));
    eval_print_cell(out, eval_mean(runs, &some, &clear) - eval_mean(runs, &some, &measure));
    for (unsigned p = 0; p < scattered->count; p++)
        eval_print_cell(out, eval_value(runs, scattered->words[p], &measure));
    fputc('\n', out);
}

static void add_columns(const eval_list_t *programs, char *columns, size_t size) {
    char name[EVAL_NAME_MAX];
    for (unsigned p = 0; p < programs->count; p++)
        snprintf(columns + strlen(columns), size - strlen(columns), "|%s",
                 eval_program_name(programs->words[p], name));
}

static void print_forms_of(const eval_runs_t *runs, const char *group, const char *scattered_group,
                           FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, group),
                      settings = eval_runs_settings(runs, group),
                      scattered = scattered_group ? eval_runs_programs(runs, scattered_group)
                                                  : (eval_list_t){.count = 0};
    char columns[512] = "detector";
    add_columns(&programs, columns, sizeof columns);
    snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "|mean|clear");
    add_columns(&scattered, columns, sizeof columns);
    eval_print_head(out, columns, 1);
    for (unsigned i = 0; i < settings.count; i++)
        if (strcmp(settings.words[i], EVAL_PLAIN) != 0)
            print_form(runs, settings.words[i], &programs, &scattered, out);
}

static void print_forms(const eval_runs_t *runs, FILE *out) {
    fputs("Overhead, percent; *clear*: points that the clear of the metadata at kernel start would "
          "add, on average over the programs before it that were run.\n"
          "A row with … changes the named numbers of the grouped detector, the last of a name "
          "counts; "
          "-: not run.\n",
          out);
    static const char *const groups[][3] = {
        {"forms-large", "scattered-large", "Large sizes"},
        {"forms", "scattered", "Small sizes"},
        {"authors", NULL, "Sizes at which the authors' simulator was run beside ours"},
        {"table2", NULL, "Sizes of Table II"}};
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (eval_runs_programs(runs, groups[i][0]).count == 0) continue;
        fprintf(out, "\n%s:\n\n", groups[i][2]);
        print_forms_of(runs, groups[i][0], groups[i][1], out);
    }
}

/* ---- the machine ---- */

static void print_scord(const eval_runs_t *runs, FILE *out) {
    gpu_machine_t machine;
    (void)runs;
    gpu_machine_named("scord", &machine);
    fputs("Every number of the machine without detection (`--machine scord`).\n\n```\n", out);
    gpu_machine_print(&machine, out);
    fputs("```\n", out);
}

const eval_table_t eval_tables[] = {
    {"runs", print_runs},     {"claims", eval_print_claims}, {"overhead", print_overhead},
    {"dram", print_dram},     {"split", print_split},        {"resources", print_resources},
    {"stalls", print_stalls}, {"traffic", print_traffic},    {"laboratory", print_laboratory},
    {"forms", print_forms},   {"machine", print_scord},
};
const unsigned eval_table_count = sizeof eval_tables / sizeof *eval_tables;
