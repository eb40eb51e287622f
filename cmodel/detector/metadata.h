/* SPDX-License-Identifier: Apache-2.0 */
/* metadata.h: the metadata entry's reset image (ScoRD section IV, Figure 7; docs/semantics.md
 * section 1).
 *
 * The entry itself, scord_metadata_t, and its bit positions are generated from
 * scripts/params/scord.params.
 */
#ifndef SCORD_METADATA_H
#define SCORD_METADATA_H

#include <assert.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

/* Reset image: all zero, but Modified = BlkShared = DevShared = 1, which no access ever produces,
 * so that the three flags together mean "not accessed since (re-)initialisation" (Table III(a)). */
#define SCORD_METADATA_RESET_IMAGE                                                                 \
    (UINT64_C(1) << SCORD_METADATA_MODIFIED_SHIFT |                                                \
     UINT64_C(1) << SCORD_METADATA_BLK_SHARED_SHIFT |                                              \
     UINT64_C(1) << SCORD_METADATA_DEV_SHARED_SHIFT)

/* The reset image as bits, with `tag` (0 .. 2^SCORD_TAG_WIDTH - 1) in its Tag field: what a tag
 * miss reads (D23). */
static inline uint64_t scord_metadata_reset(unsigned tag) {
    assert(tag < 1 << SCORD_TAG_WIDTH);
    return SCORD_METADATA_RESET_IMAGE | (uint64_t)tag << SCORD_METADATA_TAG_SHIFT;
}
/* Tag field of an entry's bits. */
static inline unsigned scord_metadata_tag(uint64_t bits) {
    return (unsigned)(bits >> SCORD_METADATA_TAG_SHIFT) & ((1 << SCORD_TAG_WIDTH) - 1);
}

#endif
