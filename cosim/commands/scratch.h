/* scratch.h: a directory for intermediate files, removed with all that is in it. */
#ifndef SCORD_SCRATCH_H
#define SCORD_SCRATCH_H

#include <stddef.h>

/* Makes $TMPDIR/scord-NAME-XXXXXX (/tmp when TMPDIR is not set). Returns 0, or an exit code after one message. */
int scratch_make(const char *name, char *directory, size_t size);
/* Removes it; "" is none. The name is "" afterwards. */
void scratch_remove(char *directory);

#endif
