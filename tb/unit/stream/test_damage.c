/* SPDX-License-Identifier: Apache-2.0 */
/* test_damage.c: truncation at every byte, damage of every byte, and records that lie in spite of a
 * right checksum.
 *
 * Whatever happens to the bytes, a reader delivers only events that were written, in order, and
 * from whole chunks; then it says SCORD_STREAM_BAD with the place. Nothing in a binary stream is
 * outside a checksum, so that no damaged bit is harmless.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tb/unit/stream/random_event.h"
#include "cmodel/stream/stream_frame.h"

enum { EVENTS = 60, CHUNK = 12 };

typedef struct sample {
    events_t events;
    bytes_t binary, text;
    size_t chunk_start[EVENTS]; /* byte offset of each chunk, then of the end mark */
    unsigned chunks;
} sample_t;

static void find_chunks(sample_t *sample) {
    size_t at = FRAME_PREFIX_SIZE + frame_get32(sample->binary.data + FRAME_MAGIC_SIZE + 4) +
                FRAME_SUFFIX_SIZE;
    while (frame_get32(sample->binary.data + at) == FRAME_CHUNK_MARKER) {
        sample->chunk_start[sample->chunks++] = at;
        at += FRAME_CHUNK_HEAD_SIZE + frame_get32(sample->binary.data + at + 4);
    }
    sample->chunk_start[sample->chunks] = at;
}

static sample_t make_sample(void) {
    sample_t sample = {.chunks = 0};
    random_source_t source = {7};
    random_events(&source, &scord_configs[0], EVENTS, &sample.events);
    sample.binary = write_events(&sample.events, &scord_configs[0], SCORD_STREAM_BINARY, CHUNK);
    sample.text = write_events(&sample.events, &scord_configs[0], SCORD_STREAM_TEXT, 0);
    find_chunks(&sample);
    CHECK(sample.chunks == EVENTS / CHUNK, "%u chunks", sample.chunks);
    return sample;
}

static size_t same_prefix(const events_t *expected, const events_t *actual) {
    size_t count = 0;
    while (count < actual->count && count < expected->count &&
           same_event(&expected->list[count], &actual->list[count]))
        count++;
    return count;
}

/* Whole chunks before byte AT. */
static unsigned chunks_before(const sample_t *sample, size_t at) {
    unsigned count = 0;
    while (count < sample->chunks && sample->chunk_start[count + 1] <= at) count++;
    return count;
}

/* Bytes that were damaged at AT: events of the chunks before, then BAD at a place not after the
 * damage's chunk. */
static void check_damaged_binary(const sample_t *sample, const uint8_t *data, size_t size,
                                 size_t at, const char *what) {
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    scord_stream_status_t status = read_events(data, size, &read, &error);
    size_t expected = (size_t)CHUNK * chunks_before(sample, at);
    CHECK(status == SCORD_STREAM_BAD, "%s at %zu: status %d", what, at, (int)status);
    CHECK(read.count == expected && same_prefix(&sample->events, &read) == expected,
          "%s at %zu: %zu events, expected %zu", what, at, read.count, expected);
    bool named = at == 0 ||
                 strstr(error.message, ": byte "); /* byte 0 decides between binary and text */
    CHECK(named && error.offset <= at + FRAME_CHUNK_HEAD_SIZE, "%s at %zu: %s", what, at,
          error.message);
    free_events(&read);
}

static void truncate_binary(const sample_t *sample) {
    for (size_t size = 0; size < sample->binary.size; size++)
        check_damaged_binary(sample, sample->binary.data, size, size, "truncation");
}

static void damage_binary(const sample_t *sample) {
    uint8_t *copy = malloc(sample->binary.size);
    memcpy(copy, sample->binary.data, sample->binary.size);
    for (size_t at = 0; at < sample->binary.size; at++) {
        for (unsigned bit = 0; bit < 8; bit += 7) {
            copy[at] ^= (uint8_t)(1u << bit);
            check_damaged_binary(sample, copy, sample->binary.size, at, "a flipped bit");
            copy[at] = sample->binary.data[at];
        }
        copy[at] = (uint8_t)~copy[at];
        check_damaged_binary(sample, copy, sample->binary.size, at, "an inverted byte");
        copy[at] = sample->binary.data[at];
    }
    free(copy);
}

/* A cut text stream never ends well, because `end` is missing, and gives only events that were
 * written. */
static void truncate_text(const sample_t *sample) {
    for (size_t size = 0; size + 1 < sample->text.size;
         size++) { /* its last byte is the newline of `end` */
        events_t read = {NULL, 0, 0};
        scord_stream_error_t error = {.message = ""};
        scord_stream_status_t status = read_events(sample->text.data, size, &read, &error);
        size_t same = same_prefix(&sample->events, &read);
        CHECK(status == SCORD_STREAM_BAD, "text cut at %zu: status %d", size, (int)status);
        CHECK(error.line > 0 || size == 0, "text cut at %zu: %s", size, error.message);
        /* the cut line may still be a legal one: it is the last, and BAD follows */
        CHECK(same == read.count || same + 1 == read.count, "text cut at %zu: event %zu differs",
              size, same);
        free_events(&read);
    }
}

/* Text has no checksum: damage may make another legal stream, but never a crash or another status.
 */
static void damage_text(const sample_t *sample) {
    uint8_t *copy = malloc(sample->text.size);
    memcpy(copy, sample->text.data, sample->text.size);
    for (size_t at = 0; at < sample->text.size; at += 3) {
        copy[at] ^= (uint8_t)(1u << at % 8);
        events_t read = {NULL, 0, 0};
        scord_stream_error_t error = {.message = ""};
        scord_stream_status_t status = read_events(copy, sample->text.size, &read, &error);
        CHECK(status == SCORD_STREAM_END ||
                  (status == SCORD_STREAM_BAD && error.message[0] != '\0'),
              "text damaged at %zu: status %d", at, (int)status);
        free_events(&read);
        copy[at] = sample->text.data[at];
    }
    free(copy);
}

/* ---- right checksums, wrong content ---- */

typedef struct builder {
    uint8_t data[65536];
    size_t size;
} builder_t;

static void add(builder_t *builder, const void *bytes, size_t size) {
    memcpy(builder->data + builder->size, bytes, size);
    builder->size += size;
}

static void add_header(builder_t *builder, const sample_t *sample) {
    add(builder, sample->binary.data, sample->chunk_start[0]);
}

static void add_chunk(builder_t *builder, uint32_t marker, uint32_t count, uint64_t first,
                      const char *payload, size_t length) {
    uint8_t head[FRAME_CHUNK_HEAD_SIZE];
    frame_put32(head, marker);
    frame_put32(head + 4, (uint32_t)length);
    frame_put32(head + 8, count);
    frame_put64(head + 12, first);
    uLong crc = crc32(0, head, FRAME_CHUNK_CRC_AT);
    if (length > 0) crc = crc32(crc, (const uint8_t *)payload, (uInt)length);
    frame_put32(head + FRAME_CHUNK_CRC_AT, (uint32_t)crc);
    add(builder, head, sizeof head);
    add(builder, payload, length);
}

static void check_refused(const builder_t *builder, size_t events, const char *text) {
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    scord_stream_status_t status = read_events(builder->data, builder->size, &read, &error);
    CHECK(status == SCORD_STREAM_BAD && strstr(error.message, text) && read.count == events,
          "expected \"%s\" after %zu events, got status %d after %zu: %s", text, events,
          (int)status, read.count, error.message);
    free_events(&read);
}

static void check_payload(const sample_t *sample, const char *payload, size_t length,
                          uint32_t count, size_t delivered, const char *text) {
    builder_t builder = {.size = 0};
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_CHUNK_MARKER, count, 0, payload, length);
    check_refused(&builder, delivered, text);
}

/* One kernel_end (kind 1, kernel 0) is the two bytes 01 00. */
static void lying_payloads(const sample_t *sample) {
    static const struct {
        const char *payload;
        size_t length;
        uint32_t count;
        size_t delivered;
        const char *text;
    } cases[] = {
        {"\x01\x00\x01\x00", 4, 1, 1, "bytes left over"},
        {"\x01\x00", 2, 2, 1, "the record is malformed"},
        {"\x1f", 1, 1, 0, "the record is malformed"},     /* unknown kind */
        {"\x61\x00", 2, 1, 0, "the record is malformed"}, /* unknown cycle form */
        {"\x81\x00", 2, 1, 0, "the record is malformed"}, /* reserved bit */
        {"\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", 11, 1, 0,
         "the record is malformed"}, /* 65 bits */
        {"\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 12, 1, 0,
         "the record is malformed"},                                      /* 11 bytes */
        {"\x01\x80\x80\x80\x80\x10", 6, 1, 0, "the record is malformed"}, /* 33 bits for 32 */
        {"\x0c\xff\x7f", 3, 1, 0, "the record is malformed"}, /* object: name too long */
        {"\x0c\x05"
         "abc",
         5, 1, 0, "the record is malformed"}, /* name past the chunk */
        {"\x0c\x03"
         "a\0c"
         "\x00\x00",
         7, 1, 0, "the record is malformed"}, /* zero in a name */
        {"\x05\x00\x00\x02\x00\x00\x00\x00", 8, 1, 0,
         "the record is malformed"},                                          /* access: mask 0 */
        {"\x05\x80\x00\x02\xc0\x00\x00", 7, 1, 0, "the record is malformed"}, /* address form 3 */
        {"\x05\x8f\x00\x02\x00\x00\x00", 7, 1, 0, "sm=15 is out of range"},
        {"\x05\x80\x60\x02\x00\x00\x00", 7, 1, 0,
         "atomic_kind must be other than none exactly when op=atomic"},
        {"\x05\x80\x00\x07\x00\x00\x00", 7, 1, 0, "size=128 is out of range"},
        {"\x05\x80\x00\x02\x00\x00\x04", 7, 1, 0, "must be below 2^40 and a multiple of size=4"},
        {"\x05\x80\x00\x02\x20\x00\x00\x00\x01", 9, 1, 0, "only op=atomic has value"},
        {"\x05\x80\x00\x02\x10\x00\x00\x02\x00", 9, 1, 0,
         "the record is malformed"}, /* value form 2 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_payload(sample, cases[i].payload, cases[i].length, cases[i].count, cases[i].delivered,
                      cases[i].text);
}

static void lying_frames(const sample_t *sample) {
    builder_t builder = {.size = 0};
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_CHUNK_MARKER, 1, 5, "\x01\x00", 2);
    check_refused(&builder, 0, "the chunk starts at event 5, expected 0");
    builder.size = 0;
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_CHUNK_MARKER, 1, 0, "\x01\x00", 2);
    add_chunk(&builder, FRAME_END_MARKER, 0, 2, "", 0);
    check_refused(&builder, 1, "the end mark counts 2 events, 1 were there");
    builder.size = 0;
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_END_MARKER, 0, 0, "", 0);
    add(&builder, "x", 1);
    check_refused(&builder, 0, "bytes follow the end mark");
    builder.size = 0;
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_CHUNK_MARKER, 0, 0, "", 0); /* empty chunks are legal */
    add_chunk(&builder, FRAME_CHUNK_MARKER, 1, 0, "\x01\x00", 2);
    check_refused(&builder, 1, "no end mark");
    builder.size = 0;
    add_header(&builder, sample);
    add_chunk(&builder, FRAME_END_MARKER, 1, 0, "", 0);
    check_refused(&builder, 0, "the end mark is damaged");
}

/* Chunks exchanged, dropped or repeated are whole by themselves: their first sequence tells. */
static void misplaced_chunks(const sample_t *sample) {
    static const unsigned orders[][3] = {{1, 0, 2}, {0, 2, 3}, {0, 0, 1}};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        builder_t builder = {.size = 0};
        add_header(&builder, sample);
        for (unsigned k = 0; k < 3; k++) {
            size_t start = sample->chunk_start[orders[i][k]];
            add(&builder, sample->binary.data + start,
                sample->chunk_start[orders[i][k] + 1] - start);
        }
        check_refused(&builder, i == 0 ? 0 : CHUNK, "a chunk is missing");
    }
}

/* A length of 4 GiB is refused before anything is allocated for it; the sanitizer's allocator limit
 * is the witness. */
static void hostile_lengths(const sample_t *sample) {
    uint8_t head[FRAME_CHUNK_HEAD_SIZE] = {0};
    builder_t builder = {.size = 0};
    add_header(&builder, sample);
    frame_put32(head, FRAME_CHUNK_MARKER);
    frame_put32(head + 4, UINT32_MAX);
    add(&builder, head, sizeof head);
    check_refused(&builder, 0, "the length of the chunk is impossible");
    frame_put32(builder.data + builder.size - sizeof head + 4, FRAME_PAYLOAD_MAX + 1);
    check_refused(&builder, 0, "the length of the chunk is impossible");
    frame_put32(builder.data + builder.size - sizeof head + 4, FRAME_PAYLOAD_MAX);
    check_refused(&builder, 0, "the chunk that starts here is cut short");
}

static void set_header_crc(builder_t *builder, uint32_t length) {
    uint8_t *suffix = builder->data + FRAME_PREFIX_SIZE + length;
    frame_put32(suffix + 8, (uint32_t)crc32(0, builder->data, FRAME_PREFIX_SIZE + length + 8));
}

static void lying_headers(const sample_t *sample) {
    builder_t builder = {.size = 0};
    uint32_t length = frame_get32(sample->binary.data + FRAME_MAGIC_SIZE + 4);
    add_header(&builder, sample);
    builder.data[FRAME_PREFIX_SIZE + length] ^= 1;
    set_header_crc(&builder, length);
    check_refused(&builder, 0, "the hash of the configuration is wrong");
    builder.data[FRAME_MAGIC_SIZE] = 2;
    check_refused(&builder, 0, "format version 2, this scord reads version 1");
    builder.data[FRAME_MAGIC_SIZE] = FRAME_VERSION;
    frame_put32(builder.data + FRAME_MAGIC_SIZE + 4, 1u << 30);
    check_refused(&builder, 0, "the length of the header is impossible");
    builder.size = 0;
    check_refused(&builder, 0, "the stream is empty");
    add(&builder, FRAME_MAGIC "more than sixteen bytes", 30);
    builder.data[3] = 'W';
    check_refused(&builder, 0, "the file signature is damaged");
}

int main(void) {
    sample_t sample = make_sample();
    truncate_binary(&sample);
    damage_binary(&sample);
    truncate_text(&sample);
    damage_text(&sample);
    lying_payloads(&sample);
    lying_frames(&sample);
    misplaced_chunks(&sample);
    hostile_lengths(&sample);
    lying_headers(&sample);
    printf("sample: %zu bytes binary, %zu bytes text\n", sample.binary.size, sample.text.size);
    free(sample.binary.data);
    free(sample.text.data);
    free_events(&sample.events);
    return finish_test();
}
