/* SPDX-License-Identifier: Apache-2.0 */
/* event.h: the event stream's records in memory.
 *
 * The event stream is the interface between front end, golden model, RTL driver, oracle, GRAB,
 * importers and random generator (docs/architecture.md, "How one event travels"). It holds
 * everything that a verdict depends on. Encodings come from scripts/params/scord.params; the binary
 * and text formats are docs/stream-format.md.
 *
 * Identifiers are hardware slots: sm, slot (threadblock slot of the SM) and warp (warp slot of the
 * SM).
 */
#ifndef SCORD_EVENT_H
#define SCORD_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SCORD_NAME_MAX = 1023 }; /* longest name or path in a record, bytes without the terminator */
enum { SCORD_ACCESS_WORDS = 4 }; /* of a lane's access, which has at most 16 bytes */

/* A launch starts. Tracked memory is [tracked_base, tracked_base + 4 << log2_tracked_words), base
 * aligned to its size. Consumers set all detector state to its start value (D5). */
typedef struct scord_event_kernel_begin {
    uint32_t kernel;             /* number of the launch, from 0 */
    uint32_t grid[3], block[3];  /* CUDA dimensions, x y z */
    uint32_t dynamic_shared;     /* bytes */
    uint64_t tracked_base;       /* byte address */
    uint32_t log2_tracked_words; /* 4..36 */
    const char *name;            /* demangled kernel name */
} scord_event_kernel_begin_t;

/* A threadblock takes slot `slot` of SM `sm` and the warp slots in `warps`; its warps in ascending
 * CTA order take the set bits in ascending order. `threads` = threads of the block. */
typedef struct scord_event_block_launch {
    uint8_t sm, slot;
    uint32_t warps;
    uint32_t cta[3];
    uint32_t threads;
} scord_event_block_launch_t;

/* block_exit uses sm, slot; warp_exit sm, slot, warp; barrier_arrive sm, slot, warp, pc;
 * barrier_release sm, slot; diverge and reconverge sm, slot, warp, pc, mask (lanes that continue
 * together). */
typedef struct scord_event_warp {
    uint8_t sm, slot, warp;
    uint32_t pc;
    uint32_t mask;
} scord_event_warp_t;

typedef struct scord_event_fence {
    uint8_t sm, slot, warp;
    uint8_t scope;     /* scord_scope_t */
    uint8_t semantics; /* scord_semantics_t; none for membar */
    uint32_t pc;
    uint32_t mask; /* active lanes */
} scord_event_fence_t;

/* One warp instruction on global memory. Arrays are indexed by lane; only lanes of `mask` are
 * meaningful, the rest are 0. has_returned: atomics, and loads whose value the oracle needs
 * (volatile or of a scope): value read. has_operands: atomics: value = operand written (cas: the
 * swap value), compare = cas compare operand. Values are the raw bits of `size` bytes,
 * zero-extended (16-byte accesses carry none).
 * differ: stores: of the n-th word of a lane's access, the lanes to whose bytes of it another lane
 * of the set writes another value (D72). */
typedef struct scord_event_access {
    uint8_t sm, slot, warp;
    uint8_t op;          /* scord_op_t */
    uint8_t atomic_kind; /* scord_atomic_kind_t */
    uint8_t scope;       /* scord_scope_t: of the atomic or scoped access; device otherwise */
    uint8_t semantics;   /* scord_semantics_t */
    uint8_t strong;      /* 0 or 1 (D6) */
    uint8_t size;        /* bytes a lane: 1, 2, 4, 8, 16; addresses are multiples of it */
    uint8_t has_returned, has_operands;
    uint8_t unread; /* 1: an atomic whose result no instruction reads */
    uint32_t pc;
    uint32_t mask;
    uint64_t address[SCORD_THREADS_PER_WARP];
    uint32_t differ[SCORD_ACCESS_WORDS];
    uint64_t returned[SCORD_THREADS_PER_WARP];
    uint64_t value[SCORD_THREADS_PER_WARP];
    uint64_t compare[SCORD_THREADS_PER_WARP];
} scord_event_access_t;

typedef struct scord_event_location {
    uint32_t pc;
    uint32_t line;        /* 1-based; 0 unknown */
    const char *file;     /* as the compiler named it */
    const char *function; /* demangled function that holds the instruction */
} scord_event_location_t;

typedef struct scord_event_object {
    uint64_t address, bytes;
    const char *name; /* __device__ variable, or "cudaMalloc#3" */
} scord_event_object_t;

/* A note that every report made from the stream repeats, such as the order between warps that an
 * import chose. */
typedef struct scord_event_note {
    const char *text;
} scord_event_note_t;

/* The note of a stream that has one launch for every execution, apart from the order of what is
 * unordered: to decide all schedules, each launch is judged as it is (docs/stream-format.md). */
#define SCORD_NOTE_EVERY_EXECUTION                                                                 \
    "litmus test: one launch for each way in which its reads can get their values"

/* Synchronization misused by a warp instruction, or a note of it, as the front end saw it: for
 * reports; the detector and the oracle do not look at it. The record of a rule's first occurrence
 * at a pc comes before the instruction's own; further ones may follow as one record, before the
 * end of the kernel. */
typedef struct scord_event_finding {
    uint8_t rule; /* scord_finding_rule_t (finding_rules.h) */
    uint8_t sm, slot, warp;
    uint32_t pc, mask;             /* the lanes that do it */
    uint32_t other_pc, other_mask; /* other lanes of the warp that have part in it; mask 0: none */
    uint64_t address;              /* byte address; 0: none */
    uint64_t count;                /* occurrences that the record stands for, from 1 */
    const char *text;              /* what was seen, in words; "": nothing more to say */
} scord_event_finding_t;

/* Warps of `sm` in `ready` may issue this cycle; the scheduler picks one (policy:
 * scord_issue_policy_t). */
typedef struct scord_event_schedule {
    uint8_t sm, policy;
    uint32_t ready;
} scord_event_schedule_t;

/* Test annotations. expect: the access event just before must give exactly `races` racy words (0 or
 * more), and when races > 0 the first one has this verdict (and scope, unless scope is
 * SCORD_EXPECT_ANY); path, unless SCORD_EXPECT_ANY, is that of its first word. expect_pick: the
 * schedule just before picks `warp`. */
enum { SCORD_EXPECT_ANY = 255 };
typedef struct scord_event_expect {
    uint32_t races;
    uint8_t verdict; /* scord_verdict_t */
    uint8_t scope;   /* scord_scope_t block or device, or SCORD_EXPECT_ANY */
    uint8_t path;    /* scord_path_t or SCORD_EXPECT_ANY */
    uint8_t warp;    /* expect_pick */
} scord_event_expect_t;

typedef struct scord_event {
    scord_event_kind_t kind;
    uint64_t sequence; /* number of the record in its stream, from 0 */
    uint64_t cycle;    /* front-end cycle */
    union {
        scord_event_kernel_begin_t kernel_begin; /* kernel_end uses .kernel only */
        scord_event_block_launch_t block_launch;
        scord_event_warp_t warp; /* block_exit, warp_exit, barrier_*, diverge, reconverge */
        scord_event_fence_t fence;
        scord_event_access_t access;
        scord_event_location_t location;
        scord_event_object_t object;
        scord_event_note_t note;
        scord_event_finding_t finding;
        scord_event_schedule_t schedule;
        scord_event_expect_t expect; /* expect, expect_pick */
    };
} scord_event_t;

#ifdef __cplusplus
}
#endif
#endif
