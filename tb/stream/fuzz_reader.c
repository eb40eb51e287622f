/* fuzz_reader.c: libFuzzer target: any bytes through the reader, binary or text.
 *
 * What must hold besides sanitizers' silence: an event that is delivered is legal, survives the text line, and a
 * failure has a message. The mutator repairs checksums half of the time, or binary input would never get past them.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "event_stream.h"
#include "stream_frame.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scord_stream_error_t error = {.status = SCORD_STREAM_OK};
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(memory_file(data, size), "fuzz", &error);
    if (reader == NULL) {
        require(error.status == SCORD_STREAM_BAD && error.message[0] != '\0');
        return 0;
    }
    scord_event_t event;
    scord_stream_status_t status;
    uint64_t sequence = 0;
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        require(event.sequence == sequence++);
        check_event(&event, scord_stream_reader_config(reader));
    }
    require(status == SCORD_STREAM_END || (status == SCORD_STREAM_BAD && error.message[0] != '\0'));
    scord_stream_close_reader(reader);
    return 0;
}

/* ---- checksums made right again ------------------------------------------------------------------------------------ */

static size_t repair_header(uint8_t *data, size_t size) {
    if (size < FRAME_PREFIX_SIZE || memcmp(data, FRAME_MAGIC, FRAME_MAGIC_SIZE) != 0) return size;
    size_t length = frame_get32(data + FRAME_MAGIC_SIZE + 4);
    if (length > size - FRAME_PREFIX_SIZE || size - FRAME_PREFIX_SIZE - length < FRAME_SUFFIX_SIZE) return size;
    uint8_t *suffix = data + FRAME_PREFIX_SIZE + length;
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a, as docs/stream-format.md says */
    for (size_t i = 0; i < length; i++) hash = (hash ^ data[FRAME_PREFIX_SIZE + i]) * 0x100000001b3u;
    frame_put64(suffix, hash);
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
