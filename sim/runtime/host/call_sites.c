/* SPDX-License-Identifier: Apache-2.0 */
/* call_sites.c: see call_sites.h. Reads the line table (.debug_line, DWARF 2 to 5) and the symbols
 * of the file that an address lies in; only when something is reported.
 *
 * A line table is a program whose run gives rows {address, file, line}, ascending within a
 * sequence; the row at or below the address counts. Compressed sections are not read.
 * Reference: DWARF Debugging Information Format, Version 5, section 6.2.
 */
#include "sim/runtime/host/call_sites.h"

#include <elf.h>
#include <execinfo.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "sim/runtime/host/inlined_calls.h"

void call_frames(uintptr_t frame[CALL_FRAMES]) {
    void *address[CALL_FRAMES + 1];
    const int count = backtrace(address, CALL_FRAMES + 1);
    for (int i = 0; i < CALL_FRAMES; i++) frame[i] = i + 1 < count ? (uintptr_t)address[i + 1] : 0;
}

static void find_function(const dwarf_object_t *object, uint64_t address, char *name, size_t size) {
    const dwarf_section_t symbols = dwarf_section(object, ".symtab"),
                          names = dwarf_section(object, ".strtab");
    name[0] = '\0';
    if (!symbols.at || !names.at) return;
    for (const Elf64_Sym *symbol = (const void *)symbols.at;
         (const uint8_t *)(symbol + 1) <= symbols.end; symbol++)
        if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && address >= symbol->st_value &&
            address - symbol->st_value < symbol->st_size &&
            symbol->st_name < (size_t)(names.end - names.at)) {
            snprintf(name, size, "%s", (const char *)names.at + symbol->st_name);
            return;
        }
}

/* ---- the line table ---- */

/* A template of the C++ library. */
static bool is_library(const char *function) {
    static const char *const prefix[] = {"_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx"};
    for (unsigned i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (strncmp(function, prefix[i], strlen(prefix[i])) == 0) return true;
    return false;
}

enum { NAMES = 512 };
typedef struct names {
    const char *directory[NAMES], *file[NAMES];
    uint32_t directory_of[NAMES];
    unsigned directories, files;
} names_t;

typedef struct row {
    uint64_t address, file, line;
} row_t;

typedef struct table {
    dwarf_section_t strings, line_strings;
    uint64_t wanted; /* address in the file's terms */
    call_place_t *place;
    const row_t *named; /* not an address: its file and line */
    bool exact, access;
} table_t;

enum { FORM_STRING = 0x08, FORM_STRP = 0x0e, FORM_LINE_STRP = 0x1f, FORM_UDATA = 0x0f };

static uint64_t form_value(const table_t *table, dwarf_reader_t *reader, uint64_t form,
                           unsigned word, const char **text) {
    switch (form) {
    case FORM_STRING: *text = dwarf_string(reader); return 0;
    case FORM_STRP: *text = dwarf_string_in(table->strings, dwarf_number(reader, word)); return 0;
    case FORM_LINE_STRP:
        *text = dwarf_string_in(table->line_strings, dwarf_number(reader, word));
        return 0;
    case FORM_UDATA: return dwarf_leb(reader, false);
    case 0x0b: return dwarf_number(reader, 1);
    case 0x05: return dwarf_number(reader, 2);
    case 0x06: return dwarf_number(reader, 4);
    case 0x07: return dwarf_number(reader, 8);
    case 0x1e: /* data16: a checksum */ dwarf_number(reader, 8); return dwarf_number(reader, 8);
    default: reader->bad = true; return 0;
    }
}

/* DWARF 5: a list of entries, whose fields a list of {content, form} describes. */
static void read_entries(const table_t *table, dwarf_reader_t *reader, unsigned word, bool files,
                         names_t *names) {
    uint64_t what[8] = {0}, form[8] = {0};
    const unsigned fields = (unsigned)dwarf_number(reader, 1);
    if (fields > 8) reader->bad = true;
    for (unsigned i = 0; i < fields && !reader->bad; i++) {
        what[i] = dwarf_leb(reader, false);
        form[i] = dwarf_leb(reader, false);
    }
    const uint64_t count = dwarf_leb(reader, false);
    for (uint64_t entry = 0; entry < count && !reader->bad; entry++) {
        const char *path = "";
        uint64_t directory = 0;
        for (unsigned i = 0; i < fields; i++) {
            const char *text = "";
            const uint64_t value = form_value(table, reader, form[i], word, &text);
            if (what[i] == 1) path = text;
            if (what[i] == 2) directory = value;
        }
        if (files && names->files < NAMES) {
            names->directory_of[names->files] = (uint32_t)directory;
            names->file[names->files++] = path;
        } else if (!files && names->directories < NAMES) {
            names->directory[names->directories++] = path;
        }
    }
}

/* DWARF 2 to 4: both lists end with an empty name; directory 0 and file 0 stand for the unit's. */
static void read_old_names(dwarf_reader_t *reader, names_t *names) {
    names->directory[names->directories++] = "";
    names->file[names->files++] = "";
    for (const char *text; !reader->bad && (text = dwarf_string(reader))[0] != '\0';)
        if (names->directories < NAMES) names->directory[names->directories++] = text;
    for (const char *text; !reader->bad && (text = dwarf_string(reader))[0] != '\0';) {
        const uint64_t directory = dwarf_leb(reader, false);
        dwarf_leb(reader, false);
        dwarf_leb(reader, false);
        if (names->files == NAMES) continue;
        names->directory_of[names->files] = (uint32_t)directory;
        names->file[names->files++] = text;
    }
}

static const char *directory_of(const names_t *names, const row_t *row) {
    const uint32_t in = row->file < names->files ? names->directory_of[row->file] : 0;
    return row->file < names->files && names->file[row->file][0] != '/' && in < names->directories
               ? names->directory[in]
               : "";
}

/* A header of the system, whose code stands inside the program's. */
static bool is_system(const names_t *names, const row_t *row) {
    const char *file = row->file < names->files ? names->file[row->file] : "";
    return strncmp(file, "/usr/", 5) == 0 || strncmp(directory_of(names, row), "/usr/", 5) == 0;
}

static void take_row(const table_t *table, const names_t *names, const row_t *row) {
    const char *directory = "", *file = row->file < names->files ? names->file[row->file] : "";
    const uint32_t in = row->file < names->files ? names->directory_of[row->file] : 0;
    if (file[0] != '/' && in != 0 && in < names->directories) directory = names->directory[in];
    snprintf(table->place->file, sizeof table->place->file, "%s%s%s", directory,
             directory[0] != '\0' ? "/" : "", file);
    table->place->line = (uint32_t)row->line;
}

typedef struct machine {
    row_t now, before, own; /* own: the last one that is of no header of the system */
    bool has_before, has_own, found;
    bool merged;   /* the wanted one is an access with no line of its own */
    unsigned step; /* bytes of an instruction, at least */
} machine_t;

static void emit_row(const table_t *table, const names_t *names, machine_t *machine, bool last) {
    if (machine->has_before && table->wanted >= machine->before.address &&
        table->wanted < machine->now.address && machine->before.line != 0) {
        const bool inside = !table->exact && machine->has_own &&
                            is_system(names, &machine->before) &&
                            !is_library(table->place->function);
        take_row(table, names, inside ? &machine->own : &machine->before);
        machine->found = true;
    }
    /* the compiler puts an access that two paths have in common in front of what follows both */
    if (machine->has_before && table->wanted >= machine->before.address &&
        table->wanted < machine->now.address && machine->before.line == 0 && table->access)
        machine->merged = true;
    if (machine->merged && !last && machine->now.line != 0) {
        take_row(table, names, &machine->now);
        machine->found = true;
    }
    machine->before = machine->now;
    machine->has_before = !last;
    if (!is_system(names, &machine->now)) machine->own = machine->now;
    machine->has_own = !last && (machine->has_own || !is_system(names, &machine->now));
    if (last) machine->now = (row_t){0, 1, 1};
}

static void extended(const table_t *table, const names_t *names, dwarf_reader_t *reader,
                     machine_t *machine) {
    const uint64_t length = dwarf_leb(reader, false);
    if (length == 0 || length > (size_t)(reader->end - reader->at)) {
        reader->bad = true;
        return;
    }
    const uint8_t *next = reader->at + length;
    const unsigned operation = (unsigned)dwarf_number(reader, 1);
    if (operation == 1) emit_row(table, names, machine, true);
    if (operation == 2) machine->now.address = dwarf_number(reader, 8);
    reader->at = next;
}

static bool run_lines(const table_t *table, const names_t *names, dwarf_reader_t *reader,
                      unsigned step, int base, unsigned range, unsigned first_special,
                      const uint8_t *lengths) {
    machine_t machine = {.now = {0, 1, 1}, .step = step};
    while (reader->at < reader->end && !reader->bad && !machine.found) {
        const unsigned operation = (unsigned)dwarf_number(reader, 1);
        if (operation >= first_special) {
            const unsigned special = operation - first_special;
            machine.now.address += special / range * step;
            machine.now.line += (uint64_t)(int64_t)(base + (int)(special % range));
            emit_row(table, names, &machine, false);
            continue;
        }
        switch (operation) {
        case 0: extended(table, names, reader, &machine); break;
        case 1: emit_row(table, names, &machine, false); break;
        case 2: machine.now.address += dwarf_leb(reader, false) * step; break;
        case 3: machine.now.line += dwarf_leb(reader, true); break;
        case 4: machine.now.file = dwarf_leb(reader, false); break;
        case 8: machine.now.address += (255 - first_special) / range * step; break;
        case 9: machine.now.address += dwarf_number(reader, 2); break;
        default:
            for (unsigned i = 0; i < lengths[operation - 1]; i++) dwarf_leb(reader, false);
        }
    }
    return machine.found;
}

static bool search_unit(const table_t *table, dwarf_reader_t reader, unsigned word) {
    names_t names = {.directories = 0};
    const unsigned version = (unsigned)dwarf_number(&reader, 2);
    if (version < 2 || version > 5) return false;
    if (version == 5) dwarf_number(&reader, 2); /* sizes of addresses and of segments */
    const uint64_t header = dwarf_number(&reader, word);
    if (reader.bad || header > (size_t)(reader.end - reader.at)) return false;
    const uint8_t *program = reader.at + header;
    const unsigned step = (unsigned)dwarf_number(&reader, 1);
    if (version >= 4) dwarf_number(&reader, 1);
    dwarf_number(&reader, 1);
    const int base = (int8_t)dwarf_number(&reader, 1);
    const unsigned range = (unsigned)dwarf_number(&reader, 1),
                   special = (unsigned)dwarf_number(&reader, 1);
    const uint8_t *lengths = reader.at;
    if (special == 0 || range == 0) return false;
    for (unsigned i = 1; i < special; i++) dwarf_number(&reader, 1);
    if (version == 5) {
        read_entries(table, &reader, word, false, &names);
        read_entries(table, &reader, word, true, &names);
    } else {
        read_old_names(&reader, &names);
    }
    if (reader.bad) return false;
    if (table->named) {
        take_row(table, &names, table->named);
        return true;
    }
    reader.at = program;
    return run_lines(table, &names, &reader, step, base, range, special, lengths);
}

/* EXACT: the line is that of the address, also in a header of the system. */
static void find_line(const dwarf_object_t *object, uint64_t address, call_place_t *place,
                      bool exact, bool access) {
    const dwarf_section_t lines = dwarf_section(object, ".debug_line");
    const table_t table = {dwarf_section(object, ".debug_str"),
                           dwarf_section(object, ".debug_line_str"),
                           address,
                           place,
                           NULL,
                           exact,
                           access};
    dwarf_reader_t reader = {lines.at, lines.end, !lines.at};
    while (!reader.bad && reader.at < reader.end) {
        unsigned word = 4;
        uint64_t length = dwarf_number(&reader, 4);
        if (length == 0xffffffff) {
            word = 8;
            length = dwarf_number(&reader, 8);
        }
        if (length > (size_t)(reader.end - reader.at)) return;
        if (search_unit(&table, (dwarf_reader_t){reader.at, reader.at + length, false}, word))
            return;
        reader.at += length;
    }
}

/* FILE of a unit's table at OFFSET, and LINE, into PLACE. */
static void name_place(const dwarf_object_t *object, const inlined_call_t *call,
                       call_place_t *place) {
    const dwarf_section_t lines = dwarf_section(object, ".debug_line");
    const row_t row = {.file = call->file, .line = call->line};
    const table_t table = {dwarf_section(object, ".debug_str"),
                           dwarf_section(object, ".debug_line_str"),
                           0,
                           place,
                           &row,
                           true,
                           false};
    if (!lines.at || call->lines >= (size_t)(lines.end - lines.at)) return;
    dwarf_reader_t reader = {lines.at + call->lines, lines.end, false};
    const uint64_t length = dwarf_number(&reader, 4);
    if (length <= (size_t)(reader.end - reader.at))
        search_unit(&table, (dwarf_reader_t){reader.at, reader.at + length, false}, 4);
}

enum { LEVELS = 8 };

/* The call that returns to ADDRESS, and those around it that the compiler put into one function,
 * innermost first. ACCESS: no call, but an instruction in front of ADDRESS. Returns how many. */
static unsigned places_of(uintptr_t address, bool access, call_place_t place[LEVELS]) {
    dwarf_object_t object = {.address = address - 1}; /* in the call, not behind it */
    inlined_call_t call[LEVELS - 1];
    unsigned calls = 0;
    place[0] = (call_place_t){.line = 0};
    if (dwarf_open(&object)) {
        const uint64_t at = object.address - object.base;
        calls = inlined_calls(&object, at, call, LEVELS - 1);
        find_function(&object, at, place[0].function, sizeof place[0].function);
        find_line(&object, at, place, calls > 0, access);
        for (unsigned i = 1; i <= calls; i++) {
            place[i] = (call_place_t){.line = 0};
            name_place(&object, &call[i - 1], &place[i]);
            memcpy(place[i].function, place[0].function, sizeof place[i].function);
        }
        for (unsigned i = 0; i < calls; i++) {
            place[i].inlined = true;
            if (call[i].function[0] == '\0') continue;
            snprintf(place[i].function, sizeof place[i].function, "%s", call[i].function);
        }
    }
    dwarf_close(&object);
    return calls + 1;
}

/* ---- interface ---- */

static bool is_ours(const call_place_t *place) {
    static const char *const parts[] = {"sim/runtime/",   "sim/libraries/", "sim/driver/",
                                        "sim/order/",     "scord_cuda/",    "scord_cuda.h",
                                        ".cudafe1.stub.c" /* of nvcc: templates of the runtime */};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(place->file, parts[i])) return true;
    if ((place->inlined || is_library(place->function)) && strncmp(place->file, "/usr/", 5) == 0)
        return true;
    return strncmp(place->function, "cuda", 4) == 0 || strncmp(place->function, "scord", 5) == 0 ||
           strncmp(place->function, "__cuda", 6) == 0;
}

unsigned call_places_of_program(const uintptr_t frame[CALL_FRAMES], call_place_t *places,
                                unsigned most, bool access) {
    call_place_t level[LEVELS], named = {.line = 0};
    unsigned found = 0;
    for (unsigned i = 0; i < CALL_FRAMES && frame[i] != 0 && found < most; i++) {
        const unsigned levels = places_of(frame[i], access && i == 0, level);
        for (unsigned j = 0; j < levels && found < most; j++) {
            if (is_ours(&level[j])) continue;
            if (level[j].line != 0) places[found++] = level[j];
            if (named.function[0] == '\0') named = level[j];
        }
    }
    if (found == 0) places[0] = named;
    return found;
}
