/* SPDX-License-Identifier: Apache-2.0 */
/* eval_judge.h: verdicts. A claim is a number of the paper, a limit, or an order: what holds in
 * some programs of those that the paper names. The rules are fixed before any result is looked at;
 * an evaluation prints them above its verdicts.
 */
#ifndef TB_EVALUATION_EVAL_JUDGE_H
#define TB_EVALUATION_EVAL_JUDGE_H

#include <stdbool.h>
#include <stdio.h>

/* OPEN: runs are missing. */
typedef enum eval_verdict {
    VERDICT_REPRODUCED,
    VERDICT_PARTLY,
    VERDICT_NOT,
    VERDICT_OPEN,
    VERDICT_COUNT
} eval_verdict_t;

const char *eval_verdict_name(eval_verdict_t verdict);
/* "N reproduced, ..." */
void eval_print_counts(const unsigned counts[VERDICT_COUNT], FILE *out);

/* How far a measured number may be from PAPER, at least 0, both in percent or points: 30 % of it or
 * 3 points (half of it, where it is below 6 points). */
double eval_tolerance(double paper);
/* A number of the paper, or a range, LEAST to MOST; percent. MEASURED NAN: open. Partly: between
 * half and double. */
eval_verdict_t eval_judge_number(double least, double most, double measured);
/* "Negligible", "none": below LIMIT percent or points; partly below twice LIMIT. */
eval_verdict_t eval_judge_limit(double limit, double measured);

/* An order, case by case. */
typedef struct eval_tally {
    unsigned holding, of;
    char failing[768]; /* the cases that do not hold; what is beyond its room is left out */
} eval_tally_t;

/* One case more; SEPARATOR goes between the names of failing ones. */
void eval_tally_add(eval_tally_t *tally, bool holds, const char *name, const char *separator);
/* Reproduced when all cases hold, or 75 % where the paper says typically; partly when half do. */
eval_verdict_t eval_judge_order(const eval_tally_t *tally, bool typically);
/* The row "| WHERE | TEXT | all or typically | N of M; not in FAILING | VERDICT |". */
eval_verdict_t eval_print_order(const char *where, const char *text, bool typically,
                                const eval_tally_t *tally, FILE *out);

/* Is PROGRAM among the programs of a claim? ONLY and EXCEPT are words with a space before and after
 * each; NULL: all, none. */
bool eval_is_meant(const char *only, const char *except, const char *program);

#endif
