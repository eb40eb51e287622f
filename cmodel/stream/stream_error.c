/* SPDX-License-Identifier: Apache-2.0 */
/* stream_error.c: error messages of the stream library; see stream_error.h. */
#include "cmodel/stream/stream_error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PREFIX = 240 };

scord_stream_status_t stream_problem(scord_stream_error_t *error, scord_stream_status_t status,
                                     const char *format, ...) {
    assert(status != SCORD_STREAM_OK && status != SCORD_STREAM_END);
    if (error) {
        error->status = status;
        error->offset = 0;
        error->line = 0;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

/* Of a very long path only the end is kept, so that the remedy fits into the message. Returns the
 * length of PREFIX. */
static int name_first(char prefix[PREFIX], const char *name) {
    enum { LONGEST = 160 };
    const size_t length = strlen(name);
    if (length <= LONGEST) return snprintf(prefix, PREFIX, "%s", name);
    name += length - LONGEST;
    while ((*name & 0xc0) == 0x80) name++; /* UTF-8: a whole character */
    return snprintf(prefix, PREFIX, "...%s", name);
}

static void put_in_front(scord_stream_error_t *error, const char *prefix) {
    size_t length = strlen(prefix);
    size_t kept = strlen(error->message);
    assert(length < PREFIX && kept < sizeof error->message);
    if (kept > sizeof error->message - 1 - length) kept = sizeof error->message - 1 - length;
    memmove(error->message + length, error->message, kept);
    memcpy(error->message, prefix, length);
    error->message[length + kept] = '\0';
}

static void put_place_in_front(scord_stream_error_t *error, const char *name, const char *format,
                               uint64_t number) {
    char prefix[PREFIX];
    const int used = name_first(prefix, name);
    assert(used >= 0 && (size_t)used < sizeof prefix);
    snprintf(prefix + used, sizeof prefix - (size_t)used, format, (unsigned long long)number);
    put_in_front(error, prefix);
}

void stream_problem_at_line(scord_stream_error_t *error, const char *name, uint64_t line) {
    if (!error) return;
    error->line = line;
    put_place_in_front(error, name, ":%llu: ", line);
}

void stream_problem_at_byte(scord_stream_error_t *error, const char *name, uint64_t offset) {
    if (!error) return;
    error->offset = offset;
    put_place_in_front(error, name, ": byte %llu: ", offset);
}

void stream_problem_at_event(scord_stream_error_t *error, const char *name, uint64_t sequence) {
    if (error) put_place_in_front(error, name, ": event %llu: ", sequence);
}

void stream_problem_in(scord_stream_error_t *error, const char *name) {
    if (!error) return;
    char prefix[PREFIX];
    strcpy(prefix + name_first(prefix, name), ": ");
    put_in_front(error, prefix);
}
