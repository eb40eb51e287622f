/* SPDX-License-Identifier: Apache-2.0 */
/* sim_internal.h: the parts of `scord sim` (command_sim.c, sim_options.c, sim_statistics.c,
 * sim_print.c, sim_json.c). How the program is compiled and run:
 * cosim/commands/program.
 */
#ifndef SCORD_SIM_INTERNAL_H
#define SCORD_SIM_INTERNAL_H

#include <limits.h>

#include "cosim/commands/program/check_run.h"
#include "sim/machine/machine.h"

enum { SIM_SETTINGS_MAX = 4096 }; /* all numbers of a machine as text fit */

typedef struct sim_options {
    gpu_machine_t machine;
    char machine_name[32];
    gpu_schedule_t schedule;
    gpu_schedule_by_t schedule_by;
    bool functional, detect, quiet, machine_help;
    char config[96];                         /* of the detector, as scord_config_parse reads it */
    const char *wave, *phases, *json, *html; /* files, NULL: not asked for */
} sim_options_t;

/* Fills in both; what `scord check` has too goes to *common. Returns 0, or SCORD_EXIT_BAD_INPUT
 * after one message. */
int sim_read_options(int argc, char **argv, sim_options_t *options, check_options_t *common);

/* What a kernel, or the run, counted; in functional mode only what that mode counts. */
typedef struct sim_results {
    gpu_kernel_statistics_t *kernels; /* in order of first launch */
    uint64_t count;
    gpu_cycle_statistics_t total;
} sim_results_t;

/* Reads what the program left in the file of RUN_KERNELS_FD and adds it up. Returns 0, or an exit
 * code after one message. */
int sim_read_results(int kernels_fd, sim_results_t *results);
/* The same of a functional run. */
void sim_functional_results(const gpu_statistics_t *statistics, sim_results_t *results);
void sim_free_results(sim_results_t *results);

/* Every number of K, in one order: the fields of gpu_cycle_statistics_t by their names, then the
 * derived ones. */
typedef struct sim_number {
    const char *name;
    unsigned values; /* 1, or GPU_STALL_COUNT: one a reason */
    bool real;
    const char *meaning;
} sim_number_t;
unsigned sim_numbers(void);
sim_number_t sim_number(unsigned index);
uint64_t sim_count(const gpu_cycle_statistics_t *statistics, unsigned index,
                   unsigned value); /* of one that is not real */
double sim_real(const gpu_cycle_statistics_t *statistics, unsigned index,
                unsigned value); /* of any */
/* A derived number by name: "ipc", "barrier_share", …; 0 when what it divides by is. The name must
 * be one. */
double sim_derived(const gpu_cycle_statistics_t *statistics, const char *name);
extern const char *const sim_reasons[GPU_STALL_COUNT]; /* "exit", "barrier", … */

void sim_print(const sim_options_t *options, const sim_results_t *results, FILE *out);
/* To PATH (`-`: standard output). Returns 0, or an exit code after one message. */
int sim_write_json(const char *path, const sim_options_t *options, const check_run_t *run,
                   const sim_results_t *results);
/* The same as a page (docs/reports.md). */
int sim_write_page(const char *path, const sim_options_t *options, const check_run_t *run,
                   const sim_results_t *results);

#endif
