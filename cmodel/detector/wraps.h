/* SPDX-License-Identifier: Apache-2.0 */
/* wraps.h: comparisons that came out equal because a short counter had wrapped (D9). For reports;
 * no state of the hardware, and no decision depends on it.
 *
 * A number in an entry equals its counter's number of now in two cases: the counter has not stepped
 * since the entry was written, or it has stepped a multiple of 2^width times since. Times tell them
 * apart: of a counter's last step, and of the last check of an entry: its owner's, or one that
 * counts as its owner's for this question. Entries need times only when a counter has stepped
 * 2^width times in a launch; `any` says so, and the table of times is made then. An entry without a
 * time was written before that, so that every counter that has wrapped has stepped since.
 *
 * A race that only such a comparison shows is none: with longer counters the check had ended in
 * rule 2 or 3, and the entry were the same, since rules 2 and 8 both begin it anew. So reports
 * leave these out (made_race), and nothing is lost.
 *
 * The time is the number of checks decided.
 */
#ifndef SCORD_WRAPS_H
#define SCORD_WRAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/detector_types.h"

/* The steps of one counter in a launch. */
typedef struct scord_steps {
    uint64_t count, last; /* when the last one was */
} scord_steps_t;

typedef struct scord_wraps {
    uint64_t now;
    bool any;          /* a counter has wrapped in this launch */
    bool made_race;    /* the last check's verdict is a race that longer counters would not show */
    uint64_t *touched; /* by entry; of this launch or an earlier time; NULL: none */
    uint64_t entries;
    scord_steps_t barrier[1 << SCORD_BLOCK_ID_WIDTH];
    scord_steps_t block_fence[1 << SCORD_FENCE_FILE_INDEX_WIDTH]; /* by {SM, WarpID} */
    scord_steps_t device_fence[1 << SCORD_FENCE_FILE_INDEX_WIDTH];
    scord_steps_t epoch[1 << SCORD_FENCE_FILE_INDEX_WIDTH]; /* of __syncwarp (D41) */
} scord_wraps_t;

/* A launch (D5) with so many metadata entries. */
void scord_wraps_start(scord_wraps_t *wraps, uint64_t entries);
void scord_wraps_destroy(scord_wraps_t *wraps);
/* STEPS, a member of WRAPS, makes one step of a counter of WIDTH bits. False: no memory, and wraps
 * are not counted. */
bool scord_wraps_step(scord_wraps_t *wraps, scord_steps_t *steps, unsigned width);

/* A decided check, while `any`: sets made_race, and counts comparisons that may make a difference
 * later into *losses. BEFORE: the entry of index ENTRY; OWNER: its owner's fence file entry;
 * RETIRE: path and verdict; OWNED: x has become the owner. */
void scord_wraps_check(scord_wraps_t *wraps, uint64_t entry, const scord_metadata_t *before,
                       const scord_detector_request_t *x, scord_fence_entry_t owner,
                       bool independent_threads, const scord_retire_t *retire, bool owned,
                       scord_model_losses_t *losses);
/* The same of all words in WORDS of a request, clean ones with the entry BEFORE but for ThreadID;
 * FIRST: index of the entry of word 0. They are decided one after the other, from `now` on. */
void scord_wraps_check_alike(scord_wraps_t *wraps, uint64_t first, uint32_t words,
                             const scord_metadata_t *before, const scord_detector_request_t *x,
                             bool independent_threads, scord_path_t path, bool owned,
                             scord_model_losses_t *losses);

#endif
