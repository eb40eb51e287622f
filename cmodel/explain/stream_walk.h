/* SPDX-License-Identifier: Apache-2.0 */
/* stream_walk.h: runs a stream through the golden model up to one event, unchanged or with a few
 * events changed, and reports every event and every decision to callbacks. An explanation is made
 * from such walks, and tries its changes with them.
 */
#ifndef SCORD_STREAM_WALK_H
#define SCORD_STREAM_WALK_H

#include "cmodel/detector/decision_observer.h"
#include "cmodel/stream/event_stream.h"
#include "cmodel/scord_replay.h"

typedef enum scord_edit_kind {
    SCORD_EDIT_FENCE,   /* inserts a fence of the warp */
    SCORD_EDIT_BARRIER, /* inserts a barrier release of the block */
    SCORD_EDIT_LOCK,    /* inserts an atomicCAS 0→1 of the warp on the word at `address` */
    SCORD_EDIT_UNLOCK,  /* inserts an atomicExch of 0 */
    SCORD_EDIT_DROP,    /* leaves the event out */
    SCORD_EDIT_STRONG,  /* makes the access strong */
    SCORD_EDIT_WEAK,    /* makes the load or store weak */
    SCORD_EDIT_SCOPE    /* gives the atomic or fence the scope */
} scord_edit_kind_t;

/* One change. Inserted events are placed directly before or after event `at`, several at one place
 * in the order of the edits. */
typedef struct scord_edit {
    scord_edit_kind_t kind;
    uint64_t at; /* sequence of the event */
    bool after;
    uint8_t sm, slot, warp, scope;
    uint64_t address;
} scord_edit_t;

typedef struct scord_walk {
    const char *stream;           /* file */
    const scord_config_t *config; /* NULL: the stream's */
    uint64_t first,
        last; /* events outside are not replayed, but on_event sees those before `first` */
    const scord_edit_t *edit;
    unsigned edits;
    void (*on_event)(struct scord_walk *walk,
                     const scord_event_t *event); /* before it is decided; may be NULL */
    void (*on_decision)(struct scord_walk *walk,
                        const scord_decided_check_t *check); /* may be NULL */
    void *context;
    scord_stream_writer_t
        *writer; /* takes the events as they are after the edits; NULL: nothing does */
    /* for the two functions */
    const scord_event_t *event; /* the one that is being decided */
    bool inserted;              /* it is not in the stream */
    scord_model_t *model;
    bool stop;                       /* set it to end the walk */
    uint64_t written;                /* events given to the writer */
    uint64_t marked, marked_written; /* event of the stream, and its number in what is written */
} scord_walk_t;

typedef enum scord_walk_status {
    SCORD_WALK_OK,
    SCORD_WALK_BAD_INPUT,
    SCORD_WALK_ENVIRONMENT
} scord_walk_status_t;

/* Walks. On a status other than OK, one line in MESSAGE. `expect` records of the stream are
 * ignored. */
scord_walk_status_t scord_walk(scord_walk_t *walk, char *message, size_t size);

#endif
