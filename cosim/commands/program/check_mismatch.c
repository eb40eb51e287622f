/* SPDX-License-Identifier: Apache-2.0 */
/* check_mismatch.c: what `scord check --rtl` leaves of a mismatch: the stream of the program up to
 * there, and what `scord cosim` leaves of any stream. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "cosim/commands/program/check_run.h"
#include "cosim/shrink/mismatch_files.h"
#include "cosim/commands/shared/whole_file.h"

const char *check_mismatch_stream(const check_options_t *options, char *path, size_t size) {
    if (options->events) return options->events;
    assert(size > sizeof "/program.sev");
    snprintf(path, size, "%s/program.sev", options->output);
    return path;
}

void check_mismatch_files(check_run_t *run, FILE *out) {
    char path[2 * PATH_MAX];
    const check_options_t *options = &run->options;
    const scord_lockstep_mismatch_t *mismatch = !run->engine.lockstep
                                                    ? NULL
                                                    : scord_lockstep_mismatch(run->engine.lockstep);
    if (!mismatch || mismatch->unit[0] == '\0') return;
    const char *stream = check_mismatch_stream(options, path, sizeof path),
               *recording = check_recording(run);
    fprintf(out, "files\n  report    %s/mismatch.txt, %s/mismatch.json\n", options->output,
            options->output);
    if (run->engine.recording_problem[0] != '\0') {
        fprintf(out,
                "  no wave, not shrunk: the stream was not recorded: %s; name a file with room by "
                "--events\n",
                run->engine.recording_problem);
        return;
    }
    if (!options->events && whole_file_install(recording, stream, false) != 0) {
        fprintf(out, "  stream    cannot write %s: %s\n", stream, strerror(errno));
        stream = recording;
    } else {
        fprintf(out, "  stream    %s\n", stream);
    }
    fflush(out);
    scord_lockstep_options_t again = run->engine.lockstep_options;
    again.observe = NULL; /* the report has its races already */
    scord_mismatch_files(stream, &again, mismatch, options->no_shrink ? 0 : SCORD_SHRINK_SECONDS,
                         out);
}
