/* SPDX-License-Identifier: Apache-2.0 */
/* test_output.c: full disks, closed pipes, short transfers, signals, refused events: the system's
 * side of streams. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "tb/unit/stream/random_event.h"

enum { EVENTS = 6000 };

static const scord_config_t *const config = &scord_configs[0];

static void expect_io(scord_stream_status_t status, const scord_stream_error_t *error,
                      const char *text) {
    CHECK(status == SCORD_STREAM_IO && error->status == SCORD_STREAM_IO &&
              strstr(error->message, text),
          "expected \"%s\", got status %d: %s", text, (int)status, error->message);
}

/* Writes EVENTS until it fails; the failure must stay the same to the end. */
static void write_to_failure(scord_stream_writer_t *writer, const events_t *events,
                             const char *text) {
    scord_stream_error_t error = {.message = ""}, again = {.message = ""};
    scord_stream_status_t status = SCORD_STREAM_OK;
    for (size_t i = 0; i < events->count && status == SCORD_STREAM_OK; i++) {
        scord_event_t event = events->list[i];
        status = scord_stream_write(writer, &event, &error);
    }
    if (status == SCORD_STREAM_OK) status = scord_stream_flush(writer, &error);
    expect_io(status, &error, text);
    scord_event_t late = {.kind = SCORD_EVENT_KIND_KERNEL_END};
    expect_io(scord_stream_write(writer, &late, &again), &again, error.message);
    expect_io(scord_stream_flush(writer, &again), &again, error.message);
    expect_io(scord_stream_close_writer(writer, &again), &again, error.message);
}

static void full_disk(const events_t *events, scord_stream_format_t format) {
    scord_stream_error_t error = {.message = ""};
    scord_stream_writer_t *writer = scord_stream_open_writer("/dev/full", format, config, &error);
    CHECK(!writer && error.status == SCORD_STREAM_IO, "opening on a full disk succeeds");
    CHECK(strcmp(error.message, "/dev/full: cannot write the event stream: No space left on "
                                "device; free some space, or "
                                "write to another disk; the 0 bytes written are kept") == 0,
          "%s", error.message);
    if (writer) write_to_failure(writer, events, "No space left");
}

/* A limit on the file size stands in for a disk that fills up midway: what was written must stay
 * usable. */
static void file_size_limit(const events_t *events) {
    enum { LIMIT = 100000 };
    char path[] = "/tmp/scord-limit-XXXXXX";
    struct rlimit before, limit;
    scord_stream_error_t error = {.message = ""};
    close(mkstemp(path));
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = LIMIT;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_BINARY, config,
                                                             &error);
    write_to_failure(writer, events, "File too large; raise the file size limit");
    setrlimit(RLIMIT_FSIZE, &before);
    int fd = open(path, O_RDONLY);
    bytes_t bytes = file_contents(fd);
    events_t read = {NULL, 0, 0};
    scord_stream_status_t status = read_events(bytes.data, bytes.size, &read, &error);
    CHECK(bytes.size <= LIMIT && status == SCORD_STREAM_BAD &&
              strstr(error.message, "is cut short"),
          "%zu bytes, status %d: %s", bytes.size, (int)status, error.message);
    CHECK(read.count > 0 && read.count < events->count, "%zu events recovered", read.count);
    for (size_t i = 0; i < read.count; i++)
        CHECK(same_event(&events->list[i], &read.list[i]), "event %zu differs", i);
    free_events(&read);
    free(bytes.data);
    close(fd);
    unlink(path);
}

/* SIGPIPE has its deadly default here: surviving is part of the check. */
static void closed_pipe(const events_t *events, scord_stream_format_t format) {
    int ends[2];
    scord_stream_error_t error = {.message = ""};
    CHECK(pipe(ends) == 0, "no pipe");
    signal(SIGPIPE, SIG_DFL);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(ends[1], "pipe", format, config,
                                                                &error);
    close(ends[0]);
    write_to_failure(
        writer, events,
        "pipe: cannot write the event stream: Broken pipe; the reader of the pipe has gone");
    sigset_t pending, blocked;
    sigpending(&pending);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    CHECK(!sigismember(&pending, SIGPIPE) && !sigismember(&blocked, SIGPIPE),
          "SIGPIPE is left pending or blocked");
}

/* ---- a slow reader, a non-blocking pipe, a timer that interrupts ---- */

typedef struct slow_reader {
    int fd;
    bytes_t bytes;
} slow_reader_t;

static void *read_slowly(void *context) {
    slow_reader_t *reader = context;
    ssize_t got;
    reader->bytes.data = malloc(64 << 20);
    while ((got = read(reader->fd, reader->bytes.data + reader->bytes.size, 5000)) > 0) {
        reader->bytes.size += (size_t)got;
        if (reader->bytes.size % 3 == 0) usleep(300);
    }
    return NULL;
}

static void on_alarm(int number) { (void)number; }

static void set_timer(long microseconds) {
    struct itimerval timer = {{0, microseconds}, {0, microseconds}};
    struct sigaction action = {.sa_handler = on_alarm}; /* no SA_RESTART: calls return EINTR */
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void hampered_pipe(const events_t *events, scord_stream_format_t format, bool non_blocking) {
    int ends[2];
    CHECK(pipe(ends) == 0, "no pipe");
    if (non_blocking) fcntl(ends[1], F_SETFL, O_NONBLOCK);
    slow_reader_t reader = {ends[0], {NULL, 0}};
    sigset_t alarm_signal, before;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm_signal, &before); /* the timer shall hit the writing thread */
    pthread_t thread;
    pthread_create(&thread, NULL, read_slowly, &reader);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    scord_stream_error_t error = {.message = ""};
    set_timer(500);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(ends[1], "pipe", format, config,
                                                                &error);
    for (size_t i = 0; i < events->count; i++) {
        scord_event_t event = events->list[i];
        CHECK(scord_stream_write(writer, &event, &error) == SCORD_STREAM_OK, "%s", error.message);
    }
    CHECK(scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK, "%s", error.message);
    set_timer(0);
    pthread_join(thread, NULL);
    close(ends[0]);
    bytes_t expected = write_events(events, config, format, 0);
    CHECK(expected.size == reader.bytes.size &&
              memcmp(expected.data, reader.bytes.data, expected.size) == 0,
          "a hampered pipe changes the bytes");
    free(expected.data);
    free(reader.bytes.data);
}

/* A reader gets a chunk in pieces, interrupted. */
static void *write_slowly(void *context) {
    slow_reader_t *source = context;
    for (size_t done = 0; done < source->bytes.size; done += 4099) {
        size_t part = source->bytes.size - done < 4099 ? source->bytes.size - done : 4099;
        if (write(source->fd, source->bytes.data + done, part) != (ssize_t)part) break;
        usleep(100);
    }
    close(source->fd);
    return NULL;
}

static void hampered_reader(const events_t *events, scord_stream_format_t format) {
    int ends[2];
    CHECK(pipe(ends) == 0, "no pipe");
    slow_reader_t source = {ends[1], write_events(events, config, format, 0)};
    sigset_t alarm_signal, before;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm_signal, &before);
    pthread_t thread;
    pthread_create(&thread, NULL, write_slowly, &source);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    set_timer(500);
    scord_stream_error_t error = {.message = ""};
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(ends[0], "pipe", &error);
    scord_event_t event;
    size_t count = 0;
    while (scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK) {
        CHECK(count < events->count && same_event(&event, &events->list[count]),
              "event %zu differs", count);
        count++;
    }
    set_timer(0);
    CHECK(count == events->count, "%zu events of a hampered pipe: %s", count, error.message);
    CHECK(scord_stream_reader_offset(reader) == source.bytes.size,
          "the offset is not the number of bytes");
    scord_stream_close_reader(reader);
    pthread_join(thread, NULL);
    free(source.bytes.data);
}

/* ---- refusals ---- */

static void refused_event(void) {
    scord_stream_error_t error = {.message = ""};
    int fd = memory_file("", 0);
    scord_stream_writer_t *writer =
        scord_stream_open_writer_fd(dup(fd), "out.sev", SCORD_STREAM_BINARY, config, &error);
    scord_event_t good = {.kind = SCORD_EVENT_KIND_KERNEL_END},
                  bad = {.kind = SCORD_EVENT_KIND_WARP_EXIT};
    bad.warp.sm = 15;
    CHECK(scord_stream_write(writer, &good, &error) == SCORD_STREAM_OK, "%s", error.message);
    CHECK(scord_stream_write(writer, &bad, &error) == SCORD_STREAM_INVALID,
          "an event out of range is written");
    CHECK(strcmp(
              error.message,
              "out.sev: event 1: warp_exit: sm=15 is out of range; legal: 0 to 14 in configuration "
              "gtx480") == 0,
          "%s", error.message);
    CHECK(scord_stream_write(writer, &good, &error) == SCORD_STREAM_OK && good.sequence == 1, "%s",
          error.message);
    CHECK(scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK, "%s", error.message);
    bytes_t bytes = file_contents(fd);
    events_t read = {NULL, 0, 0};
    CHECK(read_events(bytes.data, bytes.size, &read, &error) == SCORD_STREAM_END && read.count == 2,
          "%s", error.message);
    free_events(&read);
    free(bytes.data);
    close(fd);
}

static void abandoned(scord_stream_format_t format, const char *text) {
    scord_stream_error_t error = {.message = ""};
    int fd = memory_file("", 0);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(dup(fd), "out", format, config,
                                                                &error);
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_END};
    CHECK(scord_stream_write(writer, &event, &error) == SCORD_STREAM_OK, "%s", error.message);
    CHECK(scord_stream_abandon_writer(writer, &error) == SCORD_STREAM_OK, "%s", error.message);
    bytes_t bytes = file_contents(fd);
    events_t read = {NULL, 0, 0};
    CHECK(read_events(bytes.data, bytes.size, &read, &error) == SCORD_STREAM_BAD && read.count == 1,
          "not cut short");
    CHECK(strstr(error.message, text), "%s", error.message);
    free_events(&read);
    free(bytes.data);
    close(fd);
}

/* Of a long path the end is named, whole characters of it, and that it is not all. */
static void long_paths(void) {
    char path[200];
    scord_stream_error_t error = {.message = ""};
    memset(path, 'a', sizeof path);
    memcpy(path + 38, "\xc3\xa4", 2); /* the cut is between the two bytes */
    path[199] = '\0';
    CHECK(!scord_stream_open_reader(path, &error), "a missing file opens");
    CHECK(strncmp(error.message, "...", 3) == 0 &&
              strncmp(error.message + 3, path + 40, 159) == 0 &&
              strncmp(error.message + 162, ": cannot open", 13) == 0,
          "%s", error.message);
    CHECK(!scord_stream_open_reader(path + 39, &error) &&
              strncmp(error.message, path + 39, 160) == 0,
          "%s", error.message);
}

static void refused_paths(void) {
    scord_stream_error_t error = {.message = ""};
    CHECK(!scord_stream_open_reader("/nonexistent/x.sev", &error), "a missing file opens");
    CHECK(strcmp(error.message, "/nonexistent/x.sev: cannot open the event stream: No such file or "
                                "directory; check the "
                                "path") == 0 &&
              error.status == SCORD_STREAM_BAD,
          "%s", error.message);
    CHECK(!scord_stream_open_reader("/tmp", &error), "a directory opens");
    CHECK(error.status == SCORD_STREAM_BAD && strstr(error.message, "Is a directory"), "%s",
          error.message);
    CHECK(!scord_stream_open_writer("/nonexistent/x.sev", SCORD_STREAM_BINARY, config, &error),
          "created");
    CHECK(error.status == SCORD_STREAM_IO && strstr(error.message, "check the path"), "%s",
          error.message);
    scord_config_t unnamed = *config, wide = *config;
    unnamed.name = "two words";
    wide.num_sms = 17;
    CHECK(!scord_stream_open_writer("/dev/null", SCORD_STREAM_TEXT, &unnamed, &error) &&
              error.status == SCORD_STREAM_INVALID,
          "a name with a blank is written");
    CHECK(!scord_stream_open_writer("/dev/null", SCORD_STREAM_TEXT, &wide, &error) &&
              strcmp(error.message,
                     "/dev/null: configuration key num_sms=17 is out of range; legal: 1 to 16") ==
                  0,
          "%s", error.message);
}

int main(void) {
    events_t events = {NULL, 0, 0};
    random_source_t source = {11};
    random_events(&source, config, EVENTS, &events);
    full_disk(&events, SCORD_STREAM_BINARY);
    full_disk(&events, SCORD_STREAM_TEXT);
    file_size_limit(&events);
    closed_pipe(&events, SCORD_STREAM_BINARY);
    closed_pipe(&events, SCORD_STREAM_TEXT);
    for (unsigned i = 0; i < 4; i++)
        hampered_pipe(&events, i % 2 == 0 ? SCORD_STREAM_BINARY : SCORD_STREAM_TEXT, i >= 2);
    hampered_reader(&events, SCORD_STREAM_BINARY);
    hampered_reader(&events, SCORD_STREAM_TEXT);
    refused_event();
    abandoned(SCORD_STREAM_BINARY, "no end mark");
    abandoned(SCORD_STREAM_TEXT, "the line 'end' is missing");
    refused_paths();
    long_paths();
    free_events(&events);
    return finish_test();
}
