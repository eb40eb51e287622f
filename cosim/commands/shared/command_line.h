/* SPDX-License-Identifier: Apache-2.0 */
/* command_line.h: a command of scord as its user typed it, for reports and messages. */
#ifndef SCORD_COMMAND_LINE_H
#define SCORD_COMMAND_LINE_H

/* "scord" and the words of ARGV (argv[0] is the sub-command), quoted where a shell needs it. The
 * caller frees it. */
char *scord_command_line(int argc, char **argv);

/* The same as it works when it is pasted, in any folder: with the folder and the executable of this
 * process before it. The caller frees it. */
char *scord_again_line(int argc, char **argv);

#endif
