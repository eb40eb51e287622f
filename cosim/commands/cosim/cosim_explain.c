/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_explain.c: `scord cosim --explain-race K` and `--explain EVENT`: one check of the run in
 * words. */
#include <limits.h>
#include <stdlib.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/commands/shared/scratch.h"

static int explain_file(const cosim_arguments_t *arguments, const char *stream,
                        const scord_config_t *config, const char *name,
                        scord_explanation_t *explanation) {
    int code = explain_check(&arguments->explain, stream, config, explanation);
    if (code) return code;
    FILE *out = arguments->quiet ? stderr : stdout;
    explanation->stream = name;
    if (!arguments->quiet) scord_explanation_print(explanation, out);
    explanation->stream = stream;
    code = explain_write_fix(&arguments->explain, explanation, out);
    explanation->stream = name;
    explanation->config = NULL; /* the source's: it ends before the result */
    return code;
}

int cosim_explain(const cosim_arguments_t *arguments, const cosim_source_t *source,
                  cosim_result_t *result) {
    char folder[PATH_MAX] = "", path[PATH_MAX + 16];
    const char *stream = source->name;
    if (!arguments->explain.asked) return 0;
    result->explanation = calloc(1, sizeof *result->explanation);
    if (!result->explanation)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: no memory for an explanation");
    int code = 0;
    if (arguments->random) { /* it is read several times, too */
        code = scratch_make("explain", folder, sizeof folder);
        snprintf(path, sizeof path, "%s/run.sev", folder);
        if (code == 0) code = cosim_save_random(arguments, path);
        stream = path;
    }
    if (code == 0)
        code = explain_file(arguments, stream, arguments->config_text ? &source->config : NULL,
                            source->name, result->explanation);
    scratch_remove(folder);
    return code;
}
