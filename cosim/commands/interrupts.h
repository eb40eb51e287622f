/* interrupts.h: Ctrl-C and its like, for commands that report what they have before they end by that signal.
 */
#ifndef SCORD_INTERRUPTS_H
#define SCORD_INTERRUPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* From here on a first SIGINT, SIGTERM or SIGHUP is only noted; a second one of the kind kills. A closed pipe becomes an error of writing. */
void interrupts_catch(void);
bool interrupts_seen(void);
/* PROCESS gets a SIGTERM when one is noted, or was: reads of what it sends go on after a signal. 0: none any more. */
void interrupts_stop_too(pid_t process);
/* CODE, or the end of this process by the signal that was noted. */
int interrupts_end(int code);

#endif
