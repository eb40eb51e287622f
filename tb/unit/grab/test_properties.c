/* SPDX-License-Identifier: Apache-2.0 */
/* test_properties.c: Properties 4.1 and 4.2 of the GRAB paper on random executions, each by running
 * the threads alone.
 *
 * 4.1: every mh and m*h fault comes from interference: some thread of the request, alone in the
 * cache, hits. 4.2: when every thread ... some thread alone hits and the execution misses, the
 * report has <loc, addr> as an effect of a root cause. A run of one thread alone has no such fault
 * at all.
 *
 * usage: test_properties FIRST_SEED COUNT
 */
#include <stdlib.h>
#include <string.h>

#include "tb/unit/grab/grab_test.h"

enum { EVENTS = 300 };

typedef struct execution {
    grab_machine_t machine;
    random_events_t source;
    scord_event_t event[EVENTS];
    unsigned warp_of_event[EVENTS]; /* number of the requesting warp, among all that ever were;
                                       accesses only */
    unsigned warps;
} execution_t;

/* Which warp each access is of: a launch and a block make new ones. */
static void name_warps(execution_t *execution) {
    unsigned now[SCORD_MAX_SMS][SCORD_MAX_WARPS_PER_SM] = {{0}}, next = 0;
    for (unsigned i = 0; i < EVENTS; i++) {
        const scord_event_t *event = &execution->event[i];
        for (unsigned sm = 0; event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN && sm < SCORD_MAX_SMS;
             sm++)
            for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++) now[sm][warp] = next++;
        for (unsigned warp = 0;
             event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH && warp < SCORD_MAX_WARPS_PER_SM; warp++)
            if ((event->block_launch.warps >> warp & 1) != 0)
                now[event->block_launch.sm][warp] = next++;
        if (event->kind == SCORD_EVENT_KIND_ACCESS)
            execution->warp_of_event[i] = now[event->access.sm][event->access.warp];
    }
    execution->warps = next;
}

static void make(execution_t *execution, uint64_t seed) {
    uint64_t state = seed;
    random_machine(&state, &execution->machine);
    execution->machine.groups = 1;
    execution->machine.l2.sets = 0;
    random_open(&execution->source, state, &execution->machine);
    for (unsigned i = 0; i < EVENTS; i++) random_next(&execution->source, &execution->event[i]);
    name_warps(execution);
}

static grab_account_t *account_of(grab_t *grab) {
    return (grab_account_t *)(uintptr_t)&grab_results(grab)->scored[0].account[GRAB_L1];
}

static grab_t *open_grab(const execution_t *execution) {
    scord_config_t config = scord_configs[0];
    config.num_sms = (uint8_t)execution->source.sms;
    config.warps_per_sm = (uint8_t)execution->source.warps;
    grab_t *grab = grab_create(&execution->machine, 1, &config);
    if (!grab) exit(3);
    return grab;
}

/* The execution of LANE of WARP alone: its accesses, and only its own lane of them. Sets hit[i]
 * where access i hits. */
static void run_alone(const execution_t *execution, unsigned warp, unsigned lane,
                      bool hit[EVENTS]) {
    grab_t *grab = open_grab(execution);
    for (unsigned i = 0; i < EVENTS; i++) {
        scord_event_t event = execution->event[i];
        const uint64_t misses = account_of(grab)->total.misses +
                                account_of(grab)->total.full_misses;
        hit[i] = false;
        if (event.kind == SCORD_EVENT_KIND_ACCESS) {
            if (execution->warp_of_event[i] != warp || (event.access.mask >> lane & 1) == 0)
                continue;
            event.access.mask = UINT32_C(1) << lane;
        }
        check(grab_event(grab, &event), "memory");
        hit[i] = event.kind == SCORD_EVENT_KIND_ACCESS &&
                 account_of(grab)->total.misses + account_of(grab)->total.full_misses == misses;
    }
    check(account_of(grab)->total.faults[GRAB_FAULT_MH] == 0 &&
              account_of(grab)->total.faults[GRAB_FAULT_FULL_MH] == 0,
          "a thread alone suffers no interference");
    grab_destroy(grab);
}

/* alone[i]: lanes of access i that hit when they run alone. */
static void find_alone(const execution_t *execution, uint32_t alone[EVENTS]) {
    bool hit[EVENTS];
    memset(alone, 0, EVENTS * sizeof *alone);
    for (unsigned warp = 0; warp < execution->warps; warp++) {
        uint32_t lanes = 0;
        for (unsigned i = 0; i < EVENTS; i++)
            if (execution->event[i].kind == SCORD_EVENT_KIND_ACCESS &&
                execution->warp_of_event[i] == warp)
                lanes |= execution->event[i].access.mask;
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
            if ((lanes >> lane & 1) == 0) continue;
            run_alone(execution, warp, lane, hit);
            for (unsigned i = 0; i < EVENTS; i++)
                if (hit[i]) alone[i] |= UINT32_C(1) << lane;
        }
    }
}

static bool has_effect(const grab_results_t *results, const grab_account_t *account, uint32_t pc,
                       uint64_t block) {
    for (size_t i = 0; i < account->effects.places; i++) {
        const grab_mark_t *mark = &account->effects.place[i];
        const uint64_t bits = mark->bits[GRAB_FAULT_MH] | mark->bits[GRAB_FAULT_FULL_MH];
        if (mark->page == block / GRAB_MARK_BLOCKS && (bits >> block % GRAB_MARK_BLOCKS & 1) != 0 &&
            results->site[(uint32_t)mark->key].pc == pc)
            return true;
    }
    return false;
}

/* Requests of one access that miss in the execution, whether a lane of each hits alone. */
static void check_access(const execution_t *execution, grab_t *grab, unsigned at, uint32_t alone) {
    const scord_event_access_t *access = &execution->event[at].access;
    const grab_counts_t before = account_of(grab)->total;
    check(grab_event(grab, &execution->event[at]), "memory");
    const grab_counts_t *after = &account_of(grab)->total;
    const uint64_t interferences = after->faults[0] + after->faults[1] - before.faults[0] -
                                   before.faults[1];
    if (after->requests != before.requests + 1)
        return; /* several blocks: which one missed is not told apart */
    const bool missed = after->misses + after->full_misses != before.misses + before.full_misses;
    const bool hits_alone = (access->mask & alone) != 0;
    check(interferences == 0 || hits_alone, "Property 4.1: access %u", at);
    check(!missed || !hits_alone ||
              has_effect(grab_results(grab), account_of(grab), access->pc,
                         access->address[__builtin_ctz(access->mask)] / execution->machine.l1.line),
          "Property 4.2: access %u", at);
}

static uint64_t run(uint64_t seed) {
    execution_t *execution = calloc(1, sizeof *execution);
    uint32_t alone[EVENTS];
    if (!execution) exit(3);
    make(execution, seed);
    find_alone(execution, alone);
    grab_t *grab = open_grab(execution);
    for (unsigned i = 0; i < EVENTS; i++) {
        if (execution->event[i].kind == SCORD_EVENT_KIND_ACCESS)
            check_access(execution, grab, i, alone[i]);
        else
            check(grab_event(grab, &execution->event[i]), "memory");
    }
    const uint64_t found = account_of(grab)->total.faults[GRAB_FAULT_MH] +
                           account_of(grab)->total.faults[GRAB_FAULT_FULL_MH];
    grab_destroy(grab);
    free(execution);
    return found;
}

int main(int argc, char **argv) {
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2 ? strtoull(argv[2], NULL, 0) : 20;
    uint64_t found = 0;
    for (uint64_t seed = first; seed < first + count; seed++) found += run(seed);
    check(found > 10 * count, "the executions have interference to look at");
    return check_summary();
}
