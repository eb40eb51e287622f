/* SPDX-License-Identifier: Apache-2.0 */
/* wave_svg.h: `scord wave --svg`: a prepared view as a drawing, without gtkwave and a display. */
#ifndef SCORD_WAVE_SVG_H
#define SCORD_WAVE_SVG_H

/* Renders the view in VIEW to SVG ("-": standard output). Returns 0, or an exit code after one
 * message. */
int wave_svg(const char *view, const char *svg);

#endif
