/* SPDX-License-Identifier: Apache-2.0 */
/* match_program: are the events that a microbenchmark's CUDA program gave those of its event
 * program?
 *
 * Every interleaving is tried on the event programs (tb/interleavings); this holds them to the .cu
 * files of the same name: each thread's accesses and fences, in order, with a spin's failed reads
 * left out, must be the program's statements, word for word (one address a name), and the threads
 * must be placed as the program says.
 *
 * usage: match_program PROGRAM STREAM     exit codes: 0 the same, 1 different, 2 bad usage or input
 */
#include <stdio.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "tb/interleavings/event_program.h"
#include "cmodel/stream/event_stream.h"

typedef struct matcher {
    const event_program_t *program;
    bool launched[PROGRAM_THREADS];
    scord_event_warp_t place[PROGRAM_THREADS]; /* sm, slot, warp of each thread */
    unsigned next[PROGRAM_THREADS];            /* statement that must come next */
    bool known[PROGRAM_MAX_WORDS];
    uint64_t address[PROGRAM_MAX_WORDS];
    const char *difference; /* NULL: none so far */
    unsigned thread;        /* where it is */
} matcher_t;

static unsigned lowest_bit(uint32_t mask) { return (unsigned)__builtin_ctz(mask); }

static void place_thread(matcher_t *matcher, unsigned thread,
                         const scord_event_block_launch_t *launch, uint32_t warps) {
    if (thread >= PROGRAM_THREADS || warps == 0 || matcher->launched[thread]) {
        matcher->difference = "the launch has other blocks or warps than two threads need";
        return;
    }
    matcher->launched[thread] = true;
    matcher->place[thread] = (scord_event_warp_t){
        .sm = launch->sm, .slot = launch->slot, .warp = (uint8_t)lowest_bit(warps)};
}

static void match_launch(matcher_t *matcher, const scord_event_block_launch_t *launch) {
    if (!matcher->program->same_block) {
        place_thread(matcher, launch->cta[0], launch, launch->warps);
        return;
    }
    place_thread(matcher, 0, launch, launch->warps);
    place_thread(matcher, 1, launch, launch->warps & (launch->warps - 1));
}

static int thread_at(const matcher_t *matcher, unsigned sm, unsigned slot, unsigned warp) {
    for (unsigned i = 0; i < PROGRAM_THREADS; i++)
        if (matcher->launched[i] && matcher->place[i].sm == sm && matcher->place[i].slot == slot &&
            matcher->place[i].warp == warp)
            return (int)i;
    return -1;
}

static const step_t *expected_step(matcher_t *matcher, int thread) {
    matcher->thread = thread < 0 ? 0 : (unsigned)thread;
    if (thread < 0)
        matcher->difference = "an event of a warp that is neither thread";
    else if (matcher->next[thread] == matcher->program->steps[thread])
        matcher->difference = "more events than the program has";
    else
        return &matcher->program->step[thread][matcher->next[thread]];
    return NULL;
}

static void match_fence(matcher_t *matcher, const scord_event_fence_t *fence) {
    int thread = thread_at(matcher, fence->sm, fence->slot, fence->warp);
    const step_t *step = expected_step(matcher, thread);
    if (!step) return;
    if (step->kind != STEP_FENCE || step->scope != fence->scope)
        matcher->difference =
            "a fence, or a fence of another scope, where the program has something else";
    else
        matcher->next[thread]++;
}

/* An atomicAdd of 0 may reach PTX as an atomic or of 0. */
static bool is_read_atomic(const scord_event_access_t *access, unsigned lane) {
    return access->value[lane] == 0 && (access->atomic_kind == SCORD_ATOMIC_KIND_ADD ||
                                        access->atomic_kind == SCORD_ATOMIC_KIND_OR);
}

static bool same_operation(const step_t *step, const scord_event_access_t *access, unsigned lane) {
    switch (step->kind) {
    case STEP_LOAD: return access->op == SCORD_OP_LOAD && access->strong == step->strong;
    case STEP_STORE: return access->op == SCORD_OP_STORE && access->strong == step->strong;
    case STEP_ADD: return access->atomic_kind == SCORD_ATOMIC_KIND_ADD && access->value[lane] != 0;
    case STEP_EXCH:
        return access->atomic_kind == SCORD_ATOMIC_KIND_EXCH && access->value[lane] == step->value;
    case STEP_LOCK:
        return access->atomic_kind == SCORD_ATOMIC_KIND_CAS && access->compare[lane] == 0 &&
               access->value[lane] == 1;
    case STEP_AWAIT: return is_read_atomic(access, lane);
    case STEP_FENCE: return false;
    }
    return false;
}

static bool same_word(matcher_t *matcher, unsigned word, uint64_t address) {
    for (unsigned i = 0; i < matcher->program->words; i++)
        if (matcher->known[i] && matcher->address[i] == address) return i == word;
    if (matcher->known[word]) return false;
    matcher->known[word] = true;
    matcher->address[word] = address;
    return true;
}

static bool spins_on(const step_t *step, uint64_t returned) {
    return (step->kind == STEP_LOCK && returned != 0) ||
           (step->kind == STEP_AWAIT && returned != step->value);
}

static void match_access(matcher_t *matcher, const scord_event_access_t *access) {
    int thread = thread_at(matcher, access->sm, access->slot, access->warp);
    const step_t *step = expected_step(matcher, thread);
    if (!step) return;
    unsigned lane = lowest_bit(access->mask);
    if (!same_operation(step, access, lane))
        matcher->difference = "an access of another kind, strength or value";
    else if (access->op == SCORD_OP_ATOMIC && access->scope != step->scope)
        matcher->difference = "an atomic of another scope";
    else if (access->mask & (access->mask - 1) || access->size != SCORD_WORD_BYTES)
        matcher->difference = "an access of several lanes, or not of one word";
    else if (!same_word(matcher, step->word, access->address[lane]))
        matcher->difference = "an access to another word";
    else if (!spins_on(step, access->returned[lane]))
        matcher->next[thread]++;
}

static void match_event(matcher_t *matcher, const scord_event_t *event) {
    if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH)
        match_launch(matcher, &event->block_launch);
    else if (event->kind == SCORD_EVENT_KIND_FENCE)
        match_fence(matcher, &event->fence);
    else if (event->kind == SCORD_EVENT_KIND_ACCESS)
        match_access(matcher, &event->access);
}

static void match_end(matcher_t *matcher) {
    for (unsigned i = 0; i < PROGRAM_THREADS && !matcher->difference; i++)
        if (matcher->next[i] != matcher->program->steps[i]) {
            matcher->thread = i;
            matcher->difference = "fewer events than the program has";
        }
}

static int match_stream(const char *path, matcher_t *matcher) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status = SCORD_STREAM_OK;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    if (!reader) {
        fprintf(stderr, "match_program: %s\n", error.message);
        return SCORD_EXIT_BAD_INPUT;
    }
    while (!matcher->difference &&
           (status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
        match_event(matcher, &event);
    scord_stream_close_reader(reader);
    if (status != SCORD_STREAM_OK && status != SCORD_STREAM_END) {
        fprintf(stderr, "match_program: %s\n", error.message);
        return SCORD_EXIT_BAD_INPUT;
    }
    match_end(matcher);
    return matcher->difference ? SCORD_EXIT_FOUND : SCORD_EXIT_CLEAN;
}

int main(int argc, char **argv) {
    event_program_t program;
    char message[512];
    if (argc != 3) {
        fprintf(stderr, "usage: match_program PROGRAM STREAM\n");
        return SCORD_EXIT_BAD_INPUT;
    }
    if (event_program_read(argv[1], &program, message, sizeof message) != 0) {
        fprintf(stderr, "match_program: %s\n", message);
        return SCORD_EXIT_BAD_INPUT;
    }
    matcher_t matcher = {.program = &program};
    int code = match_stream(argv[2], &matcher);
    if (code == SCORD_EXIT_FOUND)
        fprintf(stderr, "match_program: %s: thread %u, statement %u: %s\n", argv[2], matcher.thread,
                matcher.next[matcher.thread] + 1, matcher.difference);
    return code;
}
