/* eval_verdict.c: see eval_verdict.h. */
#include "tb/eval/baws/eval_verdict.h"

#include <math.h>

/* Points. An effect below NEUTRAL is none: the paper's "performance-neutral". */
static const double neutral = 1, near = 3, near_share = 0.3;

const char *eval_verdict_rule(void) {
    return "A number of the paper is *reproduced* when the median over the seeds has its sign and "
           "is within 30 % of it or within 3 points\n"
           "(half of it, where it is below 6 points); *partly* when all seeds have its sign and "
           "the median is at least 1 point; else *not*. For a number\n"
           "below 1 point (\"neutral\"): reproduced within 1 point of zero, partly within 3. An "
           "order is reproduced when it holds, by medians,\n"
           "in all the programs that the paper says (in 75 % where it says \"typically\"), partly "
           "in at least half of them. *open*: runs are missing.\n";
}

static eval_verdict_t judge_neutral(double measured) {
    if (fabs(measured) < neutral) return VERDICT_REPRODUCED;
    return fabs(measured) < near ? VERDICT_PARTLY : VERDICT_NOT;
}

eval_verdict_t eval_judge_number(double paper, const eval_spread_t *measured) {
    const double sign = paper < 0 ? -1 : 1, size = fabs(paper), median = sign * measured->median;
    const double least = paper < 0 ? -measured->most : measured->least;
    if (measured->seeds == 0) return VERDICT_OPEN;
    if (size < neutral) return judge_neutral(measured->median);
    const double within = fmax(near_share * size, fmin(near, size / 2));
    if (median > 0 && fabs(median - size) <= within) return VERDICT_REPRODUCED;
    return least > 0 && median >= neutral ? VERDICT_PARTLY : VERDICT_NOT;
}
