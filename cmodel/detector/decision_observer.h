/* decision_observer.h: looking on while the golden model decides a check, before it writes the
 * outcome back.
 *
 * The observer gets everything that was compared and the way of the decision through the rules. It
 * changes nothing.
 */
#ifndef SCORD_DECISION_OBSERVER_H
#define SCORD_DECISION_OBSERVER_H

#include "cmodel/detector/detection_logic.h"
#include "cmodel/scord_model.h"

/* One decided word; all pointers are good during the call only. */
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

/* From now on OBSERVE is called with CONTEXT for every word that is decided (not for untracked
 * ones); NULL: nobody. Kernel starts keep it. */
void scord_model_observe_decisions(scord_model_t *model, scord_decision_observe_t *observe,
                                   void *context);

#endif
