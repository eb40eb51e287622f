/* SPDX-License-Identifier: Apache-2.0 */
/* notes.h: the note records of a stream, which every report made from it repeats, as text and JSON.
 */
#ifndef SCORD_NOTES_H
#define SCORD_NOTES_H

#include <stdio.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/report/program_map.h"

/* Each note in lines of at most 100 columns, the first after LABEL, which fills INDENT columns.
 * Nothing when there are none. */
void scord_notes_print(const scord_program_map_t *program, const char *label, unsigned indent,
                       FILE *out);
/* The member "notes", an array, into the object that JSON has open; nothing when there are none. */
void scord_put_notes(json_writer_t *json, const scord_program_map_t *program);

#endif
