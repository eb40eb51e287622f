/* SPDX-License-Identifier: Apache-2.0 */
/* ptx_lines.c: see ptx_lines.h. */
#include "sim/toolkit/launcher/ptx_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK_MOST = 40 }; /* of ".loc 1 N 0 " */

typedef struct reader {
    bool comment;   /* in one of several lines */
    unsigned depth; /* of braces */
    bool values;    /* they are an initialiser's */
    char last;      /* the last character of code before */
} reader_t;

/* Reads one line; no text of PTX holds a brace or a comment's sign in quotes, but for pragmas.
 * Returns its length without a comment to its end. */
static size_t read_line(reader_t *reader, const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char here = line[i], next = i + 1 < length ? line[i + 1] : '\0';
        if (reader->comment) {
            reader->comment = !(here == '*' && next == '/');
            i += !reader->comment;
            continue;
        }
        if (here == '/' && next == '/') return i;
        if (here == '/' && next == '*') {
            reader->comment = true;
            i++;
            continue;
        }
        if (isspace((unsigned char)here)) continue;
        if (here == '{' && reader->depth++ == 0) reader->values = reader->last == '=';
        if (here == '}' && reader->depth > 0) reader->depth--;
        reader->last = here;
    }
    return length;
}

/* Whether an instruction begins the line; behind a label that ends a line, too. */
static bool begins_instruction(const reader_t *reader, const char *line) {
    const char first = line[strspn(line, " \t")];
    if (reader->comment || reader->depth == 0 || reader->values) return false;
    return strchr(";{}:", reader->last) && (isalpha((unsigned char)first) || first == '@');
}

char *ptx_lines_number(const char *text, const char *path) {
    if (strstr(text, ".loc")) return strdup(text);
    size_t lines = 2;
    for (const char *at = text; *at != '\0'; at++) lines += *at == '\n';
    char *numbered = malloc(strlen(text) + lines * MARK_MOST + strlen(path) + 32), *to = numbered;
    reader_t reader = {.last = ';'};
    if (!numbered) return NULL;
    unsigned number = 1;
    for (const char *line = text; *line != '\0'; number++) {
        const size_t length = strcspn(line, "\n"), whole = length + (line[length] == '\n');
        const size_t code = read_line(&reader, line, length);
        memcpy(to, line, code);
        to += code;
        /* .loc ends with its line: it stands at the end of the one before */
        if (begins_instruction(&reader, line + whole))
            to += sprintf(to, " .loc 1 %u 0 ", number + 1);
        memcpy(to, line + code, whole - code);
        to += whole - code;
        line += whole;
    }
    sprintf(to, "\n.file 1 \"%s\"\n", path);
    return numbered;
}

/* Behind ".entry NAME"; NULL: not found. */
static const char *behind_entry(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, ".entry"));) {
        at += strlen(".entry");
        at += strspn(at, " \t\r\n");
        if (strncmp(at, name, length) == 0 && !isalnum((unsigned char)at[length]) &&
            !strchr("_$", at[length]))
            return at + length + strspn(at + length, " \t\r\n");
    }
    return NULL;
}

void ptx_lines_parameters(const char *text, const char *name, char *types, size_t size) {
    const char *at = behind_entry(text, name);
    size_t used = 0;
    *types = '\0';
    if (!at || *at != '(') return;
    for (at++; *at != '\0' && *at != ')' && used + 1 < size; at++) {
        if (strncmp(at, "//", 2) == 0) at += strcspn(at, "\n");
        const char *comment = strncmp(at, "/*", 2) == 0 ? strstr(at + 2, "*/") : NULL;
        if (comment) at = comment + 2;
        if (strncmp(at, ".param", 6) == 0) {
            at += 6 + strspn(at + 6, " \t");
            at--;
            continue;
        }
        if (isspace((unsigned char)*at) && (used == 0 || types[used - 1] == ' ')) continue;
        if (*at == '\0' || *at == ')') break;
        types[used++] = isspace((unsigned char)*at) ? ' ' : *at;
    }
    while (used > 0 && types[used - 1] == ' ') used--;
    types[used] = '\0';
}
