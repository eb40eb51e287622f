/* json_string.h: the one way in which reports and statistics write a text into JSON (RFC 8259
 * section 7). */
#ifndef SCORD_JSON_STRING_H
#define SCORD_JSON_STRING_H

#include <stdio.h>

/* Writes TEXT (UTF-8) as a quoted JSON string to OUT, or null for a NULL pointer. */
void scord_json_string(FILE *out, const char *text);

#endif
