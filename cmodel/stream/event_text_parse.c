/* SPDX-License-Identifier: Apache-2.0 */
/* event_text_parse.c: a text line as a record. Grammar: docs/stream-format.md, "Text".
 *
 *   access sm=0 warp=3 op=load address=0x100,0x104   # comment
 *   └ kind └ pair └ pair   ...
 *
 *   line ──► split_line ──► pairs[] ──► read_record: each field of event_fields() takes its pair
 *                                   └─► finish_access, finish_expect: keys the table does not list
 *                                   └─► refuse_untaken: what is left is an unknown key
 *
 * A line is split into `key=value` pairs once; every field then takes its pair, or its default.
 * Three kinds of defaults: a constant, none (the key is required), or computed from other fields
 * and from the stream so far (event_text_state_t). Ranges that depend on the configuration are
 * checked before a value is cut to its field's width, and by scord_event_validate again.
 *
 * Invariants
 *   - pairs point into the line: nothing is copied but strings, whose escapes are resolved into the
 *     caller's buffer.
 *   - a key is in pairs[] once; `taken` says that some field has read it.
 *   - the lists of an access are read after its mask: their length is 1 or its number of lanes.
 *   - an error names the record's kind, the key and what is legal; a misspelt key comes
 *     before the required key that it leaves missing.
 *
 * Expensive: every field searches all pairs, at most PAIRS_MAX. Long recordings are binary
 * (event_binary.c).
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/stream/event_text.h"
#include "cmodel/base/read_number.h"
#include "cmodel/stream/stream_error.h"

enum {
    PAIRS_MAX = 32,
    SHOWN_MAX = 60
}; /* more pairs than any record has keys; bytes of a bad word shown */

typedef struct pair {
    const char *key, *value; /* into the line; value NULL for a bare word */
    size_t key_length, value_length;
    bool taken;
} pair_t;

typedef struct parser {
    const event_text_state_t *state;
    scord_event_t *event;
    pair_t pairs[PAIRS_MAX];
    unsigned count;
    char *strings;
    size_t strings_left;
    scord_stream_error_t *error;
} parser_t;

#define BAD(parser, ...) stream_problem((parser)->error, SCORD_STREAM_BAD, __VA_ARGS__)

static int shown(size_t length) { return length < SHOWN_MAX ? (int)length : SHOWN_MAX; }
static const char *kind_name(const parser_t *parser) {
    return scord_event_kind_name(parser->event->kind);
}

/* ---- splitting ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* End of the word that starts at TEXT; quotes keep blanks and '#'. NULL: a quote is not closed. */
static const char *word_end(const char *text) {
    bool quoted = false;
    for (; *text != '\0'; text++) {
        if (quoted && *text == '\\' && text[1] != '\0')
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted && (is_blank(*text) || *text == '#'))
            break;
    }
    return quoted ? NULL : text;
}

static pair_t split_pair(const char *word, const char *end) {
    assert(word < end);
    const char *equals = memchr(word, '=', (size_t)(end - word));
    if (!equals) return (pair_t){word, NULL, (size_t)(end - word), 0, false};
    return (pair_t){word, equals + 1, (size_t)(equals - word), (size_t)(end - equals - 1), false};
}

static bool same_key(const pair_t *a, const pair_t *b) {
    return a->key_length == b->key_length && memcmp(a->key, b->key, a->key_length) == 0;
}

static scord_stream_status_t add_pair(parser_t *parser, pair_t pair) {
    assert(parser->count <= PAIRS_MAX);
    if (parser->count == PAIRS_MAX)
        return BAD(parser, "more than %d keys; split the line", (int)PAIRS_MAX);
    for (unsigned i = 0; i < parser->count; i++)
        if (same_key(&parser->pairs[i], &pair))
            return BAD(parser, "key '%.*s' is given twice; keep one", shown(pair.key_length),
                       pair.key);
    parser->pairs[parser->count++] = pair;
    return SCORD_STREAM_OK;
}

/* Splits LINE; *kind is its first word, NULL when the line is empty or a comment. */
static scord_stream_status_t split_line(parser_t *parser, const char *line, pair_t *kind) {
    *kind = (pair_t){NULL, NULL, 0, 0, false};
    for (;;) {
        while (is_blank(*line)) line++;
        if (*line == '\0' || *line == '#') return SCORD_STREAM_OK;
        const char *end = word_end(line);
        if (!end) return BAD(parser, "the quoted string is not closed; add the closing '\"'");
        if (!kind->key) {
            *kind = (pair_t){line, NULL, (size_t)(end - line), 0, false};
        } else {
            scord_stream_status_t status = add_pair(parser, split_pair(line, end));
            if (status != SCORD_STREAM_OK) return status;
        }
        line = end;
    }
}

/* ---- values ---- */

/* The pair of KEY, marked as taken; NULL when the line has none. */
static pair_t *take(parser_t *parser, const char *key) {
    for (unsigned i = 0; i < parser->count; i++) {
        pair_t *pair = &parser->pairs[i];
        if (pair->key_length != strlen(key) || memcmp(pair->key, key, pair->key_length) != 0)
            continue;
        pair->taken = true;
        return pair;
    }
    return NULL;
}

static scord_stream_status_t not_a_number(parser_t *parser, const char *key, const char *text,
                                          size_t length) {
    return BAD(parser, "%s: %s=%.*s is not a number (decimal or 0x…, 64 bits)", kind_name(parser),
               key, shown(length), text);
}

/* Comma-separated numbers; *count of at most MAXIMUM. */
static scord_stream_status_t numbers(parser_t *parser, const char *key, const pair_t *pair,
                                     uint64_t *values, unsigned maximum, unsigned *count) {
    const char *text = pair->value ? pair->value : "";
    size_t left = pair->value_length;
    *count = 0;
    for (;;) {
        const char *comma = left > 0 ? memchr(text, ',', left) : NULL;
        size_t length = comma ? (size_t)(comma - text) : left;
        if (*count == maximum)
            return BAD(parser, "%s: %s has more than %u values", kind_name(parser), key, maximum);
        if (!scord_read_digits(text, text + length, &values[(*count)++]))
            return not_a_number(parser, key, text, length);
        assert(*count > 0 && *count <= maximum && length <= left);
        if (!comma) return SCORD_STREAM_OK;
        text += length + 1;
        left -= length + 1;
    }
}

/* One character of a quoted string, escapes resolved; returns bytes read, 0 when the escape is
 * unknown. */
static size_t unescape(const char *text, const char *end, char *out) {
    assert(text < end);
    *out = *text;
    if (*text != '\\') return 1;
    if (end - text < 2) return 0;
    switch (text[1]) {
    case '"':
    case '\\': *out = text[1]; return 2;
    case 'n': *out = '\n'; return 2;
    case 't': *out = '\t'; return 2;
    case 'r': *out = '\r'; return 2;
    case 'x': break;
    default: return 0;
    }
    uint64_t byte;
    char digits[] = {'0', 'x', end - text < 4 ? '?' : text[2], end - text < 4 ? '?' : text[3],
                     '\0'};
    if (!scord_read_number(digits, 1, UINT8_MAX, &byte)) return 0;
    *out = (char)byte;
    return 4;
}

static scord_stream_status_t read_string(parser_t *parser, const event_field_t *field,
                                         const pair_t *pair) {
    const char *text = pair->value ? pair->value : "", *end = text + pair->value_length;
    if (pair->value_length < 2 || text[0] != '"' || end[-1] != '"')
        return BAD(parser, "%s: %s needs a string in double quotes", kind_name(parser),
                   field->name);
    char *start = parser->strings;
    size_t used = 0;
    for (text++, end--; text < end;) {
        if (used >= SCORD_NAME_MAX || used + 1 >= parser->strings_left)
            return BAD(parser, "%s: %s is longer than %d bytes; shorten it", kind_name(parser),
                       field->name, (int)(used));
        if (*text == '"')
            return BAD(parser, "%s: %s has an unescaped '\"'; write \\\"", kind_name(parser),
                       field->name);
        size_t read = unescape(text, end, &start[used++]);
        if (read == 0)
            return BAD(parser,
                       "%s: %s has an unknown escape; legal: \\\" \\\\ \\n \\t \\r \\x01 to \\xff",
                       kind_name(parser), field->name);
        text += read;
    }
    if (parser->strings_left == 0) return BAD(parser, "%s: no room for strings", kind_name(parser));
    assert(used <= SCORD_NAME_MAX && used < parser->strings_left);
    start[used] = '\0';
    parser->strings += used + 1;
    parser->strings_left -= used + 1;
    event_field_set_string(parser->event, field, start);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_name(parser_t *parser, const event_field_t *field,
                                       const pair_t *pair) {
    char name[SHOWN_MAX + 1], legal[256];
    snprintf(name, sizeof name, "%.*s", shown(pair->value_length), pair->value ? pair->value : "");
    assert(field->form == FIELD_U8);
    int value = event_names_value(field->names, name);
    if (value < 0)
        return BAD(parser, "%s: %s=%s is unknown; legal: %s", kind_name(parser), field->name, name,
                   event_field_legal_set(field, parser->state->config, legal, sizeof legal));
    event_field_set(parser->event, field, 0, (uint64_t)value);
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_number(parser_t *parser, const event_field_t *field,
                                         const pair_t *pair) {
    uint64_t values[3];
    unsigned count, components = event_field_components(field);
    assert(components <= sizeof values / sizeof values[0]);
    scord_stream_status_t status = numbers(parser, field->name, pair, values, components, &count);
    if (status != SCORD_STREAM_OK) return status;
    for (unsigned i = 0; i < components; i++) {
        uint64_t value = i < count ? values[i] : field->default_value;
        char legal[64];
        if (!event_field_legal(field, parser->state->config,
                               value)) /* before it is cut to the field's width */
            return BAD(parser, "%s: %s=%.*s is out of range; legal: %s", kind_name(parser),
                       field->name, shown(pair->value_length), pair->value,
                       event_field_legal_set(field, parser->state->config, legal, sizeof legal));
        event_field_set(parser->event, field, i, value);
    }
    return SCORD_STREAM_OK;
}

/* ---- one record ---- */

static scord_stream_status_t default_field(parser_t *parser, const event_field_t *field) {
    if (field->default_kind == DEFAULT_REQUIRED)
        return BAD(parser, "%s needs %s=…", kind_name(parser), field->name);
    if (field->form == FIELD_STRING) {
        event_field_set_string(parser->event, field, "");
        return SCORD_STREAM_OK;
    }
    for (unsigned i = 0; i < event_field_components(field); i++)
        event_field_set(parser->event, field, i, field->default_value);
    return SCORD_STREAM_OK;
}

/* Defaults that depend on other fields or on the stream: docs/stream-format.md, "Records". */
static void compute_defaults(parser_t *parser, const event_field_t *field) {
    scord_event_t *event = parser->event;
    const event_text_state_t *state = parser->state;
    scord_event_access_t *access = &event->access;
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: event->kernel_begin.kernel = state->next_kernel; break;
    case SCORD_EVENT_KIND_KERNEL_END:
        event->kernel_begin.kernel = state->next_kernel > 0 ? state->next_kernel - 1 : 0;
        break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        event->block_launch.threads = SCORD_THREADS_PER_WARP *
                                      event_lanes(event->block_launch.warps);
        break;
    case SCORD_EVENT_KIND_ACCESS:               /* mask comes with the address list */
        if (strcmp(field->name, "strong") == 0) /* D6 */
            access->strong = access->op == SCORD_OP_ATOMIC ||
                             access->semantics != SCORD_SEMANTICS_NONE;
        break;
    case SCORD_EVENT_KIND_SCHEDULE:
        event->schedule.policy = (uint8_t)state->config->issue_policy;
        break;
    case SCORD_EVENT_KIND_EXPECT:
        event->expect.races = 1;
        break; /* a verdict or `clean`, see finish_expect */
    default: assert(!"no computed default");
    }
}

static scord_stream_status_t read_field(parser_t *parser, const event_field_t *field) {
    pair_t *pair = take(parser, field->name);
    if (!pair) {
        scord_stream_status_t status = default_field(parser, field);
        if (field->default_kind == DEFAULT_COMPUTED) compute_defaults(parser, field);
        return status;
    }
    if (field->form == FIELD_STRING) return read_string(parser, field, pair);
    return field->names ? read_name(parser, field, pair) : read_number(parser, field, pair);
}

static void spread(uint64_t *lanes, uint32_t mask, const uint64_t *values, unsigned count) {
    assert(mask != 0 && (count == 1 || count == event_lanes(mask)));
    unsigned next = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
        lanes[__builtin_ctz(rest)] = values[count == 1 ? 0 : next++];
}

/* A per-lane list: one value for all active lanes, or one a lane. */
static scord_stream_status_t read_list(parser_t *parser, const char *key, const pair_t *pair,
                                       uint64_t *lanes) {
    uint64_t values[SCORD_THREADS_PER_WARP];
    uint32_t mask = parser->event->access.mask;
    unsigned count;
    scord_stream_status_t status = numbers(parser, key, pair, values, SCORD_THREADS_PER_WARP,
                                           &count);
    if (status != SCORD_STREAM_OK) return status;
    if (count != 1 && count != event_lanes(mask))
        return BAD(
            parser,
            "access: %s has %u values, mask=0x%x has %u lanes; give one value, or one a lane", key,
            count, mask, event_lanes(mask));
    spread(lanes, mask, values, count);
    return SCORD_STREAM_OK;
}

/* stride may be negative. */
static scord_stream_status_t read_stride(parser_t *parser, const pair_t *pair, uint64_t *stride) {
    const char *text = pair->value ? pair->value : "";
    bool negative = text[0] == '-';
    if (!scord_read_digits(text + negative, text + pair->value_length, stride))
        return not_a_number(parser, "stride", text, pair->value_length);
    if (negative) *stride = 0 - *stride;
    return SCORD_STREAM_OK;
}

/* base=A stride=S: lane's address is A + S × (lane − lowest active lane); stride defaults to size,
 * mask to all lanes. */
static scord_stream_status_t read_base(parser_t *parser, const pair_t *base_pair, bool mask_given) {
    scord_event_access_t *access = &parser->event->access;
    const pair_t *stride_pair = take(parser, "stride");
    uint64_t base, stride = access->size;
    unsigned count;
    if (!mask_given) access->mask = UINT32_MAX;
    assert(access->mask != 0);
    scord_stream_status_t status = numbers(parser, "base", base_pair, &base, 1, &count);
    if (status == SCORD_STREAM_OK && stride_pair)
        status = read_stride(parser, stride_pair, &stride);
    if (status != SCORD_STREAM_OK) return status;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        access->address[lane] = base + stride * (lane - (unsigned)__builtin_ctz(access->mask));
    }
    return SCORD_STREAM_OK;
}

/* address=… without mask: as many of the lowest lanes as there are addresses. */
static uint32_t mask_of_list(const pair_t *pair) {
    unsigned count = 1;
    for (size_t i = 0; i < pair->value_length; i++) count += pair->value[i] == ',';
    return count >= SCORD_THREADS_PER_WARP ? UINT32_MAX : (1u << count) - 1;
}

static scord_stream_status_t read_addresses(parser_t *parser) {
    scord_event_access_t *access = &parser->event->access;
    bool mask_given = take(parser, "mask");
    const pair_t *base = take(parser, "base"), *address = take(parser, "address");
    if (!base == !address)
        return BAD(parser, "access needs either address=… (one, or one a lane) or base=… stride=…");
    if (base) return read_base(parser, base, mask_given);
    if (!mask_given) access->mask = mask_of_list(address);
    return read_list(parser, "address", address, access->address);
}

/* compare belongs to cas; other atomics accept compare=0, which has no effect. */
static scord_stream_status_t read_compare(parser_t *parser, const pair_t *compare, bool has_value) {
    scord_event_access_t *access = &parser->event->access;
    bool cas = access->atomic_kind == SCORD_ATOMIC_KIND_CAS;
    if (!compare && cas && has_value)
        return BAD(parser, "access: atomic_kind=cas with value needs compare=…");
    if (!compare) return SCORD_STREAM_OK;
    if (!has_value) return BAD(parser, "access: compare needs value=…");
    scord_stream_status_t status = read_list(parser, "compare", compare, access->compare);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP && status == SCORD_STREAM_OK; lane++)
        if (!cas && access->compare[lane] != 0)
            status = BAD(parser, "access: compare is for atomic_kind=cas; leave it out");
    return status;
}

/* differ=M or M,M…: a mask for each word of a lane's access (D72). */
static scord_stream_status_t read_differ(parser_t *parser, const pair_t *pair) {
    uint64_t masks[SCORD_ACCESS_WORDS];
    unsigned count;
    scord_stream_status_t status = numbers(parser, "differ", pair, masks, SCORD_ACCESS_WORDS,
                                           &count);
    for (unsigned i = 0; i < count && status == SCORD_STREAM_OK; i++) {
        if (masks[i] > UINT32_MAX)
            status = BAD(parser, "access: differ=0x%llx is no mask of 32 lanes",
                         (unsigned long long)masks[i]);
        parser->event->access.differ[i] = (uint32_t)masks[i];
    }
    return status;
}

static scord_stream_status_t finish_access(parser_t *parser) {
    scord_event_access_t *access = &parser->event->access;
    scord_stream_status_t status = read_addresses(parser);
    const pair_t *compare = take(parser, "compare"), *value = take(parser, "value");
    const pair_t *returned = take(parser, "returned"), *differ = take(parser, "differ");
    if (status == SCORD_STREAM_OK) status = read_compare(parser, compare, value);
    if (status == SCORD_STREAM_OK && value)
        status = read_list(parser, "value", value, access->value);
    if (status == SCORD_STREAM_OK && returned)
        status = read_list(parser, "returned", returned, access->returned);
    if (status == SCORD_STREAM_OK && differ) status = read_differ(parser, differ);
    access->has_operands = value ? 1 : 0;
    access->has_returned = returned ? 1 : 0;
    return status;
}

/* `expect clean` is `expect races=0`; a verdict without races= means one race. */
static scord_stream_status_t finish_expect(parser_t *parser) {
    scord_event_expect_t *expect = &parser->event->expect;
    const pair_t *clean = take(parser, "clean"), *races = take(parser, "races");
    if (clean && clean->value) return BAD(parser, "expect: clean takes no value");
    if (clean && races) return BAD(parser, "expect: clean and races= exclude each other");
    if (clean) expect->races = 0;
    if (!clean && !races && expect->verdict == SCORD_VERDICT_CLEAN)
        return BAD(parser, "expect needs clean, races=… or verdict=…");
    return SCORD_STREAM_OK;
}

/* Keys that the table does not list: lanes of an access, `clean`, and the stamps of every record.
 */
static void append_other_keys(scord_event_kind_t kind, char *text, size_t size) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%scycle, sequence",
             kind == SCORD_EVENT_KIND_ACCESS   ? "address, base, stride, compare, value, returned, "
                                                 "differ, "
             : kind == SCORD_EVENT_KIND_EXPECT ? "clean, "
                                               : "");
}

static scord_stream_status_t refuse_untaken(parser_t *parser) {
    for (unsigned i = 0; i < parser->count; i++) {
        const pair_t *pair = &parser->pairs[i];
        if (pair->taken) continue;
        char legal[300] = "";
        unsigned count;
        const event_field_t *fields = event_fields(parser->event->kind, &count);
        for (unsigned k = 0; k < count; k++)
            snprintf(legal + strlen(legal), sizeof legal - strlen(legal), "%s, ", fields[k].name);
        append_other_keys(parser->event->kind, legal, sizeof legal);
        return BAD(parser, "%s: unknown key '%.*s'; legal: %s", kind_name(parser),
                   shown(pair->key_length), pair->key, legal);
    }
    return SCORD_STREAM_OK;
}

static scord_stream_status_t read_stamp(parser_t *parser, const char *key, uint64_t automatic,
                                        uint64_t *value) {
    const pair_t *pair = take(parser, key);
    unsigned count;
    *value = automatic;
    return !pair ? SCORD_STREAM_OK : numbers(parser, key, pair, value, 1, &count);
}

static scord_stream_status_t read_kind(parser_t *parser, const pair_t *word) {
    char name[SHOWN_MAX + 1], known[400] = "";
    snprintf(name, sizeof name, "%.*s", shown(word->key_length), word->key);
    int kind = scord_event_kind_from_name(name);
    if (kind >= 0) {
        parser->event->kind = (scord_event_kind_t)kind;
        return SCORD_STREAM_OK;
    }
    for (unsigned i = 0; i < SCORD_EVENT_KIND_COUNT; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "",
                 scord_event_kind_name(i));
    return BAD(parser, "unknown event kind '%s'; legal: %s", name, known);
}

static scord_stream_status_t read_record(parser_t *parser) {
    unsigned count;
    scord_event_t *event = parser->event;
    const event_field_t *fields = event_fields(event->kind, &count);
    scord_stream_status_t status = SCORD_STREAM_OK;
    for (unsigned i = 0; i < count && status == SCORD_STREAM_OK; i++)
        status = read_field(parser, &fields[i]);
    if (status == SCORD_STREAM_OK && event->kind == SCORD_EVENT_KIND_ACCESS)
        status = finish_access(parser);
    if (status == SCORD_STREAM_OK && event->kind == SCORD_EVENT_KIND_EXPECT)
        status = finish_expect(parser);
    if (status == SCORD_STREAM_OK)
        status = read_stamp(parser, "cycle", parser->state->next_cycle, &event->cycle);
    if (status == SCORD_STREAM_OK)
        status = read_stamp(parser, "sequence", parser->state->next_sequence, &event->sequence);
    return status;
}

/* A misspelt key leaves a required key missing: the misspelt key is the error to show. */
static scord_stream_status_t prefer_unknown_key(parser_t *parser, scord_stream_status_t status) {
    if (status == SCORD_STREAM_OK) return refuse_untaken(parser);
    unsigned count;
    const event_field_t *fields = event_fields(parser->event->kind, &count);
    for (unsigned i = 0; i < count; i++) take(parser, fields[i].name);
    static const char *const others[] = {"address",  "base",   "stride", "compare", "value",
                                         "returned", "differ", "clean",  "cycle",   "sequence"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) take(parser, others[i]);
    scord_stream_status_t unknown = refuse_untaken(parser);
    return unknown != SCORD_STREAM_OK ? unknown : status;
}

scord_stream_status_t event_text_parse(const char *line, const event_text_state_t *state,
                                       scord_event_t *event, char *strings, size_t strings_size,
                                       scord_stream_error_t *error) {
    parser_t parser = {.state = state,
                       .event = event,
                       .strings = strings,
                       .strings_left = strings_size,
                       .error = error};
    pair_t kind;
    memset(event, 0, sizeof *event);
    scord_stream_status_t status = split_line(&parser, line, &kind);
    if (status != SCORD_STREAM_OK) return status;
    if (!kind.key) return SCORD_STREAM_END;
    status = read_kind(&parser, &kind);
    return status != SCORD_STREAM_OK ? status : prefer_unknown_key(&parser, read_record(&parser));
}

void event_text_advance(event_text_state_t *state, const scord_event_t *event) {
    state->next_cycle = event->cycle + 1;
    state->next_sequence = event->sequence + 1;
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
        state->next_kernel = event->kernel_begin.kernel + 1;
}

/* The largest machine: each key at its highest legal value. */
static scord_config_t widest_config(void) {
    scord_config_t config = {.name = "any"};
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        memcpy((uint8_t *)&config + scord_config_keys[i].offset, &scord_config_keys[i].maximum,
               sizeof(uint32_t));
    config.issue_policy = SCORD_DEFAULT_ISSUE_POLICY;
    return config;
}

scord_stream_status_t scord_event_parse(const char *line, scord_event_t *event, char *strings,
                                        size_t strings_size, scord_stream_error_t *error) {
    scord_config_t config = widest_config();
    event_text_state_t state = {&config, 0, 0, 0};
    scord_stream_status_t status = event_text_parse(line, &state, event, strings, strings_size,
                                                    error);
    if (status == SCORD_STREAM_OK &&
        scord_event_validate(event, &config, error) != SCORD_STREAM_OK) {
        if (error) error->status = SCORD_STREAM_BAD;
        return SCORD_STREAM_BAD;
    }
    return status;
}
