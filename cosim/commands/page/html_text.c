/* SPDX-License-Identifier: Apache-2.0 */
/* html_text.c: see html_text.h. */
#include "cosim/commands/page/html_text.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

size_t html_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    const size_t length = byte[0] < 0x80   ? 1
                          : byte[0] < 0xc2 ? 0
                          : byte[0] < 0xe0 ? 2
                          : byte[0] < 0xf0 ? 3
                          : byte[0] < 0xf5 ? 4
                                           : 0;
    for (size_t i = 1; i < length; i++)
        if ((byte[i] & 0xc0) != 0x80) return 0;
    if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
        (byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f))
        return 0;
    return length;
}

static void put_character(FILE *out, const char *text, size_t length) {
    assert(length <= 4 && *text != '\0');
    const unsigned char byte = (unsigned char)*text;
    const bool control = length == 1 && (byte < 0x20 || byte == 0x7f) && byte != '\t' &&
                         byte != '\n';
    const bool control_c1 = length == 2 && byte == 0xc2 && (unsigned char)text[1] < 0xa0;
    if (length == 0 || control || control_c1)
        fputs("\xef\xbf\xbd", out);
    else if (byte == '<')
        fputs("&lt;", out);
    else if (byte == '>')
        fputs("&gt;", out);
    else if (byte == '&')
        fputs("&amp;", out);
    else if (byte == '"')
        fputs("&quot;", out);
    else if (byte == '\'')
        fputs("&#39;", out);
    else
        fwrite(text, 1, length, out);
}

void html_text_cut(FILE *out, const char *text, size_t bytes) {
    const char *start = text;
    while (*text != '\0') {
        const size_t length = html_character(text), step = length == 0 ? 1 : length;
        if ((size_t)(text - start) + step > bytes) break;
        put_character(out, text, length);
        text += step;
    }
    if (*text != '\0') fprintf(out, "… (%zu more bytes)", strlen(text));
}

void html_text(FILE *out, const char *text) { html_text_cut(out, text, (size_t)-1); }

void html_path(FILE *out, const char *path) {
    for (; *path != '\0'; path++) {
        const unsigned char byte = (unsigned char)*path;
        if (byte < 0x80 && (isalnum(byte) || strchr("/._-~", byte)))
            fputc(byte, out);
        else
            fprintf(out, "%%%02X", byte);
    }
}

void html_base64(FILE *out, const unsigned char *data, size_t bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes; i += 3) {
        const uint32_t group = (uint32_t)data[i] << 16 |
                               (i + 1 < bytes ? (uint32_t)data[i + 1] << 8 : 0) |
                               (i + 2 < bytes ? data[i + 2] : 0);
        for (size_t digit = 0; digit < 4; digit++)
            fputc(digit <= bytes - i ? digits[group >> (18 - 6 * digit) & 63] : '=', out);
    }
}
