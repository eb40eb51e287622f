/* SPDX-License-Identifier: Apache-2.0 */
/* thread_calls.h: the runtime's own lock, which orders nothing of the program. */
#ifndef SIM_THREAD_CALLS_H
#define SIM_THREAD_CALLS_H

#include <pthread.h>

void thread_calls_lock(pthread_mutex_t *mutex);
/* A thread of the runtime's own, for the rest of the run. */
void thread_calls_start(void *(*start)(void *));
void thread_calls_unlock(pthread_mutex_t *mutex);

#endif
