/* SPDX-License-Identifier: Apache-2.0 */
/* host_threads.c: see host_threads.h.
 *
 *     thread A  ── session: clock of A ─► copy ── release ─► object's clock
 *                                                               │ acquire
 *     thread B  ────────────────── copy raised ◄────────────────┘ … session: clock of B raised
 *
 * A thread's clock is in the engine, behind the session's lock, which a launch holds for as long as
 * it runs. Locks and atomics of the program shall not wait for that: each thread has a copy of its
 * clock, which it alone touches, and the two are brought together when the thread enters and leaves
 * the session.
 *
 * A host function of a stream is a thread of its own, whichever of the runtime's threads runs it.
 *
 * Threads are apart when all of the program's own code was compiled so that its atomics are seen
 * (scord_threads_apart, which the link step of scord-nvcc pulls in), and no library is loaded that
 * may pass order in ways of its own: an OpenMP runtime, say. A thread whose creation was not seen,
 * and one too many, make all threads one for good.
 *
 * Invariants: a copy is touched by its thread, and by the one that joins it when it is gone; the
 * list of threads and the objects are behind `guard`; objects live as long as the program.
 */
#include "sim/runtime/host/host_threads.h"

#include <link.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"
#include "sim/runtime/ordering.h"

/* threads_apart.c */
extern const char scord_threads_apart[1] __attribute__((weak));

atomic_bool host_threads_apart;

enum { OBJECTS_MAX = 1 << 16 }; /* more share the first one's clock */

typedef struct copy {
    uint32_t *at;
    uint32_t lanes, allocated;
} copy_t; /* zeroed = behind nothing */

struct host_thread {
    struct host_thread *next;
    pthread_t handle;
    bool known; /* the handle is */
    bool detached, ended;
    uint32_t number;      /* ORDER_NONE: not yet in the order of operations */
    copy_t clock, loaded; /* loaded: what relaxed loads would bring, with a fence */
    bool raised, fenced;
    void *(*start)(void *);
    void *argument;
};

static host_thread_t main_thread = {.number = ORDER_MAIN_THREAD};
static _Thread_local host_thread_t *me;
static atomic_bool one_for_good;
static atomic_bool awake[HOST_THREADS_MAX];
static bool exists[HOST_THREADS_MAX]; /* behind the session's lock, as is bound */
static uint32_t bound;                /* above all numbers that were given */

static atomic_flag guard = ATOMIC_FLAG_INIT;
static host_thread_t *threads; /* those of pthread_create that are not joined */
static scord_index_map_t object_of;
static copy_t *objects;
static uint32_t object_count, objects_allocated;

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&guard, memory_order_acquire)) sched_yield();
}
static void unlock(void) { atomic_flag_clear_explicit(&guard, memory_order_release); }

static _Thread_local bool is_none;
void host_threads_is_none(void) { is_none = true; }

/* Without memory less order is known than there is: then threads are one. */
static void give_up(void) {
    one_for_good = true;
    atomic_store(&host_threads_apart, false);
}

/* True: TO has grown. */
static bool raise_copy(copy_t *to, const uint32_t *at, uint32_t lanes) {
    bool grown = false;
    if (lanes > to->lanes) {
        if (!SCORD_ARRAY_ROOM(to->at, to->allocated, lanes)) {
            give_up();
            return false;
        }
        memset(to->at + to->lanes, 0, (lanes - to->lanes) * sizeof *to->at);
        to->lanes = lanes;
    }
    for (uint32_t i = 0; i < lanes; i++)
        if (at[i] > to->at[i]) {
            to->at[i] = at[i];
            grown = true;
        }
    return grown;
}

/* ---- whether threads are apart ---- */

/* Libraries that pass no order between threads but by pthread. The first is the program. */
static bool is_plain(const char *path) {
    static const char *const plain[] = {"linux-vdso", "ld-linux", "libc.",       "libm.",
                                        "libdl.",     "librt.",   "libpthread.", "libstdc++.",
                                        "libgcc_s.",  "libz.",    "liblz4.",     "libzstd."};
    const char *slash = strrchr(path, '/'), *name = !slash ? path : slash + 1;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strncmp(name, plain[i], strlen(plain[i])) == 0) return true;
    return name[0] == '\0';
}
static int find_other(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    return !is_plain(info->dlpi_name);
}

static void add_number(uint32_t number) {
    exists[number] = true;
    atomic_store(&awake[number], true);
    if (number >= bound) bound = number + 1;
}

/* Thread 0 stands for all. */
static void become_one(session_t *session) {
    order_t *order = ordering_order(session);
    give_up();
    for (uint32_t i = 1; order && i < bound; i++) {
        if (!exists[i]) continue;
        order_thread_follow(order, ORDER_MAIN_THREAD, i);
        order_thread_end(order, i);
    }
    bound = 0;
}

/* Inside the session's lock, at the creation of a thread, and of a host function's. */
static bool decide(session_t *session) {
    if (one_for_good) return false;
    /* the main thread makes the first one */
    if (!scord_threads_apart || dl_iterate_phdr(find_other, NULL) || (!me && threads)) {
        become_one(session);
        return false;
    }
    if (!me) {
        me = &main_thread;
        add_number(ORDER_MAIN_THREAD);
    }
    atomic_store(&host_threads_apart, true);
    host_threads_leave(session); /* the copy of what it has waited for so far */
    return true;
}

/* ---- inside the session's lock ---- */

void host_threads_enter(session_t *session) {
    order_t *order = ordering_order(session);
    if (!atomic_load(&host_threads_apart) || !order || (is_none && !me)) return;
    if (me && me->number == ORDER_NONE) {
        me->number = order_thread_create(order, ORDER_NONE);
        me->raised = true;
        if (me->number < HOST_THREADS_MAX) add_number(me->number);
    }
    if (!me || me->number >= HOST_THREADS_MAX) {
        become_one(session);
        return;
    }
    if (me->raised) order_thread_raise(order, me->number, me->clock.at, me->clock.lanes);
    me->raised = false;
}

void host_threads_leave(session_t *session) {
    const order_t *order = ordering_order(session);
    if (!atomic_load(&host_threads_apart) || !order || !me || me->number == ORDER_NONE) return;
    uint32_t lanes;
    const uint32_t *clock = order_thread_clock(order, me->number, &lanes);
    raise_copy(&me->clock, clock, lanes);
}

uint32_t host_threads_number(session_t *session) {
    (void)session;
    return atomic_load(&host_threads_apart) && me && me->number != ORDER_NONE ? me->number
                                                                              : ORDER_MAIN_THREAD;
}

uint32_t host_threads_bound(void) { return atomic_load(&host_threads_apart) ? bound : 0; }
bool host_threads_awake(uint32_t number) { return exists[number] && atomic_load(&awake[number]); }

void host_threads_sleep(bool asleep) {
    if (me && me->number < HOST_THREADS_MAX) atomic_store(&awake[me->number], !asleep);
}

bool host_threads_alone(void) {
    if (atomic_load(&one_for_good)) return false;
    lock();
    const bool alone = !threads;
    unlock();
    return alone;
}

/* ---- host functions ---- */

struct host_runner {
    host_thread_t thread;
};

void host_threads_decide(session_t *session) { decide(session); }

host_runner_t *host_threads_run(session_t *session, const order_operation_t *operation) {
    order_t *order = ordering_order(session);
    if (!atomic_load(&host_threads_apart)) return NULL;
    host_runner_t *runner = calloc(1, sizeof *runner);
    const uint32_t number = order_thread_create(order, ORDER_NONE);
    if (!runner || number >= HOST_THREADS_MAX) {
        if (number != ORDER_NONE) order_thread_end(order, number);
        become_one(session);
        free(runner);
        return NULL;
    }
    order_thread_runs(order, number, operation);
    add_number(number);
    *runner = (host_runner_t){.thread = {.number = number}};
    me = &runner->thread;
    host_threads_leave(session);
    return runner;
}

void host_threads_has_run(session_t *session, host_runner_t *runner) {
    const uint32_t number = runner->thread.number;
    if (atomic_load(&host_threads_apart)) order_thread_end(ordering_order(session), number);
    exists[number] = false;
    me = NULL;
    free(runner->thread.clock.at);
    free(runner->thread.loaded.at);
    free(runner);
}

/* ---- what passes order on ---- */

/* Behind the guard. NULL: there is none. */
static copy_t *find_object(const volatile void *object, bool make) {
    const uint64_t key = (uint64_t)(uintptr_t)object;
    const uint32_t known = scord_index_map_find(&object_of, key);
    if (known != SCORD_INDEX_NONE) return &objects[known];
    if (object_count == OBJECTS_MAX) return &objects[0];
    if (!make) return NULL;
    if (!SCORD_ARRAY_ROOM(objects, objects_allocated, object_count + 1) ||
        !scord_index_map_add(&object_of, key, object_count)) {
        give_up();
        return NULL;
    }
    objects[object_count] = (copy_t){0};
    return &objects[object_count++];
}

void host_threads_release(const volatile void *object) {
    if (!me || me->clock.lanes == 0) return;
    lock();
    copy_t *to = find_object(object, true);
    if (to) raise_copy(to, me->clock.at, me->clock.lanes);
    unlock();
}

void host_threads_acquire(const volatile void *object) {
    if (!me) return;
    lock();
    const copy_t *from = find_object(object, false);
    if (from && raise_copy(&me->clock, from->at, from->lanes)) me->raised = true;
    unlock();
}

void host_threads_fence(bool acquires, bool releases) {
    if (!me) return;
    me->fenced = me->fenced || releases;
    if (acquires && raise_copy(&me->clock, me->loaded.at, me->loaded.lanes)) me->raised = true;
}
void host_threads_relaxed_store(const volatile void *object) {
    if (me && me->fenced) host_threads_release(object);
}
void host_threads_relaxed_load(const volatile void *object) {
    if (!me) return;
    lock();
    const copy_t *from = find_object(object, false);
    if (from) raise_copy(&me->loaded, from->at, from->lanes);
    unlock();
}

/* ---- life ---- */

static pthread_key_t end_key;
static pthread_once_t end_once = PTHREAD_ONCE_INIT;

static void on_end(void *context) {
    host_thread_t *thread = context;
    session_t *session = session_register();
    if (thread->number < HOST_THREADS_MAX && atomic_load(&host_threads_apart)) {
        order_thread_end(ordering_order(session), thread->number);
        exists[thread->number] = false;
    }
    session_leave(session, cudaSuccess);
    lock();
    thread->number = ORDER_NONE;
    thread->ended = true;
    unlock();
}
static void make_key(void) { pthread_key_create(&end_key, on_end); }

/* Behind the guard. */
static void drop(host_thread_t **at) {
    host_thread_t *thread = *at;
    *at = thread->next;
    free(thread->clock.at);
    free(thread->loaded.at);
    free(thread);
}

host_thread_t *host_threads_prepare(void *(*start)(void *), void *argument, bool detached) {
    if (one_for_good) return NULL;
    session_t *session = session_register();
    const bool apart = decide(session);
    session_leave(session, cudaSuccess);
    host_thread_t *thread = apart ? calloc(1, sizeof *thread) : NULL;
    if (!thread) {
        give_up();
        return NULL;
    }
    pthread_once(&end_once, make_key);
    *thread = (host_thread_t){
        .number = ORDER_NONE, .start = start, .argument = argument, .detached = detached};
    raise_copy(&thread->clock, me->clock.at, me->clock.lanes);
    lock();
    for (host_thread_t **at = &threads; *at;)
        if ((*at)->ended && (*at)->detached)
            drop(at);
        else
            at = &(*at)->next;
    thread->next = threads;
    threads = thread;
    unlock();
    return thread;
}

/* Behind the guard; the place of the thread in the list. */
static host_thread_t **find_thread(pthread_t handle) {
    host_thread_t **at = &threads;
    while (*at && !((*at)->known && pthread_equal((*at)->handle, handle))) at = &(*at)->next;
    return at;
}

void host_threads_created(host_thread_t *thread, int error, pthread_t handle) {
    lock();
    if (error != 0) {
        host_thread_t **at = &threads;
        while (*at && *at != thread) at = &(*at)->next;
        if (*at) drop(at);
    } else {
        host_thread_t **before = find_thread(handle); /* whose handle is given away anew */
        if (*before && *before != thread && (*before)->ended) drop(before);
        thread->handle = handle;
        thread->known = true;
    }
    unlock();
}

void *host_threads_start(void *thread) {
    me = thread;
    pthread_setspecific(end_key, me);
    session_leave(session_register(), cudaSuccess); /* pages are protected for it from here on */
    return me->start(me->argument);
}

void host_threads_joined(pthread_t handle) {
    lock();
    host_thread_t **at = find_thread(handle);
    if (*at && me && raise_copy(&me->clock, (*at)->clock.at, (*at)->clock.lanes)) me->raised = true;
    if (*at) drop(at);
    unlock();
}

void host_threads_detached(pthread_t handle) {
    lock();
    host_thread_t **at = find_thread(handle);
    if (*at) (*at)->detached = true;
    unlock();
}
