/* litmus_import.h: a litmus file as an event stream, for `scord events import` and `scord oracle`.
 */
#ifndef SCORD_LITMUS_IMPORT_H
#define SCORD_LITMUS_IMPORT_H

#include <stdbool.h>

#include "cmodel/stream/event_stream.h"

/* True when PATH is named as litmus tests are. */
bool litmus_is_file(const char *path);
/* Reads PATH and writes its launches into WRITER (closed in every case). Returns an exit code;
 * every line that cannot be taken was named on standard error. */
int litmus_import(const char *path, scord_stream_writer_t *writer);
/* The same into memory, as an open stream: for commands that read streams. NULL: *code says why. */
scord_stream_reader_t *litmus_open(const char *path, int *code);

#endif
