/* sim_json.c: the numbers of `scord sim` for programs (docs/user-guide.md, "scord sim"). Holds
 * nothing of the simulation's own speed: the same program, machine and seed give the same bytes.
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cosim/commands/shared/command_line.h"
#include "cmodel/base/json_string.h"
#include "cmodel/base/memory_stream.h"
#include "cosim/commands/page/report_page.h"
#include "cosim/commands/sim/sim_internal.h"

static void put_value(FILE *out, const gpu_cycle_statistics_t *statistics, unsigned index,
                      unsigned value) {
    if (sim_number(index).real)
        fprintf(out, "%.9g", sim_real(statistics, index, value));
    else
        fprintf(out, "%" PRIu64, sim_count(statistics, index, value));
}

static void put_reasons(FILE *out, const gpu_cycle_statistics_t *statistics, unsigned index) {
    for (unsigned reason = 0; reason < GPU_STALL_COUNT; reason++) {
        fprintf(out, "%s\"%s\": ", reason == 0 ? "{" : ", ", sim_reasons[reason]);
        put_value(out, statistics, index, reason);
    }
    fputc('}', out);
}

/* The members of an object, without its braces. */
static void put_numbers(FILE *out, const gpu_cycle_statistics_t *statistics, const char *indent) {
    for (unsigned index = 0; index < sim_numbers(); index++) {
        const sim_number_t number = sim_number(index);
        fprintf(out, "%s%s\"%s\": ", index == 0 ? "" : ",\n", indent, number.name);
        if (number.values == 1)
            put_value(out, statistics, index, 0);
        else
            put_reasons(out, statistics, index);
    }
}

static void put_kernels(FILE *out, const sim_results_t *results) {
    fputs(",\n  \"kernels\": [", out);
    for (uint64_t i = 0; i < results->count; i++) {
        fprintf(out, "%s\n    {\n      \"name\": ", i == 0 ? "" : ",");
        scord_json_string(out, results->kernels[i].name);
        fputs(",\n", out);
        put_numbers(out, &results->kernels[i].statistics, "      ");
        fputs("\n    }", out);
    }
    fputs(results->count == 0 ? "]" : "\n  ]", out);
}

static int exit_status(int end) {
    return WIFEXITED(end) ? WEXITSTATUS(end) : 128 + WTERMSIG(end);
} /* as a shell says it */

static void put_text(FILE *out, const char *name, const char *value) {
    fprintf(out, ",\n  \"%s\": ", name);
    scord_json_string(out, value);
}

static void put_object(FILE *out, const sim_options_t *options, const check_run_t *run,
                       const sim_results_t *results) {
    static const char *const by[] = {[GPU_SCHEDULE_BY_MODEL] = "model",
                                     [GPU_SCHEDULE_LOCKSTEP] = "lockstep",
                                     [GPU_SCHEDULE_CLOSED_LOOP] = "closed-loop"};
    assert(options->schedule_by < sizeof by / sizeof *by);
    char settings[SIM_SETTINGS_MAX];
    fputs("{\n  \"schema\": \"scord-sim-1\"", out);
    put_text(out, "program", run->options.name);
    put_text(out, "mode", options->functional ? "functional" : "cycle");
    put_text(out, "machine", options->functional ? "functional" : options->machine_name);
    put_text(out, "settings",
             gpu_machine_differences(&options->machine, settings, sizeof settings));
    put_text(out, "issue", gpu_schedule_issue_name(&options->schedule));
    put_text(out, "fetch", gpu_schedule_fetch_name(&options->schedule));
    put_text(out, "schedule_by", by[options->schedule_by]);
    fprintf(out, ",\n  \"seed\": %" PRIu64 ",\n  \"exit_status\": %d", run->options.seed,
            exit_status(run->child.exit_status));
    put_text(out, "error", run->error);
    fputs(",\n  \"total\": {\n", out);
    put_numbers(out, &results->total, "    ");
    fputs("\n  }", out);
    put_kernels(out, results);
    fputs("\n}\n", out);
}

int sim_write_json(const char *path, const sim_options_t *options, const check_run_t *run,
                   const sim_results_t *results) {
    const bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "w");
    if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    put_object(out, options, run, results);
    const bool lost = fflush(out) != 0 || ferror(out);
    if (!standard) fclose(out);
    return lost ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the numbers", path) : 0;
}

int sim_write_page(const char *path, const sim_options_t *options, const check_run_t *run,
                   const sim_results_t *results) {
    char *text = NULL, *command = scord_command_line(run->options.argc, run->options.argv);
    size_t bytes = 0;
    FILE *memory = scord_memory_stream(&text, &bytes);
    if (!memory)
        return free(command),
               scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for the page", path);
    put_object(memory, options, run, results);
    if (fclose(memory) != 0)
        return free(text), free(command),
               scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for the page", path);
    const int code = report_single(path, run->options.name, command, text, bytes, options->wave);
    free(command);
    return code;
}
