/* SPDX-License-Identifier: Apache-2.0 */
/* event_binary.c: records as bytes; see event_binary.h. */
#include "cmodel/stream/event_binary.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/stream/stream_error.h"

/* First byte: kind in bits 0 to 4, how the cycle follows in bits 5 to 6, bit 7 zero. */
enum { KIND_BITS = 5, CYCLE_SAME = 0, CYCLE_NEXT = 1, CYCLE_DELTA = 2 };
/* Last head byte of an access: atomic_kind in bits 0 to 3, or the number of `differ` masks of a
 * store, then two flags, then how addresses follow. */
enum { HAS_RETURNED = 1 << 4, HAS_OPERANDS = 1 << 5, ADDRESS_SHIFT = 6 };
enum { ADDRESS_COALESCED = 0, ADDRESS_STRIDE = 1, ADDRESS_LIST = 2 };
enum { FULL_MASK = 1 << 7, HEAD_BYTES = 4 };
enum { OP_UNREAD = SCORD_OP_COUNT }; /* an atomic whose result no instruction reads */
enum { LIST_SAME = 0, LIST_DELTAS = 1 };

static_assert((unsigned)SCORD_EVENT_KIND_COUNT <= 1u << KIND_BITS,
              "kinds must fit in the first byte");

/* ---- numbers ---- */

static inline uint8_t *put_varint(uint8_t *out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *out++ = (uint8_t)(value | 0x80);
    *out++ = (uint8_t)value;
    return out;
}

uint8_t *event_put_varint(uint8_t *out, uint64_t value) { return put_varint(out, value); }

bool event_get_varint(event_cursor_t *cursor, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64 && cursor->at < cursor->end; shift += 7) {
        uint8_t byte = *cursor->at++;
        if (shift == 63 && byte > 1) return false; /* more than 64 bits */
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

/* Most numbers are less than 128. */
static inline bool get_varint(event_cursor_t *cursor, uint64_t *value) {
    if (cursor->at == cursor->end || *cursor->at >= 0x80) return event_get_varint(cursor, value);
    *value = *cursor->at++;
    return true;
}

/* Signed differences modulo 2^64, small magnitudes first: 0, −1, 1, −2, … */
static inline uint8_t *put_delta(uint8_t *out, uint64_t from, uint64_t to) {
    uint64_t delta = to - from;
    return put_varint(out, delta << 1 ^ (0 - (delta >> 63)));
}

static inline bool get_delta(event_cursor_t *cursor, uint64_t from, uint64_t *to) {
    uint64_t code;
    if (!get_varint(cursor, &code)) return false;
    *to = from + (code >> 1 ^ (0 - (code & 1)));
    return true;
}

static bool get_byte(event_cursor_t *cursor, uint8_t *byte) {
    if (cursor->at == cursor->end) return false;
    *byte = *cursor->at++;
    return true;
}

/* ---- per-lane lists ---- */

static bool all_same(const uint64_t *lanes, uint32_t mask) {
    assert(mask != 0);
    uint64_t first = lanes[__builtin_ctz(mask)];
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
        if (lanes[__builtin_ctz(rest)] != first) return false;
    return true;
}

static uint8_t *put_deltas(uint8_t *out, uint64_t previous, const uint64_t *lanes, uint32_t mask) {
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        out = put_delta(out, previous, lanes[lane]);
        previous = lanes[lane];
    }
    return out;
}

static bool get_deltas(event_cursor_t *cursor, uint64_t previous, uint64_t *lanes, uint32_t mask) {
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (!get_delta(cursor, previous, &lanes[lane])) return false;
        previous = lanes[lane];
    }
    return true;
}

/* A form byte when there is a choice, then one value, or one a lane. */
static uint8_t *put_values(uint8_t *out, const uint64_t *lanes, uint32_t mask) {
    bool several = event_lanes(mask) > 1, same = all_same(lanes, mask);
    if (several) *out++ = same ? LIST_SAME : LIST_DELTAS;
    return same ? event_put_varint(out, lanes[__builtin_ctz(mask)])
                : put_deltas(out, 0, lanes, mask);
}

static bool get_values(event_cursor_t *cursor, uint64_t *lanes, uint32_t mask) {
    uint8_t form = LIST_SAME;
    uint64_t value;
    if (event_lanes(mask) > 1 && !get_byte(cursor, &form)) return false;
    if (form > LIST_DELTAS) return false;
    if (form == LIST_DELTAS) return get_deltas(cursor, 0, lanes, mask);
    if (!event_get_varint(cursor, &value)) return false;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) lanes[__builtin_ctz(rest)] = value;
    return true;
}

/* ---- accesses ---- */

/* address[lane] = address[first] + stride × (lane − first), modulo 2^64. */
static void set_stride(uint64_t *lanes, uint32_t mask, uint64_t base, uint64_t stride) {
    assert(mask != 0);
    unsigned first = (unsigned)__builtin_ctz(mask);
    if (mask == UINT32_MAX) {
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++, base += stride)
            lanes[lane] = base;
        return;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        lanes[lane] = base + stride * (lane - first);
    }
}

static bool find_stride(const uint64_t *lanes, uint32_t mask, uint64_t *stride,
                        uint64_t otherwise) {
    uint32_t others = mask & (mask - 1);
    unsigned first = (unsigned)__builtin_ctz(mask);
    assert(mask != 0);
    *stride = otherwise;
    if (others == 0) return true;
    unsigned second = (unsigned)__builtin_ctz(others);
    int64_t distance = (int64_t)(lanes[second] - lanes[first]), steps = (int64_t)(second - first);
    if (steps != 1 && distance % steps != 0) return false;
    *stride = (uint64_t)(steps == 1 ? distance : distance / steps);
    if (mask == UINT32_MAX) { /* a loop for vectors, when the last lane agrees */
        uint64_t differ = lanes[SCORD_THREADS_PER_WARP - 1] ^
                          (lanes[0] + *stride * (SCORD_THREADS_PER_WARP - 1)),
                 at = lanes[0];
        for (unsigned lane = 0; differ == 0 && lane < SCORD_THREADS_PER_WARP; lane += 8)
            for (unsigned i = 0; i < 8; i++, at += *stride) differ |= lanes[lane + i] ^ at;
        return differ == 0;
    }
    for (uint32_t rest = others; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (lanes[lane] != lanes[first] + *stride * (lane - first)) return false;
    }
    return true;
}

/* Different for 64 instructions in a row, whether PCs count instructions or their 8 bytes. */
static uint64_t *predictor(event_codec_t *codec, uint32_t pc) {
    return &codec->address[(pc ^ pc >> 3) % EVENT_ADDRESS_PREDICTORS];
}

static uint8_t *put_addresses(event_codec_t *codec, const scord_event_access_t *access,
                              unsigned form, uint64_t stride, uint8_t *out) {
    uint64_t *predicted = predictor(codec, access->pc),
             base = access->address[__builtin_ctz(access->mask)];
    if (form == ADDRESS_LIST) {
        out = put_deltas(out, *predicted, access->address, access->mask);
    } else {
        out = put_delta(out, *predicted, base);
        if (form == ADDRESS_STRIDE) out = put_delta(out, 0, stride);
    }
    *predicted = base;
    return out;
}

static bool get_addresses(event_codec_t *codec, event_cursor_t *cursor,
                          scord_event_access_t *access, unsigned form) {
    uint64_t *predicted = predictor(codec, access->pc), base, stride = access->size;
    if (form == ADDRESS_LIST) {
        if (!get_deltas(cursor, *predicted, access->address, access->mask)) return false;
    } else {
        if (!get_delta(cursor, *predicted, &base)) return false;
        if (form == ADDRESS_STRIDE && !get_delta(cursor, 0, &stride)) return false;
        set_stride(access->address, access->mask, base, stride);
    }
    *predicted = access->address[__builtin_ctz(access->mask)];
    return true;
}

static uint8_t *put_access(event_codec_t *codec, const scord_event_access_t *access, uint8_t *out) {
    assert(access->sm < 16 && access->slot < 8 && access->warp < 32);
    assert(access->op < SCORD_OP_COUNT && access->scope < SCORD_SCOPE_COUNT);
    assert(!access->unread || access->op == SCORD_OP_ATOMIC);
    assert(access->size > 0 && (access->size & (access->size - 1)) == 0);
    uint64_t stride;
    unsigned form = !find_stride(access->address, access->mask, &stride, access->size)
                        ? ADDRESS_LIST
                    : stride == access->size ? ADDRESS_COALESCED
                                             : ADDRESS_STRIDE;
    *out++ = (uint8_t)(access->sm | access->slot << 4 |
                       (access->mask == UINT32_MAX ? FULL_MASK : 0));
    *out++ = (uint8_t)(access->warp | (access->unread ? OP_UNREAD : access->op) << 5 |
                       access->strong << 7);
    *out++ = (uint8_t)(__builtin_ctz(access->size) | access->scope << 3 | access->semantics << 5);
    const unsigned masks = event_differ_masks(access);
    assert(masks == 0 || access->op == SCORD_OP_STORE);
    *out++ = (uint8_t)(access->atomic_kind | masks | (access->has_returned ? HAS_RETURNED : 0) |
                       (access->has_operands ? HAS_OPERANDS : 0) | form << ADDRESS_SHIFT);
    if (access->mask != UINT32_MAX) out = event_put_varint(out, access->mask);
    out = put_delta(out, codec->pc, access->pc);
    codec->pc = access->pc;
    out = put_addresses(codec, access, form, stride, out);
    if (access->has_operands && access->atomic_kind == SCORD_ATOMIC_KIND_CAS)
        out = put_values(out, access->compare, access->mask);
    if (access->has_operands) out = put_values(out, access->value, access->mask);
    if (access->has_returned) out = put_values(out, access->returned, access->mask);
    for (unsigned i = 0; i < masks; i++) out = event_put_varint(out, access->differ[i]);
    return out;
}

static bool get_differ(event_cursor_t *cursor, scord_event_access_t *access, unsigned masks) {
    uint64_t mask;
    if (masks > SCORD_ACCESS_WORDS) return false;
    for (unsigned i = 0; i < masks; i++) {
        if (!event_get_varint(cursor, &mask) || mask > UINT32_MAX) return false;
        access->differ[i] = (uint32_t)mask;
    }
    return true;
}

static void split_head(scord_event_access_t *access, const uint8_t head[HEAD_BYTES]) {
    access->sm = head[0] & 15;
    access->slot = head[0] >> 4 & 7;
    access->warp = head[1] & 31;
    access->op = head[1] >> 5 & 3;
    access->unread = access->op == OP_UNREAD;
    if (access->unread) access->op = SCORD_OP_ATOMIC;
    access->strong = head[1] >> 7;
    access->size = (uint8_t)(1u << (head[2] & 7));
    access->scope = head[2] >> 3 & 3;
    access->semantics = head[2] >> 5;
    access->atomic_kind = access->op == SCORD_OP_STORE ? SCORD_ATOMIC_KIND_NONE : head[3] & 15;
    access->has_returned = (head[3] & HAS_RETURNED) != 0;
    access->has_operands = (head[3] & HAS_OPERANDS) != 0;
}
static_assert(SCORD_SM_WIDTH <= 4 && SCORD_SLOT_WIDTH <= 3 && SCORD_WARP_WIDTH <= 5 &&
                  OP_UNREAD < 4 && SCORD_SCOPE_WIDTH <= 2 && SCORD_SEMANTICS_WIDTH <= 3 &&
                  SCORD_ATOMIC_KIND_WIDTH <= 4 && SCORD_THREADS_PER_WARP == 32,
              "the head of an access has no room for wider fields: a new format version is due");

static bool get_mask_and_pc(event_codec_t *codec, event_cursor_t *cursor,
                            scord_event_access_t *access, bool full) {
    uint64_t mask = UINT32_MAX, pc;
    if (!full && !event_get_varint(cursor, &mask)) return false;
    if (mask == 0 || mask > UINT32_MAX || !get_delta(cursor, codec->pc, &pc) || pc > UINT32_MAX)
        return false;
    access->mask = (uint32_t)mask;
    access->pc = codec->pc = (uint32_t)pc;
    return true;
}

static bool get_access(event_codec_t *codec, event_cursor_t *cursor, scord_event_access_t *access) {
    const uint8_t *head = cursor->at;
    if (cursor->end - cursor->at < HEAD_BYTES) return false;
    cursor->at += HEAD_BYTES;
    split_head(access, head);
    if (!get_mask_and_pc(codec, cursor, access, (head[0] & FULL_MASK) != 0)) return false;
    unsigned form = head[3] >> ADDRESS_SHIFT;
    if (form > ADDRESS_LIST || !get_addresses(codec, cursor, access, form)) return false;
    if (access->has_operands && access->atomic_kind == SCORD_ATOMIC_KIND_CAS &&
        !get_values(cursor, access->compare, access->mask))
        return false;
    if (access->has_operands && !get_values(cursor, access->value, access->mask)) return false;
    if (access->has_returned && !get_values(cursor, access->returned, access->mask)) return false;
    return access->op != SCORD_OP_STORE || get_differ(cursor, access, head[3] & 15);
}

/* ---- all other kinds: the fields of the table in order ---- */

static uint8_t *put_field(const scord_event_t *event, const event_field_t *field, uint8_t *out) {
    if (field->form == FIELD_STRING) {
        const char *string = event_field_string(event, field);
        size_t length = strlen(string);
        out = event_put_varint(out, length);
        memcpy(out, string, length);
        return out + length;
    }
    for (unsigned i = 0; i < event_field_components(field);
         i++) /* the default is stored as 0: one byte */
        out = event_put_varint(out, event_field_get(event, field, i) ^ field->default_value);
    return out;
}

static bool get_string(event_cursor_t *cursor, scord_event_t *event, const event_field_t *field,
                       char **strings) {
    uint64_t length;
    if (!event_get_varint(cursor, &length) || length > SCORD_NAME_MAX) return false;
    if (length > (uint64_t)(cursor->end - cursor->at) || memchr(cursor->at, '\0', length))
        return false;
    memcpy(*strings, cursor->at, length);
    (*strings)[length] = '\0';
    event_field_set_string(event, field, *strings);
    *strings += length + 1;
    cursor->at += length;
    return true;
}

static bool get_field(event_cursor_t *cursor, scord_event_t *event, const event_field_t *field,
                      char **strings) {
    static const uint64_t widest[] = {[FIELD_U8] = UINT8_MAX,
                                      [FIELD_U32] = UINT32_MAX,
                                      [FIELD_TRIPLE] = UINT32_MAX,
                                      [FIELD_U64] = UINT64_MAX};
    if (field->form == FIELD_STRING) return get_string(cursor, event, field, strings);
    for (unsigned i = 0; i < event_field_components(field); i++) {
        uint64_t value;
        if (!event_get_varint(cursor, &value)) return false;
        value ^= field->default_value;
        if (value > widest[field->form]) return false;
        event_field_set(event, field, i, value);
    }
    return true;
}

/* ---- records ---- */

static uint8_t *put_kind_and_cycle(event_codec_t *codec, const scord_event_t *event, uint8_t *out) {
    uint64_t delta = event->cycle - codec->cycle;
    unsigned how = delta == 0 ? CYCLE_SAME : delta == 1 ? CYCLE_NEXT : CYCLE_DELTA;
    *out++ = (uint8_t)((unsigned)event->kind | how << KIND_BITS);
    if (how == CYCLE_DELTA) out = put_delta(out, codec->cycle, event->cycle);
    codec->cycle = event->cycle;
    return out;
}

size_t event_encode(event_codec_t *codec, const scord_event_t *event, uint8_t *out) {
    uint8_t *at = put_kind_and_cycle(codec, event, out);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) {
        at = put_access(codec, &event->access, at);
    } else {
        unsigned count;
        const event_field_t *fields = event_fields(event->kind, &count);
        for (unsigned i = 0; i < count; i++) at = put_field(event, &fields[i], at);
    }
    assert(at - out <= EVENT_ENCODED_MAX);
    return (size_t)(at - out);
}

unsigned event_kind_at(const uint8_t *at) { return *at & ((1u << KIND_BITS) - 1); }

bool event_has_strings(unsigned kind) {
    return kind == SCORD_EVENT_KIND_KERNEL_BEGIN || kind == SCORD_EVENT_KIND_LOCATION ||
           kind == SCORD_EVENT_KIND_OBJECT || kind == SCORD_EVENT_KIND_NOTE ||
           kind == SCORD_EVENT_KIND_FINDING;
}

static bool get_kind_and_cycle(event_codec_t *codec, event_cursor_t *cursor, scord_event_t *event) {
    uint8_t first;
    if (!get_byte(cursor, &first)) return false;
    unsigned kind = event_kind_at(&first), how = first >> KIND_BITS;
    if (kind >= SCORD_EVENT_KIND_COUNT || how > CYCLE_DELTA) return false;
    event->kind = (scord_event_kind_t)kind;
    event->cycle = codec->cycle + (how == CYCLE_NEXT ? 1 : 0);
    if (how == CYCLE_DELTA && !get_delta(cursor, codec->cycle, &event->cycle)) return false;
    codec->cycle = event->cycle;
    return true;
}

static bool get_record(event_codec_t *codec, event_cursor_t *cursor, scord_event_t *event,
                       char *strings) {
    if (!get_kind_and_cycle(codec, cursor, event)) return false;
    if (event->kind == SCORD_EVENT_KIND_ACCESS) return get_access(codec, cursor, &event->access);
    unsigned count;
    const event_field_t *fields = event_fields(event->kind, &count);
    for (unsigned i = 0; i < count; i++)
        if (!get_field(cursor, event, &fields[i], &strings)) return false;
    return true;
}

/* All but the values of an access, in steps of 16 bytes: a `rep stos` costs more than these. */
static void clear_front(scord_event_t *event) {
    typedef uint64_t step_t __attribute__((vector_size(16)));
    enum { FRONT = offsetof(scord_event_t, access.returned) };
    static_assert(FRONT % sizeof(step_t) == 0 && sizeof event->kernel_begin < FRONT &&
                      sizeof event->finding < FRONT,
                  "whole steps, and of the others nothing is behind them");
    const step_t zero = {0};
    for (unsigned i = 0; i < FRONT; i += sizeof zero)
        memcpy((uint8_t *)event + i, &zero, sizeof zero);
}

scord_stream_status_t event_decode(event_codec_t *codec, event_cursor_t *cursor,
                                   scord_event_t *event, bool *valued, char *strings,
                                   scord_stream_error_t *error) {
    if (*valued)
        memset(event, 0, sizeof *event);
    else
        clear_front(event);
    const bool good = get_record(codec, cursor, event, strings);
    *valued = !good || (event->kind == SCORD_EVENT_KIND_ACCESS &&
                        (event->access.has_returned || event->access.has_operands));
    if (good) return SCORD_STREAM_OK;
    return stream_problem(error, SCORD_STREAM_BAD, "the record is malformed");
}
