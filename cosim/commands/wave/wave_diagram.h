/* SPDX-License-Identifier: Apache-2.0 */
/* wave_diagram.h: the description of a timing diagram (docs/theory/diagrams) and what its rows show
 * in each cycle of a wave.
 *
 * One statement a line, '#' begins a comment line; a TEXT is quoted, NAME is a word:
 *   run ARGUMENTS              `scord cosim ARGUMENTS` makes the wave that the text explains
 *   bench MODULE               tb/docs/theory/MODULE.v makes it (tb/docs/theory/waves.sh)
 *   top SCOPE                  signals are named below it (default TOP.scord_top)
 *   title TEXT
 *   group TEXT                 the rows that follow belong together
 *   row NAME TEXT SIGNAL [ATTRIBUTE...]
 *     part=I/N                 part I, from 0 at the lowest bits, of N equal ones
 *     field=RECORD.FIELD       of that, the field of a record of scord_params.h
 *     shown=ENCODING           by the names of cosim/wave/ENCODING.filter
 *     strip=PREFIX             those without a PREFIX
 *     when=NAME                only in cycles in which row NAME is 1
 *     radix=10
 *   handshake VALID READY      rows of the group at hand: its cycles with a transfer, and those
 * that wait, are coloured window MOMENT FROM TO      cycles MOMENT + FROM to MOMENT + TO are drawn;
 * MOMENT is cycle 0; after the row that it names mark LETTER MOMENT NAME TEXT  the cell of row NAME
 * in that cycle, explained below the drawing
 *
 * MOMENT is NAME=VALUE[#N][+K|-K]: the Nth time that the row begins to show VALUE, K cycles later.
 * Two transfers of one value in a row are two times. Cycles are numbered as the lockstep's: a value
 * is that before the rising edge that ends the cycle.
 *
 * A wave fits when it has the signals, as wide as the rows say, and all moments, the marks' in the
 * window. Any other is refused: the drawing would not show what its text explains.
 */
#ifndef SCORD_WAVE_DIAGRAM_H
#define SCORD_WAVE_DIAGRAM_H

#include "cmodel/scord_params.h"
#include "cosim/commands/wave/wave_values.h"

enum {
    DIAGRAM_ROWS = 64,
    DIAGRAM_MARKS = 16,
    DIAGRAM_CYCLES = 48,
    DIAGRAM_TEXT = 80,
    DIAGRAM_NAME = 32,
    DIAGRAM_LINE = 256
};

typedef struct diagram_moment {
    unsigned row, nth;
    int plus;
    char value[DIAGRAM_TEXT];
    unsigned line; /* of the description */
} diagram_moment_t;

typedef struct diagram_row {
    bool group;
    char name[DIAGRAM_NAME], label[DIAGRAM_LINE];
    unsigned part, parts;
    const scord_field_t *field; /* NULL: all bits of the part */
    int when, valid, ready;     /* rows; -1: none */
    bool decimal;
    char strip[DIAGRAM_NAME];
    unsigned line;
} diagram_row_t;

typedef struct diagram_mark {
    char letter, text[DIAGRAM_LINE];
    unsigned row;
    diagram_moment_t moment;
    int64_t cycle; /* of the run */
} diagram_mark_t;

typedef struct wave_diagram {
    const char *path;
    char title[DIAGRAM_LINE], top[DIAGRAM_TEXT];
    char run[DIAGRAM_LINE];          /* how its wave is made; "" not stated */
    diagram_row_t row[DIAGRAM_ROWS]; /* row i is trace i of save */
    unsigned rows;
    diagram_mark_t mark[DIAGRAM_MARKS];
    unsigned marks;
    bool has_window;
    diagram_moment_t moment;
    int first, last;  /* cycles about the moment */
    int64_t origin;   /* cycle of the moment */
    wave_save_t save; /* what wave_values_read wants */
    wave_values_t values;
} wave_diagram_t;

/* Reads the description in PATH and the values of the wave FILE (FST or VCD), and finds its
 * moments. Returns 0, or an exit code after one message that names the description's line. Free it
 * in any case. */
int wave_diagram_read(wave_diagram_t *diagram, const char *path, const char *file);
void wave_diagram_free(wave_diagram_t *diagram);

/* What a row shows in a cycle: text, "" when its `when` is 0. A single bit is "0", "1" or "x". */
void wave_diagram_text(const wave_diagram_t *diagram, unsigned row, int64_t cycle,
                       char text[DIAGRAM_TEXT]);
/* Bits of a row. */
unsigned wave_diagram_width(const wave_diagram_t *diagram, unsigned row);
/* Of a row with a handshake: 't' in a cycle with a transfer, 'w' when it waits, else ' '. */
char wave_diagram_handshake(const wave_diagram_t *diagram, unsigned row, int64_t cycle);

#endif
