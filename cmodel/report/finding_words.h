/* SPDX-License-Identifier: Apache-2.0 */
/* finding_words.h: findings and their kinds in words (docs/findings.md). */
#ifndef SCORD_FINDING_WORDS_H
#define SCORD_FINDING_WORDS_H

#include <stdio.h>

#include "cmodel/stream/finding_rules.h"

/* What is wrong, without a capital or a full stop. */
const char *scord_finding_title(scord_finding_rule_t rule);
/* The smallest repair, the same. */
const char *scord_finding_hint(scord_finding_rule_t rule);
/* What CUDA says of the kind, in sentences, with the section it stands in. */
const char *scord_finding_kind_text(scord_finding_kind_t kind);

#endif
