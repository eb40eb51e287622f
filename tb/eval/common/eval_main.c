/* SPDX-License-Identifier: Apache-2.0 */
/* eval_main.c: the tables, and the data of the plots, of an evaluation's document, from the results
 * of run_experiments.sh.
 *
 * usage: eval_NAME FOLDER             FOLDER/runs and FOLDER/results are read;
 * FOLDER/tables/NAME.md and FOLDER/data/NAME.dat written Prints the claims with their verdicts,
 * last line: how many of each. Exit codes: 0 written, 1 written, but runs are missing, 2 bad usage
 * or results, 3 environment.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/evaluation.h"

static bool make_folder(const char *folder, const char *name, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return mkdir(path, 0777) == 0 || errno == EEXIST || eval_fail(path, strerror(errno));
}

static bool write_table(const eval_runs_t *runs, const char *folder, const eval_table_t *table) {
    FILE *out = eval_open(folder, table->name, "md");
    if (!out) return false;
    table->print(runs, out);
    return fclose(out) == 0 || eval_fail(table->name, strerror(errno));
}

static bool write_plot(const eval_runs_t *runs, const char *folder, const eval_plot_t *plot) {
    FILE *out = eval_open(folder, plot->name, "dat");
    if (!out) return false;
    plot->print(runs, plot->what, out);
    return fclose(out) == 0 || eval_fail(plot->name, strerror(errno));
}

static int write_all(const eval_runs_t *runs, const char *folder) {
    char path[PATH_MAX];
    if (!make_folder(folder, "tables", path)) return 3;
    for (unsigned i = 0; i < eval_table_count; i++)
        if (!write_table(runs, path, &eval_tables[i])) return 3;
    if (!make_folder(folder, "data", path)) return 3;
    for (unsigned i = 0; i < eval_plot_count; i++)
        if (!write_plot(runs, path, &eval_plots[i])) return 3;
    if (runs->missing != 0)
        fprintf(stderr, "%s: %zu runs have no result\n", program_invocation_short_name,
                runs->missing);
    eval_print_claims(runs, stdout);
    return runs->missing != 0;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", program_invocation_short_name);
        return 2;
    }
    eval_runs_t *runs = eval_runs_read(argv[1]);
    if (!runs) return 2;
    const int code = write_all(runs, argv[1]);
    eval_runs_free(runs);
    return code;
}
