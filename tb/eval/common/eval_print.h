/* SPDX-License-Identifier: Apache-2.0 */
/* eval_print.h: parts of Markdown tables. */
#ifndef TB_EVALUATION_EVAL_PRINT_H
#define TB_EVALUATION_EVAL_PRINT_H

#include <stdio.h>

#include "tb/eval/common/evaluation.h"

/* The head of a table and its rule: COLUMNS are separated by '|', the first LEFT of them are
 * left-aligned, the others are numbers. A column may have no name. */
void eval_print_head(FILE *out, const char *columns, unsigned left);
/* The rule alone. */
void eval_print_rule(FILE *out, unsigned left, unsigned right);
/* " 1.0 |"; "-" for NAN. */
void eval_print_cell(FILE *out, double value);
/* " **1.0** |"; "-" for NAN. */
void eval_print_bold(FILE *out, double value);
/* "; **N further runs of `EXPERIMENTS` have no result**", when there are some. */
void eval_print_missing(FILE *out, const eval_runs_t *runs, const char *experiments);

#endif
