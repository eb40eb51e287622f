/* read_number.h: whole numbers as users write them: in text streams, settings, litmus tests, on
 * command lines and in the environment. */
#ifndef SCORD_READ_NUMBER_H
#define SCORD_READ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* TEXT as a number, decimal or 0x…, from LEAST to MOST: nothing but its digits, no sign, no space,
 * no more than 64 bits. */
bool scord_read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
/* The same of what stands between TEXT and END. */
bool scord_read_digits(const char *text, const char *end, uint64_t *number);
/* The digits of BASE, 10 or 16, between TEXT and END, without 0x: traces have such. */
bool scord_read_base(const char *text, const char *end, unsigned base, uint64_t *number);

#endif
