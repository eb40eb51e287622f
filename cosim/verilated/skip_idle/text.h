/* SPDX-License-Identifier: Apache-2.0 */
/* text.h: texts, lists of them, and the one way to refuse. For skip_idle only: a process that ends
 * within a second, so nothing is freed before its end, and missing memory ends it.
 */
#ifndef SKIP_IDLE_TEXT_H
#define SKIP_IDLE_TEXT_H

#include "cmodel/base/array.h"
#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A growing array. PUSH adds ITEM to it; elements move then. */
#define LIST(type)                                                                                 \
    struct {                                                                                       \
        type *of;                                                                                  \
        uint32_t count, room;                                                                      \
    }
#define PUSH(list, item)                                                                           \
    (need(SCORD_ARRAY_ROOM((list).of, (list).room, (list).count + 1)),                             \
     (list).of[(list).count++] = (item))

typedef LIST(uint32_t) numbers_t;
typedef LIST(char *) texts_t;

/* Ends the process with exit code 1 and one line: FILE (NULL: none) and LINE, counted from 0, then
 * what the generated code has that the grammar does not. No file has been changed by then. */
__attribute__((format(printf, 3, 4), noreturn)) void refuse(const char *file, uint32_t line,
                                                            const char *how, ...);

/* Ends the process with exit code 2 when SUCCESS is false: no memory. */
void need(bool success);

/* A new text, as printf makes it; the first LENGTH characters of TEXT. */
__attribute__((format(printf, 1, 2))) char *format(const char *how, ...);
char *copy(const char *text, size_t length);

/* Does TEXT match PATTERN, an extended regular expression? PATTERN is a literal: it is compiled
 * once for each address. WHERE (may be NULL): the place of the match. */
bool match(const char *text, const char *pattern, regmatch_t *where);

/* TEXT with WITH in the place of the first match of PATTERN, if there is one. */
char *replaced(const char *text, const char *pattern, const char *with);

/* Does TEXT begin with PART; is PART in it; is the name at AT just NAME? */
bool begins(const char *text, const char *part);
bool has(const char *text, const char *part);
bool is_name(const char *at, const char *name);

/* So many characters at TEXT are letters, digits or underlines. */
size_t name_length(const char *text);

/* Index of the first LENGTH characters of TEXT in LIST, or its count. */
uint32_t index_of(const texts_t *list, const char *text, size_t length);

/* Is the last character of TEXT before its spaces one of ENDS? */
bool closes(const char *text, const char *ends);

/* So many brackets of TEXT open, less those that close. */
int depth_of(const char *text);

/* TEXT with empty string literals and without comments; it keeps its lines. */
char *plain(const char *text);

/* The lines of TEXT; lines FROM to TO, without it, as one text. */
texts_t lines_of(const char *text);
char *slice(const texts_t *lines, uint32_t from, uint32_t to);

#endif
