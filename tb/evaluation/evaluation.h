/* evaluation.h: what the evaluations (tb/baws, tb/overhead) have in common: one main, eval_main.c, which writes what the functions
 * below give. Each evaluation defines them, and the structure eval_runs for itself.
 */
#ifndef TB_EVALUATION_H
#define TB_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct eval_runs eval_runs_t;

typedef struct eval_table {
    const char *name; /* of the file, and of the place in the document */
    void (*print)(const eval_runs_t *runs, FILE *out); /* as Markdown */
} eval_table_t;

extern const eval_table_t eval_tables[];
extern const unsigned eval_table_count;

/* Reads FOLDER/runs and the files that it names. NULL after one message on standard error: no manifest, no run at all, or a file
 * that is not of the run that it should be or lacks something. */
eval_runs_t *eval_runs_read(const char *folder);
void eval_runs_free(eval_runs_t *runs);
size_t eval_runs_missing(const eval_runs_t *runs); /* runs of the manifest without a file */
/* Writes FOLDER/NAME.dat for every plot of eval_plots.gp. False after one message. */
bool eval_write_data(const eval_runs_t *runs, const char *folder);
/* The table of all claims with their verdicts, counts of the verdicts below it. */
void eval_print_claims(const eval_runs_t *runs, FILE *out);

#endif
