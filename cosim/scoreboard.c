/* scoreboard.c: every comparison of device and model; nothing is masked and nothing is forced from one side to the other.
 *
 * Retired items and scheduler picks are compared in their cycle; barrier counters, lock tables, priority tables and the
 * fence file bit by bit after every cycle, against images in the RTL's layout that change only when the model steps;
 * metadata memory, race log and counters at kernel start and end (docs/architecture.md, "Lockstep").
 */
#include "lockstep_internal.h"

/* ---- bit vectors ---------------------------------------------------------------------------------------------------- */

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

/* ---- SM half ---------------------------------------------------------------------------------------------------------- */

static void shadow_sm(scord_lockstep_t *lockstep, unsigned sm) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    scord_model_sm_state_t state;
    scord_model_sm_state(lockstep->model, sm, &state);
    for (unsigned slot = 0; slot < lockstep->config.blocks_per_sm; slot++) {
        scord_port_set(vector(channel->barrier_counters, 0), slot * SCORD_BARRIER_ID_WIDTH, SCORD_BARRIER_ID_WIDTH,
                       state.barrier_counters[slot]);
        scord_port_set(vector(channel->warp_priority_table, 0), slot * SCORD_PRIORITY_WIDTH, SCORD_PRIORITY_WIDTH,
                       state.warp_priority_table[slot]);
    }
    for (unsigned warp = 0; warp < lockstep->config.warps_per_sm; warp++)
        scord_port_set(vector(channel->lock_table, 0), warp * SCORD_LOCK_TABLE_BITS, SCORD_LOCK_TABLE_BITS, state.lock_table[warp]);
}

static void shadow_fence(scord_lockstep_t *lockstep, unsigned sm, unsigned warp) {
    const uint32_t entry = scord_model_fence_entry(lockstep->model, sm << SCORD_WARP_WIDTH | warp);
    const unsigned index = sm * lockstep->config.warps_per_sm + warp;
    scord_port_set(vector(lockstep->fence_file, 0), index * SCORD_FENCE_ENTRY_WIDTH, SCORD_FENCE_ENTRY_WIDTH, entry);
}

void scord_scoreboard_refresh(scord_lockstep_t *lockstep) {
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        shadow_sm(lockstep, sm);
        for (unsigned warp = 0; warp < lockstep->config.warps_per_sm; warp++) shadow_fence(lockstep, sm, warp);
    }
}

/* Which warps may issue from now on: the same facts as in the SM unit, for the ready masks. */
static void follow_blocks(scord_sm_channel_t *channel, const scord_sm_event_t *event) {
    switch (event->kind) {
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH:
        for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++) channel->slot_warps[slot] &= ~event->mask; /* D32 */
        channel->slot_warps[event->slot] = event->mask;
        channel->resident |= event->mask;
        channel->waiting &= ~event->mask;
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE: channel->waiting |= 1u << event->warp; break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE: channel->waiting &= ~channel->slot_warps[event->slot]; break;
    default: break;
    }
}

static void add_pending(scord_lockstep_t *lockstep, unsigned sm, const scord_detector_request_t *request, scord_kept_event_t *source) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    if (channel->pending_count == SCORD_PENDING) {
        scord_mismatch_number(lockstep, source, "request_fifo", "occupancy", SCORD_PENDING, SCORD_PENDING + 1);
        return;
    }
    channel->pending[(channel->pending_head + channel->pending_count++) % SCORD_PENDING] = (scord_pending_request_t){
        .request = *request,
        .remaining = request->kind == SCORD_REQUEST_KIND_FENCE ? 1 : request->mask,
        .source = source,
    };
    scord_keep(source);
    channel->ungranted++;
    lockstep->order[(lockstep->order_head + lockstep->order_count++) % sizeof lockstep->order] = (uint8_t)sm;
}

void scord_scoreboard_accepted(scord_lockstep_t *lockstep, unsigned sm) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    const scord_queued_event_t queued = channel->queue[channel->queue_head];
    channel->queue_head = (channel->queue_head + 1) % SCORD_QUEUE;
    channel->queue_count--;
    lockstep->queued--;
    lockstep->statistics.sm_events++;
    scord_detector_request_t request;
    if (scord_model_sm_event(lockstep->model, sm, &queued.event, &request)) add_pending(lockstep, sm, &request, queued.source);
    if (queued.event.kind != SCORD_SM_EVENT_KIND_ACCESS) shadow_sm(lockstep, sm); /* an access changes no SM state */
    follow_blocks(channel, &queued.event);
    if (channel->last_accepted) scord_release(lockstep, channel->last_accepted);
    channel->last_accepted = queued.source; /* its reference moves here */
}

void scord_scoreboard_picks(scord_lockstep_t *lockstep) {
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        const scord_sm_channel_t *channel = &lockstep->sm[sm];
        if (!channel->issue_valid) continue;
        const int expected = scord_model_issue_pick(lockstep->model, sm, lockstep->policy, channel->ready_mask);
        const bool valid = scord_port_get(lockstep->device->issue_pick_valid_o, sm, 1);
        const int actual = valid ? (int)scord_port_get(lockstep->device->issue_pick_o, sm * SCORD_WARP_WIDTH, SCORD_WARP_WIDTH) : -1;
        lockstep->statistics.picks++;
        if (lockstep->forced) lockstep->outcome.pick = expected;
        if (expected == actual) continue;
        char field[48], text[2][48];
        snprintf(field, sizeof field, "sm%u.pick", sm);
        snprintf(text[0], sizeof text[0], "%d of ready 0x%08x, %s", expected, channel->ready_mask, scord_issue_policy_name(lockstep->policy));
        snprintf(text[1], sizeof text[1], "%d", actual);
        scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, channel->last_accepted, "issue_scheduler", field, text[0], text[1]);
    }
}

/* ---- retired items ---------------------------------------------------------------------------------------------------- */

/* Name and values of the first difference inside a metadata entry. */
static void metadata_difference(const char *prefix, uint64_t *want, uint64_t *got, char *name, size_t size) {
    const uint32_t want_words[2] = {(uint32_t)*want, (uint32_t)(*want >> 32)}, got_words[2] = {(uint32_t)*got, (uint32_t)(*got >> 32)};
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_metadata_fields[i];
        *want = scord_field_get(inner, want_words);
        *got = scord_field_get(inner, got_words);
        snprintf(name, size, "%s.%s", prefix, inner->name);
        if (*want != *got) return;
    }
}

/* Compares one field; a difference is a mismatch (the first one counts) and one more line of details. */
static void retire_field(scord_lockstep_t *lockstep, const scord_kept_event_t *source, const scord_field_t *field,
                         const uint32_t *expected, const uint32_t *actual) {
    uint64_t want = scord_field_get(field, expected), got = scord_field_get(field, actual);
    char name[48];
    if (want == got) return;
    const size_t used = strlen(lockstep->details);
    snprintf(lockstep->details + used, sizeof lockstep->details - used, "  retire.%-16s expected 0x%016llx   actual 0x%016llx\n",
             field->name, (unsigned long long)want, (unsigned long long)got);
    snprintf(name, sizeof name, "%s", field->name);
    if (strncmp(field->name, "metadata_", strlen("metadata_")) == 0) metadata_difference(field->name, &want, &got, name, sizeof name);
    scord_mismatch_number(lockstep, source, "retire", name, want, got);
}

/* metadata_after is what the other fields lead to, so it is named only when they agree. */
static void retire_mismatch(scord_lockstep_t *lockstep, const scord_kept_event_t *source, const uint32_t *expected, const uint32_t *actual) {
    const scord_field_t *consequence = NULL;
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++) {
        if (strcmp(scord_retire_fields[i].name, "metadata_after") == 0) consequence = &scord_retire_fields[i];
        else retire_field(lockstep, source, &scord_retire_fields[i], expected, actual);
    }
    if (consequence) retire_field(lockstep, source, consequence, expected, actual);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, source, "retire", "unused bits", "0", "not 0"); /* if no field differed */
}

static void grant(scord_lockstep_t *lockstep, unsigned sm, scord_pending_request_t *pending) {
    pending->granted = true;
    lockstep->sm[sm].ungranted--;
    lockstep->order_head = (lockstep->order_head + 1) % sizeof lockstep->order;
    lockstep->order_count--;
}

/* The SM whose request this item must belong to. Ordered: the stream says. Free: the arbiter said, by the BlockID of
 * the item; an item of an SM that has nothing pending is a leftover. */
static int retiring_sm(const scord_lockstep_t *lockstep, const scord_retire_t *actual) {
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) { /* a request in progress goes on: one at a time */
        const scord_sm_channel_t *channel = &lockstep->sm[sm];
        if (channel->pending_count && channel->pending[channel->pending_head].granted) return (int)sm;
    }
    if (!lockstep->options.free_order) return lockstep->order_count ? lockstep->order[lockstep->order_head] : -1;
    const unsigned sm = actual->block_id >> SCORD_SLOT_WIDTH;
    return sm < lockstep->config.num_sms && lockstep->sm[sm].pending_count ? (int)sm : -1;
}

static void finish_pending(scord_lockstep_t *lockstep, scord_sm_channel_t *channel) {
    scord_release(lockstep, channel->pending[channel->pending_head].source);
    channel->pending_head = (channel->pending_head + 1) % SCORD_PENDING;
    channel->pending_count--;
}

/* The model decides the same item, now. */
static void model_item(scord_lockstep_t *lockstep, scord_pending_request_t *pending, scord_retire_t *retire) {
    if (pending->request.kind == SCORD_REQUEST_KIND_FENCE) {
        scord_model_fence(lockstep->model, &pending->request, retire);
        shadow_fence(lockstep, pending->request.block_id >> SCORD_SLOT_WIDTH, pending->request.warp_id);
        pending->remaining = 0;
        lockstep->statistics.fences++;
        return;
    }
    scord_model_check(lockstep->model, &pending->request, (unsigned)__builtin_ctz(pending->remaining), lockstep->cycle, retire);
    pending->remaining &= pending->remaining - 1; /* D2: ascending address */
    lockstep->statistics.checks++;
}

static void note_outcome(scord_lockstep_t *lockstep, const scord_kept_event_t *source, const scord_retire_t *retire) {
    const bool race = retire->verdict != SCORD_VERDICT_CLEAN;
    if (race && lockstep->statistics.races++ == 0) lockstep->statistics.first_race_cycle = lockstep->cycle;
    if (source != lockstep->last_access) return;
    if (!lockstep->first_word_seen) lockstep->outcome.first_word = *retire;
    lockstep->first_word_seen = true;
    if (race && lockstep->outcome.races++ == 0) lockstep->outcome.first_race = *retire;
}

static void hash_item(scord_lockstep_t *lockstep, const uint32_t *words) {
    uint64_t hash = lockstep->statistics.retire_hash ^ lockstep->cycle;
    for (unsigned i = 0; i < SCORD_RETIRE_WORDS; i++) hash = (hash ^ words[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    lockstep->statistics.retire_hash = hash ^ hash >> 32;
}

void scord_scoreboard_retired(scord_lockstep_t *lockstep) {
    if (!*lockstep->device->retire_valid_o.bits) return;
    uint32_t actual_words[SCORD_RETIRE_WORDS], expected_words[SCORD_RETIRE_WORDS];
    memcpy(actual_words, lockstep->device->retire_o.bits, sizeof actual_words);
    scord_retire_t actual, expected;
    scord_retire_unpack(&actual, actual_words);
    const int sm = retiring_sm(lockstep, &actual);
    if (sm < 0) {
        scord_mismatch_number(lockstep, NULL, "retire", "leftover", 0, actual.sequence);
        return;
    }
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    scord_pending_request_t *pending = &channel->pending[channel->pending_head];
    scord_kept_event_t *source = pending->source;
    if (!pending->granted) grant(lockstep, (unsigned)sm, pending);
    model_item(lockstep, pending, &expected);
    scord_retire_pack(&expected, expected_words);
    hash_item(lockstep, actual_words);
    lockstep->last_progress = lockstep->cycle;
    note_outcome(lockstep, source, &expected);
    if (memcmp(expected_words, actual_words, sizeof actual_words) != 0)
        retire_mismatch(lockstep, source, expected_words, actual_words);
    else if (lockstep->options.observe)
        lockstep->options.observe(lockstep->options.context, &source->event, &expected);
    if (!pending->remaining) finish_pending(lockstep, channel);
}

/* ---- state, every cycle ------------------------------------------------------------------------------------------------ */

static void slot_mismatch(scord_lockstep_t *lockstep, unsigned sm, const char *unit, unsigned width, const uint8_t *expected,
                          const uint8_t *actual, int bit) {
    char field[48];
    const unsigned slot = (unsigned)bit / width;
    snprintf(field, sizeof field, "sm%u.slot%u", sm, slot);
    scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, unit, field, bits_at(expected, slot * width, width),
                          bits_at(actual, slot * width, width));
}

static void lock_mismatch(scord_lockstep_t *lockstep, unsigned sm, const uint8_t *expected, const uint8_t *actual, int bit) {
    const unsigned warp = (unsigned)bit / SCORD_LOCK_TABLE_BITS, entry = (unsigned)bit % SCORD_LOCK_TABLE_BITS / SCORD_LOCK_ENTRY_WIDTH;
    const unsigned base = warp * SCORD_LOCK_TABLE_BITS + entry * SCORD_LOCK_ENTRY_WIDTH;
    for (size_t i = 0; i < SCORD_LOCK_ENTRY_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_lock_entry_fields[i];
        const uint64_t want = bits_at(expected, base + inner->shift, inner->width), got = bits_at(actual, base + inner->shift, inner->width);
        if (want == got) continue;
        char field[48];
        snprintf(field, sizeof field, "sm%u.warp%u.entry%u.%s", sm, warp, entry, inner->name);
        scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, "lock_table", field, want, got);
        return;
    }
}

static void fence_mismatch(scord_lockstep_t *lockstep, int bit) {
    const unsigned index = (unsigned)bit / SCORD_FENCE_ENTRY_WIDTH, base = index * SCORD_FENCE_ENTRY_WIDTH;
    for (size_t i = 0; i < SCORD_FENCE_ENTRY_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_fence_entry_fields[i];
        const uint64_t want = bits_at(lockstep->fence_file, base + inner->shift, inner->width);
        const uint64_t got = bits_at(lockstep->device->fence_file, base + inner->shift, inner->width);
        if (want == got) continue;
        char field[48];
        const unsigned sm = index / lockstep->config.warps_per_sm;
        snprintf(field, sizeof field, "sm%u.warp%u.%s", sm, index % lockstep->config.warps_per_sm, inner->name);
        scord_mismatch_number(lockstep, lockstep->sm[sm].last_accepted, "fence_file", field, want, got);
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
        slot_mismatch(lockstep, sm, "barrier_counters", SCORD_BARRIER_ID_WIDTH, channel->barrier_counters, actual->barrier_counters,
                      first_difference(channel->barrier_counters, actual->barrier_counters, counters));
    if (memcmp(channel->warp_priority_table, actual->warp_priority_table, bytes_of(priorities)) != 0)
        slot_mismatch(lockstep, sm, "warp_priority_table", SCORD_PRIORITY_WIDTH, channel->warp_priority_table, actual->warp_priority_table,
                      first_difference(channel->warp_priority_table, actual->warp_priority_table, priorities));
    if (memcmp(channel->lock_table, actual->lock_table, bytes_of(locks)) != 0)
        lock_mismatch(lockstep, sm, channel->lock_table, actual->lock_table, first_difference(channel->lock_table, actual->lock_table, locks));
}

void scord_scoreboard_state(scord_lockstep_t *lockstep) {
    if (!lockstep->comparing || lockstep->status != SCORD_LOCKSTEP_OK) return;
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) compare_sm(lockstep, sm);
    const unsigned fences = lockstep->config.num_sms * lockstep->config.warps_per_sm * SCORD_FENCE_ENTRY_WIDTH;
    if (memcmp(lockstep->fence_file, lockstep->device->fence_file, bytes_of(fences)) != 0)
        fence_mismatch(lockstep, first_difference(lockstep->fence_file, lockstep->device->fence_file, fences));
    lockstep->statistics.compared_cycles++;
}

/* ---- memory and counters, at kernel start and end ------------------------------------------------------------------------ */

static void metadata_mismatch(scord_lockstep_t *lockstep, uint64_t index, uint64_t expected, uint64_t actual) {
    const uint32_t want[2] = {(uint32_t)expected, (uint32_t)(expected >> 32)}, got[2] = {(uint32_t)actual, (uint32_t)(actual >> 32)};
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_metadata_fields[i];
        if (scord_field_get(inner, want) == scord_field_get(inner, got)) continue;
        char field[48];
        snprintf(field, sizeof field, "entry%llu.%s", (unsigned long long)index, inner->name);
        scord_mismatch_number(lockstep, NULL, "metadata_memory", field, scord_field_get(inner, want), scord_field_get(inner, got));
        return;
    }
}

static void compare_metadata(scord_lockstep_t *lockstep) {
    const uint64_t entries = scord_model_metadata_entries(lockstep->model);
    for (uint64_t i = 0; i < entries; i++) {
        const uint64_t expected = scord_model_metadata(lockstep->model, i);
        const uint64_t actual = scord_axi_memory_read(lockstep->memory, lockstep->metadata_base + 8 * i);
        if (expected == actual) continue;
        metadata_mismatch(lockstep, i, expected, actual);
        return;
    }
}

static void compare_race(scord_lockstep_t *lockstep, uint64_t index) {
    uint32_t expected[SCORD_RACE_RECORD_WORDS], actual[SCORD_RACE_RECORD_WORDS];
    scord_race_record_pack(scord_model_race(lockstep->model, index), expected);
    for (unsigned beat = 0; beat < SCORD_RACE_RECORD_BEATS; beat++) {
        const uint64_t data = scord_axi_memory_read(lockstep->memory, lockstep->log_base + 8 * (index * SCORD_RACE_RECORD_BEATS + beat));
        actual[2 * beat] = (uint32_t)data;
        actual[2 * beat + 1] = (uint32_t)(data >> 32);
    }
    for (size_t i = 0; i < SCORD_RACE_RECORD_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_race_record_fields[i];
        if (scord_field_get(inner, expected) == scord_field_get(inner, actual)) continue;
        char field[48];
        snprintf(field, sizeof field, "record%llu.%s", (unsigned long long)index, inner->name);
        scord_mismatch_number(lockstep, NULL, "race_log", field, scord_field_get(inner, expected), scord_field_get(inner, actual));
        return;
    }
}

void scord_scoreboard_memory(scord_lockstep_t *lockstep) {
    compare_metadata(lockstep);
    const uint64_t races = scord_model_race_count(lockstep->model);
    for (; lockstep->log_compared < races && lockstep->status == SCORD_LOCKSTEP_OK; lockstep->log_compared++)
        compare_race(lockstep, lockstep->log_compared);
}

typedef struct expected_register {
    const char *name;
    uint32_t address;
    uint64_t value;
} expected_register_t;

static bool compare_register(scord_lockstep_t *lockstep, const expected_register_t *expected) {
    uint32_t actual;
    if (!scord_driver_apb_read(lockstep, expected->address, &actual)) return false;
    if (actual != (uint32_t)expected->value)
        scord_mismatch_number(lockstep, NULL, "control_registers", expected->name, (uint32_t)expected->value, actual);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

void scord_scoreboard_counters(scord_lockstep_t *lockstep) {
    const scord_model_counters_t *model = scord_model_counters(lockstep->model);
    const expected_register_t registers[] = {
        {"count_checks", SCORD_REGISTER_COUNT_CHECKS, model->checks},
        {"count_fences", SCORD_REGISTER_COUNT_FENCES, model->fences},
        {"count_untracked", SCORD_REGISTER_COUNT_UNTRACKED, model->untracked},
        {"count_tag_miss", SCORD_REGISTER_COUNT_TAG_MISS, model->tag_miss},
        {"count_system_scope", SCORD_REGISTER_COUNT_SYSTEM_SCOPE, model->system_scope},
        {"count_initialization", SCORD_REGISTER_COUNT_INITIALIZATION, model->path[SCORD_PATH_INITIALIZATION]},
        {"count_program_order", SCORD_REGISTER_COUNT_PROGRAM_ORDER, model->path[SCORD_PATH_PROGRAM_ORDER]},
        {"count_barrier", SCORD_REGISTER_COUNT_BARRIER, model->path[SCORD_PATH_BARRIER]},
        {"count_atomic_after_atomic", SCORD_REGISTER_COUNT_ATOMIC_AFTER_ATOMIC, model->path[SCORD_PATH_ATOMIC_AFTER_ATOMIC]},
        {"count_missing_block_fence", SCORD_REGISTER_COUNT_MISSING_BLOCK_FENCE, model->verdict[SCORD_VERDICT_MISSING_BLOCK_FENCE]},
        {"count_missing_device_fence", SCORD_REGISTER_COUNT_MISSING_DEVICE_FENCE, model->verdict[SCORD_VERDICT_MISSING_DEVICE_FENCE]},
        {"count_not_strong", SCORD_REGISTER_COUNT_NOT_STRONG, model->verdict[SCORD_VERDICT_NOT_STRONG]},
        {"count_scoped_atomic", SCORD_REGISTER_COUNT_SCOPED_ATOMIC, model->verdict[SCORD_VERDICT_SCOPED_ATOMIC]},
        {"count_no_common_lock_on_load", SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD, model->verdict[SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD]},
        {"count_no_common_lock_on_store", SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE, model->verdict[SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE]},
        {"log_tail", SCORD_REGISTER_LOG_TAIL, model->log_tail},
        {"log_dropped", SCORD_REGISTER_LOG_DROPPED, model->log_dropped},
        {"count_stall_sm", SCORD_REGISTER_COUNT_STALL_SM, lockstep->stall_cycles},
        {"count_axi_errors", SCORD_REGISTER_COUNT_AXI_ERRORS, 0},
        {"status", SCORD_REGISTER_STATUS, (uint64_t)(model->log_tail != 0) << SCORD_STATUS_RACE},
    };
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (!compare_register(lockstep, &registers[i])) return;
    if (*lockstep->device->interrupt_o.bits != (model->log_tail != 0))
        scord_mismatch_number(lockstep, NULL, "control_registers", "interrupt", model->log_tail != 0, *lockstep->device->interrupt_o.bits);
}
