/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_coverage.c: `scord cosim --coverage FILE`: functional coverage of a run, added to a
 * database. docs/coverage.md. */
#include <stdio.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/coverage/coverage_database.h"

int cosim_open_coverage(cosim_source_t *source, const cosim_arguments_t *arguments) {
    if (!arguments->coverage) return 0;
    if (source->config.as_printed)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: --coverage counts the rules of docs/semantics.md, which a machine "
                          "with as_printed does not have",
                          source->name);
    source->coverage = scord_coverage_create(&source->config);
    return source->coverage ? 0
                            : scord_fail(SCORD_EXIT_ENVIRONMENT,
                                         "%s: no memory to measure coverage", source->name);
}

int cosim_save_coverage(const cosim_source_t *source, const cosim_arguments_t *arguments) {
    char message[512];
    if (!source->coverage) return 0;
    const char *error = scord_coverage_error(source->coverage);
    if (error)
        return scord_fail(scord_coverage_no_memory(source->coverage) ? SCORD_EXIT_ENVIRONMENT
                                                                     : SCORD_EXIT_FOUND,
                          "%s: coverage: %s", source->name, error);
    if (scord_coverage_add_to(arguments->coverage, scord_coverage_counts(source->coverage), message,
                              sizeof message) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: --coverage: %s", message);
}
