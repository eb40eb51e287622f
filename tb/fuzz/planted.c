/* SPDX-License-Identifier: Apache-2.0 */
/* planted.c: a libFuzzer target with a fault, for the test of fuzz_long.sh: by FAULT 1 it crashes,
 * 2 it loses memory, 3 it never ends when an input begins with "BAD"; 0: nothing happens. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void *volatile lost;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3 || data[0] != 'B' || data[1] != 'A' || data[2] != 'D') return 0;
    if (FAULT == 1) abort();
    if (FAULT == 2) lost = malloc(64), lost = NULL;
    while (FAULT == 3) lost = NULL;
    return 0;
}
