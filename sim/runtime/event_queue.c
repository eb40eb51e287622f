/* SPDX-License-Identifier: Apache-2.0 */
/* event_queue.c: see event_queue.h.
 *
 *     launches in the order of their beginning:  A (writes) ─► B (kept) ─► C (kept)
 *                                  A has ended:                B (what was kept, then writes) ─► C
 *
 * Names and places of the stream, which are of no launch, are never kept. What is kept lies in a
 * file without a name; its cycles are given anew, since they never go back in the stream.
 */
#include "sim/runtime/event_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct queue {
    struct queue *next;
    const void *launch;
    FILE *kept; /* scord_event_t; NULL: nothing is kept */
    bool ended;
} queue_t;

static queue_t *first, *turn; /* as the session, one for the process; its lock guards it */

static void no_memory(session_t *session) {
    session_end(session, RUN_ENVIRONMENT, "no room for the events of launches beside each other");
}

void event_queue_begin(session_t *session, const void *launch) {
    queue_t **at = &first;
    while (*at) at = &(*at)->next;
    *at = turn = calloc(1, sizeof **at);
    if (!turn) no_memory(session);
    turn->launch = launch;
}

void event_queue_turn(session_t *session, const void *launch) {
    (void)session;
    turn = first;
    while (turn && (turn->launch != launch || turn->ended)) turn = turn->next;
}

static char *text_copy(session_t *session, const char *text) {
    char *copy = strdup(text);
    if (!copy) no_memory(session);
    return copy;
}

bool event_queue_keeps(session_t *session, const scord_event_t *event) {
    if (!turn || turn == first || event->kind == SCORD_EVENT_KIND_LOCATION ||
        event->kind == SCORD_EVENT_KIND_OBJECT)
        return false;
    scord_event_t kept = *event;
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
        kept.kernel_begin.name = text_copy(session, event->kernel_begin.name);
    if (event->kind == SCORD_EVENT_KIND_FINDING)
        kept.finding.text = text_copy(session, event->finding.text);
    if (!turn->kept) turn->kept = tmpfile();
    if (!turn->kept || fwrite(&kept, sizeof kept, 1, turn->kept) != 1) no_memory(session);
    return true;
}

static void write_kept(session_t *session, queue_t *queue) {
    scord_event_t event;
    if (!queue->kept) return;
    rewind(queue->kept);
    while (fread(&event, sizeof event, 1, queue->kept) == 1) {
        session_emit(session, &event);
        if (event.kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
            free((void *)(uintptr_t)event.kernel_begin.name);
        if (event.kind == SCORD_EVENT_KIND_FINDING) free((void *)(uintptr_t)event.finding.text);
    }
    fclose(queue->kept);
    queue->kept = NULL;
}

void event_queue_end(session_t *session, const void *launch) {
    for (queue_t *queue = first; queue; queue = queue->next)
        if (queue->launch == launch) queue->ended = true;
    turn = NULL;
    while (first && first->ended) {
        queue_t *done = first;
        first = done->next;
        free(done);
        if (first) write_kept(session, first);
    }
}

void event_queue_finish(session_t *session) {
    turn = NULL;
    for (queue_t *queue = first; queue; queue = queue->next)
        if (queue->ended || queue == first) write_kept(session, queue);
}
