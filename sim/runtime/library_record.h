/* SPDX-License-Identifier: Apache-2.0 */
/* library_record.h: a call of a library in a captured stream, kept to be made again each time its
 * graph runs: the function, its arguments as they stood in registers and on the stack, and what
 * they point to of the host that the call reads when it is made (scalars, handles, descriptors).
 */
#ifndef SIM_LIBRARY_RECORD_H
#define SIM_LIBRARY_RECORD_H

#include <stddef.h>

#include "sim/runtime/include/scord_cuda/runtime_api.h"

typedef struct library_record library_record_t;

/* The call that its function has announced in this thread (SCORD_LIBRARY_CALLED), kept once. NULL:
 * none is announced, or there is no memory. */
library_record_t *library_record_new(void);
void library_record_share(library_record_t *record); /* one owner more */
void library_record_drop(library_record_t *record);  /* one less; NULL: nothing */
/* What the host has at POINTER now: the copy, or NULL without memory. It stands in for POINTER
 * (VALUE), or is there again for as long as the call is made again (an object of the library). */
const void *library_record_value(library_record_t *record, const void *pointer, size_t bytes);
void library_record_object(library_record_t *record, void *pointer, size_t bytes);
/* The call again, in STREAM. */
void library_record_run(library_record_t *record, cudaStream_t stream);

/* The call that this thread makes again: NULL, or its record. *STREAM becomes where. */
const library_record_t *library_record_running(cudaStream_t *stream);
/* The value that RECORD has for POINTER, else POINTER. */
const void *library_record_find(const library_record_t *record, const void *pointer);

#endif
