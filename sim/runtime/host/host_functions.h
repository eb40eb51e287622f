/* SPDX-License-Identifier: Apache-2.0 */
/* host_functions.h: host functions of streams (cudaLaunchHostFunc, cudaStreamAddCallback). Threads
 * of the runtime's own run them, as those of CUDA's driver do: a function may wait for what its
 * launcher does later, a lock that it holds, say. */
#ifndef SIM_HOST_FUNCTIONS_H
#define SIM_HOST_FUNCTIONS_H

#include <pthread.h>
#include <stdbool.h>

#include "sim/runtime/operations.h"

/* Inside the session's lock: a function runs that may end without this thread; waits a little, with
 * the lock given up. False: there is none. */
bool host_functions_wait(session_t *session);
/* The program ends; what waits for it shall not keep it. */
void host_functions_end(session_t *session);

/* This thread runs OPERATION, a host function; NULL: any. */
bool host_functions_runs(const operation_t *operation);
/* Around a call in which this thread waits, for MUTEX, or (NULL) something else. ENDS: a time limit
 * of the call's. Nothing, unless it runs a host function. */
void host_functions_sleep(const pthread_mutex_t *mutex, bool ends);
void host_functions_wake(void);
/* This thread steps over an access (host_pages.c): that it takes long is not its own doing. */
void host_functions_step(void);

#endif
