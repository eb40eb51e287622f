/* command_line.c: see command_line.h. */
#include "cosim/commands/shared/command_line.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"

char *scord_command_line(int argc, char **argv) {
    size_t size = sizeof "scord";
    for (int i = 0; i < argc; i++) size += 4 * strlen(argv[i]) + 4;
    char *text = scord_need(malloc(size)), *end = text;
    end = stpcpy(end, "scord");
    for (int i = 0; i < argc; i++) {
        const bool plain = argv[i][0] && !argv[i][strcspn(argv[i], " \t\n'\"\\$`*?[]{}()<>|&;#~!")];
        end = stpcpy(end, plain ? " " : " '");
        for (const char *c = argv[i]; *c; c++) {
            if (*c == '\'')
                end = stpcpy(end, "'\\''");
            else
                *end++ = *c;
        }
        if (!plain) *end++ = '\'';
    }
    assert((size_t)(end - text) < size);
    *end = '\0';
    return text;
}
