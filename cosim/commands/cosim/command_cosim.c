/* SPDX-License-Identifier: Apache-2.0 */
/* command_cosim.c: `scord cosim`: event streams through RTL and golden model in lockstep.
 * docs/architecture.md. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/report/notes.h"

static void put_result(json_writer_t *json, const cosim_result_t *result) {
    const scord_lockstep_statistics_t *s = &result->statistics;
    json_open_object(json, NULL);
    json_put_string(json, "stream", result->name ? result->name : "");
    json_put_string(json, "config", result->config);
    json_line(json, 5);
    json_put_unsigned(json, "events", s->events);
    json_put_unsigned(json, "sm_events", s->sm_events);
    json_put_unsigned(json, "checks", s->checks);
    json_put_unsigned(json, "fences", s->fences);
    json_put_unsigned(json, "races", s->races);
    json_put_unsigned(json, "picks", s->picks);
    json_line(json, 5);
    json_put_unsigned(json, "cycles", s->cycles);
    json_put_unsigned(json, "compared_cycles", s->compared_cycles);
    json_put_unsigned(json, "mismatches", s->mismatches);
    json_put_unsigned(json, "not_performed", s->not_performed);
    json_put_unsigned(json, "axi_errors", s->axi_errors);
    json_put_unsigned(json, "log_consumed", s->log_consumed);
    json_line(json, 5);
    json_put_unsigned(json, "first_race_cycle", s->first_race_cycle);
    json_put_printf(json, "retire_hash", "\"%016" PRIx64 "\"", s->retire_hash);
    json_put_printf(json, "seconds", "%.6f", s->seconds);
    if (s->state_hash) json_put_printf(json, "state_hash", "\"%016" PRIx64 "\"", s->state_hash);
    if (result->mismatch.unit[0]) {
        json_line(json, 5);
        json_put_string(json, "unit", result->mismatch.unit);
        json_put_string(json, "field", result->mismatch.field);
    }
    if (result->explanation) {
        json_line(json, 5);
        scord_put_explanation(json, "explanation", result->explanation, 6);
    }
    if (result->notes.notes > 0) json_line(json, 5);
    scord_put_notes(json, &result->notes);
    json_close(json);
}

int cosim_write_json(const char *path, const cosim_arguments_t *arguments,
                     const cosim_result_t *results, int count) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: cannot write %s: %s", path,
                          strerror(errno));
    assert(count > 0);
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_line(&json, 2);
    json_put_unsigned(&json, "seed", arguments->seed);
    json_put_bool(&json, "free_order", arguments->free_order);
    json_line(&json, 2);
    json_open_array(&json, "runs");
    json_lines(&json, 4);
    for (int i = 0; i < count; i++) put_result(&json, &results[i]);
    json_line(&json, 2);
    json_close(&json);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
    if (out != stdout && fclose(out) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: cannot write %s: %s", path,
                          strerror(errno));
    return 0;
}

/* All sources; the worst exit code counts, and later streams run even when an earlier one failed.
 */
static int run_all(const cosim_arguments_t *arguments, const char *command, cosim_result_t *results,
                   int count) {
    int worst = SCORD_EXIT_CLEAN;
    for (int i = 0; i < count; i++) {
        const int code = cosim_run(arguments, i, command, &results[i]);
        worst = code > worst ? code : worst;
        if (results[i].interrupted) break;
    }
    return worst;
}

static void end_result(cosim_result_t *result) {
    scord_program_map_destroy(&result->notes);
    if (result->explanation) scord_explanation_free(result->explanation);
    free(result->explanation);
}

int scord_command_cosim(int argc, char **argv) {
    cosim_arguments_t arguments;
    char *command = scord_again_line(argc, argv); /* before cosim_parse reorders it */
    int code = cosim_parse(argc, argv, &arguments);
    const int count = arguments.random ? 1 : arguments.stream_count;
    cosim_result_t *results = calloc((size_t)count + 1, sizeof *results);
    if (!code && arguments.help)
        options_print_help(&cosim_form, stdout);
    else if (!code && !results)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: no memory");
    else if (!code) {
        if (arguments.save) code = cosim_save_random(&arguments, arguments.save);
        if (!code) code = run_all(&arguments, command, results, count);
        const int json = arguments.json
                             ? cosim_write_json(arguments.json, &arguments, results, count)
                             : 0;
        code = json > code ? json : code;
    }
    for (int i = 0; i < count && results; i++) end_result(&results[i]);
    free(results);
    free(command);
    return code;
}
