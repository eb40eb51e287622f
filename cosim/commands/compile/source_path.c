/* SPDX-License-Identifier: Apache-2.0 */
/* source_path.c: see source_path.h. */
#include "cosim/commands/compile/source_path.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Where the last part of `text` begins, "/a/b" → "b"; it takes what follows a "..". */
static size_t last_part(const char *text, size_t length) {
    while (length > 0 && text[length - 1] != '/') length--;
    return length;
}

static bool is_parent(const char *part, size_t length) {
    return length == 2 && part[0] == '.' && part[1] == '.';
}

/* Parts one by one, as realpath would without links; ".." at the beginning of a relative path
 * stays. */
static void normalise(const char *path, char *text, size_t size) {
    size_t used = 0;
    if (path[0] == '/') text[used++] = '/';
    const size_t root = used;
    for (const char *part = path; *part != '\0';) {
        part += strspn(part, "/");
        const size_t length = strcspn(part, "/");
        const size_t last = last_part(text, used);
        const bool above_root = root > 0 && used == root &&
                                is_parent(part, length); /* "/.." is "/" */
        if (is_parent(part, length) && used > root && !is_parent(text + last, used - last)) {
            used = last > root ? last - 1 : root;
        } else if (length > 0 && !above_root && !(length == 1 && part[0] == '.') &&
                   used + length + 2 < size) {
            if (used > root) text[used++] = '/';
            memcpy(text + used, part, length);
            used += length;
        }
        part += length;
    }
    text[used] = '\0';
}

void source_path_shorten(const char *path, const char *directory, char *text, size_t size) {
    const size_t length = strlen(directory);
    char whole[PATH_MAX];
    normalise(path, whole, sizeof whole);
    const bool below = length > 1 && strncmp(whole, directory, length) == 0 && whole[length] == '/';
    snprintf(text, size, "%s", below ? whole + length + 1 : whole);
}

void source_path_shorten_all(const char *message, const char *directory, char *text, size_t size) {
    const size_t length = strlen(directory);
    size_t used = 0;
    while (*message != '\0' && used + 1 < size) {
        if (length > 1 && strncmp(message, directory, length) == 0 && message[length] == '/')
            message += length + 1;
        else
            text[used++] = *message++;
    }
    text[used] = '\0';
}
