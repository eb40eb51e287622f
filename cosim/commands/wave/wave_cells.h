/* SPDX-License-Identifier: Apache-2.0 */
/* wave_cells.h: what wave_diagram.c asks of wave_cells.c. */
#ifndef SCORD_WAVE_CELLS_H
#define SCORD_WAVE_CELLS_H

#include "cosim/commands/wave/wave_diagram.h"

/* Checks that every row is of its signal's bits, and finds the cycles of the window and of the
 * marks. Returns 0, or an exit code after one message. */
int wave_cells_find(wave_diagram_t *diagram);

#endif
