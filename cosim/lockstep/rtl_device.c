/* rtl_device.c: which elaborations were built. SCORD_DEVICE_CLASSES is an X-list of their names
 * (cosim/module.mk). */
#include "cosim/lockstep/rtl_device.h"

#include "cmodel/config_rules.h"

#define SCORD_DECLARE(name) extern const scord_device_class_t scord_device_class_##name;
SCORD_DEVICE_CLASSES(SCORD_DECLARE)
#undef SCORD_DECLARE

#define SCORD_LIST(name) &scord_device_class_##name,
static const scord_device_class_t *const device_classes[] = {SCORD_DEVICE_CLASSES(SCORD_LIST)};
#undef SCORD_LIST

static bool same_elaboration(const scord_config_t *a, const scord_config_t *b) {
    for (size_t i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        const scord_config_key_t *key = &scord_config_keys[i];
        if (key->elaborated && scord_config_value(a, key) != scord_config_value(b, key))
            return false;
    }
    return true;
}

static const scord_config_t *named_config(const char *name) {
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strcmp(scord_configs[i].name, name) == 0) return &scord_configs[i];
    return NULL;
}

const scord_device_class_t *scord_device_class_find(const scord_config_t *config) {
    for (size_t i = 0; i < sizeof device_classes / sizeof *device_classes; i++) {
        const scord_config_t *built = named_config(device_classes[i]->name);
        if (built && same_elaboration(built, config)) return device_classes[i];
    }
    return NULL;
}

bool scord_device_with_lanes(scord_config_t *config, uint32_t lanes) {
    for (size_t i = 0; i < sizeof device_classes / sizeof *device_classes; i++) {
        const scord_config_t *built = named_config(device_classes[i]->name);
        scord_config_t wanted = *config;
        wanted.lanes = lanes;
        if (!built) continue;
        wanted.metadata_lines = built->metadata_lines;
        wanted.beat_entries = built->beat_entries;
        if (!same_elaboration(built, &wanted)) continue;
        *config = wanted;
        return true;
    }
    return false;
}

#define SCORD_NAME(name) #name " "
const char *scord_device_class_names(void) { return SCORD_DEVICE_CLASSES(SCORD_NAME); }
