/* SPDX-License-Identifier: Apache-2.0 */
/* command_explore.c: `scord check --schedules`, from the program, which is made, to the exit code;
 * see explore.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/check/explore.h"

/* Worst first: an internal failure, races and findings of any schedule, a program that ended badly.
 * *error is the line on standard error, "" none. */
static int judge(const exploration_t *all, char *error, size_t size) {
    const explore_found_t *found = &all->found;
    *error = '\0';
    for (uint32_t i = 0; i < found->runs && found->worst == SCORD_EXIT_ENVIRONMENT; i++)
        if (found->run[i].exit_code == SCORD_EXIT_ENVIRONMENT) {
            snprintf(error, size, "%s: %s", found->run[i].schedule, found->run[i].error);
            return SCORD_EXIT_ENVIRONMENT;
        }
    if (all->interrupted)
        snprintf(error, size, "interrupted; the report covers %" PRIu32 " schedule%s", found->runs,
                 found->runs == 1 ? "" : "s");
    else if (found->failed > 0)
        snprintf(error, size, "the program ended badly in %" PRIu64 " of %" PRIu32 " schedules",
                 found->failed, found->runs);
    if (found->sites > 0) return SCORD_EXIT_FOUND;
    return found->failed > 0 || all->interrupted ? SCORD_EXIT_BAD_INPUT : SCORD_EXIT_CLEAN;
}

/* An interrupted exploration is kept, also in a folder that was not named. */
static void keep(exploration_t *all) {
    if (!all->interrupted || all->found.fair.schedule[0] == '\0') return;
    all->folder.kept = true;
    fprintf(stderr, "scord: the runs so far are kept; the same command with --resume %s goes on\n",
            all->folder.path);
}

static int report(exploration_t *all) {
    const char *json = all->run->options.json;
    char error[2 * EXPLORE_MESSAGE];
    int code = judge(all, error, sizeof error);
    if (!json || strcmp(json, "-") != 0) explore_print(all, stdout);
    if (error[0] != '\0') scord_fail(code, "%s", error);
    const int written = json ? explore_write_json(all, json, code, error) : 0;
    return written != 0 ? written : code;
}

/* Nothing to compare with: the fair schedule itself ended badly. */
static bool is_broken(const exploration_t *all) {
    return all->found.runs == 1 && all->found.fair.exit_code >= SCORD_EXIT_BAD_INPUT;
}

int explore(check_run_t *run) {
    exploration_t *all = scord_need(calloc(1, sizeof *all));
    all->run = run;
    all->plan = (explore_plan_t){.draw = run->options.explore.draw,
                                 .depth = run->options.explore.depth};
    int code = explore_folder_open(&all->folder, run);
    if (code == 0) code = explore_all(all);
    if (code == 0 && is_broken(all) && !all->interrupted)
        code = scord_fail(all->found.fair.exit_code, "in the fair schedule: %s",
                          all->found.fair.error);
    else if (code == 0)
        code = report(all);
    keep(all);
    explore_folder_close(&all->folder);
    explore_found_free(&all->found);
    free(all);
    return code;
}
