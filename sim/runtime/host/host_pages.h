/* SPDX-License-Identifier: Apache-2.0 */
/* host_pages.h: the host's own accesses to memory that it shares with the device, seen without
 * instrumenting the program (docs/launch-order.md).
 *
 * The host's view of managed and pinned memory is a mapping of its own (device_memory.h). Pages of
 * which an operation that is not ordered with the host uses bytes are protected there: against
 * writes when it only reads, against all otherwise. The fault gives address, direction and
 * instruction; that goes to the order of operations. Then the page is open again if nothing
 * unordered is left there, else for this one instruction (the processor's trap flag).
 */
#ifndef SIM_HOST_PAGES_H
#define SIM_HOST_PAGES_H

#include <signal.h>

#include "sim/runtime/session.h"

/* Memory of the program's own that the device sees, too: its pages are looked at from now on.
 * And no longer. */
void host_pages_add(session_t *session, const void *host, uint64_t bytes);
void host_pages_remove(session_t *session, const void *host);

/* An operation touches memory that the host sees. */
void host_pages_touched(session_t *session, uint64_t address, uint64_t bytes);
/* It has ended, or pauses: its pages are protected as far as the host is not ordered behind. */
void host_pages_protect(session_t *session);
/* A host function of a stream begins, or has ended, or the first operation waits, or none any more:
 * meanwhile every access of the host to memory that it shares is wanted. */
void host_pages_watch(session_t *session, bool begins);
bool host_pages_see_all(void); /* and seen */
/* The host waits for something: are all pages free again? */
void host_pages_ordered(session_t *session);
/* The memory is given back. */
void host_pages_forget(session_t *session, uint64_t address, uint64_t bytes);

/* The runtime begins to run in this thread, ends, and has ended: meanwhile the pages of which
 * registered memory has a part are open, as the runtime's own data may lie there. */
void host_pages_enter(void);
void host_pages_leave(void);
void host_pages_left(void);

/* In the handler of SIGSEGV and SIGTRAP. True: it was one of these accesses, and the program goes
 * on. */
bool host_pages_fault(session_t *session, int signal_number, const siginfo_t *info, void *context);

/* Around a call into the system or libc that touches BYTES of the host's: a fault inside would be
 * an error of the call. False: nothing to do, and host_pages_close is not called. */
bool host_pages_open(const void *pointer, size_t bytes, bool writes);
/* The same for the runtime itself, whose access is none of the program's. */
bool host_pages_unlock(const void *pointer, size_t bytes);
void host_pages_close(const void *pointer, size_t bytes);

/* libc_calls.c: keeps the calls that it wraps linked. */
void libc_calls_present(void);

#endif
