/* SPDX-License-Identifier: Apache-2.0 */
/* wave_diagram.c: see wave_diagram.h. Reading of the description; what the wave shows is
 * wave_cells.c's. */
#include "cosim/commands/wave/wave_diagram.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/wave/wave_cells.h"
#include "cosim/wave/wave_filters.h"

enum { FARTHEST = 1000000 }; /* cycles of a window from its moment */

/* The line being read. */
typedef struct diagram_line {
    wave_diagram_t *diagram;
    unsigned number;
    char *rest;
} diagram_line_t;

static int bad(const diagram_line_t *line, const char *what, const char *word) {
    return scord_fail(
        SCORD_EXIT_BAD_INPUT,
        "%s:%u: %s '%s'; the statements are those of cosim/commands/wave/wave_diagram.h",
        line->diagram->path, line->number, what, word);
}

/* The next word, or quoted text without its quotes; "" at the line's end. */
static char *next_word(diagram_line_t *line) {
    char *word = line->rest + strspn(line->rest, " \t");
    const bool quoted = *word == '"';
    char *end = word + (quoted ? 1 + strcspn(word + 1, "\"") : strcspn(word, " \t"));
    line->rest = *end ? end + 1 : end;
    *end = '\0';
    return word + quoted;
}

static int find_row(const wave_diagram_t *diagram, const char *name) {
    for (unsigned i = 0; i < diagram->rows; i++)
        if (!diagram->row[i].group && strcmp(diagram->row[i].name, name) == 0) return (int)i;
    return -1;
}

/* ---- moments ---- */

/* A number of cycles, with a sign or without. */
static bool read_cycles(const char *text, int *cycles) {
    uint64_t number;
    if (!scord_read_number(text + (*text == '-' || *text == '+'), 0, FARTHEST, &number))
        return false;
    *cycles = *text == '-' ? -(int)number : (int)number;
    return true;
}

/* NAME=VALUE[#N][+K|-K] */
static int read_moment(diagram_line_t *line, diagram_moment_t *moment) {
    char *word = next_word(line), *equal = strchr(word, '=');
    if (!equal) return bad(line, "expected NAME=VALUE, found", word);
    *equal = '\0';
    const int row = find_row(line->diagram, word);
    if (row < 0) return bad(line, "no row", word);
    const char *value = equal + 1, *end = value + strcspn(value, "#+-");
    uint64_t nth = 1;
    bool fits = true;
    *moment = (diagram_moment_t){.row = (unsigned)row, .nth = 1, .line = line->number};
    snprintf(moment->value, sizeof moment->value, "%.*s", (int)(end - value), value);
    if (*end == '#') {
        const char *number = end + 1;
        end = number + strcspn(number, "+-");
        fits = scord_read_digits(number, end, &nth) && nth >= 1 && nth <= UINT32_MAX;
    }
    moment->nth = (unsigned)nth;
    if (*end) fits = fits && read_cycles(end, &moment->plus);
    return !fits || !moment->value[0] ? bad(line, "expected NAME=VALUE[#N][+K], found", value) : 0;
}

static int read_window(diagram_line_t *line) {
    wave_diagram_t *diagram = line->diagram;
    const int code = read_moment(line, &diagram->moment);
    if (code) return code;
    const char *first = next_word(line), *last = next_word(line);
    if (!read_cycles(first, &diagram->first) || !read_cycles(last, &diagram->last) ||
        diagram->last <= diagram->first || diagram->last - diagram->first >= DIAGRAM_CYCLES)
        return bad(line, "a window has 2 to 48 cycles, not those up to", last);
    assert(diagram->first < diagram->last && diagram->last - diagram->first < DIAGRAM_CYCLES);
    diagram->has_window = true;
    return 0;
}

static int read_mark(diagram_line_t *line) {
    wave_diagram_t *diagram = line->diagram;
    if (diagram->marks == DIAGRAM_MARKS) return bad(line, "too many marks at", line->rest);
    assert(diagram->marks < DIAGRAM_MARKS);
    diagram_mark_t *mark = &diagram->mark[diagram->marks];
    mark->letter = *next_word(line);
    const int code = read_moment(line, &mark->moment);
    if (code) return code;
    const char *name = next_word(line);
    const int row = find_row(diagram, name);
    if (row < 0) return bad(line, "no row", name);
    mark->row = (unsigned)row;
    snprintf(mark->text, sizeof mark->text, "%s", next_word(line));
    diagram->marks++;
    return mark->text[0] ? 0 : bad(line, "no text for mark of", name);
}

/* ---- rows ---- */

typedef struct record {
    const char *name;
    const scord_field_t *field;
    size_t fields;
} record_t;

static const scord_field_t *find_field(const char *word) {
    const record_t records[] = {
        {"metadata", scord_metadata_fields, SCORD_METADATA_FIELD_COUNT},
        {"fence_entry", scord_fence_entry_fields, SCORD_FENCE_ENTRY_FIELD_COUNT},
        {"lock_entry", scord_lock_entry_fields, SCORD_LOCK_ENTRY_FIELD_COUNT},
        {"sm_event", scord_sm_event_fields, SCORD_SM_EVENT_FIELD_COUNT},
        {"detector_request", scord_detector_request_fields, SCORD_DETECTOR_REQUEST_FIELD_COUNT},
        {"retire", scord_retire_fields, SCORD_RETIRE_FIELD_COUNT},
        {"race_record", scord_race_record_fields, SCORD_RACE_RECORD_FIELD_COUNT}};
    const char *dot = strchr(word, '.');
    for (size_t i = 0; dot && i < sizeof records / sizeof *records; i++) {
        if (strlen(records[i].name) != (size_t)(dot - word) ||
            strncmp(records[i].name, word, (size_t)(dot - word)) != 0)
            continue;
        for (size_t k = 0; k < records[i].fields; k++)
            if (strcmp(records[i].field[k].name, dot + 1) == 0) return &records[i].field[k];
    }
    return NULL;
}

static int read_encoding(diagram_line_t *line, wave_trace_t *trace, const char *name) {
    wave_save_t *save = &line->diagram->save;
    char folder[PATH_MAX], path[PATH_MAX + 64];
    scord_wave_filters(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/%s.filter", folder, name);
    FILE *in = fopen(path, "r");
    if (!in || save->filters == WAVE_FILTERS)
        return in ? fclose(in) : 0, bad(line, "no encoding", name);
    fclose(in);
    save->filter[save->filters++] = scord_need(strdup(path));
    assert(save->filters >= 1 && save->filters <= WAVE_FILTERS);
    trace->filter = save->filters;
    return 0;
}

static int read_attribute(diagram_line_t *line, diagram_row_t *row, wave_trace_t *trace,
                          char *word) {
    char *equal = strchr(word, '=');
    const char *value = equal ? equal + 1 : "";
    if (strncmp(word, "part=", 5) == 0 && sscanf(value, "%u/%u", &row->part, &row->parts) == 2 &&
        row->part < row->parts)
        return 0;
    if (strncmp(word, "field=", 6) == 0 && (row->field = find_field(value))) return 0;
    if (strncmp(word, "shown=", 6) == 0) return read_encoding(line, trace, value);
    if (strncmp(word, "when=", 5) == 0 && (row->when = find_row(line->diagram, value)) >= 0)
        return 0;
    if (strncmp(word, "strip=", 6) == 0)
        return snprintf(row->strip, sizeof row->strip, "%s", value), 0;
    if (strcmp(word, "radix=10") == 0) return row->decimal = true, 0;
    return bad(line, "not an attribute of a row:", word);
}

static diagram_row_t *new_row(diagram_line_t *line, bool group) {
    wave_diagram_t *diagram = line->diagram;
    assert(diagram->rows <= DIAGRAM_ROWS && diagram->save.traces == diagram->rows);
    if (diagram->rows == DIAGRAM_ROWS) return NULL;
    diagram->save.trace[diagram->rows] = (wave_trace_t){.group = group};
    diagram->save.traces = diagram->rows + 1;
    diagram_row_t *row = &diagram->row[diagram->rows++];
    *row = (diagram_row_t){
        .group = group, .parts = 1, .when = -1, .valid = -1, .ready = -1, .line = line->number};
    return row;
}

static int read_row(diagram_line_t *line) {
    wave_diagram_t *diagram = line->diagram;
    char *name = next_word(line), *label = next_word(line), *signal = next_word(line);
    if (!*signal || find_row(diagram, name) >= 0)
        return bad(line, "a row needs a name of its own, a label and a signal:", name);
    diagram_row_t *row = new_row(line, false);
    if (!row) return bad(line, "too many rows at", name);
    wave_trace_t *trace = &diagram->save.trace[diagram->rows - 1];
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->label, sizeof row->label, "%s", label);
    snprintf(trace->signal, sizeof trace->signal, "%s.%.150s", diagram->top, signal);
    int code = 0;
    for (char *word = next_word(line); *word && !code; word = next_word(line))
        code = read_attribute(line, row, trace, word);
    return code;
}

static int read_group(diagram_line_t *line) {
    diagram_row_t *row = new_row(line, true);
    if (!row) return bad(line, "too many rows at", line->rest);
    snprintf(row->label, sizeof row->label, "%s", next_word(line));
    return 0;
}

/* Rows of the group at hand, those to come as well: set when the description has been read. */
static int read_handshake(diagram_line_t *line) {
    wave_diagram_t *diagram = line->diagram;
    const char *valid_name = next_word(line), *ready_name = next_word(line);
    const int valid = find_row(diagram, valid_name), ready = find_row(diagram, ready_name);
    if (valid < 0 || ready < 0) return bad(line, "no row", valid < 0 ? valid_name : ready_name);
    unsigned i = diagram->rows;
    while (i > 0 && !diagram->row[i - 1].group) i--;
    for (unsigned k = i > 0 ? i - 1 : 0; k < diagram->rows; k++)
        diagram->row[k].valid = valid, diagram->row[k].ready = ready;
    return 0;
}

static void spread_handshakes(wave_diagram_t *diagram) {
    for (unsigned i = 1; i < diagram->rows; i++)
        if (!diagram->row[i].group && diagram->row[i].valid < 0)
            diagram->row[i].valid = diagram->row[i - 1].valid,
            diagram->row[i].ready = diagram->row[i - 1].ready;
}

/* ---- file ---- */

static int read_statement(diagram_line_t *line) {
    wave_diagram_t *diagram = line->diagram;
    const char *word = next_word(line);
    if (!*word || *word == '#' || strcmp(word, "bench") == 0) return 0;
    if (strcmp(word, "run") == 0)
        return snprintf(diagram->run, sizeof diagram->run, "; it is of the wave of: scord cosim %s",
                        line->rest),
               0;
    if (strcmp(word, "title") == 0)
        return snprintf(diagram->title, sizeof diagram->title, "%s", next_word(line)), 0;
    if (strcmp(word, "top") == 0)
        return snprintf(diagram->top, sizeof diagram->top, "%s", next_word(line)), 0;
    if (strcmp(word, "window") == 0) return read_window(line);
    if (strcmp(word, "group") == 0) return read_group(line);
    if (strcmp(word, "row") == 0) return read_row(line);
    if (strcmp(word, "handshake") == 0) return read_handshake(line);
    if (strcmp(word, "mark") == 0) return read_mark(line);
    return bad(line, "no statement", word);
}

static int read_lines(wave_diagram_t *diagram, FILE *in) {
    char *text = NULL;
    size_t size = 0;
    diagram_line_t line = {.diagram = diagram};
    int code = 0;
    while (!code && getline(&text, &size, in) > 0) {
        text[strcspn(text, "\r\n")] = '\0';
        line.number++;
        line.rest = text;
        code = read_statement(&line);
    }
    free(text);
    if (!code && !diagram->has_window) code = bad(&line, "no window in", diagram->path);
    spread_handshakes(diagram);
    return code;
}

static int read_description(wave_diagram_t *diagram) {
    FILE *in = fopen(diagram->path, "r");
    if (!in)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read %s: %s", diagram->path,
                          strerror(errno));
    diagram->save.trace = calloc(DIAGRAM_ROWS, sizeof *diagram->save.trace);
    const int code = diagram->save.trace ? read_lines(diagram, in)
                                         : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    fclose(in);
    return code;
}

int wave_diagram_read(wave_diagram_t *diagram, const char *path, const char *file) {
    *diagram = (wave_diagram_t){.path = path, .top = "TOP.scord_top", .save = {.to = INT64_MAX}};
    snprintf(diagram->save.dump, sizeof diagram->save.dump, "%s", file);
    int code = read_description(diagram);
    if (!code) code = wave_values_read(&diagram->values, &diagram->save);
    if (!code) code = wave_cells_find(diagram);
    return code;
}

void wave_diagram_free(wave_diagram_t *diagram) {
    wave_values_free(&diagram->values);
    wave_save_free(&diagram->save);
}
