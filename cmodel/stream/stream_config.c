/* SPDX-License-Identifier: Apache-2.0 */
/* stream_config.c: configurations by name and override, and in the heads of streams. */
#include "cmodel/stream/stream_config.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/config_rules.h"
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/read_number.h"
#include "cmodel/stream/stream_error.h"

uint32_t stream_config_value(const scord_config_t *config, const scord_config_key_t *key) {
    uint32_t value;
    memcpy(&value, (const uint8_t *)config + key->offset, sizeof value);
    return value;
}

static void set_value(scord_config_t *config, const scord_config_key_t *key, uint32_t value) {
    memcpy((uint8_t *)config + key->offset, &value, sizeof value);
}

static const scord_config_key_t *find_key(const char *name) {
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        if (strcmp(scord_config_keys[i].name, name) == 0) return &scord_config_keys[i];
    return NULL;
}

static bool legal_name(const char *name) {
    size_t length = strnlen(name, STREAM_CONFIG_NAME_MAX + 1);
    if (length == 0 || length > STREAM_CONFIG_NAME_MAX) return false;
    for (; *name != '\0'; name++)
        if (!isalnum((unsigned char)*name) && !strchr("_-.", *name)) return false;
    return true;
}

static int unknown_key(const char *name, scord_stream_error_t *error) {
    char known[256] = "";
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "",
                 scord_config_keys[i].name);
    stream_problem(error, SCORD_STREAM_BAD, "unknown configuration key '%.60s'; legal: %s", name,
                   known);
    return -1;
}

static int out_of_range(const scord_config_key_t *key, const char *value,
                        scord_stream_error_t *error) {
    char legal[64];
    scord_config_key_legal_text(key, legal, sizeof legal);
    stream_problem(error, SCORD_STREAM_BAD, "configuration key %s=%.40s is out of range; legal: %s",
                   key->name, value, legal);
    return -1;
}

int stream_config_set(scord_config_t *config, const char *key_name, const char *value,
                      scord_stream_error_t *error) {
    const scord_config_key_t *key = find_key(key_name);
    uint64_t number;
    if (!key) return unknown_key(key_name, error);
    if (!scord_read_number(value, 0, UINT64_MAX, &number) || !scord_config_key_legal(key, number))
        return out_of_range(key, value, error);
    assert(number <= UINT32_MAX);
    set_value(config, key, (uint32_t)number);
    return 0;
}

int stream_config_start(const char *name, scord_config_t *config, scord_stream_error_t *error) {
    char known[256] = "";
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++) {
        if (strcmp(scord_configs[i].name, name) == 0) {
            *config = scord_configs[i];
            return 0;
        }
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "",
                 scord_configs[i].name);
    }
    stream_problem(error, SCORD_STREAM_BAD, "unknown configuration '%.60s'; known: %s", name,
                   known);
    return -1;
}

/* Applies "key=value,key=value"; cuts TEXT at its commas. */
static int apply_overrides(char *text, scord_config_t *config, scord_stream_error_t *error) {
    for (char *item = text, *next; item; item = next) { /* strtok_r would skip empty ones */
        next = strchr(item, ',');
        if (next) *next++ = '\0';
        char *equals = strchr(item, '=');
        if (!equals) {
            stream_problem(error, SCORD_STREAM_BAD,
                           "'%.60s' is not key=value; write NAME:key=value,key=value", item);
            return -1;
        }
        *equals = '\0';
        if (stream_config_set(config, item, equals + 1, error) != 0) return -1;
    }
    return 0;
}

static bool stands_alone(const scord_config_t *config, scord_stream_error_t *error) {
    if (scord_config_printed_alone(config)) return true;
    stream_problem(error, SCORD_STREAM_BAD,
                   "configuration key as_printed=1 is not combined with both_scopes, "
                   "independent_threads, acquire_release or many_locks");
    return false;
}

int scord_config_parse(const char *text, scord_config_t *config, char *name_storage,
                       size_t name_size, scord_stream_error_t *error) {
    char copy[1024];
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy) {
        stream_problem(error, SCORD_STREAM_BAD, "the configuration is longer than %zu bytes",
                       sizeof copy - 1);
        return -1;
    }
    char *colon = strchr(copy, ':');
    if (colon) *colon = '\0';
    if (stream_config_start(copy, config, error) != 0) return -1;
    if (snprintf(name_storage, name_size, "%s", copy) >= (int)name_size) {
        stream_problem(error, SCORD_STREAM_MEMORY, "no room for the name of configuration '%.60s'",
                       copy);
        return -1;
    }
    config->name = name_storage;
    if (colon && apply_overrides(colon + 1, config, error) != 0) return -1;
    if (!stands_alone(config, error)) return -1;
    assert(!scord_config_illegal_key(config)); /* each key was looked at where it was set */
    return 0;
}

scord_stream_status_t stream_config_check(const scord_config_t *config,
                                          scord_stream_error_t *error) {
    if (!config->name || !legal_name(config->name))
        return stream_problem(error, SCORD_STREAM_INVALID,
                              "a configuration's name is 1 to %d letters, digits, '_', '-' or '.'",
                              (int)STREAM_CONFIG_NAME_MAX);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        const scord_config_key_t *key = &scord_config_keys[i];
        uint32_t value = stream_config_value(config, key);
        char text[16];
        snprintf(text, sizeof text, "%u", value);
        if (scord_config_key_legal(key, value)) continue;
        out_of_range(key, text, error);
        if (error) error->status = SCORD_STREAM_INVALID;
        return SCORD_STREAM_INVALID;
    }
    if (!stands_alone(config, error)) {
        if (error) error->status = SCORD_STREAM_INVALID;
        return SCORD_STREAM_INVALID;
    }
    return SCORD_STREAM_OK;
}

void stream_config_format(const scord_config_t *config, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "config=%s", config->name);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s=%u", scord_config_keys[i].name,
                                 stream_config_value(config, &scord_config_keys[i]));
}

static uint8_t *put_string(uint8_t *out, const char *string) {
    size_t length = strlen(string);
    out = event_put_varint(out, length);
    memcpy(out, string, length);
    return out + length;
}

size_t stream_config_encode(const scord_config_t *config, uint8_t *out) {
    uint8_t *at = put_string(out, config->name);
    at = event_put_varint(at, SCORD_CONFIG_KEY_COUNT);
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        at = put_string(at, scord_config_keys[i].name);
        at = event_put_varint(at, stream_config_value(config, &scord_config_keys[i]));
    }
    assert(at - out <= STREAM_CONFIG_ENCODED_MAX);
    return (size_t)(at - out);
}

static bool get_string(event_cursor_t *cursor, char *string) {
    uint64_t length;
    if (!event_get_varint(cursor, &length) || length > STREAM_CONFIG_NAME_MAX ||
        length > (uint64_t)(cursor->end - cursor->at))
        return false;
    memcpy(string, cursor->at, length);
    string[length] = '\0';
    assert(length <= STREAM_CONFIG_NAME_MAX);
    cursor->at += length;
    return strlen(string) == length;
}

static scord_stream_status_t decode_key(event_cursor_t *cursor, scord_config_t *config,
                                        scord_stream_error_t *error) {
    char key[STREAM_CONFIG_NAME_MAX + 1], text[24];
    uint64_t value;
    if (!get_string(cursor, key) || !event_get_varint(cursor, &value))
        return stream_problem(error, SCORD_STREAM_BAD, "the header's configuration is malformed");
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return stream_config_set(config, key, text, error) == 0 ? SCORD_STREAM_OK : SCORD_STREAM_BAD;
}

scord_stream_status_t stream_config_decode(event_cursor_t *cursor, scord_config_t *config,
                                           char *name, scord_stream_error_t *error) {
    uint64_t count;
    for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
        set_value(config, &scord_config_keys[i], scord_config_keys[i].default_value);
    config->name = name;
    if (!get_string(cursor, name) || !legal_name(name) || !event_get_varint(cursor, &count))
        return stream_problem(error, SCORD_STREAM_BAD, "the header's configuration is malformed");
    for (; count > 0; count--) { /* ends at the last byte, even if count is larger */
        scord_stream_status_t status = decode_key(cursor, config, error);
        if (status != SCORD_STREAM_OK) return status;
    }
    return SCORD_STREAM_OK;
}

uint64_t stream_config_hash(const uint8_t *encoded, size_t length) {
    return scord_byte_hash(SCORD_BYTE_HASH_START, encoded, length);
}
