/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_stage.h: the I-cache port, and decode into the I-buffers. BAWS section 2.2; W9 to W11.
 *
 * One I-cache access a cycle and port gives the next instructions of one warp; they enter its
 * I-buffer a cycle later. A miss takes an MSHR; warps that miss on the same line share it and take
 * no port until the line is there.
 *
 *     missing[i] = line + 1, or 0: MSHR i is free     waiting[i]: warps; their union is
 * miss_pending
 */
#ifndef SIM_FETCH_STAGE_H
#define SIM_FETCH_STAGE_H

#include "sim/sm/pipeline/memory_timing.h"
#include "sim/sm/pipeline/operation.h"
#include "sim/sm/schedule/schedule.h"
#include "sim/sm/warp_front.h"

enum { ICACHE_MSHRS_MAX = 64 };

typedef struct fetch_latch {
    int warp; /* -1: empty */
    uint32_t first, count;
} fetch_latch_t;

typedef struct fetch { /* of one SM */
    const pipeline_context_t *context;
    const gpu_sm_t *sm;
    memory_timing_t *memory; /* answers I-cache misses */
    warp_fronts_t *fronts;
    schedule_t *schedule;
    cache_t icache;
    uint64_t missing[ICACHE_MSHRS_MAX]; /* lines being fetched, by MSHR; 0: free (line + 1) */
    uint64_t ready[ICACHE_MSHRS_MAX];
    uint64_t waiting[ICACHE_MSHRS_MAX]; /* warps */
    uint64_t miss_pending;
    uint64_t next_line; /* cycle in which the next line is there; UINT64_MAX: none */
    fetch_latch_t latches[PORTS_MAX];
} fetch_t;

void fetch_clear(fetch_t *fetch); /* nothing is being fetched; the I-cache keeps its lines */
gpu_status_t fetch_stage(fetch_t *fetch);
void decode_stage(fetch_t *fetch);
void fetch_forget(fetch_t *fetch, uint64_t warps); /* a block leaves its slot */
bool fetch_possible(const fetch_t *fetch);         /* next cycle, decoding included */

#endif
