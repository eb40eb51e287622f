/* SPDX-License-Identifier: Apache-2.0 */
/* executable_folder.h: the folder of the running executable, from which an installation finds its
 * other files.
 */
#ifndef SCORD_EXECUTABLE_FOLDER_H
#define SCORD_EXECUTABLE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Absolute, links resolved, without a slash at its end; `size` bytes. False, and "", when it cannot
 * be found out. */
bool scord_executable_folder(char *folder, size_t size);

#endif
