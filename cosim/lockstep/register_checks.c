/* SPDX-License-Identifier: Apache-2.0 */
/* register_checks.c: see register_checks.h. */
#include "cosim/lockstep/register_checks.h"

#include <assert.h>

typedef struct expected_register {
    const char *name;
    uint32_t address;
    uint64_t value;
} expected_register_t;

static bool compare_register(scord_driver_t *driver, const expected_register_t *expected) {
    uint32_t actual;
    if (!scord_driver_apb_read(driver, expected->address, &actual)) return false;
    if (actual != (uint32_t)expected->value && driver->board->model)
        scord_run_mismatch_number(driver->run, NULL, "control_registers", expected->name,
                                  (uint32_t)expected->value, actual);
    return scord_run_ok(driver->run);
}

static bool compare_registers(scord_driver_t *driver, const expected_register_t *registers,
                              size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!compare_register(driver, &registers[i])) return false;
    return true;
}

static bool compare_checks(scord_driver_t *driver, const scord_model_counters_t *model) {
    const expected_register_t registers[] = {
        {"count_checks", SCORD_REGISTER_COUNT_CHECKS, model->checks},
        {"count_fences", SCORD_REGISTER_COUNT_FENCES, model->fences},
        {"count_untracked", SCORD_REGISTER_COUNT_UNTRACKED, model->untracked},
        {"count_not_performed", SCORD_REGISTER_COUNT_NOT_PERFORMED, model->not_performed},
        {"count_tag_miss", SCORD_REGISTER_COUNT_TAG_MISS, model->tag_miss},
        {"count_system_scope", SCORD_REGISTER_COUNT_SYSTEM_SCOPE, model->system_scope},
        {"count_initialization", SCORD_REGISTER_COUNT_INITIALIZATION,
         model->path[SCORD_PATH_INITIALIZATION]},
        {"count_program_order", SCORD_REGISTER_COUNT_PROGRAM_ORDER,
         model->path[SCORD_PATH_PROGRAM_ORDER]},
        {"count_barrier", SCORD_REGISTER_COUNT_BARRIER, model->path[SCORD_PATH_BARRIER]},
        {"count_atomic_after_atomic", SCORD_REGISTER_COUNT_ATOMIC_AFTER_ATOMIC,
         model->path[SCORD_PATH_ATOMIC_AFTER_ATOMIC]},
        {"count_missing_block_fence", SCORD_REGISTER_COUNT_MISSING_BLOCK_FENCE,
         model->verdict[SCORD_VERDICT_MISSING_BLOCK_FENCE]},
        {"count_missing_device_fence", SCORD_REGISTER_COUNT_MISSING_DEVICE_FENCE,
         model->verdict[SCORD_VERDICT_MISSING_DEVICE_FENCE]},
        {"count_not_strong", SCORD_REGISTER_COUNT_NOT_STRONG,
         model->verdict[SCORD_VERDICT_NOT_STRONG]},
        {"count_scoped_atomic", SCORD_REGISTER_COUNT_SCOPED_ATOMIC,
         model->verdict[SCORD_VERDICT_SCOPED_ATOMIC]},
        {"count_no_common_lock_on_load", SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD,
         model->verdict[SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD]},
        {"count_no_common_lock_on_store", SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE,
         model->verdict[SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE]},
    };
    return compare_registers(driver, registers, sizeof registers / sizeof *registers);
}

static bool compare_log_registers(scord_driver_t *driver, const scord_model_counters_t *model,
                                  uint64_t errors, uint64_t errors_at_start) {
    const bool waiting = model->log_head != model->log_tail, error = errors != errors_at_start;
    assert(errors >= errors_at_start);
    const expected_register_t registers[] = {
        {"log_head", SCORD_REGISTER_LOG_HEAD, model->log_head},
        {"log_tail", SCORD_REGISTER_LOG_TAIL, model->log_tail},
        {"log_dropped", SCORD_REGISTER_LOG_DROPPED, model->log_dropped},
        {"count_stall_sm", SCORD_REGISTER_COUNT_STALL_SM, driver->stall_cycles},
        {"count_axi_errors", SCORD_REGISTER_COUNT_AXI_ERRORS, errors},
        {"status", SCORD_REGISTER_STATUS,
         (uint32_t)waiting << SCORD_STATUS_RACE | (uint32_t)error << SCORD_STATUS_AXI_ERROR},
    };
    if (!compare_registers(driver, registers, sizeof registers / sizeof *registers)) return false;
    if (*driver->device->interrupt_o.bits != waiting && driver->board->model)
        scord_run_mismatch_number(driver->run, NULL, "control_registers", "interrupt", waiting,
                                  *driver->device->interrupt_o.bits);
    return scord_run_ok(driver->run);
}

/* Every request with a tracked word looked its line up once, and had it or took it. */
static bool compare_lookups(scord_driver_t *driver) {
    uint32_t hits, misses;
    if (!scord_driver_apb_read(driver, SCORD_REGISTER_COUNT_LINE_HIT, &hits) ||
        !scord_driver_apb_read(driver, SCORD_REGISTER_COUNT_LINE_MISS, &misses))
        return false;
    if (hits + misses != (uint32_t)driver->requests->line_lookups && driver->board->model)
        scord_run_mismatch_number(driver->run, NULL, "control_registers",
                                  "count_line_hit+count_line_miss",
                                  (uint32_t)driver->requests->line_lookups, hits + misses);
    return scord_run_ok(driver->run);
}

/* The model has no stalls to compare with; a counter counts a cycle at most once. */
static bool check_stalls(scord_driver_t *driver) {
    static const struct {
        const char *name;
        uint32_t address;
    } stalls[] = {
        {"count_stall_metadata", SCORD_REGISTER_COUNT_STALL_METADATA},
        {"count_stall_race_log", SCORD_REGISTER_COUNT_STALL_RACE_LOG},
        {"count_stall_line", SCORD_REGISTER_COUNT_STALL_LINE},
        {"count_stall_fetch", SCORD_REGISTER_COUNT_STALL_FETCH},
        {"count_stall_queue", SCORD_REGISTER_COUNT_STALL_QUEUE},
    };
    for (size_t i = 0; i < sizeof stalls / sizeof *stalls; i++) {
        uint32_t cycles;
        if (!scord_driver_apb_read(driver, stalls[i].address, &cycles)) return false;
        const uint64_t cycle = driver->run->statistics.cycles;
        if (cycles > cycle && cycle <= UINT32_MAX) /* else the counter may have wrapped */
            scord_run_mismatch_number(driver->run, NULL, "control_registers", stalls[i].name, cycle,
                                      cycles);
    }
    return scord_run_ok(driver->run);
}

void scord_register_checks(scord_driver_t *driver, const scord_memory_checks_t *memory,
                           uint64_t axi_errors_at_start) {
    static const scord_model_counters_t none;
    const scord_model_t *model = driver->board->model;
    const scord_model_counters_t *counters = model ? scord_model_counters(model) : &none;
    if (!compare_checks(driver, counters) ||
        !compare_log_registers(driver, counters, scord_memory_checks_axi_errors(memory),
                               axi_errors_at_start))
        return;
    if (compare_lookups(driver)) check_stalls(driver);
}
