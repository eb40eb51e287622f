/* SPDX-License-Identifier: Apache-2.0 */
/* mismatch_folder.c: see mismatch_folder.h. */
#include "cosim/commands/shared/mismatch_folder.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SHRUNK = 4, /* mismatches of one run, half a minute each: further ones would make it run out of
                   time */
    MOST = 1000 /* the last folder is written again and again */
};

/* The first folder of the run without a mismatch: STATED, then those below it. Returns which one,
 * from 1. */
static unsigned free_folder(const char *stated, char *folder, size_t size) {
    char report[2 * PATH_MAX];
    snprintf(folder, size, "%s", stated);
    for (unsigned number = 1;; number++) {
        snprintf(report, sizeof report, "%s/mismatch.json", folder);
        assert(number >= 1 && number <= MOST);
        if (access(report, F_OK) != 0 || number == MOST) return number;
        snprintf(folder, size, "%s/mismatch-%u", stated, number + 1);
    }
}

void output_folder(const char *name, char *folder, size_t size) {
    struct stat status;
    const bool checkout = stat("build", &status) == 0 && S_ISDIR(status.st_mode);
    snprintf(folder, size, "%s%s", checkout ? "build/" : "", name);
}

bool mismatch_folder(const char **output, char *folder, size_t size) {
    const char *stated = getenv(MISMATCH_FOLDER_VARIABLE);
    if (*output) return true;
    *output = folder;
    if (stated && stated[0] != '\0') return free_folder(stated, folder, size) <= SHRUNK;
    output_folder("mismatch", folder, size);
    return true;
}
