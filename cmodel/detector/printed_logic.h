/* SPDX-License-Identifier: Apache-2.0 */
/* printed_logic.h: decides one check to the letter of ScoRD section IV-A, without the departures of
 * docs/semantics.md section 16 (key as_printed, D91).
 *
 * It is there to be measured against (docs/accuracy.md), not to be used: correct programs are
 * reported. rtl/detector/printed_logic.v is the same in hardware.
 */
#ifndef SCORD_PRINTED_LOGIC_H
#define SCORD_PRINTED_LOGIC_H

#include "cmodel/detector/detection_logic.h"

/* As scord_detection_logic. No option of the rules is combined with it: both_scopes,
 * independent_threads and acquire_release of *x are false. */
scord_decision_t scord_printed_logic(const scord_metadata_t *metadata, const scord_check_t *x);

#endif
