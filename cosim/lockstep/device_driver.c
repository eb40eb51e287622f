/* device_driver.c: one clock cycle of the device with everything around it; reset, APB, kernel
 * start, drain.
 *
 * A cycle: drive inputs → settle → sample and step the model → clock → compare state. Ordered mode
 * shows a request to its SM only when no other SM still has one waiting for the arbiter, so the
 * detector sees the stream's order (D1); free order shows every SM its next event and lets the
 * arbiter choose.
 */
#include <sys/stat.h>

#include "cosim/lockstep/lockstep_internal.h"
#include "cosim/lockstep/log_consumer.h"

static uint64_t bits_at(scord_port_t port, unsigned index, unsigned width) {
    return scord_port_get(port, index * width, width);
}

/* ---- SM event ports
 * ---------------------------------------------------------------------------------------------- */

static bool makes_request(const scord_sm_event_t *event) {
    return event->kind == SCORD_SM_EVENT_KIND_ACCESS || event->kind == SCORD_SM_EVENT_KIND_FENCE;
}

static bool may_present(scord_lockstep_t *lockstep, const scord_sm_channel_t *channel) {
    if (lockstep->paused) return false;
    if (lockstep->options.free_order) return scord_random_below(&lockstep->random, 8) != 0;
    const scord_sm_event_t *event = &channel->queue[channel->queue_head].event;
    return !makes_request(event) || lockstep->ungranted == channel->ungranted;
}

/* What an event kind does not use (docs/parameters.md, sm_event_t) is nobody's business: junk, the
 * same in every run. */
static scord_sm_event_t with_junk(const scord_sm_event_t *event) {
    const bool access = event->kind == SCORD_SM_EVENT_KIND_ACCESS,
               launch = event->kind == SCORD_SM_EVENT_KIND_BLOCK_LAUNCH;
    const bool convergence = event->kind == SCORD_SM_EVENT_KIND_CONVERGENCE;
    const bool cas = event->kind == SCORD_SM_EVENT_KIND_CAS,
               exch = event->kind == SCORD_SM_EVENT_KIND_EXCH;
    const uint64_t junk = (event->sequence + 1) * UINT64_C(0x9e3779b97f4a7c15);
    scord_sm_event_t full = *event;
    if (!access) full.op = junk >> 8 & 3;
    if (!access) full.strong = junk >> 10 & 1;
    if (!access && !launch && !convergence) full.mask = (uint32_t)(junk >> 12);
    if (!access)
        full.thread_bit_0 = full.thread_bit_2 = full.several_threads = (uint32_t)(junk >> 20);
    if (!access && !cas && !exch)
        full.address = junk >> 14 & ((UINT64_C(1) << SCORD_ADDRESS_WIDTH) - 1);
    if (!cas && !exch) full.value = (uint32_t)(junk >> 16);
    if (!cas) full.compare = full.returned = (uint32_t)(junk >> 18);
    return full;
}

static void put_event(scord_lockstep_t *lockstep, unsigned sm, const scord_sm_event_t *event) {
    const unsigned event_width = scord_device_event_width(&lockstep->config);
    uint32_t words[SCORD_SM_EVENT_WORDS];
    const scord_sm_event_t full = with_junk(event);
    scord_sm_event_pack(&full, words);
    for (unsigned bit = 0; bit < event_width; bit += 32) {
        const unsigned width = event_width - bit < 32 ? event_width - bit : 32;
        scord_port_set(lockstep->device->sm_event_i, sm * event_width + bit, width,
                       words[bit / 32]);
    }
}

static void drive_sm_events(scord_lockstep_t *lockstep) {
    for (uint32_t left = lockstep->queued_sms & ~lockstep->presented_sms; left; left &= left - 1) {
        const unsigned sm = (unsigned)__builtin_ctz(left);
        const scord_sm_channel_t *channel = &lockstep->sm[sm];
        if (!may_present(lockstep, channel)) continue;
        put_event(lockstep, sm, &channel->queue[channel->queue_head].event);
        lockstep->presented_sms |= 1u << sm;
    }
    scord_port_set(lockstep->device->sm_event_valid_i, 0, lockstep->config.num_sms,
                   lockstep->presented_sms);
}

/* Takes the accepted event of an SM out of its queue; the model steps its SM half. */
static void sample_sm_events(scord_lockstep_t *lockstep) {
    bool stalled = false;
    for (uint32_t left = lockstep->presented_sms; left; left &= left - 1) {
        const unsigned sm = (unsigned)__builtin_ctz(left);
        if (!bits_at(lockstep->device->sm_event_ready_o, sm, 1)) {
            stalled = true;
            continue;
        }
        scord_scoreboard_accepted(lockstep, sm);
        lockstep->presented_sms &= ~(1u
                                     << sm); /* the pin falls after the edge, in the next drive */
        lockstep->last_progress = lockstep->cycle;
    }
    lockstep->stall_cycles += stalled;
}

/* ---- issue ports
 * --------------------------------------------------------------------------------------------------
 */

/* Only a schedule record asks for a pick. */
static bool only_forced(const scord_lockstep_t *lockstep) {
    return lockstep->options.scheduled_issue || !lockstep->comparing;
}

/* Is this scheduler asked for a warp? Warps of a launched block that do not wait at its barrier may
 * issue; the front end's other reasons for not being ready (scoreboard, empty I-buffer) are drawn
 * from the seed. */
static bool choose_ready_mask(scord_lockstep_t *lockstep, unsigned sm) {
    scord_sm_channel_t *channel = &lockstep->sm[sm];
    if (lockstep->forced)
        return sm == lockstep->forced_sm; /* its mask was set by the schedule record */
    if (only_forced(lockstep)) return false;
    const uint64_t draw = scord_random_next(&channel->random);
    channel->ready_mask = channel->resident & ~channel->waiting & (uint32_t)(draw >> 8);
    return (draw & 3) != 0;
}

static void drive_issue(scord_lockstep_t *lockstep) {
    const bool idle = !lockstep->forced && only_forced(lockstep);
    if (idle && lockstep->issue_idle) return;
    lockstep->issue_idle = idle;
    lockstep->issuing_sms = 0;
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        scord_sm_channel_t *channel = &lockstep->sm[sm];
        lockstep->issuing_sms |= (uint32_t)choose_ready_mask(lockstep, sm) << sm;
        memcpy(lockstep->device->issue_ready_mask_i.bits + sm * sizeof channel->ready_mask,
               &channel->ready_mask, sizeof channel->ready_mask);
    }
    scord_port_set(lockstep->device->issue_valid_i, 0, lockstep->config.num_sms,
                   lockstep->issuing_sms);
}
_Static_assert(SCORD_MAX_WARPS_PER_SM == 32 && SCORD_MAX_SMS <= 32,
               "a ready mask is one 32-bit word, and so is a bit an SM");

/* ---- waves
 * --------------------------------------------------------------------------------------------------------
 */

/* The FST writer removes what is at PATH first: a device node such as /dev/full would be replaced
 * by a file. */
static bool may_be_wave(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static void trace_window(scord_lockstep_t *lockstep) {
    const scord_lockstep_options_t *options = &lockstep->options;
    if (!options->wave_path) return;
    const bool all = options->wave_from == 0 && options->wave_to == 0;
    const bool inside = all || (lockstep->cycle >= options->wave_from &&
                                lockstep->cycle <= options->wave_to);
    if (inside == lockstep->tracing) return;
    lockstep->tracing = inside;
    if (!inside) {
        lockstep->device->trace_close(lockstep->device);
    } else if (!may_be_wave(options->wave_path) ||
               lockstep->device->trace_open(lockstep->device, options->wave_path) != 0) {
        lockstep->tracing = false;
        lockstep->status = SCORD_LOCKSTEP_IO;
    }
}

/* ---- the cycle
 * ----------------------------------------------------------------------------------------------------
 */

static void sample_axi(scord_lockstep_t *lockstep) {
    const char *rule;
    if (scord_axi_memory_sample(lockstep->memory, lockstep->device, &rule)) return;
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, NULL, "axi", "protocol", rule, "broken");
}

static void sample_apb(scord_lockstep_t *lockstep) {
    const scord_device_t *device = lockstep->device;
    lockstep->apb_ready = *device->pready_o.bits;
    lockstep->apb_error = *device->pslverr_o.bits;
    lockstep->apb_data = (uint32_t)scord_port_get(device->prdata_o, 0, SCORD_APB_DATA_WIDTH);
}

/* "…: Assertion failed in TOP.scord_top.u_x.a_name: …": the last two names are the field. */
static void assertion_failed(scord_lockstep_t *lockstep) {
    static const char marker[] = "Assertion failed in ";
    const char *place = strstr(lockstep->device->failure, marker);
    const char *begin = place ? place + strlen(marker) : lockstep->device->failure;
    const char *end = begin + strcspn(begin, ":\n");
    const char *from = end;
    for (unsigned dots = 0; from > begin; from--)
        if (from[-1] == '.' && ++dots == 2) break;
    char field[48];
    snprintf(field, sizeof field, "%.*s", (int)(end - from), from);
    snprintf(lockstep->details, sizeof lockstep->details, "  %.1000s", lockstep->device->failure);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, NULL, "assertion", field, "holds", "fails");
}

/* A long metadata clear is no hang: its beats are progress, as many as the image has. */
static void note_clear(scord_lockstep_t *lockstep) {
    const scord_device_t *device = lockstep->device;
    if (!lockstep->beats_to_clear || !*device->m_axi_wvalid_o.bits || !*device->m_axi_wready_i.bits)
        return;
    lockstep->beats_to_clear--;
    lockstep->last_progress = lockstep->cycle;
}

bool scord_driver_cycle(scord_lockstep_t *lockstep) {
    scord_device_t *device = lockstep->device;
    trace_window(lockstep);
    drive_sm_events(lockstep);
    drive_issue(lockstep);
    scord_axi_memory_drive(lockstep->memory, device);
    device->settle(device);
    scord_scoreboard_picks(lockstep); /* before the SM's event: priorities as registered */
    sample_sm_events(lockstep);
    scord_scoreboard_granted(lockstep);
    scord_scoreboard_retired(lockstep);
    sample_axi(lockstep);
    note_clear(lockstep);
    sample_apb(lockstep);
    if (lockstep->options.observe_cycle)
        lockstep->options.observe_cycle(lockstep->options.context, device);
    device->clock(device);
    if (device->failed) assertion_failed(lockstep);
    lockstep->cycle++;
    lockstep->statistics.cycles = lockstep->cycle;
    scord_scoreboard_state(lockstep);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

bool scord_driver_hung(scord_lockstep_t *lockstep, const char *waiting_for) {
    const uint64_t limit = SCORD_HANG_CYCLES * (1 + (uint64_t)lockstep->options.max_latency / 16);
    if (lockstep->cycle - lockstep->last_progress <= limit) return false;
    char expected[48];
    snprintf(expected, sizeof expected, "progress within %llu cycles", (unsigned long long)limit);
    scord_axi_memory_waiting(lockstep->memory, lockstep->details, sizeof lockstep->details);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_HANG, NULL, "hang", waiting_for, expected, "none");
    return true;
}

bool scord_driver_reset(scord_lockstep_t *lockstep) {
    scord_device_t *device = lockstep->device;
    *device->rst_ni.bits = 0;
    for (unsigned i = 0; i < SCORD_RESET_CYCLES; i++) {
        device->settle(device);
        device->clock(device);
    }
    *device->rst_ni.bits = 1;
    scord_scoreboard_refresh(lockstep);
    lockstep->comparing = true;
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

/* ---- APB
 * ----------------------------------------------------------------------------------------------------------
 */

static bool apb_failed(scord_lockstep_t *lockstep, uint32_t address) {
    char actual[48];
    snprintf(actual, sizeof actual, "%s at 0x%03x", lockstep->apb_ready ? "PSLVERR" : "no PREADY",
             address);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, NULL, "control_registers", "apb",
                   "PREADY without PSLVERR", actual);
    return false;
}

/* Setup cycle, then access cycles until PREADY. */
static bool apb_cycles(scord_lockstep_t *lockstep, uint32_t address, bool write, uint32_t value) {
    scord_device_t *device = lockstep->device;
    *device->psel_i.bits = 1;
    *device->penable_i.bits = 0;
    *device->pwrite_i.bits = write;
    scord_port_set(device->paddr_i, 0, SCORD_APB_ADDRESS_WIDTH, address);
    scord_port_set(device->pwdata_i, 0, SCORD_APB_DATA_WIDTH, value);
    if (!scord_driver_cycle(lockstep)) return false;
    *device->penable_i.bits = 1;
    lockstep->apb_ready = false;
    for (unsigned waited = 0; !lockstep->apb_ready && waited < SCORD_HANG_CYCLES; waited++)
        if (!scord_driver_cycle(lockstep)) return false;
    *device->psel_i.bits = *device->penable_i.bits = 0;
    return true;
}

/* *read, when not NULL, receives PRDATA. */
static bool apb_transfer(scord_lockstep_t *lockstep, uint32_t address, bool write, uint32_t value,
                         uint32_t *read) {
    if (!apb_cycles(lockstep, address, write, value)) return false;
    if (!lockstep->apb_ready || lockstep->apb_error) return apb_failed(lockstep, address);
    if (read) *read = lockstep->apb_data;
    return true;
}

bool scord_driver_apb_refused(scord_lockstep_t *lockstep, bool write, uint32_t address,
                              uint32_t value) {
    if (!apb_cycles(lockstep, address, write, value)) return false;
    if (lockstep->apb_ready && lockstep->apb_error) return true;
    char actual[48];
    snprintf(actual, sizeof actual, "%s, %s 0x%03x (0x%x)",
             lockstep->apb_ready ? "accepted" : "no PREADY", write ? "write to" : "read of",
             address, value);
    scord_mismatch(lockstep, SCORD_LOCKSTEP_MISMATCH, NULL, "control_registers", "apb", "PSLVERR",
                   actual);
    return false;
}

bool scord_driver_apb_write(scord_lockstep_t *lockstep, uint32_t address, uint32_t value) {
    return apb_transfer(lockstep, address, true, value, NULL);
}

bool scord_driver_apb_read(scord_lockstep_t *lockstep, uint32_t address, uint32_t *value) {
    return apb_transfer(lockstep, address, false, 0, value);
}

static bool write_pair(scord_lockstep_t *lockstep, uint32_t low, uint32_t high, uint64_t value) {
    return scord_driver_apb_write(lockstep, low, (uint32_t)value) &&
           scord_driver_apb_write(lockstep, high, (uint32_t)(value >> 32));
}

/* ---- kernel start and drain
 * --------------------------------------------------------------------------------------- */

/* Polls status until none of `bits` is set. */
static bool wait_status_clear(scord_lockstep_t *lockstep, uint32_t bits, unsigned pause,
                              const char *waiting_for) {
    for (;;) {
        uint32_t status;
        if (!scord_driver_apb_read(lockstep, SCORD_REGISTER_STATUS, &status)) return false;
        if (!(status & bits)) return true;
        for (unsigned i = 0; i < pause; i++)
            if (!scord_driver_cycle(lockstep)) return false;
        if (scord_driver_hung(lockstep, waiting_for)) return false;
    }
}

/* The new policy holds from the cycle after the write. */
bool scord_driver_set_policy(scord_lockstep_t *lockstep, scord_issue_policy_t policy) {
    if (!scord_driver_apb_write(lockstep, SCORD_REGISTER_ISSUE_POLICY, policy)) return false;
    lockstep->policy = policy;
    return true;
}

static bool program_registers(scord_lockstep_t *lockstep,
                              const scord_event_kernel_begin_t *kernel) {
    const scord_config_t *config = &lockstep->config;
    return write_pair(lockstep, SCORD_REGISTER_TRACKED_BASE_LOW, SCORD_REGISTER_TRACKED_BASE_HIGH,
                      kernel->tracked_base) &&
           scord_driver_apb_write(lockstep, SCORD_REGISTER_LOG2_TRACKED_WORDS,
                                  kernel->log2_tracked_words) &&
           scord_driver_apb_write(lockstep, SCORD_REGISTER_LOG2_CACHE_RATIO,
                                  config->log2_cache_ratio) &&
           scord_driver_apb_write(lockstep, SCORD_REGISTER_RULES,
                                  config->both_scopes << SCORD_RULES_BOTH_SCOPES) &&
           write_pair(lockstep, SCORD_REGISTER_METADATA_BASE_LOW, SCORD_REGISTER_METADATA_BASE_HIGH,
                      lockstep->metadata_base) &&
           write_pair(lockstep, SCORD_REGISTER_LOG_BASE_LOW, SCORD_REGISTER_LOG_BASE_HIGH,
                      lockstep->log_base) &&
           scord_driver_apb_write(lockstep, SCORD_REGISTER_LOG_CAPACITY, config->log_capacity) &&
           scord_driver_apb_write(lockstep, SCORD_REGISTER_INTERRUPT_ENABLE, 1);
}

static void forget_blocks(scord_lockstep_t *lockstep) {
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++) {
        scord_sm_channel_t *channel = &lockstep->sm[sm];
        channel->resident = channel->waiting = 0;
        memset(channel->slot_warps, 0, sizeof channel->slot_warps);
    }
}

/* D5. State is not compared while the start rewrites it; all of it is, the metadata image included,
 * right after. */
bool scord_driver_kernel_start(scord_lockstep_t *lockstep,
                               const scord_event_kernel_begin_t *kernel) {
    if (!program_registers(lockstep, kernel)) return false;
    const unsigned ratio = lockstep->config.log2_cache_ratio, words = kernel->log2_tracked_words;
    lockstep->comparing = false;
    lockstep->last_progress = lockstep->cycle;
    const uint64_t entries = UINT64_C(1) << (words > ratio ? words - ratio : 0),
                   beat = lockstep->config.beat_entries;
    lockstep->beats_to_clear = (entries + beat - 1) / beat;
    lockstep->axi_errors_at_start = scord_lockstep_axi_errors(lockstep);
    scord_memory_faults_forget_reads(&lockstep->faults);
    if (!scord_driver_apb_write(lockstep, SCORD_REGISTER_CONTROL, 1u << SCORD_CONTROL_KERNEL_START))
        return false;
    if (!lockstep->options.rtl_only &&
        scord_model_kernel_start(lockstep->model, kernel->tracked_base,
                                 kernel->log2_tracked_words) != SCORD_MODEL_OK) {
        lockstep->status = SCORD_LOCKSTEP_NO_MEMORY;
        return false;
    }
    forget_blocks(lockstep);
    if (!wait_status_clear(lockstep, 1u << SCORD_STATUS_CLEARING | 1u << SCORD_STATUS_BUSY, 24,
                           "status.clearing"))
        return false;
    lockstep->beats_to_clear = 0;
    scord_scoreboard_refresh(lockstep);
    lockstep->comparing = true;
    scord_scoreboard_memory(lockstep);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

static bool in_flight(const scord_lockstep_t *lockstep) {
    if (lockstep->queued) return true;
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++)
        if (lockstep->sm[sm].pending_count) return true;
    return false;
}

bool scord_driver_drain(scord_lockstep_t *lockstep) {
    lockstep->last_progress = lockstep->cycle;
    while (in_flight(lockstep)) {
        scord_log_service(lockstep);
        if (!scord_driver_cycle(lockstep)) return false;
        if (scord_driver_hung(lockstep, lockstep->queued ? "sm_event_ready" : "retire"))
            return false;
    }
    return wait_status_clear(lockstep, 1u << SCORD_STATUS_BUSY, 0, "status.busy");
}
