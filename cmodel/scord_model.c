/* SPDX-License-Identifier: Apache-2.0 */
/* scord_model.c: the handle of scord_model.h: one detector and an SM unit per SM.
 *
 *   SM events ──► sm[0 .. num_sms-1] ──► requests ──► [caller's queue] ──► detector
 *                                                                             └──► retired items
 *
 * This file checks arguments, forwards calls and returns state in the RTL's layout; every rule is
 * in cmodel/sm or cmodel/detector. The caller owns the queue between the halves: the golden model
 * follows the order that the caller's arbiter chose (D1).
 *
 * Invariants: the configuration is legal and does not change; only create and kernel_start
 * allocate; before the first kernel_start nothing is tracked.
 */
#include "cmodel/scord_model.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/config_rules.h"
#include "cmodel/detector/decision_observer.h"
#include "cmodel/detector/scord_detector.h"
#include "cmodel/sm/scord_sm.h"

struct scord_model {
    scord_config_t config;
    scord_detector_t detector;
    scord_sm_t sm[SCORD_MAX_SMS];
};

static void start_sm_unit(scord_model_t *model, unsigned sm) {
    scord_sm_start(&model->sm[sm], sm, model->config.warps_per_sm);
    scord_sm_independent_threads(&model->sm[sm], model->config.independent_threads);
    if (model->config.acquire_release) scord_sm_acquire_release(&model->sm[sm]);
    if (model->config.many_locks) scord_sm_many_locks(&model->sm[sm]);
    if (model->config.as_printed) scord_sm_as_printed(&model->sm[sm]);
}

static void start_sm_units(scord_model_t *model) {
    for (unsigned sm = 0; sm < model->config.num_sms; sm++) start_sm_unit(model, sm);
}

scord_model_t *scord_model_create(const scord_config_t *config, scord_model_status_t *status) {
    *status = SCORD_MODEL_BAD_ARGUMENT;
    if (scord_config_illegal_key(config)) return NULL;
    *status = SCORD_MODEL_NO_MEMORY;
    scord_model_t *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->config = *config;
    if (!scord_race_reporter_create(&model->detector.race_log, config->log_capacity)) {
        scord_model_destroy(model);
        return NULL;
    }
    start_sm_units(model);
    *status = SCORD_MODEL_OK;
    return model;
}

void scord_model_destroy(scord_model_t *model) {
    if (!model) return;
    scord_detector_destroy(&model->detector);
    free(model);
}

const scord_config_t *scord_model_config(const scord_model_t *model) { return &model->config; }

/* D91: what a kernel leaves stays for the next one, unless its entries are of other words. */
static bool goes_on(const scord_model_t *model, uint64_t tracked_base,
                    unsigned log2_tracked_words) {
    const scord_metadata_accessor_t *metadata = &model->detector.metadata;
    return model->detector.as_printed && metadata->tracked_base == tracked_base &&
           metadata->tracked_words == UINT64_C(1) << log2_tracked_words;
}

scord_model_status_t scord_model_kernel_start(scord_model_t *model, uint64_t tracked_base,
                                              unsigned log2_tracked_words) {
    if (log2_tracked_words < SCORD_LOG2_TRACKED_WORDS_MIN ||
        log2_tracked_words > SCORD_LOG2_TRACKED_WORDS_MAX)
        return SCORD_MODEL_BAD_ARGUMENT;
    const uint64_t bytes = (uint64_t)SCORD_WORD_BYTES << log2_tracked_words;
    if (tracked_base % bytes || tracked_base >> SCORD_ADDRESS_WIDTH)
        return SCORD_MODEL_BAD_ARGUMENT;
    if (goes_on(model, tracked_base, log2_tracked_words)) return SCORD_MODEL_OK;
    start_sm_units(model);
    model->detector.as_printed = model->config.as_printed != 0;
    model->detector.both_scopes = model->config.both_scopes != 0;
    model->detector.independent_threads = model->config.independent_threads != 0;
    model->detector.acquire_release = model->config.acquire_release != 0;
    const bool started = scord_detector_start(&model->detector, tracked_base, log2_tracked_words,
                                              model->config.log2_cache_ratio);
    return started ? SCORD_MODEL_OK : SCORD_MODEL_NO_MEMORY;
}

/* Counters of the SM units that wrap: no part of their state depends on this. */
static void count_steps(scord_model_t *model, unsigned sm, const scord_sm_event_t *event) {
    const unsigned block_id = sm << SCORD_SLOT_WIDTH | event->slot;
    if ((event->kind == SCORD_SM_EVENT_KIND_BLOCK_LAUNCH && !model->config.as_printed) ||
        event->kind == SCORD_SM_EVENT_KIND_BARRIER_RELEASE)
        scord_detector_barrier_step(&model->detector, block_id); /* D4 */
    else if (event->kind == SCORD_SM_EVENT_KIND_CONVERGENCE && event->mask != 0 &&
             model->config.independent_threads != 0)
        scord_detector_epoch_step(&model->detector, block_id, event->warp); /* D41 */
}

bool scord_model_sm_event(scord_model_t *model, unsigned sm, const scord_sm_event_t *event,
                          scord_detector_request_t *request) {
    assert(sm < model->config.num_sms);
    count_steps(model, sm, event);
    return scord_sm_take_event(&model->sm[sm], event, request);
}

int scord_model_issue_pick(scord_model_t *model, unsigned sm, scord_issue_policy_t policy,
                           uint32_t ready) {
    assert(sm < model->config.num_sms);
    return scord_sm_issue_pick(&model->sm[sm], policy, ready);
}

void scord_model_sm_state(const scord_model_t *model, unsigned sm, scord_model_sm_state_t *state) {
    assert(sm < model->config.num_sms);
    const scord_sm_t *unit = &model->sm[sm];
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++) {
        state->barrier_counters[slot] = scord_barrier_counters_read(&unit->barrier_counters, slot);
        state->warp_priority_table[slot] =
            scord_warp_priority_table_read(&unit->warp_priority_table, slot);
    }
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++) {
        state->lock_table[warp] = scord_lock_table_bits(&unit->lock_table, warp);
        state->warp_convergence[warp] =
            (uint8_t)scord_warp_convergence_bits(&unit->warp_convergence, warp);
    }
}

void scord_model_prefetch(const scord_model_t *model, uint64_t segment, uint32_t mask) {
    const scord_detector_t *detector = &model->detector;
    scord_metadata_accessor_prefetch(&detector->metadata, segment, mask,
                                     detector->wraps.any ? detector->wraps.touched : NULL);
}

void scord_model_observe_decisions(scord_model_t *model, scord_decision_observe_t *observe,
                                   void *context) {
    model->detector.observe = observe;
    model->detector.observe_context = context;
}

void scord_model_check(scord_model_t *model, const scord_detector_request_t *request, unsigned word,
                       uint64_t cycle, scord_retire_t *retire) {
    scord_detector_check(&model->detector, request, word, cycle, retire);
}

uint32_t scord_model_check_alike(scord_model_t *model, const scord_detector_request_t *request,
                                 unsigned word, const scord_retire_t *retire,
                                 scord_alike_words_t *kept) {
    return scord_detector_check_alike(&model->detector, request, word, retire, kept);
}

void scord_model_check_not_performed(scord_model_t *model, const scord_detector_request_t *request,
                                     unsigned word, uint64_t cycle, scord_retire_t *retire) {
    scord_detector_check_not_performed(&model->detector, request, word, cycle, retire);
}

void scord_model_decide_entry(const scord_model_t *model, uint64_t entry, unsigned thread_id,
                              bool several, scord_retire_t *retire) {
    scord_detector_decide_entry(&model->detector, entry, thread_id, several, retire);
}

void scord_model_fence(scord_model_t *model, const scord_detector_request_t *request,
                       scord_retire_t *retire) {
    scord_detector_fence(&model->detector, request, retire);
}

uint32_t scord_model_fence_entry(const scord_model_t *model, unsigned index) {
    assert(index < SCORD_FENCE_FILE_ENTRIES);
    const scord_fence_entry_t entry = scord_fence_file_read(&model->detector.fence_file, index);
    return (uint32_t)scord_fence_entry_to_bits(&entry);
}

void scord_model_release_numbers(const scord_model_t *model, unsigned block_id,
                                 scord_model_release_numbers_t *numbers) {
    const scord_release_numbers_t *all = &model->detector.release_numbers;
    assert(block_id < SCORD_RELEASE_BLOCKS);
    *numbers = (scord_model_release_numbers_t){all->newest, all->released[block_id],
                                               all->block_released[block_id],
                                               all->acquired[block_id], all->pending[block_id]};
}

uint64_t scord_model_metadata_entries(const scord_model_t *model) {
    return scord_metadata_accessor_entries(&model->detector.metadata);
}

uint64_t scord_model_metadata(const scord_model_t *model, uint64_t index) {
    return scord_metadata_accessor_entry(&model->detector.metadata, index);
}

bool scord_model_metadata_index(const scord_model_t *model, uint64_t address, uint64_t *index) {
    scord_metadata_place_t place;
    if (!scord_metadata_accessor_locate(&model->detector.metadata, address, &place)) return false;
    *index = place.index;
    return true;
}

void scord_model_metadata_restore(scord_model_t *model, uint64_t index, uint64_t bits) {
    scord_metadata_accessor_restore(&model->detector.metadata, index, bits);
}

uint64_t scord_model_race_count(const scord_model_t *model) {
    return model->detector.race_log.tail;
}

const scord_race_record_t *scord_model_race(const scord_model_t *model, uint64_t index) {
    const scord_race_record_t *record = scord_race_reporter_record(&model->detector.race_log,
                                                                   index);
    assert(record);
    return record;
}

bool scord_model_log_consume(scord_model_t *model, uint64_t head) {
    const bool consumed = scord_race_reporter_consume(&model->detector.race_log, head);
    scord_detector_count_log(&model->detector);
    return consumed;
}

void scord_model_log_reset(scord_model_t *model) {
    scord_race_reporter_reset(&model->detector.race_log);
    scord_detector_count_log(&model->detector);
}

const scord_model_counters_t *scord_model_counters(const scord_model_t *model) {
    return &model->detector.counters;
}

bool scord_model_race_by_wrap(const scord_model_t *model) {
    return model->detector.wraps.any && model->detector.wraps.made_race;
}

scord_model_losses_t scord_model_losses(const scord_model_t *model) {
    scord_model_losses_t losses = model->detector.losses;
    for (unsigned sm = 0; sm < model->config.num_sms; sm++)
        *(model->config.many_locks ? &losses.counted_locks
                                   : &losses.dropped_locks) += model->sm[sm].locks_without_room;
    return losses;
}
