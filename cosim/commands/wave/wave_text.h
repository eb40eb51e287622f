/* SPDX-License-Identifier: Apache-2.0 */
/* wave_text.h: values of a wave as drawings show them (wave_svg.c, wave_timing.c). */
#ifndef SCORD_WAVE_TEXT_H
#define SCORD_WAVE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bits of a slice, '0', '1' or others, most significant first, in hexadecimal without leading
 * zeros; x for a digit that is not known. Of more digits than `size` has room for: the low ones. */
void wave_hexadecimal(const char *bits, unsigned width, char *text, size_t size);

/* The name that the filter file PATH gives a value: lines "value name", values in hexadecimal.
 * False: none. */
bool wave_filter_name(const char *path, const char *value, char *text, size_t size);

/* Where a drawing goes, '-': standard output. NULL after one message. */
FILE *wave_open_svg(const char *svg);
/* Ends it. Returns 0, or an exit code after one message. */
int wave_close_svg(FILE *out, const char *svg);

/* Text for an SVG: < and & as entities. */
void wave_escape(FILE *out, const char *text);

/* A text element with its left end, or as its class says, at x on baseline y. */
void wave_put_text(FILE *out, double x, double y, const char *class, const char *text);

#endif
