/* SPDX-License-Identifier: Apache-2.0 */
/* read_number.h: whole numbers as users write them: in text streams, settings, litmus tests, on
 * command lines and in the environment. */
#ifndef SCORD_READ_NUMBER_H
#define SCORD_READ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads all of TEXT as a number, decimal or 0x…, from LEAST to MOST: digits only, no sign, no
 * space, at most 64 bits. */
bool scord_read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
/* The same for the characters from TEXT up to END. */
bool scord_read_digits(const char *text, const char *end, uint64_t *number);
/* The same with digits of BASE, 10 or 16, and no 0x, as traces write them. */
bool scord_read_base(const char *text, const char *end, unsigned base, uint64_t *number);

#endif
