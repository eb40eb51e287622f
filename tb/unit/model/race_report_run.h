/* SPDX-License-Identifier: Apache-2.0 */
/* race_report_run.h: hand-made event sequences through the golden model into a race report, and
 * what a test reads from it. */
#ifndef SCORD_RACE_REPORT_RUN_H
#define SCORD_RACE_REPORT_RUN_H

#include "tb/unit/model/model_test.h"

#include <ctype.h>
#include <unistd.h>

#include "cmodel/sm/lock_bloom.h"
#include "cmodel/report/race_repair.h"
#include "cmodel/report/race_report.h"
#include "cmodel/report/race_sarif.h"
#include "cmodel/report/race_words.h"
#include "cmodel/scord_replay.h"

enum { BASE = 0x10000000, DATA = BASE + 0x40, LOCK = BASE + 0x200, COLUMNS = 100 };

typedef struct place {
    unsigned sm, slot, warp;
} place_t;

static const place_t a = {0, 0, 0}, b = {0, 0, 1},
                     c = {1, 2, 9}; /* a, b: CTA (0,0,0); c: CTA (3,0,0), its warp 1 */

typedef struct run {
    scord_model_t *model;
    scord_race_report_t *report;
    scord_replay_t replay;
    uint64_t sequence;
} run_t;

static inline void send(run_t *run, scord_event_t event) {
    char message[200];
    event.sequence = run->sequence++;
    assert_int_equal(scord_race_report_event(run->report, &event), 0);
    assert_int_equal(scord_replay_event(&run->replay, &event, message, sizeof message),
                     SCORD_REPLAY_OK);
}

static inline void begin_kernel(run_t *run, unsigned number, const char *name) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    event.kernel_begin = (scord_event_kernel_begin_t){.kernel = number,
                                                      .grid = {4, 1, 1},
                                                      .block = {16, 4, 1},
                                                      .tracked_base = BASE,
                                                      .log2_tracked_words = 10,
                                                      .name = name};
    send(run, event);
}

static inline void launch(run_t *run, unsigned sm, unsigned slot, uint32_t warps, uint32_t cta) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
    event.block_launch = (scord_event_block_launch_t){.sm = (uint8_t)sm,
                                                      .slot = (uint8_t)slot,
                                                      .warps = warps,
                                                      .cta = {cta, 0, 0},
                                                      .threads = 64};
    send(run, event);
}

static inline void launch_blocks(run_t *run) {
    launch(run, 0, 0, 0x3, 0);
    launch(run, 1, 2, 0x300, 3);
}

static inline run_t start(void) {
    run_t run = {0};
    scord_config_t config = scord_configs[1]; /* nocache */
    scord_model_status_t status;
    run.model = scord_model_create(&config, &status);
    run.report = scord_race_report_create(&config);
    assert_non_null(run.model);
    assert_non_null(run.report);
    scord_replay_init(&run.replay, run.model, scord_race_report_retire, run.report);
    begin_kernel(&run, 0, "color(int*)");
    launch_blocks(&run);
    return run;
}

static inline void stop(run_t *run) {
    scord_race_report_destroy(run->report);
    scord_model_destroy(run->model);
}

static inline void locate(run_t *run, uint32_t pc, const char *file, uint32_t line,
                          const char *function) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_LOCATION};
    event.location =
        (scord_event_location_t){.pc = pc, .line = line, .file = file, .function = function};
    send(run, event);
}

static inline void name_object(run_t *run, uint64_t address, uint64_t bytes, const char *name) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_OBJECT};
    event.object = (scord_event_object_t){address, bytes, name};
    send(run, event);
}

static inline scord_event_t access_of(place_t who, uint32_t pc, scord_op_t op, uint64_t address) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){.sm = (uint8_t)who.sm,
                                          .slot = (uint8_t)who.slot,
                                          .warp = (uint8_t)who.warp,
                                          .op = (uint8_t)op,
                                          .strong = 1,
                                          .size = 4,
                                          .pc = pc,
                                          .mask = 1u << 5};
    event.access.address[5] = address;
    return event;
}

static inline void load(run_t *run, place_t who, uint32_t pc) {
    send(run, access_of(who, pc, SCORD_OP_LOAD, DATA));
}

static inline void store(run_t *run, place_t who, uint32_t pc) {
    send(run, access_of(who, pc, SCORD_OP_STORE, DATA));
}

static inline void weak_store(run_t *run, place_t who, uint32_t pc) {
    scord_event_t event = access_of(who, pc, SCORD_OP_STORE, DATA);
    event.access.strong = 0;
    send(run, event);
}

static inline void atomic(run_t *run, place_t who, uint32_t pc, scord_atomic_kind_t kind,
                          scord_scope_t scope, uint64_t address) {
    scord_event_t event = access_of(who, pc, SCORD_OP_ATOMIC, address);
    event.access.atomic_kind = (uint8_t)kind;
    event.access.scope = (uint8_t)scope;
    event.access.has_operands = event.access.has_returned = 1;
    event.access.value[5] = kind == SCORD_ATOMIC_KIND_CAS;
    send(run, event);
}

/* One tells the other that it goes on, by an atomic. */
static inline void signal_to(run_t *run, place_t from, place_t to) {
    atomic(run, from, 0x800, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, LOCK + 0x20);
    atomic(run, to, 0x804, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, LOCK + 0x20);
}

static inline void fence(run_t *run, place_t who, uint32_t pc, scord_scope_t scope) {
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){.sm = (uint8_t)who.sm,
                                        .slot = (uint8_t)who.slot,
                                        .warp = (uint8_t)who.warp,
                                        .scope = (uint8_t)scope,
                                        .pc = pc,
                                        .mask = 1};
    send(run, event);
}

static inline void take(run_t *run, place_t who, uint32_t pc, scord_scope_t scope) {
    atomic(run, who, pc, SCORD_ATOMIC_KIND_CAS, scope, LOCK);
    fence(run, who, pc + 4, scope);
}

/* The whole report; the caller frees it. */
static inline char *print(const run_t *run, bool colour) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scord_race_report_print(run->report, out, colour);
    fclose(out);
    return text;
}

static inline char *json(const run_t *run) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scord_race_report_json(run->report, out);
    fclose(out);
    return text;
}

/* The text without its line breaks and indentation, so that a test does not depend on where a line
 * wraps. */
static inline char *flowed(const run_t *run) {
    char *text = print(run, false), *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
    return text;
}

static inline void expect_text(const run_t *run, const char *part) {
    char *text = flowed(run);
    if (!strstr(text, part)) fail_msg("no \"%s\" in:\n%s", part, text);
    free(text);
}

/* ScoRD Figure 3b: block-scope atomicAdd on a head that other blocks steal from. */
static inline run_t figure_3b(const char *file) {
    run_t run = start();
    locate(&run, 0x10, file, 2, "local()");
    locate(&run, 0x20, file, 3, "steal()");
    name_object(&run, BASE, 0x1000, "cudaMalloc#3");
    name_object(&run, DATA - 8, 64, "nextHead");
    atomic(&run, a, 0x10, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_BLOCK, DATA);
    atomic(&run, c, 0x20, SCORD_ATOMIC_KIND_ADD, SCORD_SCOPE_DEVICE, DATA);
    return run;
}

/* A JSON reader that only checks (RFC 8259); returns where it stopped, NULL on an error. */
static inline const char *json_value(const char *at);

static inline const char *json_space(const char *at) { return at + strspn(at, " \t\r\n"); }

static inline const char *json_string(const char *at) {
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) return NULL; /* also the end of the text */
        if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at)) return NULL;
    }
    return at + 1;
}

static inline const char *json_members(const char *at, char close, bool named) {
    at = json_space(at + 1);
    while (at && *at != close) {
        if (named) {
            at = *at == '"' ? json_string(at) : NULL;
            at = at && *(at = json_space(at)) == ':' ? json_space(at + 1) : NULL;
        }
        at = at ? json_value(at) : NULL;
        at = at ? json_space(at) : NULL;
        if (at && *at == ',')
            at = *json_space(at + 1) == close ? NULL : json_space(at + 1);
        else if (at && *at != close)
            return NULL;
    }
    return at ? at + 1 : NULL;
}

static inline const char *json_value(const char *at) {
    if (*at == '{') return json_members(at, '}', true);
    if (*at == '[') return json_members(at, ']', false);
    if (*at == '"') return json_string(at);
    const char *const words[] = {"true", "false", "null"};
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0) return at + strlen(words[i]);
    const size_t digits = strspn(at, "0123456789");
    return digits ? at + digits : NULL;
}

static inline void expect_valid_json(const char *text) {
    const char *end = json_value(text);
    if (!end || *json_space(end)) fail_msg("not JSON:\n%s", text);
}

#endif
