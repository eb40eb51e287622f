/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.h: random schedules of streaming multiprocessors, to drive warp_scheduler.h and its RTL
 * with.
 *
 *   schedule_draw.c    phase one: seed → steps, what a front end wants to happen in a cycle of one
 * SM schedule_life.c    phase two: what of it can happen: resident blocks, waiting and ended warps
 *   schedule_file.c    a schedule as text, one line a step; a run can be replayed from it
 *   schedule_run.c     golden model and device through a schedule, in lockstep
 *   schedule_shrink.c  a schedule that shows a mismatch, made short
 *   schedule_cover.c   what the schedules reached
 */
#ifndef SCORD_SCHEDULE_H
#define SCORD_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/base/random.h"
#include "sim/sm/schedule/scheduler_device.h"

enum { SCHEDULE_SMS = 16, SCHEDULE_SLOTS = SCORD_MAX_BLOCKS_PER_SM };

/* A cycle of one SM. Masks: bit = warp slot, or issue scheduler, or block slot. */
typedef struct schedule_step {
    uint64_t ready[SCORD_SCHEDULER_UNITS];
    bool fetch;                 /* the port is free */
    uint64_t eligible, blocked; /* of the port */
    uint8_t arrive, exit; /* schedulers whose issued warp reaches its block's barrier, or ends */
    uint8_t release;      /* slots whose barrier releases, if it can */
    bool launch, restart; /* restart: kernel start before the cycle */
    uint8_t launch_slot;
    uint64_t launch_warps;
} schedule_step_t;

/* ---- schedule_life.c ---- */

/* A front end as far as the scheduler sees it. Wild: anything that the ports allow, not only what a
 * front end does: ready warps of no block or at a barrier, launches over live blocks, releases of
 * incomplete barriers. */
typedef struct schedule_life {
    unsigned warps, blocks, schedulers;
    bool wild;
    uint64_t slot_warps[SCHEDULE_SLOTS];
    uint64_t waiting, ended;
    /* since the last release: bounds the table in wild schedules */
    uint8_t arrived[SCHEDULE_SLOTS];
} schedule_life_t;

void schedule_life_start(schedule_life_t *life, const scord_warp_scheduler_config_t *config,
                         bool wild);
uint64_t schedule_life_all(const schedule_life_t *life); /* warp slots of the SM */
uint64_t schedule_life_unit(const schedule_life_t *life,
                            unsigned unit); /* of these, the scheduler's */
uint64_t schedule_life_live(const schedule_life_t *life,
                            unsigned slot); /* warps of the block that have not ended */
int schedule_life_slot(const schedule_life_t *life, int warp); /* the block slot of `warp`, or -1 */
uint64_t schedule_life_free(const schedule_life_t *life);      /* warp slots of no live block */
/* Takes out of STEP's masks what cannot be. */
void schedule_life_filter(const schedule_life_t *life, schedule_step_t *step);
/* What happens after these picks, told to the life and in EVENTS. */
void schedule_life_events(schedule_life_t *life, const schedule_step_t *step, const int *picks,
                          scord_schedule_events_t *events);

/* ---- schedule_draw.c ---- */

typedef struct schedule_phase { /* some cycles of one SM that are alike */
    uint32_t cycles_left;
    uint8_t ready_shape, eligible_shape;
    uint8_t arrive, exit, release, launch, fetch; /* chances of 64 */
    uint8_t block_warps;
    uint64_t steady; /* the mask of the shape that does not change */
} schedule_phase_t;

typedef struct schedule_draw {
    scord_random_t random;
    uint32_t cycle;
    schedule_phase_t phase;
} schedule_draw_t;

/* SMs of one seed have schedules of their own that do not depend on how many they are. */
void schedule_draw_start(schedule_draw_t *draw, uint64_t seed, unsigned sm);
void schedule_draw_step(schedule_draw_t *draw, const schedule_life_t *life, schedule_step_t *step);
/* Is there a kernel start before `cycle`? The same for all SMs of the seed. */
bool schedule_draw_restart(uint64_t seed, uint64_t cycle);

/* ---- schedule_file.c ---- */

typedef struct schedule_machine {
    scord_warp_scheduler_config_t config;
    bool wild;
    unsigned sm; /* the one that the schedule drives */
} schedule_machine_t;

/* Policies by the names of `scord sim`; an issue policy is also whether ended warps count (W15). */
const char *schedule_issue_name(const scord_warp_scheduler_config_t *config);
const char *schedule_fetch_name(const scord_warp_scheduler_config_t *config);
bool schedule_issue_parse(const char *name, scord_warp_scheduler_config_t *config);
bool schedule_fetch_parse(const char *name, scord_warp_scheduler_config_t *config);
void schedule_step_print(FILE *out, const schedule_step_t *step); /* one line */
/* 0, or -1 with a line in MESSAGE. */
int schedule_file_write(const char *path, const schedule_machine_t *machine,
                        const schedule_step_t *steps, size_t count, char *message,
                        size_t message_size);
/* *steps: malloc'd. */
int schedule_file_read(const char *path, schedule_machine_t *machine, schedule_step_t **steps,
                       size_t *count, char *message, size_t message_size);

/* ---- schedule_cover.c ---- */

#define SCHEDULE_COVER_POINTS(X)                                                                   \
    X(issue_pick, 300000, "a scheduler picked a warp")                                             \
    X(issue_nothing, 200000, "a scheduler had no ready warp")                                      \
    X(both_units_pick, 100000, "both schedulers picked in one cycle")                              \
    X(mwf_tie, 7000, "MWF: two blocks with ready warps and equal, nonzero priorities came first")  \
    X(mwf_all_zero, 30000, "MWF: blocks with ready warps, no warp waiting: lowest slot")           \
    X(mwf_over_lower_slot, 30000,                                                                  \
      "MWF: a block was picked over a lower slot without waiting warps")                           \
    X(ended_decides, 7000,                                                                         \
      "MEWF: a block was picked over one with more waiting warps, for its ended ones")             \
    X(gto_greedy, 100000, "GTO, MWF(GTO): the last issued warp again")                             \
    X(gto_older_high_slot, 6000,                                                                   \
      "GTO: the oldest block with a ready warp was not the one in the lowest slot")                \
    X(lrr_wrap, 30000, "LRR, MWF(LRR): the pick was a lower warp slot than the last one")          \
    X(ready_of_no_block, 100000, "a ready warp belonged to no block")                              \
    X(arrival, 90000, "a warp reached its barrier")                                                \
    X(two_arrivals_one_slot, 10000,                                                                \
      "both schedulers' warps reached the same barrier in one cycle")                              \
    X(two_arrivals_two_slots, 10000,                                                               \
      "both schedulers' warps reached different barriers in one cycle")                            \
    X(release, 20000, "a barrier released")                                                        \
    X(release_with_arrival, 9000, "a barrier released in the cycle of an arrival at it")           \
    X(release_two_slots, 10000, "two barriers released in one cycle")                              \
    X(priority_full, 6000, "all 48 warps of the SM waited at one barrier but for one")             \
    X(end, 10000, "a warp ended")                                                                  \
    X(end_with_arrival, 600, "a warp ended in the cycle of an arrival at its block's barrier")     \
    X(end_with_release, 600, "a warp ended in the cycle in which its block's barrier released")    \
    X(launch_over_ended, 1000, "a launch into a slot with ended warps")                            \
    X(launch, 7000, "a block was launched")                                                        \
    X(launch_over_last, 3000, "a launch took the warp slot that a scheduler issued last")          \
    X(launch_with_pick, 4000, "a launch in the cycle of a pick")                                   \
    X(launch_with_release, 600, "a launch in the cycle of a release of another slot")              \
    X(launch_same_slot_arrival, 200, "a launch into the slot of an arrival of the cycle")          \
    X(order_reversed, 30000, "the block in the lowest slot was the youngest")                      \
    X(restart, 100, "a kernel start in the middle of a schedule")                                  \
    X(fetch_busy, 40000, "the fetch port was not free")                                            \
    X(fetch_nothing, 50000, "no warp was eligible")                                                \
    X(fetch_all_blocked, 20000, "every eligible warp waited at a barrier")                         \
    X(fetch_some_blocked, 100000, "some eligible warps waited at barriers, some did not")          \
    X(cff_two_candidates, 50000, "CFF: both schedulers had a critical warp")                       \
    X(cff_priority_decides, 10000,                                                                 \
      "CFF, MWF: the critical warps' blocks had different priorities")                             \
    X(cff_tie, 40000, "CFF: the critical warps had the same priority")                             \
    X(cff_fair_turn, 5000, "CFF: a grant was plain round robin's")                                 \
    X(cff_fair_turn_blocked, 1000,                                                                 \
      "CFF: a fair turn served a warp at a barrier although another warp was not")                 \
    X(fetch_wrap, 10000, "round robin: the pick was a lower warp slot than the last one")

typedef enum schedule_point {
#define SCHEDULE_POINT(name, minimum, text) SCHEDULE_POINT_##name,
    SCHEDULE_COVER_POINTS(SCHEDULE_POINT)
#undef SCHEDULE_POINT
        SCHEDULE_POINT_COUNT
} schedule_point_t;

typedef struct schedule_cover {
    uint64_t hits[SCHEDULE_POINT_COUNT];
} schedule_cover_t;

/* A cycle that golden model and device agree on; `model` and `life` as of its start. */
void schedule_cover_cycle(schedule_cover_t *cover, const scord_warp_scheduler_t *model,
                          const schedule_life_t *life, const schedule_step_t *step,
                          const int *picks, int fetched, const scord_schedule_events_t *events);
/* One line a point; returns how many were reached less often than their minimum. */
unsigned schedule_cover_print(const schedule_cover_t *cover, FILE *out, bool all);

/* ---- schedule_run.c ---- */

typedef struct schedule_mismatch {
    bool found;
    uint64_t cycle;
    unsigned sm;
    const char *unit; /* issue_scheduler, fetch_scheduler, warp_priority_table, block_order */
    char field[24];
    int expected, actual;
    schedule_step_t step;
    scord_warp_scheduler_t model; /* as of the start of the cycle */
} schedule_mismatch_t;

typedef struct schedule_run {
    scord_scheduler_device_t *device;
    scord_warp_scheduler_config_t config;
    unsigned sms;
    uint64_t cycle;
    scord_warp_scheduler_t model[SCHEDULE_SMS];
    schedule_life_t life[SCHEDULE_SMS];
    schedule_mismatch_t mismatch;
    schedule_cover_t *cover;  /* or NULL */
    uint64_t issues, fetches; /* compared calls */
    uint64_t picks;           /* of these, picks of a warp */
    uint64_t hash;            /* over every compared value */
} schedule_run_t;

/* False: the device is not built for the configuration. */
bool schedule_run_start(schedule_run_t *run, scord_scheduler_device_t *device,
                        const scord_warp_scheduler_config_t *config, bool wild, unsigned sms);
/* Kernel start of model, device and life, from the second on. */
void schedule_run_restart(schedule_run_t *run);
/* A cycle of one SM; STEP is filtered on the way. False: mismatch. */
bool schedule_run_step(schedule_run_t *run, unsigned sm, schedule_step_t *step);

/* ---- schedule_shrink.c ---- */

typedef scord_scheduler_device_t *schedule_open_t(void *context); /* a device fresh from power-up */

/* Delta debugging (Zeller, Hildebrandt 2002): leaves out steps, then parts of them, as long as the
 * same unit mismatches. At most about `seconds`. Works on STEPS in place, returns how many are
 * left; 0: STEPS does not show the mismatch. */
size_t schedule_shrink(const schedule_machine_t *machine, const schedule_mismatch_t *mismatch,
                       schedule_open_t *open, void *context, unsigned seconds,
                       schedule_step_t *steps, size_t count);
/* One SM through STEPS; the mismatch, if any. False: the device cannot be opened or started. */
bool schedule_replay(const schedule_machine_t *machine, schedule_open_t *open, void *context,
                     schedule_step_t *steps, size_t count, schedule_mismatch_t *mismatch);

#endif
