/* SPDX-License-Identifier: Apache-2.0 */
/* fat_binary.c: see fat_binary.h. */
#include "sim/toolkit/fat_binary.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    ENTRY_LEAST = 64,  /* bytes of an entry's head that are read */
    AT_HEAD_BYTES = 4, /* places in it */
    AT_CONTENT_BYTES = 8,
    AT_COMPRESSED_BYTES = 16,
    AT_ARCHITECTURE = 28,
    AT_FLAGS = 40,
    AT_TEXT_BYTES = 56
};

#define FLAG_LZ4       UINT64_C(0x2000)
#define FLAG_ZSTANDARD UINT64_C(0x8000)

/* Longer than any PTX text that a compiler writes; a damaged size must not ask for all memory. */
#define TEXT_MOST (UINT64_C(1) << 30)

static uint64_t field(const uint8_t *bytes, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = size; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

uint64_t fat_binary_bytes(const void *place) {
    const uint8_t *bytes = place;
    const uint64_t head = field(bytes + 6, 2), rest = field(bytes + 8, 8);
    if (field(bytes, 4) != FAT_BINARY_MAGIC || head < FAT_BINARY_HEADER_BYTES) return 0;
    return rest > UINT64_MAX - head ? 0 : head + rest;
}

bool fat_binary_next(const uint8_t *bytes, uint64_t size, uint64_t *at, fat_entry_t *entry,
                     bool *damaged) {
    if (*at == 0) {
        const uint64_t whole = size < FAT_BINARY_HEADER_BYTES ? 0 : fat_binary_bytes(bytes);
        if (whole == 0 || whole > size) return !(*damaged = true);
        *at = field(bytes + 6, 2);
    }
    if (*at >= fat_binary_bytes(bytes)) return false;
    const uint64_t left = fat_binary_bytes(bytes) - *at;
    const uint8_t *head = bytes + *at;
    if (left < ENTRY_LEAST) return !(*damaged = true);
    const uint64_t head_bytes = field(head + AT_HEAD_BYTES, 4),
                   content_bytes = field(head + AT_CONTENT_BYTES, 8),
                   compressed_bytes = field(head + AT_COMPRESSED_BYTES, 4);
    if (head_bytes < ENTRY_LEAST || head_bytes > left || content_bytes > left - head_bytes)
        return !(*damaged = true);
    const uint64_t flags = field(head + AT_FLAGS, 8);
    const bool compressed = (flags & (FLAG_LZ4 | FLAG_ZSTANDARD)) != 0;
    if (compressed && compressed_bytes > content_bytes) return !(*damaged = true);
    *entry = (fat_entry_t){.kind = (unsigned)field(head, 2),
                           .architecture = (uint32_t)field(head + AT_ARCHITECTURE, 4),
                           .flags = flags,
                           .content = head + head_bytes,
                           .bytes = compressed ? compressed_bytes : content_bytes,
                           .text_bytes = compressed ? field(head + AT_TEXT_BYTES, 8) : 0};
    *at += head_bytes + content_bytes;
    return true;
}

static bool decompress(const fat_entry_t *entry, char *text) {
    if ((entry->flags & FLAG_LZ4) != 0)
        return entry->bytes <= INT32_MAX &&
               LZ4_decompress_safe((const char *)entry->content, text, (int)entry->bytes,
                                   (int)entry->text_bytes) == (int)entry->text_bytes;
    return ZSTD_decompress(text, entry->text_bytes, entry->content, entry->bytes) ==
           entry->text_bytes;
}

char *fat_entry_text(const fat_entry_t *entry, const char **why) {
    const bool compressed = (entry->flags & (FLAG_LZ4 | FLAG_ZSTANDARD)) != 0;
    const uint64_t bytes = compressed ? entry->text_bytes : entry->bytes;
    *why = "its size is no size of a text";
    if (bytes > TEXT_MOST) return NULL;
    char *text = malloc(bytes + 1);
    *why = "out of memory";
    if (!text) return NULL;
    *why = "its compressed text is damaged";
    if (!compressed) memcpy(text, entry->content, bytes);
    if (compressed && !decompress(entry, text)) {
        free(text);
        return NULL;
    }
    text[bytes] = '\0';
    return text;
}
