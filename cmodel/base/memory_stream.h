/* SPDX-License-Identifier: Apache-2.0 */
/* memory_stream.h: a stream that prints into memory. A replacement for open_memstream: in glibc
 * 2.36 that drops text silently when memory runs out, and its fclose may return neither a text nor
 * an error.
 */
#ifndef SCORD_MEMORY_STREAM_H
#define SCORD_MEMORY_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* A stream to print into, or NULL without memory. After fclose *TEXT is what was printed,
 * terminated, the caller's to free, and *BYTES its length; fclose fails (and ferror may say so
 * earlier) when memory was not enough: *TEXT is then the first part of what was printed. */
FILE *scord_memory_stream(char **text, size_t *bytes);

#endif
