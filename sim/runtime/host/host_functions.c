/* SPDX-License-Identifier: Apache-2.0 */
/* host_functions.c: see host_functions.h.
 *
 *     launcher ── queued ─► a worker runs it ─────────────── ended ─► launcher goes on
 *                             └─ waits in a call of pthread ─ GRACE ─►    "       "
 *                             └─ takes its time ─────────── PATIENCE ─►    "       "
 *
 * The launcher waits for the function, so that it runs at its call as all operations do; it does
 * not when the function waits for a lock of the launcher's, or for something else, or takes long.
 * Then the function stays in the list of operations, which holds back what its stream has behind
 * it, until it has ended. While the launcher waits, the session's lock is given up.
 *
 * A thread that waits for a function which waits for a lock of that thread's, or for anything where
 * the program has no other thread, never goes on: that ends the program.
 *
 * Waiting is by futex, for the program's calls of pthread pass order (thread_calls.c), and what
 * the runtime waits for shall not.
 *
 * Invariants: a function is in `running` from its start until its operation is out of the list;
 * both lists are behind the session's lock.
 */
#include "sim/runtime/host/host_functions.h"

#include <dirent.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "sim/runtime/host/host_threads.h"
#include "sim/runtime/operations.h"
#include "sim/runtime/host/thread_calls.h"

enum {
    GRACE = 20,
    PATIENCE = 500,
    STEPS = 5000,
    ALONE = 200,
    LOOK = 10,
    END = 500
}; /* milliseconds */

typedef struct function {
    operation_t operation;
    struct function *next;
    uint64_t number;
    cudaStream_t stream;
    cudaStreamCallback_t callback; /* NULL: … */
    cudaHostFn_t function;
    void *user;
    bool started, given_up;
    uint64_t start;                        /* milliseconds */
    atomic_ullong asleep;                  /* since when; 0: awake */
    _Atomic(const pthread_mutex_t *) for_; /* that it waits for */
    atomic_ullong stepped;                 /* the last time */
    atomic_bool ends;                      /* its wait does by itself */
} function_t;

static function_t *running, *queue; /* queue: started, but no worker has it */
static unsigned queued, idle, workers;
static uint64_t numbers;
static atomic_uint posted, changes;    /* for futexes */
static _Thread_local function_t *mine; /* that this worker runs */

static uint64_t now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000 + (uint64_t)at.tv_nsec / 1000000 + 1;
}

/* Waits until COUNTER is not SEEN any more, at most MILLISECONDS (0: for good). */
static void await_change(atomic_uint *counter, unsigned seen, unsigned milliseconds) {
    const struct timespec limit = {.tv_sec = milliseconds / 1000,
                                   .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    syscall(SYS_futex, counter, FUTEX_WAIT_PRIVATE, seen, milliseconds == 0 ? NULL : &limit, NULL,
            0);
}
static void change(atomic_uint *counter) {
    atomic_fetch_add(counter, 1);
    syscall(SYS_futex, counter, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

/* ---- workers ---- */

static void call(const function_t *of) {
    if (of->callback)
        of->callback(of->stream, cudaSuccess, of->user);
    else
        of->function(of->user);
}

static void run_it(function_t *function) {
    ordering_function_t order;
    session_t *session = session_register();
    ordering_function_begin(session, function->operation.order, &order);
    session_leave(session, cudaSuccess);
    mine = function;
    call(function);
    mine = NULL;
    session = session_register();
    ordering_function_end(session, &order);
    operations_ended(session, &function->operation);
    for (function_t **at = &running; *at; at = &(*at)->next)
        if (*at == function) {
            *at = function->next;
            break;
        }
    free(function);
    session_leave(session, cudaSuccess);
    change(&changes);
}

static function_t *take(void) {
    const unsigned seen = atomic_load(&posted);
    session_t *session = session_register();
    function_t **last = &queue;
    while (*last && (*last)->next) last = &(*last)->next;
    function_t *taken = *last; /* the first that came */
    *last = NULL;
    if (taken) {
        queued--;
        taken->next = running;
        running = taken;
    } else {
        idle++;
    }
    session_leave(session, cudaSuccess);
    if (taken) return taken;
    await_change(&posted, seen, 0);
    session = session_register();
    idle--;
    session_leave(session, cudaSuccess);
    return NULL;
}

static void *work(void *nothing) {
    (void)nothing;
    host_threads_is_none();
    for (;;) {
        function_t *taken = take();
        if (taken) run_it(taken);
    }
    return NULL;
}

static void start(function_t *function) {
    function->started = true;
    function->start = now();
    function->number = ++numbers;
    function->next = queue;
    queue = function;
    if (++queued > idle) {
        workers++;
        thread_calls_start(work);
    }
    change(&posted);
}

/* ---- who waits for them ---- */

bool host_functions_runs(const operation_t *operation) {
    return mine && (!operation || operation == &mine->operation);
}

void host_functions_sleep(const pthread_mutex_t *mutex, bool ends) {
    if (!mine) return;
    atomic_store(&mine->for_, mutex);
    atomic_store(&mine->ends, ends);
    atomic_store(&mine->asleep, now());
    change(&changes);
}
void host_functions_wake(void) {
    if (mine) atomic_store(&mine->asleep, 0);
}

void host_functions_step(void) {
    if (mine) atomic_store(&mine->stepped, now());
}

static function_t *find(uint64_t number) {
    function_t *at = running;
    while (at && at->number != number) at = at->next;
    if (at) return at;
    for (at = queue; at && at->number != number;) at = at->next;
    return at;
}

static bool is_for_this_thread(const function_t *function) {
    const pthread_mutex_t *mutex = atomic_load(&function->for_);
    return atomic_load(&function->asleep) != 0 && mutex && mutex->__data.__owner == gettid();
}

/* It need not be waited for at its call, or at a query. */
static bool keeps_waiting(function_t *function) {
    const uint64_t asleep = atomic_load(&function->asleep), time = now();
    if (asleep != 0) return is_for_this_thread(function) || time >= asleep + GRACE;
    if (time >= function->start + STEPS ||
        (time >= function->start + PATIENCE && time >= function->stepped + PATIENCE))
        function->given_up = true;
    return function->given_up;
}

/* Threads of the program, besides this one. */
static bool is_alone(void) {
    DIR *tasks = opendir("/proc/self/task");
    unsigned count = 0;
    if (!tasks) return false;
    for (const struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
    closedir(tasks);
    return count <= 1 + workers + operations_watchers();
}

/* It will not go on while this thread waits. */
static bool is_stuck(const function_t *function) {
    const uint64_t asleep = atomic_load(&function->asleep);
    if (asleep == 0 || atomic_load(&function->ends)) return false;
    return is_for_this_thread(function) || (now() >= asleep + ALONE && is_alone());
}

static void wait_a_little(session_t *session) {
    const unsigned seen = atomic_load(&changes);
    const unsigned depth = session_step_out(session);
    await_change(&changes, seen, LOOK);
    session_step_in(session, depth);
}

bool host_functions_wait(session_t *session) {
    bool any = queue;
    for (const function_t *at = running; at && !any; at = at->next)
        any = at != mine && !is_stuck(at);
    if (any) wait_a_little(session);
    return any;
}

void host_functions_end(session_t *session) {
    for (const uint64_t limit = now() + END; (running || queue) && now() < limit;)
        wait_a_little(session);
    for (const function_t *at = running; at; at = at->next)
        operations_ended(session, &at->operation);
    for (const function_t *at = queue; at; at = at->next) operations_ended(session, &at->operation);
}

/* ---- the operation ---- */

static bool run_function(session_t *session, operation_t *operation, bool may_wait) {
    function_t *function = (function_t *)operation;
    if (!function->started) start(function);
    for (const uint64_t number = function->number; find(number);) {
        if (function == mine || (may_wait && keeps_waiting(function))) return false;
        if (!may_wait && is_stuck(function)) {
            char text[512];
            ordering_function_stuck_words(session, operation->order, is_for_this_thread(function),
                                          text, sizeof text);
            session_end(session, RUN_FAULT, "%s", text);
        }
        wait_a_little(session);
    }
    return true;
}

static cudaError_t host_function(const function_t *what, const char *call) {
    session_t *session = session_enter();
    function_t *function = malloc(sizeof *function);
    if (!function) return session_leave(session, cudaErrorMemoryAllocation);
    *function = *what;
    ordering_begin(session, what->stream, ORDER_HOST_FUNCTION, call);
    if (session->ordering) host_threads_decide(session);
    function->operation = (operation_t){.order = ordering_put_off(session),
                                        .stream = what->stream,
                                        .run = run_function,
                                        .stays = true};
    operations_add(session, &function->operation, OPERATION_SOON);
    return session_leave(session, cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned int flags) {
    (void)flags;
    if (graph_captures(stream)) return cudaErrorStreamCaptureUnsupported;
    return host_function(&(function_t){.stream = stream, .callback = callback, .user = user},
                         "cudaStreamAddCallback");
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user) {
    if (graph_captures(stream)) return graph_add_host(stream, function, user);
    return host_function(&(function_t){.stream = stream, .function = function, .user = user},
                         "cudaLaunchHostFunc");
}
