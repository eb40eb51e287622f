/* SPDX-License-Identifier: Apache-2.0 */
/* operations.c: see operations.h.
 *
 *     call ─► nothing before it is unfinished, and it is not put off ─► runs
 *         └─► else kept ─► host waits, a query, the next call ─► a round: each that may run does
 *
 * A round gives every operation its turn, in the order of the calls. The host's wait first gives
 * turns to what it waits for and what that is behind; when that makes no progress, to all, for a
 * kernel may be waiting for what another stream does. When that makes none either, nothing can end
 * the wait: the kernel is told so, and it ends the program.
 *
 * With --async late nothing has a turn before the host waits for it; with a seed it is drawn at
 * every call which of those that may run do so. What no order is kept of (no second stream, no
 * memory that the host sees) runs at its call.
 *
 * A host that makes no call may be waiting for what it reads: when it has made none for a while
 * (PATIENCE), or reads all the time (POLLS), a thread of the runtime's gives turns.
 *
 * Invariant: the list is in the order of the calls, so no operation is behind a later one.
 */
#include "sim/runtime/operations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/base/random.h"
#include "sim/runtime/host/host_functions.h"
#include "sim/runtime/host/host_threads.h"
#include "sim/runtime/host/thread_calls.h"

static operation_t *list; /* as the session, one for the process; its lock guards it */
static enum { AT_CALL, LATE, DRAWN } when;
static uint64_t draws;

bool operations_set_async(session_t *session, const char *text) {
    char *end;
    (void)session;
    if (!text) return true;
    when = strcmp(text, "late") == 0 ? LATE : DRAWN;
    if (when == LATE) return true;
    errno = 0;
    draws = strtoull(text, &end, 0);
    return errno == 0 && end != text && *end == '\0' && text[0] != '-';
}

/* ---- which may run ---- */

static bool is_behind(const operation_t *later, const operation_t *earlier) {
    if (later->order && earlier->order) return order_is_before(earlier->order, later->order);
    return !later->stream || !earlier->stream || later->stream == earlier->stream;
}

static bool may_run(session_t *session, const operation_t *operation) {
    const bool starts = operation->warps > 0 && !operation->begun;
    uint32_t warps = operation->warps;
    for (const operation_t *earlier = list; earlier && earlier != operation;
         earlier = earlier->next) {
        if (host_functions_runs(earlier)) continue;
        if (is_behind(operation, earlier)) return false;
        if (!earlier->begun) continue;
        warps += earlier->warps;
        if (starts && session->cycles.wanted) return false; /* cycle by cycle: one at a time */
    }
    return !starts || warps <= gpu_most_warps(session->gpu);
}

static void take_out(const operation_t *operation) {
    operation_t **at = &list;
    while (*at && *at != operation) at = &(*at)->next;
    if (*at) *at = operation->next;
}

/* What the host touches while something waits is wanted. With --async all does. */
static void note_waiting(session_t *session) { ordering_waits(session, list && when == AT_CALL); }

void operations_ended(session_t *session, const operation_t *operation) {
    take_out(operation);
    note_waiting(session);
}

/* Sees an endless wait early: others have their turn then. */
enum { HURRY = 20000 };

static bool run(session_t *session, operation_t *operation, bool may_wait) {
    if (operation->stays) {
        operation->begun = true;
        return operation->run(session, operation, may_wait);
    }
    bool others = operation->begun;
    for (const operation_t *other = list; other && !others; other = other->next)
        others = other != operation && other->begun;
    gpu_hurry(session->gpu, others ? HURRY : 0);
    operation->begun = true;
    operation_t *next = operation->next;
    take_out(operation); /* what it calls may ask for more */
    if (operation->run(session, operation, may_wait)) return true;
    operation_t **at = &list; /* back to its place: before all that was behind it */
    while (*at && *at != next) at = &(*at)->next;
    operation->next = *at;
    *at = operation;
    return false;
}

/* The next that has not had its turn in this round and may run; NULL: none. A run may change the
 * list. */
static operation_t *next_turn(session_t *session, bool all, uint64_t turn) {
    for (operation_t *at = list; at; at = at->next)
        if (at->turn != turn && (all || at->needed) && may_run(session, at)) return at;
    return NULL;
}

/* A turn for each that may run and is needed, or for all. True: something happened. */
static bool round_of(session_t *session, bool all) {
    static uint64_t rounds;
    const uint64_t turn = ++rounds;
    bool progress = false;
    for (operation_t *at; (at = next_turn(session, all, turn));) {
        const uint64_t signs = gpu_signs(session->gpu);
        const bool first = !at->begun;
        at->turn = turn;
        progress |= run(session, at, true) || first || gpu_signs(session->gpu) > signs + 1;
    }
    return progress;
}

static operation_t *a_needed_one(bool begun) {
    operation_t *at = list;
    while (at && !(at->needed && (at->begun || !begun))) at = at->next;
    return at;
}

/* What a needed one is behind is needed. */
static void mark_before(operation_t *of) {
    for (operation_t *earlier = list; earlier && earlier != of; earlier = earlier->next) {
        if (earlier->needed || host_functions_runs(earlier) || !is_behind(of, earlier)) continue;
        earlier->needed = true;
        mark_before(earlier);
    }
}

static void await_needed(session_t *session) {
    while (a_needed_one(false)) {
        if (round_of(session, false) || round_of(session, true)) continue;
        if (host_functions_wait(session)) continue;
        operation_t *stuck = a_needed_one(true);
        for (operation_t *at = list; at && !stuck; at = at->next) stuck = at->begun ? at : NULL;
        if (!stuck) return;         /* not reached: the first of the list may run */
        run(session, stuck, false); /* ends the program, unless the host has just let it go */
    }
}

/* ---- the host waits ---- */

typedef struct wait {
    cudaStream_t stream;
    uint32_t event;
    bool all, of_event;
} wait_t;

static void mark_needed(session_t *session, const wait_t *wait) {
    const order_t *order = ordering_order(session);
    for (operation_t *at = list; at; at = at->next)
        at->needed = !host_functions_runs(at) &&
                     (wait->all || !at->order || !order ||
                      (wait->of_event
                           ? order_event_waits_for(order, wait->event, at->order)
                           : order_stream_waits_for(order, ordering_number(session, wait->stream),
                                                    at->order)));
    for (operation_t *at = list; at; at = at->next)
        if (at->needed) mark_before(at);
}

/* Another thread of the program may have marked what it needs, meanwhile. */
static void await(session_t *session, const wait_t *wait) {
    while (list) {
        mark_needed(session, wait);
        if (!a_needed_one(false)) break;
        await_needed(session);
    }
    note_waiting(session);
}
void operations_await_all(session_t *session) { await(session, &(wait_t){.all = true}); }
void operations_await_stream(session_t *session, cudaStream_t stream) {
    await(session, &(wait_t){.stream = stream});
}
void operations_await_event(session_t *session, uint32_t event) {
    if (event == ORDER_NONE)
        operations_await_all(session);
    else
        await(session, &(wait_t){.of_event = true, .event = event});
}

static bool try(session_t *session, const wait_t *wait) {
    if (!list) return true;
    round_of(session, when == AT_CALL);
    mark_needed(session, wait);
    round_of(session, false);
    note_waiting(session);
    return !a_needed_one(false);
}
bool operations_try_stream(session_t *session, cudaStream_t stream) {
    return try(session, &(wait_t){.stream = stream});
}
bool operations_try_event(session_t *session, uint32_t event) {
    return try(session, event == ORDER_NONE ? &(wait_t){.all = true}
                                            : &(wait_t){.of_event = true, .event = event});
}

/* ---- a call ---- */

static void draw_some(session_t *session) {
    operation_t *may[64];
    for (;;) {
        uint32_t count = 0;
        for (operation_t *at = list; at && count < 64; at = at->next)
            if (may_run(session, at)) may[count++] = at;
        const uint64_t drawn = scord_split_below(&draws, count + 1);
        if (drawn == count) return;
        run(session, may[drawn], true);
    }
}

bool operations_idle(const session_t *session) {
    return !list && (when == AT_CALL || !session->ordering);
}

/* ---- a host that makes no call ---- */

enum {
    LOOKS_A_SECOND = 50,
    PATIENCE = 10, /* looks */
    POLLS = 500    /* steps of the host on shared memory in one look: it waits */
};
static atomic_ulong calls, steps;
static bool watched;
unsigned operations_watchers(void) { return watched; }

void operations_note_call(void) { atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed); }
void operations_note_step(void) { atomic_fetch_add_explicit(&steps, 1, memory_order_relaxed); }

/* One that has waited, else the first that may run. */
static void give_turn(session_t *session) {
    static uint64_t turns;
    operation_t *chosen = NULL;
    for (operation_t *at = list; at; at = at->next)
        if (may_run(session, at) && (!chosen || at->turn < chosen->turn)) chosen = at;
    if (!chosen) return;
    chosen->turn = UINT64_MAX / 2 + ++turns; /* of no round; the others first */
    run(session, chosen, true);
    ordering_host_polls(session);
    note_waiting(session);
}

static void *watch(void *nothing) {
    unsigned long seen = 0;
    unsigned quiet = 0;
    host_threads_is_none();
    for (;;) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000000 / LOOKS_A_SECOND}, NULL);
        const unsigned long now = atomic_load_explicit(&calls, memory_order_relaxed);
        quiet = now == seen ? quiet + 1 : 0;
        if (now == seen && atomic_exchange(&steps, 0) >= POLLS) quiet = PATIENCE;
        seen = now;
        if (quiet < PATIENCE) continue;
        session_t *session = session_register();
        give_turn(session);
        session_leave(session, cudaSuccess);
    }
    return nothing;
}

static void start_watch(void) {
    if (watched || !list) return;
    watched = true;
    thread_calls_start(watch);
}

/* It, if it has not ended, and what it is behind. */
static bool need(const operation_t *operation) {
    operation_t *found = NULL;
    for (operation_t *at = list; at; at = at->next) {
        at->needed = at == operation;
        if (at->needed) found = at;
    }
    if (found) mark_before(found);
    return found;
}

void operations_add(session_t *session, operation_t *operation, operation_haste_t haste) {
    operation_t **at = &list;
    while (*at) at = &(*at)->next;
    operation->next = NULL;
    *at = operation;
    if (haste == OPERATION_AT_ONCE) {
        while (need(operation)) await_needed(session);
    } else if (haste == OPERATION_SOON) {
        while (need(operation) && round_of(session, false)) {
        }
    } else if (!operation->order || when == AT_CALL) {
        if (may_run(session, operation)) run(session, operation, true);
        while (list && round_of(session, true)) {
        } /* one may have waited for this one */
    } else if (when == DRAWN) {
        draw_some(session);
    }
    note_waiting(session);
    start_watch();
}
