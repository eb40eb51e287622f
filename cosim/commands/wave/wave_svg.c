/* SPDX-License-Identifier: Apache-2.0 */
/* wave_svg.c: see wave_svg.h. One row a trace: bits as lines, vectors as boxes with their value in
 * hexadecimal or by name; payload of a handshake only while its valid is 1. */
#include "cosim/commands/wave/wave_svg.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/wave/wave_text.h"
#include "cosim/commands/wave/wave_values.h"

enum {
    LABELS = 330,
    WAVES = 1170,
    ROW = 17,
    TOP = 42,
    MARGIN = 8,
    CHARACTER = 7,
    TIME_PER_CYCLE = 10,
    VALUE = 80
};

typedef struct drawing {
    FILE *out;
    const wave_save_t *save;
    const wave_values_t *values;
    unsigned height;
} drawing_t;

static double x_of(const drawing_t *drawing, int64_t time) {
    const wave_save_t *save = drawing->save;
    const int64_t at = time < save->from ? save->from : time > save->to ? save->to : time;
    return LABELS + (double)WAVES * (double)(at - save->from) / (double)(save->to - save->from);
}

/* ---- values ---- */

/* The bits of a trace in a value of its signal. */
static const char *bits_of(const wave_trace_t *trace, const wave_signal_t *signal,
                           const char *bits) {
    const unsigned end = trace->shift + trace->width;
    return end <= signal->width ? bits + signal->width - end : bits;
}

static unsigned trace_width(const wave_trace_t *trace, const wave_signal_t *signal) {
    return trace->shift + trace->width <= signal->width ? trace->width : signal->width;
}

static void value_text(const drawing_t *drawing, const wave_trace_t *trace, const char *bits,
                       unsigned width, char *text, size_t size) {
    wave_hexadecimal(bits, width, text, size);
    if (!trace->filter) return;
    assert(trace->filter <= drawing->save->filters);
    char value[VALUE];
    snprintf(value, sizeof value, "%s", text);
    wave_filter_name(drawing->save->filter[trace->filter - 1], value, text, size);
}

/* ---- rows ---- */

/* One value of a row: from `from` on, until the next one begins. NULL bits: the handshake of which
 * the row is payload transfers nothing. */
typedef struct span {
    int64_t from;
    const char *bits;
} span_t;

/* The change of `signal` that holds at `time`, from the change `*at` on; NULL before the first. */
static const char *bits_at(const wave_signal_t *signal, unsigned *at, int64_t time) {
    while (*at < signal->changes && signal->change[*at].time <= time) ++*at;
    return *at ? signal->change[*at - 1].bits : NULL;
}

static int64_t next_change(const wave_signal_t *signal, unsigned at) {
    return signal && at < signal->changes ? signal->change[at].time : INT64_MAX;
}

/* The values of trace `index`, one after the other, in memory of its own; changes of the vector
 * that are none of the trace's bits are joined. */
static unsigned spans_of(const drawing_t *drawing, unsigned index, span_t **spans) {
    const wave_trace_t *trace = &drawing->save->trace[index];
    const wave_values_t *values = drawing->values;
    const wave_signal_t *signal = &values->signal[values->of_trace[index]],
                        *valid = trace->valid[0] ? &values->signal[values->of_valid[index]] : NULL;
    const unsigned width = trace_width(trace, signal);
    unsigned count = 0, at = 0, valid_at = 0;
    *spans =
        scord_need(malloc((signal->changes + (valid ? valid->changes : 0) + 1) * sizeof **spans));
    for (;;) {
        const int64_t first = next_change(signal, at), second = next_change(valid, valid_at),
                      time = first < second ? first : second;
        if (time == INT64_MAX) return count;
        const char *bits = bits_at(signal, &at, time);
        if (bits) bits = bits_of(trace, signal, bits);
        if (valid) {
            const char *holds = bits_at(valid, &valid_at, time);
            if (!holds || holds[valid->width - 1 - trace->valid_bit] != '1') bits = NULL;
        }
        const char *last = count ? (*spans)[count - 1].bits : NULL;
        if (count && (bits && last ? memcmp(bits, last, width) == 0 : bits == last)) continue;
        (*spans)[count++] = (span_t){time, bits};
    }
}

static void draw_bit(const drawing_t *drawing, const span_t *spans, unsigned count, double y) {
    bool drawn = false;
    fprintf(drawing->out, "<path class=\"bit\" d=\"M%d %.1f", LABELS, y + ROW - 4);
    for (unsigned i = 0; i < count; i++) {
        const double x = x_of(drawing, spans[i].from);
        if (drawn) fprintf(drawing->out, "H%.1f", x);
        drawn = spans[i].bits;
        if (!drawn) continue;
        const char bit = *spans[i].bits;
        const double level = bit == '1' ? y + 3 : bit == '0' ? y + ROW - 4 : y + ROW / 2.0;
        if (i > 0 && spans[i - 1].bits)
            fprintf(drawing->out, "V%.1f", level);
        else
            fprintf(drawing->out, "M%.1f %.1f", x, level);
    }
    if (drawn) fprintf(drawing->out, "H%d", LABELS + WAVES);
    fputs("\"/>\n", drawing->out);
}

static void draw_box(const drawing_t *drawing, double from, double to, double y, const char *text) {
    if (to - from < 0.5) return;
    const size_t room = to - from > 4 ? (size_t)((to - from - 4) / CHARACTER) : 0,
                 length = strlen(text);
    const bool number = strspn(text, "0123456789abcdefx") == length;
    char shown[VALUE];
    /* the whole value is in the title: what the mouse shows */
    fprintf(drawing->out,
            "<rect class=\"bus\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
            "height=\"%d\"><title>%s</title></rect>\n",
            from, y + 2, to - from, ROW - 4, text);
    if (room < 1) return;
    if (length <= room)
        snprintf(shown, sizeof shown, "%s", text);
    else
        snprintf(shown, sizeof shown, "%.*s", (int)room,
                 text + (number ? length - room : 0)); /* low digits tell more */
    wave_put_text(drawing->out, from + 3, y + ROW - 5, length <= room ? "value" : "value cut",
                  shown);
}

static void draw_bus(const drawing_t *drawing, const wave_trace_t *trace, unsigned width,
                     const span_t *spans, unsigned count, double y) {
    for (unsigned i = 0; i < count; i++) {
        char text[VALUE];
        if (!spans[i].bits) continue;
        value_text(drawing, trace, spans[i].bits, width, text, sizeof text);
        draw_box(drawing, x_of(drawing, spans[i].from),
                 i + 1 < count ? x_of(drawing, spans[i + 1].from) : LABELS + WAVES, y, text);
    }
}

/* The name of a value at the effect or the cursor, as gtkwave shows it: one cycle is narrower than
 * most names. "": the trace has no names. */
static void marked_name(const drawing_t *drawing, const wave_trace_t *trace,
                        const wave_signal_t *signal, char *text, size_t size) {
    const wave_save_t *save = drawing->save;
    const int64_t at = save->effect >= 0 ? save->effect : save->cursor;
    const char *bits = NULL;
    text[0] = '\0';
    for (unsigned i = 0; i < signal->changes && signal->change[i].time <= at; i++)
        bits = bits_of(trace, signal, signal->change[i].bits);
    if (!bits || !trace->filter || trace->width == 1) return;
    value_text(drawing, trace, bits, trace_width(trace, signal), text, size);
}

static void draw_label(const drawing_t *drawing, const wave_trace_t *trace,
                       const wave_signal_t *signal, double y) {
    char name[VALUE], text[2 * VALUE];
    const size_t most = (LABELS - 2 * MARGIN) / CHARACTER;
    marked_name(drawing, trace, signal, name, sizeof name);
    snprintf(text, sizeof text, "%.*s%s%s", VALUE - 1, trace->label, name[0] != '\0' ? " = " : "",
             name);
    const size_t length = strlen(text);
    wave_put_text(drawing->out, MARGIN, y + ROW - 5, "label",
                  text + (length > most ? length - most : 0));
}

static void draw_row(const drawing_t *drawing, unsigned index) {
    assert(index < drawing->save->traces);
    const wave_trace_t *trace = &drawing->save->trace[index];
    const double y = TOP + (double)index * ROW;
    if (trace->group) {
        fprintf(drawing->out,
                "<rect class=\"group\" x=\"0\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", y + 1,
                LABELS + WAVES + MARGIN, ROW - 2);
        wave_put_text(drawing->out, MARGIN, y + ROW - 5, "title", trace->label);
        return;
    }
    const wave_signal_t *signal = &drawing->values->signal[drawing->values->of_trace[index]];
    assert(drawing->values->of_trace[index] < drawing->values->signals);
    draw_label(drawing, trace, signal, y);
    span_t *spans;
    const unsigned count = spans_of(drawing, index, &spans);
    if (trace->width == 1)
        draw_bit(drawing, spans, count, y);
    else
        draw_bus(drawing, trace, trace_width(trace, signal), spans, count, y);
    free(spans);
}

/* ---- frame ---- */

static void draw_axis(const drawing_t *drawing) {
    const int64_t from = drawing->save->from / TIME_PER_CYCLE,
                  to = drawing->save->to / TIME_PER_CYCLE;
    int64_t step = 1;
    while ((to - from) / step > 20) step *= step % 3 == 2 ? 5 : 2;
    for (int64_t cycle = (from + step - 1) / step * step; cycle <= to; cycle += step) {
        char text[32];
        const double x = x_of(drawing, cycle * TIME_PER_CYCLE);
        snprintf(text, sizeof text, "%lld", (long long)cycle);
        fprintf(drawing->out, "<path class=\"grid\" d=\"M%.1f %dV%u\"/>\n", x, TOP - 4,
                drawing->height - MARGIN);
        wave_put_text(drawing->out, x + 2, TOP - 6, "axis", text);
    }
    wave_put_text(drawing->out, MARGIN, TOP - 6, "axis", "cycle");
}

/* The text stands to the left of its line or to the right: cause and effect may be a cycle apart.
 */
static void draw_marker(const drawing_t *drawing, int64_t time, bool left, const char *class,
                        const char *text) {
    const double x = x_of(drawing, time);
    if (time < drawing->save->from || time > drawing->save->to) return;
    fprintf(drawing->out, "<path class=\"%s\" d=\"M%.1f 14V%u\"/>\n", class, x,
            drawing->height - MARGIN);
    wave_put_text(drawing->out, left ? x - 3 - CHARACTER * (double)strlen(text) : x + 3, 16, class,
                  text);
}

static void draw(const drawing_t *drawing) {
    const wave_save_t *save = drawing->save;
    fprintf(drawing->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" width=\"%d\" "
            "height=\"%u\" font-family=\"monospace\" font-size=\"11\">\n"
            "<style>.bit{fill:none;stroke:#087f3f}.bus{fill:#eef4fb;stroke:#4a78a8;stroke-width:.7}"
            ".group{fill:#e4e4e4}"
            ".title{font-weight:bold}.grid{stroke:#ddd;stroke-width:.6}.axis{fill:#666}.value{font-"
            "size:10px}.cut{fill:#888}"
            "path.cause{stroke:#c07000;stroke-dasharray:5 "
            "3}path.effect{stroke:#c00000}text.cause{fill:#c07000}text.effect{fill:#c00000}"
            "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            LABELS + WAVES + MARGIN, drawing->height, LABELS + WAVES + MARGIN, drawing->height);
    draw_axis(drawing);
    for (unsigned i = 0; i < save->traces; i++) draw_row(drawing, i);
    if (save->cause >= 0)
        draw_marker(drawing, save->cause, true, "cause", "A: cause, the owner's access");
    if (save->effect >= 0)
        draw_marker(drawing, save->effect, false, "effect", "B: effect, the race");
    else
        draw_marker(drawing, save->cursor, false, "effect", "cursor");
    fputs("</svg>\n", drawing->out);
}

static int write_svg(const wave_save_t *save, const wave_values_t *values, const char *svg) {
    drawing_t drawing = {.out = wave_open_svg(svg),
                         .save = save,
                         .values = values,
                         .height = TOP + save->traces * ROW + MARGIN};
    if (!drawing.out) return SCORD_EXIT_ENVIRONMENT;
    draw(&drawing);
    return wave_close_svg(drawing.out, svg);
}

int wave_svg(const char *view, const char *svg) {
    wave_save_t save;
    wave_values_t values = {.signals = 0};
    int code = wave_save_read(&save, view);
    if (code == 0) code = wave_values_read(&values, &save);
    if (code == 0) code = write_svg(&save, &values, svg);
    wave_values_free(&values);
    wave_save_free(&save);
    return code;
}
