/* SPDX-License-Identifier: Apache-2.0 */
/* warp_log.h: accesses of one warp that the table of warp_words.h does not have yet.
 *
 * Most places are touched in one way only until the lanes of a warp meet, and cannot conflict. So
 * an access first goes into the log of its warp, which is written and read in sequence. Filters
 * say which segments the warp may have written, read, and touched without synchronising, since the
 * meeting, in the log or in the table: they never miss one, and now and then they name one too
 * many.
 */
#ifndef SIM_WARP_LOG_H
#define SIM_WARP_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP_FILTER_BITS_LOG2 = 11, WARP_FILTER_WORDS = (1 << WARP_FILTER_BITS_LOG2) / 64 };
enum { WARP_LOG_ENTRIES = 256 }; /* that each warp may have; a power of two */

/* Lanes side by side: lane (PLACE >> by) + shift of the segment at each of PLACES. */
typedef struct warp_logged {
    uint64_t key; /* of the segment, without the warp, and what else the table needs */
    uint32_t places, packed;
} warp_logged_t;

_Static_assert(WARP_FILTER_WORDS <= 64, "bits");

typedef struct warp_log {
    uint64_t stamp; /* of the meeting behind which all of it lies */
    warp_logged_t *entry;
    uint32_t entries, allocated;
    uint32_t most;        /* entries that it may have now */
    uint64_t instruction; /* of the last entry */
    uint64_t any_wrote;   /* a bit for each word of `wrote` that is not 0: mostly that is enough */
    bool entered;         /* the table has something of it */
    uint64_t wrote[WARP_FILTER_WORDS], read[WARP_FILTER_WORDS];
    uint64_t plain[WARP_FILTER_WORDS]; /* by accesses that do not synchronise, either way */
} warp_log_t;                          /* zeroed = empty */

static inline uint32_t warp_filter_bit(uint64_t key) {
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - WARP_FILTER_BITS_LOG2));
}
/* An access to segment KEY may conflict with an earlier one: one of the two writes, and not both
 * synchronise. */
static inline bool warp_log_may_meet(const warp_log_t *log, uint64_t key, bool writes,
                                     bool synchronises) {
    const uint32_t bit = warp_filter_bit(key);
    if (synchronises) return (log->plain[bit / 64] >> bit % 64 & 1) != 0;
    if ((log->any_wrote >> bit / 64 & 1) != 0 && (log->wrote[bit / 64] >> bit % 64 & 1) != 0)
        return true;
    return writes && (log->read[bit / 64] >> bit % 64 & 1) != 0;
}
static inline void warp_log_mark(warp_log_t *log, uint64_t key, bool writes, bool synchronises) {
    const uint32_t bit = warp_filter_bit(key);
    (writes ? log->wrote : log->read)[bit / 64] |= UINT64_C(1) << bit % 64;
    if (writes) log->any_wrote |= UINT64_C(1) << bit / 64;
    if (!synchronises) log->plain[bit / 64] |= UINT64_C(1) << bit % 64;
}
/* The log is empty, and behind the meeting STAMP. */
void warp_log_begin(warp_log_t *log, uint64_t stamp);
/* Its entries are of many segments: of half as many as it has, at least. */
bool warp_log_is_stream(const warp_log_t *log);
/* The first COUNT entries go; the filters still name them. */
void warp_log_drop(warp_log_t *log, uint32_t count);
/* Room for MORE entries. False: there is no memory. */
bool warp_log_room(warp_log_t *log, uint32_t more);

#endif
