/* SPDX-License-Identifier: Apache-2.0 */
/* fence_file.h: BlkFenceID and DevFenceID of every warp of the device (ScoRD section IV, Figure 6).
 *
 * Index = {SM, WarpID}. If a FenceID still equals the one stored in a metadata entry, the owner has
 * executed no fence of that scope since that access.
 */
#ifndef SCORD_FENCE_FILE_H
#define SCORD_FENCE_FILE_H

#include <assert.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

enum { SCORD_FENCE_FILE_ENTRIES = 1 << SCORD_FENCE_FILE_INDEX_WIDTH };

typedef struct scord_fence_file {
    scord_fence_entry_t entry[SCORD_FENCE_FILE_ENTRIES];
} scord_fence_file_t;

/* Index of warp `warp_id` of the SM that `block_id` = {SM, slot} names. */
static inline unsigned scord_fence_file_index(unsigned block_id, unsigned warp_id) {
    return block_id >> SCORD_SLOT_WIDTH << SCORD_WARP_WIDTH | warp_id;
}
/* D5: all zero. */
void scord_fence_file_start(scord_fence_file_t *file);
/* Counts a fence of `scope`: block scope steps BlkFenceID, device and system (D7) scope DevFenceID,
 * wrapping (D9). */
void scord_fence_file_count(scord_fence_file_t *file, unsigned index, scord_scope_t scope);
static inline scord_fence_entry_t scord_fence_file_read(const scord_fence_file_t *file,
                                                        unsigned index) {
    assert(index < SCORD_FENCE_FILE_ENTRIES);
    return file->entry[index];
}

#endif
