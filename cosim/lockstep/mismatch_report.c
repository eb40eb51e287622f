/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_report.c: see mismatch_report.h. */
#include "cosim/lockstep/mismatch_report.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/stream/event_stream.h"
#include "cmodel/base/json_writer.h"

enum { LINE = 100 }; /* columns of a screen */

/* ---- text ---- */

typedef struct screen {
    char *text;
    size_t used, size;
} screen_t;

static void put(screen_t *screen, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(screen_t *screen, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(screen->text + screen->used, screen->size - screen->used, format,
                                 arguments);
    va_end(arguments);
    const size_t room = screen->size - screen->used - 1;
    screen->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room;
}

/* One event as its text line behind INDENT columns that are filled already; what a screen has no
 * room for goes on below, between two fields: none is cut. */
static void put_event(screen_t *screen, const scord_event_t *event, unsigned indent) {
    char line[4096], *rest = line;
    scord_event_format(event, line, sizeof line);
    assert(indent < LINE);
    for (size_t column = indent; *rest != '\0';) {
        char *const word = rest + strspn(rest, " ");
        const size_t length = strcspn(word, " ");
        const size_t gap = word == line ? 0 : 1;
        if (length == 0) break;
        if (gap != 0 && column + gap + length > LINE) {
            put(screen, "\n%*s", (int)indent, "");
            column = indent;
        }
        put(screen, "%s%.*s", gap != 0 ? " " : "", (int)length, word);
        column += gap + length;
        rest = word + length;
    }
    put(screen, "\n");
}

/* What the report is made of. */
typedef struct subject {
    const scord_run_t *run;
    const scord_warp_history_t *history; /* of the warp of the mismatch, or NULL */
    unsigned sm, warp;                   /* with a history */
    uint64_t flipped_at;                 /* cycle of the flipped beat; 0: none */
} subject_t;

static const scord_kept_event_t *nth_event(const scord_warp_history_t *history, unsigned i) {
    return history->events[(history->next + i) % SCORD_HISTORY_EVENTS];
}

static void put_history(screen_t *screen, const subject_t *subject) {
    if (!subject->history) return;
    put(screen, "last events of SM %u warp %u\n", subject->sm, subject->warp);
    for (unsigned i = 0; i < SCORD_HISTORY_EVENTS; i++) {
        const scord_kept_event_t *kept = nth_event(subject->history, i);
        if (!kept) continue;
        put(screen, "%c %8llu ", kept == subject->run->source ? '>' : ' ',
            (unsigned long long)kept->event.sequence);
        put_event(screen, &kept->event, 11);
    }
}

/* The configuration as --config takes it: its name, and the keys that differ from the named
 * machine. */
static void config_text(const scord_config_t *config, char *text, size_t size) {
    screen_t screen = {text, 0, size};
    const scord_config_t *named = NULL;
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strcmp(scord_configs[i].name, config->name) == 0) named = &scord_configs[i];
    put(&screen, "%s", config->name);
    for (size_t i = 0, differing = 0; named && i < SCORD_CONFIG_KEY_COUNT; i++) {
        const scord_config_key_t *key = &scord_config_keys[i];
        uint32_t is, was;
        memcpy(&is, (const char *)config + key->offset, sizeof is);
        memcpy(&was, (const char *)named + key->offset, sizeof was);
        if (is != was) put(&screen, "%s%s=%u", differing++ ? "," : ":", key->name, is);
    }
}

static const char *what_happened(scord_lockstep_status_t status) {
    switch (status) {
    case SCORD_LOCKSTEP_EXPECTATION: return "EXPECTATION does not hold";
    case SCORD_LOCKSTEP_HANG: return "HANG of the device";
    default: return "MISMATCH of RTL and golden model";
    }
}

static void fill_text(const subject_t *subject, char *text, size_t size) {
    const scord_run_t *run = subject->run;
    const scord_lockstep_mismatch_t *mismatch = &run->mismatch;
    const scord_lockstep_options_t *options = &run->options;
    screen_t screen = {text, 0, size};
    put(&screen, "%s: %s, %s\n", what_happened(run->status), mismatch->unit, mismatch->field);
    put(&screen, "  expected  %s\n  actual    %s\n", mismatch->expected, mismatch->actual);
    put(&screen, "  cycle     %llu, kernel %u", (unsigned long long)mismatch->cycle, run->kernel);
    if (run->source) put(&screen, ", event %llu", (unsigned long long)mismatch->sequence);
    put(&screen, "\n%s", run->details);
    if (run->source) {
        put(&screen, "  event     ");
        put_event(&screen, &run->source->event, 12);
    }
    put_history(&screen, subject);
    char config[256];
    config_text(&run->config, config, sizeof config);
    char errors[48] = "";
    if (options->axi_error_permille)
        snprintf(errors, sizeof errors, ", AXI errors %u per mille", options->axi_error_permille);
    put(&screen,
        "run\n  config    %s, seed %llu, %s order, latency 1..%u%s%s, device built by %s\n", config,
        (unsigned long long)options->seed, options->free_order ? "free" : "stream",
        options->max_latency, errors, options->consume_log ? ", log consumed" : "",
        SCORD_TOOL_VERSIONS);
    if (subject->flipped_at)
        put(&screen, "  fault     bit %u of read beat %llu was wrong, accepted in cycle %llu\n",
            options->memory_flip_bit, (unsigned long long)options->memory_flip,
            (unsigned long long)subject->flipped_at);
    if (options->replay_command) put(&screen, "  again     %s\n", options->replay_command);
}

/* ---- JSON ---- */

static void put_json_event(json_writer_t *json, const char *name, const scord_event_t *event) {
    char line[4096];
    scord_event_format(event, line, sizeof line);
    json_put_string(json, name, line);
}

static void put_json_history(json_writer_t *json, const scord_warp_history_t *history) {
    json_open_array(json, "history");
    json_lines(json, 4);
    for (unsigned i = 0; history && i < SCORD_HISTORY_EVENTS; i++) {
        const scord_kept_event_t *kept = nth_event(history, i);
        if (!kept) continue;
        json_open_object(json, NULL);
        json_put_unsigned(json, "sequence", kept->event.sequence);
        put_json_event(json, "text", &kept->event);
        json_close(json);
    }
    json_line(json, 2);
    json_close(json);
}

static void write_json(const subject_t *subject, FILE *out) {
    const scord_run_t *run = subject->run;
    static const char *const statuses[] = {"ok",         "mismatch",  "expectation", "hang",
                                           "bad_config", "no_memory", "io"};
    const scord_lockstep_mismatch_t *mismatch = &run->mismatch;
    const scord_lockstep_options_t *options = &run->options;
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_string(&json, "status", statuses[run->status]);
    json_put_string(&json, "unit", mismatch->unit);
    json_put_string(&json, "field", mismatch->field);
    json_put_string(&json, "expected", mismatch->expected);
    json_put_string(&json, "actual", mismatch->actual);
    json_put_unsigned(&json, "cycle", mismatch->cycle);
    json_put_unsigned(&json, "kernel", run->kernel);
    if (run->source) {
        json_put_unsigned(&json, "sequence", mismatch->sequence);
        put_json_event(&json, "event", &run->source->event);
    }
    char config[256];
    config_text(&run->config, config, sizeof config);
    json_put_string(&json, "config", config);
    json_put_unsigned(&json, "seed", options->seed);
    json_put_bool(&json, "free_order", options->free_order);
    json_put_unsigned(&json, "max_latency", options->max_latency);
    json_put_unsigned(&json, "axi_error_permille", options->axi_error_permille);
    json_put_bool(&json, "consume_log", options->consume_log);
    json_put_string(&json, "tools", SCORD_TOOL_VERSIONS);
    json_put_string(&json, "replay", options->replay_command ? options->replay_command : "");
    put_json_history(&json, subject->history);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
}

static FILE *report_file(const scord_run_t *run, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", run->options.output_directory, name);
    return fopen(path, "w");
}

void scord_mismatch_report(scord_run_t *run, const scord_history_t *history,
                           const scord_axi_memory_t *memory) {
    if (run->mismatch.text[0] || !run->mismatch.unit[0]) return;
    subject_t subject = {.run = run, .flipped_at = scord_axi_memory_statistics(memory)->flipped_at};
    if (run->source)
        subject.history = scord_history_of(history, &run->source->event, &subject.sm,
                                           &subject.warp);
    fill_text(&subject, run->mismatch.text, sizeof run->mismatch.text);
    if (!run->options.output_directory) return;
    mkdir(run->options.output_directory, 0777); /* only now: clean runs leave nothing behind */
    FILE *text = report_file(run, "mismatch.txt"), *json = report_file(run, "mismatch.json");
    if (text) fputs(run->mismatch.text, text);
    if (json) write_json(&subject, json);
    if (text) fclose(text);
    if (json) fclose(json);
}
