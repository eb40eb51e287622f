/* SPDX-License-Identifier: Apache-2.0 */
/* system_calls.h: the program's system calls, seen while pages of its heap are protected
 * (host_pages.h): the system would refuse memory of such a page, whatever it is of. */
#ifndef SIM_SYSTEM_CALLS_H
#define SIM_SYSTEM_CALLS_H

#include <signal.h>
#include <stdbool.h>

/* Calls of this thread raise SIGSYS from here on, while they are watched; HANDLER gets it. Once is
 * enough. False: the system cannot do that (Linux before 5.11). */
bool system_calls_see(void (*handler)(int, siginfo_t *, void *));
bool system_calls_seen(void);        /* of this thread */
bool system_calls_may_be_seen(void); /* and no signal that it takes is blocked */
/* Whether calls of this thread raise it. */
void system_calls_watch(bool watched);

typedef enum system_call {
    SYSTEM_CALL_DONE,  /* by the handler itself */
    SYSTEM_CALL_AGAIN, /* behind the handler, and the instruction behind it follows */
    SYSTEM_CALL_LET    /* the same in two threads: it makes one of this process's memory */
} system_call_t;
/* In the handler, with CONTEXT; what the call reads may be read. */
system_call_t system_calls_begin(void *context);

#endif
