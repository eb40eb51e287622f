/* SPDX-License-Identifier: Apache-2.0 */
/* rtl_device.c: which device goes with a configuration; see rtl_device.h.
 *
 * The devices are files that are loaded (machine_files.h). A program with devices of its own, as
 * mutated RTL has, compiles this file with SCORD_DEVICE_CLASSES, an X-list of the names of classes
 * that are linked in.
 */
#include "cosim/lockstep/device/rtl_device.h"

#include <stdio.h>

#include "cmodel/config_rules.h"

#ifdef SCORD_DEVICE_CLASSES
#define SCORD_DECLARE(name) extern const scord_device_class_t scord_device_class_##name;
SCORD_DEVICE_CLASSES(SCORD_DECLARE)
#undef SCORD_DECLARE
#define SCORD_LIST(name) &scord_device_class_##name,
static const scord_device_class_t *const linked[] = {SCORD_DEVICE_CLASSES(SCORD_LIST)};
#undef SCORD_LIST

static const scord_device_class_t *class_named(const char *name, char *why, size_t size) {
    for (size_t i = 0; i < sizeof linked / sizeof *linked; i++)
        if (strcmp(linked[i]->name, name) == 0) return linked[i];
    snprintf(why, size, "machine %s is not linked into this program", name);
    return NULL;
}
#else
#include "cosim/lockstep/device/machine_files.h"
#define class_named scord_machine_load
#endif

static bool same_elaboration(const scord_config_t *a, const scord_config_t *b) {
    for (size_t i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        const scord_config_key_t *key = &scord_config_keys[i];
        if (key->elaborated && scord_config_value(a, key) != scord_config_value(b, key))
            return false;
    }
    return true;
}

/* Of configurations with the same elaborated keys the first one names the machine
 * (rtl/common/scord_configs.mk, SCORD_ELABORATIONS). */
static const scord_config_t *machine_of(const scord_config_t *config) {
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (same_elaboration(&scord_configs[i], config)) return &scord_configs[i];
    return NULL;
}

const scord_device_class_t *scord_device_class_find(const scord_config_t *config, char *why,
                                                    size_t size) {
    const scord_config_t *machine = machine_of(config);
    why[0] = '\0';
    return machine ? class_named(machine->name, why, size) : NULL;
}

bool scord_device_with_lanes(scord_config_t *config, uint32_t lanes) {
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++) {
        scord_config_t wanted = *config;
        wanted.lanes = lanes;
        wanted.metadata_lines = scord_configs[i].metadata_lines;
        wanted.beat_entries = scord_configs[i].beat_entries;
        if (!same_elaboration(&scord_configs[i], &wanted)) continue;
        *config = wanted;
        return true;
    }
    return false;
}

void scord_device_class_names(char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < SCORD_CONFIG_COUNT && used < size; i++)
        if (machine_of(&scord_configs[i]) == &scord_configs[i])
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "",
                                     scord_configs[i].name);
}
