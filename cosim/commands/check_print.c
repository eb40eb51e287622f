/* check_print.c: the statistics of `scord check`, for people and as JSON. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check_internal.h"
#include "report/json_string.h"

/* 1234567 → "1,234,567". Returns buffer. */
static const char *grouped(uint64_t value, char buffer[32]) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *out = buffer;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return buffer;
}

static void line(FILE *out, const char *name, uint64_t value, const char *note) {
    char number[32];
    fprintf(out, "  %-20s %16s%s%s\n", name, grouped(value, number), note[0] == '\0' ? "" : "   ", note);
}

static uint64_t rate(uint64_t count, double seconds) { return seconds > 0 ? (uint64_t)((double)count / seconds) : 0; }

void check_print_statistics(FILE *out, const check_engine_t *engine, const run_status_t *status) {
    const check_statistics_t *s = &engine->statistics;
    char note[96], launches[32], blocks[32];
    snprintf(note, sizeof note, "%s launches, %s blocks", grouped(status->statistics.launches, launches),
             grouped(status->statistics.blocks, blocks));
    fputs("statistics\n", out);
    line(out, "events", s->events, note);
    line(out, "checks", s->checks, "");
    line(out, "fences", s->fences, "");
    line(out, "races", s->races, "");
    line(out, "front-end cycles", status->statistics.cycles, "");
    line(out, "thread instructions", status->statistics.thread_instructions, "");
    if (engine->lockstep != NULL) {
        line(out, "device cycles", s->cycles, "");
        line(out, "compared cycles", s->compared_cycles, "");
        line(out, "mismatches", s->mismatches, "RTL against golden model");
    }
    char events[32], checks[32], cycles[32];
    fprintf(out, "  rates                %s events/s, %s checks/s", grouped(rate(s->events, s->seconds), events),
            grouped(rate(s->checks, s->seconds), checks));
    if (engine->lockstep != NULL) fprintf(out, ", %s device cycles/s", grouped(rate(s->cycles, s->seconds), cycles));
    fprintf(out, " (%.2f s)\n", s->seconds);
}

static void put_members(FILE *out, const check_engine_t *engine, const check_options_t *options,
                        const run_status_t *status, int exit_code) {
    const check_statistics_t *s = &engine->statistics;
    const gpu_statistics_t *g = &status->statistics;
    fputs(",\n  \"program\": ", out);
    scord_json_string(out, options->job.sources[0]);
    fprintf(out, ",\n  \"seed\": %" PRIu64 ",\n  \"rtl\": %s,\n  \"exit_code\": %d,\n  \"error\": ", options->seed,
            options->rtl ? "true" : "false", exit_code);
    scord_json_string(out, status->message);
    fprintf(out,
            ",\n  \"statistics\": {\"events\": %" PRIu64 ", \"checks\": %" PRIu64 ", \"fences\": %" PRIu64
            ", \"races\": %" PRIu64 ", \"launches\": %" PRIu64 ", \"blocks\": %" PRIu64 ", \"front_end_cycles\": %" PRIu64
            ", \"warp_instructions\": %" PRIu64 ", \"thread_instructions\": %" PRIu64 ", \"device_cycles\": %" PRIu64
            ", \"compared_cycles\": %" PRIu64 ", \"mismatches\": %" PRIu64 ", \"first_race_cycle\": %" PRIu64
            ", \"seconds\": %.6f}",
            s->events, s->checks, s->fences, s->races, g->launches, g->blocks, g->cycles, g->warp_instructions,
            g->thread_instructions, s->cycles, s->compared_cycles, s->mismatches, s->first_race_cycle, s->seconds);
}

/* The race report's object, with more members before its closing brace. */
static int put_report(FILE *out, check_engine_t *engine, const check_options_t *options, const run_status_t *status,
                      int exit_code) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) return -1;
    scord_race_report_json(engine->report, memory);
    fclose(memory);
    char *brace = text == NULL ? NULL : strrchr(text, '}');
    while (brace != NULL && brace > text && (brace[-1] == '\n' || brace[-1] == ' ')) brace--;
    if (brace != NULL) {
        fwrite(text, 1, (size_t)(brace - text), out);
        put_members(out, engine, options, status, exit_code);
        check_oracle_json(&engine->oracle, out);
        fputs("\n}\n", out);
    }
    free(text);
    return brace == NULL ? -1 : 0;
}

int check_write_json(const char *path, check_engine_t *engine, const check_options_t *options,
                     const run_status_t *status, int exit_code) {
    const bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "w");
    if (out == NULL) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    const int failed = put_report(out, engine, options, status, exit_code);
    const bool lost = fflush(out) != 0 || ferror(out);
    if (!standard) fclose(out);
    return failed == 0 && !lost ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the report", path);
}
