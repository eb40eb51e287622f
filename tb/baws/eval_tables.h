/* eval_tables.h: the tables of docs/eval-baws.md, as Markdown. */
#ifndef TB_BAWS_EVAL_TABLES_H
#define TB_BAWS_EVAL_TABLES_H

#include <stdio.h>

#include "eval_runs.h"

typedef struct eval_table {
    const char *name; /* of the file, and of the place in docs/eval-baws.md */
    void (*print)(const eval_runs_t *runs, FILE *out);
} eval_table_t;

extern const eval_table_t eval_tables[];
extern const unsigned eval_table_count;

#endif
