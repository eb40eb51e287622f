/* SPDX-License-Identifier: Apache-2.0 */
/* events_internal.h: the parts of `scord events` (command_events.c). */
#ifndef SCORD_EVENTS_INTERNAL_H
#define SCORD_EVENTS_INTERNAL_H

#include <stdbool.h>

#include "cmodel/stream/event_stream.h"

/* `stats` and `check` of an open stream. Return an exit code; the caller closes READER. */
int events_stats(scord_stream_reader_t *reader, const char *path, bool json);
int events_check(scord_stream_reader_t *reader, const char *path);
/* `import` of Accel-Sim traces: the whole command line. Returns an exit code. */
int events_import(int argc, char **argv);
/* Opening the output would empty the input. */
bool events_same_file(const char *input, const char *output);

#endif
