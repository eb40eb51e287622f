/* SPDX-License-Identifier: Apache-2.0 */
/* trace_instruction.c: see trace_instruction.h.
 *
 *   [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [mode addresses]
 * [immediate]
 *
 * Addresses (Accel-Sim's address formats 0, 1, 2): the list of every active lane's; base and stride
 * of adjacent active lanes; or the first active lane's and then, for each further one, the
 * difference to the lane before: popcount(mask) - 1 of them.
 */
#include "cmodel/import/trace_instruction.h"

#include <assert.h>
#include <string.h>

#include "cmodel/stream/stream_error.h"
#include "cmodel/import/trace_number.h"

#define BAD(error, ...) stream_problem(error, SCORD_STREAM_BAD, __VA_ARGS__)

typedef struct parse {
    char *at; /* rest of the line */
    trace_instruction_t *instruction;
    scord_stream_error_t *error;
} parse_t;

static scord_stream_status_t missing(parse_t *parse, const char *what, const char *word) {
    if (!word) return BAD(parse->error, "the instruction ends where %s is expected", what);
    return BAD(parse->error, "'%.60s' where %s is expected", word, what);
}

static scord_stream_status_t read_decimal(parse_t *parse, const char *what, uint32_t most,
                                          uint32_t *out) {
    uint64_t value;
    const char *word = trace_word(&parse->at);
    if (!word || !trace_decimal(word, most, &value)) return missing(parse, what, word);
    *out = (uint32_t)value;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_hexadecimal(parse_t *parse, const char *what, uint64_t most,
                                              uint64_t *out) {
    const char *word = trace_word(&parse->at);
    return word && trace_hexadecimal(word, most, out) ? SCORD_STREAM_OK
                                                      : missing(parse, what, word);
}

/* "R" or "UR", and a number. */
static bool is_register(const char *word) {
    uint64_t number;
    word += word[0] == 'U';
    return word[0] == 'R' && trace_decimal(word + 1, 255, &number);
}

static scord_stream_status_t read_registers(parse_t *parse, const char *what, uint32_t *count) {
    scord_stream_status_t status = read_decimal(parse, what, TRACE_REGISTERS_MAX, count);
    for (uint32_t i = 0; status == SCORD_STREAM_OK && i < *count; i++) {
        const char *word = trace_word(&parse->at);
        if (!word || !is_register(word)) status = missing(parse, "a register", word);
    }
    return status;
}

/* ---- addresses ---- */

static const uint64_t address_max = UINT64_MAX >> 1;

static scord_stream_status_t set_address(parse_t *parse, unsigned lane, uint64_t before,
                                         int64_t step) {
    assert(lane < SCORD_THREADS_PER_WARP);
    int64_t address;
    if (__builtin_add_overflow((int64_t)before, step, &address) || address < 0)
        return BAD(parse->error,
                   "the address of lane %u is below 0 or beyond 2^63; the trace is damaged", lane);
    parse->instruction->address[lane] = (uint64_t)address;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_list(parse_t *parse) {
    trace_instruction_t *instruction = parse->instruction;
    scord_stream_status_t status = SCORD_STREAM_OK;
    for (uint32_t rest = instruction->mask; rest != 0 && status == SCORD_STREAM_OK;
         rest &= rest - 1)
        status = read_hexadecimal(parse, "the address of an active lane", address_max,
                                  &instruction->address[__builtin_ctz(rest)]);
    return status;
}

static scord_stream_status_t read_signed(parse_t *parse, const char *what, int64_t *value) {
    const char *word = trace_word(&parse->at);
    return word && trace_signed(word, value) ? SCORD_STREAM_OK : missing(parse, what, word);
}

static bool adjacent(uint32_t mask) {
    const uint32_t run = mask >> (mask != 0 ? __builtin_ctz(mask) : 0);
    return (run & (run + 1)) == 0;
}

static scord_stream_status_t read_base_stride(parse_t *parse) {
    const uint32_t mask = parse->instruction->mask;
    uint64_t before = 0;
    int64_t stride;
    scord_stream_status_t status = read_hexadecimal(parse, "the base address", address_max,
                                                    &before);
    if (status == SCORD_STREAM_OK) status = read_signed(parse, "the stride", &stride);
    if (status == SCORD_STREAM_OK && !adjacent(mask))
        status =
            BAD(parse->error,
                "base and stride need adjacent active lanes, not mask %08x; the trace is damaged",
                mask);
    for (uint32_t rest = mask; rest != 0 && status == SCORD_STREAM_OK; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        status = set_address(parse, lane, before, rest == mask ? 0 : stride);
        before = parse->instruction->address[lane];
    }
    return status;
}

static scord_stream_status_t read_base_delta(parse_t *parse) {
    const uint32_t mask = parse->instruction->mask;
    uint64_t before = 0;
    scord_stream_status_t status = read_hexadecimal(parse, "the base address", address_max,
                                                    &before);
    for (uint32_t rest = mask; rest != 0 && status == SCORD_STREAM_OK; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        int64_t delta = 0;
        if (rest != mask)
            status = read_signed(parse, "the address difference of an active lane", &delta);
        if (status == SCORD_STREAM_OK) status = set_address(parse, lane, before, delta);
        before = parse->instruction->address[lane];
    }
    return status;
}

static scord_stream_status_t read_addresses(parse_t *parse) {
    uint32_t width, mode;
    scord_stream_status_t status = read_decimal(parse, "mem_width, 0 or bytes,", 1024, &width);
    parse->instruction->has_addresses = width > 0;
    if (status != SCORD_STREAM_OK || width == 0) return status;
    status = read_decimal(parse,
                          "an address mode, 0 list, 1 base and stride or 2 base and differences,",
                          TRACE_ADDRESS_BASE_DELTA, &mode);
    if (status != SCORD_STREAM_OK) return status;
    switch ((trace_address_mode_t)mode) {
    case TRACE_ADDRESS_LIST: return read_list(parse);
    case TRACE_ADDRESS_BASE_STRIDE: return read_base_stride(parse);
    case TRACE_ADDRESS_BASE_DELTA: return read_base_delta(parse);
    }
    return SCORD_STREAM_BAD;
}

/* ---- the line ---- */

static scord_stream_status_t read_opcode(parse_t *parse) {
    const char *word = trace_word(&parse->at);
    if (!word || word[0] < 'A' || word[0] > 'Z') return missing(parse, "an opcode", word);
    parse->instruction->opcode = word;
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_end(parse_t *parse, const trace_header_t *header) {
    if (header->has_immediate) {
        const scord_stream_status_t status = read_signed(parse, "the immediate",
                                                         &parse->instruction->immediate);
        if (status != SCORD_STREAM_OK) return status;
    }
    const char *word = trace_word(&parse->at);
    return !word
               ? SCORD_STREAM_OK
               : BAD(parse->error,
                     "'%.60s' where the instruction should end; more addresses than active lanes?",
                     word);
}

scord_stream_status_t trace_instruction_parse(char *line, const trace_header_t *header,
                                              trace_instruction_t *instruction,
                                              scord_stream_error_t *error) {
    parse_t parse = {.at = line, .instruction = instruction, .error = error};
    uint64_t pc = 0, mask = 0;
    uint32_t destinations;
    scord_stream_status_t status = SCORD_STREAM_OK;
    instruction->source_line = 0;
    instruction->immediate = 0;
    if (header->has_line_numbers)
        status = read_decimal(&parse, "the source line", UINT32_MAX, &instruction->source_line);
    if (status == SCORD_STREAM_OK) status = read_hexadecimal(&parse, "the PC", UINT32_MAX, &pc);
    if (status == SCORD_STREAM_OK) status = read_hexadecimal(&parse, "the mask", UINT32_MAX, &mask);
    instruction->pc = (uint32_t)pc;
    instruction->mask = (uint32_t)mask;
    if (status == SCORD_STREAM_OK)
        status = read_registers(&parse, "the number of destination registers", &destinations);
    if (status == SCORD_STREAM_OK) status = read_opcode(&parse);
    if (status == SCORD_STREAM_OK)
        status = read_registers(&parse, "the number of source registers", &instruction->sources);
    if (status == SCORD_STREAM_OK) status = read_addresses(&parse);
    return status == SCORD_STREAM_OK ? read_end(&parse, header) : status;
}
