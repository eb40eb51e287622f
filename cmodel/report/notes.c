/* SPDX-License-Identifier: Apache-2.0 */
/* notes.c: see notes.h. */
#include "cmodel/report/notes.h"

#include "cmodel/base/wrapped_text.h"

void scord_notes_print(const scord_program_map_t *program, const char *label, unsigned indent,
                       FILE *out) {
    for (uint32_t i = 0; i < program->notes; i++) {
        fprintf(out, "%-*s", (int)indent, label);
        scord_print_wrapped(out, program->note[i], indent, indent);
    }
}

void scord_put_notes(json_writer_t *json, const scord_program_map_t *program) {
    if (program->notes == 0) return;
    json_open_array(json, "notes");
    for (uint32_t i = 0; i < program->notes; i++) json_put_string(json, NULL, program->note[i]);
    json_close(json);
}
