/* SPDX-License-Identifier: Apache-2.0 */
/* Test of cosim/lockstep/device/machine_refusal.h: the keys that no machine has, and the machine
 * that comes nearest. */
#include "tb/unit/model/model_test.h"

#include "cosim/lockstep/device/machine_refusal.h"

#define MACHINES "gtx480 acqrel tiny tinyar tiny8 wide its tinyits tinyits8 "

static scord_config_t machine(const char *name) {
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strcmp(scord_configs[i].name, name) == 0) return scord_configs[i];
    fail_msg("no machine %s", name);
    return scord_configs[0];
}

static void refused(const scord_config_t *config, const char *machines, const char *expected) {
    char message[512];
    scord_machine_refusal(config, machines, message, sizeof message);
    assert_string_equal(message, expected);
}

/* tiny itself differs in one key too, but in the wanted one. */
TEST(names_the_machine_that_has_the_wanted_key) {
    scord_config_t config = machine("tiny");
    config.independent_threads = 1;
    refused(&config, MACHINES,
            "no machine is 'tiny' with independent_threads=1; --config tinyits is "
            "the nearest: num_sms=1 (not 2)");
    config = machine("wide");
    config.acquire_release = 1;
    refused(&config, MACHINES,
            "no machine is 'wide' with acquire_release=1; --config acqrel is the "
            "nearest: lanes=4 (not 32), metadata_lines=8 (not 128), beat_entries=1 (not 16)");
}

TEST(says_when_no_machine_has_a_value) {
    scord_config_t config = machine("gtx480");
    config.num_sms = 3;
    refused(&config, MACHINES,
            "no machine is 'gtx480' with num_sms=3 (which no machine has); "
            "--config gtx480 is the nearest: num_sms=15 (not 3)");
}

TEST(names_all_wanted_keys) {
    scord_config_t config = machine("tinyits");
    config.independent_threads = 2;
    config.lanes = 16;
    refused(&config, MACHINES,
            "no machine is 'tinyits' with lanes=16 (which no machine has) and "
            "independent_threads=2; --config tinyits8 is the nearest: num_sms=2 (not 1), "
            "lanes=8 (not 16), metadata_lines=8 (not 4), beat_entries=2 (not 1)");
}

/* Registers are not elaborated: any machine can set them. */
TEST(leaves_registers_out) {
    scord_config_t config = machine("tiny");
    config.log_capacity = 5;
    config.lanes = 1;
    refused(&config, MACHINES,
            "no machine is 'tiny' with lanes=1 (which no machine has); "
            "--config tiny is the nearest: lanes=2 (not 1)");
}

TEST(a_named_machine_that_there_is_not) {
    const scord_config_t config = machine("tiny4");
    refused(&config, "gtx480 tiny",
            "no machine is 'tiny4'; --config tiny is the nearest: lanes=2 "
            "(not 4), metadata_lines=4 (not 8)");
    refused(&config, "", "no machine is 'tiny4'");
}

TEST(names_without_a_configuration_are_skipped) {
    const scord_config_t config = machine("tiny4");
    refused(&config, "tin mutant tiny  x",
            "no machine is 'tiny4'; --config tiny is the nearest: lanes=2 "
            "(not 4), metadata_lines=4 (not 8)");
}

TEST(a_short_buffer_holds_the_beginning) {
    const scord_config_t config = machine("tiny4");
    char message[24];
    memset(message, 'x', sizeof message);
    scord_machine_refusal(&config, MACHINES, message, 12);
    assert_string_equal(message, "no machine ");
    assert_int_equal(message[12], 'x');
}

TEST_MAIN("machine_refusal")
