/* SPDX-License-Identifier: Apache-2.0 */
/* command_area.c: `scord area`: state audit, synthesis and timing of the hardware (docs/area.md),
 * by scripts/area/area.sh. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/find_script.h"

static const option_t rows[] = {{0}};

const command_form_t area_form = {
    .name = "area",
    .summary = "state audit, synthesized area and timing of the hardware",
    .usage = "scord area [audit [CONFIG]]\n"
             "scord area measure NAME TOP [-c CONFIG] [KEY=VALUE...]\n"
             "scord area check FILE | rows NAME\n",
    .about = "audit: every register bit of a configuration (default gtx480) beside the papers' "
             "arithmetic; fails when a structure has more or fewer bits than its paper gives it.\n"
             "measure: cells, area and longest path of a module of the RTL; its results stay in "
             "build/area/NAME.\n"
             "check: rows that measure printed against the recorded ones.\n"
             "rows: instances of a measured NAME.\n",
    .options = rows,
    .actions = "audit measure check rows",
    .examples =
        "scord area                              the state of the default machine, in bytes\n"
        "scord area measure lane detector_lane   what one lane of the detector costs\n"
        "make area                               all machines, tables and pictures of "
        "docs/area.md\n"};

int scord_command_area(int argc, char **argv) {
    char script[PATH_MAX];
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return options_print_help(&area_form, stdout), SCORD_EXIT_CLEAN;
    const int code = scord_find_script("area/area.sh", script, sizeof script);
    if (code) return code;
    static char audit[] = "audit";
    if (argc > 1 && strcmp(argv[1], "--audit") == 0) argv[1] = audit;
    if (argc <= 2 && (argc == 1 || strcmp(argv[1], audit) == 0)) {
        execl(script, script, "audit", "gtx480", (char *)NULL);
    } else {
        argv[0] = script;
        execv(script, argv);
    }
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot run %s: %s", script, strerror(errno));
}
