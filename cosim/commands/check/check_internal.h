/* SPDX-License-Identifier: Apache-2.0 */
/* check_internal.h: the parts of `scord check` (command_check.c, check_options.c, check_print.c,
 * check_files.c). How its program runs is in cosim/commands/program.
 */
#ifndef SCORD_CHECK_INTERNAL_H
#define SCORD_CHECK_INTERNAL_H

#include "cosim/commands/program/check_run.h"

/* Returns 0, or SCORD_EXIT_BAD_INPUT after one message. */
int check_read_options(int argc, char **argv, check_options_t *options);
/* What --suppress and --baseline name does not count in the report of a run that has ended. */
void check_set_known(check_run_t *run);
/* The statistics block. */
void check_print_statistics(FILE *out, const check_engine_t *engine, const check_options_t *options,
                            const run_status_t *status);
/* check_files.c: to PATH (`-`: standard output) as JSON or SARIF. */
int check_write_report(const char *path, bool sarif, check_engine_t *engine,
                       const check_options_t *options, const run_status_t *status,
                       const char *error, int exit_code);
/* The JSON as a page (docs/reports.md); the wave, when one was written, is a link. */
int check_write_page(const char *path, check_engine_t *engine, const check_options_t *options,
                     const run_status_t *status, const char *error, int exit_code,
                     const char *timeline);

#endif
