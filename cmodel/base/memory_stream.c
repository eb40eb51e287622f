/* SPDX-License-Identifier: Apache-2.0 */
/* memory_stream.c: see memory_stream.h. */
#include "cmodel/base/memory_stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "cmodel/base/array.h"

typedef struct memory {
    char **text;
    size_t *bytes, room;
    bool lost; /* something did not fit */
} memory_t;

/* 0 is the error of a cookie's write. */
static ssize_t put(void *cookie, const char *data, size_t count) {
    memory_t *memory = cookie;
    const size_t needed = *memory->bytes + count + 1;
    memory->lost |= !SCORD_ARRAY_ROOM(*memory->text, memory->room, needed);
    if (memory->lost) return 0; /* for good: a later part must not follow a hole */
    memcpy(*memory->text + *memory->bytes, data, count);
    *memory->bytes += count;
    (*memory->text)[*memory->bytes] = '\0';
    return (ssize_t)count;
}

static int finish(void *cookie) {
    memory_t *memory = cookie;
    const bool lost = memory->lost;
    free(memory);
    return lost ? EOF : 0;
}

FILE *scord_memory_stream(char **text, size_t *bytes) {
    static const cookie_io_functions_t functions = {.write = put, .close = finish};
    memory_t *memory = malloc(sizeof *memory);
    char *nothing = calloc(1, 1); /* an empty text is a text */
    FILE *stream = memory && nothing ? fopencookie(memory, "w", functions) : NULL;
    *text = NULL;
    *bytes = 0;
    if (!stream) {
        free(memory);
        free(nothing);
        return NULL;
    }
    *text = nothing;
    *memory = (memory_t){.text = text, .bytes = bytes, .room = 1};
    return stream;
}
