/* fail.c: how every sub-command reports an error; see command.h. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "command.h"

int scord_fail(int code, const char *format, ...) {
    fflush(stdout); /* what was printed before stays before */
    fputs(isatty(STDERR_FILENO) ? "\033[1;31mscord:\033[0m " : "scord: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return code;
}

int scord_fail_stream(const scord_stream_error_t *error) {
    const bool environment = error->status == SCORD_STREAM_IO || error->status == SCORD_STREAM_MEMORY;
    return scord_fail(environment ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT, "%s", error->message);
}
