/* SPDX-License-Identifier: Apache-2.0 */
/* interrupts.h: Ctrl-C and its like, for commands that report what they have before they end by
 * that signal.
 */
#ifndef SCORD_INTERRUPTS_H
#define SCORD_INTERRUPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* From here on a SIGINT, SIGTERM or SIGHUP (unless ignored before, as by nohup) is only noted;
 * another one, a second later or more, ends the command at once. A closed pipe becomes an error of
 * writing. */
void interrupts_catch(void);
bool interrupts_seen(void);
/* PROCESS gets a SIGTERM when one is noted, or was, and FD, from which its output is read, is at
 * its end then, whether it ends or not (reads go on after a signal). 0: none any more; -1: no such
 * file. */
void interrupts_stop_too(pid_t process, int fd);
/* CODE, or the end of this process by the signal that was noted. */
int interrupts_end(int code);

#endif
