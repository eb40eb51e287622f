/* SPDX-License-Identifier: Apache-2.0 */
/* shadow_state.h: the golden model's state registers, as bits in the layout of the RTL.
 *
 * Comparing all state after every cycle is cheap because the model's side is kept as an image:
 *
 *   model ──(an event, check or fence changed it)──► image ──(every cycle, memcmp)──► device
 *
 * An image is rewritten only for the unit that the model has just stepped; a difference is looked
 * for bit by bit only when memcmp finds one. Nothing is masked.
 *
 * Invariant: between cycles each image equals what the model holds, as far as the model was stepped
 * through this file's functions. What is expensive: scord_shadow_sm, all tables of an SM.
 */
#ifndef SCORD_SHADOW_STATE_H
#define SCORD_SHADOW_STATE_H

#include "cmodel/scord_model.h"
#include "cosim/lockstep/device/event_queues.h"
#include "cosim/lockstep/device/rtl_device.h"
#include "cosim/lockstep/run.h"
#include "cosim/lockstep/state_hash.h"

typedef struct scord_sm_image {
    uint8_t barrier_counters[SCORD_MAX_BLOCKS_PER_SM * SCORD_BARRIER_ID_WIDTH / 8];
    uint8_t warp_priority_table[(SCORD_MAX_BLOCKS_PER_SM * SCORD_PRIORITY_WIDTH + 7) / 8];
    uint8_t lock_table[SCORD_MAX_WARPS_PER_SM * SCORD_LOCK_TABLE_BITS / 8];
    uint8_t warp_convergence[SCORD_MAX_WARPS_PER_SM * SCORD_CONVERGENCE_BITS / 8 + 1];
} scord_sm_image_t;

typedef struct scord_shadow_state {
    const scord_model_t *model;
    const scord_config_t *config;
    uint32_t changed; /* a bit a hashed unit (state_hash.h): its image was rewritten */
    scord_sm_image_t sm[SCORD_MAX_SMS];
    uint8_t fence_file[((SCORD_MAX_SMS << SCORD_WARP_WIDTH) * SCORD_FENCE_ENTRY_WIDTH + 7) / 8];
    uint32_t newest_release; /* acquire_release, D61 */
    uint8_t
        release_numbers[SCORD_RELEASE_NUMBER_KINDS]
                       [((SCORD_MAX_SMS << SCORD_SLOT_WIDTH) * SCORD_RELEASE_NUMBER_WIDTH + 7) / 8];
} scord_shadow_state_t; /* zeroed, with model and config set: all registers 0 */

/* All images anew: after reset and after a kernel start. */
void scord_shadow_refresh(scord_shadow_state_t *shadow);
/* The model has stepped the SM with an event other than an access. */
void scord_shadow_sm(scord_shadow_state_t *shadow, unsigned sm);
/* The model has decided a word of this request, or performed this fence. */
void scord_shadow_check(scord_shadow_state_t *shadow, const scord_detector_request_t *request);
void scord_shadow_fence(scord_shadow_state_t *shadow, const scord_detector_request_t *request);
/* All images against the device's registers; the first difference ends RUN. queues: whose last
 * event of an SM the report names. */
void scord_shadow_compare(const scord_shadow_state_t *shadow, const scord_device_t *device,
                          const scord_event_queues_t *queues, scord_run_t *run);

#endif
