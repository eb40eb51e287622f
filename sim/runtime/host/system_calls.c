/* SPDX-License-Identifier: Apache-2.0 */
/* system_calls.c: see system_calls.h. By Linux's syscall user dispatch: a byte of the thread says
 * whether its calls go through or raise SIGSYS. The return from a signal is a call, too, and always
 * goes through.
 * Reference: Linux, Documentation/admin-guide/syscall-user-dispatch.rst.
 */
#include "sim/runtime/host/system_calls.h"

#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Of <linux/prctl.h>, which older ones have not. */
enum { SET_DISPATCH = 59, DISPATCH_ON = 1, LET = 0, BLOCK = 1, RETURN_BYTES = 16, CALL_BYTES = 2 };

static _Thread_local volatile char selector; /* LET or BLOCK: the system reads it at each call */
static _Thread_local enum { NOT_YET, SEEN, NEVER } seen;

/* As the system has it; sa_restorer is what calls rt_sigreturn. */
typedef struct kernel_action {
    void *handler;
    unsigned long flags;
    void *restorer;
    unsigned long mask;
} kernel_action_t;

bool system_calls_see(void (*handler)(int, siginfo_t *, void *)) {
    if (seen != NOT_YET) return seen == SEEN;
    seen = NEVER;
    const struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    kernel_action_t now = {0};
    if (sigaction(SIGSYS, &action, NULL) != 0) return false;
    if (syscall(SYS_rt_sigaction, SIGSYS, NULL, &now, sizeof now.mask) != 0 || !now.restorer)
        return false;
    if (prctl(SET_DISPATCH, DISPATCH_ON, now.restorer, RETURN_BYTES, &selector) != 0) return false;
    seen = SEEN;
    return true;
}

bool system_calls_seen(void) { return seen == SEEN; }
void system_calls_watch(bool watched) { selector = watched ? BLOCK : LET; }

/* Signals that must come while pages are protected. */
static const int needed[] = {SIGSEGV, SIGTRAP, SIGSYS};
enum { NEEDED = sizeof needed / sizeof *needed };

bool system_calls_may_be_seen(void) {
    sigset_t blocked;
    if (seen != SEEN || sigprocmask(SIG_BLOCK, NULL, &blocked) != 0) return false;
    for (unsigned i = 0; i < NEEDED; i++)
        if (sigismember(&blocked, needed[i])) return false;
    return true;
}

/* libc blocks all signals while it makes a thread or process. The mask is that of the return from
 * this handler; what must come stays out of it. */
static void change_mask(ucontext_t *machine) {
    greg_t *at = machine->uc_mcontext.gregs;
    uint64_t mask, set;
    memcpy(&mask, &machine->uc_sigmask, sizeof mask);
    if (at[REG_RDX] != 0) memcpy((void *)at[REG_RDX], &mask, sizeof mask);
    if (at[REG_RSI] != 0) {
        memcpy(&set, (const void *)at[REG_RSI], sizeof set);
        mask = at[REG_RDI] == SIG_BLOCK     ? mask | set
               : at[REG_RDI] == SIG_UNBLOCK ? mask & ~set
                                            : set;
        for (unsigned i = 0; i < NEEDED; i++) mask &= ~(UINT64_C(1) << (needed[i] - 1));
        memcpy(&machine->uc_sigmask, &mask, sizeof mask);
    }
    at[REG_RAX] = 0;
}

/* Its memory is the caller's. */
static bool makes_thread(const greg_t *at) {
    uint64_t flags = (uint64_t)at[REG_RDI];
    if (at[REG_RAX] == SYS_vfork) return true;
    if (at[REG_RAX] == SYS_clone3) memcpy(&flags, (const void *)at[REG_RDI], sizeof flags);
    return (at[REG_RAX] == SYS_clone || at[REG_RAX] == SYS_clone3) && (flags & CLONE_VM);
}

system_call_t system_calls_begin(void *context) {
    ucontext_t *machine = context;
    greg_t *at = machine->uc_mcontext.gregs;
    if (at[REG_RAX] == SYS_rt_sigprocmask && at[REG_R10] == sizeof(uint64_t) &&
        (uint64_t)at[REG_RDI] <= SIG_SETMASK) {
        change_mask(machine);
        return SYSTEM_CALL_DONE;
    }
    at[REG_RIP] -= CALL_BYTES;
    return makes_thread(at) ? SYSTEM_CALL_LET : SYSTEM_CALL_AGAIN;
}
