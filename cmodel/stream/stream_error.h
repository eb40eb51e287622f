/* SPDX-License-Identifier: Apache-2.0 */
/* stream_error.h: how the files of cmodel/stream fill a scord_stream_error_t.
 * The code that finds a problem writes the problem and its remedy; the code that knows the place
 * prepends it.
 */
#ifndef SCORD_STREAM_ERROR_H
#define SCORD_STREAM_ERROR_H

#include <stdint.h>

#include "cmodel/stream/event_stream.h"

/* Fills *error (may be NULL) with STATUS and a message without a place. Returns STATUS. */
scord_stream_status_t stream_problem(scord_stream_error_t *error, scord_stream_status_t status,
                                     const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Puts "NAME:LINE: " or "NAME: byte OFFSET: " or "NAME: event SEQUENCE: " or "NAME: " in front of
 * the message. */
void stream_problem_at_line(scord_stream_error_t *error, const char *name, uint64_t line);
void stream_problem_at_byte(scord_stream_error_t *error, const char *name, uint64_t offset);
void stream_problem_at_event(scord_stream_error_t *error, const char *name, uint64_t sequence);
void stream_problem_in(scord_stream_error_t *error, const char *name);

#endif
