/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped_text.c: see wrapped_text.h. */
#include "cmodel/base/wrapped_text.h"

#include <stdbool.h>
#include <string.h>

unsigned scord_columns_of(const char *text, size_t length) {
    unsigned columns = 0;
    for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* The bytes of the word that TEXT begins with. With QUOTES, blanks between `back quotes` do not end
 * the word. */
static size_t word_length(const char *text, bool quotes) {
    size_t length = 0;
    bool quoted = false;
    for (; text[length] && (quoted || text[length] != ' '); length++)
        quoted ^= quotes && text[length] == '`';
    return length;
}

static void print_words(FILE *out, const char *text, unsigned column, unsigned indent,
                        bool quotes) {
    bool first = true;
    while (*text) {
        const size_t length = word_length(text, quotes);
        const unsigned width = scord_columns_of(text, length);
        if (!first && column + 1 + width > SCORD_COLUMNS) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", (int)length, text);
        column += width + !first;
        first = false;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

void scord_print_wrapped(FILE *out, const char *text, unsigned column, unsigned indent) {
    print_words(out, text, column, indent, false);
}

void scord_print_wrapped_quotes(FILE *out, const char *text, unsigned column, unsigned indent) {
    print_words(out, text, column, indent, true);
}
