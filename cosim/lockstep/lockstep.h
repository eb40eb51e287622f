/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep.h: the RTL and the golden model fed the same events, compared item by item and cycle by
 * cycle.
 *
 * docs/architecture.md, "Lockstep". Plain C interface; the verilated device is behind it. Errors
 * are data: a mismatch is described in scord_lockstep_mismatch_t, and the files of its report are
 * written to options.output_directory.
 */
#ifndef SCORD_LOCKSTEP_H
#define SCORD_LOCKSTEP_H

#include "cosim/lockstep/lockstep_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_lockstep scord_lockstep_t;

scord_lockstep_t *scord_lockstep_create(const scord_lockstep_options_t *options,
                                        scord_lockstep_status_t *status, char *message,
                                        size_t message_size);
/* Feeds one event; runs the device as far as it must. After a status other than OK only destroy and
 * the getters work. */
scord_lockstep_status_t scord_lockstep_event(scord_lockstep_t *lockstep,
                                             const scord_event_t *event);
/* Drains, compares full state, checks for leftovers on either side. */
scord_lockstep_status_t scord_lockstep_finish(scord_lockstep_t *lockstep);
const scord_lockstep_statistics_t *scord_lockstep_statistics(const scord_lockstep_t *lockstep);
const scord_lockstep_mismatch_t *scord_lockstep_mismatch(const scord_lockstep_t *lockstep);
/* Its golden model, for what an observer asks of it (scord_model_decide_entry); NULL: rtl_only. */
const scord_model_t *scord_lockstep_model(const scord_lockstep_t *lockstep);
/* For options.observe_cycle: did the harness itself ask the issue scheduler of this SM for a warp
 * in this cycle (not a schedule record of the stream)? *ready and *policy: what the scheduler sees.
 */
bool scord_lockstep_drawn_mask(const scord_lockstep_t *lockstep, unsigned sm, uint32_t *ready,
                               scord_issue_policy_t *policy);
void scord_lockstep_destroy(scord_lockstep_t *lockstep);

#ifdef __cplusplus
}
#endif
#endif
