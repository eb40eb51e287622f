/* detection_logic.h: decides one check (ScoRD section IV, Tables III and IV; docs/semantics.md
 * section 3, rules 1 to 9).
 *
 * A pure function of the metadata entry, the access and two fence file entries, as combinational as
 * the RTL's module of the same name. "Owner" is the warp named in the entry, "x" the access being
 * checked.
 */
#ifndef SCORD_DETECTION_LOGIC_H
#define SCORD_DETECTION_LOGIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/outcome.h"
#include "cmodel/detector/rule_trace.h"
#include "cmodel/scord_params.h"
#include "cmodel/detector/situation.h"

typedef struct scord_decision {
    scord_metadata_t metadata; /* the entry afterwards */
    scord_path_t path;
    scord_verdict_t verdict;
    bool owned;       /* x has become the owner */
    bool block_scope; /* scope of the race: block; false for a race of device scope, and when clean
                         (D30) */
} scord_decision_t;

/* Rules 1 to 9 in SITUATION, any bits of scord_situation_bit_t. TRACE takes the way of the
 * decision; NULL: nobody asks. */
scord_outcome_t scord_rules(uint32_t situation, scord_rule_trace_t *trace);
/* Applies rules 1 to 9 to entry `metadata` (after the tag check) and access `x`. */
scord_decision_t scord_detection_logic(const scord_metadata_t *metadata, const scord_check_t *x);

#endif
