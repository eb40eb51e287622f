/* scoreboard.c: every comparison of device and model; nothing is masked and nothing is forced from
 * one side to the other.
 *
 * Retired items and scheduler picks are compared in their cycle; barrier counters, lock tables,
 * priority tables and the fence file bit by bit after every cycle, against images in the RTL's
 * layout that change only when the model steps (docs/architecture.md, "Lockstep"). Metadata memory,
 * race log and counters: scoreboard_memory.c.
 */
#include "cosim/lockstep/lockstep_internal.h"

/* ---- bit vectors
 * ----------------------------------------------------------------------------------------------------
 */

static scord_port_t vector(uint8_t *bits, size_t bytes) { return (scord_port_t){bits, bytes}; }

static size_t bytes_of(unsigned bits) { return (bits + 7) / 8; }

/* First bit that differs in [0, bits), or -1. */
static int first_difference(const uint8_t *expected, const uint8_t *actual, unsigned bits) {
    for (unsigned byte = 0; byte < bytes_of(bits); byte++) {
        const unsigned difference = expected[byte] ^ actual[byte];
        if (difference) return (int)(8 * byte) + __builtin_ctz(difference);
    }
    return -1;
}

static uint64_t bits_at(const uint8_t *bits, unsigned shift, unsigned width) {
    return scord_port_get((scord_port_t){(uint8_t *)(uintptr_t)bits, 0}, shift, width);
}

/* ---- SM half
 * ----------------------------------------------------------------------------------------------------------
 */

static void shadow_sm(scord_lockstep_t *lockstep, unsigned sm) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    scord_model_sm_state_t state;
    scord_state_changed(lockstep, sm);
    scord_model_sm_state(lockstep->model, sm, &state);
    for (unsigned slot = 0; slot < lockstep->config.blocks_per_sm; slot++) {
        scord_port_set(vector(channel->barrier_counters, 0), slot * SCORD_BARRIER_ID_WIDTH,
                       SCORD_BARRIER_ID_WIDTH, state.barrier_counters[slot]);
        scord_port_set(vector(channel->warp_priority_table, 0), slot * SCORD_PRIORITY_WIDTH,
                       SCORD_PRIORITY_WIDTH, state.warp_priority_table[slot]);
    }
    for (unsigned warp = 0; warp < lockstep->config.warps_per_sm; warp++) {
        scord_port_set(vector(channel->lock_table, 0), warp * SCORD_LOCK_TABLE_BITS,
                       SCORD_LOCK_TABLE_BITS, state.lock_table[warp]);
        scord_port_set(vector(channel->warp_convergence, 0), warp * SCORD_CONVERGENCE_BITS,
                       SCORD_CONVERGENCE_BITS, state.warp_convergence[warp]);
    }
}

static void shadow_fence(scord_lockstep_t *lockstep, unsigned sm, unsigned warp) {
    scord_state_changed(lockstep, SCORD_HASHED_FENCES);
    const uint32_t entry = scord_model_fence_entry(lockstep->model, sm << SCORD_WARP_WIDTH | warp);
    const unsigned index = sm * lockstep->config.warps_per_sm + warp;
    scord_port_set(vector(lockstep->fence_file, 0), index * SCORD_FENCE_ENTRY_WIDTH,
                   SCORD_FENCE_ENTRY_WIDTH, entry);
}

/* D61: what the model says of a block's numbers. */
static void shadow_releases(scord_lockstep_t *lockstep, unsigned block_id) {
    scord_model_release_numbers_t numbers;
    scord_model_release_numbers(lockstep->model, block_id, &numbers);
    const uint16_t now[SCORD_RELEASE_NUMBER_KINDS] = {numbers.released, numbers.block_released,
                                                      numbers.acquired, numbers.pending};
    lockstep->newest_release = numbers.newest;
    scord_state_changed(lockstep, SCORD_HASHED_RELEASES);
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++)
        scord_port_set(vector(lockstep->release_numbers[kind], 0),
                       block_id * SCORD_RELEASE_NUMBER_WIDTH, SCORD_RELEASE_NUMBER_WIDTH,
                       now[kind]);
}

/* A check that may have counted a release (D61). */
static void shadow_check(scord_lockstep_t *lockstep, const scord_detector_request_t *request) {
    if (!lockstep->config.acquire_release) return;
    shadow_fence(lockstep, request->block_id >> SCORD_SLOT_WIDTH, request->warp_id);
    shadow_releases(lockstep, request->block_id);
}

void scord_scoreboard_refresh(scord_lockstep_t *lockstep) {
    if (lockstep->options.rtl_only) return;
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        shadow_sm(lockstep, sm);
        for (unsigned warp = 0; warp < lockstep->config.warps_per_sm; warp++)
            shadow_fence(lockstep, sm, warp);
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            shadow_releases(lockstep, sm << SCORD_SLOT_WIDTH | slot);
    }
}

/* Which warps may issue from now on: the same facts as in the SM unit, for the ready masks. */
static void follow_blocks(scord_sm_channel_t *channel, const scord_sm_event_t *event) {
    switch (event->kind) {
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH:
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
            channel->slot_warps[slot] &= ~event->mask; /* D32 */
        channel->slot_warps[event->slot] = event->mask;
        channel->resident |= event->mask;
        channel->waiting &= ~event->mask;
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE: channel->waiting |= 1u << event->warp; break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE:
        channel->waiting &= ~channel->slot_warps[event->slot];
        break;
    default: break;
    }
}

void scord_scoreboard_add_pending(scord_lockstep_t *lockstep, unsigned sm,
                                  const scord_detector_request_t *request,
                                  scord_kept_event_t *source) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    if (channel->pending_count == SCORD_PENDING) {
        scord_mismatch_number(lockstep, source, "request_fifo", "occupancy", SCORD_PENDING,
                              SCORD_PENDING + 1);
        return;
    }
    channel->pending[(channel->pending_head + channel->pending_count++) % SCORD_PENDING] =
        (scord_pending_request_t){
            .request = *request,
            .remaining = request->kind == SCORD_REQUEST_KIND_FENCE ? 1 : request->mask,
            .source = source,
        };
    scord_keep(source);
    channel->ungranted++;
    lockstep->ungranted++;
}

void scord_scoreboard_accepted(scord_lockstep_t *lockstep, unsigned sm) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    const scord_queued_event_t queued = channel->queue[channel->queue_head];
    channel->queue_head = (channel->queue_head + 1) % SCORD_QUEUE;
    if (--channel->queue_count == 0) lockstep->queued_sms &= ~(1u << sm);
    lockstep->queued--;
    lockstep->statistics.sm_events++;
    if (lockstep->options.rtl_only) {
        scord_rtl_only_accepted(lockstep, sm, &queued);
    } else {
        scord_detector_request_t request;
        if (scord_model_sm_event(lockstep->model, sm, &queued.event, &request))
            scord_scoreboard_add_pending(lockstep, sm, &request, queued.source);
        if (queued.event.kind != SCORD_SM_EVENT_KIND_ACCESS)
            shadow_sm(lockstep, sm); /* an access changes no SM state */
    }
    follow_blocks(channel, &queued.event);
    if (channel->last_accepted) scord_release(lockstep, channel->last_accepted);
    channel->last_accepted = queued.source; /* its reference moves here */
}

void scord_scoreboard_picks(scord_lockstep_t *lockstep) {
    if (lockstep->options.rtl_only || !lockstep->issuing_sms) return;
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        const scord_sm_channel_t *channel = &lockstep->sm[sm];
        if (!(lockstep->issuing_sms >> sm & 1)) continue;
        const int expected = scord_model_issue_pick(lockstep->model, sm, lockstep->policy,
                                                    channel->ready_mask);
        const bool valid = scord_port_get(lockstep->device->issue_pick_valid_o, sm, 1);
        const int actual = valid ? (int)scord_port_get(lockstep->device->issue_pick_o,
                                                       sm * SCORD_WARP_WIDTH, SCORD_WARP_WIDTH)
                                 : -1;
        lockstep->statistics.picks++;
        if (lockstep->forced) lockstep->outcome.pick = expected;
        if (expected == actual) continue;
        char field[48], text[2][48];
        snprintf(field, sizeof field, "sm%u.pick", sm);
        snprintf(text[0], sizeof text[0], "%d of ready 0x%08x, %s", expected, channel->ready_mask,
                 scord_issue_policy_name(lockstep->policy));
        snprintf(text[1], sizeof text[1], "%d", actual);
        scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, channel->last_accepted, "issue_scheduler",
                       field, text[0], text[1]);
    }
}

/* ---- retired items
 * ----------------------------------------------------------------------------------------------------
 */

/* Name and values of the first difference inside a metadata entry. */
static void metadata_difference(const char *prefix, uint64_t *want, uint64_t *got, char *name,
                                size_t size) {
    const uint32_t want_words[2] = {(uint32_t)*want, (uint32_t)(*want >> 32)},
                   got_words[2] = {(uint32_t)*got, (uint32_t)(*got >> 32)};
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_metadata_fields[i];
        *want = scord_field_get(inner, want_words);
        *got = scord_field_get(inner, got_words);
        snprintf(name, size, "%s.%s", prefix, inner->name);
        if (*want != *got) return;
    }
}

/* Compares one field; a difference is a mismatch (the first one counts) and one more line of
 * details. */
static void retire_field(scord_lockstep_t *lockstep, const scord_kept_event_t *source,
                         const scord_field_t *field, const uint32_t *expected,
                         const uint32_t *actual) {
    uint64_t want = scord_field_get(field, expected), got = scord_field_get(field, actual);
    char name[48];
    if (want == got) return;
    const size_t used = strlen(lockstep->details);
    snprintf(lockstep->details + used, sizeof lockstep->details - used,
             "  retire.%-16s expected 0x%016llx   actual 0x%016llx\n", field->name,
             (unsigned long long)want, (unsigned long long)got);
    snprintf(name, sizeof name, "%s", field->name);
    if (strncmp(field->name, "metadata_", strlen("metadata_")) == 0)
        metadata_difference(field->name, &want, &got, name, sizeof name);
    scord_mismatch_number(lockstep, source, "retire", name, want, got);
}

/* metadata_after is what the other fields lead to, so it is named only when they agree. */
static void retire_mismatch(scord_lockstep_t *lockstep, const scord_kept_event_t *source,
                            const uint32_t *expected, const uint32_t *actual) {
    const scord_field_t *consequence = NULL;
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++) {
        if (strcmp(scord_retire_fields[i].name, "metadata_after") == 0)
            consequence = &scord_retire_fields[i];
        else
            retire_field(lockstep, source, &scord_retire_fields[i], expected, actual);
    }
    if (consequence) retire_field(lockstep, source, consequence, expected, actual);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, source, "retire", "unused bits", "0",
                   "not 0"); /* if no field differed */
}

/* The detector takes the oldest ungranted request of one SM, or none; the order of grants is that
 * of decisions (D1). */
void scord_scoreboard_granted(scord_lockstep_t *lockstep) {
    uint64_t grants = scord_port_get(lockstep->device->grant_o, 0, lockstep->config.num_sms);
    if (!grants) return;
    const unsigned sm = (unsigned)__builtin_ctzll(grants);
    if (grants & (grants - 1)) {
        scord_mismatch_number(lockstep, NULL, "grant", "one_hot", UINT64_C(1) << sm, grants);
        return;
    }
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    if (!channel->ungranted) {
        scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, channel->last_accepted, "grant",
                       "request", "none to grant", "granted");
        return;
    }
    channel->ungranted--;
    lockstep->ungranted--;
    lockstep->order[(lockstep->order_head + lockstep->order_count++) % sizeof lockstep->order] =
        (uint8_t)sm;
}

void scord_scoreboard_finish_pending(scord_lockstep_t *lockstep, scord_sm_channel_t *channel) {
    lockstep->line_lookups += channel->pending[channel->pending_head].tracked;
    scord_release(lockstep, channel->pending[channel->pending_head].source);
    channel->pending_head = (channel->pending_head + 1) % SCORD_PENDING;
    channel->pending_count--;
    lockstep->order_head = (lockstep->order_head + 1) % sizeof lockstep->order;
    lockstep->order_count--;
}

/* The model decides the same word, now. A check that was not performed is believed when, and only
 * when, the last read of its entry did fail (D27). */
static void model_word(scord_lockstep_t *lockstep, scord_pending_request_t *pending,
                       scord_retire_t *retire) {
    const unsigned word = (unsigned)__builtin_ctz(pending->remaining); /* D2: ascending address */
    pending->remaining &= pending->remaining - 1;
    if (scord_scoreboard_read_failed(lockstep, scord_word_address(&pending->request, word))) {
        scord_model_check_not_performed(lockstep->model, &pending->request, word, lockstep->cycle,
                                        retire);
        lockstep->statistics.not_performed++;
    } else {
        scord_model_check(lockstep->model, &pending->request, word, lockstep->cycle, retire);
    }
    shadow_check(lockstep, &pending->request);
    pending->tracked |= retire->path != SCORD_PATH_UNTRACKED;
    lockstep->statistics.checks++;
}

static void model_fence(scord_lockstep_t *lockstep, scord_pending_request_t *pending,
                        scord_retire_t *retire) {
    scord_model_fence(lockstep->model, &pending->request, retire);
    shadow_fence(lockstep, pending->request.block_id >> SCORD_SLOT_WIDTH, pending->request.warp_id);
    shadow_releases(lockstep, pending->request.block_id);
    pending->remaining = 0;
    lockstep->statistics.fences++;
}

static void note_outcome(scord_lockstep_t *lockstep, const scord_kept_event_t *source,
                         const scord_retire_t *retire) {
    const bool race = scord_verdict_is_race(retire->verdict);
    if (race && lockstep->statistics.races++ == 0)
        lockstep->statistics.first_race_cycle = lockstep->cycle;
    if (source != lockstep->last_access) return;
    if (!lockstep->first_word_seen) lockstep->outcome.first_word = *retire;
    lockstep->first_word_seen = true;
    if (race && lockstep->outcome.races++ == 0) lockstep->outcome.first_race = *retire;
}

void scord_scoreboard_hash_item(scord_lockstep_t *lockstep, const uint32_t *words) {
    uint64_t hash = lockstep->statistics.retire_hash ^ lockstep->cycle;
    for (unsigned i = 0; i < SCORD_RETIRE_WORDS; i++)
        hash = (hash ^ words[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    lockstep->statistics.retire_hash = hash ^ hash >> 32;
}

void scord_scoreboard_lane_item(const scord_lockstep_t *lockstep, unsigned lane, uint32_t *words) {
    for (unsigned bit = 0; bit < SCORD_RETIRE_WIDTH; bit += 32) {
        const unsigned width = SCORD_RETIRE_WIDTH - bit < 32 ? SCORD_RETIRE_WIDTH - bit : 32;
        words[bit / 32] = (uint32_t)scord_port_get(lockstep->device->retire_o,
                                                   lane * SCORD_RETIRE_WIDTH + bit, width);
    }
}

/* One item of the oldest granted request; items of one cycle come in lane order. */
static void retire_item(scord_lockstep_t *lockstep, scord_sm_channel_t *channel, unsigned lane) {
    uint32_t actual_words[SCORD_RETIRE_WORDS], expected_words[SCORD_RETIRE_WORDS];
    scord_retire_t expected;
    scord_pending_request_t *pending = &channel->pending[channel->pending_head];
    scord_kept_event_t *source = pending->source;
    scord_scoreboard_lane_item(lockstep, lane, actual_words);
    if (pending->request.kind == SCORD_REQUEST_KIND_FENCE)
        model_fence(lockstep, pending, &expected);
    else
        model_word(lockstep, pending, &expected);
    scord_retire_pack(&expected, expected_words);
    scord_scoreboard_hash_item(lockstep, actual_words);
    note_outcome(lockstep, source, &expected);
    if (memcmp(expected_words, actual_words, sizeof actual_words) != 0)
        retire_mismatch(lockstep, source, expected_words, actual_words);
    else if (lockstep->options.observe)
        lockstep->options.observe(lockstep->options.context, &source->event, &expected);
}

void scord_scoreboard_leftover(scord_lockstep_t *lockstep, unsigned lane) {
    uint32_t words[SCORD_RETIRE_WORDS];
    scord_retire_t actual;
    scord_scoreboard_lane_item(lockstep, lane, words);
    scord_retire_unpack(&actual, words);
    scord_mismatch_number(lockstep, NULL, "retire", "leftover", 0, actual.sequence);
}

/* Lanes are filled from the lowest, and all of a cycle belong to one request. */
void scord_scoreboard_retired(scord_lockstep_t *lockstep) {
    const uint64_t valid = scord_port_get(lockstep->device->retire_valid_o, 0,
                                          lockstep->config.lanes);
    if (!valid) return;
    if (valid & (valid + 1)) {
        scord_mismatch_number(lockstep, NULL, "retire", "valid_lanes",
                              (UINT64_C(1) << __builtin_popcountll(valid)) - 1, valid);
        return;
    }
    lockstep->last_progress = lockstep->cycle;
    if (!lockstep->order_count) {
        scord_scoreboard_leftover(lockstep, 0);
        return;
    }
    if (lockstep->options.rtl_only) {
        scord_rtl_only_retired(lockstep, valid);
        return;
    }
    scord_sm_channel_t *channel = &lockstep->sm[lockstep->order[lockstep->order_head]];
    const scord_pending_request_t *pending = &channel->pending[channel->pending_head];
    for (unsigned lane = 0; valid >> lane & 1 && lockstep->status == SCORD_LOCKSTEP_OK; lane++) {
        if (pending->remaining)
            retire_item(lockstep, channel, lane);
        else
            scord_scoreboard_leftover(lockstep, lane);
    }
    if (!pending->remaining) scord_scoreboard_finish_pending(lockstep, channel);
}

/* ---- state, every cycle
 * ------------------------------------------------------------------------------------------------
 */

static void slot_mismatch(scord_lockstep_t *lockstep, unsigned sm, const char *unit, unsigned width,
                          const uint8_t *expected, const uint8_t *actual, int bit) {
    char field[48];
    const unsigned slot = (unsigned)bit / width;
    snprintf(field, sizeof field, "sm%u.slot%u", sm, slot);
    scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, unit, field,
                          bits_at(expected, slot * width, width),
                          bits_at(actual, slot * width, width));
}

static void lock_mismatch(scord_lockstep_t *lockstep, unsigned sm, const uint8_t *expected,
                          const uint8_t *actual, int bit) {
    const unsigned warp = (unsigned)bit / SCORD_LOCK_TABLE_BITS,
                   entry = (unsigned)bit % SCORD_LOCK_TABLE_BITS / SCORD_LOCK_ENTRY_WIDTH;
    const unsigned base = warp * SCORD_LOCK_TABLE_BITS + entry * SCORD_LOCK_ENTRY_WIDTH;
    for (size_t i = 0; i < SCORD_LOCK_ENTRY_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_lock_entry_fields[i];
        const uint64_t want = bits_at(expected, base + inner->shift, inner->width),
                       got = bits_at(actual, base + inner->shift, inner->width);
        if (want == got) continue;
        char field[48];
        snprintf(field, sizeof field, "sm%u.warp%u.entry%u.%s", sm, warp, entry, inner->name);
        scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, "lock_table", field, want,
                              got);
        return;
    }
}

static void compare_convergence(scord_lockstep_t *lockstep, unsigned sm) {
    const uint8_t *expected = lockstep->sm[sm].warp_convergence,
                  *actual = lockstep->device->sm[sm].warp_convergence;
    const int bit = first_difference(expected, actual,
                                     lockstep->config.warps_per_sm * SCORD_CONVERGENCE_BITS);
    if (bit < 0) return;
    char field[48];
    const unsigned warp = (unsigned)bit / SCORD_CONVERGENCE_BITS,
                   base = warp * SCORD_CONVERGENCE_BITS;
    const bool diverged = (unsigned)bit == base;
    snprintf(field, sizeof field, "sm%u.warp%u.%s", sm, warp,
             diverged ? "has_diverged" : "syncwarp_id");
    const unsigned shift = diverged ? base : base + 1,
                   width = diverged ? 1 : SCORD_SYNCWARP_ID_WIDTH;
    scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, "warp_convergence", field,
                          bits_at(expected, shift, width), bits_at(actual, shift, width));
}

static void fence_mismatch(scord_lockstep_t *lockstep, int bit) {
    const unsigned index = (unsigned)bit / SCORD_FENCE_ENTRY_WIDTH,
                   base = index * SCORD_FENCE_ENTRY_WIDTH;
    for (size_t i = 0; i < SCORD_FENCE_ENTRY_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_fence_entry_fields[i];
        const uint64_t want = bits_at(lockstep->fence_file, base + inner->shift, inner->width);
        const uint64_t got = bits_at(lockstep->device->fence_file, base + inner->shift,
                                     inner->width);
        if (want == got) continue;
        char field[48];
        const unsigned sm = index / lockstep->config.warps_per_sm;
        snprintf(field, sizeof field, "sm%u.warp%u.%s", sm, index % lockstep->config.warps_per_sm,
                 inner->name);
        scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, "fence_file", field, want,
                              got);
        return;
    }
}

static void compare_sm(scord_lockstep_t *lockstep, unsigned sm) {
    const scord_sm_channel_t *channel = &lockstep->sm[sm];
    const scord_device_sm_state_t *actual = &lockstep->device->sm[sm];
    const unsigned counters = lockstep->config.blocks_per_sm * SCORD_BARRIER_ID_WIDTH;
    const unsigned priorities = lockstep->config.blocks_per_sm * SCORD_PRIORITY_WIDTH;
    const unsigned locks = lockstep->config.warps_per_sm * SCORD_LOCK_TABLE_BITS;
    if (memcmp(channel->barrier_counters, actual->barrier_counters, bytes_of(counters)) != 0)
        slot_mismatch(
            lockstep, sm, "barrier_counters", SCORD_BARRIER_ID_WIDTH, channel->barrier_counters,
            actual->barrier_counters,
            first_difference(channel->barrier_counters, actual->barrier_counters, counters));
    if (memcmp(channel->warp_priority_table, actual->warp_priority_table, bytes_of(priorities)) !=
        0)
        slot_mismatch(lockstep, sm, "warp_priority_table", SCORD_PRIORITY_WIDTH,
                      channel->warp_priority_table, actual->warp_priority_table,
                      first_difference(channel->warp_priority_table, actual->warp_priority_table,
                                       priorities));
    if (memcmp(channel->lock_table, actual->lock_table, bytes_of(locks)) != 0)
        lock_mismatch(lockstep, sm, channel->lock_table, actual->lock_table,
                      first_difference(channel->lock_table, actual->lock_table, locks));
    if (actual->warp_convergence) compare_convergence(lockstep, sm);
}

static void compare_releases(scord_lockstep_t *lockstep) {
    static const char *const names[SCORD_RELEASE_NUMBER_KINDS] = {"released", "block_released",
                                                                  "acquired", "pending"};
    const scord_device_t *device = lockstep->device;
    const unsigned bits = (lockstep->config.num_sms << SCORD_SLOT_WIDTH) *
                          SCORD_RELEASE_NUMBER_WIDTH;
    const uint64_t newest = bits_at(device->newest_release, 0, SCORD_RELEASE_NUMBER_WIDTH);
    char field[48];
    if (newest != lockstep->newest_release)
        scord_mismatch_number(lockstep, NULL, "release_numbers", "newest", lockstep->newest_release,
                              newest);
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++) {
        const uint8_t *expected = lockstep->release_numbers[kind],
                      *actual = device->release_numbers[kind];
        if (memcmp(expected, actual, bytes_of(bits)) == 0) continue;
        const unsigned block = (unsigned)first_difference(expected, actual, bits) /
                               SCORD_RELEASE_NUMBER_WIDTH;
        snprintf(field, sizeof field, "block%u.%s", block, names[kind]);
        scord_mismatch_number(
            lockstep, lockstep->sm[block >> SCORD_SLOT_WIDTH].last_accepted, "release_numbers",
            field,
            bits_at(expected, block * SCORD_RELEASE_NUMBER_WIDTH, SCORD_RELEASE_NUMBER_WIDTH),
            bits_at(actual, block * SCORD_RELEASE_NUMBER_WIDTH, SCORD_RELEASE_NUMBER_WIDTH));
    }
}

void scord_scoreboard_state(scord_lockstep_t *lockstep) {
    if (!lockstep->comparing || lockstep->status != SCORD_LOCKSTEP_OK) return;
    if (lockstep->options.rtl_only) {
        if (lockstep->options.hash_state) scord_state_hash_cycle(lockstep);
        return;
    }
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) compare_sm(lockstep, sm);
    const unsigned fences = lockstep->config.num_sms * lockstep->config.warps_per_sm *
                            SCORD_FENCE_ENTRY_WIDTH;
    if (memcmp(lockstep->fence_file, lockstep->device->fence_file, bytes_of(fences)) != 0)
        fence_mismatch(
            lockstep, first_difference(lockstep->fence_file, lockstep->device->fence_file, fences));
    if (lockstep->device->newest_release) compare_releases(lockstep);
    lockstep->statistics.compared_cycles++;
    if (lockstep->options.hash_state) scord_state_hash_cycle(lockstep);
}
