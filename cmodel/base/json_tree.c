/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.c: see json_tree.h. */
#include "cmodel/base/json_tree.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 256 }; /* lists in lists; bounds the depth of recursion */

typedef struct reader {
    const char *start, *at;
    unsigned depth;
    bool no_memory;
} reader_t;

static bool read_value(reader_t *reader, json_t *value);

static void skip_space(reader_t *reader) { reader->at += strspn(reader->at, " \t\r\n"); }

static bool take(reader_t *reader, const char *text) {
    const size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0) return false;
    reader->at += length;
    return true;
}

static size_t put_utf8(char *to, unsigned code) {
    const unsigned continuations = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(leads[continuations] | code >> 6 * continuations);
    for (unsigned i = 1; i <= continuations; i++)
        to[i] = (char)(0x80 | (code >> 6 * (continuations - i) & 0x3f));
    return continuations + 1;
}

/* \uXXXX */
static bool read_unit(reader_t *reader, unsigned *code) {
    char digits[5] = "";
    if (!take(reader, "\\u")) return false;
    for (unsigned i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)reader->at[i])) return false;
        digits[i] = reader->at[i];
    }
    reader->at += 4;
    *code = (unsigned)strtoul(digits, NULL, 16);
    return true;
}

/* One UTF-16 unit, or the two surrogates of a character beyond the basic plane. A single surrogate
 * is an error. */
static bool read_code(reader_t *reader, unsigned *code) {
    unsigned low;
    if (!read_unit(reader, code)) return false;
    if (*code >> 11 != 0xd800 >> 11) return true;
    if (*code >= 0xdc00 || !read_unit(reader, &low) || low >> 10 != 0xdc00 >> 10) return false;
    *code = 0x10000 + ((*code & 0x3ff) << 10 | (low & 0x3ff));
    return true;
}

/* Bytes from the opening quote to the closing one, or to the end of the text: no escape makes a
 * string longer. */
static size_t string_room(const char *text) {
    size_t length = 1;
    while (text[length] != '"' && text[length] != '\0')
        length += text[length] == '\\' && text[length + 1] != '\0' ? 2 : 1;
    return length;
}

static bool read_string(reader_t *reader, char **string) {
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (*reader->at != '"') return false;
    char *out = *string = malloc(string_room(reader->at) + 1);
    if (!out) return reader->no_memory = true, false;
    for (reader->at++; *reader->at != '"';) {
        const char *escape;
        unsigned code;
        *out = '\0';
        if ((unsigned char)*reader->at < 0x20) return false; /* also the end of the text */
        if (*reader->at != '\\') {
            *out++ = *reader->at++;
        } else if (reader->at[1] == 'u') {
            if (!read_code(reader, &code) || code == 0) return false;
            out += put_utf8(out, code);
        } else if (reader->at[1] != '\0' && (escape = strchr(escapes, reader->at[1]))) {
            *out++ = meanings[escape - escapes];
            reader->at += 2;
        } else {
            return false;
        }
    }
    *out = '\0';
    reader->at++;
    return true;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
static bool read_number(reader_t *reader, json_t *value) {
    const char *begin = reader->at;
    if (*reader->at == '-') reader->at++;
    const size_t digits = strspn(reader->at, "0123456789");
    if (digits == 0 || (digits > 1 && *reader->at == '0')) return false;
    reader->at += digits;
    value->integer = true;
    if (*reader->at == '.') {
        const size_t fraction = strspn(reader->at + 1, "0123456789");
        if (fraction == 0) return false;
        reader->at += 1 + fraction;
        value->integer = false;
    }
    if (*reader->at == 'e' || *reader->at == 'E') {
        reader->at += 1 + (reader->at[1] == '+' || reader->at[1] == '-');
        const size_t exponent = strspn(reader->at, "0123456789");
        if (exponent == 0) return false;
        reader->at += exponent;
        value->integer = false;
    }
    value->type = JSON_NUMBER;
    value->number = strtod(begin, NULL);
    return isfinite(value->number);
}

static bool read_name(reader_t *reader, json_t *member) {
    if (!read_string(reader, &member->name)) return false;
    skip_space(reader);
    return take(reader, ":");
}

static bool read_list(reader_t *reader, json_t *list, const char *close) {
    json_t **last = &list->first;
    reader->at++;
    skip_space(reader);
    if (take(reader, close)) return true;
    do {
        skip_space(reader);
        json_t *element = *last = calloc(1, sizeof *element);
        if (!element) return reader->no_memory = true, false;
        if (list->type == JSON_OBJECT && !read_name(reader, element)) return false;
        if (list->type == JSON_OBJECT && json_member(list, element->name) != element)
            return false; /* a name given twice */
        skip_space(reader);
        if (!read_value(reader, element)) return false;
        last = &element->next;
        skip_space(reader);
    } while (take(reader, ","));
    return take(reader, close);
}

static bool read_value(reader_t *reader, json_t *value) {
    static const char *const words[] = {
        [JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    for (unsigned i = JSON_NULL; i <= JSON_TRUE; i++) {
        if (!take(reader, words[i])) continue;
        value->type = (json_type_t)i;
        return true;
    }
    value->type = *reader->at == '{' ? JSON_OBJECT : *reader->at == '[' ? JSON_ARRAY : JSON_STRING;
    if (*reader->at == '{' || *reader->at == '[') {
        if (++reader->depth > DEEPEST || !read_list(reader, value, *reader->at == '{' ? "}" : "]"))
            return false;
        reader->depth--;
        return true;
    }
    return *reader->at == '"' ? read_string(reader, &value->string) : read_number(reader, value);
}

json_t *json_parse(const char *text, size_t *at) {
    reader_t reader = {.start = text, .at = text};
    json_t *value = calloc(1, sizeof *value);
    *at = 0;
    errno = ENOMEM;
    if (!value) return NULL;
    skip_space(&reader);
    bool good = read_value(&reader, value);
    skip_space(&reader);
    good = good && *reader.at == '\0';
    *at = (size_t)(reader.at - text);
    if (good) return value;
    json_free(value);
    errno = reader.no_memory ? ENOMEM : EINVAL;
    return NULL;
}

const json_t *json_member(const json_t *object, const char *name) {
    if (!object || object->type != JSON_OBJECT) return NULL;
    for (const json_t *member = object->first; member; member = member->next)
        if (member->name && strcmp(member->name, name) == 0) return member;
    return NULL;
}

size_t json_count(const json_t *list) {
    size_t count = 0;
    for (const json_t *element = list->first; element; element = element->next) count++;
    return count;
}

bool json_equal(const json_t *a, const json_t *b) {
    if (a->type != b->type) return false;
    if (a->type == JSON_NUMBER) return a->number == b->number;
    if (a->type == JSON_STRING) return strcmp(a->string, b->string) == 0;
    const json_t *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next)
        if ((a->type == JSON_OBJECT && strcmp(x->name, y->name) != 0) || !json_equal(x, y))
            return false;
    return !x && !y;
}

void json_free(json_t *value) {
    while (value) {
        json_t *next = value->next;
        json_free(value->first);
        free(value->string);
        free(value->name);
        free(value);
        value = next;
    }
}
