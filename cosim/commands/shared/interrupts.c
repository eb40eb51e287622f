/* SPDX-License-Identifier: Apache-2.0 */
/* interrupts.c: see interrupts.h. */
#include "cosim/commands/shared/interrupts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/scratch.h"

/* What the handlers need; the one thing of the commands that must be global. */
static volatile sig_atomic_t noted, process_to_stop, file_to_end,
    nothing = -1 /* a file without content */;

static struct timespec noted_at;

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static void stop_process(void) {
    if (process_to_stop <= 0) return;
    kill((pid_t)process_to_stop, SIGTERM);
    if (file_to_end >= 0 && nothing >= 0) dup2(nothing, file_to_end);
}

/* Within a second it is the same interruption: timeout, and make with its group, send two. Later it
 * is one who does not want to wait for the report. */
static void on_interrupt(int signal_number) {
    const int problem = errno;
    if (noted == 0)
        clock_gettime(CLOCK_MONOTONIC, &noted_at);
    else if (seconds_since(&noted_at) >= 1) {
        scratch_remove_all();
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    noted = signal_number;
    stop_process();
    errno = problem;
}
static void on_closed_pipe(int signal_number) {
    (void)signal_number;
} /* writing then fails, and is reported */

void interrupts_catch(void) {
    struct sigaction action = {.sa_handler = on_interrupt}, hangup;
    sigfillset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL); /* nohup's */
    signal(SIGPIPE, on_closed_pipe); /* not SIG_IGN: programs that are started would inherit that */
}

bool interrupts_seen(void) { return noted != 0; }

void interrupts_stop_too(pid_t process, int fd) {
    if (nothing < 0) nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    process_to_stop = 0;
    file_to_end = fd;
    process_to_stop = process;
    if (noted != 0) stop_process(); /* came before the handler knew whom to stop */
}

int interrupts_end(int code) {
    if (noted == 0) return code;
    fflush(stdout);
    signal(noted, SIG_DFL); /* as a shell expects of an interrupted command */
    raise(noted);
    return code;
}
