/* SPDX-License-Identifier: Apache-2.0 */
/* eval_data.c: what eval_plots.gp draws: sizes.dat, a column of bytes and one of interference for
 * every program, "?" for what is not known; the first row has the paper's names (evaluation.h).
 */
#include "tb/eval/grab/eval_paper.h"

static void print_sizes(const eval_runs_t *runs, const void *what, FILE *out) {
    const eval_list_t sizes = eval_runs_settings(runs, "figure12");
    (void)what;
    fputs("bytes", out);
    for (unsigned i = 0; i < eval_row_count; i++) fprintf(out, "\t%s", eval_rows[i].name);
    for (unsigned size = 0; size < sizes.count; size++) {
        fprintf(out, "\n%.0f", eval_l1_bytes(sizes.words[size]));
        for (unsigned i = 0; i < eval_row_count; i++) {
            const eval_run_t *run = eval_runs_find(runs, "figure12", eval_rows[i].version,
                                                   sizes.words[size], EVAL_FAULTS);
            if (!run)
                fputs("\t?", out);
            else
                fprintf(out, "\t%.0f", eval_interference(run));
        }
    }
    fputc('\n', out);
}

const eval_plot_t eval_plots[] = {{"sizes", print_sizes, NULL}};
const unsigned eval_plot_count = sizeof eval_plots / sizeof *eval_plots;
