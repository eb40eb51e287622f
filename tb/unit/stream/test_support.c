/* SPDX-License-Identifier: Apache-2.0 */
/* test_support.c: see test_support.h. */
#include "tb/unit/stream/test_support.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FAILURES_SHOWN = 20 };
unsigned long checks_passed, checks_failed;

void check_at(bool holds, const char *file, int line, const char *format, ...) {
    if (holds) {
        checks_passed++;
        return;
    }
    if (++checks_failed > FAILURES_SHOWN) return;
    printf("%s:%d: ", file, line);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

int finish_test(void) {
    printf("%lu passed, %lu failed\n", checks_passed, checks_failed);
    return checks_failed == 0 ? 0 : 1;
}

int memory_file(const void *data, size_t size) {
    int fd = memfd_create("stream", 0);
    assert(fd >= 0);
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, (const uint8_t *)data + done, size - done);
        assert(put > 0);
        done += (size_t)put;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}

bytes_t file_contents(int fd) {
    bytes_t bytes = {.size = (size_t)lseek(fd, 0, SEEK_END)};
    bytes.data = malloc(bytes.size + 1);
    assert(bytes.data);
    for (size_t done = 0; done < bytes.size;) {
        ssize_t got = pread(fd, bytes.data + done, bytes.size - done, (off_t)done);
        assert(got > 0);
        done += (size_t)got;
    }
    return bytes;
}

/* The strings of a record, stated a second time here. */
static unsigned strings_of(scord_event_t *event, const char **strings[2]) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: strings[0] = &event->kernel_begin.name; return 1;
    case SCORD_EVENT_KIND_OBJECT: strings[0] = &event->object.name; return 1;
    case SCORD_EVENT_KIND_NOTE: strings[0] = &event->note.text; return 1;
    case SCORD_EVENT_KIND_FINDING: strings[0] = &event->finding.text; return 1;
    case SCORD_EVENT_KIND_LOCATION:
        strings[0] = &event->location.file;
        strings[1] = &event->location.function;
        return 2;
    default: return 0;
    }
}

void append_event(events_t *events, const scord_event_t *event) {
    if (events->count == events->room) {
        events->room = events->room > 0 ? 2 * events->room : 64;
        events->list = realloc(events->list, events->room * sizeof *events->list);
        assert(events->list);
    }
    scord_event_t *copy = &events->list[events->count++];
    memcpy(copy, event, sizeof *copy);
    const char **strings[2];
    for (unsigned i = strings_of(copy, strings); i-- > 0;) *strings[i] = strdup(*strings[i]);
}

void free_events(events_t *events) {
    const char **strings[2];
    for (size_t i = 0; i < events->count; i++)
        for (unsigned k = strings_of(&events->list[i], strings); k-- > 0;)
            free((char *)*strings[k]);
    free(events->list);
    *events = (events_t){NULL, 0, 0};
}

bytes_t write_events(const events_t *events, const scord_config_t *config,
                     scord_stream_format_t format, unsigned chunk_events) {
    scord_stream_error_t error;
    int fd = memory_file("", 0);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(dup(fd), "memory", format, config,
                                                                &error);
    assert(writer);
    for (size_t i = 0; i < events->count; i++) {
        scord_event_t event = events->list[i];
        bool written = scord_stream_write(writer, &event, &error) == SCORD_STREAM_OK;
        CHECK(written, "event %zu is refused: %s", i, written ? "" : error.message);
        CHECK(!written || event.sequence == i, "event %zu got sequence %llu", i,
              (unsigned long long)event.sequence);
        if (chunk_events > 0 && (i + 1) % chunk_events == 0) scord_stream_flush(writer, &error);
    }
    CHECK(scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK, "closing fails");
    bytes_t bytes = file_contents(fd);
    close(fd);
    return bytes;
}

scord_stream_status_t read_events(const void *data, size_t size, events_t *events,
                                  scord_stream_error_t *error) {
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(memory_file(data, size), "memory",
                                                                error);
    if (!reader) return error->status;
    scord_event_t event;
    scord_stream_status_t status;
    while ((status = scord_stream_read(reader, &event, error)) == SCORD_STREAM_OK)
        append_event(events, &event);
    scord_stream_close_reader(reader);
    return status;
}

bool same_event(const scord_event_t *a, const scord_event_t *b) {
    scord_event_t x, y;
    const char **of_x[2], **of_y[2];
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    unsigned count = strings_of(&x, of_x);
    if (strings_of(&y, of_y) != count) return false;
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(*of_x[i], *of_y[i]) != 0) return false;
        *of_x[i] = *of_y[i] = NULL;
    }
    return memcmp(&x, &y, sizeof x) == 0;
}
