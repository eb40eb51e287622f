/* eval_verdict.h: the rule by which a claim of the paper is reproduced, partly, or not. Fixed before any result was looked at;
 * eval_verdict_rule() is printed above the verdicts.
 */
#ifndef TB_BAWS_EVAL_VERDICT_H
#define TB_BAWS_EVAL_VERDICT_H

#include "eval_measures.h"

typedef enum eval_verdict { VERDICT_REPRODUCED, VERDICT_PARTLY, VERDICT_NOT, VERDICT_OPEN } eval_verdict_t;

/* Numbers: PAPER and MEASURED in points. */
eval_verdict_t eval_judge_number(double paper, const eval_spread_t *measured);
/* Orders: holds in HOLDS of OF programs; TYPICALLY: the paper itself says typically, or names exceptions. */
eval_verdict_t eval_judge_order(unsigned holds, unsigned of, bool typically);
const char *eval_verdict_name(eval_verdict_t verdict);
const char *eval_verdict_rule(void);

#endif
