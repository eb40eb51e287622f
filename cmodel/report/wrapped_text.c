/* wrapped_text.c: see wrapped_text.h. */
#include "wrapped_text.h"

#include <stdbool.h>
#include <string.h>

/* Every byte that is not a continuation. */
unsigned scord_text_columns(const char *text, size_t length)
{
    unsigned columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

void scord_print_wrapped(FILE *out, const char *text, unsigned column, unsigned indent)
{
    bool first = true;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const unsigned width = scord_text_columns(text, length);
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
