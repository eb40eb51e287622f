/* SPDX-License-Identifier: Apache-2.0 */
/* device_driver.c: see device_driver.h. */
#include "cosim/lockstep/device/device_driver.h"

#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>

/* ---- SM event ports ---- */

static bool makes_request(const scord_sm_event_t *event) {
    return event->kind == SCORD_SM_EVENT_KIND_ACCESS || event->kind == SCORD_SM_EVENT_KIND_FENCE;
}

static bool may_present(scord_driver_t *driver, unsigned sm) {
    if (driver->paused) return false;
    if (driver->run->options.free_order) return scord_random_below(&driver->run->random, 8) != 0;
    const scord_requests_t *requests = driver->requests;
    return !makes_request(scord_event_queues_head(driver->queues, sm)) ||
           requests->ungranted == requests->sm[sm].ungranted;
}

/* Fields that an event kind does not use (docs/parameters.md, sm_event_t) carry junk, the same in
 * every run, so that a device that reads one differs from the model. */
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

static void put_event(scord_driver_t *driver, unsigned sm, const scord_sm_event_t *event) {
    const unsigned event_width = scord_device_event_width(&driver->run->config);
    uint32_t words[SCORD_SM_EVENT_WORDS];
    const scord_sm_event_t full = with_junk(event);
    scord_sm_event_pack(&full, words);
    for (unsigned bit = 0; bit < event_width; bit += 32) {
        const unsigned width = event_width - bit < 32 ? event_width - bit : 32;
        scord_port_set(driver->device->sm_event_i, sm * event_width + bit, width, words[bit / 32]);
    }
}

static void drive_sm_events(scord_driver_t *driver) {
    scord_event_queues_t *queues = driver->queues;
    assert(!(queues->presented_sms & ~queues->waiting_sms));
    for (uint32_t left = queues->waiting_sms & ~queues->presented_sms; left; left &= left - 1) {
        const unsigned sm = (unsigned)__builtin_ctz(left);
        if (!may_present(driver, sm)) continue;
        put_event(driver, sm, scord_event_queues_head(queues, sm));
        queues->presented_sms |= 1u << sm;
    }
    scord_port_set(driver->device->sm_event_valid_i, 0, driver->run->config.num_sms,
                   queues->presented_sms);
}

/* Events that the SMs accept; the valid pin of such an SM falls in the next drive. */
static void sample_sm_events(scord_driver_t *driver) {
    bool stalled = false;
    for (uint32_t left = driver->queues->presented_sms; left; left &= left - 1) {
        const unsigned sm = (unsigned)__builtin_ctz(left);
        if (!scord_port_get(driver->device->sm_event_ready_o, sm, 1)) {
            stalled = true;
            continue;
        }
        scord_scoreboard_accepted(driver->board, sm);
        scord_run_progress(driver->run);
    }
    driver->stall_cycles += stalled;
}

/* ---- waves ---- */

/* The FST writer removes what is at PATH first: a device node such as /dev/full would be replaced
 * by a file. */
static bool may_be_wave(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

void scord_driver_close_wave(scord_driver_t *driver) {
    if (driver->tracing) driver->device->trace_close(driver->device);
    driver->tracing = false;
}

static void trace_window(scord_driver_t *driver) {
    const scord_lockstep_options_t *options = &driver->run->options;
    if (!options->wave_path) return;
    const uint64_t cycle = driver->run->statistics.cycles;
    const bool all = options->wave_from == 0 && options->wave_to == 0;
    const bool inside = all || (cycle >= options->wave_from && cycle <= options->wave_to);
    if (inside == driver->tracing) return;
    if (!inside)
        scord_driver_close_wave(driver);
    else if (may_be_wave(options->wave_path) &&
             driver->device->trace_open(driver->device, options->wave_path) == 0)
        driver->tracing = true;
    else
        scord_run_fail(driver->run, SCORD_LOCKSTEP_IO);
}

/* ---- the cycle ---- */

static void sample_axi(scord_driver_t *driver) {
    const char *rule;
    if (scord_axi_memory_sample(driver->memory, driver->device, &rule)) return;
    scord_run_mismatch(driver->run, SCORD_LOCKSTEP_MISMATCH, NULL, "axi", "protocol", rule,
                       "broken");
}

static void sample_apb(scord_driver_t *driver) {
    const scord_device_t *device = driver->device;
    driver->apb_ready = *device->pready_o.bits;
    driver->apb_error = *device->pslverr_o.bits;
    driver->apb_data = (uint32_t)scord_port_get(device->prdata_o, 0, SCORD_APB_DATA_WIDTH);
}

/* "…: Assertion failed in TOP.scord_top.u_x.a_name: …": the last two names are the field. */
static void assertion_failed(scord_driver_t *driver) {
    static const char marker[] = "Assertion failed in ";
    const char *place = strstr(driver->device->failure, marker);
    const char *begin = place ? place + strlen(marker) : driver->device->failure;
    const char *end = begin + strcspn(begin, ":\n");
    const char *from = end;
    for (unsigned dots = 0; from > begin; from--)
        if (from[-1] == '.' && ++dots == 2) break;
    char field[96];
    snprintf(field, sizeof field, "%.*s", (int)(end - from), from);
    snprintf(driver->run->details, sizeof driver->run->details, "  %.1000s",
             driver->device->failure);
    scord_run_mismatch(driver->run, SCORD_LOCKSTEP_MISMATCH, NULL, "assertion", field, "holds",
                       "fails");
}

/* A long metadata clear is no hang: its beats are progress, as many as the image has. */
static void note_clear(scord_driver_t *driver) {
    const scord_device_t *device = driver->device;
    if (!driver->beats_to_clear || !*device->m_axi_wvalid_o.bits || !*device->m_axi_wready_i.bits)
        return;
    driver->beats_to_clear--;
    scord_run_progress(driver->run);
}

static void compare_state(scord_driver_t *driver) {
    scord_run_t *run = driver->run;
    const bool with_model = driver->board->model;
    if (!driver->comparing || !scord_run_ok(run)) return;
    if (with_model) {
        scord_shadow_compare(driver->shadow, driver->device, driver->queues, run);
        run->statistics.compared_cycles++;
    }
    if (!run->options.hash_state) return;
    scord_state_hash_cycle(&driver->hash, &run->config, driver->device,
                           with_model ? driver->shadow->changed : SCORD_HASHED_ALL);
    driver->shadow->changed = 0;
    run->statistics.state_hash = driver->hash.number;
}

bool scord_driver_cycle(scord_driver_t *driver) {
    scord_device_t *device = driver->device;
    scord_run_t *run = driver->run;
    trace_window(driver);
    drive_sm_events(driver);
    scord_issue_ports_drive(driver->issue, device, driver->comparing);
    scord_axi_memory_drive(driver->memory, device);
    device->settle(device);
    scord_scoreboard_picks(driver->board); /* before the SM's event: priorities as registered */
    sample_sm_events(driver);
    scord_scoreboard_granted(driver->board);
    scord_scoreboard_retired(driver->board);
    sample_axi(driver);
    note_clear(driver);
    sample_apb(driver);
    if (run->options.observe_cycle) run->options.observe_cycle(run->options.context, device);
    device->clock(device);
    if (device->failed) assertion_failed(driver);
    run->statistics.cycles++;
    compare_state(driver);
    return scord_run_ok(run);
}

bool scord_driver_hung(scord_driver_t *driver, const char *waiting_for) {
    scord_run_t *run = driver->run;
    const uint64_t limit = SCORD_HANG_CYCLES * (1 + (uint64_t)run->options.max_latency / 16);
    assert(run->last_progress <= run->statistics.cycles);
    if (run->statistics.cycles - run->last_progress <= limit) return false;
    char expected[64];
    snprintf(expected, sizeof expected, "progress within %llu cycles", (unsigned long long)limit);
    scord_axi_memory_waiting(driver->memory, run->details, sizeof run->details);
    scord_run_mismatch(run, SCORD_LOCKSTEP_HANG, NULL, "hang", waiting_for, expected, "none");
    return true;
}

/* ---- reset and clear ---- */

bool scord_driver_reset(scord_driver_t *driver) {
    scord_device_t *device = driver->device;
    assert(driver->run->statistics.cycles == 0);
    *device->rst_ni.bits = 0;
    for (unsigned i = 0; i < SCORD_RESET_CYCLES; i++) {
        device->settle(device);
        device->clock(device);
    }
    *device->rst_ni.bits = 1;
    scord_driver_end_clear(driver);
    return scord_run_ok(driver->run);
}

void scord_driver_begin_clear(scord_driver_t *driver, uint64_t entries) {
    const uint64_t beat = driver->run->config.beat_entries;
    assert(driver->comparing && beat > 0);
    driver->comparing = false;
    driver->beats_to_clear = (entries + beat - 1) / beat;
    scord_run_progress(driver->run);
}

void scord_driver_end_clear(scord_driver_t *driver) {
    driver->beats_to_clear = 0;
    if (driver->board->model) scord_shadow_refresh(driver->shadow);
    driver->comparing = true;
}

/* ---- APB ---- */

static bool apb_failed(scord_driver_t *driver, uint32_t address) {
    char actual[64];
    snprintf(actual, sizeof actual, "%s at 0x%03x", driver->apb_ready ? "PSLVERR" : "no PREADY",
             address);
    scord_run_mismatch(driver->run, SCORD_LOCKSTEP_MISMATCH, NULL, "control_registers", "apb",
                       "PREADY without PSLVERR", actual);
    return false;
}

/* Setup cycle, then access cycles until PREADY. */
static bool apb_cycles(scord_driver_t *driver, uint32_t address, bool write, uint32_t value) {
    scord_device_t *device = driver->device;
    *device->psel_i.bits = 1;
    *device->penable_i.bits = 0;
    *device->pwrite_i.bits = write;
    scord_port_set(device->paddr_i, 0, SCORD_APB_ADDRESS_WIDTH, address);
    scord_port_set(device->pwdata_i, 0, SCORD_APB_DATA_WIDTH, value);
    if (!scord_driver_cycle(driver)) return false;
    *device->penable_i.bits = 1;
    driver->apb_ready = false;
    for (unsigned waited = 0; !driver->apb_ready && waited < SCORD_HANG_CYCLES; waited++)
        if (!scord_driver_cycle(driver)) return false;
    *device->psel_i.bits = *device->penable_i.bits = 0;
    return true;
}

/* *read, when not NULL, receives PRDATA. */
static bool apb_transfer(scord_driver_t *driver, uint32_t address, bool write, uint32_t value,
                         uint32_t *read) {
    if (!apb_cycles(driver, address, write, value)) return false;
    if (!driver->apb_ready || driver->apb_error) return apb_failed(driver, address);
    if (read) *read = driver->apb_data;
    return true;
}

bool scord_driver_apb_refused(scord_driver_t *driver, bool write, uint32_t address,
                              uint32_t value) {
    if (!apb_cycles(driver, address, write, value)) return false;
    if (driver->apb_ready && driver->apb_error) return true;
    char actual[96];
    snprintf(actual, sizeof actual, "%s, %s 0x%03x (0x%x)",
             driver->apb_ready ? "accepted" : "no PREADY", write ? "write to" : "read of", address,
             value);
    scord_run_mismatch(driver->run, SCORD_LOCKSTEP_MISMATCH, NULL, "control_registers", "apb",
                       "PSLVERR", actual);
    return false;
}

bool scord_driver_apb_write(scord_driver_t *driver, uint32_t address, uint32_t value) {
    return apb_transfer(driver, address, true, value, NULL);
}

bool scord_driver_apb_read(scord_driver_t *driver, uint32_t address, uint32_t *value) {
    return apb_transfer(driver, address, false, 0, value);
}
