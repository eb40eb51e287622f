/* SPDX-License-Identifier: Apache-2.0 */
/* wave_view_internal.h: what the files of the prepared views share.
 *
 *   wave_view.c        save file format, the view of the whole device, which views there are
 *   wave_view_units.c  the views of single units
 */
#ifndef SCORD_WAVE_VIEW_INTERNAL_H
#define SCORD_WAVE_VIEW_INTERNAL_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "cosim/wave/wave_pass.h"

typedef struct scord_view {
    FILE *out;
    const scord_config_t *config;
    const scord_wave_focus_t *focus;
    char filters[PATH_MAX]; /* the copies of the filters beside the save file, "" without */
    unsigned filter_count;
    bool has_valid; /* a handshake's signal is stated for what follows */
} scord_view_t;

/* Signals are named below TOP.scord_top. `encoding`: a filter of cosim/wave, or NULL. */
void scord_view_group(scord_view_t *view, const char *title);
/* What follows is the payload of a handshake: it holds while bit `bit` of the vector `valid` of
 * `width` bits is 1. Until the next group, the next call, or a call with NULL. */
void scord_view_valid(scord_view_t *view, const char *valid, unsigned width, unsigned bit);
void scord_view_bit(scord_view_t *view, const char *signal);
void scord_view_bus(scord_view_t *view, const char *signal, unsigned width, const char *encoding);
/* Bits [shift, shift + width) of a vector of `total` bits as a trace of their own. */
void scord_view_slice(scord_view_t *view, const char *label, const char *signal, unsigned total,
                      unsigned shift, unsigned width, const char *encoding);
/* A field of one record in such a vector, with the encoding that its name asks for. */
void scord_view_field(scord_view_t *view, const char *prefix, const char *signal, unsigned total,
                      unsigned base, const scord_field_t *field);
void scord_view_lanes(scord_view_t *view);
void scord_view_sm_event(scord_view_t *view, unsigned sm);
void scord_view_axi(scord_view_t *view);

void scord_view_fence_file(scord_view_t *view);
void scord_view_lock_table(scord_view_t *view);
void scord_view_pipeline(scord_view_t *view);
void scord_view_scheduler(scord_view_t *view);
void scord_view_metadata(scord_view_t *view);

#endif
