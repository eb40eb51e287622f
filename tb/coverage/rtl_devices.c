/* SPDX-License-Identifier: Apache-2.0 */
/* rtl_devices.c: the devices of the coverage build, instead of cosim/lockstep/device/rtl_device.c:
 * some machines have no name in scord.params.
 *
 * RTL_COVERAGE_DEVICES is an X-list of (name, "Verilator's -G options"), as tb/coverage/coverage.mk
 * builds them: what a device is comes from the options that it was built with.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cosim/lockstep/device/rtl_device.h"

#define DECLARE(name, parameters) extern const scord_device_class_t scord_device_class_##name;
RTL_COVERAGE_DEVICES(DECLARE)
#undef DECLARE

typedef struct built {
    const scord_device_class_t *class;
    const char *parameters;
} built_t;

#define ROW(name, parameters) {&scord_device_class_##name, parameters},
static const built_t devices[] = {RTL_COVERAGE_DEVICES(ROW)};
#undef ROW

/* The seven elaborated keys; false when the options are not those of rtl/common/scord_configs.mk.
 */
static bool read_parameters(const char *parameters, scord_config_t *config) {
    return sscanf(parameters,
                  "-GNumSms=%u -GBlocksPerSm=%u -GWarpsPerSm=%u -GLanes=%u -GRequestFifoDepth=%u "
                  "-GMetadataLines=%u -GBeatEntries=%u",
                  &config->num_sms, &config->blocks_per_sm, &config->warps_per_sm, &config->lanes,
                  &config->request_fifo_depth, &config->metadata_lines, &config->beat_entries) == 7;
}

static bool same(const scord_config_t *a, const scord_config_t *b) {
    return a->num_sms == b->num_sms && a->blocks_per_sm == b->blocks_per_sm &&
           a->warps_per_sm == b->warps_per_sm && a->lanes == b->lanes &&
           a->request_fifo_depth == b->request_fifo_depth &&
           a->metadata_lines == b->metadata_lines && a->beat_entries == b->beat_entries;
}

const scord_device_class_t *scord_device_class_find(const scord_config_t *config, char *why,
                                                    size_t size) {
    assert(size > 0);
    why[0] = '\0';
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        scord_config_t built = *config;
        if (read_parameters(devices[i].parameters, &built) && same(&built, config))
            return devices[i].class;
    }
    return NULL;
}

bool scord_device_with_lanes(scord_config_t *config, uint32_t lanes) {
    scord_config_t wanted = *config;
    wanted.lanes = lanes;
    char why[160];
    if (!scord_device_class_find(&wanted, why, sizeof why)) return false;
    *config = wanted;
    return true;
}

#define NAME(name, parameters) #name " "
void scord_device_class_names(char *text, size_t size) {
    snprintf(text, size, "%s", RTL_COVERAGE_DEVICES(NAME));
}
