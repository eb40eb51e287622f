/* SPDX-License-Identifier: Apache-2.0 */
/* object_file.c: see object_file.h. System V ABI, chapter 4 (ELF-64); ar(5). Every offset is
 * checked: the file is the user's. */
#include "cosim/commands/compile/object_file.h"

#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

bool object_file_is_elf(object_part_t file) {
    const unsigned char *id = (const unsigned char *)file.data;
    return file.bytes >= sizeof(Elf64_Ehdr) && memcmp(id, ELFMAG, SELFMAG) == 0 &&
           id[EI_CLASS] == ELFCLASS64 && id[EI_DATA] == ELFDATA2LSB;
}

static bool inside(object_part_t file, uint64_t offset, uint64_t bytes) {
    return offset <= file.bytes && bytes <= file.bytes - offset;
}

/* Members of archives lie at even addresses only, so headers are copied out. */
static bool section_header(object_part_t file, const Elf64_Ehdr *elf, unsigned index,
                           Elf64_Shdr *section) {
    const uint64_t offset = elf->e_shoff + (uint64_t)index * sizeof *section;
    if (elf->e_shentsize != sizeof *section || elf->e_shoff > file.bytes ||
        !inside(file, offset, sizeof *section))
        return false;
    memcpy(section, file.data + offset, sizeof *section);
    return section->sh_type == SHT_NOBITS || inside(file, section->sh_offset, section->sh_size);
}

static bool has_name(object_part_t file, const Elf64_Shdr *names, uint32_t at, const char *name) {
    const size_t length = strlen(name) + 1;
    return at <= names->sh_size && length <= names->sh_size - at &&
           memcmp(file.data + names->sh_offset + at, name, length) == 0;
}

object_part_t object_file_section(object_part_t file, const char *name) {
    Elf64_Ehdr elf;
    Elf64_Shdr names, section;
    if (!object_file_is_elf(file)) return (object_part_t){0};
    memcpy(&elf, file.data, sizeof elf);
    if (!section_header(file, &elf, elf.e_shstrndx, &names)) return (object_part_t){0};
    for (unsigned i = 0; i < elf.e_shnum; i++)
        if (section_header(file, &elf, i, &section) && section.sh_type != SHT_NOBITS &&
            has_name(file, &names, section.sh_name, name))
            return (object_part_t){file.data + section.sh_offset, section.sh_size};
    return (object_part_t){0};
}

/* ---- the order of constructors ---- */

/* Relocations of .init_array say which function stands at which place: through a symbol of its own,
 * or through its section and the offset there. */
static bool is_symbol(object_part_t symbols, const Elf64_Rela *relocation, const Elf64_Sym *wanted,
                      size_t wanted_at) {
    const uint64_t at = ELF64_R_SYM(relocation->r_info);
    Elf64_Sym symbol;
    if (at == wanted_at) return relocation->r_addend == 0;
    if (at >= symbols.bytes / sizeof symbol) return false;
    memcpy(&symbol, symbols.data + at * sizeof symbol, sizeof symbol);
    return ELF64_ST_TYPE(symbol.st_info) == STT_SECTION && symbol.st_shndx == wanted->st_shndx &&
           relocation->r_addend == (int64_t)wanted->st_value;
}

/* The local function of that name; its place among SYMBOLS, or -1. */
static long find_symbol(object_part_t symbols, object_part_t strings, const char *name,
                        Elf64_Sym *found) {
    const size_t length = strlen(name) + 1;
    for (size_t i = 0; i < symbols.bytes / sizeof *found; i++) {
        memcpy(found, symbols.data + i * sizeof *found, sizeof *found);
        if (found->st_name < strings.bytes && length <= strings.bytes - found->st_name &&
            memcmp(strings.data + found->st_name, name, length) == 0)
            return (long)i;
    }
    return -1;
}

bool object_file_register_first(char *data, size_t bytes) {
    const object_part_t file = {data, bytes};
    const object_part_t list = object_file_section(file, ".rela.init_array");
    const object_part_t symbols = object_file_section(file, ".symtab");
    const object_part_t strings = object_file_section(file, ".strtab");
    Elf64_Rela relocation;
    Elf64_Sym wanted;
    if (!list.data || !symbols.data || !strings.data) return false;
    const long at = find_symbol(symbols, strings, "__cuda_module_ctor", &wanted);
    const size_t count = list.bytes / sizeof relocation;
    uint64_t place = 0;
    for (size_t i = 0; i < count && at >= 0 && place == 0; i++) {
        memcpy(&relocation, list.data + i * sizeof relocation, sizeof relocation);
        if (is_symbol(symbols, &relocation, &wanted, (size_t)at)) place = relocation.r_offset;
    }
    if (place == 0) return false; /* none, or the first */
    for (size_t i = 0; i < count; i++) {
        char *entry = data + (list.data - data) + i * sizeof relocation;
        memcpy(&relocation, entry, sizeof relocation);
        if (relocation.r_offset == place)
            relocation.r_offset = 0;
        else if (relocation.r_offset < place)
            relocation.r_offset += sizeof(uint64_t);
        memcpy(entry, &relocation, sizeof relocation);
    }
    return true;
}

bool object_file_is_archive(object_part_t file) {
    return file.bytes >= SARMAG && memcmp(file.data, ARMAG, SARMAG) == 0;
}

bool object_file_next_member(object_part_t archive, size_t *position, object_part_t *member) {
    struct ar_hdr header;
    char text[sizeof header.ar_size + 1] = "";
    if (*position == 0) *position = SARMAG;
    if (!inside(archive, *position, sizeof header)) return false;
    memcpy(&header, archive.data + *position, sizeof header);
    memcpy(text, header.ar_size, sizeof header.ar_size);
    const size_t bytes = strtoull(text, NULL, 10), start = *position + sizeof header;
    if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 ||
        !inside(archive, start, bytes))
        return false;
    *member = (object_part_t){archive.data + start, bytes};
    *position = start + bytes + bytes % 2;
    return true;
}

bool object_file_contains(object_part_t file, const char *text) {
    return file.data && memmem(file.data, file.bytes, text, strlen(text));
}
