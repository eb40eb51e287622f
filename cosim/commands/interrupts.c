/* interrupts.c: see interrupts.h. */
#include "interrupts.h"

#include <signal.h>
#include <stdio.h>

/* What the handlers need; the one thing of the commands that must be global. */
static volatile sig_atomic_t noted, process_to_stop;

static void on_interrupt(int signal_number) {
    noted = signal_number;
    if (process_to_stop > 0) kill((pid_t)process_to_stop, SIGTERM);
}
static void on_closed_pipe(int signal_number) { (void)signal_number; } /* writing then fails, and is reported */

void interrupts_catch(void) {
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, on_closed_pipe); /* not SIG_IGN: programs that are started would inherit that */
}

bool interrupts_seen(void) { return noted != 0; }

void interrupts_stop_too(pid_t process) {
    process_to_stop = process;
    if (process > 0 && noted != 0) kill(process, SIGTERM); /* came before the handler knew whom to stop */
}

int interrupts_end(int code) {
    if (noted == 0) return code;
    fflush(stdout);
    signal(noted, SIG_DFL); /* as a shell expects of an interrupted command */
    raise(noted);
    return code;
}
