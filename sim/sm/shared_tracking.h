/* shared_tracking.h: shared memory as the detector sees it (`scord check --shared`;
 * docs/semantics.md D50 to D54).
 *
 * For the time of a launch every resident block's segment has a range of addresses of its own in
 * the device's address range, which no thread can touch through them: a launch takes one region
 * there, and block slot (sm, slot) has the piece number slot × SMs + sm of it. The metadata of a
 * piece pass from a slot's block to the next one as those of global memory would: by rule 2, since
 * a launch steps the slot's BarrierID (D4).
 */
#ifndef SIM_SHARED_TRACKING_H
#define SIM_SHARED_TRACKING_H

#include "sim/sm/gpu_internal.h"

/* Before kernel_begin: takes the region, if options.track_shared and the kernel has shared memory.
 * GPU_FAULT: there is no room. */
gpu_status_t shared_tracking_begin(gpu_t *gpu);
void shared_tracking_end(gpu_t *gpu);
/* Event address of byte 0 of the segment of the block in a slot; 0: not tracked. */
uint64_t shared_tracking_address(const gpu_t *gpu, unsigned sm, unsigned slot);
/* The object records of a block just launched: its segment, and the variables in it. */
gpu_status_t shared_tracking_name(gpu_t *gpu, const core_block_t *block);

#endif
