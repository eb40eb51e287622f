/* SPDX-License-Identifier: Apache-2.0 */
/* wave_save.h: a prepared view (cosim/wave/wave_view.c) as `scord wave --svg` reads it: traces,
 * window and markers. */
#ifndef SCORD_WAVE_SAVE_H
#define SCORD_WAVE_SAVE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct wave_trace {
    bool group;            /* a title */
    char label[128];       /* what is shown */
    char signal[256];      /* as in the FST, "" for a title */
    unsigned total;        /* bits of the vector; 0: not said, all of it */
    unsigned shift, width; /* bits shown */
    unsigned filter;       /* number of its filter file, from 1; 0: none */
    char valid[256];       /* the handshake's valid signal; "": the trace is always shown */
    unsigned valid_bit;    /* of that signal, 0 the lowest: the trace is shown while it is 1 */
} wave_trace_t;

enum { WAVE_FILTERS = 512 };

typedef struct wave_save {
    char dump[PATH_MAX];
    char itself[PATH_MAX]; /* where it was written: dump and filters are moved with it */
    int64_t from, to, cursor, cause, effect; /* times; cause, effect: -1 without */
    wave_trace_t *trace;
    unsigned traces, allocated;
    char *filter[WAVE_FILTERS]; /* paths */
    unsigned filters;
} wave_save_t;

/* Returns 0, or an exit code after one message. Free it in any case. */
int wave_save_read(wave_save_t *save, const char *path);
void wave_save_free(wave_save_t *save);

#endif
