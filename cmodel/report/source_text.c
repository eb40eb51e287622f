/* SPDX-License-Identifier: Apache-2.0 */
/* source_text.c: see source_text.h. Does not use stdio, which allocates a buffer: without memory
 * the line would seem to be missing from the file. */
#include "cmodel/report/source_text.h"

#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <unistd.h>

#include "cmodel/stream/byte_file.h"

/* Length of `text` without the character that a cut before the byte `next` would split (UTF-8
 * continuation bytes are 10xxxxxx). */
static size_t character_boundary(const char *text, size_t length, int next) {
    if ((next & 0xc0) != 0x80) return length;
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80) length--;
    return length > 0 ? length - 1 : 0;
}

static void copy_line(byte_input_t *input, char *text, size_t size) {
    assert(size > 0);
    size_t length = 0;
    int byte;
    while ((byte = byte_input_next(input)) > 0 && byte != '\n' && byte != '\r') {
        if (length == 0 && isspace(byte)) continue;
        if (length == size - 1) {
            length = character_boundary(text, length, byte);
            break;
        }
        text[length++] = iscntrl(byte) ? ' ' : (char)byte;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
    assert(length < size);
    text[length] = 0;
}

bool scord_source_text(const char *path, uint32_t line, char *text, size_t size) {
    byte_input_t input;
    int byte = 0;
    const int fd = line ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return false;
    byte_input_init(&input, fd);
    for (uint32_t at = 1; at < line && byte >= 0; at += byte == '\n')
        byte = byte_input_next(&input);
    const bool found = byte >= 0 && byte_input_peek(&input) >= 0;
    if (found) copy_line(&input, text, size);
    close(fd);
    return found;
}
