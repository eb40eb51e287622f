/* SPDX-License-Identifier: Apache-2.0 */
/* lock_table.h: inferred locks of each warp of one SM (ScoRD section IV; D17 to D21, D25, D71;
 * rtl/sm/lock_table.v).
 *
 * Idea. The hardware sees no lock calls, so it infers them: atomicCAS 0→1 followed by a fence takes
 * a lock, atomicExch of 0 releases it. Each entry is a state machine (D18):
 *
 *              CAS 0→1            block fence               device fence
 *   empty ──► block lock    ──► active              ──► active
 *         └─► device lock   ──► active at block     ──► active (also straight from device lock)
 *                               scope
 *   any ──► empty: an Exch of 0 on the same hash whose scope is not narrower (D19), a block launch
 *   on the warp's slot (D25), or four younger locks (D20)
 *
 * Data. Four entries a warp of {hash 6, state 3}, a shifting queue: the position is the age (D20).
 *
 *   entry    0        1        2        3
 *          oldest   .......  youngest  empty     release closes the hole, younger ones move left
 *
 * With many_locks (D71) nothing is dropped: entry 0 then counts the locks for which there is no
 * entry, {active 1, count 5} in place of the hash. All its bloom bits are set: it has a lock in
 * common with every set.
 *
 *   (no such entry) ──► many_block, many_device ──► active: as above, but that a device lock
 *   counts as active at block scope from the start; ──► empty: an Exch of 0 that frees no entry
 *   takes one off the count; the last one empties it, unless it is full (31), and so does D25
 *
 * With as_printed (D91) it is the paper's circular buffer. The newest place is the one written
 * last, so that the pointer is no state: every insert moves all entries one place, freed ones too,
 * and used entries need not come first. States are empty, block, block_active, device,
 * device_active.
 *
 * Invariants, without as_printed: used entries come first; no two entries of a warp have equal hash
 * and lock scope; only entry 0 counts, and then at least one lock. With many_locks, entries plus
 * count are the locks taken and not given back. Entries hold hashes, not addresses: two locks with
 * one hash are one lock here (D21).
 *
 * Cost: a few instructions for each lock word. The bloom of a warp's active locks is computed for
 * every access, from at most four entries. References: tb/unit/model/test_lock_table.c,
 * tb/formal/formal_lock_table.v, and the RTL's table bit by bit in lockstep.
 */
#ifndef SCORD_LOCK_TABLE_H
#define SCORD_LOCK_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

/* The hash of an entry that counts: {active 1, count 5}. */
enum {
    SCORD_LOCK_COUNT_UNKNOWN = (1 << SCORD_LOCK_COUNT_WIDTH) - 1, /* so many or more */
    SCORD_LOCK_COUNT_ACTIVE = 1 << SCORD_LOCK_COUNT_WIDTH
};
static inline bool scord_lock_entry_counts(const scord_lock_entry_t *entry) {
    return entry->state == SCORD_LOCK_STATE_MANY_BLOCK ||
           entry->state == SCORD_LOCK_STATE_MANY_DEVICE;
}
static inline unsigned scord_lock_entry_count(const scord_lock_entry_t *entry) {
    return entry->hash & SCORD_LOCK_COUNT_UNKNOWN;
}

typedef struct scord_lock_queue {
    scord_lock_entry_t entry[SCORD_LOCK_TABLE_ENTRIES]; /* oldest first */
} scord_lock_queue_t;

typedef struct scord_lock_table {
    bool many_locks; /* D71 */
    bool as_printed; /* D91 */
    scord_lock_queue_t warp[SCORD_MAX_WARPS_PER_SM];
} scord_lock_table_t;

/* D5: all empty, without many_locks. */
void scord_lock_table_start(scord_lock_table_t *table);
/* After the start: locks that find no room are counted, not dropped (D71). */
void scord_lock_table_many_locks(scord_lock_table_t *table);
/* After the start: a circular buffer to the paper's letter (D91): every CAS inserts, an Exch of any
 * value frees the entries of its hash and scope, a fence activates matching or lesser scopes. Not
 * with many_locks. */
void scord_lock_table_as_printed(scord_lock_table_t *table);
/* D25: a block that takes the warp slots of `warps` does not inherit locks. */
void scord_lock_table_block_launch(scord_lock_table_t *table, uint32_t warps);
/* atomicCAS of a lane on the lock word at byte address `address`; inserts when it succeeded 0→1
 * (D17, D20). True: there was no room for a lock: the oldest one was dropped, or with many_locks
 * the oldest or this one is counted (D71). */
bool scord_lock_table_cas(scord_lock_table_t *table, unsigned warp, uint64_t address,
                          scord_scope_t scope, uint32_t compare, uint32_t value, uint32_t returned);
/* atomicExch of a lane; releases when it wrote 0 (D19, D20). */
void scord_lock_table_exch(scord_lock_table_t *table, unsigned warp, uint64_t address,
                           scord_scope_t scope, uint32_t value);
/* A fence of `warp` activates its entries (D18). */
void scord_lock_table_fence(scord_lock_table_t *table, unsigned warp, scord_scope_t scope);
/* Bloom filter of the active locks of `warp` (D21). */
uint16_t scord_lock_table_bloom(const scord_lock_table_t *table, unsigned warp);
/* The warp's entries as the RTL holds them: SCORD_LOCK_ENTRY_WIDTH bits each, oldest lowest. */
uint64_t scord_lock_table_bits(const scord_lock_table_t *table, unsigned warp);

#endif
