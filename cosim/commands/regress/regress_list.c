/* SPDX-License-Identifier: Apache-2.0 */
/* regress_list.c: `scord regress --list`: what would run, in the order in which it would start; see
 * regress_internal.h. The last line sums up each tier.
 */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/shared/command.h"

typedef struct sum { /* of a tier */
    size_t runs, unknown;
    double seconds;
} sum_t;

static void print_attribute(const char *name, const char *value) {
    if (value[0] != '\0') printf(" %s=%s", name, value);
}

static int print_run(const regress_options_t *options, const regress_run_t *run) {
    char folder[PATH_MAX];
    const regress_row_t *row = run->row;
    assert(row && row->tier < REGRESS_TIERS);
    snprintf(folder, sizeof folder, "%s/runs/%s", options->output, run->id);
    char *command = regress_command(run, folder);
    if (!command) return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for a command");
    printf("%s tier=%s timeout=%u", run->id, regress_tier_names[row->tier],
           options->timeout != 0 ? options->timeout : row->timeout);
    if (run->expected >= 0) printf(" last=%.1f", run->expected);
    print_attribute("config", row->config);
    print_attribute("touches", row->touches);
    printf(" | %s\n", command);
    free(command);
    return 0;
}

int regress_list(const regress_options_t *options, const regress_plan_t *plan) {
    sum_t sums[REGRESS_TIERS] = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const regress_run_t *run = &plan->runs[i];
        const int code = print_run(options, run);
        if (code != 0) return code;
        sum_t *sum = &sums[run->row->tier];
        sum->runs++;
        sum->unknown += run->expected < 0;
        sum->seconds += run->expected < 0 ? 0 : run->expected;
    }
    for (unsigned tier = 0; tier < REGRESS_TIERS; tier++)
        if (sums[tier].runs > 0)
            printf("# %s: %zu runs, %.0f s of work one after another, %zu of unknown duration\n",
                   regress_tier_names[tier], sums[tier].runs, sums[tier].seconds,
                   sums[tier].unknown);
    return 0;
}
