/* SPDX-License-Identifier: Apache-2.0 */
/* event_text.h: the text reader's state from earlier lines, and the forms that
 * scord_event_format/parse share. */
#ifndef SCORD_EVENT_TEXT_H
#define SCORD_EVENT_TEXT_H

#include "cmodel/stream/event_fields.h"
#include "cmodel/stream/event_stream.h"

enum {
    EVENT_TEXT_LINE_MAX = 65535,                  /* bytes of a text line without its newline */
    EVENT_STRINGS_SIZE = 2 * (SCORD_NAME_MAX + 1) /* room for the strings of any record */
};

/* Defaults that depend on the stream so far. */
typedef struct event_text_state {
    const scord_config_t *config;
    uint64_t next_cycle, next_sequence;
    uint32_t next_kernel; /* of a kernel_begin without kernel=; the launch before it is that of a
                             kernel_end */
} event_text_state_t;

/* One line (comment allowed, no newline) into *event. Does not check ranges and does not advance
 * *state. An empty or comment line gives SCORD_STREAM_END. */
scord_stream_status_t event_text_parse(const char *line, const event_text_state_t *state,
                                       scord_event_t *event, char *strings, size_t strings_size,
                                       scord_stream_error_t *error);
void event_text_advance(event_text_state_t *state, const scord_event_t *event);

/* The line of *event; cycle and sequence only when asked. Like snprintf: returns the length it
 * needs. */
size_t event_text_format(const scord_event_t *event, bool with_cycle, bool with_sequence,
                         char *buffer, size_t size);

#endif
