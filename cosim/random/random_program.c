/* SPDX-License-Identifier: Apache-2.0 */
/* random_program.c: see random_program.h and random_internal.h. */
#include "cosim/random/random_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void refill(scord_random_program_t *program) {
    program->pending_count = program->pending_next = 0;
    if (program->kernel_open &&
        (program->steps_left == 0 || program->produced >= program->knobs.events)) {
        scord_random_lower_kernel_end(program);
    } else if (!program->kernel_open && program->produced >= program->knobs.events) {
        program->finished = true;
    } else {
        step_t step;
        if (program->kernel_open) program->steps_left--;
        scord_random_draw_step(program, &step);
        if (program->print) scord_random_print_step(program, &step);
        scord_random_lower(program, &step);
    }
}

bool scord_random_program_next(scord_random_program_t *program, scord_event_t *event) {
    if (program->pending_next == program->pending_count && !program->finished) refill(program);
    if (program->finished) return false;
    assert(program->pending_next < program->pending_count);
    const scord_event_t *next = &program->pending[program->pending_next++];
    memcpy(event, next,
           next->kind == SCORD_EVENT_KIND_ACCESS ? sizeof *event
                                                 : offsetof(scord_event_t, access.returned));
    event->sequence = program->produced++;
    return true;
}

void scord_random_program_print_to(scord_random_program_t *program, FILE *out) {
    program->print = out;
}

scord_random_program_t *scord_random_program_create(const scord_config_t *config,
                                                    const scord_random_knobs_t *knobs) {
    scord_random_program_t *program = calloc(1, sizeof *program);
    if (!program) return NULL;
    program->config = *config;
    program->knobs = *knobs;
    program->random = scord_random_seed(knobs->seed, 100);
    program->pending = calloc(SCORD_RANDOM_PENDING, sizeof *program->pending);
    if (program->pending) return program;
    scord_random_program_destroy(program);
    return NULL;
}

void scord_random_program_destroy(scord_random_program_t *program) {
    if (!program) return;
    free(program->pending);
    free(program);
}
