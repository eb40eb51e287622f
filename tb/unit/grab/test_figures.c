/* SPDX-License-Identifier: Apache-2.0 */
/* test_figures.c: Figures 2 to 5 and 7 of the GRAB paper: every triple <access, hit/miss, evicted>
 * of the original trace, the golden trace, and the root causes, as they are drawn there (2 ways, 2
 * sets, LRU).
 */
#include <stdio.h>
#include <string.h>

#include "tb/unit/grab/grab_test.h"

enum { STEPS = 10, LINE = 128 };

/* A step: thread, block, what the original trace says, and what the text and the arrows say. */
typedef struct step {
    unsigned thread;  /* T1 … T3 */
    const char *name; /* of the block */
    reference_class_t class;
    const char *evicted; /* "": none */
    bool golden_hit;
    unsigned root; /* step (from 1) of the root cause; 0: none */
} step_t;

typedef struct figure {
    const char *name;
    const char *in_s2; /* blocks that were moved to set S2, each between blanks */
    bool merged;       /* T1 and T3 are one thread */
    step_t step[STEPS];
} figure_t;

#define HIT  REFERENCE_HIT
#define MISS REFERENCE_MISS
#define FULL REFERENCE_MISS_FULL

static const figure_t figures[] = {
    {"Figure 2",
     "",
     false,
     {{1, "m1", MISS, "", false, 0},
      {1, "m2", MISS, "", false, 0},
      {2, "m1'", MISS, "m1", false, 0},
      {2, "m1'", HIT, "", true, 0},
      {1, "m1", MISS, "m2", true, 3},
      {1, "m2", MISS, "m1'", true, 3},
      {2, "m2'", MISS, "m1", false, 0},
      {3, "m3'", MISS, "m2", false, 0},
      {1, "m1", MISS, "m2'", true, 7},
      {1, "m2", MISS, "m3'", true, 8}}},
    {"Figure 3",
     " m1' ",
     false,
     {{1, "m1", MISS, "", false, 0},
      {1, "m2", MISS, "", false, 0},
      {2, "m1'", MISS, "", false, 0},
      {2, "m1'", HIT, "", true, 0},
      {1, "m1", HIT, "", true, 0},
      {1, "m2", HIT, "", true, 0},
      {2, "m2'", MISS, "m1", false, 0},
      {3, "m3'", MISS, "m2", false, 0},
      {1, "m1", MISS, "m2'", true, 7},
      {1, "m2", MISS, "m3'", true, 8}}},
    {"Figure 4",
     " m1' m2' ",
     false,
     {{1, "m1", MISS, "", false, 0},
      {1, "m2", MISS, "", false, 0},
      {2, "m1'", MISS, "", false, 0},
      {2, "m1'", HIT, "", true, 0},
      {1, "m1", HIT, "", true, 0},
      {1, "m2", HIT, "", true, 0},
      {2, "m2'", MISS, "", false, 0},
      {3, "m3'", FULL, "m1", false, 0},
      {1, "m1", FULL, "m2", true, 8},
      {1, "m2", FULL, "m3'", true, 8}}},
    {"Figure 5",
     " m1' m2' ",
     true,
     {{1, "m1", MISS, "", false, 0},
      {1, "m2", MISS, "", false, 0},
      {2, "m1'", MISS, "", false, 0},
      {2, "m1'", HIT, "", true, 0},
      {1, "m1", HIT, "", true, 0},
      {1, "m2", HIT, "", true, 0},
      {2, "m2'", MISS, "", false, 0},
      {3, "m3'", FULL, "m1", false, 0},
      {1, "m1", FULL, "m2", false, 8},
      {1, "m2", FULL, "m3'", false, 8}}},
};

/* m1, m2, m1', m2', m3' in one set: even numbers; those in S2: odd. */
static uint64_t block_of(const figure_t *figure, const char *name) {
    static const char *const names[] = {"m1", "m2", "m1'", "m2'", "m3'"};
    char moved[8];
    uint64_t number = 0;
    while (strcmp(names[number], name) != 0) number++;
    snprintf(moved, sizeof moved, " %s ", name);
    return 2 * number + (strstr(figure->in_s2, moved) ? 1 : 0);
}

static scord_event_t access_of(const figure_t *figure, unsigned at) {
    const step_t *step = &figure->step[at];
    const unsigned lane = figure->merged && step->thread == 3 ? 0 : step->thread - 1;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access.mask = 1u << lane;
    event.access.size = 4;
    event.access.pc = at + 1;
    event.access.address[lane] = block_of(figure, step->name) * LINE;
    return event;
}

/* The figure's own numbers against the outcome of one request. */
static void check_step(const figure_t *figure, unsigned at, const grab_outcome_t *outcome) {
    const step_t *step = &figure->step[at];
    static const reference_class_t class_of[] = {
        [GRAB_HIT] = HIT, [GRAB_MISS] = MISS, [GRAB_MISS_FULL] = FULL};
    const uint64_t evicted = step->evicted[0] == '\0' ? GRAB_NO_BLOCK
                                                      : block_of(figure, step->evicted);
    check(class_of[outcome->original] == step->class, "%s, access %u (%s): category", figure->name,
          at + 1, step->name);
    check(outcome->evicted == evicted, "%s, access %u (%s): evicts", figure->name, at + 1,
          step->name);
    check(outcome->golden_hit == step->golden_hit, "%s, access %u (%s): golden trace", figure->name,
          at + 1, step->name);
    check((outcome->root.site == GRAB_NO_SITE ? 0 : outcome->root.site) == step->root,
          "%s, access %u (%s): root cause %u, not %d", figure->name, at + 1, step->name, step->root,
          (int)outcome->root.site);
    if (step->root != 0)
        check(outcome->root.block == block_of(figure, figure->step[step->root - 1].name),
              "%s, access %u: block of the root cause", figure->name, at + 1);
}

static void run_steps(const figure_t *figure, const grab_machine_t *machine) {
    grab_account_t account[GRAB_LEVELS];
    grab_scoring_t scoring;
    const scord_event_kernel_begin_t kernel = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
    for (unsigned level = 0; level < GRAB_LEVELS; level++) grab_account_make(&account[level]);
    check(grab_scoring_make(&scoring, machine, &scord_configs[0], account), "memory");
    grab_scoring_kernel(&scoring, &kernel);
    for (unsigned at = 0; at < STEPS; at++) {
        grab_outcome_t outcome[GRAB_LEVELS];
        const scord_event_t event = access_of(figure, at);
        const grab_request_t request = {.block = block_of(figure, figure->step[at].name),
                                        .lanes = event.access.mask,
                                        .site = at + 1};
        check(grab_scoring_request(&scoring, &request, outcome), "memory");
        check_step(figure, at, &outcome[GRAB_L1]);
    }
    grab_scoring_free(&scoring);
    for (unsigned level = 0; level < GRAB_LEVELS; level++) grab_account_free(&account[level]);
}

/* The reference draws the same figure. */
static void run_reference(const figure_t *figure, const grab_machine_t *machine) {
    trial_t trial;
    uint32_t count;
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN,
                           .kernel_begin = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .name = "k"}};
    trial_open(&trial, machine, 1, 1);
    trial_event(&trial, &begin);
    for (unsigned at = 0; at < STEPS; at++) {
        const scord_event_t event = access_of(figure, at);
        trial_event(&trial, &event);
    }
    const reference_request_t *trace = reference_trace(trial.reference, 0, &count);
    check(count == STEPS, "%s: ten requests", figure->name);
    for (unsigned at = 0; at < STEPS && at < count; at++)
        check(trace[at].class == figure->step[at].class &&
                  trace[at].golden_hit == figure->step[at].golden_hit &&
                  (trace[at].root_block == REFERENCE_EMPTY ? 0 : trace[at].root_pc) ==
                      figure->step[at].root,
              "%s: the reference at access %u", figure->name, at + 1);
    trial_compare(&trial, figure->name);
    trial_close(&trial);
}

/* "the first access to m1' causes two interferences and accesses to m2' and m3' cause one
 * interference each" (Figure 2), and so on: all by the steps. */
int main(void) {
    grab_machine_t machine;
    grab_machine_default(&machine);
    machine.l1 = (grab_geometry_t){.ways = 2, .sets = 2, .line = LINE, .policy = GRAB_LRU};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        run_steps(&figures[i], &machine);
        run_reference(&figures[i], &machine);
    }
    return check_summary();
}
