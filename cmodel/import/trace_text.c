/* SPDX-License-Identifier: Apache-2.0 */
/* trace_text.c: see trace_text.h. */
#include "cmodel/import/trace_text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/stream/byte_file.h"
#include "cmodel/stream/stream_error.h"
#include "cmodel/base/whole_transfer.h"

enum { BUFFER = 65536, XZ_MAGIC_SIZE = 6 };

struct trace_text {
    char *name;
    byte_input_t input; /* the file */
    bool xz, input_ended, ended;
    lzma_stream lzma;
    uint8_t compressed[BUFFER], plain[BUFFER];
    size_t at, filled; /* of plain */
    uint64_t number;
    char line[TRACE_LINE_MAX + 1];
};

/* ---- bytes ---- */

static scord_stream_status_t read_failure(trace_text_t *text, scord_stream_error_t *error) {
    stream_problem(error, SCORD_STREAM_IO, "cannot be read: %s", strerror(text->input.error));
    stream_problem_at_byte(error, text->name, text->input.offset);
    return SCORD_STREAM_IO;
}

static scord_stream_status_t xz_failure(trace_text_t *text, lzma_ret code,
                                        scord_stream_error_t *error) {
    const scord_stream_status_t status = code == LZMA_MEM_ERROR ? SCORD_STREAM_MEMORY
                                                                : SCORD_STREAM_BAD;
    if (code == LZMA_MEM_ERROR)
        stream_problem(error, status, "no memory to decompress");
    else if (code == LZMA_MEMLIMIT_ERROR)
        stream_problem(error, status,
                       "decompression needs more than %d MiB; compress it again with xz -9 or less",
                       TRACE_XZ_MEMORY >> 20);
    else if (code == LZMA_BUF_ERROR)
        stream_problem(error, status, "the xz data is cut short; get the whole file");
    else
        stream_problem(error, status,
                       "the xz data is corrupt (after line %llu); get the file again",
                       (unsigned long long)text->number);
    stream_problem_at_byte(error, text->name, text->input.offset - text->lzma.avail_in);
    return status;
}

static scord_stream_status_t fill_plain(trace_text_t *text, scord_stream_error_t *error) {
    text->filled = byte_input_read(&text->input, text->plain, sizeof text->plain);
    if (text->input.error != 0) return read_failure(text, error);
    text->ended = text->filled == 0;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t fill_xz(trace_text_t *text, scord_stream_error_t *error) {
    lzma_stream *lzma = &text->lzma;
    lzma->next_out = text->plain;
    lzma->avail_out = sizeof text->plain;
    while (lzma->avail_out == sizeof text->plain && !text->ended) {
        if (lzma->avail_in == 0 && !text->input_ended) {
            lzma->next_in = text->compressed;
            lzma->avail_in = byte_input_read(&text->input, text->compressed,
                                             sizeof text->compressed);
            if (text->input.error != 0) return read_failure(text, error);
            text->input_ended = lzma->avail_in < sizeof text->compressed;
        }
        const lzma_ret code = lzma_code(lzma, text->input_ended ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_STREAM_END)
            text->ended = true;
        else if (code != LZMA_OK)
            return xz_failure(text, code, error);
    }
    text->filled = sizeof text->plain - lzma->avail_out;
    assert(text->filled <= sizeof text->plain);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t fill(trace_text_t *text, scord_stream_error_t *error) {
    assert(text->at == text->filled && !text->ended);
    text->at = text->filled = 0;
    return text->xz ? fill_xz(text, error) : fill_plain(text, error);
}

/* ---- opening ---- */

static bool starts_as_xz(int fd) {
    static const uint8_t magic[XZ_MAGIC_SIZE] = {0xfd, '7', 'z', 'X', 'Z', 0};
    uint8_t start[XZ_MAGIC_SIZE];
    return whole_pread(fd, start, sizeof start, 0) == (ssize_t)sizeof start &&
           memcmp(start, magic, sizeof magic) == 0;
}

scord_stream_status_t trace_text_rewind(trace_text_t *text, scord_stream_error_t *error) {
    const int fd = text->input.fd;
    lzma_end(&text->lzma);
    text->lzma = (lzma_stream)LZMA_STREAM_INIT;
    text->input_ended = text->ended = false;
    text->at = text->filled = 0;
    text->number = 0;
    if (lseek(fd, 0, SEEK_SET) != 0) {
        stream_problem(error, SCORD_STREAM_IO, "cannot be read again: %s", strerror(errno));
        stream_problem_in(error, text->name);
        return SCORD_STREAM_IO;
    }
    byte_input_init(&text->input, fd);
    text->xz = starts_as_xz(fd);
    const lzma_ret code = text->xz
                              ? lzma_stream_decoder(&text->lzma, TRACE_XZ_MEMORY, LZMA_CONCATENATED)
                              : LZMA_OK;
    return code == LZMA_OK ? SCORD_STREAM_OK : xz_failure(text, code, error);
}

static bool is_regular(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

trace_text_t *trace_text_open_fd(int fd, const char *name, scord_stream_error_t *error) {
    trace_text_t *text = is_regular(fd) ? calloc(1, sizeof *text) : NULL;
    if (!text) {
        if (is_regular(fd))
            stream_problem(error, SCORD_STREAM_MEMORY, "no memory to read it");
        else
            stream_problem(error, SCORD_STREAM_BAD,
                           "a trace is read twice: save it as a regular file first");
        stream_problem_in(error, name);
        close(fd);
        return NULL;
    }
    text->input.fd = fd;
    text->lzma = (lzma_stream)LZMA_STREAM_INIT;
    text->name = strdup(name);
    if (!text->name)
        stream_problem(error, SCORD_STREAM_MEMORY, "no memory for the name of a trace");
    if (text->name && trace_text_rewind(text, error) == SCORD_STREAM_OK) return text;
    trace_text_close(text);
    return NULL;
}

trace_text_t *trace_text_open(const char *path, scord_stream_error_t *error) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) return trace_text_open_fd(fd, path, error);
    const bool no_such = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG ||
                         errno == ELOOP;
    stream_problem(error, no_such ? SCORD_STREAM_BAD : SCORD_STREAM_IO, "cannot open the trace: %s",
                   strerror(errno));
    stream_problem_in(error, path);
    return NULL;
}

void trace_text_close(trace_text_t *text) {
    if (!text) return;
    lzma_end(&text->lzma);
    close(text->input.fd);
    free(text->name);
    free(text);
}

/* ---- lines ---- */

uint64_t trace_text_line(const trace_text_t *text) { return text->number; }

const char *trace_text_name(const trace_text_t *text) { return text->name; }

scord_stream_status_t trace_text_blame(const trace_text_t *text, scord_stream_error_t *error) {
    stream_problem_at_line(error, text->name, text->number);
    return error ? error->status : SCORD_STREAM_BAD;
}

static scord_stream_status_t bad_line(const trace_text_t *text, const char *problem,
                                      scord_stream_error_t *error) {
    stream_problem(error, SCORD_STREAM_BAD, "%s", problem);
    return trace_text_blame(text, error);
}

/* Appends the buffer's bytes up to a line end. True when that was found. */
static bool take_part(trace_text_t *text, size_t *length) {
    assert(text->at < text->filled && *length <= TRACE_LINE_MAX);
    const uint8_t *start = text->plain + text->at,
                  *end = memchr(start, '\n', text->filled - text->at);
    const size_t part = end ? (size_t)(end - start) : text->filled - text->at;
    const size_t room = TRACE_LINE_MAX + 1 -
                        *length; /* one more than a line may have shows that it is too long */
    memcpy(text->line + *length, start, part < room ? part : room);
    *length += part < room ? part : room;
    text->at += part + (end ? 1 : 0);
    return end;
}

scord_stream_status_t trace_text_next(trace_text_t *text, char **line,
                                      scord_stream_error_t *error) {
    size_t length = 0;
    bool whole = false;
    text->number++;
    while (!whole && length <= TRACE_LINE_MAX) {
        if (text->at == text->filled && !text->ended) {
            const scord_stream_status_t status = fill(text, error);
            if (status != SCORD_STREAM_OK) return status;
        }
        if (text->at == text->filled && text->ended) break;
        whole = take_part(text, &length);
    }
    if (!whole && length == 0) {
        text->number--;
        return SCORD_STREAM_END;
    }
    if (length > TRACE_LINE_MAX)
        return bad_line(text, "the line is longer than 65535 bytes; this is no trace", error);
    if (memchr(text->line, '\0', length))
        return bad_line(text, "a zero byte; this is no text, or damaged: get the file again",
                        error);
    while (length > 0 && (text->line[length - 1] == '\r' || text->line[length - 1] == ' '))
        length--;
    assert(length <= TRACE_LINE_MAX);
    text->line[length] = '\0';
    *line = text->line;
    return SCORD_STREAM_OK;
}
