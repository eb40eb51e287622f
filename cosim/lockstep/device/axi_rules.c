/* SPDX-License-Identifier: Apache-2.0 */
/* axi_rules.c: see axi_rules.h. */
#include "cosim/lockstep/device/axi_rules.h"

#include <stddef.h>

#include "cmodel/scord_params.h"

enum { WORD_BYTES = SCORD_AXI_DATA_WIDTH / 8, INCREMENTING = 1, BOUNDARY = 4096, ALL_BYTES = 0xff };

bool scord_axi_is_metadata(uint32_t id, uint32_t lines) {
    return id - SCORD_AXI_ID_METADATA < lines; /* an ID below the first wraps to a huge number */
}

static bool within(uint64_t address, uint32_t beats, uint32_t entries, uint64_t bytes) {
    return address / bytes == (address + (uint64_t)WORD_BYTES * entries * beats - 1) / bytes;
}

const char *scord_axi_burst_rule(uint64_t address, unsigned length, unsigned size, unsigned burst,
                                 uint32_t entries) {
    if (size > 7 || 1u << size != WORD_BYTES * entries)
        return "transfers are as wide as the port (AxSIZE)";
    if (burst != INCREMENTING) return "bursts are INCR (AxBURST = 1)";
    if (address % (WORD_BYTES * entries)) return "addresses are multiples of a beat";
    if (!within(address, length + 1, entries, BOUNDARY)) return "a burst does not cross 4 KB";
    return NULL;
}

const char *scord_axi_read_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines,
                                uint32_t entries) {
    if (!scord_axi_is_metadata(id, lines)) return "a read ID is that of a read slot";
    if (!within(address, beats, entries, SCORD_METADATA_LINE_BYTES))
        return "a metadata read stays in its line";
    return NULL;
}

static bool all_strobed(uint32_t words, const uint8_t *strobe) {
    for (uint32_t word = 0; word < words; word++)
        if (strobe[word] != ALL_BYTES) return false;
    return true;
}

static bool none_strobed(uint32_t words, const uint8_t *strobe) {
    for (uint32_t word = 0; word < words; word++)
        if (strobe[word]) return false;
    return true;
}

/* The beats of a line's changed entries: the outer ones have a changed entry, each entry is written
 * as a whole or not at all. */
static const char *write_back_rule(uint64_t address, uint32_t beats, uint32_t entries,
                                   const uint8_t *strobe) {
    if (!within(address, beats, entries, SCORD_METADATA_LINE_BYTES))
        return "a metadata write stays in its line";
    for (uint32_t word = 0; word < beats * entries; word++)
        if (strobe[word] != 0 && strobe[word] != ALL_BYTES)
            return "a metadata entry is written as a whole";
    if (none_strobed(entries, strobe) ||
        none_strobed(entries, strobe + (size_t)(beats - 1) * entries))
        return "a metadata write begins and ends with a changed entry";
    return NULL;
}

/* The words of one slot of the log: whole beats of them, or strobed in a beat of several slots. */
static const char *race_record_rule(uint64_t address, uint32_t beats, uint32_t entries,
                                    const uint8_t *strobe) {
    const uint32_t words = beats * entries;
    uint32_t first = 0;
    while (first < words && strobe[first] == 0) first++;
    const uint64_t slot = address + (uint64_t)WORD_BYTES * first;
    const bool one_burst = beats == 1 || words == SCORD_RACE_RECORD_BEATS;
    if (!one_burst || first + SCORD_RACE_RECORD_BEATS > words ||
        slot % (WORD_BYTES * SCORD_RACE_RECORD_BEATS))
        return "a race record is one burst in its slot";
    if (!all_strobed(SCORD_RACE_RECORD_BEATS, strobe + first))
        return "race records and the clear write whole words";
    if (!none_strobed(words - first - SCORD_RACE_RECORD_BEATS,
                      strobe + first + SCORD_RACE_RECORD_BEATS))
        return "a race record is one burst in its slot";
    return NULL;
}

const char *scord_axi_write_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines,
                                 uint32_t entries, const uint8_t *strobe) {
    if (scord_axi_is_metadata(id, lines)) return write_back_rule(address, beats, entries, strobe);
    if (id != SCORD_AXI_ID_RACE_LOG && id != SCORD_AXI_ID_CLEAR)
        return "a write ID is that of a line, the race log or the clear";
    if (id == SCORD_AXI_ID_RACE_LOG) return race_record_rule(address, beats, entries, strobe);
    return all_strobed(beats * entries, strobe) ? NULL
                                                : "race records and the clear write whole words";
}
