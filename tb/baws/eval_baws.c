/* eval_baws.c: the tables and the data of the plots of docs/eval-baws.md, from the results of run_experiments.sh.
 *
 * usage: eval_baws FOLDER             FOLDER/runs and FOLDER/results are read; FOLDER/tables/NAME.md and FOLDER/data/NAME.dat written
 * Prints the claims with their verdicts, last line: how many of each. Exit codes: 0 written, 1 written, but runs are missing, 2 bad
 * usage or results, 3 environment.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "eval_claims.h"
#include "eval_data.h"
#include "eval_tables.h"

static bool make_folder(const char *folder, const char *name, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    fprintf(stderr, "eval_baws: %s: %s\n", path, strerror(errno));
    return false;
}

static bool write_table(const eval_runs_t *runs, const char *folder, const eval_table_t *table) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3900s/%s.md", folder, table->name);
    FILE *out = fopen(path, "w");
    if (out != NULL) table->print(runs, out);
    if (out != NULL && fclose(out) == 0) return true;
    fprintf(stderr, "eval_baws: %s: %s\n", path, strerror(errno));
    return false;
}

static int write_all(const eval_runs_t *runs, const char *folder) {
    char path[PATH_MAX];
    if (!make_folder(folder, "tables", path)) return 3;
    for (unsigned i = 0; i < eval_table_count; i++)
        if (!write_table(runs, path, &eval_tables[i])) return 3;
    if (!make_folder(folder, "data", path) || !eval_write_data(runs, path)) return 3;
    if (runs->missing != 0) fprintf(stderr, "eval_baws: %zu runs have no result\n", runs->missing);
    eval_print_claims(runs, stdout);
    return runs->missing != 0;
}

int main(int argc, char **argv) {
    eval_runs_t runs = {0};
    if (argc != 2) {
        fputs("usage: eval_baws FOLDER\n", stderr);
        return 2;
    }
    const int code = eval_runs_read(argv[1], &runs) ? write_all(&runs, argv[1]) : 2;
    eval_runs_free(&runs);
    return code;
}
