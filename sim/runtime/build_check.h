/* SPDX-License-Identifier: Apache-2.0 */
/* build_check.h: the builds that a program was linked from, for `scord check` and for itself. */
#ifndef SIM_BUILD_CHECK_H
#define SIM_BUILD_CHECK_H

#include <stdbool.h>

#include "sim/runtime/run_status.h"

/* Writes both libraries' build ids to STATUS. False: they differ, and nothing more may be called of
 * libscord. */
bool build_check_state(run_status_t *status);

#endif
