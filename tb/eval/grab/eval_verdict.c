/* eval_verdict.c: see eval_verdict.h. */
#include "tb/eval/grab/eval_verdict.h"

static const double least_faults = 100, few_roots = 0.1, substantial = 0.01;

const char *eval_verdict_rule(void) {
    return "A claim is a set of comparisons: *reproduced* when all of them hold, *partly* when at "
           "least half do, else *not*; *open*: runs are missing.\n"
           "*Fewer* and *faster* are strictly so, by however little; cycles are means over the "
           "seeds. *Faults* are those of the paper's Table 1, first accesses\n"
           "included; *interference* is mh and m\\*h. *Few roots*: of a type with at least 100 "
           "faults that something has caused, the source lines that\n"
           "are roots are at most a tenth of these faults. *Substantial*: more than 1 % of the "
           "requests.\n";
}

bool eval_worth_asking(double caused) { return caused >= least_faults; }
bool eval_few_roots(double roots, double caused) { return roots <= few_roots * caused; }
bool eval_substantial(double faults, double requests) { return faults > substantial * requests; }
