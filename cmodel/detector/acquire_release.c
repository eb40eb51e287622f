/* SPDX-License-Identifier: Apache-2.0 */
/* acquire_release.c: see acquire_release.h. */
#include "cmodel/detector/acquire_release.h"

#include <assert.h>

#include "cmodel/detector/lockset.h"

enum { NUMBER_MASK = (1 << SCORD_RELEASE_NUMBER_WIDTH) - 1 };

/* ---- numbers ---- */

/* Releases since `number` was given (D62). */
static unsigned age(scord_release_number_t newest, unsigned number) {
    return (newest - number) & NUMBER_MASK;
}

/* The younger of two numbers; 0 is none. */
static scord_release_number_t younger(scord_release_number_t newest, scord_release_number_t a,
                                      scord_release_number_t b) {
    if (a == 0 || b == 0) return a | b;
    return age(newest, a) <= age(newest, b) ? a : b;
}

void scord_release_numbers_start(scord_release_numbers_t *numbers) {
    *numbers = (scord_release_numbers_t){0};
}

void scord_release_numbers_release(scord_release_numbers_t *numbers, unsigned block_id,
                                   bool block_scope) {
    assert(block_id < SCORD_RELEASE_BLOCKS);
    numbers->newest = numbers->newest == NUMBER_MASK
                          ? 1
                          : (scord_release_number_t)(numbers->newest + 1);
    numbers->block_released[block_id] = numbers->newest;
    if (!block_scope) numbers->released[block_id] = numbers->newest;
    assert(numbers->newest != 0 && numbers->newest <= NUMBER_MASK);
}

void scord_release_numbers_fence(scord_release_numbers_t *numbers, unsigned block_id) {
    assert(block_id < SCORD_RELEASE_BLOCKS);
    numbers->acquired[block_id] = younger(numbers->newest, numbers->acquired[block_id],
                                          numbers->pending[block_id]);
}

void scord_release_numbers_read(scord_release_numbers_t *numbers, unsigned block_id,
                                scord_release_number_t number, bool acquires) {
    assert(block_id < SCORD_RELEASE_BLOCKS && number <= NUMBER_MASK);
    scord_release_number_t *known = acquires ? &numbers->acquired[block_id]
                                             : &numbers->pending[block_id];
    *known = younger(numbers->newest, *known, number);
}

/* ---- an entry ---- */

static bool has_number(const scord_metadata_t *md) { return scord_lockset_empty(md->lock_bloom); }

static scord_release_number_t number_of(const scord_metadata_t *md) {
    return (scord_release_number_t)(md->lock_bloom >> SCORD_RELEASE_NUMBER_SHIFT);
}

static bool synchronises(const scord_check_t *x) { return x->atomic || x->stated; }

scord_metadata_t scord_acquire_release_rules_entry(const scord_metadata_t *metadata) {
    scord_metadata_t md = *metadata;
    if (has_number(&md)) md.lock_bloom = 0;
    assert(scord_lockset_empty(md.lock_bloom) == has_number(metadata));
    return md;
}

/* Do the scopes of the word's last write and of x reach each other? */
static bool scopes_match(const scord_metadata_t *md, const scord_check_t *x) {
    return md->block_id == x->block_id || (!md->scope && !x->block_scope);
}

/* Has the owner, or across blocks its block, fenced or released since its access? Within a warp
 * program order is enough, between its threads only where it orders them (D66). */
static bool published(const scord_metadata_t *md, const scord_check_t *x,
                      const scord_release_check_t *numbers) {
    const bool block_fence = md->blk_fence_id != x->owner_fences.blk_fence_id;
    const bool device_fence = md->dev_fence_id != x->owner_fences.dev_fence_id;
    if (md->block_id == x->block_id)
        return (md->warp_id == x->warp_id && scord_threads_ordered(md, x)) || block_fence ||
               device_fence;
    return device_fence ||
           (numbers->owner_released != 0 &&
            age(numbers->newest, numbers->owner_released) < age(numbers->newest, number_of(md)));
}

bool scord_acquire_release_ordered(const scord_metadata_t *metadata, const scord_check_t *x,
                                   const scord_release_check_t *numbers) {
    if (!has_number(metadata) || numbers->acquired == 0) return false;
    const unsigned acquired = age(numbers->newest, numbers->acquired),
                   word = age(numbers->newest, number_of(metadata));
    /* A release includes the write that carries it; one of block scope is none to other blocks. */
    if (metadata->release && (metadata->block_id == x->block_id || !metadata->scope))
        return acquired <= word;
    return acquired < word && published(metadata, x, numbers);
}

scord_release_number_t scord_acquire_release_carried(const scord_metadata_t *metadata,
                                                     const scord_check_t *x) {
    return metadata->release && synchronises(x) && scopes_match(metadata, x) ? number_of(metadata)
                                                                             : 0;
}

scord_release_number_t scord_acquire_release_written(const scord_metadata_t *before,
                                                     const scord_check_t *x,
                                                     const scord_release_check_t *numbers) {
    if (!synchronises(x) || !x->write) return 0;
    scord_release_number_t own = numbers->releases ? numbers->newest : numbers->released;
    if (!numbers->releases && !x->atomic && !scord_lockset_empty(x->lock_bloom))
        own = 0; /* data under a lock: the field holds its lockset */
    const scord_release_number_t chain = x->atomic ? scord_acquire_release_carried(before, x) : 0;
    return younger(numbers->newest, own, chain);
}

static void put_number(scord_metadata_t *md, scord_release_number_t number, bool release) {
    assert(number <= NUMBER_MASK);
    md->lock_bloom = (uint16_t)(number << SCORD_RELEASE_NUMBER_SHIFT);
    md->release = release;
    assert(has_number(md)); /* D62: the low bits leave the block part empty */
}

scord_metadata_t scord_acquire_release_finish(const scord_metadata_t *metadata,
                                              const scord_decision_t *decision,
                                              const scord_check_t *x,
                                              const scord_release_check_t *numbers) {
    scord_metadata_t md = decision->metadata;
    const scord_release_number_t carried = scord_acquire_release_written(metadata, x, numbers);
    if (!decision->owned && (metadata->release || has_number(&md)))
        put_number(&md, has_number(metadata) ? number_of(metadata) : numbers->newest,
                   metadata->release); /* D62: when it is lost */
    else if (decision->owned && carried != 0)
        put_number(&md, carried, true);
    else if (decision->owned && has_number(&md))
        put_number(&md, numbers->newest, false);
    return md;
}
