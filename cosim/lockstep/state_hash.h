/* SPDX-License-Identifier: Apache-2.0 */
/* state_hash.h: one number for all state registers of the device in all compared cycles, so that
 * two runs (another build, simulator or day) can be compared without keeping either.
 *
 * The registers are hashed by unit: each SM, the fence file, the release numbers. `all` is the
 * exclusive or of the units' hashes, and every cycle is taken into the number with it:
 *
 *   unit[u] = hash of u's registers      all = unit[0] ^ unit[1] ^ …      number = mix(number, all)
 *
 * So only units whose registers changed are hashed again. The caller says which may have: with a
 * model, those that the model changed, as the comparison has just shown the device's registers
 * equal to the model's; without one, all of them. The number is the same (test cosim-same-state).
 */
#ifndef SCORD_STATE_HASH_H
#define SCORD_STATE_HASH_H

#include "cosim/lockstep/device/rtl_device.h"

enum {
    /* units: the SMs by their numbers, and */
    SCORD_HASHED_FENCES = SCORD_MAX_SMS,
    SCORD_HASHED_RELEASES,
    SCORD_HASHED_UNITS
};
#define SCORD_HASHED_ALL ((UINT32_C(1) << SCORD_HASHED_UNITS) - 1)

typedef struct scord_state_hash {
    uint64_t unit[SCORD_HASHED_UNITS], all;
    uint64_t number;
} scord_state_hash_t; /* zeroed: of no cycle */

/* Takes the state of this cycle. changed: a bit a unit whose registers may differ from those of the
 * cycle before; the first time all of them. */
void scord_state_hash_cycle(scord_state_hash_t *hash, const scord_config_t *config,
                            const scord_device_t *device, uint32_t changed);

#endif
