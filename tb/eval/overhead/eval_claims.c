/* SPDX-License-Identifier: Apache-2.0 */
/* eval_claims.c: what the text of ScoRD section V says (of its bars nothing but pictures are
 * known), each claim with what was measured and the verdict (eval_judge.h): eval_print_claims of
 * evaluation.h. A claim is a row of one of the arrays below.
 */
#include <math.h>
#include <string.h>

#include "tb/eval/overhead/eval_claims.h"
#include "tb/eval/common/eval_judge.h"

static const char rule[] =
    "A number of the paper (of a range: its nearer end) is *reproduced* when ours is within "
    "30 % of it or within 3 points (half of it, where it\n"
    "is below 6 points); *partly* when ours is between its half and its double; else *not*. "
    "What the paper calls negligible is reproduced\n"
    "below the limit given, partly below twice the limit. An order is reproduced when it "
    "holds in all the programs that the paper says\n"
    "(in 75 % where it says \"typically\"), partly in at least half of them. *open*: runs "
    "are missing.\n";

#define OVERHEAD(settings)                                                                         \
    { MEASURE_OVERHEAD, settings, EVAL_PLAIN, NULL, 0 }
#define OVERHEAD_WITH(machine)                                                                     \
    { MEASURE_OVERHEAD, NULL, NULL, machine, 0 }
#define DRAM(kind, settings)                                                                       \
    { MEASURE_DRAM##kind, settings, EVAL_PLAIN, NULL, 0 }
#define SPLIT(kind)                                                                                \
    { MEASURE_##kind, EVAL_SCORD, NULL, NULL, 0 }
#define FLITS                                                                                      \
    { MEASURE_FLITS, EVAL_PLAIN, EVAL_PLAIN, NULL, 0 }
#define CONSTANT(value)                                                                            \
    { MEASURE_CONSTANT, NULL, NULL, NULL, value }

/* ---- numbers and limits ---- */

typedef struct number_claim {
    const char *where, *text, *group, *program; /* group: of the programs; program NULL: the mean */
    eval_measure_t measure;
    double least, most; /* most 0: a limit */
} number_claim_t;

static const number_claim_t numbers[] = {
    {"V-A, Fig. 8", "overhead, mean", "large", NULL, OVERHEAD(EVAL_SCORD), 35, 35},
    {"V-A, Fig. 8", "overhead of 1DC", "large", "1dc", OVERHEAD(EVAL_SCORD), 88, 88},
    {"V-A, Fig. 10", "contribution of LHD, mean", "large", NULL, SPLIT(SHARE_LHD), 16.5, 16.5},
    {"V-A, Fig. 10", "contribution of NOC, mean", "large", NULL, SPLIT(SHARE_NOC), 36.2, 36.2},
    {"V-A, Fig. 10", "contribution of MD, mean", "large", NULL, SPLIT(SHARE_MD), 47.3, 47.3},
    {"V-A, Fig. 10", "RED: congestion negligible, NOC's part", "large", "red", SPLIT(SHARE_NOC), 10,
     0},
    {"V-A, Fig. 10", "R110: congestion negligible, NOC's part", "large", "r110", SPLIT(SHARE_NOC),
     10, 0},
    {"V-A, Fig. 10", "UTS: no impact of LHD, points", "large", "uts", SPLIT(UPLIFT_LHD), 1, 0},
    {"authors' simulator", "overhead of RED", "small", "red", OVERHEAD(EVAL_SCORD), 1, 3},
    {"authors' simulator", "overhead of 1DC", "small", "1dc", OVERHEAD(EVAL_SCORD), 27, 43},
    {"authors' simulator", "overhead of R110", "small", "r110", OVERHEAD(EVAL_SCORD), 41, 41},
};

bool eval_paper_says(const char *group, const char *name, eval_kind_t kind, double *least,
                     double *most) {
    for (const number_claim_t *claim = numbers; claim < numbers + sizeof numbers / sizeof *numbers;
         claim++) {
        const bool same_program = !name || !claim->program ? name == claim->program
                                                           : strcmp(name, claim->program) == 0;
        if (!same_program || claim->most == 0 || claim->measure.kind != kind ||
            strcmp(claim->group, group) != 0)
            continue;
        *least = claim->least;
        *most = claim->most;
        return true;
    }
    return false;
}

/* The program's word in a group; NULL: it is not there. */
static const char *word_of(const eval_list_t *programs, const char *name) {
    char buffer[EVAL_NAME_MAX];
    for (unsigned i = 0; i < programs->count; i++)
        if (strcmp(eval_program_name(programs->words[i], buffer), name) == 0)
            return programs->words[i];
    return NULL;
}

/* Of the program NAME of the list; NULL: the mean. */
static double measure_of(const eval_runs_t *runs, const eval_list_t *programs, const char *name,
                         const eval_measure_t *measure) {
    if (!name) return eval_mean(runs, programs, measure);
    const char *word = word_of(programs, name);
    return !word ? NAN : eval_value(runs, word, measure);
}

static void print_paper(const number_claim_t *claim, FILE *out) {
    if (claim->most == 0)
        fprintf(out, "below %.0f", claim->least);
    else if (claim->least != claim->most)
        fprintf(out, "%.0f … %.0f", claim->least, claim->most);
    else
        fprintf(out, "%.1f", claim->least);
}

static eval_verdict_t print_number(const eval_runs_t *runs, const number_claim_t *claim,
                                   FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, claim->group);
    const double measured = measure_of(runs, &programs, claim->program, &claim->measure);
    const eval_verdict_t verdict = claim->most == 0
                                       ? eval_judge_limit(claim->least, measured)
                                       : eval_judge_number(claim->least, claim->most, measured);
    fprintf(out, "| %s | %s | %s | ", claim->where, claim->text, claim->group);
    print_paper(claim, out);
    if (isnan(measured))
        fputs(" | -", out);
    else
        fprintf(out, " | %.1f", measured);
    fprintf(out, " | %s |\n", eval_verdict_name(verdict));
    return verdict;
}

/* ---- orders ---- */

/* MORE is larger than LESS, each of the program in question, of a named one, or the mean. */
typedef struct order_claim {
    const char *where, *text, *only,
        *except; /* programs, space before and after each; NULL: all, none */
    bool typically;
    eval_measure_t more, less;
    const char *more_of, *less_of; /* NULL: of the program; "mean"; a program */
} order_claim_t;

static const order_claim_t orders[] = {
    {"V-A, Fig. 8", "caching metadata lowers the overhead", NULL, NULL, false,
     OVERHEAD(EVAL_UNCACHED), OVERHEAD(EVAL_SCORD), NULL, NULL},
    {"V-A, Fig. 8", "1DC's overhead is the largest", NULL, " 1dc ", false, OVERHEAD(EVAL_SCORD),
     OVERHEAD(EVAL_SCORD), "1dc", NULL},
    {"V-A, Fig. 8", "graph algorithms: overhead below the mean", " gcol gcon ", NULL, false,
     OVERHEAD(EVAL_SCORD), OVERHEAD(EVAL_SCORD), "mean", NULL},
    {"V-A", "1DC sends many packets: flits a cycle, above the mean", " 1dc ", NULL, false, FLITS,
     FLITS, NULL, "mean"},
    {"Table VIII", "below three times the time", NULL, NULL, false, CONSTANT(200),
     OVERHEAD(EVAL_SCORD), NULL, NULL},
    {"V-A, Fig. 9", "caching lowers DRAM accesses to metadata", NULL, NULL, false,
     DRAM(_METADATA, EVAL_UNCACHED), DRAM(_METADATA, EVAL_SCORD), NULL, NULL},
    {"V-A, Fig. 9", "caching lowers all DRAM accesses", NULL, NULL, false, DRAM(, EVAL_UNCACHED),
     DRAM(, EVAL_SCORD), NULL, NULL},
    {"V-A, Fig. 9", "metadata contend for the L2: more accesses to data, no caching", NULL, NULL,
     true, DRAM(_DATA, EVAL_UNCACHED), CONSTANT(100), NULL, NULL},
    {"V-A, Fig. 9", "caching lowers that contention", NULL, NULL, true, DRAM(_DATA, EVAL_UNCACHED),
     DRAM(_DATA, EVAL_SCORD), NULL, NULL},
    {"V-A, Fig. 10", "RED, R110: most of the overhead is MD", " red r110 ", NULL, false,
     SPLIT(SHARE_MD), CONSTANT(50), NULL, NULL},
    {"V-A, Fig. 10", "graph algorithms: NOC's part above RED's", " gcol gcon ", NULL, false,
     SPLIT(SHARE_NOC), SPLIT(SHARE_NOC), NULL, "red"},
    {"V-A, Fig. 10", "graph algorithms: NOC's part above R110's", " gcol gcon ", NULL, false,
     SPLIT(SHARE_NOC), SPLIT(SHARE_NOC), NULL, "r110"},
    {"V-B, Fig. 11", "less L2 and bandwidth: more overhead, but 1DC", NULL, " 1dc ", false,
     OVERHEAD_WITH("less"), OVERHEAD(EVAL_SCORD), NULL, NULL},
    {"V-B, Fig. 11", "more of both: less overhead, but 1DC", NULL, " 1dc ", false,
     OVERHEAD(EVAL_SCORD), OVERHEAD_WITH("more"), NULL, NULL},
    {"V-B, Fig. 11", "1DC: less of both, less overhead", " 1dc ", NULL, false, OVERHEAD(EVAL_SCORD),
     OVERHEAD_WITH("less"), NULL, NULL},
};

static double side(const eval_runs_t *runs, const eval_list_t *programs, const char *program,
                   const char *of, const eval_measure_t *measure) {
    if (!of) return eval_value(runs, program, measure);
    return measure_of(runs, programs, strcmp(of, "mean") == 0 ? NULL : of, measure);
}

static eval_verdict_t print_order(const eval_runs_t *runs, const order_claim_t *claim, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, "large");
    eval_tally_t tally = {0};
    char name[EVAL_NAME_MAX];
    for (unsigned i = 0; i < programs.count; i++) {
        eval_program_name(programs.words[i], name);
        if (!eval_is_meant(claim->only, claim->except, name)) continue;
        const double more = side(runs, &programs, programs.words[i], claim->more_of, &claim->more);
        const double less = side(runs, &programs, programs.words[i], claim->less_of, &claim->less);
        if (!isnan(more) && !isnan(less)) eval_tally_add(&tally, more > less, name, " ");
    }
    return eval_print_order(claim->where, claim->text, claim->typically, &tally, out);
}

/* ---- all ---- */

void eval_print_claims(const eval_runs_t *runs, FILE *out) {
    unsigned counts[VERDICT_COUNT] = {0};
    fprintf(out,
            "%s\n| paper | number, in percent | sizes | paper | measured | verdict "
            "|\n|---|---|---|---|---|---|\n",
            rule);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        counts[print_number(runs, &numbers[i], out)]++;
    fputs("\n| paper | order, large sizes | paper: in | measured: programs | verdict "
          "|\n|---|---|---|---|---|\n",
          out);
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        counts[print_order(runs, &orders[i], out)]++;
    fputc('\n', out);
    eval_print_counts(counts, out);
}
