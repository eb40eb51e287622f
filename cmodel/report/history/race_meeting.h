/* SPDX-License-Identifier: Apache-2.0 */
/* race_meeting.h: what the two warps of a race do besides it: signal to each other, update the
 * word, wait for it. Whether the owner held a lock. Hints follow from that (race_repair.c): a fence
 * is the repair only where one signals to the other behind its access, and none of a counter that
 * both increment.
 *
 * Signals are strong accesses (volatile, atomic, acquire, release). Of each warp the last
 * SCORD_SIGNALS words are kept that it accessed so. A race's word is watched from its site's first
 * race on, until what its warps do is known, or the kernel ends.
 */
#ifndef SCORD_RACE_MEETING_H
#define SCORD_RACE_MEETING_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/report/race_side.h"
#include "cmodel/scord_params.h"
#include "cmodel/stream/event.h"

enum {
    SCORD_SIGNALS = 4,
    SCORD_WATCHED_WORDS = 16,
    SCORD_WARP_INDICES = 1 << SCORD_FENCE_FILE_INDEX_WIDTH,
    SCORD_BLOCK_IDS = 1 << SCORD_BLOCK_ID_WIDTH
};

/* What is known of a race by now. */
typedef struct scord_meeting {
    bool tests;  /* one loads it before its own atomic, and the other changes it by atomics */
    bool update; /* one warp loads and stores the word, the other does so, too, or by an atomic */
    bool waits;  /* one loads it again and again, and does nothing else */
    uint32_t update_pc, wait_pc, test_pc; /* the store, the loads */
} scord_meeting_t;

typedef struct scord_signal {
    uint64_t address;
    uint64_t written, read; /* sequences of the last such accesses, 0: none … */
    uint64_t claimed; /* … and of the last atomic that takes a lock or polls (guards below) */
} scord_signal_t;

/* Instructions of a warp's last access, and of the one before it. */
typedef struct scord_last_access {
    uint64_t sequence;
    uint32_t pc, before_pc;
} scord_last_access_t;

/* Locks that a warp holds as D17 and D19 see them: how many, and since when some or none. */
typedef struct scord_held_locks {
    uint32_t count;
    uint64_t taken, given; /* sequences: the first one, the last one; 0: never */
} scord_held_locks_t;

typedef struct scord_watched_warp {
    uint8_t block_id, warp_id;
    bool loaded, stored, updated, atomic;
    bool load_first, tested; /* its first access is a load, and an atomic has followed */
    uint32_t store_pc, update_pc, load_pc;
} scord_watched_warp_t;

typedef struct scord_watched_word {
    uint64_t address;
    uint32_t site;
    scord_watched_warp_t warp[2];
} scord_watched_word_t;

typedef struct scord_meetings {
    scord_last_access_t last[SCORD_WARP_INDICES];
    scord_held_locks_t held[SCORD_WARP_INDICES];
    uint64_t
        barrier[SCORD_BLOCK_IDS]; /* sequence of the block's last one in this kernel, 0: none */
    scord_watched_word_t watched[SCORD_WATCHED_WORDS];
    uint32_t watched_count;
    bool signalled;                                           /* some of `signal` are not 0 */
    scord_signal_t signal[SCORD_WARP_INDICES][SCORD_SIGNALS]; /* the newest first */
} scord_meetings_t;                                           /* zeroed = empty */

/* A kernel starts: nothing is known. */
void scord_meetings_start(scord_meetings_t *meetings);
/* An access has retired whose races have been reported. */
void scord_meetings_access(scord_meetings_t *meetings, const scord_event_t *event, uint8_t block_id,
                           uint8_t warp_id);
/* A block takes these warps of an SM, a bit each: they hold no locks (D25). */
void scord_meetings_launch(scord_meetings_t *meetings, unsigned sm, uint32_t warps);
/* The side's warp held no lock at its access. The entry's lockset does not tell: a later load under
 * a lock, by another warp, leaves that lock there (rule 9). */
bool scord_meetings_without_lock(const scord_meetings_t *meetings, const scord_race_side_t *side);
/* OWNER's warp wrote, behind its access, a word other than the one at `address`, strongly. */
bool scord_meetings_signals(const scord_meetings_t *meetings, uint64_t address,
                            const scord_race_side_t *owner);
/* The same, and ACCESS's warp has read that word since, strongly. */
bool scord_meetings_signalled(const scord_meetings_t *meetings, uint64_t address,
                              const scord_race_side_t *owner, const scord_race_side_t *access);
/* The same, and ACCESS's warp has read that word by an atomic that takes a lock or polls: a swap,
 * an exchange, or one that changes nothing. So the two hand the word on, and only lack fences. */
bool scord_meetings_guarded(const scord_meetings_t *meetings, uint64_t address,
                            const scord_race_side_t *owner, const scord_race_side_t *access);
/* The block has met at a barrier. What its warps do to a word before and behind it does not belong
 * together, where both of a race are of the block: a load behind it is no waiting, a store no
 * update of what was loaded before. */
void scord_meetings_barrier(scord_meetings_t *meetings, uint8_t block_id, uint64_t sequence);
/* Whether the access at SEQUENCE belongs to what the two warps of a race do now: no barrier of
 * their block has followed. */
bool scord_meetings_in_phase(const scord_meetings_t *meetings, const scord_watched_word_t *word,
                             uint64_t sequence);
/* Watches the word of a site's first race; nothing when there is no room. The warps are in the
 * order of the result's `warp`; *word is to be told what they did before (scord_watched_warp_did).
 */
scord_watched_word_t *scord_meetings_watch(scord_meetings_t *meetings, uint64_t address,
                                           uint32_t site, const scord_race_side_t *owner,
                                           const scord_race_side_t *access);
void scord_watched_warp_did(scord_watched_warp_t *warp, uint8_t op, uint32_t pc);
/* The index, FROM or above, of a watched word at `address` of which this warp is one of the two;
 * SCORD_WATCHED_WORDS: none. Several sites can watch one word. */
unsigned scord_meetings_find(const scord_meetings_t *meetings, uint64_t address, uint8_t block_id,
                             uint8_t warp_id, unsigned from);
/* What the warp does to the word: *meeting gets what is known then. */
void scord_meetings_word(scord_meetings_t *meetings, unsigned index, const scord_event_t *event,
                         uint8_t block_id, uint8_t warp_id, scord_meeting_t *meeting);

#endif
