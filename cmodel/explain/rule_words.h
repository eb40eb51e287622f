/* SPDX-License-Identifier: Apache-2.0 */
/* rule_words.h: rules and conditions of a decision in words, with their values. */
#ifndef SCORD_RULE_WORDS_H
#define SCORD_RULE_WORDS_H

#include <stddef.h>

#include "cmodel/detector/decision_observer.h"

/* "6", "Table IV(b)", "missing device fence". */
const char *scord_rule_number(scord_rule_t rule);
const char *scord_rule_table(scord_rule_t rule);
const char *scord_rule_title(scord_rule_t rule);
/* "no_device_fence_since", … */
const char *scord_term_name(scord_term_t term);
/* What the condition compared, and the result. */
void scord_term_words(scord_term_t term, bool value, const scord_decided_check_t *check, char *text,
                      size_t size);
/* The rule that decided the verdict, or let the access pass; SCORD_RULE_COUNT: no rule of Table IV
 * holds. */
scord_rule_t scord_deciding_rule(const scord_rule_trace_t *trace);

#endif
