/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.h: picks the warps of an SM, by the golden model of the warp scheduler, by the model
 * with a device in lockstep, or by the device in a closed loop (scheduler_device.h).
 *
 * In every case both see the same cycle, and every pick and table is compared. `events` collects
 * what happened in the cycle and is given to the device by schedule_clock. A difference is
 * GPU_MISMATCH, with the text in context->error.
 */
#ifndef SIM_SCHEDULE_H
#define SIM_SCHEDULE_H

#include "sim/sm/pipeline/pipeline_context.h"
#include "sim/sm/schedule/scheduler_device.h"
#include "sim/sm/warp_front.h"

typedef struct schedule { /* of one SM */
    const pipeline_context_t *context;
    const gpu_sm_t *sm;
    const warp_fronts_t *fronts;
    scord_scheduler_device_t *device; /* NULL: the golden model alone */
    bool closed_loop;                 /* the device's picks count */
    scord_warp_scheduler_t scheduler;
    scord_schedule_events_t events;
    int issued[SCORD_SCHEDULER_UNITS]; /* this cycle; SCORD_SCHEDULER_NO_WARP */
} schedule_t;

/* Kernel start, of all SMs. GPU_FAULT: the device cannot run this schedule. */
gpu_status_t schedule_start(const pipeline_context_t *context, scord_scheduler_device_t *device,
                            scord_warp_scheduler_config_t *config);
/* Kernel start, of one SM. */
void schedule_begin(schedule_t *schedule, const scord_warp_scheduler_config_t *config);
/* W6: the issue scheduler UNIT walks its warps among READY and STALE to the first ready one. *pick:
 * it, or SCORD_SCHEDULER_NO_WARP; *visited: the stale ones before it. */
gpu_status_t schedule_pick(schedule_t *schedule, unsigned unit, uint64_t ready, uint64_t stale,
                           uint64_t *visited, int *pick);
/* The fetch scheduler picks among ELIGIBLE (not 0); BLOCKED: of these, those at a barrier. */
gpu_status_t schedule_fetch(schedule_t *schedule, uint64_t eligible, uint64_t blocked, int *pick);
/* Once a cycle: of several ports the last one served decides where the next cycle goes on. */
void schedule_fetched(schedule_t *schedule, int warp);
gpu_status_t schedule_clock(schedule_t *schedule); /* end of the cycle */

/* What happens to blocks and warps; slot: block slot. */
void schedule_launch(schedule_t *schedule, unsigned slot, uint64_t warps);
void schedule_arrive(schedule_t *schedule, unsigned slot, unsigned warp);
void schedule_exit(schedule_t *schedule, unsigned slot, unsigned warp);
void schedule_release(schedule_t *schedule, unsigned slot);

#endif
