/* wave_filters.c: see wave_filters.h. No path of the build is compiled in, so that an installation
 * does without the checkout. */
#include "cosim/wave/wave_filters.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/executable_folder.h"

static bool has_filters(const char *folder) {
    char file[PATH_MAX];
    return snprintf(file, sizeof file, "%s/op.filter", folder) < (int)sizeof file &&
           access(file, R_OK) == 0;
}

/* PLACE below BASE, when the filters are there. */
static bool found_below(const char *base, const char *place, char *folder, size_t size) {
    return (size_t)snprintf(folder, size, "%s/%s", base, place) < size && has_filters(folder);
}

void scord_wave_filters(char *folder, size_t size) {
    const char *stated = getenv("SCORD_WAVE_DIR");
    if (stated && size >= PATH_MAX && realpath(stated, folder)) return;
    char base[PATH_MAX];
    scord_executable_folder(base, sizeof base);
    for (char *end = base + strlen(base); end; end = strrchr(base, '/')) {
        *end = '\0';
        if (found_below(base, "share/scord/wave", folder, size) ||
            found_below(base, "cosim/wave", folder, size))
            return;
    }
    folder[0] = '\0';
}
