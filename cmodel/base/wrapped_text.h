/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped_text.h: wraps words into lines of a terminal, for reports and help texts. */
#ifndef SCORD_WRAPPED_TEXT_H
#define SCORD_WRAPPED_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { SCORD_COLUMNS = 100 };

/* Columns of UTF-8 text: every byte that is not a continuation. */
unsigned scord_columns_of(const char *text, size_t length);
/* Prints words from column `column` on, continuing lines at `indent`; a word longer than a line is
 * not split. Ends the last line. */
void scord_print_wrapped(FILE *out, const char *text, unsigned column, unsigned indent);
/* The same; text between `back quotes` is a command and is not split over lines. */
void scord_print_wrapped_quotes(FILE *out, const char *text, unsigned column, unsigned indent);

#endif
