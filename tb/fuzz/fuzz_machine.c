/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_machine.c: libFuzzer target: any text as a configuration of the detector (--config
 * NAME:key=value,...) and as numbers of the machine (--set).
 *
 * What must hold besides sanitizers' silence: what is refused has a message; what is accepted has
 * every number in its range, and written anew from the numbers is accepted again and is the same.
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"
#include "sim/machine/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
    if (!holds) abort();
}

static uint32_t value(const scord_config_t *config, unsigned key) {
    uint32_t number;
    memcpy(&number, (const char *)config + scord_config_keys[key].offset, sizeof number);
    return number;
}

static void take_config(const char *text) {
    scord_config_t config, again;
    char name[64], name_again[64], anew[1024];
    scord_stream_error_t error = {.message = ""};
    if (scord_config_parse(text, &config, name, sizeof name, &error) != 0) {
        require(error.message[0] != '\0');
        return;
    }
    size_t used = (size_t)snprintf(anew, sizeof anew, "%s:", name);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        used += (size_t)snprintf(anew + used, sizeof anew - used, "%s%s=%u", i > 0 ? "," : "",
                                 scord_config_keys[i].name, value(&config, i));
    require(used < sizeof anew &&
            scord_config_parse(anew, &again, name_again, sizeof name_again, &error) == 0);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        require(value(&config, i) == value(&again, i));
}

static void take_machine(const char *text) {
    static const char *const bases[] = {"baws", "scord", "scord-gtx480", "hrf"};
    gpu_machine_t base, machine, again;
    char message[512] = "", differences[8192];
    require(gpu_machine_named(bases[strlen(text) % 4], &base));
    machine = base;
    if (!gpu_machine_set(&machine, text, message, sizeof message)) {
        require(message[0] != '\0');
        return;
    }
#define MACHINE(name, value, minimum, maximum, text)                                               \
    require((uint64_t)machine.name + 1 > (minimum) && machine.name <= (maximum));
#include "sim/machine/machine.def"
#undef MACHINE
    if (!gpu_machine_check(&machine, message, sizeof message)) {
        require(message[0] != '\0');
        return;
    }
    gpu_machine_differences(&machine, differences, sizeof differences);
    require(strlen(differences) < sizeof differences - 1 && gpu_machine_named("baws", &again));
    require(differences[0] == '\0' ||
            gpu_machine_set(&again, differences, message, sizeof message));
    require(memcmp(&machine, &again, sizeof machine) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    take_config(text);
    take_machine(text);
    free(text);
    return 0;
}
