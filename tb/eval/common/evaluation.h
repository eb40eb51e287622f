/* SPDX-License-Identifier: Apache-2.0 */
/* evaluation.h: what the evaluations (tb/eval/baws, tb/eval/overhead, tb/eval/grab) share: one
 * main, eval_main.c, writes the tables and the data of plots that an evaluation names. An
 * evaluation says what a line of its manifest is (eval_form), and takes the line into a record of
 * its own.
 */
#ifndef TB_EVALUATION_H
#define TB_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/eval_list.h"

struct eval_run; /* a record: each evaluation's own; its first member is an eval_key_t */

/* What every record begins with; the words are the manifest's. */
typedef struct eval_key {
    const char *group, *program, *settings, *analysis; /* analysis NULL: the evaluation has none */
    unsigned seeds, wanted;                            /* files taken, and lines of the manifest */
} eval_key_t;

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
/* The record of a line: the one with the same words as KEY (that of an earlier seed), or a new one,
 * otherwise zero. One more line is wanted of it. */
struct eval_run *eval_record_of(eval_runs_t *runs, const eval_key_t *key);

/* Programs, and settings, of the runs of a group. */
eval_list_t eval_runs_programs(const eval_runs_t *runs, const char *group);
eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group);

typedef struct eval_table {
    const char *name; /* of the file, and of the place in the document */
    void (*print)(const eval_runs_t *runs, FILE *out); /* as Markdown */
} eval_table_t;
extern const eval_table_t eval_tables[];
extern const unsigned eval_table_count;

/* Columns separated by tabs, "?" for what is not known. */
typedef struct eval_plot {
    const char *name; /* of the file, NAME.dat, that eval_plots.gp draws */
    void (*print)(const eval_runs_t *runs, const void *what, FILE *out);
    const void *what; /* for PRINT; what it is, PRINT says */
} eval_plot_t;
extern const eval_plot_t eval_plots[];
extern const unsigned eval_plot_count;

/* eval_read.c. Reads FOLDER/runs and the files that it names. NULL after one message on standard
 * error: no manifest, no run at all, or a file that is not of the run that it should be or lacks
 * something. */
eval_runs_t *eval_runs_read(const char *folder);
void eval_runs_free(eval_runs_t *runs);
/* The table of all claims with their verdicts, counts of the verdicts below it. */
void eval_print_claims(const eval_runs_t *runs, FILE *out);

#endif
