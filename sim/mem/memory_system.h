/* SPDX-License-Identifier: Apache-2.0 */
/* memory_system.h: the memory hierarchy, cycle by cycle: L1s, interconnect, L2 slices, DRAM, and
 * the detector beside them (docs/memory-system.md; ScoRD Table V, section V; machine number
 * memory_queues).
 *
 * Load/store units hand over one segment a cycle (memory_system_access) and take answers
 * (memory_system_answers); the clock moves everything else. Every queue is bounded and nothing is
 * dropped: what finds no room waits, back to the load/store unit. With the machine parameter
 * `detector` every access and fence also goes to the detector's timing model; it produces no
 * verdicts.
 */
#ifndef SIM_MEMORY_SYSTEM_H
#define SIM_MEMORY_SYSTEM_H

#include "cmodel/stream/event.h"
#include "sim/mem/detector_timing.h"
#include "sim/mem/memory_packet.h"
#include "sim/machine/cycle_statistics.h"
#include "sim/machine/machine.h"

typedef struct memory_system memory_system_t;

/* One segment of a warp instruction. */
typedef struct memory_access {
    uint64_t segment;  /* address / MEMORY_SEGMENT */
    uint32_t words;    /* touched */
    uint32_t ticket;   /* comes back in the answer; below 2^31 */
    uint8_t kind;      /* MEMORY_LOAD, MEMORY_STORE or MEMORY_ATOMIC */
    bool cached;       /* a load through the L1 */
    uint8_t conflicts; /* MEMORY_ATOMIC: lanes on one word */
    bool at_l1;        /* scoped_l1: an atomic, or a strong access, of block scope */
    uint8_t warp;      /* slot; scoped_l1 */
    uint64_t carried;  /* memory_system_carried, when the access took effect */
} memory_access_t;

typedef enum memory_outcome {
    MEMORY_ANSWERED, /* an L1 hit: the data are there after the L1's latency */
    MEMORY_SENT,     /* the answer comes */
    MEMORY_WAITS     /* nothing has happened: try again; the reason is counted */
} memory_outcome_t;

/* The detector's view of a kernel's memory (D23, D24). */
typedef struct memory_tracking {
    uint64_t tracked_base;
    uint32_t log2_tracked_words, log2_cache_ratio;
} memory_tracking_t;

/* machine must outlive it. NULL: out of memory. */
memory_system_t *memory_system_make(const gpu_machine_t *machine, uint64_t seed);
void memory_system_free(memory_system_t *memory); /* NULL: nothing */
/* Kernel start: the L1s are empty, the detector begins anew. statistics: where to count from now
 * on. False: out of memory. */
bool memory_system_start(memory_system_t *memory, gpu_cycle_statistics_t *statistics,
                         const memory_tracking_t *tracking);
/* A launch was given up: what is on its way is dropped. */
void memory_system_clear(memory_system_t *memory);

memory_outcome_t memory_system_access(memory_system_t *memory, unsigned sm,
                                      const memory_access_t *access, uint64_t now);
/* A fence goes to the detector. False: there is no room, try again. Always true without detector.
 */
bool memory_system_fence(memory_system_t *memory, unsigned sm, uint64_t carried, uint64_t now);
/* scoped_l1, for a fence or access of device scope by WARP: RELEASES flushes dirty lines, one a
 * cycle, then ACQUIRES drops the clean ones. False: it is not through, call again in the next
 * cycle. */
bool memory_system_synchronise(memory_system_t *memory, unsigned sm, unsigned warp, bool releases,
                               bool acquires, uint64_t now);
/* scoped_l1: the number of the SM's last write-back; and whether the L2 has confirmed all up to it.
 */
uint64_t memory_system_last_write_back(const memory_system_t *memory, unsigned sm);
bool memory_system_wrote_back(const memory_system_t *memory, unsigned sm, uint64_t number);
/* scoped_l1, at the kernel's end: L1s are flushed, a line a cycle each; answers are taken. And
 * whether everything is in the L2: always without scoped_l1. */
void memory_system_flush_all(memory_system_t *memory, uint64_t now);
bool memory_system_flushed(const memory_system_t *memory);
/* Answers that reach SM in cycle NOW: at most one packet. Returns how many *tickets (valid until
 * the next call). */
uint32_t memory_system_answers(memory_system_t *memory, unsigned sm, uint64_t now,
                               const uint32_t **tickets);
void memory_system_clock(memory_system_t *memory, uint64_t now);
/* Every request has been decided and what that changed is in the L2. Always true without detector.
 */
bool memory_system_detector_idle(const memory_system_t *memory);
/* Cycles in which the detector decided something, in this launch. */
uint64_t memory_system_decide_cycles(const memory_system_t *memory);
/* Adds to the statistics what was counted elsewhere since the last call. */
void memory_system_account(memory_system_t *memory);
/* For the laboratory's detectors (metadata_entries.h), which look at what metadata hold; nothing
 * without them. An event of the machine takes effect; and what the last access or fence carries. */
void memory_system_event(memory_system_t *memory, const scord_event_t *event);
uint64_t memory_system_carried(const memory_system_t *memory);
bool memory_system_out_of_memory(const memory_system_t *memory);

#endif
