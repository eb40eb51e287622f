/* SPDX-License-Identifier: Apache-2.0 */
/* command_line.c: see command_line.h. */
#include "cosim/commands/shared/command_line.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cmodel/base/memory_stream.h"
#include "cmodel/base/shell_words.h"
#include "cosim/commands/shared/command.h"

static char *line(bool again, int argc, char **argv) {
    char *text = NULL;
    size_t bytes;
    FILE *out = scord_need(scord_memory_stream(&text, &bytes));
    if (again)
        scord_put_shell_place(out);
    else
        fputs("scord", out);
    for (int i = 0; i < argc; i++) {
        putc(' ', out);
        scord_put_shell_word(out, argv[i]);
    }
    if (fclose(out) != 0) free(text), text = NULL;
    return scord_need(text);
}

char *scord_command_line(int argc, char **argv) {
    assert(argc >= 0 && argv);
    return line(false, argc, argv);
}

char *scord_again_line(int argc, char **argv) {
    assert(argc >= 0 && argv);
    return line(true, argc, argv);
}
