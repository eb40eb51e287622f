/* read_number.c: see read_number.h. strtoull would take spaces, signs (-5 as 2^64 - 5), octal numbers, and any number too large as the largest. */
#include "read_number.h"

#include <string.h>

bool scord_read_digits(const char *text, const char *end, uint64_t *number) {
    static const char digits[] = "0123456789abcdef";
    const bool hexadecimal = end - text > 2 && text[0] == '0' && text[1] == 'x';
    const unsigned base = hexadecimal ? 16 : 10;
    *number = 0;
    if (hexadecimal) text += 2;
    for (const char *at = text; at < end; at++) {
        const char *digit = memchr(digits, *at >= 'A' && *at <= 'F' ? *at - 'A' + 'a' : *at, base);
        if (digit == NULL || *number > (UINT64_MAX - (uint64_t)(digit - digits)) / base) return false;
        *number = *number * base + (uint64_t)(digit - digits);
    }
    return end > text;
}

bool scord_read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    return scord_read_digits(text, text + strlen(text), number) && *number >= least && *number <= most;
}
