/* wave_view_internal.h: what the files of the prepared views share.
 *
 *   wave_view.c        save file format, the view of the whole device, which views there are
 *   wave_view_units.c  the views of single units
 */
#ifndef SCORD_WAVE_VIEW_INTERNAL_H
#define SCORD_WAVE_VIEW_INTERNAL_H

#include <limits.h>
#include <stdio.h>

#include "cosim/wave/wave_pass.h"

typedef struct scord_view {
    FILE *out;
    const scord_config_t *config;
    const scord_wave_focus_t *focus;
    char filters[PATH_MAX]; /* directory of the filters, "" when there is none */
    unsigned filter_count;
} scord_view_t;

/* Signals are named below TOP.scord_top. `encoding`: a filter of cosim/wave, or NULL. */
void scord_view_group(scord_view_t *view, const char *title);
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
