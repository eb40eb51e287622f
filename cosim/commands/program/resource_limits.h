/* SPDX-License-Identifier: Apache-2.0 */
/* resource_limits.h: what a command may take at most: `scord --max-memory SIZE --max-events N
 * --timeout SECONDS COMMAND …`, for streams and programs of unknown origin.
 */
#ifndef SCORD_RESOURCE_LIMITS_H
#define SCORD_RESOURCE_LIMITS_H

#include "cmodel/stream/event_stream.h"

/* Takes the options that stand before the command out of ARGV (argv[0] stays), and those among its
 * options, before "--", unless it has options of these names itself. Sets the limits for this
 * process and those that it starts: memory is the address space of each; time is the clock's;
 * events are those that a stream or a checked program brings. When the time is over, one line says
 * so and the command ends as by SIGTERM: with what it has; ten seconds later it is killed. Returns
 * 0, or an exit code after one message. */
int resource_limits_take(int *argc, char **argv);

/* READER, which gives no more events than --max-events allows; NULL stays NULL. Every command opens
 * its input with it. */
scord_stream_reader_t *resource_limits_stream(scord_stream_reader_t *reader);

#endif
