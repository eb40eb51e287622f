/* SPDX-License-Identifier: Apache-2.0 */
/* state_hash.c: see state_hash.h. */
#include "cosim/lockstep/state_hash.h"

#include <assert.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* BITS bits as the device stores them, the upper ones of the last byte 0. */
static uint64_t take(uint64_t hash, const uint8_t *bits, unsigned count) {
    unsigned byte = 0;
    const unsigned bytes = (count + 7) / 8;
    for (; byte + 8 <= bytes; byte += 8) {
        uint64_t word;
        memcpy(&word, bits + byte, sizeof word);
        hash = mix(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, bits + byte, bytes - byte);
    return mix(hash, rest);
}

static uint64_t hash_sm(const scord_config_t *config, const scord_device_t *device, unsigned sm) {
    const scord_device_sm_state_t *state = &device->sm[sm];
    uint64_t hash = take(sm + 1, state->barrier_counters,
                         config->blocks_per_sm * SCORD_BARRIER_ID_WIDTH);
    hash = take(hash, state->warp_priority_table, config->blocks_per_sm * SCORD_PRIORITY_WIDTH);
    hash = take(hash, state->lock_table, config->warps_per_sm * SCORD_LOCK_TABLE_BITS);
    return state->warp_convergence
               ? take(hash, state->warp_convergence, config->warps_per_sm * SCORD_CONVERGENCE_BITS)
               : hash;
}

static uint64_t hash_releases(const scord_config_t *config, const scord_device_t *device) {
    const unsigned bits = (config->num_sms << SCORD_SLOT_WIDTH) * SCORD_RELEASE_NUMBER_WIDTH;
    uint64_t hash = take(SCORD_HASHED_RELEASES + 1, device->newest_release,
                         SCORD_RELEASE_NUMBER_WIDTH);
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++)
        hash = take(hash, device->release_numbers[kind], bits);
    return hash;
}

static uint64_t hash_unit(const scord_config_t *config, const scord_device_t *device,
                          unsigned unit) {
    if (unit < config->num_sms) return hash_sm(config, device, unit);
    if (unit == SCORD_HASHED_FENCES)
        return take(unit + 1, device->fence_file,
                    config->num_sms * config->warps_per_sm * SCORD_FENCE_ENTRY_WIDTH);
    return unit == SCORD_HASHED_RELEASES && device->newest_release ? hash_releases(config, device)
                                                                   : 0;
}

_Static_assert(SCORD_HASHED_UNITS < 32, "a bit a unit");

void scord_state_hash_cycle(scord_state_hash_t *hash, const scord_config_t *config,
                            const scord_device_t *device, uint32_t changed) {
    assert(!(changed & ~SCORD_HASHED_ALL));
    for (; changed; changed &= changed - 1) {
        const unsigned unit = (unsigned)__builtin_ctz(changed);
        const uint64_t now = hash_unit(config, device, unit);
        hash->all ^= hash->unit[unit] ^ now;
        hash->unit[unit] = now;
    }
    hash->number = mix(hash->number, hash->all);
}
