/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_entries.h: what the metadata hold, for the laboratory's detectors (grouped_timing.h).
 *
 * The RTL's timing does not depend on the entries' values (detector_timing.h); that of a detector
 * that decides equal entries together, and stores them once, does. So the golden model runs beside
 * it: its SM half takes the machine's events as they happen, and its detector half decides every
 * request where the timing model decides it. Verdicts are not looked at.
 *
 * The configuration is the machine's, without options (no independent_threads, no acquire_release).
 */
#ifndef SIM_METADATA_ENTRIES_H
#define SIM_METADATA_ENTRIES_H

#include "cmodel/stream/event.h"
#include "sim/machine/machine.h"
#include "sim/mem/detector_timing.h"

typedef struct metadata_entries metadata_entries_t;

/* What deciding a request came to. */
typedef struct metadata_decided {
    uint32_t groups;  /* different entries among the decided words: decisions to be made */
    uint32_t changed; /* words whose entry is another one now */
} metadata_decided_t;

/* NULL: no memory. */
metadata_entries_t *metadata_entries_make(const gpu_machine_t *machine);
void metadata_entries_free(metadata_entries_t *entries); /* NULL: nothing */
/* Kernel start (D5). False: no memory. */
bool metadata_entries_start(metadata_entries_t *entries, uint64_t tracked_base,
                            uint32_t log2_tracked_words);

/* An event of the machine, when it takes effect. */
void metadata_entries_event(metadata_entries_t *entries, const scord_event_t *event);
/* What the last access or fence carries to the detector (D8): goes into
 * detector_timing_request_t.carried of each of its requests. */
uint64_t metadata_entries_carried(const metadata_entries_t *entries);

/* Decides the tracked words WORDS of an access. */
metadata_decided_t metadata_entries_decide(metadata_entries_t *entries,
                                           const detector_timing_request_t *request,
                                           uint32_t words);
void metadata_entries_fence(metadata_entries_t *entries, const detector_timing_request_t *request);

/* The 32 entries of metadata line KEY go to ENTRY. */
void metadata_entries_line(const metadata_entries_t *entries, uint64_t key, uint64_t entry[32]);
/* How many of the entries of the words WORDS are different. */
uint32_t metadata_entries_different(const uint64_t entry[32], uint32_t words);

#endif
