/* SPDX-License-Identifier: Apache-2.0 */
/* warp_scheduler.h: the scheduling of one SM of the cycle-level machine: which warps issue and
 * which warp is fetched.
 *
 * One warp priority table (BAWS Table 1), one block order, `schedulers` issue schedulers (warp w
 * belongs to scheduler w mod schedulers; they share the table, BAWS section 4.1.1), one fetch
 * scheduler. The same as rtl/sm/warp_scheduler.v for the policies that are in hardware
 * (docs/warp-scheduling.md lists the decisions W1 …).
 *
 * Clocked like the RTL: the picks and peeks of a cycle are functions of the state at its start;
 * what happens in it (picks, launches, arrivals, releases) is collected and takes effect in
 * scord_warp_scheduler_clock.
 */
#ifndef SCORD_WARP_SCHEDULER_H
#define SCORD_WARP_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sm/block_order.h"
#include "cmodel/sm/block_sequence.h"
#include "cmodel/sm/fetch_scheduler.h"
#include "cmodel/sm/issue_scheduler.h"
#include "cmodel/scord_params.h"
#include "cmodel/sm/two_level.h"
#include "cmodel/sm/warp_priority_table.h"

enum {
    SCORD_SCHEDULER_WARPS =
        SCORD_SCHEDULER_MAX_WARPS, /* upper bound of warp slots an SM (BAWS: 48) */
    SCORD_SCHEDULER_UNITS =
        SCORD_SCHEDULER_MAX_UNITS, /* upper bound of issue schedulers an SM (BAWS: 2) */
    SCORD_SCHEDULER_NO_WARP = SCORD_NO_WARP
};

/* Issue policies. The first ones are SCORD_ISSUE_POLICY_* of the hardware; the others exist only in
 * the model, for comparison. */
typedef enum scord_schedule_policy {
    SCORD_SCHEDULE_LRR = SCORD_ISSUE_POLICY_LRR,
    SCORD_SCHEDULE_GTO = SCORD_ISSUE_POLICY_GTO,
    SCORD_SCHEDULE_MWF_LRR = SCORD_ISSUE_POLICY_MWF_LRR,
    SCORD_SCHEDULE_MWF_GTO = SCORD_ISSUE_POLICY_MWF_GTO,
    SCORD_SCHEDULE_TLS =
        16, /* two levels: an active set of `active_warps`, LRR inside it; see long_latency */
    SCORD_SCHEDULE_SAWS /* first-hit time of the block's barrier (BAWS section 6.6), GTO inside a
                           block */
} scord_schedule_policy_t;

typedef enum scord_fetch_policy {
    SCORD_FETCH_ROUND_ROBIN = SCORD_FETCH_ORDER_ROUND_ROBIN, /* the baseline */
    SCORD_FETCH_FEWEST_ENTRIES =
        SCORD_FETCH_ORDER_FEWEST_ENTRIES, /* FEF, BAWS section 6.2; model only */
    SCORD_FETCH_CRITICAL_FIRST = SCORD_FETCH_ORDER_CRITICAL_FIRST /* CFF, BAWS section 4.2 */
} scord_fetch_policy_t;

typedef struct scord_warp_scheduler_config {
    uint8_t blocks, warps, schedulers; /* slots of the SM; issue schedulers */
    scord_schedule_policy_t issue_policy;
    scord_fetch_policy_t fetch_policy;
    uint8_t active_warps;   /* TLS: of each scheduler (GPGPU-Sim: 6) */
    bool promotes_untested; /* TLS: the sticky rule's promotion (W8) */
    uint8_t fetch_fairness; /* CFF: every so many grants one is round robin's; 2 … 255 (16) */
    bool tie_by_age;  /* MWF, SAWS: equal blocks by launch order instead of slot number (W1; model
                         only) */
    bool exits_count; /* ended warps of a block count as waiting ones (W15) */
} scord_warp_scheduler_config_t;

typedef struct scord_warp_scheduler
    scord_warp_scheduler_t; /* full definition below the functions */

/* Kernel start: nothing resident, nothing issued. */
void scord_warp_scheduler_start(scord_warp_scheduler_t *scheduler,
                                const scord_warp_scheduler_config_t *config);

/* The warp of issue scheduler `unit` that goes first in the policy's order among `candidates`
 * (warps of the SM, bit = slot; those of other units are ignored); SCORD_SCHEDULER_NO_WARP: none.
 * Changes nothing. */
int scord_warp_scheduler_peek(const scord_warp_scheduler_t *scheduler, unsigned unit,
                              uint64_t candidates);
/* `unit` issues `warp` in this cycle (at most once a unit and cycle). */
void scord_warp_scheduler_issued(scord_warp_scheduler_t *scheduler, unsigned unit, int warp);

/* The warp to fetch. eligible: warps that the port may serve; blocked: of these, those that wait at
 * a barrier (CFF serves them last; other policies ignore it). entries: I-buffer entries in use by
 * warp (FEF only; else NULL is allowed). SCORD_SCHEDULER_NO_WARP exactly when eligible is empty.
 * Changes nothing. */
int scord_warp_scheduler_fetch_peek(const scord_warp_scheduler_t *scheduler, uint64_t eligible,
                                    uint64_t blocked, const uint8_t *entries);
/* The port served `warp` in this cycle (it was what fetch_peek returned). */
void scord_warp_scheduler_fetched(scord_warp_scheduler_t *scheduler, int warp);

/* Events of this cycle. */
void scord_warp_scheduler_launch(scord_warp_scheduler_t *scheduler, unsigned slot, uint64_t warps);
void scord_warp_scheduler_arrive(scord_warp_scheduler_t *scheduler,
                                 unsigned slot); /* one warp reached the barrier */
void scord_warp_scheduler_release(scord_warp_scheduler_t *scheduler,
                                  unsigned slot); /* wins over arrivals of the cycle */
void scord_warp_scheduler_exit(scord_warp_scheduler_t *scheduler,
                               unsigned slot); /* a warp has ended; counts with exits_count only */
/* TLS: warps that do not stay active (W8): those that wait at a barrier, have ended, or whose next
 * instruction waits for a long-latency operation, as of now; called each cycle before clock. */
void scord_warp_scheduler_long_latency(scord_warp_scheduler_t *scheduler, uint64_t waiting);

/* End of the cycle. */
void scord_warp_scheduler_clock(scord_warp_scheduler_t *scheduler);

/* Compared with the RTL in each cycle: priority of a slot; rank in the block order (0: oldest). */
uint8_t scord_warp_scheduler_priority(const scord_warp_scheduler_t *scheduler, unsigned slot);
uint8_t scord_warp_scheduler_block_rank(const scord_warp_scheduler_t *scheduler, unsigned slot);

/* The events of a cycle, collected until clock. */
typedef struct scord_warp_scheduler_cycle {
    int8_t issued[SCORD_SCHEDULER_UNITS]; /* SCORD_SCHEDULER_NO_WARP: nothing */
    int8_t fetched;
    int8_t launch_slot; /* -1: none */
    bool happened;      /* any of them */
    bool table;         /* arrivals, releases or exits are not empty */
    uint8_t releases;   /* bit per slot */
    uint8_t arrivals[SCORD_MAX_BLOCKS_PER_SM], exits[SCORD_MAX_BLOCKS_PER_SM];
    uint64_t launch_warps;
} scord_warp_scheduler_cycle_t;

struct scord_warp_scheduler {
    scord_warp_scheduler_config_t config;
    scord_warp_priority_table_t priorities;
    scord_warp_priority_table_t ended; /* warps of each block that have ended (W15) */
    scord_block_order_t order;
    scord_block_sequence_t sequence; /* of the policy; follows priorities, order and hit */
    scord_issue_scheduler_t unit[SCORD_SCHEDULER_UNITS];
    scord_fetch_scheduler_t fetch;
    scord_two_level_t two_level[SCORD_SCHEDULER_UNITS]; /* TLS */
    uint64_t waiting;                                   /* TLS: as given last */
    uint64_t now;                                       /* cycles since start */
    /* SAWS: cycle of the phase's first arrival, or UINT64_MAX */
    uint64_t hit[SCORD_MAX_BLOCKS_PER_SM];
    scord_warp_scheduler_cycle_t cycle;
};

#endif
