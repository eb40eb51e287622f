/* SPDX-License-Identifier: Apache-2.0 */
/* fence_file.c: see fence_file.h. */
#include "cmodel/detector/fence_file.h"

enum { FENCE_ID_MASK = (1 << SCORD_FENCE_ID_WIDTH) - 1 };

void scord_fence_file_start(scord_fence_file_t *file) { *file = (scord_fence_file_t){{{0}}}; }

void scord_fence_file_count(scord_fence_file_t *file, unsigned index, scord_scope_t scope) {
    assert(index < SCORD_FENCE_FILE_ENTRIES);
    scord_fence_entry_t *entry = &file->entry[index];
    uint8_t *fence_id = scope == SCORD_SCOPE_BLOCK ? &entry->blk_fence_id
                                                   : &entry->dev_fence_id; /* D7 */
    *fence_id = (uint8_t)((*fence_id + 1) & FENCE_ID_MASK);                /* D9 */
}
