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
#include "cmodel/base/json_string.h"
#include "cmodel/report/notes.h"

static void json_result(FILE *out, const cosim_result_t *result) {
    const scord_lockstep_statistics_t *s = &result->statistics;
    fputs("    {\"stream\": ", out);
    scord_json_string(out, result->name ? result->name : "");
    fputs(", \"config\": ", out);
    scord_json_string(out, result->config);
    fprintf(out,
            ",\n     \"events\": %" PRIu64 ", \"sm_events\": %" PRIu64 ", \"checks\": %" PRIu64
            ", \"fences\": %" PRIu64 ", \"races\": %" PRIu64 ", \"picks\": %" PRIu64
            ",\n     \"cycles\": %" PRIu64 ", \"compared_cycles\": %" PRIu64
            ", \"mismatches\": %" PRIu64 ", \"not_performed\": %" PRIu64
            ", \"axi_errors\": %" PRIu64 ", \"log_consumed\": %" PRIu64
            ",\n     \"first_race_cycle\": %" PRIu64 ", \"retire_hash\": \"%016" PRIx64
            "\", \"seconds\": %.6f",
            s->events, s->sm_events, s->checks, s->fences, s->races, s->picks, s->cycles,
            s->compared_cycles, s->mismatches, s->not_performed, s->axi_errors, s->log_consumed,
            s->first_race_cycle, s->retire_hash, s->seconds);
    if (s->state_hash) fprintf(out, ", \"state_hash\": \"%016" PRIx64 "\"", s->state_hash);
    if (result->mismatch.unit[0]) {
        fputs(",\n     \"unit\": ", out);
        scord_json_string(out, result->mismatch.unit);
        fputs(", \"field\": ", out);
        scord_json_string(out, result->mismatch.field);
    }
    if (result->explanation) {
        fputs(",\n     \"explanation\": ", out);
        scord_explanation_json(result->explanation, out, 6);
    }
    scord_notes_json(&result->notes, ",\n     ", "", out);
    fputc('}', out);
}

int cosim_write_json(const char *path, const cosim_arguments_t *arguments,
                     const cosim_result_t *results, int count) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: cannot write %s: %s", path,
                          strerror(errno));
    assert(count > 0);
    fprintf(out, "{\n  \"seed\": %" PRIu64 ", \"free_order\": %s,\n  \"runs\": [\n",
            arguments->seed, arguments->free_order ? "true" : "false");
    for (int i = 0; i < count; i++) {
        json_result(out, &results[i]);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
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
    char *command = scord_command_line(argc, argv); /* before cosim_parse reorders it */
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
