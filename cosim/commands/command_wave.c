/* command_wave.c: `scord wave VIEW.gtkw [--png FILE]`: opens a prepared view in gtkwave, or renders it without a display.
 *
 * Views are written beside every FST by `scord check --rtl --wave` and `scord cosim --wave` (cosim/wave_view.c).
 * Rendering is gtkwave's own, under Xvfb: scripts/wave_render.sh (find_script.h).
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "find_script.h"

static void print_usage(FILE *out) {
    fputs("usage: scord wave VIEW.gtkw [--png FILE]\n"
          "\n"
          "Opens a prepared view in gtkwave; with --png renders it to FILE without a display.\n"
          "\n"
          "examples:\n"
          "  scord check --rtl --wave race.fst program.cu    writes race.fst and race.gtkw\n"
          "  scord wave race.gtkw                            looks at them\n"
          "  scord wave race.gtkw --png race.png             puts them into a report\n",
          out);
}

static int render(const char *view, const char *png) {
    char script[PATH_MAX];
    const int code = scord_find_script("wave_render.sh", script, sizeof script);
    if (code) return code;
    execl(script, script, view, png, (char *)NULL);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot run %s: %s", script, strerror(errno));
}

int scord_command_wave(int argc, char **argv) {
    const char *view = NULL, *png = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return print_usage(stdout), SCORD_EXIT_CLEAN;
        if (strcmp(argv[i], "--png") == 0) {
            if (++i == argc) return scord_fail(SCORD_EXIT_BAD_INPUT, "--png needs a file; see 'scord wave --help'");
            png = argv[i];
        } else if (argv[i][0] == '-' || view) {
            return scord_fail(SCORD_EXIT_BAD_INPUT, "unexpected argument '%s'; see 'scord wave --help'", argv[i]);
        } else {
            view = argv[i];
        }
    }
    if (!view) return print_usage(stderr), SCORD_EXIT_BAD_INPUT;
    if (access(view, R_OK) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read %s: %s; write it with 'scord check --rtl --wave FILE.fst'", view, strerror(errno));
    if (png) return render(view, png);
    execlp("gtkwave", "gtkwave", "-a", view, (char *)NULL);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot start gtkwave: %s; run 'make setup'", strerror(errno));
}
