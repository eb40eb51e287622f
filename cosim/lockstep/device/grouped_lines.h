/* SPDX-License-Identifier: Apache-2.0 */
/* grouped_lines.h: metadata lines as memory holds them with grouped_lines
 * (rtl/detector/metadata_head.v), expanded.
 *
 * Entry i of the metadata lies at metadata_base + 8 i; behind the entries, a line's at least, lie
 * the heads of the lines: SCORD_GROUPED_PLACES + 1 words each, a map and the entries of the places.
 * The map has two bits a word of the line: the number of its place, or SCORD_GROUPED_PLACES: its
 * entry is plain, in the array. The map is stored as its exclusive or with the reset image.
 */
#ifndef SCORD_GROUPED_LINES_H
#define SCORD_GROUPED_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

enum { SCORD_HEAD_BYTES = 8 * (SCORD_GROUPED_PLACES + 1) };

/* The bytes of ENTRIES entries, and of their heads with GROUPED. */
uint64_t scord_stored_bytes(uint64_t entries, bool grouped);
/* The head of the line of entry INDEX, of ENTRIES. */
uint64_t scord_head_address(uint64_t metadata_base, uint64_t entries, uint64_t index);
/* The line of the head that ADDRESS is in; false: it is in none. */
bool scord_head_line(uint64_t metadata_base, uint64_t entries, uint64_t address, uint64_t *line);
/* The place of entry INDEX by its line's MAP as stored; SCORD_GROUPED_PLACES: plain. */
uint32_t scord_head_place(uint64_t map, uint64_t index);

#endif
