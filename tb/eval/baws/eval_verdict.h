/* eval_verdict.h: the rule by which a claim of the paper is reproduced, partly, or not. Fixed
 * before any result was looked at; eval_verdict_rule() is printed above the verdicts. Orders:
 * eval_judge_order (eval_judge.h).
 */
#ifndef TB_BAWS_EVAL_VERDICT_H
#define TB_BAWS_EVAL_VERDICT_H

#include "tb/eval/common/eval_judge.h"
#include "tb/eval/baws/eval_measures.h"

/* Numbers: PAPER and MEASURED in points. */
eval_verdict_t eval_judge_number(double paper, const eval_spread_t *measured);
const char *eval_verdict_rule(void);

#endif
