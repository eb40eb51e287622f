/* SPDX-License-Identifier: Apache-2.0 */
/* scratch.h: a directory for intermediate files, removed with all that is in it: by its command, or
 * when the process ends by exit, quick_exit or a signal that it does not take itself. After SIGKILL
 * (and a crash) nothing of a process runs: the next command that makes one removes what those have
 * left in the same place.
 */
#ifndef SCORD_SCRATCH_H
#define SCORD_SCRATCH_H

#include <stddef.h>

/* Makes $TMPDIR/scord-NAME-XXXXXX (/tmp when TMPDIR is not set), at most four at a time. Signals
 * that the command takes itself are set before. Returns 0, or an exit code after one message. */
int scratch_make(const char *name, char *directory, size_t size);
/* Removes it; "" is none. The name is "" afterwards. */
void scratch_remove(char *directory);
/* Removes the folder PATH, of no scratch_make, with all that is in it. */
void scratch_remove_tree(const char *path);
/* Removes all of this process: for those who end it in another way. Allocates nothing; signal
 * handlers may call it. */
void scratch_remove_all(void);

#endif
