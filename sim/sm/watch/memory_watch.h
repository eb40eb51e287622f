/* SPDX-License-Identifier: Apache-2.0 */
/* memory_watch.h: did a warp instruction change a value in global memory? (A sign of progress,
 * progress.h.)
 *
 * The core asks for a host pointer to each place that it is about to use; the watch keeps the bytes
 * that are there. After the step it compares. One memcmp a place, of 16 bytes at most; a step uses
 * at most two places a lane.
 */
#ifndef SIM_MEMORY_WATCH_H
#define SIM_MEMORY_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"
#include "sim/core/core.h"
#include "sim/mem/stale_view.h"
#include "sim/mem/unwritten_map.h"
#include "sim/sm/watch/unwritten_words.h"

typedef struct memory_before {
    const uint8_t *place;
    uint8_t bytes;
    uint8_t value[16];
} memory_before_t;

typedef struct memory_watch {
    device_memory_t *memory;
    /* stale_l1: accesses see what the L1 of their SM holds (mem/stale_view.h); NULL: the memory */
    stale_view_t *view;
    unwritten_t *unwritten; /* managed or pinned memory may be in it; NULL: none, or not kept */
    unwritten_words_t *words;
    uint32_t pc_base; /* of the launch's module */
    const ptx_module_t *module;
    const core_step_result_t *result; /* of the step: which instruction it is */
    bool targeted;                    /* S6 */
    bool ordered;                     /* what the access orders has been done in this step */
    uint8_t sm, warp;
    uint32_t count;
    memory_before_t before[2 * SCORD_THREADS_PER_WARP];
} memory_watch_t;

/* core_memory_t's function; context: the watch. */
uint8_t *memory_watch_translate(void *context, uint64_t address, uint32_t bytes);
/* The same; a lane of the launch reads WORD, which nothing has written. */
void memory_watch_unwritten(void *context, uint32_t instruction, uint64_t word);
/* A step of WARP of SM begins. */
static inline void memory_watch_begin(memory_watch_t *watch, unsigned sm, unsigned warp) {
    watch->count = 0;
    watch->ordered = false;
    watch->sm = (uint8_t)sm;
    watch->warp = (uint8_t)warp;
}
/* The step was a fence. */
void memory_watch_fence(memory_watch_t *watch, const scord_event_fence_t *fence);
bool memory_watch_changed(const memory_watch_t *watch);

#endif
