/* SPDX-License-Identifier: Apache-2.0 */
/* stream_writer.c: event streams to files and pipes; see event_stream.h, docs/stream-format.md.
 *
 * Records are collected in one buffer, which is written as one chunk when it has reached
 * FRAME_PAYLOAD_TARGET bytes:
 *
 *   buffer   [ room for a chunk head | records ... used | room for one more record ]
 *
 * The head is filled last, in place, because it contains the length, the count and the checksum of
 * the records. Text uses the same buffer without the head. Records are coded against the one before
 * them (event_codec_t); a chunk resets the coder, so that it can be read without the others.
 *
 * Invariants
 *   - used <= FRAME_PAYLOAD_TARGET before a record is added: the rest of the buffer holds the
 *     longest record.
 *   - count is the number of records in the buffer, sequence the number of all.
 *   - after the first write that fails nothing more is written: the file keeps its whole chunks,
 *     and every later call returns the failure.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "cmodel/stream/byte_file.h"
#include "cmodel/stream/event_binary.h"
#include "cmodel/stream/event_text.h"
#include "cmodel/stream/stream_config.h"
#include "cmodel/stream/stream_error.h"
#include "cmodel/stream/stream_frame.h"

enum {
    TEXT_LINE_MAX = 4 * EVENT_STRINGS_SIZE +
                    4096, /* two strings all escapes, four lists of 32 numbers */
    BUFFER_SIZE = FRAME_CHUNK_HEAD_SIZE + FRAME_PAYLOAD_TARGET + TEXT_LINE_MAX
};
static_assert((int)TEXT_LINE_MAX >= (int)EVENT_ENCODED_MAX,
              "the buffer must hold one record more than the target");

struct scord_stream_writer {
    int fd;
    char *name;
    scord_stream_format_t format;
    scord_config_t config;
    char config_name[STREAM_CONFIG_NAME_MAX + 1];
    uint64_t written;             /* bytes that reached the system */
    scord_stream_error_t failure; /* .status OK: none yet */
    uint64_t sequence;            /* of the next event */
    uint32_t count;               /* events in the buffer */
    size_t used;                  /* bytes of the buffer after the room for a chunk head */
    event_codec_t codec;
    uint64_t next_cycle; /* text: left out when it is this one */
    uint8_t buffer[BUFFER_SIZE];
};

static scord_stream_status_t report(const scord_stream_writer_t *writer,
                                    scord_stream_error_t *error) {
    if (error) *error = writer->failure;
    return writer->failure.status;
}

static const char *remedy_of(int code) {
    switch (code) {
    case ENOSPC:
    case EDQUOT: return "free some space, or write to another disk";
    case EFBIG: return "raise the file size limit (ulimit -f), or write to another disk";
    case EPIPE: return "the reader of the pipe has gone; see its own message";
    default: return "check the disk, or write elsewhere";
    }
}

static scord_stream_status_t fail_to_write(scord_stream_writer_t *writer, int code) {
    stream_problem(&writer->failure, SCORD_STREAM_IO,
                   "cannot write the event stream: %s; %s; the %" PRIu64 " bytes written are kept",
                   strerror(code), remedy_of(code), writer->written);
    stream_problem_in(&writer->failure, writer->name);
    return SCORD_STREAM_IO;
}

static scord_stream_status_t put_out(scord_stream_writer_t *writer, const uint8_t *bytes,
                                     size_t count) {
    int code = byte_write_all(writer->fd, bytes, count, &writer->written);
    return code == 0 ? SCORD_STREAM_OK : fail_to_write(writer, code);
}

/* ---- frames ---- */

static scord_stream_status_t write_binary_header(scord_stream_writer_t *writer) {
    uint8_t *head = writer->buffer;
    memcpy(head, FRAME_MAGIC, FRAME_MAGIC_SIZE);
    frame_put32(head + FRAME_MAGIC_SIZE, FRAME_VERSION);
    size_t length = stream_config_encode(&writer->config, head + FRAME_PREFIX_SIZE);
    assert(length <= STREAM_CONFIG_ENCODED_MAX);
    frame_put32(head + FRAME_MAGIC_SIZE + 4, (uint32_t)length);
    uint8_t *suffix = head + FRAME_PREFIX_SIZE + length;
    frame_put64(suffix, stream_config_hash(head + FRAME_PREFIX_SIZE, length));
    frame_put32(suffix + 8, (uint32_t)crc32(0, head, (uInt)(FRAME_PREFIX_SIZE + length + 8)));
    return put_out(writer, head, FRAME_PREFIX_SIZE + length + FRAME_SUFFIX_SIZE);
}

static scord_stream_status_t write_text_header(scord_stream_writer_t *writer) {
    char config[STREAM_CONFIG_TEXT_MAX];
    stream_config_format(&writer->config, config, sizeof config);
    int length = snprintf((char *)writer->buffer, sizeof writer->buffer, "%s %d end=required %s\n",
                          FRAME_TEXT_WORD, (int)FRAME_VERSION,
                          config); /* end= first: a cut after it is noticed */
    assert(length > 0 && (size_t)length < sizeof writer->buffer);
    return put_out(writer, writer->buffer, (size_t)length);
}

static void fill_chunk_head(uint8_t *head, uint32_t marker, size_t length, uint32_t count,
                            uint64_t sequence) {
    frame_put32(head, marker);
    frame_put32(head + 4, (uint32_t)length);
    frame_put32(head + 8, count);
    frame_put64(head + 12, sequence);
    uLong crc = crc32(0, head, FRAME_CHUNK_CRC_AT);
    if (length > 0) crc = crc32(crc, head + FRAME_CHUNK_HEAD_SIZE, (uInt)length);
    frame_put32(head + FRAME_CHUNK_CRC_AT, (uint32_t)crc);
}

/* Sends the buffer out and starts the next chunk. */
static scord_stream_status_t end_chunk(scord_stream_writer_t *writer) {
    scord_stream_status_t status = SCORD_STREAM_OK;
    if (writer->used == 0) return status;
    assert(writer->count > 0 && writer->count <= writer->sequence);
    if (writer->format == SCORD_STREAM_BINARY) {
        fill_chunk_head(writer->buffer, FRAME_CHUNK_MARKER, writer->used, writer->count,
                        writer->sequence - writer->count);
        status = put_out(writer, writer->buffer, FRAME_CHUNK_HEAD_SIZE + writer->used);
    } else {
        status = put_out(writer, writer->buffer + FRAME_CHUNK_HEAD_SIZE, writer->used);
    }
    writer->used = 0;
    writer->count = 0;
    memset(&writer->codec, 0, sizeof writer->codec);
    return status;
}

static scord_stream_status_t write_end(scord_stream_writer_t *writer) {
    static const char end_line[] = "end\n";
    if (writer->format == SCORD_STREAM_TEXT)
        return put_out(writer, (const uint8_t *)end_line, sizeof end_line - 1);
    uint8_t head[FRAME_CHUNK_HEAD_SIZE];
    fill_chunk_head(head, FRAME_END_MARKER, 0, 0, writer->sequence);
    return put_out(writer, head, sizeof head);
}

/* ---- public ---- */

/* Copies the name of a valid configuration. */
static void copy_config(scord_stream_writer_t *writer, const scord_config_t *config) {
    writer->config = *config;
    assert(strlen(config->name) <= STREAM_CONFIG_NAME_MAX);
    memcpy(writer->config_name, config->name, strlen(config->name) + 1);
    writer->config.name = writer->config_name;
}

scord_stream_writer_t *scord_stream_open_writer_fd(int fd, const char *name,
                                                   scord_stream_format_t format,
                                                   const scord_config_t *config,
                                                   scord_stream_error_t *error) {
    scord_stream_writer_t *writer = NULL;
    char *copy = NULL;
    if (stream_config_check(config, error) != SCORD_STREAM_OK) {
        stream_problem_in(error, name);
    } else if (!(writer = calloc(1, sizeof *writer)) || !(copy = strdup(name))) {
        stream_problem(error, SCORD_STREAM_MEMORY, "%.100s: no memory for a stream writer", name);
    } else {
        writer->fd = fd;
        writer->name = copy;
        writer->format = format;
        copy_config(writer, config);
        if ((format == SCORD_STREAM_BINARY ? write_binary_header : write_text_header)(writer) ==
            SCORD_STREAM_OK)
            return writer;
        report(writer, error);
    }
    free(copy);
    free(writer);
    close(fd);
    return NULL;
}

scord_stream_writer_t *scord_stream_open_writer(const char *path, scord_stream_format_t format,
                                                const scord_config_t *config,
                                                scord_stream_error_t *error) {
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                      : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd >= 0)
        return scord_stream_open_writer_fd(fd, standard ? "standard output" : path, format, config,
                                           error);
    stream_problem(error, SCORD_STREAM_IO,
                   "cannot create the event stream: %s; check the path and its permissions",
                   strerror(errno));
    stream_problem_in(error, standard ? "standard output" : path);
    return NULL;
}

static void append_text(scord_stream_writer_t *writer, const scord_event_t *event) {
    char *at = (char *)writer->buffer + FRAME_CHUNK_HEAD_SIZE + writer->used;
    size_t room = sizeof writer->buffer - FRAME_CHUNK_HEAD_SIZE - writer->used;
    size_t length = event_text_format(event, event->cycle != writer->next_cycle, false, at, room);
    assert(length < room);
    at[length] = '\n';
    writer->used += length + 1;
    writer->next_cycle = event->cycle + 1;
}

scord_stream_status_t scord_stream_write(scord_stream_writer_t *writer, scord_event_t *event,
                                         scord_stream_error_t *error) {
    if (writer->failure.status != SCORD_STREAM_OK) return report(writer, error);
    if (scord_event_validate(event, &writer->config, error) != SCORD_STREAM_OK) {
        stream_problem_at_event(error, writer->name, writer->sequence);
        return SCORD_STREAM_INVALID; /* this event is refused; the stream goes on */
    }
    assert(writer->used < FRAME_PAYLOAD_TARGET);
    event->sequence = writer->sequence++;
    writer->count++;
    if (writer->format == SCORD_STREAM_TEXT)
        append_text(writer, event);
    else
        writer->used += event_encode(&writer->codec, event,
                                     writer->buffer + FRAME_CHUNK_HEAD_SIZE + writer->used);
    if (writer->used >= FRAME_PAYLOAD_TARGET && end_chunk(writer) != SCORD_STREAM_OK)
        return report(writer, error);
    return SCORD_STREAM_OK;
}

scord_stream_status_t scord_stream_flush(scord_stream_writer_t *writer,
                                         scord_stream_error_t *error) {
    if (writer->failure.status == SCORD_STREAM_OK) end_chunk(writer);
    return writer->failure.status == SCORD_STREAM_OK ? SCORD_STREAM_OK : report(writer, error);
}

static scord_stream_status_t close_writer(scord_stream_writer_t *writer, bool complete,
                                          scord_stream_error_t *error) {
    if (writer->failure.status == SCORD_STREAM_OK) end_chunk(writer);
    if (writer->failure.status == SCORD_STREAM_OK && complete) write_end(writer);
    if (close(writer->fd) != 0 && writer->failure.status == SCORD_STREAM_OK && errno != EINTR)
        fail_to_write(writer, errno);
    scord_stream_status_t status = writer->failure.status;
    if (status != SCORD_STREAM_OK) report(writer, error);
    free(writer->name);
    free(writer);
    return status;
}

scord_stream_status_t scord_stream_close_writer(scord_stream_writer_t *writer,
                                                scord_stream_error_t *error) {
    return close_writer(writer, true, error);
}

scord_stream_status_t scord_stream_abandon_writer(scord_stream_writer_t *writer,
                                                  scord_stream_error_t *error) {
    return close_writer(writer, false, error);
}
