/* SPDX-License-Identifier: Apache-2.0 */
/* text.c: messages, memory, lines of files and names; see power.h. */
#include "scripts/area/power/power.h"

#include <stdarg.h>
#include <stdlib.h>

#include "cmodel/base/byte_hash.h"

_Noreturn void die(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("power: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(code);
}

void *zeroed(size_t count, size_t bytes) {
    void *const memory = calloc(count ? count : 1, bytes);
    if (!memory) die(POWER_NO_FILE, "no memory");
    return memory;
}

/* ---- lines ----------------------------------------------------------------------------------- */

lines_t lines_open(const char *path) {
    lines_t lines = {.path = path, .file = fopen(path, "r")};
    if (!lines.file) die(POWER_NO_FILE, "%s: cannot be read", path);
    return lines;
}

bool lines_next(lines_t *lines) {
    const ssize_t length = getline(&lines->text, &lines->room, lines->file);
    if (length <= 0) {
        if (ferror(lines->file)) die(POWER_NO_FILE, "%s: cannot be read", lines->path);
        fclose(lines->file);
        lines->file = NULL;
        return false;
    }
    lines->number++;
    if (lines->text[length - 1] != '\n')
        lines_refuse(lines, "the file ends within a line", lines->text);
    lines->text[length - 1] = '\0';
    return true;
}

_Noreturn void lines_refuse(const lines_t *lines, const char *what, const char *text) {
    die(POWER_BAD_INPUT, "%s:%u: %s: %.80s", lines->path, lines->number, what, text);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The number of TEXT or NONE, and then the *KEY that is free for it. */
static uint32_t find(const names_t *names, const char *text, uint64_t *key) {
    uint32_t found;
    *key = scord_byte_hash(SCORD_BYTE_HASH_START, text, strlen(text));
    for (; (found = scord_index_map_find(&names->of_hash, *key)) != SCORD_INDEX_NONE; (*key)++)
        if (is(names->text[found], text)) return found;
    return NONE;
}

uint32_t names_find(const names_t *names, const char *text) {
    uint64_t key;
    return find(names, text, &key);
}

uint32_t names_add(names_t *names, const char *text) {
    uint64_t key;
    const uint32_t found = find(names, text, &key);
    if (found != NONE) return found;
    const uint32_t made = names->count;
    char **const own = APPEND(names->text, names->count, names->allocated);
    *own = strdup(text);
    if (!*own || !scord_index_map_add(&names->of_hash, key, made)) die(POWER_NO_FILE, "no memory");
    return made;
}
