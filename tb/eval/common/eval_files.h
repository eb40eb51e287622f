/* SPDX-License-Identifier: Apache-2.0 */
/* eval_files.h: the files of an evaluation: the manifest of its runs, the JSON of a run, what is
 * written. Messages go to standard error, one line, the executable's name before it.
 */
#ifndef TB_EVALUATION_EVAL_FILES_H
#define TB_EVALUATION_EVAL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cmodel/base/json_tree.h"

/* The lines of FOLDER/runs (run_experiments.sh), each of COLUMNS words, group and program first,
 * file last. */
typedef struct eval_manifest {
    char *text;
    char **words; /* of line l: words[l * columns] on; they point into the text */
    size_t lines;
    unsigned columns;
} eval_manifest_t;

/* Always false: "PATH: WHAT". */
bool eval_fail(const char *path, const char *what);
/* False after one message; FORM names the columns in it. */
bool eval_manifest_read(const char *folder, unsigned columns, const char *form,
                        eval_manifest_t *manifest);
void eval_manifest_free(eval_manifest_t *manifest);

typedef enum eval_found { EVAL_READ, EVAL_ABSENT, EVAL_BAD } eval_found_t;
/* FOLDER/FILE as a tree (EVAL_READ), path set in any case; EVAL_BAD after one message: not JSON. */
eval_found_t eval_result_read(const char *folder, const char *file, char *path, size_t size,
                              json_t **tree);
/* Is the member NAME of OBJECT this string? */
bool eval_text_is(const json_t *object, const char *name, const char *wanted);

/* Adds the number NAME of OBJECT to *SUM. False after one message: there is none. */
bool eval_take_number(const char *path, const json_t *object, const char *name, double *sum);

/* FOLDER/NAME.SUFFIX to write; NULL after one message. */
FILE *eval_open(const char *folder, const char *name, const char *suffix);

#endif
