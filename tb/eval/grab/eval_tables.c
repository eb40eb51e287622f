/* SPDX-License-Identifier: Apache-2.0 */
/* eval_tables.c: the tables of docs/results/eval-grab.md (evaluation.h). Rows are the paper's;
 * columns of settings come from the runs.
 */
#include <string.h>

#include "tb/eval/grab/eval_paper.h"
#include "tb/eval/common/eval_print.h"

/* ---- cells ---- */

/* What the paper has in its table. */
static void paper_cell(FILE *out, int value) {
    if (value == EVAL_UNKNOWN)
        fputs(" |", out);
    else
        fprintf(out, " *%d* |", value);
}

/* Both groups that have Table 4, each under a line that says which, when it has runs. */
static void for_groups(const eval_runs_t *runs, FILE *out,
                       void (*print)(const eval_runs_t *runs, const char *group, FILE *out)) {
    static const char *const groups[] = {"table4", "table4-16k"};
    for (unsigned i = 0; i < 2; i++) {
        const eval_list_t settings = eval_runs_settings(runs, groups[i]);
        if (settings.count == 0) continue;
        fprintf(out, "\n`--caches %s`:\n\n", settings.words[0]);
        print(runs, groups[i], out);
    }
}

/* ---- what was run ---- */

static void print_runs(const eval_runs_t *runs, FILE *out) {
    fprintf(out, "%zu results", runs->files);
    eval_print_missing(out, runs, "tb/eval/grab/experiments");
    fputs(". Programs, as they were called: ", out);
    eval_list_t programs = {.count = 0};
    for (size_t i = 0; i < runs->count; i++) eval_list_add(&programs, runs->runs[i].key.program);
    for (unsigned i = 0; i < programs.count; i++) {
        fputs(i == 0 ? "`" : ", `", out);
        for (const char *at = programs.words[i]; *at != '\0'; at++)
            fputc(*at == ':' || *at == ',' ? ' ' : *at, out);
        fputc('`', out);
    }
    fputs(".\n", out);
}

/* ---- Table 4 ---- */

static void print_faults_of(const eval_runs_t *runs, const char *group, FILE *out) {
    static const char columns[] =
        "program|requests|mh|paper|m\\*h|paper|mm|first accesses|paper, mm|all|paper";
    eval_print_head(out, columns, 1);
    for (unsigned i = 0; i < eval_row_count; i++) {
        const eval_row_t *row = &eval_rows[i];
        const eval_run_t *run = eval_runs_find(runs, group, row->version, NULL, EVAL_FAULTS);
        if (!run) continue;
        fprintf(out, "| %s | %.0f |", row->name, run->requests);
        for (unsigned type = 0; type < FAULT_TYPES; type++) {
            fprintf(out, " %.0f |", run->fault[type].count);
            if (type == FAULT_MM) fprintf(out, " %.0f |", run->fault[type].cold);
            paper_cell(out, row->faults[type]);
        }
        fprintf(out, " **%.0f** |", eval_faults(run));
        paper_cell(out, row->faults[FAULT_MH] + row->faults[FAULT_MSH] + row->faults[FAULT_MM]);
        fputc('\n', out);
    }
}

static void print_faults(const eval_runs_t *runs, FILE *out) {
    fputs("Faults by type; *first accesses*: the mm that nothing has caused. In italics the "
          "paper's.\n",
          out);
    for_groups(runs, out, print_faults_of);
}

static void print_roots_of(const eval_runs_t *runs, const char *group, FILE *out) {
    static const char columns[] = "program|mh: faults|roots|paper|affected|m\\*h: "
                                  "faults|roots|paper|affected|mm: faults|roots|paper|affected";
    eval_print_head(out, columns, 1);
    for (unsigned i = 0; i < eval_row_count; i++) {
        const eval_row_t *row = &eval_rows[i];
        const eval_run_t *run = eval_runs_find(runs, group, row->version, NULL, EVAL_FAULTS);
        if (!run) continue;
        fprintf(out, "| %s |", row->name);
        for (unsigned type = 0; type < FAULT_TYPES; type++) {
            const eval_fault_t *fault = &run->fault[type];
            fprintf(out, " %.0f | %.0f |", fault->count - fault->cold, fault->roots);
            paper_cell(out, row->roots[type]);
            fprintf(out, " %.0f |", fault->affected);
        }
        fputc('\n', out);
    }
}

static void print_roots(const eval_runs_t *runs, FILE *out) {
    fputs("Faults with a cause, the source lines that are their roots, and the lines affected. In "
          "italics the paper's roots, where they are legible.\n",
          out);
    for_groups(runs, out, print_roots_of);
}

/* ---- Figure 12 ---- */

static void print_sizes(const eval_runs_t *runs, FILE *out) {
    const eval_list_t sizes = eval_runs_settings(runs, "figure12");
    fputs("Interference (mh and m\\*h) by the bytes of an L1 (Figure 12).\n\n", out);
    fputs("| program |", out);
    for (unsigned size = 0; size < sizes.count; size++) fprintf(out, " %s |", sizes.words[size]);
    fputc('\n', out);
    eval_print_rule(out, 1, sizes.count);
    for (unsigned i = 0; i < eval_row_count; i++) {
        if (sizes.count == 0 ||
            !eval_runs_find(runs, "figure12", eval_rows[i].version, NULL, EVAL_FAULTS))
            continue;
        fprintf(out, "| %s |", eval_rows[i].name);
        for (unsigned size = 0; size < sizes.count; size++) {
            const eval_run_t *run = eval_runs_find(runs, "figure12", eval_rows[i].version,
                                                   sizes.words[size], EVAL_FAULTS);
            if (!run)
                fputs(" - |", out);
            else
                fprintf(out, " %.0f |", eval_interference(run));
        }
        fputc('\n', out);
    }
}

/* ---- Table 5 ---- */

static void print_cycles_of(const eval_runs_t *runs, const char *group, FILE *out) {
    static const char columns[] = "program|GTO|paper|LRR|paper|TL|paper|LRR / GTO|paper";
    const eval_list_t settings = eval_runs_settings(runs, group);
    for (unsigned i = 0; i < settings.count; i++)
        fprintf(out, "\n`--set %s`:\n\n", settings.words[i]);
    if (settings.count > 0) eval_print_head(out, columns, 1);
    for (unsigned i = 0; i < eval_row_count; i++) {
        const eval_row_t *row = &eval_rows[i];
        const eval_run_t *run[EVAL_POLICIES];
        unsigned there = 0;
        for (unsigned policy = 0; policy < EVAL_POLICIES; policy++)
            if ((run[policy] = eval_runs_find(runs, group, row->version, NULL,
                                              eval_policies[policy])))
                there++;
        if (there == 0) continue;
        fprintf(out, "| %s |", row->name);
        for (unsigned policy = 0; policy < EVAL_POLICIES; policy++) {
            if (!run[policy])
                fputs(" - |", out);
            else
                fprintf(out, " %.0f |", run[policy]->cycles / run[policy]->key.seeds);
            paper_cell(out, row->cycles[policy]);
        }
        if (!run[0] || !run[1])
            fputs(" - |", out);
        else
            fprintf(out, " %.3f |",
                    run[1]->cycles / run[1]->key.seeds / (run[0]->cycles / run[0]->key.seeds));
        fprintf(out, " *%.3f* |\n", (double)row->cycles[1] / row->cycles[0]);
    }
}

static void print_cycles(const eval_runs_t *runs, FILE *out) {
    fputs("Simulated cycles by issue policy (Table 5), means over the seeds. In italics the "
          "paper's.\n",
          out);
    print_cycles_of(runs, "table5", out);
    print_cycles_of(runs, "table5-16k", out);
}

const eval_table_t eval_tables[] = {{"runs", print_runs},     {"claims", eval_print_claims},
                                    {"faults", print_faults}, {"roots", print_roots},
                                    {"sizes", print_sizes},   {"cycles", print_cycles}};
const unsigned eval_table_count = sizeof eval_tables / sizeof *eval_tables;
