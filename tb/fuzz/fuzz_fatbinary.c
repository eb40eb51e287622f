/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_fatbinary.c: libFuzzer target: any bytes as a fat binary (sim/toolkit/fat_binary.h).
 *
 * What must hold besides sanitizers' silence: every entry lies inside the bytes, behind the one
 * before; a text has the length that its entry states.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/toolkit/fat_binary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
    if (!holds) abort();
}

/* A damaged size asks for memory, which is no finding. */
enum { TEXT_MOST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fat_entry_t entry;
    const char *why = NULL;
    uint64_t at = 0, before = 0;
    bool damaged = false;
    while (fat_binary_next(data, size, &at, &entry, &damaged)) {
        require(at > before && at <= size && !damaged);
        require(entry.content >= data && entry.bytes <= size - (size_t)(entry.content - data));
        before = at;
        if (entry.text_bytes > TEXT_MOST) continue;
        char *text = fat_entry_text(&entry, &why);
        if (text)
            require(text[entry.text_bytes != 0 ? entry.text_bytes : entry.bytes] == '\0');
        else
            require(!!why);
        free(text);
    }
    return 0;
}
