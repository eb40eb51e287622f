/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_internal.h: what the files of the collector share.
 *
 *   coverage.c        life, events, the copies of SM units and fence file, requests on their way
 *   coverage_items.c  retired items: rule, cross, what came just before
 *   coverage_locks.c  lock table events
 *   coverage_order.c  checks and fences with acquire_release
 *   coverage_pins.c   back-pressure and reordering at the device's pins
 */
#ifndef SCORD_COVERAGE_INTERNAL_H
#define SCORD_COVERAGE_INTERNAL_H

#include <assert.h>

#include "cmodel/detector/acquire_release.h"
#include "cosim/coverage/coverage.h"
#include "cmodel/detector/fence_file.h"
#include "cmodel/sm/scord_sm.h"

enum {
    SCORD_COVERAGE_PENDING = 1024, /* requests of an SM on their way: more than harness queues,
                                      FIFOs and one instruction hold */
    SCORD_COVERAGE_BLOCKS = 1 << SCORD_BLOCK_ID_WIDTH,
    SCORD_COVERAGE_STAMPS_MAX =
        1 << 20, /* entries with a stamp; larger kernels do without alias points */
};

/* Unwrapped counters: how often, not modulo 64 or 256. */
typedef struct fence_counts {
    uint32_t block, device;
} fence_counts_t;

typedef struct pending_request {
    scord_detector_request_t request;
    uint32_t remaining;        /* words to come; fence: 1 */
    uint32_t barriers, launch; /* of its block when it was issued */
    bool tracked, untracked;   /* words of either kind seen */
    uint32_t indices_seen; /* bit (entry index mod 32) of words decided, for kernels of fewer than
                              32 entries */
} pending_request_t;

typedef struct pending_ring {
    pending_request_t request[SCORD_COVERAGE_PENDING];
    unsigned head, count;
} pending_ring_t;

/* The owner's unwrapped counters at the time it became owner. */
typedef struct stamp {
    bool touched;
    fence_counts_t fences;
    uint32_t barriers, launch;
} stamp_t;

typedef struct last_item {
    bool valid, race;
    scord_coverage_item_t item;
    uint8_t block_id, warp_id;
    uint64_t index; /* entry of a check */
} last_item_t;

/* State of coverage_pins.c. */
typedef struct pins {
    uint8_t read_ids[2 * SCORD_MAX_METADATA_LINES],
        write_ids[2 *
                  SCORD_MAX_METADATA_LINES]; /* IDs in flight, in the order of their addresses */
    unsigned reads, writes;
    int read_id; /* of a burst whose last beat has not come, or -1 */
    bool interrupt, retired;
    uint32_t last_sequence;
} pins_t;

struct scord_coverage {
    scord_config_t config;
    uint64_t counts[SCORD_COVERAGE_BINS_MAX];
    unsigned first[SCORD_COVERAGE_GROUP_COUNT];
    char error[256];
    bool no_memory; /* is the error */
    /* the kernel */
    bool start; /* a kernel_begin was fed; takes effect with the next event, when the last kernel's
                   items are in */
    scord_event_kernel_begin_t begin;
    uint64_t tracked_base, tracked_words;
    unsigned log2_entries;
    stamp_t *stamps; /* of the entries of this kernel, or NULL */
    /* copies of the device's state */
    scord_sm_t sm[SCORD_MAX_SMS];
    scord_fence_file_t fence_file;
    fence_counts_t fences[SCORD_FENCE_FILE_ENTRIES];
    scord_release_numbers_t numbers;                   /* D61 */
    scord_release_number_t request_acquired;           /* D63 */
    uint8_t releaser[1 << SCORD_RELEASE_NUMBER_WIDTH]; /* BlockID of who was given a number last */
    uint32_t barriers[SCORD_COVERAGE_BLOCKS], launches[SCORD_COVERAGE_BLOCKS],
        launched_warps[SCORD_COVERAGE_BLOCKS];
    uint64_t lock_address[SCORD_MAX_SMS][SCORD_MAX_WARPS_PER_SM]
                         [1 << SCORD_LOCK_HASH_WIDTH]; /* + 1; 0: none */
    pending_ring_t pending[SCORD_MAX_SMS];
    scord_event_kind_t last_event;
    last_item_t last;
    pins_t pins;
};

static inline void scord_coverage_hit(scord_coverage_t *coverage, scord_coverage_group_t group,
                                      unsigned a, unsigned b, unsigned c, unsigned d) {
    assert(group < SCORD_COVERAGE_GROUP_COUNT);
    assert(coverage->first[group] + scord_coverage_offset(group, a, b, c, d) <
           SCORD_COVERAGE_BINS_MAX);
    coverage->counts[coverage->first[group] + scord_coverage_offset(group, a, b, c, d)]++;
}
static inline void scord_coverage_point(scord_coverage_t *coverage, scord_coverage_point_t point,
                                        bool seen) {
    assert(point < SCORD_COVERAGE_POINT_COUNT);
    coverage->counts[coverage->first[SCORD_COVERAGE_GROUP_POINT] + point] += seen;
}
static inline void scord_coverage_pin(scord_coverage_t *coverage, scord_coverage_pin_t pin,
                                      bool seen) {
    assert(pin < SCORD_COVERAGE_PIN_COUNT);
    coverage->counts[coverage->first[SCORD_COVERAGE_GROUP_PIN] + pin] += seen;
}

/* ---- coverage.c ---- */
void scord_coverage_fail(scord_coverage_t *coverage, const scord_retire_t *retire,
                         const char *what);

/* ---- coverage_locks.c ---- */
/* Before the SM unit takes a cas, exch or fence. */
void scord_coverage_lock_event(scord_coverage_t *coverage, unsigned sm,
                               const scord_sm_event_t *event);

/* ---- coverage_order.c: only with acquire_release ---- */
void scord_coverage_order_fence(scord_coverage_t *coverage,
                                const scord_detector_request_t *request);
/* Any word of an access, checked or not, before it is looked at further. */
void scord_coverage_order_word(scord_coverage_t *coverage, const pending_request_t *pending,
                               scord_coverage_kind_t kind);
void scord_coverage_order_check(scord_coverage_t *coverage, pending_request_t *pending,
                                const scord_retire_t *retire, scord_coverage_relation_t relation);

#endif
