/* SPDX-License-Identifier: Apache-2.0 */
/* dwarf.h: files with code of the program, and numbers of their debug information (DWARF 2 to 5),
 * for call_sites.c and inlined_calls.c. Little endian; compressed sections are not read.
 * Reference: DWARF Debugging Information Format, Version 5, section 7. */
#ifndef SIM_DWARF_H
#define SIM_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dwarf_object {
    uintptr_t address; /* wanted: in the process */
    uintptr_t base;
    char path[512];
    const uint8_t *bytes; /* NULL: it cannot be read */
    size_t size;
} dwarf_object_t;

typedef struct dwarf_section {
    const uint8_t *at, *end; /* NULL: there is none */
} dwarf_section_t;

typedef struct dwarf_reader {
    const uint8_t *at, *end;
    bool bad; /* it ended too early */
} dwarf_reader_t;

/* The file that OBJECT's address lies in. False: none that can be read. */
bool dwarf_open(dwarf_object_t *object);
void dwarf_close(dwarf_object_t *object);
dwarf_section_t dwarf_section(const dwarf_object_t *object, const char *name);

uint64_t dwarf_number(dwarf_reader_t *reader, unsigned bytes);
uint64_t dwarf_leb(dwarf_reader_t *reader, bool is_signed);
const char *dwarf_string(dwarf_reader_t *reader);
const char *dwarf_string_in(dwarf_section_t section, uint64_t offset); /* "": none */

#endif
