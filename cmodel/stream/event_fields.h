/* SPDX-License-Identifier: Apache-2.0 */
/* event_fields.h: one table of every record's fields, shared by text, binary and range checks, so
 * that each field is described once: name, place in scord_event_t, legal range, default, how it is
 * printed. docs/stream-format.md shows it.
 *
 * The per-lane lists of an access (address, returned, value, compare) are not in the table: they
 * depend on the mask.
 */
#ifndef SCORD_EVENT_FIELDS_H
#define SCORD_EVENT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/stream/event.h"

typedef enum event_field_form {
    FIELD_U8,
    FIELD_U32,
    FIELD_U64,
    FIELD_TRIPLE, /* uint32_t[3]; components left out in text take the default */
    FIELD_STRING
} event_field_form_t;

/* What bounds a field from above. */
typedef enum event_field_limit {
    LIMIT_CONSTANT, /* .maximum */
    LIMIT_SMS,      /* below num_sms of the configuration */
    LIMIT_SLOTS,    /* below blocks_per_sm */
    LIMIT_WARPS,    /* below warps_per_sm */
    LIMIT_WARP_MASK /* a bit for each of warps_per_sm */
} event_field_limit_t;

typedef enum event_field_default {
    DEFAULT_CONSTANT, /* .default_value */
    DEFAULT_REQUIRED, /* text must give it */
    DEFAULT_COMPUTED  /* from other fields or the stream, event_text_parse.c */
} event_field_default_t;

/* The names of an encoding; ANY names SCORD_EXPECT_ANY. */
typedef struct event_names {
    const char *(*name)(unsigned value);
    unsigned count;
    bool any;
} event_names_t;

typedef struct event_field {
    const char *name;
    event_field_form_t form;
    size_t offset; /* in scord_event_t */
    event_field_limit_t limit;
    uint64_t minimum, maximum;
    event_field_default_t default_kind;
    uint64_t default_value;
    bool hexadecimal;           /* text shows it as 0x… */
    const event_names_t *names; /* NULL: a number */
} event_field_t;

enum { EVENT_FIELDS_MAX = 12 };

/* Fields of a kind in their order in text and binary. KIND must be below SCORD_EVENT_KIND_COUNT. */
const event_field_t *event_fields(scord_event_kind_t kind, unsigned *count);
/* Number held by a field; component 0..2 of a triple, else 0. Not for strings. */
uint64_t event_field_get(const scord_event_t *event, const event_field_t *field,
                         unsigned component);
void event_field_set(scord_event_t *event, const event_field_t *field, unsigned component,
                     uint64_t value);
const char *event_field_string(const scord_event_t *event, const event_field_t *field);
void event_field_set_string(scord_event_t *event, const event_field_t *field, const char *string);
/* Highest legal value under CONFIG. */
uint64_t event_field_maximum(const event_field_t *field, const scord_config_t *config);
/* True when VALUE is legal; for a named encoding SCORD_EXPECT_ANY may be legal above the highest
 * value. */
bool event_field_legal(const event_field_t *field, const scord_config_t *config, uint64_t value);
unsigned event_field_components(const event_field_t *field);
/* The legal set as text: "0 to 31", "load, store, atomic". Returns BUFFER. */
const char *event_field_legal_set(const event_field_t *field, const scord_config_t *config,
                                  char *buffer, size_t size);
/* Name of VALUE of a named encoding, or NULL. */
const char *event_names_name(const event_names_t *names, uint64_t value);
/* Value of NAME, or -1. */
int event_names_value(const event_names_t *names, const char *name);

/* How many lanes MASK has. */
static inline unsigned event_lanes(uint32_t mask) { return (unsigned)__builtin_popcount(mask); }

/* The masks of `differ` up to the last that names a lane: 0 to SCORD_ACCESS_WORDS. */
static inline unsigned event_differ_masks(const scord_event_access_t *access) {
    unsigned masks = SCORD_ACCESS_WORDS;
    while (masks > 0 && access->differ[masks - 1] == 0) masks--;
    return masks;
}

#endif
