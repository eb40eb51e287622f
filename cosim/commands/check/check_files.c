/* check_files.c: the report of `scord check` for programs, JSON (docs/report-schema.json) and
 * SARIF, and as a page. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/build_id.h"
#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/shared/command_line.h"
#include "cmodel/base/json_string.h"
#include "cmodel/base/memory_stream.h"
#include "cmodel/report/race_sarif.h"
#include "cosim/commands/page/report_page.h"

static void put_members(FILE *out, const check_engine_t *engine, const check_options_t *options,
                        const run_status_t *status, const char *error, int exit_code) {
    const check_statistics_t *s = &engine->statistics;
    const gpu_statistics_t *g = &status->statistics;
    fputs(",\n  \"program\": ", out);
    scord_json_string(out, options->name);
    fprintf(out, ",\n  \"seed\": %" PRIu64 ",\n  \"rtl\": %s,\n  \"exit_code\": %d,\n  \"error\": ",
            options->seed, options->rtl ? "true" : "false", exit_code);
    scord_json_string(out, error);
    if (options->shared) fputs(",\n  \"shared\": true", out);
    fprintf(out,
            ",\n  \"statistics\": {\"events\": %" PRIu64 ", \"checks\": %" PRIu64
            ", \"fences\": %" PRIu64 ", \"races\": %" PRIu64 ", \"launches\": %" PRIu64
            ", \"blocks\": %" PRIu64 ", \"front_end_cycles\": %" PRIu64
            ", \"warp_instructions\": %" PRIu64 ", \"thread_instructions\": %" PRIu64
            ", \"device_cycles\": %" PRIu64 ", \"compared_cycles\": %" PRIu64
            ", \"mismatches\": %" PRIu64 ", \"first_race_cycle\": %" PRIu64
            ", \"seconds\": %.6f, \"events_per_second\": %.0f, \"thread_instructions_per_second\": "
            "%.0f}",
            s->events, s->checks, s->fences, s->races, g->launches, g->blocks, g->cycles,
            g->warp_instructions, g->thread_instructions, s->cycles, s->compared_cycles,
            s->mismatches, s->first_race_cycle, s->seconds, check_rate(s->events, s->seconds),
            check_rate(g->thread_instructions, s->seconds));
    const compile_job_t *job = &options->job;
    if (options->target != TARGET_SOURCES)
        fputs(",\n  \"compilation\": null", out);
    else
        fprintf(out, ",\n  \"compilation\": {\"seconds\": %.6f, \"units\": %u, \"from_cache\": %u}",
                job->seconds, job->units, job->from_cache);
}

/* The race report's object, with more members before its closing brace. */
static int put_report(FILE *out, check_engine_t *engine, const check_options_t *options,
                      const run_status_t *status, const char *error, int exit_code) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = scord_memory_stream(&text, &length);
    if (!memory) return -1;
    scord_race_report_json(engine->report, memory);
    char *brace = fclose(memory) != 0 ? NULL : strrchr(text, '}');
    while (brace && brace > text && (brace[-1] == '\n' || brace[-1] == ' ')) brace--;
    if (brace) {
        fwrite(text, 1, (size_t)(brace - text), out);
        put_members(out, engine, options, status, error, exit_code);
        check_oracle_json(&engine->oracle, out);
        if (engine->explanation) {
            fputs(",\n  \"explanation\": ", out);
            scord_explanation_json(engine->explanation, out, 4);
        }
        fputs("\n}\n", out);
    }
    free(text);
    return !brace ? -1 : 0;
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
        failed = put_report(out, engine, options, status, error, exit_code);
    const bool lost = fflush(out) != 0 || ferror(out);
    if (!standard) fclose(out);
    if (failed != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: out of memory for the report", path);
    return !lost ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the report", path);
}

int check_write_page(const char *path, check_engine_t *engine, const check_options_t *options,
                     const run_status_t *status, const char *error, int exit_code) {
    char *text = NULL, *command = scord_command_line(options->argc, options->argv);
    size_t bytes = 0;
    FILE *memory = scord_memory_stream(&text, &bytes);
    const bool put = memory && put_report(memory, engine, options, status, error, exit_code) == 0;
    const bool failed = !memory || fclose(memory) != 0 || !put;
    const int code = failed
                         ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for the page", path)
                         : report_single(path, options->name, command, text, bytes, options->wave);
    if (failed) free(text);
    free(command);
    return code;
}
