/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep.c: the RTL and the golden model fed the same events; see lockstep.h for the interface.
 *
 * The idea: both sides are stepped from the same list of events and compared in every cycle, so the
 * first difference is found in the cycle in which it happens, with the event that caused it. The
 * harness runs the device's clock; the model has none and makes each step when the device shows
 * that it makes it.
 *
 *   stream event ─► hardware event ─► event_queues ─► device ─┐ picks, items, state registers:
 *                   kernel start ───► device_driver, model    ├─ scoreboard, shadow_state ─► run
 *                   kernel end ─────► drain, memory_checks,   │  (first mismatch, statistics)
 *                                     register_checks         │
 *                                          golden model ──────┘
 *
 * This file composes the parts (lockstep_parts.h draws them) and turns each stream event into work
 * for them. A part owns its state; what all share is in run.h.
 *
 * Invariants:
 *   - A run stops at its first problem; every loop here ends when run.status is not OK.
 *   - Ordered mode: one SM event is in the queues at a time. Free order: at most SCORD_LOOKAHEAD
 * and the SM events of one stream event.
 *   - Before a kernel start, a schedule record or an expectation everything is drained, so that the
 *     model has decided all that the stream says so far.
 *   - The pool of kept events has one for every reference that can be held (kept_events_needed).
 *
 * Time is the device's: nine tenths of a run are settle() and clock(). Reference: docs/speed.md for
 * measurements, docs/architecture.md for what the comparison covers.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/detector/metadata_accessor.h"
#include "cmodel/base/seconds.h"
#include "cosim/lockstep/lockstep_parts.h"
#include "cosim/lockstep/device/machine_refusal.h"
#include "cosim/lockstep/mismatch_report.h"
#include "cosim/lockstep/register_checks.h"

/* ---- running the device ---- */

/* Runs until at most `limit` SM events wait. */
static void run_down_to(scord_lockstep_t *lockstep, unsigned limit) {
    scord_driver_t *driver = &lockstep->driver;
    scord_run_progress(&lockstep->run);
    while (lockstep->queues.count > limit) {
        if (!scord_driver_cycle(driver) || scord_driver_hung(driver, "sm_event_ready")) return;
        scord_log_service(&lockstep->log);
    }
}

/* Polls status until none of `bits` is set, with `pause` cycles in between. */
static bool wait_status_clear(scord_driver_t *driver, uint32_t bits, unsigned pause,
                              const char *waiting_for) {
    for (;;) {
        uint32_t status;
        if (!scord_driver_apb_read(driver, SCORD_REGISTER_STATUS, &status)) return false;
        if (!(status & bits)) return true;
        for (unsigned i = 0; i < pause; i++)
            if (!scord_driver_cycle(driver)) return false;
        if (scord_driver_hung(driver, waiting_for)) return false;
    }
}

bool scord_lockstep_drain(scord_lockstep_t *lockstep) {
    scord_driver_t *driver = &lockstep->driver;
    scord_run_progress(&lockstep->run);
    while (lockstep->queues.count || scord_requests_in_flight(&lockstep->requests)) {
        scord_log_service(&lockstep->log);
        if (!scord_driver_cycle(driver)) return false;
        if (scord_driver_hung(driver, lockstep->queues.count ? "sm_event_ready" : "retire"))
            return false;
    }
    return wait_status_clear(driver, 1u << SCORD_STATUS_BUSY, 0, "status.busy");
}

/* ---- kernels ---- */

/* The new policy holds from the cycle after the write. */
static bool set_policy(scord_lockstep_t *lockstep, scord_issue_policy_t policy) {
    assert(policy < SCORD_ISSUE_POLICY_COUNT);
    if (!scord_driver_apb_write(&lockstep->driver, SCORD_REGISTER_ISSUE_POLICY, policy))
        return false;
    lockstep->issue.policy = policy;
    return true;
}

static bool program_registers(scord_lockstep_t *lockstep, const scord_event_kernel_begin_t *kernel,
                              uint32_t log2_tracked_words) {
    const scord_config_t *config = &lockstep->run.config;
    const uint64_t metadata = lockstep->memory_checks.metadata_base,
                   log = lockstep->memory_checks.log_base;
    const struct {
        uint32_t address, value;
    } registers[] = {
        {SCORD_REGISTER_TRACKED_BASE_LOW, (uint32_t)kernel->tracked_base},
        {SCORD_REGISTER_TRACKED_BASE_HIGH, (uint32_t)(kernel->tracked_base >> 32)},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, log2_tracked_words},
        {SCORD_REGISTER_LOG2_CACHE_RATIO, config->log2_cache_ratio},
        {SCORD_REGISTER_RULES, config->both_scopes << SCORD_RULES_BOTH_SCOPES},
        {SCORD_REGISTER_METADATA_BASE_LOW, (uint32_t)metadata},
        {SCORD_REGISTER_METADATA_BASE_HIGH, (uint32_t)(metadata >> 32)},
        {SCORD_REGISTER_LOG_BASE_LOW, (uint32_t)log},
        {SCORD_REGISTER_LOG_BASE_HIGH, (uint32_t)(log >> 32)},
        {SCORD_REGISTER_LOG_CAPACITY, config->log_capacity},
        {SCORD_REGISTER_INTERRUPT_ENABLE, 1},
    };
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (!scord_driver_apb_write(&lockstep->driver, registers[i].address, registers[i].value))
            return false;
    return true;
}

/* D5. State is not compared while the start rewrites it; all of it is, the metadata image included,
 * right after. A large range is configured when the clear of the smallest one has ended
 * (memory_checks.h). */
static bool start_kernel(scord_lockstep_t *lockstep, const scord_event_kernel_begin_t *kernel) {
    scord_run_t *run = &lockstep->run;
    const unsigned ratio = run->config.log2_cache_ratio, words = kernel->log2_tracked_words;
    const uint64_t entries = UINT64_C(1) << (words > ratio ? words - ratio : 0);
    const bool large = entries > SCORD_MOST_CLEARED;
    scord_memory_checks_kernel_start(&lockstep->memory_checks, entries);
    if (!program_registers(lockstep, kernel, large ? SCORD_LOG2_TRACKED_WORDS_MIN : words))
        return false;
    scord_driver_begin_clear(&lockstep->driver,
                             large ? UINT64_C(1) << SCORD_LOG2_TRACKED_WORDS_MIN : entries);
    lockstep->axi_errors_at_start = scord_memory_checks_axi_errors(&lockstep->memory_checks);
    if (!scord_driver_apb_write(&lockstep->driver, SCORD_REGISTER_CONTROL,
                                1u << SCORD_CONTROL_KERNEL_START))
        return false;
    if (lockstep->model && scord_model_kernel_start(lockstep->model, kernel->tracked_base,
                                                    kernel->log2_tracked_words) != SCORD_MODEL_OK) {
        scord_run_fail(run, SCORD_LOCKSTEP_NO_MEMORY);
        return false;
    }
    scord_issue_ports_forget_blocks(&lockstep->issue);
    if (!wait_status_clear(&lockstep->driver, 1u << SCORD_STATUS_CLEARING | 1u << SCORD_STATUS_BUSY,
                           24, "status.clearing"))
        return false;
    if (large &&
        !scord_driver_apb_write(&lockstep->driver, SCORD_REGISTER_LOG2_TRACKED_WORDS, words))
        return false;
    scord_driver_end_clear(&lockstep->driver);
    scord_memory_checks_all(&lockstep->memory_checks);
    return scord_run_ok(run);
}

/* D91: to the paper's letter metadata is initialised once. Another range has other entries. */
static bool goes_on(scord_lockstep_t *lockstep, const scord_event_kernel_begin_t *kernel) {
    const scord_event_kernel_begin_t *last = &lockstep->last_kernel;
    const bool same = lockstep->run.config.as_printed && lockstep->kernel_begun &&
                      last->tracked_base == kernel->tracked_base &&
                      last->log2_tracked_words == kernel->log2_tracked_words;
    lockstep->kernel_begun = true;
    lockstep->last_kernel = *kernel;
    return same;
}

static void kernel_begin(scord_lockstep_t *lockstep, const scord_event_t *event) {
    lockstep->run.kernel = event->kernel_begin.kernel;
    if (!scord_lockstep_drain(lockstep)) return;
    lockstep->board.outcome.pick = -1;
    scord_log_maybe_reset(&lockstep->log);
    if (!scord_run_ok(&lockstep->run)) return;
    if (set_policy(lockstep, lockstep->issue.policy) && !goes_on(lockstep, &event->kernel_begin))
        start_kernel(lockstep, &event->kernel_begin);
}

/* Drains; memory, race log, counters and registers. */
static void compare_all(scord_lockstep_t *lockstep) {
    if (!scord_lockstep_drain(lockstep)) return;
    scord_memory_checks_all(&lockstep->memory_checks);
    if (scord_run_ok(&lockstep->run))
        scord_register_checks(&lockstep->driver, &lockstep->memory_checks,
                              lockstep->axi_errors_at_start);
}

/* ---- events of warps and blocks ---- */

/* Runs with random picks go through all policies, changing now and then in mid-flight. */
static void vary_policy(scord_lockstep_t *lockstep) {
    scord_random_t *random = &lockstep->run.random;
    if (lockstep->run.options.scheduled_issue || scord_random_below(random, 256) != 0) return;
    set_policy(lockstep,
               (scord_issue_policy_t)scord_random_below(random, SCORD_ISSUE_POLICY_COUNT));
}

/* A copy of the event, in the history of its warps; the caller has its reference. */
static scord_kept_event_t *keep(scord_lockstep_t *lockstep, const scord_event_t *event) {
    scord_kept_event_t *kept = scord_kept_events_copy(&lockstep->kept, event);
    const bool of_slot = event->kind == SCORD_EVENT_KIND_BARRIER_RELEASE ||
                         event->kind == SCORD_EVENT_KIND_BLOCK_EXIT;
    scord_history_add(&lockstep->history, kept,
                      of_slot ? lockstep->issue.sm[event->warp.sm].slot_warps[event->warp.slot]
                              : 0);
    return kept;
}

/* Ordered: one SM event after the other. Free: all into the SM's queue, run when the look-ahead is
 * full. */
static void hardware_event(scord_lockstep_t *lockstep, const scord_event_t *event) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm = 0;
    const bool free_order = lockstep->run.options.free_order;
    const unsigned count = scord_lower(event, &sm, lowered);
    assert(count <= SCORD_LOWER_MAX);
    vary_policy(lockstep);
    scord_kept_event_t *kept = keep(lockstep, event);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) {
        scord_scoreboard_start_outcome(&lockstep->board, kept);
        lockstep->access_events++;
    }
    for (unsigned i = 0; i < count && scord_run_ok(&lockstep->run); i++) {
        scord_event_queues_put(&lockstep->queues, sm, &lowered[i], kept);
        if (!free_order) run_down_to(lockstep, 0);
    }
    if (free_order) run_down_to(lockstep, SCORD_LOOKAHEAD);
    scord_kept_event_release(&lockstep->kept, kept);
}

/* The front end's side of an exit: the warp is not ready any more. */
static void exit_event(scord_lockstep_t *lockstep, const scord_event_t *event) {
    const unsigned sm = event->warp.sm;
    scord_kept_event_release(&lockstep->kept, keep(lockstep, event));
    scord_issue_ports_exit(&lockstep->issue, sm,
                           event->kind == SCORD_EVENT_KIND_WARP_EXIT
                               ? 1u << event->warp.warp
                               : lockstep->issue.sm[sm].slot_warps[event->warp.slot]);
}

/* ---- records for tests ---- */

/* One cycle with this ready mask for this SM alone. */
static void schedule(scord_lockstep_t *lockstep, const scord_event_schedule_t *record) {
    if (!scord_lockstep_drain(lockstep)) return;
    if (record->policy != lockstep->issue.policy &&
        !set_policy(lockstep, (scord_issue_policy_t)record->policy))
        return;
    scord_issue_ports_force(&lockstep->issue, record->sm, record->ready);
    scord_driver_cycle(&lockstep->driver);
    scord_issue_ports_unforce(&lockstep->issue);
}

/* Expectations are about the stream's order and a working memory; in free order the arbiter's order
 * holds, and with memory errors checks are not performed: then they do not apply. */
static void expectation(scord_lockstep_t *lockstep, const scord_event_t *event) {
    char message[256];
    scord_run_t *run = &lockstep->run;
    if ((run->options.free_order || run->options.axi_error_permille || run->options.lie_permille) &&
        event->kind == SCORD_EVENT_KIND_EXPECT)
        return;
    if (!run->options.scheduled_issue && event->kind == SCORD_EVENT_KIND_EXPECT_PICK)
        return; /* other picks in between */
    if (!scord_lockstep_drain(lockstep) || !lockstep->model) return;
    if (scord_replay_event(&lockstep->board.outcome, event, message, sizeof message) ==
        SCORD_REPLAY_OK)
        return;
    snprintf(run->details, sizeof run->details, "  record %llu: %.900s\n",
             (unsigned long long)event->sequence, message);
    scord_run_mismatch(run, SCORD_LOCKSTEP_EXPECTATION, lockstep->board.last_access, "expectation",
                       scord_event_kind_name(event->kind), "as the record says", message);
}

/* ---- the interface ---- */

static void dispatch(scord_lockstep_t *lockstep, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: kernel_begin(lockstep, event); break;
    case SCORD_EVENT_KIND_KERNEL_END: compare_all(lockstep); break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
    case SCORD_EVENT_KIND_ACCESS:
    case SCORD_EVENT_KIND_FENCE:
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_BARRIER_RELEASE: hardware_event(lockstep, event); break;
    case SCORD_EVENT_KIND_DIVERGE:
    case SCORD_EVENT_KIND_RECONVERGE: /* nothing to hardware that takes warps for threads (D40) */
        if (lockstep->run.config.independent_threads) hardware_event(lockstep, event);
        break;
    case SCORD_EVENT_KIND_WARP_EXIT:
    case SCORD_EVENT_KIND_BLOCK_EXIT: exit_event(lockstep, event); break;
    case SCORD_EVENT_KIND_SCHEDULE: schedule(lockstep, &event->schedule); break;
    case SCORD_EVENT_KIND_EXPECT:
    case SCORD_EVENT_KIND_EXPECT_PICK: expectation(lockstep, event); break;
    default: break; /* location, object: the detector's hardware does not see them */
    }
}

scord_lockstep_status_t scord_lockstep_event(scord_lockstep_t *lockstep,
                                             const scord_event_t *event) {
    scord_run_t *run = &lockstep->run;
    if (!scord_run_ok(run)) return run->status;
    dispatch(lockstep, event);
    run->statistics.events++;
    if (!scord_run_ok(run)) scord_mismatch_report(run, &lockstep->history, lockstep->memory);
    return run->status;
}

/* A stream with accesses of which nothing was compared is not a pass. */
static void demand_evidence(scord_lockstep_t *lockstep) {
    const scord_model_counters_t *counters = scord_model_counters(lockstep->model);
    const uint64_t decided = counters->checks + counters->untracked + counters->not_performed,
                   compared = lockstep->run.statistics.checks;
    if (lockstep->access_events && !compared)
        scord_run_mismatch(&lockstep->run, SCORD_LOCKSTEP_MISMATCH, NULL, "evidence", "checks",
                           "at least 1 compared", "0");
    else if (compared != decided)
        scord_run_mismatch_number(&lockstep->run, NULL, "evidence", "checks", decided, compared);
}

scord_lockstep_status_t scord_lockstep_finish(scord_lockstep_t *lockstep) {
    scord_run_t *run = &lockstep->run;
    if (scord_run_ok(run)) compare_all(lockstep);
    if (scord_run_ok(run) && lockstep->model) demand_evidence(lockstep);
    scord_driver_close_wave(&lockstep->driver);
    run->statistics.axi_errors = scord_memory_checks_axi_errors(&lockstep->memory_checks);
    run->statistics.seconds = scord_seconds_now() - lockstep->started;
    if (!scord_run_ok(run)) scord_mismatch_report(run, &lockstep->history, lockstep->memory);
    return run->status;
}

const scord_model_t *scord_lockstep_model(const scord_lockstep_t *lockstep) {
    return lockstep->model;
}

const scord_lockstep_statistics_t *scord_lockstep_statistics(const scord_lockstep_t *lockstep) {
    return &lockstep->run.statistics;
}

const scord_lockstep_mismatch_t *scord_lockstep_mismatch(const scord_lockstep_t *lockstep) {
    return &lockstep->run.mismatch;
}

bool scord_lockstep_drawn_mask(const scord_lockstep_t *lockstep, unsigned sm, uint32_t *ready,
                               scord_issue_policy_t *policy) {
    const scord_issue_ports_t *issue = &lockstep->issue;
    assert(sm < issue->num_sms);
    *ready = issue->sm[sm].ready_mask;
    *policy = issue->policy;
    return !issue->forced && issue->asked_sms >> sm & 1;
}

/* ---- life ---- */

/* As many kept events as can be referenced at once: histories, queues, requests, last event of each
 * SM, last access, the event at hand, the mismatch. */
static size_t kept_events_needed(const scord_config_t *config) {
    return config->num_sms *
               ((size_t)config->warps_per_sm * SCORD_HISTORY_EVENTS + SCORD_REQUESTS + 1) +
           SCORD_LOOKAHEAD + 8;
}

static bool make_parts(scord_lockstep_t *lockstep, const scord_device_class_t *class) {
    scord_model_status_t status;
    const scord_lockstep_options_t *options = &lockstep->run.options;
    const scord_config_t *config = &lockstep->run.config;
    const scord_axi_memory_options_t memory = {.seed = options->seed,
                                               .max_latency = options->max_latency,
                                               .error_permille = options->axi_error_permille,
                                               .silent = options->memory_silent,
                                               .flip_beat = options->memory_flip,
                                               .flip_bit = options->memory_flip_bit,
                                               .metadata_lines = config->metadata_lines,
                                               .beat_entries = config->beat_entries};
    if (!options->rtl_only) lockstep->model = scord_model_create(config, &status);
    lockstep->memory = scord_axi_memory_create(&memory);
    lockstep->device = class->create(0 - (uint64_t)SCORD_RESET_CYCLES);
    return (lockstep->model || options->rtl_only) && lockstep->memory && lockstep->device &&
           scord_kept_events_make(&lockstep->kept, kept_events_needed(config)) &&
           scord_history_make(&lockstep->history, &lockstep->kept, config->num_sms) &&
           scord_event_queues_make(&lockstep->queues, &lockstep->kept, config->num_sms) &&
           scord_requests_make(&lockstep->requests, &lockstep->kept, config->num_sms);
}

/* Each part knows those that it works with. */
static void compose(scord_lockstep_t *lockstep) {
    scord_run_t *run = &lockstep->run;
    const scord_lockstep_options_t *options = &run->options;
    lockstep->started = scord_seconds_now();
    scord_issue_ports_init(&lockstep->issue, &run->config, options->scheduled_issue, options->seed);
    scord_memory_checks_init(&lockstep->memory_checks, run, lockstep->model, lockstep->memory);
    lockstep->shadow.model = lockstep->model;
    lockstep->shadow.config = &run->config;
    lockstep->board = (scord_scoreboard_t){.run = run,
                                           .device = lockstep->device,
                                           .model = lockstep->model,
                                           .queues = &lockstep->queues,
                                           .requests = &lockstep->requests,
                                           .issue = &lockstep->issue,
                                           .shadow = &lockstep->shadow,
                                           .memory = &lockstep->memory_checks};
    scord_replay_init(&lockstep->board.outcome, NULL, NULL, NULL);
    lockstep->driver = (scord_driver_t){.run = run,
                                        .device = lockstep->device,
                                        .memory = lockstep->memory,
                                        .queues = &lockstep->queues,
                                        .requests = &lockstep->requests,
                                        .issue = &lockstep->issue,
                                        .board = &lockstep->board,
                                        .shadow = &lockstep->shadow};
    lockstep->log = (scord_log_consumer_t){.driver = &lockstep->driver,
                                           .memory = &lockstep->memory_checks,
                                           .random = scord_random_seed(options->seed, 3)};
}

static scord_lockstep_t *fail(scord_lockstep_t *lockstep, scord_lockstep_status_t *status,
                              scord_lockstep_status_t code) {
    *status = code;
    scord_lockstep_destroy(lockstep);
    return NULL;
}

scord_lockstep_t *scord_lockstep_create(const scord_lockstep_options_t *options,
                                        scord_lockstep_status_t *status, char *message,
                                        size_t message_size) {
    char why[256];
    const scord_device_class_t *class = scord_device_class_find(options->config, why, sizeof why);
    if (!class && why[0] != '\0') {
        snprintf(message, message_size, "%s", why);
        return fail(NULL, status, SCORD_LOCKSTEP_NOT_BUILT);
    }
    if (!class) {
        char names[256];
        scord_device_class_names(names, sizeof names);
        scord_machine_refusal(options->config, names, message, message_size);
        return fail(NULL, status, SCORD_LOCKSTEP_BAD_CONFIG);
    }
    if (options->memory_flip_bit >= SCORD_AXI_DATA_WIDTH * options->config->beat_entries) {
        snprintf(message, message_size,
                 "a beat of configuration '%s' has %u bits: there is no bit %u to flip",
                 options->config->name, SCORD_AXI_DATA_WIDTH * options->config->beat_entries,
                 options->memory_flip_bit);
        return fail(NULL, status, SCORD_LOCKSTEP_BAD_CONFIG);
    }
    scord_lockstep_t *lockstep = calloc(1, sizeof *lockstep);
    if (lockstep) {
        lockstep->run.options = *options;
        lockstep->run.config = *options->config;
        lockstep->run.random = scord_random_seed(options->seed, 0);
        if (!options->max_latency) lockstep->run.options.max_latency = SCORD_DEFAULT_MAX_LATENCY;
    }
    if (!lockstep || !make_parts(lockstep, class)) {
        snprintf(message, message_size,
                 "cannot make the device and model of configuration '%s': no memory",
                 options->config->name);
        return fail(lockstep, status, SCORD_LOCKSTEP_NO_MEMORY);
    }
    compose(lockstep);
    scord_driver_reset(&lockstep->driver);
    *status = SCORD_LOCKSTEP_OK;
    return lockstep;
}

void scord_lockstep_destroy(scord_lockstep_t *lockstep) {
    if (!lockstep) return;
    if (lockstep->device) lockstep->device->destroy(lockstep->device);
    scord_axi_memory_destroy(lockstep->memory);
    scord_memory_checks_destroy(&lockstep->memory_checks);
    scord_model_destroy(lockstep->model);
    scord_requests_destroy(&lockstep->requests);
    scord_event_queues_destroy(&lockstep->queues);
    scord_history_destroy(&lockstep->history);
    scord_kept_events_destroy(&lockstep->kept);
    free(lockstep);
}
