/* command_wave.c: `scord wave VIEW.gtkw [--png FILE]`: opens a prepared view in gtkwave, or renders it without a display.
 *
 * Views are written beside every FST by `scord check --rtl --wave` and `scord cosim --wave` (cosim/wave_view.c).
 * Rendering is gtkwave's own, under Xvfb: scripts/wave_render.sh, found beside the build folder or by SCORD_SCRIPT_DIR.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

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

/* <folder of the executable>/../scripts/wave_render.sh, unless SCORD_SCRIPT_DIR names the folder. Returns 0 or -1. */
static int find_script(char *path, size_t size) {
    const char *stated = getenv("SCORD_SCRIPT_DIR");
    if (stated) return snprintf(path, size, "%s/wave_render.sh", stated) < (int)size ? 0 : -1;
    char executable[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length < 0) return -1;
    executable[length] = '\0';
    char *name = strrchr(executable, '/');
    if (!name) return -1;
    *name = '\0';
    return snprintf(path, size, "%s/../scripts/wave_render.sh", executable) < (int)size ? 0 : -1;
}

static int render(const char *view, const char *png) {
    char script[PATH_MAX];
    if (find_script(script, sizeof script) != 0 || access(script, X_OK) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot find wave_render.sh; set SCORD_SCRIPT_DIR to the folder scripts/ of scord");
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
