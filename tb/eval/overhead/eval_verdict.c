/* eval_verdict.c: see eval_verdict.h. */
#include "tb/eval/overhead/eval_verdict.h"

#include <math.h>

static const double near = 3, near_share = 0.3, factor = 2;

const char *eval_verdict_rule(void) {
    return "A number of the paper (of a range: its nearer end) is *reproduced* when ours is within "
           "30 % of it or within 3 points (half of it, where it\n"
           "is below 6 points); *partly* when ours is between its half and its double; else *not*. "
           "What the paper calls negligible is reproduced\n"
           "below the limit given, partly below twice the limit. An order is reproduced when it "
           "holds in all the programs that the paper says\n"
           "(in 75 % where it says \"typically\"), partly in at least half of them. *open*: runs "
           "are missing.\n";
}

static double tolerance(double paper) { return fmax(near_share * paper, fmin(near, paper / 2)); }

eval_verdict_t eval_judge_number(double least, double most, double measured) {
    if (isnan(measured)) return VERDICT_OPEN;
    if (measured >= least - tolerance(least) && measured <= most + tolerance(most))
        return VERDICT_REPRODUCED;
    return measured >= least / factor && measured <= most * factor ? VERDICT_PARTLY : VERDICT_NOT;
}

eval_verdict_t eval_judge_limit(double limit, double measured) {
    if (isnan(measured)) return VERDICT_OPEN;
    if (measured < limit) return VERDICT_REPRODUCED;
    return measured < factor * limit ? VERDICT_PARTLY : VERDICT_NOT;
}
