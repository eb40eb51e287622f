/* SPDX-License-Identifier: Apache-2.0 */
/* inlined_calls.c: see inlined_calls.h. Walks through the entries of the unit that the address lies
 * in; the calls that hold it are nested, so the last one found is the innermost.
 *
 * An entry's attributes are as its abbreviation says; only those of `wanted` are kept. DWARF 4 and
 * 5, 32 bits, of 64-bit machines.
 */
#include "sim/runtime/host/inlined_calls.h"

#include <string.h>

enum { ABBREVIATIONS = 1024, FOLLOWED = 4, NESTED = 16 };
enum { TAG_UNIT = 0x11, TAG_INLINED = 0x1d };
enum {
    NAME,
    LINES,
    LOW,
    HIGH,
    ORIGIN,
    SPECIFICATION,
    RANGES,
    FILE_OF_CALL,
    LINE_OF_CALL,
    LINKAGE,
    STRING_BASE,
    ADDRESS_BASE,
    RANGE_BASE,
    WANTED
};
static const uint16_t wanted[WANTED] = {0x03, 0x10, 0x11, 0x12, 0x31, 0x47, 0x55,
                                        0x58, 0x59, 0x6e, 0x72, 0x73, 0x74};

typedef struct value {
    uint64_t number;
    const char *text;
    uint32_t form; /* 0: it has none */
} value_t;

typedef struct entry {
    uint64_t tag;
    value_t value[WANTED];
} entry_t;

typedef struct unit {
    dwarf_section_t info, strings, line_strings, string_offsets, addresses, ranges;
    const uint8_t *start, *end;
    unsigned version;
    uint64_t string_base, address_base, range_base, low, lines;
    const uint8_t *abbreviation[ABBREVIATIONS]; /* of each code: its tag */
    dwarf_section_t abbreviations;
} unit_t;

static uint64_t at_offset(dwarf_section_t section, uint64_t offset, unsigned bytes) {
    if (!section.at || offset >= (size_t)(section.end - section.at)) return 0;
    dwarf_reader_t reader = {section.at + offset, section.end, false};
    return dwarf_number(&reader, bytes);
}

static void skip(dwarf_reader_t *reader, uint64_t bytes) {
    if (bytes > (size_t)(reader->end - reader->at)) {
        reader->bad = true;
        bytes = (size_t)(reader->end - reader->at);
    }
    reader->at += bytes;
}

static void read_value(const unit_t *unit, dwarf_reader_t *reader, uint32_t form, int64_t constant,
                       value_t *value) {
    value->form = form;
    switch (form) {
    case 0x01:
    case 0x07:
    case 0x14:
    case 0x20:
    case 0x24: /* addr, data8, ref8, … */ value->number = dwarf_number(reader, 8); return;
    case 0x03: skip(reader, dwarf_number(reader, 2)); return;
    case 0x04: skip(reader, dwarf_number(reader, 4)); return;
    case 0x09:
    case 0x18: skip(reader, dwarf_leb(reader, false)); return;
    case 0x0a: skip(reader, dwarf_number(reader, 1)); return;
    case 0x05:
    case 0x12:
    case 0x26:
    case 0x2a: value->number = dwarf_number(reader, 2); return;
    case 0x06:
    case 0x10:
    case 0x13:
    case 0x17:
    case 0x1c:
    case 0x1d:
    case 0x28:
    case 0x2c:
    case 0x1f20:
    case 0x1f21: value->number = dwarf_number(reader, 4); return;
    case 0x27:
    case 0x2b: value->number = dwarf_number(reader, 3); return;
    case 0x0b:
    case 0x0c:
    case 0x11:
    case 0x25:
    case 0x29: value->number = dwarf_number(reader, 1); return;
    case 0x08: value->text = dwarf_string(reader); return;
    case 0x0d: value->number = dwarf_leb(reader, true); return;
    case 0x0e: value->text = dwarf_string_in(unit->strings, dwarf_number(reader, 4)); return;
    case 0x1f: value->text = dwarf_string_in(unit->line_strings, dwarf_number(reader, 4)); return;
    case 0x0f:
    case 0x15:
    case 0x1a:
    case 0x1b:
    case 0x22:
    case 0x23: value->number = dwarf_leb(reader, false); return;
    case 0x16: read_value(unit, reader, (uint32_t)dwarf_leb(reader, false), 0, value); return;
    case 0x19: value->number = 1; return;
    case 0x1e: skip(reader, 16); return;
    case 0x21: value->number = (uint64_t)constant; return;
    default: reader->bad = true;
    }
}

/* CHILDREN: entries follow that are its own. False: no entry, the end of a list. */
static bool read_entry(const unit_t *unit, dwarf_reader_t *reader, entry_t *entry, bool *children) {
    const uint64_t code = dwarf_leb(reader, false);
    memset(entry, 0, sizeof *entry);
    if (code == 0) return false;
    if (code >= ABBREVIATIONS || !unit->abbreviation[code]) {
        reader->bad = true;
        return false;
    }
    dwarf_reader_t how = {unit->abbreviation[code], unit->abbreviations.end, false};
    entry->tag = dwarf_leb(&how, false);
    *children = dwarf_number(&how, 1) != 0;
    while (!how.bad && !reader->bad) {
        const uint64_t name = dwarf_leb(&how, false), form = dwarf_leb(&how, false);
        const int64_t constant = form == 0x21 ? (int64_t)dwarf_leb(&how, true) : 0;
        if (form == 0) break;
        value_t value = {.number = 0};
        read_value(unit, reader, (uint32_t)form, constant, &value);
        for (unsigned i = 0; i < WANTED; i++)
            if (wanted[i] == name) entry->value[i] = value;
    }
    return !reader->bad;
}

static void read_abbreviations(unit_t *unit, uint64_t offset) {
    dwarf_reader_t reader = {unit->abbreviations.at, unit->abbreviations.end, false};
    memset(unit->abbreviation, 0, sizeof unit->abbreviation);
    skip(&reader, offset);
    for (uint64_t code; !reader.bad && (code = dwarf_leb(&reader, false)) != 0;) {
        if (code < ABBREVIATIONS) unit->abbreviation[code] = reader.at;
        dwarf_leb(&reader, false);
        dwarf_number(&reader, 1);
        for (uint64_t form = 1; form != 0 && !reader.bad;) {
            dwarf_leb(&reader, false);
            form = dwarf_leb(&reader, false);
            if (form == 0x21) dwarf_leb(&reader, true);
        }
    }
}

static uint64_t address_number(const unit_t *unit, uint64_t index) {
    return at_offset(unit->addresses, unit->address_base + 8 * index, 8);
}
static uint64_t address_of(const unit_t *unit, const value_t *value) {
    const bool indexed = value->form == 0x1b || (value->form >= 0x29 && value->form <= 0x2c);
    return indexed ? address_number(unit, value->number) : value->number;
}

static const char *text_of(const unit_t *unit, const value_t *value) {
    const bool indexed = value->form == 0x1a || (value->form >= 0x25 && value->form <= 0x28);
    if (indexed)
        return dwarf_string_in(unit->strings, at_offset(unit->string_offsets,
                                                        unit->string_base + 4 * value->number, 4));
    return value->text ? value->text : "";
}

/* DWARF 4: pairs of offsets from the unit's start, or {all ones, another start}; {0, 0} ends. */
static bool in_old_ranges(const unit_t *unit, uint64_t offset, uint64_t address) {
    dwarf_reader_t reader = {unit->ranges.at, unit->ranges.end, !unit->ranges.at};
    uint64_t base = unit->low;
    skip(&reader, offset);
    while (!reader.bad) {
        const uint64_t from = dwarf_number(&reader, 8), to = dwarf_number(&reader, 8);
        if (from == 0 && to == 0) break;
        if (from == UINT64_MAX)
            base = to;
        else if (address - (base + from) < to - from)
            return true;
    }
    return false;
}

static bool in_ranges(const unit_t *unit, const value_t *value, uint64_t address) {
    dwarf_reader_t reader = {unit->ranges.at, unit->ranges.end, !unit->ranges.at};
    uint64_t base = unit->low, from = 0, to = 0;
    if (unit->version < 5) return in_old_ranges(unit, value->number, address);
    skip(&reader,
         value->form != 0x23
             ? value->number
             : unit->range_base + at_offset(unit->ranges, unit->range_base + 4 * value->number, 4));
    while (!reader.bad) {
        switch (dwarf_number(&reader, 1)) {
        case 1: base = address_number(unit, dwarf_leb(&reader, false)); continue;
        case 2:
            from = address_number(unit, dwarf_leb(&reader, false));
            to = address_number(unit, dwarf_leb(&reader, false));
            break;
        case 3:
            from = address_number(unit, dwarf_leb(&reader, false));
            to = from + dwarf_leb(&reader, false);
            break;
        case 4:
            from = base + dwarf_leb(&reader, false);
            to = base + dwarf_leb(&reader, false);
            break;
        case 5: base = dwarf_number(&reader, 8); continue;
        case 6:
            from = dwarf_number(&reader, 8);
            to = dwarf_number(&reader, 8);
            break;
        case 7:
            from = dwarf_number(&reader, 8);
            to = from + dwarf_leb(&reader, false);
            break;
        default: return false;
        }
        if (address - from < to - from) return true;
    }
    return false;
}

static bool holds(const unit_t *unit, const entry_t *entry, uint64_t address) {
    const value_t *high = &entry->value[HIGH];
    if (entry->value[RANGES].form != 0) return in_ranges(unit, &entry->value[RANGES], address);
    if (entry->value[LOW].form == 0 || high->form == 0) return false;
    const uint64_t low = address_of(unit, &entry->value[LOW]);
    const bool absolute = high->form == 0x01 || high->form == 0x1b;
    return address - low < (absolute ? address_of(unit, high) - low : high->number);
}

/* What the call is of: the linkage name of the entry that ORIGIN leads to. */
static const char *name_of(const unit_t *unit, value_t origin) {
    const char *name = "";
    entry_t entry;
    bool children;
    for (unsigned i = 0; i < FOLLOWED && origin.form != 0; i++) {
        const uint8_t *base = origin.form == 0x10 ? unit->info.at : unit->start;
        if (origin.number >= (size_t)(unit->end - base) || base + origin.number < unit->start)
            break;
        dwarf_reader_t reader = {base + origin.number, unit->end, false};
        if (!read_entry(unit, &reader, &entry, &children)) break;
        const char *linkage = text_of(unit, &entry.value[LINKAGE]);
        if (linkage[0] != '\0') return linkage;
        if (name[0] == '\0') name = text_of(unit, &entry.value[NAME]);
        origin = entry.value[entry.value[SPECIFICATION].form != 0 ? SPECIFICATION : ORIGIN];
    }
    return name;
}

/* The unit's own entry, behind its header. False: the address is not in it. */
static bool begin_unit(unit_t *unit, dwarf_reader_t *reader, uint64_t address) {
    entry_t entry;
    bool children = false;
    unit->version = (unsigned)dwarf_number(reader, 2);
    if (unit->version < 4 || unit->version > 5) return false;
    const unsigned type = unit->version == 5 ? (unsigned)dwarf_number(reader, 1) : 1;
    uint64_t abbreviations = 0;
    if (unit->version == 5) dwarf_number(reader, 1);
    abbreviations = dwarf_number(reader, 4);
    if (unit->version == 4) dwarf_number(reader, 1);
    if (type != 1 || reader->bad) return false;
    read_abbreviations(unit, abbreviations);
    if (!read_entry(unit, reader, &entry, &children) || entry.tag != TAG_UNIT || !children)
        return false;
    unit->string_base = entry.value[STRING_BASE].number;
    unit->address_base = entry.value[ADDRESS_BASE].number;
    unit->range_base = entry.value[RANGE_BASE].number;
    unit->lines = entry.value[LINES].number;
    unit->low = address_of(unit, &entry.value[LOW]);
    return holds(unit, &entry, address);
}

static unsigned search_unit(unit_t *unit, dwarf_reader_t reader, uint64_t address,
                            inlined_call_t calls[NESTED]) {
    entry_t entry;
    unsigned found = 0, depth = 1;
    if (!begin_unit(unit, &reader, address)) return 0;
    while (depth > 0 && !reader.bad && reader.at < reader.end) {
        bool children = false;
        if (!read_entry(unit, &reader, &entry, &children)) {
            depth--;
            continue;
        }
        depth += children;
        if (entry.tag != TAG_INLINED || found == NESTED || !holds(unit, &entry, address)) continue;
        calls[found++] = (inlined_call_t){.function = name_of(unit, entry.value[ORIGIN]),
                                          .lines = unit->lines,
                                          .file = (uint32_t)entry.value[FILE_OF_CALL].number,
                                          .line = (uint32_t)entry.value[LINE_OF_CALL].number};
    }
    return found;
}

unsigned inlined_calls(const dwarf_object_t *object, uint64_t address, inlined_call_t *calls,
                       unsigned most) {
    unit_t unit = {.info = dwarf_section(object, ".debug_info"),
                   .strings = dwarf_section(object, ".debug_str"),
                   .line_strings = dwarf_section(object, ".debug_line_str"),
                   .string_offsets = dwarf_section(object, ".debug_str_offsets"),
                   .addresses = dwarf_section(object, ".debug_addr"),
                   .abbreviations = dwarf_section(object, ".debug_abbrev")};
    const dwarf_section_t new = dwarf_section(object, ".debug_rnglists"),
                          old = dwarf_section(object, ".debug_ranges");
    inlined_call_t nested[NESTED];
    dwarf_reader_t reader = {unit.info.at, unit.info.end, !unit.info.at || !unit.abbreviations.at};
    while (!reader.bad && reader.at < reader.end) {
        unit.start = reader.at;
        const uint64_t length = dwarf_number(&reader, 4);
        if (length > (size_t)(reader.end - reader.at)) break;
        unit.end = reader.at + length;
        unit.ranges = reader.at[0] >= 5 ? new : old;
        const unsigned found = search_unit(&unit, (dwarf_reader_t){reader.at, unit.end, false},
                                           address, nested);
        for (unsigned i = 0; i < found && i < most; i++) calls[i] = nested[found - 1 - i];
        if (found > 0) return found < most ? found : most;
        reader.at = unit.end;
    }
    return 0;
}
