/* SPDX-License-Identifier: Apache-2.0 */
/* relation.h: inside sim/order: clocks, streams, events, history. */
#ifndef SIM_ORDER_RELATION_H
#define SIM_ORDER_RELATION_H

#include "cmodel/base/index_map.h"
#include "sim/order/order.h"

typedef struct order_clock {
    uint32_t *at;
    uint32_t lanes, allocated;
} order_clock_t; /* zeroed = behind nothing */

typedef struct order_stream {
    order_clock_t tail; /* behind its last operation */
    uint32_t lane;
    const void *site;
    bool blocking, destroyed;
    uint32_t host_takes; /* of what the host has taken, its operations have the first ones */
    order_clock_t ahead; /* what a kernel that does not wait for the last operation is behind … */
    uint32_t ahead_of;   /* … which is a kernel, of this time; 0: it is none */
    uint32_t ahead_lane, ahead_time;   /* of those kernels; lane 0: there are none so far */
    bool begins_ahead;                 /* the next one has */
    uint32_t launch_lane, launch_time; /* of what its kernels launch; lane 0: nothing so far */
} order_stream_t;

typedef struct order_event {
    order_clock_t clock;
    const void *site;    /* of the last record */
    uint32_t lane, time; /* of the stream then */
    bool recorded, destroyed;
} order_event_t;

/* What a kernel asked for, or a kernel of the host's that may ask (launches.c). */
typedef struct order_launched {
    uint32_t launcher, root, depth; /* 0: the host; the same for all that it leads to */
    uint32_t parts;                 /* of its launcher: those below are before it */
    uint32_t sequence, behind;      /* among its launcher's; those below have ended before */
    uint32_t launched, waited;      /* its own */
    uint64_t chain;
    bool tail;
    uint32_t stream, lane, time, lanes; /* lanes: of `start` */
    uint32_t *start;                    /* of what the host asked for, else NULL */
} order_launched_t;

/* Who waited for an event: for order_near_miss. */
typedef struct order_wait {
    uint32_t event, lane, time; /* of the record */
    uint32_t stream;            /* ORDER_NONE: the host */
    const void *recorded, *waited;
} order_wait_t;

enum { ORDER_WAITS_KEPT = 256, ORDER_PLACES = 4, ORDER_PARTS = 64 };

typedef struct order_place {
    uint32_t place;
    uint16_t from, to; /* bytes of the page */
} order_place_t;

/* What one operation touched of one page in one way. */
typedef struct order_piece {
    order_operation_t *operation;
    struct order_piece *next;
    uint64_t *bits; /* a bit for each byte; NULL: all of [from, to) */
    uint16_t from, to;
    uint8_t access, places, part;
    order_place_t place[ORDER_PLACES];
} order_piece_t;

typedef struct order_page {
    uint64_t number;
    order_piece_t *piece; /* those of running operations first */
    bool listed;          /* in `touched` */
} order_page_t;

/* What an operation was behind when it began: never changes, and has several owners. */
typedef struct order_start {
    uint32_t owners, lanes;
    uint32_t at[];
} order_start_t;

/* Of operation number OPERATION = {lane, time} the parts below PARTS, and all that it was behind;
 * for the host those below HOST. */
typedef struct order_given {
    uint32_t operation, lane, time, parts, host;
    order_start_t *start;
} order_given_t;
/* An operation came behind it: {lane, time}, number OPERATION, from its part SINCE on. */
typedef struct order_fact {
    order_given_t given;
    uint32_t operation, lane, time, since;
    bool known; /* to the operation that was asked for last */
} order_fact_t;
typedef struct order_word {
    order_given_t *given;
    uint32_t gifts, allocated;
} order_word_t;

enum { ORDER_RECENT = 256 };

/* What a host thread touches while operations wait (host.c). */
typedef struct order_host {
    order_operation_t *now; /* NULL: none */
    uint32_t lane, takes;   /* 0: it has no lane; of `host_takes`, what it began with */
} order_host_t;

struct order {
    order_report_t *report;
    void *context;
    order_clock_t *thread;
    bool *ended; /* of each thread */
    uint32_t threads, threads_allocated, ended_allocated;
    order_stream_t *stream;
    uint32_t streams, streams_allocated;
    order_event_t *event;
    uint32_t events, events_allocated;
    order_wait_t wait[ORDER_WAITS_KEPT];
    uint32_t waits; /* in all; the last ones are kept */
    uint32_t lanes, operations;
    order_page_t *page;
    uint32_t pages, pages_allocated;
    scord_index_map_t page_of;
    struct order_recent { /* where order_touch was last */
        order_operation_t *operation;
        uint64_t page;
        uint32_t access;
        order_piece_t *piece;
    } recent[ORDER_RECENT];
    order_word_t *word; /* that kernels synchronise by */
    uint32_t words, words_allocated;
    order_fact_t *fact;
    uint32_t facts, facts_allocated;
    order_given_t *host_taken; /* by all threads of the host */
    uint32_t host_takes, host_taken_allocated;
    struct order_asked { /* whom `known` is of */
        uint32_t operation, part, facts;
    } asked;
    scord_index_map_t word_of;
    order_launched_t *launch;
    uint32_t launches, launches_allocated; /* number 0 is none */
    uint32_t *touched;                     /* pages of the operation that ends or runs */
    uint32_t touches, touched_allocated;
    order_host_t *host; /* of each thread */
    uint32_t hosts, hosts_allocated;
    uint32_t running; /* operations that have not ended */
    bool host_keeps, host_lost;
    bool failed;
};

/* OPERATION is ordered before all that has CLOCK. */
static inline bool order_is_behind(const order_clock_t *clock, const order_operation_t *operation) {
    return operation->lane < clock->lanes && clock->at[operation->lane] >= operation->time;
}

bool order_reach(order_t *order, order_clock_t *clock, uint32_t lanes); /* it has LANES, at least */

/* history.c: forgets all that can meet nothing any more. */
void order_forget(order_t *order);
void order_release(order_operation_t *operation);
void order_host_forget(order_t *order); /* host.c */

/* words.c */
void order_words_forget(order_t *order);
/* Whether part A_PART of A and B_PART of B are ordered as parts of one launch of the host's. */
bool order_launched_in_order(const order_t *order, const order_operation_t *a, uint32_t a_part,
                             const order_operation_t *b, uint32_t b_part);
void order_launches_forget(order_t *order);
/* OPERATION is behind WHAT, from its present part on. */
bool order_add_fact(order_t *order, order_operation_t *operation, const order_given_t *what);
/* OPERATION, which begins, is behind what the host has taken. */
void order_host_gives(order_t *order, order_operation_t *operation);
bool order_host_has_taken(const order_t *order, const order_piece_t *piece);
/* A word of the piece, which is of page NUMBER, gives something that the host has not taken. */
bool order_host_can_take(const order_t *order, uint64_t number, const order_piece_t *piece);
void order_start_keep(order_t *order, order_operation_t *operation); /* that ends */
void order_taken_free(order_operation_t *operation);
/* Kernels have synchronised, so that one piece is behind the other. */
bool order_have_synchronised(order_t *order, const order_piece_t *a, const order_piece_t *b);

#endif
