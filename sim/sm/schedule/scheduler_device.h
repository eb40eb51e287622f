/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_device.h: a second implementation of warp_scheduler.h that the cycle-level front end
 * drives beside the golden model, every cycle: the RTL (cosim/scheduler/scheduler_device.cpp,
 * loaded as a shared object), or a mutant of it.
 *
 * Calls of one SM and cycle, in this order: issue for unit 0, 1, … · fetch (if the port is free) ·
 * clock; then priority and block_rank of every slot are compared. All SMs of a cycle before any SM
 * of the next.
 */
#ifndef SCORD_SCHEDULER_DEVICE_H
#define SCORD_SCHEDULER_DEVICE_H

#include "cmodel/sm/warp_scheduler.h"

typedef struct scord_schedule_events { /* what happened in the cycle, for clock */
    bool launch;
    uint8_t launch_slot;
    uint64_t launch_warps;
    uint8_t arrivals; /* bit per unit: its issued warp reached the barrier of … */
    uint8_t arrive_slot[SCORD_SCHEDULER_UNITS]; /* … this slot */
    uint8_t exits;                            /* bit per unit: its issued warp has ended, of … */
    uint8_t exit_slot[SCORD_SCHEDULER_UNITS]; /* … this slot */
    uint8_t releases;                         /* bit per slot */
} scord_schedule_events_t;

typedef struct scord_scheduler_device {
    void *context;
    /* Kernel start. Returns false when the device is not built for CONFIG (policy not in hardware,
     * other sizes). */
    bool (*start)(void *context, unsigned sms, const scord_warp_scheduler_config_t *config);
    int (*issue)(void *context, unsigned sm, unsigned unit,
                 uint64_t ready); /* the pick; remembered */
    int (*fetch)(void *context, unsigned sm, uint64_t eligible,
                 uint64_t blocked); /* the pick; remembered */
    void (*clock)(void *context, unsigned sm, const scord_schedule_events_t *events);
    uint8_t (*priority)(void *context, unsigned sm, unsigned slot);
    uint8_t (*block_rank)(void *context, unsigned sm, unsigned slot);
    void (*close)(void *context); /* ends waves; frees the device */
} scord_scheduler_device_t;

/* The one symbol of the shared object. waves: path of an FST file of SM `wave_sm`, or NULL. NULL:
 * out of memory, or the file cannot be written. */
#define SCORD_SCHEDULER_DEVICE_OPEN "scord_scheduler_device_open"
typedef scord_scheduler_device_t *scord_scheduler_device_open_t(const char *waves,
                                                                unsigned wave_sm);

#endif
