/* SPDX-License-Identifier: Apache-2.0 */
/* test_random.c: the order engine against all interleavings of a random host program.
 *
 * usage: test_random FIRST_SEED COUNT        `test_random SEED 1` repeats one, and prints it
 *
 * A program is a list of calls of up to two host threads on up to three streams (the first is the
 * legacy stream) and two events, with up to ten operations. The engine is told the calls in order.
 *
 * The second definition has no clocks: it runs the program. A state is the set of steps that are
 * done; a call is a step of its thread, an operation, a record and a wait are a step of the stream,
 * too. What may be next is read from CUDA's sentences: the front of a stream, a legacy operation
 * only when all earlier ones of blocking streams are done, a call that waits only when what it
 * waits for is done. All states are visited; two operations race when some state has both as next
 * steps and they conflict.
 *
 * Some operations allocate memory in stream order, or give it back: what is behind that races, too.
 * Some kernels begin ahead: without waiting for a kernel directly in front of them, as soon as that
 * one may begin, too. Others of these wait for it at once.
 *
 * Each program is compared twice. Every pair of operations writes a byte of its own: then the pairs
 * are compared. And random bytes are read and written: then it is compared for each operation
 * whether it races with an earlier one at all, since the engine forgets what another stands for.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/order/order.h"

enum { CALLS = 16, STREAMS = 3, EVENTS = 2, THREADS = 2, OPERATIONS = 10, STEPS = 2 * CALLS };

typedef enum what {
    OPERATE,
    RECORD,
    WAIT,
    JOIN_EVENT,
    JOIN_STREAM,
    JOIN_DEVICE,
    TOUCH,
    FOLLOW,  /* the thread goes on behind what the other has done so far */
    SEPARATE /* the stream's next kernel does not begin ahead: an edge of a graph */
} what_t;
static const char *const words[] = {"operation",
                                    "record",
                                    "wait for event",
                                    "event synchronise",
                                    "stream synchronise",
                                    "device synchronise",
                                    "host access",
                                    "follow the other thread",
                                    "separate"};

typedef struct call {
    what_t what;
    unsigned thread, stream, event;
    int captured; /* of a wait or synchronise of an event: the call that recorded; -1 */
    bool waits;   /* an operation whose call returns behind it */
    bool kernel;
    order_kind_t kind; /* of an operation */
    bool silent;       /* a record by a launch: what is in front of the next kernel stays */
    enum { USUAL, AHEAD, AHEAD_WAITS } begins; /* of a kernel */
    unsigned from, to;                         /* random bytes */
    bool writes;
} call_t;

typedef struct program {
    call_t call[CALLS];
    unsigned calls, streams, threads;
    bool blocking[STREAMS];
} program_t;

static unsigned below(uint64_t *state, unsigned n) { return (unsigned)scord_split_below(state, n); }

static void draw(uint64_t seed, program_t *program) {
    uint64_t state = seed;
    int recorded[EVENTS] = {-1, -1};
    unsigned operations = 0;
    memset(program, 0, sizeof *program);
    program->streams = 1 + below(&state, STREAMS);
    program->threads = 1 + below(&state, THREADS);
    program->blocking[0] = true;
    for (unsigned i = 1; i < STREAMS; i++) program->blocking[i] = below(&state, 2);
    const unsigned calls = 2 + below(&state, CALLS - 1);
    for (unsigned i = 0; i < calls && operations < OPERATIONS; i++) {
        call_t *call = &program->call[program->calls++];
        const unsigned dice = below(&state, 16);
        *call = (call_t){.what = dice < 7    ? OPERATE
                                 : dice < 9  ? RECORD
                                 : dice < 11 ? WAIT
                                 : dice < 12 ? JOIN_EVENT
                                 : dice < 13 ? JOIN_STREAM
                                 : dice < 14 ? JOIN_DEVICE
                                             : TOUCH,
                         .thread = below(&state, program->threads),
                         .stream = below(&state, program->streams),
                         .event = below(&state, EVENTS),
                         .captured = -1,
                         .waits = below(&state, 8) == 0,
                         .from = below(&state, 6),
                         .writes = below(&state, 2)};
        call->to = call->from + 1 + below(&state, 3);
        const unsigned way = below(&state, 8);
        call->kernel = way < 6;
        call->kind = call->kernel            ? ORDER_KERNEL
                     : below(&state, 2) == 0 ? ORDER_COPY
                     : below(&state, 2) == 0 ? ORDER_ALLOCATION
                                             : ORDER_FREE;
        call->silent = below(&state, 3) == 0;
        call->begins = way < 2 ? AHEAD : way < 3 ? AHEAD_WAITS : USUAL;
        call->waits = call->waits && !call->kernel; /* a launch returns at once */
        if (program->threads > 1 && below(&state, 8) == 0) call->what = FOLLOW;
        if (below(&state, 16) == 0) call->what = SEPARATE;
        if (call->what == OPERATE && call->kind >= ORDER_ALLOCATION) call->writes = true;
        if (call->what == RECORD) recorded[call->event] = (int)i;
        if (call->what == WAIT || call->what == JOIN_EVENT) call->captured = recorded[call->event];
        operations += call->what == OPERATE || call->what == TOUCH;
    }
}

static void print(const program_t *program) {
    for (unsigned i = 0; i < program->calls; i++) {
        const call_t *call = &program->call[i];
        printf("  %2u thread %u: %s%s, stream %u%s, event %u (of call %d), %s [%u, %u)%s\n", i,
               call->thread, words[call->what], call->waits ? " that waits" : "", call->stream,
               call->stream == 0                 ? " (legacy)"
               : program->blocking[call->stream] ? ""
                                                 : " (non-blocking)",
               call->event, call->captured, call->writes ? "writes" : "reads", call->from, call->to,
               call->begins == AHEAD   ? ", a kernel ahead"
               : call->begins != USUAL ? ", a kernel ahead that waits"
               : call->kernel          ? ", a kernel"
                                       : "");
    }
}

/* ---- the second definition ---- */

/* Step i: call i of its thread; step CALLS + i: what it put into its stream. */
static bool in_stream(const call_t *call) {
    return call->what == OPERATE || call->what == RECORD || call->what == WAIT;
}

static bool done(uint32_t state, unsigned step) { return state >> step & 1; }

/* All that the calls before N put into STREAM is done. */
static bool drained(const program_t *program, uint32_t state, unsigned n, unsigned stream) {
    for (unsigned i = 0; i < n; i++)
        if (in_stream(&program->call[i]) && program->call[i].stream == stream &&
            !done(state, CALLS + i))
            return false;
    return true;
}

static bool legacy_and_blocking_drained(const program_t *program, uint32_t state, unsigned n) {
    for (unsigned stream = 0; stream < program->streams; stream++)
        if (program->blocking[stream] && !drained(program, state, n, stream)) return false;
    return true;
}

static bool call_may(const program_t *program, uint32_t state, unsigned n) {
    const call_t *call = &program->call[n];
    for (unsigned i = 0; i < n; i++) {
        if (program->call[i].thread != call->thread) continue;
        if (!done(state, i)) return false;
        if (program->call[i].what == OPERATE && program->call[i].waits && !done(state, CALLS + i))
            return false;
    }
    switch (call->what) {
    case FOLLOW:
        for (unsigned i = 0; i < n; i++)
            if (!done(state, i) || (program->call[i].waits && program->call[i].what == OPERATE &&
                                    !done(state, CALLS + i)))
                return false;
        return true;
    case JOIN_EVENT: return call->captured < 0 || done(state, CALLS + (unsigned)call->captured);
    case JOIN_STREAM:
        return call->stream == 0 ? legacy_and_blocking_drained(program, state, n)
                                 : drained(program, state, n, call->stream);
    case JOIN_DEVICE:
        for (unsigned stream = 0; stream < program->streams; stream++)
            if (!drained(program, state, n, stream)) return false;
        return true;
    default: return true;
    }
}

/* The kernel that call N, one that begins ahead, need not wait for; -1: there is none. */
static int in_front(const program_t *program, unsigned n) {
    const call_t *call = &program->call[n];
    if (call->what != OPERATE || !call->kernel || call->begins != AHEAD) return -1;
    for (unsigned i = n; i-- > 0;) {
        const call_t *front = &program->call[i];
        if (front->what == SEPARATE && front->stream == call->stream) return -1;
        if (front->what == RECORD && front->silent) continue;
        if (in_stream(front) && front->stream == call->stream)
            return front->what == OPERATE && front->kernel ? (int)i : -1;
    }
    return -1;
}

/* What call N put into its stream may be next there. */
static bool stream_may(const program_t *program, uint32_t state, unsigned n) {
    const call_t *call = &program->call[n];
    const int front = in_front(program, n);
    if (!done(state, n)) return false;
    if (front < 0 ? !drained(program, state, n, call->stream)
                  : !stream_may(program, state, (unsigned)front))
        return false;
    for (unsigned stream = 0; stream < program->streams; stream++)
        if (stream != call->stream && (stream == 0 || call->stream == 0) &&
            program->blocking[stream] && program->blocking[call->stream] &&
            !drained(program, state, n, stream))
            return false;
    return true;
}

static bool step_may(const program_t *program, uint32_t state, unsigned step) {
    if (done(state, step)) return false;
    if (step < CALLS) return call_may(program, state, step);
    const unsigned n = step - CALLS;
    const call_t *call = &program->call[n];
    if (!in_stream(call) || !stream_may(program, state, n)) return false;
    return call->what != WAIT || call->captured < 0 ||
           done(state, CALLS + (unsigned)call->captured);
}

typedef struct visit {
    uint32_t *seen, *queue,
        *place; /* open addressing of states; those to visit, and their places */
    size_t places, queued;
    bool together[CALLS][CALLS];
} visit_t;

static bool add_state(visit_t *visit, uint32_t state) {
    size_t at = scord_mix64(state) % visit->places;
    for (; visit->seen[at] != 0; at = (at + 1) % visit->places)
        if (visit->seen[at] == state + 1) return false;
    visit->seen[at] = state + 1;
    visit->place[visit->queued] = (uint32_t)at;
    visit->queue[visit->queued++] = state;
    return true;
}

/* The step in which call N touches memory. */
static int access_step(const program_t *program, unsigned n) {
    return program->call[n].what == OPERATE ? (int)(CALLS + n)
           : program->call[n].what == TOUCH ? (int)n
                                            : -1;
}

static void interleave(const program_t *program, visit_t *visit) {
    for (size_t i = 0; i < visit->queued; i++) visit->seen[visit->place[i]] = 0;
    memset(visit->together, 0, sizeof visit->together);
    visit->queued = 0;
    add_state(visit, 0);
    for (size_t next = 0; next < visit->queued && visit->queued < visit->places / 2; next++) {
        const uint32_t state = visit->queue[next];
        uint32_t may = 0;
        for (unsigned n = 0; n < program->calls; n++) {
            if (step_may(program, state, n)) may |= UINT32_C(1) << n;
            if (step_may(program, state, CALLS + n)) may |= UINT32_C(1) << (CALLS + n);
        }
        for (unsigned a = 0; a < program->calls; a++)
            for (unsigned b = a + 1; b < program->calls; b++) {
                const int x = access_step(program, a), y = access_step(program, b);
                if (x >= 0 && y >= 0 && (may >> x & 1) && (may >> y & 1))
                    visit->together[a][b] = true;
            }
        for (; may; may &= may - 1) add_state(visit, state | (may & (0 - may)));
    }
}

/* ---- the engine ---- */

typedef struct run {
    bool raced[CALLS][CALLS];
    bool any[CALLS];
} run_t;

/* A call's number is its site: calls + 1 as an address. */
static unsigned number_of(const void *site) { return (unsigned)((uintptr_t)site - 1); }

static void report(void *context, const order_race_t *race) {
    run_t *run = context;
    const unsigned a = number_of(race->earlier->site),
                   b = number_of(race->later ? race->later->site : race->host_site);
    run->raced[a][b] = run->any[b] = true;
}

enum { PAIRS_AT = 0x10000, BYTES_AT = 0x20000 };

/* Bytes that only two calls have in common: each touches those of all pairs that it is in. */
static void touch_pairs(order_t *order, order_operation_t *operation, unsigned n) {
    for (unsigned other = 0; other < CALLS; other++) {
        const unsigned low = n < other ? n : other, high = n < other ? other : n;
        order_touch(order, operation, PAIRS_AT + low * CALLS + high, 1, ORDER_WRITES, 0);
    }
}

static void run_call(order_t *order, const call_t *call, unsigned n, bool pairs,
                     const uint32_t stream[], const uint32_t event[]) {
    const void *site = (const void *)(uintptr_t)(n + 1);
    const uint32_t thread = call->thread;
    order_operation_t *operation, *touching, *ahead = NULL;
    uint32_t lanes;
    const uint32_t *clock;
    switch (call->what) {
    case OPERATE:
        if (call->kernel && call->begins != USUAL)
            ahead = order_begin_ahead(order, thread, stream[call->stream], site, NULL);
        operation = order_begin(order, thread, stream[call->stream], call->kind, site, NULL);
        touching = ahead && call->begins == AHEAD ? ahead : operation;
        if (pairs)
            touch_pairs(order, touching, n);
        else
            order_touch(order, touching, BYTES_AT + call->from, call->to - call->from,
                        call->writes ? ORDER_WRITES : 0, 0);
        if (ahead && call->begins == AHEAD_WAITS) order_has_waited(order, operation);
        if (ahead) order_end(order, ahead, thread, false);
        order_end(order, operation, thread, call->waits);
        break;
    case RECORD:
        order_event_record(order, thread, event[call->event], stream[call->stream],
                           call->silent ? NULL : site);
        break;
    case WAIT:
        order_stream_wait(order, thread, stream[call->stream], event[call->event], site);
        break;
    case JOIN_EVENT: order_event_synchronise(order, thread, event[call->event], site); break;
    case JOIN_STREAM: order_stream_synchronise(order, thread, stream[call->stream]); break;
    case JOIN_DEVICE: order_device_synchronise(order, thread); break;
    case SEPARATE: order_no_kernel_in_front(order, stream[call->stream]); break;
    case FOLLOW:
        if (n % 2 == 0) {
            order_thread_follow(order, thread, thread ^ 1);
        } else { /* the same in two halves */
            clock = order_thread_clock(order, thread ^ 1, &lanes);
            order_thread_raise(order, thread, clock, lanes);
        }
        break;
    case TOUCH:
        if (pairs)
            for (unsigned low = 0; low < n; low++)
                order_host_access(order, thread, PAIRS_AT + low * CALLS + n, 1, true, site);
        else
            order_host_access(order, thread, BYTES_AT + call->from, call->to - call->from,
                              call->writes, site);
        break;
    }
}

static void run_engine(const program_t *program, bool pairs, run_t *run) {
    uint32_t stream[STREAMS] = {ORDER_LEGACY_STREAM}, event[EVENTS];
    memset(run, 0, sizeof *run);
    order_t *order = order_create(report, run);
    for (unsigned i = 1; i < program->threads; i++) order_thread_create(order, ORDER_MAIN_THREAD);
    for (unsigned i = 1; i < program->streams; i++)
        stream[i] = order_stream_create(order, ORDER_MAIN_THREAD, program->blocking[i], NULL);
    for (unsigned i = 0; i < EVENTS; i++) event[i] = order_event_create(order);
    for (unsigned n = 0; n < program->calls; n++)
        run_call(order, &program->call[n], n, pairs, stream, event);
    order_destroy(order);
}

/* ---- comparison ---- */

static bool conflict(const call_t *a, const call_t *b) {
    return (a->writes || b->writes) && a->from < b->to && b->from < a->to;
}

/* The host's own accesses are looked at when they come: two of them are none of the engine's, nor
 * is an operation that comes later than the host's access. */
static bool is_asked(const program_t *program, unsigned earlier) {
    return program->call[earlier].what == OPERATE;
}

/* What is given back is not to be used behind that either. */
static bool is_gone(const program_t *program, unsigned a, unsigned b) {
    return program->call[a].kind == ORDER_FREE && program->call[b].what == OPERATE;
}
/* … until the host has waited for all: when that forgets it is the engine's business. */
static bool may_be_gone(const program_t *program, const visit_t *visit, unsigned a, unsigned b) {
    if (!is_asked(program, a) || !is_gone(program, a, b) || visit->together[a][b]) return false;
    while (++a < b)
        if (program->call[a].what == JOIN_DEVICE) return true;
    return false;
}
static bool is_race(const program_t *program, const visit_t *visit, unsigned a, unsigned b) {
    return is_asked(program, a) && (visit->together[a][b] || is_gone(program, a, b));
}

static bool compare(const program_t *program, visit_t *visit) {
    run_t run;
    bool same = true;
    interleave(program, visit);
    run_engine(program, true, &run);
    for (unsigned b = 0; b < program->calls; b++)
        for (unsigned a = 0; a < b; a++) {
            const bool expected = is_race(program, visit, a, b);
            if (may_be_gone(program, visit, a, b)) continue;
            if (expected == run.raced[a][b]) continue;
            printf("FAIL calls %u and %u: %s, the engine says %s\n", a, b,
                   expected ? "unordered" : "ordered", run.raced[a][b] ? "unordered" : "ordered");
            same = false;
        }
    run_engine(program, false, &run);
    for (unsigned b = 0; b < program->calls; b++) {
        bool expected = false, unknown = false;
        for (unsigned a = 0; a < b; a++) {
            if (!conflict(&program->call[a], &program->call[b])) continue;
            unknown = unknown || may_be_gone(program, visit, a, b);
            expected = expected ||
                       (is_race(program, visit, a, b) && !may_be_gone(program, visit, a, b));
        }
        if (expected == run.any[b] || (unknown && run.any[b])) continue;
        printf("FAIL call %u: %s, the engine says %s\n", b, expected ? "races" : "does not race",
               run.any[b] ? "races" : "does not race");
        same = false;
    }
    return same;
}

int main(int argc, char **argv) {
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2 ? strtoull(argv[2], NULL, 0) : 2000;
    visit_t visit = {.places = 1 << 20};
    uint64_t passed = 0, failed = 0, raced = 0;
    visit.seen = calloc(visit.places, sizeof *visit.seen);
    visit.place = malloc(visit.places * sizeof *visit.place);
    visit.queue = malloc(visit.places * sizeof *visit.queue);
    if (!visit.seen || !visit.queue || !visit.place) return 3;
    for (uint64_t seed = first; seed < first + count && failed < 10; seed++) {
        program_t program;
        draw(seed, &program);
        const bool same = compare(&program, &visit);
        for (unsigned a = 0; a < program.calls; a++)
            for (unsigned b = a + 1; b < program.calls; b++) raced += visit.together[a][b];
        passed += same;
        failed += !same;
        if (same && count > 1) continue;
        printf("seed %llu:\n", (unsigned long long)seed);
        print(&program);
    }
    printf("%llu unordered pairs\n%llu passed, %llu failed\n", (unsigned long long)raced,
           (unsigned long long)passed, (unsigned long long)failed);
    free(visit.seen);
    free(visit.queue);
    free(visit.place);
    return failed > 0;
}
