/* SPDX-License-Identifier: Apache-2.0 */
/* model_device.c: a scheduler device (sim/sm/schedule/scheduler_device.h) for the tests of lockstep
 * and closed loop: the golden model once more, so that nothing may differ, or with one fault, so
 * that something must.
 *
 * Environment: MODEL_DEVICE_FAULT = issue, fetch or table: pick or priority is wrong from the 200th
 * call on; refuse: not built for this machine; open: cannot be opened. Unset: none.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/schedule/scheduler_device.h"

enum { SMS = 16, RIGHT_CALLS = 200 };

typedef struct model_device {
    scord_scheduler_device_t device;
    scord_warp_scheduler_t scheduler[SMS];
    const char *fault;
    uint64_t calls;
} model_device_t;

scord_scheduler_device_open_t scord_scheduler_device_open;

static bool wrong_now(model_device_t *model, const char *fault) {
    return strcmp(model->fault, fault) == 0 && ++model->calls > RIGHT_CALLS;
}

static bool start(void *context, unsigned sms, const scord_warp_scheduler_config_t *config) {
    model_device_t *model = context;
    for (unsigned sm = 0; sm < sms; sm++) scord_warp_scheduler_start(&model->scheduler[sm], config);
    return strcmp(model->fault, "refuse") != 0;
}

/* Another warp of MASK than PICK when there is one. */
static int other(uint64_t mask, int pick) {
    const uint64_t rest = mask & ~(UINT64_C(1) << pick);
    return rest != 0 ? __builtin_ctzll(rest) : pick;
}

static int issue(void *context, unsigned sm, unsigned unit, uint64_t ready) {
    model_device_t *model = context;
    int pick = scord_warp_scheduler_peek(&model->scheduler[sm], unit, ready);
    if (pick == SCORD_SCHEDULER_NO_WARP) return pick;
    if (wrong_now(model, "issue")) pick = other(ready, pick);
    scord_warp_scheduler_issued(&model->scheduler[sm], unit, pick);
    return pick;
}

static int fetch(void *context, unsigned sm, uint64_t eligible, uint64_t blocked) {
    model_device_t *model = context;
    int pick = scord_warp_scheduler_fetch_peek(&model->scheduler[sm], eligible, blocked, NULL);
    if (pick == SCORD_SCHEDULER_NO_WARP) return pick;
    if (wrong_now(model, "fetch")) pick = other(eligible, pick);
    scord_warp_scheduler_fetched(&model->scheduler[sm], pick);
    return pick;
}

static void clock_edge(void *context, unsigned sm, const scord_schedule_events_t *events) {
    scord_warp_scheduler_t *scheduler = &((model_device_t *)context)->scheduler[sm];
    if (events->launch)
        scord_warp_scheduler_launch(scheduler, events->launch_slot, events->launch_warps);
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++)
        if ((events->arrivals >> unit & 1) != 0)
            scord_warp_scheduler_arrive(scheduler, events->arrive_slot[unit]);
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if ((events->releases >> slot & 1) != 0) scord_warp_scheduler_release(scheduler, slot);
    scord_warp_scheduler_clock(scheduler);
}

static uint8_t priority(void *context, unsigned sm, unsigned slot) {
    model_device_t *model = context;
    return (uint8_t)(scord_warp_scheduler_priority(&model->scheduler[sm], slot) +
                     wrong_now(model, "table"));
}

static uint8_t block_rank(void *context, unsigned sm, unsigned slot) {
    return scord_warp_scheduler_block_rank(&((model_device_t *)context)->scheduler[sm], slot);
}

scord_scheduler_device_t *scord_scheduler_device_open(const char *waves, unsigned wave_sm) {
    (void)waves, (void)wave_sm; /* the model has none */
    const char *fault = getenv("MODEL_DEVICE_FAULT");
    model_device_t *model = calloc(1, sizeof *model);
    if (!model || (fault && strcmp(fault, "open") == 0)) {
        free(model);
        errno = EACCES;
        return NULL;
    }
    model->fault = !fault ? "" : fault;
    model->device = (scord_scheduler_device_t){.context = model,
                                               .start = start,
                                               .issue = issue,
                                               .fetch = fetch,
                                               .clock = clock_edge,
                                               .priority = priority,
                                               .block_rank = block_rank,
                                               .close = free};
    return &model->device;
}
