/* SPDX-License-Identifier: Apache-2.0 */
/* wave_filters.c: see wave_filters.h. No path of the build is compiled in, so that an installation
 * does without the checkout. */
#include "cosim/wave/wave_filters.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static bool copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    bool done = in && out;
    for (int letter; done && (letter = getc(in)) != EOF;) done = putc(letter, out) != EOF;
    if (in) fclose(in);
    if (out && fclose(out) != 0) done = false;
    return done;
}

static bool is_filter(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && strcmp(dot, ".filter") == 0;
}

int scord_wave_filters_copy(const char *folder) {
    char source[PATH_MAX], from[2 * PATH_MAX], to[2 * PATH_MAX];
    scord_wave_filters(source, sizeof source);
    DIR *list = source[0] ? opendir(source) : NULL;
    if (!list) return 0;
    bool done = mkdir(folder, 0777) == 0 || errno == EEXIST;
    for (const struct dirent *file; done && (file = readdir(list));) {
        if (!is_filter(file->d_name)) continue;
        snprintf(from, sizeof from, "%s/%s", source, file->d_name);
        snprintf(to, sizeof to, "%s/%s", folder, file->d_name);
        done = copy_file(from, to);
    }
    closedir(list);
    return done ? 1 : -1;
}
