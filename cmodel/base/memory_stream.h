/* memory_stream.h: a text that is printed into memory. As open_memstream, whose stream in
 * glibc 2.36 drops what it has no memory for without a sign of it, and whose fclose may hand back
 * no text and no error.
 */
#ifndef SCORD_MEMORY_STREAM_H
#define SCORD_MEMORY_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* A stream to print into, or NULL without memory. After fclose *TEXT is what was printed,
 * terminated, the caller's to free, and *BYTES its length; fclose fails, and ferror before it may,
 * when memory was not enough: *TEXT then is a part. NULL: nothing. */
FILE *scord_memory_stream(char **text, size_t *bytes);

#endif
