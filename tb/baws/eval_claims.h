/* eval_claims.h: what the paper says, each claim with what was measured and the verdict (eval_verdict.h). */
#ifndef TB_BAWS_EVAL_CLAIMS_H
#define TB_BAWS_EVAL_CLAIMS_H

#include <stdio.h>

#include "eval_verdict.h"

/* The configurations that the paper names, on the default machine. */
extern const eval_config_t eval_lrr, eval_gto, eval_mwf_lrr, eval_mwf_gto, eval_mwf_lrr_cff, eval_baws;

/* The table of all claims, as Markdown; counts of the verdicts below it. */
void eval_print_claims(const eval_runs_t *runs, FILE *out);

#endif
