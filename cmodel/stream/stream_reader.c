/* SPDX-License-Identifier: Apache-2.0 */
/* stream_reader.c: event streams from files and pipes; see event_stream.h, docs/stream-format.md.
 *
 * A stream is binary or text; the first byte says which. Both give the same events.
 *
 *   binary   header | chunk | chunk | ... | end mark
 *   header   magic, version, length | configuration | its hash, CRC
 *   chunk    "CHNK", length, count, number of its first event, CRC | records
 *   end      "END.", 0, 0, number of events, CRC
 *
 *   text     scord-event-stream 1 [end=required] config=gtx480 [key=value ...]
 *            one record a line ...
 *            end [events=N]
 *
 *   scord_stream_read
 *     ├ binary: events_left == 0 ? read_chunk : event_decode at `cursor`
 *     └ text:   read_line, event_text_parse
 *   then scord_event_validate against the configuration, and the next sequence number.
 *
 * Damage never becomes a wrong event: a whole chunk is read and its checksum tested before any of
 * its records is delivered. Chunks before the damage are delivered and usable.
 *
 * Invariants
 *   - `state` is OK until the stream ends or fails; from then on every read returns it.
 *   - `sequence` is the number of events delivered; a chunk that starts at another one is refused.
 *   - `cursor` lies within payload[0, payload_length]; at the end of a chunk both ends meet.
 *   - strings of an event live in `strings`, or in its batch, until the next read.
 *   - memory: one chunk, at most FRAME_PAYLOAD_MAX, whatever a header claims.
 *
 * Expensive: decoding and validating records, for text more than for binary.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "cmodel/stream/byte_file.h"
#include "cmodel/stream/event_binary.h"
#include "cmodel/stream/event_text.h"
#include "cmodel/base/read_number.h"
#include "cmodel/stream/stream_config.h"
#include "cmodel/stream/stream_error.h"
#include "cmodel/stream/stream_frame.h"

struct scord_stream_reader {
    byte_input_t input;
    char *name;
    scord_stream_format_t format;
    scord_config_t config;
    char config_name[STREAM_CONFIG_NAME_MAX + 1];
    scord_stream_status_t state; /* OK, or how the stream ended */
    scord_stream_error_t failure;
    uint64_t sequence; /* of the next event */
    uint64_t limit;    /* most events that may be read; 0: any number */
    /* binary */
    uint8_t *payload;
    size_t payload_size, payload_length; /* allocated, used */
    uint64_t payload_offset;
    uint32_t events_left;
    event_cursor_t cursor;
    event_codec_t codec;
    char strings[EVENT_STRINGS_SIZE]; /* of the event that scord_stream_read gave */
    /* text */
    uint64_t line;
    event_text_state_t text;
    bool end_required, end_seen;
    char line_buffer[EVENT_TEXT_LINE_MAX + 2];
};

/* ---- failures ---- */

static scord_stream_status_t keep(scord_stream_reader_t *reader, scord_stream_status_t status) {
    assert(reader->state == SCORD_STREAM_OK && status != SCORD_STREAM_OK);
    reader->state = status;
    return status;
}

#define FAIL_AT_BYTE(reader, offset, ...)                                                          \
    (stream_problem(&(reader)->failure, SCORD_STREAM_BAD, __VA_ARGS__),                            \
     stream_problem_at_byte(&(reader)->failure, (reader)->name, offset),                           \
     keep(reader, SCORD_STREAM_BAD))
#define FAIL_AT_LINE(reader, ...)                                                                  \
    (stream_problem(&(reader)->failure, SCORD_STREAM_BAD, __VA_ARGS__),                            \
     stream_problem_at_line(&(reader)->failure, (reader)->name, (reader)->line),                   \
     keep(reader, SCORD_STREAM_BAD))

static scord_stream_status_t fail_to_read(scord_stream_reader_t *reader) {
    stream_problem(&reader->failure, SCORD_STREAM_IO,
                   "cannot read on after %" PRIu64 " bytes: %s; the %" PRIu64
                   " events before are usable",
                   reader->input.offset, strerror(reader->input.error), reader->sequence);
    stream_problem_in(&reader->failure, reader->name);
    return keep(reader, SCORD_STREAM_IO);
}

static scord_stream_status_t fail_truncated(scord_stream_reader_t *reader, uint64_t offset,
                                            const char *what) {
    if (reader->input.error != 0) return fail_to_read(reader);
    return FAIL_AT_BYTE(reader, offset,
                        "%s is cut short, the file ends at byte %" PRIu64 "; the %" PRIu64
                        " events before it are usable; record the stream again, or recover them "
                        "with `scord events dump`",
                        what, reader->input.offset, reader->sequence);
}

static scord_stream_status_t fail_corrupt(scord_stream_reader_t *reader, uint64_t offset,
                                          const char *what) {
    return FAIL_AT_BYTE(reader, offset,
                        "%s; the %" PRIu64 " events before it are usable; record the stream again, "
                        "or recover them with `scord events dump`",
                        what, reader->sequence);
}

/* ---- binary ---- */

static bool reserve_payload(scord_stream_reader_t *reader, size_t size) {
    if (size <= reader->payload_size) return true;
    uint8_t *grown = realloc(reader->payload, size);
    if (!grown) return false;
    reader->payload = grown;
    reader->payload_size = size;
    return true;
}

static scord_stream_status_t read_binary_header(scord_stream_reader_t *reader) {
    uint8_t head[FRAME_PREFIX_SIZE + STREAM_CONFIG_ENCODED_MAX + FRAME_SUFFIX_SIZE];
    if (byte_input_read(&reader->input, head, FRAME_PREFIX_SIZE) < FRAME_PREFIX_SIZE)
        return fail_truncated(reader, 0, "the header");
    uint32_t version = frame_get32(head + FRAME_MAGIC_SIZE),
             length = frame_get32(head + FRAME_MAGIC_SIZE + 4);
    if (memcmp(head, FRAME_MAGIC, FRAME_MAGIC_SIZE) != 0)
        return FAIL_AT_BYTE(
            reader, 0, "the file signature is damaged; was it transferred as text? copy it again");
    if (version != FRAME_VERSION)
        return FAIL_AT_BYTE(reader, FRAME_MAGIC_SIZE,
                            "format version %u, this scord reads version %d; record it again",
                            version, (int)FRAME_VERSION);
    if (length > STREAM_CONFIG_ENCODED_MAX)
        return fail_corrupt(reader, FRAME_MAGIC_SIZE + 4, "the length of the header is impossible");
    size_t rest = length + FRAME_SUFFIX_SIZE;
    if (byte_input_read(&reader->input, head + FRAME_PREFIX_SIZE, rest) < rest)
        return fail_truncated(reader, 0, "the header");
    const uint8_t *suffix = head + FRAME_PREFIX_SIZE + length;
    if (crc32(0, head, (uInt)(FRAME_PREFIX_SIZE + length + 8)) != frame_get32(suffix + 8))
        return fail_corrupt(reader, 0, "the header's checksum is wrong");
    if (stream_config_hash(head + FRAME_PREFIX_SIZE, length) != frame_get64(suffix))
        return fail_corrupt(reader, FRAME_PREFIX_SIZE, "the hash of the configuration is wrong");
    event_cursor_t cursor = {head + FRAME_PREFIX_SIZE, suffix};
    if (stream_config_decode(&cursor, &reader->config, reader->config_name, &reader->failure) !=
        SCORD_STREAM_OK) {
        stream_problem_at_byte(&reader->failure, reader->name, FRAME_PREFIX_SIZE);
        return keep(reader, SCORD_STREAM_BAD);
    }
    if (cursor.at != cursor.end)
        return fail_corrupt(reader, FRAME_PREFIX_SIZE, "the header has bytes left over");
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_end(scord_stream_reader_t *reader, const uint8_t *head,
                                      uint64_t offset) {
    if (frame_get32(head + 4) != 0 || frame_get32(head + 8) != 0 ||
        crc32(0, head, FRAME_CHUNK_CRC_AT) != frame_get32(head + FRAME_CHUNK_CRC_AT))
        return fail_corrupt(reader, offset, "the end mark is damaged");
    if (frame_get64(head + 12) != reader->sequence)
        return FAIL_AT_BYTE(reader, offset,
                            "the end mark counts %" PRIu64 " events, %" PRIu64
                            " were there: a chunk is missing; record the stream again",
                            frame_get64(head + 12), reader->sequence);
    if (byte_input_peek(&reader->input) >= 0)
        return FAIL_AT_BYTE(
            reader, reader->input.offset,
            "bytes follow the end mark; were two streams joined? keep them in files of their own");
    if (reader->input.error != 0) return fail_to_read(reader);
    return keep(reader, SCORD_STREAM_END);
}

static scord_stream_status_t read_payload(scord_stream_reader_t *reader, const uint8_t *head,
                                          uint64_t offset) {
    uint32_t length = frame_get32(head + 4);
    if (length > FRAME_PAYLOAD_MAX)
        return fail_corrupt(reader, offset + 4, "the length of the chunk is impossible");
    if (!reserve_payload(reader, length > 0 ? length : 1)) {
        stream_problem(&reader->failure, SCORD_STREAM_MEMORY, "no memory for a chunk of %u bytes",
                       length);
        stream_problem_in(&reader->failure, reader->name);
        return keep(reader, SCORD_STREAM_MEMORY);
    }
    if (byte_input_read(&reader->input, reader->payload, length) < length)
        return fail_truncated(reader, offset, "the chunk that starts here");
    uLong crc = crc32(0, head, FRAME_CHUNK_CRC_AT);
    if (length > 0) crc = crc32(crc, reader->payload, length);
    if (crc != frame_get32(head + FRAME_CHUNK_CRC_AT))
        return fail_corrupt(reader, offset, "the checksum of the chunk that starts here is wrong");
    if (frame_get64(head + 12) != reader->sequence)
        return FAIL_AT_BYTE(reader, offset,
                            "the chunk starts at event %" PRIu64 ", expected %" PRIu64
                            ": a chunk is missing; record the stream again",
                            frame_get64(head + 12), reader->sequence);
    assert(length <= reader->payload_size);
    reader->payload_length = length;
    reader->payload_offset = offset + FRAME_CHUNK_HEAD_SIZE;
    reader->events_left = frame_get32(head + 8);
    reader->cursor = (event_cursor_t){reader->payload, reader->payload + length};
    memset(&reader->codec, 0, sizeof reader->codec);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_chunk(scord_stream_reader_t *reader) {
    uint8_t head[FRAME_CHUNK_HEAD_SIZE];
    uint64_t offset = reader->input.offset;
    size_t got = byte_input_read(&reader->input, head, sizeof head);
    if (got == 0 && reader->input.error == 0)
        return FAIL_AT_BYTE(reader, offset,
                            "the stream has no end mark: it was cut short; the %" PRIu64
                            " events before are usable; record the stream again, or recover them "
                            "with `scord events dump`",
                            reader->sequence);
    if (got < sizeof head) return fail_truncated(reader, offset, "the chunk that starts here");
    uint32_t marker = frame_get32(head);
    if (marker == FRAME_END_MARKER) return read_end(reader, head, offset);
    if (marker != FRAME_CHUNK_MARKER) return fail_corrupt(reader, offset, "no chunk starts here");
    return read_payload(reader, head, offset);
}

static scord_stream_status_t read_binary(scord_stream_reader_t *reader, scord_event_t *event,
                                         bool *valued, char *strings) {
    while (reader->events_left == 0) {
        if (reader->cursor.at != reader->cursor.end)
            return fail_corrupt(
                reader, reader->payload_offset + (uint64_t)(reader->cursor.at - reader->payload),
                "the chunk has bytes left over");
        scord_stream_status_t status = read_chunk(reader);
        if (status != SCORD_STREAM_OK) return status;
    }
    assert(reader->payload && reader->cursor.at >= reader->payload);
    uint64_t offset = reader->payload_offset + (uint64_t)(reader->cursor.at - reader->payload);
    scord_stream_status_t status = event_decode(&reader->codec, &reader->cursor, event, valued,
                                                strings, &reader->failure);
    if (status == SCORD_STREAM_OK)
        status = scord_event_validate(event, &reader->config, &reader->failure);
    if (status != SCORD_STREAM_OK) {
        reader->failure.status = SCORD_STREAM_BAD;
        stream_problem_at_byte(&reader->failure, reader->name, offset);
        return keep(reader, SCORD_STREAM_BAD);
    }
    assert(reader->events_left > 0 && reader->cursor.at <= reader->cursor.end);
    reader->events_left--;
    return SCORD_STREAM_OK;
}

/* ---- text ---- */

/* Next line into line_buffer, without its newline. END at the end of the input. */
static scord_stream_status_t read_line(scord_stream_reader_t *reader) {
    size_t length = 0;
    int byte;
    reader->line++;
    while ((byte = byte_input_next(&reader->input)) >= 0 && byte != '\n') {
        if (byte == 0)
            return FAIL_AT_LINE(reader,
                                "a zero byte; this is neither a text nor a binary event stream");
        if (length == EVENT_TEXT_LINE_MAX)
            return FAIL_AT_LINE(reader, "the line is longer than %d bytes; split it",
                                (int)EVENT_TEXT_LINE_MAX);
        reader->line_buffer[length++] = (char)byte;
    }
    if (reader->input.error != 0) return fail_to_read(reader);
    assert(length <= EVENT_TEXT_LINE_MAX);
    reader->line_buffer[length] = '\0';
    return byte < 0 && length == 0 ? SCORD_STREAM_END : SCORD_STREAM_OK;
}

/* Next word of *text, cut off with a zero; NULL at the end of the line or at a comment. */
static char *next_word(char **text) {
    char *word = *text + strspn(*text, " \t\r");
    if (*word == '\0' || *word == '#') return NULL;
    char *end = word + strcspn(word, " \t\r#");
    bool comment = *end == '#';
    *text = *end == '\0' ? end : end + 1;
    if (comment) *text = end + strlen(end);
    *end = '\0';
    return word;
}

/* Parts of the first line of a text stream read so far. */
_Static_assert(SCORD_CONFIG_KEY_COUNT < 32, "text_header_t.keys has a bit a key");
typedef struct text_header {
    bool config, named; /* config= given; its name is a known one */
    uint32_t keys;      /* bit i: scord_config_keys[i] given */
    scord_stream_error_t unknown_name;
} text_header_t;

/* `failure` has the message; its status becomes bad input. */
static scord_stream_status_t fail_at_this_line(scord_stream_reader_t *reader) {
    reader->failure.status = SCORD_STREAM_BAD;
    stream_problem_at_line(&reader->failure, reader->name, reader->line);
    return keep(reader, SCORD_STREAM_BAD);
}

static scord_stream_status_t set_config_name(scord_stream_reader_t *reader, text_header_t *header,
                                             const char *name) {
    if (header->config || header->keys != 0)
        return FAIL_AT_LINE(reader,
                            "config= comes once, before the keys that it gives defaults for");
    header->config = true;
    if (strlen(name) > STREAM_CONFIG_NAME_MAX)
        return FAIL_AT_LINE(reader, "config= is longer than %d bytes; shorten it",
                            (int)STREAM_CONFIG_NAME_MAX);
    memcpy(reader->config_name, name, strlen(name) + 1);
    header->named = stream_config_start(name, &reader->config, &header->unknown_name) == 0;
    reader->config.name = reader->config_name;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t set_header_key(scord_stream_reader_t *reader, text_header_t *header,
                                            char *word) {
    char *equals = strchr(word, '=');
    if (!equals) return FAIL_AT_LINE(reader, "'%.60s' is not key=value", word);
    *equals = '\0';
    if (strcmp(word, "config") == 0) return set_config_name(reader, header, equals + 1);
    if (strcmp(word, "end") == 0) {
        reader->end_required = strcmp(equals + 1, "required") == 0;
        return reader->end_required
                   ? SCORD_STREAM_OK
                   : FAIL_AT_LINE(reader, "end=%.60s; legal: required", equals + 1);
    }
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        if (strcmp(scord_config_keys[i].name, word) != 0) continue;
        if ((header->keys >> i & 1) != 0)
            return FAIL_AT_LINE(reader, "key '%s' is given twice; keep one", word);
        header->keys |= 1u << i;
    }
    if (stream_config_set(&reader->config, word, equals + 1, &reader->failure) != 0)
        return fail_at_this_line(reader);
    return SCORD_STREAM_OK;
}

/* The words after "scord-event-stream". An unknown configuration is fine when the line gives every
 * key. */
static scord_stream_status_t read_header_words(scord_stream_reader_t *reader, char *rest) {
    text_header_t header = {.config = false};
    char *word = next_word(&rest);
    if (!word || strcmp(word, "1") != 0)
        return FAIL_AT_LINE(reader, "format version '%.20s', this scord reads version %d",
                            word ? word : "", (int)FRAME_VERSION);
    while ((word = next_word(&rest))) {
        scord_stream_status_t status = set_header_key(reader, &header, word);
        if (status != SCORD_STREAM_OK) return status;
    }
    if (!header.config)
        return FAIL_AT_LINE(reader, "the first line needs config=NAME, for example config=gtx480");
    if (!header.named && header.keys != (1u << SCORD_CONFIG_KEY_COUNT) - 1) {
        reader->failure = header.unknown_name;
        return fail_at_this_line(reader);
    }
    if (stream_config_check(&reader->config, &reader->failure) != SCORD_STREAM_OK)
        return fail_at_this_line(reader);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_text_header(scord_stream_reader_t *reader) {
    for (;;) {
        scord_stream_status_t status = read_line(reader);
        if (status == SCORD_STREAM_END)
            return FAIL_AT_LINE(reader, "the stream is empty; it starts with '%s %d config=gtx480'",
                                FRAME_TEXT_WORD, (int)FRAME_VERSION);
        if (status != SCORD_STREAM_OK) return status;
        char *rest = reader->line_buffer, *word = next_word(&rest);
        if (!word) continue;
        if (strcmp(word, FRAME_TEXT_WORD) == 0) return read_header_words(reader, rest);
        return FAIL_AT_LINE(reader,
                            "not an event stream: a text one starts with '%s %d config=gtx480', "
                            "a binary one with the bytes 89 53 45 56",
                            FRAME_TEXT_WORD, (int)FRAME_VERSION);
    }
}

/* `end` or `end events=N`. */
static scord_stream_status_t read_end_line(scord_stream_reader_t *reader, char *rest) {
    char *word = next_word(&rest);
    uint64_t count = reader->sequence;
    reader->end_seen = true;
    if (word &&
        (strncmp(word, "events=", 7) != 0 || !scord_read_number(word + 7, 0, UINT64_MAX, &count)))
        return FAIL_AT_LINE(reader, "end: '%.60s' is unknown; legal: events=N", word);
    if (next_word(&rest)) return FAIL_AT_LINE(reader, "end: too many words; legal: events=N");
    if (count != reader->sequence)
        return FAIL_AT_LINE(reader,
                            "end: events=%" PRIu64 ", but %" PRIu64
                            " were read; correct or drop the number",
                            count, reader->sequence);
    return SCORD_STREAM_OK;
}

static bool is_end_line(const char *line) {
    line += strspn(line, " \t");
    return strncmp(line, "end", 3) == 0 && (line[3] == '\0' || strchr(" \t\r#", line[3]));
}

static scord_stream_status_t finish_text(scord_stream_reader_t *reader) {
    if (reader->end_required && !reader->end_seen)
        return FAIL_AT_LINE(
            reader,
            "the line 'end' is missing: the stream was cut short; the %" PRIu64
            " events before are usable; record it again, or add the line to accept it as it is",
            reader->sequence);
    return keep(reader, SCORD_STREAM_END);
}

static scord_stream_status_t accept_text_event(scord_stream_reader_t *reader,
                                               scord_event_t *event) {
    if (event->sequence != reader->sequence)
        return FAIL_AT_LINE(
            reader, "sequence=%" PRIu64 " should be %" PRIu64 "; leave it out, it is automatic",
            event->sequence, reader->sequence);
    if (scord_event_validate(event, &reader->config, &reader->failure) != SCORD_STREAM_OK)
        return fail_at_this_line(reader);
    event_text_advance(&reader->text, event);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_text(scord_stream_reader_t *reader, scord_event_t *event,
                                       char *strings) {
    for (;;) {
        scord_stream_status_t status = read_line(reader);
        if (status == SCORD_STREAM_END) return finish_text(reader);
        if (status != SCORD_STREAM_OK) return status;
        if (!reader->end_seen && is_end_line(reader->line_buffer)) {
            char *rest = strstr(reader->line_buffer, "end") + 3;
            status = read_end_line(reader, rest);
            if (status != SCORD_STREAM_OK) return status;
            continue;
        }
        status = event_text_parse(reader->line_buffer, &reader->text, event, strings,
                                  EVENT_STRINGS_SIZE, &reader->failure);
        if (status == SCORD_STREAM_END) continue; /* empty, or a comment */
        if (reader->end_seen)
            return FAIL_AT_LINE(reader, "a line after 'end'; move 'end' to the end of the stream");
        if (status != SCORD_STREAM_OK) return fail_at_this_line(reader);
        return accept_text_event(reader, event);
    }
}

/* ---- public ---- */

static scord_stream_status_t read_header(scord_stream_reader_t *reader) {
    int first = byte_input_peek(&reader->input);
    if (first < 0 && reader->input.error != 0) return fail_to_read(reader);
    reader->format = first == (uint8_t)FRAME_MAGIC[0] ? SCORD_STREAM_BINARY : SCORD_STREAM_TEXT;
    return reader->format == SCORD_STREAM_BINARY ? read_binary_header(reader)
                                                 : read_text_header(reader);
}

scord_stream_reader_t *scord_stream_open_reader_fd(int fd, const char *name,
                                                   scord_stream_error_t *error) {
    scord_stream_reader_t *reader = calloc(1, sizeof *reader);
    char *copy = strdup(name);
    if (!reader || !copy) {
        stream_problem(error, SCORD_STREAM_MEMORY, "%.100s: no memory for a stream reader", name);
        free(reader);
        free(copy);
        close(fd);
        return NULL;
    }
    byte_input_init(&reader->input, fd);
    reader->name = copy;
    reader->text.config = &reader->config;
    if (read_header(reader) == SCORD_STREAM_OK) return reader;
    if (error) *error = reader->failure;
    scord_stream_close_reader(reader);
    return NULL;
}

/* Opens PATH for reading; a directory is refused here, like a missing file, rather than at the
 * first read. */
static int open_input(const char *path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISDIR(status.st_mode)) return fd;
    close(fd);
    errno = EISDIR;
    return -1;
}

scord_stream_reader_t *scord_stream_open_reader(const char *path, scord_stream_error_t *error) {
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open_input(path);
    if (fd >= 0) return scord_stream_open_reader_fd(fd, standard ? "standard input" : path, error);
    stream_problem(error, SCORD_STREAM_BAD, "cannot open the event stream: %s; check the path",
                   strerror(errno));
    stream_problem_in(error, standard ? "standard input" : path);
    return NULL;
}

const scord_config_t *scord_stream_reader_config(const scord_stream_reader_t *reader) {
    return &reader->config;
}

/* *valued: see event_decode. STRINGS: EVENT_STRINGS_SIZE bytes. */
static scord_stream_status_t read_one(scord_stream_reader_t *reader, scord_event_t *event,
                                      bool *valued, char *strings, scord_stream_error_t *error) {
    if (reader->state == SCORD_STREAM_OK) {
        scord_stream_status_t status = reader->format == SCORD_STREAM_BINARY
                                           ? read_binary(reader, event, valued, strings)
                                           : read_text(reader, event, strings);
        if (status == SCORD_STREAM_OK) {
            if (reader->limit == 0 || reader->sequence < reader->limit) {
                event->sequence = reader->sequence++;
                return status;
            }
            stream_problem(&reader->failure, SCORD_STREAM_BAD,
                           "more than %" PRIu64 " events, the limit given", reader->limit);
            stream_problem_in(&reader->failure, reader->name);
            keep(reader, SCORD_STREAM_BAD);
        }
    }
    assert(reader->state != SCORD_STREAM_OK);
    if (error && reader->state != SCORD_STREAM_END) *error = reader->failure;
    return reader->state;
}

scord_stream_status_t scord_stream_read(scord_stream_reader_t *reader, scord_event_t *event,
                                        scord_stream_error_t *error) {
    bool valued = true; /* what the caller had there */
    return read_one(reader, event, &valued, reader->strings, error);
}

_Static_assert(sizeof((scord_event_batch_t *)0)->strings[0] == EVENT_STRINGS_SIZE,
               "a batch has room for the strings of a record");

/* Is the next record of the chunk that is here, and is there room for its strings, if it has some?
 * The kind is in its first byte. */
static bool more_is_here(const scord_stream_reader_t *reader, bool strings_left) {
    if (reader->state != SCORD_STREAM_OK || reader->format != SCORD_STREAM_BINARY ||
        reader->events_left == 0 || reader->cursor.at >= reader->cursor.end)
        return false;
    return strings_left || !event_has_strings(event_kind_at(reader->cursor.at));
}

scord_event_batch_t *scord_event_batch_create(void) {
    return calloc(1, sizeof(scord_event_batch_t));
}

void scord_event_batch_destroy(scord_event_batch_t *batch) { free(batch); }

scord_stream_status_t scord_stream_read_batch(scord_stream_reader_t *reader,
                                              scord_event_batch_t *batch, unsigned most,
                                              scord_stream_error_t *error) {
    unsigned strings = 0;
    assert(most >= 1 && most <= SCORD_BATCH_EVENTS);
    batch->count = 0;
    scord_stream_status_t status = SCORD_STREAM_OK;
    do {
        scord_event_t *event = &batch->event[batch->count];
        status = read_one(reader, event, &batch->valued[batch->count],
                          batch->strings[strings % SCORD_BATCH_STRINGS], error);
        if (status != SCORD_STREAM_OK) break;
        batch->count++;
        strings += event_has_strings(event->kind);
    } while (batch->count < most && more_is_here(reader, strings < SCORD_BATCH_STRINGS));
    return batch->count > 0 ? SCORD_STREAM_OK : status;
}

void scord_stream_limit(scord_stream_reader_t *reader, uint64_t events) { reader->limit = events; }

void scord_stream_stop_at(scord_stream_reader_t *reader, int fd) { reader->input.stop = fd; }

bool scord_stream_limited(const scord_stream_reader_t *reader) {
    return reader->limit != 0 && reader->sequence == reader->limit &&
           reader->state == SCORD_STREAM_BAD;
}

uint64_t scord_stream_reader_line(const scord_stream_reader_t *reader) {
    return reader->format == SCORD_STREAM_TEXT ? reader->line : 0;
}

uint64_t scord_stream_reader_offset(const scord_stream_reader_t *reader) {
    return reader->input.offset;
}

void scord_stream_close_reader(scord_stream_reader_t *reader) {
    if (!reader) return;
    close(reader->input.fd);
    free(reader->payload);
    free(reader->name);
    free(reader);
}
