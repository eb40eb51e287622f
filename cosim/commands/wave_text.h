/* wave_text.h: values of a wave as drawings show them (wave_svg.c, wave_timing.c). */
#ifndef SCORD_WAVE_TEXT_H
#define SCORD_WAVE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bits of a slice, '0', '1' or others, most significant first, in hexadecimal without leading zeros; x for a digit that is not known. */
void wave_hexadecimal(const char *bits, unsigned width, char *text, size_t size);

/* The name that the filter file PATH gives a value: lines "value name", values in hexadecimal. False: none. */
bool wave_filter_name(const char *path, const char *value, char *text, size_t size);

/* Text of an SVG element: < and & as entities. */
void wave_escape(FILE *out, const char *text);

#endif
