/* SPDX-License-Identifier: Apache-2.0 */
/* issue_ports.h: the front end's side of the issue schedulers: which warps may issue, and the ready
 * mask that each scheduler sees.
 *
 * Warps of a launched block that do not wait at its barrier may issue; the front end's other
 * reasons for not being ready (scoreboard, empty I-buffer) are drawn from the seed, for every SM
 * from a sequence of its own. A schedule record gives one SM a ready mask for one cycle instead, in
 * which no other SM is asked.
 */
#ifndef SCORD_ISSUE_PORTS_H
#define SCORD_ISSUE_PORTS_H

#include "cmodel/base/random.h"
#include "cmodel/scord_model.h"
#include "cosim/lockstep/device/rtl_device.h"

typedef struct scord_issue_port {
    uint32_t slot_warps[SCORD_MAX_BLOCKS_PER_SM]; /* of the block in each slot, a bit a warp */
    uint32_t resident, waiting; /* a bit a warp: it is of a launched block; waits at a barrier */
    uint32_t ready_mask;        /* on the pins */
    scord_random_t random;
} scord_issue_port_t;

typedef struct scord_issue_ports {
    scord_issue_port_t sm[SCORD_MAX_SMS];
    unsigned num_sms;
    scord_issue_policy_t policy; /* that the device has */
    bool scheduled;              /* only schedule records ask for a warp */
    uint32_t asked_sms;          /* a bit an SM: its scheduler is asked for a warp in this cycle */
    bool idle;                   /* no scheduler is asked, and the pins say so already */
    bool forced;                 /* this cycle is that of a schedule record, for forced_sm */
    unsigned forced_sm;
} scord_issue_ports_t;

/* scheduled: see above. seed: of the ready masks. */
void scord_issue_ports_init(scord_issue_ports_t *ports, const scord_config_t *config,
                            bool scheduled, uint64_t seed);
/* An SM has taken this event: the same facts as in the SM unit. */
void scord_issue_ports_follow(scord_issue_ports_t *ports, unsigned sm,
                              const scord_sm_event_t *event);
/* These warps have exited. */
void scord_issue_ports_exit(scord_issue_ports_t *ports, unsigned sm, uint32_t warps);
/* A kernel starts: no block is left. */
void scord_issue_ports_forget_blocks(scord_issue_ports_t *ports);
/* The next cycle is that of a schedule record; scord_issue_ports_unforce ends it. */
void scord_issue_ports_force(scord_issue_ports_t *ports, unsigned sm, uint32_t ready);
void scord_issue_ports_unforce(scord_issue_ports_t *ports);
/* Before settle: the pins of this cycle. may_draw: ready masks may be drawn (not while a kernel
 * start rewrites all state). */
void scord_issue_ports_drive(scord_issue_ports_t *ports, scord_device_t *device, bool may_draw);

#endif
