/* SPDX-License-Identifier: Apache-2.0 */
/* acquire_release.h: what acquire and release add to the detector (ScoRD section VI;
 * docs/semantics.md section 13, D60 to D64; rtl/detector/release_numbers.v,
 * rtl/detector/acquire_release.v).
 *
 * Idea. Releases are numbered in the detector's one order (D1). A number is a Lamport clock: a
 * thread that acquires number n is ordered after everything that happened before the release
 * numbered n, through any number of blocks, scopes and barriers.
 *
 * Data. Four numbers for each block; the newest number of the device; one number for each word,
 * stored in place of an empty lockset (D62):
 *
 *   lock_bloom of an entry      15 ........ 4 | 3 .. 0
 *     a lockset                 device part, block part (D21), block part not empty
 *     a number                  number        | 0 0 0 0       the block part is empty
 *       release = 1             what the word carries: an acquiring reader acquires it
 *       release = 0             the newest number at the owner's access
 *
 * One check, called by scord_detector.c:
 *   rules_entry   the entry without its number, as rules 1 to 9 expect it
 *   ordered       D63: is x after the owner's access? Then the rules report no race
 *   carried       the number that x reads from the word (D61); counts after its request
 *   finish        puts the number back into the entry that the rules made
 *
 * Invariants: a number is 1 .. 2^SCORD_RELEASE_NUMBER_WIDTH - 1, 0 is none; numbers wrap, so only
 * ages, (newest - n) mod 2^width, are compared; a block's device-scope release is never younger
 * than its newest of any scope.
 *
 * Known holes: numbers belong to blocks, not warps, and after 4095 releases an old one looks young.
 * References: the RTL in lockstep, tb/eval/accuracy/variant_order.c.
 */
#ifndef SCORD_ACQUIRE_RELEASE_H
#define SCORD_ACQUIRE_RELEASE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/detection_logic.h"
#include "cmodel/semantics.h"

enum { SCORD_RELEASE_BLOCKS = SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM };

/* A number: 1 .. 2^SCORD_RELEASE_NUMBER_WIDTH - 1; 0: none. */
typedef uint16_t scord_release_number_t;

typedef struct scord_release_numbers {
    scord_release_number_t newest; /* of the device */
    scord_release_number_t
        released[SCORD_RELEASE_BLOCKS]; /* release file: newest of device scope, by BlockID */
    scord_release_number_t block_released[SCORD_RELEASE_BLOCKS]; /* and of any scope */
    scord_release_number_t acquired[SCORD_RELEASE_BLOCKS];
    scord_release_number_t
        pending[SCORD_RELEASE_BLOCKS]; /* read, acquired with the block's next acquiring fence */
} scord_release_numbers_t;

/* D5. */
void scord_release_numbers_start(scord_release_numbers_t *numbers);
/* A release of the block, or a releasing fence: takes the next number. block_scope: other blocks do
 * not acquire it. */
void scord_release_numbers_release(scord_release_numbers_t *numbers, unsigned block_id,
                                   bool block_scope);
/* An acquiring fence of the block: what was pending is acquired. */
void scord_release_numbers_fence(scord_release_numbers_t *numbers, unsigned block_id);
/* The block has read a word that carries `number` (0: none): acquired at once, or pending. */
void scord_release_numbers_read(scord_release_numbers_t *numbers, unsigned block_id,
                                scord_release_number_t number, bool acquires);

/* The access, for the functions below, with the numbers as they were when its request came. */
typedef struct scord_release_check {
    scord_release_number_t newest;
    scord_release_number_t
        acquired; /* the accessor's block, before anything that this request reads */
    scord_release_number_t
        released; /* the accessor's block at the scope of x, its own release counted */
    scord_release_number_t owner_released;
    bool releases; /* x is a release */
} scord_release_check_t;

/* The entry as the rules see it: no number in the place of an empty lockset. */
scord_metadata_t scord_acquire_release_rules_entry(const scord_metadata_t *metadata);
/* D63: has x acquired what the owner released after its access? */
bool scord_acquire_release_ordered(const scord_metadata_t *metadata, const scord_check_t *x,
                                   const scord_release_check_t *numbers);
/* The number that a synchronising read x takes from the word; 0: none (D61). */
scord_release_number_t scord_acquire_release_carried(const scord_metadata_t *metadata,
                                                     const scord_check_t *x);
/* The number that the word carries after x, a synchronising write; 0: none (D61). */
scord_release_number_t scord_acquire_release_written(const scord_metadata_t *before,
                                                     const scord_check_t *x,
                                                     const scord_release_check_t *numbers);
/* The entry to write back: the rules' with its number (D61, D62). metadata: as it was before. */
scord_metadata_t scord_acquire_release_finish(const scord_metadata_t *metadata,
                                              const scord_decision_t *decision,
                                              const scord_check_t *x,
                                              const scord_release_check_t *numbers);

#endif
