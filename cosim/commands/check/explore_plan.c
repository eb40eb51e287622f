/* SPDX-License-Identifier: Apache-2.0 */
/* explore_plan.c: which schedule has which number (explore.h). The number alone decides, with the
 * options and the steps of the fair run, so that more schedules begin with the same ones.
 *
 *     mixed    0 fair · 1 PCT · 2 PCT · 3 random · 4 PCT · 5 PCT · 6 random · …
 *     PCT      depths in turn 2, 3, … the deepest, 1; every fourth with priorities of lanes
 *
 * Where operations can be put off, they are in every other schedule: as late as they may be, and
 * drawn, in turn.
 */
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/check/explore.h"

static void name_seed(explore_schedule_t *schedule, uint64_t seed) {
    *schedule = (explore_schedule_t){.seed = seed};
    snprintf(schedule->option, sizeof schedule->option, "--seed %" PRIu64, seed);
}

/* TURN: how many of PCT came before. */
static void name_pct(explore_schedule_t *schedule, const explore_plan_t *plan, uint64_t number,
                     uint64_t turn) {
    *schedule = (explore_schedule_t){.pct = {.depth = (uint32_t)((turn + 1) % plan->depth + 1),
                                             .lanes = turn / plan->depth % 4 == 3,
                                             .draw = number,
                                             .steps = plan->steps < 1 ? 1 : plan->steps}};
    pct_name(&schedule->pct, schedule->name);
    snprintf(schedule->option, sizeof schedule->option, "--schedule %s", schedule->name);
}

void explore_schedule(const explore_plan_t *plan, uint64_t number, explore_schedule_t *schedule) {
    const bool random = plan->draw == EXPLORE_DRAW_RANDOM ||
                        (plan->draw == EXPLORE_DRAW_MIXED && number % 3 == 0);
    if (number == 0 || number == EXPLORE_REPEAT)
        name_seed(schedule, 0);
    else if (random)
        name_seed(schedule, number);
    else
        name_pct(schedule, plan, number,
                 plan->draw == EXPLORE_DRAW_PCT ? number - 1 : number - 1 - number / 3);
    if (!plan->async || number == 0 || number == EXPLORE_REPEAT || number % 2 != 0) return;
    if (number % 4 == 2)
        snprintf(schedule->async, sizeof schedule->async, "late");
    else
        snprintf(schedule->async, sizeof schedule->async, "%" PRIu64, number);
    const size_t used = strlen(schedule->option);
    snprintf(schedule->option + used, sizeof schedule->option - used, " --async %s",
             schedule->async);
}
