/* SPDX-License-Identifier: Apache-2.0 */
/* trace_number.c: see trace_number.h. */
#include "cmodel/import/trace_number.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/base/read_number.h"

char *trace_word(char **at) {
    char *word = *at + strspn(*at, " \t");
    if (*word == '\0') return NULL;
    char *end = word + strcspn(word, " \t");
    *at = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}

/* *VALUE stays when the word is no such number. */
static bool number(const char *word, unsigned base, uint64_t most, uint64_t *value) {
    assert(base == 10 || base == 16);
    uint64_t read;
    if (!scord_read_base(word, word + strlen(word), base, &read) || read > most) return false;
    *value = read;
    return true;
}

static bool starts_0x(const char *word) {
    return word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
}

bool trace_decimal(const char *word, uint64_t most, uint64_t *value) {
    return number(word, 10, most, value);
}

bool trace_hexadecimal(const char *word, uint64_t most, uint64_t *value) {
    return number(starts_0x(word) ? word + 2 : word, 16, most, value);
}

bool trace_signed(const char *word, int64_t *value) {
    uint64_t magnitude;
    const bool negative = *word == '-', hexadecimal = starts_0x(word);
    if (hexadecimal ? !trace_hexadecimal(word, UINT64_MAX, &magnitude)
                    : !trace_decimal(word + negative, (uint64_t)INT64_MAX + negative, &magnitude))
        return false;
    *value = (int64_t)(negative ? 0 - magnitude : magnitude);
    return true;
}
