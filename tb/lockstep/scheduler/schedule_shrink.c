/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_shrink.c: see schedule.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/lockstep/scheduler/schedule.h"

typedef struct shrink {
    const schedule_machine_t *machine;
    const char *unit;
    schedule_open_t *open;
    void *context;
    time_t end;
    schedule_step_t *steps, *trial, *filtered;
    size_t count;
} shrink_t;

bool schedule_replay(const schedule_machine_t *machine, schedule_open_t *open, void *context,
                     schedule_step_t *steps, size_t count, schedule_mismatch_t *mismatch) {
    schedule_run_t *run = malloc(sizeof *run);
    scord_scheduler_device_t *device = open(context);
    bool started = run && device &&
                   schedule_run_start(run, device, &machine->config, machine->wild,
                                      machine->sm + 1);
    for (size_t i = 0; started && i < count; i++, run->cycle++) {
        if (steps[i].restart) schedule_run_restart(run);
        if (!schedule_run_step(run, machine->sm, &steps[i])) break;
    }
    if (started) *mismatch = run->mismatch;
    if (device) device->close(device->context);
    free(run);
    return started;
}

/* Do the first `count` steps of the trial show the same mismatch? Then they, up to it, are the
 * schedule from now on. */
static bool keep(shrink_t *shrink, size_t count) {
    schedule_mismatch_t mismatch;
    memcpy(shrink->filtered, shrink->trial, count * sizeof *shrink->trial);
    if (!schedule_replay(shrink->machine, shrink->open, shrink->context, shrink->filtered, count,
                         &mismatch) ||
        !mismatch.found || strcmp(mismatch.unit, shrink->unit) != 0)
        return false;
    shrink->count = (size_t)mismatch.cycle + 1;
    memcpy(shrink->steps, shrink->filtered, shrink->count * sizeof *shrink->steps);
    return true;
}

static bool time_is_left(const shrink_t *shrink) { return time(NULL) < shrink->end; }

static bool without(shrink_t *shrink, size_t from, size_t length) {
    memcpy(shrink->trial, shrink->steps, from * sizeof *shrink->trial);
    memcpy(shrink->trial + from, shrink->steps + from + length,
           (shrink->count - from - length) * sizeof *shrink->trial);
    return keep(shrink, shrink->count - length);
}

/* From the end, because what is near the mismatch is needed most. */
static void leave_out(shrink_t *shrink, size_t length) {
    for (size_t end = shrink->count; end >= length && time_is_left(shrink);) {
        const size_t from = end - length;
        without(shrink, from, length);
        end = from < shrink->count ? from : shrink->count;
    }
}

/* Without one of the parts of a step. */
static bool simpler(schedule_step_t *step, unsigned part) {
    const schedule_step_t before = *step;
    switch (part) {
    case 0:
        step->fetch = false;
        step->eligible = step->blocked = 0;
        break;
    case 1:
        step->launch = false;
        step->launch_warps = step->launch_slot = 0;
        break;
    case 2: step->release = 0; break;
    case 3: step->arrive = 0; break;
    case 4: step->exit = 0; break;
    case 5: step->restart = false; break;
    case 6: step->blocked = 0; break;
    case 7:
        step->eligible &= step->eligible - 1;
        step->blocked &= step->eligible;
        break;
    case 8: step->launch_warps &= step->launch_warps - 1; break;
    default: step->ready[part - 9] = 0; break;
    }
    return memcmp(&before, step, sizeof before) != 0;
}

static void simplify(shrink_t *shrink) {
    for (size_t i = 0; i < shrink->count && time_is_left(shrink); i++)
        for (unsigned part = 0; part < 9 + SCORD_SCHEDULER_UNITS && i < shrink->count; part++) {
            memcpy(shrink->trial, shrink->steps, shrink->count * sizeof *shrink->trial);
            if (simpler(&shrink->trial[i], part)) keep(shrink, shrink->count);
        }
}

size_t schedule_shrink(const schedule_machine_t *machine, const schedule_mismatch_t *mismatch,
                       schedule_open_t *open, void *context, unsigned seconds,
                       schedule_step_t *steps, size_t count) {
    shrink_t shrink = {.machine = machine,
                       .unit = mismatch->unit,
                       .open = open,
                       .context = context,
                       .end = time(NULL) + seconds,
                       .steps = steps,
                       .trial = calloc(count, sizeof *steps),
                       .filtered = calloc(count, sizeof *steps)};
    if (shrink.trial && shrink.filtered) {
        memcpy(shrink.trial, steps, count * sizeof *steps);
        if (keep(&shrink, count)) {
            for (size_t length = shrink.count / 2; length > 0; length /= 2)
                leave_out(&shrink, length);
            simplify(&shrink);
            leave_out(&shrink, 1);
        }
    }
    free(shrink.trial);
    free(shrink.filtered);
    return shrink.count;
}
