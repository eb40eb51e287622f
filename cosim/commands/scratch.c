/* scratch.c: see scratch.h. */
#include "scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

int scratch_make(const char *name, char *directory, size_t size) {
    const char *parent = getenv("TMPDIR");
    snprintf(directory, size, "%s/scord-%s-XXXXXX", parent != NULL && *parent != '\0' ? parent : "/tmp", name);
    if (mkdtemp(directory) != NULL) return 0;
    const int code =
        scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s; set TMPDIR to a writable directory", directory, strerror(errno));
    directory[0] = '\0';
    return code;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void scratch_remove(char *directory) {
    if (directory[0] != '\0') nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    directory[0] = '\0';
}
