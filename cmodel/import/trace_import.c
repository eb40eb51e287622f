/* SPDX-License-Identifier: Apache-2.0 */
/* trace_import.c: see trace_import.h. */
#include "cmodel/import/trace_import.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/demangle.h"
#include "cmodel/stream/stream_error.h"
#include "cmodel/stream/tracked_range.h"
#include "cmodel/import/trace_number.h"
#include "cmodel/import/trace_program.h"

#define BAD(error, ...) stream_problem(error, SCORD_STREAM_BAD, __VA_ARGS__)

enum { PROGRESS_EVENTS = 4096, PATH_SIZE = 4096 };

typedef struct import {
    const trace_import_options_t *options;
    scord_stream_writer_t *writer;
    trace_import_counts_t *counts;
    scord_stream_error_t *error;
    trace_pages_t pages;
    trace_program_t program;
    uint64_t random, cycle;
    uint32_t copies;                   /* MemcpyHtoD of the lists so far */
    char file[SCORD_NAME_MAX + 1];     /* of the launch's locations */
    char function[SCORD_NAME_MAX + 1]; /* of the launch, demangled */
} import_t;

/* ---- records ---- */

static scord_stream_status_t write_event(import_t *import, scord_event_t *event) {
    const trace_import_options_t *options = import->options;
    assert(options->max_events == 0 || import->counts->events <= options->max_events);
    if (options->max_events > 0 && import->counts->events == options->max_events)
        return BAD(import->error,
                   "the stream has more than %" PRIu64
                   " events; raise --max-events, or import fewer kernels",
                   options->max_events);
    if (options->progress && import->counts->events % PROGRESS_EVENTS == 0 &&
        !options->progress(options->context, import->counts->events))
        return BAD(import->error, "interrupted after %" PRIu64 " events, which are kept",
                   import->counts->events);
    event->cycle = import->cycle;
    const scord_stream_status_t status = scord_stream_write(import->writer, event, import->error);
    import->counts->events += status == SCORD_STREAM_OK;
    return status;
}

static scord_stream_status_t write_note(import_t *import, const char *text) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_NOTE, .note = {text}};
    return write_event(import, &event);
}

static scord_stream_status_t write_object(import_t *import, const char *name, uint64_t address,
                                          uint64_t bytes) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_OBJECT,
                           .object = {.address = address, .bytes = bytes, .name = name}};
    return write_event(import, &event);
}

/* A note with the rule, in the stream and so in every report made from it. */
static scord_stream_status_t write_rule(import_t *import) {
    char text[SCORD_NAME_MAX + 1];
    const trace_import_options_t *options = import->options;
    char seed[48] = "";
    if (options->order == TRACE_ORDER_RANDOM)
        snprintf(seed, sizeof seed, ", seed %" PRIu64, options->seed);
    snprintf(text, sizeof text,
             "imported from Accel-Sim traces, which record no order between warps. Interleaving "
             "rule: %s%s (each cycle every SM executes %s; barriers%s are "
             "respected; docs/import.md). Verdicts hold for this order; races across flags, spin "
             "loops and grid-wide barriers may be made up by it.",
             trace_order_name(options->order), seed, trace_order_words(options->order),
             options->ignore_locks ? "" : " and inferred locks");
    return write_note(import, text);
}

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

/* Notes for the reports about what the traces lacked. */
static scord_stream_status_t write_losses(import_t *import) {
    const trace_import_counts_t *counts = import->counts;
    char text[SCORD_NAME_MAX + 1];
    scord_stream_status_t status = SCORD_STREAM_OK;
    assert(counts->kernels_partial <= counts->launches);
    assert(counts->play.forced <= counts->play.locks);
    if (counts->trace.left_out > 0) {
        snprintf(
            text, sizeof text,
            "left out of the imported traces, because an event stream cannot represent it: %" PRIu64
            " instruction%s, the first %s",
            counts->trace.left_out, plural(counts->trace.left_out), counts->trace.first_left_out);
        status = write_note(import, text);
    }
    if (counts->kernels_partial > 0 && status == SCORD_STREAM_OK) {
        snprintf(text, sizeof text,
                 "%" PRIu64
                 " of the %u imported launches ha%s fewer blocks in the trace than in the grid",
                 counts->kernels_partial, counts->launches,
                 counts->kernels_partial == 1 ? "s" : "ve");
        status = write_note(import, text);
    }
    if (counts->play.forced > 0 && status == SCORD_STREAM_OK) {
        snprintf(
            text, sizeof text,
            "%" PRIu64 " of %" PRIu64
            " inferred lock acquisitions happen while the lock is held: no other order was left",
            counts->play.forced, counts->play.locks);
        status = write_note(import, text);
    }
    return status;
}

/* ---- pages ---- */

/* New pages get numbers, and every run of adjacent pages becomes an object named by its address in
 * the trace. */
static scord_stream_status_t place_pages(import_t *import) {
    uint32_t first;
    scord_stream_status_t status = trace_pages_place(&import->pages, &first, import->error);
    while (status == SCORD_STREAM_OK && first < import->pages.placed) {
        const uint64_t address = import->pages.page[first] << TRACE_PAGE_WIDTH;
        const uint32_t run = trace_pages_run(&import->pages, first);
        assert(run > 0 && run <= import->pages.placed - first);
        char name[40];
        snprintf(name, sizeof name, "trace:0x%" PRIx64, address);
        status = write_object(import, name, trace_pages_move(&import->pages, address),
                              (uint64_t)run << TRACE_PAGE_WIDTH);
        first += run;
    }
    return status;
}

/* ---- a launch ---- */

static scord_stream_status_t write_location(import_t *import, uint32_t pc, uint32_t line,
                                            uint32_t source_line) {
    const bool from_source = import->options->source && source_line > 0;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_LOCATION};
    event.location = (scord_event_location_t){.pc = pc,
                                              .line = from_source ? source_line : line,
                                              .file = from_source ? import->options->source
                                                                  : import->file,
                                              .function = import->function};
    return write_event(import, &event);
}

/* trace_sink_t: writes an instruction's location record before its first event. */
static scord_stream_status_t write_played(void *context, scord_event_t *event, uint32_t line,
                                          uint32_t source_line, scord_stream_error_t *error) {
    import_t *import = context;
    const bool located = event->kind == SCORD_EVENT_KIND_ACCESS ||
                         event->kind == SCORD_EVENT_KIND_FENCE;
    const uint32_t pc = event->kind == SCORD_EVENT_KIND_ACCESS ? event->access.pc : event->fence.pc;
    bool is_new = false;
    if (located && !trace_program_locate(&import->program, pc, &is_new))
        return stream_problem(error, SCORD_STREAM_MEMORY,
                              "no memory for the instructions of the kernels");
    const scord_stream_status_t status = is_new ? write_location(import, pc, line, source_line)
                                                : SCORD_STREAM_OK;
    return status == SCORD_STREAM_OK ? write_event(import, event) : status;
}

/* First reading: every line is checked, pages and PCs are noted. */
static scord_stream_status_t scan(import_t *import, trace_blocks_t *blocks) {
    trace_budget_t nothing = {0, 0};
    block_trace_t block = {.budget = &nothing};
    const size_t bytes = trace_blocks_seen_bytes(blocks->header);
    assert(!blocks->keep && !blocks->seen);
    scord_stream_status_t status = SCORD_STREAM_OK;
    if (bytes == 0 || bytes > import->options->max_memory)
        return BAD(import->error,
                   "%s: a grid of %u,%u,%u blocks is too large to be a trace; raise --max-memory "
                   "if it is one",
                   trace_text_name(blocks->text), blocks->header->grid[0], blocks->header->grid[1],
                   blocks->header->grid[2]);
    blocks->seen = calloc(bytes, 1);
    if (!blocks->seen)
        return stream_problem(import->error, SCORD_STREAM_MEMORY,
                              "no memory for %zu bytes of blocks seen", bytes);
    while (status == SCORD_STREAM_OK) status = trace_blocks_next(blocks, &block, import->error);
    free(blocks->seen);
    blocks->seen = NULL;
    if (status != SCORD_STREAM_END) return status;
    if (blocks->counts.blocks > 0) return SCORD_STREAM_OK;
    BAD(import->error, "the trace has no thread block; it is cut short, or was not traced");
    return trace_text_blame(blocks->text, import->error);
}

static scord_stream_status_t begin_launch(import_t *import, const trace_header_t *header) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    scord_event_kernel_begin_t *begin = &event.kernel_begin;
    *begin = (scord_event_kernel_begin_t){.kernel = import->counts->launches,
                                          .dynamic_shared = header->shared_bytes,
                                          .tracked_base = TRACE_MEMORY_BASE,
                                          .name = import->function};
    begin->log2_tracked_words = scord_log2_tracked_words(
        (uint64_t)import->pages.placed << TRACE_PAGE_WIDTH, import->options->config);
    assert(import->pages.placed <= TRACE_PAGES_MAX);
    if (begin->log2_tracked_words > TRACE_PAGE_WIDTH + 20)
        begin->log2_tracked_words = TRACE_PAGE_WIDTH + 20; /* 36, the format's most */
    memcpy(begin->grid, header->grid, sizeof begin->grid);
    memcpy(begin->block, header->block, sizeof begin->block);
    return write_event(import, &event);
}

static scord_stream_status_t end_launch(import_t *import) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_END,
                           .kernel_begin = {.kernel = import->counts->launches}};
    import->counts->launches++;
    return write_event(import, &event);
}

static void add_counts(trace_counts_t *sum, const trace_counts_t *counts) {
    if (sum->left_out == 0)
        memcpy(sum->first_left_out, counts->first_left_out, sizeof sum->first_left_out);
    sum->blocks += counts->blocks;
    sum->instructions += counts->instructions;
    sum->accesses += counts->accesses;
    sum->lane_accesses += counts->lane_accesses;
    sum->outside += counts->outside;
    sum->elsewhere += counts->elsewhere;
    sum->left_out += counts->left_out;
    sum->acquires += counts->acquires;
    sum->lonely += counts->lonely;
}

/* Second reading. */
static scord_stream_status_t play(import_t *import, trace_blocks_t *blocks, uint32_t pc_base) {
    const trace_import_options_t *options = import->options;
    const trace_sink_t sink = {write_played, import};
    const trace_play_options_t how = {.config = options->config,
                                      .order = options->order,
                                      .random = &import->random,
                                      .cycle = &import->cycle,
                                      .pc_base = pc_base,
                                      .max_memory = options->max_memory};
    const trace_header_t *header = blocks->header;
    assert(!blocks->keep && !blocks->seen);
    blocks->keep = true;
    memset(&blocks->counts, 0, sizeof blocks->counts);
    scord_stream_status_t status = begin_launch(import, header);
    if (status == SCORD_STREAM_OK)
        status = trace_play(blocks, &how, &sink, &import->counts->play, import->error);
    if (status == SCORD_STREAM_OK) status = end_launch(import);
    add_counts(&import->counts->trace, &blocks->counts);
    import->counts->kernels_partial +=
        blocks->counts.blocks < (uint64_t)header->grid[0] * header->grid[1] * header->grid[2];
    return status;
}

/* File and function of the launch's locations: the trace, by its line numbers, and the kernel. */
static void name_launch(import_t *import, const char *path, const trace_header_t *header) {
    const size_t length = strlen(path), end = strlen(".xz");
    const size_t kept = length > end && strcmp(path + length - end, ".xz") == 0 ? length - end
                                                                                : length;
    snprintf(import->file, sizeof import->file, "%.*s",
             (int)(kept < SCORD_NAME_MAX ? kept : SCORD_NAME_MAX), path);
    scord_demangle(header->name, import->function, sizeof import->function);
}

static scord_stream_status_t import_kernel(import_t *import, trace_text_t *text) {
    trace_header_t header;
    uint32_t pc_base = 0;
    trace_blocks_t blocks = {.text = text,
                             .header = &header,
                             .pages = &import->pages,
                             .leave_out = import->options->leave_out,
                             .infer_locks = !import->options->ignore_locks};
    scord_stream_status_t status = trace_header_read(text, &header, import->error);
    if (status == SCORD_STREAM_OK) status = scan(import, &blocks);
    if (status == SCORD_STREAM_OK) status = place_pages(import);
    if (status == SCORD_STREAM_OK)
        status = trace_program_base(&import->program, header.name, blocks.largest_pc, &pc_base,
                                    import->error);
    if (status == SCORD_STREAM_OK) status = trace_text_rewind(text, import->error);
    if (status == SCORD_STREAM_OK) status = trace_header_read(text, &header, import->error);
    if (status != SCORD_STREAM_OK) return status;
    name_launch(import, trace_text_name(text), &header);
    return play(import, &blocks, pc_base);
}

/* ---- lists ---- */

/* The trace that a list names: beside the list; with or without .xz, whichever is there. */
static trace_text_t *open_beside(const char *list, const char *name, scord_stream_error_t *error) {
    char path[PATH_SIZE];
    const char *slash = strrchr(list, '/');
    const size_t directory = name[0] == '/' || !slash ? 0 : (size_t)(slash - list) + 1;
    const size_t length = strlen(name);
    if (directory + length + sizeof ".xz" > sizeof path) {
        BAD(error, "the path of '%.60s…' is longer than %d bytes", name, PATH_SIZE);
        return NULL;
    }
    snprintf(path, sizeof path, "%.*s%s", (int)directory, list, name);
    const size_t end = directory + length;
    if (access(path, F_OK) != 0 && length > 3 && strcmp(name + length - 3, ".xz") == 0)
        path[end - 3] = '\0';
    else if (access(path, F_OK) != 0)
        strcpy(path + end, ".xz");
    if (access(path, F_OK) != 0) snprintf(path, sizeof path, "%.*s%s", (int)directory, list, name);
    return trace_text_open(path, error);
}

/* The object of a copy; several when its pages are not adjacent in the stream. */
static scord_stream_status_t name_copy(import_t *import, uint64_t address, uint64_t bytes) {
    const uint64_t end = address + bytes, page = UINT64_C(1) << TRACE_PAGE_WIDTH;
    scord_stream_status_t status = SCORD_STREAM_OK;
    while (address < end && status == SCORD_STREAM_OK) {
        char name[64];
        const uint64_t place = trace_pages_move(&import->pages, address);
        assert(place != TRACE_ADDRESS_UNKNOWN); /* take_copy placed every page */
        uint64_t piece = page - address % page;
        while (address + piece < end &&
               trace_pages_move(&import->pages, address + piece) == place + piece)
            piece += page;
        if (piece > end - address) piece = end - address;
        snprintf(name, sizeof name, "MemcpyHtoD#%u trace:0x%" PRIx64, import->copies, address);
        status = write_object(import, name, place, piece);
        assert(piece > 0 && piece <= end - address);
        address += piece;
    }
    return status;
}

/* "MemcpyHtoD,address,bytes": names memory. Other copies are ignored. */
static scord_stream_status_t take_copy(import_t *import, char *line) {
    char *rest = line;
    uint64_t address, bytes;
    const char *what = strsep(&rest, ",");
    const char *first = strsep(&rest, ","), *second = strsep(&rest, ",");
    if (!what || strcmp(what, "MemcpyHtoD") != 0) return SCORD_STREAM_OK;
    if (!first || !second || rest || !trace_hexadecimal(first, UINT64_MAX >> 1, &address) ||
        !trace_decimal(second, (uint64_t)TRACE_PAGES_MAX << TRACE_PAGE_WIDTH, &bytes))
        return BAD(import->error, "a copy is 'MemcpyHtoD,0xaddress,bytes', at most 2^38 bytes");
    import->copies++;
    if (bytes == 0) return SCORD_STREAM_OK;
    scord_stream_status_t status = trace_pages_note(&import->pages, address, bytes, import->error);
    if (status == SCORD_STREAM_OK) status = place_pages(import);
    return status == SCORD_STREAM_OK ? name_copy(import, address, bytes) : status;
}

static bool is_copy(const char *line) {
    return strncmp(line, "Memcpy", 6) == 0 || strncmp(line, "Memset", 6) == 0;
}

static scord_stream_status_t take_entry(import_t *import, trace_text_t *list, char *line) {
    if (is_copy(line)) {
        const scord_stream_status_t status = take_copy(import, line);
        return status == SCORD_STREAM_BAD ? trace_text_blame(list, import->error) : status;
    }
    if (!strstr(line, ".traceg")) {
        BAD(import->error,
            "'%.60s': a list has kernel traces (….traceg, ….traceg.xz), Memcpy… and Memset… lines",
            line);
        return trace_text_blame(list, import->error);
    }
    trace_text_t *text = open_beside(trace_text_name(list), line, import->error);
    if (!text)
        return import->error->status == SCORD_STREAM_BAD ? trace_text_blame(list, import->error)
                                                         : import->error->status;
    const scord_stream_status_t status = import_kernel(import, text);
    trace_text_close(text);
    return status;
}

/* ---- files ---- */

/* A kernel trace starts with "-key = value", a list does not. */
static scord_stream_status_t import_file(import_t *import, trace_text_t *text) {
    char *line;
    scord_stream_status_t status;
    do status = trace_text_next(text, &line, import->error);
    while (status == SCORD_STREAM_OK && line[0] == '\0');
    if (status == SCORD_STREAM_END) {
        BAD(import->error, "the file is empty: no trace, no list of traces");
        stream_problem_in(import->error, trace_text_name(text));
        return SCORD_STREAM_BAD;
    }
    if (status == SCORD_STREAM_OK && (line[0] == '-' || line[0] == '#')) {
        status = trace_text_rewind(text, import->error);
        return status == SCORD_STREAM_OK ? import_kernel(import, text) : status;
    }
    for (; status == SCORD_STREAM_OK; status = trace_text_next(text, &line, import->error))
        if (line[0] != '\0' && (status = take_entry(import, text, line)) != SCORD_STREAM_OK)
            return status;
    return status == SCORD_STREAM_END ? SCORD_STREAM_OK : status;
}

static void start(import_t *import, const trace_import_options_t *options,
                  scord_stream_writer_t *writer, trace_import_counts_t *counts,
                  scord_stream_error_t *error) {
    *counts = (trace_import_counts_t){.launches = 0};
    *import = (import_t){.options = options,
                         .writer = writer,
                         .counts = counts,
                         .error = error,
                         .random = options->seed};
    const uint64_t pages = options->max_memory / TRACE_PAGE_COST;
    import->pages.most = pages < TRACE_PAGES_MAX ? (uint32_t)pages : TRACE_PAGES_MAX;
}

static scord_stream_status_t finish(import_t *import, scord_stream_status_t status) {
    if (status == SCORD_STREAM_OK) status = write_losses(import);
    trace_pages_destroy(&import->pages);
    trace_program_destroy(&import->program);
    return status;
}

scord_stream_status_t trace_import_text(trace_text_t *text, const trace_import_options_t *options,
                                        scord_stream_writer_t *writer,
                                        trace_import_counts_t *counts,
                                        scord_stream_error_t *error) {
    import_t import;
    start(&import, options, writer, counts, error);
    scord_stream_status_t status = write_rule(&import);
    if (status == SCORD_STREAM_OK) status = import_file(&import, text);
    trace_text_close(text);
    return finish(&import, status);
}

scord_stream_status_t trace_import(const char *const *paths, unsigned count,
                                   const trace_import_options_t *options,
                                   scord_stream_writer_t *writer, trace_import_counts_t *counts,
                                   scord_stream_error_t *error) {
    import_t import;
    start(&import, options, writer, counts, error);
    scord_stream_status_t status = write_rule(&import);
    for (unsigned i = 0; i < count && status == SCORD_STREAM_OK; i++) {
        trace_text_t *text = trace_text_open(paths[i], error);
        status = text ? import_file(&import, text) : error->status;
        trace_text_close(text);
    }
    return finish(&import, status);
}
