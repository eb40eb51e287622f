/* SPDX-License-Identifier: Apache-2.0 */
/* scord_model.h: the golden model of scord's state and rules (docs/semantics.md), as a library.
 *
 * Handle-based, no globals, no input or output, no allocation per event. It has the same two halves
 * as the RTL: SM units (barrier counters, lock tables, warp priority tables, issue schedulers) turn
 * SM events into detector requests; the detector (fence file, metadata, detection logic, race log)
 * decides them, one word at a time. The caller owns the queue between the halves and so determines
 * the arbitration order. scord_replay.h connects the halves in stream order for plain model runs.
 */
#ifndef SCORD_MODEL_H
#define SCORD_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/detector/detector_types.h"
#include "cmodel/scord_params.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_model scord_model_t;
/* What items of words follow from that were decided at once: cmodel/detector/alike_words.h. */
typedef struct scord_alike_words scord_alike_words_t;

typedef enum scord_model_status {
    SCORD_MODEL_OK = 0,
    SCORD_MODEL_BAD_ARGUMENT, /* a parameter outside its documented range */
    SCORD_MODEL_NO_MEMORY
} scord_model_status_t;

/* One SM's state in the RTL's own layout, for bit compare: lock_table[warp] = entries of
 * SCORD_LOCK_ENTRY_WIDTH bits, oldest entry lowest; unused warps and slots are 0. */
typedef struct scord_model_sm_state {
    uint8_t barrier_counters[SCORD_MAX_BLOCKS_PER_SM];
    uint8_t warp_priority_table[SCORD_MAX_BLOCKS_PER_SM];
    uint64_t lock_table[SCORD_MAX_WARPS_PER_SM];
    uint8_t warp_convergence[SCORD_MAX_WARPS_PER_SM]; /* {epoch, hasDiverged} (D41); no hardware
                                                         without independent_threads */
} scord_model_sm_state_t;

/* Creates a model of CONFIG, everything in its reset state, nothing tracked. NULL when CONFIG is
 * illegal (config_rules.h names the key) or memory is short; *status says which. */
scord_model_t *scord_model_create(const scord_config_t *config, scord_model_status_t *status);
void scord_model_destroy(scord_model_t *model);
const scord_config_t *scord_model_config(const scord_model_t *model);

/* D5: kernel start. Everything to its start value, metadata to the reset image; the race log is
 * kept. tracked_base: byte address aligned to 4 << log2_tracked_words; log2_tracked_words 4..36.
 * The only call that allocates, but for a table that is made when a counter first wraps (wraps.h).
 */
scord_model_status_t scord_model_kernel_start(scord_model_t *model, uint64_t tracked_base,
                                              unsigned log2_tracked_words);

/* SM half. One event of SM `sm` (0 .. num_sms-1), in program order. Returns true when *request was
 * filled and must go to the detector, after all earlier ones of this SM. */
bool scord_model_sm_event(scord_model_t *model, unsigned sm, const scord_sm_event_t *event,
                          scord_detector_request_t *request);
/* Issue scheduler of an SM for this cycle: picks one warp of `ready` (warp slots of launched
 * blocks) and remembers it. Uses the warp priority table as it stands before this cycle's SM event.
 * Returns the warp, or -1 when ready is 0 (state then unchanged). BAWS section 4.1; the exact rules
 * are docs/rtl-interface.md, "issue_scheduler". */
int scord_model_issue_pick(scord_model_t *model, unsigned sm, scord_issue_policy_t policy,
                           uint32_t ready);
/* State of one SM as the RTL holds it. */
void scord_model_sm_state(const scord_model_t *model, unsigned sm, scord_model_sm_state_t *state);

/* A hint that the words `mask` of the segment at byte address `segment` will be decided soon: their
 * metadata is prefetched, no state changes. If metadata does not fit the caches, a caller that
 * announces several requests together runs several times as fast (docs/speed.md). */
void scord_model_prefetch(const scord_model_t *model, uint64_t segment, uint32_t mask);
/* Detector half. Decides word `word` (bit of request->mask) of an access request: updates metadata,
 * counters and the race log, fills *retire. `cycle` goes into a race record. */
void scord_model_check(scord_model_t *model, const scord_detector_request_t *request, unsigned word,
                       uint64_t cycle, scord_retire_t *retire);
/* Decides those words behind WORD, which scord_model_check has just decided as *retire says, that
 * have the same outcome because their entries look alike: at once, as long as they follow each
 * other in request->mask and are clean. Returns them, a bit each; 0: the next word is decided by
 * scord_model_check. It is a matter of speed alone. *kept gets what the items of these words follow
 * from (alike_words.h); NULL: they are not wanted. */
uint32_t scord_model_check_alike(scord_model_t *model, const scord_detector_request_t *request,
                                 unsigned word, const scord_retire_t *retire,
                                 scord_alike_words_t *kept);
/* Sets the observer: OBSERVE is called with CONTEXT for every decided word (not for untracked
 * ones), and the plain rules decide every word (decision_observer.h). NULL: none. Kernel starts
 * keep it. */
void scord_model_observe_decisions(scord_model_t *model, scord_decision_observe_t *observe,
                                   void *context);
/* The same word when its metadata could not be read (D27): path and verdict not_performed, metadata
 * untouched, a record without owner in the race log. Call it only if memory answered the read of
 * that entry with an error. */
void scord_model_check_not_performed(scord_model_t *model, const scord_detector_request_t *request,
                                     unsigned word, uint64_t cycle, scord_retire_t *retire);
/* For an observer of retired items (scord_observe_t), while it is called with an access word: what
 * the rules decide about the same access if ENTRY were the metadata of its word, THREAD_ID the
 * lowest lane on it, and SEVERAL whether several lanes touch one byte (D40). Fills the entries,
 * path, verdict and scope of *retire, the item; changes no state. */
void scord_model_decide_entry(const scord_model_t *model, uint64_t entry, unsigned thread_id,
                              bool several, scord_retire_t *retire);
/* Counts a fence request. */
void scord_model_fence(scord_model_t *model, const scord_detector_request_t *request,
                       scord_retire_t *retire);

/* Fence file entry at index {SM, WarpID}, as bits of scord_fence_entry_t. */
uint32_t scord_model_fence_entry(const scord_model_t *model, unsigned index);
/* Release numbers (D61): the newest of the device, and those of block BlockID; 0 without
 * acquire_release. */
typedef struct scord_model_release_numbers {
    uint16_t newest, released, block_released, acquired, pending;
} scord_model_release_numbers_t;
void scord_model_release_numbers(const scord_model_t *model, unsigned block_id,
                                 scord_model_release_numbers_t *numbers);
/* Metadata in memory: number of entries, and entry `index` as bits. */
uint64_t scord_model_metadata_entries(const scord_model_t *model);
uint64_t scord_model_metadata(const scord_model_t *model, uint64_t index);
/* Index of the metadata entry of the word at byte address `address`. False: not tracked (D24). */
bool scord_model_metadata_index(const scord_model_t *model, uint64_t address, uint64_t *index);
/* Sets entry `index` to `bits`, the content of memory: a write-back failed, and the device has read
 * the old entry again (D27). */
void scord_model_metadata_restore(scord_model_t *model, uint64_t index, uint64_t bits);
/* Race log, a ring (D38): records written since log_reset (log_tail), and record `index`: one of
 * the newest log_capacity of them, consumed or not. */
uint64_t scord_model_race_count(const scord_model_t *model);
const scord_race_record_t *scord_model_race(const scord_model_t *model, uint64_t index);
/* Software has consumed the records before number `head`. False, and nothing changes, unless
 * log_head <= head <= log_tail. */
bool scord_model_log_consume(scord_model_t *model, uint64_t head);
/* Empties the log: log_head, log_tail and log_dropped to zero. */
void scord_model_log_reset(scord_model_t *model);
scord_model_losses_t scord_model_losses(const scord_model_t *model);
/* Whether the last decided check reported a race that only a wrapped counter shows (D9, wraps.h).
 */
bool scord_model_race_by_wrap(const scord_model_t *model);
const scord_model_counters_t *scord_model_counters(const scord_model_t *model);

#ifdef __cplusplus
}
#endif
#endif
