/* SPDX-License-Identifier: Apache-2.0 */
/* wave_values.h: what signals of an FST do in a window of time, read through gtkwave's fst2vcd. */
#ifndef SCORD_WAVE_VALUES_H
#define SCORD_WAVE_VALUES_H

#include "cosim/commands/wave/wave_save.h"

typedef struct wave_change {
    int64_t time;
    char *bits; /* 0, 1, x, z; as many as the signal has */
} wave_change_t;

typedef struct wave_signal {
    const char *name; /* as the view has it */
    char code[16];    /* of the VCD; "": not in the wave */
    unsigned width;
    wave_change_t *change; /* the value at the window's start first */
    unsigned changes, allocated;
} wave_signal_t;

typedef struct wave_values {
    wave_signal_t *signal; /* distinct names of the view */
    unsigned signals;
    unsigned *of_trace; /* trace → signal */
    unsigned *of_valid; /* trace → signal that says when it holds */
} wave_values_t;

/* Returns 0, or an exit code after one message: a signal of the view that is not in the wave is
 * one. */
int wave_values_read(wave_values_t *values, const wave_save_t *save);
void wave_values_free(wave_values_t *values);

#endif
