/* SPDX-License-Identifier: Apache-2.0 */
/* library_calls.h: a call of cuBLAS and its like (sim/libraries) is one opaque launch in its
 * stream: the library computes on the host, and says which bytes of which operands it reads and
 * writes. Races between launches see the call as they see a copy (docs/launch-order.md); what the
 * call's own threads would do among themselves is not modelled.
 *
 *     scord_library_begin ─► scord_library_operand … ─► compute ─► scord_library_end
 */
#ifndef SIM_LIBRARY_CALLS_H
#define SIM_LIBRARY_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/runtime/include/scord_cuda/runtime_api.h"

/* BY_VALUE: of the host, read when the call is made (alpha, beta): a graph keeps what it was. */
enum { LIBRARY_READS = 1, LIBRARY_WRITES = 2, LIBRARY_BY_VALUE = 4 };

typedef struct scord_library_lock {
    const void *pointer; /* memory of the program's own whose pages the host may not touch */
    size_t bytes;
} scord_library_lock_t;

typedef struct scord_library_call {
    struct session *session;
    const char *name;
    cudaStream_t stream; /* of a recorded call */
    bool outside; /* an operand is not inside its allocation: it is reported, nothing is computed */
    bool host_waits;
    struct library_record *recorded; /* the stream is captured: operands are NULL but for those by
                                        value, and nothing is computed */
    const struct library_record *again; /* a graph runs: the call as it was recorded */
    scord_library_lock_t *locks;
    unsigned lock_count, locks_allocated;
} scord_library_call_t;

/* First in a function of a library: what a captured stream needs to make the call again
 * (library_record.h). Ends with scord_library_end. */
#define SCORD_LIBRARY_CALLED(function)                                                             \
    scord_library_called((void (*)(void))(function), __builtin_apply_args())
void scord_library_called(void (*function)(void), const void *arguments);
/* A handle or a descriptor of the library: graphs that have calls with it find it as it is now. */
void scord_library_object(scord_library_call_t *call, const void *object, size_t bytes);
/* Such an object is destroyed; what a graph may need stays. */
void scord_library_free(void *object);

/* NAME lives as long as the program. */
void scord_library_begin(scord_library_call_t *call, cudaStream_t stream, const char *name);
/* COUNT pieces of BYTES, the next one PITCH bytes behind: where the host finds the first. NULL:
 * none (then call->outside), or POINTER is NULL, or the call is recorded. */
void *scord_library_operand(scord_library_call_t *call, const void *pointer, size_t bytes,
                            size_t pitch, size_t count, unsigned use);
void scord_library_end(scord_library_call_t *call);

/* Ends the program: the call lacks a library of the system, or is not there for these arguments. */
void scord_library_lacks(const char *name, const char *what) __attribute__((noreturn));
/* A function of a library of the system, opened at its first use: SONAME, or OTHER. PACKAGE is
 * Debian's. Ends the program if there is none. */
void *scord_library_function(const char *soname, const char *other, const char *package,
                             const char *function);

#endif
