/* SPDX-License-Identifier: Apache-2.0 */
/* check_files.c: the report of `scord check` for programs, JSON (docs/report-schema.json) and
 * SARIF, and as a page. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/build_id.h"
#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/shared/command_line.h"
#include "cmodel/base/memory_stream.h"
#include "cmodel/report/race_json.h"
#include "cmodel/report/race_sarif.h"
#include "cosim/commands/page/report_page.h"

static void put_statistics(json_writer_t *json, const check_statistics_t *s,
                           const gpu_statistics_t *g) {
    json_open_object(json, "statistics");
    json_put_unsigned(json, "events", s->events);
    json_put_unsigned(json, "checks", s->checks);
    json_put_unsigned(json, "fences", s->fences);
    json_put_unsigned(json, "races", s->races);
    json_put_unsigned(json, "out_of_range", g->dropped);
    json_put_unsigned(json, "findings", s->findings);
    json_put_unsigned(json, "lanes_checks", s->lanes_checks);
    json_put_unsigned(json, "launches", g->launches);
    json_put_unsigned(json, "blocks", g->blocks);
    json_put_unsigned(json, "front_end_cycles", g->cycles);
    json_put_unsigned(json, "warp_instructions", g->warp_instructions);
    json_put_unsigned(json, "thread_instructions", g->thread_instructions);
    json_put_unsigned(json, "compiled_launches", g->compiled);
    json_put_unsigned(json, "device_cycles", s->cycles);
    json_put_unsigned(json, "compared_cycles", s->compared_cycles);
    json_put_unsigned(json, "mismatches", s->mismatches);
    json_put_unsigned(json, "first_race_cycle", s->first_race_cycle);
    json_put_printf(json, "seconds", "%.6f", s->seconds);
    json_put_printf(json, "events_per_second", "%.0f", check_rate(s->events, s->seconds));
    json_put_printf(json, "thread_instructions_per_second", "%.0f",
                    check_rate(g->thread_instructions, s->seconds));
    json_close(json);
}

static void put_compilation(json_writer_t *json, const check_options_t *options) {
    if (options->target != TARGET_SOURCES) {
        json_put_null(json, "compilation");
        return;
    }
    json_open_object(json, "compilation");
    json_put_printf(json, "seconds", "%.6f", options->job.seconds);
    json_put_unsigned(json, "units", options->job.units);
    json_put_unsigned(json, "from_cache", options->job.from_cache);
    if (options->job.by_nvcc) json_put_string(json, "compiler", "nvcc");
    json_close(json);
}

/* The race report's members, and those of the run after them. */
/* TIMELINE: for the picture of a page, as JSON; NULL: none. */
static void put_report(FILE *out, check_engine_t *engine, const check_options_t *options,
                       const run_status_t *status, const char *error, int exit_code,
                       const char *timeline) {
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    scord_put_race_report(&json, engine->report);
    json_put_string(&json, "program", options->name);
    json_put_unsigned(&json, "seed", options->seed);
    if (options->schedule) json_put_string(&json, "schedule", options->schedule);
    json_put_bool(&json, "rtl", options->rtl);
    json_put_signed(&json, "exit_code", exit_code);
    json_put_string(&json, "error", error);
    if (options->shared) json_put_bool(&json, "shared", true);
    put_statistics(&json, &engine->statistics, &status->statistics);
    put_compilation(&json, options);
    check_oracle_put(&engine->oracle, &json);
    if (engine->explanation) scord_put_explanation(&json, "explanation", engine->explanation, 4);
    if (timeline) json_put_printf(&json, "timeline", "%s", timeline);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
}

/* -1: no memory. */
static int put_sarif(FILE *out, check_engine_t *engine, const check_options_t *options,
                     const char *error, int exit_code) {
    char *words = NULL;
    size_t length = 0;
    FILE *memory = scord_memory_stream(&words, &length);
    for (int i = 0; memory && i < options->argc; i++)
        fprintf(memory, "%s %s", i == 0 ? "scord" : "", options->argv[i]);
    if (!memory || fclose(memory) != 0) return free(words), -1;
    const scord_sarif_run_t run = {.version = SCORD_VERSION,
                                   .build = scord_build_id(),
                                   .command_line = words,
                                   .directory = engine->directory[0] != '\0' ? engine->directory
                                                                             : NULL,
                                   .error = error,
                                   .exit_code = exit_code};
    scord_race_report_sarif(engine->report, &run, out);
    free(words);
    return 0;
}

int check_write_report(const char *path, bool sarif, check_engine_t *engine,
                       const check_options_t *options, const run_status_t *status,
                       const char *error, int exit_code) {
    assert(engine->report && exit_code >= SCORD_EXIT_CLEAN && exit_code <= SCORD_EXIT_ENVIRONMENT);
    const bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "w");
    int failed = 0;
    if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    if (sarif)
        failed = put_sarif(out, engine, options, error, exit_code);
    else
        put_report(out, engine, options, status, error, exit_code, NULL);
    const bool lost = fflush(out) != 0 || ferror(out);
    if (!standard) fclose(out);
    if (failed != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: out of memory for the report", path);
    return !lost ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the report", path);
}

int check_write_page(const char *path, check_engine_t *engine, const check_options_t *options,
                     const run_status_t *status, const char *error, int exit_code,
                     const char *timeline) {
    char *text = NULL, *command = scord_command_line(options->argc, options->argv);
    size_t bytes = 0;
    FILE *memory = scord_memory_stream(&text, &bytes);
    if (memory) put_report(memory, engine, options, status, error, exit_code, timeline);
    const bool failed = !memory || fclose(memory) != 0;
    const int code = failed
                         ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for the page", path)
                         : report_single(path, options->name, command, text, bytes, options->wave);
    if (failed) free(text);
    free(command);
    return code;
}
