/* scoreboard_memory.c: metadata memory, race log and counters against the model's, at kernel start
 * and end; and the judge of memory errors.
 *
 * The model is told of two things that it cannot know (named calls, never masked): a check was not
 * performed, allowed only when the last read of its entry did end with an error; an entry is what
 * memory holds, when its last write-back was lost and the device reads it again (D27). Memory is
 * compared with what was written last, lost or not.
 */
#include "cosim/lockstep/lockstep_internal.h"

/* ---- memory errors
 * ---------------------------------------------------------------------------------------------------
 */

static uint64_t entry_address(const scord_lockstep_t *lockstep, uint64_t index) {
    return lockstep->metadata_base + 8 * index;
}

/* A read of metadata was accepted. What was lost can be lost only once: the device must have had
 * nothing newer to write. */
static void note_read(void *context, uint64_t address, bool failed) {
    scord_lockstep_t *lockstep = context;
    scord_fault_t *fault = scord_memory_faults_read(&lockstep->faults, address, failed);
    if (!fault || failed || !fault->lost) return;
    const uint64_t index = (address - lockstep->metadata_base) / 8;
    if (index >= scord_model_metadata_entries(lockstep->model))
        return; /* the protocol rules know */
    const uint64_t newest = scord_model_metadata(lockstep->model, index);
    if (newest != fault->written)
        scord_mismatch_number(lockstep, NULL, "metadata_memory", "changes_without_write_back",
                              newest, fault->written);
    scord_model_metadata_restore(lockstep->model, index,
                                 scord_axi_memory_read(lockstep->memory, address));
    fault->lost = false;
}

static void note_written(void *context, uint64_t address, uint64_t data, uint64_t old,
                         bool failed) {
    scord_lockstep_t *lockstep = context;
    scord_memory_faults_written(&lockstep->faults, address, data, old, failed);
}

void scord_scoreboard_observe_memory(scord_lockstep_t *lockstep) {
    const scord_axi_observer_t observer = {
        .context = lockstep, .read = note_read, .written = note_written};
    if (lockstep->options.axi_error_permille) scord_axi_memory_observe(lockstep->memory, &observer);
}

bool scord_scoreboard_read_failed(const scord_lockstep_t *lockstep, uint64_t address) {
    uint64_t index;
    if (!scord_model_metadata_index(lockstep->model, address, &index)) return false;
    const scord_fault_t *fault = scord_memory_faults_find(&lockstep->faults,
                                                          entry_address(lockstep, index));
    return fault && fault->read_failed;
}

static uint64_t last_written(const scord_lockstep_t *lockstep, uint64_t address) {
    return scord_memory_faults_last_written(&lockstep->faults, address,
                                            scord_axi_memory_read(lockstep->memory, address));
}

/* ---- records
 * ---------------------------------------------------------------------------------------------------------
 */

/* Names the first field of record NAME in which the two differ; without one nothing happens. */
static void compare_fields(scord_lockstep_t *lockstep, const char *unit, const char *name,
                           const scord_field_t *fields, size_t count, const uint32_t *expected,
                           const uint32_t *actual) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t want = scord_field_get(&fields[i], expected),
                       got = scord_field_get(&fields[i], actual);
        if (want == got) continue;
        char field[48];
        snprintf(field, sizeof field, "%s.%s", name, fields[i].name);
        scord_mismatch_number(lockstep, NULL, unit, field, want, got);
        return;
    }
}

/* ---- metadata
 * --------------------------------------------------------------------------------------------------------
 */

static void compare_metadata(scord_lockstep_t *lockstep) {
    const uint64_t entries = scord_model_metadata_entries(lockstep->model);
    for (uint64_t i = 0; i < entries; i++) {
        const uint64_t expected = scord_model_metadata(lockstep->model, i),
                       actual = last_written(lockstep, entry_address(lockstep, i));
        if (expected == actual) continue;
        const uint32_t want[2] = {(uint32_t)expected, (uint32_t)(expected >> 32)},
                       got[2] = {(uint32_t)actual, (uint32_t)(actual >> 32)};
        char name[32];
        snprintf(name, sizeof name, "entry%llu", (unsigned long long)i);
        compare_fields(lockstep, "metadata_memory", name, scord_metadata_fields,
                       SCORD_METADATA_FIELD_COUNT, want, got);
        return;
    }
}

/* ---- race log
 * --------------------------------------------------------------------------------------------------------
 */

static void read_record(const scord_lockstep_t *lockstep, uint64_t index, uint32_t *words) {
    const uint64_t slot = index % lockstep->config.log_capacity; /* D38 */
    for (unsigned beat = 0; beat < SCORD_RACE_RECORD_BEATS; beat++) {
        const uint64_t data = last_written(
            lockstep, lockstep->log_base + 8 * (slot * SCORD_RACE_RECORD_BEATS + beat));
        words[2 * beat] = (uint32_t)data;
        words[2 * beat + 1] = (uint32_t)(data >> 32);
    }
}

static void compare_record(scord_lockstep_t *lockstep, uint64_t index) {
    uint32_t expected[SCORD_RACE_RECORD_WORDS], actual[SCORD_RACE_RECORD_WORDS];
    char name[32];
    scord_race_record_pack(scord_model_race(lockstep->model, index), expected);
    read_record(lockstep, index, actual);
    snprintf(name, sizeof name, "record%llu", (unsigned long long)index);
    compare_fields(lockstep, "race_log", name, scord_race_record_fields,
                   SCORD_RACE_RECORD_FIELD_COUNT, expected, actual);
}

void scord_scoreboard_log(scord_lockstep_t *lockstep, uint64_t tail) {
    for (; lockstep->log_compared < tail && lockstep->status == SCORD_LOCKSTEP_OK;
         lockstep->log_compared++)
        compare_record(lockstep, lockstep->log_compared);
}

void scord_scoreboard_memory(scord_lockstep_t *lockstep) {
    if (lockstep->options.rtl_only) return;
    compare_metadata(lockstep);
    scord_scoreboard_log(lockstep, scord_model_race_count(lockstep->model));
}

/* ---- counters
 * --------------------------------------------------------------------------------------------------------
 */

typedef struct expected_register {
    const char *name;
    uint32_t address;
    uint64_t value;
} expected_register_t;

static bool compare_register(scord_lockstep_t *lockstep, const expected_register_t *expected) {
    uint32_t actual;
    if (!scord_driver_apb_read(lockstep, expected->address, &actual)) return false;
    if (actual != (uint32_t)expected->value && !lockstep->options.rtl_only)
        scord_mismatch_number(lockstep, NULL, "control_registers", expected->name,
                              (uint32_t)expected->value, actual);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

static bool compare_registers(scord_lockstep_t *lockstep, const expected_register_t *registers,
                              size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!compare_register(lockstep, &registers[i])) return false;
    return true;
}

static bool compare_checks(scord_lockstep_t *lockstep, const scord_model_counters_t *model) {
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
    return compare_registers(lockstep, registers, sizeof registers / sizeof *registers);
}

static bool compare_log_registers(scord_lockstep_t *lockstep, const scord_model_counters_t *model) {
    const bool waiting = model->log_head != model->log_tail;
    const bool error = scord_lockstep_axi_errors(lockstep) != lockstep->axi_errors_at_start;
    const expected_register_t registers[] = {
        {"log_head", SCORD_REGISTER_LOG_HEAD, model->log_head},
        {"log_tail", SCORD_REGISTER_LOG_TAIL, model->log_tail},
        {"log_dropped", SCORD_REGISTER_LOG_DROPPED, model->log_dropped},
        {"count_stall_sm", SCORD_REGISTER_COUNT_STALL_SM, lockstep->stall_cycles},
        {"count_axi_errors", SCORD_REGISTER_COUNT_AXI_ERRORS, scord_lockstep_axi_errors(lockstep)},
        {"status", SCORD_REGISTER_STATUS,
         (uint32_t)waiting << SCORD_STATUS_RACE | (uint32_t)error << SCORD_STATUS_AXI_ERROR},
    };
    if (!compare_registers(lockstep, registers, sizeof registers / sizeof *registers)) return false;
    if (*lockstep->device->interrupt_o.bits != waiting && !lockstep->options.rtl_only)
        scord_mismatch_number(lockstep, NULL, "control_registers", "interrupt", waiting,
                              *lockstep->device->interrupt_o.bits);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

/* Every request with a tracked word looked its line up once, and had it or took it. */
static bool compare_lookups(scord_lockstep_t *lockstep) {
    uint32_t hits, misses;
    if (!scord_driver_apb_read(lockstep, SCORD_REGISTER_COUNT_LINE_HIT, &hits) ||
        !scord_driver_apb_read(lockstep, SCORD_REGISTER_COUNT_LINE_MISS, &misses))
        return false;
    if (hits + misses != (uint32_t)lockstep->line_lookups && !lockstep->options.rtl_only)
        scord_mismatch_number(lockstep, NULL, "control_registers", "count_line_hit+count_line_miss",
                              (uint32_t)lockstep->line_lookups, hits + misses);
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

/* A stall by cause is the device's own affair; a cycle is counted at most once. */
static bool check_stalls(scord_lockstep_t *lockstep) {
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
        if (!scord_driver_apb_read(lockstep, stalls[i].address, &cycles)) return false;
        if (cycles > lockstep->cycle &&
            lockstep->cycle <= UINT32_MAX) /* else the counter may have wrapped */
            scord_mismatch_number(lockstep, NULL, "control_registers", stalls[i].name,
                                  lockstep->cycle, cycles);
    }
    return lockstep->status == SCORD_LOCKSTEP_OK;
}

/* Without a model the registers are read all the same: the device sees what it would see in
 * lockstep. */
void scord_scoreboard_counters(scord_lockstep_t *lockstep) {
    static const scord_model_counters_t none;
    const scord_model_counters_t *model = lockstep->options.rtl_only
                                              ? &none
                                              : scord_model_counters(lockstep->model);
    if (!compare_checks(lockstep, model) || !compare_log_registers(lockstep, model)) return;
    if (compare_lookups(lockstep)) check_stalls(lockstep);
}
