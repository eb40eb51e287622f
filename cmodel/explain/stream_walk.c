/* SPDX-License-Identifier: Apache-2.0 */
/* stream_walk.c: see stream_walk.h. */
#include "cmodel/explain/stream_walk.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- edits ---- */

static scord_event_t lock_word(const scord_edit_t *edit, bool take) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){.sm = edit->sm,
                                          .slot = edit->slot,
                                          .warp = edit->warp,
                                          .op = SCORD_OP_ATOMIC,
                                          .scope = edit->scope,
                                          .strong = 1,
                                          .size = SCORD_WORD_BYTES,
                                          .has_operands = 1,
                                          .has_returned = 1,
                                          .mask = 1};
    event.access.atomic_kind = take ? SCORD_ATOMIC_KIND_CAS : SCORD_ATOMIC_KIND_EXCH;
    event.access.address[0] = edit->address;
    event.access.value[0] = take;
    event.access.returned[0] = !take;
    return event;
}

static bool inserts(const scord_edit_t *edit) { return edit->kind <= SCORD_EDIT_UNLOCK; }

static scord_event_t inserted_event(const scord_edit_t *edit, const scord_event_t *neighbour) {
    assert(inserts(edit));
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    if (edit->kind == SCORD_EDIT_LOCK || edit->kind == SCORD_EDIT_UNLOCK)
        event = lock_word(edit, edit->kind == SCORD_EDIT_LOCK);
    else if (edit->kind == SCORD_EDIT_FENCE)
        event.fence = (scord_event_fence_t){.sm = edit->sm,
                                            .slot = edit->slot,
                                            .warp = edit->warp,
                                            .scope = edit->scope,
                                            .mask = 1};
    if (edit->kind == SCORD_EDIT_BARRIER) {
        event.kind = SCORD_EVENT_KIND_BARRIER_RELEASE;
        event.warp = (scord_event_warp_t){.sm = edit->sm, .slot = edit->slot};
    }
    event.sequence = neighbour->sequence;
    event.cycle = neighbour->cycle;
    return event;
}

/* False: the event is left out. */
static bool change_event(const scord_edit_t *edit, scord_event_t *event) {
    assert(!inserts(edit));
    if (edit->kind == SCORD_EDIT_DROP) return false;
    if (edit->kind == SCORD_EDIT_STRONG) event->access.strong = 1;
    if (edit->kind == SCORD_EDIT_WEAK) event->access.strong = 0;
    if (edit->kind == SCORD_EDIT_SCOPE && event->kind == SCORD_EVENT_KIND_FENCE)
        event->fence.scope = edit->scope;
    if (edit->kind == SCORD_EDIT_SCOPE && event->kind == SCORD_EVENT_KIND_ACCESS)
        event->access.scope = edit->scope;
    return true;
}

/* ---- the walk ---- */

typedef struct run {
    scord_walk_t *walk;
    scord_replay_t replay;
    scord_stream_reader_t *reader;
    scord_walk_status_t status;
    char *message;
    size_t size;
} run_t;

static bool fail(run_t *run, scord_walk_status_t status, const char *text) {
    assert(status != SCORD_WALK_OK);
    snprintf(run->message, run->size, "%s", text);
    run->status = status;
    return false;
}

static void observe(void *context, const scord_decided_check_t *check) {
    scord_walk_t *walk = context;
    assert(walk->on_decision && walk->event);
    walk->on_decision(walk, check);
}

static bool is_expectation(const scord_event_t *event) {
    return event->kind == SCORD_EVENT_KIND_EXPECT || event->kind == SCORD_EVENT_KIND_EXPECT_PICK;
}

static bool decide(run_t *run, const scord_event_t *event, bool inserted) {
    char problem[256];
    scord_stream_error_t error;
    scord_event_t copy = *event; /* the writer numbers its own copy */
    scord_walk_t *walk = run->walk;
    if (is_expectation(event)) return true;
    if (walk->writer && scord_stream_write(walk->writer, &copy, &error) != SCORD_STREAM_OK)
        return fail(run, SCORD_WALK_ENVIRONMENT, error.message);
    if (event->sequence == walk->marked && !inserted) walk->marked_written = walk->written;
    walk->written += walk->writer ? 1 : 0;
    if (event->sequence < walk->first || event->sequence > walk->last) return true;
    walk->event = event;
    walk->inserted = inserted;
    const scord_replay_status_t status = scord_replay_event(&run->replay, event, problem,
                                                            sizeof problem);
    if (status == SCORD_REPLAY_OK) return true;
    return fail(run,
                status == SCORD_REPLAY_NO_MEMORY ? SCORD_WALK_ENVIRONMENT : SCORD_WALK_BAD_INPUT,
                problem);
}

static bool insert(run_t *run, const scord_event_t *neighbour, bool after) {
    for (unsigned i = 0; i < run->walk->edits; i++) {
        const scord_edit_t *edit = &run->walk->edit[i];
        if (edit->at != neighbour->sequence || edit->after != after || !inserts(edit)) continue;
        const scord_event_t event = inserted_event(edit, neighbour);
        if (!decide(run, &event, true)) return false;
    }
    return true;
}

static bool step(run_t *run, scord_event_t *event) {
    bool there = true;
    if (run->walk->on_event) run->walk->on_event(run->walk, event);
    if (!insert(run, event, false)) return false;
    for (unsigned i = 0; i < run->walk->edits; i++)
        if (run->walk->edit[i].at == event->sequence && !inserts(&run->walk->edit[i]))
            there &= change_event(&run->walk->edit[i], event);
    if (there && !run->walk->stop && !decide(run, event, false)) return false;
    return insert(run, event, true);
}

static void feed(run_t *run) {
    scord_event_t event;
    scord_stream_error_t error;
    scord_stream_status_t status = SCORD_STREAM_OK;
    while (!run->walk->stop &&
           (status = scord_stream_read(run->reader, &event, &error)) == SCORD_STREAM_OK) {
        const bool is_last = event.sequence >= run->walk->last;
        if (!step(run, &event) || (is_last && !run->walk->writer)) return;
    }
    if (status != SCORD_STREAM_OK && status != SCORD_STREAM_END)
        fail(run,
             status == SCORD_STREAM_BAD || status == SCORD_STREAM_INVALID ? SCORD_WALK_BAD_INPUT
                                                                          : SCORD_WALK_ENVIRONMENT,
             error.message);
}

static void run_model(run_t *run) {
    scord_model_status_t status;
    scord_walk_t *walk = run->walk;
    walk->model = scord_model_create(
        walk->config ? walk->config : scord_stream_reader_config(run->reader), &status);
    if (!walk->model) {
        fail(run, SCORD_WALK_ENVIRONMENT, "no memory for the golden model");
        return;
    }
    if (walk->on_decision) scord_model_observe_decisions(walk->model, observe, walk);
    scord_replay_init(&run->replay, walk->model, NULL, NULL);
    feed(run);
    scord_model_destroy(walk->model);
    walk->model = NULL;
}

scord_walk_status_t scord_walk(scord_walk_t *walk, char *message, size_t size) {
    assert(walk->stream && (walk->edit || walk->edits == 0));
    scord_stream_error_t error;
    run_t run = {.walk = walk, .status = SCORD_WALK_OK, .message = message, .size = size};
    walk->stop = false;
    run.reader = scord_stream_open_reader(walk->stream, &error);
    if (!run.reader) {
        fail(&run, error.status == SCORD_STREAM_BAD ? SCORD_WALK_BAD_INPUT : SCORD_WALK_ENVIRONMENT,
             error.message);
        return run.status;
    }
    run_model(&run);
    scord_stream_close_reader(run.reader);
    return run.status;
}
