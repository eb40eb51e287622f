/* SPDX-License-Identifier: Apache-2.0 */
/* order.h: which operations of a host program are ordered, and which unordered ones touch the same
 * bytes: races between launches (docs/launch-order.md).
 *
 * An operation is a kernel, copy, set or host function in a stream. The caller says what the
 * program does, in the order in which it does it: streams, events, operations and the bytes that
 * each touches, what the host waits for, and what the host touches itself. The library knows
 * nothing of CUDA's calls: which call makes which order is the caller's business.
 *
 * Call sites and places inside kernels are numbers of the caller's.
 */
#ifndef SIM_ORDER_H
#define SIM_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct order order_t;

enum { ORDER_LEGACY_STREAM = 0, ORDER_MAIN_THREAD = 0, ORDER_NONE = UINT32_MAX };

/* How bytes are touched, a set of bits. */
enum {
    ORDER_WRITES = 1, /* else read */
    ORDER_STRONG = 2, /* atomic for all threads of the device: two such accesses do not race */
    ORDER_SYSTEM = 4, /* atomic for the host, too: it races with nothing that is no kernel's */
    ORDER_ACCESSES = 8
};

typedef enum order_kind {
    ORDER_KERNEL,
    ORDER_COPY,
    ORDER_SET,
    ORDER_HOST_FUNCTION,
    ORDER_HOST,       /* what the host itself touches (order_host_keep) */
    ORDER_ALLOCATION, /* in stream order: touches all bytes that it makes */
    ORDER_FREE        /* that it gives back: until order_forget_range, who touches them races */
} order_kind_t;

typedef struct order_operation {
    order_kind_t kind;
    uint32_t stream, number; /* number: how many operations began before it */
    const void *site;        /* where the host asked for it: the caller's */
    const void *what;        /* the caller's: its kernel, or the like */
    uint32_t lane;           /* its component in clocks … */
    uint32_t time;   /* … and its value there: what has this value, or more, is behind it */
    uint32_t thread; /* of the host, that asked for it */
    uint32_t *start, lanes; /* until order_end: the clock that it is behind */
    uint32_t references;    /* pieces of history, and one of the caller until order_end */
    uint32_t part;          /* of a kernel that others synchronise with (words.c) */
    bool put_off;           /* what it touches is known before it does */
    bool touched;           /* something, in this part */
    bool tells;             /* it writes words that the host may poll */
    bool ahead;             /* order_begin_ahead */
    uint32_t *taken;        /* what it came behind while it ran: numbers of facts */
    uint32_t takes, taken_allocated;
    struct order_start *shared; /* START, for others, and behind order_end */
    uint32_t launch;            /* of a kernel that launches, or what one has launched; else 0 */
} order_operation_t;

/* Two unordered accesses to the same bytes. `later` is NULL when the host is the later one;
 * `earlier` is of kind ORDER_HOST when it is the earlier one. */
typedef struct order_race {
    const order_operation_t *earlier, *later;
    const void *host_site;                 /* without `later` */
    uint64_t address, bytes;               /* the first byte, and how many there are in all */
    uint32_t earlier_access, later_access; /* of the first byte: ORDER_WRITES … */
    uint32_t earlier_place, later_place;   /* in a kernel */
    bool freed;                            /* `later` is no access: the memory is given back */
} order_race_t;

/* An order that the program asked for and that comes too early: an event was recorded before
 * `race->earlier` began, and who waits for it is the later side. */
typedef struct order_near_miss {
    uint32_t event;
    const void *recorded, *waited;
} order_near_miss_t;

typedef void order_report_t(void *context, const order_race_t *race);

order_t *order_create(order_report_t *report, void *context); /* NULL: no memory */
void order_destroy(order_t *order);
/* Memory ran out: what is said from here on is not complete. */
bool order_failed(const order_t *order);

/* ---- what makes order ---- */

uint32_t order_thread_create(order_t *order, uint32_t parent); /* begins with the parent's order */
/* It does nothing any more; its number may be another's next. */
void order_thread_end(order_t *order, uint32_t thread);
/* What FROM has come behind, TO comes behind, too (a join, a lock that passes on). */
void order_thread_follow(order_t *order, uint32_t to, uint32_t from);
/* The same in two halves, for what passes from hand to hand outside of this library: a thread's
 * clock of *LANES numbers, valid until its next call; and THREAD comes behind such a clock. */
const uint32_t *order_thread_clock(const order_t *order, uint32_t thread, uint32_t *lanes);
void order_thread_raise(order_t *order, uint32_t thread, const uint32_t *clock, uint32_t lanes);
/* THREAD is what runs OPERATION, a host function that has not ended: it comes behind all that the
 * operation is behind, and does not race with it. */
void order_thread_runs(order_t *order, uint32_t thread, const order_operation_t *operation);

/* BLOCKING: in order with the legacy stream, both ways. Returns its number, never
 * ORDER_LEGACY_STREAM; ORDER_NONE without memory. */
uint32_t order_stream_create(order_t *order, uint32_t thread, bool blocking, const void *site);
void order_stream_destroy(order_t *order, uint32_t stream); /* its work goes on */
bool order_stream_blocks(const order_t *order, uint32_t stream);
const void *order_stream_site(const order_t *order, uint32_t stream);

uint32_t order_event_create(order_t *order);
void order_event_destroy(order_t *order, uint32_t event);
void order_event_record(order_t *order, uint32_t thread, uint32_t event, uint32_t stream,
                        const void *site);
/* STREAM goes on behind EVENT's last record; nothing without one. */
void order_stream_wait(order_t *order, uint32_t thread, uint32_t stream, uint32_t event,
                       const void *site);
/* The host goes on behind it: a synchronise, or a query that said so. */
void order_event_synchronise(order_t *order, uint32_t thread, uint32_t event, const void *site);
void order_stream_synchronise(order_t *order, uint32_t thread, uint32_t stream);
void order_device_synchronise(order_t *order, uint32_t thread);
/* The host is behind that already: to wait for it would order nothing. */
bool order_event_is_done(const order_t *order, uint32_t thread, uint32_t event);
bool order_stream_is_done(const order_t *order, uint32_t thread, uint32_t stream);

/* ---- operations and what they touch ---- */

/* An operation that the host asks for now. Others may begin before it ends. NULL: no memory. */
order_operation_t *order_begin(order_t *order, uint32_t thread, uint32_t stream, order_kind_t kind,
                               const void *site, const void *what);
/* What the kernel that order_begin is called for next does before it waits for the one in front of
 * it in STREAM: an operation of its own, behind all that the one in front was behind, and ended
 * before the kernel is. NULL: no kernel is in front of it, or no memory. */
order_operation_t *order_begin_ahead(order_t *order, uint32_t thread, uint32_t stream,
                                     const void *site, const void *what);
/* STREAM has something else in front of its next kernel than the last one: it begins behind all. */
void order_no_kernel_in_front(order_t *order, uint32_t stream);
/* OPERATION, a kernel, lets the next one begin when all of it has waited. */
void order_has_waited(order_t *order, const order_operation_t *operation);
/* PLACE is kept for the first access to each part of a page. */
void order_touch(order_t *order, order_operation_t *operation, uint64_t address, uint64_t bytes,
                 uint32_t access, uint32_t place);
/* Kernels synchronise with one another while they run, by words of memory: what one did, up to a
 * fence, it gives on with a word that it writes behind the fence, and who reads that comes behind
 * it. The fence: what OPERATION has touched so far is of the parts below the number returned. */
uint32_t order_fence(order_t *order, order_operation_t *operation);
/* WORD, from here on, carries OPERATION's parts below PARTS and what that has taken itself; those
 * below HOST for the host, too (0: none). */
void order_word_give(order_t *order, order_operation_t *operation, uint64_t word, uint32_t parts,
                     uint32_t host);
bool order_words_carry(const order_t *order); /* any does something */
bool order_word_carries(const order_t *order, uint64_t word);
/* What OPERATION touches from here on is behind what WORD carries. */
void order_word_take(order_t *order, order_operation_t *operation, uint64_t word);
/* The host reads BYTES at ADDRESS: it, and each operation that it asks for from here on, is behind
 * what the words there carry for it. */
void order_host_take(order_t *order, uint64_t address, uint64_t bytes);
/* ---- what kernels launch themselves ---- */

typedef struct order_launch {
    uint32_t launcher, parts, sequence, behind; /* of order_launch */
    uint64_t chain; /* of one launcher those of one chain run in turn; 0: of none */
    bool tail;      /* behind all else that its launcher does and has launched */
} order_launch_t;

/* OPERATION, a kernel that has begun and touched nothing, may ask for operations itself: what is
 * behind it is behind these, too. Without it nothing that it asks for is looked at. */
void order_may_launch(order_t *order, order_operation_t *operation);
/* OPERATION asks for one now: LAUNCH is behind what it has touched so far. False: none is kept. */
bool order_launch(order_t *order, order_operation_t *operation, order_launch_t *launch);
/* It runs: begun here, ended by order_end. NULL: no memory. */
order_operation_t *order_begin_launched(order_t *order, uint32_t thread, order_kind_t kind,
                                        const order_launch_t *launch, const void *site,
                                        const void *what);
/* What OPERATION asks for from here on is behind all that it has asked for. What it touches itself
 * is behind what has ended. */
void order_launches_wait(order_t *order, order_operation_t *operation);
/* Of a race inside of one launch of the host's: a kernel and what it leads to, or two launches. */
typedef enum order_launches {
    ORDER_LAUNCHES_NONE,
    ORDER_LAUNCHES_ONE,
    ORDER_LAUNCHES_TWO
} order_launches_t;
order_launches_t order_launches_of(const order_t *order, const order_race_t *race);

/* LATER, which has not ended, begins behind EARLIER. */
bool order_is_before(const order_operation_t *earlier, const order_operation_t *later);
/* A synchronise of the stream, or of the event, waits for the operation. */
bool order_stream_waits_for(const order_t *order, uint32_t stream,
                            const order_operation_t *operation);
bool order_event_waits_for(const order_t *order, uint32_t event,
                           const order_operation_t *operation);
/* All that it touches is known: races are reported. HOST_WAITS: the call returns behind it. */
void order_end(order_t *order, order_operation_t *operation, uint32_t thread, bool host_waits);

/* The host itself touches bytes. False: nothing unordered is left on the pages of these bytes that
 * an access of this direction could meet. */
bool order_host_access(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes,
                       bool writes, const void *site);
/* From here on each access of the host's is kept (order_host_keep), or none is any more. */
void order_host_keeps(order_t *order, bool keeps);
/* The same for operations that were asked for and have not touched their bytes yet. PLACE: the
 * caller's, of the access. */
void order_host_keep(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes, bool writes,
                     uint32_t place);
/* OPERATION, a host function that THREAD has run: what is behind it is behind what that has come
 * behind, too, also when it was asked for before. */
void order_function_ends(order_t *order, uint32_t thread, order_operation_t *operation);
/* All words that carry something for the host count as read: it may poll one unseen. */
void order_host_take_all(order_t *order);
/* One was missed: until order is forgotten, no operation meets what was kept. */
void order_host_lose(order_t *order);
/* The host gives the memory back, now. */
void order_free(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes,
                const void *site);
/* The memory is gone: who gets it next has nothing to do with what was done there. */
void order_forget_range(order_t *order, uint64_t address, uint64_t bytes);
/* The host is behind all operations: nothing that comes can race with them. */
bool order_is_quiet(const order_t *order, uint32_t thread);
/* What an unordered operation of another does to PAGE: 0 nothing, 1 it reads, 2 it writes. */
unsigned order_page_use(const order_t *order, uint32_t thread, uint64_t address);

/* Why the race is not ordered, as far as an event of the program is near. */
bool order_near_miss(const order_t *order, const order_race_t *race, order_near_miss_t *miss);

enum { ORDER_PAGE = 4096 };

#ifdef __cplusplus
}
#endif
#endif
