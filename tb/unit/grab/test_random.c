/* SPDX-License-Identifier: Apache-2.0 */
/* test_random.c: GRAB equals its literal reference on random events: LRU and FIFO, any <A, S, L>,
 * several SMs, launches, groups of threads, two levels; sums after every event, all tables at the
 * end.
 *
 * usage: test_random FIRST_SEED COUNT
 */
#include <stdio.h>
#include <stdlib.h>

#include "tb/unit/grab/grab_test.h"

enum { EVENTS = 400 };

static void run(uint64_t seed) {
    uint64_t state = seed;
    char name[64];
    grab_machine_t machine;
    random_events_t events;
    trial_t trial;
    scord_event_t event;
    random_machine(&state, &machine);
    random_open(&events, state, &machine);
    trial_open(&trial, &machine, events.sms, events.warps);
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    const unsigned count = 20 + random_below(&state, EVENTS);
    for (unsigned i = 0; i < count; i++) {
        random_next(&events, &event);
        trial_event(&trial, &event);
        if (i % 8 == 0) trial_compare_sums(&trial, name);
    }
    trial_compare(&trial, name);
    trial_close(&trial);
}

int main(int argc, char **argv) {
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2 ? strtoull(argv[2], NULL, 0) : 300;
    for (uint64_t seed = first; seed < first + count; seed++) run(seed);
    return check_summary();
}
