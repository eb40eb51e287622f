/* litmus_import.h: a litmus file as an event stream, for `scord events import` and `scord oracle`.
 */
#ifndef SCORD_LITMUS_IMPORT_H
#define SCORD_LITMUS_IMPORT_H

#include <stdbool.h>

#include "cmodel/litmus/litmus.h"
#include "cmodel/stream/event_stream.h"

/* True when PATH is named as litmus tests are. */
bool litmus_is_file(const char *path);
/* Reads PATH and writes its launches into WRITER (closed in every case). Returns an exit code;
 * every line that cannot be taken was named on standard error. */
int litmus_import(const char *path, scord_stream_writer_t *writer);
/* The same into memory, as an open stream: for commands that read streams. NULL: *code says why. */
scord_stream_reader_t *litmus_open(const char *path, int *code);

/* Whether PATH is a test of the dialect VULKAN; then whether models of streams can decide it, too.
 * What cannot be read is none, and said by whoever reads it next. Returns 0, or
 * SCORD_EXIT_ENVIRONMENT after one message (memory). */
int litmus_find_vulkan(const char *path, bool *vulkan, bool *for_streams);
/* The verdict of the Vulkan memory model. Returns an exit code, the reason was named. */
int litmus_judge_vulkan(const char *path, litmus_vulkan_t *verdict);

#endif
