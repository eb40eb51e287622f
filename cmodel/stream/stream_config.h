/* SPDX-License-Identifier: Apache-2.0 */
/* stream_config.h: a configuration in the head of a stream, binary and text. */
#ifndef SCORD_STREAM_CONFIG_H
#define SCORD_STREAM_CONFIG_H

#include "cmodel/stream/event_binary.h"
#include "cmodel/stream/event_stream.h"

enum {
    STREAM_CONFIG_NAME_MAX = 63,
    STREAM_CONFIG_ENCODED_MAX = 2048, /* bytes of the encoded form */
    STREAM_CONFIG_TEXT_MAX = 1024     /* bytes of the text form */
};

/* Name, then every key's name and value. */
size_t stream_config_encode(const scord_config_t *config, uint8_t *out);
/* Fills *config and NAME (STREAM_CONFIG_NAME_MAX + 1 bytes). Keys that a stream lacks have their
 * default. */
scord_stream_status_t stream_config_decode(event_cursor_t *cursor, scord_config_t *config,
                                           char *name, scord_stream_error_t *error);
/* FNV-1a, 64 bits, over the encoded form. */
uint64_t stream_config_hash(const uint8_t *encoded, size_t length);
/* "config=NAME key=value …" with every key. */
void stream_config_format(const scord_config_t *config, char *text, size_t size);
/* Sets one key; -1 with a message when it is unknown or out of range. */
int stream_config_set(scord_config_t *config, const char *key, const char *value,
                      scord_stream_error_t *error);
/* Starts from the named machine; -1 with a message when there is none. */
int stream_config_start(const char *name, scord_config_t *config, scord_stream_error_t *error);
/* Checks the configuration given to a writer. */
scord_stream_status_t stream_config_check(const scord_config_t *config,
                                          scord_stream_error_t *error);
uint32_t stream_config_value(const scord_config_t *config, const scord_config_key_t *key);

#endif
