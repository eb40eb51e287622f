/* SPDX-License-Identifier: Apache-2.0 */
/* text.c: see text.h. */
#include "cosim/verilated/skip_idle/text.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

void refuse(const char *file, uint32_t line, const char *how, ...) {
    va_list arguments;
    va_start(arguments, how);
    fputs("skip_idle: ", stderr);
    if (file) fprintf(stderr, "%s:%u: ", file, line + 1);
    char *text = NULL;
    need(vasprintf(&text, how, arguments) >= 0);
    va_end(arguments);
    fprintf(stderr, "%.*s\n", (int)strcspn(text, "\n"), text);
    exit(1);
}

void need(bool success) {
    if (success) return;
    fputs("skip_idle: no memory\n", stderr);
    exit(2);
}

char *format(const char *how, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, how);
    need(vasprintf(&text, how, arguments) >= 0);
    va_end(arguments);
    return text;
}

char *copy(const char *text, size_t length) {
    char *new = strndup(text, length);
    need(new);
    return new;
}

bool match(const char *text, const char *pattern, regmatch_t *where) {
    typedef struct known {
        const char *pattern;
        regex_t regex;
    } known_t;
    static LIST(known_t) known;
    uint32_t i = 0;
    while (i < known.count && known.of[i].pattern != pattern) i++;
    if (i == known.count) {
        PUSH(known, ((known_t){.pattern = pattern}));
        need(regcomp(&known.of[i].regex, pattern, REG_EXTENDED) == 0);
    }
    regmatch_t any;
    return regexec(&known.of[i].regex, text, 1, where ? where : &any, 0) == 0;
}

char *replaced(const char *text, const char *pattern, const char *with) {
    regmatch_t at;
    if (!match(text, pattern, &at)) return copy(text, strlen(text));
    return format("%.*s%s%s", (int)at.rm_so, text, with, text + at.rm_eo);
}

bool begins(const char *text, const char *part) { return strncmp(text, part, strlen(part)) == 0; }

bool has(const char *text, const char *part) { return strstr(text, part); }

bool is_name(const char *at, const char *name) {
    return begins(at, name) && name_length(at) == strlen(name);
}

size_t name_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
    return length;
}

uint32_t index_of(const texts_t *list, const char *text, size_t length) {
    uint32_t i = 0;
    while (i < list->count &&
           (strlen(list->of[i]) != length || memcmp(list->of[i], text, length) != 0))
        i++;
    return i;
}

bool closes(const char *text, const char *ends) {
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ') length--;
    return length && strchr(ends, text[length - 1]);
}

int depth_of(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (strchr("([{", *text)) depth++;
        if (strchr(")]}", *text)) depth--;
    }
    return depth;
}

/* Behind the string literal at AT, or NULL: it does not end in this line. */
static const char *behind_literal(const char *at) {
    for (at++; *at && *at != '\n' && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at == '"' ? at + 1 : NULL;
}

char *plain(const char *text) {
    char *new = copy(text, strlen(text)), *to = new;
    while (*text) {
        const char *end;
        if (*text == '"' && (end = behind_literal(text))) {
            *to++ = '"';
            *to++ = '"';
            text = end;
        } else if (begins(text, "/*") && (end = strchr(text + 2, '*')) && end[1] == '/')
            text = end + 2;
        else if (begins(text, "//"))
            text += strcspn(text, "\n");
        else
            *to++ = *text++;
    }
    *to = '\0';
    return new;
}

texts_t lines_of(const char *text) {
    texts_t lines = {0};
    for (;; text++) {
        const size_t length = strcspn(text, "\n");
        PUSH(lines, copy(text, length));
        text += length;
        if (!*text) return lines;
    }
}

char *slice(const texts_t *lines, uint32_t from, uint32_t to) {
    size_t length = 1;
    for (uint32_t i = from; i < to; i++) length += strlen(lines->of[i]) + 1;
    char *new = malloc(length), *end = new;
    need(new);
    *new = '\0';
    for (uint32_t i = from; i < to; i++) {
        if (i > from) *end++ = '\n';
        end = stpcpy(end, lines->of[i]);
    }
    return new;
}
