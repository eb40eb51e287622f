/* SPDX-License-Identifier: Apache-2.0 */
/* check_stages.c: see check_stages.h.
 *
 * A batch (relay.h) has up to SCORD_BATCH_EVENTS events, what they are lowered to, and the items
 * that they retire. Its arrays grow and stay, so that little is allocated once they fit.
 *
 * Who ends whom. The reading thread ends when the stream does, and when the last stage wants no
 * more: it may wait for a program that writes nothing, so that its reads look at a descriptor, too
 * (scord_stream_stop_at). What was given before is still decided and reported, so that counts of
 * model and report are of the same events. Signals are the last stage's: the others block them.
 */
#include "cosim/commands/program/check_stages.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cosim/commands/program/check_halves.h"
#include "cosim/commands/program/relay.h"

enum { BATCHES = 6, FEW = 8 /* events at once in one thread: they stay in its cache */ };
enum { EXPECTED = 8 /* requests whose entries are fetched before they are decided */ };
enum { NOTICE = 100 /* milliseconds in which an interruption is seen */ };
enum { STACK = 1 << 20 };

typedef struct check_batch {
    scord_event_batch_t *events;
    scord_sm_event_t *lowered;
    uint32_t first[SCORD_BATCH_EVENTS + 1]; /* of an event's SM events */
    uint8_t sm[SCORD_BATCH_EVENTS];
    uint32_t lowered_allocated, fetched;
    unsigned count; /* of the events; fewer are there for the last stage when deciding failed */
    check_items_t items;
    uint32_t first_item[SCORD_BATCH_EVENTS + 1];
    bool failed;                  /* the last one of `count` could not be decided */
    scord_stream_status_t status; /* OK: another batch follows */
    scord_stream_error_t error;
} check_batch_t;

typedef struct check_stages {
    check_engine_t *engine;
    scord_stream_reader_t *reader;
    relay_t relay;
    check_batch_t batch[BATCHES];
    check_decider_t decider;
    pthread_t reading, deciding;
    int stop; /* eventfd: the reading thread is to end */
} check_stages_t;

/* ---- progress, on a terminal only ---- */

typedef struct progress_line {
    bool shown, wanted;
    time_t start, last;
} progress_line_t;

static void show_progress(progress_line_t *progress, const check_engine_t *engine) {
    const time_t now = time(NULL);
    if (!progress->wanted || now == progress->last || now < progress->start + 2) return;
    progress->last = now;
    progress->shown = true;
    const unsigned long long events = (unsigned long long)engine->statistics.events;
    fprintf(stderr, "\r\033[Kscord: %llu events, %llu checks, %llu events/s", events,
            (unsigned long long)engine->statistics.checks,
            events / (unsigned long long)(now - progress->start));
}

static void clear_progress(const progress_line_t *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}

/* ---- one thread ---- */

static scord_stream_status_t run_alone(check_engine_t *engine, scord_stream_reader_t *reader,
                                       progress_line_t *progress, scord_stream_error_t *error) {
    scord_event_batch_t *batch = scord_event_batch_create();
    scord_stream_status_t status = SCORD_STREAM_OK;
    if (!batch) {
        *error = (scord_stream_error_t){.status = SCORD_STREAM_MEMORY,
                                        .message = "no memory for events"};
        return SCORD_STREAM_MEMORY;
    }
    while (!interrupts_seen() && engine->code == 0) {
        status = scord_stream_read_batch(reader, batch, FEW, error);
        if (status != SCORD_STREAM_OK) break;
        for (unsigned i = 0; i < batch->count; i++) check_engine_expect(engine, &batch->event[i]);
        for (unsigned i = 0; i < batch->count && !interrupts_seen(); i++)
            if (check_engine_event(engine, &batch->event[i]) != 0) break;
        show_progress(progress, engine);
    }
    scord_event_batch_destroy(batch);
    return status;
}

/* ---- reading ---- */

/* False: no memory for all of them; the batch then has those before, and no other one follows. */
static bool lower(check_batch_t *batch) {
    scord_event_batch_t *events = batch->events;
    batch->first[0] = 0;
    for (batch->count = 0; batch->count < events->count; batch->count++) {
        const unsigned i = batch->count;
        unsigned sm = 0;
        if (!SCORD_ARRAY_ROOM(batch->lowered, batch->lowered_allocated,
                              batch->first[i] + SCORD_LOWER_MAX))
            return false;
        batch->first[i + 1] = batch->first[i] +
                              scord_lower(&events->event[i], &sm, batch->lowered + batch->first[i]);
        batch->sm[i] = (uint8_t)sm;
    }
    return true;
}

static void read_batch(check_stages_t *stages, check_batch_t *batch) {
    batch->events->count = 0;
    batch->status = scord_stream_read_batch(stages->reader, batch->events, SCORD_BATCH_EVENTS,
                                            &batch->error);
    if (lower(batch)) return;
    batch->status = batch->error.status = SCORD_STREAM_MEMORY;
    snprintf(batch->error.message, sizeof batch->error.message, "no memory for events");
}

static void *read_on(void *context) {
    check_stages_t *stages = context;
    unsigned number;
    pthread_setname_np(pthread_self(), "scord-read");
    while (relay_take(&stages->relay, 0, 0, &number) == RELAY_BATCH) {
        check_batch_t *batch = &stages->batch[number];
        read_batch(stages, batch);
        const bool last = batch->status != SCORD_STREAM_OK;
        relay_give(&stages->relay, 0);
        if (last) break;
    }
    relay_leave(&stages->relay, 0);
    return NULL;
}

/* ---- deciding ---- */

/* Before event I is decided: entries of the requests behind it. */
static void expect(const check_engine_t *engine, check_batch_t *batch, unsigned i) {
    const uint32_t all = batch->first[batch->count];
    uint32_t end = batch->first[i + 1] + EXPECTED;
    if (batch->fetched >= all || batch->fetched >= end) return;
    end += EXPECTED;
    if (end > all) end = all;
    scord_replay_expect_lowered(&engine->replay, batch->lowered + batch->fetched,
                                end - batch->fetched);
    batch->fetched = end;
}

static void *decide_on(void *context) {
    check_stages_t *stages = context;
    unsigned number;
    bool failed = false;
    pthread_setname_np(pthread_self(), "scord-decide");
    while (!failed && relay_take(&stages->relay, 1, 0, &number) == RELAY_BATCH) {
        check_batch_t *batch = &stages->batch[number];
        batch->fetched = 0;
        check_items_clear(&batch->items);
        batch->first_item[0] = 0;
        for (unsigned i = 0; i < batch->count && !failed; i++) {
            expect(stages->engine, batch, i);
            failed = !check_decider_event(&stages->decider, &batch->events->event[i], batch->sm[i],
                                          batch->lowered, batch->lowered + batch->first[i],
                                          batch->first[i + 1] - batch->first[i], &batch->items);
            batch->first_item[i + 1] = batch->items.items;
            if (failed) batch->count = i + 1;
        }
        batch->failed = failed;
        relay_give(&stages->relay, 1);
    }
    relay_leave(&stages->relay, 1);
    return NULL;
}

/* ---- the last stage ---- */

static void report_batch(check_engine_t *engine, check_batch_t *batch) {
    for (unsigned i = 0; i < batch->count; i++)
        if (check_engine_items(engine, &batch->events->event[i], batch->lowered, &batch->items,
                               batch->first_item[i], batch->first_item[i + 1],
                               batch->failed && i + 1 == batch->count) != 0)
            return;
}

static void decide_and_report_batch(check_engine_t *engine, check_batch_t *batch) {
    batch->fetched = 0;
    for (unsigned i = 0; i < batch->count; i++) {
        expect(engine, batch, i);
        if (check_engine_lowered(engine, &batch->events->event[i], batch->sm[i],
                                 batch->lowered + batch->first[i],
                                 batch->first[i + 1] - batch->first[i]) != 0)
            return;
    }
}

/* The reading thread ends, whatever it waits for. */
static void end_reading(check_stages_t *stages) {
    relay_stop(&stages->relay);
    eventfd_write(stages->stop, 1);
    pthread_join(stages->reading, NULL);
}

static scord_stream_status_t run_last(check_stages_t *stages, progress_line_t *progress,
                                      scord_stream_error_t *error) {
    check_engine_t *engine = stages->engine;
    const unsigned last = stages->relay.stages - 1;
    scord_stream_status_t status = SCORD_STREAM_OK;
    unsigned number;
    bool reading = true;
    while (engine->code == 0) {
        const relay_next_t next = relay_take(&stages->relay, last, NOTICE, &number);
        if (next == RELAY_END) break;
        if (reading && interrupts_seen()) {
            end_reading(stages);
            reading = false;
        }
        show_progress(progress, engine);
        if (next == RELAY_LATER) continue;
        check_batch_t *batch = &stages->batch[number];
        (last == 1 ? decide_and_report_batch : report_batch)(engine, batch);
        status = batch->status;
        *error = batch->error;
        relay_give(&stages->relay, last);
    }
    if (reading && engine->code != 0)
        end_reading(stages);
    else if (reading)
        pthread_join(stages->reading, NULL);
    if (last == 2) pthread_join(stages->deciding, NULL);
    return reading && engine->code == 0 ? status : SCORD_STREAM_OK;
}

/* ---- threads ---- */

/* Processors that this process may use, as far as they help: one is the program's. */
static unsigned usual_threads(void) {
    cpu_set_t allowed;
    const int count = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
    return count <= 1 ? 1 : count == 2 ? 2 : 3;
}

/* A thread that takes no signals. False: there is none. */
static bool start_thread(pthread_t *thread, void *(*run)(void *), check_stages_t *stages) {
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(thread, &attributes, run, stages) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static void destroy_stages(check_stages_t *stages) {
    relay_finish(&stages->relay);
    if (stages->stop >= 0) close(stages->stop);
    for (unsigned i = 0; i < BATCHES; i++) {
        scord_event_batch_destroy(stages->batch[i].events);
        free(stages->batch[i].lowered);
        check_items_destroy(&stages->batch[i].items);
    }
    free(stages);
}

static check_stages_t *create_stages(check_engine_t *engine, scord_stream_reader_t *reader) {
    check_stages_t *stages = calloc(1, sizeof *stages);
    if (!stages) return NULL;
    stages->stop = eventfd(0, EFD_CLOEXEC);
    bool all = stages->stop >= 0;
    relay_start(&stages->relay, BATCHES);
    for (unsigned i = 0; all && i < BATCHES; i++) {
        stages->batch[i].events = scord_event_batch_create();
        all = stages->batch[i].events;
    }
    if (!all) {
        destroy_stages(stages);
        return NULL;
    }
    stages->engine = engine;
    stages->reader = reader;
    scord_stream_stop_at(reader, stages->stop);
    return stages;
}

/* The threads of the stages before the last. False: there are none. */
static bool start_threads(check_stages_t *stages, unsigned threads) {
    if (!start_thread(&stages->reading, read_on, stages)) return false;
    if (threads > 2 && !start_thread(&stages->deciding, decide_on, stages)) threads = 2;
    if (threads > 2) check_decider_start(&stages->decider, stages->engine);
    relay_go(&stages->relay, threads);
    return true;
}

scord_stream_status_t check_stages_run(check_engine_t *engine, scord_stream_reader_t *reader,
                                       unsigned threads, scord_stream_error_t *error) {
    progress_line_t progress = {.wanted = isatty(STDERR_FILENO), .start = time(NULL)};
    if (threads == 0) threads = usual_threads();
    if (threads > CHECK_THREADS_MOST) threads = CHECK_THREADS_MOST;
    if (engine->lockstep) threads = 1;
    check_stages_t *stages = threads > 1 ? create_stages(engine, reader) : NULL;
    const scord_stream_status_t status = stages && start_threads(stages, threads)
                                             ? run_last(stages, &progress, error)
                                             : run_alone(engine, reader, &progress, error);
    scord_stream_stop_at(reader, -1);
    if (stages) destroy_stages(stages);
    clear_progress(&progress);
    return status;
}
