/* SPDX-License-Identifier: Apache-2.0 */
/* race_words.h: a race site in words: the instruction and the rule it violates. Repairs:
 * race_repair.h.
 */
#ifndef SCORD_RACE_WORDS_H
#define SCORD_RACE_WORDS_H

#include <stddef.h>

#include "cmodel/report/race_site.h"

/* Room for the longest words: an instruction, a place (a path has at most SCORD_NAME_MAX bytes), a
 * side of a race. */
enum {
    SCORD_WORDS_SIZE = 64,
    SCORD_PLACE_SIZE = SCORD_NAME_MAX + 64,
    SCORD_SIDE_SIZE = SCORD_PLACE_SIZE + SCORD_WORDS_SIZE + 16
};

/* "missing block fence", … (docs/semantics.md section 6). */
const char *scord_verdict_words(scord_verdict_t verdict);
/* What a CUDA programmer would call the race: "two blocks touch this word, and nothing orders
 * them". */
void scord_heading_words(const scord_race_site_t *site, char *text, size_t size);
/* "Table IV(a)", …: ScoRD's name of the rule; "" when it is no rule of the table. */
const char *scord_verdict_table(scord_verdict_t verdict);
/* CUDA's name of an atomic of that kind (scord_atomic_kind_t), without scope suffix. */
const char *scord_atomic_words(unsigned kind);
/* "atomicAdd_block", "volatile load", "store", "__threadfence_block", …; NULL gives "access". */
void scord_instruction_words(const scord_instruction_t *instruction, char *text, size_t size);
/* " (block scope)", " (weak, no scope)", or "" where the name says it. */
void scord_scope_words(const scord_instruction_t *instruction, char *text, size_t size);
/* "file.cu:57", or "pc 0x12 (no line known)". */
void scord_place_words(const scord_race_report_t *report, uint32_t pc, char *text, size_t size);
/* "the store at FILE:LINE": either side; "the owner's last access" when that is unknown. */
void scord_access_words(const scord_race_report_t *report, const scord_race_site_t *site,
                        char *text, size_t size);
void scord_owner_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                       size_t size);
/* The rule in general, one sentence without full stop. */
const char *scord_rule_description(scord_verdict_t verdict);
/* The rule that the site violates, one sentence. */
void scord_rule_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                      size_t size);

#endif
