/* SPDX-License-Identifier: Apache-2.0 */
/* report_lines.h: the lines that races and findings have in common in a text report, 100 columns
 * wide.
 */
#ifndef SCORD_REPORT_LINES_H
#define SCORD_REPORT_LINES_H

#include <stdio.h>

#include "cmodel/report/race_site.h"

enum {
    SCORD_REPORT_INDENT = 15,                    /* where texts start, after the label */
    SCORD_REPORT_TEXT = 4 * SCORD_NAME_MAX + 512 /* two places of the longest paths, and words */
};

void scord_print_labelled(FILE *out, const char *label, const char *text);
/* "block (3,0,0) warp 2 lane 0 thread (64,0,0)", or hardware slots when the block is not known. */
void scord_who_words(const scord_race_side_t *side, char *text, size_t size);
/* "NAME+16, address 0x700000010" under the label "object:"; NAME is NULL when none is known. */
void scord_print_object(FILE *out, const char *name, uint64_t offset, uint64_t address);
/* The source line in quotes, when its file can be read. */
void scord_print_source(FILE *out, const scord_instruction_t *instruction);
/* findings_print.c: the sites of the findings, as entries; then, in the summary, a line for what
 * was found and one for what was only noted. */
void scord_findings_print(const scord_race_report_t *report, FILE *out, bool colour);
void scord_findings_print_summary(const scord_race_report_t *report, FILE *out, bool colour);

#endif
