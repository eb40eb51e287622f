/* SPDX-License-Identifier: Apache-2.0 */
/* ordering.h: what the program's calls mean for the order of operations (sim/order/order.h,
 * docs/launch-order.md), one call of each API function.
 *
 * Nothing is kept until something could overlap: a second stream, or memory that the host sees,
 * too. Before that, all operations are in the order of one stream, and the host sees only what it
 * waits for.
 */
#ifndef SIM_ORDERING_H
#define SIM_ORDERING_H

#include "sim/order/order.h"
#include "sim/runtime/session.h"

order_t *ordering_order(const session_t *session); /* NULL: nothing can overlap so far */
/* From here on operations can overlap. */
void ordering_start(session_t *session);

/* Stream 0 is cudaStreamPerThread, in the whole program; called by what was compiled so. */
void scord_default_stream_per_thread(void);

/* ---- streams and events; numbers are kept in the caller's handles ---- */
uint32_t ordering_stream(session_t *session, bool blocking);
void ordering_stream_gone(session_t *session, cudaStream_t stream);
uint32_t ordering_number(session_t *session, cudaStream_t stream); /* once order is kept */
void ordering_event_gone(session_t *session, uint32_t event);
void ordering_record(session_t *session, uint32_t *event, cudaStream_t stream);
void ordering_wait(session_t *session, cudaStream_t stream, uint32_t event);
/* The same without a call of the program's: edges of graphs. */
void ordering_mark(session_t *session, uint32_t *event, cudaStream_t stream);
void ordering_follow(session_t *session, cudaStream_t stream, uint32_t event);
/* What is next in STREAM is behind all that is there, also a kernel that may begin early. */
void ordering_edge(session_t *session, cudaStream_t stream);
/* Stream of a graph's branch: called_as when it is made. */
#define ORDERING_BRANCH "a branch"
/* Operations from here on are those of a graph that is launched here. */
void ordering_graph_begin(session_t *session);
void ordering_graph_end(session_t *session);
/* This thread's next operations were asked for at FRAMES, not here; NULL: here. */
void ordering_place(const uintptr_t *frames);
void ordering_event_done(session_t *session, uint32_t event);
void ordering_stream_done(session_t *session, cudaStream_t stream);
void ordering_device_done(session_t *session);
/* The host has waited for that already. */
bool ordering_event_is_done(session_t *session, uint32_t event);
bool ordering_stream_is_done(session_t *session, cudaStream_t stream);
/* streams.c: the number that the stream's handle keeps. */
uint32_t session_stream_number(session_t *session, cudaStream_t stream);

/* ---- operations ---- */
/* FRAMES: where <<<>>> stands, CALL_FRAMES of them; NULL: cudaLaunchKernel was called there. NULL:
 * no order is kept. */
order_operation_t *ordering_kernel(session_t *session, cudaStream_t stream,
                                   const gpu_launch_t *launch, const uintptr_t *frames);
/* Takes the bytes of constant memory that a launch reads, a bit each; NULL: not wanted. */
uint8_t *ordering_constants(session_t *session, const session_module_t *module);
/* This thread's next kernel may begin before the one in front of it has ended. */
void ordering_kernel_programmatic(bool programmatic);
/* Whether it may. Each call of ordering_kernel_programmatic() is for one kernel: the answer is
 * taken. */
bool ordering_take_programmatic(void);
void ordering_kernel_call(session_t *session, const core_host_call_t *call); /* griddepcontrol */
void ordering_kernel_runs(session_t *session, order_operation_t *operation); /* from here on */
void ordering_kernel_event(session_t *session, const scord_event_t *event);
void ordering_kernel_end(session_t *session, const session_module_t *module, uint8_t *read);
/* It waits, and so does the host, here. */
void ordering_stuck_words(session_t *session, const order_operation_t *operation, char *text,
                          size_t size);
/* A host function waits, for a lock of this thread's (LOCK) or else, and this thread for it. */
void ordering_function_stuck_words(session_t *session, const order_operation_t *operation,
                                   bool lock, char *text, size_t size);
void ordering_kernel_pauses(session_t *session); /* the host goes on, the kernel does later */
/* A copy, a set or a host function; what it touches comes between begin and end. */
void ordering_begin(session_t *session, cudaStream_t stream, order_kind_t kind, const char *call);
void ordering_touch(session_t *session, const void *pointer, size_t bytes, bool writes);
void ordering_end(session_t *session, bool host_waits);
/* Between begin and end: the operation runs later, and then. What it touches may be said before, so
 * that the host's accesses meet it: KNOWN. */
order_operation_t *ordering_put_off(session_t *session);
void ordering_take_up(session_t *session, order_operation_t *operation, bool known);

/* This thread runs OPERATION, a host function that was put off, from here on, and has run it. What
 * it touches is the operation's; NULL: no order is kept. */
typedef struct ordering_function {
    order_operation_t *operation;
    struct host_runner *runner;
} ordering_function_t;
void ordering_function_begin(session_t *session, order_operation_t *operation,
                             ordering_function_t *function);
void ordering_function_end(session_t *session, const ordering_function_t *function);

/* Memory: of cudaMallocAsync, before cudaFree releases it, and instead of a release, which comes
 * when all is done or room is needed. False: no allocation begins there. */
void ordering_allocated(session_t *session, const void *pointer, size_t bytes, cudaStream_t stream);
void ordering_free(session_t *session, const void *pointer);
bool ordering_is_freed(const struct session *session, uint64_t address);
bool ordering_free_async(session_t *session, const void *pointer, cudaStream_t stream);
void ordering_release(session_t *session);

/* ---- what kernels launch (device_launches.h) ---- */
struct device_work;
/* OPERATION, which has just begun (NULL: none), may launch. */
void ordering_may_launch(session_t *session, order_operation_t *operation);
/* The kernel that runs, of MODULE, asks for WORK: its launch and site. False: order is not kept. */
bool ordering_launch(session_t *session, const core_host_call_t *call,
                     const session_module_t *module, struct device_work *work);
/* WORK runs: what is touched between the two is its. Returns the operation that ran until then. */
order_operation_t *ordering_launched_begin(session_t *session, const struct device_work *work);
void ordering_launched_end(session_t *session, order_operation_t *outer);
void ordering_launched_touch(session_t *session, uint64_t address, uint64_t bytes, bool writes);
/* As order_launches_wait, of the kernel that runs. */
void ordering_launches_wait(session_t *session);
/* The device's allocation at ADDRESS is given back by a kernel: who gets it next is another. */
void ordering_forget(session_t *session, uint64_t address);

/* ---- the host's own accesses (host_pages.h) ---- */
/* At INSTRUCTION; 0: in the call that runs. True: it races. */
bool ordering_host_access(session_t *session, uint64_t address, uint64_t bytes, bool writes,
                          uintptr_t instruction);
/* Operations wait from here on, or none does any more: what the host touches meanwhile they may
 * meet. One of its accesses was not seen. */
void ordering_waits(session_t *session, bool waits);
void ordering_host_lost(session_t *session);
/* An operation has run while the host read what it likes: flags, too. */
void ordering_host_polls(session_t *session);
/* As order_page_use, for this thread; for it and all others that are awake. */
unsigned ordering_page_use(session_t *session, uint64_t address);
unsigned ordering_page_use_of_all(session_t *session, uint64_t address);
/* An operation that is unordered with the host uses memory where the host is not looked at: the
 * report says so, once. */
void ordering_note_unseen(session_t *session);
bool ordering_is_quiet(session_t *session);
void ordering_finish(session_t *session); /* before the stream's end */

/* ---- what a pointer is, as far as copies care ---- */
typedef enum ordering_memory { MEMORY_PAGEABLE, MEMORY_PINNED, MEMORY_DEVICE } ordering_memory_t;
ordering_memory_t ordering_memory(session_t *session, const void *pointer);

#endif
