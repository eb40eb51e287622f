/* SPDX-License-Identifier: Apache-2.0 */
/* command_sim.c: `scord sim PROG.cu`: compiles a CUDA program, runs it as a child process on the
 * cycle-level machine and prints where the cycles went (check_run.c; sim/sm/pipeline/pipeline.h).
 * docs/user-guide.md, "scord sim".
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cosim/commands/shared/grouped.h"
#include "cmodel/base/seconds.h"
#include "cosim/commands/sim/sim_internal.h"
#include "cmodel/base/whole_transfer.h"

#define DEVICE_FILE "libscordscheduler.so" /* beside the libraries */
#define PHASES_HEAD                                                                                \
    "kernel,sm,slot,block,warp,phase,start,arrive,end,kind\n" /* sim/sm/pipeline/phase_log.h */

enum { VARIABLES_MAX = 10, NUMBER_TEXT = 16 };

typedef struct sim_run {
    check_run_t run;
    sim_options_t options;
    sim_results_t results;
    checked_variable_t variables[VARIABLES_MAX + 1];
    unsigned variable_count;
    char settings[SIM_SETTINGS_MAX], device[PATH_MAX + sizeof DEVICE_FILE],
        kernels_text[NUMBER_TEXT], phases_text[NUMBER_TEXT];
    int kernels_fd, phases_fd; /* -1: not open */
    double seconds;            /* of the program */
} sim_run_t;

/* ---- what the program is told ---- */

static void tell(sim_run_t *sim, const char *name, const char *value) {
    sim->variables[sim->variable_count++] = (checked_variable_t){name, value};
}

static void tell_descriptor(sim_run_t *sim, const char *name, char text[NUMBER_TEXT],
                            int descriptor) {
    snprintf(text, NUMBER_TEXT, "%d", descriptor);
    tell(sim, name, text);
}

static int open_files(sim_run_t *sim) {
    const char *phases = sim->options.phases;
    sim->kernels_fd = memfd_create("scord-kernels", 0);
    if (sim->kernels_fd < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no file for the program's counts: %s",
                          strerror(errno));
    tell_descriptor(sim, RUN_KERNELS_FD, sim->kernels_text, sim->kernels_fd);
    if (!phases) return 0;
    sim->phases_fd = open(phases, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (sim->phases_fd < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", phases, strerror(errno));
    if (!whole_write(sim->phases_fd, PHASES_HEAD, strlen(PHASES_HEAD)))
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", phases, strerror(errno));
    tell_descriptor(sim, RUN_PHASES_FD, sim->phases_text, sim->phases_fd);
    return 0;
}

/* The RTL: what the environment names, else what was built beside the libraries. */
static int find_device(sim_run_t *sim) {
    char headers[PATH_MAX], libraries[PATH_MAX];
    const char *stated = getenv(RUN_SCHEDULER_DEVICE);
    if (stated)
        snprintf(sim->device, sizeof sim->device, "%s", stated);
    else {
        const int code = toolchain_find_installation(libraries, headers, sizeof libraries);
        if (code != 0) return code;
        snprintf(sim->device, sizeof sim->device, "%s/%s", libraries, DEVICE_FILE);
    }
    if (access(sim->device, R_OK) != 0)
        return scord_fail(
            SCORD_EXIT_ENVIRONMENT,
            "the RTL of the scheduler: %s: %s; run `make build`, or install the package "
            "scord-rtl",
            sim->device, strerror(errno));
    tell(sim, RUN_SCHEDULER_DEVICE, sim->device);
    return 0;
}

static int tell_device(sim_run_t *sim) {
    const char *wave = sim->options.wave;
    if (sim->options.schedule_by == GPU_SCHEDULE_BY_MODEL) return 0;
    tell(sim, RUN_SCHEDULE_BY,
         sim->options.schedule_by == GPU_SCHEDULE_LOCKSTEP ? "lockstep" : "closed-loop");
    if (wave) tell(sim, RUN_SCHEDULER_WAVES, wave);
    return find_device(sim);
}

static int tell_program(sim_run_t *sim) {
    sim->run.events = sim->options.detect;
    sim->run.variables = sim->variables;
    if (sim->options.functional) return 0;
    tell(sim, RUN_MACHINE,
         gpu_machine_differences(&sim->options.machine, sim->settings, sizeof sim->settings));
    tell(sim, RUN_ISSUE, gpu_schedule_issue_name(&sim->options.schedule));
    tell(sim, RUN_FETCH, gpu_schedule_fetch_name(&sim->options.schedule));
    const int code = open_files(sim);
    return code != 0 ? code : tell_device(sim);
}

/* ---- what it came to ---- */

/* On standard error: it differs from run to run. */
static void print_speed(const sim_run_t *sim) {
    char cycles[32], instructions[32];
    const gpu_cycle_statistics_t *total = &sim->results.total;
    fprintf(stderr, "simulated %s cycles/s, %s warp instructions/s (%.2f s)\n",
            grouped((uint64_t)check_rate(total->cycles, sim->seconds), cycles),
            grouped((uint64_t)check_rate(total->warp_instructions, sim->seconds), instructions),
            sim->seconds);
}

static int report(sim_run_t *sim) {
    check_run_t *run = &sim->run;
    const char *json = sim->options.json;
    if (sim->options.functional)
        sim_functional_results(&run->child.status->statistics, &sim->results);
    const int unread = sim->options.functional ? 0
                                               : sim_read_results(sim->kernels_fd, &sim->results);
    if (unread != 0) return unread;
    if (!sim->options.quiet && (!json || strcmp(json, "-") != 0)) {
        sim_print(&sim->options, &sim->results, stdout);
        if (run->events) {
            fputc('\n', stdout);
            scord_race_report_print(run->engine.report, stdout, isatty(STDOUT_FILENO));
        }
    }
    fflush(stdout);
    if (!sim->options.quiet) print_speed(sim);
    const int code = check_judge(run);
    int written = json ? sim_write_json(json, &sim->options, run, &sim->results) : 0;
    if (written == 0 && sim->options.html)
        written = sim_write_page(sim->options.html, &sim->options, run, &sim->results);
    return written != 0 ? written : code;
}

static int simulate(sim_run_t *sim) {
    check_run_t *run = &sim->run;
    int code = check_read_config(run);
    if (code == 0) code = tell_program(sim);
    if (code == 0) code = check_make_program(run);
    sim->seconds = -scord_seconds_now();
    if (code == 0 && !interrupts_seen()) code = check_run_program(run);
    sim->seconds += scord_seconds_now();
    return code == 0 && run->child.status ? report(sim) : code;
}

static void end(sim_run_t *sim) {
    check_end(&sim->run);
    sim_free_results(&sim->results);
    if (sim->kernels_fd >= 0) close(sim->kernels_fd);
    if (sim->phases_fd >= 0) close(sim->phases_fd);
}

int scord_command_sim(int argc, char **argv) {
    sim_run_t *sim = calloc(1, sizeof *sim);
    if (!sim) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    sim->kernels_fd = sim->phases_fd = -1;
    int code = sim_read_options(argc, argv, &sim->options, &sim->run.options);
    if (code == 0 && sim->run.options.help)
        options_print_help(&sim_form, stdout);
    else if (code == 0 && sim->options.machine_help)
        gpu_machine_print(&sim->options.machine, stdout);
    else if (code == 0) {
        interrupts_catch();
        code = simulate(sim);
        end(sim);
    }
    free(sim);
    return interrupts_end(code);
}
