/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the APB registers of the whole device, in lockstep (docs/rtl-interface.md "scord_top",
 * "Behaviour"): reset, ranges of configuration, what may be written while busy, read-only and
 * unknown addresses; a refused access has no effect. Environment: REGISTERS_CONFIG, the machine
 * (default tiny); at least two SMs.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/stream/event_stream.h"
#include "cosim/lockstep/lockstep_parts.h"
#include "cmodel/detector/metadata_accessor.h"

enum { LAST_REGISTER = SCORD_REGISTER_RULES, SPACE = 1 << SCORD_APB_ADDRESS_WIDTH, SLOW = 2000 };

static scord_lockstep_t *start(uint32_t latency) {
    static scord_config_t config;
    static char name[64], text[96];
    scord_stream_error_t error;
    scord_lockstep_status_t status;
    char message[256] = "";
    const char *machine = getenv("REGISTERS_CONFIG");
    snprintf(text, sizeof text, "%s:log_capacity=3", machine ? machine : "tiny");
    assert_int_equal(scord_config_parse(text, &config, name, sizeof name, &error), 0);
    const scord_lockstep_options_t options = {.config = &config, .seed = 3, .max_latency = latency};
    scord_lockstep_t *lockstep = scord_lockstep_create(&options, &status, message, sizeof message);
    if (!lockstep) fail_msg("%s", message);
    return lockstep;
}

/* Everything compared so far agrees. */
static void expect_ok(const scord_lockstep_t *lockstep) {
    if (lockstep->run.status == SCORD_LOCKSTEP_OK) return;
    fail_msg("%s.%s: expected %s, actual %s", lockstep->run.mismatch.unit,
             lockstep->run.mismatch.field, lockstep->run.mismatch.expected,
             lockstep->run.mismatch.actual);
}

static uint32_t read_register(scord_lockstep_t *lockstep, uint32_t address) {
    uint32_t value = 0;
    scord_driver_apb_read(&lockstep->driver, address, &value);
    expect_ok(lockstep);
    return value;
}

static void expect_accepted(scord_lockstep_t *lockstep, uint32_t address, uint32_t value) {
    scord_driver_apb_write(&lockstep->driver, address, value);
    expect_ok(lockstep);
    assert_int_equal(read_register(lockstep, address), value);
}

static void expect_refused(scord_lockstep_t *lockstep, uint32_t address, uint32_t value) {
    const uint32_t before = read_register(lockstep, address);
    scord_driver_apb_refused(&lockstep->driver, true, address, value);
    expect_ok(lockstep);
    assert_int_equal(read_register(lockstep, address), before);
}

static void stop(scord_lockstep_t *lockstep) {
    expect_ok(lockstep);
    scord_lockstep_destroy(lockstep);
}

/* ---- reset ---- */

static uint32_t default_of(const char *key) {
    for (size_t i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        if (strcmp(scord_config_keys[i].name, key) == 0) return scord_config_keys[i].default_value;
    fail_msg("no configuration key %s", key);
    return 0;
}

/* Every register before anything is written: the identification in letters, defaults of the
 * configuration, else 0. */
static uint32_t reset_value(uint32_t address) {
    switch (address) {
    case SCORD_REGISTER_IDENTIFICATION: return (uint32_t)'S' << 24 | 'C' << 16 | 'R' << 8 | 'D';
    case SCORD_REGISTER_LOG2_TRACKED_WORDS: return SCORD_LOG2_TRACKED_WORDS_MIN;
    case SCORD_REGISTER_LOG2_CACHE_RATIO: return default_of("log2_cache_ratio");
    case SCORD_REGISTER_LOG_CAPACITY: return default_of("log_capacity");
    case SCORD_REGISTER_ISSUE_POLICY: return default_of("issue_policy");
    case SCORD_REGISTER_RULES: return default_of("both_scopes") << SCORD_RULES_BOTH_SCOPES;
    default: return 0;
    }
}

TEST(test_reset_values) {
    scord_lockstep_t *lockstep = start(4);
    for (uint32_t address = 0; address <= LAST_REGISTER; address += 4) {
        const uint32_t actual = read_register(lockstep, address), expected = reset_value(address);
        if (actual != expected)
            fail_msg("register 0x%03x is 0x%x after reset, expected 0x%x", address, actual,
                     expected);
    }
    assert_false(*lockstep->device->interrupt_o.bits);
    stop(lockstep);
}

/* ---- ranges ---- */

TEST(test_ranges) {
    static const struct {
        uint32_t address, value;
        bool legal;
    } writes[] = {
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 4, true},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 3, false},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 36, true},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 37, false},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 0, false},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, 64 + 8, false},
        {SCORD_REGISTER_LOG2_TRACKED_WORDS, UINT32_MAX, false},
        {SCORD_REGISTER_LOG2_CACHE_RATIO, 0, true},
        {SCORD_REGISTER_LOG2_CACHE_RATIO, 4, true},
        {SCORD_REGISTER_LOG2_CACHE_RATIO, 5, false},
        {SCORD_REGISTER_LOG2_CACHE_RATIO, 8 + 1, false},
        {SCORD_REGISTER_METADATA_BASE_LOW, SCORD_METADATA_LINE_BYTES, true},
        {SCORD_REGISTER_METADATA_BASE_LOW, 3 * SCORD_METADATA_LINE_BYTES, true},
        {SCORD_REGISTER_METADATA_BASE_LOW, SCORD_METADATA_LINE_BYTES / 2, false},
        {SCORD_REGISTER_METADATA_BASE_LOW, SCORD_METADATA_LINE_BYTES + 8, false},
        {SCORD_REGISTER_METADATA_BASE_LOW, 1, false},
        {SCORD_REGISTER_LOG_BASE_LOW, 32, true},
        {SCORD_REGISTER_LOG_BASE_LOW, 16, false},
        {SCORD_REGISTER_LOG_BASE_LOW, 33, false},
        {SCORD_REGISTER_LOG_BASE_LOW, 0, true},
        {SCORD_REGISTER_LOG_CAPACITY, 1, true},
        {SCORD_REGISTER_LOG_CAPACITY, 0, false},
        {SCORD_REGISTER_LOG_CAPACITY, UINT32_MAX, true},
        {SCORD_REGISTER_ISSUE_POLICY, 3, true},
        {SCORD_REGISTER_ISSUE_POLICY, SCORD_ISSUE_POLICY_COUNT, false},
        {SCORD_REGISTER_ISSUE_POLICY, 8 + 1, false},
        {SCORD_REGISTER_INTERRUPT_ENABLE, 1, true},
        {SCORD_REGISTER_LOG_HEAD, 0, true},
        {SCORD_REGISTER_LOG_HEAD, 1, false},
        {SCORD_REGISTER_LOG_HEAD, UINT32_MAX, false},
        {SCORD_REGISTER_RULES, 1u << SCORD_RULES_BOTH_SCOPES, true},
        {SCORD_REGISTER_RULES, 2, false},
        {SCORD_REGISTER_RULES, UINT32_MAX, false},
        {SCORD_REGISTER_RULES, 0, true},
        {SCORD_REGISTER_TRACKED_BASE_LOW, 0x12345640, true},
        {SCORD_REGISTER_TRACKED_BASE_HIGH, 0x7, true},
        {SCORD_REGISTER_METADATA_BASE_HIGH, 0x80, true},
        {SCORD_REGISTER_LOG_BASE_HIGH, 0x1, true},
    };
    scord_lockstep_t *lockstep = start(4);
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
        (writes[i].legal ? expect_accepted : expect_refused)(lockstep, writes[i].address,
                                                             writes[i].value);
    stop(lockstep);
}

/* Every bit of the registers that have all of them, alone: a bit that is stored, read or compared
 * wrongly. */
TEST(test_every_bit) {
    static const struct {
        uint32_t address, lowest; /* bits below are 0 */
    } registers[] = {{SCORD_REGISTER_TRACKED_BASE_LOW, 6},
                     {SCORD_REGISTER_METADATA_BASE_LOW, 8},
                     {SCORD_REGISTER_LOG_BASE_LOW, 5},
                     {SCORD_REGISTER_LOG_CAPACITY, 0}};
    scord_lockstep_t *lockstep = start(4);
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        for (uint32_t bit = registers[i].lowest; bit < 32; bit++) {
            expect_accepted(lockstep, registers[i].address, UINT32_C(1) << bit);
            expect_accepted(lockstep, registers[i].address,
                            UINT32_MAX << registers[i].lowest ^ UINT32_C(1) << bit);
        }
    stop(lockstep);
}

TEST(test_read_only) {
    static const uint32_t addresses[] = {SCORD_REGISTER_IDENTIFICATION, SCORD_REGISTER_STATUS,
                                         SCORD_REGISTER_LOG_TAIL, SCORD_REGISTER_LOG_DROPPED};
    scord_lockstep_t *lockstep = start(4);
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        expect_refused(lockstep, addresses[i], 0);
    for (uint32_t address = SCORD_REGISTER_COUNT_CHECKS; address <= SCORD_REGISTER_COUNT_AXI_ERRORS;
         address += 4)
        expect_refused(lockstep, address, 1);
    stop(lockstep);
}

/* Every address beyond the last register, and every one that is not a multiple of 4. */
TEST(test_unknown) {
    scord_lockstep_t *lockstep = start(4);
    for (uint32_t address = 0; address < SPACE; address++) {
        if (address % 4 == 0 && address <= LAST_REGISTER) continue;
        if (address > LAST_REGISTER + 64 && address % 61 != 0) continue; /* some of the rest */
        for (unsigned write = 0; write < 2; write++)
            scord_driver_apb_refused(&lockstep->driver, write, address, 0);
        expect_ok(lockstep);
    }
    stop(lockstep);
}

/* ---- while busy ---- */

static void send(scord_lockstep_t *lockstep, scord_event_t event) {
    static uint64_t sequence;
    event.sequence = sequence++;
    scord_lockstep_event(lockstep, &event);
    expect_ok(lockstep);
}

static void begin(scord_lockstep_t *lockstep) {
    send(lockstep, (scord_event_t){.kind = SCORD_EVENT_KIND_KERNEL_BEGIN,
                                   .kernel_begin = {.name = "k",
                                                    .grid = {2, 1, 1},
                                                    .block = {32, 1, 1},
                                                    .log2_tracked_words = 10}});
    for (uint8_t sm = 0; sm < 2; sm++)
        send(lockstep,
             (scord_event_t){
                 .kind = SCORD_EVENT_KIND_BLOCK_LAUNCH,
                 .block_launch = {.sm = sm, .cta = {sm, 0, 0}, .warps = 1, .threads = 32}});
}

static void store(scord_lockstep_t *lockstep, uint8_t sm, uint64_t address) {
    scord_event_t event = {
        .kind = SCORD_EVENT_KIND_ACCESS,
        .access = {.sm = sm, .op = SCORD_OP_STORE, .size = 4, .mask = 1, .strong = 1}};
    event.access.address[0] = address;
    send(lockstep, event);
}

TEST(test_busy) {
    static const uint32_t closed[] = {
        SCORD_REGISTER_TRACKED_BASE_LOW,  SCORD_REGISTER_TRACKED_BASE_HIGH,
        SCORD_REGISTER_METADATA_BASE_LOW, SCORD_REGISTER_METADATA_BASE_HIGH,
        SCORD_REGISTER_LOG_BASE_LOW,      SCORD_REGISTER_LOG_BASE_HIGH,
        SCORD_REGISTER_LOG_CAPACITY,      SCORD_REGISTER_LOG2_TRACKED_WORDS,
        SCORD_REGISTER_LOG2_CACHE_RATIO,  SCORD_REGISTER_RULES};
    scord_lockstep_t *lockstep = start(SLOW);
    begin(lockstep);
    store(lockstep, 0, 0);
    assert_true(read_register(lockstep, SCORD_REGISTER_STATUS) >> SCORD_STATUS_BUSY & 1);
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        expect_refused(lockstep, closed[i],
                       read_register(lockstep, closed[i])); /* even the value it has */
    scord_driver_apb_refused(&lockstep->driver, true, SCORD_REGISTER_CONTROL,
                             1u << SCORD_CONTROL_KERNEL_START);
    scord_driver_apb_refused(&lockstep->driver, true, SCORD_REGISTER_CONTROL,
                             1u << SCORD_CONTROL_LOG_RESET);
    expect_accepted(lockstep, SCORD_REGISTER_ISSUE_POLICY, lockstep->issue.policy);
    expect_accepted(lockstep, SCORD_REGISTER_INTERRUPT_ENABLE, 1);
    expect_accepted(lockstep, SCORD_REGISTER_LOG_HEAD, 0);
    assert_true(read_register(lockstep, SCORD_REGISTER_STATUS) >> SCORD_STATUS_BUSY &
                1); /* it was all the time */
    assert_int_equal(scord_lockstep_finish(lockstep),
                     SCORD_LOCKSTEP_OK); /* and no refused write had an effect */
    stop(lockstep);
}

/* ---- the ring ---- */

/* Fills the ring of three, overruns it, consumes, and again: head, tail, drops, interrupt, status.
 */
TEST(test_ring) {
    scord_lockstep_t *lockstep = start(4);
    begin(lockstep);
    for (unsigned i = 0; i < 6; i++)
        store(lockstep, i % 2, 0); /* five races: three records, two drops */
    scord_lockstep_drain(lockstep);
    assert_int_equal(read_register(lockstep, SCORD_REGISTER_LOG_TAIL), 3);
    assert_int_equal(read_register(lockstep, SCORD_REGISTER_LOG_DROPPED), 2);
    assert_true(*lockstep->device->interrupt_o.bits);
    expect_refused(lockstep, SCORD_REGISTER_LOG_HEAD, 4);
    expect_accepted(lockstep, SCORD_REGISTER_LOG_HEAD, 2);
    expect_refused(lockstep, SCORD_REGISTER_LOG_HEAD, 1);
    scord_memory_checks_log(&lockstep->memory_checks, 3);
    assert_true(scord_model_log_consume(lockstep->model, 2));
    assert_true(*lockstep->device->interrupt_o.bits);
    for (unsigned i = 0; i < 3; i++) store(lockstep, i % 2, 0); /* room for two */
    scord_lockstep_drain(lockstep);
    assert_int_equal(read_register(lockstep, SCORD_REGISTER_LOG_TAIL), 5);
    assert_int_equal(read_register(lockstep, SCORD_REGISTER_LOG_DROPPED), 3);
    scord_memory_checks_log(&lockstep->memory_checks, 5); /* record 3 in slot 0, 4 in slot 1 */
    expect_accepted(lockstep, SCORD_REGISTER_LOG_HEAD, 5);
    assert_true(scord_model_log_consume(lockstep->model, 5));
    assert_false(*lockstep->device->interrupt_o.bits);
    assert_int_equal(read_register(lockstep, SCORD_REGISTER_STATUS) >> SCORD_STATUS_RACE & 1, 0);
    expect_ok(lockstep);
    assert_int_equal(scord_lockstep_finish(lockstep), SCORD_LOCKSTEP_OK);
    stop(lockstep);
}

TEST_MAIN("registers")
