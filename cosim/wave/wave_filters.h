/* SPDX-License-Identifier: Apache-2.0 */
/* wave_filters.h: where the files are by which gtkwave shows encodings by name (<encoding>.filter).
 */
#ifndef SCORD_WAVE_FILTERS_H
#define SCORD_WAVE_FILTERS_H

#include <stddef.h>

/* The folder of the filters: SCORD_WAVE_DIR; else, seen from the executable's folder or one above
 * it, share/scord/wave (installed) or cosim/wave (checkout). Absolute; `size` is PATH_MAX or more;
 * "" when there is none: a view without names can still be looked at. */
void scord_wave_filters(char *folder, size_t size);

/* Copies the filters into `folder`, made where it is not there: views that were copied with it show
 * names elsewhere, too. Returns 1, 0 when there are none to copy, or -1 when one cannot be written
 * (errno). */
int scord_wave_filters_copy(const char *folder);

#endif
