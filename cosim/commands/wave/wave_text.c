/* SPDX-License-Identifier: Apache-2.0 */
/* wave_text.c: see wave_text.h. */
#include "cosim/commands/wave/wave_text.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "cosim/commands/shared/command.h"

bool wave_filter_name(const char *path, const char *value, char *text, size_t size) {
    char key[64], name[80];
    bool found = false;
    FILE *in = fopen(path, "r");
    while (in && !found && fscanf(in, "%63s %79s", key, name) == 2)
        found = strcasecmp(key + strspn(key, "0"), value + strspn(value, "0")) == 0;
    if (in) fclose(in);
    if (found) snprintf(text, size, "%s", name);
    return found;
}

void wave_hexadecimal(const char *bits, unsigned width, char *text, size_t size) {
    assert(size > 1);
    size_t used = 0;
    const unsigned most = 4 * (unsigned)(size - 1); /* of a wider one the low bits */
    for (unsigned i = width > most ? width - most : 0; i < width;) {
        const unsigned count = (width - i) % 4 ? (width - i) % 4 : 4;
        unsigned digit = 0;
        bool known = true;
        for (unsigned k = 0; k < count; k++, i++) {
            known &= bits[i] == '0' || bits[i] == '1';
            digit = 2 * digit + (bits[i] == '1');
        }
        const bool leading = known && digit == 0 && used == 0 && i < width;
        if (!leading) text[used++] = known ? "0123456789abcdef"[digit] : 'x';
    }
    assert(used < size);
    text[used] = '\0';
}

FILE *wave_open_svg(const char *svg) {
    FILE *out = strcmp(svg, "-") == 0 ? stdout : fopen(svg, "w");
    if (!out) scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", svg, strerror(errno));
    return out;
}

int wave_close_svg(FILE *out, const char *svg) {
    const bool lost = fflush(out) != 0 || ferror(out);
    if (out != stdout) fclose(out);
    return lost ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the drawing", svg) : 0;
}

void wave_put_text(FILE *out, double x, double y, const char *class, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    wave_escape(out, text);
    fputs("</text>\n", out);
}

void wave_escape(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
    }
}
