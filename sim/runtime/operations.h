/* SPDX-License-Identifier: Apache-2.0 */
/* operations.h: operations that the program has asked for and that have not ended: kernels that
 * wait for the host or for another kernel, what is ordered behind them, and with --async what is
 * put off.
 *
 * Each runs at its call where it may. Where it may not, it is kept with all that it needs, and runs
 * when what it is behind has ended and the host waits for it, or another asks for its turn.
 */
#ifndef SIM_OPERATIONS_H
#define SIM_OPERATIONS_H

#include "sim/runtime/ordering.h"

typedef struct operation operation_t;
struct operation {
    operation_t *next;
    order_operation_t *order; /* NULL: no order is kept … */
    const void *stream;       /* … but that of streams; NULL: with all */
    /* True: it has ended, and is freed. False: it waits, as a kernel may. */
    bool (*run)(session_t *session, operation_t *operation, bool may_wait);
    bool begun, needed;
    bool stays;     /* in the list while it runs: another thread does that (host_functions.c) */
    uint64_t turn;  /* the round in which it was asked last */
    uint32_t warps; /* that it has resident while it waits, and needs at least to begin */
};

typedef enum operation_haste {
    OPERATION_LATER,  /* its call may return before it */
    OPERATION_SOON,   /* it runs at its call unless it is behind a kernel that waits */
    OPERATION_AT_ONCE /* its call returns behind it */
} operation_haste_t;

/* It has: out of the list. Runs of those that stay say so, by whatever thread. */
void operations_ended(session_t *session, const operation_t *operation);
unsigned operations_watchers(void); /* threads of this file's own */

/* Nothing is unfinished, and operations run at their calls: the caller may run it by itself. */
bool operations_idle(const session_t *session);
/* OPERATION is asked for now: it runs, or is kept. */
void operations_add(session_t *session, operation_t *operation, operation_haste_t haste);

/* What the host waits for; the program ends when that cannot be. */
void operations_await_all(session_t *session);
void operations_await_stream(session_t *session, cudaStream_t stream);
void operations_await_event(session_t *session, uint32_t event);
/* A query: gives turns; false: some of it has not ended. */
bool operations_try_stream(session_t *session, cudaStream_t stream);
bool operations_try_event(session_t *session, uint32_t event);

/* The program calls; while it does not for a while, operations have their turns all the same. */
void operations_note_call(void);
void operations_note_step(void); /* the host reads or writes shared memory, seen by its fault */

/* --async: "late", or a seed; NULL: at the call. False: it is neither. */
bool operations_set_async(session_t *session, const char *text);

#endif
