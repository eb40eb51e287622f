/* SPDX-License-Identifier: Apache-2.0 */
/* memory_faults.h: what AXI errors leave behind, word by word: reads that failed, writes that were
 * lost (D27).
 *
 * Only words that met an error are kept. The scoreboard asks it before it lets a check be "not
 * performed", and compares memory with what was written last, lost or not.
 */
#ifndef SCORD_MEMORY_FAULTS_H
#define SCORD_MEMORY_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"

typedef struct scord_fault {
    bool read_failed; /* the last read of the word ended with an error */
    bool lost;        /* the last write did: memory holds an older value */
    uint64_t written; /* when lost: what was written */
} scord_fault_t;

typedef struct scord_memory_faults {
    scord_index_map_t map; /* address of a word → place in faults */
    scord_fault_t *faults;
    uint32_t count, capacity;
} scord_memory_faults_t; /* zeroed = empty */

void scord_memory_faults_destroy(scord_memory_faults_t *faults);
/* The entry of a word, or NULL when it never met an error. Valid until the next call that adds one.
 */
scord_fault_t *scord_memory_faults_find(const scord_memory_faults_t *faults, uint64_t address);
/* A read of the word; returns its entry, if it has one. */
scord_fault_t *scord_memory_faults_read(scord_memory_faults_t *faults, uint64_t address,
                                        bool failed);
/* A write of `data` over `old`; failed: memory keeps `old`. */
void scord_memory_faults_written(scord_memory_faults_t *faults, uint64_t address, uint64_t data,
                                 uint64_t old, bool failed);
/* What was written last to the word, where memory holds `memory`. */
uint64_t scord_memory_faults_last_written(const scord_memory_faults_t *faults, uint64_t address,
                                          uint64_t memory);
/* Memory was filled behind the device's back from FROM to TO: nothing is lost or failed there. */
void scord_memory_faults_forget_range(scord_memory_faults_t *faults, uint64_t from, uint64_t to);
/* The device has dropped all that it read. */
void scord_memory_faults_forget_reads(scord_memory_faults_t *faults);

#endif
