/* SPDX-License-Identifier: Apache-2.0 */
/* build_check.c: see build_check.h. The one object of libscordsim.a that holds its build id
 * (cmodel/build_id.h). */
#include "sim/runtime/build_check.h"

#include <stddef.h>
#include <string.h>

#include "cmodel/build_id.h"
#include "build_id_value.h"

/* A checker of another build looks for them there, whatever follows. */
_Static_assert(offsetof(run_status_t, runtime_build) == 0 &&
                   sizeof(((run_status_t *)0)->runtime_build) == 32 &&
                   offsetof(run_status_t, library_build) == 32,
               "the place of the build ids never changes");

bool build_check_state(run_status_t *status) {
    strncpy(status->library_build, scord_build_id(), sizeof status->library_build - 1);
    strncpy(status->runtime_build, SCORD_BUILD_ID, sizeof status->runtime_build - 1);
    return strcmp(status->runtime_build, status->library_build) == 0;
}
