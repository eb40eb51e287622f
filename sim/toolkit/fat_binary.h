/* SPDX-License-Identifier: Apache-2.0 */
/* fat_binary.h: the container in which nvcc keeps the device code of one source: PTX texts and
 * machine code for several architectures, some of them compressed.
 *
 *   header:  magic 0xba55ed50 u32 · version u16 · bytes of the header u16 · bytes that follow u64
 *   entries: kind u16 (1 PTX, 2 machine code) · version u16 · bytes of this head u32 ·
 *            bytes of the content, padded u64 · bytes of it compressed u32 · … ·
 *            architecture u32 at 28 · flags u64 at 40 · bytes when decompressed u64 at 56
 *
 * All little-endian. Flag 0x2000: an LZ4 block; flag 0x8000: a Zstandard frame.
 * Nothing of it is trusted: every field is checked against the bytes that are there.
 */
#ifndef SIM_FAT_BINARY_H
#define SIM_FAT_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAT_BINARY_MAGIC        UINT32_C(0xba55ed50)
#define FAT_BINARY_HEADER_BYTES 16

typedef enum fat_kind { FAT_PTX = 1, FAT_MACHINE_CODE = 2 } fat_kind_t;

typedef struct fat_entry {
    unsigned kind;         /* fat_kind_t, or another one: of no use here */
    uint32_t architecture; /* 80: sm_80 */
    uint64_t flags;
    const uint8_t *content;
    uint64_t bytes;      /* of the content, as it is stored */
    uint64_t text_bytes; /* decompressed; 0: it is not compressed */
} fat_entry_t;

/* Bytes of the container that begins at BYTES, header included; 0: none does. Reads
 * FAT_BINARY_HEADER_BYTES. */
uint64_t fat_binary_bytes(const void *bytes);

/* Entry by entry: *AT is 0 before the first one. False: there is none, or what follows is damaged
 * (*damaged, else untouched). */
bool fat_binary_next(const uint8_t *bytes, uint64_t size, uint64_t *at, fat_entry_t *entry,
                     bool *damaged);

/* The text of a PTX entry, decompressed, behind it a 0; free() it. NULL: no memory, or it is
 * damaged: *WHY says so. */
char *fat_entry_text(const fat_entry_t *entry, const char **why);

#endif
