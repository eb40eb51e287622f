/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_entries.c: see metadata_entries.h.
 *
 * What a request carries is packed into 64 bits, so that it can travel with the request through
 * the load/store unit and the buffers:
 *
 *     block_id 8 | warp_id 8 | barrier_id 8 | lock_bloom 16 | op 2 | scope 2 | strong 1
 */
#include "sim/mem/metadata_entries.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/scord_model.h"
#include "cmodel/scord_replay.h"

struct metadata_entries {
    scord_model_t *model;
    uint64_t carried;
};

metadata_entries_t *metadata_entries_make(const gpu_machine_t *machine) {
    metadata_entries_t *entries = calloc(1, sizeof *entries);
    if (!entries) return NULL;
    scord_config_t config = scord_configs[0];
    config.num_sms = machine->sms;
    config.blocks_per_sm = machine->blocks;
    config.warps_per_sm = machine->warps;
    config.log2_cache_ratio = (uint32_t)__builtin_ctz(machine->metadata_ratio);
    config.independent_threads = config.acquire_release = config.many_locks = 0;
    scord_model_status_t status;
    entries->model = scord_model_create(&config, &status);
    if (entries->model) return entries;
    assert(status == SCORD_MODEL_NO_MEMORY);
    free(entries);
    return NULL;
}

void metadata_entries_free(metadata_entries_t *entries) {
    if (!entries) return;
    scord_model_destroy(entries->model);
    free(entries);
}

bool metadata_entries_start(metadata_entries_t *entries, uint64_t tracked_base,
                            uint32_t log2_tracked_words) {
    entries->carried = 0;
    return scord_model_kernel_start(entries->model, tracked_base, log2_tracked_words) ==
           SCORD_MODEL_OK;
}

/* ---- what a request carries ---- */

static uint64_t pack(const scord_detector_request_t *request) {
    return (uint64_t)request->block_id | (uint64_t)request->warp_id << 8 |
           (uint64_t)request->barrier_id << 16 | (uint64_t)request->lock_bloom << 24 |
           (uint64_t)request->op << 40 | (uint64_t)request->scope << 42 |
           (uint64_t)request->strong << 44;
}

static scord_detector_request_t unpack(uint64_t carried) {
    return (scord_detector_request_t){.block_id = (uint8_t)carried,
                                      .warp_id = (uint8_t)(carried >> 8),
                                      .barrier_id = (uint8_t)(carried >> 16),
                                      .lock_bloom = (uint16_t)(carried >> 24),
                                      .op = carried >> 40 & 3,
                                      .scope = carried >> 42 & 3,
                                      .strong = carried >> 44 & 1};
}

void metadata_entries_event(metadata_entries_t *entries, const scord_event_t *event) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    scord_detector_request_t request;
    unsigned sm = 0;
    const unsigned count = scord_lower(event, &sm, lowered);
    for (unsigned i = 0; i < count; i++)
        if (scord_model_sm_event(entries->model, sm, &lowered[i], &request))
            entries->carried = pack(&request); /* the same of all requests of an access */
}

uint64_t metadata_entries_carried(const metadata_entries_t *entries) { return entries->carried; }

/* ---- decisions ---- */

metadata_decided_t metadata_entries_decide(metadata_entries_t *entries,
                                           const detector_timing_request_t *request,
                                           uint32_t words) {
    scord_detector_request_t access = unpack(request->carried);
    uint64_t before[SCORD_SEGMENT_WORDS] = {0};
    metadata_decided_t decided = {0, 0};
    access.address = request->segment_address;
    access.mask = words;
    for (uint32_t left = words; left != 0; left &= left - 1) {
        const unsigned word = (unsigned)__builtin_ctz(left);
        scord_retire_t retire;
        uint64_t index;
        const bool tracked = scord_model_metadata_index(entries->model,
                                                        scord_word_address(&access, word), &index);
        assert(tracked);
        (void)tracked;
        before[word] = scord_model_metadata(entries->model, index);
        scord_model_check(entries->model, &access, word, 0, &retire);
        if (scord_model_metadata(entries->model, index) != before[word])
            decided.changed |= UINT32_C(1) << word;
    }
    decided.groups = metadata_entries_different(before, words);
    return decided;
}

void metadata_entries_fence(metadata_entries_t *entries, const detector_timing_request_t *request) {
    scord_detector_request_t fence = unpack(request->carried);
    scord_retire_t retire;
    fence.kind = SCORD_REQUEST_KIND_FENCE;
    scord_model_fence(entries->model, &fence, &retire);
}

/* ---- lines ---- */

void metadata_entries_line(const metadata_entries_t *entries, uint64_t key, uint64_t entry[32]) {
    for (unsigned i = 0; i < SCORD_SEGMENT_WORDS; i++)
        entry[i] = scord_model_metadata(entries->model, key * SCORD_SEGMENT_WORDS + i);
}

uint32_t metadata_entries_different(const uint64_t entry[32], uint32_t words) {
    uint32_t count = 0;
    for (uint32_t left = words; left != 0;) {
        const uint64_t value = entry[__builtin_ctz(left)];
        uint32_t others = 0;
        for (uint32_t rest = left; rest != 0; rest &= rest - 1)
            if (entry[__builtin_ctz(rest)] != value) others |= rest & -rest;
        left = others;
        count++;
    }
    return count;
}
