/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_files.c: wave window, gtkwave view and minimized stream of a mismatch. */
#include "cosim/shrink/mismatch_files.h"

#include <ctype.h>

#include "cmodel/base/shell_words.h"
#include "cosim/shrink/shrink.h"
#include "cosim/wave/wave_pass.h"

static void make_wave(const char *stream, const scord_lockstep_options_t *options, uint64_t cycle,
                      FILE *out) {
    char fst[4096], view[4096], message[512];
    snprintf(fst, sizeof fst, "%s/mismatch.fst", options->output_directory);
    snprintf(view, sizeof view, "%s/mismatch.gtkw", options->output_directory);
    const scord_wave_focus_t focus = {.cycle = cycle};
    const uint64_t from = cycle > SCORD_WAVE_BEFORE ? cycle - SCORD_WAVE_BEFORE : 0;
    if (scord_wave_window(stream, options, from, cycle + SCORD_WAVE_AFTER, fst, message,
                          sizeof message) != 0)
        fprintf(out, "  wave      not written: %s\n", message);
    else if (scord_wave_views_write(fst, options->config, &focus) != 0)
        fprintf(out, "  wave      %s (no view: cannot write %s)\n", fst, view);
    else
        fprintf(out, "  wave      %s, cycles %llu to %llu: gtkwave %s\n", fst,
                (unsigned long long)from, (unsigned long long)cycle, view);
}

/* "retire", "metadata_after.tag" → "mismatch-retire-metadata-after-tag": a name for the catalogue.
 */
static void test_name(const scord_lockstep_mismatch_t *mismatch, char *name, size_t size) {
    char text[sizeof mismatch->unit + sizeof mismatch->field + 16];
    size_t used = 0;
    snprintf(text, sizeof text, "mismatch-%s-%s", mismatch->unit, mismatch->field);
    for (const char *c = text; *c && used + 1 < size; c++)
        if (isalnum((unsigned char)*c))
            name[used++] = *c;
        else if (used && name[used - 1] != '-')
            name[used++] = '-';
    name[used] = '\0';
}

/* The line that makes the shrunk stream a test of the catalogue. */
static void write_test(const char *directory, const scord_lockstep_mismatch_t *mismatch,
                       const char *options, FILE *out) {
    char path[4096], name[128];
    snprintf(path, sizeof path, "%s/mismatch.test", directory);
    test_name(mismatch, name, sizeof name);
    FILE *test = fopen(path, "w");
    if (!test) return;
    fprintf(test,
            "# Keep it: copy mismatch.sevt to tb/lockstep/kept/%s.sevt and the next line into "
            "tb/lockstep/kept/kept.tests.\n"
            "%s | tb/lockstep/kept/replay.sh tb/lockstep/kept/%s.sevt %s\n",
            name, name, name, options);
    fclose(test);
    fprintf(out, "  test      %s: the line for the catalogue\n", path);
}

static void make_small_stream(const char *stream, const scord_lockstep_options_t *options,
                              const scord_lockstep_mismatch_t *mismatch, unsigned seconds,
                              FILE *out) {
    char path[4096], message[512];
    scord_shrink_result_t result;
    snprintf(path, sizeof path, "%s/mismatch.sevt", options->output_directory);
    if (scord_shrink(stream, options, mismatch, seconds, path, &result, message, sizeof message) !=
        0)
        fprintf(out, "  shrunk    not written: %s\n", message);
    else {
        fprintf(out, "  shrunk    %s: %zu of %zu events, %u runs\n  again     ", path, result.after,
                result.before, result.runs);
        scord_put_shell_place(out);
        fputs(" cosim ", out);
        scord_put_shell_word(out, path);
        fprintf(out, " %s\n", result.options);
        write_test(options->output_directory, mismatch, result.options, out);
    }
}

void scord_mismatch_files(const char *stream, const scord_lockstep_options_t *options,
                          const scord_lockstep_mismatch_t *mismatch, unsigned shrink_seconds,
                          FILE *out) {
    make_wave(stream, options, mismatch->cycle, out);
    if (shrink_seconds) make_small_stream(stream, options, mismatch, shrink_seconds, out);
}
