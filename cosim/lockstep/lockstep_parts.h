/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep_parts.h: the parts of a lockstep, for lockstep.c, which composes them, and for tests
 * that reach into one. Each part has its header; a part includes only parts above it in this
 * drawing:
 *
 *   kept_events                      events with reference counts
 *   run, history                     options, cycle, first mismatch; last events of a warp
 *   event_queues  requests  issue_ports   axi_memory  memory_faults  state_hash
 *   shadow_state  memory_checks      images of the model's state; memory and race log
 *   scoreboard                       what happens in a cycle, against the model
 *   device_driver                    the cycle; APB
 *   register_checks  log_consumer    over APB
 *   lockstep                         stream events, kernels
 */
#ifndef SCORD_LOCKSTEP_PARTS_H
#define SCORD_LOCKSTEP_PARTS_H

#include "cosim/lockstep/device/device_driver.h"
#include "cosim/lockstep/history.h"
#include "cosim/lockstep/lockstep.h"
#include "cosim/lockstep/device/log_consumer.h"

struct scord_lockstep {
    scord_run_t run;
    scord_device_t *device;
    scord_axi_memory_t *memory;
    scord_model_t *model; /* NULL: rtl_only */
    scord_kept_events_t kept;
    scord_history_t history;
    scord_event_queues_t queues;
    scord_requests_t requests;
    scord_issue_ports_t issue;
    scord_shadow_state_t shadow;
    scord_memory_checks_t memory_checks;
    scord_scoreboard_t board;
    scord_driver_t driver;
    scord_log_consumer_t log;
    uint64_t axi_errors_at_start; /* of the device's last kernel start */
    uint64_t access_events;
    bool kernel_begun;
    scord_event_kernel_begin_t last_kernel; /* kernel_begun: the last one's tracked range */
    double started;                         /* seconds (cmodel/base/seconds.h) */
};

/* Runs until every queue is empty, every item retired and status.busy is 0. False: the run ended.
 */
bool scord_lockstep_drain(scord_lockstep_t *lockstep);

#endif
