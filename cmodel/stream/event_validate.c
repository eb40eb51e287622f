/* SPDX-License-Identifier: Apache-2.0 */
/* event_validate.c: range check of every field against the configuration, and consistency of the
 * fields of one record (event.h). `scord events check` tests the consistency of records with each
 * other.
 */
#include <assert.h>
#include <string.h>

#include "cmodel/stream/event_fields.h"
#include "cmodel/stream/stream_error.h"

static scord_stream_status_t check_string(const scord_event_t *event, const event_field_t *field,
                                          scord_stream_error_t *error) {
    size_t length = strnlen(event_field_string(event, field), SCORD_NAME_MAX + 1);
    if (length <= SCORD_NAME_MAX) return SCORD_STREAM_OK;
    return stream_problem(error, SCORD_STREAM_INVALID, "%s: %s is longer than %d bytes; shorten it",
                          scord_event_kind_name(event->kind), field->name, SCORD_NAME_MAX);
}

static scord_stream_status_t check_field(const scord_event_t *event, const event_field_t *field,
                                         const scord_config_t *config,
                                         scord_stream_error_t *error) {
    if (field->form == FIELD_STRING) return check_string(event, field, error);
    for (unsigned component = 0; component < event_field_components(field); component++) {
        uint64_t value = event_field_get(event, field, component);
        if (event_field_legal(field, config, value)) continue;
        char legal[256];
        return stream_problem(error, SCORD_STREAM_INVALID,
                              field->hexadecimal ? "%s: %s=0x%llx is out of range; legal: %s%s%s"
                                                 : "%s: %s=%llu is out of range; legal: %s%s%s",
                              scord_event_kind_name(event->kind), field->name,
                              (unsigned long long)value,
                              event_field_legal_set(field, config, legal, sizeof legal),
                              field->limit == LIMIT_CONSTANT ? "" : " in configuration ",
                              field->limit == LIMIT_CONSTANT ? "" : config->name);
    }
    return SCORD_STREAM_OK;
}

static scord_stream_status_t bad(scord_stream_error_t *error, const char *text) {
    return stream_problem(error, SCORD_STREAM_INVALID, "%s", text);
}

static scord_stream_status_t check_kernel_begin(const scord_event_kernel_begin_t *begin,
                                                scord_stream_error_t *error) {
    assert(begin->log2_tracked_words <= SCORD_ADDRESS_WIDTH);
    uint64_t bytes = (uint64_t)SCORD_WORD_BYTES << begin->log2_tracked_words;
    if (begin->tracked_base % bytes != 0)
        return stream_problem(
            error, SCORD_STREAM_INVALID,
            "kernel_begin: tracked_base=0x%llx must be a multiple of the tracked 0x%llx bytes",
            (unsigned long long)begin->tracked_base, (unsigned long long)bytes);
    return SCORD_STREAM_OK;
}

/* D6: an atomic, or an access with PTX semantics, is strong. D17, D19: lock inference needs the
 * values of CAS, Exch. */
static scord_stream_status_t check_access_kind(const scord_event_access_t *access,
                                               scord_stream_error_t *error) {
    bool atomic = access->op == SCORD_OP_ATOMIC;
    bool cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    if (atomic != (access->atomic_kind != SCORD_ATOMIC_KIND_NONE))
        return bad(error, "access: atomic_kind must be other than none exactly when op=atomic");
    if ((atomic || access->semantics != SCORD_SEMANTICS_NONE) && !access->strong)
        return bad(error,
                   "access: an atomic, or an access with semantics, must have strong=1 (D6)");
    if (access->unread && !atomic) return bad(error, "access: only op=atomic has unread");
    if (access->has_operands && !atomic)
        return bad(error, "access: only op=atomic has value and compare");
    if (access->has_returned && access->op == SCORD_OP_STORE)
        return bad(error, "access: op=store has no returned");
    if (access->size > 8 && (access->has_operands || access->has_returned))
        return bad(error, "access: a 16-byte access carries no returned, value or compare");
    if (cas && access->size <= 8 && !(access->has_operands && access->has_returned))
        return bad(error, "access: atomic_kind=cas needs compare, value and returned (D17)");
    if (access->atomic_kind == SCORD_ATOMIC_KIND_EXCH && access->size <= 8 && !access->has_operands)
        return bad(error, "access: atomic_kind=exch needs value (D19)");
    return SCORD_STREAM_OK;
}

static scord_stream_status_t check_lane(const scord_event_access_t *access, unsigned lane,
                                        scord_stream_error_t *error) {
    assert(lane < SCORD_THREADS_PER_WARP && access->size > 0);
    uint64_t address = access->address[lane];
    if (address >> SCORD_ADDRESS_WIDTH != 0 || address % access->size != 0)
        return stream_problem(
            error, SCORD_STREAM_INVALID,
            "access: address=0x%llx of lane %u must be below 2^%d and a multiple of size=%u",
            (unsigned long long)address, lane, SCORD_ADDRESS_WIDTH, access->size);
    if (access->size >= 8) return SCORD_STREAM_OK;
    uint64_t excess = access->has_returned ? access->returned[lane] : 0;
    if (access->has_operands) excess |= access->value[lane];
    if (access->has_operands && access->atomic_kind == SCORD_ATOMIC_KIND_CAS)
        excess |= access->compare[lane];
    if (excess >> (8 * access->size) != 0)
        return stream_problem(
            error, SCORD_STREAM_INVALID,
            "access: returned, value and compare of lane %u must fit in size=%u bytes", lane,
            access->size);
    return SCORD_STREAM_OK;
}

/* D72: lanes are named together with others at their place. */
static scord_stream_status_t check_differ(const scord_event_access_t *access,
                                          scord_stream_error_t *error) {
    const unsigned masks = event_differ_masks(access),
                   words = access->size > SCORD_WORD_BYTES ? access->size / SCORD_WORD_BYTES : 1;
    if (masks != 0 && access->op != SCORD_OP_STORE)
        return bad(error, "access: only op=store has differ");
    if (masks > words) return bad(error, "access: differ has more masks than size has words");
    for (unsigned i = 0; i < masks; i++) {
        if ((access->differ[i] & ~access->mask) != 0)
            return bad(error, "access: differ names lanes that are not in mask");
        for (uint32_t rest = access->differ[i]; rest != 0; rest &= rest - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(rest);
            bool other = false;
            for (uint32_t others = access->differ[i]; others != 0; others &= others - 1)
                other |= (unsigned)__builtin_ctz(others) != lane &&
                         access->address[__builtin_ctz(others)] == access->address[lane];
            if (!other)
                return stream_problem(error, SCORD_STREAM_INVALID,
                                      "access: differ names lane %u and no other lane at its "
                                      "address",
                                      lane);
        }
    }
    return SCORD_STREAM_OK;
}

static scord_stream_status_t check_access(const scord_event_access_t *access,
                                          scord_stream_error_t *error) {
    if ((access->size & (access->size - 1)) != 0)
        return bad(error, "access: size must be 1, 2, 4, 8 or 16");
    scord_stream_status_t status = check_access_kind(access, error);
    for (uint32_t rest = access->mask; rest != 0 && status == SCORD_STREAM_OK; rest &= rest - 1)
        status = check_lane(access, (unsigned)__builtin_ctz(rest), error);
    return status == SCORD_STREAM_OK ? check_differ(access, error) : status;
}

static scord_stream_status_t check_expect(const scord_event_expect_t *expect,
                                          scord_stream_error_t *error) {
    if ((expect->races > 0) != (expect->verdict != SCORD_VERDICT_CLEAN))
        return bad(error, "expect: verdict must name a race exactly when races is not 0");
    if (expect->races == 0 && expect->scope != SCORD_EXPECT_ANY)
        return bad(error, "expect: scope belongs to a race; leave it out when races=0");
    return SCORD_STREAM_OK;
}

/* ---- the same answer, faster ---- */

/* Whether the fields of an access are in range: what the table says (event_fields.c). */
static bool has_legal_fields(const scord_event_access_t *access, const scord_config_t *config) {
    return access->sm < config->num_sms && access->slot < config->blocks_per_sm &&
           access->warp < config->warps_per_sm && access->op < SCORD_OP_COUNT &&
           access->atomic_kind < SCORD_ATOMIC_KIND_COUNT && access->scope < SCORD_SCOPE_COUNT &&
           access->semantics < SCORD_SEMANTICS_COUNT && access->strong <= 1 &&
           access->unread <= 1 && access->size >= 1 && access->size <= 16 && access->mask != 0;
}

/* Whether no lane can be refused. Values are looked at all together: more than are checked. */
static bool has_legal_lanes(const scord_event_access_t *access) {
    uint64_t addresses = 0, values = 0;
    const bool valued = access->has_returned || access->has_operands;
    if (access->mask == UINT32_MAX)
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
            addresses |= access->address[lane];
    else
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
            addresses |= access->address[lane] & (0 - (uint64_t)(access->mask >> lane & 1));
    for (uint32_t rest = valued && access->size < 8 ? access->mask : 0; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        values |= access->returned[lane] | access->value[lane] | access->compare[lane];
    }
    return addresses >> SCORD_ADDRESS_WIDTH == 0 && (addresses & (access->size - 1u)) == 0 &&
           (access->size >= 8 || values >> (8 * access->size) == 0);
}

/* True: the record is legal. Else it may be, too: the other checks say so, or what is wrong. */
static bool is_legal_access(const scord_event_access_t *access, const scord_config_t *config) {
    scord_stream_error_t ignored;
    return has_legal_fields(access, config) && (access->size & (access->size - 1)) == 0 &&
           check_access_kind(access, &ignored) == SCORD_STREAM_OK && has_legal_lanes(access) &&
           event_differ_masks(access) == 0;
}

scord_stream_status_t scord_event_validate(const scord_event_t *event, const scord_config_t *config,
                                           scord_stream_error_t *error) {
    if ((unsigned)event->kind >= SCORD_EVENT_KIND_COUNT)
        return stream_problem(error, SCORD_STREAM_INVALID, "event kind %u is unknown",
                              (unsigned)event->kind);
    if (event->kind == SCORD_EVENT_KIND_ACCESS && is_legal_access(&event->access, config))
        return SCORD_STREAM_OK;
    unsigned count;
    const event_field_t *fields = event_fields(event->kind, &count);
    for (unsigned i = 0; i < count; i++) {
        scord_stream_status_t status = check_field(event, &fields[i], config, error);
        if (status != SCORD_STREAM_OK) return status;
    }
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: return check_kernel_begin(&event->kernel_begin, error);
    case SCORD_EVENT_KIND_ACCESS: return check_access(&event->access, error);
    case SCORD_EVENT_KIND_EXPECT: return check_expect(&event->expect, error);
    default: return SCORD_STREAM_OK;
    }
}
