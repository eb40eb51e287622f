/* mismatch_folder.c: see mismatch_folder.h. */
#include "mismatch_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 1000 }; /* the last folder is written again and again */

unsigned mismatch_folder(const char *usual, char *folder, size_t size) {
    const char *stated = getenv(MISMATCH_FOLDER_VARIABLE);
    char report[2 * PATH_MAX];
    unsigned number = 1;
    snprintf(folder, size, "%s", stated == NULL || stated[0] == '\0' ? usual : stated);
    if (stated == NULL || stated[0] == '\0') return number;
    for (;; number++) {
        snprintf(report, sizeof report, "%s/mismatch.json", folder);
        if (access(report, F_OK) != 0 || number == MOST) return number;
        snprintf(folder, size, "%s/mismatch-%u", stated, number + 1);
    }
}
