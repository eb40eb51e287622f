/* SPDX-License-Identifier: Apache-2.0 */
/* trace_number.h: words and numbers of a trace line.
 */
#ifndef SCORD_TRACE_NUMBER_H
#define SCORD_TRACE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Next word of *AT (blanks separate), ended in place; NULL at the end. */
char *trace_word(char **at);
/* The whole of WORD as a number; false when it is none, or too large. Hexadecimal with or without
 * 0x. */
bool trace_decimal(const char *word, uint64_t most, uint64_t *value);
bool trace_hexadecimal(const char *word, uint64_t most, uint64_t *value);
/* Decimal, with an optional sign; or 0x and hexadecimal digits. */
bool trace_signed(const char *word, int64_t *value);

#endif
