/* axi_rules.c: see axi_rules.h. */
#include "axi_rules.h"

#include "scord_params.h"

enum { BEAT_BYTES = SCORD_AXI_DATA_WIDTH / 8, SIZE_8_BYTES = 3, INCREMENTING = 1, BOUNDARY = 4096, ALL_BYTES = 0xff };

bool scord_axi_is_metadata(uint32_t id, uint32_t lines) {
    return id - SCORD_AXI_ID_METADATA < lines; /* an ID below the first wraps to a huge number */
}

static bool within(uint64_t address, uint32_t beats, uint64_t bytes) {
    return address / bytes == (address + (uint64_t)BEAT_BYTES * beats - 1) / bytes;
}

const char *scord_axi_burst_rule(uint64_t address, unsigned length, unsigned size, unsigned burst) {
    if (size != SIZE_8_BYTES) return "transfers are 8 bytes wide (AxSIZE = 3)";
    if (burst != INCREMENTING) return "bursts are INCR (AxBURST = 1)";
    if (address % BEAT_BYTES) return "addresses are multiples of 8";
    if (!within(address, length + 1, BOUNDARY)) return "a burst does not cross 4 KB";
    return NULL;
}

const char *scord_axi_read_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines) {
    if (!scord_axi_is_metadata(id, lines)) return "a read ID is that of a read slot";
    if (!within(address, beats, SCORD_METADATA_LINE_BYTES)) return "a metadata read stays in its line";
    return NULL;
}

static bool all_strobed(uint32_t beats, const uint8_t *strobe) {
    for (uint32_t beat = 0; beat < beats; beat++)
        if (strobe[beat] != ALL_BYTES) return false;
    return true;
}

/* The span of a line's changed entries: its ends are changed, each entry is written as a whole or not at all. */
static const char *write_back_rule(uint64_t address, uint32_t beats, const uint8_t *strobe) {
    if (!within(address, beats, SCORD_METADATA_LINE_BYTES)) return "a metadata write stays in its line";
    if (strobe[0] != ALL_BYTES || strobe[beats - 1] != ALL_BYTES)
        return "a metadata write begins and ends with a changed entry";
    for (uint32_t beat = 0; beat < beats; beat++)
        if (strobe[beat] != 0 && strobe[beat] != ALL_BYTES) return "a metadata entry is written as a whole";
    return NULL;
}

const char *scord_axi_write_rule(uint64_t address, uint32_t beats, uint32_t id, uint32_t lines, const uint8_t *strobe) {
    if (scord_axi_is_metadata(id, lines)) return write_back_rule(address, beats, strobe);
    if (id != SCORD_AXI_ID_RACE_LOG && id != SCORD_AXI_ID_CLEAR)
        return "a write ID is that of a line, the race log or the clear";
    if (!all_strobed(beats, strobe)) return "race records and the clear write whole words";
    if (id == SCORD_AXI_ID_CLEAR) return NULL;
    if (beats != SCORD_RACE_RECORD_BEATS || address % (BEAT_BYTES * SCORD_RACE_RECORD_BEATS))
        return "a race record is one burst in its slot";
    return NULL;
}
