/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_import.h: a litmus file as an event stream, for `scord events import` and `scord oracle`.
 */
#ifndef SCORD_LITMUS_IMPORT_H
#define SCORD_LITMUS_IMPORT_H

#include <stdbool.h>

#include "cmodel/litmus/litmus.h"
#include "cmodel/litmus/litmus_relations.h"
#include "cmodel/stream/event_stream.h"

/* True when PATH is named as litmus tests are. */
bool litmus_is_file(const char *path);
/* Reads PATH and writes its launches into WRITER (closed in every case). Returns an exit code;
 * every line that cannot be taken was named on standard error. */
int litmus_import(const char *path, scord_stream_writer_t *writer);
/* The same into memory, as an open stream: for commands that read streams. NULL: *code says why. */
scord_stream_reader_t *litmus_open(const char *path, int *code);

/* What kind of test PATH is; all false: no litmus test, or one that cannot be read, which is said
 * by whoever reads it next. */
typedef struct litmus_look {
    bool vulkan;       /* of the dialect VULKAN */
    bool for_streams;  /* models of streams can decide it, too */
    bool by_relations; /* they can, without a stream (litmus_relations.h) */
} litmus_look_t;

/* Returns 0, or SCORD_EXIT_ENVIRONMENT after one message (memory). */
int litmus_look_at(const char *path, litmus_look_t *look);
/* The verdict of the Vulkan memory model. Returns an exit code, the reason was named. */
int litmus_judge_vulkan(const char *path, litmus_vulkan_t *verdict);
/* The same of a model with AXES, of a test that no stream holds; WHY (of SIZE) is its reason. */
int litmus_judge_relations(const char *path, const scord_oracle_axes_t *axes,
                           litmus_relations_t *verdict, char *why, size_t size);

#endif
