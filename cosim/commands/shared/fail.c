/* SPDX-License-Identifier: Apache-2.0 */
/* fail.c: how every sub-command reports an error; see command.h. */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/document_paths.h"

int scord_fail(int code, const char *format, ...) {
    fflush(stdout); /* what was printed before stays before */
    fputs(isatty(STDERR_FILENO) ? "\033[1;31mscord:\033[0m " : "scord: ", stderr);
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) >= 0)
        document_paths_put(stderr, text);
    else
        vfprintf(stderr, format, again); /* no memory, perhaps the very problem */
    va_end(again);
    va_end(arguments);
    free(text);
    fputc('\n', stderr);
    return code;
}

void *scord_need(void *block) {
    if (!block) exit(scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory"));
    return block;
}

int scord_fail_read(const char *path) {
    const int problem = errno;
    return scord_fail(problem == ENOMEM ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT, "%s: %s",
                      path, strerror(problem));
}

int scord_fail_stream(const scord_stream_error_t *error) {
    assert(error->status != SCORD_STREAM_OK && error->message[0] != '\0');
    const bool environment = error->status == SCORD_STREAM_IO ||
                             error->status == SCORD_STREAM_MEMORY;
    return scord_fail(environment ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT, "%s",
                      error->message);
}
