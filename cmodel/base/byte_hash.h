/* SPDX-License-Identifier: Apache-2.0 */
/* byte_hash.h: FNV-1a of 64 bits (Fowler, Noll, Vo), for tables by name, fingerprints and the hash
 * of a stream's configuration. Not for secrets. Streams, SARIF reports and recorded runs
 * (tb/mutation/automatic/timing) hold its values: they stay.
 */
#ifndef SCORD_BYTE_HASH_H
#define SCORD_BYTE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of nothing (the offset basis). */
#define SCORD_BYTE_HASH_START UINT64_C(0xcbf29ce484222325)

/* HASH of what came before, continued over a WORD of up to 64 bits in one step: quicker than its
 * bytes, and another value than theirs. The lower bits of the hash do not depend on the upper ones
 * of the words. */
static inline uint64_t scord_word_hash(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

/* The same over LENGTH bytes at BYTES. */
static inline uint64_t scord_byte_hash(uint64_t hash, const void *bytes, size_t length) {
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < length; i++) hash = scord_word_hash(hash, byte[i]);
    return hash;
}

#endif
