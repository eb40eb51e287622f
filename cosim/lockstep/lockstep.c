/* lockstep.c: public interface: stream events in, work for the driver, verdict out. */
#include "cosim/lockstep/lockstep_internal.h"
#include "cosim/lockstep/log_consumer.h"
#include "cmodel/base/seconds.h"

#include <stdlib.h>

/* ---- kept events
 * --------------------------------------------------------------------------------------------------
 */

void scord_keep(scord_kept_event_t *kept) { kept->references++; }

void scord_release(scord_lockstep_t *lockstep, scord_kept_event_t *kept) {
    if (!kept || --kept->references) return;
    kept->next_free = lockstep->free_list;
    lockstep->free_list = kept;
}

/* As many as can be referenced at once: histories, queues, pending requests, last accepted and last
 * access. */
static size_t kept_events_needed(const scord_config_t *config) {
    return config->num_sms * ((size_t)config->warps_per_sm * SCORD_HISTORY + SCORD_PENDING + 1) +
           SCORD_LOOKAHEAD + 8;
}

static bool make_kept_events(scord_lockstep_t *lockstep) {
    const size_t count = kept_events_needed(&lockstep->config);
    lockstep->kept = calloc(count, sizeof *lockstep->kept);
    for (size_t i = 0; lockstep->kept && i < count; i++) {
        lockstep->kept[i].references = 1;
        scord_release(lockstep, &lockstep->kept[i]);
    }
    return lockstep->kept;
}

/* A copy with one reference, the caller's. Names are not kept: only events of warps and blocks come
 * here. */
static scord_kept_event_t *keep_copy(scord_lockstep_t *lockstep, const scord_event_t *event) {
    scord_kept_event_t *kept = lockstep->free_list;
    lockstep->free_list = kept->next_free;
    kept->references = 1;
    const size_t size = event->kind == SCORD_EVENT_KIND_ACCESS
                            ? sizeof *event
                            : offsetof(scord_event_t, access.address);
    memcpy(&kept->event, event, size);
    return kept;
}
_Static_assert(offsetof(scord_event_t, access.address) >=
                   offsetof(scord_event_t, block_launch) + sizeof(scord_event_block_launch_t),
               "block_launch, warp and fence fit in front of the address array");

static void remember(scord_lockstep_t *lockstep, unsigned sm, unsigned warp,
                     scord_kept_event_t *kept) {
    scord_history_t *history = &lockstep->sm[sm].history[warp];
    scord_release(lockstep, history->events[history->next]);
    scord_keep(kept);
    history->events[history->next] = kept;
    history->next = (history->next + 1) % SCORD_HISTORY;
}

static void remember_for_block(scord_lockstep_t *lockstep, unsigned sm, uint32_t warps,
                               scord_kept_event_t *kept) {
    for (; warps; warps &= warps - 1) remember(lockstep, sm, (unsigned)__builtin_ctz(warps), kept);
}

static void add_to_history(scord_lockstep_t *lockstep, scord_kept_event_t *kept) {
    const scord_event_t *event = &kept->event;
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        remember_for_block(lockstep, event->block_launch.sm, event->block_launch.warps, kept);
        break;
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
    case SCORD_EVENT_KIND_BLOCK_EXIT:
        remember_for_block(lockstep, event->warp.sm,
                           lockstep->sm[event->warp.sm].slot_warps[event->warp.slot], kept);
        break;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_WARP_EXIT:
        remember(lockstep, event->warp.sm, event->warp.warp, kept);
        break;
    case SCORD_EVENT_KIND_ACCESS:
        remember(lockstep, event->access.sm, event->access.warp, kept);
        break;
    case SCORD_EVENT_KIND_FENCE:
        remember(lockstep, event->fence.sm, event->fence.warp, kept);
        break;
    default: break;
    }
}

/* ---- events
 * ---------------------------------------------------------------------------------------------------------
 */

/* Runs until at most `limit` SM events wait. */
static void run_down_to(scord_lockstep_t *lockstep, unsigned limit) {
    lockstep->last_progress = lockstep->cycle;
    while (lockstep->queued > limit) {
        if (!scord_driver_cycle(lockstep) || scord_driver_hung(lockstep, "sm_event_ready")) return;
        scord_log_service(lockstep);
    }
}

static void start_outcome(scord_lockstep_t *lockstep, scord_kept_event_t *kept) {
    scord_release(lockstep, lockstep->last_access);
    scord_keep(kept);
    lockstep->last_access = kept;
    lockstep->first_word_seen = false;
    lockstep->outcome.races = 0;
    memset(&lockstep->outcome.first_race, 0, sizeof lockstep->outcome.first_race);
    memset(&lockstep->outcome.first_word, 0, sizeof lockstep->outcome.first_word);
}

static void enqueue(scord_lockstep_t *lockstep, unsigned sm, const scord_sm_event_t *event,
                    scord_kept_event_t *kept) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    scord_keep(kept);
    channel->queue[(channel->queue_head + channel->queue_count++) % SCORD_QUEUE] =
        (scord_queued_event_t){*event, kept};
    lockstep->queued++;
    lockstep->queued_sms |= 1u << sm;
}

/* Runs with random picks go through all policies, changing now and then in mid-flight. */
static void vary_policy(scord_lockstep_t *lockstep) {
    if (lockstep->options.scheduled_issue || scord_random_below(&lockstep->random, 256) != 0)
        return;
    scord_driver_set_policy(lockstep, (scord_issue_policy_t)scord_random_below(
                                          &lockstep->random, SCORD_ISSUE_POLICY_COUNT));
}

/* Ordered: one SM event after the other. Free: all into the SM's queue, run when the look-ahead is
 * full. */
static void hardware_event(scord_lockstep_t *lockstep, const scord_event_t *event) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm = 0;
    const unsigned count = scord_lower(event, &sm, lowered);
    vary_policy(lockstep);
    scord_kept_event_t *kept = keep_copy(lockstep, event);
    add_to_history(lockstep, kept);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) {
        start_outcome(lockstep, kept);
        lockstep->access_events++;
    }
    for (unsigned i = 0; i < count && lockstep->status == SCORD_LOCKSTEP_OK; i++) {
        enqueue(lockstep, sm, &lowered[i], kept);
        if (!lockstep->options.free_order) run_down_to(lockstep, 0);
    }
    if (lockstep->options.free_order) run_down_to(lockstep, SCORD_LOOKAHEAD);
    scord_release(lockstep, kept);
}

/* The front end's side of an exit: the warp is not ready any more. */
static void exit_event(scord_lockstep_t *lockstep, const scord_event_t *event) {
    scord_sm_channel_t *channel = &lockstep->sm[event->warp.sm];
    scord_kept_event_t *kept = keep_copy(lockstep, event);
    add_to_history(lockstep, kept);
    scord_release(lockstep, kept);
    channel->resident &= event->kind == SCORD_EVENT_KIND_WARP_EXIT
                             ? ~(1u << event->warp.warp)
                             : ~channel->slot_warps[event->warp.slot];
}

static void kernel_begin(scord_lockstep_t *lockstep, const scord_event_t *event) {
    lockstep->kernel = event->kernel_begin.kernel;
    lockstep->kernel_open = true;
    if (!scord_driver_drain(lockstep)) return;
    lockstep->outcome.pick = -1;
    scord_log_maybe_reset(lockstep);
    if (lockstep->status != SCORD_LOCKSTEP_OK) return;
    if (scord_driver_set_policy(lockstep, lockstep->policy))
        scord_driver_kernel_start(lockstep, &event->kernel_begin);
}

static void compare_all(scord_lockstep_t *lockstep) {
    if (!scord_driver_drain(lockstep)) return;
    scord_scoreboard_memory(lockstep);
    if (lockstep->status == SCORD_LOCKSTEP_OK) scord_scoreboard_counters(lockstep);
}

static void kernel_end(scord_lockstep_t *lockstep) {
    compare_all(lockstep);
    lockstep->kernel_open = false;
}

/* One cycle with this ready mask for this SM alone. */
static void schedule(scord_lockstep_t *lockstep, const scord_event_schedule_t *record) {
    if (!scord_driver_drain(lockstep)) return;
    if (record->policy != lockstep->policy &&
        !scord_driver_set_policy(lockstep, (scord_issue_policy_t)record->policy))
        return;
    lockstep->sm[record->sm].ready_mask = record->ready;
    lockstep->forced = true;
    lockstep->forced_sm = record->sm;
    scord_driver_cycle(lockstep);
    lockstep->forced = false;
}

/* Expectations are about the stream's order and a working memory; in free order the arbiter's order
 * holds, and with memory errors checks are not performed: then they do not apply. */
static void expectation(scord_lockstep_t *lockstep, const scord_event_t *event) {
    char message[256];
    if ((lockstep->options.free_order || lockstep->options.axi_error_permille) &&
        event->kind == SCORD_EVENT_KIND_EXPECT)
        return;
    if (!lockstep->options.scheduled_issue && event->kind == SCORD_EVENT_KIND_EXPECT_PICK)
        return; /* other picks in between */
    if (!scord_driver_drain(lockstep) || lockstep->options.rtl_only) return;
    if (scord_replay_event(&lockstep->outcome, event, message, sizeof message) == SCORD_REPLAY_OK)
        return;
    snprintf(lockstep->details, sizeof lockstep->details, "  record %llu: %.900s\n",
             (unsigned long long)event->sequence, message);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_EXPECTATION, lockstep->last_access, "expectation",
                   scord_event_kind_name(event->kind), "as the record says", message);
}

static void dispatch(scord_lockstep_t *lockstep, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: kernel_begin(lockstep, event); break;
    case SCORD_EVENT_KIND_KERNEL_END: kernel_end(lockstep); break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
    case SCORD_EVENT_KIND_ACCESS:
    case SCORD_EVENT_KIND_FENCE:
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
    case SCORD_EVENT_KIND_BARRIER_RELEASE: hardware_event(lockstep, event); break;
    case SCORD_EVENT_KIND_DIVERGE:
    case SCORD_EVENT_KIND_RECONVERGE: /* nothing to hardware that takes warps for threads (D40) */
        if (lockstep->config.independent_threads) hardware_event(lockstep, event);
        break;
    case SCORD_EVENT_KIND_WARP_EXIT:
    case SCORD_EVENT_KIND_BLOCK_EXIT: exit_event(lockstep, event); break;
    case SCORD_EVENT_KIND_SCHEDULE: schedule(lockstep, &event->schedule); break;
    case SCORD_EVENT_KIND_EXPECT:
    case SCORD_EVENT_KIND_EXPECT_PICK: expectation(lockstep, event); break;
    default:
        break; /* diverge, reconverge (ITS), location, object: the detector's hardware does not see
                  them */
    }
}

scord_lockstep_status_t scord_lockstep_event(scord_lockstep_t *lockstep,
                                             const scord_event_t *event) {
    if (lockstep->status != SCORD_LOCKSTEP_OK) return lockstep->status;
    dispatch(lockstep, event);
    lockstep->statistics.events++;
    if (lockstep->status != SCORD_LOCKSTEP_OK) scord_mismatch_report(lockstep);
    return lockstep->status;
}

/* A stream with accesses of which nothing was compared is not a pass. */
static void demand_evidence(scord_lockstep_t *lockstep) {
    const scord_model_counters_t *counters = scord_model_counters(lockstep->model);
    if (lockstep->access_events && !lockstep->statistics.checks)
        scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, NULL, "evidence", "checks",
                       "at least 1 compared", "0");
    else if (lockstep->statistics.checks !=
             counters->checks + counters->untracked + counters->not_performed)
        scord_mismatch_number(lockstep, NULL, "evidence", "checks",
                              counters->checks + counters->untracked + counters->not_performed,
                              lockstep->statistics.checks);
}

scord_lockstep_status_t scord_lockstep_finish(scord_lockstep_t *lockstep) {
    if (lockstep->status == SCORD_LOCKSTEP_OK) compare_all(lockstep);
    if (lockstep->status == SCORD_LOCKSTEP_OK && !lockstep->options.rtl_only)
        demand_evidence(lockstep);
    if (lockstep->tracing) lockstep->device->trace_close(lockstep->device);
    lockstep->tracing = false;
    lockstep->statistics.axi_errors = scord_lockstep_axi_errors(lockstep);
    lockstep->statistics.seconds = scord_seconds_now() - lockstep->started;
    if (lockstep->status != SCORD_LOCKSTEP_OK) scord_mismatch_report(lockstep);
    return lockstep->status;
}

/* ---- life
 * -----------------------------------------------------------------------------------------------------------
 */

/* Bases drawn from the seed, aligned as the registers ask, anywhere in two quarters of the address
 * space: room for any metadata. */
static void choose_memory_map(scord_lockstep_t *lockstep) {
    enum { RECORD_BYTES = 8 * SCORD_RACE_RECORD_BEATS };
    const uint64_t half = UINT64_C(1) << (SCORD_ADDRESS_WIDTH - 1), quarter = half / 2;
    const bool metadata_above = scord_random_below(&lockstep->random, 2);
    const uint64_t metadata = scord_random_next(&lockstep->random) % quarter,
                   log = scord_random_next(&lockstep->random) % quarter;
    lockstep->metadata_base = (metadata_above ? half : 0) +
                              metadata / SCORD_METADATA_LINE_BYTES * SCORD_METADATA_LINE_BYTES;
    lockstep->log_base = (metadata_above ? 0 : half) + log / RECORD_BYTES * RECORD_BYTES;
}

static bool make_parts(scord_lockstep_t *lockstep, const scord_device_class_t *class) {
    scord_model_status_t status;
    const scord_axi_memory_options_t memory = {
        .seed = lockstep->options.seed,
        .max_latency = lockstep->options.max_latency,
        .error_permille = lockstep->options.axi_error_permille,
        .silent = lockstep->options.memory_silent,
        .flip_beat = lockstep->options.memory_flip,
        .flip_bit = lockstep->options.memory_flip_bit,
        .metadata_lines = lockstep->config.metadata_lines,
        .beat_entries = lockstep->config.beat_entries};
    lockstep->sm = calloc(lockstep->config.num_sms, sizeof *lockstep->sm);
    if (!lockstep->options.rtl_only)
        lockstep->model = scord_model_create(&lockstep->config, &status);
    lockstep->memory = scord_axi_memory_create(&memory);
    lockstep->device = class->create(0 - (uint64_t)SCORD_RESET_CYCLES);
    return lockstep->sm && (lockstep->model || lockstep->options.rtl_only) && lockstep->memory &&
           lockstep->device && make_kept_events(lockstep);
}

static void prepare(scord_lockstep_t *lockstep) {
    lockstep->started = scord_seconds_now();
    lockstep->random = scord_random_seed(lockstep->options.seed, 0);
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++)
        lockstep->sm[sm].random = scord_random_seed(lockstep->options.seed, 16 + sm);
    lockstep->policy = (scord_issue_policy_t)lockstep->config.issue_policy;
    lockstep->software = scord_random_seed(lockstep->options.seed, 3);
    choose_memory_map(lockstep);
    scord_scoreboard_observe_memory(lockstep);
    scord_replay_init(&lockstep->outcome, NULL, NULL, NULL);
    scord_driver_reset(lockstep);
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
    const scord_device_class_t *class = scord_device_class_find(options->config);
    if (!class) {
        snprintf(message, message_size,
                 "no RTL was built for configuration '%s': its elaborated keys must be those of "
                 "one of: %s",
                 options->config->name, scord_device_class_names());
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
        lockstep->options = *options;
        lockstep->config = *options->config;
        if (!lockstep->options.max_latency)
            lockstep->options.max_latency = SCORD_DEFAULT_MAX_LATENCY;
    }
    if (!lockstep || !make_parts(lockstep, class)) {
        snprintf(message, message_size,
                 "cannot make the device and model of configuration '%s': no memory",
                 options->config->name);
        return fail(lockstep, status, SCORD_LOCKSTEP_NO_MEMORY);
    }
    prepare(lockstep);
    *status = SCORD_LOCKSTEP_OK;
    return lockstep;
}

const scord_lockstep_statistics_t *scord_lockstep_statistics(const scord_lockstep_t *lockstep) {
    return &lockstep->statistics;
}
const scord_lockstep_mismatch_t *scord_lockstep_mismatch(const scord_lockstep_t *lockstep) {
    return &lockstep->mismatch;
}

void scord_lockstep_destroy(scord_lockstep_t *lockstep) {
    if (!lockstep) return;
    if (lockstep->device) lockstep->device->destroy(lockstep->device);
    scord_axi_memory_destroy(lockstep->memory);
    scord_memory_faults_destroy(&lockstep->faults);
    scord_model_destroy(lockstep->model);
    free(lockstep->sm);
    free(lockstep->kept);
    free(lockstep);
}
