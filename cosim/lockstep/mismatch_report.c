/* mismatch_report.c: the first mismatch on one screen, and the same as JSON.
 *
 * What and where, expected and actual, the event, the last events of that warp, seed,
 * configuration, tool versions and the exact replay command (a seed alone does not reproduce a
 * failure).
 */
#include "cosim/lockstep/lockstep_internal.h"

#include <stdarg.h>
#include <sys/stat.h>

#include "cmodel/stream/event_stream.h"
#include "cmodel/base/json_string.h"

enum { LINE = 100 }; /* columns of a screen */

void scord_mismatch(scord_lockstep_t *lockstep, scord_lockstep_status_t status,
                    const scord_kept_event_t *source, const char *unit, const char *field,
                    const char *expected, const char *actual) {
    if (lockstep->status != SCORD_LOCKSTEP_OK) return;
    scord_lockstep_mismatch_t *mismatch = &lockstep->mismatch;
    lockstep->status = status;
    lockstep->statistics.mismatches = 1;
    mismatch->cycle = lockstep->cycle;
    mismatch->events = lockstep->statistics.events;
    mismatch->sequence = source ? source->event.sequence : UINT64_MAX;
    snprintf(mismatch->unit, sizeof mismatch->unit, "%s", unit);
    snprintf(mismatch->field, sizeof mismatch->field, "%s", field);
    snprintf(mismatch->expected, sizeof mismatch->expected, "%s", expected);
    snprintf(mismatch->actual, sizeof mismatch->actual, "%s", actual);
    if (source) scord_keep((scord_kept_event_t *)(uintptr_t)source);
    lockstep->mismatch_source = source;
}

void scord_mismatch_number(scord_lockstep_t *lockstep, const scord_kept_event_t *source,
                           const char *unit, const char *field, uint64_t expected,
                           uint64_t actual) {
    char text[2][48];
    snprintf(text[0], sizeof text[0], "%llu (0x%llx)", (unsigned long long)expected,
             (unsigned long long)expected);
    snprintf(text[1], sizeof text[1], "%llu (0x%llx)", (unsigned long long)actual,
             (unsigned long long)actual);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, source, unit, field, text[0], text[1]);
}

/* ---- text
 * ------------------------------------------------------------------------------------------------------------
 */

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

/* One event as its text line, cut to a screen's width. */
static void event_line(const scord_event_t *event, char *line, size_t size) {
    char whole[4096];
    scord_event_format(event, whole, sizeof whole);
    const size_t length = strlen(whole);
    memcpy(line, whole, length < size ? length + 1 : size);
    if (length >= size) memcpy(line + size - 5, " ...", 5);
}

/* SM and warp of an event that belongs to one warp; false for block events. */
static bool warp_of(const scord_event_t *event, unsigned *sm, unsigned *warp) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_ACCESS:
        *sm = event->access.sm;
        *warp = event->access.warp;
        return true;
    case SCORD_EVENT_KIND_FENCE:
        *sm = event->fence.sm;
        *warp = event->fence.warp;
        return true;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_WARP_EXIT:
        *sm = event->warp.sm;
        *warp = event->warp.warp;
        return true;
    default: return false;
    }
}

static const scord_history_t *history_of(const scord_lockstep_t *lockstep, unsigned *sm,
                                         unsigned *warp) {
    const scord_kept_event_t *source = lockstep->mismatch_source;
    return source && warp_of(&source->event, sm, warp) ? &lockstep->sm[*sm].history[*warp] : NULL;
}

static void put_history(screen_t *screen, const scord_lockstep_t *lockstep) {
    unsigned sm, warp;
    const scord_history_t *history = history_of(lockstep, &sm, &warp);
    if (!history) return;
    put(screen, "last events of SM %u warp %u\n", sm, warp);
    for (unsigned i = 0; i < SCORD_HISTORY; i++) {
        const scord_kept_event_t *kept = history->events[(history->next + i) % SCORD_HISTORY];
        if (!kept) continue;
        char line[LINE - 12];
        event_line(&kept->event, line, sizeof line);
        put(screen, "%c %8llu %s\n", kept == lockstep->mismatch_source ? '>' : ' ',
            (unsigned long long)kept->event.sequence, line);
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

static void fill_text(scord_lockstep_t *lockstep) {
    const scord_lockstep_mismatch_t *mismatch = &lockstep->mismatch;
    const scord_lockstep_options_t *options = &lockstep->options;
    screen_t screen = {lockstep->mismatch.text, 0, sizeof lockstep->mismatch.text};
    put(&screen, "%s: %s, %s\n", what_happened(lockstep->status), mismatch->unit, mismatch->field);
    put(&screen, "  expected  %s\n  actual    %s\n", mismatch->expected, mismatch->actual);
    put(&screen, "  cycle     %llu, kernel %u", (unsigned long long)mismatch->cycle,
        lockstep->kernel);
    if (lockstep->mismatch_source)
        put(&screen, ", event %llu", (unsigned long long)mismatch->sequence);
    put(&screen, "\n%s", lockstep->details);
    if (lockstep->mismatch_source) {
        char line[LINE - 12];
        event_line(&lockstep->mismatch_source->event, line, sizeof line);
        put(&screen, "  event     %s\n", line);
    }
    put_history(&screen, lockstep);
    char config[256];
    config_text(&lockstep->config, config, sizeof config);
    char errors[48] = "";
    if (options->axi_error_permille)
        snprintf(errors, sizeof errors, ", AXI errors %u per mille", options->axi_error_permille);
    put(&screen,
        "run\n  config    %s, seed %llu, %s order, latency 1..%u%s%s, device built by %s\n", config,
        (unsigned long long)options->seed, options->free_order ? "free" : "stream",
        options->max_latency, errors, options->consume_log ? ", log consumed" : "",
        SCORD_TOOL_VERSIONS);
    const uint64_t flipped = scord_axi_memory_statistics(lockstep->memory)->flipped_at;
    if (flipped)
        put(&screen, "  fault     bit %u of read beat %llu was wrong, accepted in cycle %llu\n",
            options->memory_flip_bit, (unsigned long long)options->memory_flip,
            (unsigned long long)flipped);
    if (options->replay_command) put(&screen, "  replay    %s\n", options->replay_command);
}

/* ---- JSON
 * ------------------------------------------------------------------------------------------------------------
 */

static void json_member(FILE *out, const char *name, const char *text) {
    fprintf(out, "  \"%s\": ", name);
    scord_json_string(out, text);
    fputs(",\n", out);
}

static void json_event(FILE *out, const scord_event_t *event) {
    char line[4096];
    scord_event_format(event, line, sizeof line);
    scord_json_string(out, line);
}

static void json_history(FILE *out, const scord_lockstep_t *lockstep) {
    unsigned sm, warp, written = 0;
    const scord_history_t *history = history_of(lockstep, &sm, &warp);
    fputs("  \"history\": [", out);
    for (unsigned i = 0; history && i < SCORD_HISTORY; i++) {
        const scord_kept_event_t *kept = history->events[(history->next + i) % SCORD_HISTORY];
        if (!kept) continue;
        fprintf(out, "%s\n    {\"sequence\": %llu, \"text\": ", written++ ? "," : "",
                (unsigned long long)kept->event.sequence);
        json_event(out, &kept->event);
        fputc('}', out);
    }
    fputs("\n  ]\n", out);
}

static void write_json(const scord_lockstep_t *lockstep, FILE *out) {
    static const char *const statuses[] = {"ok",         "mismatch",  "expectation", "hang",
                                           "bad_config", "no_memory", "io"};
    const scord_lockstep_mismatch_t *mismatch = &lockstep->mismatch;
    fputs("{\n", out);
    json_member(out, "status", statuses[lockstep->status]);
    json_member(out, "unit", mismatch->unit);
    json_member(out, "field", mismatch->field);
    json_member(out, "expected", mismatch->expected);
    json_member(out, "actual", mismatch->actual);
    fprintf(out, "  \"cycle\": %llu,\n  \"kernel\": %u,\n", (unsigned long long)mismatch->cycle,
            lockstep->kernel);
    if (lockstep->mismatch_source) {
        fprintf(out,
                "  \"sequence\": %llu,\n  \"event\": ", (unsigned long long)mismatch->sequence);
        json_event(out, &lockstep->mismatch_source->event);
        fputs(",\n", out);
    }
    char config[256];
    config_text(&lockstep->config, config, sizeof config);
    json_member(out, "config", config);
    fprintf(out,
            "  \"seed\": %llu,\n  \"free_order\": %s,\n  \"max_latency\": %u,\n  "
            "\"axi_error_permille\": %u,\n  \"consume_log\": %s,\n",
            (unsigned long long)lockstep->options.seed,
            lockstep->options.free_order ? "true" : "false", lockstep->options.max_latency,
            lockstep->options.axi_error_permille, lockstep->options.consume_log ? "true" : "false");
    json_member(out, "tools", SCORD_TOOL_VERSIONS);
    json_member(out, "replay",
                lockstep->options.replay_command ? lockstep->options.replay_command : "");
    json_history(out, lockstep);
    fputs("}\n", out);
}

static FILE *report_file(const scord_lockstep_t *lockstep, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", lockstep->options.output_directory, name);
    return fopen(path, "w");
}

void scord_mismatch_report(scord_lockstep_t *lockstep) {
    if (lockstep->mismatch.text[0] || !lockstep->mismatch.unit[0]) return;
    fill_text(lockstep);
    if (!lockstep->options.output_directory) return;
    mkdir(lockstep->options.output_directory, 0777); /* only now: clean runs leave nothing behind */
    FILE *text = report_file(lockstep, "mismatch.txt"),
         *json = report_file(lockstep, "mismatch.json");
    if (text) fputs(lockstep->mismatch.text, text);
    if (json) write_json(lockstep, json);
    if (text) fclose(text);
    if (json) fclose(json);
}
