/* SPDX-License-Identifier: Apache-2.0 */
/* json_writer.h: writes JSON (RFC 8259); all of scord's JSON goes through it.
 *
 *   json_writer_t json = json_writer(out, JSON_SPACED);
 *   json_open_object(&json, NULL);
 *   json_lines(&json, 2);                            // from here on a line for each member
 *   json_put_string(&json, "name", "vector");
 *   json_open_array(&json, "sizes");                 // on one line, without json_lines
 *   json_put_unsigned(&json, NULL, 1);
 *   json_put_unsigned(&json, NULL, 2);
 *   json_close(&json);
 *   json_put_printf(&json, "seconds", "%.3f", 0.5);
 *   json_line(&json, 0);                             // the next bracket begins a line
 *   json_close(&json);
 *
 * writes
 *
 *   {
 *     "name": "vector",
 *     "sizes": [1, 2],
 *     "seconds": 0.500
 *   }
 *
 * The writer adds commas, colons and line breaks. A name is NULL for an element of an array and for
 * the whole text. The writer allocates nothing and buffers nothing: ferror says whether all was
 * written.
 */
#ifndef SCORD_JSON_WRITER_H
#define SCORD_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEEPEST = 16 }; /* lists in lists */

typedef enum json_layout {
    JSON_SPACED, /* a row is {"a": 1, "b": 2} */
    JSON_DENSE,  /* a row is {"a":1,"b":2} */
} json_layout_t;

typedef struct json_writer {
    FILE *out;
    json_layout_t layout;
    int break_to;   /* the next item or bracket begins a line, this many columns in; -1: no */
    unsigned depth; /* of the innermost list; level 0 is around the whole text */
    struct json_level {
        bool object, used; /* used: has an item */
        int lines;         /* items begin lines, this many columns in; -1: no */
    } level[JSON_DEEPEST + 1];
} json_writer_t;

json_writer_t json_writer(FILE *out, json_layout_t layout);

void json_open_object(json_writer_t *json, const char *name);
void json_open_array(json_writer_t *json, const char *name);
/* Ends the object or array opened last. */
void json_close(json_writer_t *json);

/* From here on each item of the innermost list begins a line, INDENT columns in; -1: no more. */
void json_lines(json_writer_t *json, int indent);
/* The next item, or the closing bracket, begins a line, INDENT columns in. */
void json_line(json_writer_t *json, int indent);

void json_put_string(json_writer_t *json, const char *name, const char *text); /* NULL: null */
void json_put_unsigned(json_writer_t *json, const char *name, uint64_t value);
void json_put_signed(json_writer_t *json, const char *name, int64_t value);
void json_put_bool(json_writer_t *json, const char *name, bool value);
void json_put_null(json_writer_t *json, const char *name);
/* [1, 2, 3]: a row of COUNT values. */
void json_put_array32(json_writer_t *json, const char *name, const uint32_t *values,
                      unsigned count);
/* What FORMAT prints is the value: numbers with a fraction, hexadecimal ones in quotes. */
void json_put_printf(json_writer_t *json, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The comma, the break and the name; the caller writes one value to OUT. */
void json_put_name(json_writer_t *json, const char *name);

/* A text alone: TEXT (UTF-8) in quotes (RFC 8259 section 7), or null for a NULL pointer. */
void scord_json_string(FILE *out, const char *text);

#endif
