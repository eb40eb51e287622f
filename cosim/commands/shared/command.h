/* SPDX-License-Identifier: Apache-2.0 */
/* command.h: what every sub-command of `scord` has in common.
 * Exit codes everywhere: docs/user-guide.md, "Exit codes".
 */
#ifndef SCORD_COMMAND_H
#define SCORD_COMMAND_H

#include <stdbool.h>

#include "cmodel/stream/event_stream.h"
#include "cosim/commands/shared/options.h"

#define SCORD_VERSION "1.0.0"

enum {
    SCORD_EXIT_CLEAN = 0,      /* no race, no mismatch */
    SCORD_EXIT_FOUND = 1,      /* races or mismatches found */
    SCORD_EXIT_BAD_INPUT = 2,  /* bad usage or input */
    SCORD_EXIT_ENVIRONMENT = 3 /* internal or environment failure */
};

/* argv[0] is the sub-command's name. */
int scord_command_check(int argc, char **argv);
int scord_command_cosim(int argc, char **argv);
int scord_command_nvcc(int argc, char **argv);
int scord_command_events(int argc, char **argv);
int scord_command_grab(int argc, char **argv);
int scord_command_regress(int argc, char **argv);
int scord_command_oracle(int argc, char **argv);
int scord_command_sim(int argc, char **argv);
int scord_command_report(int argc, char **argv);
int scord_command_wave(int argc, char **argv);
int scord_command_area(int argc, char **argv);
int scord_command_explain(int argc, char **argv);

/* Their command lines: usage, options, examples, exit codes. */
extern const command_form_t check_form, cosim_form, events_form, import_form, grab_form,
    regress_form, sim_form, report_form, wave_form, area_form, explain_form;
const command_form_t *nvcc_form(void);
const command_form_t *oracle_form(void);

/* Prints "scord: " and the message to standard error (colour only on a terminal) and returns
 * `code`. */
int scord_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* BLOCK, just allocated; NULL: ends the command, "out of memory", exit code 3. For commands that
 * write only what they have made whole. */
void *scord_need(void *block);
/* Why PATH could not be read, by errno: 3 for want of memory, else 2. */
int scord_fail_read(const char *path);
/* The same for a stream's failure: 3 when the system refused, 2 for bad input. */
int scord_fail_stream(const scord_stream_error_t *error);
/* An option's FILE that stands for standard output; PATH may be NULL: not given. */
static inline bool is_standard_output(const char *path) {
    return path && path[0] == '-' && path[1] == '\0';
}

#endif
