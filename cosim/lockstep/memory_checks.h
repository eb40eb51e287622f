/* SPDX-License-Identifier: Apache-2.0 */
/* memory_checks.h: metadata memory and race log against the model's; the judge of memory errors.
 *
 * The golden model has perfect memory; the device's memory may fail (axi_error_permille). The model
 * learns of two consequences that it cannot know, each by a call of its own, nothing is masked:
 *
 *   - a check was not performed: only when the last read of its entry did end with an error
 *     (scord_memory_checks_read_failed);
 *   - an entry is again what memory holds: when its last write-back was lost and the device reads
 *     it anew (D27).
 *
 * Memory itself is compared with what was written last, lost or not (memory_faults.h).
 *
 * A range of more than SCORD_MOST_CLEARED entries would take the device longer to clear than all
 * the rest of a run. The bench then clears memory in its place: the kernel starts with the smallest
 * range, and the real one is configured before its first event. Of such a range the pages are
 * compared that hold an entry of a checked word.
 */
#ifndef SCORD_MEMORY_CHECKS_H
#define SCORD_MEMORY_CHECKS_H

#include "cmodel/scord_model.h"
#include "cosim/lockstep/device/axi_memory.h"
#include "cosim/lockstep/device/memory_faults.h"
#include "cosim/lockstep/run.h"

/* 512 entries of metadata, and which of them a check has decided since the kernel start. */
enum { SCORD_TOUCHED_ENTRIES = 512 };
typedef struct scord_touched_page {
    uint64_t number, entries[SCORD_TOUCHED_ENTRIES / 64];
} scord_touched_page_t;

typedef struct scord_memory_checks {
    scord_run_t *run;
    scord_model_t *model; /* NULL without one */
    scord_axi_memory_t *memory;
    scord_memory_faults_t faults;
    uint64_t metadata_base, log_base; /* the memory map, drawn from the seed */
    uint64_t log_compared;            /* race records already compared */
    scord_random_t lies;              /* owners that memory changes (D73) */
    bool large;                       /* the range of this kernel is */
    scord_index_map_t touched;        /* number of a page → its place in pages */
    scord_touched_page_t *pages;      /* those with an entry of a checked word */
    uint32_t page_count, page_capacity;
} scord_memory_checks_t;

/* Draws the memory map and, with memory errors, follows what the memory does. */
void scord_memory_checks_init(scord_memory_checks_t *checks, scord_run_t *run, scord_model_t *model,
                              scord_axi_memory_t *memory);
void scord_memory_checks_destroy(scord_memory_checks_t *checks);
/* A kernel starts: the device has dropped all that it read. ENTRIES: of metadata. With more than
 * SCORD_MOST_CLEARED the metadata gets a place of its own, now and then at an end of the address
 * space, and memory is cleared there. */
#define SCORD_MOST_CLEARED (UINT64_C(1) << 20)
void scord_memory_checks_kernel_start(scord_memory_checks_t *checks, uint64_t entries);
/* The word at this address is checked. */
void scord_memory_checks_touch(scord_memory_checks_t *checks, uint64_t address);
/* Did the last read of the metadata of the word at this address end with an error? */
bool scord_memory_checks_read_failed(const scord_memory_checks_t *checks, uint64_t address);
/* Race records from the first one not compared yet to `tail`. */
void scord_memory_checks_log(scord_memory_checks_t *checks, uint64_t tail);
/* The log was emptied: the next record is number 0 again. */
void scord_memory_checks_log_reset(scord_memory_checks_t *checks);
/* The whole metadata memory and the rest of the race log; nothing without a model. */
void scord_memory_checks_all(scord_memory_checks_t *checks);
/* Error beats and responses that the device has taken. */
uint64_t scord_memory_checks_axi_errors(const scord_memory_checks_t *checks);

#endif
