/* SPDX-License-Identifier: Apache-2.0 */
/* find_script.c: see find_script.h. */
#include "cosim/commands/shared/find_script.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/executable_folder.h"

static int path_of(const char *name, char *path, size_t size) {
    const char *stated = getenv("SCORD_SCRIPT_DIR");
    if (stated) return snprintf(path, size, "%s/%s", stated, name) < (int)size ? 0 : -1;
    char executable[PATH_MAX];
    if (!scord_executable_folder(executable, sizeof executable)) return -1;
    static const char *const places[] = {"share/scord/scripts", "scripts"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(path, size, "%s/../%s/%s", executable, places[i], name) < (int)size &&
            access(path, X_OK) == 0)
            return 0;
    return -1;
}

int scord_find_script(const char *name, char *path, size_t size) {
    if (path_of(name, path, size) == 0 && access(path, X_OK) == 0) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT,
                      "cannot find %s; set SCORD_SCRIPT_DIR to the folder scripts/ of scord, or "
                      "install the package scord-rtl",
                      name);
}
