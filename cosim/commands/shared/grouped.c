/* SPDX-License-Identifier: Apache-2.0 */
/* grouped.c: see grouped.h. */
#include "cosim/commands/shared/grouped.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

const char *grouped(uint64_t value, char buffer[32]) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    assert(length > 0 && length < (int)sizeof digits);
    char *out = buffer;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *out++ = ',';
        *out++ = digits[i];
    }
    assert(out - buffer < 32);
    *out = '\0';
    return buffer;
}
