/* SPDX-License-Identifier: Apache-2.0 */
/* explore.c: depth-first enumeration; what counts as an interleaving is said in explore.h. */
#include "tb/interleavings/explore.h"

typedef struct explorer {
    const event_program_t *program;
    unsigned max_failed;
    explore_visit_t *visit;
    void *context;
    unsigned count;
    executed_step_t steps[EXPLORE_MAX_EVENTS];
} explorer_t;

/* All that an interleaving's continuation depends on. */
typedef struct machine {
    unsigned next[PROGRAM_THREADS], failed[PROGRAM_THREADS];
    uint32_t memory[PROGRAM_MAX_WORDS];
} machine_t;

static const step_t *next_step(const explorer_t *explorer, const machine_t *machine,
                               unsigned thread) {
    if (machine->next[thread] == explorer->program->steps[thread]) return NULL;
    return &explorer->program->step[thread][machine->next[thread]];
}

static bool is_spin(const step_t *step) {
    return step->kind == STEP_LOCK || step->kind == STEP_AWAIT;
}

static bool spin_succeeds(const step_t *step, uint32_t value) {
    return step->kind == STEP_LOCK ? value == 0 : value == step->value;
}

/* A spin that would fail once more than allowed waits instead. */
static bool may_move(const explorer_t *explorer, const machine_t *machine, unsigned thread) {
    const step_t *step = next_step(explorer, machine, thread);
    return step && (!is_spin(step) || spin_succeeds(step, machine->memory[step->word]) ||
                    machine->failed[thread] < explorer->max_failed);
}

static void write_memory(const step_t *step, uint32_t *word) {
    switch (step->kind) {
    case STEP_STORE:
    case STEP_LOCK: *word = 1; break;
    case STEP_ADD: *word += 1; break;
    case STEP_EXCH: *word = step->value; break;
    case STEP_LOAD:
    case STEP_AWAIT:
    case STEP_FENCE: break;
    }
}

static void execute(explorer_t *explorer, machine_t *machine, unsigned thread) {
    const step_t *step = next_step(explorer, machine, thread);
    uint32_t *word = &machine->memory[step->word];
    explorer->steps[explorer->count++] = (executed_step_t){thread, step, *word};
    if (is_spin(step) && !spin_succeeds(step, *word)) {
        machine->failed[thread]++;
        return;
    }
    write_memory(step, word);
    machine->next[thread]++;
    machine->failed[thread] = 0;
}

static explore_status_t descend(explorer_t *explorer, const machine_t *machine) {
    bool finished = true, moved = false;
    for (unsigned thread = 0; thread < PROGRAM_THREADS; thread++) {
        finished = finished && !next_step(explorer, machine, thread);
        if (!may_move(explorer, machine, thread)) continue;
        moved = true;
        machine_t after = *machine;
        execute(explorer, &after, thread);
        explore_status_t status = descend(explorer, &after);
        explorer->count--;
        if (status != EXPLORE_OK) return status;
    }
    if (finished)
        return explorer->visit(explorer->context, explorer->steps, explorer->count) == 0
                   ? EXPLORE_OK
                   : EXPLORE_STOPPED;
    return moved ? EXPLORE_OK : EXPLORE_DEADLOCK;
}

explore_status_t explore(const event_program_t *program, unsigned max_failed,
                         explore_visit_t *visit, void *context) {
    explorer_t explorer = {
        .program = program, .max_failed = max_failed, .visit = visit, .context = context};
    machine_t start = {{0}, {0}, {0}};
    return descend(&explorer, &start);
}
