/* SPDX-License-Identifier: Apache-2.0 */
/* eval_claims.h: the numbers of the paper, for tables and plots. */
#ifndef TB_OVERHEAD_EVAL_CLAIMS_H
#define TB_OVERHEAD_EVAL_CLAIMS_H

#include "tb/eval/overhead/eval_measures.h"

/* What the text says of ScoRD by this measure at the sizes of GROUP, for the program of this name
 * or, NULL, the mean: a number or a range, LEAST to MOST, in percent. False: it says nothing. */
bool eval_paper_says(const char *group, const char *name, eval_kind_t kind, double *least,
                     double *most);

#endif
