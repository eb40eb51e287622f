/* memory_stream.c: see memory_stream.h. */
#include "cmodel/base/memory_stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef struct memory {
    char **text;
    size_t *bytes, room;
    bool lost; /* something did not fit */
} memory_t;

/* 0 is the error of a cookie's write. */
static ssize_t put(void *cookie, const char *data, size_t count) {
    memory_t *memory = cookie;
    const size_t needed = *memory->bytes + count + 1;
    if (needed > memory->room) {
        const size_t room = needed > 2 * memory->room ? needed : 2 * memory->room;
        char *larger = memory->lost ? NULL : realloc(*memory->text, room);
        memory->lost = !larger; /* a later part must not follow a hole */
        if (memory->lost) return 0;
        *memory->text = larger;
        memory->room = room;
    }
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
