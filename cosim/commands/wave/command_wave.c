/* SPDX-License-Identifier: Apache-2.0 */
/* command_wave.c: `scord wave FILE.fst`: opens a prepared view in gtkwave, or renders it without a
 * display.
 *
 * Views are written beside every FST by `scord check --rtl --wave` and `scord cosim --wave-race`
 * (cosim/wave/wave_view.c). PNG is gtkwave's own rendering, under Xvfb: scripts/wave_render.sh
 * (find_script.h); SVG is drawn by wave_svg.c, a timing diagram of chosen signals by wave_timing.c.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/find_script.h"
#include "cosim/wave/wave_pass.h"
#include "cosim/commands/wave/wave_svg.h"
#include "cosim/commands/wave/wave_timing.h"

typedef struct wave_arguments {
    const char *file, *view, *png, *svg, *diagram; /* NULL: not there */
    char path[PATH_MAX];                           /* of the save file */
} wave_arguments_t;

#define PLACE(member) offsetof(wave_arguments_t, member)
#define VIEWS         "fence_file lock_table pipeline scheduler metadata"

static const option_t rows[] = {
    {"--view", "NAME", OPTION_TEXT, PLACE(view), .choices = VIEWS,
     .help = "one unit: {} (default: the whole device)"},
    {"--png", "FILE", OPTION_FILE, PLACE(png), .help = "a picture, by gtkwave"},
    {"--svg", "FILE", OPTION_FILE, PLACE(svg),
     .help = "a drawing, all rows of the view ('-': standard output)"},
    {"--diagram", "FILE", OPTION_FILE, PLACE(diagram),
     .help =
         "draws the timing diagram that FILE describes (docs/theory/diagrams), of a wave in which "
         "happens what it names; the wave may be a VCD"},
    {0}};

const command_form_t wave_form = {
    .name = "wave",
    .summary = "open a prepared wave view, or render it to PNG",
    .usage = "scord wave FILE.fst [--view NAME] [--png FILE] [--svg FILE]\n"
             "scord wave VIEW.gtkw [--png FILE] [--svg FILE]\n"
             "scord wave FILE.fst --diagram FILE --svg FILE\n",
    .about = "Opens a prepared view of a wave in gtkwave; with --png or --svg renders it to FILE "
             "without a display. Marker A is the cause (the owner's access), marker B the effect "
             "(the race).\n",
    .options = rows,
    .examples =
        "scord check --rtl --wave race.fst program.cu   writes race.fst and its views\n"
        "scord wave race.fst --view lock_table          looks at the lock tables of both sides\n"
        "scord wave race.fst --view fence_file --svg fences.svg\n"
        "scord wave fence.fst --diagram fence_file.diagram --svg -      a diagram of docs/theory\n",
    .exit_codes = "0 done, 2 bad usage or input, 3 environment (gtkwave is missing, a file cannot "
                  "be written)"};

static int render(const char *view, const char *png) {
    char script[PATH_MAX];
    const int code = scord_find_script("wave_render.sh", script, sizeof script);
    if (code) return code;
    fflush(NULL);
    execl(script, script, view, png, (char *)NULL);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot run %s: %s", script, strerror(errno));
}

static bool is_view(const char *name) {
    for (unsigned i = 0; scord_wave_view_name(i); i++)
        if (name[0] && strcmp(scord_wave_view_name(i), name) == 0) return true;
    return false;
}

/* The save file: as named, or beside the FST. */
static int find_view(wave_arguments_t *arguments) {
    const char *file = arguments->file, *dot = strrchr(file, '.');
    const bool save = dot && strcmp(dot, ".gtkw") == 0;
    if (save && arguments->view)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s is a view itself; --view goes with FILE.fst",
                          file);
    if (arguments->view && !is_view(arguments->view))
        return options_refuse_choice("wave", "--view", VIEWS, arguments->view);
    if (save)
        snprintf(arguments->path, sizeof arguments->path, "%s", file);
    else
        scord_wave_view_path(file, arguments->view ? arguments->view : "", arguments->path,
                             sizeof arguments->path);
    if (access(arguments->path, R_OK) == 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "cannot read %s: %s; write it with 'scord check --rtl --wave FILE.fst'",
                      arguments->path, strerror(errno));
}

static int draw_diagram(const wave_arguments_t *arguments) {
    if (!arguments->svg || arguments->view || arguments->png)
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "--diagram goes with --svg FILE, and with no --view or --png; see 'scord wave --help'");
    return wave_timing(arguments->file, arguments->diagram, arguments->svg);
}

int scord_command_wave(int argc, char **argv) {
    wave_arguments_t arguments = {0};
    options_found_t found;
    int code = options_read(&wave_form, &arguments, argc, argv, &found);
    if (code) return code;
    if (found.help) return options_print_help(&wave_form, stdout), SCORD_EXIT_CLEAN;
    if (found.count == 0) return options_refuse("wave", "no wave named", "");
    if (found.count > 1)
        return options_refuse("wave", "one wave at a time, not also ", found.words[1]);
    arguments.file = found.words[0];
    if (arguments.diagram) return draw_diagram(&arguments);
    code = find_view(&arguments);
    if (!code && arguments.svg) code = wave_svg(arguments.path, arguments.svg);
    if (code) return code;
    if (arguments.png) return render(arguments.path, arguments.png);
    if (arguments.svg) return 0;
    execlp("gtkwave", "gtkwave", "-a", arguments.path, (char *)NULL);
    return scord_fail(SCORD_EXIT_ENVIRONMENT,
                      "cannot start gtkwave: %s; run 'apt-get install gtkwave'", strerror(errno));
}
