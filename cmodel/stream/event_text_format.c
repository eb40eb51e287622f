/* SPDX-License-Identifier: Apache-2.0 */
/* event_text_format.c: a record as a text line. Grammar: docs/stream-format.md, "Text". */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cmodel/stream/event_text.h"

/* Text that grows in a bounded buffer; `used` goes on counting past its end, as snprintf does. */
typedef struct text {
    char *buffer;
    size_t size, used;
} text_t;

__attribute__((format(printf, 2, 3))) static void append(text_t *text, const char *format, ...) {
    size_t room = text->used < text->size ? text->size - text->used : 0;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(room > 0 ? text->buffer + text->used : NULL, room, format,
                                 arguments);
    assert(length >= 0);
    text->used += (size_t)length;
    va_end(arguments);
}

static void append_quoted(text_t *text, const char *string) {
    append(text, "\"");
    for (const unsigned char *at = (const unsigned char *)string; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            append(text, "\\%c", *at);
        else if (*at == '\n')
            append(text, "\\n");
        else if (*at == '\t')
            append(text, "\\t");
        else if (*at < 0x20 || *at == 0x7f)
            append(text, "\\x%02x", *at);
        else
            append(text, "%c", *at);
    }
    append(text, "\"");
}

static void append_number(text_t *text, const event_field_t *field, uint64_t value) {
    const char *name = field->names ? event_names_name(field->names, value) : NULL;
    if (name)
        append(text, "%s", name);
    else
        append(text, field->hexadecimal ? "0x%llx" : "%llu", (unsigned long long)value);
}

/* Fields at their constant default are left out, except slot, which names the block. */
static bool worth_showing(const scord_event_t *event, const event_field_t *field) {
    if (field->default_kind != DEFAULT_CONSTANT || field->limit == LIMIT_SLOTS) return true;
    if (field->form == FIELD_STRING) return event_field_string(event, field)[0] != '\0';
    for (unsigned i = 0; i < event_field_components(field); i++)
        if (event_field_get(event, field, i) != field->default_value) return true;
    return false;
}

static void append_field(text_t *text, const scord_event_t *event, const event_field_t *field) {
    append(text, " %s=", field->name);
    if (field->form == FIELD_STRING) {
        append_quoted(text, event_field_string(event, field));
        return;
    }
    for (unsigned i = 0; i < event_field_components(field); i++) {
        if (i > 0) append(text, ",");
        append_number(text, field, event_field_get(event, field, i));
    }
}

/* One value when all active lanes have the same, else one a lane. */
static void append_list(text_t *text, const char *name, const uint64_t *values, uint32_t mask,
                        bool hexadecimal) {
    assert(mask != 0);
    bool same = true;
    uint64_t first = values[__builtin_ctz(mask)];
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
        same = same && values[__builtin_ctz(rest)] == first;
    append(text, " %s=", name);
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        append(text, hexadecimal ? "0x%llx" : "%llu",
               (unsigned long long)values[__builtin_ctz(rest)]);
        if (same) return;
        if ((rest & (rest - 1)) != 0) append(text, ",");
    }
}

/* True when address[lane] = address[first] + stride × (lane − first) on all active lanes. */
static bool has_stride(const scord_event_access_t *access, int64_t *stride) {
    assert(access->mask != 0);
    unsigned first = (unsigned)__builtin_ctz(access->mask);
    uint32_t others = access->mask & (access->mask - 1);
    if (others == 0) return false;
    unsigned second = (unsigned)__builtin_ctz(others);
    int64_t distance = (int64_t)(access->address[second] - access->address[first]);
    if (distance % (int64_t)(second - first) != 0) return false;
    *stride = distance / (int64_t)(second - first);
    for (uint32_t rest = others; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (access->address[lane] != access->address[first] + (uint64_t)*stride * (lane - first))
            return false;
    }
    return true;
}

static void append_access_lists(text_t *text, const scord_event_access_t *access) {
    int64_t stride;
    if (access->mask == 0) return; /* not a legal record; shown as far as it goes */
    if (has_stride(access, &stride))
        append(text, " base=0x%llx stride=%lld",
               (unsigned long long)access->address[__builtin_ctz(access->mask)], (long long)stride);
    else
        append_list(text, "address", access->address, access->mask, true);
    if (access->has_operands && access->atomic_kind == SCORD_ATOMIC_KIND_CAS)
        append_list(text, "compare", access->compare, access->mask, false);
    if (access->has_operands) append_list(text, "value", access->value, access->mask, false);
    if (access->has_returned) append_list(text, "returned", access->returned, access->mask, false);
    const unsigned masks = event_differ_masks(access);
    for (unsigned i = 0; i < masks; i++)
        append(text, "%s0x%" PRIx32, i == 0 ? " differ=" : ",", access->differ[i]);
}

size_t event_text_format(const scord_event_t *event, bool with_cycle, bool with_sequence,
                         char *buffer, size_t size) {
    text_t text = {buffer, size, 0};
    if (size > 0) buffer[0] = '\0';
    append(&text, "%s", scord_event_kind_name(event->kind));
    if ((unsigned)event->kind < SCORD_EVENT_KIND_COUNT) {
        unsigned count;
        const event_field_t *fields = event_fields(event->kind, &count);
        for (unsigned i = 0; i < count; i++)
            if (worth_showing(event, &fields[i])) append_field(&text, event, &fields[i]);
    }
    if (event->kind == SCORD_EVENT_KIND_ACCESS) append_access_lists(&text, &event->access);
    if (with_cycle) append(&text, " cycle=%llu", (unsigned long long)event->cycle);
    if (with_sequence) append(&text, " sequence=%llu", (unsigned long long)event->sequence);
    return text.used;
}

size_t scord_event_format(const scord_event_t *event, char *buffer, size_t size) {
    return event_text_format(event, true, true, buffer, size);
}
