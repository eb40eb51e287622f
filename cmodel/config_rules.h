/* SPDX-License-Identifier: Apache-2.0 */
/* config_rules.h: which values a configuration key may have. */
#ifndef SCORD_CONFIG_RULES_H
#define SCORD_CONFIG_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/scord_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The RTL numbers lanes, metadata lines and entries of a beat with whole bits, so each count is a
 * power of two. */
static inline bool scord_config_key_is_power_of_two(const scord_config_key_t *key) {
    return key->offset == offsetof(scord_config_t, lanes) ||
           key->offset == offsetof(scord_config_t, metadata_lines) ||
           key->offset == offsetof(scord_config_t, beat_entries);
}

/* The letter of the paper has no options beside it (D91). */
static inline bool scord_config_printed_alone(const scord_config_t *config) {
    return !config->as_printed || !(config->independent_threads || config->acquire_release ||
                                    config->many_locks || config->both_scopes);
}

static inline bool scord_config_key_legal(const scord_config_key_t *key, uint64_t value) {
    if (value < key->minimum || value > key->maximum) return false;
    return !scord_config_key_is_power_of_two(key) || (value != 0 && (value & (value - 1)) == 0);
}

/* The legal values in words, for a message. */
static inline void scord_config_key_legal_text(const scord_config_key_t *key, char *text,
                                               size_t size) {
    snprintf(text, size, "%s%u to %u",
             scord_config_key_is_power_of_two(key) ? "a power of two, " : "", key->minimum,
             key->maximum);
}

static inline uint32_t scord_config_value(const scord_config_t *config,
                                          const scord_config_key_t *key) {
    uint32_t value;
    memcpy(&value, (const char *)config + key->offset, sizeof value);
    return value;
}

/* The first key of CONFIG with an illegal value, or NULL: as_printed also beside an option that it
 * is not combined with. */
static inline const scord_config_key_t *scord_config_illegal_key(const scord_config_t *config) {
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        if (!scord_config_key_legal(&scord_config_keys[i],
                                    scord_config_value(config, &scord_config_keys[i])))
            return &scord_config_keys[i];
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT && !scord_config_printed_alone(config); i++)
        if (scord_config_keys[i].offset == offsetof(scord_config_t, as_printed))
            return &scord_config_keys[i];
    return NULL;
}

#ifdef __cplusplus
}
#endif
#endif
