/* SPDX-License-Identifier: Apache-2.0 */
/* read_number.c: see read_number.h. strtoull is not used, because it accepts spaces, signs (-5 as
 * 2^64 - 5) and octal numbers, and turns a number that is too large into the largest. */
#include "cmodel/base/read_number.h"

#include <string.h>

/* 99: none. */
static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 99;
}

bool scord_read_base(const char *text, const char *end, unsigned base, uint64_t *number) {
    *number = 0;
    for (const char *at = text; at < end; at++) {
        const unsigned digit = digit_value(*at);
        if (digit >= base || *number > (UINT64_MAX - digit) / base) return false;
        *number = *number * base + digit;
    }
    return end > text;
}

bool scord_read_digits(const char *text, const char *end, uint64_t *number) {
    const bool hexadecimal = end - text > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return hexadecimal ? scord_read_base(text + 2, end, 16, number)
                       : scord_read_base(text, end, 10, number);
}

bool scord_read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    return scord_read_digits(text, text + strlen(text), number) && *number >= least &&
           *number <= most;
}
