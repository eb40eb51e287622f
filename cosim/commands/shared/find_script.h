/* SPDX-License-Identifier: Apache-2.0 */
/* find_script.h: where the scripts are that some commands hand over to. */
#ifndef SCORD_FIND_SCRIPT_H
#define SCORD_FIND_SCRIPT_H

#include <stddef.h>

/* The path of scripts/NAME: below <folder of the executable>/../share/scord (installed) or ..
 * (checkout), unless SCORD_SCRIPT_DIR names the folder scripts. Returns 0, or the exit code
 * SCORD_EXIT_ENVIRONMENT when it is not there or cannot be executed; then the reason is printed. */
int scord_find_script(const char *name, char *path, size_t size);

#endif
