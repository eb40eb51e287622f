/* SPDX-License-Identifier: Apache-2.0 */
/* race_apart.h: races of words that the detector takes as clean (docs/semantics.md D76 to D78).
 *
 * Beside the model the report knows which accesses of other warps happen before one (warp_ways.h,
 * warp_clocks.h) and who has accessed a word last (access_history.h). So it looks again at the
 * accesses that rules 4 to 7 let pass between different warps.
 *
 * - The owner of the entry: does its access happen before this one (D76, D77)? Also behind a
 *   barrier of some of the block's warps, which the detector takes for one of all.
 * - A writer that the entry has forgotten: a load that was ordered behind it has become the owner
 *   (D11), or has cleared Modified (D12). Words of such loads are kept with their writer, as many
 *   as SCORD_HANDED_WORDS (D78).
 * - Other readers: a store behind several of them is compared with each that the history has (D78).
 * - Atomics that the entry has forgotten behind another atomic, and a weak access that its own
 * warp's atomic hides: of a weak load the first, of an atomic the second (D78).
 *
 * Most words need one comparison. The access history is asked only where a warp has accessed more
 * than what is known to be ordered.
 */
#ifndef SCORD_RACE_APART_H
#define SCORD_RACE_APART_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/report/history/access_history.h"
#include "cmodel/report/history/warp_ways.h"
#include "cmodel/scord_model.h"

enum { SCORD_HANDED_WORDS = 1 << 16 };

/* A word's writer, whose last write was at or before event `written`. */
typedef struct scord_handed_word {
    uint64_t written;
    uint32_t pc; /* hidden: of the access */
    uint8_t block_id, warp_id, lane;
    bool hidden; /* an atomic of the same warp hides a weak access from the atomics of others … */
    bool reads;  /* … a load */
    bool known;  /* else another store has followed */
} scord_handed_word_t;

typedef struct scord_handed_words {
    scord_index_map_t place_of; /* address of a word → index of word */
    scord_handed_word_t *word;
    uint32_t words, allocated;
    uint64_t without_room; /* writers not kept, and accesses to words of which warps are not */
    uint64_t asked;        /* the event last looked at of which the history told each word */
    uint64_t sequence;     /* of the event last looked at … */
    bool shared;           /* … it is of shared memory, which no other block reaches */
} scord_handed_words_t;    /* zeroed = empty */

/* What is apart, and from which earlier access. */
typedef struct scord_race_apart {
    scord_apart_t why;
    uint32_t lock_pc;       /* early: the CAS of its lock */
    scord_past_warp_t past; /* the earlier one: the last write of its warp, or … */
    bool past_reads;        /* … its last access */
} scord_race_apart_t;

struct scord_race_report;

/* An atomic that only reads: its lanes add 0, or fail to swap. False where the event does not tell.
 */
bool scord_access_changes_nothing(const scord_event_access_t *access);

/* The warp has written the word by compare-and-swaps that failed, which only read. */
bool scord_race_failed_swaps(const struct scord_race_report *report, const scord_past_warp_t *past);
/* Whether another warp, as far as the history has them, has written the word, and nothing orders
 * that before ITEM: by more than atomics that changed nothing. */
bool scord_race_others_wrote(struct scord_race_report *report, const scord_retire_t *item,
                             uint64_t place);
void scord_handed_words_start(scord_handed_words_t *handed);
void scord_handed_words_destroy(scord_handed_words_t *handed);
/* ITEM of EVENT, an access, is clean. PLACE: the history's name of its word or byte. */
scord_race_apart_t scord_race_find_apart(struct scord_race_report *report,
                                         const scord_event_t *event, const scord_retire_t *item,
                                         uint64_t place);

#endif
