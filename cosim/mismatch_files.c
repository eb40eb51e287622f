/* mismatch_files.c: wave window, gtkwave view and minimized stream of a mismatch. */
#include "mismatch_files.h"

#include "shrink.h"
#include "wave_pass.h"

static void make_wave(const char *stream, const scord_lockstep_options_t *options, uint64_t cycle, FILE *out) {
    char fst[4096], view[4096], message[512];
    snprintf(fst, sizeof fst, "%s/mismatch.fst", options->output_directory);
    snprintf(view, sizeof view, "%s/mismatch.gtkw", options->output_directory);
    const uint64_t from = cycle > SCORD_WAVE_BEFORE ? cycle - SCORD_WAVE_BEFORE : 0;
    if (scord_wave_window(stream, options, from, cycle + SCORD_WAVE_AFTER, fst, message, sizeof message) != 0)
        fprintf(out, "  wave      not written: %s\n", message);
    else if (scord_wave_view_write(view, fst, options->config, cycle) != 0)
        fprintf(out, "  wave      %s (no view: cannot write %s)\n", fst, view);
    else
        fprintf(out, "  wave      %s, cycles %llu to %llu: gtkwave %s\n", fst, (unsigned long long)from, (unsigned long long)cycle, view);
}

static void make_small_stream(const char *stream, const scord_lockstep_options_t *options, const scord_lockstep_mismatch_t *mismatch,
                              unsigned seconds, FILE *out) {
    char path[4096], message[512];
    scord_shrink_result_t result;
    snprintf(path, sizeof path, "%s/mismatch.sevt", options->output_directory);
    if (scord_shrink(stream, options, mismatch, seconds, path, &result, message, sizeof message) != 0)
        fprintf(out, "  shrunk    not written: %s\n", message);
    else
        fprintf(out, "  shrunk    %s: %zu of %zu events, %u runs\n", path, result.after, result.before, result.runs);
}

void scord_mismatch_files(const char *stream, const scord_lockstep_options_t *options, const scord_lockstep_mismatch_t *mismatch,
                          unsigned shrink_seconds, FILE *out) {
    make_wave(stream, options, mismatch->cycle, out);
    if (shrink_seconds) make_small_stream(stream, options, mismatch, shrink_seconds, out);
}
