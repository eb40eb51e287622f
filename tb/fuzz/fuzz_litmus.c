/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_litmus.c: libFuzzer target: whatever the text, litmus_parse takes it or names problems, and
 * what it takes runs and writes a stream whose every event is valid, or is decided by relations. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cmodel/litmus/litmus_relations.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_stream(const litmus_t *litmus, const litmus_outcomes_t *outcomes) {
    scord_stream_error_t error;
    scord_config_t config;
    char name[64];
    if (scord_config_parse("nocache", &config, name, sizeof name, &error) != 0) __builtin_trap();
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(
        memfd_create("fuzz", 0), "fuzz", SCORD_STREAM_BINARY, &config, &error);
    if (!writer || litmus_write(litmus, outcomes, "fuzz.litmus", writer, &error) != SCORD_STREAM_OK)
        __builtin_trap();
    if (scord_stream_close_writer(writer, &error) != SCORD_STREAM_OK) __builtin_trap();
}

static void decide(const litmus_t *litmus, const litmus_outcomes_t *outcomes) {
    litmus_relations_t verdict;
    scord_oracle_axes_t axes;
    if (litmus->no_stream.text[0] == '\0') {
        write_stream(litmus, outcomes);
        return;
    }
    for (unsigned i = 0; i < scord_oracle_presets(); i++)
        if (scord_oracle_preset(scord_oracle_preset_name(i), &axes) == 0)
            litmus_relations(litmus, outcomes, &axes, &verdict);
}

/* Many threads of many instructions are correct input and take long: not what is looked for here.
 */
static bool is_small(const litmus_t *litmus) {
    unsigned instructions = 0;
    for (unsigned i = 0; i < litmus->threads; i++) instructions += litmus->thread[i].instructions;
    return instructions <= 10 && litmus->threads <= 4;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static litmus_t litmus;
    char *text = malloc(size + 1);
    litmus_outcomes_t outcomes;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (litmus_parse(text, &litmus) != (litmus.problems == 0)) __builtin_trap();
    litmus_vulkan_t verdict;
    if (litmus.problems == 0 && is_small(&litmus)) litmus_vulkan(&litmus, &verdict);
    if (litmus.problems == 0 && litmus.only_vulkan.text[0] == '\0' && is_small(&litmus)) {
        if (litmus_outcomes(&litmus, &outcomes) == LITMUS_OK) decide(&litmus, &outcomes);
        litmus_outcomes_free(&outcomes);
    }
    free(text);
    return 0;
}
