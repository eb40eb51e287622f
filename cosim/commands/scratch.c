/* scratch.c: see scratch.h. */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
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

void scratch_remove(char *directory) {
    DIR *list = directory[0] != '\0' ? opendir(directory) : NULL;
    if (list == NULL) return;
    for (struct dirent *found; (found = readdir(list)) != NULL;)
        if (strcmp(found->d_name, ".") != 0 && strcmp(found->d_name, "..") != 0)
            unlinkat(dirfd(list), found->d_name, 0);
    closedir(list);
    rmdir(directory);
    directory[0] = '\0';
}
