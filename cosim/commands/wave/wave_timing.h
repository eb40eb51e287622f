/* SPDX-License-Identifier: Apache-2.0 */
/* wave_timing.h: `scord wave --diagram`: a timing diagram of some signals, for documents. */
#ifndef SCORD_WAVE_TIMING_H
#define SCORD_WAVE_TIMING_H

/* Draws the description DIAGRAM (wave_diagram.h) of the wave FILE into SVG ("-": standard output).
 * Returns 0, or an exit code after one message. */
int wave_timing(const char *file, const char *diagram, const char *svg);

#endif
