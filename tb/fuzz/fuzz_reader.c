/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_reader.c: libFuzzer target: any bytes through the reader, binary or text.
 *
 * What must hold besides sanitizers' silence: an event that is delivered is legal and survives the
 * text line; a failure has a message; what was read, written as binary, read, written as text, read
 * and written as binary again has the same bytes; one wrong bit in that file is found. The mutator
 * repairs checksums half of the time, or binary input would never get past them.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "cmodel/base/byte_hash.h"
#include "cmodel/stream/event_stream.h"
#include "cmodel/stream/stream_frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

static void require(int holds) {
    if (!holds) abort();
}

static void check_event(const scord_event_t *event, const scord_config_t *config) {
    char line[16384], strings[2 * (SCORD_NAME_MAX + 1)], again[16384];
    scord_event_t parsed;
    scord_stream_error_t error;
    require(scord_event_validate(event, config, &error) == SCORD_STREAM_OK);
    require(scord_event_format(event, line, sizeof line) < sizeof line);
    require(scord_event_parse(line, &parsed, strings, sizeof strings, &error) == SCORD_STREAM_OK);
    scord_event_format(&parsed, again, sizeof again);
    require(strcmp(line, again) == 0);
}

static int memory_file(const uint8_t *data, size_t size) {
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
    return fd;
}

static scord_stream_reader_t *open_reader(int fd) {
    scord_stream_error_t error = {.status = SCORD_STREAM_OK};
    require(lseek(fd, 0, SEEK_SET) == 0);
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(dup(fd), "fuzz", &error);
    require(reader || (error.status == SCORD_STREAM_BAD && error.message[0] != '\0'));
    return reader;
}

/* A new file of FORMAT with the events of READER up to its end or first problem, in *status. It
 * closes the reader. */
static int copy(scord_stream_reader_t *reader, scord_stream_format_t format,
                scord_stream_status_t *status) {
    scord_stream_error_t error = {.status = SCORD_STREAM_OK};
    const scord_config_t *config = scord_stream_reader_config(reader);
    const int fd = memfd_create("copy", MFD_CLOEXEC);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(dup(fd), "copy", format, config,
                                                                &error);
    scord_event_t event;
    uint64_t sequence = 0;
    require(fd >= 0 && writer);
    while ((*status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        require(event.sequence == sequence++);
        check_event(&event, config);
        require(scord_stream_write(writer, &event, &error) == SCORD_STREAM_OK);
    }
    require(*status == SCORD_STREAM_END ||
            (*status == SCORD_STREAM_BAD && error.message[0] != '\0'));
    require(scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK);
    scord_stream_close_reader(reader);
    return fd;
}

/* The same events and configuration, so the same bytes, whatever way they came. */
static void require_equal(int left, int right) {
    const off_t size = lseek(left, 0, SEEK_END);
    require(size > 0 && size == lseek(right, 0, SEEK_END));
    const void *a = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, left, 0),
               *b = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, right, 0);
    require(a != MAP_FAILED && b != MAP_FAILED && memcmp(a, b, (size_t)size) == 0);
    munmap((void *)a, (size_t)size);
    munmap((void *)b, (size_t)size);
}

/* A whole binary stream in which one bit is wrong is never taken for whole. */
static void require_checksum(int fd, size_t bit) {
    scord_stream_status_t status = SCORD_STREAM_BAD;
    uint8_t byte;
    const off_t at = (off_t)(bit / 8) % lseek(fd, 0, SEEK_END);
    require(pread(fd, &byte, 1, at) == 1);
    byte ^= (uint8_t)(1u << bit % 8);
    require(pwrite(fd, &byte, 1, at) == 1);
    scord_stream_reader_t *reader = open_reader(fd);
    if (reader) close(copy(reader, SCORD_STREAM_TEXT, &status));
    require(status == SCORD_STREAM_BAD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scord_stream_status_t status, again;
    const int input = memory_file(data, size);
    scord_stream_reader_t *reader = open_reader(input);
    if (reader) {
        const int binary = copy(reader, SCORD_STREAM_BINARY, &status),
                  text = copy(open_reader(binary), SCORD_STREAM_TEXT, &again);
        require(again == SCORD_STREAM_END);
        const int back = copy(open_reader(text), SCORD_STREAM_BINARY, &again);
        require(again == SCORD_STREAM_END);
        require_equal(binary, back);
        if (size % 4 == 0)
            require_checksum(binary, 8191 * size + crc32(0, data, (uInt)size) % 65536);
        close(binary), close(text), close(back);
    }
    close(input);
    return 0;
}

/* ---- checksums made right again ---- */

static size_t repair_header(uint8_t *data, size_t size) {
    if (size < FRAME_PREFIX_SIZE || memcmp(data, FRAME_MAGIC, FRAME_MAGIC_SIZE) != 0) return size;
    size_t length = frame_get32(data + FRAME_MAGIC_SIZE + 4);
    if (length > size - FRAME_PREFIX_SIZE || size - FRAME_PREFIX_SIZE - length < FRAME_SUFFIX_SIZE)
        return size;
    uint8_t *suffix = data + FRAME_PREFIX_SIZE + length;
    frame_put64(suffix, scord_byte_hash(SCORD_BYTE_HASH_START, data + FRAME_PREFIX_SIZE, length));
    frame_put32(suffix + 8, (uint32_t)crc32(0, data, (uInt)(FRAME_PREFIX_SIZE + length + 8)));
    return FRAME_PREFIX_SIZE + length + FRAME_SUFFIX_SIZE;
}

static void repair(uint8_t *data, size_t size) {
    size_t at = repair_header(data, size);
    while (size - at >= FRAME_CHUNK_HEAD_SIZE) {
        size_t length = frame_get32(data + at + 4), room = size - at - FRAME_CHUNK_HEAD_SIZE;
        if (length > room) frame_put32(data + at + 4, (uint32_t)(length = room));
        uLong crc = crc32(0, data + at, FRAME_CHUNK_CRC_AT);
        if (length > 0) crc = crc32(crc, data + at + FRAME_CHUNK_HEAD_SIZE, (uInt)length);
        frame_put32(data + at + FRAME_CHUNK_CRC_AT, (uint32_t)crc);
        at += FRAME_CHUNK_HEAD_SIZE + length;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, max_size);
    if (seed % 2 == 0) repair(data, size);
    return size;
}
