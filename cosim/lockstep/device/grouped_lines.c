/* SPDX-License-Identifier: Apache-2.0 */
/* grouped_lines.c: see grouped_lines.h. */
#include "cosim/lockstep/device/grouped_lines.h"

#include "cmodel/detector/metadata.h"

/* Even few entries are a line. */
static uint64_t lines_of(uint64_t entries) {
    return entries < SCORD_SEGMENT_WORDS ? 1 : entries / SCORD_SEGMENT_WORDS;
}

uint64_t scord_stored_bytes(uint64_t entries, bool grouped) {
    if (!grouped) return 8 * entries;
    return lines_of(entries) * (SCORD_METADATA_LINE_BYTES + SCORD_HEAD_BYTES);
}

static uint64_t heads_base(uint64_t metadata_base, uint64_t entries) {
    return metadata_base + lines_of(entries) * SCORD_METADATA_LINE_BYTES;
}

uint64_t scord_head_address(uint64_t metadata_base, uint64_t entries, uint64_t index) {
    return heads_base(metadata_base, entries) + index / SCORD_SEGMENT_WORDS * SCORD_HEAD_BYTES;
}

bool scord_head_line(uint64_t metadata_base, uint64_t entries, uint64_t address, uint64_t *line) {
    const uint64_t base = heads_base(metadata_base, entries);
    if (address < base || (address - base) / SCORD_HEAD_BYTES >= lines_of(entries)) return false;
    *line = (address - base) / SCORD_HEAD_BYTES;
    return true;
}

uint32_t scord_head_place(uint64_t map, uint64_t index) {
    const uint64_t codes = map ^ SCORD_METADATA_RESET_IMAGE;
    return (uint32_t)(codes >> 2 * (index % SCORD_SEGMENT_WORDS)) & SCORD_GROUPED_PLACES;
}
