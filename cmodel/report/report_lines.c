/* SPDX-License-Identifier: Apache-2.0 */
/* report_lines.c: see report_lines.h. */
#include "cmodel/report/report_lines.h"

#include <string.h>

#include "cmodel/base/wrapped_text.h"
#include "cmodel/report/source_text.h"

void scord_print_labelled(FILE *out, const char *label, const char *text) {
    fprintf(out, "  %-*s", SCORD_REPORT_INDENT - 2, label);
    scord_print_wrapped(out, text, SCORD_REPORT_INDENT, SCORD_REPORT_INDENT);
}

void scord_who_words(const scord_race_side_t *side, char *text, size_t size) {
    const unsigned sm = side->block_id >> SCORD_SLOT_WIDTH;
    const unsigned slot = side->block_id & ((1u << SCORD_SLOT_WIDTH) - 1);
    if (!side->block_known) {
        snprintf(text, size, "SM %u block slot %u warp slot %u", sm, slot, side->warp_id);
        return;
    }
    const int used = snprintf(text, size, "block (%u,%u,%u) warp %u", side->cta[0], side->cta[1],
                              side->cta[2], side->warp_of_block);
    if (side->thread_known)
        snprintf(text + used, size - (size_t)used, " lane %u thread (%u,%u,%u)", side->lane,
                 side->thread[0], side->thread[1], side->thread[2]);
}

void scord_print_source(FILE *out, const scord_instruction_t *instruction) {
    char line[4 * SCORD_COLUMNS], text[4 * SCORD_COLUMNS];
    if (!instruction || !instruction->file ||
        !scord_source_text(instruction->file, instruction->line, line, sizeof line))
        return;
    snprintf(text, sizeof text, "%s", line);
    size_t length = strlen(text);
    bool cut = false;
    while (length > 0 &&
           scord_columns_of(text, length) > SCORD_COLUMNS - SCORD_REPORT_INDENT - 2) { /* quotes */
        text[--length] = 0;
        cut = true;
    }
    if (cut) /* make room for the ellipsis, at a character boundary */
        while (length > 0 &&
               (((unsigned char)text[length] & 0xc0) == 0x80 ||
                scord_columns_of(text, length) > SCORD_COLUMNS - SCORD_REPORT_INDENT - 2 - 3))
            length--;
    fprintf(out, "%*s\"%.*s%s\"\n", SCORD_REPORT_INDENT, "", (int)length, text, cut ? "..." : "");
}
