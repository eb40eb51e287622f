/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: `scord check --watch`: a check whenever a file changes that the last one was made of. */
#ifndef SCORD_WATCH_H
#define SCORD_WATCH_H

#include <stdbool.h>

#include "cosim/commands/program/check_run.h"

/* Makes a process for each check. In such a process it returns 0 with *TURN true, and
 * options->job.options.names takes the names of what is compiled; the caller
 * checks and ends. In the process that waits, it returns once an interrupt came, *TURN false: with
 * the exit code of the last check when none was running, else the process ends by that signal
 * (interrupts_end). What is watched: the sources and the headers of the last check that are not the
 * system's, or the executable. Files that appear under another name do not count. */
int watch_checks(check_options_t *options, bool *turn);

#endif
