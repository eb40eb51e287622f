/* SPDX-License-Identifier: Apache-2.0 */
/* machine_refusal.c: see machine_refusal.h.
 *
 * A key is *wanted* when CONFIG differs in it from the machine of its name: the user changed it, by
 * --config NAME:key=value or by an option such as --independent-threads. Of all
 * machines the nearest lacks the fewest wanted keys; of those it differs in the fewest keys. Only
 * elaborated keys count: the others are registers, which any machine can set.
 */
#include "cosim/lockstep/device/machine_refusal.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/config_rules.h"

_Static_assert(SCORD_CONFIG_KEY_COUNT <= 32, "a set of keys is a word");

typedef struct text {
    char *at;
    size_t size, used;
} text_t;

__attribute__((format(printf, 2, 3))) static void put(text_t *text, const char *format, ...) {
    va_list arguments;
    if (text->used >= text->size) return;
    va_start(arguments, format);
    text->used += (size_t)vsnprintf(text->at + text->used, text->size - text->used, format,
                                    arguments);
    va_end(arguments);
}

static const scord_config_t *find_named(const char *name, size_t length) {
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strlen(scord_configs[i].name) == length &&
            strncmp(scord_configs[i].name, name, length) == 0)
            return &scord_configs[i];
    return NULL;
}

/* The machine whose name is next in *MACHINES, which moves behind it; NULL: no more. Names that
 * scord.params does not have are skipped. */
static const scord_config_t *next_machine(const char **machines) {
    const scord_config_t *config = NULL;
    while (**machines && !config) {
        const size_t length = strcspn(*machines, " ");
        config = find_named(*machines, length);
        *machines += length;
        *machines += strspn(*machines, " ");
    }
    return config;
}

/* The elaborated keys in which two machines differ, a bit each. */
static uint32_t differing(const scord_config_t *a, const scord_config_t *b) {
    uint32_t keys = 0;
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        if (scord_config_keys[i].elaborated && scord_config_value(a, &scord_config_keys[i]) !=
                                                   scord_config_value(b, &scord_config_keys[i]))
            keys |= UINT32_C(1) << i;
    return keys;
}

static int count(uint32_t keys) { return __builtin_popcount(keys); }

static const scord_config_t *find_nearest(const scord_config_t *config, const char *machines,
                                          uint32_t wanted) {
    const scord_config_t *nearest = NULL, *machine;
    int least = INT_MAX;
    while ((machine = next_machine(&machines))) {
        const uint32_t keys = differing(machine, config);
        const int distance = count(keys & wanted) * (SCORD_CONFIG_KEY_COUNT + 1) + count(keys);
        if (distance >= least) continue;
        least = distance;
        nearest = machine;
    }
    return nearest;
}

/* The keys of KEYS whose value no machine has. */
static uint32_t find_missing(const scord_config_t *config, const char *machines, uint32_t keys) {
    const scord_config_t *machine;
    while ((machine = next_machine(&machines))) keys &= differing(machine, config);
    return keys;
}

void scord_machine_refusal(const scord_config_t *config, const char *machines, char *message,
                           size_t size) {
    assert(config->name && size > 0);
    const scord_config_t *named = find_named(config->name, strlen(config->name));
    const uint32_t wanted = named ? differing(named, config) : 0;
    const uint32_t missing = find_missing(config, machines, wanted);
    const scord_config_t *nearest = find_nearest(config, machines, wanted);
    text_t text = {.at = message, .size = size};
    const char *between = " with";
    put(&text, "no machine is '%s'", config->name);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        if (!(wanted >> i & 1)) continue;
        put(&text, "%s %s=%u%s", between, scord_config_keys[i].name,
            scord_config_value(config, &scord_config_keys[i]),
            missing >> i & 1 ? " (which no machine has)" : "");
        between = " and";
    }
    if (!nearest) return;
    const uint32_t other = differing(nearest, config);
    put(&text, "; --config %s is the nearest", nearest->name);
    between = ":";
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        if (!(other >> i & 1)) continue;
        put(&text, "%s %s=%u (not %u)", between, scord_config_keys[i].name,
            scord_config_value(nearest, &scord_config_keys[i]),
            scord_config_value(config, &scord_config_keys[i]));
        between = ",";
    }
}
