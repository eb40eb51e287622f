/* wrapped_text.h: text for people in lines of at most SCORD_COLUMNS columns.
 */
#ifndef SCORD_WRAPPED_TEXT_H
#define SCORD_WRAPPED_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { SCORD_COLUMNS = 100 };

/* Columns of LENGTH bytes of UTF-8. */
unsigned scord_text_columns(const char *text, size_t length);
/* Prints TEXT's words (UTF-8) from column `column` on, continuing lines at `indent`, and a newline; a word longer than a line
 * keeps its line. */
void scord_print_wrapped(FILE *out, const char *text, unsigned column, unsigned indent);

#endif
