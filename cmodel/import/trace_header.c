/* SPDX-License-Identifier: Apache-2.0 */
/* trace_header.c: see trace_header.h.
 *
 * The keys are those of Accel-Sim's tracer (util/tracer_nvbit), versions 3 to 6. Unknown keys are
 * ignored: later tracers add keys, and the line of formats shows whether the instructions changed.
 */
#include "cmodel/import/trace_header.h"

#include <assert.h>
#include <string.h>

#include "cmodel/stream/stream_error.h"
#include "cmodel/import/trace_number.h"

#define BAD(error, ...) stream_problem(error, SCORD_STREAM_BAD, __VA_ARGS__)

/* Required keys. */
typedef enum needed { NAME = 1, GRID = 2, BLOCK = 4, VERSION = 8 } needed_t;

typedef struct reading {
    trace_header_t *header;
    scord_stream_error_t *error;
    unsigned seen; /* of needed_t */
} reading_t;

/* ---- values ---- */

static scord_stream_status_t read_name(reading_t *reading, char *value) {
    if (strlen(value) > SCORD_NAME_MAX)
        return BAD(reading->error, "the kernel's name is longer than %d bytes; shorten it",
                   SCORD_NAME_MAX);
    strcpy(reading->header->name, value);
    return SCORD_STREAM_OK;
}

/* "(x,y,z)", every component from 1. */
static bool triple(char *value, uint32_t most, uint32_t out[3]) {
    const size_t length = strlen(value);
    char *rest = value + 1;
    if (length < 2 || value[0] != '(' || value[length - 1] != ')') return false;
    value[length - 1] = '\0';
    for (unsigned i = 0; i < 3; i++) {
        uint64_t component;
        char *text = strsep(&rest, ",");
        if (!text || !trace_decimal(text + strspn(text, " "), most, &component) || component == 0)
            return false;
        out[i] = (uint32_t)component;
    }
    return !rest;
}

static scord_stream_status_t read_grid(reading_t *reading, char *value) {
    if (!triple(value, UINT32_MAX, reading->header->grid))
        return BAD(reading->error, "-grid dim is (x,y,z), each from 1 to 4294967295");
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_block(reading_t *reading, char *value) {
    uint32_t *block = reading->header->block;
    if (!triple(value, TRACE_THREADS_MAX, block) ||
        (uint64_t)block[0] * block[1] * block[2] > TRACE_THREADS_MAX)
        return BAD(reading->error,
                   "-block dim is (x,y,z), each from 1, together at most %d threads",
                   TRACE_THREADS_MAX);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_version(reading_t *reading, char *value) {
    uint64_t version;
    if (!trace_decimal(value, UINT32_MAX, &version))
        return BAD(reading->error, "'%.40s' is no tracer version", value);
    if (version < TRACE_VERSION_MIN || version > TRACE_VERSION_MAX)
        return BAD(
            reading->error,
            "traces of tracer version %llu are not known; trace again with a version from %d to %d",
            (unsigned long long)version, TRACE_VERSION_MIN, TRACE_VERSION_MAX);
    reading->header->version = (uint32_t)version;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_number(reading_t *reading, const char *value, uint32_t most,
                                         uint32_t *out) {
    uint64_t number;
    if (!trace_decimal(value, most, &number))
        return BAD(reading->error, "'%.40s' is no number from 0 to %u", value, most);
    *out = (uint32_t)number;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_address(reading_t *reading, const char *value, uint64_t *out) {
    if (!trace_hexadecimal(value, UINT64_MAX >> 1, out))
        return BAD(reading->error, "'%.40s' is no hexadecimal address", value);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_line_info(reading_t *reading, const char *value) {
    uint32_t flag = 0;
    const scord_stream_status_t status = read_number(reading, value, 1, &flag);
    if (status == SCORD_STREAM_OK) reading->header->has_line_numbers = flag != 0;
    return status;
}

/* ---- lines ---- */

static scord_stream_status_t read_value(reading_t *reading, const char *key, char *value) {
    trace_header_t *header = reading->header;
    if (strcmp(key, "kernel name") == 0) {
        reading->seen |= NAME;
        return read_name(reading, value);
    }
    if (strcmp(key, "grid dim") == 0) {
        reading->seen |= GRID;
        return read_grid(reading, value);
    }
    if (strcmp(key, "block dim") == 0) {
        reading->seen |= BLOCK;
        return read_block(reading, value);
    }
    if (strcmp(key, "accelsim tracer version") == 0) {
        reading->seen |= VERSION;
        return read_version(reading, value);
    }
    if (strcmp(key, "shmem") == 0)
        return read_number(reading, value, UINT32_MAX, &header->shared_bytes);
    if (strcmp(key, "binary version") == 0)
        return read_number(reading, value, UINT32_MAX, &header->binary_version);
    if (strcmp(key, "shmem base_addr") == 0)
        return read_address(reading, value, &header->shared_base);
    if (strcmp(key, "local mem base_addr") == 0)
        return read_address(reading, value, &header->local_base);
    if (strcmp(key, "enable lineinfo") == 0) return read_line_info(reading, value);
    return SCORD_STREAM_OK;
}

/* "-key = value". */
static scord_stream_status_t read_line(reading_t *reading, char *line) {
    char *equals = strstr(line, " =");
    if (!equals)
        return BAD(reading->error, "the head of a trace has lines '-key = value', not '%.60s'",
                   line);
    *equals = '\0';
    char *value = equals + 2;
    return read_value(reading, line + 1, value + strspn(value, " "));
}

/* The fields of an instruction, in order. Tracers and post-processors spell some in several ways.
 */
typedef struct format_field {
    const char *spelling[2];
    bool optional;
} format_field_t;

static const format_field_t format_fields[] = {
    {{"[line_num]", "line_num"}, true},
    {{"PC", "pc"}, false},
    {{"mask", NULL}, false},
    {{"dest_num", NULL}, false},
    {{"[reg_dests]", NULL}, false},
    {{"opcode", NULL}, false},
    {{"src_num", NULL}, false},
    {{"[reg_srcs]", NULL}, false},
    {{"mem_width", NULL}, false},
    {{"[adrrescompress?]", "[addresscompress?]"}, false},
    {{"[mem_addresses]", NULL}, false},
    {{"immediate", "[immediate]"}, true},
};
/* In front of them in a raw trace. Tools of version 3 keep this line when they group the
 * instructions by block and warp, so it does not say what follows: #BEGIN_TB does (trace_blocks.c).
 */
static const char *const raw_fields[] = {"threadblock_x", "threadblock_y", "threadblock_z",
                                         "warpid_tb"};
enum { RAW_FIELDS = sizeof raw_fields / sizeof raw_fields[0] };
enum { FORMAT_FIELDS = sizeof format_fields / sizeof format_fields[0] };

static bool is_spelled(const format_field_t *field, const char *word) {
    return word && (strcmp(word, field->spelling[0]) == 0 ||
                    (field->spelling[1] && strcmp(word, field->spelling[1]) == 0));
}

/* "#traces format = …" decides whether there is an immediate; without fields after it the tracer's
 * version does.
 */
static scord_stream_status_t read_format(reading_t *reading, char *line) {
    if (strncmp(line, "#traces format", strlen("#traces format")) != 0)
        return BAD(reading->error,
                   "'%.60s' where '#traces format = …' is expected; the trace is damaged", line);
    char *fields = strchr(line, '=');
    char *rest = fields ? fields + 1 : line + strlen(line);
    char *word = trace_word(&rest);
    reading->header->has_immediate = !word && reading->header->version >= 5;
    if (!word) return SCORD_STREAM_OK;
    for (unsigned i = 0; i < RAW_FIELDS && word && strcmp(word, raw_fields[i]) == 0; i++) {
        reading->header->raw_format = true;
        word = trace_word(&rest);
    }
    if (!word)
        return BAD(reading->error, "the instructions' format ends where '%s' is expected",
                   format_fields[1].spelling[0]);
    for (unsigned i = 0; i < FORMAT_FIELDS; i++) {
        if (is_spelled(&format_fields[i], word)) {
            reading->header->has_immediate = i + 1 == FORMAT_FIELDS;
            word = trace_word(&rest);
        } else if (!format_fields[i].optional) {
            return BAD(reading->error,
                       "the instructions' format has '%.40s' where '%s' is expected: a tracer of "
                       "another kind",
                       word ? word : "no more", format_fields[i].spelling[0]);
        }
    }
    if (word)
        return BAD(reading->error,
                   "the instructions' format has a field '%.40s', which is not known", word);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t check_complete(reading_t *reading) {
    static const char *const names[] = {"kernel name", "grid dim", "block dim",
                                        "accelsim tracer version"};
    _Static_assert(1 << (sizeof names / sizeof names[0] - 1) == VERSION, "names of the bits");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if ((reading->seen >> i & 1) == 0)
            return BAD(reading->error,
                       "the head of the trace ends without '-%s = …'; trace again with a tracer of "
                       "version %d to %d",
                       names[i], TRACE_VERSION_MIN, TRACE_VERSION_MAX);
    return SCORD_STREAM_OK;
}

scord_stream_status_t trace_header_read(trace_text_t *text, trace_header_t *header,
                                        scord_stream_error_t *error) {
    reading_t reading = {.header = header, .error = error};
    char *line;
    bool ended = false;
    *header = (trace_header_t){.version = 0};
    while (!ended) {
        scord_stream_status_t status = trace_text_next(text, &line, error);
        if (status == SCORD_STREAM_END) {
            BAD(error, "the file ends before '#traces format = …': the trace is cut short");
            return trace_text_blame(text, error);
        }
        if (status != SCORD_STREAM_OK) return status;
        if (line[0] == '\0') continue;
        if (line[0] == '-')
            status = read_line(&reading, line);
        else if (line[0] == '#') {
            ended = true;
            status = check_complete(&reading);
            if (status == SCORD_STREAM_OK) status = read_format(&reading, line);
        } else
            status = BAD(error, "no head of a kernel trace: '%.60s'", line);
        if (status != SCORD_STREAM_OK) return trace_text_blame(text, error);
    }
    assert(reading.seen == (NAME | GRID | BLOCK | VERSION));
    assert(header->version >= TRACE_VERSION_MIN && header->version <= TRACE_VERSION_MAX);
    return SCORD_STREAM_OK;
}
