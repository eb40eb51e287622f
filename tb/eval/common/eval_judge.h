/* eval_judge.h: verdicts, and the rule for orders: what holds in some programs of those that a
 * paper names. */
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
/* Holds in HOLDS of OF programs: reproduced in all, or in 75 % where the paper says typically;
 * partly in half of them. */
eval_verdict_t eval_judge_order(unsigned holds, unsigned of, bool typically);
/* "N reproduced, ..." */
void eval_print_counts(const unsigned counts[VERDICT_COUNT], FILE *out);
/* Is PROGRAM one of LIST, words with a space before and after each? */
bool eval_named(const char *list, const char *program);

#endif
