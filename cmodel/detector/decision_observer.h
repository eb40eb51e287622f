/* SPDX-License-Identifier: Apache-2.0 */
/* decision_observer.h: what an observer of the golden model gets for each decided check, before the
 * entry is written back (scord_model_observe_decisions): everything that was compared, and the
 * rules that were tried. An observer must change nothing.
 */
#ifndef SCORD_DECISION_OBSERVER_H
#define SCORD_DECISION_OBSERVER_H

#include "cmodel/detector/detection_logic.h"
#include "cmodel/detector/detector_types.h"

/* One decided word; all pointers are valid during the call only. */
typedef struct scord_decided_check {
    const scord_detector_request_t *request;
    uint64_t address; /* of the word, in bytes */
    uint64_t entry;   /* index of its metadata entry */
    bool tag_miss;    /* `before` is the reset image because another word had the entry (D23) */
    scord_metadata_t before;
    scord_check_t x; /* with the fence file entries of both sides */
    scord_decision_t decision;
    const scord_rule_trace_t *trace;
} scord_decided_check_t;

#endif
