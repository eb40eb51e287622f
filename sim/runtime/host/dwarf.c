/* SPDX-License-Identifier: Apache-2.0 */
/* dwarf.c: see dwarf.h. */
#include "sim/runtime/host/dwarf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the file that an address lies in ---- */

static int find_object(struct dl_phdr_info *info, size_t size, void *context) {
    dwarf_object_t *object = context;
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

bool dwarf_open(dwarf_object_t *object) {
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

static const Elf64_Shdr *header_at(const dwarf_object_t *object, unsigned index) {
    const Elf64_Ehdr *elf = (const void *)object->bytes;
    const uint64_t offset = elf->e_shoff + (uint64_t)index * sizeof(Elf64_Shdr);
    return index < elf->e_shnum && offset + sizeof(Elf64_Shdr) <= object->size
               ? (const void *)(object->bytes + offset)
               : NULL;
}

static dwarf_section_t content(const dwarf_object_t *object, const Elf64_Shdr *header) {
    if (!header || header->sh_type == SHT_NOBITS || (header->sh_flags & SHF_COMPRESSED) ||
        header->sh_offset > object->size || header->sh_size > object->size - header->sh_offset)
        return (dwarf_section_t){NULL, NULL};
    return (dwarf_section_t){object->bytes + header->sh_offset,
                             object->bytes + header->sh_offset + header->sh_size};
}

dwarf_section_t dwarf_section(const dwarf_object_t *object, const char *name) {
    const Elf64_Ehdr *elf = (const void *)object->bytes;
    const dwarf_section_t names = content(object, header_at(object, elf->e_shstrndx));
    for (unsigned i = 0; names.at && i < elf->e_shnum; i++) {
        const Elf64_Shdr *header = header_at(object, i);
        if (header && header->sh_name < (size_t)(names.end - names.at) &&
            strncmp((const char *)names.at + header->sh_name, name,
                    (size_t)(names.end - names.at) - header->sh_name) == 0)
            return content(object, header);
    }
    return (dwarf_section_t){NULL, NULL};
}

void dwarf_close(dwarf_object_t *object) {
    if (object->bytes) munmap((void *)(uintptr_t)object->bytes, object->size);
}

/* ---- numbers and strings ---- */

uint64_t dwarf_number(dwarf_reader_t *reader, unsigned bytes) {
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

uint64_t dwarf_leb(dwarf_reader_t *reader, bool is_signed) {
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = dwarf_number(reader, 1);
        if (shift < 64) value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && !reader->bad);
    if (is_signed && shift < 64 && (byte & 0x40)) value |= UINT64_MAX << shift;
    return value;
}

const char *dwarf_string(dwarf_reader_t *reader) {
    const char *text = (const char *)reader->at;
    const uint8_t *end = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    if (!end) {
        reader->bad = true;
        return "";
    }
    reader->at = end + 1;
    return text;
}

const char *dwarf_string_in(dwarf_section_t section, uint64_t offset) {
    if (!section.at || offset >= (size_t)(section.end - section.at)) return "";
    dwarf_reader_t reader = {section.at + offset, section.end, false};
    return dwarf_string(&reader);
}
