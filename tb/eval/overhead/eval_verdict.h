/* eval_verdict.h: the rule by which a claim of the paper is reproduced, partly, or not. Fixed
 * before any result was there; eval_verdict_rule() is printed above the verdicts. Orders:
 * eval_judge_order (eval_judge.h).
 */
#ifndef TB_OVERHEAD_EVAL_VERDICT_H
#define TB_OVERHEAD_EVAL_VERDICT_H

#include "tb/eval/common/eval_judge.h"

/* A number of the paper, or a range, LEAST to MOST; percent. MEASURED NAN: open. */
eval_verdict_t eval_judge_number(double least, double most, double measured);
/* "Negligible", "none": below LIMIT percent or points. */
eval_verdict_t eval_judge_limit(double limit, double measured);
const char *eval_verdict_rule(void);

#endif
