/* SPDX-License-Identifier: Apache-2.0 */
/* executable_folder.c: see executable_folder.h. */
#include "cmodel/base/executable_folder.h"

#include <string.h>
#include <unistd.h>

bool scord_executable_folder(char *folder, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", folder, size);
    char *slash = length > 0 && (size_t)length < size ? memrchr(folder, '/', (size_t)length) : NULL;
    if (!slash) slash = folder;
    *slash = '\0';
    return slash != folder;
}
