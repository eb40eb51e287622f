/* SPDX-License-Identifier: Apache-2.0 */
/* sim_json.c: the numbers of `scord sim` for programs (docs/user-guide.md, "scord sim"). Holds
 * nothing of the simulation's own speed: the same program, machine and seed give the same bytes.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cosim/commands/shared/command_line.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/base/memory_stream.h"
#include "cosim/commands/page/report_page.h"
#include "cosim/commands/sim/sim_internal.h"

static void put_value(json_writer_t *json, const char *name,
                      const gpu_cycle_statistics_t *statistics, unsigned index, unsigned value) {
    if (sim_number(index).real)
        json_put_printf(json, name, "%.9g", sim_real(statistics, index, value));
    else
        json_put_unsigned(json, name, sim_count(statistics, index, value));
}

/* The members of the object that JSON has open, a line each. */
static void put_numbers(json_writer_t *json, const gpu_cycle_statistics_t *statistics) {
    for (unsigned index = 0; index < sim_numbers(); index++) {
        const sim_number_t number = sim_number(index);
        if (number.values == 1) {
            put_value(json, number.name, statistics, index, 0);
            continue;
        }
        json_open_object(json, number.name);
        for (unsigned reason = 0; reason < GPU_STALL_COUNT; reason++)
            put_value(json, sim_reasons[reason], statistics, index, reason);
        json_close(json);
    }
}

static void put_kernels(json_writer_t *json, const sim_results_t *results) {
    json_open_array(json, "kernels");
    json_lines(json, 4);
    for (uint64_t i = 0; i < results->count; i++) {
        json_open_object(json, NULL);
        json_lines(json, 6);
        json_put_string(json, "name", results->kernels[i].name);
        put_numbers(json, &results->kernels[i].statistics);
        json_line(json, 4);
        json_close(json);
    }
    if (results->count > 0) json_line(json, 2);
    json_close(json);
}

static int exit_status(int end) {
    return WIFEXITED(end) ? WEXITSTATUS(end) : 128 + WTERMSIG(end);
} /* as a shell says it */

static void put_object(FILE *out, const sim_options_t *options, const check_run_t *run,
                       const sim_results_t *results) {
    static const char *const by[] = {[GPU_SCHEDULE_BY_MODEL] = "model",
                                     [GPU_SCHEDULE_LOCKSTEP] = "lockstep",
                                     [GPU_SCHEDULE_CLOSED_LOOP] = "closed-loop"};
    assert(options->schedule_by < sizeof by / sizeof *by);
    char settings[SIM_SETTINGS_MAX];
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_string(&json, "schema", "scord-sim-1");
    json_put_string(&json, "program", run->options.name);
    json_put_string(&json, "mode", options->functional ? "functional" : "cycle");
    json_put_string(&json, "machine", options->functional ? "functional" : options->machine_name);
    json_put_string(&json, "settings",
                    gpu_machine_differences(&options->machine, settings, sizeof settings));
    json_put_string(&json, "issue", gpu_schedule_issue_name(&options->schedule));
    json_put_string(&json, "fetch", gpu_schedule_fetch_name(&options->schedule));
    json_put_string(&json, "schedule_by", by[options->schedule_by]);
    json_put_unsigned(&json, "seed", run->options.seed);
    json_put_signed(&json, "exit_status", exit_status(run->child.exit_status));
    json_put_string(&json, "error", run->error);
    json_open_object(&json, "total");
    json_lines(&json, 4);
    put_numbers(&json, &results->total);
    json_line(&json, 2);
    json_close(&json);
    put_kernels(&json, results);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
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
