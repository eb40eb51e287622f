/* split_launch.c: see split_launch.h.
 *
 * "<< <" is no C++ outside of a launch, so it is joined wherever it stands in code; ">> >" may end
 * template arguments, which mean the same when they are joined. Comments and literals are skipped;
 * a raw literal is taken for an ordinary one. */
#include "cosim/commands/compile/split_launch.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

/* Behind the comment or literal at AT; AT where there is none. */
static char *skip(char *at) {
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] != '"' && at[0] != '\'') return at;
    for (char *end = at + 1; *end != '\0' && *end != '\n'; end++) {
        if (*end == *at) return end + 1;
        end += *end == '\\' && end[1] != '\0';
    }
    return at + 1; /* a digit's separator, or no literal */
}

/* Moves the last of three brackets at AT to the other two. */
static bool join(char *at, char bracket) {
    if (at[0] != bracket || at[1] != bracket) return false;
    char *last = at + 2 + strspn(at + 2, " \t");
    if (last == at + 2 || *last != bracket || last[1] == bracket) return false;
    *last = ' ';
    at[2] = bracket;
    return true;
}

unsigned split_launch_join(char *text) {
    unsigned count = 0;
    for (char *at = text; *at != '\0';) {
        char *behind = skip(at);
        if (behind == at) {
            if (join(at, '<')) count++;
            if (count > 0) join(at, '>');
            behind += (at[0] == '<' || at[0] == '>') && at[1] == at[0] && at[2] == at[0] ? 3 : 1;
        }
        at = behind;
    }
    return count;
}

static int write_overlay(const char *source, const char *copy, const char *overlay) {
    char path[PATH_MAX];
    FILE *out = realpath(source, path) ? fopen(overlay, "w") : NULL;
    if (!out) return -1;
    fprintf(out,
            "{ 'version': 0, 'use-external-names': false, 'roots': [ { 'type': 'file', "
            "'name': '%s', 'external-contents': '%s' } ] }\n",
            path, copy);
    return fclose(out);
}

int split_launch_overlay(const char *source, const char *prefix, char *overlay, size_t size) {
    char copy[PATH_MAX + 8];
    size_t bytes;
    char *text = whole_file_read(source, &bytes);
    overlay[0] = '\0';
    if (!text) return 0; /* clang says so */
    const bool changed = split_launch_join(text) > 0;
    snprintf(copy, sizeof copy, "%s.cu", prefix);
    if (changed) snprintf(overlay, size, "%s.yaml", prefix);
    const bool written = !changed || (whole_file_write(copy, text, strlen(text)) == 0 &&
                                      write_overlay(source, copy, overlay) == 0);
    free(text);
    return written ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", overlay, strerror(errno));
}
