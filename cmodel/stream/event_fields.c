/* SPDX-License-Identifier: Apache-2.0 */
/* event_fields.c: the field table of all records; see event_fields.h. Ranges: event.h,
 * docs/stream-format.md. */
#include "cmodel/stream/event_fields.h"
#include "cmodel/stream/finding_rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_THREADS_PER_BLOCK = 1024
}; /* CUDA programming guide, compute capabilities: threads a block */

static const event_names_t op_names = {scord_op_name, SCORD_OP_COUNT, false};
static const event_names_t scope_names = {scord_scope_name, SCORD_SCOPE_COUNT, false};
static const event_names_t atomic_kind_names = {scord_atomic_kind_name, SCORD_ATOMIC_KIND_COUNT,
                                                false};
static const event_names_t semantics_names = {scord_semantics_name, SCORD_SEMANTICS_COUNT, false};
static const event_names_t policy_names = {scord_issue_policy_name, SCORD_ISSUE_POLICY_COUNT,
                                           false};
static const event_names_t verdict_names = {scord_verdict_name, SCORD_VERDICT_COUNT, false};
static const event_names_t race_scope_names = {scord_scope_name, SCORD_SCOPE_BLOCK + 1,
                                               true}; /* device, block, any */
static const event_names_t rule_names = {scord_finding_rule_name, SCORD_FINDING_RULES, false};
static const event_names_t path_names = {scord_path_name, SCORD_PATH_COUNT, true};

#define AT(member) offsetof(scord_event_t, member)
#define NUMBER(form, name, member, low, high, how, value)                                          \
    { name, form, AT(member), LIMIT_CONSTANT, low, high, how, value, false, NULL }
#define HEXADECIMAL(form, name, member, low, high, how, value)                                     \
    { name, form, AT(member), LIMIT_CONSTANT, low, high, how, value, true, NULL }
#define NAMED(name, member, names, how, value)                                                     \
    { name, FIELD_U8, AT(member), LIMIT_CONSTANT, 0, UINT8_MAX, how, value, false, &names }
#define STRING(name, member, how)                                                                  \
    { name, FIELD_STRING, AT(member), LIMIT_CONSTANT, 0, 0, how, 0, false, NULL }
#define SM(member)                                                                                 \
    { "sm", FIELD_U8, AT(member), LIMIT_SMS, 0, 0, DEFAULT_REQUIRED, 0, false, NULL }
#define SLOT(member)                                                                               \
    { "slot", FIELD_U8, AT(member), LIMIT_SLOTS, 0, 0, DEFAULT_CONSTANT, 0, false, NULL }
#define WARP(member)                                                                               \
    { "warp", FIELD_U8, AT(member), LIMIT_WARPS, 0, 0, DEFAULT_REQUIRED, 0, false, NULL }
#define PC(member, how)   HEXADECIMAL(FIELD_U32, "pc", member, 0, UINT32_MAX, how, 0)
#define MASK(member, how) HEXADECIMAL(FIELD_U32, "mask", member, 1, UINT32_MAX, how, UINT32_MAX)

static const event_field_t kernel_begin_fields[] = {
    NUMBER(FIELD_U32, "kernel", kernel_begin.kernel, 0, UINT32_MAX, DEFAULT_COMPUTED, 0),
    STRING("name", kernel_begin.name, DEFAULT_REQUIRED),
    NUMBER(FIELD_TRIPLE, "grid", kernel_begin.grid, 1, UINT32_MAX, DEFAULT_REQUIRED, 1),
    NUMBER(FIELD_TRIPLE, "block", kernel_begin.block, 1, MAX_THREADS_PER_BLOCK, DEFAULT_REQUIRED,
           1),
    NUMBER(FIELD_U32, "dynamic_shared", kernel_begin.dynamic_shared, 0, UINT32_MAX,
           DEFAULT_CONSTANT, 0),
    HEXADECIMAL(FIELD_U64, "tracked_base", kernel_begin.tracked_base, 0,
                (1ull << SCORD_ADDRESS_WIDTH) - 1, DEFAULT_REQUIRED, 0),
    NUMBER(FIELD_U32, "log2_tracked_words", kernel_begin.log2_tracked_words, 4, 36,
           DEFAULT_REQUIRED, 0),
};
static const event_field_t kernel_end_fields[] = {
    NUMBER(FIELD_U32, "kernel", kernel_begin.kernel, 0, UINT32_MAX, DEFAULT_COMPUTED, 0),
};
static const event_field_t block_launch_fields[] = {
    SM(block_launch.sm),
    SLOT(block_launch.slot),
    NUMBER(FIELD_TRIPLE, "cta", block_launch.cta, 0, UINT32_MAX, DEFAULT_CONSTANT, 0),
    {"warps", FIELD_U32, AT(block_launch.warps), LIMIT_WARP_MASK, 1, 0, DEFAULT_REQUIRED, 0, true,
     NULL},
    NUMBER(FIELD_U32, "threads", block_launch.threads, 1, MAX_THREADS_PER_BLOCK, DEFAULT_COMPUTED,
           0),
};
/* block_exit and barrier_release use the first two, warp_exit three, barrier_arrive four, diverge
 * and reconverge all. */
static const event_field_t warp_fields[] = {
    SM(warp.sm),
    SLOT(warp.slot),
    WARP(warp.warp),
    PC(warp.pc, DEFAULT_CONSTANT),
    MASK(warp.mask, DEFAULT_CONSTANT),
};
static const event_field_t fence_fields[] = {
    SM(fence.sm),
    SLOT(fence.slot),
    WARP(fence.warp),
    PC(fence.pc, DEFAULT_CONSTANT),
    NAMED("scope", fence.scope, scope_names, DEFAULT_REQUIRED, 0),
    NAMED("semantics", fence.semantics, semantics_names, DEFAULT_CONSTANT, SCORD_SEMANTICS_NONE),
    MASK(fence.mask, DEFAULT_CONSTANT),
};
static const event_field_t access_fields[] = {
    SM(access.sm),
    SLOT(access.slot),
    WARP(access.warp),
    PC(access.pc, DEFAULT_CONSTANT),
    NAMED("op", access.op, op_names, DEFAULT_REQUIRED, 0),
    NAMED("atomic_kind", access.atomic_kind, atomic_kind_names, DEFAULT_CONSTANT,
          SCORD_ATOMIC_KIND_NONE),
    NAMED("scope", access.scope, scope_names, DEFAULT_CONSTANT, SCORD_SCOPE_DEVICE),
    NAMED("semantics", access.semantics, semantics_names, DEFAULT_CONSTANT, SCORD_SEMANTICS_NONE),
    NUMBER(FIELD_U8, "strong", access.strong, 0, 1, DEFAULT_COMPUTED, 0),
    NUMBER(FIELD_U8, "unread", access.unread, 0, 1, DEFAULT_CONSTANT, 0),
    NUMBER(FIELD_U8, "size", access.size, 1, 16, DEFAULT_CONSTANT, SCORD_WORD_BYTES),
    MASK(access.mask, DEFAULT_COMPUTED),
};
static const event_field_t location_fields[] = {
    PC(location.pc, DEFAULT_REQUIRED),
    STRING("file", location.file, DEFAULT_REQUIRED),
    NUMBER(FIELD_U32, "line", location.line, 0, UINT32_MAX, DEFAULT_REQUIRED, 0),
    STRING("function", location.function, DEFAULT_CONSTANT),
};
static const event_field_t object_fields[] = {
    STRING("name", object.name, DEFAULT_REQUIRED),
    HEXADECIMAL(FIELD_U64, "address", object.address, 0, (1ull << SCORD_ADDRESS_WIDTH) - 1,
                DEFAULT_REQUIRED, 0),
    NUMBER(FIELD_U64, "bytes", object.bytes, 0, 1ull << SCORD_ADDRESS_WIDTH, DEFAULT_REQUIRED, 0),
};
static const event_field_t note_fields[] = {STRING("text", note.text, DEFAULT_REQUIRED)};
static const event_field_t finding_fields[] = {
    NAMED("rule", finding.rule, rule_names, DEFAULT_REQUIRED, 0),
    SM(finding.sm),
    SLOT(finding.slot),
    WARP(finding.warp),
    PC(finding.pc, DEFAULT_CONSTANT),
    MASK(finding.mask, DEFAULT_CONSTANT),
    HEXADECIMAL(FIELD_U32, "other_pc", finding.other_pc, 0, UINT32_MAX, DEFAULT_CONSTANT, 0),
    HEXADECIMAL(FIELD_U32, "other_mask", finding.other_mask, 0, UINT32_MAX, DEFAULT_CONSTANT, 0),
    HEXADECIMAL(FIELD_U64, "address", finding.address, 0, (1ull << SCORD_ADDRESS_WIDTH) - 1,
                DEFAULT_CONSTANT, 0),
    NUMBER(FIELD_U64, "count", finding.count, 1, UINT64_MAX, DEFAULT_CONSTANT, 1),
    STRING("text", finding.text, DEFAULT_CONSTANT),
};
static const event_field_t schedule_fields[] = {
    SM(schedule.sm),
    NAMED("policy", schedule.policy, policy_names, DEFAULT_COMPUTED, 0),
    {"ready", FIELD_U32, AT(schedule.ready), LIMIT_WARP_MASK, 0, 0, DEFAULT_REQUIRED, 0, true,
     NULL},
};
static const event_field_t expect_fields[] = {
    NUMBER(FIELD_U32, "races", expect.races, 0, UINT32_MAX, DEFAULT_COMPUTED, 0),
    NAMED("verdict", expect.verdict, verdict_names, DEFAULT_CONSTANT, SCORD_VERDICT_CLEAN),
    NAMED("scope", expect.scope, race_scope_names, DEFAULT_CONSTANT, SCORD_EXPECT_ANY),
    NAMED("path", expect.path, path_names, DEFAULT_CONSTANT, SCORD_EXPECT_ANY),
};
static const event_field_t expect_pick_fields[] = {WARP(expect.warp)};

#define LIST(array)                                                                                \
    { array, sizeof array / sizeof array[0] }
static const struct {
    const event_field_t *fields;
    unsigned count;
} shapes[SCORD_EVENT_KIND_COUNT] = {
    [SCORD_EVENT_KIND_KERNEL_BEGIN] = LIST(kernel_begin_fields),
    [SCORD_EVENT_KIND_KERNEL_END] = LIST(kernel_end_fields),
    [SCORD_EVENT_KIND_BLOCK_LAUNCH] = LIST(block_launch_fields),
    [SCORD_EVENT_KIND_BLOCK_EXIT] = {warp_fields, 2},
    [SCORD_EVENT_KIND_WARP_EXIT] = {warp_fields, 3},
    [SCORD_EVENT_KIND_ACCESS] = LIST(access_fields),
    [SCORD_EVENT_KIND_FENCE] = LIST(fence_fields),
    [SCORD_EVENT_KIND_BARRIER_ARRIVE] = {warp_fields, 4},
    [SCORD_EVENT_KIND_BARRIER_RELEASE] = {warp_fields, 2},
    [SCORD_EVENT_KIND_DIVERGE] = LIST(warp_fields),
    [SCORD_EVENT_KIND_RECONVERGE] = LIST(warp_fields),
    [SCORD_EVENT_KIND_LOCATION] = LIST(location_fields),
    [SCORD_EVENT_KIND_OBJECT] = LIST(object_fields),
    [SCORD_EVENT_KIND_SCHEDULE] = LIST(schedule_fields),
    [SCORD_EVENT_KIND_EXPECT] = LIST(expect_fields),
    [SCORD_EVENT_KIND_EXPECT_PICK] = LIST(expect_pick_fields),
    [SCORD_EVENT_KIND_NOTE] = LIST(note_fields),
    [SCORD_EVENT_KIND_FINDING] = LIST(finding_fields),
};

const event_field_t *event_fields(scord_event_kind_t kind, unsigned *count) {
    assert((unsigned)kind < SCORD_EVENT_KIND_COUNT);
    *count = shapes[kind].count;
    assert(*count > 0 &&
           *count <= EVENT_FIELDS_MAX); /* a kind added to scord.params needs a shape here */
    return shapes[kind].fields;
}

unsigned event_field_components(const event_field_t *field) {
    return field->form == FIELD_TRIPLE ? 3 : 1;
}

uint64_t event_field_get(const scord_event_t *event, const event_field_t *field,
                         unsigned component) {
    assert(component < event_field_components(field));
    const uint8_t *at = (const uint8_t *)event + field->offset;
    uint32_t word;
    uint64_t wide;
    switch (field->form) {
    case FIELD_U8: return *at;
    case FIELD_U32:
    case FIELD_TRIPLE: memcpy(&word, at + component * sizeof word, sizeof word); return word;
    case FIELD_U64: memcpy(&wide, at, sizeof wide); return wide;
    case FIELD_STRING: break;
    }
    assert(!"a string is not a number");
    return 0;
}

void event_field_set(scord_event_t *event, const event_field_t *field, unsigned component,
                     uint64_t value) {
    assert(component < event_field_components(field));
    uint8_t *at = (uint8_t *)event + field->offset;
    uint32_t word = (uint32_t)value;
    switch (field->form) {
    case FIELD_U8: *at = (uint8_t)value; break;
    case FIELD_U32:
    case FIELD_TRIPLE: memcpy(at + component * sizeof word, &word, sizeof word); break;
    case FIELD_U64: memcpy(at, &value, sizeof value); break;
    case FIELD_STRING: assert(!"a string is not a number"); break;
    }
}

const char *event_field_string(const scord_event_t *event, const event_field_t *field) {
    assert(field->form == FIELD_STRING);
    const char *string;
    memcpy(&string, (const uint8_t *)event + field->offset, sizeof string);
    return string ? string : "";
}

void event_field_set_string(scord_event_t *event, const event_field_t *field, const char *string) {
    assert(field->form == FIELD_STRING);
    memcpy((uint8_t *)event + field->offset, &string, sizeof string);
}

uint64_t event_field_maximum(const event_field_t *field, const scord_config_t *config) {
    switch (field->limit) {
    case LIMIT_SMS: return config->num_sms - 1;
    case LIMIT_SLOTS: return config->blocks_per_sm - 1;
    case LIMIT_WARPS: return config->warps_per_sm - 1;
    case LIMIT_WARP_MASK: return (1ull << config->warps_per_sm) - 1;
    case LIMIT_CONSTANT: break;
    }
    return field->maximum;
}

bool event_field_legal(const event_field_t *field, const scord_config_t *config, uint64_t value) {
    if (field->names) return event_names_name(field->names, value);
    return value >= field->minimum && value <= event_field_maximum(field, config);
}

const char *event_field_legal_set(const event_field_t *field, const scord_config_t *config,
                                  char *buffer, size_t size) {
    assert(size > 0 && field->form != FIELD_STRING);
    if (!field->names) {
        snprintf(buffer, size, field->hexadecimal ? "0x%llx to 0x%llx" : "%llu to %llu",
                 (unsigned long long)field->minimum,
                 (unsigned long long)event_field_maximum(field, config));
        return buffer;
    }
    size_t used = 0;
    buffer[0] = '\0';
    for (unsigned value = 0; value < field->names->count && used < size; value++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", value > 0 ? ", " : "",
                                 field->names->name(value));
    if (field->names->any && used < size) snprintf(buffer + used, size - used, ", any");
    return buffer;
}

const char *event_names_name(const event_names_t *names, uint64_t value) {
    if (value < names->count) return names->name((unsigned)value);
    return names->any && value == SCORD_EXPECT_ANY ? "any" : NULL;
}

int event_names_value(const event_names_t *names, const char *name) {
    for (unsigned value = 0; value < names->count; value++)
        if (strcmp(names->name(value), name) == 0) return (int)value;
    return names->any && strcmp(name, "any") == 0 ? SCORD_EXPECT_ANY : -1;
}
