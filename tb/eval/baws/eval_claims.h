/* SPDX-License-Identifier: Apache-2.0 */
/* eval_claims.h: the configurations that the paper names, on the default machine. */
#ifndef TB_BAWS_EVAL_CLAIMS_H
#define TB_BAWS_EVAL_CLAIMS_H

#include "tb/eval/baws/eval_measures.h"
#include "tb/eval/common/eval_judge.h"

extern const eval_config_t eval_lrr, eval_gto, eval_mwf_lrr, eval_mwf_gto, eval_mwf_lrr_cff,
    eval_baws;

/* The same as initialisers: issue policy with round robin fetch, and with CFF; other settings. */
/* clang-format off */
#define CONFIG(settings, issue, fetch) {settings, issue, fetch}
#define RR(issue)  {"-", issue, "rr"}
#define CFF(issue) {"-", issue, "cff"}
#define LRR RR("lrr")
#define GTO RR("gto")
/* clang-format on */

#endif
