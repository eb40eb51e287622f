/* SPDX-License-Identifier: Apache-2.0 */
/* host_threads.h: the threads of the program's host side, and what passes order from one to
 * another: creation and join, locks, condition variables, atomics (docs/launch-order.md).
 *
 * Each thread has a clock of its own in the order of operations (sim/order) as long as all that can
 * pass order is seen: calls of pthread (thread_calls.c) and atomics (host_atomics.c). Where it is
 * not, all threads are one again, as if each saw at once what another waits for: less is found, and
 * nothing that is not so.
 */
#ifndef SIM_HOST_THREADS_H
#define SIM_HOST_THREADS_H

#include <pthread.h>
#include <stdatomic.h>

#include "sim/order/order.h"
#include "sim/runtime/session.h"

enum { HOST_THREADS_MAX = 256 }; /* at a time */

/* Threads are apart: what passes order between them is wanted. */
extern atomic_bool host_threads_apart;

/* This thread is the runtime's own, and none of the program's. */
void host_threads_is_none(void);

/* The program has made no thread that may run now. */
bool host_threads_alone(void);

/* ---- inside the session's lock ---- */
void host_threads_enter(session_t *session); /* this thread is next */
void host_threads_leave(session_t *session);
uint32_t host_threads_number(session_t *session); /* of this thread, in the order of operations */
/* Above all numbers; 0: threads are one. Thread NUMBER exists, and does not wait in a call of
 * pthread. */
uint32_t host_threads_bound(void);
bool host_threads_awake(uint32_t number);

/* This thread, which is the runtime's own, runs OPERATION, a host function, as a thread of the
 * program that begins with the operation's order; and is none again. NULL: threads are one. */
void host_threads_decide(session_t *session); /* the launcher, before */
typedef struct host_runner host_runner_t;
host_runner_t *host_threads_run(session_t *session, const order_operation_t *operation);
void host_threads_has_run(session_t *session, host_runner_t *runner);

/* ---- without the session's lock ---- */
/* OBJECT, a lock or an atomic, takes on what this thread has come behind; and gives it on. */
void host_threads_release(const volatile void *object);
void host_threads_acquire(const volatile void *object);
/* A fence, and relaxed accesses, which order something together with one. */
void host_threads_fence(bool acquires, bool releases);
void host_threads_relaxed_store(const volatile void *object);
void host_threads_relaxed_load(const volatile void *object);
/* Around a call in which this thread waits. */
void host_threads_sleep(bool asleep);

/* Around pthread_create in the parent: the thread's description (NULL: it is not wanted) … */
typedef struct host_thread host_thread_t;
host_thread_t *host_threads_prepare(void *(*start)(void *), void *argument, bool detached);
void host_threads_created(host_thread_t *thread, int error, pthread_t handle);
void *host_threads_start(void *thread); /* … which is the argument of this */
void host_threads_joined(pthread_t handle);
void host_threads_detached(pthread_t handle);

#endif
