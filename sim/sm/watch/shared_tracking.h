/* SPDX-License-Identifier: Apache-2.0 */
/* shared_tracking.h: shared memory as the detector sees it (`scord check --shared`;
 * docs/semantics.md D50 to D54).
 *
 * For the time of a launch every resident block's segment has a range of addresses of its own in
 * the device's address range, which no thread can touch through them. A launch takes one region
 * there, cut into equal pieces:
 *
 *     base        base + stride                       base + pieces × stride
 *     | slot 0, SM 0 | slot 0, SM 1 | … | slot 1, SM 0 | … |        piece = slot × SMs + sm
 *
 * The metadata of a piece pass from a slot's block to the next one as those of global memory
 * would: by rule 2, since a launch steps the slot's BarrierID (D4).
 */
#ifndef SIM_SHARED_TRACKING_H
#define SIM_SHARED_TRACKING_H

#include "sim/mem/device_memory.h"
#include "sim/sm/emit.h"

typedef struct shared_tracking {
    device_memory_t *memory;
    uint64_t base;   /* 0: shared memory is not tracked */
    uint64_t stride; /* bytes of a block's piece; a multiple of 16 */
    uint64_t pieces;
    uint32_t sms;
} shared_tracking_t;

/* Before kernel_begin: takes a region for BLOCKS segments of BYTES bytes (not 0): as many as the
 * launch can use, by slot. False: there is no room. */
bool shared_tracking_begin(shared_tracking_t *tracking, device_memory_t *memory, uint64_t bytes,
                           uint64_t blocks, uint32_t sms);
void shared_tracking_end(shared_tracking_t *tracking);
/* Event address of byte 0 of the segment of the block in a slot; 0: not tracked. */
uint64_t shared_tracking_address(const shared_tracking_t *tracking, unsigned sm, unsigned slot);
/* The object records of a block just launched: its segment, and the variables in it. */
gpu_status_t shared_tracking_name(emitter_t *emitter, const core_block_t *block);

#endif
