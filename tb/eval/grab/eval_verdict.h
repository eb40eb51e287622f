/* eval_verdict.h: the rules by which a claim of the paper is reproduced, partly, or not. Fixed
 * before any fault had been counted; eval_verdict_rule() is printed above the verdicts. Counting:
 * eval_judge_order (eval_judge.h).
 */
#ifndef TB_GRAB_EVAL_EVAL_VERDICT_H
#define TB_GRAB_EVAL_EVAL_VERDICT_H

#include "tb/eval/common/eval_judge.h"

const char *eval_verdict_rule(void);
/* What "a few small number of root causes" and "a substantial number of faults" are. */
bool eval_worth_asking(
    double caused); /* enough faults of a type for their roots to be counted against */
bool eval_few_roots(double roots, double caused);
bool eval_substantial(double faults, double requests);

#endif
