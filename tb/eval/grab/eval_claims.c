/* SPDX-License-Identifier: Apache-2.0 */
/* eval_claims.c: what the text of GRAB's section 5, Table 5 and Figure 12 say (eval_print_claims of
 * evaluation.h). A claim is a set of comparisons, each of which holds, does not, or is open because
 * a run is missing; those that do not hold are named.
 */
#include <math.h>
#include <string.h>

#include "tb/eval/grab/eval_paper.h"
#include "tb/eval/common/eval_judge.h"

static const char rule[] =
    "A claim is a set of comparisons: *reproduced* when all of them hold, *partly* when at "
    "least half do, else *not*; *open*: runs are missing.\n"
    "*Fewer* and *faster* are strictly so, by however little; cycles are means over the "
    "seeds. *Faults* are those of the paper's Table 1, first accesses\n"
    "included; *interference* is mh and m\\*h. *Few roots*: of a type with at least 100 "
    "faults that something has caused, the source lines that\n"
    "are roots are at most a tenth of these faults. *Substantial*: more than 1 % of the "
    "requests.\n";
/* What "a few small number of root causes" and "a substantial number of faults" are; types with
 * fewer than LEAST_FAULTS say nothing of roots. */
static const double least_faults = 100, few_roots_share = 0.1, substantial_share = 0.01;

static void count(eval_tally_t *tally, bool holds, const char *what) {
    eval_tally_add(tally, holds, what, ", ");
}

static eval_verdict_t print_claim(const char *where, const char *text, const eval_tally_t *tally,
                                  FILE *out) {
    const eval_verdict_t verdict = eval_judge_order(tally, false);
    fprintf(out, "| %s | %s | %u of %u%s%s | %s |\n", where, text, tally->holding, tally->of,
            tally->failing[0] != '\0' ? "; not: " : "", tally->failing, eval_verdict_name(verdict));
    return verdict;
}

/* ---- faults ---- */

/* A version and what it improves (OBS1; Transpose apart, of which the paper says otherwise). */
static const struct {
    const char *better, *worse;
} steps[] = {
    {"bitonic:best", "bitonic:basic"},
    {"scan:best", "scan:naive"},
    {"scan:best", "scan:workefficient"},
    {"matmult:modified", "matmult:basic"},
    {"matmult:best", "matmult:modified"},
    {"lbm:v1", "lbm:basic"},
    {"lbm:v2", "lbm:v1"},
    {"susan:modified", "susan:basic"},
};
enum { STEPS = sizeof steps / sizeof *steps };

static void fewer(const eval_runs_t *runs, const char *group, double (*value)(const eval_run_t *),
                  eval_tally_t *tally) {
    for (unsigned i = 0; i < STEPS; i++) {
        const eval_run_t *better = eval_runs_find(runs, group, steps[i].better, NULL, EVAL_FAULTS);
        const eval_run_t *worse = eval_runs_find(runs, group, steps[i].worse, NULL, EVAL_FAULTS);
        if (better && worse) count(tally, value(better) < value(worse), steps[i].better);
    }
}

static void not_substantial(const eval_runs_t *runs, const char *group,
                            double (*value)(const eval_run_t *), eval_tally_t *tally) {
    static const char *const versions[] = {"transpose:naive", "transpose:best"};
    for (unsigned i = 0; i < 2; i++) {
        const eval_run_t *run = eval_runs_find(runs, group, versions[i], NULL, EVAL_FAULTS);
        if (run) count(tally, value(run) <= substantial_share * run->requests, versions[i]);
    }
}

static void few_roots(const eval_runs_t *runs, const char *group, eval_tally_t *tally) {
    char what[128];
    for (unsigned row = 0; row < eval_row_count; row++) {
        const eval_run_t *run = eval_runs_find(runs, group, eval_rows[row].version, NULL,
                                               EVAL_FAULTS);
        for (unsigned type = 0; run && type < FAULT_TYPES; type++) {
            const double caused = run->fault[type].count - run->fault[type].cold;
            snprintf(what, sizeof what, "%s %s", eval_rows[row].version, eval_type_names[type]);
            if (caused >= least_faults)
                count(tally, run->fault[type].roots <= few_roots_share * caused, what);
        }
    }
}

/* Figure 12, of one VERSION of a group: with L1s of LEAST to MOST bytes there is interference, or
 * there is none. */
static void interference_is(const eval_runs_t *runs, const char *group, const char *version,
                            bool wanted, double least, double most, eval_tally_t *tally) {
    const eval_list_t sizes = eval_runs_settings(runs, group);
    char what[128];
    for (unsigned i = 0; i < sizes.count; i++) {
        const double bytes = eval_l1_bytes(sizes.words[i]);
        const eval_run_t *run = eval_runs_find(runs, group, version, sizes.words[i], EVAL_FAULTS);
        if (!run || bytes < least || bytes > most) continue;
        snprintf(what, sizeof what, "%s %s", version, sizes.words[i]);
        count(tally, (eval_interference(run) > 0) == wanted, what);
    }
}

static void print_fault_claims(const eval_runs_t *runs, const char *group, const char *l1,
                               unsigned counts[VERDICT_COUNT], FILE *out) {
    eval_tally_t all = {0}, caused = {0}, interfering = {0}, transpose = {0}, roots = {0};
    char where[64];
    fewer(runs, group, eval_faults, &all);
    fewer(runs, group, eval_caused, &caused);
    not_substantial(runs, group, eval_interference, &interfering);
    not_substantial(runs, group, eval_caused, &transpose);
    few_roots(runs, group, &roots);
    snprintf(where, sizeof where, "OBS1, Table 4, %s", l1);
    counts[print_claim(where, "fewer faults in every improved version", &all, out)]++;
    counts[print_claim(where, "the same without first accesses, which nothing has caused", &caused,
                       out)]++;
    counts[print_claim(where, "no version of Transpose has substantial interference", &interfering,
                       out)]++;
    counts[print_claim(
        where, "no version of Transpose has a substantial number of faults, first accesses apart",
        &transpose, out)]++;
    snprintf(where, sizeof where, "OBS2, Table 4, %s", l1);
    counts[print_claim(where, "few roots for many faults", &roots, out)]++;
}

static void print_size_claims(const eval_runs_t *runs, unsigned counts[VERDICT_COUNT], FILE *out) {
    eval_tally_t best = {0}, naive = {0}, basic = {0}, blocks = {0};
    interference_is(runs, "figure12", "scan:best", false, 2048, INFINITY, &best);
    interference_is(runs, "figure12", "bitonic:best", false, 2048, INFINITY, &best);
    interference_is(runs, "figure12", "scan:naive", false, 2048, INFINITY, &naive);
    interference_is(runs, "figure12", "bitonic:basic", true, 4096, 4096, &basic);
    interference_is(runs, "blocks", "bitonic:basic", true, 4096, 4096, &blocks);
    counts[print_claim("RQ3, Fig. 12", "best Scan and Bitonic: no interference from 2 KB on", &best,
                       out)]++;
    counts[print_claim("RQ3, Fig. 12", "naive Scan: no interference from 2 KB on", &naive, out)]++;
    counts[print_claim("RQ3, Fig. 12", "basic Bitonic: interference with 4 KB", &basic, out)]++;
    counts[print_claim("RQ3, Fig. 12", "the same, sorting 256 blocks", &blocks, out)]++;
}

/* ---- cycles ---- */

/* By row and policy of eval_paper.h; 0: no run. */
static double cycles_of(const eval_runs_t *runs, const char *group, const char *version,
                        unsigned policy) {
    const eval_run_t *run = eval_runs_find(runs, group, version, NULL, eval_policies[policy]);
    return !run ? 0 : run->cycles / run->key.seeds;
}

enum { GTO, LRR }; /* in eval_policies */

/* FAST takes fewer cycles than SLOW in every version of a program, "lbm:", or in one,
 * "bitonic:basic". */
static void order_of(const eval_runs_t *runs, const char *group, const char *versions,
                     unsigned fast, unsigned slow, eval_tally_t *tally) {
    for (unsigned row = 0; row < eval_row_count; row++) {
        const char *version = eval_rows[row].version;
        if (strncmp(version, versions, strlen(versions)) != 0) continue;
        const double fewer_cycles = cycles_of(runs, group, version, fast),
                     more = cycles_of(runs, group, version, slow);
        if (fewer_cycles > 0 && more > 0) count(tally, fewer_cycles < more, version);
    }
}

static void faster(const eval_runs_t *runs, const char *group, eval_tally_t *tally) {
    char what[128];
    for (unsigned i = 0; i < STEPS; i++)
        for (unsigned policy = 0; policy < EVAL_POLICIES; policy++) {
            const double better = cycles_of(runs, group, steps[i].better, policy),
                         worse = cycles_of(runs, group, steps[i].worse, policy);
            snprintf(what, sizeof what, "%s %s", steps[i].better, eval_policy_names[policy]);
            if (better > 0 && worse > 0) count(tally, better < worse, what);
        }
}

static void print_cycle_claims(const eval_runs_t *runs, const char *group, const char *machine,
                               unsigned counts[VERDICT_COUNT], FILE *out) {
    eval_tally_t matmult = {0}, susan = {0}, lbm = {0}, bitonic = {0}, improved = {0};
    char where[64];
    snprintf(where, sizeof where, "Table 5, %s", machine);
    order_of(runs, group, "matmult:", LRR, GTO, &matmult);
    order_of(runs, group, "susan:", LRR, GTO, &susan);
    order_of(runs, group, "lbm:", GTO, LRR, &lbm);
    order_of(runs, group, "bitonic:basic", GTO, LRR, &bitonic);
    faster(runs, group, &improved);
    counts[print_claim(where, "MatMult: LRR takes fewer cycles than GTO", &matmult, out)]++;
    counts[print_claim(where, "Susan: LRR takes fewer cycles than GTO", &susan, out)]++;
    counts[print_claim(where, "LBM: GTO takes fewer cycles than LRR", &lbm, out)]++;
    counts[print_claim(where, "basic Bitonic: GTO takes fewer cycles than LRR", &bitonic, out)]++;
    counts[print_claim(where, "every improved version is faster, whatever the policy", &improved,
                       out)]++;
}

/* ---- all ---- */

void eval_print_claims(const eval_runs_t *runs, FILE *out) {
    unsigned counts[VERDICT_COUNT] = {0};
    fprintf(out, "%s\n| paper | claim | holds in | verdict |\n|---|---|---|---|\n", rule);
    print_fault_claims(runs, "table4", "1 KB", counts, out);
    print_fault_claims(runs, "table4-16k", "16 KB", counts, out);
    print_size_claims(runs, counts, out);
    print_cycle_claims(runs, "table5", "1 KB", counts, out);
    print_cycle_claims(runs, "table5-16k", "16 KB", counts, out);
    fputc('\n', out);
    eval_print_counts(counts, out);
}
