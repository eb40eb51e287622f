/* SPDX-License-Identifier: Apache-2.0 */
/* call_sites.c: see call_sites.h. Reads the line table (.debug_line, DWARF 2 to 5) and the symbols
 * of the file that an address lies in; only when something is reported.
 *
 * A line table is a program whose run gives rows {address, file, line}, ascending within a
 * sequence; the row at or below the address counts. Compressed sections are not read.
 * Reference: DWARF Debugging Information Format, Version 5, section 6.2.
 */
#include "sim/runtime/call_sites.h"

#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void call_frames(uintptr_t frame[CALL_FRAMES]) {
    void *address[CALL_FRAMES + 1];
    const int count = backtrace(address, CALL_FRAMES + 1);
    for (int i = 0; i < CALL_FRAMES; i++) frame[i] = i + 1 < count ? (uintptr_t)address[i + 1] : 0;
}

/* ---- the file that an address lies in ---- */

typedef struct object {
    uintptr_t address; /* wanted */
    uintptr_t base;
    char path[512];
    const uint8_t *bytes;
    size_t size;
} object_t;

static int find_object(struct dl_phdr_info *info, size_t size, void *context) {
    object_t *object = context;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || object->address < start ||
            object->address - start >= part->p_memsz)
            continue;
        object->base = info->dlpi_addr;
        snprintf(object->path, sizeof object->path, "%s",
                 info->dlpi_name && info->dlpi_name[0] != '\0' ? info->dlpi_name
                                                               : "/proc/self/exe");
        return 1;
    }
    return 0;
}

static bool map_object(object_t *object) {
    struct stat status;
    if (!dl_iterate_phdr(find_object, object)) return false;
    const int file = open(object->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    if (fstat(file, &status) == 0 && (size_t)status.st_size > sizeof(Elf64_Ehdr)) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            object->bytes = bytes;
            object->size = (size_t)status.st_size;
        }
    }
    close(file);
    return object->bytes && memcmp(object->bytes, ELFMAG, SELFMAG) == 0 &&
           object->bytes[EI_CLASS] == ELFCLASS64;
}

typedef struct section {
    const uint8_t *at, *end; /* NULL: there is none */
} section_t;

static const Elf64_Shdr *header_at(const object_t *object, unsigned index) {
    const Elf64_Ehdr *elf = (const void *)object->bytes;
    const uint64_t offset = elf->e_shoff + (uint64_t)index * sizeof(Elf64_Shdr);
    return index < elf->e_shnum && offset + sizeof(Elf64_Shdr) <= object->size
               ? (const void *)(object->bytes + offset)
               : NULL;
}

static section_t content(const object_t *object, const Elf64_Shdr *header) {
    if (!header || header->sh_type == SHT_NOBITS || (header->sh_flags & SHF_COMPRESSED) ||
        header->sh_offset > object->size || header->sh_size > object->size - header->sh_offset)
        return (section_t){NULL, NULL};
    return (section_t){object->bytes + header->sh_offset,
                       object->bytes + header->sh_offset + header->sh_size};
}

static section_t find_section(const object_t *object, const char *name) {
    const Elf64_Ehdr *elf = (const void *)object->bytes;
    const section_t names = content(object, header_at(object, elf->e_shstrndx));
    for (unsigned i = 0; names.at && i < elf->e_shnum; i++) {
        const Elf64_Shdr *header = header_at(object, i);
        if (header && header->sh_name < (size_t)(names.end - names.at) &&
            strncmp((const char *)names.at + header->sh_name, name,
                    (size_t)(names.end - names.at) - header->sh_name) == 0)
            return content(object, header);
    }
    return (section_t){NULL, NULL};
}

static void find_function(const object_t *object, uint64_t address, char *name, size_t size) {
    const section_t symbols = find_section(object, ".symtab"),
                    names = find_section(object, ".strtab");
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

typedef struct reader {
    const uint8_t *at, *end;
    bool bad;
} reader_t;

static uint64_t number(reader_t *reader, unsigned bytes) {
    uint64_t value = 0;
    if ((size_t)(reader->end - reader->at) < bytes) {
        reader->bad = true;
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, bytes); /* little endian */
    reader->at += bytes;
    return value;
}

static uint64_t leb(reader_t *reader, bool is_signed) {
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = number(reader, 1);
        if (shift < 64) value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && !reader->bad);
    if (is_signed && shift < 64 && (byte & 0x40)) value |= UINT64_MAX << shift;
    return value;
}

static const char *string(reader_t *reader) {
    const char *text = (const char *)reader->at;
    const uint8_t *end = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    if (!end) {
        reader->bad = true;
        return "";
    }
    reader->at = end + 1;
    return text;
}

static const char *string_in(section_t section, uint64_t offset) {
    if (!section.at || offset >= (size_t)(section.end - section.at)) return "";
    reader_t reader = {section.at + offset, section.end, false};
    return string(&reader);
}

enum { NAMES = 512 };
typedef struct names {
    const char *directory[NAMES], *file[NAMES];
    uint32_t directory_of[NAMES];
    unsigned directories, files;
} names_t;

typedef struct table {
    section_t strings, line_strings;
    uint64_t wanted; /* address in the file's terms */
    call_place_t *place;
} table_t;

enum { FORM_STRING = 0x08, FORM_STRP = 0x0e, FORM_LINE_STRP = 0x1f, FORM_UDATA = 0x0f };

static uint64_t form_value(const table_t *table, reader_t *reader, uint64_t form, unsigned word,
                           const char **text) {
    switch (form) {
    case FORM_STRING: *text = string(reader); return 0;
    case FORM_STRP: *text = string_in(table->strings, number(reader, word)); return 0;
    case FORM_LINE_STRP: *text = string_in(table->line_strings, number(reader, word)); return 0;
    case FORM_UDATA: return leb(reader, false);
    case 0x0b: return number(reader, 1);
    case 0x05: return number(reader, 2);
    case 0x06: return number(reader, 4);
    case 0x07: return number(reader, 8);
    case 0x1e: /* data16: a checksum */ number(reader, 8); return number(reader, 8);
    default: reader->bad = true; return 0;
    }
}

/* DWARF 5: a list of entries, whose fields a list of {content, form} describes. */
static void read_entries(const table_t *table, reader_t *reader, unsigned word, bool files,
                         names_t *names) {
    uint64_t what[8] = {0}, form[8] = {0};
    const unsigned fields = (unsigned)number(reader, 1);
    if (fields > 8) reader->bad = true;
    for (unsigned i = 0; i < fields && !reader->bad; i++) {
        what[i] = leb(reader, false);
        form[i] = leb(reader, false);
    }
    const uint64_t count = leb(reader, false);
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
static void read_old_names(reader_t *reader, names_t *names) {
    names->directory[names->directories++] = "";
    names->file[names->files++] = "";
    for (const char *text; !reader->bad && (text = string(reader))[0] != '\0';)
        if (names->directories < NAMES) names->directory[names->directories++] = text;
    for (const char *text; !reader->bad && (text = string(reader))[0] != '\0';) {
        const uint64_t directory = leb(reader, false);
        leb(reader, false);
        leb(reader, false);
        if (names->files == NAMES) continue;
        names->directory_of[names->files] = (uint32_t)directory;
        names->file[names->files++] = text;
    }
}

typedef struct row {
    uint64_t address, file, line;
} row_t;

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
    unsigned step; /* bytes of an instruction, at least */
} machine_t;

static void emit_row(const table_t *table, const names_t *names, machine_t *machine, bool last) {
    if (machine->has_before && table->wanted >= machine->before.address &&
        table->wanted < machine->now.address && machine->before.line != 0) {
        const bool inside = machine->has_own && is_system(names, &machine->before) &&
                            !is_library(table->place->function);
        take_row(table, names, inside ? &machine->own : &machine->before);
        machine->found = true;
    }
    machine->before = machine->now;
    machine->has_before = !last;
    if (!is_system(names, &machine->now)) machine->own = machine->now;
    machine->has_own = !last && (machine->has_own || !is_system(names, &machine->now));
    if (last) machine->now = (row_t){0, 1, 1};
}

static void extended(const table_t *table, const names_t *names, reader_t *reader,
                     machine_t *machine) {
    const uint64_t length = leb(reader, false);
    if (length == 0 || length > (size_t)(reader->end - reader->at)) {
        reader->bad = true;
        return;
    }
    const uint8_t *next = reader->at + length;
    const unsigned operation = (unsigned)number(reader, 1);
    if (operation == 1) emit_row(table, names, machine, true);
    if (operation == 2) machine->now.address = number(reader, 8);
    reader->at = next;
}

static bool run_lines(const table_t *table, const names_t *names, reader_t *reader, unsigned step,
                      int base, unsigned range, unsigned first_special, const uint8_t *lengths) {
    machine_t machine = {.now = {0, 1, 1}, .step = step};
    while (reader->at < reader->end && !reader->bad && !machine.found) {
        const unsigned operation = (unsigned)number(reader, 1);
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
        case 2: machine.now.address += leb(reader, false) * step; break;
        case 3: machine.now.line += leb(reader, true); break;
        case 4: machine.now.file = leb(reader, false); break;
        case 8: machine.now.address += (255 - first_special) / range * step; break;
        case 9: machine.now.address += number(reader, 2); break;
        default:
            for (unsigned i = 0; i < lengths[operation - 1]; i++) leb(reader, false);
        }
    }
    return machine.found;
}

static bool search_unit(const table_t *table, reader_t reader, unsigned word) {
    names_t names = {.directories = 0};
    const unsigned version = (unsigned)number(&reader, 2);
    if (version < 2 || version > 5) return false;
    if (version == 5) number(&reader, 2); /* sizes of addresses and of segments */
    const uint64_t header = number(&reader, word);
    if (reader.bad || header > (size_t)(reader.end - reader.at)) return false;
    const uint8_t *program = reader.at + header;
    const unsigned step = (unsigned)number(&reader, 1);
    if (version >= 4) number(&reader, 1);
    number(&reader, 1);
    const int base = (int8_t)number(&reader, 1);
    const unsigned range = (unsigned)number(&reader, 1), special = (unsigned)number(&reader, 1);
    const uint8_t *lengths = reader.at;
    if (special == 0 || range == 0) return false;
    for (unsigned i = 1; i < special; i++) number(&reader, 1);
    if (version == 5) {
        read_entries(table, &reader, word, false, &names);
        read_entries(table, &reader, word, true, &names);
    } else {
        read_old_names(&reader, &names);
    }
    if (reader.bad) return false;
    reader.at = program;
    return run_lines(table, &names, &reader, step, base, range, special, lengths);
}

static void find_line(const object_t *object, uint64_t address, call_place_t *place) {
    const section_t lines = find_section(object, ".debug_line");
    const table_t table = {find_section(object, ".debug_str"),
                           find_section(object, ".debug_line_str"), address, place};
    reader_t reader = {lines.at, lines.end, !lines.at};
    while (!reader.bad && reader.at < reader.end) {
        unsigned word = 4;
        uint64_t length = number(&reader, 4);
        if (length == 0xffffffff) {
            word = 8;
            length = number(&reader, 8);
        }
        if (length > (size_t)(reader.end - reader.at)) return;
        if (search_unit(&table, (reader_t){reader.at, reader.at + length, false}, word)) return;
        reader.at += length;
    }
}

/* ---- interface ---- */

void call_place(uintptr_t address, call_place_t *place) {
    object_t object = {.address = address - 1}; /* in the call, not behind it */
    *place = (call_place_t){.line = 0};
    if (map_object(&object)) {
        find_function(&object, object.address - object.base, place->function,
                      sizeof place->function);
        find_line(&object, object.address - object.base, place);
    }
    if (object.bytes) munmap((void *)(uintptr_t)object.bytes, object.size);
}

static bool is_ours(const call_place_t *place) {
    static const char *const parts[] = {"sim/runtime/",   "sim/libraries/", "sim/driver/",
                                        "sim/order/",     "scord_cuda/",    "scord_cuda.h",
                                        ".cudafe1.stub.c" /* of nvcc: templates of the runtime */};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(place->file, parts[i])) return true;
    if (is_library(place->function) && strncmp(place->file, "/usr/", 5) == 0) return true;
    return strncmp(place->function, "cuda", 4) == 0 || strncmp(place->function, "scord", 5) == 0 ||
           strncmp(place->function, "__cuda", 6) == 0;
}

bool call_place_of_program(const uintptr_t frame[CALL_FRAMES], call_place_t *place) {
    call_place_t named = {.line = 0};
    for (unsigned i = 0; i < CALL_FRAMES && frame[i] != 0; i++) {
        call_place(frame[i], place);
        if (is_ours(place)) continue;
        if (place->line != 0) return true;
        if (named.function[0] == '\0') named = *place;
    }
    *place = named;
    return false;
}
