/* SPDX-License-Identifier: Apache-2.0 */
/* access_log.h: accesses that the access history has not taken yet.
 *
 * The history is asked only when a race is reported, and forgets everything at a kernel's start;
 * most kernels end without a question. So accesses are noted here first, a few bytes each, and the
 * history takes them when it is asked, or when SCORD_LOG_SLOTS are used: in their order, so that it
 * then is as if it had taken each at once.
 */
#ifndef SCORD_ACCESS_LOG_H
#define SCORD_ACCESS_LOG_H

#include "cmodel/report/history/access_history.h"

enum { SCORD_LOG_SLOTS = 1 << 22 }; /* of 8 bytes */

typedef struct scord_access_log {
    uint64_t *slot;
    uint32_t count, allocated;
    scord_past_segment_t last; /* what the notes behind the last head have in common */
} scord_access_log_t;          /* zeroed = empty */

/* As scord_access_history_add_segment and scord_access_history_add of HISTORY, later. */
bool scord_access_log_segment(scord_access_log_t *log, scord_access_history_t *history,
                              const scord_past_segment_t *segment);
bool scord_access_log_word(scord_access_log_t *log, scord_access_history_t *history,
                           uint64_t address, uint8_t block_id, uint8_t warp_id, uint64_t sequence,
                           uint32_t pc, unsigned lane, bool write);
/* HISTORY takes all that is noted. False: no memory, some accesses are not recorded. */
bool scord_access_log_settle(scord_access_log_t *log, scord_access_history_t *history);
/* Forgets what is noted. */
void scord_access_log_clear(scord_access_log_t *log);
void scord_access_log_destroy(scord_access_log_t *log);

#endif
