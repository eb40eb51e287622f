/* evaluation.h: what the evaluations (tb/eval/baws, tb/eval/overhead, tb/eval/grab) have in common:
 * one main, eval_main.c, which writes what the functions below give. Each evaluation defines them,
 * says what a line of its manifest is (eval_form), and takes it into a record of its own.
 */
#ifndef TB_EVALUATION_H
#define TB_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tb/eval/common/eval_files.h"

struct eval_run; /* a record: each evaluation's own */

typedef struct eval_runs {
    eval_manifest_t manifest; /* holds the words of the runs */
    struct eval_run *runs;    /* in order of the manifest */
    size_t count;             /* records */
    size_t files, missing;    /* lines of the manifest whose file was taken; that have none */
} eval_runs_t;

typedef struct eval_form {
    unsigned columns;  /* of a line */
    const char *names; /* of the columns, for messages */
    size_t run_bytes;  /* of a record; at most one a line */
} eval_form_t;
extern const eval_form_t eval_form; /* the last column is the file */
/* Takes what stands in PATH, the file of the line WORDS; TREE NULL: there is none. False after one
 * message: not of the run that it should be, or something is missing in it. */
bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs);

typedef struct eval_table {
    const char *name; /* of the file, and of the place in the document */
    void (*print)(const eval_runs_t *runs, FILE *out); /* as Markdown */
} eval_table_t;

extern const eval_table_t eval_tables[];
extern const unsigned eval_table_count;

/* eval_read.c. Reads FOLDER/runs and the files that it names. NULL after one message on standard
 * error: no manifest, no run at all, or a file that is not of the run that it should be or lacks
 * something. */
eval_runs_t *eval_runs_read(const char *folder);
void eval_runs_free(eval_runs_t *runs);
/* Writes FOLDER/NAME.dat for every plot of eval_plots.gp. False after one message. */
bool eval_write_data(const eval_runs_t *runs, const char *folder);
/* The table of all claims with their verdicts, counts of the verdicts below it. */
void eval_print_claims(const eval_runs_t *runs, FILE *out);

#endif
