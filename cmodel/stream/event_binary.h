/* SPDX-License-Identifier: Apache-2.0 */
/* event_binary.h: one record as bytes, and back. Layout: docs/stream-format.md, "Records".
 * Deltas are against the records before it in the same chunk, so that every chunk can be read
 * alone.
 */
#ifndef SCORD_EVENT_BINARY_H
#define SCORD_EVENT_BINARY_H

#include "cmodel/stream/event_fields.h"
#include "cmodel/stream/event_stream.h"

enum {
    EVENT_ADDRESS_PREDICTORS = 64, /* last base address by (PC XOR PC/8) modulo this */
    EVENT_ENCODED_MAX =
        4096 /* no record is longer: 4 lists × 32 lanes × 10 bytes, or two strings, and a head */
};

/* State of coder and decoder inside a chunk; all zero at its start. */
typedef struct event_codec {
    uint64_t cycle;
    uint32_t pc;
    uint64_t address[EVENT_ADDRESS_PREDICTORS];
} event_codec_t;

/* Bytes not yet read. */
typedef struct event_cursor {
    const uint8_t *at, *end;
} event_cursor_t;

/* Encodes a valid *event into OUT (EVENT_ENCODED_MAX bytes); returns its length. */
size_t event_encode(event_codec_t *codec, const scord_event_t *event, uint8_t *out);
/* Decodes one record; strings go to STRINGS (EVENT_STRINGS_SIZE bytes). Never reads past
 * cursor->end. Does not check ranges, except for codes that have no meaning. *valued: the values of
 * an access in *event may be other than 0; they are three quarters of it, and cleared only then. */
scord_stream_status_t event_decode(event_codec_t *codec, event_cursor_t *cursor,
                                   scord_event_t *event, bool *valued, char *strings,
                                   scord_stream_error_t *error);

/* The kind of the record that begins at AT; SCORD_EVENT_KIND_COUNT or more: none. */
unsigned event_kind_at(const uint8_t *at);
/* Whether records of KIND have strings. */
bool event_has_strings(unsigned kind);

/* Unsigned LEB128, also used by the header. */
uint8_t *event_put_varint(uint8_t *out, uint64_t value);
bool event_get_varint(event_cursor_t *cursor, uint64_t *value);

#endif
