/* SPDX-License-Identifier: Apache-2.0 */
/* event_list.c: see event_list.h. */
#include "cosim/shrink/event_list.h"

#include <assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

static char *copy_string(const char *text, bool *ok) {
    char *copy = strdup(text ? text : "");
    if (!copy) *ok = false;
    return copy;
}

static bool own_strings(scord_event_t *event) {
    bool ok = true;
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) {
        event->kernel_begin.name = copy_string(event->kernel_begin.name, &ok);
    } else if (event->kind == SCORD_EVENT_KIND_LOCATION) {
        event->location.file = copy_string(event->location.file, &ok);
        event->location.function = copy_string(event->location.function, &ok);
    } else if (event->kind == SCORD_EVENT_KIND_OBJECT) {
        event->object.name = copy_string(event->object.name, &ok);
    } else if (event->kind == SCORD_EVENT_KIND_NOTE) {
        event->note.text = copy_string(event->note.text, &ok);
    } else if (event->kind == SCORD_EVENT_KIND_FINDING) {
        event->finding.text = copy_string(event->finding.text, &ok);
    }
    return ok;
}

static void free_strings(scord_event_t *event) {
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
        free((char *)(uintptr_t)event->kernel_begin.name);
    if (event->kind == SCORD_EVENT_KIND_OBJECT) free((char *)(uintptr_t)event->object.name);
    if (event->kind == SCORD_EVENT_KIND_NOTE) free((char *)(uintptr_t)event->note.text);
    if (event->kind == SCORD_EVENT_KIND_FINDING) free((char *)(uintptr_t)event->finding.text);
    if (event->kind != SCORD_EVENT_KIND_LOCATION) return;
    free((char *)(uintptr_t)event->location.file);
    free((char *)(uintptr_t)event->location.function);
}

static bool append(scord_event_list_t *list, const scord_event_t *event) {
    if (!SCORD_ARRAY_ROOM(list->events, list->capacity, list->count + 1)) return false;
    list->events[list->count] = *event;
    return own_strings(&list->events[list->count++]);
}

static bool is_expectation(const scord_event_t *event) {
    return event->kind == SCORD_EVENT_KIND_EXPECT || event->kind == SCORD_EVENT_KIND_EXPECT_PICK;
}

static bool begins_kernel(const scord_event_t *event) {
    return event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN;
}

static bool is_item(const scord_event_t *event) {
    return event->kind == SCORD_EVENT_KIND_ACCESS || event->kind == SCORD_EVENT_KIND_FENCE;
}

/* Events below END go: all of them, or accesses and fences alone. Returns whether there were any.
 */
static bool leave_out(scord_event_list_t *list, size_t end, bool all) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (i >= end || !(all || is_item(&list->events[i])))
            list->events[kept++] = list->events[i];
        else
            free_strings(&list->events[i]);
    }
    assert(kept <= list->count && end <= list->count);
    const size_t gone = list->count - kept;
    list->left_out += gone;
    list->count = kept;
    return gone > 0;
}

/* Of a full list the kernels of the first half go, or as few more as needed. */
static bool make_room(scord_event_list_t *list) {
    const size_t half = list->count / 2;
    size_t first = half; /* that stays */
    while (first < list->count && !begins_kernel(&list->events[first])) first++;
    if (first == list->count)
        for (first = half; first > 0 && !begins_kernel(&list->events[first]);) first--;
    assert(first < list->count || list->count == 0);
    if (first > 0) return leave_out(list, first, true);
    return leave_out(list, half, false) || leave_out(list, list->count - half / 2, false);
}

static int read_events(scord_event_list_t *list, scord_stream_reader_t *reader, uint64_t last,
                       size_t limit, scord_stream_error_t *error) {
    scord_event_t event;
    scord_stream_status_t status;
    while ((status = scord_stream_read(reader, &event, error)) == SCORD_STREAM_OK) {
        if (event.sequence > last) return 0;
        if (is_expectation(&event)) continue;
        if (list->count == limit && !make_room(list)) {
            snprintf(error->message, sizeof error->message,
                     "a kernel of more than %zu events besides accesses and fences", limit);
            return -1;
        }
        if (append(list, &event)) continue;
        snprintf(error->message, sizeof error->message, "no memory for %zu events", list->count);
        return -1;
    }
    return status == SCORD_STREAM_END ? 0 : -1;
}

int scord_event_list_read(scord_event_list_t *list, const char *path, uint64_t last, size_t limit,
                          scord_stream_error_t *error) {
    *list = (scord_event_list_t){0};
    scord_stream_reader_t *reader = scord_stream_open_reader(path, error);
    if (!reader) return -1;
    list->config = *scord_stream_reader_config(reader);
    snprintf(list->config_name, sizeof list->config_name, "%s", list->config.name);
    list->config.name = list->config_name;
    const int result = read_events(list, reader, last, limit, error);
    scord_stream_close_reader(reader);
    return result;
}

int scord_event_list_write(const scord_event_list_t *list, const bool *keep, const char *path,
                           scord_stream_error_t *error) {
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_TEXT, &list->config,
                                                             error);
    if (!writer) return -1;
    int result = 0;
    for (size_t i = 0; i < list->count && result == 0; i++) {
        scord_event_t event = list->events[i]; /* the writer numbers its copy */
        if (!keep || keep[i])
            result = scord_stream_write(writer, &event, error) == SCORD_STREAM_OK ? 0 : -1;
    }
    return scord_stream_close_writer(writer, error) == SCORD_STREAM_OK ? result : -1;
}

void scord_event_list_free(scord_event_list_t *list) {
    for (size_t i = 0; i < list->count; i++) free_strings(&list->events[i]);
    free(list->events);
    *list = (scord_event_list_t){0};
}
