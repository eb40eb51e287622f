/* SPDX-License-Identifier: Apache-2.0 */
/* wave_timing.c: a timing diagram of chosen signals as SVG; see wave_timing.h, and wave_diagram.h
 * for what a description says.
 *
 *   0        LABELS                                   WIDTH
 *   ┌──────────────────────────────────────────────────┐
 *   │ title                                            │
 *   │           (A)            (B)(C)                  │ LETTERS  letters of the marks
 *   │ cycle      0   1   2   3   4   5                 │ NUMBERS
 *   │ clk_i     _|‾|_|‾|_|‾|_|‾|_|‾|_|‾                │ TOP      row 0 is the clock
 *   │ valid     ____|‾‾‾‾‾‾‾|_________                 │ TOP + ROW * (row + 1)
 *   │ address   ----<  1a0  ><  1b0  >                 │
 *   │ A cycle 2: text of the mark                      │ LINE each, words wrapped
 *   └──────────────────────────────────────────────────┘ height
 *
 * A column a cycle, `cell` wide: all columns share the width right of the labels. A row of one bit
 * is a line, a wider one (or one with names for its values) a chain of boxes. A box ends where its
 * value changes, or where a transfer of the row's handshake ends: two transfers of the same value
 * are two boxes. Cells in which valid and ready meet, and in which valid waits, have a colour. A
 * mark frames a cell; its letter stands above the column, its text below the drawing.
 *
 * A box's text is cut to its room: of a number the low digits stay, of a name the first letters.
 * The whole value is the box's tooltip. Where a mark's line crosses a box, the text takes the wider
 * side.
 *
 * draw_texts runs twice: with no file it only measures, and the result is the height of the
 * drawing, which SVG states first.
 *
 * Invariants: a drawn mark's cycle and row are inside the drawing (wave_diagram_read refuses
 * others); 0 < columns; boxes of a row cover its columns from left to right without overlap.
 * Colours follow the reader's light or dark setting, by a style inside the SVG.
 */
#include "cosim/commands/wave/wave_timing.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/wave/wave_diagram.h"
#include "cosim/commands/wave/wave_text.h"

enum {
    WIDTH = 720,
    LABELS = 170,
    MARGIN = 8,
    ROW = 22,
    TOP = 66,
    LETTERS = 34,
    NUMBERS = 60, /* baselines above the rows */
    LINE = 18,
    LINE_CHARACTERS = 104, /* of the texts below */
    SLANT = 3
};
static const double CHARACTER = 7.3; /* of a value, 12 pixels high */

typedef struct timing {
    FILE *out;
    const wave_diagram_t *diagram;
    int64_t first; /* cycle of the run in the first column */
    unsigned columns;
    double cell;
    unsigned height;
} timing_t;

static double x_of(const timing_t *timing, unsigned column) {
    assert(column <= timing->columns);
    return LABELS + timing->cell * column;
}

/* ---- cells ---- */

static void draw_handshake(const timing_t *timing, unsigned row, double y) {
    for (unsigned column = 0; column < timing->columns; column++) {
        const char state = wave_diagram_handshake(timing->diagram, row, timing->first + column);
        if (state == ' ') continue;
        fprintf(timing->out,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n",
                state == 't' ? "moved" : "waits", x_of(timing, column), y, timing->cell, ROW);
    }
}

static void draw_idle(const timing_t *timing, unsigned from, unsigned to, double y) {
    fprintf(timing->out, "<path class=\"idle\" d=\"M%.1f %.1fH%.1f\"/>\n", x_of(timing, from),
            y + ROW / 2.0, x_of(timing, to));
}

/* A line through the columns that show something; the rest is idle. */
static void draw_bit(const timing_t *timing, unsigned row, double y) {
    char text[DIAGRAM_TEXT] = "";
    for (unsigned column = 0; column < timing->columns; column++) {
        const bool after = text[0] != '\0';
        wave_diagram_text(timing->diagram, row, timing->first + column, text);
        const double level = text[0] == '1' ? y + 5 : text[0] == '0' ? y + ROW - 5 : y + ROW / 2.0;
        if (after && !text[0]) fputs("\"/>\n", timing->out);
        if (!text[0])
            draw_idle(timing, column, column + 1, y);
        else if (!after)
            fprintf(timing->out, "<path class=\"bit\" d=\"M%.1f %.1f", x_of(timing, column), level);
        if (text[0]) fprintf(timing->out, "V%.1fH%.1f", level, x_of(timing, column + 1));
    }
    if (text[0]) fputs("\"/>\n", timing->out);
}

/* What of the text has room: of a number the low digits, of a name the first letters. */
static void fit(const char *text, double room, char *shown, size_t size) {
    const size_t length = strlen(text), most = room > CHARACTER ? (size_t)(room / CHARACTER) : 0;
    const bool number = strspn(text, "0123456789abcdefx") == length;
    if (length <= most)
        snprintf(shown, size, "%s", text);
    else if (most < 2)
        shown[0] = '\0';
    else if (number)
        snprintf(shown, size, "…%s", text + length - (most - 1));
    else
        snprintf(shown, size, "%.*s…", (int)(most - 1), text);
}

/* Columns of a box for its text: those on the wider side of a mark, when the box is wider than the
 * mark. */
static void text_columns(const timing_t *timing, unsigned row, unsigned *from, unsigned *to) {
    for (unsigned i = 0; i < timing->diagram->marks; i++) {
        const diagram_mark_t *mark = &timing->diagram->mark[i];
        const unsigned column = (unsigned)(mark->cycle - timing->first);
        if (mark->row != row || column < *from || column >= *to || *to - *from == 1) continue;
        if (*to - column - 1 >= column - *from)
            *from = column + 1;
        else
            *to = column;
    }
}

static void draw_box(const timing_t *timing, unsigned row, unsigned from, unsigned to, double y,
                     const char *text) {
    const double left = x_of(timing, from), right = x_of(timing, to), top = y + 3,
                 bottom = y + ROW - 3, middle = y + ROW / 2.0;
    char shown[DIAGRAM_TEXT + 8];
    assert(from < to && to <= timing->columns && text[0] != '\0');
    fprintf(timing->out,
            "<path class=\"bus\" d=\"M%.1f %.1fL%.1f %.1fH%.1fL%.1f %.1fL%.1f "
            "%.1fH%.1fZ\"><title>%s</title></path>\n",
            left, middle, left + SLANT, top, right - SLANT, right, middle, right - SLANT, bottom,
            left + SLANT, text);
    text_columns(timing, row, &from, &to);
    fit(text, x_of(timing, to) - x_of(timing, from) - 2 * SLANT, shown, sizeof shown);
    if (shown[0])
        wave_put_text(timing->out, (x_of(timing, from) + x_of(timing, to)) / 2, middle + 4, "value",
                      shown);
}

static void draw_bus(const timing_t *timing, unsigned row, double y) {
    for (unsigned column = 0; column < timing->columns;) {
        char text[DIAGRAM_TEXT], other[DIAGRAM_TEXT];
        unsigned next = column + 1;
        wave_diagram_text(timing->diagram, row, timing->first + column, text);
        for (; next < timing->columns; next++) {
            wave_diagram_text(timing->diagram, row, timing->first + next, other);
            if (strcmp(text, other) != 0 ||
                wave_diagram_handshake(timing->diagram, row, timing->first + next - 1) == 't')
                break;
        }
        if (text[0])
            draw_box(timing, row, column, next, y, text);
        else
            draw_idle(timing, column, next, y);
        assert(next > column && next <= timing->columns);
        column = next;
    }
}

static void draw_row(const timing_t *timing, unsigned row) {
    const diagram_row_t *shown = &timing->diagram->row[row];
    const double y = TOP + ROW * (row + 1.0);
    if (shown->group) {
        fprintf(timing->out, "<path class=\"rule\" d=\"M0 %.1fH%d\"/>\n", y + 3, WIDTH);
        wave_put_text(timing->out, MARGIN, y + ROW - 5, "group", shown->label);
        return;
    }
    draw_handshake(timing, row, y);
    wave_put_text(timing->out, MARGIN + 6, y + ROW - 7, "label", shown->label);
    if (wave_diagram_width(timing->diagram, row) == 1 && !timing->diagram->save.trace[row].filter)
        draw_bit(timing, row, y);
    else
        draw_bus(timing, row, y);
}

/* ---- frame ---- */

/* Rising edges where cycles begin; every cycle by its number, or as many as have room. */
static void draw_clock(const timing_t *timing) {
    const unsigned step = timing->cell < 3 * CHARACTER ? 2 : 1;
    fputs("<path class=\"clock\" d=\"", timing->out);
    for (unsigned column = 0; column < timing->columns; column++)
        fprintf(timing->out, "M%.1f %dV%dH%.1fV%dH%.1f", x_of(timing, column), TOP + ROW - 5,
                TOP + 5, x_of(timing, column) + timing->cell / 2, TOP + ROW - 5,
                x_of(timing, column + 1));
    fputs("\"/>\n", timing->out);
    wave_put_text(timing->out, MARGIN + 6, TOP + ROW - 7, "label", "clk_i");
    wave_put_text(timing->out, MARGIN + 6, NUMBERS, "number name", "cycle");
    for (unsigned column = 0; column < timing->columns; column++) {
        char text[32];
        const long long cycle = (long long)(timing->first + column - timing->diagram->origin);
        snprintf(text, sizeof text, "%lld", cycle);
        if (cycle % step == 0)
            wave_put_text(timing->out, x_of(timing, column) + timing->cell / 2, NUMBERS, "number",
                          text);
    }
}

static void draw_grid(const timing_t *timing) {
    fputs("<path class=\"grid\" d=\"", timing->out);
    for (unsigned column = 0; column <= timing->columns; column++)
        fprintf(timing->out, "M%.1f %dV%u", x_of(timing, column), TOP,
                TOP + ROW * (timing->diagram->rows + 1));
    fputs("\"/>\n", timing->out);
}

/* Middle of a mark's letter: marks of one cycle stand side by side. */
static double letter_x(const timing_t *timing, unsigned index) {
    const diagram_mark_t *mark = timing->diagram->mark;
    unsigned before = 0, all = 0;
    for (unsigned i = 0; i < timing->diagram->marks; i++) {
        if (mark[i].cycle != mark[index].cycle) continue;
        before += i < index;
        all++;
    }
    return x_of(timing, (unsigned)(mark[index].cycle - timing->first)) + timing->cell / 2 +
           17.0 * before - 8.5 * (all - 1);
}

static void draw_letter(FILE *out, double x, double baseline, char letter) {
    const char text[] = {letter, '\0'};
    fprintf(out, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/>\n", x, baseline - 4);
    wave_put_text(out, x, baseline, "letter", text);
}

static void draw_mark_line(const timing_t *timing, unsigned index) {
    const double x = letter_x(timing, index),
                 y = TOP + ROW * (timing->diagram->mark[index].row + 1.0);
    fprintf(timing->out, "<path class=\"lead\" d=\"M%.1f %dV%dM%.1f %dV%.1f\"/>\n", x, LETTERS + 4,
            NUMBERS - 11, x, NUMBERS + 3, y);
}

static void draw_mark_frame(const timing_t *timing, unsigned index) {
    const diagram_mark_t *mark = &timing->diagram->mark[index];
    assert(mark->row < timing->diagram->rows);
    fprintf(timing->out,
            "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"3\"/>\n",
            x_of(timing, (unsigned)(mark->cycle - timing->first)),
            TOP + ROW * (mark->row + 1.0) + 1, timing->cell, ROW - 2);
    draw_letter(timing->out, letter_x(timing, index), LETTERS, mark->letter);
}

/* ---- texts below ---- */

/* Words of the text in lines of LINE_CHARACTERS; draws them unless out is NULL. Returns the
 * baseline after the last one. */
static double put_lines(FILE *out, double y, const char *text) {
    while (*text) {
        size_t length = strlen(text);
        if (length > LINE_CHARACTERS) {
            length = LINE_CHARACTERS;
            while (length > 1 && text[length] != ' ') length--;
        }
        char part[LINE_CHARACTERS + 1];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (out) wave_put_text(out, MARGIN + 24, y, "text", part);
        text += length + strspn(text + length, " ");
        y += LINE;
    }
    return y;
}

/* The key of the colours, when a handshake is drawn, then the marks. */
static double draw_texts(const timing_t *timing, FILE *out, double y) {
    const wave_diagram_t *diagram = timing->diagram;
    bool handshake = false;
    for (unsigned i = 0; i < diagram->rows; i++) handshake |= diagram->row[i].valid >= 0;
    for (unsigned i = 0; i < diagram->marks; i++) {
        char text[DIAGRAM_LINE + 32];
        snprintf(text, sizeof text, "cycle %lld: %s",
                 (long long)(diagram->mark[i].cycle - diagram->origin), diagram->mark[i].text);
        if (out) draw_letter(out, MARGIN + 9, y, diagram->mark[i].letter);
        y = put_lines(out, y, text);
    }
    if (!handshake) return y;
    if (out) {
        fprintf(out,
                "<rect class=\"moved\" x=\"%d\" y=\"%.1f\" width=\"16\" height=\"12\"/>\n<rect "
                "class=\"waits\" x=\"200\" y=\"%.1f\" width=\"16\" height=\"12\"/>\n",
                MARGIN + 1, y - 10, y - 10);
        wave_put_text(out, MARGIN + 24, y, "text", "transfer: valid and ready");
        wave_put_text(out, 224, y, "text", "valid waits for ready");
    }
    return y + LINE;
}

static void draw(const timing_t *timing) {
    const wave_diagram_t *diagram = timing->diagram;
    fprintf(timing->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" width=\"%d\" "
            "height=\"%u\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>.paper{fill:#fff}text{fill:#1f2328}.title,.group{font-weight:bold}.group{"
            "stroke:#fff;stroke-width:3;paint-order:stroke}.title{font-size:13px}.value,.letter,."
            "number{text-anchor:middle}"
            ".name{text-anchor:start}.value,.number{font-family:monospace}.number{fill:#59636e}."
            "bit,.clock{fill:none;stroke:#1a7f37;stroke-width:1.4}"
            ".clock{stroke:#818b98}.bus{fill:#ddf4ff;stroke:#0969da}.idle{stroke:#c4ccd4}.grid,."
            "rule{stroke:#e3e7eb;stroke-width:.7}.moved{fill:#c6f0cf}"
            ".waits{fill:#ffe2b0}.lead{stroke:#bc4c00;stroke-dasharray:3 "
            "3;fill:none}.frame{fill:none;stroke:#bc4c00;stroke-width:2}.mark{fill:#bc4c00}"
            "text.letter{fill:#fff;font-weight:bold;font-size:11px}"
            "@media(prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#e6edf3}.group{stroke:"
            "#0d1117}.number{fill:#9198a1}.bit{stroke:#3fb950}.clock{stroke:#656c76}"
            ".bus{fill:#12233d;stroke:#4493f8}.idle{stroke:#3d444d}.grid,.rule{stroke:#262c34}."
            "moved{fill:#143d22}.waits{fill:#5a3d00}.lead,.frame{stroke:#f0883e}"
            ".mark{fill:#f0883e}text.letter{fill:#0d1117}}"
            "</style>\n<title>",
            WIDTH, timing->height, WIDTH, timing->height);
    wave_escape(timing->out, diagram->title);
    fputs("</title>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", timing->out);
    wave_put_text(timing->out, MARGIN, 17, "title", diagram->title);
    draw_grid(timing);
    draw_clock(timing);
    for (unsigned i = 0; i < diagram->marks; i++) draw_mark_line(timing, i);
    for (unsigned i = 0; i < diagram->rows; i++) draw_row(timing, i);
    for (unsigned i = 0; i < diagram->marks; i++) draw_mark_frame(timing, i);
    draw_texts(timing, timing->out, TOP + ROW * (diagram->rows + 1.0) + LINE);
    fputs("</svg>\n", timing->out);
}

static int write_svg(const wave_diagram_t *diagram, const char *svg) {
    timing_t timing = {.diagram = diagram,
                       .first = diagram->origin + diagram->first,
                       .columns = (unsigned)(diagram->last - diagram->first + 1)};
    assert(diagram->last >= diagram->first);
    timing.cell = (double)(WIDTH - LABELS - MARGIN) / timing.columns;
    timing.height = (unsigned)draw_texts(&timing, NULL, TOP + ROW * (diagram->rows + 1.0) + LINE);
    timing.out = wave_open_svg(svg);
    if (!timing.out) return SCORD_EXIT_ENVIRONMENT;
    draw(&timing);
    return wave_close_svg(timing.out, svg);
}

int wave_timing(const char *file, const char *description, const char *svg) {
    wave_diagram_t diagram;
    int code = wave_diagram_read(&diagram, description, file);
    if (!code) code = write_svg(&diagram, svg);
    wave_diagram_free(&diagram);
    return code;
}
