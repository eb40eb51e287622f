/* SPDX-License-Identifier: Apache-2.0 */
/* report_area.c: the section of area rows, measured or recorded: "gates NAME CELLS FLIP-FLOPS UM2
 * NS FO4", "state MACHINE STRUCTURE BITS" (scripts/area/baseline.awk); see report_internal.h.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/page/report_internal.h"

enum { NAME = 128, ROWS_IN_PLOT = 24 };

typedef struct gates {
    char name[NAME];
    unsigned long cells, flip_flops;
    double square_micrometres, nanoseconds, fo4;
} gates_t;

typedef struct state {
    char machine[NAME], structure[NAME];
    unsigned long bits;
} state_t;

/* Reads the line at *TEXT into LINE and goes on behind it. */
static bool take_line(const char **text, char line[512]) {
    if (**text == '\0') return false;
    const size_t length = strcspn(*text, "\n");
    snprintf(line, 512, "%.*s", (int)(length < 500 ? length : 500), *text);
    *text += length + ((*text)[length] == '\n' ? 1 : 0);
    return true;
}

static bool measure(double value) {
    return value >= 0 && value < 1e15;
} /* not that of a chip otherwise, nor a number */

static bool read_gates(const char *line, gates_t *gates) {
    return sscanf(line, "gates %127s %lu %lu %lf %lf %lf", gates->name, &gates->cells,
                  &gates->flip_flops, &gates->square_micrometres, &gates->nanoseconds,
                  &gates->fo4) == 6 &&
           measure(gates->square_micrometres) && measure(gates->nanoseconds) && measure(gates->fo4);
}

static bool read_state(const char *line, state_t *state) {
    return sscanf(line, "state %127s %127s %lu", state->machine, state->structure, &state->bits) ==
           3;
}

void report_judge_area(report_input_t *input) {
    char line[512];
    gates_t gates;
    state_t state;
    unsigned parts = 0;
    unsigned long bits = 0;
    for (const char *text = input->text; take_line(&text, line);) {
        parts += read_gates(line, &gates);
        if (read_state(line, &state)) bits += state.bits;
    }
    snprintf(input->words, sizeof input->words, "%u synthesized parts, %lu bits of state", parts,
             bits);
    input->verdict = REPORT_FACT;
}

static void put_gates(report_page_t *page, const char *text) {
    static const char *const columns[] = {"part", "#cells", "#flip-flops", "#µm² at 0.18 µm",
                                          "#ns",  "#FO4"};
    char line[512];
    gates_t gates;
    report_table_begin(page, "synthesized parts", columns, 6);
    while (take_line(&text, line)) {
        if (!read_gates(line, &gates)) continue;
        fputs("<tr>", page->out);
        report_cell_code(page, gates.name);
        report_cell_count(page, gates.cells);
        report_cell_count(page, gates.flip_flops);
        report_cell_count(page, report_whole(gates.square_micrometres));
        report_cell_real(page, gates.nanoseconds, 3);
        report_cell_real(page, gates.fo4, 1);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

static void put_state(report_page_t *page, const char *text) {
    static const char *const columns[] = {"machine", "structure", "#bits of state"};
    char line[512];
    state_t state;
    report_table_begin(page, "state by structure", columns, 3);
    while (take_line(&text, line)) {
        if (!read_state(line, &state)) continue;
        fputs("<tr>", page->out);
        report_cell_code(page, state.machine);
        report_cell_code(page, state.structure);
        report_cell_count(page, state.bits);
        fputs("</tr>\n", page->out);
    }
    report_table_end(page);
}

/* The first parts of the file, their longest paths; and the state of the structures. */
static void put_plots(report_page_t *page, const char *text) {
    static const char *const area[] = {"mm²"}, *const bits[] = {"bits"};
    char line[512], names[2][ROWS_IN_PLOT][NAME];
    const char *labels[2][ROWS_IN_PLOT];
    double values[2][ROWS_IN_PLOT];
    unsigned rows[2] = {0};
    gates_t gates;
    state_t state;
    while (take_line(&text, line)) {
        const unsigned of = read_gates(line, &gates) ? 0 : read_state(line, &state) ? 1 : 2;
        if (of == 2 || rows[of] == ROWS_IN_PLOT) continue;
        assert(of < 2 && rows[of] < ROWS_IN_PLOT);
        snprintf(names[of][rows[of]], NAME, "%s", of == 0 ? gates.name : state.structure);
        labels[of][rows[of]] = names[of][rows[of]];
        values[of][rows[of]++] = of == 0 ? gates.square_micrometres / 1e6 : (double)state.bits;
    }
    const report_plot_t area_plot = {.title = "Area",
                                     .unit = "mm² at 0.18 µm",
                                     .labels = labels[0],
                                     .series = area,
                                     .values = values[0],
                                     .rows = rows[0],
                                     .series_count = 1,
                                     .decimals = 3,
                                     .logarithmic = true};
    const report_plot_t state_plot = {.title = "State",
                                      .unit = "bits",
                                      .labels = labels[1],
                                      .series = bits,
                                      .values = values[1],
                                      .rows = rows[1],
                                      .series_count = 1,
                                      .logarithmic = true};
    if (rows[0] > 0) report_put_plot(page, &area_plot);
    if (rows[1] > 0) report_put_plot(page, &state_plot);
}

void report_put_area(report_page_t *page, const report_input_t *input, unsigned number) {
    (void)number;
    put_plots(page, input->text);
    put_gates(page, input->text);
    put_state(page, input->text);
}
