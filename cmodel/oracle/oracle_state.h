/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_state.h: the online oracle's state, shared by its files; private to cmodel/oracle.
 *
 * Two channels represent HRF's scopes: DEVICE, and BLOCK for the thread's own block. A fence or
 * barrier publishes and acquires on the channels that it performs on (hrf_performs). In the
 * indirect closure both channels share one clock; in the direct closure each channel has a separate
 * clock, so order on one is invisible on the other. A thread has five clocks: now, published on
 * each channel (the clock at its last releasing fence there), pending on each channel (what its
 * atomic reads have seen and its next acquiring fence there will acquire).
 */
#ifndef SCORD_HRF_ORACLE_STATE_H
#define SCORD_HRF_ORACLE_STATE_H

#include "cmodel/base/index_map.h"
#include "cmodel/oracle/clock_tree.h"
#include "cmodel/oracle/oracle.h"

enum { HRF_DEVICE = 0, HRF_BLOCK = 1, HRF_CHANNELS = 2 };

/* Faults that a test build can plant, to check that the comparison with the axiomatic closure finds
 * them. */
typedef enum hrf_fault {
    HRF_FAULT_NONE = 0,
    HRF_FAULT_TICK_BEFORE_PUBLISH,   /* a fence publishes its clock with the epoch after the tick */
    HRF_FAULT_BLOCK_FENCE_TO_DEVICE, /* a block fence publishes on the device channel */
    HRF_FAULT_CHAIN_KEEPS_MISMATCH,  /* a read-modify-write whose scope does not match continues the
                                        chain */
    HRF_FAULT_PLAIN_STORE_KEEPS_CHAIN, /* a plain store does not end the release chain */
    HRF_FAULT_RELAXED_STORE_EXTENDS, /* a relaxed store continues the chain instead of starting one
                                      */
    HRF_FAULT_BARRIER_JOINS_EXITED,  /* a barrier joins warps that have exited */
    HRF_FAULT_BARRIER_IS_NO_FENCE,   /* a barrier does not acquire or publish for atomics */
    HRF_FAULT_LAST_ACCESS_ONLY,   /* only a thread's last access is remembered, whatever its kind */
    HRF_FAULT_FAILED_CAS_WRITES,  /* a failed compare-and-swap counts as a write */
    HRF_FAULT_EXACT_IS_INCLUSIVE, /* exact scope match treated as inclusive */
    HRF_FAULT_DIRECT_IS_INDIRECT, /* one clock for both channels in the direct closure */
    HRF_FAULT_FENCE_NOT_ACQUIRING, /* a device fence does not acquire what is pending on the block
                                      channel */
    HRF_FAULT_PURGE_IN_DIRECT,     /* ordered records dropped although direct happens-before is not
                                      transitive */
    HRF_FAULT_SCOPE_OF_WRITER_IGNORED, /* an atomic read accepts any writer's scope */
    HRF_FAULT_JOIN_KEEPS_ORIGIN, /* a clock joined with something else still counts as a snapshot */
    HRF_FAULT_SYNCWARP_JOINS_ALL, /* a __syncwarp joins all lanes of the warp, whatever its mask */
    HRF_FAULT_SYNCWARP_IGNORED,   /* a __syncwarp orders nothing */
    HRF_FAULT_COUNT
} hrf_fault_t;

#ifdef SCORD_ORACLE_PLANTED
#define HRF_PLANTED(oracle, fault) ((oracle)->fault_planted == (fault))
void scord_oracle_plant(scord_oracle_t *oracle, hrf_fault_t fault);
#else
#define HRF_PLANTED(oracle, fault) ((void)(oracle), false)
#endif

/* The clock at a fence. The thread's own epoch is kept beside it until an atomic write needs both
 * in one clock. */
typedef struct hrf_published {
    clock_ref_t clock;
    uint64_t epoch; /* of the thread itself; 0: nothing published yet */
    bool whole;     /* clock holds the own epoch too */
} hrf_published_t;

/* The release chain (and channel) that a clock is an exact snapshot of; 0: it is not a snapshot. A
 * chain only grows, so a later snapshot replaces an earlier one without a join. A thread reads a
 * chain in order, and each read that acquires at once also becomes pending: so a new snapshot is
 * never older than the one it replaces. */
typedef uint64_t hrf_origin_t;

typedef struct hrf_thread {
    uint64_t epoch; /* stamps its accesses; one more after each publication */
    clock_ref_t now[HRF_CHANNELS];
    hrf_published_t published[HRF_CHANNELS];
    clock_ref_t pending[HRF_CHANNELS];
    hrf_origin_t now_origin[HRF_CHANNELS], pending_origin[HRF_CHANNELS];
} hrf_thread_t;

/* A launched block. Thread ids are dense: id = number << log2_stride | index in block. */
typedef struct hrf_block {
    uint32_t number; /* launch order in its kernel */
    uint32_t cta[3];
    uint8_t sm, slot;
    uint32_t warps;  /* warp slots */
    uint32_t exited; /* of these */
    uint32_t thread_count;
    hrf_thread_t *threads; /* NULL once the block has left */
} hrf_block_t;

/* Release chain of one atomic location: what its last write released, together with the
 * read-modify-writes before it. */
typedef struct hrf_chain {
    uint32_t references; /* words that point here */
    uint64_t serial;     /* of all chains, from 1 */
    uint64_t address;
    uint8_t size;
    uint8_t scope;         /* channel of the last writer's scope */
    uint32_t writer_block; /* its block */
    clock_ref_t device;    /* published on the device channel */
    struct hrf_block_clock {
        uint32_t block;
        clock_ref_t clock;
    } * blocks; /* published on the block channels, by block number, ascending */
    uint32_t count, capacity;
} hrf_chain_t;

/* Accesses of threads of one warp to one word that differ only in the lane. */
typedef struct hrf_record {
    uint64_t epoch, sequence, warp; /* warp: first thread id / 32 */
    uint32_t lanes, pc, block;      /* block: number of the block of warp */
    uint8_t op, bytes;              /* bytes: of the word */
    uint8_t scope;                  /* channel; meaningful when sync */
    uint8_t size, offset; /* of the whole access: its first byte is `offset` bytes below the word */
    bool sync, writes;
} hrf_record_t;

typedef struct hrf_chain_slot {
    struct hrf_chain_slot *next;
    hrf_chain_t *chain;
    uint8_t bytes;
} hrf_chain_slot_t;

typedef struct hrf_word {
    hrf_record_t *records;
    uint32_t count, capacity;
    hrf_chain_slot_t *chains;
} hrf_word_t;

enum { HRF_PAGE_WORDS = 32 };
typedef struct hrf_page {
    uint64_t number; /* word address / HRF_PAGE_WORDS */
    hrf_word_t words[HRF_PAGE_WORDS];
} hrf_page_t;

typedef struct hrf_shadow {
    hrf_page_t **page;
    uint32_t pages, allocated;
    scord_index_map_t numbers; /* number of a page → index in `page` */
    hrf_page_t *last;          /* found last: neighbouring accesses share a page; NULL: none */
} hrf_shadow_t;

struct scord_oracle {
    scord_oracle_axes_t axes;
    scord_oracle_observe_t *observe;
    void *context;
    scord_oracle_status_t status;
    char message[256];
    scord_oracle_statistics_t statistics;
    clock_pool_t *pool;
    hrf_shadow_t shadow;
    bool in_kernel, compares_lanes;
    unsigned log2_stride;
    hrf_block_t *blocks; /* by number */
    uint32_t block_count, block_capacity;
    uint64_t grid_blocks;
    uint64_t chain_serial;                                 /* chains so far */
    int64_t slots[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM]; /* resident block's number, -1 none */
#ifdef SCORD_ORACLE_PLANTED
    hrf_fault_t fault_planted;
#endif
};

/* One lane's access, with the inputs of the rules. */
typedef struct hrf_access {
    const scord_event_t *event;
    hrf_block_t *block;
    hrf_thread_t *thread; /* of the (lowest) lane */
    uint64_t id;          /* its thread id */
    uint64_t warp;        /* first thread id of the warp / 32 */
    uint32_t lanes; /* more than one when they are alike in address, epoch and clocks (oracle.c,
                       can_gather) */
    uint64_t address;
    bool reads, writes, sync, acquires, releases;
    uint8_t scope; /* channel */
} hrf_access_t;

/* Clock of `thread` that `channel` feeds. */
static inline clock_ref_t *hrf_now(const scord_oracle_t *oracle, hrf_thread_t *thread,
                                   unsigned channel) {
    const bool split = oracle->axes.closure == SCORD_ORACLE_CLOSURE_DIRECT &&
                       !HRF_PLANTED(oracle, HRF_FAULT_DIRECT_IS_INDIRECT);
    return &thread->now[split ? channel : HRF_DEVICE];
}

static inline bool hrf_inclusive(const scord_oracle_t *oracle) {
    return oracle->axes.match == SCORD_ORACLE_MATCH_INCLUSIVE ||
           HRF_PLANTED(oracle, HRF_FAULT_EXACT_IS_INCLUSIVE);
}

/* Whether an operation of `scope` performs on `channel`: HRF "with respect to scope S"; with
 * inclusion a device-scope operation is also performed with respect to the block that it includes.
 */
static inline bool hrf_performs(const scord_oracle_t *oracle, unsigned scope, unsigned channel) {
    return scope == channel || (channel == HRF_BLOCK && hrf_inclusive(oracle));
}

/* Whether two operations' scopes match: some scope with respect to which both are performed. */
static inline bool hrf_match(const scord_oracle_t *oracle, unsigned scope_a, uint32_t block_a,
                             unsigned scope_b, uint32_t block_b) {
    if (scope_a == HRF_DEVICE && scope_b == HRF_DEVICE) return true;
    return block_a == block_b && (scope_a == scope_b || hrf_inclusive(oracle));
}

/* System scope is device scope on one GPU (D7). */
static inline uint8_t hrf_channel(unsigned scope) {
    return scope == SCORD_SCOPE_BLOCK ? HRF_BLOCK : HRF_DEVICE;
}

scord_oracle_status_t hrf_no_memory(scord_oracle_t *oracle);
scord_oracle_status_t hrf_invalid(scord_oracle_t *oracle, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* synchronisation.c */
void hrf_fence(scord_oracle_t *oracle, hrf_thread_t *thread, unsigned scope, bool acquires,
               bool releases);
void hrf_barrier(scord_oracle_t *oracle, hrf_block_t *block);
/* __syncwarp of the threads first + lane, for each lane of `lanes`. */
void hrf_syncwarp(scord_oracle_t *oracle, hrf_block_t *block, uint32_t first, uint32_t lanes);
void hrf_read_chain(scord_oracle_t *oracle, const hrf_access_t *access);
scord_oracle_status_t hrf_write_chain(scord_oracle_t *oracle, const hrf_access_t *access);
void hrf_thread_start(hrf_thread_t *thread);
void hrf_thread_end(scord_oracle_t *oracle, hrf_thread_t *thread);

/* shadow.c: words touched, and their release chains. */
hrf_word_t *hrf_shadow_word(hrf_shadow_t *shadow, uint64_t word_address); /* NULL: no memory */
void hrf_shadow_clear(hrf_shadow_t *shadow);
/* Clears all records and chains of the words in [address, address + bytes): the memory is new. */
void hrf_shadow_forget(scord_oracle_t *oracle, uint64_t address, uint64_t bytes);
/* The chain whose last write covers exactly [address, address + size), or NULL. */
hrf_chain_t *hrf_shadow_chain(hrf_shadow_t *shadow, uint64_t address, unsigned size);
/* Removes every chain that overlaps. */
void hrf_shadow_kill_chains(scord_oracle_t *oracle, uint64_t address, unsigned size);
/* Makes `chain` that of its location, after a kill. false: no memory. */
bool hrf_shadow_put_chain(hrf_shadow_t *shadow, hrf_chain_t *chain);
/* Bytes of the word at word_address that [address, address + size) covers, as a mask. */
uint8_t hrf_bytes_of_word(uint64_t word_address, uint64_t address, unsigned size);

/* races.c: checks an access against the word's records, then records it. */
scord_oracle_status_t hrf_check_and_record(scord_oracle_t *oracle, const hrf_access_t *access);

#endif
