/* SPDX-License-Identifier: Apache-2.0 */
/* wave_cells.c: rows of a diagram by cycle (wave_diagram.h), and the cycles of its moments. */
#include "cosim/commands/wave/wave_cells.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/wave/wave_text.h"

enum {
    TIME_PER_CYCLE = 10,
    SAMPLE = 5
}; /* cosim/lockstep/device/rtl_device.cpp: settled at 10 x cycle + 5, the rising edge follows */

static const wave_signal_t *signal_of(const wave_diagram_t *diagram, unsigned row) {
    assert(row < diagram->rows && !diagram->row[row].group);
    assert(diagram->values.of_trace[row] < diagram->values.signals);
    return &diagram->values.signal[diagram->values.of_trace[row]];
}

unsigned wave_diagram_width(const wave_diagram_t *diagram, unsigned row) {
    const diagram_row_t *shown = &diagram->row[row];
    return shown->field ? shown->field->width : signal_of(diagram, row)->width / shown->parts;
}

/* The signal's bits before the edge that ends the cycle. */
static const char *bits_at(const wave_signal_t *signal, int64_t cycle) {
    const int64_t time = TIME_PER_CYCLE * cycle + SAMPLE;
    assert(signal->changes <= signal->allocated);
    unsigned low = 0, high = signal->changes;
    while (high - low > 1) { /* change[low] is not after `time` unless it is the first */
        const unsigned middle = (low + high) / 2;
        if (signal->change[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    return signal->changes ? signal->change[low].bits : NULL;
}

/* The row's bits in the cycle, most significant first; NULL: nothing known. */
static const char *row_bits(const wave_diagram_t *diagram, unsigned row, int64_t cycle) {
    const diagram_row_t *shown = &diagram->row[row];
    const wave_signal_t *signal = signal_of(diagram, row);
    const char *bits = bits_at(signal, cycle);
    const unsigned shift = shown->part * (signal->width / shown->parts) +
                           (shown->field ? shown->field->shift : 0);
    assert(shift + wave_diagram_width(diagram, row) <= signal->width); /* check_rows */
    return bits ? bits + signal->width - shift - wave_diagram_width(diagram, row) : NULL;
}

static bool is_one(const wave_diagram_t *diagram, int row, int64_t cycle) {
    assert(row >= 0);
    const char *bits = row_bits(diagram, (unsigned)row, cycle);
    return bits && *bits == '1';
}

void wave_diagram_text(const wave_diagram_t *diagram, unsigned row, int64_t cycle,
                       char text[DIAGRAM_TEXT]) {
    const diagram_row_t *shown = &diagram->row[row];
    const wave_trace_t *trace = &diagram->save.trace[row];
    char value[DIAGRAM_TEXT];
    const char *bits = row_bits(diagram, row, cycle);
    text[0] = '\0';
    if (!bits || (shown->when >= 0 && !is_one(diagram, shown->when, cycle))) return;
    wave_hexadecimal(bits, wave_diagram_width(diagram, row), value, sizeof value);
    assert(trace->filter <= diagram->save.filters);
    if (trace->filter &&
        wave_filter_name(diagram->save.filter[trace->filter - 1], value, text, DIAGRAM_TEXT)) {
        const size_t strip = strlen(shown->strip);
        if (strncmp(text, shown->strip, strip) == 0)
            memmove(text, text + strip, strlen(text + strip) + 1);
        return;
    }
    if (shown->decimal && !strchr(value, 'x'))
        snprintf(text, DIAGRAM_TEXT, "%llu", strtoull(value, NULL, 16));
    else
        snprintf(text, DIAGRAM_TEXT, "%s", value);
}

char wave_diagram_handshake(const wave_diagram_t *diagram, unsigned row, int64_t cycle) {
    const diagram_row_t *shown = &diagram->row[row];
    assert((shown->valid < 0) == (shown->ready < 0));
    if (shown->valid < 0 || !is_one(diagram, shown->valid, cycle)) return ' ';
    return is_one(diagram, shown->ready, cycle) ? 't' : 'w';
}

/* ---- moments ---- */

static int check_rows(const wave_diagram_t *diagram) {
    for (unsigned i = 0; i < diagram->rows; i++) {
        const diagram_row_t *row = &diagram->row[i];
        if (row->group) continue;
        const wave_signal_t *signal = signal_of(diagram, i);
        const unsigned part = signal->width / row->parts;
        if (signal->width % row->parts ||
            (row->field && row->field->shift + row->field->width > part))
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "%s:%u: %s has %u bits: not %u equal parts that hold the field%s",
                              diagram->path, row->line, signal->name, signal->width, row->parts,
                              diagram->run);
    }
    return 0;
}

static int64_t last_cycle(const wave_diagram_t *diagram) {
    int64_t last = 0;
    for (unsigned i = 0; i < diagram->values.signals; i++) {
        const wave_signal_t *signal = &diagram->values.signal[i];
        if (signal->changes && signal->change[signal->changes - 1].time > last)
            last = signal->change[signal->changes - 1].time;
    }
    return last / TIME_PER_CYCLE;
}

static int find_moment(const wave_diagram_t *diagram, const diagram_moment_t *moment,
                       int64_t *cycle) {
    assert(moment->row < diagram->rows && moment->nth >= 1);
    const int64_t last = last_cycle(diagram);
    unsigned seen = 0;
    bool before =
        false; /* the row showed the value in the last cycle, and that was not handed over */
    for (int64_t at = 0; at <= last; at++) {
        char text[DIAGRAM_TEXT];
        wave_diagram_text(diagram, moment->row, at, text);
        const bool now = strcmp(text, moment->value) == 0;
        if (now && !before && ++seen == moment->nth) return *cycle = at + moment->plus, 0;
        before = now && wave_diagram_handshake(diagram, moment->row, at) != 't';
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s:%u: row '%s' shows '%s' anew only %u times in %s, not %u%s",
                      diagram->path, moment->line, diagram->row[moment->row].name, moment->value,
                      seen, diagram->save.dump, moment->nth, diagram->run);
}

int wave_cells_find(wave_diagram_t *diagram) {
    int code = check_rows(diagram);
    if (!code) code = find_moment(diagram, &diagram->moment, &diagram->origin);
    for (unsigned i = 0; i < diagram->marks && !code; i++) {
        diagram_mark_t *mark = &diagram->mark[i];
        code = find_moment(diagram, &mark->moment, &mark->cycle);
        if (!code && (mark->cycle < diagram->origin + diagram->first ||
                      mark->cycle > diagram->origin + diagram->last))
            code = scord_fail(SCORD_EXIT_BAD_INPUT,
                              "%s:%u: mark %c is in cycle %lld, outside the window%s",
                              diagram->path, mark->moment.line, mark->letter,
                              (long long)(mark->cycle - diagram->origin), diagram->run);
    }
    return code;
}
