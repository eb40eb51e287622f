/* SPDX-License-Identifier: Apache-2.0 */
/* emit.h: the machine's records in the event stream (cmodel/stream/event.h).
 *
 * Every function returns GPU_OK, or GPU_SINK_CLOSED when the sink takes no more. Without a sink
 * nothing is built or counted. A location record goes out before the first record that names its
 * pc. */
#ifndef SIM_EMIT_H
#define SIM_EMIT_H

#include "sim/sm/gpu_types.h"
#include "sim/sm/watch/unwritten_words.h"

typedef struct emitter {
    gpu_sink_t *sink; /* NULL: no events */
    void *sink_context;
    const uint64_t *cycle;      /* now */
    const gpu_launch_t *launch; /* the running one */
    uint64_t *count;            /* records so far */
    scord_event_t event;        /* the record being built */
    bool has_values;            /* the arrays of values in `event` are not zero */
    const unwritten_words_t *unwritten_words;
    uint8_t *located; /* bitmap over pcs: location record is out */
    size_t located_bytes;
} emitter_t;

gpu_status_t gpu_emit(emitter_t *emitter, scord_event_kind_t kind); /* emitter->event's payload is
                                                                       filled */
gpu_status_t gpu_emit_warp(emitter_t *emitter, scord_event_kind_t kind, unsigned sm, unsigned slot,
                           unsigned warp, uint32_t pc);
gpu_status_t gpu_emit_location(emitter_t *emitter, uint32_t instruction);
/* The same, always: behind the arrival of a warp that does not wait for the barrier (D77). */
gpu_status_t gpu_emit_goes_on(emitter_t *emitter, uint32_t instruction);
gpu_status_t gpu_emit_kernel_begin(emitter_t *emitter, uint64_t number,
                                   uint32_t log2_tracked_words);
gpu_status_t gpu_emit_kernel_end(emitter_t *emitter, uint64_t number);
/* An access, a fence, and what a step says of the lanes' order: of warp WARP of slot SLOT; the
 * instruction is result->instruction. */
gpu_status_t gpu_emit_access(emitter_t *emitter, const core_step_result_t *result, unsigned sm,
                             unsigned slot, unsigned warp);
gpu_status_t gpu_emit_fence(emitter_t *emitter, const core_step_result_t *result, unsigned sm,
                            unsigned slot, unsigned warp);
gpu_status_t gpu_emit_lanes(emitter_t *emitter, scord_event_kind_t kind, uint32_t instruction,
                            unsigned sm, unsigned slot, unsigned warp, uint32_t lanes);
gpu_status_t gpu_emit_object(emitter_t *emitter, uint64_t address, uint64_t bytes,
                             const char *name);

/* The instruction's pc in the stream. */
static inline uint32_t gpu_pc(const gpu_launch_t *launch, uint32_t instruction) {
    return launch->pc_base + instruction;
}

#endif
