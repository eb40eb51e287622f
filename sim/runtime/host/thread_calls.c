/* SPDX-License-Identifier: Apache-2.0 */
/* thread_calls.c: calls of pthread that order the program's threads, in front of libc's: each does
 * what libc's does, and tells host_threads.c. C++'s std::thread, std::mutex,
 * std::condition_variable, std::call_once and std::async come here, too.
 *
 * The names are libc's own, as in libc_calls.c. The runtime's own lock is taken by
 * thread_calls_lock, which is none of the program's.
 */
#include "sim/runtime/host/thread_calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>

#include "sim/runtime/host/host_functions.h"
#include "sim/runtime/host/host_threads.h"

/* The function of that name behind this one; conditions have one of an older version, too. */
#define SANITIZERS(name) extern __typeof__(name) __interceptor_##name __attribute__((weak))
#ifndef __SANITIZE_THREAD__
#define WEAK __attribute__((weak))
#define NEXT(name)                                                                                 \
    static __typeof__(name) *next;                                                                 \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name)
#define NEXT_VERSION(name, version)                                                                \
    static __typeof__(name) *next;                                                                 \
    if (!next) *(void **)&next = dlvsym(RTLD_NEXT, #name, version);                                \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name)
#else /* tests: in front of ThreadSanitizer's, which are weak in programs */
#define WEAK
#define NEXT(name)                                                                                 \
    SANITIZERS(name);                                                                              \
    __typeof__(name) *next = __interceptor_##name;                                                 \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name)
#define NEXT_VERSION(name, version) NEXT(name)
#endif

static bool apart(void) { return atomic_load_explicit(&host_threads_apart, memory_order_relaxed); }

/* MUTEX: that it waits for, if any; ENDS: its wait has a limit, or is none. */
static void fall_asleep(const pthread_mutex_t *mutex, bool ends) {
    host_threads_sleep(true);
    host_functions_sleep(mutex, ends);
}
static void wake_up(void) {
    host_functions_wake();
    host_threads_sleep(false);
}
static bool is_looked_at(void) { return apart() || host_functions_runs(NULL); }

/* ---- threads ---- */

WEAK int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
                        void *argument) {
    NEXT(pthread_create);
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &state);
    host_thread_t *thread = host_threads_prepare(start, argument, state == PTHREAD_CREATE_DETACHED);
    if (!thread) return next(handle, attributes, start, argument);
    const int error = next(handle, attributes, host_threads_start, thread);
    host_threads_created(thread, error, error == 0 ? *handle : pthread_self());
    return error;
}

void thread_calls_start(void *(*start)(void *)) {
    NEXT(pthread_create);
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all); /* the program's signals are the program's */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGTRAP); /* these are of the instruction that runs (host_pages.c) */
    sigdelset(&all, SIGSYS);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (next(&thread, NULL, start, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* CALL waits; behind it, without an error, the thread is behind OBJECT's last release. */
#define WAITED(call, then) WAITED_FOR(NULL, true, call, then)
#define WAITED_FOR(mutex, ends, call, then)                                                        \
    if (!is_looked_at()) return call;                                                              \
    fall_asleep(mutex, ends);                                                                      \
    const int error = call;                                                                        \
    wake_up();                                                                                     \
    if (error == 0) then;                                                                          \
    return error

WEAK int pthread_join(pthread_t handle, void **result) {
    NEXT(pthread_join);
    WAITED_FOR(NULL, false, next(handle, result), host_threads_joined(handle));
}
WEAK int pthread_tryjoin_np(pthread_t handle, void **result) {
    NEXT(pthread_tryjoin_np);
    WAITED(next(handle, result), host_threads_joined(handle));
}
WEAK int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until) {
    NEXT(pthread_timedjoin_np);
    WAITED(next(handle, result, until), host_threads_joined(handle));
}
WEAK int pthread_detach(pthread_t handle) {
    NEXT(pthread_detach);
    if (apart()) host_threads_detached(handle);
    return next(handle);
}

/* ---- locks ---- */

static int next_lock(pthread_mutex_t *mutex) {
    NEXT(pthread_mutex_lock);
    return next(mutex);
}
static int next_unlock(pthread_mutex_t *mutex) {
    NEXT(pthread_mutex_unlock);
    return next(mutex);
}
/* A ThreadSanitizer of the program's is to see that it locks. */
SANITIZERS(pthread_mutex_lock);
SANITIZERS(pthread_mutex_unlock);
void thread_calls_lock(pthread_mutex_t *mutex) {
    if (__interceptor_pthread_mutex_lock)
        __interceptor_pthread_mutex_lock(mutex);
    else
        next_lock(mutex);
}
void thread_calls_unlock(pthread_mutex_t *mutex) {
    if (__interceptor_pthread_mutex_unlock)
        __interceptor_pthread_mutex_unlock(mutex);
    else
        next_unlock(mutex);
}

#define ACQUIRES(function, parameters, arguments, object)                                          \
    TAKES(function, parameters, arguments, object, true)
#define TAKES(function, parameters, arguments, object, ends)                                       \
    WEAK int function parameters {                                                                 \
        NEXT(function);                                                                            \
        WAITED_FOR(NULL, ends, next arguments, host_threads_acquire(object));                      \
    }
#define RELEASES(function, parameters, arguments, object)                                          \
    WEAK int function parameters {                                                                 \
        NEXT(function);                                                                            \
        if (apart()) host_threads_release((const void *)(uintptr_t)object);                        \
        return next arguments;                                                                     \
    }

WEAK int pthread_mutex_lock(pthread_mutex_t *mutex) {
    WAITED_FOR(mutex, false, next_lock(mutex), host_threads_acquire(mutex));
}
WEAK int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (apart()) host_threads_release(mutex);
    return next_unlock(mutex);
}
ACQUIRES(pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex), mutex)
ACQUIRES(pthread_mutex_timedlock, (pthread_mutex_t * mutex, const struct timespec *until),
         (mutex, until), mutex)
ACQUIRES(pthread_mutex_clocklock,
         (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *until),
         (mutex, clock, until), mutex)
TAKES(pthread_rwlock_rdlock, (pthread_rwlock_t * rwlock), (rwlock), rwlock, false)
TAKES(pthread_rwlock_wrlock, (pthread_rwlock_t * rwlock), (rwlock), rwlock, false)
ACQUIRES(pthread_rwlock_tryrdlock, (pthread_rwlock_t * rwlock), (rwlock), rwlock)
ACQUIRES(pthread_rwlock_trywrlock, (pthread_rwlock_t * rwlock), (rwlock), rwlock)
ACQUIRES(pthread_rwlock_timedrdlock, (pthread_rwlock_t * rwlock, const struct timespec *until),
         (rwlock, until), rwlock)
ACQUIRES(pthread_rwlock_timedwrlock, (pthread_rwlock_t * rwlock, const struct timespec *until),
         (rwlock, until), rwlock)
RELEASES(pthread_rwlock_unlock, (pthread_rwlock_t * rwlock), (rwlock), rwlock)
TAKES(pthread_spin_lock, (pthread_spinlock_t * spin), (spin), spin, false)
ACQUIRES(pthread_spin_trylock, (pthread_spinlock_t * spin), (spin), spin)
RELEASES(pthread_spin_unlock, (pthread_spinlock_t * spin), (spin), spin)
TAKES(sem_wait, (sem_t * semaphore), (semaphore), semaphore, false)
ACQUIRES(sem_trywait, (sem_t * semaphore), (semaphore), semaphore)
ACQUIRES(sem_timedwait, (sem_t * semaphore, const struct timespec *until), (semaphore, until),
         semaphore)
ACQUIRES(sem_clockwait, (sem_t * semaphore, clockid_t clock, const struct timespec *until),
         (semaphore, clock, until), semaphore)
RELEASES(sem_post, (sem_t * semaphore), (semaphore), semaphore)

WEAK int pthread_barrier_wait(pthread_barrier_t *barrier) {
    NEXT(pthread_barrier_wait);
    if (!is_looked_at()) return next(barrier);
    host_threads_release(barrier);
    fall_asleep(NULL, false);
    const int result = next(barrier);
    wake_up();
    host_threads_acquire(barrier);
    return result;
}

/* ---- conditions: the lock passes order on, and so does the signal ---- */

#define CONDITION_WAITS(call, ends)                                                                \
    if (!is_looked_at()) return call;                                                              \
    host_threads_release(mutex);                                                                   \
    fall_asleep(NULL, ends);                                                                       \
    const int error = call;                                                                        \
    wake_up();                                                                                     \
    host_threads_acquire(mutex);                                                                   \
    if (error == 0) host_threads_acquire(condition);                                               \
    return error

WEAK int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    NEXT_VERSION(pthread_cond_wait, "GLIBC_2.3.2");
    CONDITION_WAITS(next(condition, mutex), false);
}
WEAK int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                const struct timespec *until) {
    NEXT_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2");
    CONDITION_WAITS(next(condition, mutex, until), true);
}
WEAK int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                const struct timespec *until) {
    NEXT(pthread_cond_clockwait);
    CONDITION_WAITS(next(condition, mutex, clock, until), true);
}
WEAK int pthread_cond_signal(pthread_cond_t *condition) {
    NEXT_VERSION(pthread_cond_signal, "GLIBC_2.3.2");
    if (apart()) host_threads_release(condition);
    return next(condition);
}
WEAK int pthread_cond_broadcast(pthread_cond_t *condition) {
    NEXT_VERSION(pthread_cond_broadcast, "GLIBC_2.3.2");
    if (apart()) host_threads_release(condition);
    return next(condition);
}

/* ---- what is done once ---- */

static _Thread_local struct {
    void (*routine)(void);
    pthread_once_t *control;
} once;

static void run_once(void) {
    pthread_once_t *control = once.control;
    once.routine();
    host_threads_release(control);
}
WEAK int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    NEXT(pthread_once);
    if (!apart()) return next(control, routine);
    once.routine = routine;
    once.control = control;
    const int error = next(control, run_once);
    host_threads_acquire(control);
    return error;
}

#ifndef __SANITIZE_THREAD__ /* which has these, strong */
/* A function's static variables (Itanium C++ ABI, 3.3.3); libstdc++'s. */
int __cxa_guard_acquire(int64_t *variable);
void __cxa_guard_release(int64_t *variable);

WEAK int __cxa_guard_acquire(int64_t *variable) {
    NEXT(__cxa_guard_acquire);
    const int mine = next(variable);
    if (apart()) host_threads_acquire(variable);
    return mine;
}
WEAK void __cxa_guard_release(int64_t *variable) {
    NEXT(__cxa_guard_release);
    if (apart()) host_threads_release(variable);
    next(variable);
}
#endif
