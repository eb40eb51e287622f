/* race_words.h: a race site in words: what the instruction is, which rule it breaks, what would repair it.
 */
#ifndef SCORD_RACE_WORDS_H
#define SCORD_RACE_WORDS_H

#include <stddef.h>

#include "race_site.h"

/* "missing block fence", … (docs/semantics.md section 6). */
const char *scord_verdict_words(scord_verdict_t verdict);
/* "Table IV(a)", …: ScoRD's name of the rule. */
const char *scord_verdict_table(scord_verdict_t verdict);
/* "atomicAdd_block", "volatile load", "store", "__threadfence_block", …; NULL gives "access". */
void scord_instruction_words(const scord_instruction_t *instruction, char *text, size_t size);
/* "file.cu:57", or "pc 0x12 (no line known)". */
void scord_place_words(const scord_race_report_t *report, uint32_t pc, char *text, size_t size);
/* The rule that the site breaks, one sentence. */
void scord_rule_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size);
/* The smallest repair, one or two sentences. */
void scord_hint_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size);

#endif
