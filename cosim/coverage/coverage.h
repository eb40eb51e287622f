/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.h: functional coverage of the detector's rules, measured on what a run decides.
 *
 * The collector is fed the stream's events and every retired item, by lockstep or by the model
 * alone. It keeps its own copy of the SM units (so that it knows each request's snapshot, D8) and
 * of the fence file, works out which rule decided each check (coverage_rule.h) and counts bins
 * (coverage_bins.h). It looks only: it never changes what it watches. A retired item that does not
 * fit (unknown request, or path or verdict not those of its rule) is an error, not a bin.
 * docs/coverage.md.
 */
#ifndef SCORD_COVERAGE_H
#define SCORD_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "cosim/coverage/coverage_bins.h"
#include "cmodel/stream/event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_coverage scord_coverage_t;
struct scord_device;

scord_coverage_t *
scord_coverage_create(const scord_config_t *config); /* NULL: no memory. CONFIG is copied. */
void scord_coverage_destroy(scord_coverage_t *coverage);
/* Before the same event goes to lockstep or replay. A kernel's end, or its last event, must have
 * drained its items. */
void scord_coverage_event(scord_coverage_t *coverage, const scord_event_t *event);
/* A scord_observe_t: CONTEXT is the collector. */
void scord_coverage_observe(void *context, const scord_event_t *event,
                            const scord_retire_t *retire);
/* Once a clock cycle of lockstep, after the outputs have settled: CONTEXT is the collector. */
void scord_coverage_cycle(void *context, const struct scord_device *device);
/* Hits by bin number, scord_coverage_bin_count() of them. */
const uint64_t *scord_coverage_counts(const scord_coverage_t *coverage);
/* NULL, or what did not fit first. */
const char *scord_coverage_error(const scord_coverage_t *coverage);
/* That error is want of memory. */
bool scord_coverage_no_memory(const scord_coverage_t *coverage);

#ifdef __cplusplus
}
#endif
#endif
