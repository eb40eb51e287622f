/* json_string.c: see json_string.h. */
#include "cmodel/base/json_string.h"

void scord_json_string(FILE *out, const char *text) {
    if (!text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++) {
        if (*byte == '"' || *byte == '\\')
            fprintf(out, "\\%c", *byte);
        else if (*byte < 0x20)
            fprintf(out, "\\u%04x", *byte);
        else
            fputc(*byte, out);
    }
    fputc('"', out);
}
