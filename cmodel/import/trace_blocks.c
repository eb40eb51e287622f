/* SPDX-License-Identifier: Apache-2.0 */
/* trace_blocks.c: see trace_blocks.h. Grammar: docs/import.md, "Blocks".
 *
 *   #BEGIN_TB
 *   thread block = x,y,z
 *   warp = n
 *   insts = m
 *   m instruction lines (trace_instruction.c)
 *   ... further warps
 *   #END_TB
 *
 *   line ──► trace_instruction_parse ──► sass_operation ──► take_operation
 *                                            └ access, fence, barrier, exit: a record of the warp
 *                                            └ others: in the gap before the next record
 *
 * The trace is read twice. The first time every line is checked, and pages and PCs are noted;
 * nothing else is kept. The second time addresses are mapped to the places of their pages, and a
 * block's records are kept until it has been played. So memory holds only the blocks that run
 * together, however long the trace is.
 *
 * An instruction that an event stream cannot represent is refused with its line; with leave_out it
 * is counted and goes into the gap, so that what follows keeps its distance.
 *
 * Invariants
 *   - a block is in the trace once (`seen`, first time), and a warp in its block once (`present`).
 *   - an access that is kept has a lane: lanes in shared or local memory leave its mask.
 *   - every warp that is present ends with a TRACE_END record.
 *   - counts are those of the second reading: the caller clears them in between.
 *
 * Expensive: reading the text, twice.
 */
#include "cmodel/import/trace_blocks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/import/sass_operation.h"
#include "cmodel/stream/stream_error.h"
#include "cmodel/import/trace_instruction.h"
#include "cmodel/import/trace_locks.h"
#include "cmodel/import/trace_number.h"

#define BAD(error, ...) stream_problem(error, SCORD_STREAM_BAD, __VA_ARGS__)

/* State while the lines of one warp are read. */
typedef struct reading {
    trace_blocks_t *blocks;
    block_trace_t *block;
    unsigned warp;
    uint32_t lanes; /* lanes of the warp that have a thread */
    trace_instruction_t instruction;
    sass_operation_t operation;
    scord_stream_error_t *error;
} reading_t;

static uint32_t threads_of(const trace_header_t *header) {
    return header->block[0] * header->block[1] * header->block[2];
}

static unsigned warps_of(const trace_header_t *header) {
    assert(threads_of(header) > 0 && threads_of(header) <= TRACE_THREADS_MAX);
    return (threads_of(header) + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
}

static uint32_t lanes_of(const trace_header_t *header, unsigned warp) {
    assert(warp < warps_of(header));
    const uint32_t threads = threads_of(header) - warp * SCORD_THREADS_PER_WARP;
    return threads >= SCORD_THREADS_PER_WARP ? UINT32_MAX : (1u << threads) - 1;
}

/* ---- one instruction ---- */

static void pass_over(reading_t *reading) {
    warp_trace_t *warp = &reading->block->warp[reading->warp];
    warp->gap++;
    warp->gap_lanes |= reading->instruction.mask;
}

static scord_stream_status_t refuse(reading_t *reading, const char *problem) {
    assert(problem);
    trace_blocks_t *blocks = reading->blocks;
    trace_counts_t *counts = &blocks->counts;
    if (!blocks->leave_out)
        return BAD(reading->error,
                   "%.60s %s; --leave-out imports the trace without such instructions",
                   reading->instruction.opcode, problem);
    if (counts->left_out++ == 0)
        snprintf(counts->first_left_out, sizeof counts->first_left_out,
                 "%.60s at line %llu of %.60s", reading->instruction.opcode,
                 (unsigned long long)trace_text_line(blocks->text), trace_text_name(blocks->text));
    pass_over(reading);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t keep(reading_t *reading, trace_record_kind_t kind,
                                  const uint64_t *address) {
    const trace_instruction_t *instruction = &reading->instruction;
    const sass_operation_t *operation = &reading->operation;
    assert(kind != TRACE_ACCESS || (instruction->mask != 0 && operation->size > 0));
    trace_record_t record = {.kind = (uint8_t)kind,
                             .line = (uint32_t)trace_text_line(reading->blocks->text),
                             .pc = instruction->pc,
                             .mask = instruction->mask,
                             .source_line = instruction->source_line,
                             .op = operation->op,
                             .atomic_kind = operation->atomic_kind,
                             .scope = operation->scope,
                             .semantics = operation->semantics,
                             .strong = operation->strong,
                             .size = operation->size};
    if (reading->blocks->keep)
        return block_trace_add(reading->block, reading->warp, &record, address, reading->error);
    return SCORD_STREAM_OK;
}

static bool inside(uint64_t address, uint64_t window) {
    return window != 0 && address - window < TRACE_WINDOW_BYTES;
}

/* Takes the lanes out of the mask whose generic address is in shared or local memory (D3). */
static scord_stream_status_t resolve_generic(reading_t *reading) {
    const trace_header_t *header = reading->blocks->header;
    trace_instruction_t *instruction = &reading->instruction;
    if (header->shared_base == 0 || header->local_base == 0)
        return refuse(reading, "has a generic address, and the head has no '-shmem base_addr' and "
                               "'-local mem base_addr' to tell its memory");
    for (uint32_t rest = instruction->mask; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        if (!inside(instruction->address[lane], header->shared_base) &&
            !inside(instruction->address[lane], header->local_base))
            continue;
        instruction->mask &= ~(1u << lane);
        reading->blocks->counts.outside++;
    }
    return SCORD_STREAM_OK;
}

/* First time: notes the pages. Second time: moves the addresses. */
static scord_stream_status_t place_addresses(reading_t *reading) {
    trace_instruction_t *instruction = &reading->instruction;
    trace_pages_t *pages = reading->blocks->pages;
    const unsigned size = reading->operation.size;
    for (uint32_t rest = instruction->mask; rest != 0; rest &= rest - 1) {
        uint64_t *address = &instruction->address[__builtin_ctz(rest)];
        scord_stream_status_t status = SCORD_STREAM_OK;
        if (*address % size != 0)
            status = BAD(reading->error,
                         "%.60s: address 0x%llx of lane %d is no multiple of its %u bytes; the "
                         "trace is damaged",
                         instruction->opcode, (unsigned long long)*address, __builtin_ctz(rest),
                         size);
        else if (!reading->blocks->keep)
            status = trace_pages_note(pages, *address, size, reading->error);
        else if ((*address = trace_pages_move(pages, *address)) == TRACE_ADDRESS_UNKNOWN)
            status = BAD(reading->error,
                         "the trace changed while it was imported; import it again");
        if (status != SCORD_STREAM_OK) return status;
    }
    return SCORD_STREAM_OK;
}

static scord_stream_status_t take_access(reading_t *reading) {
    trace_counts_t *counts = &reading->blocks->counts;
    const uint64_t left_out = counts->left_out;
    scord_stream_status_t status = reading->operation.generic ? resolve_generic(reading)
                                                              : SCORD_STREAM_OK;
    if (status != SCORD_STREAM_OK || counts->left_out != left_out) return status;
    if (reading->instruction.mask == 0) {
        pass_over(reading);
        return SCORD_STREAM_OK;
    }
    counts->accesses++;
    counts->lane_accesses += (uint64_t)__builtin_popcount(reading->instruction.mask);
    status = place_addresses(reading);
    return status == SCORD_STREAM_OK ? keep(reading, TRACE_ACCESS, reading->instruction.address)
                                     : status;
}

/* A barrier of some warps only, or with another number, cannot be written as barrier_arrive. */
static scord_stream_status_t take_barrier(reading_t *reading) {
    if (reading->instruction.sources > 0)
        return refuse(reading, "takes the barrier's number from a register: barriers other than "
                               "the block's own are not known");
    if (reading->instruction.immediate != 0)
        return refuse(reading, "names a barrier other than 0, or counts threads: barriers of parts "
                               "of a block are not known");
    return keep(reading, TRACE_BARRIER, NULL);
}

/* CCTL.IVALL after MEMBAR belongs to that fence. After a strong load or atomic it turns ld.relaxed
 * into ld.acquire: the access acquires, and STRONG.SYS then means system-scope acquire, not
 * volatile. */
static void take_invalidate(reading_t *reading) {
    warp_trace_t *warp = &reading->block->warp[reading->warp];
    trace_record_t record;
    size_t at = warp->last;
    pass_over(reading);
    if (!reading->blocks->keep) return;
    if (warp->size == 0 || !warp_trace_read(warp, &at, &record, NULL)) {
        reading->blocks->counts.lonely++;
    } else if (record.kind == TRACE_ACCESS && record.strong && record.op != SCORD_OP_STORE) {
        if (record.op == SCORD_OP_LOAD && record.semantics == SCORD_SEMANTICS_NONE)
            record.scope = SCORD_SCOPE_SYSTEM;
        record.semantics = SCORD_SEMANTICS_ACQUIRE;
        warp_trace_update(warp, warp->last, &record);
        reading->blocks->counts.acquires++;
    } else if (record.kind != TRACE_FENCE) {
        reading->blocks->counts.lonely++;
    }
}

static scord_stream_status_t take_operation(reading_t *reading) {
    switch (reading->operation.kind) {
    case SASS_ACCESS: return take_access(reading);
    case SASS_FENCE: return keep(reading, TRACE_FENCE, NULL);
    case SASS_BARRIER: return take_barrier(reading);
    case SASS_EXIT: return keep(reading, TRACE_EXIT, NULL);
    case SASS_REFUSED: return refuse(reading, reading->operation.problem);
    case SASS_INVALIDATE: take_invalidate(reading); return SCORD_STREAM_OK;
    case SASS_ELSEWHERE: reading->blocks->counts.elsewhere++; break;
    case SASS_FENCE_PART:
    case SASS_COMPUTE: break;
    }
    pass_over(reading);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t take_instruction(reading_t *reading, char *line) {
    trace_blocks_t *blocks = reading->blocks;
    trace_instruction_t *instruction = &reading->instruction;
    const scord_stream_status_t status = trace_instruction_parse(line, blocks->header, instruction,
                                                                 reading->error);
    if (status != SCORD_STREAM_OK) return status;
    if ((instruction->mask & ~reading->lanes) != 0)
        return BAD(reading->error, "lanes %08x of warp %u have no thread: the block has %u",
                   instruction->mask & ~reading->lanes, reading->warp, threads_of(blocks->header));
    if (instruction->pc > blocks->largest_pc) blocks->largest_pc = instruction->pc;
    blocks->counts.instructions++;
    if (instruction->mask == 0) { /* predicated off in every lane */
        pass_over(reading);
        return SCORD_STREAM_OK;
    }
    reading->operation = sass_operation(instruction->opcode, instruction->has_addresses);
    return take_operation(reading);
}

/* ---- one warp ---- */

/* "KEY = number". */
static bool numbered(const char *line, const char *key, uint64_t most, uint64_t *value) {
    const size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && strncmp(line + length, " = ", 3) == 0 &&
           trace_decimal(line + length + 3, most, value);
}

/* Next line that is not empty. The end of the file is an error here. */
static scord_stream_status_t next_line(reading_t *reading, char **line) {
    scord_stream_status_t status;
    do status = trace_text_next(reading->blocks->text, line, reading->error);
    while (status == SCORD_STREAM_OK && (*line)[0] == '\0');
    if (status == SCORD_STREAM_END) {
        BAD(reading->error, "the file ends inside a block, before #END_TB: the trace is cut short");
        return trace_text_blame(reading->blocks->text, reading->error);
    }
    return status;
}

static scord_stream_status_t blame(reading_t *reading, scord_stream_status_t status) {
    return status == SCORD_STREAM_OK ? status
                                     : trace_text_blame(reading->blocks->text, reading->error);
}

static scord_stream_status_t end_warp(reading_t *reading) {
    warp_trace_t *warp = &reading->block->warp[reading->warp];
    reading->instruction = (trace_instruction_t){.opcode = ""};
    reading->operation = (sass_operation_t){.kind = SASS_EXIT};
    const scord_stream_status_t status = keep(reading, TRACE_END, NULL);
    if (status != SCORD_STREAM_OK || !reading->blocks->keep || !reading->blocks->infer_locks ||
        trace_infer_locks(warp))
        return status;
    return stream_problem(reading->error, SCORD_STREAM_MEMORY,
                          "no memory to infer the locks of a warp");
}

/* LINE is "warp = n". */
static scord_stream_status_t read_warp(reading_t *reading, char *line) {
    const trace_header_t *header = reading->blocks->header;
    uint64_t number, count;
    if (!numbered(line, "warp", UINT32_MAX, &number))
        return blame(reading,
                     BAD(reading->error, "'%.60s' where 'warp = …' or #END_TB is expected", line));
    if (number >= warps_of(header))
        return blame(reading, BAD(reading->error, "warp %llu of a block of %u warps",
                                  (unsigned long long)number, warps_of(header)));
    assert(number < TRACE_WARPS_MAX);
    reading->warp = (unsigned)number;
    reading->lanes = lanes_of(header, reading->warp);
    if (reading->block->warp[number].present)
        return blame(reading,
                     BAD(reading->error,
                         "warp %u of the block is there a second time; the trace is damaged",
                         reading->warp));
    reading->block->warp[number].present = true;
    scord_stream_status_t status = next_line(reading, &line);
    if (status != SCORD_STREAM_OK) return status;
    if (!numbered(line, "insts", UINT64_MAX, &count))
        return blame(reading, BAD(reading->error, "'%.60s' where 'insts = …' is expected", line));
    for (uint64_t i = 0; i < count && status == SCORD_STREAM_OK; i++) {
        status = next_line(reading, &line);
        if (status != SCORD_STREAM_OK) return status;
        if (line[0] == '#' || line[0] == 'w')
            return blame(
                reading,
                BAD(reading->error,
                    "warp %u ends after %llu of its %llu instructions; the trace is damaged",
                    reading->warp, (unsigned long long)i, (unsigned long long)count));
        status = blame(reading, take_instruction(reading, line));
    }
    return status == SCORD_STREAM_OK ? blame(reading, end_warp(reading)) : status;
}

/* ---- one block ---- */

size_t trace_blocks_seen_bytes(const trace_header_t *header) {
    const uint64_t most = UINT64_C(1) << 31, plane = (uint64_t)header->grid[0] * header->grid[1];
    if (header->grid[1] > most / header->grid[0] || header->grid[2] > most / plane) return 0;
    return (size_t)(plane * header->grid[2] / 8 + 1);
}

static scord_stream_status_t check_first_time(trace_blocks_t *blocks, const uint32_t cta[3],
                                              scord_stream_error_t *error) {
    const uint32_t *grid = blocks->header->grid;
    const uint64_t number = cta[0] + (uint64_t)grid[0] * (cta[1] + (uint64_t)grid[1] * cta[2]);
    if (blocks->keep) return SCORD_STREAM_OK;
    assert(blocks->seen && cta[0] < grid[0] && cta[1] < grid[1] && cta[2] < grid[2]);
    if ((blocks->seen[number / 8] >> number % 8 & 1) != 0)
        return BAD(error, "thread block %u,%u,%u is there a second time; the trace is damaged",
                   cta[0], cta[1], cta[2]);
    blocks->seen[number / 8] |= (uint8_t)(1u << number % 8);
    return SCORD_STREAM_OK;
}

/* "thread block = x,y,z". */
static scord_stream_status_t read_place(reading_t *reading, char *line) {
    static const char key[] = "thread block = ";
    const uint32_t *grid = reading->blocks->header->grid;
    uint32_t *cta = reading->block->cta;
    char *rest = line + sizeof key - 1;
    bool good = strncmp(line, key, sizeof key - 1) == 0;
    for (unsigned i = 0; i < 3 && good; i++) {
        uint64_t value = 0;
        const char *text = strsep(&rest, ",");
        good = text && trace_decimal(text, UINT32_MAX, &value);
        cta[i] = (uint32_t)value;
    }
    if (!good || rest)
        return BAD(reading->error, "'%.60s' where 'thread block = x,y,z' is expected", line);
    if (cta[0] >= grid[0] || cta[1] >= grid[1] || cta[2] >= grid[2])
        return BAD(reading->error, "thread block %u,%u,%u of a grid of %u,%u,%u", cta[0], cta[1],
                   cta[2], grid[0], grid[1], grid[2]);
    return check_first_time(reading->blocks, cta, reading->error);
}

static scord_stream_status_t find_block(trace_blocks_t *blocks, scord_stream_error_t *error) {
    char *line;
    scord_stream_status_t status;
    do status = trace_text_next(blocks->text, &line, error);
    while (status == SCORD_STREAM_OK && line[0] == '\0');
    if (status != SCORD_STREAM_OK || strcmp(line, "#BEGIN_TB") == 0) return status;
    if (blocks->header->raw_format) {
        BAD(error,
            "'%.60s' where #BEGIN_TB is expected: this is a raw trace, its warps mixed; run "
            "Accel-Sim's post-traces-processing on it first",
            line);
        return trace_text_blame(blocks->text, error);
    }
    BAD(error, "'%.60s' where #BEGIN_TB is expected%s", line,
        strncmp(line, "insts", 5) == 0 || strncmp(line, "warp", 4) == 0 ? "; the trace is damaged"
                                                                        : "");
    return trace_text_blame(blocks->text, error);
}

scord_stream_status_t trace_blocks_next(trace_blocks_t *blocks, block_trace_t *block,
                                        scord_stream_error_t *error) {
    assert(blocks->keep == !blocks->seen);
    reading_t reading = {.blocks = blocks, .block = block, .error = error};
    char *line = NULL;
    scord_stream_status_t status = find_block(blocks, error);
    if (status == SCORD_STREAM_OK) status = next_line(&reading, &line);
    if (status != SCORD_STREAM_OK) return status;
    status = blame(&reading, read_place(&reading, line));
    while (status == SCORD_STREAM_OK) {
        status = next_line(&reading, &line);
        if (status != SCORD_STREAM_OK) break;
        if (strcmp(line, "#END_TB") == 0) break;
        status = read_warp(&reading, line);
    }
    blocks->counts.blocks += status == SCORD_STREAM_OK;
    if (!blocks->keep)
        for (unsigned i = 0; i < TRACE_WARPS_MAX; i++)
            block->warp[i] = (warp_trace_t){.bytes = NULL};
    return status;
}
