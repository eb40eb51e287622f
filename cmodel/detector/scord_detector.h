/* SPDX-License-Identifier: Apache-2.0 */
/* scord_detector.h: the shared detector (rtl/detector/scord_detector.v): fence file, metadata,
 * detection logic, race log.
 *
 * Every call is one item of the one total order at the detector (D1); the callers are
 * scord_model.c's functions of the same names. A check of one word goes
 *
 *   locate ──► read, tag check ──► decide ──► write ──► log a race ──► count
 *   (D24)      (D23)                 │
 *                 plain rules        │  detection_logic.c: with an option or an observer
 *                 decision table     │  decision_table.h: else; the same decisions, faster
 *
 * A fence steps the fence file, and with acquire_release the release numbers.
 *
 * Invariants: both fence file entries are read where the check is decided (D1); exactly one of the
 * counters checks, untracked and not_performed steps for each word (D33); counters.log_* are those
 * of the log after every call.
 *
 * Reference: the RTL in lockstep, every retired item and every bit of state.
 */
#ifndef SCORD_DETECTOR_H
#define SCORD_DETECTOR_H

#include "cmodel/detector/acquire_release.h"
#include "cmodel/detector/alike_words.h"
#include "cmodel/detector/fence_file.h"
#include "cmodel/detector/metadata_accessor.h"
#include "cmodel/detector/decision_table.h"
#include "cmodel/detector/detector_types.h"
#include "cmodel/detector/like_words.h"
#include "cmodel/detector/race_reporter.h"
#include "cmodel/detector/wraps.h"

typedef struct scord_detector {
    scord_fence_file_t fence_file;
    scord_metadata_accessor_t metadata;
    scord_decision_table_t decisions; /* fast path of decide(), scord_detector.c */
    scord_race_reporter_t race_log;
    scord_model_counters_t counters;
    scord_model_losses_t losses;
    scord_wraps_t wraps;
    bool both_scopes;                  /* option of rule 4 (D39) */
    bool as_printed;                   /* the paper's letter (D91): printed_logic.h */
    bool independent_threads;          /* threads of a diverged warp are distinguished (D40) */
    scord_decision_observe_t *observe; /* decision_observer.h; NULL: none */
    void *observe_context;
    bool acquire_release; /* D60 */
    scord_release_numbers_t release_numbers;
    scord_release_number_t
        request_acquired; /* what the accessor's block had acquired when the request came (D63) */
    const scord_detector_request_t *request; /* the one decided last; its caller's */
    uint32_t request_sequence;               /* its number */
    scord_like_words_t like; /* the last word's outcome, for the next ones of the request */
} scord_detector_t;

/* D5: fence file and metadata to their start values; log and counters are kept. False: no memory.
 */
bool scord_detector_start(scord_detector_t *detector, uint64_t tracked_base,
                          unsigned log2_tracked_words, unsigned log2_cache_ratio);
/* Frees everything that the detector holds, the log too. A zeroed detector is valid input. */
void scord_detector_destroy(scord_detector_t *detector);
/* See scord_model_check, scord_model_check_alike, scord_model_check_not_performed and
 * scord_model_fence. */
void scord_detector_check(scord_detector_t *detector, const scord_detector_request_t *request,
                          unsigned word, uint64_t cycle, scord_retire_t *retire);
uint32_t scord_detector_check_alike(scord_detector_t *detector,
                                    const scord_detector_request_t *request, unsigned word,
                                    const scord_retire_t *retire, scord_alike_words_t *kept);
void scord_detector_check_not_performed(scord_detector_t *detector,
                                        const scord_detector_request_t *request, unsigned word,
                                        uint64_t cycle, scord_retire_t *retire);
void scord_detector_fence(scord_detector_t *detector, const scord_detector_request_t *request,
                          scord_retire_t *retire);
/* What the SM units count (D4, D41), for wraps: BarrierID of a block slot, and the epoch of a warp.
 */
void scord_detector_barrier_step(scord_detector_t *detector, unsigned block_id);
void scord_detector_epoch_step(scord_detector_t *detector, unsigned block_id, unsigned warp_id);
/* See scord_model_decide_entry. */
void scord_detector_decide_entry(const scord_detector_t *detector, uint64_t entry,
                                 unsigned thread_id, bool several, scord_retire_t *retire);
/* Brings the log's three counters up to date, after the log was changed. */
void scord_detector_count_log(scord_detector_t *detector);

#endif
