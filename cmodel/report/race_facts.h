/* SPDX-License-Identifier: Apache-2.0 */
/* race_facts.h: facts from the metadata of a site's first race, for texts and repairs. */
#ifndef SCORD_RACE_FACTS_H
#define SCORD_RACE_FACTS_H

#include "cmodel/detector/lockset.h"
#include "cmodel/report/race_site.h"

static inline bool scord_race_in_one_block(const scord_race_site_t *site) {
    return site->owner.block_id == site->access.block_id;
}

/* The word has been read in other blocks. (Both flags on clean data mean WarpShared, D42.) */
static inline bool scord_race_dev_shared_before(const scord_race_site_t *site) {
    const scord_metadata_t before = scord_metadata_from_bits(site->metadata_before);
    return before.dev_shared && (before.modified || !before.blk_shared);
}

/* The owner's access has block scope, of its own or of the fence of a volatile flag (D67). */
static inline bool scord_race_owner_has_block_scope(const scord_race_site_t *site) {
    return scord_metadata_from_bits(site->metadata_before).scope != 0;
}

/* A race between threads of one warp, with independent_threads (D40). */
static inline bool scord_race_in_one_warp(const scord_race_site_t *site) {
    return scord_race_in_one_block(site) && site->owner.warp_id == site->access.warp_id &&
           !site->after_readers;
}

/* After a race the entry is RESET(x) (D16): it holds x's strength and locks. */
static inline bool scord_race_access_is_strong(const scord_race_site_t *site) {
    return scord_metadata_from_bits(site->metadata_after).strong;
}

static inline bool scord_race_history_is_strong(const scord_race_site_t *site) {
    return scord_metadata_from_bits(site->metadata_before).strong;
}

static inline uint16_t scord_race_access_locks(const scord_race_site_t *site) {
    return scord_metadata_from_bits(site->metadata_after).lock_bloom;
}

static inline uint16_t scord_race_history_locks(const scord_race_site_t *site) {
    return scord_metadata_from_bits(site->metadata_before).lock_bloom;
}

/* Block-scope locks only: nothing in the device part (D21). */
static inline bool scord_only_block_locks(uint16_t locks) {
    return !scord_lockset_empty(locks) && !(locks >> SCORD_BLOOM_PART_WIDTH);
}

#endif
