/* SPDX-License-Identifier: Apache-2.0 */
/* shadow_state.c: see shadow_state.h. */
#include "cosim/lockstep/shadow_state.h"

#include <assert.h>
#include <stdio.h>

/* ---- bit vectors ---- */

static scord_port_t vector(uint8_t *bits) { return (scord_port_t){bits, 0}; }

static size_t bytes_of(unsigned bits) { return (bits + 7) / 8; }

static uint64_t bits_at(const uint8_t *bits, unsigned shift, unsigned width) {
    return scord_port_get((scord_port_t){(uint8_t *)(uintptr_t)bits, 0}, shift, width);
}

static bool equal(const uint8_t *expected, const uint8_t *actual, unsigned bits) {
    return memcmp(expected, actual, bytes_of(bits)) == 0;
}

/* First bit that differs in [0, bits), which are not equal. */
static unsigned first_difference(const uint8_t *expected, const uint8_t *actual, unsigned bits) {
    for (unsigned byte = 0; byte < bytes_of(bits); byte++) {
        const unsigned difference = expected[byte] ^ actual[byte];
        if (difference) return 8 * byte + (unsigned)__builtin_ctz(difference);
    }
    assert(false);
    return 0;
}

/* ---- images follow the model ---- */

void scord_shadow_sm(scord_shadow_state_t *shadow, unsigned sm) {
    assert(sm < shadow->config->num_sms);
    scord_sm_image_t *image = &shadow->sm[sm];
    scord_model_sm_state_t state;
    shadow->changed |= UINT32_C(1) << sm;
    scord_model_sm_state(shadow->model, sm, &state);
    for (unsigned slot = 0; slot < shadow->config->blocks_per_sm; slot++) {
        scord_port_set(vector(image->barrier_counters), slot * SCORD_BARRIER_ID_WIDTH,
                       SCORD_BARRIER_ID_WIDTH, state.barrier_counters[slot]);
        scord_port_set(vector(image->warp_priority_table), slot * SCORD_PRIORITY_WIDTH,
                       SCORD_PRIORITY_WIDTH, state.warp_priority_table[slot]);
    }
    for (unsigned warp = 0; warp < shadow->config->warps_per_sm; warp++) {
        scord_port_set(vector(image->lock_table), warp * SCORD_LOCK_TABLE_BITS,
                       SCORD_LOCK_TABLE_BITS, state.lock_table[warp]);
        scord_port_set(vector(image->warp_convergence), warp * SCORD_CONVERGENCE_BITS,
                       SCORD_CONVERGENCE_BITS, state.warp_convergence[warp]);
    }
}

static void image_fence(scord_shadow_state_t *shadow, unsigned sm, unsigned warp) {
    assert(sm < shadow->config->num_sms && warp < shadow->config->warps_per_sm);
    shadow->changed |= UINT32_C(1) << SCORD_HASHED_FENCES;
    const uint32_t entry = scord_model_fence_entry(shadow->model, sm << SCORD_WARP_WIDTH | warp);
    const unsigned index = sm * shadow->config->warps_per_sm + warp;
    scord_port_set(vector(shadow->fence_file), index * SCORD_FENCE_ENTRY_WIDTH,
                   SCORD_FENCE_ENTRY_WIDTH, entry);
}

/* D61: what the model says of a block's numbers. */
static void image_releases(scord_shadow_state_t *shadow, unsigned block_id) {
    scord_model_release_numbers_t numbers;
    scord_model_release_numbers(shadow->model, block_id, &numbers);
    const uint16_t now[SCORD_RELEASE_NUMBER_KINDS] = {numbers.released, numbers.block_released,
                                                      numbers.acquired, numbers.pending};
    shadow->newest_release = numbers.newest;
    shadow->changed |= UINT32_C(1) << SCORD_HASHED_RELEASES;
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++)
        scord_port_set(vector(shadow->release_numbers[kind]), block_id * SCORD_RELEASE_NUMBER_WIDTH,
                       SCORD_RELEASE_NUMBER_WIDTH, now[kind]);
}

void scord_shadow_fence(scord_shadow_state_t *shadow, const scord_detector_request_t *request) {
    image_fence(shadow, request->block_id >> SCORD_SLOT_WIDTH, request->warp_id);
    image_releases(shadow, request->block_id);
}

void scord_shadow_check(scord_shadow_state_t *shadow, const scord_detector_request_t *request) {
    if (shadow->config->acquire_release) /* it may have counted a release (D61) */
        scord_shadow_fence(shadow, request);
}

void scord_shadow_refresh(scord_shadow_state_t *shadow) {
    for (unsigned sm = 0; sm < shadow->config->num_sms; sm++) {
        scord_shadow_sm(shadow, sm);
        for (unsigned warp = 0; warp < shadow->config->warps_per_sm; warp++)
            image_fence(shadow, sm, warp);
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            image_releases(shadow, sm << SCORD_SLOT_WIDTH | slot);
    }
}

/* ---- comparison, and the name of what differs ---- */

typedef struct comparison {
    const scord_shadow_state_t *shadow;
    const scord_device_t *device;
    const scord_event_queues_t *queues;
    scord_run_t *run;
} comparison_t;

static void report(const comparison_t *this, unsigned sm, const char *unit, const char *field,
                   uint64_t expected, uint64_t actual) {
    scord_run_mismatch_number(this->run, this->queues->sm[sm].last_taken, unit, field, expected,
                              actual);
}

/* A table with a number of WIDTH bits a block slot. */
static void slot_mismatch(const comparison_t *this, unsigned sm, const char *unit, unsigned width,
                          const uint8_t *expected, const uint8_t *actual, unsigned bits) {
    char field[48];
    const unsigned slot = first_difference(expected, actual, bits) / width;
    snprintf(field, sizeof field, "sm%u.slot%u", sm, slot);
    report(this, sm, unit, field, bits_at(expected, slot * width, width),
           bits_at(actual, slot * width, width));
}

/* The first of the FIELDS that differs in the record at bit BASE; NAME: what it is of. */
static void record_mismatch(const comparison_t *this, unsigned sm, const char *unit,
                            const char *name, const scord_field_t *fields, size_t count,
                            const uint8_t *expected, const uint8_t *actual, unsigned base) {
    for (size_t i = 0; i < count; i++) {
        const scord_field_t *inner = &fields[i];
        const uint64_t want = bits_at(expected, base + inner->shift, inner->width),
                       got = bits_at(actual, base + inner->shift, inner->width);
        if (want == got) continue;
        char field[48];
        snprintf(field, sizeof field, "%s.%s", name, inner->name);
        report(this, sm, unit, field, want, got);
        return;
    }
}

static void lock_mismatch(const comparison_t *this, unsigned sm, const uint8_t *expected,
                          const uint8_t *actual, unsigned bits) {
    const unsigned entry = first_difference(expected, actual, bits) / SCORD_LOCK_ENTRY_WIDTH;
    char name[32];
    snprintf(name, sizeof name, "sm%u.warp%u.entry%u", sm, entry / SCORD_LOCK_TABLE_ENTRIES,
             entry % SCORD_LOCK_TABLE_ENTRIES);
    record_mismatch(this, sm, "lock_table", name, scord_lock_entry_fields,
                    SCORD_LOCK_ENTRY_FIELD_COUNT, expected, actual, entry * SCORD_LOCK_ENTRY_WIDTH);
}

static void convergence_mismatch(const comparison_t *this, unsigned sm, const uint8_t *expected,
                                 const uint8_t *actual, unsigned bits) {
    const unsigned bit = first_difference(expected, actual, bits),
                   warp = bit / SCORD_CONVERGENCE_BITS, base = warp * SCORD_CONVERGENCE_BITS;
    const bool diverged = bit == base;
    char field[48];
    snprintf(field, sizeof field, "sm%u.warp%u.%s", sm, warp,
             diverged ? "has_diverged" : "syncwarp_id");
    const unsigned shift = diverged ? base : base + 1,
                   width = diverged ? 1 : SCORD_SYNCWARP_ID_WIDTH;
    report(this, sm, "warp_convergence", field, bits_at(expected, shift, width),
           bits_at(actual, shift, width));
}

static void compare_sm(const comparison_t *this, unsigned sm) {
    const scord_config_t *config = this->shadow->config;
    const scord_sm_image_t *image = &this->shadow->sm[sm];
    const scord_device_sm_state_t *actual = &this->device->sm[sm];
    const unsigned counters = config->blocks_per_sm * SCORD_BARRIER_ID_WIDTH,
                   priorities = config->blocks_per_sm * SCORD_PRIORITY_WIDTH,
                   locks = config->warps_per_sm * SCORD_LOCK_TABLE_BITS,
                   convergence = config->warps_per_sm * SCORD_CONVERGENCE_BITS;
    if (!equal(image->barrier_counters, actual->barrier_counters, counters))
        slot_mismatch(this, sm, "barrier_counters", SCORD_BARRIER_ID_WIDTH, image->barrier_counters,
                      actual->barrier_counters, counters);
    if (!equal(image->warp_priority_table, actual->warp_priority_table, priorities))
        slot_mismatch(this, sm, "warp_priority_table", SCORD_PRIORITY_WIDTH,
                      image->warp_priority_table, actual->warp_priority_table, priorities);
    if (!equal(image->lock_table, actual->lock_table, locks))
        lock_mismatch(this, sm, image->lock_table, actual->lock_table, locks);
    if (actual->warp_convergence &&
        !equal(image->warp_convergence, actual->warp_convergence, convergence))
        convergence_mismatch(this, sm, image->warp_convergence, actual->warp_convergence,
                             convergence);
}

static void compare_fences(const comparison_t *this) {
    const scord_config_t *config = this->shadow->config;
    const uint8_t *expected = this->shadow->fence_file, *actual = this->device->fence_file;
    const unsigned bits = config->num_sms * config->warps_per_sm * SCORD_FENCE_ENTRY_WIDTH;
    if (equal(expected, actual, bits)) return;
    const unsigned index = first_difference(expected, actual, bits) / SCORD_FENCE_ENTRY_WIDTH,
                   sm = index / config->warps_per_sm;
    char name[32];
    snprintf(name, sizeof name, "sm%u.warp%u", sm, index % config->warps_per_sm);
    record_mismatch(this, sm, "fence_file", name, scord_fence_entry_fields,
                    SCORD_FENCE_ENTRY_FIELD_COUNT, expected, actual,
                    index * SCORD_FENCE_ENTRY_WIDTH);
}

static void compare_releases(const comparison_t *this) {
    static const char *const names[SCORD_RELEASE_NUMBER_KINDS] = {"released", "block_released",
                                                                  "acquired", "pending"};
    enum { WIDTH = SCORD_RELEASE_NUMBER_WIDTH };
    const unsigned bits = (this->shadow->config->num_sms << SCORD_SLOT_WIDTH) * WIDTH;
    const uint64_t newest = bits_at(this->device->newest_release, 0, WIDTH);
    char field[48];
    if (newest != this->shadow->newest_release)
        scord_run_mismatch_number(this->run, NULL, "release_numbers", "newest",
                                  this->shadow->newest_release, newest);
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++) {
        const uint8_t *expected = this->shadow->release_numbers[kind],
                      *actual = this->device->release_numbers[kind];
        if (equal(expected, actual, bits)) continue;
        const unsigned block = first_difference(expected, actual, bits) / WIDTH;
        snprintf(field, sizeof field, "block%u.%s", block, names[kind]);
        report(this, block >> SCORD_SLOT_WIDTH, "release_numbers", field,
               bits_at(expected, block * WIDTH, WIDTH), bits_at(actual, block * WIDTH, WIDTH));
    }
}

void scord_shadow_compare(const scord_shadow_state_t *shadow, const scord_device_t *device,
                          const scord_event_queues_t *queues, scord_run_t *run) {
    const comparison_t comparison = {shadow, device, queues, run};
    for (unsigned sm = 0; sm < shadow->config->num_sms; sm++) compare_sm(&comparison, sm);
    compare_fences(&comparison);
    if (device->newest_release) compare_releases(&comparison);
}
