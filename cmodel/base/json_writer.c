/* SPDX-License-Identifier: Apache-2.0 */
/* json_writer.c: see json_writer.h. */
#include "cmodel/base/json_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>

json_writer_t json_writer(FILE *out, json_layout_t layout) {
    return (json_writer_t){.out = out, .layout = layout, .break_to = -1, .level[0] = {.lines = -1}};
}

static struct json_level *innermost(json_writer_t *json) { return &json->level[json->depth]; }

static void begin_line(json_writer_t *json, int indent) {
    if (indent >= 0) fprintf(json->out, "\n%*s", indent, "");
    json->break_to = -1;
}

void json_put_name(json_writer_t *json, const char *name) {
    struct json_level *level = innermost(json);
    const int indent = json->break_to >= 0 ? json->break_to : level->lines;
    const bool spaced = json->layout == JSON_SPACED;
    assert(level->object == !!name);
    assert(json->depth > 0 || !level->used);
    if (level->used) fputs(spaced && indent < 0 ? ", " : ",", json->out);
    begin_line(json, indent);
    if (name) {
        scord_json_string(json->out, name);
        fputs(spaced ? ": " : ":", json->out);
    }
    level->used = true;
}

static void open_list(json_writer_t *json, const char *name, bool object) {
    json_put_name(json, name);
    assert(json->depth < JSON_DEEPEST);
    fputc(object ? '{' : '[', json->out);
    json->depth++;
    *innermost(json) = (struct json_level){.object = object, .lines = -1};
}

void json_open_object(json_writer_t *json, const char *name) { open_list(json, name, true); }
void json_open_array(json_writer_t *json, const char *name) { open_list(json, name, false); }

void json_close(json_writer_t *json) {
    assert(json->depth > 0);
    begin_line(json, json->break_to);
    fputc(innermost(json)->object ? '}' : ']', json->out);
    json->depth--;
}

void json_lines(json_writer_t *json, int indent) {
    assert(json->depth > 0 && indent >= -1);
    innermost(json)->lines = indent;
}

void json_line(json_writer_t *json, int indent) {
    assert(json->depth > 0 && indent >= 0);
    json->break_to = indent;
}

void json_put_string(json_writer_t *json, const char *name, const char *text) {
    json_put_name(json, name);
    scord_json_string(json->out, text);
}

void json_put_unsigned(json_writer_t *json, const char *name, uint64_t value) {
    json_put_name(json, name);
    fprintf(json->out, "%" PRIu64, value);
}

void json_put_signed(json_writer_t *json, const char *name, int64_t value) {
    json_put_name(json, name);
    fprintf(json->out, "%" PRId64, value);
}

void json_put_bool(json_writer_t *json, const char *name, bool value) {
    json_put_name(json, name);
    fputs(value ? "true" : "false", json->out);
}

void json_put_null(json_writer_t *json, const char *name) { json_put_string(json, name, NULL); }

void json_put_array32(json_writer_t *json, const char *name, const uint32_t *values,
                      unsigned count) {
    json_open_array(json, name);
    for (unsigned i = 0; i < count; i++) json_put_unsigned(json, NULL, values[i]);
    json_close(json);
}

void json_put_printf(json_writer_t *json, const char *name, const char *format, ...) {
    va_list arguments;
    json_put_name(json, name);
    va_start(arguments, format);
    vfprintf(json->out, format, arguments);
    va_end(arguments);
}

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
